package play

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

func TestTriggers(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 200, 1000, 20)
	zone := y.box("zone", 200, 150, 50, 50, isTrigger)
	goal := y.box("goal", 400, 150, 50, 50, isTrigger, tagged("exit", GoalTag))
	pit := y.box("pit", 700, 150, 50, 50, isTrigger)
	ball := y.circle("ball", 720, 100, 5, isDynamic)
	r := NewRun(y.snapshot(), instantly(boxSettings(t, 8, 8)), Vec{X: 100, Y: 196})
	for n := 0; !r.Finished() && n < 1000; n++ {
		r.Step(Input{X: 1, Jump: n > 60 && n < 64})
	}
	if !r.Finished() {
		t.Fatalf("the goal is not reached: %+v", r.Character())
	}
	if p := r.Character().Position; math.Abs(p.X-396) > 3 {
		t.Errorf("the character reached the goal at %v", p)
	}
	var got []string
	for _, e := range r.Log() {
		got = append(got, fmt.Sprintf("%v %v %v", e.Kind, e.Trigger, e.Other))
	}
	want := []string{
		fmt.Sprintf("enter %v %v", pit, ball), fmt.Sprintf("stay %v %v", pit, ball),
		fmt.Sprintf("enter %v c0", zone), fmt.Sprintf("stay %v c0", zone), fmt.Sprintf("leave %v c0", zone),
		fmt.Sprintf("enter %v c0", goal),
	}
	if !slices.Equal(got, want) {
		t.Errorf("the log says\n%q, want\n%q", got, want)
	}
	last := r.Log()[len(r.Log())-1]
	if !last.Goal || last.Step != r.Steps() {
		t.Errorf("the last entry is %+v at step %d", last, r.Steps())
	}
	for _, e := range r.Log() {
		if e.Kind == Leave && e.Other == 0 && math.Abs(float64(e.Steps)-58/140.0*Rate) > 3 {
			t.Errorf("the character was inside for %d steps, want about %g", e.Steps, 58/140.0*Rate)
		}
	}
	at, steps := r.Character().Position, r.Steps()
	r.Step(Input{X: 1})
	if r.Character().Position != at || r.Steps() != steps {
		t.Error("the run continues after the goal")
	}
}

func TestMovingTrigger(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 200, 1000, 20)
	y.box("sweep", 0, 150, 20, 50, isTrigger, isKinematic, with(level.Properties{"move_x": 300.0, "move_time": 4.0}))
	r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: 150, Y: 196})
	steps(r, 4*Rate, Input{})
	var kinds []EventKind
	for _, e := range r.Log() {
		kinds = append(kinds, e.Kind)
	}
	if !slices.Equal(kinds, []EventKind{Enter, Stay, Leave, Enter, Stay, Leave}) {
		t.Errorf("a trigger that sweeps over the character and back logged %v", r.Log())
	}
	if p := r.Character().Position; p != (Vec{X: 150, Y: 196}) {
		t.Errorf("the trigger moved it to %v", p)
	}
}

// goldenHash is the hash of the run in TestReplayIsDeterministic.
const goldenHash = 0x3f156b047f5a1e41

// playground returns a level with something of everything.
func playground(t testing.TB) level.Snapshot {
	y := newLevelBuilder(t)
	tiles(y, 60, 16, 300)
	y.polygon("hill", []Vec{{X: 200, Y: 300}, {X: 300, Y: 250}, {X: 360, Y: 250}, {X: 420, Y: 300}})
	y.box("plank", 120, 250, 60, 6, isOneWay)
	y.box("lift", 500, 280, 60, 10, isKinematic, with(level.Properties{"move_y": -100.0, "move_time": 3.0}))
	y.box("spinner", 640, 200, 80, 8, isKinematic, with(level.Properties{"turn": 90.0}))
	y.box("zone", 300, 200, 60, 50, isTrigger)
	y.box("left", -20, 0, 20, 320)
	y.box("right", 960, 0, 20, 320)
	y.box("lid", -20, -20, 1000, 20)
	rng := rand.New(rand.NewPCG(7, 7))
	for i := range 24 {
		at := Vec{X: 40 + 36*float64(i), Y: 60 + 30*rng.Float64()}
		switch i % 3 {
		case 0:
			y.circle("ball", at.X, at.Y, 9, isDynamic, material2(0.5, 0.6))
		case 1:
			y.box("crate", at.X-8, at.Y-8, 16, 16, isDynamic)
		case 2:
			y.add("stone", level.Shape{Kind: level.Polygon, Points: []Vec{
				{X: -12, Y: 9},
				{X: 12, Y: 9},
				{X: 2, Y: -10},
			}, Radius: 3, Rounding: level.Inset}, at, isDynamic)
		}
	}
	return y.snapshot()
}

