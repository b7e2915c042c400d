package dialog

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/workspace"
	"fillet/export"
	"fillet/importers"
)

// windowForTest is a window with nothing but a canvas, what dialogs open over it, and the last thing they said.
type windowForTest struct {
	*Parent
	docs   *Documents
	rescue *Rescue
	said   string
}

func newWindowForTest(t *testing.T) *windowForTest {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	app := test.NewTempApp(t)
	doc, err := editor.NewLevel(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	s := editor.NewSession(doc)
	w := &windowForTest{Parent: NewParent(app, s, workspace.NewFiles(s, importers.NewRegistry(), export.NewRegistry(export.YAML())))}
	app.Settings().SetTheme(w.Look.Theme)
	w.Native = false
	w.Spawn = func(work func()) { work() }
	w.Look.Later = func(time.Duration, func()) func() { return func() {} }
	w.Say = func(text string, _ bool) { w.said = text }
	w.Win.SetContent(container.NewStack(w.Canvas, w.CardLayer()))
	w.Win.Resize(fyne.NewSize(1280, 720))
	w.Win.Show()
	w.Win.Canvas().Capture()
	w.docs = NewDocuments(w.Parent, NewImports(w.Parent), NewExports(w.Parent), NewNotes(w.Look))
	w.rescue = NewRescue(w.Parent, w.docs)
	t.Cleanup(func() { close(w.Closed) })
	return w
}
