package exportcheck

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"
)

// loaderRun is a line that godot/loader.gd prints.
type loaderRun struct {
	File   string
	Tracks map[string]track
	Frames map[string][3]float64 // of bodies after one and a half seconds
	Losses []string
}

// loaded runs files for three seconds in Godot, each with a number of physics steps in a sixtieth of a second.
func loaded(t *testing.T, files map[string][]byte, steps map[string]int) map[string]*loaderRun {
	t.Helper()
	dir := t.TempDir()
	copyLoader(t, dir)
	cases, err := json.Marshal(steps)
	if err != nil {
		t.Fatal(err)
	}
	files["cases.json"] = cases
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out := map[string]*loaderRun{}
	lines := bufio.NewScanner(bytes.NewReader(godotPrints(t, dir, filepath.Join("godot", "loader.gd"))))
	lines.Buffer(nil, 1<<28)
	for lines.Scan() {
		r := &loaderRun{}
		if err := json.Unmarshal(lines.Bytes(), r); err != nil {
			t.Fatalf("%v: %.300s", err, lines.Bytes())
		}
		out[r.File] = r
	}
	if len(out) != len(steps) {
		t.Fatalf("Godot runs %d levels of %d", len(out), len(steps))
	}
	return out
}

// copyLoader copies the loader's scripts into a Godot project.
func copyLoader(t *testing.T, dir string) {
	t.Helper()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "assets", "loaders", "godot"))); err != nil {
		t.Fatal(err)
	}
}

// native returns a level in a form of the native format.
func native(t *testing.T, doc *level.Document, form export.Form) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := export.JSON().Export(t.Context(), doc.Snapshot(), export.Options{Tolerance: tolerance, Form: form},
		&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// isIn reports whether the loader lists a loss for the body or the joint of a scene.
func (r *loaderRun) isIn(s scene) bool {
	return slices.ContainsFunc(r.Losses, func(loss string) bool { return strings.Contains(loss, "("+s.name+")") })
}

// Bodies that the loader makes move as in the playtest, in every form of the file.
func TestGodotLoaderMotion(t *testing.T) {
	doc, _ := motionLevel(t)
	files, steps := map[string][]byte{}, map[string]int{}
	for name, form := range map[string]export.Form{
		"plain": {}, "metres": {Metres: true}, "up": {Metres: true, YUp: true}, "radii": {KeepRadius: true, Polygons: 4},
	} {
		files[name+".colliders.json"], steps[name+".colliders.json"] = native(t, doc, form), 8
	}
	for file, r := range loaded(t, files, steps) {
		t.Run(strings.TrimSuffix(file, ".colliders.json"), func(t *testing.T) {
			sameTracks(t, "Godot", r.Tracks, func(s scene) bool { return r.isIn(s) }, "rebound")
		})
	}
}

// The machinery moves in Godot as in the playtest, ropes and rods too, which are stiff springs there.
func TestGodotLoaderJoints(t *testing.T) {
	doc := machinery(t)
	const file = "machinery.colliders.json"
	r := loaded(t, map[string][]byte{file: native(t, doc, export.Form{})}, map[string]int{file: 8})[file]
	got := map[string]collision.Transform{}
	for id, f := range r.Frames {
		got[id] = frameOf([2]float64{f[0], f[1]}, f[2])
	}
	head, shaft := doc.Collider(13).Transform(), doc.Collider(14).Transform()
	got["c14"] = got["c14"].Mul(head.Inv().Mul(shaft)) // its body has the head's frame
	holdMotion(t, "Godot", got, played(t, doc))
	if want := []string{"j4 (rope)", "j5 (rod)"}; len(r.Losses) != 2 || !strings.HasPrefix(r.Losses[0], want[0]) ||
		!strings.HasPrefix(r.Losses[1], want[1]) {
		t.Errorf("the losses are %q, want %q", r.Losses, want)
	}
}