// someInputs returns the inputs of a restless player.
func someInputs(n int, seed uint64) *Recording {
	rng := rand.New(rand.NewPCG(seed, 99))
	rec := &Recording{Start: Vec{X: 60, Y: 280}, HasStart: true}
	for rec.Len() < n {
		h := Held{Steps: 1 + rng.IntN(30)}
		h.X = float64(rng.IntN(3)) - 1
		h.Y = float64(rng.IntN(3)) - 1
		h.Jump = rng.IntN(3) > 0
		h.Reverse = rng.IntN(40) == 0
		if rng.IntN(10) == 0 {
			h.Grab, h.Target = level.ID(70+rng.IntN(24)), Vec{X: 900 * rng.Float64(), Y: 300 * rng.Float64()}
		}
		rec.Held = append(rec.Held, h)
	}
	return rec
}

func TestReplayIsDeterministic(t *testing.T) {
	t.Parallel()
	snap := playground(t)
	rec := someInputs(1500, 3)
	s := DefaultSettings()
	s.Jetpack = true
	var hashes []uint64
	first := NewRun(snap, s, Vec{})
	first.replay(rec)
	hashes = append(hashes, first.Hash())
	first.replay(rec) // again, in the same run
	hashes = append(hashes, first.Hash())
	own := first.Recording()
	second := NewRun(playground(t), s, Vec{X: 1, Y: 1})
	second.replay(&own) // from the run's own recording, in another run
	hashes = append(hashes, second.Hash())
	var b bytes.Buffer
	if _, err := own.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	read, err := ReadRecording(&b)
	if err != nil {
		t.Fatal(err)
	}
	second.replay(&read) // from a file
	hashes = append(hashes, second.Hash())
	third := NewRun(snap, s, rec.Start) // with frames of any length
	rng := rand.New(rand.NewPCG(5, 5))
	inputs := slices.Collect(rec.Steps())
	for third.Steps() < rec.Len() {
		in := inputs[third.Steps()]
		third.advance(stepTime*rng.Float64(), in)
	}
	hashes = append(hashes, third.Hash())
	for i, h := range hashes {
		if h != hashes[0] {
			t.Errorf("replay %d has the hash %x, want %x", i, h, hashes[0])
		}
	}
	if inputs := someInputs(1500, 4); true {
		second.replay(inputs)
		if second.Hash() == hashes[0] {
			t.Error("other inputs give the same hash")
		}
	}
	if want := uint64(goldenHash); hashes[0] != want {
		t.Errorf("the hash is %#x, want %#x: the run has changed; if that is intended, change goldenHash", hashes[0],
			want)
	}
}

func TestAdvance(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 200, 1000, 20)
	r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: 100, Y: 196})
	for range 144 { // a 144 Hz screen for one second
		r.advance(1.0/144, Input{})
	}
	if n := r.Steps(); n != 60 {
		t.Errorf("a second at 144 Hz took %d steps", n)
	}
	if n := r.advance(10, Input{}); n != maxDue {
		t.Errorf("after a stall of 10 s, the run took %d steps at once, want %d", n, maxDue)
	}
	r.Paused = true
	if n := r.advance(1, Input{}); n != 0 {
		t.Errorf("paused, the run took %d steps", n)
	}
	r.Paused, r.Speed = false, 0.25
	n := 0
	for range 60 {
		n += r.advance(stepTime, Input{})
	}
	if n != 15 {
		t.Errorf("a second at a quarter of the speed took %d steps", n)
	}
	for _, bad := range []float64{math.NaN(), math.Inf(-1), -1, 0} {
		if n := r.advance(bad, Input{}); n != 0 {
			t.Errorf("advance(%g) took %d steps", bad, n)
		}
	}
	r.advance(math.Inf(1), Input{X: math.NaN()})
	if p := r.Character().Position; !p.IsFinite() {
		t.Errorf("position = %v", p)
	}
}

