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

func TestFreeSpaceOfBoxes(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("a", 100, 100, 50, 20)
	y.box("b", 200, 100, 50, 20)
	f := NewFreeSpace(boxSettings(t, 10, 30))
	if f.Update(level.Snapshot{Settings: level.DefaultSettings()}) {
		t.Error("an empty level changes the empty space")
	}
	snap := y.snapshot()
	if !f.Update(snap) || f.Update(snap) {
		t.Error("the first update changes the space, the second does not")
	}
	b := collision.EmptyAABB()
	for _, p := range f.Blocked() {
		b = b.Union(p.Bounds(collision.Identity()))
	}
	if want := (collision.AABB{Min: Vec{X: 95, Y: 85}, Max: Vec{X: 255, Y: 135}}); b != want {
		t.Errorf("blocked part = %v, want %v", b, want)
	}
	if n := len(f.Boundary()); n != 8 {
		t.Errorf("two boxes apart have %d edges, want 8: %v", n, f.Boundary())
	}
	for p, want := range map[Vec]bool{
		{X: 94, Y: 110}: true, {X: 95, Y: 110}: true, {X: 96, Y: 110}: false,
		{X: 175, Y: 110}: true, {X: 120, Y: 84}: true, {X: 120, Y: 90}: false,
	} {
		if got := f.Fits(p); got != want {
			t.Errorf("the character fits at %v: %v, want %v", p, got, want)
		}
	}
}

// A gap is open in the free space if and only if the character gets through it.
func TestFreeSpaceGap(t *testing.T) {
	t.Parallel()
	for _, gap := range []float64{20, 23.9, 24, 24.1, 30} {
		y := newLevelBuilder(t)
		y.box("floor", 0, 200, 400, 20)
		y.box("roof", 150, 100, 60, 100-gap)
		snap := y.snapshot()
		s := DefaultSettings()
		f := NewFreeSpace(s)
		f.Update(snap)
		open := f.Fits(Vec{X: 180, Y: 188})
		r := NewRun(snap, s, Vec{X: 50, Y: 188})
		steps(r, 240, Input{X: 1})
		if through := r.Character().Position.X > 300; through != open || open != (gap >= 24) {
			t.Errorf("a gap of %g for a character of 24: open %v, gone through %v", gap, open, through)
		}
	}
}

// length returns the length of a line or an arc.
func length(s collision.Segment) float64 {
	if s.Radius == 0 {
		return s.From.Dist(s.To)
	}
	return math.Abs(s.Sweep()) * s.Radius
}

func pointOn(s collision.Segment, t float64) Vec {
	if s.Radius == 0 {
		return s.From.Lerp(s.To, t)
	}
	return s.Center.Add(collision.NewRot(s.Sweep() * t).Apply(s.From.Sub(s.Center)))
}

// onSegment returns the distance of p from a line or an arc.
func onSegment(s collision.Segment, p Vec) float64 {
	best := min(p.Dist(s.From), p.Dist(s.To))
	if s.Radius == 0 {
		d := s.To.Sub(s.From)
		if t := p.Sub(s.From).Dot(d) / d.LenSq(); t > 0 && t < 1 {
			best = min(best, p.Dist(s.From.MulAdd(d, t)))
		}
		return best
	}
	a, b := s.From.Sub(s.Center), p.Sub(s.Center)
	angle, sweep := math.Atan2(a.Cross(b), a.Dot(b)), s.Sweep()
	if sweep > 0 && angle < 0 {
		angle += 2 * math.Pi
	}
	if sweep < 0 && angle > 0 {
		angle -= 2 * math.Pi
	}
	if t := angle / sweep; t >= 0 && t <= 1 {
		best = min(best, math.Abs(p.Dist(s.Center)-s.Radius))
	}
	return best
}

