package panel

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// PrefabLinks holds the inspector's actions on the prefab of the selected instance.
type PrefabLinks struct {
	Edit func()                                    // edits the prefab in place
	Push func(which func(c level.PartChange) bool) // applies overrides of the instance to the prefab

	Replace func(at fyne.Position)   // opens a menu of replacement prefabs
	Lacks   func(prefab string) bool // reports whether the prefab's file is missing
	Locate  func(prefab string)      // asks for the file's new location
}

// maxChanges limits the listed overrides of an instance.
const maxChanges = 8

// instanceChanges returns the instance that all selected parts belong to, with its overrides of those parts, or nil.
func (v *Inspector) instanceChanges() (*level.Instance, []level.PartChange) {
	s := v.session
	of := s.Instances().Selected()
	if len(of) != 1 || v.Prefab.Edit == nil {
		return nil, nil
	}
	i := s.Document().Instance(of[0])
	paths := map[string]bool{}
	for _, id := range v.ids() {
		c := s.Document().Collider(id)
		if c.Part == nil {
			return nil, nil
		}
		paths[c.Part.Path] = true
	}
	if len(paths) == len(s.Document().Parts(of[0])) {
		return i, i.Changes // includes overrides of excluded parts
	}
	return i, slices.DeleteFunc(slices.Clone(i.Changes), func(c level.PartChange) bool { return !paths[c.Part] })
}

// buildInstance adds the prefab of the selected instance and its overrides, each with buttons to push or reset it.
func (v *Inspector) buildInstance() {
	i, changes := v.instanceChanges()
	if i == nil {
		return
	}
	p := v.Look.Colors()
	edit := v.small("Edit", v.Prefab.Edit)
	isWhole := v.wholeInstance() != nil
	if isWhole {
		v.instanceName(i.ID)
	}
	v.prefabRow(i, edit)
	if isWhole {
		v.instancePlacement(i.ID)
	}
	id := i.ID
	for k, c := range changes {
		if k == maxChanges {
			v.textRow("", fmt.Sprintf("and %d more", len(changes)-k), p.Quiet)
			break
		}
		value := c.Value
		if c.Key == level.RemovedKey {
			value = "left out"
		}
		reset := v.small("Reset", func() { v.fail(v.session.Instances().Reset(id, c.Part, c.Key)) })
		push := v.small("Push", func() { v.Prefab.Push(func(o level.PartChange) bool { return o == c }) })
		name := kit.Sentence(c.Key)
		if i.Changes[0].Part != i.Changes[len(i.Changes)-1].Part {
			name = c.Part + " " + c.Key
		}
		v.row(quote.Excerpt(name), container.New(kit.Row{Gap: 4, Grow: 0},
			kit.NewTippedText(v.Look, kit.Text(quote.Excerpt(value), p.Accent, kit.TextSize)), push, reset))
	}
	if len(changes) > 1 && isWhole {
		v.row("", container.New(kit.Row{Gap: 4, Grow: 0}, kit.NewSpace(), v.small("Reset all", func() {
			v.fail(v.session.Instances().ResetAll(id))
		})))
	}
	v.Body.Add(kit.Pad(0, 4, 0, 6, kit.Rule(v.Look)))
}

// wholeInstance returns the instance whose parts are selected as a whole, if nothing else is selected, or nil.
func (v *Inspector) wholeInstance() *level.Instance {
	if i := v.session.Instances().Of(v.ids()); i != nil && v.session.Selection().Inside() != i.ID {
		return i
	}
	return nil
}

func (v *Inspector) instanceName(id level.InstanceID) {
	f := kit.NewField(v.Look, func(name string) { v.fail(v.session.Instances().Rename(id, name)) })
	v.updates = append(v.updates, func() {
		if i := v.session.Document().Instance(id); i != nil {
			f.SetHint((&level.Instance{Prefab: i.Prefab}).Label())
			f.Display(i.Name)
		}
	})
	v.row("Name", f)
}

// prefabRow adds the prefab of an instance, with buttons.
func (v *Inspector) prefabRow(i *level.Instance, buttons ...fyne.CanvasObject) {
	name := kit.NewTippedText(v.Look, kit.Text(quote.Excerpt((&level.Instance{Prefab: i.Prefab}).Label()),
		v.Look.Colors().Text, kit.TextSize))
	if v.Prefab.Replace != nil {
		var b *kit.TextButton
		b = v.small("Replace…", func() {
			v.Prefab.Replace(fyne.CurrentApp().Driver().AbsolutePositionForObject(b).AddXY(0, b.Size().Height))
		})
		buttons = append(buttons, b)
	}
	v.row("Prefab", container.New(kit.RowOf(0), append([]fyne.CanvasObject{name}, buttons...)...))
}

func (v *Inspector) instancePlacement(id level.InstanceID) {
	s := v.session
	now := func() level.Instance {
		if i := s.Document().Instance(id); i != nil {
			return *i
		}
		return level.Instance{}
	}
	put := func(change func(i *level.Instance)) {
		if s.Document().Instance(id) != nil {
			after := now()
			change(&after)
			v.fail(s.Instances().Put(id, after.Position, after.Angle, after.Flip))
		}
	}
	x, y := v.vector(func() level.Vec { return now().Position }, func(change func(*level.Vec)) {
		put(func(i *level.Instance) { change(&i.Position) })
	})
	v.pair(colliderKey("position").Title, x, y, "X", "Y")
	angle := colliderKey("angle")
	v.row(angle.Title, v.number(angle.Unit, func() (float64, bool) { return float64(now().Angle), false },
		func(a float64) { put(func(i *level.Instance) { i.Angle = level.Degrees(a) }) }))
	v.choice("Mirror", []string{"off", "on"}, func() int { return kit.BoolInt(now().Flip) },
		func(k int) { put(func(i *level.Instance) { i.Flip = k == 1 }) })
}

// buildMark describes an instance without parts and explains why it has none.
func (v *Inspector) buildMark(m level.Mark) {
	v.instanceName(m.Instance.ID)
	v.prefabRow(m.Instance)
	v.instancePlacement(m.Instance.ID)
	v.prose(8, quote.ShortPath(m.Instance.Prefab), theme.ColorNamePlaceHolder)
	v.prose(2, m.Why+". It has no colliders and is not exported.", theme.ColorNameError)
	if v.Prefab.Lacks != nil && v.Prefab.Lacks(m.Instance.Prefab) {
		locate := v.button("Locate file…", func() { v.Prefab.Locate(m.Instance.Prefab) })
		v.row("", container.New(kit.Row{Gap: 4, Grow: 0}, kit.NewSpace(), locate))
	}
}

// buildMarks explains why several selected instances have no parts.
func (v *Inspector) buildMarks(of []level.InstanceID) {
	const limit = 12 // the outline and the Problems panel list the rest
	for _, id := range of[:min(len(of), limit)] {
		if m, ok := v.session.Document().MarkOf(id); ok {
			v.prose(8, quote.ShortPath(m.Instance.Prefab), theme.ColorNamePlaceHolder)
			v.prose(2, m.Why, theme.ColorNameError)
		}
	}
	if n := len(of) - limit; n > 0 {
		v.prose(8, fmt.Sprintf("and %d more", n), theme.ColorNamePlaceHolder)
	}
}

func (v *Inspector) prose(above float32, text string, ink fyne.ThemeColorName) {
	t := kit.NewQuietProse("", theme.SizeNameCaptionText)
	t.Say(text, ink)
	v.Body.Add(kit.Pad(-kit.FieldInset, above, 0, 0, t))
}
