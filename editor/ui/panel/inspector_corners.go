package panel

import (
	"fyne.io/fyne/v2/container"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// CornerSection is the heading of a box's corners.
const CornerSection = "Corners"

// corner returns a field for the radius or chamfer of one corner. A dimmed number is the shape's radius; clearing the
// field restores it.
func (v *Inspector) corner(i int) *kit.NumberField {
	s := v.session
	shape := func() level.Shape {
		if len(v.ids()) != 1 {
			return level.Shape{}
		}
		return s.Document().Collider(v.ids()[0]).Shape
	}
	size := func() (float64, bool) {
		switch s := shape(); {
		case s.Chamfer(i) > 0:
			return s.Chamfer(i), false
		case s.CornerRadius(i) != level.AsShape:
			return s.CornerRadius(i), false
		case s.HasCorners() && s.Rounding == level.Inset:
			return s.Radius, true
		}
		return 0, true
	}
	set := func(r float64) {
		o := s.Outline(v.ids()[0], 0)
		if shape().Chamfer(i) > 0 {
			v.fail(o.SetChamfer(i, max(r, 0)))
			return
		}
		v.fail(o.SetCorner(i, max(r, 0)))
	}
	f := kit.NewNumberField(v.Look, "", set, v.fail)
	f.OnEmpty = func() {
		o := s.Outline(v.ids()[0], 0)
		if shape().Chamfer(i) > 0 {
			v.fail(o.SetChamfer(i, 0))
			return
		}
		v.fail(o.SetCorner(i, level.AsShape))
	}
	f.OnDrag = v.drag(func() (float64, bool) { r, _ := size(); return r, false }, set, nil)
	p := v.Look.Colors()
	v.updates = append(v.updates, func() {
		r, shared := size()
		f.SetNumber(r, shared)
		if shared {
			f.SetHint(kit.FormatNumber(r))
		}
		letter, ink := "R", p.Quiet
		if shape().Chamfer(i) > 0 {
			letter = "C"
		}
		if !shared {
			ink = p.Accent
		}
		if icon := v.Look.Icons.Prefix(letter, ink); f.Icon == nil || f.Icon.Name() != icon.Name() {
			f.Icon = icon
			f.Refresh()
		}
	})
	f.Icon = v.Look.Icons.Prefix("R", p.Quiet)
	return f
}

// ownCorners returns how many corners of the single selected shape override its radius.
func (v *Inspector) ownCorners() int {
	if len(v.ids()) != 1 {
		return 0
	}
	s, n := v.session.Document().Collider(v.ids()[0]).Shape, 0
	for i := range s.NumberOfCorners() {
		n += kit.BoolInt(s.Chamfer(i) > 0 || s.CornerRadius(i) != level.AsShape)
	}
	return n
}

func (v *Inspector) buildCorners() {
	row := func(label string, left, right int) {
		l, r := v.corner(left), v.corner(right)
		v.rowOf(label, container.New(kit.Equal{Gap: kit.Gap}, kit.Lettered(v.Look, l), kit.Lettered(v.Look, r)), nil)
		l.SetName(label + " left radius")
		r.SetName(label + " right radius")
	}
	row("Top", 0, 1)
	row("Bottom", 3, 2)
	v.addCornerReset()
}

// addCornerReset adds the button that resets all corners to the shape's radius.
func (v *Inspector) addCornerReset() {
	if v.ownCorners() == 0 {
		return
	}
	v.row("", v.button("Reset corners", func() { v.fail(v.session.Shapes(v.ids()).ShareCorners()) }))
}
