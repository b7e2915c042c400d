package export

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/export/colliders"
)

// Matter returns the format of PhysicsEditor's JSON, for Phaser and Matter.js.
func Matter() Exporter {
	return &format{
		name: "matter", title: "PhysicsEditor JSON for Phaser and Matter.js", extension: ".matter.json",
		write: writeMatter, own: ownGenerated, rules: &rules{
			engine: "Matter.js", oneDamping: true,
			contacts: "Matter.js has its own friction: colliders creep on slopes, and bounce up to a third lower",
			gravity: func(g float64) string {
				return fmt.Sprintf("set engine.gravity.y to %s", short(g/matterGravity))
			},
			friction: byMix(dynamics.MinimumMix), frictions: "takes the smaller friction",
			restitution: byMix(dynamics.MaximumMix), restitutions: "takes the larger restitution",
		},
	}
}

// matterBits is the number of categories in Matter.js: the width of JavaScript's bitwise operations.
const matterBits = 32

// matterDensity is the density, in mass per square pixel, that a collider of density 1 has in Matter.js. It is
// Matter.js's default.
const matterDensity = 0.001

// matterStill is the density of bodies that do not move. Phaser gives static bodies the mass of their fixtures and lets
// collisions push them. With a mass this large, the effect disappears.
const matterStill = 1e9

// matterGravity is the gravity, in pixels per second squared, of a world with Matter.js's default scale and a y of 1.
const matterGravity = 1000

// matterInertia is the factor by which Matter.js multiplies every rotational inertia.
const matterInertia = 4

type (
	matterBody struct {
		Type        string          `json:"type"`
		Label       string          `json:"label"`
		IsStatic    bool            `json:"isStatic"`
		Density     float64         `json:"density"`
		Restitution float64         `json:"restitution"`
		Friction    float64         `json:"friction"`
		FrictionAir float64         `json:"frictionAir"` // part of the velocity lost in a step of a sixtieth of a second
		Filter      matterFilter    `json:"collisionFilter"`
		Fixtures    []matterFixture `json:"fixtures"`
		Fillet      matterExtra     `json:"fillet"`
	}
	matterFilter struct {
		Group    int32  `json:"group"`
		Category uint64 `json:"category"`
		Mask     uint64 `json:"mask"`
	}
	// matterFixture is a circle or a list of polygons. Phaser takes the mass only from here: Density, Area and Inertia
	// apply to each part; Area and Inertia override the values that Matter.js would compute.
	matterFixture struct {
		Label    string        `json:"label"`
		IsSensor bool          `json:"isSensor"`
		Density  float64       `json:"density,omitempty"`
		Area     float64       `json:"area,omitempty"`
		Inertia  float64       `json:"inertia,omitempty"`
		Vertices [][]xy        `json:"vertices,omitempty"`
		Circle   *matterCircle `json:"circle,omitempty"`
	}
	matterCircle struct {
		X      float64 `json:"x"`
		Y      float64 `json:"y"`
		Radius float64 `json:"radius"`
	}
	matterExtra struct {
		ID         string             `json:"id"`
		Role       colliders.Role     `json:"role"`
		Body       colliders.BodyType `json:"body"`
		Position   xy                 `json:"position"`
		OneWay     *xy                `json:"oneWay,omitempty"`
		Tags       []string           `json:"tags,omitempty"`
		Properties map[string]any     `json:"properties,omitempty"`
	}
)

// writeMatter writes a body for each collider, under a unique name. Vertices are in level space, y down; a body's
// fillet.position is its centre of mass, where Phaser must place it.
func writeMatter(ctx context.Context, t *target) ([]byte, error) {
	var j jsonLines
	j.raw(`{"generator_info": "Fillet"`)
	names := t.uniqueNames(func(s string) string {
		if s == "generator_info" {
			return ""
		}
		return s
	})
	err := t.each(ctx, func(i int) {
		j.raw(",\n")
		j.value(names[i])
		j.raw(": ")
		j.value(t.matterBody(i))
	})
	j.raw("\n}\n")
	return j.b, cmp.Or(err, j.err)
}

