package play

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"fillet/collision"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

// seedRoom returns a room of 320 x 240 with walls 16 thick, each split into two halves, and a block of 32 x 32 in the
// middle.
func seedRoom(t testing.TB) (level.Snapshot, map[level.ID]string) {
	y := newLevelBuilder(t)
	names := map[level.ID]string{}
	for _, b := range []struct {
		name       string
		x, y, w, h float64
	}{
		{"top left", 0, 0, 160, 16},
		{"top right", 160, 0, 160, 16},
		{"bottom left", 0, 224, 160, 16},
		{"bottom right", 160, 224, 160, 16},
		{"left top", 0, 16, 16, 104},
		{"left bottom", 0, 120, 16, 104},
		{"right top", 304, 16, 16, 104},
		{"right bottom", 304, 120, 16, 104},
		{"block", 144, 104, 32, 32},
	} {
		names[y.box(b.name, b.x, b.y, b.w, b.h)] = b.name
	}
	return y.snapshot(), names
}

// corner returns the top left corner of an 8 x 8 box centred at p.
func corner(p Vec) Vec { return Vec{X: p.X - 4, Y: p.Y - 4} }

func TestSeedRoom(t *testing.T) {
	t.Parallel()
	snap, names := seedRoom(t)
	s := instantly(boxSettings(t, 8, 8))
	s.Mode, s.Speed = TopDown, 2*Rate // 2 pixels a step along each axis

	t.Run("along the floor into the corner", func(t *testing.T) {
		r := NewRun(snap, s, Vec{X: 40, Y: 200})
		var touched []string
		for range 160 {
			r.Step(Input{X: 1, Y: 1})
			for _, touch := range r.Character().Touches {
				if name := names[touch.ID]; !slices.Contains(touched, name) {
					touched = append(touched, name)
				}
			}
			if p := corner(r.Character().Position); p.Y > 216 || p.X > 296 {
				t.Fatalf("step %d: the box is at %v, inside a wall", r.Steps(), p)
			}
		}
		if want := []string{"bottom left", "bottom right", "right bottom"}; !slices.Equal(touched, want) {
			t.Errorf("the character touched %q, want %q", touched, want)
		}
		if p, want := corner(r.Character().Position), (Vec{X: 320 - 16 - 8, Y: 240 - 16 - 8}); p != want {
			t.Errorf("the character ends at %v, want exactly %v", p, want)
		}
		if c := r.Character(); c.Sides != Bottom|Right {
			t.Errorf("touching sides = %b, want bottom and right", c.Sides)
		}
		if v := r.Character().Velocity; v != (Vec{}) {
			t.Errorf("the character still has the velocity %v", v)
		}
	})
	t.Run("2 pixels a step along the floor", func(t *testing.T) {
		r := NewRun(snap, s, Vec{X: 40, Y: 220})
		for k := range 100 {
			r.Step(Input{X: 1, Y: 1})
			if p, want := corner(r.Character().Position), (Vec{X: 36 + 2*float64(k+1), Y: 216}); p.Dist(want) > 1e-9 {
				t.Fatalf("step %d: position = %v, want %v", k+1, p, want)
			}
		}
	})
	t.Run("into the top left corner", func(t *testing.T) {
		for _, start := range []Vec{{X: 60, Y: 50}, {X: 61.7, Y: 47.3}, {X: 20.5, Y: 100}} {
			r := NewRun(snap, s, start)
			steps(r, 60, Input{X: -1, Y: -1})
			if p := corner(r.Character().Position); p != (Vec{X: 16, Y: 16}) {
				t.Errorf("from %v it ends at %v, want exactly (16, 16)", start, p)
			}
		}
	})
	t.Run("around the block", func(t *testing.T) {
		r := NewRun(snap, s, Vec{X: 100, Y: 120})
		steps(r, 60, Input{X: 1})
		if p := corner(r.Character().Position); p != (Vec{X: 136, Y: 116}) {
			t.Errorf("against the block: position = %v, want (136, 116)", p)
		}
		steps(r, 60, Input{X: 1, Y: 1})
		if p := corner(r.Character().Position); p.X <= 176 {
			t.Errorf("the character did not slide past the block: %v", p)
		}
	})
}

