package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/workspace"
)

// These tests cover a level designer's most frequent tasks in the real window, by mouse and by key. Each ends with a
// check of the saved file.

// boardLevel is a level in which the shapes do not overlap, except for a box that is sunk into the floor: a floor, a
// crate, a barrel, a stone and the box.
const boardLevel = `fillet: 1
name: Board
size: [640, 400]
pixels_per_metre: 32
grid: {size: [10, 10]}
categories: [default, player]
layers:
  - id: l1
    name: Ground
    colliders:
      - id: c1
        name: floor
        kind: box
        size: [640, 40]
        position: [320, 380]
  - id: l2
    name: Props
    colliders:
      - id: c2
        name: crate
        kind: box
        size: [40, 40]
        position: [120, 200]
        body: dynamic
      - id: c3
        name: barrel
        kind: circle
        radius: 20
        position: [240, 200]
        body: dynamic
      - id: c4
        name: stone
        kind: polygon
        points: [[-40, -20], [0, -40], [40, -20], [30, 30], [-30, 30]]
        position: [400, 200]
        body: dynamic
      - id: c5
        name: sunk
        kind: box
        size: [40, 40]
        position: [560, 350]
        body: dynamic
`

const (
	floor, crate, barrel, stone, sunk level.ID = 1, 2, 3, 4, 5
)

// newBoard opens the board level in a window.
func newBoard(t *testing.T) *desk {
	t.Helper()
	d := newDeskOf(t, "board.level.yaml", boardLevel, 1280, 800)
	d.calibrate()
	return d
}

// pick selects one collider by a click at its centre.
func (d *desk) pick(id level.ID) *level.Collider {
	d.t.Helper()
	d.key("Escape", "v", "Escape")
	c := d.save().Collider(id)
	at := d.pixel(c.Position)
	d.click(at.X, at.Y)
	d.save() // the inspector shows it by then
	return c
}

// dragLevel drags from one point of the level to another.
func (d *desk) dragLevel(from, to level.Vec) {
	d.t.Helper()
	a, b := d.pixel(from), d.pixel(to)
	d.grab(a.X, a.Y, b.X, b.Y)
	d.release()
}

// undoTo undoes the last step, and waits until the undo is done.
func (d *desk) undoTo(n int) {
	d.t.Helper()
	d.key("ctrl+z")
	d.expect("undo", func(doc *level.Document) string { return want("colliders", doc.Len(), n) })
}

func want[T comparable](what string, got, wanted T) string {
	if got == wanted {
		return ""
	}
	return fmt.Sprintf("%s is %v, want %v", what, got, wanted)
}

func v(x, y float64) level.Vec { return level.Vec{X: x, Y: y} }

func near(a, b level.Vec, within float64) bool { return math.Hypot(a.X-b.X, a.Y-b.Y) <= within }

// The start page leads to a saved level, with a name typed into the file dialog.
func TestWindowStartPage(t *testing.T) {
	nightly(t)
	t.Parallel()
	d := newDesk(t, "", 1280, 800)
	d.keep("guide/start.png", d.shot())
	d.key("ctrl+n")
	d.waitFor("the new level", func() bool { return strings.HasPrefix(d.title(), "untitled") })
	d.key("r")
	d.grab(340, 300, 540, 400)
	d.release()
	d.waitFor("the mark of unsaved work", func() bool { return strings.HasPrefix(d.title(), "●") })
	d.path = filepath.Join(t.TempDir(), "first.level.yaml")
	d.key("ctrl+s")
	d.typeText(d.path)
	d.key("Return")
	d.waitFor("the file", func() bool { _, err := os.Stat(d.path); return err == nil })
	doc, err := level.Open(d.path)
	if err != nil {
		t.Fatal(err)
	}
	if c := d.newest(doc); c.Shape.Kind != level.Box || doc.Len() != 1 {
		t.Errorf("the saved level has %d colliders, the last a %s", doc.Len(), c.Shape.Kind)
	}

	// Close the level, and open it again from the list of recent files, by key.
	d.waitFor("the saved level's title", func() bool { return strings.HasPrefix(d.title(), "first") })
	d.key("ctrl+w")
	d.waitFor("the start page", func() bool { return d.title() == "Fillet" })
	d.key("F6", "F6", "Return") // actions, recent files
	d.waitFor("the level again", func() bool { return strings.HasPrefix(d.title(), "first") })
	d.key("ctrl+a", "Right")
	x := d.newest(doc).Position.X
	d.expect("a nudge after opening again", func(doc *level.Document) string {
		return want("x", d.newest(doc).Position.X, x+1)
	})

	// A sample opens from its card as a copy, with notes.
	d.key("ctrl+w")
	d.waitFor("the start page", func() bool { return d.title() == "Fillet" })
	d.key("F6", "F6", "F6", "Return")
	d.waitFor("the sample", func() bool { return strings.HasPrefix(d.title(), "rounding") })
	d.key("ctrl+a")
	d.command("inner polygons")
	d.keep("guide/rounding.png", d.shot())
	d.quit()
}

