package export

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"fillet/collision/dynamics"
	"fillet/export/colliders"
)

// Rube returns the format of R.U.B.E. JSON for Box2D 2.x: metres, y up, convex polygons of at most eight vertices.
func Rube() Exporter {
	return &format{
		name: "rube", title: "R.U.B.E. JSON for Box2D", extension: ".rube.json",
		keeps: keepsBodies | keepsJoints | keepsVelocities, write: writeRube, rules: &rules{
			engine:   "Box2D",
			friction: byMix(dynamics.GeometricMix), frictions: "takes the root of the product of the frictions",
			restitution: byMix(dynamics.MaximumMix), restitutions: "takes the larger restitution",
		},
		own: `^\{"gravity": \{"x": 0, "y": -?[0-9.e+-]+\}, "allowSleep": true, [^{}\[\]]*"joint": \[(\], "image": \[\], "body": \[|\n  \{"type":"(revolute|distance|rope)","name":)`,
	}
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
		Damping    float64        `json:"linearDamping"`
		SpinDamp   float64        `json:"angularDamping"`
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
		Chain       *rubeChain   `json:"chain,omitempty"`

		// Properties belong to the fixture's collider; only set in a body of several colliders.
		Properties []rubeProperty `json:"customProperties,omitempty"`
	}
	rubePolygon struct {
		Vertices rubeList `json:"vertices"`
	}
	rubeChain struct { // a closed chain repeats its first vertex at the end, with ghosts there
		Vertices rubeList `json:"vertices"`
		HasPrev  bool     `json:"hasPrevVertex,omitempty"`
		HasNext  bool     `json:"hasNextVertex,omitempty"`
		Prev     *rubeVec `json:"prevVertex,omitempty"`
		Next     *rubeVec `json:"nextVertex,omitempty"`
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

// writeRube writes the scene. Lengths are divided by the level's pixels per metre, and y is flipped about the origin of
// level space. If a joint is attached to the level, an extra body at the end represents the level.
func writeRube(ctx context.Context, t *target) ([]byte, error) {
	var j jsonLines
	j.raw(`{"gravity": {"x": 0, "y": ` + num(t.metres(Vec{Y: t.gravity()}).Y) + `}, "allowSleep": true, "autoClearForces": true, "continuousPhysics": true, "subStepping": false, "warmStarting": true,`)
	places, n := make([]int, len(t.Colliders)), 0 // indices of the colliders' bodies
	for i := range t.Colliders {
		if first := t.firstOf(i); first != i {
			places[i] = places[first]
			continue
		}
		places[i] = n
		n++
	}
	j.raw(` "stepsPerSecond": 60, "velocityIterations": 8, "positionIterations": 3, "joint": [`)
	joints, onLevel := t.rubeJoints(places, n)
	for i := range joints {
		j.item(1, i == 0)
		j.value(joints[i])
	}
	j.raw(`], "image": [], "body": [`)
	err := t.each(ctx, func(i int) {
		if t.firstOf(i) == i {
			j.item(1, i == 0)
			j.value(t.rubeBody(i))
		}
	})
	if onLevel {
		j.item(1, n == 0)
		j.value(rubeBody{Name: "level", Awake: true, Fixtures: []rubeFixture{}, Properties: []rubeProperty{}})
	}
	j.raw("\n]}\n")
	return j.b, cmp.Or(err, j.err)
}

// metres converts a point or direction from pixels, y down, to metres, y up.
func (t *target) metres(v Vec) rubeVec {
	k := 1 / t.Level.PixelsPerMetre
	return rubeVec{float64(v.X*k) + 0, float64(-v.Y*k) + 0}
}

// metreList converts an outline to metres. Since y is flipped, the order is reversed too, so that it stays
// counter-clockwise.
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
		Name:     cmp.Or(c.Name, c.ID),
		Type:     map[colliders.BodyType]int{colliders.Static: 0, colliders.Kinematic: 1, colliders.Dynamic: 2}[c.Body],
		Position: t.metres(c.Position), Angle: -radians(c.Angle) + 0, Awake: true,
		Fixtures: []rubeFixture{}, Properties: t.rubeProperties(c),
	}
	if c.OneWay != nil && len(c.Pieces) > 0 {
		t.lose(c, LossOneWay, "Box2D has no one-way fixtures: it is solid from all sides; its direction is in the "+
			"custom property one_way")
	}
	if len(c.Pieces) == 0 {
		return b
	}
	frame := c.Transform()
	velocity, spin, _ := t.begins(i)
	b.Velocity, b.Spin = t.metres(velocity), -radians(spin)+0
	if c.Body == colliders.Dynamic {
		b.Damping, b.SpinDamp = t.damping()
		mass, inertia, centre := t.rigid(i)
		at := t.metres(tidy(frame.ApplyInv(centre)))
		inertia += float64(mass * (float64(at.X*at.X) + float64(at.Y*at.Y)))
		b.Mass, b.Inertia, b.Centre = &mass, &inertia, &at
	}
	members := t.bodyOf(i)
	if members == nil {
		b.Fixtures = t.rubeFixtures(b.Fixtures, i, i)
		return b
	}
	for _, k := range members {
		of := len(b.Fixtures)
		b.Fixtures = t.rubeFixtures(b.Fixtures, k, i)
		for ; of < len(b.Fixtures); of++ {
			b.Fixtures[of].Properties = t.rubeProperties(&t.Colliders[k])
		}
	}
	return b
}

