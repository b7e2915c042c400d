package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/export/colliders"
)

var update = flag.Bool("update", false, "rewrite expected files and the documentation's screenshots")

// The dark colours that the tests look for.
var (
	quietGrey   = [3]int{0x8a, 0x93, 0xa3}
	overlapRed  = [3]int{0xff, 0x5d, 0x5d}
	handleAmber = [3]int{0xff, 0xb4, 0x54}
)

// call runs one command line as the shell would.
func call(t *testing.T, args ...string) (stdout string) {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(context.Background(), append([]string{"fillet"}, args...), strings.NewReader(""), &out,
		&errs); code != exitOK {
		t.Fatalf("fillet %s: exit code %d\n%s", strings.Join(args, " "), code, errs.String())
	}
	return out.String()
}

// contactsOf lists the contacts of one collider in a level file.
func contactsOf(t *testing.T, path string, id level.ID) map[string]float64 {
	t.Helper()
	var all struct {
		Contacts []struct {
			A, B, Kind string
			Manifolds  []struct {
				Normal [2]float64
				Points []struct {
					Point      [2]float64
					Separation float64
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(call(t, "contacts", path, "-f", "json")), &all); err != nil {
		t.Fatal(err)
	}
	depths := map[string]float64{}
	for _, c := range all.Contacts {
		partner := c.A
		switch id.String() {
		case c.A:
			partner = c.B
		case c.B:
		default:
			continue
		}
		for _, m := range c.Manifolds {
			for _, p := range m.Points {
				depths[partner] = max(depths[partner], -p.Separation)
			}
		}
	}
	return depths
}

// The main job works in the real window: importing a level, drawing a polygon by clicks, rounding it, dragging it into
// a wall, showing its contact, undo and redo, saving and exporting.
func TestWindowMainJob(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "cavern.level.yaml")
	desk := newDesk(t, imported(t, path), 1440, 900)
	original, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	desk.calibrate()
	desk.save()
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, original) {
		t.Fatalf("after draw, undo and save the level differs (%v):\n%s", err, now)
	}

	desk.keep("guide/imported.png", desk.shot())

	// Draw.
	corners := []level.Vec{{X: 208, Y: 64}, {X: 240, Y: 64}, {X: 256, Y: 80}, {X: 240, Y: 112}, {X: 208, Y: 96}}
	desk.key("p")
	for _, c := range corners {
		p := desk.pixel(c)
		desk.click(p.X, p.Y)
	}
	desk.key("Return")
	polygon := desk.newest(desk.save())
	id := polygon.ID
	if polygon.Shape.Kind != level.Polygon || polygon.Shape.Radius != 0 {
		t.Fatalf("five clicks with the polygon tool made %+v", polygon.Shape)
	}
	var drawn []level.Vec
	for _, p := range polygon.Shape.Points {
		drawn = append(drawn, polygon.Transform().Apply(p))
	}
	if !slices.Equal(drawn, corners) {
		t.Errorf("its corners are at %v, want %v", drawn, corners)
	}
	if c := contactsOf(t, path, id); len(c) != 0 {
		t.Errorf("in the open it touches %v", c)
	}

	// Round, by the handle inside the first corner.
	desk.key("n")
	var at level.Vec
	desk.waitFor("the round handle at the corner", func() (there bool) {
		at, there = findNear(desk.shot(), desk.pixel(corners[0]), 24, handleAmber)
		return there
	})
	middle := desk.pixel(level.Vec{X: 228, Y: 82})
	desk.grab(at.X, at.Y, at.X+(middle.X-at.X)*0.4, at.Y+(middle.Y-at.Y)*0.4)
	desk.release()
	rounded := desk.save().Collider(id)
	if rounded.Shape.Radius < 2 || rounded.Shape.Radius > rounded.Shape.MaxRadius() {
		t.Errorf("dragging the round handle made a radius of %v, the largest that fits is %v", rounded.Shape.Radius,
			rounded.Shape.MaxRadius())
	}

	// Drag it into the ceiling, and check the picture before releasing.
	desk.key("v")
	from, to := desk.pixel(level.Vec{X: 228, Y: 84}), desk.pixel(level.Vec{X: 228, Y: 84 - 40})
	desk.grab(from.X, from.Y, to.X, to.Y)
	desk.waitFor("red around the dragged polygon", func() bool {
		return countNear(desk.shot(), to, 40, overlapRed) >= 25
	})
	desk.release()
	moved := desk.save().Collider(id)
	if moved.Position == rounded.Position {
		t.Fatal("the drag moved nothing")
	}
	depths := contactsOf(t, path, id)
	var rock *level.Collider // the first imported collider
	for rock = range desk.save().Colliders() {
		break
	}
	if depths[rock.ID.String()] <= 0.5 {
		t.Errorf("the saved level's contacts have no overlap with the rock: %v", depths)
	}

	// Undo and redo.
	desk.key("ctrl+z")
	if c := desk.save().Collider(id); c.Position != rounded.Position {
		t.Errorf("after undo it is at %v, want %v", c.Position, rounded.Position)
	}
	if c := contactsOf(t, path, id); len(c) != 0 {
		t.Errorf("after undo it touches %v", c)
	}
	desk.waitFor("the red to disappear after undo", func() bool {
		return countNear(desk.shot(), to, 40, overlapRed) <= 10
	})
	desk.key("ctrl+y")
	final := desk.save()
	if c := final.Collider(id); c.Position != moved.Position {
		t.Errorf("after redo it is at %v, want %v", c.Position, moved.Position)
	}

	// Export through the dialog.
	out := filepath.Join(dir, "out.colliders.yaml")
	desk.key("ctrl+e")
	desk.key("ctrl+a")
	desk.typeText(out)
	desk.key("Return")
	desk.waitFor("the exported file", func() bool { _, err := os.Stat(out); return err == nil })
	checkExport(t, out, final, id)
	desk.quit()
}

// imported imports a sample project of another editor and returns the path of the level file.
func imported(t *testing.T, path string) string {
	t.Helper()
	call(t, "import", filepath.Join("..", "..", "assets", "samples", "cavern.ldtk"), "-o", path)
	return path
}

// checkExport reads an exported file back and compares its pieces with the level.
func checkExport(t *testing.T, path string, doc *level.Document, id level.ID) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	file, err := colliders.Load(f)
	if err != nil {
		t.Fatal(err)
	}
	if len(file.Colliders) != doc.Len() {
		t.Errorf("%d colliders were exported, want %d", len(file.Colliders), doc.Len())
	}
	for _, c := range file.Colliders {
		if c.ID != id.String() {
			continue
		}
		want := doc.Collider(id)
		area := 0.0
		for _, p := range doc.Baked(id).Pieces {
			area += p.Mass(1).Area
		}
		if len(c.Pieces) != len(doc.Baked(id).Pieces) || math.Abs(c.Area-area) > 1e-6*area {
			t.Errorf("the polygon was exported as %d pieces of area %v, want %d of %v", len(c.Pieces), c.Area,
				len(doc.Baked(id).Pieces), area)
		}
		for _, p := range c.Pieces {
			if p.Radius != want.Shape.Radius {
				t.Errorf("a piece has radius %v, want %v", p.Radius, want.Shape.Radius)
			}
		}
		return
	}
	t.Errorf("%v was not exported", id)
}