// tiles adds a row of floor tiles.
func tiles(y *levelBuilder, n int, size, top float64) {
	for i := range n {
		y.box("tile", float64(i)*size, top, size, size)
	}
}

func TestSlideOverTiles(t *testing.T) {
	t.Parallel()
	bodies := map[string]func(testing.TB) Settings{
		"box":     func(t testing.TB) Settings { return boxSettings(t, 8, 12) },
		"capsule": func(testing.TB) Settings { return DefaultSettings().sane() },
		"circle": func(t testing.TB) Settings {
			s := DefaultSettings()
			var err error
			if s.Body, err = (level.Playtest{Form: level.CircleForm, Size: Vec{X: 14}}).Body(); err != nil {
				t.Fatal(err)
			}
			return s
		},
	}
	y := newLevelBuilder(t)
	tiles(y, 1000, 16, 100)
	snap := y.snapshot()
	for name, settings := range bodies {
		for _, speed := range []float64{10, 37.3, 60, 120, 139.9, 480, 960, 1500, 6000, 16000} {
			t.Run(fmt.Sprintf("%s at %g", name, speed), func(t *testing.T) {
				s := instantly(settings(t))
				s.Speed = speed
				high := 0.0
				for _, b := range s.Body {
					high = b.Bounds(collision.Identity()).Max.Y
				}
				r := NewRun(snap, s, Vec{X: 30, Y: 100 - high})
				n := min(int(15940/speed*Rate), 40*Rate)
				for k := range n {
					r.Step(Input{X: 1})
					c := r.Character()
					want := 30 + speed*float64(k+1)*stepTime
					if math.Abs(c.Position.X-want) > 1e-6 || math.Abs(c.Position.Y-(100-high)) > 1e-9 || !c.Grounded {
						t.Fatalf("step %d: the character is at %v (grounded %v), want x = %g, y = %g", k+1, c.Position,
							c.Grounded, want, 100-high)
					}
					if c.Sides != Bottom {
						t.Fatalf("step %d at %v: the character touches on sides %b: %v", k+1, c.Position, c.Sides,
							c.Touches)
					}
				}
			})
		}
	}
}

// At any speed, on any kind of floor, a seam neither slows the character down nor lifts it.
func TestSeamsOfAnyFloor(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		y := newLevelBuilder(t)
		size := rapid.SampledFrom([]float64{16, 8, 32, 7.3, 16.0000001}).Draw(rt, "size")
		from := rapid.SampledFrom([]float64{0, 0.1, 1e5 + 0.3, -3333.3}).Draw(rt, "from")
		kind := rapid.SampledFrom([]string{"boxes", "two rows", "uneven", "overlapping"}).Draw(rt, "floor")
		depth := rapid.Float64Range(3, 40)
		const n = 120
		for i := range n {
			x := from + float64(i)*size
			switch kind {
			case "boxes":
				y.box("tile", x, 100, size, size)
			case "two rows":
				y.box("tile", x, 100, size, size)
				y.box("low", x, 100+size, size, size)
			case "uneven":
				right := from + float64(i+1)*size
				y.polygon("tile", []Vec{
					{X: x, Y: 100},
					{X: right, Y: 100},
					{X: right, Y: 100 + depth.Draw(rt, "a")},
					{X: x, Y: 100 + depth.Draw(rt, "b")},
				})
			case "overlapping":
				y.box("tile", x-1, 100, size+2, size)
			}
		}
		s := instantly(rapid.SampledFrom([]Settings{boxSettings(t, 8, 12), DefaultSettings().sane()}).Draw(rt, "body"))
		s.Speed = math.Exp(rapid.Float64Range(1, 9).Draw(rt, "log speed"))
		high := s.Body[0].Bounds(collision.Identity()).Max.Y
		start := from + 2*size
		r := NewRun(y.snapshot(), s, Vec{X: start, Y: 100 - high})
		for k := range min(int((n-4)*size/s.Speed*Rate), 300) {
			r.Step(Input{X: 1})
			c, want := r.Character(), start+s.Speed*float64(k+1)*stepTime
			if math.Abs(c.Position.X-want) > 1e-5 || math.Abs(c.Position.Y-(100-high)) > 1e-6 || !c.Grounded ||
				c.Sides != Bottom {
				rt.Fatalf("step %d at %g a second: the character is at %v (grounded %v, touching %04b), want (%g, %g)",
					k+1, s.Speed, c.Position, c.Grounded, c.Sides, want, 100-high)
			}
		}
	})
}