// randomRoom returns a level of random shapes in a closed room.
func randomRoom(t *rapid.T, tb testing.TB) level.Snapshot {
	y := newLevelBuilder(tb)
	y.box("floor", -40, 300, 480, 40)
	y.box("lid", -40, -40, 480, 40)
	y.box("left", -40, -40, 40, 380)
	y.box("right", 400, -40, 40, 380)
	n := rapid.IntRange(0, 10).Draw(t, "solids")
	for range n {
		x, top := rapid.Float64Range(0, 380).Draw(t, "x"), rapid.Float64Range(60, 290).Draw(t, "y")
		if rapid.Bool().Draw(t, "on the grid") {
			x, top = math.Round(x/16)*16, math.Round(top/16)*16
		}
		turn := level.Degrees(rapid.SampledFrom([]float64{0, 0, 30, 45, 77.3}).Draw(t, "angle"))
		s := level.Shape{Kind: level.Box, Size: Vec{
			X: rapid.Float64Range(4, 80).Draw(t, "w"),
			Y: rapid.Float64Range(4, 40).Draw(t, "h"),
		}, Rounding: level.Inset}
		if rapid.Bool().Draw(t, "round") {
			s = level.Shape{Kind: level.Circle, Radius: rapid.Float64Range(3, 30).Draw(t, "r")}
		}
		y.add("rock", s, Vec{X: x, Y: top}, func(c *level.Collider) { c.Angle = turn })
	}
	for range rapid.IntRange(0, 6).Draw(t, "bodies") {
		x, at := rapid.Float64Range(20, 380).Draw(t, "bx"), rapid.Float64Range(10, 40).Draw(t, "by")
		y.circle("ball", x, at, rapid.Float64Range(3, 10).Draw(t, "br"), isDynamic,
			material2(0.4, rapid.Float64Range(0, 1).Draw(t, "e")))
	}
	return y.snapshot()
}

// Whatever happens, a character that has been free is not inside anything solid after a step, nothing leaves the room,
// and nothing is NaN.
func TestNeverInside(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		snap := randomRoom(rt, t)
		s := DefaultSettings()
		s.Jetpack = rapid.Bool().Draw(rt, "jetpack")
		s.Speed = rapid.SampledFrom([]float64{60, 140, 900, 5000}).Draw(rt, "speed")
		s.Acceleration, s.AirControl = 20*s.Speed, 20*s.Speed
		s.JumpHeight = rapid.SampledFrom([]float64{0, 50, 400}).Draw(rt, "jump")
		s.Mode = rapid.SampledFrom([]level.PlayMode{Platformer, Platformer, TopDown}).Draw(rt, "mode")
		var err error
		switch rapid.IntRange(0, 2).Draw(rt, "body") {
		case 0:
			s.Body, err = level.Playtest{Form: level.BoxForm, Size: Vec{X: 10, Y: 18}}.Body()
		case 1:
			s.Body, err = level.Playtest{Form: level.CapsuleForm, Size: Vec{X: 12, Y: 22}}.Body()
		case 2:
			s.Body, err = level.Playtest{Form: level.CircleForm, Size: Vec{X: 14}}.Body()
		}
		if err != nil {
			rt.Fatal(err)
		}
		r := NewRun(snap, s, Vec{X: 200, Y: 20})
		free := false
		for range 40 {
			in := Input{
				X:    rapid.SampledFrom([]float64{-1, -0.3, 0, 1}).Draw(rt, "in x"),
				Y:    rapid.SampledFrom([]float64{-1, 0, 1}).Draw(rt, "in y"),
				Jump: rapid.Bool().Draw(rt, "in jump"), Reverse: rapid.IntRange(0, 20).Draw(rt, "in reverse") == 0,
			}
			for range 5 {
				r.Step(in)
				c := r.Character()
				if !c.Position.IsFinite() || !c.Velocity.IsFinite() {
					rt.Fatalf("step %d: the character is at %v with %v", r.Steps(), c.Position, c.Velocity)
				}
				d, id := insideOf(r)
				free = free || d <= Slop // starting in a wedge, it takes some steps to get out
				if free && d > Slop {
					rt.Fatalf("step %d: at %v it is %g deep in %v", r.Steps(), c.Position, d, id)
				}
				if c.Position.X < 0 || c.Position.X > 400 || c.Position.Y < 0 || c.Position.Y > 300 {
					rt.Fatalf("step %d: the character has left the room, to %v", r.Steps(), c.Position)
				}
				for i := range r.space.Bodies[1:] {
					b := &r.space.Bodies[i+1]
					if !b.Position.IsFinite() || !b.Velocity.IsFinite() || math.IsNaN(b.Spin) || b.Position.X < 0 || b.Position.X > 400 || b.Position.Y < 0 ||
						b.Position.Y > 300 {
						rt.Fatalf("step %d: %v is at %v with %v", r.Steps(), r.entities[i+1].id, b.Position, b.Velocity)
					}
				}
			}
		}
	})
}

