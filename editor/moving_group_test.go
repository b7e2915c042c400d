package editor

import (
	"fmt"
	"math"
	"testing"

	"fillet/collision"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

// tolerance is the accuracy of the checks, in level pixels.
const tolerance = 1e-6

// scene is a world with a group. The keys of the group's bodies start at 1000.
type scene struct {
	world *collision.World
	group *MovingGroup
	keys  []collision.Key
}

func regularPolygon(t *rapid.T, sides int, r, round, turn float64) collision.Shape {
	var pts []level.Vec
	for i := range sides {
		pts = append(pts, collision.NewRot(turn+2*math.Pi*float64(i)/float64(sides)).Apply(level.Vec{X: r}))
	}
	s, err := collision.NewShape(pts, round)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// drawBody draws a body of any kind: a circle, a rounded polygon, a box, a capsule, a union of them, or a chain.
func drawBody(t *rapid.T, at level.Vec) collision.Body {
	b := collision.Body{Transform: collision.NewTransform(at,
		rapid.SampledFrom([]float64{0, 0, math.Pi / 2, 0.3, 1}).Draw(t, "angle"))}
	size := rapid.SampledFrom([]float64{2, 5, 12, 30}).Draw(t, "size")
	switch rapid.IntRange(0, 6).Draw(t, "kind") {
	case 0:
		b.Shapes = []collision.Shape{regularPolygon(t, 1, 0, size, 0)}
	case 1:
		b.Shapes = []collision.Shape{regularPolygon(t, rapid.IntRange(3, 8).Draw(t, "sides"), size,
			rapid.SampledFrom([]float64{0, 1, 4}).Draw(t, "round"), 0.2)}
	case 2:
		b.Shapes = []collision.Shape{regularPolygon(t, 2, size, 3, 0)}
	case 3, 4: // an L of boxes that share an edge
		s := size
		for _, p := range [][4]float64{{0, 0, s, s}, {s, 0, 2 * s, s}, {0, s, s, 2 * s}} {
			box, err := collision.NewShape([]level.Vec{
				{X: p[0], Y: p[1]},
				{X: p[2], Y: p[1]},
				{X: p[2], Y: p[3]},
				{X: p[0], Y: p[3]},
			}, 0)
			if err != nil {
				t.Fatal(err)
			}
			b.Shapes = append(b.Shapes, box)
		}
	default:
		pts := []level.Vec{{X: -2 * size}, {X: -size, Y: 3}, {X: size, Y: -4}, {X: 2 * size}}
		var err error
		if b.Shapes, err = collision.Chain(pts, rapid.SampledFrom([]float64{0, 2}).Draw(t, "thickness")); err != nil {
			t.Fatal(err)
		}
		b.OneSided = rapid.Bool().Draw(t, "one-sided")
	}
	b.Static = rapid.Bool().Draw(t, "static")
	return b
}

func drawPoint(t *rapid.T, name string, limit float64) level.Vec {
	g := rapid.Float64Range(-limit, limit)
	if rapid.Bool().Draw(t, name+" whole") {
		g = rapid.Map(rapid.IntRange(int(-limit), int(limit)), func(i int) float64 { return float64(i) })
	}
	return level.Vec{X: g.Draw(t, name+" x"), Y: g.Draw(t, name+" y")}
}

func drawScene(t *rapid.T) scene {
	s := scene{world: collision.NewWorld()}
	for i := range rapid.IntRange(0, 8).Draw(t, "bodies") {
		b := drawBody(t, drawPoint(t, "body", 60))
		switch rapid.IntRange(0, 7).Draw(t, "role") {
		case 0:
			b.Trigger = true
		case 1:
			b.OneWay = level.Vec{Y: -1}
		case 2:
			b.Filter = collision.Filter{Category: 2, Mask: 2}
		}
		s.world.Put(collision.Key(i+1), b)
	}
	var own []collision.Body
	for i := range rapid.IntRange(1, 3).Draw(t, "group") {
		b := drawBody(t, drawPoint(t, "own", 40))
		if rapid.IntRange(0, 3).Draw(t, "category") == 0 {
			b.Filter = collision.Filter{Category: 1, Mask: 1}
		}
		s.keys = append(s.keys, collision.Key(1000+i))
		s.world.Put(s.keys[i], b)
		own = append(own, b)
	}
	s.group = NewMovingGroup(s.world, own, s.keys)
	return s
}

// depths returns the depth of the group in each fully solid body, by brute force over all pairs of shapes; a negative
// depth is a distance.
func (s scene) depths(at level.Vec) map[collision.Key]float64 {
	out := map[collision.Key]float64{}
	for k, b := range s.world.Bodies() {
		if k >= 1000 || b.Trigger || b.OneWay != (level.Vec{}) || b.OneSided {
			continue
		}
		deepest := math.Inf(-1)
		for i := range s.group.bodies {
			own := s.group.bodies[i]
			if !own.Filter.Accepts(b.Filter) {
				continue
			}
			own.Transform.P = own.Transform.P.Add(at)
			for _, p := range own.Shapes {
				for _, q := range b.Shapes {
					deepest = max(deepest, -collision.Distance(p, own.Transform, q, b.Transform).Distance)
				}
			}
		}
		out[k] = deepest
	}
	return out
}

// distanceTo returns the distance of the group from a body, by brute force, negative inside.
func (s scene) distanceTo(at level.Vec, k collision.Key) float64 {
	b, _ := s.world.Body(k)
	nearest := math.Inf(1)
	for i := range s.group.bodies {
		own := s.group.bodies[i]
		own.Transform.P = own.Transform.P.Add(at)
		for _, p := range own.Shapes {
			for _, q := range b.Shapes {
				nearest = min(nearest, collision.Distance(p, own.Transform, q, b.Transform).Distance)
			}
		}
	}
	return nearest
}

func TestSnapTouchesAndOverlapsNothingNew(t *testing.T) {
	t.Parallel()
	cases, snapped, corners := 0, 0, 0
	check := func(t *rapid.T, s scene) {
		at := drawPoint(t, "at", 30)
		const reach = 6
		before := s.depths(at)
		got, ok := s.group.Snap(at, reach)
		if !ok {
			return
		}
		snapped++
		if got.At.Dist(at) > reach+tolerance {
			t.Fatalf("moved by %g, further than %v", got.At.Dist(at), reach)
		}
		for k, d := range s.depths(got.At) {
			if d > tolerance && d > before[k]+2*reach || d > tolerance && before[k] <= tolerance {
				t.Fatalf("overlaps body %d by %g, before by %g", k, d, before[k])
			}
		}
		corners += got.Count - 1
		for _, touch := range got.Touches[:got.Count] {
			if d := s.distanceTo(got.At, touch.Key); d > tolerance {
				t.Fatalf("the result touches body %d, which is %g away", touch.Key, d)
			}
			if math.Abs(touch.Normal.Len()-1) > 1e-9 {
				t.Fatalf("normal %v", touch.Normal)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		cases++
		s := drawScene(t)
		for range 10 { // many positions in one scene, since few of them are near anything
			check(t, s)
		}
	})
	if cases >= 200 && (snapped == 0 || corners == 0) { // with few cases this may be chance
		t.Errorf("%d snapped, %d in corners: the cases are too few", snapped, corners)
	}
}

// A group that overlaps nothing snaps to the nearest surface. Except in a corner, it moves no further than the distance
// to that surface.
func TestSnapToNearestSurface(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := drawScene(t)
		for k, b := range s.world.Bodies() { // every body blocks from every side
			if b.OneSided || b.OneWay != (level.Vec{}) || b.Trigger || len(b.Shapes) > 1 {
				s.world.Remove(k)
			}
		}
		at := drawPoint(t, "at", 30)
		nearest := math.Inf(1)
		for _, d := range s.depths(at) {
			nearest = min(nearest, -d)
		}
		const reach = 6
		got, ok := s.group.Snap(at, reach)
		switch {
		case nearest < 0: // the group overlaps a body
		case nearest < reach-tolerance && !ok:
			t.Fatalf("no snap to a surface %g away", nearest)
		case nearest > reach+tolerance && ok:
			t.Fatalf("the nearest surface is %g away, got %v", nearest, got)
		case ok && got.Count == 1 && got.At.Dist(at) > nearest+tolerance:
			t.Fatalf("moved by %g to a surface %g away", got.At.Dist(at), nearest)
		}
	})
}

// A slide never goes deeper into anything.
func TestSlideNeverGoesDeeper(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := drawScene(t)
		at := level.Vec{}
		before := s.depths(at)
		for range rapid.IntRange(1, 6).Draw(t, "moves") {
			at, _ = s.group.Slide(at, drawPoint(t, "to", 200))
			for k, d := range s.depths(at) {
				b, _ := s.world.Body(k)
				switch {
				case d <= tolerance:
				case before[k] <= tolerance:
					t.Fatalf("is %g deep in body %d", d, k)
				case len(b.Shapes) == 1 && len(s.group.bodies) == 1 && len(s.group.bodies[0].Shapes) == 1 &&
					d > before[k]+tolerance:
					t.Fatalf("went from depth %g to %g in body %d", before[k], d, k)
				}
				before[k] = min(before[k], max(d, 0))
			}
		}
	})
}

