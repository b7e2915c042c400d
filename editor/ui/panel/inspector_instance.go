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

// instanceSign returns a key for everything about the instance that the rows depend on.
func (v *Inspector) instanceSign() string {
	i, changes := v.instanceChanges()
	if i == nil {
		if i = v.wholeInstance(); i == nil {
			return fmt.Sprint(v.marks())
		}
		m, _ := v.session.Document().MarkOf(i.ID)
		return fmt.Sprint(i.ID, i.Prefab, m.Why)
	}
	return fmt.Sprint(i.ID, i.Prefab, changes, v.wholeInstance() != nil)
}

// buildInstance adds the prefab of the selected instance and its overrides, each with buttons to push or reset it.
func (v *Inspector) buildInstance() {
	i, changes := v.instanceChanges()
	if i == nil {
		return
	}
	small := func(label string, do func()) *kit.TextButton {
		b := kit.NewTextButton(v.Look, label, false, func() {
			v.Look.Focus()
			do()
		})
		b.Small = true
		return b
	}
	p := v.Look.Colors()
	edit := small("Edit", v.Prefab.Edit)
	isWhole := v.wholeInstance() != nil
	if isWhole {
		v.instanceName(i.ID)
	}
	v.prefabRow(i, edit)
	if isWhole {
		v.instanceStance(i.ID)
	}
	id := i.ID
	for k, c := range changes {
		if k == maxChanges {
			v.row("", kit.NewTippedText(v.Look, kit.Text(fmt.Sprintf("and %d more", len(changes)-k), p.Quiet,
				kit.TextSize)))
			break
		}
		says := c.Value
		if c.Key == level.RemovedKey {
			says = "left out"
		}
		reset := small("Reset", func() { v.fail(v.session.Instances().Reset(id, c.Part, c.Key)) })
		push := small("Push", func() { v.Prefab.Push(func(o level.PartChange) bool { return o == c }) })
		name := kit.Sentence(c.Key)
		if i.Changes[0].Part != i.Changes[len(i.Changes)-1].Part {
			name = c.Part + " " + c.Key
		}
		v.row(quote.Excerpt(name), container.New(kit.Row{Gap: 4, Grow: 0},
			kit.NewTippedText(v.Look, kit.Text(quote.Excerpt(says), p.Accent, kit.TextSize)), push, reset))
	}
	if len(changes) > 1 && isWhole {
		v.row("", container.New(kit.Row{Gap: 4, Grow: 0}, kit.NewSpace(), small("Reset all", func() {
			v.fail(v.session.Instances().ResetAll(id))
		})))
	}
	v.Body.Add(kit.Pad(0, 4, 0, 6, kit.Rule(v.Look)))
}

// wholeInstance returns the instance selected as a whole, if nothing else is selected, or nil.
func (v *Inspector) wholeInstance() *level.Instance {
	s := v.session
	if i := s.Instances().Of(v.ids()); i != nil && s.Selection().Inside() != i.ID {
		return i
	}
	if bare := s.Selection().Bare(); len(bare) == 1 && len(v.ids()) == 0 {
		return s.Document().Instance(bare[0])
	}
	return nil
}

// instanceName adds the name of an instance.
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
		b = kit.NewTextButton(v.Look, "Replace…", false, func() {
			v.Look.Focus()
			v.Prefab.Replace(fyne.CurrentApp().Driver().AbsolutePositionForObject(b).AddXY(0, b.Size().Height))
		})
		b.Small = true
		buttons = append(buttons, b)
	}
	v.row("Prefab", container.New(kit.Row{Gap: kit.Gap, Grow: 0}, append([]fyne.CanvasObject{name}, buttons...)...))
}

