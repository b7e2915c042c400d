package export

import (
	"context"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
)

// rubeJSON is the JSON of R.U.B.E., an editor for Box2D, which many Box2D loaders read.
type rubeJSON struct{}

// Rube is R.U.B.E. JSON for Box2D 2.x: metres, y up, convex polygons of at most eight vertices.
func Rube() Exporter { return rubeJSON{} }

func (rubeJSON) Name() string      { return "rube" }
func (rubeJSON) Title() string     { return "R.U.B.E. JSON for Box2D" }
func (rubeJSON) Extension() string { return ".rube.json" }

// Box2D's limits.
const (
	box2dVertices = 8
	box2dBits     = 16
	box2dSlop     = 0.005 // metres: closer vertices are welded, and thinner polygons refused
)

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

// Export writes the scene. A metre is the level's pixels per metre; y is turned up about the origin of level space.
func (rubeJSON) Export(ctx context.Context, snap level.Snapshot, o Options, w io.Writer) (*Report, error) {
	t, err := newTarget(ctx, snap, o)
	if err != nil {
		return nil, err
	}
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
	if j.err != nil {
		return nil, j.err
	}
	_, err = w.Write(j.b)
	return t.report(), err
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
		Name: c.Name, Type: map[level.BodyType]int{level.Static: 0, level.Kinematic: 1, level.Dynamic: 2}[c.Body],
		Position: t.metres(c.Position), Angle: -c.Angle.Radians() + 0, Awake: true,
		Fixtures: []rubeFixture{}, Properties: t.rubeProperties(c),
	}
	if b.Name == "" {
		b.Name = c.ID
	}
	if len(c.Pieces) == 0 {
		return b
	}
	if c.Body == level.Dynamic {
		mass, inertia := t.mass(i)
		centre := t.baked[i].Mass().Centroid
		// Box2D's inertia is about the body's origin.
		metre := t.Level.PixelsPerMetre
		inertia += mass * centre.LenSq() / (metre * metre)
		at := t.metres(centre)
		b.Mass, b.Inertia, b.Centre = &mass, &inertia, &at
	}
	if c.OneWay != nil {
		t.lose(c, "Box2D has no one-way fixtures: it is solid from all sides, its direction is in the custom property one_way")
	}
	category, mask := t.limitBits(c, box2dBits)
	f := rubeFixture{
		Name: b.Name, Density: c.Density, Friction: c.Friction, Restitution: c.Restitution, Sensor: c.Role == level.Trigger,
		Category: category, Mask: mask, Group: c.Group,
	}
	if c.Group > math.MaxInt16 || c.Group < math.MinInt16 {
		t.lose(c, "Box2D's groups have 16 bits: its group is left out")
		f.Group = 0
	}
	if c.Shape.Kind == level.Chain && c.Shape.Radius == 0 {
		if c.Shape.OneSided {
			t.lose(c, "Box2D before 2.4 has no one-sided chains: there it is solid on both sides")
		}
		// Since 2.4 a chain is solid on its right, seen with y up.
		line := &rubePolygon{t.metreList(c.Shape.Points, c.Shape.OneSided)}
		if f.Chain = line; c.Shape.Closed {
			f.Chain, f.Loop = nil, line
		}
		b.Fixtures = append(b.Fixtures, f)
		return b
	}
	t.loseOneSided(c)
	for _, p := range c.local() {
		b.Fixtures = append(b.Fixtures, t.rubePiece(c, f, p)...)
	}
	return b
}

// rubePiece is the fixtures of a convex part, which stands in the collider's own frame.
func (t *target) rubePiece(c *Collider, f rubeFixture, p Piece) []rubeFixture {
	metre := t.Level.PixelsPerMetre
	switch {
	case len(p.Vertices) == 1 && p.Radius > 0:
		f.Circle = &rubeCircle{t.metres(p.Vertices[0]), p.Radius / metre}
		return []rubeFixture{f}
	case len(p.Vertices) == 2 && p.Radius == 0:
		f.Chain = &rubePolygon{t.metreList(p.Vertices, false)}
		return []rubeFixture{f}
	case len(p.Vertices) == 1:
		t.lose(c, "a part without extent is left out")
		return nil
	}
	var out []rubeFixture
	for _, part := range atMost(box2dVertices, t.welded(t.flat(c, p))) {
		if len(part) < 3 || isThin(part, float64(box2dSlop*metre)) {
			t.lose(c, "Box2D takes nothing thinner than %s m: a part of it is left out", short(box2dSlop))
			continue
		}
		g := f
		g.Polygon = &rubePolygon{t.metreList(part, true)}
		out = append(out, g)
	}
	return out
}

// welded is a convex polygon without vertices that Box2D would weld to their neighbours.
func (t *target) welded(vs []Vec) []Vec {
	least := float64(box2dSlop * t.Level.PixelsPerMetre)
	var out []Vec
	for _, v := range vs {
		if len(out) == 0 || v.Dist(out[len(out)-1]) > least {
			out = append(out, v)
		}
	}
	for len(out) > 1 && out[0].Dist(out[len(out)-1]) <= least {
		out = out[:len(out)-1]
	}
	return out
}

// isThin reports whether no vertex is farther than d from one of the polygon's edges.
func isThin(vs []Vec, d float64) bool {
	for i, a := range vs {
		n := vs[(i+1)%len(vs)].Sub(a).Unit().Perp()
		far := 0.0
		for _, v := range vs {
			far = max(far, math.Abs(v.Sub(a).Dot(n)))
		}
		if far <= d {
			return true
		}
	}
	return false
}

func (t *target) rubeProperties(c *Collider) []rubeProperty {
	text := func(name, value string) rubeProperty { return rubeProperty{Name: name, String: &value} }
	out := []rubeProperty{text("fillet_id", c.ID), text("role", c.Role.String())}
	if c.Layer != "" {
		out = append(out, text("layer", c.Layer))
	}
	if len(c.Tags) > 0 {
		if slices.ContainsFunc(c.Tags, func(s string) bool { return strings.Contains(s, ",") }) {
			t.lose(c, "a name with a comma in it looks like two in a list")
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