// Sliding down a wall of tiles while pushing against it, the character falls as if the wall were not there, up to the
// largest sliding speed.
func TestSlideDownTiles(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	for i := range 1000 {
		y.box("wall", 100, float64(i)*16, 16, 16)
	}
	snap := y.snapshot()
	for _, body := range []Settings{boxSettings(t, 8, 12), DefaultSettings().sane()} {
		for _, fall := range []float64{30, 100, 333.3, 720, 3000, 20000} {
			s := instantly(body)
			s.MaxFall = fall
			half := s.Body[0].Bounds(collision.Identity()).Max.X
			walled, free := NewRun(snap, s, Vec{X: 100 - half, Y: 20}), NewRun(snap, s, Vec{X: -5000, Y: 20})
			last := 20.0
			for k := range 600 {
				walled.Step(Input{X: 1})
				free.Step(Input{})
				c, want := walled.Character(), free.Character()
				if c.Position.Y > 15900 {
					break
				}
				if math.Abs(c.Position.Y-want.Position.Y) > 1e-6 || math.Abs(c.Position.X-(100-half)) > 1e-6 ||
					c.Grounded || c.Sides != Right {
					t.Fatalf("at most %g, step %d: the character is at %v touching %04b, beside no wall at %v", fall,
						k+1, c.Position, c.Sides, want.Position)
				}
				if d := c.Position.Y - last; d > fall*stepTime+1e-9 {
					t.Fatalf("at most %g, step %d: the character falls by %g", fall, k+1, d)
				}
				last = c.Position.Y
			}
		}
	}
}

func TestNoTunnelling(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	wall := y.box("wall", 500, 0, 0.5, 200)
	y.box("floor", -200, 200, 2000, 1)
	y.add("string", level.Shape{Kind: level.Chain, Points: []Vec{{X: -100, Y: 0}, {X: -100, Y: 200}}}, Vec{})
	snap := y.snapshot()
	for _, speed := range []float64{100, 1000, 10000, 100000} {
		s := instantly(boxSettings(t, 8, 8))
		s.Speed = speed
		r := NewRun(snap, s, Vec{X: 100, Y: 196})
		steps(r, int(400/speed*Rate)+30, Input{X: 1})
		c := r.Character()
		if c.Position != (Vec{X: 496, Y: 196}) || !slices.ContainsFunc(c.Touches, func(x Touch) bool {
			return x.ID == wall && x.Side == Right
		}) {
			t.Errorf("at %g px/s, the character is at %v, want (496, 196) at the wall", speed, c.Position)
		}
		steps(r, int(700/speed*Rate)+30, Input{X: -1})
		if p := r.Character().Position; math.Abs(p.X+96) > 1e-9 {
			t.Errorf("at %g px/s, the character is at %v, want x = -96 at the string", speed, p)
		}
	}
	s := boxSettings(t, 8, 8)
	s.MaxFall = level.MaxPlaySpeed
	r := NewRun(snap, s, Vec{X: 100, Y: -90000})
	steps(r, 20*Rate, Input{})
	if p := r.Character().Position; p != (Vec{X: 100, Y: 196}) {
		t.Errorf("after a fall of 90,000 pixels, the character is at %v, want (100, 196)", p)
	}
}