// Each tool draws its kind of object.
func TestWindowDrawing(t *testing.T) {
	nightly(t)
	t.Parallel()
	d := newBoard(t)
	kinds := func(doc *level.Document) level.Kind { return d.newest(doc).Shape.Kind }

	t.Run("polygon, a point dropped", func(t *testing.T) {
		d.key("p")
		for _, p := range []level.Vec{v(40, 40), v(100, 40), v(300, 20)} {
			at := d.pixel(p)
			d.click(at.X, at.Y)
		}
		d.key("BackSpace")
		for _, p := range []level.Vec{v(100, 100), v(40, 100)} {
			at := d.pixel(p)
			d.click(at.X, at.Y)
		}
		d.key("Return")
		doc := d.expect("the polygon", func(doc *level.Document) string { return want("colliders", doc.Len(), 6) })
		c := d.newest(doc)
		var corners []level.Vec
		for _, p := range c.Shape.Points {
			corners = append(corners, c.Transform().Apply(p))
		}
		if wanted := []level.Vec{v(40, 40), v(100, 40), v(100, 100), v(40, 100)}; !slices.Equal(corners, wanted) {
			t.Errorf("it is at %v, want %v", corners, wanted)
		}
	})
	for i, c := range []struct {
		key      string
		kind     level.Kind
		from, to level.Vec
	}{
		{"c", level.Circle, v(180, 60), v(200, 60)},
		{"k", level.Capsule, v(240, 60), v(300, 80)},
		{"t", level.Box, v(340, 40), v(420, 100)},
	} {
		t.Run(c.kind.String()+" with "+c.key, func(t *testing.T) {
			d.key("Escape", "Escape", c.key)
			d.dragLevel(c.from, c.to)
			doc := d.expect("the shape", func(doc *level.Document) string { return want("colliders", doc.Len(), 7+i) })
			if got := kinds(doc); got != c.kind {
				t.Errorf("%s draws a %s", c.key, got)
			}
			if c.key == "t" && d.newest(doc).Role != level.Trigger {
				t.Errorf("T draws a %s", d.newest(doc).Role)
			}
		})
	}
	t.Run("chain and point", func(t *testing.T) {
		d.key("Escape", "Escape", "e")
		for _, p := range []level.Vec{v(460, 40), v(500, 60), v(540, 50)} {
			at := d.pixel(p)
			d.click(at.X, at.Y)
		}
		d.key("Return")
		doc := d.expect("the chain", func(doc *level.Document) string { return want("colliders", doc.Len(), 10) })
		if c := d.newest(doc); c.Shape.Kind != level.Chain || len(c.Shape.Points) != 3 {
			t.Errorf("E draws a %s of %d points", c.Shape.Kind, len(c.Shape.Points))
		}
		d.key("i")
		at := d.pixel(v(600, 60))
		d.click(at.X, at.Y)
		doc = d.expect("the point", func(doc *level.Document) string { return want("colliders", doc.Len(), 11) })
		if got := kinds(doc); got != level.Point {
			t.Errorf("I draws a %s", got)
		}
	})
	t.Run("an outline that crosses itself", func(t *testing.T) {
		d.key("Escape", "Escape", "p")
		for _, p := range []level.Vec{v(40, 240), v(100, 300), v(100, 240), v(40, 300)} {
			at := d.pixel(p)
			d.click(at.X, at.Y)
		}
		d.key("Return")
		if n := d.save().Len(); n != 11 {
			t.Errorf("it is in the saved level, which has %d colliders", n)
		}
		d.key("Escape", "Escape")
	})
	d.quit()
}

