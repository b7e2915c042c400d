package editor_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// pairs returns the contacts as text, one word per state.
func pairs(s *editor.Session) string {
	var out []string
	for _, p := range s.Live().Contacts() {
		out = append(out, fmt.Sprintf("%s-%s %s %s %.4g", s.Document().Collider(p.A).Name,
			s.Document().Collider(p.B).Name, p.Kind, p.State, p.Depth))
	}
	return strings.Join(out, "; ")
}

// TestLive checks the contacts of a level after changes.
func TestLive(t *testing.T) {
	t.Parallel()
	tile := func(c *level.Collider) { c.Source = &level.Source{File: "w.ldtk", Level: "L", Layer: "Walls"} }
	s := open(t,
		box("floor", 0, 20, 200, 20), box("crate", 0, 3, 20, 20), box("lamp", 60, 5, 10, 10),
		with(box("goal", -50, 0, 30, 60), func(c *level.Collider) { c.Role = level.Trigger }),
		with(box("t1", 300, 0, 16, 16), tile), with(box("t2", 316, 0, 16, 16), tile),
		with(box("t3", 308, 4, 16, 16), tile),
		level.NewCollider(0, 0, "mark", level.Shape{Kind: level.Point}, level.Vec{}),
	)
	const tiles = "t1-t2 solid expected 0; t1-t3 solid expected 8; t2-t3 solid expected 8"
	expect := func(after, want string) {
		t.Helper()
		if want != "" {
			want += "; "
		}
		if got := pairs(s); got != want+tiles {
			t.Errorf("after %s: %s\nwant %s", after, got, want+tiles)
		}
		check(t, s)
	}
	expect("opening", "floor-crate solid overlapping 3; floor-lamp solid touching 0; floor-goal trigger triggered 20")
	if c := s.Live().Counts(); c != (contacts.Counts{Overlaps: 1, Harmless: 1, Touching: 1, Triggers: 1, Expected: 3}) {
		t.Errorf("counts %+v", c)
	}
	for id, want := range map[level.ID]contacts.State{
		1: contacts.Overlapping, 2: contacts.Overlapping,
		3: contacts.Touching, 4: contacts.Triggered, 5: contacts.Expected, 8: contacts.Clear,
	} {
		if got := s.Live().State(id); got != want {
			t.Errorf("%v is in state %d, want %d", id, got, want)
		}
	}
	must(t, s.Shapes([]level.ID{2}).SetY(0))
	expect("lifting the crate", "floor-crate solid touching 0; floor-lamp solid touching 0; floor-goal trigger "+
		"triggered 20")
	must(t, s.Shapes([]level.ID{3}).SetHidden(true))
	expect("hiding the lamp", "floor-crate solid touching 0; floor-goal trigger triggered 20")
	must(t, s.Shapes([]level.ID{4}).SetRole(level.Solid))
	expect("making the goal solid", "floor-crate solid touching 0; floor-goal solid overlapping 20")
	must(t, s.Shapes([]level.ID{4}).SetCollidesWith([]string{}))
	expect("making it collide with nothing", "floor-crate solid touching 0")
	must(t, s.Shapes([]level.ID{2}).SetCategories([]string{"player"}))
	must(t, s.Shapes([]level.ID{1}).SetCollidesWith([]string{"ghost"}))
	expect("parting categories", "")
	must(t, s.Shapes([]level.ID{1}).SetRole(level.OneWay))
	must(t, s.Shapes([]level.ID{1}).SetCollidesWith(nil))
	expect("making the floor one-way", "floor-crate one-way touching 0")
	for range 8 {
		s.Undo()
	}
	expect("undoing all", "floor-crate solid overlapping 3; floor-lamp solid touching 0; floor-goal trigger "+
		"triggered 20")
	must(t, s.Shapes([]level.ID{7}).SetBody(level.Dynamic))
	if got := pairs(s); !strings.Contains(got, "t1-t3 solid overlapping 8; t2-t3 solid overlapping 8") {
		t.Errorf("a dynamic tile among its neighbours: %s", got)
	}
	check(t, s)
}

// TestProbe checks the contacts of a shape that is not in the level.
func TestProbe(t *testing.T) {
	t.Parallel()
	s := open(t, box("a", 0, 0, 20, 20), box("b", 15, 0, 20, 20))
	before := pairs(s)
	got, err := s.Live().Probe(level.Shape{Kind: level.Circle, Radius: 5}, level.Vec{X: -14}, 0, level.Solid)
	must(t, err)
	if len(got) != 1 || got[0].A != 0 || got[0].B != 1 || got[0].State != contacts.Overlapping || got[0].Depth != 1 {
		t.Errorf("probed %+v", got)
	}
	if _, err := s.Live().Probe(level.Shape{Kind: level.Circle, Radius: -5}, level.Vec{}, 0, level.Solid); err == nil {
		t.Error("a circle of negative radius was probed")
	}
	if pairs(s) != before {
		t.Error("probing has changed the contacts")
	}
	check(t, s)
}

