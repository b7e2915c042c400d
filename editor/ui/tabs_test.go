package ui

import (
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
	"fillet/editor/workspace"
)

// In a low window layers, contacts and problems share one place, each with room for a list; in a high one they do not.
func TestPanelsShareOnePlaceInALowWindow(t *testing.T) {
	w := openForTest(t, "cavern")
	for _, size := range []fyne.Size{{Width: 1280, Height: 720}, {Width: 1024, Height: 576}, {Width: 640, Height: 360}} {
		w.Win.Resize(size)
		w.Win.Canvas().Capture()
		for _, c := range panel.LowerPanels {
			w.side.bringToFront(c.Panel)
			w.Win.Canvas().Capture()
			shown := w.side.panels[2]
			if c.Panel == panel.LayerPanel {
				shown = w.side.panels[1]
			}
			if w.side.panels[1].Visible() == w.side.panels[2].Visible() || !shown.Visible() {
				t.Errorf("%v: with %s in front, layers are shown: %v, contacts: %v", size, c.Label, w.side.panels[1].Visible(), w.side.panels[2].Visible())
			}
			if w.side.problems.Content.Visible() != (c.Panel == panel.ProblemPanel) && c.Panel != panel.LayerPanel {
				t.Errorf("%v: with %s in front, problems are shown: %v", size, c.Label, w.side.problems.Content.Visible())
			}
			list := map[panel.Name]*kit.KeyList{panel.LayerPanel: w.side.layers.List, panel.ContactPanel: w.side.contacts.List, panel.ProblemPanel: w.side.problems.List}[c.Panel]
			if h := list.Size().Height; h < 2*kit.RowHeight {
				t.Errorf("%v: the list of %s is %v high", size, c.Label, h)
			}
		}
	}
	w.side.bringToFront(panel.LayerPanel)
	w.side.nextOverlap()
	if !w.side.panels[2].Visible() {
		t.Error("the next overlap leaves the contacts behind the layers")
	}
	if panel.LoadSizes(w.App.Preferences()).Front != panel.ContactPanel {
		t.Error("the next window does not have the contacts in front")
	}
	w.Win.Resize(fyne.NewSize(1440, 900))
	w.Win.Canvas().Capture()
	if !w.side.panels[1].Visible() || !w.side.panels[2].Visible() || w.side.layers.Head.Tabs.Visible() {
		t.Error("in a high window layers and contacts are not below each other")
	}
}

// F6 reaches the panel that stands behind another one's tab.
func TestKeysReachThePanelBehind(t *testing.T) {
	w := newWindow(t)
	c := w.Win.Canvas()
	c.Capture()
	w.side.front(panel.ContactPanel)
	for _, want := range []fyne.CanvasObject{w.side.left, w.side.panels[0], w.side.panels[1], w.side.panels[2]} {
		w.side.nextPanel(1)
		if f, ok := c.Focused().(fyne.CanvasObject); !ok || !kit.Holds(want, f) || !want.Visible() {
			t.Errorf("F6 gives the keys to %T", c.Focused())
		}
	}
	strip := w.side.contacts.Head.Tabs
	c.Focus(strip)
	strip.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	if !w.side.panels[1].Visible() || c.Focused() != w.side.layers.Head.Tabs {
		t.Errorf("Left on the tabs: layers are shown: %v, the keys are at %T", w.side.panels[1].Visible(), c.Focused())
	}
}

// What is to say of a problem is whole where there is room, and its overlap can be separated on the spot.
func TestOverlapIsSeparatedAmongTheProblems(t *testing.T) {
	w := openForTest(t, "cavern")
	w.Win.Resize(fyne.NewSize(1440, 900))
	w.side.showProblems(true)
	w.Win.Canvas().Capture()
	at := -1
	for i, f := range w.side.problems.Findings {
		if f.Rule == "overlap" {
			at = i
			break
		}
	}
	if at < 0 {
		t.Fatal("the sample has no overlap")
	}
	pair := w.side.problems.Findings[at].Colliders
	w.side.problems.Pick(at)
	w.Win.Canvas().Capture()
	if need, has := w.side.problems.Advice.MinSize().Height, w.side.problems.Advice.Size().Height; has < need || need < 40 {
		t.Errorf("the advice is %v high and needs %v, several lines", has, need)
	}
	if w.side.problems.Fix.IsOff || w.side.problems.Fix.Label != "Separate" {
		t.Fatalf("the button says %q, disabled: %v", w.side.problems.Fix.Label, w.side.problems.Fix.IsOff)
	}
	w.side.problems.Fix.Tapped(nil)
	if p, ok := w.Session.Live().Contact(pair[0], pair[1]); ok && p.State == contacts.Overlapping {
		t.Errorf("they still overlap by %v", p.Depth)
	}
	if label, ok := w.Session.History().CanUndo(); !ok || label == "" {
		t.Error("separating is not one named step")
	}
}

