package ui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
	"fillet/export"
	"fillet/importers"
)

// fileDialog is an open file dialog.
type fileDialog struct {
	*Window
	t      *testing.T
	dir    string
	chosen string
}

func openFileDialog(t *testing.T, save bool, files ...string) *fileDialog {
	t.Helper()
	d := &fileDialog{Window: newWindow(t), t: t, dir: t.TempDir()}
	for _, name := range files {
		write(t, filepath.Join(d.dir, filepath.FromSlash(name)), "x")
	}
	d.Files = workspace.NewFiles(d.Session, importers.NewRegistry(), export.NewRegistry(export.JSON(), export.Matter()))
	d.App.Preferences().SetString("folder", d.dir)
	then := func(path string) { d.chosen = path }
	if save {
		d.ChooseSave("Save", filepath.Join(d.dir, "new.level.yaml"), []string{workspace.Extension}, then)
	} else {
		d.ChooseOpen("Open", []string{workspace.Extension, ".json", ".ldtk"}, then)
	}
	drawForTest(d.Win.Canvas())
	return d
}

func (d *fileDialog) field() *kit.SearchField { return d.Win.Canvas().Focused().(*kit.SearchField) }

func (d *fileDialog) key(name fyne.KeyName) { d.field().TypedKey(&fyne.KeyEvent{Name: name}) }

// lists checks the listed files.
func (d *fileDialog) lists(want ...string) {
	d.t.Helper()
	list, ok := find(d.Window, func(*kit.PlainList) bool { return true })
	if !ok {
		d.t.Fatal("there is no list")
	}
	var got []string
	for i := range list.Length() {
		row := list.CreateItem()
		list.UpdateItem(i, row)
		eachObject(row, func(o fyne.CanvasObject) {
			if name, ok := o.(*kit.CutText); ok {
				got = append(got, name.Full)
			}
		})
	}
	if !slices.Equal(got, want) {
		d.t.Errorf("with %q the dialog lists %q, want %q", d.field().Text, got, want)
	}
}

// says checks that the dialog itself shows a problem, or none.
func (d *fileDialog) says(want string) {
	d.t.Helper()
	found := false
	eachObject(d.Win.Canvas().Overlays().Top(), func(o fyne.CanvasObject) {
		text, ok := o.(*kit.TippedText)
		found = found || ok && strings.HasPrefix(text.Full, "There is no")
		if ok && want != "" && strings.HasPrefix(text.Full, "There is no") && !strings.Contains(text.Full, want) {
			d.t.Errorf("the dialog says %q, want %q", text.Full, want)
		}
	})
	if found != (want != "") {
		d.t.Errorf("with %q the dialog shows a problem: %v", d.field().Text, found)
	}
}

// A typed path lists its folder, and Tab completes it.
func TestFileDialogCompletesPaths(t *testing.T) {
	d := openFileDialog(t, false, "a.level.yaml", "levels/cave.level.yaml", "levels/cavern.level.yaml",
		"levels/hall.level.yaml", "levels/notes.txt")
	base := d.dir + string(filepath.Separator)
	d.lists("levels", "a.level.yaml")
	d.field().SetText(base + "le")
	d.lists("levels")
	d.key(fyne.KeyTab)
	levels := base + "levels" + string(filepath.Separator)
	if got := d.field().Text; got != levels {
		t.Fatalf("Tab completes the path to %q, want %q", got, levels)
	}
	d.lists("cave.level.yaml", "cavern.level.yaml", "hall.level.yaml")
	d.field().SetText(levels + "c")
	d.lists("cave.level.yaml", "cavern.level.yaml")
	d.key(fyne.KeyTab)
	if got := d.field().Text; got != levels+"cave" || d.field().AcceptsTab() {
		t.Errorf("Tab completes the name to %q, and again: %v", got, d.field().AcceptsTab())
	}
	d.field().SetText(levels + "h")
	d.key(fyne.KeyReturn)
	if want := levels + "hall.level.yaml"; d.chosen != want || d.IsModal() {
		t.Errorf("Enter chooses %q, want %q", d.chosen, want)
	}
}