func TestJump(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 200, 1000, 20)
	snap := y.snapshot()
	for _, height := range []float64{20, 52, 200} {
		for _, frames := range []int{10, 22, 40} {
			s := boxSettings(t, 8, 8)
			s.JumpHeight, s.TimeToApex, s.MaxFall = height, float64(frames)*stepTime, level.MaxPlaySpeed
			r := NewRun(snap, s, Vec{X: 100, Y: 196})
			if !r.Character().Grounded {
				t.Fatal("the character is not on the floor at the start")
			}
			top, at := 196.0, 0
			for k := range 2 * frames {
				r.Step(Input{Jump: true})
				if p := r.Character().Position; p.Y < top {
					top, at = p.Y, k+1
				}
			}
			if math.Abs(196-top-height) > 1e-6 || at != frames {
				t.Errorf("a jump of %g in %d steps rose %g in %d", height, frames, 196-top, at)
			}
			if c := r.Character(); c.Position.Y != 196 || !c.Grounded {
				t.Errorf("after %d steps it is at %v, grounded %v; want to have landed", 2*frames, c.Position,
					c.Grounded)
			}
			steps(r, 10, Input{Jump: true})
			if !r.Character().Grounded {
				t.Error("holding the key made it jump again")
			}
		}
	}
}

func TestCoyoteAndBuffer(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("ledge", 0, 100, 100, 20)
	y.box("floor", 0, 300, 1000, 20)
	snap := y.snapshot()
	run := func() *Run {
		r := NewRun(snap, instantly(boxSettings(t, 8, 8)), Vec{X: 90, Y: 96})
		for r.Character().Grounded {
			r.Step(Input{X: 1})
		}
		return r
	}
	for late, want := range map[int]bool{0: true, 3: true, 5: true, 8: false, 20: false} {
		r := run()
		steps(r, late, Input{X: 1})
		r.Step(Input{X: 1, Jump: true})
		if got := r.Character().Velocity.Y < 0; got != want {
			t.Errorf("a jump %d steps after the ledge: rose %v, want %v", late, got, want)
		}
	}
	land := 0
	for r := run(); !r.Character().Grounded; land++ {
		r.Step(Input{})
	}
	for early, want := range map[int]bool{1: true, 4: true, 5: true, 9: false, 20: false} {
		r := run()
		steps(r, land-early, Input{})
		r.Step(Input{Jump: true})
		rose := false
		for range early + 3 {
			r.Step(Input{})
			rose = rose || r.Character().Velocity.Y < -100
		}
		if rose != want {
			t.Errorf("a jump %d steps before landing: rose %v, want %v", early, rose, want)
		}
	}
}

func TestWallsAndCeilings(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 200, 400, 20)
	y.box("ceiling", 0, 150, 400, 10)
	y.box("wall", 300, 0, 20, 200)
	snap := y.snapshot()
	r := NewRun(snap, boxSettings(t, 8, 8), Vec{X: 100, Y: 196})
	hit := 0
	for k := range 30 {
		r.Step(Input{Jump: true})
		if r.Character().Sides&Top != 0 {
			hit = k + 1
			if v := r.Character().Velocity.Y; v < 0 {
				t.Fatalf("under the ceiling, the character still rises by %g", v)
			}
			break
		}
	}
	steps(r, 2, Input{Jump: true})
	if c := r.Character(); hit == 0 || c.Sides&Top != 0 || c.Position.Y <= 164 {
		t.Errorf("the character sticks to the ceiling (hit at step %d): %v", hit, c)
	}
	steps(r, 30, Input{})
	for range 300 {
		r.Step(Input{X: 1})
		if v := r.Character().Velocity.X; v > r.settings.Speed+1e-9 {
			t.Fatalf("the character gains speed: %g", v)
		}
	}
	if c := r.Character(); c.Position.X != 296 || c.Velocity.X != 0 || c.Sides != Right|Bottom {
		t.Errorf("at the wall: %+v", c)
	}
	steps(r, 3, Input{X: 1, Jump: true})
	if v := r.Character().Velocity; v.X != 0 || v.Y >= 0 {
		t.Errorf("jumping along the wall: velocity %v", v)
	}
}

