package export_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/playtest"
	"fillet/export"
	"fillet/export/colliders"
)

const pathLevel = `fillet: 2
name: paths
size: [400, 300]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [default]
layers:
  - id: l1
    name: things
    colliders:
      - {id: c1, name: rail, kind: chain, points: [[0, 0], [100, 0], [100, 80]], curves: [{edge: 0, arc: 20}, {edge: 1, cubic: [[140, 20], [60, 60]]}], position: [50.1, 50.7], angle: 12}
      - {id: c2, name: trolley, kind: box, size: [30, 8], position: [50, 50], angle: 33, body: kinematic, path: {chain: c1, speed: 60, loop: back-and-forth, stops: points, follow: true}}
      - {id: c3, name: lift, kind: box, size: [40, 8], position: [200, 250], angle: 7, body: kinematic, path: {points: [[0, 0], [0, -150], [80, -150.5]], time: 4, ease: smooth, loop: loop, phase: 0.25, wait: 0.5}}
      - {id: c4, name: wheel, kind: box, size: [60, 6], position: [320, 100], body: kinematic, path: {turn: -45}}
      - {id: c5, name: gate, kind: box, size: [6, 60], position: [360, 250], body: kinematic, path: {points: [[0, 0], [0, -60]], loop: once}}
`

// A game that loads the collider file has platforms where the playtest has them, to the last bit.
func TestGamesMovePlatformsAsThePlaytest(t *testing.T) {
	doc, err := level.Parse([]byte(pathLevel), "paths.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"json", "yaml"} {
		var b bytes.Buffer
		to, err := export.NewRegistry(export.JSON(), export.YAML()).Get(format)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := to.Export(context.Background(), doc.Snapshot(), export.Options{}, &b); err != nil {
			t.Fatal(err)
		}
		f, err := colliders.Load(&b)
		if err != nil {
			t.Fatal(err)
		}
		moves := playtest.MovesOf(doc.Snapshot())
		if len(moves.IDs) != 4 {
			t.Fatalf("%v move", moves.IDs)
		}
		for i, id := range moves.IDs {
			var own *colliders.Collider
			for k := range f.Colliders {
				if f.Colliders[k].ID == id.String() {
					own = &f.Colliders[k]
				}
			}
			p, err := own.Moving()
			if err != nil || p == nil {
				t.Fatalf("%s: %v: %v", format, id, err)
			}
			for step := range 1200 {
				seconds := float64(step) / 60
				if got, want := p.At(seconds).Transform, moves.At(i, seconds); got != want {
					t.Fatalf("%s: after %v s %s is at %v, in the playtest at %v", format, seconds, own.Name, got, want)
				}
			}
		}
	}
}

func TestPathsInFilesAreChecked(t *testing.T) {
	doc, err := level.Parse([]byte(pathLevel), "paths.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := export.JSON().Export(context.Background(), doc.Snapshot(), export.Options{}, &b); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{`"ease": "smooth"`: `"ease": "wild"`, `"turn": -45`: `"turn": "fast"`, `"time": 4`: `"time": -4`, `"loop": "once"`: `"hoop": "once"`} {
		if !strings.Contains(b.String(), from) {
			t.Fatalf("there is no %s in\n%s", from, b.String())
		}
		if _, err := colliders.Load(strings.NewReader(strings.Replace(b.String(), from, to, 1))); err == nil {
			t.Errorf("%s is no error", to)
		}
	}
}