// Errors are shown in the dialog until the next key.
func TestFileDialogShowsErrors(t *testing.T) {
	d := openFileDialog(t, false, "a.level.yaml")
	d.field().SetText("gone.level.yaml")
	d.key(fyne.KeyReturn)
	d.says("There is no file " + filepath.Join(d.dir, "gone.level.yaml"))
	d.field().SetText("a")
	d.says("")
	d.field().SetText(filepath.Join(d.dir, "gone", "a.level.yaml"))
	d.says("There is no folder " + filepath.Join(d.dir, "gone"))
	d.lists()
	d.field().SetText("")
	d.lists("a.level.yaml")
	if len(d.Modals) != 1 || d.chosen != "" {
		t.Errorf("%d dialogs are open, %q is chosen", len(d.Modals), d.chosen)
	}

	s := openFileDialog(t, true)
	s.field().SetText(filepath.Join(s.dir, "gone", "a.level.yaml"))
	s.key(fyne.KeyReturn)
	s.says("There is no folder " + filepath.Join(s.dir, "gone"))
	if s.chosen != "" || !s.IsModal() {
		t.Errorf("a file in a missing folder is chosen: %q", s.chosen)
	}
}

// Levels are listed above what other programs read, and exported files last.
func TestFileDialogOrder(t *testing.T) {
	d := openFileDialog(t, false, "a.colliders.json", "b.json", "c.ldtk", "z.level.yaml", "sub/x", "b.matter.json")
	d.lists("sub", "z.level.yaml", "b.json", "c.ldtk", "a.colliders.json", "b.matter.json")
}

// The dialog lists recent files, or their folders when it saves.
func TestFileDialogRecent(t *testing.T) {
	other := filepath.Join(t.TempDir(), "cave.level.yaml")
	d := openFileDialog(t, false, "a.level.yaml")
	d.docs.Remember(other)
	pressButton(t, d.Window, "Recent")
	d.lists("cave.level.yaml · " + filepath.Dir(other))
	d.field().SetText("cav")
	d.key(fyne.KeyReturn)
	d.says("There is no file " + other)
	write(t, other, "x")
	d.key(fyne.KeyReturn)
	if d.chosen != other || d.IsModal() {
		t.Errorf("chosen = %q, want %q", d.chosen, other)
	}

	s := openFileDialog(t, true)
	s.docs.Remember(other)
	pressButton(t, s.Window, "Recent")
	s.lists(filepath.Dir(other))
	s.key(fyne.KeyDown)
	s.key(fyne.KeyReturn)
	s.key(fyne.KeyReturn)
	if want := filepath.Join(filepath.Dir(other), "new.level.yaml"); s.chosen != want {
		t.Errorf("saved to %q, want %q", s.chosen, want)
	}
}

// A folder can be created to save in.
func TestFileDialogMakesFolders(t *testing.T) {
	d := openFileDialog(t, true, "taken/x")
	pressButton(t, d.Window, "New folder…")
	for name, ok := range map[string]bool{"taken": false, "": false, "a/b": false} {
		d.field().SetText(name)
		pressButton(t, d.Window, "Create")
		if (len(d.Modals) == 1) != ok {
			t.Fatalf("%q is accepted as a new folder: %v", name, !ok)
		}
	}
	d.field().SetText("levels")
	pressButton(t, d.Window, "Create")
	if info, err := os.Stat(filepath.Join(d.dir, "levels")); err != nil || !info.IsDir() {
		t.Fatalf("the folder is missing: %v", err)
	}
	pressButton(t, d.Window, "Save")
	if want := filepath.Join(d.dir, "levels", "new.level.yaml"); d.chosen != want {
		t.Errorf("saved to %q, want %q", d.chosen, want)
	}
}
