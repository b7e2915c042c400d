package check_test

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fillet/editor/check"
	"fillet/editor/level"
)

// document returns a level of 512 by 256 pixels with the given colliders on one layer, with ids from 1.
func document(t testing.TB, colliders ...*level.Collider) *level.Document {
	t.Helper()
	s := level.DefaultSettings()
	s.Size = level.Vec{X: 512, Y: 256}
	s.Categories = []string{"default", "player"}
	doc, err := level.NewDocument(s)
	if err != nil {
		t.Fatal(err)
	}
	diff := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "layer", Order: 1})}}
	for i, c := range colliders {
		c.ID, c.Layer, c.Order = level.ID(i+1), 1, float64(i+1)
		diff.Colliders = append(diff.Colliders, level.Added(c))
	}
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	return doc
}

// box returns a static solid between two corners.
func box(x0, y0, x1, y1 float64) *level.Collider {
	return level.NewCollider(0, 1, "", level.Shape{
		Kind: level.Box, Size: level.Vec{X: x1 - x0, Y: y1 - y0},
		Rounding: level.Inset,
	}, level.Vec{X: (x0 + x1) / 2, Y: (y0 + y1) / 2})
}

func polygon(xs ...float64) *level.Collider {
	return level.NewCollider(0, 1, "", level.Shape{Kind: level.Polygon, Rounding: level.Inset, Points: points(xs...)},
		level.Vec{})
}

func chain(radius float64, xs ...float64) *level.Collider {
	return level.NewCollider(0, 1, "", level.Shape{Kind: level.Chain, Points: points(xs...), Radius: radius},
		level.Vec{})
}

func points(xs ...float64) []level.Vec {
	var ps []level.Vec
	for i := 0; i+1 < len(xs); i += 2 {
		ps = append(ps, level.Vec{X: xs[i], Y: xs[i+1]})
	}
	return ps
}

func with(c *level.Collider, change func(*level.Collider)) *level.Collider {
	change(c)
	return c
}

// isObject returns an option that turns a box into a gameplay object.
func isObject(tag string, p level.Properties) func(*level.Collider) {
	return func(c *level.Collider) { c.Tags, c.Properties = []string{tag}, p }
}

func dynamic(c *level.Collider)   { c.Body = level.Dynamic }
func kinematic(c *level.Collider) { c.Body = level.Kinematic }
func trigger(c *level.Collider)   { c.Role = level.Trigger }
func player(c *level.Collider)    { c.Categories = []string{"player"} }
func fromGodot(c *level.Collider) { c.Source = &level.Source{File: "room.tscn", ID: "Room/Area"} }

func onlyPlayer(c *level.Collider) {
	c.CollidesWith = []string{"player"}
}

func oneWay(c *level.Collider) { c.Role, c.OneWay = level.OneWay, level.Up }

// slope returns a triangle under the line from (x, x) to (to, to).
func slope(x, to float64) *level.Collider {
	return level.NewCollider(0, 0, "slope", level.Shape{
		Kind:   level.Polygon,
		Points: []level.Vec{{}, {X: to - x, Y: to - x}, {Y: to - x}}, Rounding: level.Inset,
	}, level.Vec{X: x, Y: x})
}

func imported(c *level.Collider) {
	c.Source = &level.Source{File: "a.ldtk", Level: "A", Layer: "Walls"}
}

func run(t testing.TB, doc *level.Document) []check.Finding {
	t.Helper()
	return runWith(t, doc, check.Options{})
}

// runWith is like run, with options.
func runWith(t testing.TB, doc *level.Document, o check.Options) []check.Finding {
	t.Helper()
	all, err := check.Find(context.Background(), doc.Snapshot(), o)
	if err != nil {
		t.Fatal(err)
	}
	return all.List
}

// character holds the default character's size, as if given by the caller.
var character = check.Options{Character: level.DefaultPlaytest().Size}

// formatFindings formats findings as rule, severity and colliders.
func formatFindings(found []check.Finding) []string {
	var out []string
	for _, f := range found {
		if f.Rule == check.RuleUnusedCategory {
			continue // has a separate test
		}
		s := f.Rule + " " + string(f.Severity)
		for _, id := range f.Colliders {
			s += " " + id.String()
		}
		out = append(out, s)
	}
	return out
}

func moving(p level.Path) func(*level.Collider) {
	return func(c *level.Collider) { c.Body, c.Path = level.Kinematic, &p }
}

