package ui

import (
	"cmp"

	"fyne.io/fyne/v2"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

func (w *commands) group() {
	_, err := w.Session.Groups().Group()
	w.Fail(err)
}

func (w needs) aGroup() string {
	return unless(len(w.Session.Groups().Selected()) > 0, "No group is selected")
}

func (w needs) inGroup() string {
	return unless(w.groupAtHand() != 0, "Nothing in a group is selected")
}

// groupAtHand returns the fully selected group, or else the entered one; 0 if there is none.
func (w needs) groupAtHand() level.GroupID {
	if groups := w.Session.Groups().Selected(); len(groups) > 0 {
		return groups[0]
	}
	return w.Session.Selection().Entered()
}

func (w *commands) groupDetails() []*kit.Command {
	groupHas := func(of func(*level.Group) bool) func() bool {
		return func() bool {
			g := w.Session.Document().Group(w.groupAtHand())
			return g != nil && of(g)
		}
	}
	flip := func(label string, set func(editor.Groups, level.GroupID, bool) error,
		of func(*level.Group) bool,
	) *kit.Command {
		return kit.Item(label, func() {
			w.Fail(set(w.Session.Groups(), w.groupAtHand(), !groupHas(of)()))
		}).Checked(groupHas(of)).When(w.inGroup)
	}
	return []*kit.Command{
		kit.Item("Rename group", func() { w.side.showRows().NameGroup(w.groupAtHand()) }).When(w.inGroup),
		flip("Lock group", editor.Groups.SetLocked, func(g *level.Group) bool { return g.Locked }),
		flip("Hide group", editor.Groups.SetHidden, func(g *level.Group) bool { return g.Hidden }),
		kit.Item("Enter group", func() { w.Session.Selection().Enter(w.groupAtHand()) }).When(w.aGroup),
		kit.Item("Leave group", func() { w.Session.Selection().Leave() }).When(func() string {
			return unless(w.Session.Selection().Entered() != 0, "Enter a group first")
		}),
	}
}

// oneBodyItem returns the item that toggles whether each selected group or instance is one rigid body.
func oneBodyItem(w *commands) *kit.Command {
	isOneBody := func() bool { one, _, _ := editor.OneBody(w.Session); return one }
	return kit.Item("Make rigid", func() {
		on := !isOneBody()
		w.Fail(editor.SetOneBody(w.Session, on))
		if on {
			w.Tell("In a playtest, its dynamic shapes move as one rigid body")
		}
	}).Checked(isOneBody).When(w.aWhole)
}

func jointItem(w *commands) *kit.Command {
	join := func(label string, kind level.JointKind, rope bool) *kit.Command {
		return kit.Item(label, func() { w.Fail(w.Session.Joints().Join(kind, rope)) }).When(w.joinable)
	}
	return kit.Submenu("Join", kit.MenuItems(
		join("With hinge", level.Hinge, false), join("With spring", level.Spring, false),
		join("With rope", level.Spring, true), kit.MenuSeparator(),
		kit.Item("Unjoin", func() { w.Fail(w.Session.Joints().Unjoin()) }).When(w.joined),
	)).When(w.aPick)
}

// softBodyItem returns the item that turns the selected shape, or a new circle in the middle of the view, into a soft
// body.
func softBodyItem(w *commands) *kit.Command {
	return kit.Item("Make soft body", func() {
		if err := editor.SoftBody(w.Session, w.Canvas.Camera.Center); err != nil {
			w.Fail(err)
			return
		}
		w.Tell("Made a ring of circles joined by springs. F5 plays it")
	}).When(w.softable)
}

// softable requires an empty selection or one closed shape.
func (w needs) softable() string {
	return cmp.Or(w.editing(), unless(w.Session.Selection().Len() < 2,
		"Select one closed shape, or nothing for a round soft body in the middle of the view"))
}

func (w needs) joinable() string {
	if err := w.Session.Joints().Joining(); err != nil {
		return kit.Sentence(err.Error())
	}
	return ""
}

// joined requires a selected joint, or a shape that a joint connects.
func (w needs) joined() string {
	return unless(len(w.Session.Selection().Joints()) > 0 ||
		len(w.Session.Joints().Of(w.Session.Selection().IDs())) > 0, "The selection has no joints")
}

func (w needs) somethingFree() string {
	if len(w.Session.Selection().Joints()) > 0 {
		return ""
	}
	return w.aFreePickOrMark()
}

func (w needs) aWhole() string {
	_, _, ok := editor.OneBody(w.Session)
	return unless(ok, "Select a whole group or instance")
}

func (w needs) anInstance() string {
	return unless(len(w.Session.Instances().Selected()) > 0, "No prefab instance is selected")
}

func (w needs) aChangedInstance() string {
	for _, id := range w.Session.Instances().Selected() {
		if len(w.Session.Document().Instance(id).Changes) > 0 {
			return ""
		}
	}
	return "The selection has no overrides"
}

func pathItem(w *commands) *kit.Command {
	of := func() editor.Paths { return w.Session.Paths() }
	ids := func() []level.ID { return w.Session.Selection().IDs() }
	return kit.Submenu("Path", kit.MenuItems(
		kit.Item("Draw path", w.Tools.Paths().Draw).When(w.aFreePick, func() string {
			return unless(w.Session.Selection().Len() == 1, "Select the shape to move")
		}),
		kit.Item("Follow selected chain", func() { w.Fail(of().FollowSelected()) }).When(w.aFreePick, w.aChainAndMore),
		kit.Item("Convert to path", func() { w.Fail(of().FromProperties(ids())) }).When(w.aFreePick, w.anOldPath),
		kit.MenuSeparator(),
		kit.Item("Remove path", func() { w.Fail(of().Remove(ids())) }).When(w.aFreePick, w.aPath)))
}

// pathsItem returns the item that shows the paths of all platforms.
func pathsItem(w *commands) *kit.Command {
	return kit.Item("Show all paths", func() {
		w.Tools.Paths().ToggleAll()
		w.Canvas.Redraw()
	}).Checked(func() bool { return w.Tools.Paths().All }).When(w.editing)
}

// timeItem returns the item that shows platforms at another time.
func timeItem(w *commands) *kit.Command {
	return kit.MenuItem("Preview platforms at time…", fyne.KeyT, fyne.KeyModifierShift,
		w.Tools.Paths().ToggleTime).Checked(w.Tools.Paths().IsTimed).When(w.editing)
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
