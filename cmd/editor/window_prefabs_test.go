package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor/level"
)

// prefabDesk opens a window with a level that contains three crates of one prefab.
func prefabDesk(t *testing.T) (d *desk, crate string) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "a.level.yaml")
	crate = filepath.Join(dir, "crate.level.yaml")
	for file, text := range map[string]string{
		path: `fillet: 2
name: a
size: [640, 400]
instances:
  - {id: i1, prefab: crate.level.yaml, layer: l1, position: [100, 300]}
  - {id: i2, prefab: crate.level.yaml, layer: l1, position: [250, 300]}
  - {id: i3, prefab: crate.level.yaml, layer: l1, position: [400, 100]}
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, name: floor, kind: box, size: [640, 20], position: [320, 390]}
`,
		crate: `fillet: 1
name: crate
size: [64, 64]
layers:
  - id: l1
    name: crate
    colliders:
      - {id: c1, name: box, kind: box, size: [60, 60], position: [32, 32]}
      - {id: c2, name: lid, kind: box, size: [70, 8], position: [32, -4]}
`,
	} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d = newDesk(t, path, 1280, 800)
	d.calibrate()
	d.save()
	return d, crate
}

// clickCrate clicks the centre of an instance's box, according to the file.
func (d *desk) clickCrate(position level.Vec) (at level.Vec) {
	d.t.Helper()
	at = d.pixel(position.Add(level.Vec{X: 32, Y: 32}))
	d.click(at.X, at.Y)
	return at
}

// boxOf returns the position of the box in a prefab's file.
func boxOf(t *testing.T, crate string) level.Vec {
	t.Helper()
	doc, err := level.Open(crate)
	if err != nil {
		t.Fatal(err)
	}
	return doc.Collider(1).Position
}

// fileSays waits until a file contains the given text or, if want is false, does not.
func (d *desk) fileSays(path, text string, want bool) {
	d.t.Helper()
	d.waitFor(fmt.Sprintf("%q in %s: %v", text, filepath.Base(path), want), func() bool {
		data, err := os.ReadFile(path)
		return err == nil && strings.Contains(string(data), text) == want
	})
}

// A prefab is edited in place in a level, by mouse and keys: edited, undone and left. When the window closes, it asks
// to save both the prefab and the level.
func TestWindowPrefabInPlace(t *testing.T) {
	nightly(t)
	t.Parallel()
	d, crate := prefabDesk(t)
	before, err := os.ReadFile(d.path)
	if err != nil {
		t.Fatal(err)
	}
	at := d.clickCrate(level.Vec{X: 100, Y: 300})
	d.key("F4")
	d.shows("crate.level.yaml in a.level.yaml")
	d.click(at.X, at.Y) // the prefab's own box, in the same place
	d.grab(at.X, at.Y, at.X+90, at.Y-60)
	d.keep("guide/prefab-in-place.png", d.shot())
	d.release()
	d.shows("● crate.level.yaml in a.level.yaml")
	d.key("ctrl+s")
	d.shows("crate.level.yaml in a.level.yaml")
	moved := boxOf(t, crate).Sub(level.Vec{X: 32, Y: 32})
	if want := (level.Vec{X: 90 / d.scale, Y: -60 / d.scale}); moved.Dist(want) > 20 {
		t.Errorf("after a drag by %v, the prefab's box has moved by %v", want, moved)
	}
	if now, err := os.ReadFile(d.path); err != nil || string(now) != string(before) {
		t.Errorf("the level's own file has changed (%v)", err)
	}
	d.key("ctrl+z", "ctrl+s")
	d.waitFor("the undone prefab in its file", func() bool { return boxOf(t, crate) == level.Vec{X: 32, Y: 32} })
	d.key("Right", "Right", "Right")
	d.shows("● crate.level.yaml in a.level.yaml")
	d.key("Escape", "Escape")
	d.shows("a.level.yaml")
	d.key("Down") // the edited instance is selected
	d.shows("● a.level.yaml")
	was := d.shot()
	d.key("ctrl+q")
	d.waitFor("the question about level and prefab", func() bool { return changedPixels(was, d.shot()) > 20000 })
	d.keep("guide/prefab-unsaved.png", d.shot())
	d.key("Return") // Save all
	d.waitEnd()
	if got := boxOf(t, crate); got != (level.Vec{X: 35, Y: 32}) {
		t.Errorf("after Save all, the prefab's box is at %v", got)
	}
	doc, err := level.Open(d.path)
	if err != nil || doc.Instance(1).Position != (level.Vec{X: 100, Y: 301}) || len(doc.Instance(1).Changes) != 0 {
		t.Errorf("the level has the instance at %v, with %v (%v)", doc.Instance(1).Position, doc.Instance(1).Changes,
			err)
	}
}

// A change in one instance is pushed to its prefab, and is in its file once everything is saved. Then the prefab opens
// in its own tab.
func TestWindowPrefabPush(t *testing.T) {
	t.Parallel()
	d, crate := prefabDesk(t)
	at := d.pixel(level.Vec{X: 282, Y: 332})
	d.doubleClick(at.X, at.Y) // enters the instance
	d.click(at.X, at.Y)
	d.key("Right", "Right", "ctrl+s")
	d.fileSays(d.path, "changes:", true)
	d.command("push part")
	d.shows("● a.level.yaml")
	if got := boxOf(t, crate); got.X != 32 {
		t.Errorf("before saving, the prefab's file has the box at %v", got)
	}
	d.command("Save all")
	d.fileSays(d.path, "changes:", false)
	d.waitFor("the pushed change in the prefab", func() bool { return boxOf(t, crate).X == 34 })
	d.key("shift+F4")
	d.shows("crate.level.yaml")
	d.key("ctrl+z")
	d.shows("● crate.level.yaml")
	d.key("ctrl+s")
	d.waitFor("the prefab without the change", func() bool { return boxOf(t, crate).X == 32 })
	d.key("ctrl+w")
	d.shows("a.level.yaml")
	d.quit()
}

// If an editor is killed while a prefab is edited in a level, the next start offers the prefab's unsaved work.
func TestWindowPrefabRecovery(t *testing.T) {
	nightly(t)
	t.Parallel()
	d, crate := prefabDesk(t)
	at := d.clickCrate(level.Vec{X: 250, Y: 300})
	d.key("F4")
	d.shows("crate.level.yaml in a.level.yaml")
	d.click(at.X, at.Y)
	d.key("Right", "Right", "Escape", "Escape")
	d.shows("a.level.yaml")
	kept := filepath.Join(d.home, ".cache", "fillet", "recovery", "*.level.yaml")
	d.waitFor("the copy of the prefab with both moves", func() bool {
		copies, err := filepath.Glob(kept)
		if err != nil || len(copies) != 1 {
			return false
		}
		copied, err := level.Open(copies[0])
		return err == nil && copied.Collider(1).Position.X == 34
	})
	d.kill()
	if boxOf(t, crate).X != 32 {
		t.Fatal("the prefab's file itself has changed")
	}
	d.start()
	d.recover()
	d.shows("● crate.level.yaml")
	d.key("ctrl+s")
	d.waitFor("the recovered prefab in its file", func() bool { return boxOf(t, crate).X == 34 })
	d.quit()
}
