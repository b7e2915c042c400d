package inspect

import (
	"slices"

	"fillet/editor"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// ownMaterial stands in the list of materials for numbers of the collider's own.
const ownMaterial = "own numbers"

// materials are those that can be chosen, and their names as the list has them; nil where there is nothing to choose.
func (v *Panel) materials() (all []project.Material, words []string) {
	if v.Materials != nil {
		all = v.Materials()
	}
	name, mixed := v.session.Common(v.ids()).Material()
	if len(all) == 0 && name == "" && !mixed {
		return nil, nil
	}
	words = []string{ownMaterial}
	for _, m := range all {
		words = append(words, m.Name)
	}
	return all, words
}

// buildNamedMaterial is the choice of a material of the project. Its numbers stand in the section of the material.
func (v *Panel) buildNamedMaterial() {
	s := v.session
	all, words := v.materials()
	if words == nil {
		return
	}
	box := kit.NewSelectBox(v.Look, words, func(word string) {
		now, mixed := s.Common(v.ids()).Material()
		if !mixed && (word == now || word == ownMaterial && now == "") {
			return
		}
		none := ""
		m := editor.Material{Name: &none}
		if i := slices.IndexFunc(all, func(m project.Material) bool { return m.Name == word }); i >= 0 && word != ownMaterial {
			of := all[i]
			m = editor.Material{Name: &of.Name, Friction: &of.Friction, Restitution: &of.Restitution, Density: &of.Density}
		}
		v.fail(s.Shapes(v.ids()).SetMaterial(m))
	})
	v.updates = append(v.updates, func() {
		name, mixed := s.Common(v.ids()).Material()
		before := box.PlaceHolder
		box.PlaceHolder = "mixed"
		switch {
		case mixed:
			name = ""
		case name == "":
			name = ownMaterial
		case !slices.Contains(words, name):
			box.PlaceHolder, name = quote.Excerpt(name)+" (not in the project)", ""
		}
		if box.Selected != name || box.PlaceHolder != before {
			box.Selected = name
			box.Refresh()
		}
	})
	v.row("Material", box)
}

func (v *Panel) buildMaterial() {
	for _, m := range []struct {
		label string
		get   func(editor.Common) (float64, bool)
		set   func(*float64) editor.Material
	}{
		{"Friction", editor.Common.Friction, func(x *float64) editor.Material { return editor.Material{Friction: x} }},
		{"Restitution", editor.Common.Restitution, func(x *float64) editor.Material { return editor.Material{Restitution: x} }},
		{"Density", editor.Common.Density, func(x *float64) editor.Material { return editor.Material{Density: x} }},
	} {
		f := v.common("", m.get, func(s editor.Shapes, x float64) error { return s.SetMaterial(m.set(&x)) })
		f.Step = 0.01
		v.row(m.label, f)
	}
}
