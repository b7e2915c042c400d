package kit

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// Text that does not fit is truncated, except while the user is typing in its field.
func TestFieldTruncatesText(t *testing.T) {
	l := testLook(t)
	const long = "A name that is far too long for the inspector's narrow field"
	var named []string
	f := NewField(l, func(s string) { named = append(named, s) })
	f.Resize(fyne.NewSize(120, FieldHeight))
	f.Display(long)
	if !strings.HasSuffix(f.Text, "…") || f.IsDirty() || TextWidth(f.Text) > 120 {
		t.Errorf("the field shows %q, dirty: %v", f.Text, f.IsDirty())
	}
	f.FocusGained()
	if f.Text != long {
		t.Errorf("the focused field shows %q", f.Text)
	}
	f.FocusLost()
	if len(named) != 0 || !strings.HasSuffix(f.Text, "…") {
		t.Errorf("left unchanged, the field shows %q and committed %q", f.Text, named)
	}
	f.FocusGained()
	f.SetText("short")
	f.FocusLost()
	if len(named) != 1 || named[0] != "short" || f.Text != "short" {
		t.Errorf("the field committed %q and shows %q", named, f.Text)
	}
	f.Display(long)
	f.Resize(fyne.NewSize(900, FieldHeight))
	if f.Text != long {
		t.Errorf("a wide field shows %q", f.Text)
	}
}

// Text that is too long for the toolkit does not change when the user focuses its field and types.
func TestHugeTextStaysUnchanged(t *testing.T) {
	l := testLook(t)
	committed := false
	f := NewField(l, func(string) { committed = true })
	win := test.NewTempWindow(t, f)
	huge := strings.Repeat("long ", 1<<18)
	f.Display(huge)
	win.Canvas().Focus(f)
	f.TypedRune('x')
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	f.TypedShortcut(&fyne.ShortcutCut{Clipboard: fyne.CurrentApp().Clipboard()})
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if committed || f.FullText() != huge || len(f.Text) > 4*MaxShown {
		t.Errorf("committed: %t, whole: %t, shown %d bytes", committed, f.FullText() == huge, len(f.Text))
	}
}

// A field passes keys with Ctrl on to the window, but not keys with Ctrl and Alt, which type letters on many keyboards.
func TestFieldPassesOnCtrlKeys(t *testing.T) {
	l := testLook(t)
	var done []fyne.KeyModifier
	l.Shortcut = func(s fyne.Shortcut) bool {
		done = append(done, s.(*desktop.CustomShortcut).Modifier)
		return true
	}
	f := NewField(l, func(string) {})
	for _, m := range []fyne.KeyModifier{
		fyne.KeyModifierControl, fyne.KeyModifierControl | fyne.KeyModifierAlt,
		fyne.KeyModifierControl | fyne.KeyModifierShift | fyne.KeyModifierAlt,
	} {
		f.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyO, Modifier: m})
	}
	if len(done) != 1 || done[0] != fyne.KeyModifierControl {
		t.Errorf("commands ran for %v", done)
	}
}

// The background of an entry is a plate that shows the focus, not the toolkit's two rectangles.
func TestEntriesHavePlates(t *testing.T) {
	l := testLook(t)
	f := NewField(l, func(string) {})
	r := newPlated(l, f.Entry.CreateRenderer(), func() bool { return f.Focused })
	if r.Plate.StrokeColor != l.Colors().Line {
		t.Errorf("border without the focus = %v, want %v", r.Plate.StrokeColor, l.Colors().Line)
	}
	f.Focused = true
	r.Refresh()
	if r.Plate.StrokeColor != l.Colors().Accent {
		t.Errorf("border with the focus = %v, want %v", r.Plate.StrokeColor, l.Colors().Accent)
	}
}
