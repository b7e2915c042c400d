package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor/level"
)

// tabLevels writes three levels with one box each.
func tabLevels(t *testing.T) (paths [3]string) {
	t.Helper()
	dir := t.TempDir()
	for i, name := range []string{"cave", "tower", "hall"} {
		text := fmt.Sprintf("fillet: 1\nname: %s\nlayers:\n  - id: l1\n    name: Ground\n    colliders:\n      - "+
			"{id: c1, name: box, kind: box, size: [64, 64], position: [%d, 200]}\n", name, 200+100*i)
		paths[i] = filepath.Join(dir, name+".level.yaml")
		if err := os.WriteFile(paths[i], []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return paths
}

// boxes returns the x coordinates of the colliders in a level file.
func boxes(path string) string {
	doc, err := level.Open(path)
	if err != nil {
		return err.Error()
	}
	var out []string
	for c := range doc.Colliders() {
		out = append(out, fmt.Sprint(c.Position.X))
	}
	return strings.Join(out, " ")
}

// shows waits until the named level is shown. A name with "● " has unsaved work.
func (d *desk) shows(name string) {
	d.t.Helper()
	d.waitFor(name+" in the title", func() bool { return strings.HasPrefix(d.title(), name) })
}

// open opens a file by its path.
func (d *desk) open(path string) {
	d.t.Helper()
	d.key("ctrl+o")
	d.typeText(path)
	d.key("Return")
	d.shows(strings.TrimSuffix(filepath.Base(path), ".level.yaml"))
}

// shownTab returns the point where the name of the current tab begins, below the blue line.
func (d *desk) shownTab() (at level.Vec) {
	d.t.Helper()
	d.waitFor("the line over the tab that is shown", func() bool {
		shot := d.shot()
		for y := 24; y < 34; y++ {
			for x := range d.width {
				if r, g, b, _ := shot.At(x, y).RGBA(); r>>8 == 0x4c && g>>8 == 0x9f && b>>8 == 0xfe {
					at = level.Vec{X: float64(x + 20), Y: float64(y + 14)}
					return true
				}
			}
		}
		return false
	})
	return at
}

// holds waits until the boxes in a level file are at the wanted places.
func (d *desk) holds(path, want string) {
	d.t.Helper()
	d.waitFor(filepath.Base(path)+" with boxes at "+want, func() bool { return boxes(path) == want })
}

// Three levels in one window are independent: each is edited, shown by mouse and keys, copied from, closed and saved
// separately.
func TestWindowTabs(t *testing.T) {
	t.Parallel()
	paths := tabLevels(t)
	d := newDesk(t, paths[0], 1280, 800)
	first := d.shownTab()
	d.open(paths[1])
	d.open(paths[2])
	d.key("ctrl+a", "Right", "ctrl+s") // the third
	d.holds(paths[2], "401")
	d.click(first.X, first.Y)
	d.shows("cave")
	d.key("ctrl+a", "Right", "Right", "ctrl+s", "ctrl+c")
	d.holds(paths[0], "202")
	d.key("ctrl+Tab")
	d.shows("tower")
	d.moveTo(500, 500)
	d.key("ctrl+v", "ctrl+s")
	d.waitFor("the copied box in the other file", func() bool { return strings.HasPrefix(boxes(paths[1]), "300 ") })
	d.key("ctrl+z", "ctrl+s")
	d.holds(paths[1], "300")
	if got := boxes(paths[0]); got != "202" {
		t.Errorf("undo in one level leaves the other with a box at %s", got)
	}
	d.key("ctrl+Page_Down")
	d.shows("hall")
	d.key("ctrl+z")
	d.shows("● hall")
	d.keep("guide/tabs.png", d.shot())
	d.key("ctrl+w") // asks to save
	d.key("Escape")
	d.shows("● hall")
	d.key("ctrl+w")
	d.key("Return") // Save
	d.shows("tower")
	d.holds(paths[2], "400")

	// If two levels have unsaved work when the window closes, there is one question for both.
	d.key("ctrl+a", "Right")
	d.shows("● tower")
	d.key("ctrl+shift+Tab")
	d.shows("cave")
	d.key("ctrl+a", "Right")
	d.shows("● cave")
	before := d.shot()
	d.key("ctrl+q")
	d.waitFor("the question about both", func() bool { return changedPixels(before, d.shot()) > 20000 })
	d.keep("guide/tabs-unsaved.png", d.shot())
	d.key("Return") // Save all
	d.waitEnd()
	if a, b := boxes(paths[0]), boxes(paths[1]); a != "203" || b != "301" {
		t.Errorf("after Save all, the boxes are at %s and %s", a, b)
	}
}

// After an editor is killed with three changed levels, the next one offers all three and opens their tabs again.
func TestWindowTabsRecovery(t *testing.T) {
	nightly(t)
	t.Parallel()
	paths := tabLevels(t)
	d := newDesk(t, "", 1280, 800)
	for _, path := range paths {
		d.open(path)
		d.key("ctrl+a", "Right")
		d.shows("●")
	}
	kept := filepath.Join(d.home, ".cache", "fillet", "recovery", "*.level.yaml")
	d.waitFor("three copies", func() bool {
		copies, err := filepath.Glob(kept)
		return err == nil && len(copies) == 3
	})
	d.kill()
	for i, path := range paths {
		if want := fmt.Sprint(200 + 100*i); boxes(path) != want {
			t.Fatalf("%s itself has changed", path)
		}
	}
	d.start()
	d.waitFor("the recovery dialog", func() bool {
		return countNear(d.shot(), level.Vec{X: 640, Y: 400}, 290, [3]int{0x4c, 0x9f, 0xfe}) > 500 // the blue button
	})
	d.key("Return") // Recover all
	d.waitFor("the earlier copies to disappear", func() bool {
		copies, err := filepath.Glob(kept)
		return err == nil && len(copies) == 3 && strings.HasPrefix(d.title(), "●")
	})
	before := d.shot()
	d.key("ctrl+q")
	d.waitFor("the question about all three", func() bool { return changedPixels(before, d.shot()) > 20000 })
	d.key("Return") // Save all
	d.waitEnd()
	for i, path := range paths {
		if got, want := boxes(path), fmt.Sprint(201+100*i); got != want {
			t.Errorf("%s recovered and saved has its box at %s, want %s", path, got, want)
		}
	}
}
