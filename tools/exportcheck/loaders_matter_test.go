package exportcheck

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/export"
)

// eachMatterLoader runs a test for every engine with Matter.js inside.
func eachMatterLoader(t *testing.T, test func(*testing.T, loaderEngine)) {
	t.Helper()
	eachLoader(t, func(t *testing.T, e loaderEngine) {
		if strings.HasPrefix(e.name, "matter") || strings.HasPrefix(e.name, "phaser") {
			test(t, e)
		}
	})
}

// The level of the Phaser example is the export of the sample.
func TestPhaserExampleLevel(t *testing.T) {
	got, err := os.ReadFile(filepath.Join("..", "..", "examples", "phaser", "platformer.colliders.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if _, err := export.JSON().Export(t.Context(), sample(t, "platformer").Snapshot(), export.Options{}, &want); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Error("platformer.colliders.json is not the export of the sample: export it again, as its README says")
	}
}

// end returns a collider's last pose in a run.
func (r *loaderRun) end(t *testing.T, doc *level.Document, id string) [3]float64 {
	t.Helper()
	k := r.Tracks[id]
	if len(k) == 0 {
		t.Fatalf("%s has no body", id)
	}
	return k[len(k)-1]
}

// Roles, filters, bodies of several colliders, lines, markers, names and tags are as in the level.
func TestMatterLoaderRoles(t *testing.T) {
	doc := parsed(t, `categories: [default, ghost]
groups:
  - {id: g1, name: hammer, layer: l1, body: true}
`,
		"id: c1, name: floor, kind: box, size: [3000, 20], position: [1500, 500], tags: [ground, wide]",
		"id: c2, name: box, kind: box, size: [20, 20], position: [100, 400], body: dynamic, tags: [wide]",
		"id: c3, name: gate, kind: box, size: [40, 20], position: [200, 450], role: trigger",
		"id: c4, name: visitor, kind: box, size: [20, 20], position: [200, 400], body: dynamic",
		"id: c5, name: ghost, kind: box, size: [20, 20], position: [300, 400], body: dynamic, categories: [ghost], "+
			"collides_with: [ghost]",
		"id: c6, name: friend, kind: box, size: [20, 20], position: [400, 400], body: dynamic, group: -3",
		"id: c7, name: shelf, kind: box, size: [80, 20], position: [400, 460], group: -3",
		"id: c8, group_of: g1, name: head, kind: box, size: [40, 20], position: [600, 400], body: dynamic",
		"id: c9, group_of: g1, name: shaft, kind: box, size: [10, 60], position: [600, 440], body: dynamic",
		"id: c10, name: ledge, kind: box, size: [100, 12], position: [800, 400], role: one-way",
		"id: c11, name: sinker, kind: box, size: [20, 20], position: [800, 350], body: dynamic",
		"id: c12, name: jumper, kind: box, size: [20, 20], position: [830, 440], body: dynamic, velocity: [0, -400]",
		"id: c13, name: sitter, kind: box, size: [8, 8], position: [770, 401], body: dynamic",
		"id: c14, name: line, kind: chain, points: [[0, 0], [100, 0], [200, 0]], position: [1000, 420]",
		"id: c15, name: walker, kind: box, size: [20, 20], position: [1100, 400], body: dynamic, velocity: [60, 0]",
		"id: c16, name: street, kind: chain, one_sided: true, points: [[0, 0], [100, 0], [200, 0]], position: [1300, 420]",
		"id: c17, name: stander, kind: box, size: [20, 20], position: [1350, 380], body: dynamic",
		"id: c18, name: diver, kind: box, size: [20, 20], position: [1450, 460], body: dynamic, velocity: [0, -300]",
		"id: c19, name: mark, kind: point, position: [50, 50], tags: [spawn]",
		"id: c20, name: still, kind: box, size: [20, 20], position: [1600, 200], role: trigger, body: dynamic",
	)
	eachMatterLoader(t, func(t *testing.T, e loaderEngine) {
		run := e.loads(t, loaderJob{File: formed(t, doc, export.Form{}), Frames: 120})
		if len(run.Losses) > 0 {
			t.Errorf("losses: %q", run.Losses)
		}
		for id, y := range map[string]float64{
			"c2": 480, "c4": 480, "c6": 480, "c11": 384, "c12": 384, "c13": 486, "c15": 410, "c17": 410, "c18": 410,
			"c20": 200,
		} {
			if got := run.end(t, doc, id); !(math.Abs(got[1]-y) < 1) {
				t.Errorf("%s ends at %v, want y %v", id, got, y)
			}
		}
		if y := run.end(t, doc, "c5")[1]; y < 600 {
			t.Errorf("the ghost rests at %v", y)
		}
		if math.Abs(run.end(t, doc, "c8")[1]-run.end(t, doc, "c9")[1]) > 0 {
			t.Error("the parts of a body have different frames")
		}
		for pair, want := range map[string]bool{
			"c3 c4": true, "c2 c1": true, "c7 c6": false, "c5 c1": false, "c10 c11": true,
		} {
			if slices.Contains(run.Touched, pair) != want {
				t.Errorf("%s touched: %v", pair, !want)
			}
		}
		if _, ok := run.Tracks["c19"]; ok {
			t.Error("a marker has a body")
		}
		if got := run.Found["box"]; got == nil || *got != "c2" || run.Found[""] != nil {
			t.Errorf("found %v", run.Found)
		}
		if got := run.Tagged["wide"]; !slices.Equal(got, []string{"c1", "c2"}) {
			t.Errorf("tagged %q", got)
		}
	})
}

// A scene without Matter physics is an error that says what to set.
func TestPhaserLoaderNeedsMatter(t *testing.T) {
	const script = "import { load } from '../../assets/loaders/fillet-phaser.js'\n" +
		"try { load({}, {}) } catch (e) { console.log(e.message) }"
	out, err := exec.Command("node", "--input-type=module", "--eval", script).Output()
	if err != nil {
		t.Skip("node is missing: ", err)
	}
	if !strings.Contains(string(out), "set physics: { default: 'matter' }") {
		t.Errorf("the error is %q", out)
	}
}

// A box slides over the seams of a floor, and does not catch there.
func TestMatterLoaderSeams(t *testing.T) {
	lines := []string{
		"id: c1, name: slider, kind: box, size: [20, 20], position: [20, 390], body: dynamic, velocity: [400, 0], friction: 0",
	}
	for i := range 20 {
		lines = append(lines, fmt.Sprintf("id: c%d, name: tile, kind: box, size: [36.99, 20], position: [%g, 410], friction: 0",
			i+2, 18.5+37*float64(i)))
	}
	doc := parsed(t, "", lines...)
	eachMatterLoader(t, func(t *testing.T, e loaderEngine) {
		run := e.loads(t, loaderJob{File: formed(t, doc, export.Form{}), Frames: 90})
		if at := run.end(t, doc, "c1"); math.Abs(at[0]-620) > 5 || math.Abs(at[1]-390) > 0.5 || math.Abs(at[2]) > 0.01 {
			t.Errorf("the box is at %v after 1.5 s, want about [620 390 0]", at)
		}
	})
}
