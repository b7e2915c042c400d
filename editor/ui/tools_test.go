package ui

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"fillet/editor/tool"
	"fillet/editor/ui/kit"
)

// toolButtons returns the buttons of the palette, by label.
func toolButtons(w *Window) (labels []string, buttons map[string]*kit.IconButton) {
	buttons = map[string]*kit.IconButton{}
	eachObject(w.palette.Content, func(o fyne.CanvasObject) {
		if b, ok := o.(*kit.IconButton); ok {
			labels = append(labels, b.AccessibilityLabel())
			buttons[b.AccessibilityLabel()] = b
		}
	})
	return labels, buttons
}

// The palette has the common tools. The others are in three flyouts, and the picture tool is in the File menu.
func TestPaletteIsShort(t *testing.T) {
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	labels, buttons := toolButtons(w)
	if want := []string{
		"Select", "Nodes", "Polygon", "Box", "Circle", "Capsule", "Edge chain", "Trigger", "More", "Inspect", "Motion",
	}; !slices.Equal(labels, want) {
		t.Fatalf("tools = %q, want %q", labels, want)
	}
	for flyout, want := range map[string][]string{
		"More": {
			"Ellipse", "Regular polygon", "Ramp", "Stairs", "Curve", "Freehand", "", "Point", "Stamp", "Knife",
		},
		"Inspect": {"Measure", "Ray", "Why do they touch?"},
		"Motion":  {"Path", "Joint"},
	} {
		test.Tap(buttons[flyout])
		open := w.commands.menus.Open
		if open == nil {
			t.Fatalf("%s opens no menu", flyout)
		}
		place := fyne.CurrentApp().Driver().AbsolutePositionForObject(buttons[flyout])
		if at := open.Panels[0].At; at.X != place.X+buttons[flyout].Size().Width || at.Y != place.Y {
			t.Errorf("%s at %v opens a menu at %v", flyout, place, at)
		}
		var got []string
		for _, r := range open.Panels[0].Rows {
			got = append(got, r.FullLabel)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has %q, want %q", flyout, got, want)
		}
		w.commands.menus.CloseMenus()
	}
	if c := w.commands.menus.Command("Pictures › Arrange pictures"); c == nil || !c.IsIn("File") {
		t.Error("the File menu lacks the picture tool")
	}
}

// A flyout shows its tool that is in use.
func TestFlyoutShowsItsTool(t *testing.T) {
	w := newWindow(t)
	_, buttons := toolButtons(w)
	more := buttons["More"]
	w.Tools.Switch(tool.Knife)
	w.catchUp()
	if got := more.AccessibilityLabel(); !more.IsOn || more.Icon != "knife" || got != "More: Knife" {
		t.Errorf("with the knife: lit %v, icon %s, label %q", more.IsOn, more.Icon, got)
	}
	w.Tools.Switch(tool.Box)
	w.catchUp()
	if more.IsOn || more.Icon != "shape" || !buttons["Box"].IsOn {
		t.Errorf("with the box: lit %v, icon %s", more.IsOn, more.Icon)
	}
}