// instanceStance adds the placement of an instance.
func (v *Inspector) instanceStance(id level.InstanceID) {
	s := v.session
	get := func(of func(*level.Instance) float64) func() (float64, bool) {
		return func() (float64, bool) {
			if i := s.Document().Instance(id); i != nil {
				return of(i), false
			}
			return 0, false
		}
	}
	put := func(change func(i *level.Instance, x float64)) func(float64) {
		return func(x float64) {
			if i := s.Document().Instance(id); i != nil {
				after := *i
				change(&after, x)
				v.fail(s.Instances().Put(id, after.Position, after.Angle, after.Flip))
			}
		}
	}
	x := v.number("", get(func(i *level.Instance) float64 {
		return i.Position.X
	}), put(func(i *level.Instance, x float64) { i.Position.X = x }))
	y := v.number("", get(func(i *level.Instance) float64 {
		return i.Position.Y
	}), put(func(i *level.Instance, y float64) { i.Position.Y = y }))
	v.pair(colliderKey("position").Title, x, y, "X", "Y")
	angle := colliderKey("angle")
	v.row(angle.Title, v.number(angle.Unit, get(func(i *level.Instance) float64 {
		return float64(i.Angle)
	}), put(func(i *level.Instance, a float64) { i.Angle = level.Degrees(a) })))
	seg := kit.NewSegmented(v.Look, []string{"off", "on"}, func(k int) {
		put(func(i *level.Instance, _ float64) { i.Flip = k == 1 })(0)
	})
	v.updates = append(v.updates, func() {
		at := 0
		if i := s.Document().Instance(id); i != nil && i.Flip {
			at = 1
		}
		seg.Choose(at)
	})
	v.row("Mirror", seg)
}

// buildMark describes an instance without parts and explains why it has none.
func (v *Inspector) buildMark(m level.Mark) {
	v.instanceName(m.Instance.ID)
	v.prefabRow(m.Instance)
	v.instanceStance(m.Instance.ID)
	why := kit.NewQuietProse("", theme.SizeNameCaptionText)
	why.Say(m.Why+". It has no colliders and is not exported.", theme.ColorNameError)
	v.Body.Add(kit.Pad(-kit.FieldInset, 8, 0, 0, kit.NewQuietProse(quote.ShortPath(m.Instance.Prefab),
		theme.SizeNameCaptionText)))
	v.Body.Add(kit.Pad(-kit.FieldInset, 2, 0, 0, why))
	if v.Prefab.Lacks != nil && v.Prefab.Lacks(m.Instance.Prefab) {
		locate := kit.NewTextButton(v.Look, "Locate file…", false, func() {
			v.Look.Focus()
			v.Prefab.Locate(m.Instance.Prefab)
		})
		v.row("", container.New(kit.Row{Gap: 4, Grow: 0}, kit.NewSpace(), locate))
	}
}

// marks returns the selected instances without parts.
func (v *Inspector) marks() []level.InstanceID { return v.session.Selection().Bare() }

// buildMarks explains why several selected instances have no parts.
func (v *Inspector) buildMarks(of []level.InstanceID) {
	const limit = 12 // the outline and the Problems panel list the rest
	for _, id := range of[:min(len(of), limit)] {
		if m, ok := v.session.Document().MarkOf(id); ok {
			v.Body.Add(kit.Pad(-kit.FieldInset, 8, 0, 0, kit.NewQuietProse(quote.ShortPath(m.Instance.Prefab),
				theme.SizeNameCaptionText)))
			why := kit.NewQuietProse("", theme.SizeNameCaptionText)
			why.Say(m.Why, theme.ColorNameError)
			v.Body.Add(kit.Pad(-kit.FieldInset, 2, 0, 0, why))
		}
	}
	if n := len(of) - limit; n > 0 {
		v.Body.Add(kit.Pad(-kit.FieldInset, 8, 0, 0, kit.NewQuietProse(fmt.Sprintf("and %d more", n),
			theme.SizeNameCaptionText)))
	}
}

// instanceSub returns the subtitle for an instance.
func instanceSub(doc *level.Document, i *level.Instance) string {
	if n := doc.PartCount(i.ID); n > 0 {
		return "instance · " + quote.Count(n, "part")
	}
	return "instance · no parts"
}
