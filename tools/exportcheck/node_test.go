package exportcheck

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"
)

// node runs a script on an exported file, and skips the test where node or the engine is absent.
func node(t *testing.T, engine, script string, data []byte, out any) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not here: ", err)
	}
	if _, err := os.Stat(filepath.Join("node_modules", engine)); err != nil {
		t.Skip("the engine is not here: run npm install in this folder")
	}
	path := filepath.Join(t.TempDir(), "level.json")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", script, path)
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

// TestMatter holds Matter.js's overlaps, filters and centres of mass against ours.
func TestMatter(t *testing.T) {
	doc := ground(t)
	var got struct {
		Overlaps, Allowed pairList
		Centres           map[string][2]float64
	}
	data := exported(t, export.Matter(), doc, "ground")
	node(t, "matter-js", "matter.cjs", data, &got)
	overlap, allowed := got.Overlaps.set(), got.Allowed.set()
	touching := 0
	pairs(doc, func(_, _ int, a, b *level.Collider) {
		key := [2]string{a.ID.String(), b.ID.String()}
		if allowed[key] != accepts(doc, a, b) {
			t.Errorf("%v and %v: Matter.js lets them collide: %v", a.ID, b.ID, allowed[key])
		}
		// A circle is a polygon of 26 corners there, up to 0.3 px off.
		switch d := apart(doc, a, b); {
		case d < -0.5 && !overlap[key]:
			t.Errorf("%v and %v overlap by %v, and not in Matter.js", a.ID, b.ID, -d)
		case d > 0.01 && overlap[key]:
			t.Errorf("%v and %v are %v apart, and overlap in Matter.js", a.ID, b.ID, d)
		case overlap[key]:
			touching++
		}
	})
	if touching < 200 {
		t.Errorf("only %d pairs overlap: the check is worth little", touching)
	}
	var file map[string]json.RawMessage
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	worst := 0.0
	for name, raw := range file {
		var b struct {
			Fillet struct {
				ID       string
				Position struct{ X, Y float64 }
			}
		}
		if name == "generator_info" {
			continue
		}
		if err := json.Unmarshal(raw, &b); err != nil {
			t.Fatal(err)
		}
		at := got.Centres[b.Fillet.ID]
		d := collision.Vec{X: at[0], Y: at[1]}.Dist(collision.Vec{X: b.Fillet.Position.X, Y: b.Fillet.Position.Y})
		if worst = max(worst, d); d > 0.01 {
			t.Errorf("%s has its centre at %v in Matter.js, exported was %v", name, at, b.Fillet.Position)
		}
	}
	t.Logf("%d pairs overlap in both, centres of mass differ by at most %.2g px", touching, worst)
}

// TestPlanck holds Box2D's contacts against ours. Box2D's polygons have a skin: they touch when they are closer than
// 0.02 m, 0.64 px here.
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
				t.Errorf("%v and %v touch in Box2D, and their filters keep them apart", a.ID, b.ID)
			}
		case d < -0.3 && !overlap[key]:
			t.Errorf("%v and %v overlap by %v, and not in Box2D", a.ID, b.ID, -d)
		case d > 0.7 && overlap[key]:
			t.Errorf("%v and %v are %v apart, and touch in Box2D", a.ID, b.ID, d)
		case overlap[key]:
			touching++
		}
	})
	if touching < 150 {
		t.Errorf("only %d pairs touch: the check is worth little", touching)
	}
	for id, m := range got.Masses {
		// Ours is that of the union, with arcs; Box2D's that of its polygons, which share no area here.
		if math.Abs(m[0]/m[1]-1) > 0.02 && !hasOverlappingPieces(doc, id) {
			t.Errorf("%s has mass %v in Box2D, exported was %v", id, m[0], m[1])
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