// A group enclosed by walls of any thickness stays inside, however fast it is dragged.
func TestSlideCrossesNoWall(t *testing.T) {
	t.Parallel()
	for _, thickness := range []float64{0, 1e-3, 0.5, 8} {
		t.Run(fmt.Sprint(thickness), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				w := collision.NewWorld()
				walls, err := collision.Loop([]level.Vec{
					{X: -100, Y: -80},
					{X: 10, Y: -100},
					{X: 100, Y: -60},
					{X: 90, Y: 70},
					{X: -20, Y: 100},
					{X: -90, Y: 60},
				}, thickness)
				if err != nil {
					t.Fatal(err)
				}
				w.Put(1, collision.Body{Shapes: walls, Transform: collision.Identity(), Static: true})
				w.Put(2, collision.Body{
					Shapes:    []collision.Shape{regularPolygon(t, 1, 0, 15, 0)},
					Transform: collision.NewTransform(level.Vec{X: 40, Y: 20}, 0),
				})
				b := drawBody(t, level.Vec{X: -30, Y: -10})
				if b.Shapes[0].Radius() > 20 || len(b.Shapes) > 1 &&
					b.Shapes[0].Bounds(collision.Identity()).Size().X > 14 {
					return // the group does not fit
				}
				s := scene{world: w, group: NewMovingGroup(w, []collision.Body{b}, []collision.Key{1000})}
				for _, d := range s.depths(level.Vec{}) {
					if d > 0 {
						return
					}
				}
				at := level.Vec{}
				for range rapid.IntRange(1, 8).Draw(t, "moves") {
					at, _ = s.group.Slide(at, drawPoint(t, "to", 5000))
					middle := b.Transform.P.Add(at)
					if max(math.Abs(middle.X), math.Abs(middle.Y)) > 100+tolerance {
						t.Fatalf("escaped to %v", middle)
					}
					for k, d := range s.depths(at) {
						if d > tolerance {
							t.Fatalf("%g in body %d", d, k)
						}
					}
				}
			})
		})
	}
}

