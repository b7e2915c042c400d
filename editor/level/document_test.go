package level_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/testkit"

	"pgregory.net/rapid"
)

func box(doc *level.Document, x float64) *level.Collider {
	s := level.Shape{Kind: level.Box, Size: level.Vec{X: 10, Y: 10}, Rounding: level.Inset}
	return level.NewCollider(doc.NewID(), 1, "box", s, level.Vec{X: x})
}

func adding(cs ...*level.Collider) level.Diff {
	var d level.Diff
	for _, c := range cs {
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	return d
}

// A diff with any invalid part changes nothing and notifies nobody.
func TestApplyIsAllOrNothing(t *testing.T) {
	doc := testkit.EmptyLevel(t)
	good := box(doc, 1)
	if err := doc.Apply(adding(good)); err != nil {
		t.Fatal(err)
	}
	other := func(f func(*level.Collider)) *level.Collider {
		c := *box(doc, 50)
		f(&c)
		return &c
	}
	crossing := []level.Vec{{}, {X: 10, Y: 10}, {X: 10}, {Y: 10}}
	heard := 0
	defer doc.Subscribe(func(level.Diff) { heard++ })()
	before, err := level.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name  string
		diff  level.Diff
		stale bool
	}{
		{"id in use", adding(other(func(c *level.Collider) { c.ID = good.ID })), true},
		{"the same id twice", adding(other(func(c *level.Collider) {
			c.ID = 77
		}), other(func(c *level.Collider) { c.ID = 77 })), false},
		{"no id", adding(other(func(c *level.Collider) { c.ID = 0 })), false},
		{"no such layer", adding(other(func(c *level.Collider) { c.Layer = 9 })), false},
		{"NaN", adding(other(func(c *level.Collider) { c.Position.X = math.NaN() })), false},
		{"infinite angle", adding(other(func(c *level.Collider) { c.Angle = level.Degrees(math.Inf(1)) })), false},
		{"huge", adding(other(func(c *level.Collider) { c.Position.Y = 1e300 })), false},
		{"no extent", adding(other(func(c *level.Collider) { c.Shape.Size.X = 0 })), false},
		{"radius too large", adding(other(func(c *level.Collider) { c.Shape.Radius = 5.5 })), false},
		{"negative radius", adding(other(func(c *level.Collider) { c.Shape.Radius = -1 })), false},
		{"self-crossing", adding(other(func(c *level.Collider) {
			c.Shape = level.Shape{Kind: level.Polygon, Points: crossing, Rounding: level.Inset}
		})), false},
		{"capsule of three", adding(other(func(c *level.Collider) {
			c.Shape = level.Shape{Kind: level.Capsule, Points: crossing[:3], Radius: 1}
		})), false},
		{"role", adding(other(func(c *level.Collider) { c.Role = 9 })), false},
		{"one-way without direction", adding(other(func(c *level.Collider) { c.Role = level.OneWay })), false},
		{"category", adding(other(func(c *level.Collider) { c.Categories = []string{"ghost"} })), false},
		{"invalid text", adding(other(func(c *level.Collider) { c.Name = "\xff" })), false},
		{"property of the wrong type", adding(other(func(c *level.Collider) {
			c.Properties = level.Properties{"n": 3}
		})), false},
		{"stale", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(box(doc, 3), good)}}, true},
		{
			"removing what is not there",
			level.Diff{Colliders: []level.Change[level.Collider]{level.Removed(box(doc, 3))}},
			true,
		},
		{"empty change", level.Diff{Colliders: []level.Change[level.Collider]{{}}}, false},
		{
			"layer that holds colliders",
			level.Diff{Layers: []level.Change[level.Layer]{level.Removed(doc.Layer(1))}},
			false,
		},
		{"another id", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(good,
			other(func(c *level.Collider) {
				c.ID = 5
			}))}}, false},
		{"categories that are in use", level.Diff{Settings: level.Changed(doc.Settings(), &level.Settings{})}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			diff := test.diff
			diff.Colliders = append(adding(box(doc, 7)).Colliders, diff.Colliders...) // a good change first
			err := doc.Apply(diff)
			if err == nil {
				t.Fatal("the invalid diff was applied")
			}
			if errors.Is(err, level.ErrStale) != test.stale {
				t.Errorf("error %q is stale: %v, want %v", err, !test.stale, test.stale)
			}
			after, merr := level.Marshal(doc)
			if merr != nil || string(after) != string(before) {
				t.Errorf("the document changed:\n%s", after)
			}
			if verr := doc.Validate(); verr != nil {
				t.Error(verr)
			}
		})
	}
	if heard != 0 {
		t.Errorf("subscribers were notified of %d changes", heard)
	}
}

