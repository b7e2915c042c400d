package ui

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/check"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/tool"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// The parts of context menus, as in [kit.Menus.Named].
var (
	overlapItems = []string{"Separate", "Drop › With gravity=Drop"}
	ignoreItems  = []string{"Ignore overlap…", "Stop ignoring overlap"}
	editItems    = []string{
		"Select same", "Cut", "Copy", "Paste", "Duplicate", "Rename…", "Delete", "-", "Group", "Ungroup", "Edit group",
		"Make rigid", "Join", "Make prefab…", "Instance", "-",
	}
	reshapeItems = []string{"Combine", "Outline", "Convert to", "-", "Repeat", "Flip horizontally"}
	gameItems    = []string{"Role", "Gameplay", "Categories", "Layer", "Order", "Align", "-"}
	viewItems    = []string{"Fit selection", "-", "Playtest from cursor=Playtest from here", "Set spawn here"}
	whyItems     = []string{"Why do they touch?", "-"}
	pairItems    = []string{"Role", "Categories", "Layer", "Align", "-", "Fit selection", "Delete"}
	pictureItems = []string{"Pictures › Add picture…", "Paste"}
)

func (w *commands) canvasMenu(at fyne.Position) {
	items := kit.Map(w.Tools.Actions(), actionItem)
	named := w.menus.Named
	if w.Tools.Active() == tool.Pictures {
		w.menus.PopUp(append(items, named(pictureItems...)...), at, false)
		return
	}
	reshape := kit.Map(named(reshapeItems...), func(c *kit.Command) *kit.Command {
		return c.As(c.Name()) // a copy, because the original belongs to the menu bar
	})
	w.menus.PopUp(slices.Concat(items, named("-"), named(overlapItems...), named(ignoreItems...),
		w.belowItem(), []*kit.Command{w.pairs().addContactsItem()}, named(editItems...),
		[]*kit.Command{kit.Submenu("Reshape", kit.MenuItems(reshape...)).When(w.aFreePick)}, named(gameItems...),
		named(viewItems...)), at, false)
}

// pairCommands holds the commands for the selection's contacts.
type pairCommands struct{ *commands }

func (w *commands) pairs() pairCommands { return pairCommands{w} }

// pairMenu opens the context menu of a row in the contacts panel. The row's pair is selected.
func (w pairCommands) pairMenu(at fyne.Position) {
	w.side.inspector.Refresh() // needed if the pair was selected already
	named := w.menus.Named
	w.menus.PopUp(slices.Concat(named(overlapItems...), named(ignoreItems...), named(whyItems...), w.selectPairItems(),
		named(pairItems...)), at, false)
}

// selectPairItems returns the commands that select both colliders of a pair, or one of them.
func (w pairCommands) selectPairItems() []*kit.Command {
	return []*kit.Command{kit.Item("Select both shapes", func() {
		selection := w.Session.Selection()
		selection.Set(selection.IDs()...)
	}), w.selectOneItem(0), w.selectOneItem(1)}
}

// problemMenu opens the context menu of a row in the problems panel. The row's colliders are selected.
func (w *commands) problemMenu(f check.Finding, at fyne.Position) {
	v := w.side.problems
	if f.Entry > 0 && f.Rule != check.RuleUnusedIgnore {
		w.menus.PopUp(append([]*kit.Command{
			kit.Item("Stop ignoring", func() { v.StopIgnoring(f) }),
			kit.Item("Change reason…", func() {
				if i := w.Session.Ignored().Find(f.Rule, f.Colliders...); i >= 0 {
					w.Ignore(w.Session.Document().Settings().Ignored[i])
				} else {
					w.Fail(editor.ErrNotIgnored)
				}
			}),
		}, w.menus.Named("-", "Fit selection", "Delete")...), at, false)
		return
	}
	canIgnore := func() string { return unless(check.IsIgnorable(f), "Only findings about shapes can be ignored") }
	items := []*kit.Command{}
	if f.Fix != nil {
		items = append(items, kit.Item(kit.Sentence(f.Fix.Title), func() { v.FixOne(f) }))
	}
	if f.Rule == check.RuleOverlap {
		items = slices.Concat(items, w.menus.Named(overlapItems...), w.menus.Named(whyItems[0]))
	}
	for _, k := range v.Kinds() {
		if k.Rule == f.Rule && k.Fixable > 0 {
			items = append(items, kit.Item(fmt.Sprintf("Fix all %d of this kind…", k.Fixable), func() {
				v.ProposeFixes(k.Rule)
			}))
		}
	}
	items = append(items, kit.MenuSeparator(), kit.Item("Ignore…", func() {
		w.Ignore(level.NewIgnored(f.Rule, f.Colliders, ""))
	}).When(canIgnore))
	for _, k := range v.Kinds() {
		if k.Rule == f.Rule && k.Found > 1 {
			items = append(items, kit.Item(fmt.Sprintf("Ignore all %d of this kind…", k.Found), func() {
				v.IgnoreAll(k.Rule)
			}).When(canIgnore))
		}
	}
	if len(f.Colliders) == 2 {
		items = append(append(items, kit.MenuSeparator()), w.pairs().selectPairItems()...)
	}
	items = append(items, kit.MenuSeparator())
	w.menus.PopUp(append(items, w.menus.Named(pairItems...)...), at, false)
}