// With -update this takes the documentation's screenshots of the sample level; otherwise it checks that the window
// opens the level and shows its overlaps.
func TestWindowPictures(t *testing.T) {
	nightly(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cavern.level.yaml")
	data, err := os.ReadFile(filepath.Join("..", "..", "assets", "samples", "cavern.level.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	desk := newDesk(t, path, 1440, 900)
	desk.moveTo(416, 436) // beside the boulder
	for range 11 {
		desk.do("click", "4")
	}
	desk.calibrate()
	boulder := level.Vec{X: 136, Y: 127}
	at := desk.pixel(boulder)
	desk.grab(at.X-20, at.Y-10, at.X-14, at.Y+14)
	desk.waitFor("red on the boulder that overlaps the ledge", func() bool {
		return countNear(desk.shot(), at, 80, overlapRed) >= 400
	})
	shot := desk.shot()
	desk.keep("guide/window.png", shot)
	desk.release()
	desk.key("ctrl+z", "n")
	nodes := desk.shot()
	desk.keep("guide/nodes.png", nodes)
	desk.key("v", "Escape")
	desk.save()
	desk.quit()
}

// Fields accept text after a click, dialogs open and close by keys, and keys do not reach the window behind a dialog.
func TestWindowFieldsAndDialogs(t *testing.T) {
	nightly(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cavern.level.yaml")
	desk := newDesk(t, imported(t, path), 1440, 900)
	desk.calibrate()
	desk.key("r")
	from, to := desk.pixel(level.Vec{X: 208, Y: 64}), desk.pixel(level.Vec{X: 256, Y: 112})
	desk.grab(from.X, from.Y, to.X, to.Y)
	desk.release()
	box := desk.newest(desk.save())
	if box.Shape.Kind != level.Box || box.Shape.Radius != 0 {
		t.Fatalf("the box tool made %+v", box.Shape)
	}

	desk.click(1400, 232) // the corner radius
	desk.typeText("6*2")
	desk.key("Return")
	if got := desk.save().Collider(box.ID).Shape.Radius; got != 12 {
		t.Errorf("typing 6*2 into the corner radius makes it %v", got)
	}

	for _, keys := range []string{"ctrl+o", "ctrl+i", "F1", "ctrl+shift+p"} {
		before := desk.shot()
		desk.key(keys)
		desk.waitFor("the dialog of "+keys, func() bool { return changedPixels(before, desk.shot()) > 10000 })
		desk.key("Delete", "Escape")
		desk.waitFor("the end of the dialog of "+keys, func() bool {
			return changedPixels(before, desk.shot()) < 10000
		})
	}
	desk.key("h") // changes the level, so that there is something to save
	if desk.save().Collider(box.ID) == nil {
		t.Error("a key behind a dialog deleted the box")
	}
	desk.quit()
}
