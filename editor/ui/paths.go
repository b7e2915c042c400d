package ui

import (
	"fyne.io/fyne/v2"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// pathItem returns the submenu for the motion path of the selection.
func pathItem(w *commands) *kit.Command {
	of := func() editor.Paths { return w.Session.Paths() }
	ids := func() []level.ID { return w.Session.Selection().IDs() }
	return kit.Submenu("Path", kit.MenuItems(
		kit.Item("Draw path", w.Tools.Paths().Draw).When(w.aFreePick, w.onePick),
		kit.Item("Follow selected chain", func() { w.Fail(of().FollowSelected()) }).When(w.aFreePick, w.aChainAndMore),
		kit.Item("Convert to path", func() { w.Fail(of().FromProperties(ids())) }).When(w.aFreePick, w.anOldPath),
		kit.MenuSeparator(),
		kit.Item("Remove path", func() { w.Fail(of().Remove(ids())) }).When(w.aFreePick, w.aPath)))
}

// timeItems returns the items that show platform paths and positions.
func timeItems(w *commands) []*kit.Command {
	return []*kit.Command{
		kit.Item("Show all paths", func() {
			w.Tools.Paths().ToggleAll()
			w.Canvas.Redraw()
		}).Checked(func() bool { return w.Tools.Paths().All }).When(w.editing),
		kit.MenuItem("Preview platforms at time…", fyne.KeyT, fyne.KeyModifierShift,
			w.Tools.Paths().ToggleTime).Checked(w.Tools.Paths().IsTimed).When(w.editing),
	}
}

func (w needs) onePick() string {
	return unless(w.Session.Selection().Len() == 1, "Select the shape to move")
}

func (w needs) aPath() string {
	return unless(w.anyPicked(func(c *level.Collider) bool { return c.Path != nil }), "The selection has no path")
}

func (w needs) anOldPath() string {
	return unless(w.anyPicked(func(c *level.Collider) bool {
		old, _ := c.OldPath()
		return old != nil && c.Path == nil && c.Body == level.Kinematic
	}), "The selection does not use the properties move_x, move_y, move_time or turn")
}

func (w needs) aChainAndMore() string {
	chains := 0
	for _, id := range w.Session.Selection().IDs() {
		if c := w.Session.Document().Collider(id); c != nil && c.Shape.Kind == level.Chain {
			chains++
		}
	}
	return unless(chains == 1 && w.Session.Selection().Len() > 1, "Select a chain and the shapes to follow it")
}