// met lists the colliders that the selection overlaps or, if there are none, the colliders that it touches.
func (w pairCommands) met() []level.ID {
	const limit = 1000 // enough in practice
	var overlapped, touched []level.ID
	selection := w.Session.Selection()
	for _, id := range selection.IDs() {
		for p := range w.Session.Live().EachContact(id) {
			partner := p.A
			if partner == id {
				partner = p.B
			}
			switch {
			case selection.Has(partner) || len(overlapped)+len(touched) == limit:
			case p.State == contacts.Overlapping:
				overlapped = append(overlapped, partner)
			default:
				touched = append(touched, partner)
			}
		}
	}
	if len(overlapped) > 0 {
		touched = overlapped
	}
	slices.Sort(touched)
	return slices.Compact(touched)
}

// addContactsItem returns the item that adds the colliders overlapping or touching the selection to it.
func (w pairCommands) addContactsItem() *kit.Command {
	c := kit.Item("Add contacts to selection", func() {
		w.Session.Selection().Set(append(slices.Clone(w.Session.Selection().IDs()), w.met()...)...)
	}).When(w.aPick, func() string {
		return unless(len(w.met()) > 0 || w.Session.Selection().Len() == 2, "The selection has no other contacts")
	})
	c.Named = func() string {
		if n := len(w.met()); n > 0 {
			return "Add " + quote.Count(n, "contact") + " to selection"
		}
		return c.Label
	}
	return c
}

func (w pairCommands) selectOneItem(i int) *kit.Command {
	ids := w.Session.Selection().IDs()
	if i >= len(ids) {
		return kit.Item("Select", func() {}).When(func() string { return "Only one shape is selected" })
	}
	doc := w.Session.Document()
	return kit.Item("Select "+kit.Shorten(doc.Title(doc.Collider(ids[i])), 24), func() {
		w.Session.Selection().Set(ids[i])
	})
}

// pickedPairs lists the overlaps between the selected shapes, or all overlaps of a single selected shape. If ignored is
// set it lists only ignored overlaps, otherwise only the others.
func (w pairCommands) pickedPairs(ignored bool) []contacts.Pair {
	const limit = 1000 // enough in practice
	selection := w.Session.Selection()
	var out []contacts.Pair
	for _, id := range selection.IDs() {
		for p := range w.Session.Live().EachContact(id) {
			partner := p.A
			if partner == id {
				partner = p.B
			}
			if selection.Len() > 1 && (!selection.Has(partner) || partner < id) {
				continue
			}
			matches := p.State == contacts.Overlapping
			if ignored {
				matches = p.State == contacts.Expected && p.Depth > collision.DefaultSlop &&
					w.Session.Ignored().Pair(p.A, p.B) >= 0
			}
			if matches {
				out = append(out, p)
			}
			if len(out) == limit {
				return out
			}
		}
	}
	slices.SortFunc(out, func(a, b contacts.Pair) int {
		return slices.Compare([]level.ID{a.A, a.B}, []level.ID{b.A, b.B})
	})
	return out
}

func (w pairCommands) ignoreItem() *kit.Command {
	c := kit.Item("Ignore overlap…", func() {
		var entries []level.Ignored
		for _, p := range w.pickedPairs(false) {
			entries = append(entries, level.NewIgnored(level.RuleOverlap, []level.ID{p.A, p.B}, ""))
		}
		w.Ignore(entries...)
	}).When(w.aPick, func() string { return unless(len(w.pickedPairs(false)) > 0, "The selection overlaps nothing") })
	c.Named = func() string {
		if n := len(w.pickedPairs(false)); n > 1 {
			return fmt.Sprintf("Ignore %d overlaps…", n)
		}
		return c.Label
	}
	return c
}