// The slider of the corner radius: a drag is one step, Escape in its middle takes it back, arrows move it.
func TestRadiusSlider(t *testing.T) {
	w := newWindow(t)
	w.Win.Canvas().Capture()
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(360, 300))
	w.Win.Canvas().Capture()
	id := w.Session.Selection().IDs()[0]
	radius := func() float64 { return w.Session.Document().Collider(id).Shape.Radius }
	var s *kit.Slider
	for _, o := range panel.Focusables(w.side.inspector.Body) {
		if found, ok := o.(*kit.Slider); ok {
			s = found
		}
	}
	if s == nil {
		t.Fatal("the inspector has no slider")
	}
	drag := func(x float32) { s.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 10)}}) }
	undo := func() string { label, _ := w.Session.History().CanUndo(); return label }
	before := undo()
	drag(20)
	drag(s.Size().Width + 50)
	w.refresh(editor.Everything)
	if got, want := radius(), s.Most; got != want || want <= 0 {
		t.Errorf("dragged beyond the end the radius is %v, want the largest, %v", got, want)
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	drag(30)
	s.DragEnd()
	if radius() != 0 || undo() != before {
		t.Errorf("after Escape the radius is %v, the last step %q", radius(), undo())
	}
	w.refresh(editor.Everything)
	drag(20)
	drag(30)
	s.DragEnd()
	if radius() == 0 || undo() == before {
		t.Errorf("a drag leaves the radius %v, the last step is %q", radius(), undo())
	}
	w.commands.undo()
	if radius() != 0 || undo() != before {
		t.Errorf("one undo of a drag leaves the radius %v, the last step %q", radius(), undo())
	}
	w.refresh(editor.Everything)
	s.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	if radius() == 0 {
		t.Error("the right arrow does not move the slider")
	}
}

// The status bar's parts never lie on one another, in any width, and the hint is never the one to go.
func TestStatusBarFits(t *testing.T) {
	w := newWindow(t)
	w.OpenFile(filepath.Join("..", "..", "assets", "samples", "cavern"+workspace.Extension))
	w.Session.SelectAll()
	w.status.Saved = "saved 12:03"
	for _, width := range []float32{1920, 1440, 1366, 1280, 1024, 854, 640} {
		w.Win.Resize(fyne.NewSize(width, 700))
		w.Win.Canvas().Capture()
		end := float32(-1)
		for i, o := range w.status.Bar.Objects {
			if o.Size().Width == 0 {
				continue
			}
			if o.Position().X < end {
				t.Errorf("%v wide: part %d begins at %v, the one before ends at %v", width, i, o.Position().X, end)
			}
			end = o.Position().X + o.Size().Width
		}
		if end > w.status.Bar.Size().Width+1 {
			t.Errorf("%v wide: the last part ends at %v of %v", width, end, w.status.Bar.Size().Width)
		}
		const least = 150
		if h := w.status.Bar.Objects[3].Size().Width; h < least {
			t.Errorf("%v wide: the hint has %v", width, h)
		}
	}
	w.status.Overlaps.Tapped(nil)
	if w.side.contacts.Filter != panel.OverlapContacts || !w.side.contacts.Content.Visible() {
		t.Error("a click on the overlaps does not list them")
	}
	w.status.Snap.Tapped(nil)
	if w.Win.Canvas().Overlays().Top() == nil {
		t.Error("a click on the snapping opens no choice")
	}
}
