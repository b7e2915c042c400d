package play

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

func flood(t testing.TB, snap level.Snapshot, s Settings) *Flood {
	t.Helper()
	f, err := NewFlood(context.Background(), snap, s)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A room has a gap that is just wide enough, or just too narrow, for the character of 14 by 24.
func TestFloodOfARoom(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		gap  float64
		open bool
	}{{0, false}, {10, false}, {23, false}, {23.4, false}, {23.6, true}, {24, true}, {40, true}} {
		y := newLevelBuilder(t)
		y.box("floor", 0, 200, 400, 20)
		y.box("lid", 0, 0, 400, 20)
		y.box("left", 0, 0, 20, 220)
		y.box("right", 380, 0, 20, 220)
		y.box("wall", 190, 0, 20, 200-c.gap)
		snap := y.snapshot()
		s := DefaultSettings()
		s.Crouch = false
		f := flood(t, snap, s)
		here, there, far := f.PartAt(Vec{X: 100, Y: 100}), f.PartAt(Vec{X: 300, Y: 100}), f.PartAt(Vec{X: -100, Y: 100})
		if here == NoPart || there == NoPart || far == NoPart || here == far || there == far {
			t.Fatalf("the parts are %d, %d and %d", here, there, far)
		}
		if (here == there) != c.open {
			t.Errorf("a gap of %g is open: %v, want %v", c.gap, here == there, c.open)
		}
		if p := f.PartAt(Vec{X: 200, Y: 50}); p != NoPart {
			t.Errorf("inside the wall, part = %d", p)
		}
		box, area := f.Bounds(here)
		if want := 333.0; c.open && c.gap < 30 && math.Abs(box.Size().X-346) > 2 || area <= 100*want/2 ||
			f.Parts()[0] != far {
			t.Errorf("the room's space is %v of %g, parts = %v", box, area, f.Parts())
		}
	}
	low := DefaultSettings()
	low.Crouch, low.CrouchHeight = true, 14
	y := newLevelBuilder(t)
	y.box("floor", 0, 200, 400, 20)
	y.box("lid", 0, 0, 400, 20)
	y.box("left", 0, 0, 20, 220)
	y.box("right", 380, 0, 20, 220)
	y.box("wall", 190, 0, 20, 184)
	if f := flood(t, y.snapshot(), low); f.PartAt(Vec{X: 100, Y: 100}) != f.PartAt(Vec{X: 300, Y: 100}) {
		t.Error("a crouching character does not get through a gap of 16")
	}
}

// A proof does not rely on anything that moves or is open from one side.
func TestFloodTreatsMovableAsOpen(t *testing.T) {
	t.Parallel()
	both := func(all ...func(*level.Collider)) func(*level.Collider) {
		return func(c *level.Collider) {
			for _, f := range all {
				f(c)
			}
		}
	}
	for name, change := range map[string]func(*level.Collider){
		"one-way": isOneWay, "dynamic": isDynamic, "kinematic": isKinematic, "trigger": isTrigger,
		"static": func(*level.Collider) {},
		"door":   tagged("door"), "door that is open at first": both(tagged("door"),
			with(level.Properties{"door_open": true})),
		"door of a switch": both(tagged("door"), func(c *level.Collider) {
			c.Name = "gate"
		}), "one-way door": both(isOneWay, tagged("door")),
		"crumbling": tagged("crumbling"), "stompable": tagged("stompable"),
		"crumbling hazard": tagged("hazard", "crumbling"),
		"driven":           both(isKinematic, tagged("gate"), with(level.Properties{"move_y": -50.0})),
		"static hazard":    tagged("hazard"), "static conveyor": tagged("conveyor"), "static switch": tagged("switch"),
		"static spring": tagged("spring"),
	} {
		y := newLevelBuilder(t)
		y.box("floor", 0, 200, 400, 20)
		y.box("lid", 0, 0, 400, 20)
		y.box("left", 0, 0, 20, 220)
		y.box("right", 380, 0, 20, 220)
		y.box("wall", 190, 0, 20, 200, change)
		y.box("button", 60, 190, 20, 10, isTrigger, tagged("switch"),
			with(level.Properties{"opens": "gate", "drives": "gate"}))
		goal := y.goal(300, 160, 20, 20)
		snap, s := y.snapshot(), DefaultSettings()
		f := flood(t, snap, s)
		firm := strings.HasPrefix(name, "static")
		if open := f.PartAt(Vec{X: 100, Y: 100}) == f.PartAt(Vec{X: 300, Y: 100}); open == firm {
			t.Errorf("%s: open is %v", name, open)
		}
		res := find(t, snap, s, Vec{X: 100, Y: 188}, SolveOptions{Steps: 2000, Target: goal})
		if sealed := res.Verdict == Sealed; sealed != firm {
			t.Errorf("%s: the goal behind it is sealed: %v (%s)", name, sealed, res.Reason)
		}
	}
}

// sampled holds the parts of a room of 300 by 200, according to a grid of samples where the character fits.
type sampled struct {
	part [300][200]int32
}