// stopIgnoringItem returns the item that removes the selection's overlaps from the ignored findings.
func (w pairCommands) stopIgnoringItem() *kit.Command {
	return kit.Item("Stop ignoring overlap", func() {
		var places []int
		for _, p := range w.pickedPairs(true) {
			places = append(places, w.Session.Ignored().Pair(p.A, p.B))
		}
		w.Fail(w.Session.Ignored().Remove(places...))
	}).When(w.aPick, func() string {
		return unless(len(w.pickedPairs(true)) > 0, "No overlap of the selection is ignored")
	})
}

func (w *commands) roleItem() *kit.Command {
	items := kit.Map([]level.Role{level.Solid, level.Trigger, level.OneWay}, func(r level.Role) *kit.Command {
		return kit.Item(kit.Sentence(r.String()), func() { w.Fail(w.shapes().SetRole(r)) }).Checked(func() bool {
			role, mixed := w.common().Role()
			return role == r && !mixed
		})
	})
	return kit.Submenu("Role", kit.MenuItems(items...)).When(w.aFreePick)
}

func bodyItem(w *commands) *kit.Command {
	kinds := []level.BodyType{level.Static, level.Dynamic, level.Kinematic}
	items := kit.Map(kinds, func(b level.BodyType) *kit.Command {
		return kit.Item(kit.Sentence(b.String()), func() { w.Fail(w.shapes().SetBody(b)) }).Checked(func() bool {
			body, mixed := w.common().Body()
			return body == b && !mixed
		})
	})
	return kit.Submenu("Body", kit.MenuItems(items...)).When(w.aFreePick)
}

func gameplayItem(w *commands) *kit.Command {
	item := func(k level.ObjectKind, title string) *kit.Command {
		return kit.Item(title, func() { w.Fail(w.shapes().SetObject(k)) }).Checked(func() bool {
			kind, mixed := w.common().Object()
			return kind == k && !mixed
		})
	}
	items := []*kit.Command{item(level.NoObject, "None"), kit.MenuSeparator()}
	for _, o := range level.Objects() {
		items = append(items, item(o.Kind, o.Title))
	}
	return kit.Submenu("Gameplay", kit.MenuItems(items...)).When(w.aFreePick)
}

func (w *commands) categoriesItem() *kit.Command {
	return kit.MenuList("Categories", func() []*kit.Command {
		return kit.Map(w.Session.Document().Settings().Categories, func(name string) *kit.Command {
			has := func() bool { return w.common().AreOf(name) }
			return kit.Item(kit.Shorten(name, 40), func() {
				w.Fail(w.shapes().SwitchCategory(name, !has()))
			}).Checked(has)
		})
	}).When(w.aFreePick, func() string {
		return unless(len(w.Session.Document().Settings().Categories) > 0,
			"The level has no categories. Add them in the level settings")
	})
}

func (w *commands) layerItem() *kit.Command {
	return kit.MenuList("Layer", func() []*kit.Command {
		var items []*kit.Command
		for _, l := range slices.Backward(w.Session.Document().Layers()) { // in the order of the layer list
			items = append(items, kit.Item(kit.Shorten(l.Name, 40), func() {
				w.Fail(w.shapes().MoveToLayer(l.ID))
			}).Checked(func() bool {
				layer, mixed := editor.CommonOf(w.common(), func(c *level.Collider) level.LayerID { return c.Layer })
				return layer == l.ID && !mixed
			}))
		}
		return items
	}).When(w.aFreePick)
}

func (w *commands) colorItem(id level.LayerID) *kit.Command {
	items := kit.Map(dialog.LayerColors(), func(c dialog.NamedColor) *kit.Command {
		swatch := panel.LayerColor(&level.Layer{Color: c.Hex}, w.Look.Colors())
		i := kit.Item(c.Name, func() { w.Fail(w.Session.Layers().SetColor(id, c.Hex)) }).Checked(func() bool {
			l := w.Session.Document().Layer(id)
			return l != nil && l.Color == c.Hex
		})
		i.Icon = w.Look.Icons.Resource("swatch", swatch)
		return i
	})
	return kit.Submenu("Colour", kit.MenuItems(append(items, kit.MenuSeparator(), kit.Item("Other…", func() {
		w.PickLayerColor(id)
	}))...))
}

func (w *commands) opacityItem(id level.LayerID) *kit.Command {
	items := kit.Map([]float64{100, 75, 50, 25, 10}, func(percent float64) *kit.Command {
		return kit.Item(fmt.Sprintf("%g %%", percent), func() {
			w.Fail(w.Session.Layers().SetOpacity(id, percent/100))
		}).Checked(func() bool {
			l := w.Session.Document().Layer(id)
			return l != nil && l.Alpha() == percent/100
		})
	})
	return kit.Submenu("Opacity", kit.MenuItems(append(items, kit.MenuSeparator(),
		kit.Item("Other…", func() { w.ShowLayerLook(id) }))...))
}