func box(w, h float64) []collision.Shape {
	s, err := collision.Box(w/2, h/2, 0)
	if err != nil {
		panic(err)
	}
	return []collision.Shape{s}
}

func ball(r float64) []collision.Shape {
	s, err := collision.Circle(level.Vec{}, r)
	if err != nil {
		panic(err)
	}
	return []collision.Shape{s}
}

func place(shapes []collision.Shape, x, y float64) collision.Body {
	return collision.Body{Shapes: shapes, Transform: collision.NewTransform(level.Vec{X: x, Y: y}, 0)}
}

// room returns a floor of ten tiles at y = 0, from x = 0 to 160, with a wall at its right end.
func room(own ...collision.Body) (*collision.World, *MovingGroup) {
	w := collision.NewWorld()
	for i := range 10 {
		w.Put(collision.Key(i+1), place(box(16, 16), float64(16*i)+8, 8))
	}
	w.Put(11, place(box(16, 200), 168, -84))
	var keys []collision.Key
	for i, b := range own {
		keys = append(keys, collision.Key(100+i))
		w.Put(keys[i], b)
	}
	return w, NewMovingGroup(w, own, keys)
}

func near(a, b level.Vec) bool { return a.Dist(b) <= tolerance }

func TestSnapInTheRoom(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		own    []collision.Shape
		at     level.Vec // the group's centre, where the pointer drags it
		want   level.Vec
		count  int
		normal level.Vec
		none   bool
	}{
		{
			name: "above the floor", own: box(20, 20), at: level.Vec{X: 50, Y: -13}, want: level.Vec{X: 50, Y: -10},
			count: 1, normal: level.Vec{Y: -1},
		},
		{
			name: "in the floor", own: box(20, 20), at: level.Vec{X: 51.5, Y: -6}, want: level.Vec{X: 51.5, Y: -10},
			count: 1, normal: level.Vec{Y: -1},
		},
		{
			name: "a circle", own: ball(7), at: level.Vec{X: 50, Y: -8.25}, want: level.Vec{X: 50, Y: -7}, count: 1,
			normal: level.Vec{Y: -1},
		},
		{name: "too far", own: box(20, 20), at: level.Vec{X: 50, Y: -16.5}, none: true},
		{name: "too deep", own: box(20, 20), at: level.Vec{X: 50, Y: -3}, none: true},
		{
			name: "the corner from outside", own: box(20, 20), at: level.Vec{X: 147, Y: -13},
			want: level.Vec{X: 150, Y: -10}, count: 2, normal: level.Vec{},
		},
		{
			name: "the corner from inside", own: box(20, 20), at: level.Vec{X: 152, Y: -8},
			want: level.Vec{X: 150, Y: -10}, count: 2, normal: level.Vec{},
		},
		{
			name: "a circle in the corner", own: ball(10), at: level.Vec{X: 148.5, Y: -11},
			want: level.Vec{X: 150, Y: -10}, count: 2, normal: level.Vec{},
		},
		{
			name: "the floor's left end", own: box(20, 20), at: level.Vec{X: -11, Y: 8}, want: level.Vec{X: -10, Y: 8},
			count: 1, normal: level.Vec{X: -1},
		},
		{
			name: "around the corner at the end", own: ball(10), at: level.Vec{X: -8, Y: -8},
			want: level.Vec{X: -math.Sqrt2 * 5, Y: -math.Sqrt2 * 5}, count: 1,
			normal: level.Vec{X: -math.Sqrt2 / 2, Y: -math.Sqrt2 / 2},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, g := room(place(c.own, c.at.X, c.at.Y))
			got, ok := g.Snap(level.Vec{}, 6)
			if ok == c.none {
				t.Fatalf("snapped: %v, to %+v", ok, got)
			}
			if c.none {
				return
			}
			if at := c.at.Add(got.At); !near(at, c.want) || got.Count != c.count {
				t.Errorf("at %v with %d touches, want %v with %d", at, got.Count, c.want, c.count)
			}
			if n := got.Touches[0].Normal; c.normal != (level.Vec{}) && !near(n, c.normal) {
				t.Errorf("normal %v, want %v", n, c.normal)
			}
		})
	}
}

