package ui

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"fillet/editor/level"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

// The system's file dialogs return the chosen file and remember its folder; cancelling does nothing. Fillet asks before
// it replaces a file whose name matches only after adding the extension, because the system's dialog cannot know that.
func TestSystemFileDialogs(t *testing.T) {
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken"+workspace.Extension)
	if err := os.WriteFile(taken, []byte("fillet: 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	w.Native = true
	answer, failure, asked := "", error(nil), 0
	reply := func(context.Context, string, string, []string) (string, error) {
		if asked++; asked == 1 { // a second dialog does not open while one is open
			w.ChooseOpen("Open", nil, func(string) { t.Error("a second dialog opened") })
		}
		return answer, failure
	}
	w.System = dialog.SystemDialogs{Open: reply, Save: reply, Asks: true}
	chosen := ""
	then := func(path string) { chosen = path }
	run := func(what string, save bool, reply string, err error, want string) {
		t.Helper()
		chosen, answer, failure = "", reply, err
		if save {
			w.ChooseSave("Save", "a", []string{workspace.Extension}, then)
		} else {
			w.ChooseOpen("Open", []string{workspace.Extension}, then)
		}
		if chosen != want {
			t.Errorf("%s: chosen = %q, want %q", what, chosen, want)
		}
	}
	run("open", false, taken, nil, taken)
	if asked != 1 {
		t.Errorf("%d dialogs were opened", asked)
	}
	if got := w.Folder(); got != dir {
		t.Errorf("remembered folder = %q, want %q", got, dir)
	}
	run("cancel", false, "", dialog.ErrCanceled, "")
	if w.IsModal() {
		t.Error("cancelling opens a dialog")
	}
	run("save", true, filepath.Join(dir, "new"), nil, filepath.Join(dir, "new"+workspace.Extension))
	run("save over a file that the system asked about", true, taken, nil, taken)
	run("save over a file that the system did not ask about", true, filepath.Join(dir, "taken"), nil, "")
	if len(w.Modals) != 1 {
		t.Fatalf("%d dialogs are open, want the question", len(w.Modals))
	}
	press(t, w, "Replace")
	if chosen != taken {
		t.Errorf("chosen after Replace = %q, want %q", chosen, taken)
	}
	w.System.Asks = false
	run("save over a file that the system does not ask about", true, taken, nil, "")
	w.ModalKey(fyne.KeyReturn)
	if chosen != "" || len(w.Modals) != 0 {
		t.Errorf("Enter replaces the file: %q, %d dialogs", chosen, len(w.Modals))
	}
	run("failure", false, "", os.ErrPermission, "")
	if len(w.Modals) != 1 {
		t.Error("a failure of the dialog is not reported")
	}
}

// eachObject visits an object and all its descendants.
func eachObject(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	visit(o)
	var within []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		within = o.Objects
	case fyne.Widget:
		within = test.WidgetRenderer(o).Objects()
	}
	for _, child := range within {
		eachObject(child, visit)
	}
}

// press presses the button with the label in the topmost dialog.
func press(t *testing.T, w *Window, label string) {
	t.Helper()
	var found *kit.TextButton
	eachObject(w.Win.Canvas().Overlays().Top(), func(o fyne.CanvasObject) {
		if b, ok := o.(*kit.TextButton); ok && b.Label == label {
			found = b
		}
	})
	if found == nil {
		t.Fatalf("there is no button %q", label)
	}
	found.Tapped(&fyne.PointEvent{})
}

// Enter never discards work: it does not overwrite another program's changes, reload over unsaved changes, discard
// offered recovery copies, or replace a file.
func TestEnterKeepsWork(t *testing.T) {
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	dir := t.TempDir()
	path := filepath.Join(dir, "a"+workspace.Extension)
	w.file.SaveTo(path, true, nil)
	theirs := []byte("fillet: 1\nlayers: []\n")
	if err := os.WriteFile(path, theirs, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := w.Session.EditSettings("name", func(s *level.Settings) { s.Name = "unsaved" }); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(dir, "lost"+workspace.Extension)
	if err := os.WriteFile(copied, []byte("# recovery {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	discarded := false
	w.file.Asked = true // so that no other question is asked
	for name, ask := range map[string]func(){
		"overwrite": func() { w.file.Save(nil) },
		"reload":    func() { w.file.AskToReload(path, false) },
		"discard":   func() { w.rescue.AskToDiscard([]workspace.Lost{{File: copied}}, func() { discarded = true }) },
		"replace":   func() { w.AskReplace(path, func() { t.Error("the file is replaced") }) },
	} {
		ask()
		if len(w.Modals) != 1 {
			t.Fatalf("%s: %d questions are open", name, len(w.Modals))
		}
		w.ModalKey(fyne.KeyReturn)
		if len(w.Modals) != 0 {
			t.Errorf("%s: the question is still open", name)
		}
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != string(theirs) || !w.Files.Unsaved() {
		t.Errorf("the other program's file is %q, %v; unsaved work: %v", now, err, w.Files.Unsaved())
	}
	if _, err := os.Stat(copied); err != nil || discarded {
		t.Errorf("the recovery copy is gone: %v", err)
	}
	w.rescue.AskToDiscard([]workspace.Lost{{File: copied}}, func() { discarded = true })
	press(t, w, "Discard")
	if _, err := os.Stat(copied); err == nil || !discarded {
		t.Error("the discarded recovery copy still exists")
	}
	w.file.Save(nil)
	press(t, w, "Overwrite")
	if w.Files.Unsaved() {
		t.Error("overwriting does not save")
	}
}

// The wheel scrolls a chapter wherever the pointer is, even over a table that scrolls sideways.
func TestGuideScrollsOverTables(t *testing.T) {
	w := newWindow(t)
	w.ShowChapter("browser")
	canvas := w.Win.Canvas()
	drawForTest(canvas)
	driver := fyne.CurrentApp().Driver()
	var inner *container.Scroll // of the table at the top
	var chapter *container.Scroll
	eachObject(canvas.Overlays().Top(), func(o fyne.CanvasObject) {
		s, ok := o.(*container.Scroll)
		if !ok {
			return
		}
		switch s.Direction {
		case container.ScrollHorizontalOnly:
			if inner == nil {
				inner = s
			}
		case container.ScrollVerticalOnly:
			if s.Content.MinSize().Height > 1000 {
				chapter = s
			}
		}
	})
	if inner == nil || chapter == nil {
		t.Fatal("the chapter has no table, or does not scroll")
	}
	at := driver.AbsolutePositionForObject(inner).AddXY(inner.Size().Width/2, 12)
	// Bring the table into view.
	if bottom := driver.AbsolutePositionForObject(chapter).Y + chapter.Size().Height; at.Y > bottom {
		chapter.ScrollToOffset(fyne.NewPos(0, at.Y-bottom+40))
		at.Y = bottom - 40
	}
	before := chapter.Offset.Y
	test.Scroll(canvas, at, 0, -30)
	if chapter.Offset.Y <= before {
		t.Errorf("with the pointer at %v, over a table, the chapter does not scroll from %g", at, chapter.Offset.Y)
	}
}