func TestSlopes(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.polygon("hills", []Vec{
		{X: 0, Y: 300},
		{X: 0, Y: 200},
		{X: 200, Y: 200},
		{X: 300, Y: 100},
		{X: 400, Y: 100},
		{X: 573.2, Y: 200},
		{X: 700, Y: 200},
		{X: 760, Y: 40},
		{X: 900, Y: 40},
		{X: 900, Y: 300},
	})
	snap := y.snapshot()
	for _, body := range []string{"box", "capsule"} {
		s := instantly(DefaultSettings())
		if body == "box" {
			s = instantly(boxSettings(t, 10, 20))
		}
		r := NewRun(snap, s, Vec{X: 100, Y: 180})
		steps(r, 30, Input{})
		for r.Character().Position.X < 680 && r.Steps() < 2000 {
			r.Step(Input{X: 1})
			c := r.Character()
			if !c.Grounded {
				t.Fatalf("%s: the character left the ground at %v", body, c.Position)
			}
			if d := c.Velocity.Len() - s.Speed; math.Abs(d) > 1e-6 {
				t.Fatalf("%s at %v: its speed is %g, want %g", body, c.Position, c.Velocity.Len(), s.Speed)
			}
		}
		steps(r, 200, Input{X: 1})
		if p := r.Character().Position; p.X > 705 || !r.Character().Grounded {
			t.Errorf("%s: the character climbed a slope of 69 degrees, to %v", body, p)
		}
		for range 60 {
			r.Step(Input{X: 1, Jump: true})
			r.Step(Input{X: 1})
		}
		steps(r, 60, Input{X: 1})
		if p := r.Character().Position; p.X > 720 {
			t.Errorf("%s: the character jumped up the steep slope, to %v", body, p)
		}
		for r.Character().Position.X > 250 && r.Steps() < 4000 {
			r.Step(Input{X: -1})
			if !r.Character().Grounded {
				t.Fatalf("%s: on the way back it left the ground at %v", body, r.Character().Position)
			}
		}
		r.Step(Input{})
		p := r.Character().Position
		steps(r, 600, Input{})
		if q := r.Character().Position; q != p {
			t.Errorf("%s: standing on the slope, the character crept from %v to %v", body, p, q)
		}
	}
}

func TestSteps(t *testing.T) {
	t.Parallel()
	for _, height := range []float64{1, 4, 6, 6.5, 12} {
		for _, body := range []string{"box", "capsule"} {
			for _, speed := range []float64{30, 140, 600} {
				y := newLevelBuilder(t)
				y.box("floor", 0, 200, 300, 50)
				y.box("step", 200, 200-height, 200, 50)
				s := instantly(boxSettings(t, 10, 20))
				if body == "capsule" {
					s.Body = DefaultBody()
				}
				s.Speed = speed
				r := NewRun(y.snapshot(), s, Vec{X: 150, Y: 180})
				steps(r, 30, Input{})
				n := 0
				for ; r.Character().Position.X < 260 && n < 500; n++ {
					r.Step(Input{X: 1})
					if !r.Character().Grounded {
						t.Fatalf("%s at %g, step of %g: in the air at %v", body, speed, height, r.Character().Position)
					}
				}
				climbs := height <= s.StepHeight
				if up := r.Character().Position.X >= 260; up != climbs {
					t.Errorf("%s at %g: a step of %g, of at most %g: got up %v, at %v", body, speed, height,
						s.StepHeight, up, r.Character().Position)
				}
				if climbs && float64(n) > 110/speed*Rate+8 {
					t.Errorf("%s at %g: a step of %g slowed it down: %d steps for 110 pixels", body, speed, height, n)
				}
			}
		}
	}
}