// A snapped shape that follows the pointer over the ground touches the ground all the way, including around corners.
func TestSnapStaysInContact(t *testing.T) {
	t.Parallel()
	w := collision.NewWorld()
	rock, err := collision.NewShape([]level.Vec{{X: -30, Y: -10}, {X: 30, Y: -25}, {X: 40, Y: 20}, {X: -35, Y: 25}}, 12)
	if err != nil {
		t.Fatal(err)
	}
	w.Put(1, collision.Body{Shapes: []collision.Shape{rock}, Transform: collision.Identity()})
	for name, own := range map[string][]collision.Shape{"circle": ball(9), "box": box(14, 10)} {
		g := NewMovingGroup(w, []collision.Body{place(own, 0, 0)}, []collision.Key{100})
		s := scene{world: w, group: g}
		for i := range 720 {
			dir := collision.NewRot(float64(i) * math.Pi / 360).Apply(level.Vec{X: 1})
			way, _, ok := g.Drop(dir.Mul(300), dir.Neg())
			if !ok {
				t.Fatalf("%s: nothing at %d", name, i)
			}
			surface := dir.Mul(300).Add(way)
			for _, off := range []float64{-4, -0.5, 0, 0.5, 4} {
				got, ok := g.Snap(surface.MulAdd(dir, off), 6)
				if d := s.distanceTo(got.At, 1); !ok || math.Abs(d) > tolerance {
					t.Fatalf("%s at %d, %g from the surface: %v, distance %g", name, i, off, ok, d)
				}
			}
		}
	}
}