func sampleRoom(f *FreeSpace) *sampled {
	s := new(sampled)
	for x := range 300 {
		for y := range 200 {
			s.part[x][y] = -1
			if f.Fits(Vec{X: float64(x), Y: float64(y)}) {
				s.part[x][y] = 0
			}
		}
	}
	n := int32(0)
	var stack [][2]int
	for x := range 300 {
		for y := range 200 {
			if s.part[x][y] != 0 {
				continue
			}
			n++
			s.part[x][y] = n
			stack = append(stack[:0], [2]int{x, y})
			for len(stack) > 0 {
				at := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				for _, d := range [8][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
					i, j := at[0]+d[0], at[1]+d[1]
					if i >= 0 && j >= 0 && i < 300 && j < 200 && s.part[i][j] == 0 {
						s.part[i][j] = n
						stack = append(stack, [2]int{i, j})
					}
				}
			}
		}
	}
	return s
}

// Places connected by a grid of samples are in one part; places that not even a smaller character can connect are in
// different parts.
func TestFloodAgreesWithSamples(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		snap := cave(rt, t)
		body := func(less float64) Settings {
			s := DefaultSettings()
			s.Crouch = false
			s.Form, s.Size = level.BoxForm, Vec{X: 14 - less, Y: 24 - less}
			if rapid.Bool().Draw(rt, "capsule") {
				s.Form = level.CapsuleForm
			}
			return s
		}
		s := body(0)
		small := s
		small.Size = s.Size.Sub(Vec{X: 3.5, Y: 3.5})
		f := flood(t, snap, s)
		space, roomy := NewFreeSpace(s), NewFreeSpace(small)
		space.Update(snap)
		roomy.Update(snap)
		own, more := sampleRoom(space), sampleRoom(roomy)
		first := map[int32]FloodPart{}
		of := map[FloodPart]int32{}
		for x := range 300 {
			for y := range 200 {
				k := own.part[x][y]
				if k < 0 {
					continue
				}
				p := f.PartAt(Vec{X: float64(x), Y: float64(y)})
				if p == NoPart {
					rt.Fatalf("at %d, %d the character fits, but it is in no part", x, y)
				}
				if was, ok := first[k]; ok && was != p {
					rt.Fatalf("samples lead to %d, %d, but it is in part %d, want %d", x, y, p, was)
				}
				first[k] = p
				if was, ok := of[p]; ok && was != more.part[x][y] {
					rt.Fatalf("part %d contains %d, %d, which not even a smaller character reaches", p, x, y)
				}
				of[p] = more.part[x][y]
			}
		}
	})
}

// Whatever a character does, it stays in the part where it started.
func TestNobodyLeavesItsPart(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		snap := cave(rt, t)
		s := DefaultSettings()
		for _, x := range s.Switches() {
			*x.On = rapid.Bool().Draw(rt, x.Key)
		}
		f := flood(t, snap, s)
		r := NewRun(snap, s, Vec{
			X: rapid.Float64Range(10, 290).Draw(rt, "start x"),
			Y: rapid.Float64Range(10, 190).Draw(rt, "start y"),
		})
		if r.Stuck() {
			return
		}
		part := f.PartAt(r.Character().Position)
		if part == NoPart {
			rt.Fatalf("the character is in no part at %v", r.Character().Position)
		}
		for range 30 {
			in := Input{
				X: rapid.SampledFrom([]float64{-1, 0, 1}).Draw(rt, "in x"),
				Y: rapid.SampledFrom([]float64{-1, 0, 1}).Draw(rt, "in y"), Jump: rapid.Bool().Draw(rt, "in jump"),
				Reverse: rapid.IntRange(0, 20).Draw(rt, "in reverse") == 0,
			}
			for range 8 {
				r.Step(in)
				if got := f.PartAt(r.Character().Position); got != part {
					rt.Fatalf("step %d: at %v it is in part %d, but started in %d", r.Steps(), r.Character().Position,
						got, part)
				}
			}
		}
	})
}

