package exportcheck

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"
)

// node runs a script on an exported file. It skips the test if node or the engine is missing.
func node(t *testing.T, engine, script string, data []byte, out any, args ...string) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is missing: ", err)
	}
	if _, err := os.Stat(filepath.Join("node_modules", engine)); err != nil {
		t.Skip("the engine is missing: run make exportcheck")
	}
	path := filepath.Join(t.TempDir(), "level.json")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", append([]string{script, path}, args...)...)
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	if err := json.Unmarshal(text, out); err != nil {
		t.Fatalf("%s: %v: %.300s", script, err, text)
	}
}

type pairList [][2]string

func (l pairList) set() map[[2]string]bool {
	out := map[[2]string]bool{}
	for _, p := range l {
		out[p], out[[2]string{p[1], p[0]}] = true, true
	}
	return out
}

// phaserFile is the output of phaser.cjs.
type phaserFile struct {
	Overlaps, Allowed pairList
	Bodies            map[string]struct {
		Mass, InverseMass, Inertia, InverseInertia, Area float64
		Friction, Restitution                            float64
		IsStatic                                         bool
		Position                                         collision.Vec
		Sensors, Circles, Parts                          int
		Left, Right, Top, Bottom                         float64
	}
	After map[string]struct{ Velocity, Position *collision.Vec } // null is not a number
}

// Overlaps and filters in Phaser, and the bodies that its own parser makes, agree with ours.
func TestPhaser(t *testing.T) {
	doc := ground(t)
	r := rand.New(rand.NewPCG(3, 4))
	var diff level.Diff
	for c := range doc.Colliders() {
		next := *c
		next.Density = []float64{0.5, 1, 3.74}[r.IntN(3)]
		next.Friction = []float64{0, 0.1, 0.6, 0.9}[r.IntN(4)]
		next.Restitution = []float64{0, 0.3, 1}[r.IntN(3)]
		diff.Colliders = append(diff.Colliders, level.Changed(c, &next))
	}
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	var got phaserFile
	node(t, "phaser", "phaser.cjs", exported(t, export.Matter(), doc, "ground"), &got)
	overlap, allowed := got.Overlaps.set(), got.Allowed.set()
	touching := 0
	pairs(doc, func(_, _ int, a, b *level.Collider) {
		key := [2]string{a.ID.String(), b.ID.String()}
		if allowed[key] != accepts(doc, a, b) {
			t.Errorf("%v and %v: Phaser lets them collide: %v", a.ID, b.ID, allowed[key])
		}
		// In Phaser, a circle is a polygon of up to 26 corners, up to 0.3 px off.
		switch d := apart(doc, a, b); {
		case d < -0.5 && !overlap[key]:
			t.Errorf("%v and %v overlap by %v, but not in Phaser", a.ID, b.ID, -d)
		case d > 0.01 && overlap[key]:
			t.Errorf("%v and %v are %v apart, but overlap in Phaser", a.ID, b.ID, d)
		case overlap[key]:
			touching++
		}
	})
	if touching < 200 {
		t.Errorf("only %d pairs overlap, which is too few", touching)
	}

	compounds, circles, sensors, static, worst := 0, 0, 0, 0, 0.0
	for c := range doc.Colliders() {
		b, ok := got.Bodies[c.ID.String()]
		if !ok {
			t.Fatalf("%v is not in Phaser", c.ID)
		}
		baked := doc.Baked(c.ID)
		want := baked.Mass()
		box := collision.AABB{Min: collision.Vec{X: b.Left, Y: b.Top}, Max: collision.Vec{X: b.Right, Y: b.Bottom}}
		bounds := collision.EmptyAABB()
		for _, p := range baked.Pieces {
			bounds = bounds.Union(p.Bounds(c.Transform()))
		}
		if off := max(box.Min.Dist(bounds.Min), box.Max.Dist(bounds.Max)); off > 0.7 {
			t.Errorf("%v is at %v in Phaser, off by %v", c.ID, box, off)
		}
		if b.Parts != len(baked.Pieces) {
			t.Errorf("%v has %d parts in Phaser, and %d pieces", c.ID, b.Parts, len(baked.Pieces))
		}
		if all := b.Sensors == b.Parts; all != (c.Role == level.Trigger) || !all && b.Sensors > 0 {
			t.Errorf("%v is a %v, with %d sensors in Phaser", c.ID, c.Role, b.Sensors)
		}
		if b.IsStatic != (c.Body != level.Dynamic) {
			t.Errorf("%v is %v, static in Phaser: %v", c.ID, c.Body, b.IsStatic)
		}
		compounds, circles, sensors = compounds+min(b.Parts-1, 1), circles+b.Circles, sensors+min(b.Sensors, 1)
		if b.IsStatic {
			static++
			if b.InverseMass > 1e-9 || b.InverseInertia > 1e-9 {
				t.Errorf("%v is static, but moves in Phaser: inverse mass %v, inverse inertia %v", c.ID, b.InverseMass,
					b.InverseInertia)
			}
			if after := got.After[c.ID.String()]; after.Position == nil || after.Position.Dist(b.Position) > 0 {
				t.Errorf("%v is static, but moved from %v to %v", c.ID, b.Position, after.Position)
			}
			continue
		}
		for _, v := range []struct {
			what      string
			got, want float64
		}{
			{"mass", b.Mass, 0.001 * c.Density * want.Area},
			{"area", b.Area, want.Area},
			{"inertia", b.Inertia, 4 * 0.001 * c.Density * want.Inertia}, // Matter.js multiplies every inertia by 4
			{"friction", 1 + b.Friction, 1 + c.Friction},
			{"restitution", 1 + b.Restitution, 1 + c.Restitution},
		} {
			off := math.Abs(v.got/v.want - 1)
			if worst = max(worst, off); !(off < 1e-7) {
				t.Errorf("%v has the %s %v in Phaser, want %v", c.ID, v.what, v.got, v.want)
			}
		}
		if after := got.After[c.ID.String()]; after.Velocity == nil || after.Position == nil {
			t.Errorf("%v has no position after a second in Phaser", c.ID)
		}
	}
	if min(compounds, circles, sensors, static) < 20 {
		t.Errorf("there are only %d compounds, %d circles, %d sensors and %d static bodies", compounds, circles,
			sensors, static)
	}
	t.Logf("%d pairs overlap in both; mass, area, inertia and materials of %d bodies, %d compounds among all, differ "+
		"by at most %.2g",
		touching, len(got.Bodies)-static, compounds, worst)
}

