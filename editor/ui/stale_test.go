package ui

import (
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor/level"
	"fillet/importers"
)

// Dialogs with a level's data close when the level is reloaded or replaced, so that Enter cannot write outdated data
// into it. Other dialogs stay open.
func TestStaleDialogsClose(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.level.yaml")
	project := filepath.Join(dir, "world.ldtk")
	for name, test := range map[string]struct {
		show  func(w *Window)
		stays bool
	}{
		"export":     {show: func(w *Window) { w.exports.OpenForm() }},
		"conflicts":  {show: func(w *Window) { w.imports.SettleConflicts() }},
		"import":     {show: func(w *Window) { w.imports.ImportDialog(project) }},
		"re-import":  {show: func(w *Window) { w.reimportForTest(t, project) }},
		"character":  {show: func(w *Window) { w.play.Settings() }},
		"rename":     {show: func(w *Window) { w.Session.Selection().All(); w.Renumber() }},
		"look":       {show: func(w *Window) { w.ShowLayerLook(w.Session.Document().Layers()[0].ID) }},
		"colour":     {show: func(w *Window) { w.PickLayerColor(w.Session.Document().Layers()[0].ID) }},
		"trace":      {show: func(w *Window) { w.TraceDialog("a.png", image.NewNRGBA(image.Rect(0, 0, 4, 4)), nil) }},
		"save as":    {show: func(w *Window) { w.file.SaveAs(nil) }},
		"overwrite?": {show: func(w *Window) { w.file.AskToOverwrite(false, nil) }},
		"reload?":    {show: func(w *Window) { w.file.AskToReload(path, false) }},
		"two":        {show: func(w *Window) { w.exports.OpenForm(); w.file.AskToReload(path, false) }},
		"help":       {show: func(w *Window) { w.commands.showKeys() }, stays: true},
		"settings":   {show: func(w *Window) { w.prefs.Show() }, stays: true},
		"failure":    {show: func(w *Window) { w.FailDialog("It failed", os.ErrInvalid) }, stays: true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWindow(t)
			write := func(text string) {
				t.Helper()
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			write(undecidedLevel)
			writeProject(t, project, "4", "1,1,0,0")
			w.OpenFile(path)
			for w.IsModal() {
				w.ModalKey(fyne.KeyEscape) // closes the conflict dialog, which opens at once
			}
			test.show(w)
			if !w.IsModal() || len(w.Modals) == 0 {
				t.Fatal("no dialog is open")
			}
			write(strings.Replace(undecidedLevel, "conflicts:",
				"exports: [{name: theirs, format: yaml, file: theirs.yaml}]\nconflicts:", 1))
			r, _, err := w.Files.Read(t.Context(), path, importers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			w.Files.Opened(path, r, false)
			if (len(w.Modals) > 0) != test.stays || w.IsModal() != test.stays {
				t.Fatalf("%d dialogs are open", len(w.Modals))
			}
			if test.stays {
				return
			}
			w.ModalKey(fyne.KeyReturn)
			s := w.Session.Document().Settings()
			if _, edited := w.Session.History().CanUndo(); edited || len(s.Exports) != 1 ||
				s.Exports[0].Name != "theirs" || len(s.Conflicts) != 3 {
				t.Errorf("the dialog changed the reloaded level: exports %v, %d conflicts", s.Exports, len(s.Conflicts))
			}
		})
	}
}

// reimportForTest imports a project, changes a shape in the level and in the project, and asks about the conflict.
func (w *Window) reimportForTest(t *testing.T, project string) {
	t.Helper()
	w.OpenFile(project)
	lamp := w.colliderForTest(t, "Lamp")
	w.Session.Selection().Set(lamp.ID)
	if err := w.Session.Nudge(0, 5); err != nil {
		t.Fatal(err)
	}
	writeProject(t, project, "20", "1,1,0,0")
	w.imports.Changed(w.Session.Document().Settings().Imports[0].File)
}

// The question about a file changed by another program waits until the open dialog has closed.
func TestReloadWaitsForDialogs(t *testing.T) {
	w := newWindow(t)
	path := filepath.Join(t.TempDir(), "a.level.yaml")
	if err := os.WriteFile(path, []byte(undecidedLevel), 0o644); err != nil {
		t.Fatal(err)
	}
	w.OpenFile(path)
	for w.IsModal() {
		w.ModalKey(fyne.KeyEscape)
	}
	w.exports.OpenForm()
	if err := os.WriteFile(path, []byte(strings.Replace(undecidedLevel, "name: Test", "name: Tested", 1)),
		0o644); err != nil {
		t.Fatal(err)
	}
	w.file.OfferReload()
	if len(w.Modals) != 1 {
		t.Fatalf("%d dialogs are open, want the export form", len(w.Modals))
	}
	w.ModalKey(fyne.KeyEscape)
	w.file.OfferReload()
	if len(w.Modals) != 1 {
		t.Fatalf("%d dialogs are open, want the question", len(w.Modals))
	}
	w.ModalKey(fyne.KeyReturn)
	if got := w.Session.Document().Settings().Name; got != "Tested" {
		t.Errorf("level's name = %q", got)
	}
}

// When another program writes the file of a hidden level, its tab gets a mark, and the question follows when the level
// is shown.
func TestTabsMarkChangedFiles(t *testing.T) {
	w := newWindow(t)
	dir := t.TempDir()
	text := strings.Replace(undecidedLevel, "name: Test", "name: Quiet", 1)
	for _, name := range []string{"a", "b"} {
		if err := os.WriteFile(filepath.Join(dir, name+".level.yaml"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		w.OpenFile(filepath.Join(dir, name+".level.yaml"))
		for w.IsModal() {
			w.ModalKey(fyne.KeyEscape)
		}
	}
	first := w.tabs.list[0]
	names := func() string { return strings.Join(w.tabs.bar.Names(), "; ") }
	first.file.LookAside()
	if got := names(); got != "a; b, shown" {
		t.Fatalf("tabs = %s", got)
	}
	path := filepath.Join(dir, "a.level.yaml")
	if err := os.WriteFile(path, []byte(strings.Replace(text, "Quiet", "Tested", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	first.file.LookAside()
	if got := names(); got != "a, changed on disk; b, shown" || len(w.Modals) != 0 {
		t.Errorf("the tabs are %s, and %d dialogs are open", got, len(w.Modals))
	}
	w.tabs.show(first)
	if len(w.Modals) != 1 {
		t.Fatalf("%d dialogs are open, want the question", len(w.Modals))
	}
	w.ModalKey(fyne.KeyReturn)
	for w.IsModal() {
		w.ModalKey(fyne.KeyEscape)
	}
	if got := w.Session.Document().Settings().Name; got != "Tested" || names() != "a, shown; b" {
		t.Errorf("the level's name is %q, the tabs are %s", got, names())
	}
}

// An export that is still being planned when the level is reloaded asks no question and does not count as the new
// level's last export.
func TestStaleExportDoesNotAsk(t *testing.T) {
	w := newWindow(t)
	path := filepath.Join(t.TempDir(), "a.level.yaml")
	if err := os.WriteFile(path, []byte(undecidedLevel), 0o644); err != nil {
		t.Fatal(err)
	}
	w.OpenFile(path)
	for w.IsModal() {
		w.ModalKey(fyne.KeyEscape)
	}
	var late []func()
	w.Spawn = func(work func()) { late = append(late, work) }
	w.exports.Run([]level.ExportPreset{{Name: "out", Format: "yaml", File: "../out.yaml"}})
	w.Spawn = func(work func()) { work() }
	w.file.Load(path)
	for w.IsModal() {
		w.ModalKey(fyne.KeyEscape)
	}
	for _, work := range late {
		work()
	}
	if len(late) == 0 || w.IsModal() || len(w.exports.ExportedLast()) != 0 {
		t.Errorf("%d background jobs, a question %v, last export %v", len(late), w.IsModal(), w.exports.ExportedLast())
	}
}