// With checkpoints, hazards, machines and bodies, a character never leaves its predicted reach.
func TestNobodyLeavesItsReach(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		y := cavern(rt, t)
		for range rapid.IntRange(1, 10).Draw(rt, "things") {
			x, top := rapid.Float64Range(0, 300).Draw(rt, "thing x"), rapid.Float64Range(0, 200).Draw(rt, "thing y")
			w, h := rapid.Float64Range(4, 90).Draw(rt, "thing w"), rapid.Float64Range(4, 90).Draw(rt, "thing h")
			shape := level.Shape{Kind: level.Polygon, Points: []Vec{
				{},
				{X: w},
				{X: rapid.Float64Range(0, w).Draw(rt, "tip"), Y: h},
			}, Rounding: level.Inset}
			if rapid.Bool().Draw(rt, "box") {
				shape = level.Shape{Kind: level.Box, Size: Vec{X: w, Y: h}, Rounding: level.Inset}
			}
			tag := rapid.SampledFrom([]string{
				"checkpoint", "checkpoint", "hazard", "hazard", "spring", "conveyor",
				"crumbling", "door", "switch", "stompable", "ladder", "water", "crate", "platform",
			}).Draw(rt, "tag")
			y.add(tag, shape, Vec{X: x, Y: top}, func(c *level.Collider) {
				c.Tags, c.Angle = []string{tag}, level.Degrees(rapid.SampledFrom([]float64{0, 90, 200}).Draw(rt,
					"thing angle"))
				object := level.ObjectByTag(tag)
				switch {
				case tag == "crate":
					c.Body = level.Dynamic
				case tag == "platform":
					c.Body, c.Properties = level.Kinematic, level.Properties{"move_x": w, "move_y": h, "move_time": 1.0}
				case object != nil && object.Roles[0] == level.Trigger && (len(object.Roles) == 1 ||
					rapid.Bool().Draw(rt, "trigger")):
					c.Role = level.Trigger
				}
				switch tag {
				case "spring":
					c.Properties = level.Properties{"spring_speed": rapid.Float64Range(0, 3000).Draw(rt, "speed")}
				case "door", "switch":
					c.Properties = level.Properties{"opens": "door", "door_open": rapid.Bool().Draw(rt, "open")}
				}
			})
		}
		snap, s := y.snapshot(), DefaultSettings()
		for _, x := range s.Switches() {
			*x.On = rapid.Bool().Draw(rt, x.Key)
		}
		f := flood(t, snap, s)
		r := NewRun(snap, s, Vec{
			X: rapid.Float64Range(10, 290).Draw(rt, "start x"),
			Y: rapid.Float64Range(10, 190).Draw(rt, "start y"),
		})
		// a solid that it is pushed out of may push it elsewhere the next time
		if r.Stuck() || r.Character().Position.Dist(r.Recording().Start) > 1 {
			return
		}
		reach := f.Reach(r.Character().Position, snap, s)
		if len(reach) == 0 {
			rt.Fatalf("the character is in no part at %v", r.Character().Position)
		}
		for range 40 {
			in := Input{
				X: rapid.SampledFrom([]float64{-1, 0, 1}).Draw(rt, "in x"),
				Y: rapid.SampledFrom([]float64{-1, 0, 1}).Draw(rt, "in y"), Jump: rapid.Bool().Draw(rt, "in jump"),
				Reverse: rapid.IntRange(0, 20).Draw(rt, "in reverse") == 0,
			}
			for range 8 {
				r.Step(in)
				if p := r.Character().Position; !slices.Contains(reach, f.PartAt(p)) {
					rt.Fatalf("step %d: at %v it is in part %d, want one of %d", r.Steps(), p, f.PartAt(p),
						reach)
				}
			}
		}
	})
}

// A trigger that is touched from a sample of a part meets that part.
func TestMeets(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		snap := cave(rt, t)
		s := DefaultSettings()
		s.Crouch = false
		f := flood(t, snap, s)
		space := NewFreeSpace(s)
		space.Update(snap)
		y := newLevelBuilder(t)
		y.box("trigger", rapid.Float64Range(0, 280).Draw(rt, "tx"), rapid.Float64Range(0, 180).Draw(rt, "ty"),
			rapid.Float64Range(1, 30).Draw(rt, "tw"), rapid.Float64Range(1, 30).Draw(rt, "th"), isTrigger,
			func(c *level.Collider) {
				c.Angle = 20
			})
		ts := y.snapshot()
		grown := Grown(ts.Layers[0].Colliders[:1], s, ts.Settings)
		for range 200 {
			p := Vec{X: rapid.Float64Range(0, 300).Draw(rt, "x"), Y: rapid.Float64Range(0, 200).Draw(rt, "y")}
			in := false
			for _, g := range grown {
				in = in || g.Contains(collision.Identity(), p)
			}
			if in && space.Fits(p) && !f.Meets([]FloodPart{f.PartAt(p)}, grown) {
				rt.Fatalf("at %v the character is in the trigger, but its part does not meet it", p)
			}
		}
	})
}

func TestFloodIsCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 0, 100, 20)
	if _, err := NewFlood(ctx, y.snapshot(), DefaultSettings()); err == nil {
		t.Error("a cancelled flood succeeds")
	}
	if f := flood(t, level.Snapshot{Settings: level.DefaultSettings()}, DefaultSettings()); f.PartAt(Vec{X: 3}) ==
		NoPart || len(f.cells) != 1 {
		t.Errorf("an empty level has %d cells", len(f.cells))
	}
}

func BenchmarkFlood(b *testing.B) {
	y := newLevelBuilder(b)
	for i := range 10_000 {
		y.box("tile", float64(i%200)*32, float64(i/200)*64, 16, 16, func(c *level.Collider) {
			c.Angle = level.Degrees(i % 7 * 10)
		})
	}
	snap := y.snapshot()
	for b.Loop() {
		f := flood(b, snap, DefaultSettings())
		b.ReportMetric(float64(len(f.cells)), "cells")
	}
}