// In Phaser, a ball bounces off a light static peg as it does off a huge floor.
func TestPhaserBounce(t *testing.T) {
	bounce := func(size float64) float64 {
		doc, err := level.NewDocument(level.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		box := func(size float64) level.Shape {
			return level.Shape{Kind: level.Box, Size: level.Vec{X: size, Y: size}, Rounding: level.Inset}
		}
		ball, peg := level.NewCollider(1, 1, "ball", box(16), level.Vec{X: 100, Y: 50}),
			level.NewCollider(2, 1, "peg", box(size), level.Vec{X: 100, Y: 100 + size/2})
		ball.Body, ball.Restitution = level.Dynamic, 1
		if err := doc.Apply(level.Diff{
			Layers:    []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Order: 1})},
			Colliders: []level.Change[level.Collider]{level.Added(ball), level.Added(peg)},
		}); err != nil {
			t.Fatal(err)
		}
		var got phaserFile
		node(t, "phaser", "phaser.cjs", exported(t, export.Matter(), doc, "bounce"), &got)
		v := got.After["c1"].Velocity
		if v == nil {
			t.Fatal("the ball has no position after a second")
		}
		return v.Y
	}
	if peg, floor := bounce(16), bounce(1e5); !(floor < -1) || math.Abs(peg-floor) > 1e-6 {
		t.Errorf("the ball comes down at 5 pixels a step; from the peg it leaves at %v, from the floor at %v", peg,
			floor)
	} else {
		t.Logf("a ball leaves the peg at %v pixels a step, and the floor at %v", peg, floor)
	}
}

// Box2D's contacts agree with ours. Its polygons have a skin: they touch when they are closer than 0.02 m, which is
// 0.64 px here.
func TestPlanck(t *testing.T) {
	doc := ground(t)
	var got struct {
		Overlaps pairList
		Masses   map[string][2]float64
	}
	node(t, "planck", "planck.cjs", exported(t, export.Rube(), doc, "ground"), &got)
	overlap := got.Overlaps.set()
	touching := 0
	pairs(doc, func(_, _ int, a, b *level.Collider) {
		key := [2]string{a.ID.String(), b.ID.String()}
		d := apart(doc, a, b)
		switch {
		case !accepts(doc, a, b):
			if overlap[key] {
				t.Errorf("%v and %v touch in Box2D, although their filters exclude it", a.ID, b.ID)
			}
		case d < -0.3 && !overlap[key]:
			t.Errorf("%v and %v overlap by %v, but not in Box2D", a.ID, b.ID, -d)
		case d > 0.7 && overlap[key]:
			t.Errorf("%v and %v are %v apart, but touch in Box2D", a.ID, b.ID, d)
		case overlap[key]:
			touching++
		}
	})
	if touching < 150 {
		t.Errorf("only %d pairs touch, which is too few", touching)
	}
	for id, m := range got.Masses {
		// Our mass is for the union, with arcs; Box2D's is for its polygons, which share no area here.
		if math.Abs(m[0]/m[1]-1) > 0.02 && !hasOverlappingPieces(doc, id) {
			t.Errorf("%s has mass %v in Box2D, want %v as exported", id, m[0], m[1])
		}
	}
	t.Logf("%d pairs touch in both, %d masses", touching, len(got.Masses))
}

func hasOverlappingPieces(doc *level.Document, id string) bool {
	n, err := level.ParseID(id)
	if err != nil {
		return false
	}
	ps := doc.Baked(n).Pieces
	return len(ps) > 1 && ps[0].Radius() > 0
}