func TestMovingPlatforms(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	lift := y.box("lift", 100, 200, 60, 10, isKinematic,
		with(level.Properties{"move_x": 120.0, "move_y": -90.0, "move_time": 4.0}))
	y.box("floor", 0, 400, 1000, 20)
	r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: 120, Y: 196})
	off := r.Character().Position.Sub(r.Bodies()[0].Transform.P)
	for range 8 * Rate {
		r.Step(Input{})
		c := r.Character()
		if got := c.Position.Sub(r.Bodies()[0].Transform.P); got.Dist(off) > 1e-6 || c.Ground != lift {
			t.Fatalf("step %d: the character is at %v on the lift, want %v (ground %v)", r.Steps(), got, off, c.Ground)
		}
	}
	steps(r, 30, Input{})
	carried := r.Bodies()[0].Velocity
	r.Step(Input{Jump: true})
	if v := r.Character().Velocity; v.Y > carried.Y-r.settings.jumpSpeed()+30 || math.Abs(v.X-carried.X) > 20 {
		t.Errorf("a jump off the lift, which moves at %v, has the velocity %v", carried, v)
	}
	// A platform that comes from above, or from the side, pushes the character out.
	y = newLevelBuilder(t)
	y.box("floor", 0, 200, 1000, 20)
	y.box("ram", 0, 150, 50, 49, isKinematic, with(level.Properties{"move_x": 200.0, "move_time": 4.0}))
	r = NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: 100, Y: 196})
	steps(r, 2*Rate, Input{})
	if p := r.Character().Position; math.Abs(p.X-254) > 0.1 || p.Y != 196 {
		t.Errorf("the ram pushed it to %v, want (254, 196)", p)
	}
}

func TestJetpack(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 2000, 400, 20)
	s := boxSettings(t, 8, 8)
	s.JumpHeight, s.Jetpack, s.Fuel = 0, true, 1.5
	r := NewRun(y.snapshot(), s, Vec{X: 100, Y: 1996})
	burning := 0
	r.Step(Input{Jump: true})
	if v := r.Character().Velocity.Y; v > -s.Burst {
		t.Errorf("the burst gives %g, want at least %g", v, -s.Burst)
	}
	for range 2 * Rate {
		r.Step(Input{Jump: true})
		c := r.Character()
		if c.Jetting {
			burning++
		}
		if c.Velocity.Y < -s.MaxRise-s.Thrust*stepTime {
			t.Fatalf("the character rises by %g", c.Velocity.Y)
		}
	}
	if math.Abs(float64(burning)-1.5*Rate) > 2 || r.Character().Fuel != 0 {
		t.Errorf("the character burned for %d steps, %g of the fuel is left; want %g", burning, r.Character().Fuel,
			1.5*Rate)
	}
	for n := 0; !r.Character().Grounded && n < 1000; n++ {
		r.Step(Input{})
	}
	steps(r, int(s.Refill*Rate)+1, Input{})
	if f := r.Character().Fuel; f != 1 {
		t.Errorf("after a rest on the ground, %g of the fuel is left", f)
	}
	// If the character can jump, the first press jumps, and the jetpack ignites past the apex.
	s = boxSettings(t, 8, 8)
	s.Jetpack = true
	r = NewRun(y.snapshot(), s, Vec{X: 100, Y: 1996})
	steps(r, 10, Input{Jump: true})
	if r.Character().Jetting {
		t.Error("the jump burns fuel")
	}
	steps(r, 20, Input{Jump: true})
	if !r.Character().Jetting {
		t.Error("holding the key past the apex does not light the jetpack")
	}
}

