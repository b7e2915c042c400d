package ui

import (
	"slices"

	"fyne.io/fyne/v2"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/tool"
	"fillet/editor/ui/kit"
)

// Preference keys for the alignment target and the pivot.
const (
	prefAlignTo = "align.to"
	prefPivot   = "pivot"
)

// turning holds the last rotation by key. Because rotating changes the selection's bounds, repeated rotations reuse the
// pivot of the first.
type turning struct {
	pivot    editor.Pivot
	about    level.Vec
	revision uint64 // of the history, after the rotation
	ids      []level.ID
}

// turn rotates the selection about the inspector's pivot, or with individual pivots about the mean of the shapes'
// centres.
func (w *commands) turn(by level.Degrees) error {
	p, s := w.side.inspector.Pivot, w.Session
	if p == editor.PivotEach {
		return s.RotateBy(by)
	}
	of, last := s.Transform(p), &w.side.turned
	if last.pivot != p || last.revision != s.History().Revision() || !slices.Equal(last.ids, s.Selection().IDs()) {
		last.pivot, last.about, last.ids = p, of.At(), slices.Clone(s.Selection().IDs())
	}
	err := of.TurnAbout(last.about, by)
	last.revision = s.History().Revision()
	return err
}

func (w *commands) alignTo() editor.AlignTo {
	if n := w.App.Preferences().Int(prefAlignTo); n > 0 && n <= int(editor.ToGrid) {
		return editor.AlignTo(n)
	}
	return editor.ToSelection
}

func (w *commands) alignItem() *kit.Command {
	var items []*kit.Command
	for _, a := range []struct {
		label string
		key   fyne.KeyName
		edge  editor.Edge
	}{
		{"Left edges", fyne.KeyLeft, editor.AlignLeft},
		{"Centres", "", editor.AlignCentre},
		{"Right edges", fyne.KeyRight, editor.AlignRight},
		{"Top edges", fyne.KeyUp, editor.AlignTop},
		{"Middles", "", editor.AlignMiddle},
		{"Bottom edges", fyne.KeyDown, editor.AlignBottom},
	} {
		items = append(items, kit.MenuItem(a.label, a.key, kit.CtrlShift, func() {
			w.Fail(w.Session.Arrange().AlignTo(a.edge, w.alignTo()))
		}).
			When(w.aFreePickOrMark, w.somethingToAlign))
	}
	items = append(items, kit.MenuSeparator())
	for _, t := range []struct {
		label string
		to    editor.AlignTo
	}{
		{"To selection", editor.ToSelection},
		{"To level frame", editor.ToLevel},
		{"To last selected", editor.ToLast},
		{"To grid", editor.ToGrid},
	} {
		items = append(items, kit.Item(t.label, func() { w.App.Preferences().SetInt(prefAlignTo, int(t.to)) }).
			Checked(func() bool { return w.alignTo() == t.to }))
	}
	return kit.Submenu("Align", kit.MenuItems(items...))
}

// somethingToAlign explains why aligning would do nothing.
func (w *commands) somethingToAlign() string {
	if to := w.alignTo(); to == editor.ToLevel || to == editor.ToGrid {
		return ""
	}
	return w.units(2, "Select at least two objects, or align to something other than the selection")()
}

// units requires a selection of at least this many units. A unit, such as a shape or a group, moves as one.
func (w *commands) units(least int, reason string) kit.Need {
	return func() string { return unless(w.Session.Arrange().AtLeast(least), reason) }
}

func (w *commands) distributeItem() *kit.Command {
	a := w.Session.Arrange()
	three, two := w.units(3, "Select at least three objects"), w.units(2, "Select at least two objects")
	item := func(label string, do func(editor.Axis) error, axis editor.Axis) *kit.Command {
		return kit.Item(label, func() { w.Fail(do(axis)) }).When(w.aFreePickOrMark, three)
	}
	gap := func(label string, key fyne.KeyName, axis editor.Axis) *kit.Command {
		return w.proposing(label, key, ctrlAlt, func() error { return a.Gap(axis) }).When(w.aFreePickOrMark, two)
	}
	return kit.Submenu("Distribute", kit.MenuItems(
		item("Horizontally", a.Distribute, editor.AxisX), item("Vertically", a.Distribute, editor.AxisY),
		item("Centres horizontally", a.DistributeCentres, editor.AxisX),
		item("Centres vertically", a.DistributeCentres, editor.AxisY), kit.MenuSeparator(),
		gap("Horizontal gap…", fyne.KeyH, editor.AxisX), gap("Vertical gap…", fyne.KeyJ, editor.AxisY),
		kit.MenuSeparator(),
		kit.MenuItem("Swap positions", fyne.KeyW, ctrlAlt, func() { w.Fail(a.Swap()) }).When(w.aFreePickOrMark)))
}

func (w *commands) flipLevel(horizontal bool) {
	note, err := editor.FlipLevel(w.Session, horizontal)
	if w.Fail(err); err == nil && note != "" {
		w.Tell("%s", note)
	}
}

// resizeFrame shows the level's frame and its handles, and leaves room for the tool strip below.
func (w *commands) resizeFrame() {
	const below = 0.4 // fraction of the view's height
	set := w.Session.Document().Settings()
	box := collision.AABB{Min: set.Origin, Max: set.Origin.Add(set.Size)}
	box.Max.Y += below * set.Size.Y
	w.Tools.Switch(tool.Frame)
	w.Canvas.Frame(box)
}