// A level has at most MaxPictures pictures of its own.
func TestMaxPictures(t *testing.T) {
	s := level.DefaultSettings()
	for i := range level.MaxPictures + 1 {
		s.Pictures = append(s.Pictures, level.Picture{
			Name: fmt.Sprintf("%06d", i), File: "a.png", Size: level.Vec{X: 1, Y: 1}, Opacity: 1,
		})
	}
	if _, err := level.NewDocument(s); err == nil {
		t.Error("more pictures than the limit are accepted")
	}
	s.Pictures = s.Pictures[1:]
	if _, err := level.NewDocument(s); err != nil {
		t.Error(err)
	}
}

// A category in use cannot be removed from the level, unless the same change removes it from the collider.
func TestCategoriesInUseStay(t *testing.T) {
	doc := testkit.EmptyLevel(t)
	with, without := *doc.Settings(), *doc.Settings()
	with.Categories = append(slices.Clone(with.Categories), "rope", "spare")
	c, d := *box(doc, 1), *box(doc, 20)
	c.Categories, d.CollidesWith = []string{"rope"}, []string{"rope"}
	add := adding(&c, &d)
	add.Settings = level.Changed(doc.Settings(), &with)
	if err := doc.Apply(add); err != nil {
		t.Fatal(err)
	}
	fewer := with
	fewer.Categories = slices.DeleteFunc(slices.Clone(with.Categories), func(s string) bool { return s == "spare" })
	if err := doc.Apply(level.Diff{Settings: level.Changed(&with, &fewer)}); err != nil {
		t.Errorf("an unused category cannot be removed: %v", err)
	}
	c2, d2 := c, d
	c2.Categories, d2.CollidesWith = nil, nil
	both := []level.Change[level.Collider]{level.Changed(&c, &c2), level.Changed(&d, &d2)}
	leave := level.Changed(&fewer, &without)
	for _, changes := range [][]level.Change[level.Collider]{nil, both[:1], both[1:]} {
		if err := doc.Apply(level.Diff{Settings: leave, Colliders: changes}); err == nil ||
			!strings.Contains(err.Error(), `no category "rope"`) {
			t.Errorf("with %d colliders that stop using it: %v", len(changes), err)
		}
	}
	if err := doc.Apply(level.Diff{Settings: leave, Colliders: both}); err != nil {
		t.Error(err)
	}
}

// If many colliders are added at once and baked on all cores, the first invalid one is reported, and none is added.
func TestOneInvalidAmongMany(t *testing.T) {
	t.Parallel()
	for _, wrong := range [][]int{{0}, {300}, {1999}, {127, 128}, {700, 30, 1500}} {
		doc := testkit.EmptyLevel(t)
		var all []*level.Collider
		for i := range 2000 {
			all = append(all, box(doc, float64(i)))
		}
		for _, i := range wrong {
			all[i].Shape.Radius = 1e6
		}
		err := doc.Apply(adding(all...))
		var found *level.ColliderError
		if first := all[slices.Min(wrong)]; !errors.As(err, &found) || found.ID != first.ID {
			t.Errorf("invalid %v: %v, want an error for %v", wrong, err, first.ID)
		}
		if doc.Len() != 0 {
			t.Errorf("invalid %v: %d colliders were added", wrong, doc.Len())
		}
	}
}

func TestOrder(t *testing.T) {
	doc := testkit.EmptyLevel(t)
	a, b, c := box(doc, 0), box(doc, 1), box(doc, 2)
	if err := doc.Apply(adding(c, a, b)); err != nil {
		t.Fatal(err)
	}
	order := func() []level.ID {
		var ids []level.ID
		for _, c := range doc.InLayer(1) {
			ids = append(ids, c.ID)
		}
		return ids
	}
	if got := order(); !slices.Equal(got, []level.ID{1, 2, 3}) {
		t.Errorf("drawing order %v, want 1 2 3", got)
	}
	front := *a
	front.Order = doc.TopOrder(1)
	if err := doc.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(a, &front)}}); err != nil {
		t.Fatal(err)
	}
	if got := order(); !slices.Equal(got, []level.ID{2, 3, 1}) {
		t.Errorf("with the first one in front %v, want 2 3 1", got)
	}
}

