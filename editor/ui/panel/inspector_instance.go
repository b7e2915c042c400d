package panel

import (
	"fmt"
	"path"
	"slices"

	"fyne.io/fyne/v2/container"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// PrefabLinks is what the inspector does with the prefab of the instance that is selected.
type PrefabLinks struct {
	Edit func()                                    // in place
	Push func(which func(c level.PartChange) bool) // the prefab takes over changes of the instance
}

// mostChanges is how many changes of an instance are listed.
const mostChanges = 8

// instanceChanges is the instance of which everything is selected that is, and what it changes of that; nil where there is none.
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
		return i, i.Changes // also of parts that it leaves out
	}
	return i, slices.DeleteFunc(slices.Clone(i.Changes), func(c level.PartChange) bool { return !paths[c.Part] })
}

// instanceSign is what of an instance the rows depend on.
func (v *Inspector) instanceSign() string {
	i, changes := v.instanceChanges()
	if i == nil {
		return ""
	}
	return fmt.Sprint(i.ID, i.Prefab, changes)
}

// buildInstance adds the prefab of which an instance is selected, and what it has otherwise, each to be pushed or dropped.
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
	v.row("Prefab", container.New(kit.Row{Gap: kit.Gap, Grow: 0}, kit.NewTippedText(v.Look, kit.Text(quote.Excerpt(path.Base(i.Prefab)), p.Text, kit.TextSize)), edit))
	id := i.ID
	for k, c := range changes {
		if k == mostChanges {
			v.row("", kit.NewTippedText(v.Look, kit.Text(fmt.Sprintf("and %d more changes", len(changes)-k), p.Quiet, kit.TextSize)))
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
		v.row(quote.Excerpt(name), container.New(kit.Row{Gap: 4, Grow: 0}, kit.NewTippedText(v.Look, kit.Text(quote.Excerpt(says), p.Accent, kit.TextSize)), push, reset))
	}
	v.Body.Add(kit.Pad(0, 4, 0, 6, kit.Rule(v.Look)))
}
