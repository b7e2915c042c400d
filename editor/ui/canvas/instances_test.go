package canvas

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/project"
	"fillet/editor/render"
)

// Instances have a sign, unless there are too many or they are too small. An instance without its prefab has a
// placeholder box.
func TestSignsOfInstances(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.level.yaml")
	text := "fillet: 2\nname: a\nsize: [400, 400]\ngrid: {size: [16, 16]}\ncategories: []\ninstances:\n"
	for x := range 3 {
		text += "  - {id: i" + string(rune('1'+x)) + ", prefab: crate.level.yaml, layer: l1, position: [" +
			string(rune('1'+x)) + "00, 100]}\n"
	}
	text += "  - {id: i9, prefab: gone.level.yaml, layer: l1, position: [200, 200]}\nlayers: [{id: l1, name: x, " +
		"colliders: []}]\n"
	crate := "fillet: 1\nname: c\nsize: [32, 32]\ngrid: {size: [16, 16]}\ncategories: []\nlayers:\n  - {id: l1, " +
		"name: x, colliders: [{id: c1, kind: box, size: [32, 32], position: [16, 16]}]}\n"
	for file, s := range map[string]string{path: text, filepath.Join(dir, "crate.level.yaml"): crate} {
		if err := os.WriteFile(file, []byte(s), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	doc, err := level.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	project.AttachPrefabs(doc, path, "")
	c := &View{Session: editor.NewSession(doc), Scale: 1}
	count := func(camera render.Camera) (signs, boxes int, labels string) {
		c.Camera = camera
		for _, o := range c.instances(nil) {
			switch o := o.(type) {
			case overlay.Sign:
				signs++
			case overlay.Box:
				boxes++
			case overlay.Label:
				labels += o.Text
			}
		}
		return signs, boxes, labels
	}
	camera := render.Camera{Center: level.Vec{X: 200, Y: 200}, Zoom: 1, Width: 400, Height: 400}
	if signs, boxes, labels := count(camera); signs != 3 || boxes != 1 || !strings.Contains(labels, "gone.level.yaml") {
		t.Errorf("%d signs and %d boxes %q are shown", signs, boxes, labels)
	}
	far := camera
	far.Zoom = 0.5
	if signs, boxes, _ := count(far); signs != 0 || boxes != 1 {
		t.Errorf("zoomed out, %d signs and %d boxes are shown", signs, boxes)
	}
	outside := camera
	outside.Center.X = 3000
	if signs, boxes, _ := count(outside); signs+boxes != 0 {
		t.Errorf("out of view %d signs and %d boxes are shown", signs, boxes)
	}
	if err := c.Session.Instances().SetHidden(true, 1, 9); err != nil {
		t.Fatal(err)
	}
	if signs, boxes, _ := count(camera); signs != 2 || boxes != 0 {
		t.Errorf("with two hidden, %d signs and %d boxes are shown", signs, boxes)
	}
}
