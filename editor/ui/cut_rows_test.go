package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// overrunning lists the strings below an object that extend past their container: a dialog, a row or the window. The
// content of a scroller counts up to its own width.
func overrunning(o fyne.CanvasObject, at fyne.Position, right float32) []string {
	if !o.Visible() {
		return nil
	}
	at = at.Add(o.Position())
	var below []fyne.CanvasObject
	switch o := o.(type) {
	case *canvas.Text:
		if end := at.X + fyne.MeasureText(o.Text, o.TextSize, o.TextStyle).Width; o.Text != "" && end > right+1 {
			return []string{fmt.Sprintf("%.60q ends at %v of %v", o.Text, end, right)}
		}
		return nil
	case *fyne.Container:
		below = o.Objects
	case *container.Scroll:
		below, right = []fyne.CanvasObject{o.Content}, min(right, at.X+o.Size().Width)
	case interface{ SetPlaceHolder(string) }:
		return nil // fields scroll their text
	case fyne.Widget:
		below = test.WidgetRenderer(o).Objects()
		switch o.(type) {
		case *dialog.MappingRow, *dialog.ConflictRow, *dialog.ExportRow, *widget.PopUp:
			right = min(right, at.X+o.Size().Width)
		}
	}
	var list []string
	for _, b := range below {
		list = append(list, overrunning(b, at, right)...)
	}
	return list
}

// Dialogs truncate wide and extremely long names at the edges of their rows and of the window, even in a small window.
// Many narrow letters are shown if they fit.
func TestDialogsCutNames(t *testing.T) {
	for i, name := range []string{
		strings.Repeat("W", 70), strings.Repeat("漢字", 60), strings.Repeat("i", 40),
		strings.Repeat("long words ", 40_000),
	} {
		for _, size := range []fyne.Size{{Width: 1280, Height: 720}, {Width: 640, Height: 400}} {
			if testing.Short() && size.Width > 1000 && i > 0 {
				continue
			}
			dir := t.TempDir()
			project, path := filepath.Join(dir, "world.ldtk"), filepath.Join(dir, "a.level.yaml")
			named := strings.NewReplacer("Lamp", name, "wall", name, `"Cave"`, `"`+name+`"`)
			writeNamed := func(lamp string) {
				t.Helper()
				text := strings.NewReplacer("LAMP", lamp, "CELLS", "1,1,0,0").Replace(named.Replace(smallProject))
				if err := os.WriteFile(project, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			writeNamed("4")
			text := strings.NewReplacer("kind: box,", "name: \""+name+"\", kind: box,", "base: A", "base: \""+name+"\"",
				"theirs: B", "theirs: \""+name+"\"").Replace(undecidedLevel)
			text = strings.Replace(text, "conflicts:", "exports: [{name: \""+name+"\", format: yaml, file: \"x/"+
				name[:min(len(name), 100)/3*3]+".yaml\"}]\nconflicts:", 1)
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			for what, show := range map[string]func(w *Window){
				"conflicts": func(w *Window) { w.OpenFile(path) },
				"export": func(w *Window) {
					w.OpenFile(path)
					w.ModalKey(fyne.KeyEscape)
					w.exports.OpenForm()
				},
				"import": func(w *Window) { w.imports.ImportDialog(project) },
				"re-import": func(w *Window) {
					w.OpenFile(project)
					for c := range w.Session.Document().Colliders() {
						w.Session.Selection().Set(c.ID)
						if err := w.Session.Nudge(0, 5); err != nil {
							t.Fatal(err)
						}
					}
					writeNamed("20")
					w.imports.Changed(w.Session.Document().Settings().Imports[0].File)
				},
			} {
				w := newWindow(t)
				w.Win.Resize(size)
				show(w)
				top := w.Win.Canvas().Overlays().Top()
				if top == nil {
					t.Fatalf("%s: no dialog is open", what)
				}
				test.LaidOutObjects(top)
				for _, over := range overrunning(top, fyne.Position{}, w.Win.Canvas().Size().Width) {
					t.Errorf("%s of %.20q in %v: %s", what, name, size, over)
				}
			}
		}
	}
}

// A layer with a very long name can be renamed. The name is unchanged if nothing is typed.
func TestRenameLongName(t *testing.T) {
	w := newWindow(t)
	id := w.Session.Document().Layers()[0].ID
	long := strings.Repeat("long words ", 90_000)
	if err := w.Session.Layers().Rename(id, long); err != nil {
		t.Fatal(err)
	}
	rename := func() *kit.SearchField {
		w.side.showRows().NameLayer(id)
		f, ok := w.Win.Canvas().Focused().(*kit.SearchField)
		if !ok {
			t.Fatal("no field has the focus")
		}
		return f
	}
	if f := rename(); len(f.Text) > kit.MaxTyped || len(f.PlaceHolder) > kit.MaxTyped {
		t.Errorf("the field holds %d bytes, its placeholder %d", len(f.Text), len(f.PlaceHolder))
	}
	pressForTest(w.side.outline.Rows.Field, fyne.KeyReturn)
	if got := w.Session.Document().Layer(id).Name; got != long {
		t.Errorf("name without typing = %.40q", got)
	}
	rename().SetText("short")
	pressForTest(w.side.outline.Rows.Field, fyne.KeyReturn)
	if got := w.Session.Document().Layer(id).Name; got != "short" {
		t.Errorf("name after typing = %.40q", got)
	}
}
