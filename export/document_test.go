package export_test

import (
	"fmt"
	"math"
	"testing"

	"fillet/editor/level"

	"pgregory.net/rapid"
)

// someLevel returns a small level with one collider of every kind and role.
func someLevel(t testing.TB) *level.Document {
	t.Helper()
	s := level.DefaultSettings()
	s.Name, s.Size = "Cavern", level.Vec{X: 512, Y: 256}
	s.Categories = []string{"terrain", "player"}
	doc, err := level.NewDocument(s)
	if err != nil {
		t.Fatal(err)
	}
	ground := &level.Layer{ID: 1, Name: "ground", Order: 1}
	above := &level.Layer{ID: 2, Name: "things: above", Order: 2}
	diff := level.Diff{Layers: []level.Change[level.Layer]{level.Added(ground), level.Added(above)}}
	add := func(layer *level.Layer, name string, s level.Shape, at level.Vec, change func(*level.Collider)) {
		c := level.NewCollider(level.ID(len(diff.Colliders)+1), layer.ID, name, s, at)
		if change != nil {
			change(c)
		}
		diff.Colliders = append(diff.Colliders, level.Added(c))
	}
	add(ground, "floor", level.Shape{
		Kind: level.Polygon, Points: []level.Vec{{}, {X: 64}, {X: 64, Y: 16}, {Y: 16}}, Radius: 4,
		Rounding: level.Inset,
	}, level.Vec{Y: 240}, func(c *level.Collider) {
		c.CollidesWith = []string{"terrain", "player"}
		c.Source = &level.Source{File: "world.ldtk", Level: "Level_0", Layer: "Collisions", Value: 1}
	})
	add(ground, "frame", level.Shape{
		Kind: level.Polygon, Points: []level.Vec{{}, {X: 64}, {X: 64, Y: 64}, {Y: 64}}, Rounding: level.Inset,
		Holes: [][]level.Vec{{{X: 16, Y: 16}, {X: 48, Y: 16}, {X: 48, Y: 48}, {X: 16, Y: 48}}},
	}, level.Vec{X: 128, Y: 64}, nil)
	add(ground, "bridge", level.Shape{Kind: level.Box, Size: level.Vec{X: 48, Y: 8}, Radius: 2, Rounding: level.Outset},
		level.Vec{X: 100, Y: 200}, func(c *level.Collider) {
			c.Role, c.OneWay, c.Angle = level.OneWay, level.Up, 30
			c.Friction, c.Restitution, c.Density = 0.25, 0.5, 3
			c.CollidesWith = []string{}
		})
	add(above, "", level.Shape{Kind: level.Circle, Radius: 8}, level.Vec{X: 30, Y: 236}, func(c *level.Collider) {
		c.Body, c.Categories, c.Group, c.Locked = level.Dynamic, []string{"player"}, -3, true
		c.Start(level.Motion{Velocity: level.Vec{X: -12.5, Y: 3}, Spin: -90, Force: level.Vec{Y: 2}})
		c.Tags = []string{"yes", "two words", "na\u00efve \"quoted\"", "\U0001f600\u2028\x01"}
		c.Properties = level.Properties{"hp": 3.5, "boss": true, "say": "null", "y": "no", "key: odd": "line\nbreak"}
	})
	add(above, "door", level.Shape{Kind: level.Capsule, Points: []level.Vec{{X: -10}, {X: 10}}, Radius: 5},
		level.Vec{X: 40, Y: 230}, func(c *level.Collider) { c.Role, c.Angle = level.Trigger, -90 })
	add(above, "rope", level.Shape{Kind: level.Chain, Points: []level.Vec{{}, {X: 32}, {X: 32, Y: 32}}, Radius: 1.5},
		level.Vec{X: 300, Y: 10}, func(c *level.Collider) { c.Body = level.Kinematic })
	add(above, "loop", level.Shape{
		Kind: level.Chain, Points: []level.Vec{{}, {X: 32}, {X: 32, Y: 32}}, Closed: true,
		OneSided: true,
	},
		level.Vec{X: 400, Y: 10}, nil)
	add(above, "spawn", level.Shape{Kind: level.Point}, level.Vec{X: 20, Y: 20}, nil)
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	return doc
}

// anyLevel draws a level of up to a dozen colliders.
func anyLevel(t *rapid.T) *level.Document {
	s := level.DefaultSettings()
	s.Name = rapid.String().Draw(t, "name")
	s.Origin = anyVec(t, "origin", 1000)
	s.Categories = []string{"terrain", "player", "the foe"}
	doc, err := level.NewDocument(s)
	if err != nil {
		t.Fatal(err)
	}
	diff := level.Diff{}
	for i := range 1 + rapid.IntRange(0, 2).Draw(t, "layers") {
		diff.Layers = append(diff.Layers, level.Added(&level.Layer{
			ID: level.LayerID(i + 1), Order: float64(i), Name: fmt.Sprint(i, rapid.String().Draw(t, "layer name")),
		}))
	}
	for i := range rapid.IntRange(0, 12).Draw(t, "colliders") {
		layer := level.LayerID(1 + rapid.IntRange(0, len(diff.Layers)-1).Draw(t, "in layer"))
		diff.Colliders = append(diff.Colliders, level.Added(anyCollider(t, level.ID(i+1), layer)))
	}
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	return doc
}