// After any changes, the live contacts equal the contacts of a newly built world.
func TestLiveFollows(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var colliders []*level.Collider
		for i := range rapid.IntRange(2, 12).Draw(rt, "colliders") {
			at := func(name string) float64 { return float64(rapid.IntRange(-6, 6).Draw(rt, name)) * 8 }
			c := box(fmt.Sprint(i), at("x"), at("y"), 24, 16)
			if rapid.Bool().Draw(rt, "round") {
				c = circle(fmt.Sprint(i), at("x"), at("y"), 12)
			}
			c.Layer = level.LayerID(1 + i%2)
			if i%3 == 0 {
				c.Source = &level.Source{File: "f", Layer: "l"}
			}
			colliders = append(colliders, c)
		}
		s := open(t, colliders...)
		for range rapid.IntRange(1, 25).Draw(rt, "changes") {
			id := level.ID(rapid.IntRange(1, len(colliders)).Draw(rt, "id"))
			ids := []level.ID{id}
			flag := rapid.Bool().Draw(rt, "flag")
			switch rapid.IntRange(0, 13).Draw(rt, "change") {
			case 0, 1, 2:
				_ = s.Shapes(ids).SetPosition(level.Vec{
					X: float64(rapid.IntRange(-50, 50).Draw(rt, "to x")),
					Y: float64(rapid.IntRange(-50, 50).Draw(rt, "to y")),
				})
			case 3:
				_ = s.Shapes(ids).SetAngle(level.Degrees(rapid.IntRange(0, 360).Draw(rt, "angle")))
			case 4:
				_ = s.Shapes(ids).SetHidden(flag)
			case 5:
				_ = s.Layers().SetHidden(1, flag)
			case 6:
				_ = s.Shapes(ids).SetRole(rapid.SampledFrom([]level.Role{
					level.Solid, level.Trigger,
					level.OneWay,
				}).Draw(rt, "role"))
			case 7:
				_ = s.Shapes(ids).SetBody(rapid.SampledFrom([]level.BodyType{level.Static, level.Dynamic}).Draw(rt,
					"body"))
			case 8:
				_ = s.Shapes(ids).SetCollidesWith(rapid.SampledFrom([][]string{
					nil,
					{},
					{"player"},
					{"terrain"},
				}).Draw(rt, "mask"))
			case 9:
				s.Selection().Set(id)
				_ = s.DeleteSelection()
			case 10:
				s.Undo()
			case 11:
				s.Redo()
			case 13:
				s.Selection().Set(id, level.ID(rapid.IntRange(1, len(colliders)).Draw(rt, "other")))
				_ = s.Joints().Join(level.Hinge, false)
			case 12:
				_ = s.EditSettings("Categories", func(l *level.Settings) {
					l.Categories = append(append([]string{"extra"}[:0:0], l.Categories...),
						fmt.Sprintf("more %d", len(l.Categories)))
				})
			}
			if err := s.Live().Validate(); err != nil {
				rt.Fatal(err)
			}
		}
	})
}

// BenchmarkLiveMove moves one collider among many and asks for the contacts.
func BenchmarkLiveMove(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var colliders []*level.Collider
			side := 1
			for side*side < n {
				side++
			}
			for i := range n {
				colliders = append(colliders, box("", float64(i%side)*16, float64(i/side)*16, 16, 16))
			}
			s := open(b, colliders...)
			id := []level.ID{level.ID(n / 2)}
			b.ResetTimer()
			for i := range b.N {
				if err := s.Shapes(id).SetPosition(level.Vec{
					X: float64(i * 7 % 1500),
					Y: float64(i * 13 % 1500),
				}); err != nil {
					b.Fatal(err)
				}
				_ = s.Live().Contacts()
			}
		})
	}
}

// TestOneSidedChain drops a ball on each side of a chain.
func TestOneSidedChain(t *testing.T) {
	t.Parallel()
	line := level.Shape{Kind: level.Chain, Points: []level.Vec{{X: -50}, {}, {X: 50, Y: 0}}}
	above, below := level.Shape{Kind: level.Circle, Radius: 5}, level.Shape{Kind: level.Circle, Radius: 5}
	s := open(t,
		level.NewCollider(0, 0, "line", line, level.Vec{}),
		level.NewCollider(0, 0, "above", above, level.Vec{X: -10, Y: -4}),
		level.NewCollider(0, 0, "below", below, level.Vec{X: 10, Y: 4}),
	)
	chain := []level.ID{1}
	expect := func(after, want string) {
		t.Helper()
		if got := pairs(s); got != want {
			t.Errorf("after %s: %s\nwant %s", after, got, want)
		}
		check(t, s)
	}
	const both = "line-above solid overlapping 1; line-below solid overlapping 1"
	expect("opening", both)
	must(t, s.Shapes(chain).SetOneSided(true))
	expect("making it one-sided", "line-above solid overlapping 1")
	must(t, s.Shapes(chain).ReverseChains())
	expect("swapping the side", "line-below solid overlapping 1")
	s.Selection().Set(1)
	must(t, s.Flip(true))
	expect("flipping it to the side", "line-below solid overlapping 1")
	must(t, s.Flip(false))
	expect("flipping it upside down", "line-above solid overlapping 1")
	must(t, s.RotateBy(180))
	expect("turning it over", "line-below solid overlapping 1")
	must(t, s.Shapes(chain).SetOneSided(false))
	expect("making it two-sided", both)
}