// Everything drawn is on the boundary, and the whole boundary is drawn.
func TestBoundary(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		snap := randomRoom(rt, t)
		s := boxSettings(t, 10, 20)
		if rapid.Bool().Draw(rt, "capsule") {
			s.Body = DefaultBody()
		}
		f := NewFreeSpace(s)
		f.Update(snap)
		edges, pieces := f.Boundary(), f.Blocked()
		depth := func(p Vec) float64 {
			d := math.Inf(1)
			for _, q := range pieces {
				_, e := q.Closest(collision.Identity(), p)
				d = min(d, e)
			}
			return d
		}
		for _, e := range edges {
			for _, at := range []float64{0.01, 0.3, 0.5, 0.99} {
				if d := depth(pointOn(e, at)); math.Abs(d) > 1e-5 {
					rt.Fatalf("%+v: its point %v is %g from the boundary", e, pointOn(e, at), d)
				}
			}
		}
		for _, q := range pieces {
			for _, c := range q.Boundary() {
				for _, e := range c {
					for k := range 8 {
						p := pointOn(e, (float64(k)+0.5)/8)
						if depth(p) < -1e-5 || length(e) < 1e-3 {
							continue
						}
						if !slices.ContainsFunc(edges, func(x collision.Segment) bool {
							return onSegment(x, p) < 1e-4
						}) {
							rt.Fatalf("%v is on the boundary, but on none of its segments", p)
						}
					}
				}
			}
		}
	})
}

// Updating gives the same result as starting over.
func TestFreeSpaceFollowsEdits(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	for i := range 40 {
		y.box("tile", float64(i%8)*37, float64(i/8)*31, 20, 16)
	}
	settings := level.DefaultSettings()
	doc, err := level.NewDocument(settings)
	if err != nil {
		t.Fatal(err)
	}
	y.diff.Layers = []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "all"})}
	if err := doc.Apply(y.diff); err != nil {
		t.Fatal(err)
	}
	live := NewFreeSpace(DefaultSettings())
	live.Update(doc.Snapshot())
	for k := range 60 {
		id := level.ID(1 + (k*7)%40)
		old := doc.Collider(id)
		var change level.Change[level.Collider]
		switch {
		case old == nil:
			change = level.Added(level.NewCollider(id, 1, "again", level.Shape{Kind: level.Circle, Radius: 9},
				Vec{X: float64(k * 3), Y: 60}))
		case k%5 == 4:
			change = level.Removed(old)
		default:
			c := *old
			c.Position = c.Position.Add(Vec{X: float64(k%3) * 9, Y: -float64(k%4) * 7})
			c.Angle += 20
			change = level.Changed(old, &c)
		}
		if err := doc.Apply(level.Diff{Colliders: []level.Change[level.Collider]{change}}); err != nil {
			t.Fatal(err)
		}
		live.Update(doc.Snapshot())
		fresh := NewFreeSpace(DefaultSettings())
		fresh.Update(doc.Snapshot())
		if a, b := live.Boundary(), fresh.Boundary(); !slices.Equal(a, b) {
			t.Fatalf("edit %d: the boundary has %d segments, and %d when recomputed", k, len(a), len(b))
		}
	}
}

// Moving colliders are left out, and so are colliders given as gone.
func TestDuring(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 200, 400, 20)
	y.box("lift", 100, 100, 40, 10, isKinematic, with(level.Properties{"move_y": 50.0, "move_time": 2.0}))
	y.box("wheel", 200, 100, 40, 10, isKinematic, with(level.Properties{"turn": 90.0}))
	still := y.box("shelf", 300, 100, 40, 10, isKinematic)
	snap := y.snapshot()
	f := NewFreeSpace(boxSettings(t, 8, 8))
	f.Update(snap)
	for at, want := range map[Vec]bool{{X: 120, Y: 105}: true, {X: 220, Y: 105}: true, {X: 320, Y: 105}: false} {
		if f.Fits(at) {
			t.Fatalf("before, the character fits at %v", at)
		}
		g := NewFreeSpace(boxSettings(t, 8, 8))
		g.Update(During(snap, nil))
		if got := g.Fits(at); got != want {
			t.Errorf("without moving colliders, the character fits at %v: %v, want %v", at, got, want)
		}
	}
	if n := len(snap.Layers[0].Colliders); n != 4 || snap.Layers[0].Colliders[3].ID != still {
		t.Errorf("the snapshot itself has changed: %d colliders", n)
	}
	f.Update(During(snap, []level.ID{still}))
	if !f.Fits(Vec{X: 120, Y: 105}) {
		t.Error("a removed collider still blocks")
	}
	if !f.Fits(Vec{X: 320, Y: 105}) {
		t.Error("a collider that is gone blocks")
	}
}

