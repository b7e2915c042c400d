package exportcheck

import (
	"math"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"
)

// slope returns a level with frictionless balls that fall from several heights onto a frictionless slope of separate
// chains. It also returns the balls' start positions, the direction of the slope, and the distance that each ball moves
// along it in four seconds if no seam stops it.
func slope(t *testing.T) (doc *level.Document, balls map[string]collision.Vec, along collision.Vec, way float64) {
	t.Helper()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	const degrees, piece = 20, 16
	turn := collision.NewRot(degrees * math.Pi / 180)
	diff := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Order: 1})}}
	add := func(s level.Shape, at level.Vec, body level.BodyType) level.ID {
		id := level.ID(len(diff.Colliders) + 1)
		c := level.NewCollider(id, 1, "", s, at)
		c.Body, c.Friction, c.Angle = body, 0, degrees
		diff.Colliders = append(diff.Colliders, level.Added(c))
		return id
	}
	for i := range 120 {
		ends := []level.Vec{{}, {X: piece}}
		if i%2 == 1 { // chains may be drawn in either direction
			ends[0], ends[1] = ends[1], ends[0]
		}
		add(level.Shape{Kind: level.Chain, Points: ends}, turn.Apply(level.Vec{X: piece * float64(i)}), level.Static)
	}
	balls = map[string]collision.Vec{}
	for i := range 20 {
		at := turn.Apply(level.Vec{X: 40 + 23.7*float64(i)}).Sub(level.Vec{Y: 15 + 7*float64(i)})
		balls[add(level.Shape{Kind: level.Circle, Radius: 3 + float64(i%5)}, at, level.Dynamic).String()] = at
	}
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	return doc, balls, turn.Apply(level.Vec{X: 1}), 9.81 * 32 * math.Sin(degrees*math.Pi/180) * 8
}

// Balls slide over the seams of chains in Box2D without being stopped.
func TestPlanckSeams(t *testing.T) {
	doc, balls, along, way := slope(t)
	var got map[string]struct{ X, Y float64 }
	node(t, "planck", "planck_seams.cjs", exported(t, export.Rube(), doc, "seams"), &got)
	holdSlides(t, "Box2D", balls, along, way, func(id string) collision.Vec {
		return collision.Vec{X: got[id].X * 32, Y: -got[id].Y * 32}
	})
}

// Balls slide over the seams of chains in LÖVE without being stopped.
func TestLoveSeams(t *testing.T) {
	doc, balls, along, way := slope(t)
	got := inLove(t, map[string]*level.Document{"seams": doc})["seams"]
	holdSlides(t, "LÖVE", balls, along, way, func(id string) collision.Vec { return got[id].after })
}

// holdSlides compares the distance of each ball with the expected one.
func holdSlides(
	t *testing.T, engine string, balls map[string]collision.Vec, along collision.Vec, want float64,
	at func(string) collision.Vec,
) {
	t.Helper()
	worst := 0.0
	for id, from := range balls {
		got := at(id).Sub(from).Dot(along)
		if worst = max(worst, math.Abs(got-want)); math.Abs(got-want) > 0.02*want {
			t.Errorf("in %s, %s moves %.1f px along the slope, want %.1f", engine, id, got, want)
		}
	}
	t.Logf("in %s, %d balls move %.1f px along the slope, off by at most %.1f px", engine, len(balls), want, worst)
}