// Shapes can be edited by mouse and by key.
func TestWindowEditing(t *testing.T) {
	nightly(t)
	t.Parallel()
	d := newBoard(t)
	t.Run("move with snapping, nudge", func(t *testing.T) {
		c := d.pick(crate)
		d.dragLevel(c.Position, c.Position.Add(v(31, -22)))
		d.expect("the move", func(doc *level.Document) string {
			return want("the crate", doc.Collider(crate).Position, v(150, 180))
		})
		d.key("Left", "shift+Up")
		d.expect("the nudge", func(doc *level.Document) string {
			return want("the crate", doc.Collider(crate).Position, v(149, 170))
		})
		d.key("ctrl+z", "ctrl+z", "ctrl+z")
		d.expect("undo", func(doc *level.Document) string {
			return want("the crate", doc.Collider(crate).Position, v(120, 200))
		})
		d.key("ctrl+y")
		d.expect("redo", func(doc *level.Document) string {
			return want("the crate", doc.Collider(crate).Position, v(150, 180))
		})
		d.key("ctrl+z")
	})
	t.Run("scale by a handle, turn and flip by key", func(t *testing.T) {
		c := d.pick(crate)
		d.dragLevel(c.Position.Add(v(20, 20)), c.Position.Add(v(40, 40)))
		d.expect("the scale", func(doc *level.Document) string {
			return want("the size", doc.Collider(crate).Shape.Size, v(60, 60))
		})
		d.key("bracketright")
		d.expect("the turn", func(doc *level.Document) string {
			return want("the angle", doc.Collider(crate).Angle, 15)
		})
		d.key("ctrl+z", "ctrl+z")
		c = d.pick(stone)
		d.key("H")
		d.expect("the flip", func(doc *level.Document) string {
			return want("the lowest corner", slices.MaxFunc(doc.Collider(stone).Shape.Points, func(a, b level.Vec) int {
				return int(a.Y - b.Y)
			}).Y != 30, true)
		})
		d.key("ctrl+z")
		d.expect("undo", func(doc *level.Document) string {
			return want("the points", doc.Collider(stone).Shape.Points[1], c.Shape.Points[1])
		})
	})
	t.Run("nodes: drag, insert, delete", func(t *testing.T) {
		c := d.pick(stone)
		d.key("n")
		d.dragLevel(c.Position.Add(v(40, -20)), c.Position.Add(v(60, -30)))
		moved := func(doc *level.Document) bool {
			c := doc.Collider(stone)
			return slices.ContainsFunc(c.Shape.Points, func(p level.Vec) bool {
				return near(c.Transform().Apply(p), v(460, 170), 0.01)
			})
		}
		d.expect("the vertex", func(doc *level.Document) string {
			return want("there is a vertex at 460, 170", moved(doc), true)
		})
		at := d.pixel(c.Position.Add(v(0, 30))) // the middle of the lower edge
		d.doubleClick(at.X, at.Y)
		d.expect("the inserted vertex", func(doc *level.Document) string {
			return want("vertices", len(doc.Collider(stone).Shape.Points), 6)
		})
		d.click(at.X, at.Y)
		d.key("Delete")
		d.expect("the deleted vertex", func(doc *level.Document) string {
			return want("vertices", len(doc.Collider(stone).Shape.Points), 5)
		})
		d.key("v")
	})
	t.Run("duplicate, copy and paste, delete, select all", func(t *testing.T) {
		d.pick(barrel)
		d.key("ctrl+d")
		d.expect("the duplicate", func(doc *level.Document) string { return want("colliders", doc.Len(), 6) })
		d.undoTo(5)
		d.pick(barrel)
		d.key("ctrl+c")
		at := d.pixel(v(320, 100))
		d.moveTo(at.X, at.Y)
		d.key("ctrl+v")
		doc := d.expect("the paste", func(doc *level.Document) string { return want("colliders", doc.Len(), 6) })
		if c := d.newest(doc); c.Shape.Kind != level.Circle || !near(c.Position, v(320, 100), 8) {
			t.Errorf("a %s was pasted at %v, want a circle at the pointer, 320, 100", c.Shape.Kind, c.Position)
		}
		d.key("Delete")
		d.expect("the deletion", func(doc *level.Document) string { return want("colliders", doc.Len(), 5) })
		d.key("ctrl+a", "ctrl+x")
		d.expect("cutting all", func(doc *level.Document) string { return want("colliders", doc.Len(), 0) })
		d.undoTo(5)
	})
	t.Run("align and distribute by command", func(t *testing.T) {
		d.key("Escape", "Escape", "ctrl+a")
		d.command("align top")
		d.expect("the alignment", func(doc *level.Document) string {
			return want("the tops of crate and barrel meet", doc.Collider(crate).Position.Y-20 ==
				doc.Collider(barrel).Position.Y-20, true)
		})
		d.key("ctrl+z")
	})
	t.Run("find, separate", func(t *testing.T) {
		d.key("Escape", "Escape", "ctrl+f")
		d.typeText("sunk")
		d.key("Return", "1")
		depth := contactsOf(t, d.path, sunk)["c1"]
		if depth < 9 {
			t.Fatalf("the sunk box is %v deep in the floor", depth)
		}
		d.key("F8")
		d.command("collision separate")
		d.expect("separated", func(doc *level.Document) string {
			return want("the sunk box's height", math.Round(doc.Collider(sunk).Position.Y), 340)
		})
		if depth := contactsOf(t, d.path, sunk)["c1"]; depth > 0.1 {
			t.Errorf("after separating, it is %v deep", depth)
		}
		d.key("ctrl+z")
		d.expect("undo", func(doc *level.Document) string {
			return want("the sunk box", doc.Collider(sunk).Position, v(560, 350))
		})
	})
	d.quit()
}