func (t *target) matterBody(i int) matterBody {
	c := &t.Colliders[i]
	category, mask := t.limitBits(c, matterBits)
	damping, _ := t.damping()
	b := matterBody{
		Type: "fromPhysicsEditor", Label: cmp.Or(c.Name, c.ID), IsStatic: c.Body != colliders.Dynamic,
		Density:     float64(c.Density * matterDensity),
		Restitution: c.Restitution, Friction: c.Friction, FrictionAir: tidyNumber(frameDamping(damping)),
		Filter:   matterFilter{c.Group, category, mask},
		Fixtures: []matterFixture{},
		Fillet: matterExtra{
			ID: c.ID, Role: c.Role, Body: c.Body, Position: xy{c.Position.X, c.Position.Y},
			Tags: c.Tags, Properties: c.Properties,
		},
	}
	if c.Body == colliders.Kinematic {
		t.lose(c, LossBody, "Matter.js has no kinematic bodies: it becomes static, and the game can move it")
	}
	if b.IsStatic && c.Role != colliders.Trigger && (c.Friction < colliders.DefaultFriction || c.Restitution > 0) {
		t.lose(c, LossMaterial, "Matter.js gives static bodies a friction of 1 and no restitution: set both on the "+
			"body again")
	}
	t.loseOneSided(c)
	if c.OneWay != nil {
		b.Fillet.OneWay = &xy{c.OneWay.X + 0, c.OneWay.Y + 0}
		t.lose(c, LossOneWay, "Matter.js has no one-way bodies: it is solid from all sides; its direction is in "+
			"fillet.oneWay")
	}
	var parts [][]xy
	var polygons [][]Vec // polygons of all fixtures, as Matter.js builds them
	for _, p := range c.Pieces {
		switch {
		case len(p.Vertices) == 1 && p.Radius > 0:
			at := tidy(p.Vertices[0])
			b.Fixtures = append(b.Fixtures, matterFixture{Circle: &matterCircle{at.X, at.Y, p.Radius}})
			polygons = append(polygons, matterCircleOutline(at, p.Radius))
		case len(p.Vertices) < 3 && p.Radius == 0:
			t.lose(c, LossShape, "Matter.js has no lines: a part without thickness is left out")
		default:
			flat := t.flat(c, p)
			polygons = append(polygons, flat)
			parts = append(parts, toXY(flat))
		}
	}
	if len(parts) > 0 {
		b.Fixtures = append(b.Fixtures, matterFixture{Vertices: parts})
	}
	part := t.matterPart(i, polygons)
	for k := range b.Fixtures {
		f := &b.Fixtures[k]
		f.Label, f.IsSensor, f.Density, f.Area, f.Inertia = b.Label, c.Role == colliders.Trigger, part.Density,
			part.Area, part.Inertia
	}
	if at, area := centroidOf(polygons); area > 0 {
		at = tidy(at)
		b.Fillet.Position = xy{at.X, at.Y}
	}
	return b
}

// matterPart returns the values that each part of a collider needs so that the parts together have its mass, area and
// inertia. The sum that Matter.js computes is too small for flattened arcs, too large for overlapping parts, and
// ignores the parts' distance from the centre.
func (t *target) matterPart(i int, polygons [][]Vec) matterFixture {
	c := &t.Colliders[i]
	m := t.source[i].Baked.Mass()
	_, area := centroidOf(polygons)
	switch {
	case c.Body != colliders.Dynamic:
		return matterFixture{Density: matterStill}
	case c.Density == 0 || m.Area <= 0 || area <= 0:
		t.lose(c, LossMass, "a dynamic collider without mass gets Matter.js's default density of %s",
			short(matterDensity))
		return matterFixture{}
	}
	f := matterFixture{Density: float64(c.Density * matterDensity)}
	sum := 0.0
	for _, p := range polygons {
		sum += secondMoment(p)
	}
	n := float64(len(polygons))
	if !sameSum(area, m.Area) {
		f.Density = float64(f.Density * (m.Area / area))
		f.Area = m.Area / n
	}
	if inertia := float64(m.Inertia * c.Density * matterDensity); !sameSum(float64(sum*c.Density*matterDensity),
		inertia) {
		f.Inertia = float64(inertia*matterInertia) / n
	}
	return f
}

// sameSum reports whether two sums are equal up to rounding.
func sameSum(a, b float64) bool { return math.Abs(a-b) <= float64(b*1e-9) }

// secondMoment returns a convex polygon's second moment of area about its centroid.
func secondMoment(p []Vec) float64 {
	at, area := centroidOf([][]Vec{p})
	if area <= 0 {
		return 0
	}
	sum := 0.0
	for i := range p {
		a, b := p[i].Sub(at), p[(i+1)%len(p)].Sub(at)
		sum += float64(a.Cross(b) * (a.LenSq() + a.Dot(b) + b.LenSq()) / 12)
	}
	return sum
}

// matterCircleOutline returns the polygon that Matter.js makes of a circle: an even number of sides, from 10 to 26,
// with corners rounded to thousandths of a pixel.
func matterCircleOutline(at Vec, r float64) []Vec {
	sides := int(math.Ceil(min(max(r, 10), 25)))
	sides += sides % 2
	out := make([]Vec, 0, sides)
	for i := range sides {
		v := collision.NewRot(float64((float64(i) + 0.5) / float64(sides) * 2 * math.Pi)).Apply(Vec{X: r})
		out = append(out, at.Add(Vec{X: math.Round(v.X*1000) / 1000, Y: math.Round(v.Y*1000) / 1000}))
	}
	return out
}
