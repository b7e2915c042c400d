package panel

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"fillet/editor"
	"fillet/editor/level"
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
		own, mixed := editor.CommonOf(s.Common(v.ids()), func(c *level.Collider) project.Material {
			return project.Material{
				Name: c.Material, Friction: c.Friction, Restitution: c.Restitution, Density: c.Density,
			}
		})
		if mixed {
			pick.Display("mixed", nil, 0)
			return
		}
		name := own.Name
		switch {
		case name == "":
			name = cmp.Or(presetOf(own), numbersOf(own))
		case !slices.ContainsFunc(v.Materials(), func(m project.Material) bool { return m.Name == name }):
			name = quote.Excerpt(name) + " (not in the project)"
		}
		pick.Display(name, v.surface(own), kit.SurfaceWidth)
	})
	v.row(colliderKey("material").Title, pick)
}

// defaultMaterial has the numbers of a new shape.
var defaultMaterial = project.Material{
	Name: "default", Friction: level.DefaultFriction, Density: level.DefaultDensity,
}

// presetOf returns the name of the preset with a material's numbers, or "".
func presetOf(m project.Material) string {
	for _, p := range slices.Concat(project.Presets(), []project.Material{defaultMaterial}) {
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
			v.fail(s.Shapes(v.ids()).SetMaterial(func(c *level.Collider) {
				c.Material, c.Friction, c.Restitution, c.Density = name, m.Friction, m.Restitution, m.Density
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
	add(defaultMaterial, "")
	for _, m := range project.Presets() {
		if !slices.ContainsFunc(own, func(o project.Material) bool { return o.Name == m.Name }) {
			add(m, "")
		}
	}
	if now != "" || mixed {
		out = append(out, kit.MenuSeparator(), kit.Item("Keep values, remove name", func() {
			v.fail(s.Shapes(v.ids()).SetMaterial(func(c *level.Collider) { c.Material = "" }))
		}))
	}
	return out
}

func (v *Inspector) buildMaterial() {
	for _, m := range []struct {
		key string
		of  func(*level.Collider) *float64
	}{
		{"friction", func(c *level.Collider) *float64 { return &c.Friction }},
		{"restitution", func(c *level.Collider) *float64 { return &c.Restitution }},
		{"density", func(c *level.Collider) *float64 { return &c.Density }},
	} {
		key := colliderKey(m.key)
		f := v.common(key.Unit, property(func(c *level.Collider) float64 { return *m.of(c) }),
			func(s editor.Shapes, x float64) error {
				return s.SetMaterialValues(func(c *level.Collider) { *m.of(c) = x })
			})
		f.Step = 0.01
		v.row(key.Title, f)
	}
}

// addMass adds the area, mass, centre of mass and inertia of a single shape, from its outline and density.
func addMass(v *Inspector) {
	if len(v.ids()) != 1 {
		return
	}
	texts := [4]*kit.TippedText{}
	for i, label := range []string{"Area", "Mass", "Centre of mass", "Inertia"} {
		texts[i] = kit.NewTippedText(v.Look, kit.Text("", v.Look.Colors().Quiet, kit.TextSize))
		v.row(label, texts[i])
	}
	v.updates = append(v.updates, func() {
		doc := v.session.Document()
		c := doc.Collider(v.ids()[0])
		m, metre := doc.Baked(c.ID).Mass(), doc.Settings().PixelsPerMetre
		at := c.Transform().Apply(m.Centroid)
		for i, text := range []string{
			short(m.Area) + " px²",
			short(c.Density*m.Area/(metre*metre)) + " kg",
			short(at.X) + ", " + short(at.Y),
			short(c.Density*m.Inertia/math.Pow(metre, 4)) + " kg·m²",
		} {
			texts[i].Set(text)
		}
	})
}

// short writes a number with four digits, or all those before the point.
func short(x float64) string {
	if math.Abs(x) >= 1e4 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}

// buildMotion adds the initial velocities and forces of dynamic bodies.
func (v *Inspector) buildMotion() {
	field := func(unit string, of func(*level.Motion) *float64) *kit.NumberField {
		return v.common(unit, property(func(c *level.Collider) float64 {
			m := c.Started()
			return *of(&m)
		}), func(s editor.Shapes, x float64) error { return s.SetMotion(func(m *level.Motion) { *of(m) = x }) })
	}
	v.pair(colliderKey("velocity").Title, field("", func(m *level.Motion) *float64 { return &m.Velocity.X }),
		field("", func(m *level.Motion) *float64 { return &m.Velocity.Y }), "X", "Y")
	spin := colliderKey("spin")
	v.row(spin.Title, field(spin.Unit, func(m *level.Motion) *float64 { return (*float64)(&m.Spin) }))
	v.pair(colliderKey("force").Title, field("", func(m *level.Motion) *float64 { return &m.Force.X }),
		field("", func(m *level.Motion) *float64 { return &m.Force.Y }), "X", "Y")
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
