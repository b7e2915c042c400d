package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"fillet/docs/guide"
	"fillet/editor/level"
	"fillet/editor/tool"
	"fillet/editor/ui/kit"
)

// eachOnStrip calls f with every control of the strip over the canvas, as the window shows it.
func eachOnStrip(w *Window, f func(fyne.CanvasObject)) {
	var walk func(o fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *kit.Shield:
			walk(o.Content)
		case *fyne.Container:
			for _, c := range o.Objects {
				walk(c)
			}
		default:
			f(o)
		}
	}
	walk(w.strip.Content)
}

// stripParts returns the buttons, choices, numbers and lines of the strip.
func stripParts(
	w *Window,
) (buttons map[string]*kit.TextButton, segments []*kit.Segmented, numbers []*kit.NumberField, lines []string) {
	buttons = map[string]*kit.TextButton{}
	eachOnStrip(w, func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *kit.TextButton:
			buttons[o.Label] = o
		case *kit.Segmented:
			segments = append(segments, o)
		case *kit.NumberField:
			numbers = append(numbers, o)
		case *kit.QuietProse:
			lines = append(lines, o.Segment.Text)
		}
	})
	return buttons, segments, numbers, lines
}

// stripIcon returns the strip's button with an icon.
func stripIcon(w *Window, icon string) (found *kit.IconButton) {
	eachOnStrip(w, func(o fyne.CanvasObject) {
		if b, ok := o.(*kit.IconButton); ok && b.Icon == icon {
			found = b
		}
	})
	return found
}

// The strip over the canvas explains a pair, and its buttons do the same as the keys.
func TestStripExplainsAPair(t *testing.T) {
	w := newWindow(t)
	w.docs.NewLevel()
	w.setStart(false)
	for _, x := range []float64{100, 130} {
		box := level.Shape{Kind: level.Box, Size: level.Vec{X: 40, Y: 40}, Rounding: level.Inset}
		if _, err := w.Session.Add(*level.NewCollider(0, 0, "", box, level.Vec{X: x, Y: 100})); err != nil {
			t.Fatal(err)
		}
	}
	if buttons, _, _, _ := stripParts(w); len(buttons) > 0 {
		t.Fatal("there is a strip without anything to show")
	}
	w.Session.Selection().All()
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyW})
	w.catchUp()
	buttons, _, _, lines := stripParts(w)
	if want := "Of 8 axes this one overlaps least: 10 px. None separates box 2 and box 1."; len(lines) != 3 ||
		lines[0] != want {
		t.Errorf("lines = %q, want %q", lines, want)
	}
	if !buttons["Next  PgDn"].IsOff {
		t.Error("Next is available although there is only one pair of pieces")
	}
	few := len(w.Tools.Overlays())
	test.Tap(buttons["Losing axes  ⇧W"])
	w.catchUp()
	if many := len(w.Tools.Overlays()); many <= few || !buttons["Losing axes  ⇧W"].Lit {
		t.Errorf("%d items are shown without the losing axes, %d with them", few, many)
	}
	w.rebuild() // as when the theme changes
	if _, _, _, lines := stripParts(w); len(lines) != 3 {
		t.Error("changing the theme removes the strip")
	}
	w.play.Start()
	if buttons, _, _, _ := stripParts(w); len(buttons) > 0 {
		t.Error("the strip covers a playtest")
	}
	w.play.Leave()
	w.catchUp()
	test.Tap(stripIcon(w, "close"))
	w.catchUp()
	if buttons, _, _, _ := stripParts(w); len(buttons) > 0 || w.Tools.IsWhy() {
		t.Error("the strip cannot be closed")
	}
}

// The strip of the ray tool offers the moving shape, and a radius for the circle.
func TestStripOfRays(t *testing.T) {
	w := newWindow(t)
	w.docs.NewLevel()
	w.setStart(false)
	w.Tools.Switch(tool.Rays)
	w.catchUp()
	_, segments, numbers, _ := stripParts(w)
	if len(segments) != 1 || len(numbers) != 0 {
		t.Fatalf("%d choices and %d numbers, want 1 and 0", len(segments), len(numbers))
	}
	segments[0].OnPick(1)
	w.catchUp()
	_, segments, numbers, _ = stripParts(w)
	if len(segments) != 1 || len(numbers) != 1 {
		t.Fatalf("for a circle %d choices and %d numbers, want 1 and 1", len(segments), len(numbers))
	}
	numbers[0].OnCommit("8*3")
	w.catchUp()
	if got := numbers[0].Text; got != "24 px" {
		t.Errorf("radius = %q, want 24 px", got)
	}
	test.Tap(stripIcon(w, "help"))
	if !w.IsModal() {
		t.Error("the guide does not open")
	}
	w.ModalKey(fyne.KeyEscape)
	for _, size := range []fyne.Size{{Width: 1440, Height: 900}, {Width: 900, Height: 600}, {Width: 720, Height: 480}} {
		w.Win.Resize(size)
		strip := w.strip.Content.Objects[0]
		if at := strip.Position(); at.X < 0 || at.Y < 0 || at.X+strip.Size().Width > w.strip.Content.Size().Width {
			t.Errorf("in a window of %v the strip is at %v, %v wide, in %v", size, at, strip.Size(),
				w.strip.Content.Size())
		}
	}
}

// The controls of a strip without text lines fit inside it, with equal space above and below.
func TestStripOfStampsHasRoom(t *testing.T) {
	w, v, _ := prefabWindow(t)
	v.Stamp(w.prefabForTest(t, "crate"))
	drawForTest(w.Win.Canvas())
	place := fyne.CurrentApp().Driver().AbsolutePositionForObject
	plate := w.strip.Content.Objects[0]
	top, bottom := place(plate).Y, place(plate).Y+plate.Size().Height
	n := 0
	eachOnStrip(w, func(o fyne.CanvasObject) {
		if _, ok := o.(fyne.Focusable); !ok {
			return
		}
		n++
		if above, below := place(o).Y-top, bottom-place(o).Y-o.Size().Height; above < 6 || below < 6 ||
			above-below > 2 || below-above > 2 {
			t.Errorf("%T has %g above and %g below it", o, above, below)
		}
	})
	if n < 3 {
		t.Errorf("%d controls", n)
	}
}

// The help button of each tool's strip opens an existing chapter of the guide.
func TestStripsNameChapters(t *testing.T) {
	w := newWindow(t)
	n := 0
	for _, info := range w.Tools.Tools() {
		w.Tools.Switch(info.ID)
		if s := w.Tools.Strip(); s != nil {
			n++
			if guide.Chapter(s.Chapter) == nil {
				t.Errorf("%s names the chapter %q", info.Name, s.Chapter)
			}
		}
	}
	if n < 3 {
		t.Errorf("%d tools have a strip", n)
	}
}