// TestRulesAreDocumented checks that CHECKS.md lists the rules in their order.
func TestRulesAreDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/CHECKS.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows, ids []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z][a-z-]*)` \\|").FindAllStringSubmatch(string(page), -1) {
		rows = append(rows, row[1])
	}
	for _, r := range check.Rules() {
		ids = append(ids, r.ID)
	}
	if !slices.Equal(rows, ids) {
		t.Errorf("CHECKS.md lists %q, the rules are %q", rows, ids)
	}
}

// TestRules checks levels that trigger a rule, and near misses that do not.
func TestRules(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		level   []*level.Collider
		want    string // findings, joined by "; "
		message string // a part of the first message
	}{
		{
			"crate in the floor",
			[]*level.Collider{box(0, 200, 512, 256), with(box(100, 190, 116, 206), dynamic)},
			"overlap error c1 c2", "overlap by 6 px",
		},
		{
			"crate on the floor",
			[]*level.Collider{box(0, 200, 512, 256), with(box(100, 184, 116, 200), dynamic)},
			"",
			"",
		},
		{
			"two walls overlap",
			[]*level.Collider{box(0, 200, 100, 256), box(90, 100, 120, 256)},
			"overlap note c1 c2",
			"by 10 px",
		},
		{"imported neighbours overlap", []*level.Collider{
			with(box(0, 200, 100, 256), imported),
			with(box(90, 100, 120, 256), imported),
		}, "overlap note c1 c2", "by 10 px"},
		{"levels of two depths lie over each other", []*level.Collider{
			with(box(0, 200, 100, 256), imported), with(box(50, 200, 120, 256), func(c *level.Collider) {
				imported(c)
				c.Source.Level = "deeper"
			}),
		}, "", ""},
		{"an overlap behind a seam", []*level.Collider{
			with(polygon(0, 0, 18, 0, 18, 16), func(c *level.Collider) { c.Position.X = 16 }),
			with(polygon(0, 0, 16, 0, 16, 60, 8, 60, 8, 30, 0, 30), func(c *level.Collider) {
				c.Position.X, c.Angle = 64, 90
			}),
		}, "overlap note c1 c2", ""},
		{
			"a crate in a platform",
			[]*level.Collider{with(box(0, 200, 100, 210), kinematic), with(box(40, 190, 56, 206), dynamic)},
			"overlap error c1 c2", "overlap by 6 px",
		},
		{
			"a lift in the floor",
			[]*level.Collider{
				box(0, 200, 512, 256),
				with(box(100, 196, 140, 204), moving(level.Path{Points: []level.Vec{{}, {Y: -64}}})),
			},
			"overlap note c1 c2", "overlap by 4 px",
		},
		{
			"two platforms that cross",
			[]*level.Collider{
				with(box(0, 200, 64, 208), moving(level.Path{Points: []level.Vec{{}, {X: 60}}})),
				with(box(30, 200, 94, 208), moving(level.Path{Points: []level.Vec{{}, {Y: -40}}})),
			},
			"overlap note c1 c2", "",
		},
		{"triggers overlap", []*level.Collider{box(0, 200, 100, 256), with(box(90, 100, 120, 240), trigger)}, "", ""},
		{
			"categories keep apart",
			[]*level.Collider{with(box(0, 200, 100, 256), onlyPlayer), box(90, 100, 120, 256)},
			"", "",
		},

		{
			"one box twice",
			[]*level.Collider{box(0, 0, 32, 32), box(0, 0, 32, 32)},
			"duplicate error c2 c1",
			"same shape and place",
		},
		{
			"one box twice, one of them thrown",
			[]*level.Collider{with(box(0, 0, 32, 32), dynamic), with(with(box(0, 0, 32, 32), dynamic),
				func(c *level.Collider) { c.Motion = &level.Motion{Velocity: level.Vec{X: 9}} })},
			"duplicate error c2 c1",
			"other values differ",
		},
		{
			"one platform twice, on two paths",
			[]*level.Collider{
				with(box(0, 0, 32, 32), moving(level.Path{Points: []level.Vec{{}, {X: 64}}})),
				with(box(0, 0, 32, 32), moving(level.Path{Points: []level.Vec{{}, {Y: 64}}})),
			},
			"duplicate error c2 c1",
			"other values differ",
		},
		{"one box nearly twice", []*level.Collider{box(0, 0, 32, 32), box(0, 0, 32, 33)}, "overlap note c1 c2", ""},
		{
			"a box and its outline",
			[]*level.Collider{box(0, 0, 32, 32), polygon(32, 0, 32, 32, 0, 32, 0, 0)},
			"duplicate error c2 c1", "",
		},
		{"one box for two categories", []*level.Collider{
			with(with(box(0, 0, 32, 32), onlyPlayer), player), with(box(0, 0, 32, 32), func(c *level.Collider) {
				c.CollidesWith = []string{"default"}
			}),
		}, "", ""},
		{"one static box in two sets of categories", []*level.Collider{
			box(0, 0, 32, 32),
			with(box(0, 0, 32, 32), func(c *level.Collider) {
				c.Categories = []string{"default", "player"}
			}),
		}, "overlap note c1 c2", "if they are never active together, they should not collide"},
		{"one box in two levels of a file", []*level.Collider{
			with(box(0, 0, 32, 32), imported), with(box(0, 0, 32, 32), func(c *level.Collider) {
				imported(c)
				c.Source.Level = "B"
			}),
		}, "", ""},
		{"two triggers in one place", []*level.Collider{
			with(box(0, 0, 32, 32), trigger), with(with(box(0, 0, 32, 32), trigger), func(c *level.Collider) {
				c.Name = "coin"
			}),
		}, "", ""},
		{"two triggers of other properties", []*level.Collider{
			with(box(0, 0, 32, 32), trigger), with(with(box(0, 0, 32, 32), trigger), func(c *level.Collider) {
				c.Properties = level.Properties{"to": "cave"}
			}),
		}, "", ""},
		{
			"a trigger twice",
			[]*level.Collider{with(box(0, 0, 32, 32), trigger), with(box(0, 0, 32, 32), trigger)},
			"duplicate error c2 c1", "",
		},
		{"one box in two roles", []*level.Collider{box(0, 0, 32, 32), with(box(0, 0, 32, 32), trigger)}, "", ""},

		{"flush floor of two", []*level.Collider{box(0, 200, 100, 256), box(100, 200, 200, 256)}, "", ""},
		{
			"a floor with a step",
			[]*level.Collider{box(0, 200, 100, 256), box(100, 200.4, 200, 256)},
			"seam warning c1 c2", "step of 0.4 px",
		},
		{"a floor with a stair", []*level.Collider{box(0, 200, 100, 256), box(100, 192, 200, 250)}, "", ""},
		{"a seam under a wall", []*level.Collider{
			box(0, 200, 100, 256), box(100, 200, 200, 256),
			box(80, 180, 120, 200),
		}, "", ""},
		{
			"a floor that misses by a rounding error",
			[]*level.Collider{
				box(0, 200, 100, 256),
				box(100.00005, 200, 200, 256),
			},
			"seam note c1 c2",
			"the surfaces miss each other by 5e-05 px; the playtest ignores this, but other engines may not",
		},
		{
			"a floor that misses by as much as the playtest ignores",
			[]*level.Collider{box(0, 200, 100, 256), box(100.03, 200.04, 200, 256)},
			"seam note c1 c2",
			"the surfaces miss each other by 0.05 px",
		},
		{
			"a floor that misses by more",
			[]*level.Collider{box(0, 200, 100, 256), box(100.03, 200.06, 200, 256)},
			"seam warning c1 c2", "step of 0.06 px",
		},
		{
			"a floor with a crack",
			[]*level.Collider{box(0, 200, 100, 256), box(100.06, 200, 200, 256)},
			"crack warning c1 c2", "0.06 px",
		},
		{
			"a floor with a wide crack",
			[]*level.Collider{box(0, 200, 100, 256), box(100.7, 200, 200, 256)},
			"seam warning c1 c2", "gap of 0.7 px",
		},
		{
			"a floor with a crack and a step",
			[]*level.Collider{box(0, 200, 100, 256), box(100.06, 200.4, 200, 256)},
			"seam warning c1 c2; crack warning c1 c2", "step of 0.4 px",
		},
		{"a floor with a bend", []*level.Collider{
			polygon(0, 200, 100, 200, 100, 256, 0, 256),
			polygon(100, 200, 200, 203, 200, 256, 100, 256),
		}, "seam warning c1 c2", "trip over the seam"},
		{"slopes, tip to tip", []*level.Collider{slope(0, 100), slope(100, 200)}, "", ""},
		{
			"slopes that nearly meet at their tips",
			[]*level.Collider{slope(0, 100), slope(100.01, 200)},
			"seam note c1 c2", "",
		},
		{"floors with a slanted gap", []*level.Collider{
			polygon(0, 200, 100, 200, 120, 256, 0, 256),
			polygon(100.004, 200, 220, 200, 220, 256, 120.004, 256),
		}, "seam note c1 c2", ""},
		{"platforms in a row", []*level.Collider{
			with(box(0, 200, 100, 210), oneWay),
			with(box(100, 200, 200, 210), oneWay),
		}, "", ""},
		{"platforms one over the other", []*level.Collider{
			with(box(0, 100, 100, 150), oneWay),
			with(box(0, 150, 100, 200), oneWay),
		}, "", ""},
		{
			"two chains in a row",
			[]*level.Collider{chain(0, 0, 200, 100, 200), chain(0, 100, 200, 200, 202)},
			"seam warning c1 c2", "",
		},
		{"two chains at an angle", []*level.Collider{chain(0, 0, 200, 100, 200), chain(0, 100, 200, 200, 250)}, "", ""},
		{"two crates side by side", []*level.Collider{
			with(box(0, 200, 100, 256), dynamic),
			with(box(100, 200, 200, 256), dynamic),
		}, "", ""},

		{
			"a crack",
			[]*level.Collider{box(0, 100, 100, 120), box(100.3, 90, 130, 140)},
			"crack warning c1 c2",
			"a crack of 0.3 px",
		},
		{
			"a narrow shaft",
			[]*level.Collider{box(0, 100, 100, 256), box(113, 100, 200, 256)},
			"gap warning c1 c2",
			"gap of 13 px",
		},
		{"a slit", []*level.Collider{box(0, 100, 100, 256), box(112, 100, 200, 256)}, "", ""},
		{"a shaft that fits", []*level.Collider{box(0, 100, 100, 256), box(114, 100, 200, 256)}, "", ""},
		{
			"a low tunnel",
			[]*level.Collider{box(0, 100, 100, 120), box(0, 143, 100, 160)},
			"gap warning c1 c2",
			"gap of 23 px",
		},
		{"a tunnel that fits", []*level.Collider{box(0, 100, 100, 120), box(0, 144, 100, 160)}, "", ""},
		{
			"past a corner, narrow",
			[]*level.Collider{box(0, 0, 100, 100), box(113, 123, 200, 200)},
			"gap warning c1 c2",
			"",
		},
		{"past a corner, wide", []*level.Collider{box(0, 0, 100, 100), box(113, 124, 200, 200)}, "", ""},
		{
			"a filled gap",
			[]*level.Collider{box(0, 100, 100, 200), box(110, 100, 200, 200), box(100, 100, 110, 200)},
			"",
			"",
		},
		{"a gap that a narrow box fills", []*level.Collider{
			box(0, 100, 100, 200), box(100.5, 100, 200, 200),
			box(100, 100, 100.5, 200),
		}, "", ""},
		{"a gap that a narrow box nearly fills", []*level.Collider{
			box(0, 100, 100, 200), box(100.5, 100, 200, 200),
			box(100.0001, 100, 100.5, 200),
		}, "seam note c1 c3", ""},
		{
			"a gap beside a crate",
			[]*level.Collider{box(0, 100, 100, 200), with(box(110, 100, 200, 200), dynamic)},
			"",
			"",
		},

		{"a thin wall", []*level.Collider{box(0, 0, 0.9, 100)}, "sliver warning c1", "only 0.9 px thick"},
		{"a wall thick enough", []*level.Collider{box(0, 0, 1, 100)}, "", ""},
		{
			"a thin arm",
			[]*level.Collider{polygon(0, 0, 50, 0, 50, 49.5, 100, 49.5, 100, 50, 0, 50)},
			"sliver warning c1", "a part of it is only 0.5 px",
		},
		{"a thin wall before a thick one", []*level.Collider{box(0, 0, 0.9, 100), box(0.9, 0, 20, 120)}, "", ""},
		{
			"a thin wall before half of one",
			[]*level.Collider{box(0, 0, 0.9, 100), box(0.9, 50, 20, 150)},
			"sliver warning c1", "",
		},
		{
			"a thin wall before a crate",
			[]*level.Collider{box(0, 0, 0.9, 100), with(box(0.9, 0, 20, 120), dynamic)},
			"sliver warning c1", "",
		},
		{"a line", []*level.Collider{chain(0, 0, 0, 100, 100)}, "", ""},
		{"a speck", []*level.Collider{box(10, 10, 10.5, 10.5)}, "tiny warning c1", "0.5 by 0.5 px"},
		{
			"a vertex twice",
			[]*level.Collider{polygon(0, 0, 50, 0, 50.2, 0.2, 50, 50, 0, 50)},
			"short-edge warning c1",
			"0.283 px",
		},
		{"vertices near", []*level.Collider{polygon(0, 0, 50, 0, 50.5, 0.5, 50, 50, 0, 50)}, "", ""},

		{
			"a lift through a floor",
			[]*level.Collider{
				box(0, 100, 100, 120),
				with(box(200, 90, 240, 98), moving(level.Path{Points: []level.Vec{{}, {X: -150}, {X: -150, Y: 60}}})),
			},
			"path-into-ground warning c2 c1", "enters c1",
		},
		{"a lift that collides with nothing through a floor", []*level.Collider{
			box(0, 100, 100, 120),
			with(with(box(40, 60, 60, 70), moving(level.Path{Points: []level.Vec{{}, {Y: 100}}})),
				func(c *level.Collider) { c.CollidesWith = []string{} }),
		}, "", ""},
		{"a lift beside a floor", []*level.Collider{
			box(0, 100, 100, 120),
			with(box(140, 90, 180, 98), moving(level.Path{Points: []level.Vec{{}, {Y: 60}}})),
		}, "", ""},
		{"a lift on its rail", []*level.Collider{
			chain(0, 0, 100, 100, 100),
			with(box(20, 96, 40, 104), moving(level.Path{Chain: 1})),
		}, "", ""},
		{
			"a lift that starts in the floor and sinks through it",
			[]*level.Collider{
				box(0, 200, 512, 256),
				with(box(100, 196, 140, 204), moving(level.Path{Points: []level.Vec{{}, {Y: -64}, {Y: 12}}})),
			},
			"overlap note c1 c2; path-into-ground warning c2 c1", "",
		},
		{
			"a block that slides along the ground into a wall of the same outline",
			[]*level.Collider{
				polygon(0, 200, 300, 200, 300, 100, 400, 100, 400, 256, 0, 256),
				with(box(100, 160, 120, 200), moving(level.Path{Points: []level.Vec{{}, {X: 190}}})),
			},
			"path-into-ground warning c2 c1", "by 10 px",
		},
		{"spikes that sink into the floor", []*level.Collider{
			box(0, 200, 512, 256),
			with(box(100, 192, 116, 200), moving(level.Path{Points: []level.Vec{{}, {Y: 8}}})),
		}, "", ""},
		{
			"a lift whose rail is gone",
			[]*level.Collider{with(box(20, 96, 40, 104), moving(level.Path{Chain: 7}))},
			"lost-path error c1", "c7",
		},
		{"a trigger for nothing", []*level.Collider{with(with(box(0, 0, 10, 10), trigger), func(c *level.Collider) {
			c.CollidesWith = []string{}
		})}, "deaf-trigger warning c1", "mask is empty"},
		{"a trigger that others look for", []*level.Collider{
			with(with(box(0, 0, 10, 10), trigger), func(c *level.Collider) {
				c.CollidesWith = []string{}
				fromGodot(c)
			}),
		}, "", ""},
		{"a trigger that the player ignores", []*level.Collider{
			with(with(box(0, 0, 10, 10), trigger), onlyPlayer),
			with(with(box(100, 0, 110, 24), player), onlyPlayer),
		}, "deaf-trigger warning c1", "no collider in the trigger's mask"},
		{"imported triggers that detect each other", []*level.Collider{
			with(with(with(box(0, 0, 10, 10), trigger), onlyPlayer), fromGodot),
			with(with(with(box(40, 0, 50, 10), trigger), player), fromGodot),
			with(with(box(100, 0, 110, 24), player), onlyPlayer),
		}, "", ""},
		{"a trigger for the player", []*level.Collider{
			with(with(box(0, 0, 10, 10), trigger), onlyPlayer), with(box(100, 0, 110, 24), player),
		}, "", ""},
		{
			"a trigger for objects that the game adds",
			[]*level.Collider{with(with(box(0, 0, 10, 10), trigger), onlyPlayer)},
			"", "",
		},

		{"outside", []*level.Collider{box(520, 0, 540, 20)}, "outside warning c1", "entirely outside"},
		{"a kill zone below the level", []*level.Collider{
			with(with(box(-100, 600, 600, 620), trigger), isObject("hazard", nil)),
		}, "", ""},
		{"spikes below the level", []*level.Collider{with(box(0, 600, 512, 620), isObject("hazard", nil))}, "", ""},
		{
			"a trigger below the level",
			[]*level.Collider{with(box(0, 600, 512, 620), trigger)},
			"outside warning c1", "",
		},
		{"a platform that comes in", []*level.Collider{
			with(box(520, 0, 540, 20), moving(level.Path{Points: []level.Vec{{}, {X: -100}}})),
		}, "", ""},
		{
			"a platform that stays outside",
			[]*level.Collider{with(box(520, 0, 540, 20), moving(level.Path{Points: []level.Vec{{}, {Y: 100}}}))},
			"outside warning c1", "",
		},
		{"on the rim", []*level.Collider{box(500, 0, 540, 20)}, "", ""},

		{"a switch for a door that is not there", []*level.Collider{
			with(box(0, 0, 10, 10), isObject("switch", level.Properties{"opens": "gate"})),
			with(box(100, 0, 110, 40), isObject("hero", nil)),
		}, "idle-switch warning c1", "no door has that name"},
		{"a switch for a platform that does not move", []*level.Collider{
			with(box(0, 0, 10, 10), isObject("switch", level.Properties{"drives": "hero"})),
			with(box(100, 0, 110, 40), isObject("hero", nil)),
		}, "idle-switch warning c1", "the switch drives hero,"},
		{"a switch for a platform", []*level.Collider{
			with(box(0, 0, 10, 10), isObject("switch", level.Properties{"drives": "lift"})),
			with(with(box(100, 0, 110, 40), isObject("lift", level.Properties{"turn": 90.0})), func(c *level.Collider) {
				c.Body = level.Kinematic
			}),
		}, "", ""},
		{
			"a switch that names nothing",
			[]*level.Collider{with(box(0, 0, 10, 10), isObject("switch", nil))},
			"idle-switch note c1", "neither property opens",
		},
		{
			"a door that nothing opens",
			[]*level.Collider{with(box(100, 0, 110, 40), isObject("door", nil))},
			"idle-door note c1", "no switch",
		},
		{"a door and its switch", []*level.Collider{
			with(box(0, 0, 10, 10), isObject("switch", level.Properties{"opens": "x,door", "switch_mode": "once"})),
			with(box(100, 0, 110, 40), isObject("door", nil)),
		}, "idle-switch warning c1", "the switch opens x,"},
		{"a door by its tag", []*level.Collider{
			with(box(0, 0, 10, 10), isObject("switch", level.Properties{"opens": "door"})),
			with(box(100, 0, 110, 40), isObject("door", nil)),
		}, "", ""},
		{"a trigger that is called door", []*level.Collider{with(with(box(100, 0, 110, 40), isObject("door", nil)),
			trigger)}, "", ""},
		{
			"a speed that is text",
			[]*level.Collider{with(box(0, 0, 40, 10),
				isObject("spring", level.Properties{"spring_speed": "fast"}))},
			"gameplay-field warning c1",
			"spring_speed must be a number",
		},
		{
			"a spawn that asks for nonsense",
			[]*level.Collider{with(box(0, 0, 40, 10),
				isObject("spawn", level.Properties{"speed": "fast"}))},
			"gameplay-field warning c1",
			"the level cannot be played: spawn c1: speed must be a number, not \"fast\"",
		},
		{
			"a time out of range",
			[]*level.Collider{with(box(0, 0, 40, 10),
				isObject("crumbling", level.Properties{"crumble_time": -1.0}))},
			"gameplay-field warning c1",
			"crumble_time must be from 0 to 600",
		},
		{"a field of another object", []*level.Collider{with(box(0, 0, 40, 10),
			isObject("crumbling", level.Properties{"spring_speed": "fast"}))}, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := runWith(t, document(t, tt.level...), character)
			if got := strings.Join(formatFindings(found), "; "); got != tt.want {
				t.Errorf("found %q, want %q", got, tt.want)
			}
			if tt.message != "" && (len(found) == 0 || !strings.Contains(found[0].Message, tt.message)) {
				t.Errorf("findings %+v, want %q in the first message", found, tt.message)
			}
		})
	}
}

// TestOverlapsOfStaticSolids checks that imported shapes overlap with the same severity as drawn ones, and that all
// overlaps between two layers or two categories are one finding.
func TestOverlapsOfStaticSolids(t *testing.T) {
	t.Parallel()
	crossing := func(n int, change func(i int, c *level.Collider)) *level.Document {
		var all []*level.Collider
		for i := range n {
			x := 40 * float64(i)
			all = append(all, box(x, 100, x+30, 110), box(x+10, 90, x+20, 120))
		}
		for i, c := range all {
			change(i, c)
		}
		doc := document(t, all...)
		d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{
			ID: 2, Name: "upper floor",
			Order: 2,
		})}}
		for c := range doc.Colliders() {
			if slices.Contains(c.Tags, "upper") {
				after := *c
				after.Layer = 2
				d.Colliders = append(d.Colliders, level.Changed(c, &after))
			}
		}
		if err := doc.Apply(d); err != nil {
			t.Fatal(err)
		}
		return doc
	}
	isUpper := func(i int) bool { return i%2 == 1 }
	for name, tt := range map[string]struct {
		pairs  int
		change func(i int, c *level.Collider)
		want   int
		text   string
	}{
		"few of one layer": {5, func(int, *level.Collider) {}, 5, "the two solids overlap by 20 px"},
		"many of one layer": {
			6, func(int, *level.Collider) {}, 1,
			`6 pairs of static solids of layer "layer" overlap, by up to 20 px`,
		},
		"one of two layers": {1, func(i int, c *level.Collider) {
			if isUpper(i) {
				c.Tags = []string{"upper"}
			}
		}, 1, `two static solids of layers "layer" and "upper floor" overlap, by 20 px: if they are never`},
		"some of two layers": {3, func(i int, c *level.Collider) {
			if isUpper(i) {
				c.Tags = []string{"upper"}
			}
		}, 1, `3 pairs of static solids of layers "layer" and "upper floor" overlap, by up to 20 px: if they are never`},
		"some of two categories": {3, func(i int, c *level.Collider) {
			if isUpper(i) {
				c.Categories = []string{"player"}
			}
		}, 1, `3 pairs of static solids of categories "default" and "player" overlap`},
	} {
		for _, isImported := range []bool{false, true} {
			doc := crossing(tt.pairs, func(i int, c *level.Collider) {
				if tt.change(i, c); isImported {
					imported(c)
				}
			})
			found := slices.DeleteFunc(run(t, doc), func(f check.Finding) bool {
				return f.Rule == check.RuleUnusedCategory
			})
			if len(found) != tt.want {
				t.Errorf("%s, imported: %v: %q, want %d", name, isImported, formatFindings(found), tt.want)
			}
			for _, f := range found {
				if f.Rule != check.RuleOverlap || f.Severity != check.Note || !strings.Contains(f.Message, tt.text) ||
					f.Fix != nil || !f.Bounds.Contains(f.Place) {
					t.Errorf("%s, imported: %v: %s %s %q, want a note with %q", name, isImported, f.Rule,
						f.Severity, f.Message, tt.text)
				}
			}
		}
	}
}

// TestSeverityOfOverlaps checks that an overlap is an error if one of the two is dynamic, otherwise a note, for all
// roles.
func TestSeverityOfOverlaps(t *testing.T) {
	t.Parallel()
	for _, role := range []level.Role{level.Solid, level.OneWay} {
		for _, a := range []level.BodyType{level.Static, level.Kinematic, level.Dynamic} {
			for _, b := range []level.BodyType{level.Static, level.Kinematic, level.Dynamic} {
				doc := document(t, with(box(0, 200, 100, 256), func(c *level.Collider) { c.Body = a }),
					with(box(40, 150, 60, 210), func(c *level.Collider) {
						if c.Body, c.Role = b, role; role == level.OneWay {
							c.OneWay = level.Vec{Y: 1}
						}
					}))
				want := "overlap note c1 c2"
				if a == level.Dynamic || b == level.Dynamic {
					want = "overlap error c1 c2"
				}
				if got := strings.Join(formatFindings(run(t, doc)), "; "); got != want {
					t.Errorf("%v and %v %v: %q, want %q", a, b, role, got, want)
				}
			}
		}
	}
}

// TestPathsThatLeaveRoom checks that a block that moves into ground is a warning only if something fits in between, in
// every direction, whether the ground is one shape or made of tiles. With doors and hazards it is a note.
func TestPathsThatLeaveRoom(t *testing.T) {
	t.Parallel()
	for _, way := range []level.Vec{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}} {
		for _, tiles := range []int{1, 5} {
			for _, room := range []float64{-2, 0, 3, 40} {
				for _, tag := range []string{"", "door", "hazard"} {
					// at returns a box along the way, from one distance to another and of a width.
					at := func(from, to, width float64) *level.Collider {
						a, b := level.Vec{X: 256, Y: 256}.MulAdd(way, from), level.Vec{X: 256, Y: 256}.MulAdd(way, to)
						side := way.Perp().Mul(width / 2)
						lo, hi := a.Sub(side).Min(a.Add(side)).Min(b.Sub(side).Min(b.Add(side))),
							a.Sub(side).Max(a.Add(side)).Max(b.Sub(side).Max(b.Add(side)))
						return box(lo.X, lo.Y, hi.X, hi.Y)
					}
					block := with(at(0, 48, 12), moving(level.Path{Points: []level.Vec{{}, way.Mul(room + 40)}}))
					if tag != "" {
						block.Tags = []string{tag}
					}
					all := []*level.Collider{block}
					for i := range tiles {
						long := 80 / float64(tiles)
						from := 48 + room + float64(float64(i)*long)
						all = append(all, at(from, from+long, 16))
					}
					want := ""
					if room == 40 {
						want = map[string]string{"": "warning", "door": "note", "hazard": "note"}[tag]
					}
					got := ""
					for _, f := range run(t, document(t, all...)) {
						if f.Rule == check.RulePathIntoGround {
							got += string(f.Severity)
						}
					}
					if got != want {
						t.Errorf("%v into %d tiles %v px away, tagged %q: %q, want %q", way, tiles, room, tag, got,
							want)
					}
				}
			}
		}
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		level []*level.Collider
		want  level.Vec
	}{
		{
			"overlap",
			[]*level.Collider{box(0, 200, 512, 256), with(box(100, 190, 116, 206), dynamic)},
			level.Vec{X: 100, Y: 203},
		},
		{"seam", []*level.Collider{box(0, 199, 100, 256), box(100, 200, 200, 256)}, level.Vec{X: 100, Y: 199.5}},
		{"outside", []*level.Collider{box(520, 0, 540, 20)}, level.Vec{X: 530, Y: 10}},
	}
	for _, tt := range tests {
		f := run(t, document(t, tt.level...))[0]
		if f.Place.Dist(tt.want) > 20 || f.Place.Y != tt.want.Y || !f.Bounds.Contains(f.Place) {
			t.Errorf("%s: at %v in %v, want %v", tt.name, f.Place, f.Bounds, tt.want)
		}
	}
}

func TestUnusedCategory(t *testing.T) {
	t.Parallel()
	find := func(doc *level.Document) []string {
		var out []string
		for _, f := range run(t, doc) {
			if f.Rule == check.RuleUnusedCategory {
				out = append(out, f.Message)
			}
		}
		return out
	}
	if got := find(document(t, box(0, 0, 32, 32))); len(got) != 1 || !strings.Contains(got[0], `"player"`) {
		t.Errorf("the findings for an unused category are %q", got)
	}
	if got := find(document(t, with(box(0, 0, 32, 32), onlyPlayer))); got != nil {
		t.Errorf("the findings for a named category are %q", got)
	}
}

func TestEveryRuleIsKnown(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range check.Rules() {
		if seen[r.ID] || r.Title == "" || r.Help == "" ||
			!slices.Contains([]check.Severity{check.Error, check.Warning, check.Note}, r.Severity) {
			t.Errorf("rule %+v", r)
		}
		seen[r.ID] = true
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := check.Find(ctx, document(t).Snapshot(), check.Options{}); err == nil {
		t.Error("a cancelled check returns no error")
	}
}

// TestGapsFitTheSpawn checks that the character has the shape of its spawn, which does not count as ground, and
// crouches if it can.
func TestGapsFitTheSpawn(t *testing.T) {
	t.Parallel()
	spawn := func(c *level.Collider) { c.Tags = []string{level.SpawnTag} }
	crouches := func(c *level.Collider) {
		c.Tags, c.Properties = []string{level.SpawnTag}, level.Properties{"crouch": true, "crouch_height": 20.0}
	}
	for name, tt := range map[string]struct {
		spawn *level.Collider
		want  int
	}{
		"as wide as the way":  {with(box(200, 100, 230, 130), spawn), 0},
		"wider":               {with(box(200, 100, 232, 130), spawn), 1},
		"near the wall":       {with(box(104, 150, 112, 166), spawn), 0},
		"too high":            {with(box(200, 100, 210, 133), spawn), 1},
		"too high, as it can": {with(box(200, 100, 210, 133), crouches), 0},
		"far too high":        {with(box(200, 100, 210, 164), spawn), 0},
	} {
		level := document(t, box(0, 100, 100, 256), box(130, 100, 160, 160), box(130, 190, 160, 256), tt.spawn)
		gaps := 0
		for _, f := range run(t, level) {
			if f.Rule == check.RuleGap {
				gaps++
			}
		}
		if (gaps > 0) != (tt.want > 0) {
			t.Errorf("%s: %d gaps", name, gaps)
		}
	}
}

// TestGapsNeedACharacter checks that gaps are findings only in levels with a spawn or their own character settings, or
// if the caller gives a size. In a top-down level, nobody falls into a gap or jumps over it.
func TestGapsNeedACharacter(t *testing.T) {
	t.Parallel()
	topDown := func(s *level.Settings) { s.Playtest.Mode = level.TopDown }
	faster := func(s *level.Settings) { s.Playtest.Speed++ }
	spawn := with(box(300, 0, 314, 20), func(c *level.Collider) { c.Tags = []string{level.SpawnTag} })
	spawnAbove := with(box(300, 0, 314, 20), func(c *level.Collider) {
		c.Tags, c.Properties = []string{level.SpawnTag}, level.Properties{"mode": "top-down"}
	})
	for name, tt := range map[string]struct {
		settings func(*level.Settings)
		spawn    *level.Collider
		given    level.Vec
		want     bool
	}{
		"nobody":                  {},
		"a spawn":                 {spawn: spawn, want: true},
		"a character of its own":  {settings: faster, want: true},
		"a size that is asked":    {given: level.Vec{X: 14, Y: 24}, want: true},
		"top-down":                {settings: topDown},
		"from above, with spawn":  {settings: topDown, spawn: spawn},
		"a spawn that says so":    {spawn: spawnAbove},
		"from above, with a size": {settings: topDown, given: level.Vec{X: 14, Y: 24}},
	} {
		walls := []*level.Collider{box(60, 60, 140, 140), box(153, 60, 233, 140)}
		if tt.spawn != nil {
			walls = append(walls, with(box(0, 0, 1, 1), func(c *level.Collider) { *c = *tt.spawn }))
		}
		doc := document(t, walls...)
		if tt.settings != nil {
			before := doc.Settings()
			after := *before
			tt.settings(&after)
			if err := doc.Apply(level.Diff{Settings: level.Changed(before, &after)}); err != nil {
				t.Fatal(err)
			}
		}
		found := runWith(t, doc, check.Options{Character: tt.given, Steps: -1})
		got := strings.Join(formatFindings(found), "; ")
		if (got != "") != tt.want || tt.want && got != "gap warning c1 c2" {
			t.Errorf("%s: found %q, want a gap: %v", name, got, tt.want)
		}
	}
}

// Gaps are measured against the level's own character, unless a size is given.
func TestGapsFitTheLevelsCharacter(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		form  level.PlayForm
		size  level.Vec
		given level.Vec
		want  int
	}{
		{level.BoxForm, level.Vec{X: 14, Y: 24}, level.Vec{}, 0},
		{level.BoxForm, level.Vec{X: 33, Y: 24}, level.Vec{}, 1},
		{level.BoxForm, level.Vec{X: 40, Y: 24}, level.Vec{}, 0}, // nobody would expect a way there
		{level.BoxForm, level.Vec{X: 40, Y: 24}, level.Vec{X: 14, Y: 24}, 0},
		{level.CircleForm, level.Vec{X: 14, Y: 300}, level.Vec{}, 0}, // its height equals its width
	} {
		doc := document(t, box(0, 100, 100, 256), box(130, 100, 300, 256))
		before := doc.Settings()
		after := *before
		after.Playtest.Form, after.Playtest.Size = tt.form, tt.size
		if err := doc.Apply(level.Diff{Settings: level.Changed(before, &after)}); err != nil {
			t.Fatal(err)
		}
		all, err := check.Find(context.Background(), doc.Snapshot(), check.Options{Character: tt.given})
		found := all.List
		if err != nil {
			t.Fatal(err)
		}
		gaps := 0
		for _, f := range found {
			if f.Rule == check.RuleGap {
				gaps++
			}
		}
		if gaps != tt.want {
			t.Errorf("a %s of %v, %v given: %d gaps of 30 px, want %d", tt.form, tt.size, tt.given, gaps, tt.want)
		}
	}
}
