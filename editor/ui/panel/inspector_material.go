package panel

import (
	"slices"
	"strings"

	"fillet/editor/level"
	"fyne.io/fyne/v2"

	"fillet/editor"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// buildNamedMaterial adds the menu of the project's materials and the presets, with icons for friction and restitution.
// The physics section has the numbers.
func (v *Inspector) buildNamedMaterial() {
	s := v.session
	pick := v.picker(v.materialChoices)
	v.updates = append(v.updates, func() {
		ids := v.ids()
		name, mixed := s.Common(ids).Material()
		friction, mixedFriction := s.Common(ids).Friction()
		restitution, mixedRestitution := s.Common(ids).Restitution()
		density, mixedDensity := s.Common(ids).Density()
		if mixed || mixedFriction || mixedRestitution || mixedDensity {
			pick.Display("mixed", nil, 0)
			return
		}
		own := project.Material{Name: name, Friction: friction, Restitution: restitution, Density: density}
		switch {
		case name == "":
			own.Name = presetOf(own)
		case !slices.ContainsFunc(v.Materials(), func(m project.Material) bool { return m.Name == name }):
			own.Name = quote.Excerpt(name) + " (not in the project)"
		}
		// the field is narrow
		pick.Display(strings.TrimSpace(own.Name+"  "+strings.ReplaceAll(numbersOf(own), " ", "")),
			v.surface(own), kit.SurfaceWidth)
	})
	v.row(colliderKey("material").Title, pick)
}

// presetOf returns the name of the preset with a material's numbers, or "".
func presetOf(m project.Material) string {
	for _, p := range project.Presets() {
		if p.Friction == m.Friction && p.Restitution == m.Restitution && p.Density == m.Density {
			return p.Name
		}
	}
	return ""
}

func numbersOf(m project.Material) string {
	return kit.FormatNumber(m.Friction) + " · " + kit.FormatNumber(m.Restitution) + " · " + kit.FormatNumber(m.Density)
}

// surface returns an icon for a material's friction and restitution.
func (v *Inspector) surface(m project.Material) fyne.Resource {
	return v.Look.Icons.Surface(m.Friction, m.Restitution, v.Look.Colors().Text)
}

// materialChoices returns the materials to choose from: the project's, which are assigned by name, and presets,
// which only set the numbers.
func (v *Inspector) materialChoices() []*kit.Command {
	s := v.session
	now, mixed := s.Common(v.ids()).Material()
	of := s.Document().Collider(v.ids()[0])
	var out []*kit.Command
	add := func(m project.Material, name string) {
		isOn := !mixed && now == name && (name != "" || m.IsOf(of))
		item := kit.Item(m.Name, func() {
			v.fail(s.Shapes(v.ids()).SetMaterial(editor.Material{
				Name: &name, Friction: &m.Friction, Restitution: &m.Restitution, Density: &m.Density,
			}))
		}).Checked(func() bool { return isOn })
		item.Note, item.Icon, item.Wide = numbersOf(m), v.surface(m), kit.SurfaceWidth
		out = append(out, item)
	}
	own := v.Materials()
	for _, m := range own {
		add(m, m.Name)
	}
	if len(own) > 0 {
		out = append(out, kit.MenuSeparator())
	}
	add(project.Material{Name: "default", Friction: level.DefaultFriction, Density: level.DefaultDensity}, "")
	for _, m := range project.Presets() {
		if !slices.ContainsFunc(own, func(o project.Material) bool { return o.Name == m.Name }) {
			add(m, "")
		}
	}
	if now != "" || mixed {
		out = append(out, kit.MenuSeparator(), kit.Item("Keep values, remove name", func() {
			none := ""
			v.fail(s.Shapes(v.ids()).SetMaterial(editor.Material{Name: &none}))
		}))
	}
	return out
}

func (v *Inspector) buildMaterial() {
	for _, m := range []struct {
		key string
		get func(editor.Common) (float64, bool)
		set func(*float64) editor.Material
	}{
		{"friction", editor.Common.Friction, func(x *float64) editor.Material { return editor.Material{Friction: x} }},
		{"restitution", editor.Common.Restitution, func(x *float64) editor.Material {
			return editor.Material{Restitution: x}
		}},
		{"density", editor.Common.Density, func(x *float64) editor.Material { return editor.Material{Density: x} }},
	} {
		key := colliderKey(m.key)
		f := v.common(key.Unit, m.get, func(s editor.Shapes, x float64) error { return s.SetMaterial(m.set(&x)) })
		f.Step = 0.01
		v.row(key.Title, f)
	}
}

// buildMotion adds the initial velocities and forces of dynamic bodies.
func (v *Inspector) buildMotion() {
	field := func(
		unit string, get func(editor.Common) (float64, bool), set func(*float64) editor.Motion,
	) *kit.NumberField {
		return v.common(unit, get, func(s editor.Shapes, x float64) error { return s.SetMotion(set(&x)) })
	}
	v.pair(colliderKey("velocity").Title,
		field("", editor.Common.VelocityX, func(x *float64) editor.Motion { return editor.Motion{VelocityX: x} }),
		field("", editor.Common.VelocityY, func(y *float64) editor.Motion { return editor.Motion{VelocityY: y} }),
		"X", "Y")
	spin := colliderKey("spin")
	v.row(spin.Title, field(spin.Unit, editor.Common.Spin, func(a *float64) editor.Motion {
		return editor.Motion{Spin: a}
	}))
	v.pair(colliderKey("force").Title,
		field("", editor.Common.ForceX, func(x *float64) editor.Motion { return editor.Motion{ForceX: x} }),
		field("", editor.Common.ForceY, func(y *float64) editor.Motion { return editor.Motion{ForceY: y} }), "X", "Y")
}

// isWhole reports whether groups or instances are selected as a whole.
func (v *Inspector) isWhole() bool {
	_, _, ok := editor.OneBody(v.session)
	return ok
}

// buildOneBody adds the choice that makes each group or instance selected as a whole one rigid body.
func (v *Inspector) buildOneBody() {
	if !v.isWhole() {
		return
	}
	choose(v, "Rigid", []string{"off", "on"}, []bool{false, true}, func(editor.Common) (isOneBody, mixed bool) {
		isOneBody, mixed, _ = editor.OneBody(v.session)
		return isOneBody, mixed
	}, func(_ editor.Shapes, on bool) error { return editor.SetOneBody(v.session, on) })
}
