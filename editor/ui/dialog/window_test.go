package dialog

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"fillet/editor/level"
	"fillet/editor/workspace"
	"fillet/export"
	"fillet/importers"
)

// windowForTest is a window that contains only a canvas. It records the open dialogs and the last message.
type windowForTest struct {
	*Parent
	docs    *Documents
	file    *File
	rescue  *Rescue
	message string
}

func newWindowForTest(t *testing.T) *windowForTest {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	app := test.NewTempApp(t)
	levels := workspace.NewOpenLevels(importers.NewRegistry(), export.NewRegistry(export.YAML()), RecoveryFolder())
	l, err := levels.New(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	w := &windowForTest{Parent: NewParent(NewShell(app), l)}
	app.Settings().SetTheme(w.Look.Theme)
	w.Native = false
	w.StopWatch()
	w.Spawn = func(work func()) { work() }
	w.Look.Later = func(time.Duration, func()) func() { return func() {} }
	w.Say = func(text string, _ bool) { w.message = text }
	w.Win.SetContent(container.NewStack(w.Canvas, w.CardLayer()))
	w.Win.Resize(fyne.NewSize(1280, 720))
	w.Win.Show()
	w.Win.Canvas().Capture()
	w.docs = NewDocuments(&Front{w.Shell, w.Parent}, levels, w)
	w.file = NewFile(w.Parent, w.docs, NewImports(w.Parent), NewExports(w.Parent), NewNotes(w.Look))
	w.rescue = NewRescue(w.docs)
	t.Cleanup(func() { close(w.Closed) })
	return w
}

// These methods implement [Tabs] for the window's single level.
func (w *windowForTest) Add() (*File, error)                      { return w.file, nil }
func (w *windowForTest) AddLater([]string) []*workspace.OpenLevel { return nil }
func (w *windowForTest) Find(string) *workspace.OpenLevel         { return nil }
func (w *windowForTest) Show(*workspace.OpenLevel)                {}
func (w *windowForTest) FileOf(*workspace.OpenLevel) *File        { return w.file }
func (w *windowForTest) Close(...*File)                           {}
func (w *windowForTest) HasTab(*workspace.OpenLevel) bool         { return true }
func (w *windowForTest) Along([]*File) []*File                    { return nil }
