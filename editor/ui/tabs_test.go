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

// Contacts and problems share a place below the inspector. In a low window this place shrinks first, but it always has
// room for a list.
func TestContactsAndProblemsShareOnePlace(t *testing.T) {
	w := openForTest(t, "cavern")
	for _, size := range []fyne.Size{
		{Width: 1440, Height: 900},
		{Width: 1280, Height: 720},
		{Width: 1024, Height: 640},
		{Width: 640, Height: 360},
	} {
		w.Win.Resize(size)
		drawForTest(w.Win.Canvas())
		for _, c := range panel.LowerPanels {
			w.side.bringToFront(c.Panel)
			drawForTest(w.Win.Canvas())
			if isProblem := c.Panel == panel.ProblemPanel; w.side.problems.Content.Visible() != isProblem ||
				w.side.contacts.Content.Visible() == isProblem {
				t.Errorf("%v: with %s in front, problems are shown: %v, contacts: %v", size, c.Label,
					w.side.problems.Content.Visible(), w.side.contacts.Content.Visible())
			}
			list := map[panel.Name]*kit.KeyList{
				panel.ContactPanel: w.side.contacts.List,
				panel.ProblemPanel: w.side.problems.List,
			}[c.Panel]
			if h := list.Size().Height; h < 2*kit.RowHeight {
				t.Errorf("%v: the list of %s is %v high", size, c.Label, h)
			}
			if got := panel.LoadSizes(w.App.Preferences()).Front; got != c.Panel {
				t.Errorf("panel in front in the next window = %s, want %s", got, c.Panel)
			}
		}
	}
	inspector := func(height float32) float32 {
		w.Win.Resize(fyne.NewSize(1440, height))
		drawForTest(w.Win.Canvas())
		return w.side.panels[0].Size().Height
	}
	w.side.sizes.Inspector = 400
	if high, low := inspector(900), inspector(760); high != 400 || low != 400 {
		t.Errorf("the inspector is %v high in a high window and %v in a lower one: the contacts should have "+
			"shrunk first", high, low)
	}
}

// F6 reaches every panel, and the arrow keys reach each tab.
func TestKeysReachEveryPanel(t *testing.T) {
	w := openForTest(t, "cavern")
	c := w.Win.Canvas()
	drawForTest(c)
	for _, want := range []fyne.CanvasObject{w.side.left, w.side.dock.content, w.side.panels[0], w.side.panels[1]} {
		w.side.nextPanel(1)
		if f, ok := c.Focused().(fyne.CanvasObject); !ok || !kit.Holds(want, f) || !want.Visible() {
			t.Errorf("F6 focuses %T", c.Focused())
		}
	}
	strip := w.side.contacts.Head.Tabs
	c.Focus(strip)
	strip.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	if !w.side.problems.Content.Visible() || c.Focused() != w.side.problems.Head.Tabs {
		t.Errorf("Right on the tabs: problems are shown: %v, the focus is on %T", w.side.problems.Content.Visible(),
			c.Focused())
	}
}

// In a wide window the dock is beside the canvas. In a narrow one it is a strip that opens over the canvas by a click,
// by key or by F6.
func TestDockOpensOverANarrowWindow(t *testing.T) {
	w := openForTest(t, "cavern")
	canvas := func() (left, width float32) {
		drawForTest(w.Win.Canvas())
		at := w.App.Driver().AbsolutePositionForObject(w.Canvas)
		return at.X, w.Canvas.Size().Width
	}
	w.Win.Resize(fyne.NewSize(1440, 900))
	wideLeft, wideWidth := canvas()
	if d := w.side.dock; !d.content.Visible() || d.strip.Visible() || wideLeft < kit.ToolsWidth+kit.DockWidth {
		t.Errorf("in a wide window the dock is shown: %v, the strip: %v, the canvas begins at %v", d.content.Visible(),
			d.strip.Visible(), wideLeft)
	}
	w.side.dock.toggle()
	if left, width := canvas(); left >= wideLeft || width <= wideWidth || w.side.dock.content.Visible() {
		t.Errorf("without the dock the canvas begins at %v and is %v wide, with it %v and %v", left, width, wideLeft,
			wideWidth)
	}
	if !panel.LoadSizes(w.App.Preferences()).IsHidden(panel.DockPanel) {
		t.Error("the next window shows the dock again")
	}
	w.side.dock.toggle()
	if left, _ := canvas(); left != wideLeft {
		t.Errorf("shown again, the canvas begins at %v, was %v", left, wideLeft)
	}

	w.Win.Resize(fyne.NewSize(1000, 640))
	left, width := canvas()
	d := w.side.dock
	if d.content.Visible() || !d.strip.Visible() || left >= kit.ToolsWidth+100 {
		t.Errorf("in a narrow window the dock is shown: %v, the strip: %v, the canvas begins at %v",
			d.content.Visible(), d.strip.Visible(), left)
	}
	for name, open := range map[string]func(){"a click": func() { d.buttons[0].Tapped(nil) }, "Ctrl+B": d.toggle, "F6": func() { w.side.nextPanel(1); w.side.nextPanel(1) }} {
		open()
		if l, wide := canvas(); !d.content.Visible() || l != left || wide != width {
			t.Errorf("opened by %s it is shown: %v; the canvas begins at %v and is %v wide, before %v and %v",
				name, d.content.Visible(), l, wide, left, width)
		}
		w.Win.Canvas().Unfocus()
		d.toggle()
		if canvas(); d.content.Visible() {
			t.Errorf("opened by %s, the dock does not close", name)
		}
	}
	d.buttons[0].Tapped(nil)
	w.dragForTest(fyne.NewPos(width-40, 200), fyne.NewPos(width-30, 210))
	if d.content.Visible() {
		t.Error("a press on the canvas does not close the dock")
	}
	w.side.dock.toggle()
	w.Win.Canvas().Focus(w.side.outline.Rows)
	w.side.outline.Rows.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if canvas(); d.content.Visible() || w.Win.Canvas().Focused() != nil {
		t.Errorf("after Escape it is shown: %v, and the focus is on %T", d.content.Visible(), w.Win.Canvas().Focused())
	}
	if panel.LoadSizes(w.App.Preferences()).IsHidden(panel.DockPanel) {
		t.Error("closing the dock over the canvas hides it in the next window")
	}
}

