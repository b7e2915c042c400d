package export

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/export/colliders"
)

// Rube is R.U.B.E. JSON for Box2D 2.x: metres, y up, convex polygons of at most eight vertices.
func Rube() Exporter {
	return &format{name: "rube", title: "R.U.B.E. JSON for Box2D", extension: ".rube.json", motion: velocities, write: writeRube}
}

type (
	rubeVec struct {
		X float64 `json:"x"`
		Y float64 `json:"y"`
	}
	rubeList struct {
		X []float64 `json:"x"`
		Y []float64 `json:"y"`
	}
	rubeBody struct {
		Name       string         `json:"name"`
		Type       int            `json:"type"`
		Position   rubeVec        `json:"position"`
		Angle      float64        `json:"angle"`
		Velocity   rubeVec        `json:"linearVelocity"`
		Spin       float64        `json:"angularVelocity"`
		Awake      bool           `json:"awake"`
		Mass       *float64       `json:"massData-mass,omitempty"`
		Centre     *rubeVec       `json:"massData-center,omitempty"`
		Inertia    *float64       `json:"massData-I,omitempty"`
		Fixtures   []rubeFixture  `json:"fixture"`
		Properties []rubeProperty `json:"customProperties"`
	}
	rubeFixture struct {
		Name        string       `json:"name"`
		Density     float64      `json:"density"`
		Friction    float64      `json:"friction"`
		Restitution float64      `json:"restitution"`
		Sensor      bool         `json:"sensor"`
		Category    uint64       `json:"filter-categoryBits"`
		Mask        uint64       `json:"filter-maskBits"`
		Group       int32        `json:"filter-groupIndex"`
		Polygon     *rubePolygon `json:"polygon,omitempty"`
		Circle      *rubeCircle  `json:"circle,omitempty"`
		Chain       *rubePolygon `json:"chain,omitempty"`
		Loop        *rubePolygon `json:"loop,omitempty"`
	}
	rubePolygon struct {
		Vertices rubeList `json:"vertices"`
	}
	rubeCircle struct {
		Center rubeVec `json:"center"`
		Radius float64 `json:"radius"`
	}
	rubeProperty struct {
		Name   string   `json:"name"`
		String *string  `json:"string,omitempty"`
		Float  *float64 `json:"float,omitempty"`
		Bool   *bool    `json:"bool,omitempty"`
		Vec2   *rubeVec `json:"vec2,omitempty"`
	}
)

// writeRube writes the scene. A metre is the level's pixels per metre; y is turned up about the origin of level space.
func writeRube(ctx context.Context, t *target) ([]byte, error) {
	var j jsonLines
	j.raw(`{"gravity": {"x": 0, "y": -10}, "allowSleep": true, "autoClearForces": true, "continuousPhysics": true, "subStepping": false, "warmStarting": true,`)
	j.raw(` "stepsPerSecond": 60, "velocityIterations": 8, "positionIterations": 3, "joint": [], "image": [], "body": [`)
	for i := range t.Colliders {
		if err := t.step(ctx, i); err != nil {
			return nil, err
		}
		j.item(1, i == 0)
		j.value(t.rubeBody(i))
	}
	j.raw("\n]}\n")
	return j.b, j.err
}

// metres takes a point or a direction in pixels, y down, to metres, y up.
func (t *target) metres(v Vec) rubeVec {
	k := 1 / t.Level.PixelsPerMetre
	return rubeVec{float64(v.X*k) + 0, float64(-v.Y*k) + 0}
}

// metreList is an outline in metres. With y turned around, the order is as well, so that it stays counter-clockwise.
func (t *target) metreList(vs []Vec, reverse bool) rubeList {
	var l rubeList
	for _, v := range vs {
		m := t.metres(v)
		l.X, l.Y = append(l.X, m.X), append(l.Y, m.Y)
	}
	if reverse {
		slices.Reverse(l.X)
		slices.Reverse(l.Y)
	}
	return l
}

func (t *target) rubeBody(i int) rubeBody {
	c := &t.Colliders[i]
	b := rubeBody{
		Name: c.Name, Type: map[colliders.BodyType]int{colliders.Static: 0, colliders.Kinematic: 1, colliders.Dynamic: 2}[c.Body],
		Position: t.metres(c.Position), Angle: -radians(c.Angle) + 0, Awake: true,
		Fixtures: []rubeFixture{}, Properties: t.rubeProperties(c),
		Velocity: t.metres(c.Velocity), Spin: -radians(c.Spin) + 0,
	}
	if b.Name == "" {
		b.Name = c.ID
	}
	if c.OneWay != nil && len(c.Pieces) > 0 {
		t.lose(c, LossOneWay, "Box2D has no one-way fixtures: it is solid from all sides, its direction is in the custom property one_way")
	}
	box := t.box2dBody(i)
	if c.Body == colliders.Dynamic && len(c.Pieces) > 0 {
		at := t.metres(box.Centre)
		b.Mass, b.Inertia, b.Centre = &box.Mass, &box.Inertia, &at
	}
	for _, s := range box.Shapes {
		f := rubeFixture{
			Name: b.Name, Density: c.Density, Friction: c.Friction, Restitution: c.Restitution, Sensor: c.Role == colliders.Trigger,
			Category: box.Category, Mask: box.Mask, Group: box.Group,
		}
		switch s.Kind {
		case "circle":
			f.Circle = &rubeCircle{t.metres(s.Centre), s.Radius / t.Level.PixelsPerMetre}
		case "polygon":
			f.Polygon = &rubePolygon{t.metreList(s.Vertices, true)}
		case "loop": // since Box2D 2.4 one is solid on its right, seen with y up
			f.Loop = &rubePolygon{t.metreList(s.Vertices, c.Shape.OneSided)}
		case "chain":
			f.Chain = &rubePolygon{t.metreList(s.Vertices, c.Shape.OneSided)}
		}
		b.Fixtures = append(b.Fixtures, f)
	}
	return b
}

func (t *target) rubeProperties(c *colliders.Collider) []rubeProperty {
	text := func(name, value string) rubeProperty { return rubeProperty{Name: name, String: &value} }
	out := []rubeProperty{text("fillet_id", c.ID), text("role", c.Role.String())}
	if c.Layer != "" {
		out = append(out, text("layer", c.Layer))
	}
	if len(c.Tags) > 0 {
		if slices.ContainsFunc(c.Tags, func(s string) bool { return strings.Contains(s, ",") }) {
			t.lose(c, LossTags, "a name with a comma in it looks like two in a list")
		}
		out = append(out, text("tags", strings.Join(c.Tags, ",")))
	}
	if c.OneWay != nil {
		out = append(out, rubeProperty{Name: "one_way", Vec2: &rubeVec{c.OneWay.X + 0, -c.OneWay.Y + 0}})
	}
	for _, name := range slices.Sorted(maps.Keys(c.Properties)) {
		p := rubeProperty{Name: name}
		switch v := c.Properties[name].(type) {
		case string:
			p.String = &v
		case bool:
			p.Bool = &v
		case float64:
			p.Float = &v
		}
		out = append(out, p)
	}
	return out
}

// rotated is a vector turned by a fraction of a full turn.
func rotated(v Vec, turns float64) Vec {
	return collision.NewRot(float64(turns * 2 * math.Pi)).Apply(v)
}
