package ui

import (
	"fyne.io/fyne/v2"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

const ctrlAlt = kit.Ctrl | fyne.KeyModifierAlt

// reshapeItems returns the submenus that change the selection's outlines.
func (w *commands) reshapeItems() []*kit.Command {
	item := func(label string, key fyne.KeyName, mod fyne.KeyModifier, do func(editor.Reshape) error) *kit.Command {
		return kit.MenuItem(label, key, mod, func() { w.Fail(do(w.Session.Reshape())) })
	}
	proposed := func(label string, key fyne.KeyName, mod fyne.KeyModifier, do func(editor.Reshape) error) *kit.Command {
		return w.proposing(label, key, mod, func() error { return do(w.Session.Reshape()) })
	}
	two, chains, outlines := w.picks(2, "Select at least two shapes"), w.aChain, w.anOutline
	return []*kit.Command{
		kit.Submenu("Combine", kit.MenuItems(
			item("Unite", fyne.KeyU, ctrlAlt, editor.Reshape.Union).When(two),
			item("Subtract from lowest", fyne.KeyS, ctrlAlt, editor.Reshape.Subtract).When(two),
			item("Intersect", fyne.KeyI, ctrlAlt, editor.Reshape.Intersect).When(two),
			item("Exclude", fyne.KeyX, ctrlAlt, editor.Reshape.Exclude).When(two), kit.MenuSeparator(),
			item("Cut out of shapes below", fyne.KeyD, ctrlAlt, editor.Reshape.CutOut))).When(w.aFreePick),
		kit.Submenu("Outline", kit.MenuItems(
			proposed("Grow or shrink…", fyne.KeyO, ctrlAlt, editor.Reshape.Grow),
			proposed("Simplify…", fyne.KeyL, kit.Ctrl, editor.Reshape.Simplify).When(outlines),
			proposed("Smooth…", fyne.KeyM, ctrlAlt, editor.Reshape.Smooth).When(outlines), kit.MenuSeparator(),
			item("Join chains", fyne.KeyJ, kit.Ctrl, editor.Reshape.Join).When(chains),
			item("Reverse", "", 0, func(editor.Reshape) error { return w.shapes().ReverseChains() }).When(chains),
			proposed("Outline stroke…", fyne.KeyC, ctrlAlt, editor.Reshape.Stroke).When(chains))).When(w.aFreePick),
		kit.Submenu("Convert to", w.convertItems).When(w.aFreePick),
	}
}

// proposing returns a command that proposes a change, which Enter applies.
func (w *commands) proposing(label string, key fyne.KeyName, mod fyne.KeyModifier, do func() error) *kit.Command {
	return kit.MenuItem(label, key, mod, func() {
		w.Look.Focus() // first, because a number field of the proposal takes the focus
		w.Fail(do())
	})
}

func (w *commands) repeatItem() *kit.Command {
	r := w.Session.Repeat()
	return kit.Submenu("Repeat", kit.MenuItems(
		w.proposing("Along a line…", fyne.KeyD, kit.CtrlShift, r.Line),
		w.proposing("In a grid…", fyne.KeyG, ctrlAlt, r.Grid),
		w.proposing("Around a circle…", fyne.KeyE, ctrlAlt, r.Circle),
		w.proposing("Along an edge chain…", fyne.KeyP, ctrlAlt, r.Along).When(w.aChain))).When(w.aFreePickOrMark)
}

// convertItems returns the kinds of shape that the selection can be converted to.
func (w *commands) convertItems() []*kit.Command {
	item := func(label string, k level.Kind) *kit.Command {
		return kit.Item(label, func() {
			w.Fail(w.Session.Reshape().Convert(k))
		}).When(func() string { return w.canBe(k) })
	}
	return []*kit.Command{
		item("Polygon", level.Polygon), item("Box", level.Box), item("Circle", level.Circle),
		item("Capsule", level.Capsule), item("Edge chain", level.Chain),
	}
}

// maxAsked limits the number of shapes that canBe examines.
const maxAsked = 100

// canBe explains why no selected shape can be converted to a kind.
func (w *commands) canBe(k level.Kind) string {
	reason := "The selection is already of this kind"
	for i, id := range w.Session.Selection().IDs() {
		c := w.Session.Document().Collider(id)
		if c == nil || c.Shape.Kind == k {
			continue
		}
		_, err := editor.ConvertShape(c.Shape, k)
		if err == nil || i == maxAsked {
			return ""
		}
		reason = err.Error()
	}
	return reason
}

func (w *commands) aChain() string {
	return unless(w.Session.Selection().Len() == 0 || w.anyPicked(func(c *level.Collider) bool {
		return c.Shape.Kind == level.Chain
	}), "No edge chain is selected")
}

func (w *commands) anOutline() string {
	return unless(w.Session.Selection().Len() == 0 || w.anyPicked(func(c *level.Collider) bool {
		return c.Shape.Kind == level.Chain || c.Shape.Kind == level.Polygon
	}), "No polygon or edge chain is selected")
}