// The inspector and the layers work by key alone once something is selected.
func TestWindowInspector(t *testing.T) {
	nightly(t)
	t.Parallel()
	d := newBoard(t)
	t.Run("numbers with sums, by Tab", func(t *testing.T) {
		d.pick(crate)
		d.tab(1)
		d.typeText("16*10")
		d.key("Tab")
		d.typeText("100+1")
		d.key("Tab")
		d.typeText("64")
		d.key("Return")
		d.expect("the numbers", func(doc *level.Document) string {
			c := doc.Collider(crate)
			corner := c.Position.Sub(c.Shape.Size.Mul(0.5))
			return want("place and width", [3]float64{corner.X, corner.Y, c.Shape.Size.X}, [3]float64{160, 101, 64})
		})
	})
	t.Run("one radius for several shapes", func(t *testing.T) {
		d.pick(crate)
		at := d.pixel(v(400, 200))
		d.do("keydown", "shift")
		d.click(at.X, at.Y)
		d.do("keyup", "shift")
		d.save()
		d.tab(10)
		d.typeText("6")
		d.key("Return")
		d.expect("the radius", func(doc *level.Document) string {
			return want("the radii", [2]float64{doc.Collider(crate).Shape.Radius, doc.Collider(stone).Shape.Radius},
				[2]float64{6, 6})
		})
	})
	t.Run("role, tags and properties", func(t *testing.T) {
		d.pick(crate)
		d.tab(11)
		d.key("Right")
		d.expect("the role", func(doc *level.Document) string {
			return want("the role", doc.Collider(crate).Role, level.Trigger)
		})
		d.key("Right")
		d.expect("the role", func(doc *level.Document) string {
			return want("the role", doc.Collider(crate).Role, level.OneWay)
		})
		d.key("Left", "Left", "Escape")
		d.expect("the role", func(doc *level.Document) string {
			return want("the role", doc.Collider(crate).Role, level.Solid)
		})
		d.tab(16)
		d.typeText("pushed, wood")
		d.key("Tab", "Tab", "Tab", "Tab", "space") // gameplay, corners, physics, properties
		d.save()                                   // the new row exists by then
		d.key("Tab", "Tab")                        // past the plus
		d.typeText("weight = 3*4")
		d.key("Return")
		d.expect("tags and properties", func(doc *level.Document) string {
			c := doc.Collider(crate)
			return want("they", fmt.Sprint(c.Tags, c.Properties), "[pushed wood] map[weight:12]")
		})
	})
	t.Run("a new layer, the selection moved there, hidden and locked", func(t *testing.T) {
		d.pick(barrel)
		d.command("add layer")
		d.typeText("Barrels")
		d.key("Return")
		d.command("move selection to layer")
		doc := d.expect("the layer", func(doc *level.Document) string {
			return want("the barrel's layer", doc.Layer(doc.Collider(barrel).Layer).Name, "Barrels")
		})
		if n := len(doc.Layers()); n != 3 {
			t.Errorf("there are %d layers", n)
		}
		d.command("show or hide layer")
		d.command("lock or unlock layer")
		d.expect("hidden and locked", func(doc *level.Document) string {
			l := doc.Layer(doc.Collider(barrel).Layer)
			return want("hidden, locked", [2]bool{l.Hidden, l.Locked}, [2]bool{true, true})
		})
	})
	t.Run("the level's own settings", func(t *testing.T) {
		d.key("Escape", "Escape", "Escape")
		d.save()
		d.tab(3)
		d.typeText("1280")
		d.key("Return")
		d.expect("the width", func(doc *level.Document) string {
			return want("the width", doc.Settings().Size.X, 1280)
		})
	})
	d.quit()
}

