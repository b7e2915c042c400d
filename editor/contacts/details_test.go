package contacts_test

import (
	"math"
	"testing"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// Details agrees with the world's contact, seen from the first collider. It returns the touching pieces and the
// combined materials.
func TestDetails(t *testing.T) {
	doc, err := level.Parse([]byte(`fillet: 1
name: Details
layers:
  - id: l1
    name: a
    colliders:
      - {id: c1, kind: polygon, points: [[0, 0], [100, 0], [100, 100], [80, 100], [80, 20], [0, 20]], position: [0, 0], friction: 0.9, restitution: 0.1}
      - {id: c2, kind: box, size: [20, 20], position: [90, 108], body: dynamic, friction: 0.4, restitution: 0.5}
      - {id: c3, kind: circle, radius: 10, position: [20, 29], body: dynamic}
      - {id: c4, kind: box, size: [10, 10], position: [300, 0]}
`), "test")
	if err != nil {
		t.Fatal(err)
	}
	live := contacts.NewLive(doc)
	d, ok := live.Details(1, 2, nil)
	if !ok || d.State != contacts.Overlapping || math.Abs(d.Depth-2) > 1e-9 || len(d.Manifolds) != 1 {
		t.Fatalf("the block: %+v, %v", d, ok)
	}
	if want := math.Sqrt(0.9 * 0.4); math.Abs(d.Friction-want) > 1e-12 || d.Restitution != 0.5 {
		t.Errorf("mixed: friction %g, want %g, restitution %g", d.Friction, want, d.Restitution)
	}
	m := d.Manifolds[0]
	if m.Normal.Dist(level.Vec{Y: 1}) > 1e-9 || m.Count != 2 || m.Points[0].Separation > -1.9 || m.PieceA < 0 ||
		m.PieceB != 0 {
		t.Errorf("manifold %+v", m)
	}
	// The piece of the concave shape contains the point.
	at, piece := doc.Collider(1).Transform(), doc.Baked(1).Pieces[m.PieceA]
	if _, far := piece.Closest(at, m.Points[0].At); far > 1+1e-9 {
		t.Errorf("point %v is %g away from piece %d", m.Points[0].At, far, m.PieceA)
	}
	back, ok := live.Details(2, 1, d.Manifolds)
	if !ok || back.A != 2 || back.Manifolds[0].Normal.Dist(level.Vec{Y: -1}) > 1e-9 ||
		back.Manifolds[0].PieceB != m.PieceA || back.Manifolds[0].Points[0].FeatureB != m.Points[0].FeatureA {
		t.Errorf("from the other side: %+v", back)
	}
	if d, ok := live.Details(3, 1, nil); !ok || d.Manifolds[0].Normal.Dist(level.Vec{Y: -1}) > 1e-9 ||
		d.Manifolds[0].Points[0].FeatureA.Edge {
		t.Errorf("the ball: %+v, %v", d, ok)
	}
	if _, ok := live.Details(1, 4, nil); ok {
		t.Error("colliders that are apart have details")
	}
	if _, ok := live.Details(1, 77, nil); ok {
		t.Error("a missing collider has details")
	}
}

// Line returns a line through the contact point that covers all contact points of its surface and of no other.
func TestLineOfContact(t *testing.T) {
	t.Parallel()
	flat := func(normal level.Vec, at ...level.Vec) (m collision.Manifold) {
		m.Normal = normal
		for _, p := range at {
			m.Points[m.Count].Point = p
			m.Count++
		}
		return m
	}
	up := level.Vec{Y: -1}
	p := contacts.Pair{Contact: collision.Contact{Manifolds: []collision.Manifold{
		flat(up, level.Vec{X: 20}, level.Vec{X: 40}), flat(level.Vec{X: 1}, level.Vec{X: 90}),
		flat(up, level.Vec{X: 20}, level.Vec{X: 10}), flat(up, level.Vec{X: 30}),
	}}}
	from, to := p.Line(level.Vec{X: 20}, up)
	if from.X > to.X {
		from, to = to, from
	}
	if from != (level.Vec{X: 10}) || to != (level.Vec{X: 40}) {
		t.Errorf("the line reaches from %v to %v", from, to)
	}
}

func TestLabelsOfMeasurements(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		distance float64
		isPoint  bool
		want     string
	}{
		{0, true, "0 px"},
		{0.5, true, "0.5 px"},
		{0.5, false, "0.5 px"},
		{-0.5, true, "0.5 px inside"},
		{-0.5, false, "overlap 0.5 px"},
		{-12.25, false, "overlap 12.25 px"},
	} {
		m := contacts.Measurement{Separation: collision.Separation{Distance: tt.distance}, IsPoint: tt.isPoint}
		if got := m.Label(); got != tt.want {
			t.Errorf("distance %g (point %v): label %q, want %q", tt.distance, tt.isPoint, got, tt.want)
		}
	}
}