// insideOf returns the character's largest depth in anything static.
func insideOf(r *Run) (depth float64, id level.ID) {
	w := &r.walker
	for i := range r.space.Ground {
		f := &r.space.Ground[i]
		if r.space.Statics[f.Owner].OneWay != (Vec{}) {
			continue
		}
		for _, s := range w.Shapes {
			if m, hit := collision.Collide(s, collision.Transform{P: w.Position, Q: collision.Rot{C: 1}}, f.Shape,
				r.space.Statics[f.Owner].Pose, 0); hit && m.Depth() > depth {
				depth, id = m.Depth(), r.standing[f.Owner].id
			}
		}
	}
	return depth, id
}

func TestJumpReach(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 200, 1000, 20)
	y.box("shelf", 540, 160, 60, 6)
	r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: 500, Y: 196})
	before := r.Hash()
	paths := r.AppendJumpReach(nil)
	if len(paths) != reachWays {
		t.Fatalf("%d paths, want %d", len(paths), reachWays)
	}
	if r.Hash() != before {
		t.Error("computing the reach changed the run")
	}
	ends := map[float64]bool{}
	for _, p := range paths {
		top := p[0].Y
		for _, q := range p {
			top = min(top, q.Y)
		}
		if math.Abs(196-52-top) > 1e-6 {
			t.Errorf("a path rises to %g, want %g", top, 196-52.0)
		}
		ends[p[len(p)-1].Y] = true
	}
	if !ends[156] || !ends[196] {
		t.Errorf("paths end at the heights %v, want one on the shelf at 156 and others on the floor", ends)
	}
	left, right := paths[0], paths[reachWays-1]
	if d := 500 - left[len(left)-1].X; d < 90 || d > 110 {
		t.Errorf("a jump to the left reaches %g far", d)
	}
	_ = right
}

func TestNoAllocations(t *testing.T) {
	snap := playground(t)
	r := NewRun(snap, DefaultSettings(), Vec{X: 60, Y: 280})
	in := Input{X: 1, Jump: true}
	for range 600 {
		r.Step(in)
	}
	if n := testing.AllocsPerRun(200, func() { r.Step(in) }); n != 0 {
		t.Errorf("a step allocates %g times", n)
	}
	r = NewRun(pile(t, 200, 1), DefaultSettings(), Vec{X: -80, Y: 400})
	for range 2 * Rate {
		r.Step(Input{})
	}
	if n := testing.AllocsPerRun(100, func() { r.Step(Input{}) }); n != 0 {
		t.Errorf("a step of a pile allocates %g times", n)
	}
}

func TestRecordingErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                "line 1: a file of inputs begins with",
		"fillet: 1\n":                     "line 1: a file of inputs begins with",
		"fillet-inputs":                   `line 1: a file of inputs begins with "fillet-inputs 6"`,
		"fillet-inputs 0":                 `line 1: "0" is not a physics version`,
		"fillet-inputs 7":                 "line 1: a newer Fillet recorded this run, with physics version 7",
		"fillet-inputs 99999999999999999": "line 1: a newer Fillet recorded this run",
		"fillet-inputs 1\n10 fly":         `line 2: unknown input "fly"`,
		"fillet-inputs 1\n\n# x\n0 left":  `line 4: "0" is not a number of steps`,
		"fillet-inputs 1\n-5":             `line 2: "-5" is not a number of steps`,
		"fillet-inputs 1\n9999999999":     "is not a number of steps",
		"fillet-inputs 1\n1 x=2":          "line 2: an axis must be from -1 to 1",
		"fillet-inputs 1\n1 x=NaN":        `"NaN" is not a number`,
		"fillet-inputs 1\n1 grab=12":      `"12" is not an id`,
		"fillet-inputs 1\n1 at=3,4":       "holding a body needs both grab= and at=",
		"fillet-inputs 1\n1\nstart 1 2":   "start may appear only once",
		"fillet-inputs 1\nstart 1":        "start needs two numbers",
		"fillet-inputs 1\nstart 1 two":    `"two" is not a number`,
		"fillet-inputs 1\n1 grab=c1 at=3": `"3" is not a point`,
	} {
		_, err := ReadRecording(strings.NewReader(text))
		var e *RecordingError
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

func FuzzReadRecording(f *testing.F) {
	f.Add("fillet-inputs 1\nstart 48 200\n60 right\n1 right jump # x\n20 x=0.5 y=-0.25\n5 grab=c12 at=100,80.5 " +
		"reverse\n")
	f.Add("fillet-inputs 1\n1")
	f.Fuzz(func(t *testing.T, text string) {
		rec, err := ReadRecording(strings.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if _, err := rec.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		again, err := ReadRecording(&b)
		if err != nil {
			t.Fatalf("the written recording cannot be read: %v", err)
		}
		if again.Start != rec.Start || again.HasStart != rec.HasStart || !slices.Equal(again.Held, rec.Held) {
			t.Fatalf("%+v was read back as %+v", rec, again)
		}
	})
}

func TestSettings(t *testing.T) {
	t.Parallel()
	if err := DefaultSettings().Validate(); err != nil {
		t.Error(err)
	}
	s := DefaultSettings()
	s.Speed = math.NaN()
	if err := s.Validate(); err == nil {
		t.Error("a speed of NaN is valid")
	}
	wild := Settings{Playtest: level.Playtest{
		Speed: math.Inf(1), JumpHeight: math.NaN(), TimeToApex: -1,
		Fuel: math.Inf(-1), Gravity: math.NaN(), Mode: "flying",
	}}
	y := newLevelBuilder(t)
	y.box("floor", 0, 200, 1000, 20)
	r := NewRun(y.snapshot(), wild, Vec{X: math.NaN()})
	steps(r, 100, Input{X: math.Inf(1), Jump: true})
	if !r.Character().Position.IsFinite() {
		t.Errorf("with wild settings: position = %v", r.Character().Position)
	}
	for _, p := range []level.Properties{
		{"speed": "fast"},
		{"jetpack": 1.0},
		{"mode": "flying"},
		{"max_slope": 100.0},
		{"body": "star"},
		{"width": -1.0},
	} {
		y := newLevelBuilder(t)
		y.add("start", level.Shape{Kind: level.Point}, Vec{}, tagged(level.SpawnTag), with(p))
		if _, _, err := SettingsOf(y.snapshot()); err == nil || !strings.Contains(err.Error(), "spawn start") {
			t.Errorf("%v: got %v, want an error that names the spawn", p, err)
		}
	}
}

// crowd returns a level with 200 bodies on 10,000 static colliders.
func crowd(t testing.TB) level.Snapshot {
	y := newLevelBuilder(t)
	for i := range 10000 {
		y.box("tile", float64(i%400)*16, 400+float64(i/400)*16, 16, 16)
	}
	for i := range 200 {
		at := Vec{X: 40 + float64(i)*31, Y: 388}
		s := level.Shape{Kind: level.Box, Size: Vec{X: 18, Y: 16}, Radius: 4, Rounding: level.Inset}
		if i%2 == 0 {
			s = level.Shape{Kind: level.Circle, Radius: 9}
		}
		y.add("stone", s, at, isDynamic, material2(0.05, 0))
	}
	return y.snapshot()
}

func BenchmarkStep(b *testing.B) {
	b.Run("10000 static, 200 moving", func(b *testing.B) {
		r := NewRun(crowd(b), DefaultSettings(), Vec{X: 20, Y: 380})
		benchmarkAwake(b, r)
	})
	b.Run("pile of 200", func(b *testing.B) {
		r := NewRun(pile(b, 200, 1), DefaultSettings(), Vec{X: -80, Y: 400})
		steps(r, 2*Rate, Input{})
		benchmarkAwake(b, r)
	})
	b.Run("1000 resting, 200 moving", func(b *testing.B) {
		r := crowdedScenario().run(b)
		steps(r, Rate, Input{})
		b.ReportAllocs()
		for b.Loop() {
			r.Step(Input{})
		}
	})
	b.Run("pile of 200 at rest", func(b *testing.B) {
		r := NewRun(pile(b, 200, 1), DefaultSettings(), Vec{X: -80, Y: 400})
		steps(r, 10*Rate, Input{})
		b.ReportAllocs()
		for b.Loop() {
			r.Step(Input{})
		}
	})
}

// benchmarkAwake steps a run, and nudges its bodies whenever they would come to rest.
func benchmarkAwake(b *testing.B, r *Run) {
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if n%30 == 0 {
			for i := range r.space.Bodies[1:] {
				x := &r.space.Bodies[i+1]
				x.Wake()
				x.Still = 0
				x.Velocity.X += float64(i%7-3) * 10
			}
		}
		n++
		r.Step(Input{X: 1})
	}
}

func ExampleRun() {
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		fmt.Println(err)
		return
	}
	floor := level.NewCollider(1, 1, "floor", level.Shape{
		Kind: level.Box, Size: Vec{X: 400, Y: 20},
		Rounding: level.Inset,
	}, Vec{X: 200, Y: 210})
	err = doc.Apply(level.Diff{
		Layers:    []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "ground"})},
		Colliders: []level.Change[level.Collider]{level.Added(floor)},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := NewRun(doc.Snapshot(), DefaultSettings(), Vec{X: 100, Y: 150})
	for range Rate {
		r.Step(Input{X: 1})
	}
	c := r.Character()
	fmt.Printf("after %g s at %v, on %v\n", r.Time(), c.Position, c.Ground)
	// Output: after 1 s at (230.25, 188), on c1
}

func BenchmarkJumpReach(b *testing.B) {
	snap := playground(b)
	r := NewRun(snap, DefaultSettings(), Vec{X: 60, Y: 280})
	steps(r, 60, Input{})
	var reach [][]Vec
	b.ReportAllocs()
	for b.Loop() {
		reach = r.AppendJumpReach(reach)
	}
}

// Colliders with ignored overlaps are as solid as any others.
func TestIgnoredOverlapsStaySolid(t *testing.T) {
	t.Parallel()
	snap := playground(t)
	rec := someInputs(600, 5)
	run := func(s level.Snapshot) uint64 {
		r := NewRun(s, DefaultSettings(), Vec{})
		r.replay(rec)
		return r.Hash()
	}
	want := run(snap)
	var ids []level.ID
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			ids = append(ids, c.ID)
		}
	}
	settings := *snap.Settings
	settings.Ignored = []level.Ignored{level.NewIgnored(level.RuleOverlap, ids, "all of it")}
	snap.Settings = &settings
	if got := run(snap); got != want {
		t.Errorf("hash = %x, want %x", got, want)
	}
}