func TestOneWayIsEnteredFromBelow(t *testing.T) {
	t.Parallel()
	w := collision.NewWorld()
	platform := place(box(100, 4), 0, 0)
	platform.OneWay = level.Vec{Y: -1}
	w.Put(1, platform)
	at := func(y float64) *MovingGroup {
		return NewMovingGroup(w, []collision.Body{place(box(10, 10), 0, y)}, []collision.Key{100})
	}
	if got, ok := at(-10).Snap(level.Vec{}, 6); !ok || !near(got.At, level.Vec{Y: 3}) {
		t.Errorf("from above: %+v, %v", got, ok)
	}
	if got, ok := at(10).Snap(level.Vec{}, 6); ok {
		t.Errorf("from below: %+v", got)
	}
	if to, met := at(40).Slide(level.Vec{}, level.Vec{Y: -80}); met || !near(to, level.Vec{Y: -80}) {
		t.Errorf("dragged up through it: stopped at %v", to)
	}
	if to, met := at(-40).Slide(level.Vec{}, level.Vec{Y: 80}); !met || !near(to, level.Vec{Y: 33}) {
		t.Errorf("dragged down onto it: stopped at %v", to)
	}
	if to, met := at(0).Slide(level.Vec{}, level.Vec{Y: 80}); met || !near(to, level.Vec{Y: 80}) {
		t.Errorf("dragged down out of it: stopped at %v", to)
	}
}

func TestSlideInTheRoom(t *testing.T) {
	t.Parallel()
	_, g := room(place(box(20, 20), 10, -10), place(ball(5), 10, -25))
	to, met := g.Slide(level.Vec{}, level.Vec{X: 1000, Y: 30})
	if !met || !near(to, level.Vec{X: 140}) {
		t.Errorf("along the floor to the wall: %v", to)
	}
	if to, met = g.Slide(level.Vec{X: 140}, level.Vec{X: 50, Y: -40}); met || !near(to, level.Vec{X: 50, Y: -40}) {
		t.Errorf("away: %v %v", to, met)
	}
	if to, _ = g.Slide(level.Vec{X: 50, Y: -40}, level.Vec{X: 50, Y: -40}); to != (level.Vec{X: 50, Y: -40}) {
		t.Errorf("nowhere: %v", to)
	}
}

// A shape dragged around a circle slides over the circle.
func TestSlideAroundCircle(t *testing.T) {
	t.Parallel()
	w := collision.NewWorld()
	w.Put(1, place(ball(30), 0, 0))
	g := NewMovingGroup(w, []collision.Body{place(ball(10), -60, -5)}, []collision.Key{100})
	to, met := g.Slide(level.Vec{}, level.Vec{X: 120})
	if !met || to.X < 100 {
		t.Errorf("the group ended at %v", to)
	}
}