func TestUnsubscribe(t *testing.T) {
	doc := testkit.EmptyLevel(t)
	var heard []string
	stop := doc.Subscribe(func(level.Diff) { heard = append(heard, "a") })
	defer doc.Subscribe(func(level.Diff) { heard = append(heard, "b") })()
	if err := doc.Apply(adding(box(doc, 0))); err != nil {
		t.Fatal(err)
	}
	stop()
	if err := doc.Apply(adding(box(doc, 1))); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(heard, []string{"a", "b", "b"}) {
		t.Errorf("heard %v", heard)
	}
}

// The baked pieces of any shape have its area, and are within the bounds of its boundary.
func TestBakedPiecesFillTheShape(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := testkit.DrawShape(t)
		b, err := s.Bake()
		if err != nil {
			t.Fatal(err)
		}
		if s.Kind == level.Point {
			if b.Pieces != nil {
				t.Fatalf("a point has pieces %v", b.Pieces)
			}
			return
		}
		if s.Kind == level.Chain {
			return // other tests cover its mass
		}
		// Sample the bounds: the share of points inside a piece equals the share of the area, within the error of the
		// sample.
		const n = 60
		inside := 0
		size := b.Bounds.Max.Sub(b.Bounds.Min)
		for i := range n {
			for j := range n {
				p := b.Bounds.Min.Add(level.Vec{X: size.X * (float64(i) + 0.5) / n, Y: size.Y * (float64(j) + 0.5) / n})
				for _, piece := range b.Pieces {
					if piece.Contains(collision.Identity(), p) {
						inside++
						break
					}
				}
			}
		}
		box := size.X * size.Y
		if got := box * float64(inside) / (n * n); math.Abs(got-b.Mass().Area) > 0.06*box {
			t.Fatalf("area %v by sampling, %v by the boundary, of %+v", got, b.Mass().Area, s)
		}
	})
}

func TestSourcesAreRelatedToTheFile(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ file, read, saved, want string }{
		{"/games/cave/world.ldtk", "/games/cave/world.ldtk", "/games/cave/world.level.yaml", "world.ldtk"},
		{"/games/cave/world.ldtk", "/games/cave/world.ldtk", "/games/out/a.level.yaml", "../cave/world.ldtk"},
		{"world.ldtk", "/games/cave/a.level.yaml", "/games/b.level.yaml", "cave/world.ldtk"},
		{"../w.ldtk", "/games/cave/a.level.yaml", "/games/cave/b.level.yaml", "../w.ldtk"},
	} {
		if got := level.RelativeSource(level.AbsoluteSource(test.file, test.read), test.saved); got != test.want {
			t.Errorf("%s read in %s and saved in %s is %s, want %s", test.file, test.read, test.saved, got, test.want)
		}
	}
}

// A layer's name and a number tell unnamed colliders apart.
func TestTitle(t *testing.T) {
	t.Parallel()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	box := level.Shape{Kind: level.Box, Size: level.Vec{X: 10, Y: 10}, Rounding: level.Inset}
	d := level.Diff{Layers: []level.Change[level.Layer]{
		level.Added(&level.Layer{ID: 1, Name: "ground", Order: 1}),
		level.Added(&level.Layer{ID: 2, Order: 2}),
	}}
	for i, name := range []string{"", "crate", "", ""} {
		c := level.NewCollider(level.ID(40-i), 1, name, box, level.Vec{X: float64(i * 20)})
		c.Order = float64(i + 1)
		if i == 3 {
			c.Layer = 2
		}
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[level.ID]string{40: "ground 1", 39: "crate", 38: "ground 3", 37: level.ID(37).String()} {
		if got := doc.Title(doc.Collider(id)); got != want {
			t.Errorf("%v is called %q, want %q", id, got, want)
		}
	}
}

// Labels are shown in terminals, which would interpret control characters.
func TestLabelsArePrintable(t *testing.T) {
	t.Parallel()
	const name, want = "a\x1b[2Jb\n", `a\x1b[2Jb\n`
	if j, p := (level.Joint{Name: name}), (level.Picture{Name: name}); j.Label() != want || p.Label() != want {
		t.Errorf("labels %q and %q, want %q", j.Label(), p.Label(), want)
	}
}