func TestOneWay(t *testing.T) {
	t.Parallel()
	for _, thick := range []float64{1, 6, 20} {
		y := newLevelBuilder(t)
		y.box("floor", 0, 200, 400, 20)
		plank := y.box("plank", 50, 160, 100, thick, isOneWay)
		snap := y.snapshot()
		r := NewRun(snap, boxSettings(t, 8, 12), Vec{X: 100, Y: 194})
		steps(r, 60, Input{Jump: true})
		if c := r.Character(); c.Position.Y != 154 || c.Ground != plank {
			t.Fatalf("thickness %g: after jumping from below it is at %v on %v, want on the plank", thick, c.Position,
				c.Ground)
		}
		steps(r, 3, Input{})
		r.Step(Input{Y: 1, Jump: true})
		steps(r, 40, Input{Y: 1})
		if c := r.Character(); c.Position.Y != 194 {
			t.Errorf("thickness %g: after dropping through it is at %v", thick, c.Position)
		}
		// A jump that is too low to get through the platform falls back without a bump.
		s := boxSettings(t, 8, 12)
		s.JumpHeight = 200 - 160 - 3
		r = NewRun(snap, s, Vec{X: 100, Y: 194})
		for range 60 {
			r.Step(Input{Jump: true})
			if c := r.Character(); c.Grounded && c.Ground == plank {
				t.Fatalf("thickness %g: a jump that ended inside of the plank landed on it", thick)
			}
		}
		// From the side, the platform does not obstruct the character.
		r = NewRun(snap, instantly(boxSettings(t, 8, 60)), Vec{X: 20, Y: 170})
		steps(r, 120, Input{X: 1})
		if p := r.Character().Position; p.X < 200 {
			t.Errorf("thickness %g: from the side it stops at %v", thick, p)
		}
	}
}

func TestReversedGravity(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 200, 400, 20)
	y.box("ceiling", 0, 80, 400, 20)
	r := NewRun(y.snapshot(), instantly(boxSettings(t, 8, 8)), Vec{X: 100, Y: 196})
	r.Step(Input{Reverse: true})
	steps(r, 120, Input{Reverse: true})
	if c := r.Character(); c.Position.Y != 104 || !c.Grounded || c.Sides != Top {
		t.Fatalf("with gravity reversed: %+v", c)
	}
	steps(r, 30, Input{X: 1})
	if p := r.Character().Position; p.X <= 100 {
		t.Errorf("right leads to %v on the ceiling", p)
	}
	r.Step(Input{Jump: true})
	if v := r.Character().Velocity.Y; v <= 0 {
		t.Errorf("a jump from the ceiling has %g", v)
	}
	r.Step(Input{Reverse: true})
	steps(r, 120, Input{})
	if p := r.Character().Position; p.Y != 196 {
		t.Errorf("back again: %v", p)
	}
}

func TestCategories(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 200, 400, 20)
	y.box("ghost", 200, 100, 20, 100, func(c *level.Collider) { c.Categories = []string{"ghost"} })
	y.box("spawn", 96, 188, 8, 12, isTrigger, tagged(level.SpawnTag), func(c *level.Collider) {
		c.Categories, c.CollidesWith = []string{"player"}, []string{"default"}
	}, with(level.Properties{"speed": 200.0}))
	snap := y.snapshot()
	s, start, err := SettingsOf(snap)
	if err != nil {
		t.Fatal(err)
	}
	if s.Speed != 200 || start != (Vec{X: 100, Y: 194}) {
		t.Errorf("the spawn says speed %g at %v", s.Speed, start)
	}
	r := NewRun(snap, s, start)
	steps(r, 120, Input{X: 1})
	if p := r.Character().Position; p.X < 300 || len(r.Log()) != 0 {
		t.Errorf("the character is at %v, the log %v", p, r.Log())
	}
}

// A character that lands on a slope and runs up it can jump again at once.
func TestLandsRunningUphill(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.polygon("hill", []Vec{{X: -200, Y: 400}, {X: 600, Y: 0}, {X: 600, Y: 400}})
	r := NewRun(y.snapshot(), instantly(DefaultSettings()), Vec{X: 100, Y: 180})
	for r.Character().Sides == 0 {
		r.Step(Input{X: 1})
	}
	c := r.Character()
	r.Step(Input{X: 1, Jump: true})
	if v := r.Character().Velocity; !c.Grounded || v.Y > -200 {
		t.Errorf("on the ground: %v; its jump has %v", c.Grounded, v)
	}
}