func TestDrop(t *testing.T) {
	t.Parallel()
	down := level.Vec{Y: 1}
	_, g := room(place(ball(5), 30, -100))
	if way, hit, ok := g.Drop(level.Vec{}, down); !ok || way != (level.Vec{Y: 95}) || hit.Key != 2 ||
		hit.Normal != (level.Vec{Y: -1}) {
		t.Errorf("onto the floor: %v %+v %v", way, hit, ok)
	}
	if _, _, ok := g.Drop(level.Vec{X: -200}, down); ok {
		t.Error("the group lands on nothing")
	}
	if way, _, ok := g.Drop(level.Vec{Y: 95}, down); !ok || way.Len() > tolerance {
		t.Errorf("a resting group moves: %v %v", way, ok)
	}
	if key, depth, ok := g.Inside(level.Vec{Y: 97}); !ok || key != 2 || math.Abs(depth-2) > tolerance {
		t.Errorf("inside: %v %g %v", key, depth, ok)
	}
	if _, _, ok := g.Inside(level.Vec{Y: 95}); ok {
		t.Error("touching counts as inside")
	}
	for _, k := range []collision.Key{1, 2, 3} {
		g.LeaveOut(k)
	}
	if _, _, ok := g.Drop(level.Vec{}, down); ok {
		t.Error("the group lands on an excluded body")
	}
	g.Meet(2)
	if _, hit, ok := g.Drop(level.Vec{}, down); !ok || hit.Key != 2 {
		t.Error("the group does not land on an included body")
	}
}