func anyCollider(t *rapid.T, id level.ID, layer level.LayerID) *level.Collider {
	c := level.NewCollider(id, layer, rapid.String().Draw(t, "name"), anyShape(t), anyVec(t, "position", 5000))
	c.Angle = level.Degrees(rapid.SampledFrom([]float64{0, 0, 90, -33.3, 179.9}).Draw(t, "angle"))
	c.Role = rapid.SampledFrom([]level.Role{level.Solid, level.Trigger, level.OneWay}).Draw(t, "role")
	if c.Role == level.OneWay {
		c.OneWay = level.Up
	}
	c.Body = rapid.SampledFrom([]level.BodyType{level.Static, level.Dynamic, level.Kinematic}).Draw(t, "body")
	c.Categories = rapid.SampledFrom([][]string{nil, {"player"}, {"terrain", "the foe"}}).Draw(t, "categories")
	c.CollidesWith = rapid.SampledFrom([][]string{nil, {}, {"player"}}).Draw(t, "collides with")
	c.Group = rapid.Int32().Draw(t, "group")
	c.Tags = rapid.SliceOfN(rapid.StringN(1, 8, -1), 0, 3).Draw(t, "tags")
	c.Properties = rapid.MapOf(rapid.StringN(1, 8, -1), rapid.OneOf(
		rapid.String().AsAny(), rapid.Bool().AsAny(), rapid.Float64Range(-1e300, 1e300).AsAny(),
	)).Draw(t, "properties")
	c.Friction = rapid.Float64Range(0, 2).Draw(t, "friction")
	if c.Body == level.Dynamic && rapid.Bool().Draw(t, "moves") {
		c.Start(level.Motion{Velocity: anyVec(t, "velocity", 500), Spin: 12.5, Force: anyVec(t, "force", 50)})
	}
	if rapid.Bool().Draw(t, "imported") {
		c.Source = &level.Source{
			File: rapid.String().Draw(t, "file"), Level: rapid.String().Draw(t, "level"),
			Layer: rapid.String().Draw(t, "source layer"), Value: rapid.Int().Draw(t, "value"),
			ID: rapid.String().Draw(t, "source id"),
		}
	}
	return c
}

func anyShape(t *rapid.T) level.Shape {
	size := rapid.Float64Range(1, 500)
	rounding := rapid.SampledFrom([]level.Rounding{level.Inset, level.Outset}).Draw(t, "rounding")
	s := level.Shape{Kind: rapid.SampledFrom(level.Kinds).Draw(t, "kind")}
	switch s.Kind {
	case level.Polygon: // a star around the origin, which never crosses itself
		n := rapid.IntRange(3, 12).Draw(t, "corners")
		for i := range n {
			r := rapid.Float64Range(20, 200).Draw(t, "corner")
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			s.Points = append(s.Points, level.Vec{X: r * cos, Y: r * sin})
		}
		s.Rounding = rounding
		s.Radius = rapid.Float64Range(0, 10).Draw(t, "radius")
		if m := s.MaxRadius(); s.Radius > m/2 {
			s.Radius = m / 2
		}
	case level.Box:
		s.Size = level.Vec{X: size.Draw(t, "width"), Y: size.Draw(t, "height")}
		s.Rounding = rounding
		s.Radius = rapid.Float64Range(0, 1).Draw(t, "radius") * min(s.Size.X, s.Size.Y) / 2
	case level.Circle:
		s.Radius = size.Draw(t, "radius")
	case level.Capsule:
		s.Points = []level.Vec{anyVec(t, "a", 100), anyVec(t, "b", 100)}
		s.Radius = size.Draw(t, "radius")
	case level.Chain:
		n := rapid.IntRange(3, 6).Draw(t, "vertices")
		for i := range n {
			s.Points = append(s.Points, level.Vec{X: float64(i) * 30, Y: rapid.Float64Range(-50, 50).Draw(t, "y")})
		}
		s.Closed, s.OneSided = rapid.Bool().Draw(t, "closed"), rapid.Bool().Draw(t, "one-sided")
		s.Radius = rapid.Float64Range(0, 9).Draw(t, "radius")
	}
	return s
}

func anyVec(t *rapid.T, name string, limit float64) level.Vec {
	x := rapid.Float64Range(-limit, limit)
	return level.Vec{X: x.Draw(t, name+" x"), Y: x.Draw(t, name+" y")}
}