// A character that walks over edges touches the ground in every step: it neither hovers nor sinks.
func TestWalksOverEdges(t *testing.T) {
	t.Parallel()
	for _, speed := range []float64{30, 60, 140} {
		y := newLevelBuilder(t)
		y.box("ledge", 0, 100, 100, 100)
		y.box("floor", 0, 104, 600, 100)
		y.circle("bump", 200, 126, 24)
		s := instantly(DefaultSettings())
		s.Speed = speed
		r := NewRun(y.snapshot(), s, Vec{X: 60, Y: 88})
		for r.Character().Position.X < 300 && r.Steps() < 1000 {
			r.Step(Input{X: 1})
			gap := math.Inf(1)
			for _, touch := range r.walker.AppendTouches(nil, &r.world, 5) {
				gap = min(gap, -touch.Depth())
			}
			if c := r.Character(); !c.Grounded || math.Abs(gap) > 1e-6 {
				t.Fatalf("at %g, step %d: at %v it is %g above the ground (grounded %v)", speed, r.Steps(), c.Position,
					gap, c.Grounded)
			}
		}
	}
}

// A lift that rises faster than a rising character picks it up and carries it.
func TestLiftCatchesRisingCharacter(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	lift := y.box("lift", 0, 300, 100, 10, isKinematic, with(level.Properties{"move_y": -280.0, "move_time": 2.0}))
	s := boxSettings(t, 8, 8)
	s.JumpHeight = 6
	r := NewRun(y.snapshot(), s, Vec{X: 50, Y: 296})
	steps(r, 10, Input{})
	for range 12 { // the character jumps off the lift, which accelerates
		r.Step(Input{Jump: true})
	}
	if c := r.Character(); c.Ground != lift || math.Abs(c.Position.Y+4-(r.Bodies()[0].Transform.P.Y-5)) > 1e-9 {
		t.Errorf("the character is at %v on %v, the lift at %v", c.Position, c.Ground, r.Bodies()[0].Transform.P)
	}
}

// Far from the character's position, the world has the current places of bodies when they are needed: for the reach of
// a jump, and for the respawn after the character was crushed.
func TestBodiesFarAway(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 300, 200, 20)
	y.box("shelf", 900, 296, 60, 20, isKinematic, with(level.Properties{"move_x": -630.0, "move_time": 4.0}))
	s := instantly(boxSettings(t, 8, 8))
	r := NewRun(y.snapshot(), s, Vec{X: 190, Y: 296})
	steps(r, 2*Rate, Input{}) // the shelf is now 70 px to the right of the floor
	on := 0
	for _, p := range r.AppendJumpReach(nil) {
		if end := p[len(p)-1]; math.Abs(end.Y-292) < 1 && end.X > 262 {
			on++
		}
	}
	if on == 0 {
		t.Errorf("no jump reaches the shelf at %v", r.Bodies()[0].Transform.P)
	}

	y = newLevelBuilder(t)
	y.box("ceiling", 1400, 200, 400, 20)
	y.box("press", 1400, 290, 400, 10, isKinematic, with(level.Properties{"move_y": -80.0, "move_time": 20.0}))
	y.box("shelf", 60, 330, 80, 10, isKinematic, with(level.Properties{"move_y": -90.0, "move_time": 20.0}))
	r = NewRun(y.snapshot(), s, Vec{X: 100, Y: 262})
	for r.walker.Position = (Vec{X: 1500, Y: 280}); len(r.Log()) == 0 && r.Steps() < 20*Rate; {
		r.Step(Input{})
	}
	if top := r.Bodies()[1].Transform.P.Y - 5; len(r.Log()) == 0 || top > 264 ||
		math.Abs(r.walker.Position.Y-(top-4)) > 1e-6 {
		t.Errorf("crushed (%v), the character respawns at %v, with the shelf at %g", r.Log(), r.walker.Position, top)
	}
}
