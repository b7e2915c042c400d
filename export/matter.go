package export

import (
	"context"
	"io"

	"fillet/editor/level"
)

// matterJSON is what PhysicsEditor writes for Phaser's Matter.js, and Phaser reads.
type matterJSON struct{}

// Matter is JSON in PhysicsEditor's form for Phaser 3 and Matter.js.
func Matter() Exporter { return matterJSON{} }

func (matterJSON) Name() string      { return "matter" }
func (matterJSON) Title() string     { return "PhysicsEditor JSON for Phaser 3 and Matter.js" }
func (matterJSON) Extension() string { return ".matter.json" }

// matterBits is how many categories Matter.js has: the bits of a JavaScript bitwise operation.
const matterBits = 32

// matterDensity is Matter.js's density, mass a square pixel, of a collider of density 1. It is Matter's own default.
const matterDensity = 0.001

type (
	matterBody struct {
		Type        string          `json:"type"`
		Label       string          `json:"label"`
		IsStatic    bool            `json:"isStatic"`
		Density     float64         `json:"density"`
		Restitution float64         `json:"restitution"`
		Friction    float64         `json:"friction"`
		Filter      matterFilter    `json:"collisionFilter"`
		Fixtures    []matterFixture `json:"fixtures"`
		Fillet      matterExtra     `json:"fillet"`
	}
	matterFilter struct {
		Group    int32  `json:"group"`
		Category uint64 `json:"category"`
		Mask     uint64 `json:"mask"`
	}
	matterFixture struct {
		Label    string        `json:"label"`
		IsSensor bool          `json:"isSensor"`
		Vertices [][]xy        `json:"vertices,omitempty"`
		Circle   *matterCircle `json:"circle,omitempty"`
	}
	matterCircle struct {
		X      float64 `json:"x"`
		Y      float64 `json:"y"`
		Radius float64 `json:"radius"`
	}
	matterExtra struct {
		ID         string         `json:"id"`
		Role       level.Role     `json:"role"`
		Body       level.BodyType `json:"body"`
		Position   xy             `json:"position"`
		OneWay     *xy            `json:"oneWay,omitempty"`
		Tags       []string       `json:"tags,omitempty"`
		Properties map[string]any `json:"properties,omitempty"`
	}
)

// Export writes a body for each collider, under a name of its own. Vertices stand in level space, y down; a body's
// fillet.position is its centre of mass, which is where Phaser has to put it.
func (matterJSON) Export(ctx context.Context, snap level.Snapshot, o Options, w io.Writer) (*Report, error) {
	t, err := newTarget(ctx, snap, o)
	if err != nil {
		return nil, err
	}
	var j jsonLines
	j.raw(`{"generator_info": "Fillet"`)
	names := t.uniqueNames(func(s string) string {
		if s == "generator_info" {
			return ""
		}
		return s
	})
	for i := range t.Colliders {
		if err := t.step(ctx, i); err != nil {
			return nil, err
		}
		j.raw(",\n")
		j.value(names[i])
		j.raw(": ")
		j.value(t.matterBody(&t.Colliders[i]))
	}
	j.raw("\n}\n")
	if j.err != nil {
		return nil, j.err
	}
	_, err = w.Write(j.b)
	return t.report(), err
}

func (t *target) matterBody(c *Collider) matterBody {
	category, mask := t.limitBits(c, matterBits)
	b := matterBody{
		Type: "fromPhysicsEditor", Label: c.Name, IsStatic: c.Body != level.Dynamic, Density: float64(c.Density * matterDensity),
		Restitution: c.Restitution, Friction: c.Friction, Filter: matterFilter{c.Group, category, mask}, Fixtures: []matterFixture{},
		Fillet: matterExtra{ID: c.ID, Role: c.Role, Body: c.Body, Position: xy{c.Position.X, c.Position.Y}, Tags: c.Tags, Properties: c.Properties},
	}
	if b.Label == "" {
		b.Label = c.ID
	}
	if c.Body == level.Kinematic {
		t.lose(c, "Matter.js has no kinematic bodies: it becomes static, which the game may move")
	}
	t.loseOneSided(c)
	if c.OneWay != nil {
		b.Fillet.OneWay = &xy{c.OneWay.X + 0, c.OneWay.Y + 0}
		t.lose(c, "Matter.js has no one-way bodies: it is solid from all sides, its direction is in fillet.oneWay")
	}
	sensor := c.Role == level.Trigger
	var parts [][]xy
	var polygons [][]Vec
	var circles []Piece
	for _, p := range c.Pieces {
		switch {
		case len(p.Vertices) == 1 && p.Radius > 0:
			circles = append(circles, p)
		case len(p.Vertices) < 3 && p.Radius == 0:
			t.lose(c, "Matter.js has no lines: a part without thickness is left out")
		default:
			flat := t.flat(c, p)
			polygons = append(polygons, flat)
			parts = append(parts, toXY(flat))
		}
	}
	for _, p := range circles {
		at := tidy(p.Vertices[0])
		b.Fixtures = append(b.Fixtures, matterFixture{Label: b.Label, IsSensor: sensor, Circle: &matterCircle{at.X, at.Y, p.Radius}})
		polygons = append(polygons, matterCircleOutline(at, p.Radius))
	}
	if len(parts) > 0 {
		b.Fixtures = append(b.Fixtures, matterFixture{Label: b.Label, IsSensor: sensor, Vertices: parts})
	}
	if at, area := centroidOf(polygons); area > 0 {
		at = tidy(at)
		b.Fillet.Position = xy{at.X, at.Y}
	}
	return b
}

// matterCircleOutline is an outline with the area's weight of a circle, for the centre of mass.
func matterCircleOutline(at Vec, r float64) []Vec {
	const sides = 26 // as Matter.js makes its circles
	out := make([]Vec, 0, sides)
	for i := range sides {
		out = append(out, at.Add(rotated(Vec{X: r}, float64(i)/sides)))
	}
	return out
}
