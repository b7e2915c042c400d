package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// pivotNames are the names of the pivot points on the selection's bounds.
var pivotNames = [9]string{
	"top left", "top", "top right", "left", "middle", "right", "bottom left", "bottom",
	"bottom right",
}

const smallDots = 22

func (v *Inspector) transform() editor.Transform { return v.session.Transform(v.Pivot) }

func (v *Inspector) choosePivot(p editor.Pivot) {
	if v.Pivot == p {
		p = editor.PivotEach
	}
	v.Pivot = p
	v.KeepPivot(p)
	v.Refresh()
}

// addPivot adds the small pivot picker of a single shape to the row that was added last.
func (v *Inspector) addPivot() {
	if len(v.ids()) != 1 {
		return
	}
	const tip = "Point of X and Y, from which W and H grow. Choose one to rotate and scale about it too, " +
		"and again to reset"
	dots := kit.NewDots(v.Look, tip, pivotNames, func(i int) { v.choosePivot(editor.Pivot(i)) })
	dots.Side = smallDots
	v.updates = append(v.updates, func() { dots.Choose(max(int(v.Pivot), 0)) })
	last := v.Body.Objects[len(v.Body.Objects)-1].(*fyne.Container)
	last.Objects = append(last.Objects, dots) // Tab reaches the picker last
}

// buildPivot adds the pivot picker of several shapes.
func (v *Inspector) buildPivot() {
	dots := kit.NewDots(v.Look, "Pivot for position, rotation and scale", pivotNames, func(i int) {
		v.choosePivot(editor.Pivot(i))
	})
	each := v.small("Individual pivots", func() { v.choosePivot(editor.PivotEach) })
	v.updates = append(v.updates, func() {
		dots.Choose(int(v.Pivot))
		each.SetLit(v.Pivot == editor.PivotEach)
	})
	v.row("Pivot", kit.Pad(0, 1, 0, 1, container.New(kit.RowOf(-1), dots, container.NewCenter(each))))
}

// buildWhole adds position, size and angle of the selection as a whole.
func (v *Inspector) buildWhole(hasSize, hasAngle bool) {
	x, y := v.vector(func() level.Vec { return v.transform().At() }, func(change func(*level.Vec)) {
		at := v.transform().At()
		change(&at)
		v.fail(v.transform().MoveTo(at))
	})
	v.pair(colliderKey("position").Title, x, y, "X", "Y")
	if !hasSize {
		v.addPivot()
		return
	}
	w, h := v.vector(func() level.Vec { return v.transform().Size() }, func(change func(*level.Vec)) {
		size := v.transform().Size()
		change(&size)
		v.fail(v.transform().SetSize(size))
	})
	v.pair(colliderKey("size").Title, w, h, "W", "H")
	v.addPivot()
	if !hasAngle {
		return
	}
	key := colliderKey("angle")
	label := key.Title
	if len(v.ids()) > 1 {
		label = "Rotate by"
	}
	v.angleRow(label, v.number(key.Unit, func() (float64, bool) {
		return float64(v.transform().Angle()), false
	}, func(a float64) { v.fail(v.transform().Turn(level.Degrees(a) - v.transform().Angle())) }))
}

// angleRow adds a field for an angle, and a field that scales the selection, including radii, by the typed percentage.
func (v *Inspector) angleRow(label string, angle *kit.NumberField) {
	p := v.Look.Colors()
	scale := v.number("%", func() (float64, bool) {
		return 100, false
	}, func(percent float64) { v.fail(v.transform().Scale(percent / 100)) })
	scale.Icon = v.Look.Icons.Prefix("×", p.Quiet)
	v.rowOf(label, container.New(kit.Equal{Gap: kit.Gap}, angle, kit.Lettered(v.Look, scale)), angle)
	scale.SetName("Scale by")
}
