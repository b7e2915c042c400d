package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
)

// stampDesk opens a window with a level of a project with two prefabs and shows the list of prefabs.
func stampDesk(t *testing.T) (d *desk, dir string) {
	t.Helper()
	dir = t.TempDir()
	head := "fillet: 2\nname: x\nsize: [32, 32]\npixels_per_metre: 32\ngrid: {size: [16, 16]}\ncategories: [terrain, " +
		"props]\nlayers:\n  - id: l1\n    name: x\n    colliders:\n"
	for name, text := range map[string]string{
		"fillet.project.yaml": "fillet_project: 1\nname: Yard\ncategories: [terrain, props]\n",
		"prefabs/barrel.level.yaml": head +
			"      - {id: c1, name: barrel, kind: polygon, points: [[-10, -16], [10, -16], [14, 0], [10, 16], [-10, " +
			"16], [-14, 0]], position: [16, 16], body: dynamic}\n",
		"prefabs/crate.level.yaml": head +
			"      - {id: c1, name: box, kind: box, size: [32, 32], position: [16, 16], radius: 3, body: dynamic}\n  " +
			"    - {id: c2, name: lid, kind: box, size: [24, 4], position: [16, -2], body: dynamic}\n",
		"levels/a.level.yaml": strings.Replace(strings.Replace(head, "[32, 32]", "[640, 400]", 1), "layers:",
			`instances:
  - {id: i9, prefab: ../prefabs/anvil.level.yaml, layer: l1, position: [580, 300]}
layers:`, 1) + `      - {id: c1, name: floor, kind: box, size: [640, 20], position: [320, 390]}
      - {id: c2, name: post, kind: box, size: [16, 80], position: [60, 340]}
      - {id: c3, name: beam, kind: box, size: [80, 16], position: [60, 292]}
`,
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d = newDesk(t, filepath.Join(dir, "levels", "a.level.yaml"), 1440, 900)
	d.key("Return") // closes the message about the missing prefab
	d.calibrate()
	d.save()
	d.click(207, 72)
	return d, dir
}

// Rows and buttons of the list of prefabs in a window of 1440 x 900.
const prefabsX, stampX, selectAllX, replaceX, prefabButtonsY = 160, 89, 164, 238, 834

func prefabY(row int) float64 { return 158 + 54*float64(row) }

// instancesOf lists the instances of a level with their prefabs, sorted.
func instancesOf(doc *level.Document) string {
	var out []string
	for _, i := range doc.Instances() {
		out = append(out, i.Label())
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// Prefabs work by mouse and keys: dragged from the list, stamped, made of two shapes, replaced, detached and renamed in
// the outline. An instance whose prefab is missing shows a box. The test checks the saved file after each step.
func TestWindowPrefabs(t *testing.T) {
	nightly(t)
	t.Parallel()
	d, dir := stampDesk(t)
	expect := func(what, instances string, shapes int) *level.Document {
		t.Helper()
		return d.expect(what, func(doc *level.Document) string {
			if got := instancesOf(doc); got != instances || doc.Len() != shapes {
				return fmt.Sprintf("the file has %s and %d shapes", got, doc.Len())
			}
			return ""
		})
	}
	// Drag from the list, rows barrel and crate.
	to := d.pixel(level.Vec{X: 200, Y: 200})
	d.grab(prefabsX, prefabY(1), to.X, to.Y)
	d.key("Escape")
	d.release()
	expect("Escape while it is dragged", "anvil", 3)
	d.grab(prefabsX, prefabY(1), to.X, to.Y)
	d.release()
	doc := expect("dragged from the list", "anvil crate", 3)
	for _, i := range doc.Instances() {
		if i.Label() == "crate" && i.Position.Dist(level.Vec{X: 200, Y: 200}) > 20 {
			t.Errorf("dropped at (200, 200), it is at %v", i.Position)
		}
	}

	d.doubleClick(prefabsX, prefabY(1))
	for x := range 3 {
		at := d.pixel(level.Vec{X: 300 + 60*float64(x), Y: 120})
		d.click(at.X, at.Y)
	}
	on := d.pixel(level.Vec{X: 360, Y: 346})
	d.moveTo(on.X-4, on.Y)
	d.moveTo(on.X, on.Y)
	d.keep("guide/prefabs.png", d.shot())
	expect("stamped three times", "anvil crate crate crate crate", 3)
	d.key("Escape")
	d.click(on.X, on.Y)
	expect("a click after Escape", "anvil crate crate crate crate", 3)

	post, beam := d.pixel(level.Vec{X: 60, Y: 350}), d.pixel(level.Vec{X: 90, Y: 292})
	d.click(post.X, post.Y)
	d.do("keydown", "shift")
	d.click(beam.X, beam.Y)
	d.do("keyup", "shift")
	d.key("ctrl+alt+k")
	d.key("ctrl+a")
	d.typeText("gate")
	d.key("Return")
	expect("a prefab of two shapes", "anvil crate crate crate crate gate", 1)
	made, err := level.Open(filepath.Join(dir, "prefabs", "gate.level.yaml"))
	if err != nil || made.Len() != 2 {
		t.Fatalf("the new prefab: %v, %v", made, err)
	}
	d.key("ctrl+z")
	expect("undone", "anvil crate crate crate crate", 3)
	if _, err := os.Stat(filepath.Join(dir, "prefabs", "gate.level.yaml")); err != nil {
		t.Error("undo removes the file")
	}
	d.key("ctrl+y")
	expect("done again", "anvil crate crate crate crate gate", 1)

	d.click(prefabsX, prefabY(1))
	d.click(selectAllX, prefabButtonsY)
	d.click(prefabsX, prefabY(0))
	d.click(replaceX, prefabButtonsY)
	expect("all crates replaced by barrels", "anvil barrel barrel barrel barrel gate", 1)
	d.key("ctrl+z")
	expect("undone in one step", "anvil crate crate crate crate gate", 1)

	mark := d.pixel(level.Vec{X: 584, Y: 304})
	d.moveTo(mark.X, mark.Y)
	d.click(mark.X, mark.Y)
	d.keep("guide/prefabs-missing.png", d.shot())
	d.grab(mark.X, mark.Y, mark.X, mark.Y-80)
	d.release()
	d.expect("the box of a missing prefab is dragged", func(doc *level.Document) string {
		if i := doc.Instance(9); i == nil || i.Position.Y > 260 {
			return "it has not moved"
		}
		return ""
	})
	d.key("Delete")
	expect("and deleted", "crate crate crate crate gate", 1)

	d.click(90, 72) // the outline has the layer, four crates, the gate, the floor
	d.click(outlineName, outlineY(5))
	d.key("F2")
	d.typeText("portal")
	d.key("Return")
	expect("renamed in the outline", "crate crate crate crate portal", 1)
	d.click(outlineName, outlineY(1))
	d.key("Right", "Down", "Delete") // the lid of the first crate
	d.expect("a part left out", func(doc *level.Document) string {
		changed := 0
		for _, i := range doc.Instances() {
			changed += len(i.Changes)
		}
		return want("changes", changed, 1)
	})
	d.click(outlineName, outlineY(1))
	d.moveTo(outlineName+30, outlineY(3))
	d.keep("guide/prefabs-outline.png", d.shot())
	d.command("Detach from prefab")
	expect("detached", "crate crate crate portal", 2)
	d.quit()
}