// A resting shape does not sink, however often it is dropped. This includes thin shapes, which are padded, steep
// slopes, and positions far from the origin, where rounding errors are larger.
func TestDropRests(t *testing.T) {
	t.Parallel()
	chain, err := collision.Chain([]level.Vec{{X: -30}, {X: 30}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	dot, err := collision.NewShape([]level.Vec{{}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	steep, err := collision.NewShape([]level.Vec{{X: -100, Y: 800}, {Y: -800}, {X: 100, Y: 800}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		shapes []collision.Shape
		origin float64
		at     level.Vec
	}{
		{"a chain", chain, 0, level.Vec{Y: -900}},
		{"a chain far away", chain, -1e6, level.Vec{Y: -900}},
		{"a point on a steep side", []collision.Shape{dot}, 0, level.Vec{X: 40, Y: -900}},
		{"a point on a steep side far away", []collision.Shape{dot}, 1e6, level.Vec{X: 40, Y: -900}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := collision.NewWorld()
			w.Put(1, collision.Body{
				Shapes:    []collision.Shape{steep},
				Transform: collision.NewTransform(level.Vec{X: tt.origin}, 0), Static: true,
			})
			at := level.Vec{}
			for i := range 5 {
				body := collision.Body{
					Shapes:    tt.shapes,
					Transform: collision.NewTransform(tt.at.Add(at).Add(level.Vec{X: tt.origin}), 0),
				}
				way, _, ok := NewMovingGroup(w, []collision.Body{body}, []collision.Key{1000}).Drop(level.Vec{},
					level.Vec{Y: 1})
				if !ok || i > 0 && way != (level.Vec{}) {
					t.Fatalf("drop %d moves by %v, %v", i, way, ok)
				}
				at = at.Add(way)
			}
		})
	}
}

func TestSnapAlong(t *testing.T) {
	t.Parallel()
	_, g := room(place(box(20, 20), 50, -13))
	if got, ok := g.SnapAlong(level.Vec{}, level.Vec{Y: 1}, 6); !ok || !near(got.At, level.Vec{Y: 3}) {
		t.Errorf("down: %+v %v", got, ok)
	}
	if got, ok := g.SnapAlong(level.Vec{Y: 5}, level.Vec{Y: 1}, 6); !ok || !near(got.At, level.Vec{Y: 3}) {
		t.Errorf("up: %+v %v", got, ok)
	}
	if got, ok := g.SnapAlong(level.Vec{}, level.Vec{X: 1}, 6); ok {
		t.Errorf("to the side: %+v", got)
	}
}

func TestAlong(t *testing.T) {
	t.Parallel()
	_, g := room(place(box(20, 20), 50, -10))
	s, ok := g.Snap(level.Vec{}, 6)
	if !ok {
		t.Fatal("no contact")
	}
	if got, ok := g.Along(s, level.Vec{X: 3.5, Y: 2}, 6); !ok || !near(got.At, level.Vec{X: 3.5}) || got.Count != 1 {
		t.Errorf("along: %+v %v", got, ok)
	}
	if got, ok := g.Along(s, level.Vec{X: 1000}, 6); !ok || !near(got.At, level.Vec{X: 100}) || got.Count != 2 {
		t.Errorf("to the wall: %+v %v", got, ok)
	}
	if got, ok := g.Along(s, level.Vec{X: -100}, 6); ok {
		t.Errorf("past the end: %+v", got)
	}
}

// A group works equally well far from the origin, where rounding errors are larger.
func TestFarAway(t *testing.T) {
	t.Parallel()
	const far = 1e7
	w := collision.NewWorld()
	w.Put(1, place(box(100, 10), far, far))
	g := NewMovingGroup(w, []collision.Body{place(box(10, 10), far+3.3, far-30)}, []collision.Key{100})
	way, _, ok := g.Drop(level.Vec{}, level.Vec{Y: 1})
	if !ok || math.Abs(way.Y-20) > 1e-4 {
		t.Errorf("drop = %v, %v", way, ok)
	}
	if to, _ := g.Slide(way, way.Add(level.Vec{X: 30, Y: 5})); math.Abs(to.X-30) > 1e-4 {
		t.Errorf("the group slides to %v", to)
	}
}

// BenchmarkSnap measures one drag event among 10,000 boxes: a snap and the free space around.
func BenchmarkSnap(b *testing.B) {
	w := collision.NewWorld()
	for i := range 10_000 {
		w.Put(collision.Key(i+1), place(box(16, 16), float64(i%100)*20, float64(i/100)*20))
	}
	g := NewMovingGroup(w, []collision.Body{place(ball(7), 1000, 1000)}, []collision.Key{20_000})
	w.Update()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		at := level.Vec{X: float64(i % 40), Y: float64(i % 7)}
		g.Snap(at, 6)
		for _, d := range [3]level.Vec{{X: 64}, {Y: 64}, {X: 200, Y: 100}} {
			g.Cast(at, d)
		}
	}
}

// BenchmarkSlide measures one event of a solid drag among 10,000 boxes.
func BenchmarkSlide(b *testing.B) {
	w := collision.NewWorld()
	for i := range 10_000 {
		w.Put(collision.Key(i+1), place(box(16, 16), float64(i%100)*20, float64(i/100)*20))
	}
	g := NewMovingGroup(w, []collision.Body{place(ball(1), 990, 990)}, []collision.Key{20_000})
	w.Update()
	at := level.Vec{}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		at, _ = g.Slide(at, collision.NewRot(float64(i)).Apply(level.Vec{X: 100}))
	}
}

// BenchmarkSnapOfMany is BenchmarkSnap for a body of 400 pieces.
func BenchmarkSnapOfMany(b *testing.B) {
	w := collision.NewWorld()
	for i := range 10_000 {
		w.Put(collision.Key(i+1), place(box(16, 16), float64(i%100)*20, float64(i/100)*20))
	}
	var shapes []collision.Shape
	for i := range 400 {
		x := float64(i) * 4
		s, err := collision.NewShape([]level.Vec{{X: x}, {X: x + 4}, {X: x + 4, Y: 2}, {X: x, Y: 2}}, 0)
		if err != nil {
			b.Fatal(err)
		}
		shapes = append(shapes, s)
	}
	g := NewMovingGroup(w, []collision.Body{place(shapes, 100, -10)}, []collision.Key{20_000})
	w.Update()
	for i := 0; b.Loop(); i++ {
		at := level.Vec{X: float64(i % 40), Y: float64(i%7) - 4}
		g.Snap(at, 6)
		for _, d := range [3]level.Vec{{X: 64}, {Y: 64}, {X: 200, Y: 100}} {
			g.Cast(at, d)
		}
	}
}
