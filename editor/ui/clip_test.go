package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	fynetest "fyne.io/fyne/v2/test"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// oddLevel writes a level in which shapes, categories and properties have the given name.
func oddLevel(t *testing.T, name string) string {
	t.Helper()
	text := `fillet: 1
name: "` + name + `"
size: [1024, 576]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [default, ` + strings.Repeat("averylongcategory_", 8) + `]
layers:
  - id: l1
    name: "` + name + `"
    colliders:
      - id: c1
        name: "` + name + `"
        kind: box
        size: [200, 60]
        position: [300, 300]
        role: trigger
        tags: ["` + name + `"]
        properties: {a_very_long_property_name_indeed: "` + name + `", b: 2}
      - id: c2
        name: "地形 🌋 עברית ñ ` + name + `"
        kind: box
        size: [120, 60]
        position: [380, 320]
`
	path := filepath.Join(t.TempDir(), "odd.level.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// No text overflows the side panel at any width, even if the names are very long.
func TestLongNamesFitPanels(t *testing.T) {
	path := oddLevel(t, strings.Repeat("An extremely long name that goes on and on ", 20))
	for _, wide := range []float32{220, kit.SideWidth, 480} {
		w := newWindow(t)
		w.side.sizes.Side = wide
		w.OpenFile(path)
		for _, ids := range [][]level.ID{nil, {1}, {1, 2}} {
			w.Session.Selection().Clear()
			if ids != nil {
				all := []level.ID{}
				for c := range w.Session.Document().Colliders() {
					all = append(all, c.ID)
				}
				w.Session.Selection().Set(all[:len(ids)]...)
			}
			w.side.inspector.Open["Properties"] = true
			w.catchUp()
			w.Win.Content().Refresh()
			drawForTest(w.Win.Canvas())
			edge := w.Win.Canvas().Size().Width
			seen := 0
			walkShown(t, w.side.column, func(o fyne.CanvasObject) {
				if text, ok := o.(*canvas.Text); ok && text.Text != "" {
					seen++
					at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
					if end := at.X + text.MinSize().Width; text.Alignment == fyne.TextAlignLeading && end > edge {
						t.Errorf("side panel of %g, %d selected: %.40q ends at %g in a window of %g", wide, len(ids),
							text.Text, end, edge)
					}
				}
			})
			const few = 10
			if seen < few {
				t.Fatalf("only %d strings were checked", seen)
			}
		}
	}
}

// walkShown visits an object and all its visible descendants.
func walkShown(t *testing.T, o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	if !o.Visible() {
		return
	}
	visit(o)
	switch o := o.(type) {
	case *fyne.Container:
		for _, c := range o.Objects {
			walkShown(t, c, visit)
		}
	case *container.Scroll:
		walkShown(t, o.Content, visit)
	case fyne.Widget:
		for _, c := range fynetest.TempWidgetRenderer(t, o).Objects() {
			walkShown(t, c, visit)
		}
	}
}

// The tooltip of a truncated text shows the full text: of a chip, a property's name, a field, and the inspector's
// title.
func TestCutTextsHaveTips(t *testing.T) {
	w := newWindow(t)
	w.Look.Later = func(_ time.Duration, do func()) func() { do(); return func() {} }
	tip := func() string {
		var words []string
		for _, o := range w.Look.Tips.Layer.Objects {
			words = append(words, textsOf(o)...)
		}
		return strings.ReplaceAll(strings.Join(words, " "), "…", "")
	}
	long := "a name for which there is no room"
	chip := kit.NewTextButton(w.Look, long, false, nil)
	chip.Small = true
	field := kit.NewField(w.Look, func(string) {})
	field.Display(long)
	label := kit.NewTippedText(w.Look, kit.Text("", w.Look.Colors().Text, kit.TextSize))
	label.Set(long)
	for name, o := range map[string]interface {
		fyne.CanvasObject
		desktop.Hoverable
	}{"chip": chip, "field": field, "label": label} {
		o.Resize(fyne.NewSize(80, 24))
		w.Win.SetContent(container.NewStack(container.NewWithoutLayout(o), w.Look.Tips.Layer))
		o.Resize(fyne.NewSize(80, 24))
		o.MouseIn(&desktop.MouseEvent{})
		if got := tip(); got != long {
			t.Errorf("tip of a %s = %q", name, got)
		}
		o.MouseOut()
		if got := tip(); got != "" {
			t.Errorf("the tip of a %s does not disappear", name)
		}
		o.Resize(fyne.NewSize(400, 24))
		o.MouseIn(&desktop.MouseEvent{})
		if got := tip(); got != "" {
			t.Errorf("a %s that is not truncated has a tip", name)
		}
		o.MouseOut()
	}
}

// Names of several megabytes are truncated before they are measured: no text object holds more than one line.
func TestHugeNamesAreTruncated(t *testing.T) {
	const size = level.MaxText - 100 // one of the names has a prefix
	path := oddLevel(t, strings.Repeat("long ", size/5))
	w := newWindow(t)
	w.OpenFile(path)
	drawForTest(w.Win.Canvas())
	if n := w.Session.Document().Len(); n != 2 {
		t.Fatalf("the level was opened with %d colliders", n)
	}
	w.Session.Selection().All()
	w.catchUp()
	for c := range w.Session.Document().Colliders() {
		w.Session.Selection().Set(c.ID)
		w.side.inspector.Open["Properties"] = true
		w.catchUp()
		drawForTest(w.Win.Canvas())
	}
	w.commands.findCollider()
	drawForTest(w.Win.Canvas())
	walkShown(t, w.Win.Content(), func(o fyne.CanvasObject) {
		if text, ok := o.(*canvas.Text); ok && len(text.Text) > 4*kit.MaxShown {
			t.Errorf("the toolkit measures %d bytes: %.40q", len(text.Text), text.Text)
		}
	})
}