// File operations work: import, export, the light theme, a change on disk, and the question before unsaved work is
// lost.
func TestWindowFiles(t *testing.T) {
	t.Parallel()
	d := newBoard(t)
	t.Run("import into a new level", func(t *testing.T) {
		project, err := filepath.Abs(filepath.Join("..", "..", "assets", "samples", "cavern.ldtk"))
		if err != nil {
			t.Fatal(err)
		}
		before := d.shot()
		d.key("ctrl+i")
		d.typeText(project)
		d.key("Return")
		d.waitFor("the import's dialog", func() bool { return changedPixels(before, d.shot()) > 10000 })
		d.key("Return")
		d.waitFor("the new level", func() bool { return strings.Contains(d.title(), "cavern") })
		d.key("Escape", "ctrl+w", "Tab", "Tab", "Return")
		d.waitFor("the first level", func() bool { return !strings.Contains(d.title(), "cavern") })
		d.expect("the first level as it was", func(doc *level.Document) string { return want("colliders", doc.Len(), 5) })
	})
	t.Run("export, and again", func(t *testing.T) {
		out := filepath.Join(filepath.Dir(d.path), "out.colliders.yaml") // within its project: nothing is asked
		d.key("ctrl+e")
		d.key("ctrl+a")
		d.typeText(out)
		d.key("Return")
		d.waitFor("the exported file", func() bool { _, err := os.Stat(out); return err == nil })
		checkExport(t, out, d.save(), sunk)
		if err := os.Remove(out); err != nil {
			t.Fatal(err)
		}
		d.key("ctrl+e")
		d.waitFor("the file exported again", func() bool { _, err := os.Stat(out); return err == nil })
	})
	t.Run("another theme", func(t *testing.T) {
		d.key("Escape", "1")
		d.save()
		dark := d.shot()
		d.command("theme light")
		d.waitFor("the light theme", func() bool { return changedPixels(dark, d.shot()) > 100000 })
		d.pick(stone)
		d.keep("guide/light.png", d.shot())
		d.command("theme dark")
		d.waitFor("the dark theme", func() bool { return changedPixels(dark, d.shot()) < 60000 })
		d.key("Escape")
	})
	t.Run("changed on disk", func(t *testing.T) {
		d.save()
		data, err := os.ReadFile(d.path)
		if err != nil {
			t.Fatal(err)
		}
		before := d.shot()
		if err := os.WriteFile(d.path, []byte(strings.Replace(string(data), "name: crate", "name: chest", 1)),
			0o644); err != nil {
			t.Fatal(err)
		}
		d.waitFor("the question whether to reload", func() bool { return changedPixels(before, d.shot()) > 20000 })
		question := d.shot()
		d.key("Return")
		d.waitFor("the level again", func() bool { return changedPixels(question, d.shot()) > 20000 })
		d.expect("the reload", func(doc *level.Document) string {
			return want("the crate's name", doc.Collider(crate).Name, "chest")
		})
	})
	t.Run("closing asks", func(t *testing.T) {
		d.pick(crate)
		d.key("Right")
		d.waitFor("the mark of unsaved work", func() bool { return strings.HasPrefix(d.title(), "●") })
		d.key("ctrl+q")
		d.key("Return") // Save
		d.waitEnd()
		doc, err := level.Open(d.path)
		if err != nil {
			t.Fatal(err)
		}
		if s := want("the crate", doc.Collider(crate).Position, v(121, 200)); s != "" {
			t.Error(s)
		}
	})
}

// The next start offers work that a crash would have lost.
func TestWindowRecovery(t *testing.T) {
	t.Parallel()
	d := newBoard(t)
	d.pick(crate)
	d.key("shift+Right")
	kept := filepath.Join(d.home, ".cache", "fillet", "recovery")
	d.waitFor("the recovery copy", func() bool {
		copies, err := filepath.Glob(filepath.Join(kept, "*"+workspace.Extension))
		return err == nil && slices.ContainsFunc(copies, func(path string) bool {
			data, err := os.ReadFile(path)
			return err == nil && strings.Contains(string(data), "position: [130, 200]")
		})
	})
	d.kill()
	before, err := level.Open(d.path)
	if err != nil || before.Collider(crate).Position != v(120, 200) {
		t.Fatalf("the file itself has changed: %v, %v", before, err)
	}
	d.start()
	d.recover()
	d.expect("the recovered level", func(doc *level.Document) string {
		return want("the crate", doc.Collider(crate).Position, v(130, 200))
	})
	d.waitFor("the copy to disappear", func() bool {
		entries, err := os.ReadDir(kept)
		return err == nil && len(entries) == 0
	})
	d.quit()
}