// The user can resize the dock, and its width is stored.
func TestDockIsResized(t *testing.T) {
	w := openForTest(t, "cavern")
	w.Win.Resize(fyne.NewSize(1440, 900))
	drawForTest(w.Win.Canvas())
	drag := func(by float32) float32 {
		w.side.dock.splitter.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(by, 0)})
		w.side.dock.splitter.DragEnd()
		drawForTest(w.Win.Canvas())
		return w.side.dock.content.Size().Width
	}
	if got := drag(60); got != kit.DockWidth+60 {
		t.Errorf("dragged by 60, the dock is %v wide", got)
	}
	if got := panel.LoadSizes(w.App.Preferences()).Dock; got != kit.DockWidth+60 {
		t.Errorf("the next window has a dock %v wide", got)
	}
	if got := drag(-900); got != panel.LeastDock {
		t.Errorf("width of the dock dragged far to the left = %v, want %v", got, panel.LeastDock)
	}
	if got := drag(5000); w.Canvas.Size().Width < 100 {
		t.Errorf("dragged far to the right the dock is %v wide, and leaves the canvas %v", got, w.Canvas.Size().Width)
	}
}

// The dock shows a part even if the preferences name an unknown one.
func TestDockWithUnknownPart(t *testing.T) {
	w := newWindow(t)
	w.side.sizes.DockFront = "no such part"
	w.side.dock.showFront()
	if !w.side.outline.Content.Visible() {
		t.Error("with an unknown part in front, none is shown")
	}
}

// The advice on an overlap is shown in full if there is room, and the panel can separate the overlap.
func TestSeparateFromProblems(t *testing.T) {
	w := openForTest(t, "cavern")
	w.Win.Resize(fyne.NewSize(1440, 900))
	w.side.showProblems(true)
	drawForTest(w.Win.Canvas())
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
	drawForTest(w.Win.Canvas())
	if need, has := w.side.problems.Advice.MinSize().Height, w.side.problems.Advice.Size().Height; has < need || need < 40 {
		t.Errorf("the advice is %v high and needs %v, several lines", has, need)
	}
	if w.side.problems.Fix.IsOff || w.side.problems.Fix.Label != "Separate" {
		t.Fatalf("the button is %q, disabled: %v", w.side.problems.Fix.Label, w.side.problems.Fix.IsOff)
	}
	w.side.problems.Fix.Tapped(nil)
	if p, ok := w.Session.Live().Contact(pair[0], pair[1]); ok && p.State == contacts.Overlapping {
		t.Errorf("they still overlap by %v", p.Depth)
	}
	if label, ok := w.Session.History().CanUndo(); !ok || label == "" {
		t.Error("separating is not one named step")
	}
}

// Dragging the slider of the corner radius makes one undo step. Escape during the drag reverts it, and arrow keys move
// the slider.
func TestRadiusSlider(t *testing.T) {
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(360, 300))
	drawForTest(w.Win.Canvas())
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
	if got, want := radius(), s.Max; got != want || want <= 0 {
		t.Errorf("radius dragged beyond the end = %v, want the largest, %v", got, want)
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

// At any width, the parts of the status bar do not overlap, and the hint is shown.
func TestStatusBarFits(t *testing.T) {
	w := newWindow(t)
	w.OpenFile(filepath.Join("..", "..", "assets", "samples", "cavern"+workspace.Extension))
	w.Session.Selection().All()
	w.status.Saved = "saved 12:03"
	for _, width := range []float32{1920, 1440, 1366, 1280, 1024, 854, 640} {
		w.Win.Resize(fyne.NewSize(width, 700))
		drawForTest(w.Win.Canvas())
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
			t.Errorf("%v wide: the hint's width is %v", width, h)
		}
	}
	w.status.Overlaps.Tapped(nil)
	if w.side.contacts.Filter != panel.OverlapContacts || !w.side.contacts.Content.Visible() {
		t.Error("a click on the overlaps does not list them")
	}
	w.status.Snap.Tapped(nil)
	if w.Win.Canvas().Overlays().Top() == nil {
		t.Error("a click on snapping opens no menu")
	}
}