// A door blocks while it is shut, both in the level at its start and in a run.
func TestDoorsOfTheFreeSpace(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 100, 600, 20)
	shut := y.box("gate", 500, 50, 10, 50, tagged("door", "north"))
	open := y.box("arch", 540, 50, 10, 50, tagged("door", "north"), with(level.Properties{"door_open": true}))
	y.box("no door", 580, 50, 10, 50, isTrigger, tagged("door"), with(level.Properties{"door_open": true}))
	y.box("plate", 100, 80, 20, 20, isTrigger, tagged("switch"), with(level.Properties{"opens": "north"}))
	snap := y.snapshot()
	doors := func(snap level.Snapshot) [2]bool {
		f := NewFreeSpace(boxSettings(t, 8, 8))
		f.Update(snap)
		return [2]bool{f.Fits(Vec{X: 505, Y: 75}), f.Fits(Vec{X: 545, Y: 75})}
	}
	if got := doors(AtStart(snap)); got != [2]bool{false, true} {
		t.Errorf("at the start, the shut and the open door leave room: %v", got)
	}
	r := NewRun(snap, instantly(boxSettings(t, 8, 8)), Vec{X: 80, Y: 90})
	for i, want := range [][2]bool{{false, true}, {true, false}, {false, true}} {
		gone := AppendGone(nil, r)
		if wantGone := map[bool][]level.ID{true: {shut}, false: {open}}[want[0]]; !slices.Equal(gone, wantGone) {
			t.Errorf("in phase %d, %v are gone, want %v", i, gone, wantGone)
		}
		if got := doors(During(snap, gone)); got != want {
			t.Errorf("in phase %d, the two doors leave room: %v, want %v", i, got, want)
		}
		steps(r, 12, Input{X: float64(1 - 2*i)})
	}
}

func BenchmarkFreeSpace(b *testing.B) {
	y := newLevelBuilder(b)
	for i := range 10000 {
		y.add("rock", level.Shape{Kind: level.Box, Size: Vec{X: 30, Y: 24}, Radius: 4, Rounding: level.Inset},
			Vec{X: float64(i%100) * 60, Y: float64(i/100) * 60})
	}
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		b.Fatal(err)
	}
	y.diff.Layers = []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "all"})}
	if err := doc.Apply(y.diff); err != nil {
		b.Fatal(err)
	}
	b.Run("new", func(b *testing.B) {
		snap := doc.Snapshot()
		for b.Loop() {
			f := NewFreeSpace(DefaultSettings())
			f.Update(snap)
			f.Boundary()
		}
	})
	b.Run("one of 10000 moves", func(b *testing.B) {
		f := NewFreeSpace(DefaultSettings())
		f.Update(doc.Snapshot())
		f.Boundary()
		k := 0
		for b.Loop() {
			k++
			old := doc.Collider(5050)
			c := *old
			c.Position.X += float64(k%2)*2 - 1
			if err := doc.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(old, &c)}}); err !=
				nil {
				b.Fatal(err)
			}
			f.Update(doc.Snapshot())
			f.Boundary()
		}
	})
}

func ExampleFreeSpace() {
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		fmt.Println(err)
		return
	}
	rock := level.NewCollider(1, 1, "rock", level.Shape{
		Kind: level.Box, Size: Vec{X: 40, Y: 20},
		Rounding: level.Inset,
	}, Vec{X: 100, Y: 100})
	err = doc.Apply(level.Diff{
		Layers:    []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "ground"})},
		Colliders: []level.Change[level.Collider]{level.Added(rock)},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	f := NewFreeSpace(DefaultSettings())
	f.Update(doc.Snapshot())
	fmt.Println(f.Fits(Vec{X: 100, Y: 78}), f.Fits(Vec{X: 100, Y: 79}), len(f.Boundary()))
	// Output: true false 8
}