// rubeFixtures appends the fixtures of collider i on the body of collider on.
func (t *target) rubeFixtures(to []rubeFixture, i, on int) []rubeFixture {
	c := &t.Colliders[i]
	category, mask, group := t.filterOf(on, box2dBits)
	group = t.box2dGroup(c, group)
	for _, s := range t.box2dShapes(i, t.Colliders[on].Transform()) {
		f := rubeFixture{
			Name: cmp.Or(c.Name, c.ID), Density: c.Density, Friction: c.Friction, Restitution: c.Restitution,
			Sensor: c.Role == colliders.Trigger, Category: category, Mask: mask, Group: group,
		}
		switch s.Kind {
		case "circle":
			f.Circle = &rubeCircle{t.metres(s.Centre), s.Radius / t.Level.PixelsPerMetre}
		case "polygon":
			f.Polygon = &rubePolygon{t.metreList(s.Vertices, true)}
		case "chain", "loop":
			f.Chain = t.rubeChain(s, c.Shape.OneSided)
		}
		to = append(to, f)
	}
	return to
}

// rubeChain returns a chain or a loop. Since Box2D 2.4, the solid side of chains is on the right, with y up.
func (t *target) rubeChain(s Box2DShape, reverse bool) *rubeChain {
	vs, prev, next := s.Vertices, s.Prev, s.Next
	if s.Kind == "loop" {
		n := len(vs)
		vs, prev, next = append(slices.Clip(vs), vs[0]), &vs[n-1], &vs[1]
	}
	if reverse {
		prev, next = next, prev
	}
	chain := &rubeChain{Vertices: t.metreList(vs, reverse), HasPrev: prev != nil, HasNext: next != nil}
	for _, g := range []struct {
		of *Vec
		to **rubeVec
	}{{prev, &chain.Prev}, {next, &chain.Next}} {
		if g.of != nil {
			at := t.metres(*g.of)
			*g.to = &at
		}
	}
	return chain
}

func (t *target) rubeProperties(c *colliders.Collider) []rubeProperty {
	text := func(name, value string) rubeProperty { return rubeProperty{Name: name, String: &value} }
	out := []rubeProperty{text("fillet_id", c.ID), text("role", c.Role.String())}
	if c.Layer != "" {
		out = append(out, text("layer", c.Layer))
	}
	if len(c.Tags) > 0 {
		if slices.ContainsFunc(c.Tags, func(s string) bool { return strings.Contains(s, ",") }) {
			t.lose(c, LossTags, "a name with a comma reads as two in a list")
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

// rubeJoint is a joint of Box2D: "revolute", "distance" (a spring or a rod) or "rope".
type rubeJoint struct {
	Type    string  `json:"type"`
	Name    string  `json:"name"`
	BodyA   int     `json:"bodyA"` // index in the list of bodies
	BodyB   int     `json:"bodyB"`
	AnchorA rubeVec `json:"anchorA"` // in the bodies' frames
	AnchorB rubeVec `json:"anchorB"`
	Collide bool    `json:"collideConnected"`

	*rubeRevolute
	*rubeDistance
	MaxLength *float64 `json:"maxLength,omitempty"` // for a rope

	Properties []rubeProperty `json:"customProperties"`
}

type rubeRevolute struct {
	RefAngle    float64 `json:"refAngle"`
	EnableLimit bool    `json:"enableLimit"`
	Lower       float64 `json:"lowerLimit"`
	Upper       float64 `json:"upperLimit"`
	EnableMotor bool    `json:"enableMotor"`
	Speed       float64 `json:"motorSpeed"`
	Torque      float64 `json:"maxMotorTorque"`
	JointSpeed  float64 `json:"jointSpeed"`
}

type rubeDistance struct {
	Length    float64 `json:"length"`
	Frequency float64 `json:"frequency"`
	Damping   float64 `json:"dampingRatio"`
}

// rubeJoints returns the joints, and whether any is attached to the level. places maps colliders to the indices of
// their bodies, and level is the index of the body for the level.
func (t *target) rubeJoints(places []int, level int) (out []rubeJoint, onLevel bool) {
	for _, j := range t.bodyJoints() {
		if !j.works { // Box2D has no joint between bodies that never move
			t.loseLoose(&j)
			continue
		}
		r := rubeJoint{
			Name: j.name(), Collide: j.Collide, Properties: []rubeProperty{{Name: "fillet_id", String: &j.ID}},
		}
		turned := [2]float64{}
		for side, i := range j.sides {
			place, at := level, j.at[side]
			if i >= 0 {
				first := &t.Colliders[t.firstOf(i)]
				place, at, turned[side] = places[i], first.Transform().ApplyInv(at), first.Angle
			} else {
				onLevel = true
			}
			if side == 0 {
				r.BodyA, r.AnchorA = place, t.metres(tidy(at))
			} else {
				r.BodyB, r.AnchorB = place, t.metres(tidy(at))
			}
		}
		length := j.Length / t.Level.PixelsPerMetre
		switch {
		case j.Kind == colliders.Hinge: // y points up in Box2D, so angles are negated
			r.Type = "revolute"
			r.rubeRevolute = &rubeRevolute{
				RefAngle: radians(turned[0]-turned[1]) + 0, EnableLimit: j.HasLimit, Lower: -radians(j.Upper) + 0,
				Upper:       -radians(j.Lower) + 0,
				EnableMotor: j.Torque > 0, Speed: -radians(j.Speed) + 0, Torque: j.Torque,
			}
		case j.PullsOnly:
			if j.Frequency > 0 {
				t.lose(nil, LossJoints, "the rope %s does not stretch: Box2D has no elastic ropes", j.label())
			}
			r.Type, r.MaxLength = "rope", &length
		default:
			r.Type, r.rubeDistance = "distance", &rubeDistance{length, j.Frequency, j.Damping}
		}
		out = append(out, r)
	}
	return out, onLevel
}
