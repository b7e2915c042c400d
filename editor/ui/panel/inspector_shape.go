package panel

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

const (
	VertexSection   = "Vertices"
	PhysicsSection  = "Physics"
	OriginSection   = "Origin"
	PropertySection = "Properties"
)

// count formats a number for a heading; zero is empty.
func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// vertices returns the number of vertices of the single selected shape, including its holes.
func (v *Inspector) vertices() int {
	if len(v.ids()) != 1 {
		return 0
	}
	c := v.session.Document().Collider(v.ids()[0])
	n := len(c.Shape.Points)
	for _, hole := range c.Shape.Holes {
		n += len(hole)
	}
	return n
}

func (v *Inspector) buildSelection() {
	s := v.session
	if a, b, ok := v.Pair(); ok && v.wholeInstance() == nil {
		v.buildContact(a, b)
	}
	v.buildInstance()
	kind, mixedKind := s.Common(v.ids()).Kind()
	if v.wholeInstance() == nil || v.Prefab.Edit == nil {
		v.buildPlace(kind, mixedKind)
	}
	if mixedKind || kind != level.Point {
		v.buildRadius(kind)
	}
	if mixedKind || kind == level.Polygon || kind == level.Box {
		words(v, "rounding", editor.Common.Rounding, editor.Shapes.SetRounding, level.Inset, level.Outset)
	}
	if !mixedKind && kind == level.Chain {
		v.buildChain()
	}
	words(v, "role", editor.Common.Role, editor.Shapes.SetRole, level.Solid, level.Trigger, level.OneWay)
	if role, mixed := s.Common(v.ids()).Role(); !mixed && role == level.OneWay && len(v.ids()) == 1 {
		v.row("Solid side", v.number("°", func() (float64, bool) {
			d := s.Document().Collider(v.ids()[0]).OneWay
			return math.Atan2(d.X, -d.Y) * 180 / math.Pi, false
		}, func(a float64) {
			sin, cos := math.Sincos(a * math.Pi / 180)
			v.fail(s.Shapes(v.ids()).SetOneWay(level.Vec{X: sin, Y: -cos}))
		}))
	}
	words(v, "body", editor.Common.Body, editor.Shapes.SetBody, level.Static, level.Dynamic, level.Kinematic)
	v.buildOneBody()
	v.buildNamedMaterial()
	v.buildCategories()
	v.buildTags()
	v.buildGameplay()
	if len(v.ids()) == 1 && !mixedKind {
		v.buildOutline(kind)
	}
	if body, mixed := s.Common(v.ids()).Body(); !mixed && body == level.Kinematic {
		v.buildPath()
	}
	if v.section(PhysicsSection, nil, nil) {
		v.buildMaterial()
		if body, mixed := s.Common(v.ids()).Body(); !mixed && body == level.Dynamic {
			v.buildMotion()
		}
		addMass(v)
		v.buildCollidesWith()
	}
	v.buildJoints()
	if v.section(PropertySection, func() string {
		return count(len(s.Common(v.ids()).PropertyNames()))
	}, v.addProperty) {
		v.buildProperties()
	}
	if v.section(OriginSection, nil, nil) { // of the shapes' own frames, to which their vertices are relative
		x := property(func(c *level.Collider) float64 { return c.Position.X })
		y := property(func(c *level.Collider) float64 { return c.Position.Y })
		v.pair("Origin", v.common("", x, editor.Shapes.SetX), v.common("", y, editor.Shapes.SetY), "X", "Y")
	}
	if len(v.ids()) == 1 {
		if src := s.Document().Collider(v.ids()[0]).Source; src != nil {
			from := strings.Trim(strings.Join([]string{src.File, src.Level, src.Layer, src.ID}, " / "), " /")
			v.textRow("Imported from", from, v.Look.Colors().Text)
		}
	}
}

// buildOutline adds the vertices of the single selected shape, or the corners of a box.
func (v *Inspector) buildOutline(kind level.Kind) {
	switch kind {
	case level.Polygon, level.Chain, level.Capsule:
		if v.section(VertexSection, func() string { return count(v.vertices()) }, nil) {
			v.buildVertices()
		}
	case level.Box:
		if v.section(CornerSection, func() string { return count(v.ownCorners()) }, nil) {
			v.buildCorners()
		}
	}
}

// buildPlace adds the selection's name, position and size.
func (v *Inspector) buildPlace(kind level.Kind, mixedKind bool) {
	s := v.session
	v.text("Name", "", func() (string, bool) {
		return editor.CommonOf(s.Common(v.ids()), func(c *level.Collider) string { return c.Name })
	},
		func(name string) { v.fail(s.Rename(v.ids(), name)) })
	hasSize := mixedKind || kind != level.Point && kind != level.Circle
	switch {
	case v.Pivot != editor.PivotEach:
		v.buildWhole(mixedKind || kind != level.Point || len(v.ids()) > 1, hasSize || len(v.ids()) > 1)
	default:
		x, y := func(v level.Vec) float64 { return v.X }, func(v level.Vec) float64 { return v.Y }
		position := func(of func(level.Vec) float64) func(editor.Common) (float64, bool) {
			return property(func(c *level.Collider) float64 { return of(editor.TopLeft(c)) })
		}
		size := func(of func(level.Vec) float64) func(editor.Common) (float64, bool) {
			return property(func(c *level.Collider) float64 { return of(level.LocalBounds(c.Shape).Size()) })
		}
		v.pair(colliderKey("position").Title, v.common("", position(x), editor.Shapes.SetLeft),
			v.common("", position(y), editor.Shapes.SetTop), "X", "Y")
		if !hasSize {
			v.addPivot()
		} else {
			v.pair(colliderKey("size").Title, v.common("", size(x), editor.Shapes.SetWidth),
				v.common("", size(y), editor.Shapes.SetHeight), "W", "H")
			v.addPivot()
			angle := colliderKey("angle")
			v.angleRow(angle.Title, v.common(angle.Unit, property(func(c *level.Collider) float64 {
				return float64(c.Angle)
			}), func(shapes editor.Shapes, a float64) error { return shapes.SetAngle(level.Degrees(a)) }))
		}
	}
	if len(v.ids()) > 1 {
		v.buildPivot()
	}
}

// buildChain adds the properties of chains: open or closed, and their solid sides.
func (v *Inspector) buildChain() {
	s := v.session
	noYes := []bool{false, true}
	choose(v, colliderKey("closed").Title, []string{"open", "closed"}, noYes, editor.Common.Closed,
		editor.Shapes.SetClosed)
	choose(v, colliderKey("one_sided").Title, []string{"both sides", "one side"}, noYes, editor.Common.OneSided,
		editor.Shapes.SetOneSided)
	if oneSided, mixed := s.Common(v.ids()).OneSided(); oneSided || mixed {
		v.row("", v.button("Flip solid side", func() { v.fail(s.Shapes(v.ids()).ReverseChains()) }))
	}
}

// MaxRadius returns the largest radius that the whole selection can have, or 0 while it is computed off the UI
// thread.
func (v *Inspector) MaxRadius() float64 {
	work := v.session.Common(v.ids()).MaxRadiusWork()
	if work == nil {
		return v.session.Common(v.ids()).MaxRadius()
	}
	if !v.Measuring {
		v.Measuring = true
		v.spawn(func() {
			work()
			v.Look.Post(func() {
				v.Measuring = false
				v.Refresh()
			})
		})
	}
	return 0
}

// buildRadius adds the corner radius as a slider and a number. A drag of the slider is one undo step.
func (v *Inspector) buildRadius(kind level.Kind) {
	s := v.session
	label := "Corner radius"
	switch kind {
	case level.Circle, level.Capsule:
		label = "Radius"
	case level.Chain:
		label = "Half thickness"
	}
	f := v.common("", editor.Common.Radius, editor.Shapes.SetRadius)
	var gesture *editor.Gesture
	var slide *kit.Slider
	slide = kit.NewSlider(v.Look, func(r float64) {
		if gesture == nil {
			gesture = s.Begin(s.Label("Round", v.ids()))
			v.Look.TakeBack = func() {
				gesture.Rollback()
				gesture, v.Look.TakeBack = nil, nil
				slide.Release()
			}
		}
		v.fail(s.Shapes(v.ids()).SetRadius(r))
	}, func() {
		if gesture != nil {
			gesture.Commit()
			gesture, v.Look.TakeBack = nil, nil
		}
	})
	slide.Ticks = true
	v.updates = append(v.updates, func() {
		r, _ := s.Common(v.ids()).Radius()
		largest := v.MaxRadius()
		if math.IsInf(largest, 1) || largest <= 0 {
			largest = 128
		}
		if gesture == nil {
			slide.SetValue(r, max(largest, r), radiusStep(largest))
		}
	})
	v.row(label, container.New(kit.RowOf(0), container.New(kit.Exact{W: 60, H: kit.FieldHeight},
		slide), container.New(kit.Exact{W: 62, H: kit.FieldHeight}, f)))
}

// radiusStep returns the slider step for a radius: whole pixels, or fractions if the largest radius is small.
func radiusStep(limit float64) float64 {
	for _, step := range []float64{1, 0.5, 0.1, 0.05} {
		if limit >= 8*step {
			return step
		}
	}
	return limit / 8
}

// VertexNumber is the width of a vertex number, which precedes up to three fields.
const VertexNumber = 24

// maxVertices limits the vertices in the table. The rest can be edited on the canvas.
const maxVertices = 64

func (v *Inspector) buildVertices() {
	s := v.session
	shape := s.Document().Collider(v.ids()[0]).Shape
	points := shape.Points
	v.addCornerReset()
	for i := range points[:min(len(points), maxVertices)] {
		point := func() level.Vec {
			if p := s.Document().Collider(v.ids()[0]).Shape.Points; i < len(p) {
				return p[i]
			}
			return level.Vec{}
		}
		x, y := v.vector(point, func(change func(*level.Vec)) {
			p := point()
			change(&p)
			v.fail(s.Outline(v.ids()[0], 0).SetPoint(i, p))
		})
		if shape.Kind == level.Capsule || shape.Kind == level.Chain && !shape.Closed && (i == 0 || i == len(points)-1) {
			v.vertexRow(i, x, y, nil)
			continue
		}
		v.vertexRow(i, x, y, v.corner(i))
	}
	if n := len(points) - maxVertices; n > 0 {
		v.Body.Add(kit.Text(fmt.Sprintf("and %d more: edit them with the Nodes tool", n), v.Look.Colors().Quiet,
			kit.SmallText))
	}
}

// vertexRow adds a vertex: its position, and its corner radius if it has one.
func (v *Inspector) vertexRow(i int, x, y, radius *kit.NumberField) {
	p := v.Look.Colors()
	fields := container.New(kit.Equal{Gap: 4})
	for _, f := range []struct {
		field  *kit.NumberField
		letter string
	}{{x, "X"}, {y, "Y"}, {radius, "R"}} {
		if f.field == nil {
			fields.Add(kit.NewSpace())
			continue
		}
		f.field.Icon = v.Look.Icons.Prefix(f.letter, p.Quiet)
		f.field.SetName(fmt.Sprint(i, " ", f.letter))
		fields.Add(kit.Lettered(v.Look, f.field))
	}
	v.Body.Add(container.New(kit.Labelled{Width: VertexNumber}, kit.Text(fmt.Sprint(i), p.Quiet, kit.TextSize), fields))
}

// buildCategories adds a chip for each category of the level, lit if the collider has it.
func (v *Inspector) buildCategories() {
	s := v.session
	v.categoryChips("Category", func(i int, name string) bool {
		have, mixed := s.Common(v.ids()).Categories()
		return !mixed && (slices.Contains(have, name) || len(have) == 0 && i == 0)
	}, func(name string) error {
		have, _ := s.Common(v.ids()).Categories()
		if all := s.Document().Settings().Categories; len(have) == 0 && len(all) > 0 {
			have = all[:1]
		}
		next := slices.Clone(have)
		if at := slices.Index(next, name); at >= 0 {
			next = slices.Delete(next, at, at+1)
		} else {
			next = append(next, name)
		}
		return s.Shapes(v.ids()).SetCategories(next)
	})
}

// buildCollidesWith adds a chip for each category of the level, lit if the collider collides with it.
func (v *Inspector) buildCollidesWith() {
	s := v.session
	v.categoryChips(colliderKey("collides_with").Title, func(_ int, name string) bool {
		have, mixed := s.Common(v.ids()).CollidesWith()
		return !mixed && (have == nil || slices.Contains(have, name))
	}, func(name string) error {
		have, _ := s.Common(v.ids()).CollidesWith()
		all, next := s.Document().Settings().Categories, []string{} // not nil, which means all
		for _, category := range all {
			if has := have == nil || slices.Contains(have, category); has != (category == name) {
				next = append(next, category)
			}
		}
		if len(next) == len(all) {
			next = nil
		}
		return s.Shapes(v.ids()).SetCollidesWith(next)
	})
}

// categoryChips adds a row with a chip for each category of the level, lit where isLit is true. A click calls tap.
func (v *Inspector) categoryChips(label string, isLit func(i int, name string) bool, tap func(name string) error) {
	all := v.session.Document().Settings().Categories
	chips := make([]fyne.CanvasObject, len(all))
	for i, name := range all {
		chip := v.small(name, func() { v.fail(tap(name)) })
		chip.Pill = true
		v.updates = append(v.updates, func() { chip.SetLit(isLit(i, name)) })
		chips[i] = chip
	}
	v.row(label, kit.Pad(0, 4, 0, 4, container.New(v.chipLines(), chips...)))
}

// chipLines returns a layout that wraps chips.
func (v *Inspector) chipLines() *kit.Flow {
	return &kit.Flow{Gap: 5, Width: kit.SideWidth - 2*kit.Edge - kit.LabelWidth, Resize: v.Body.Refresh}
}

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
	put := func(chamfer, radius float64) {
		o := s.Outline(v.ids()[0], 0)
		if shape().Chamfer(i) > 0 {
			v.fail(o.SetChamfer(i, chamfer))
			return
		}
		v.fail(o.SetCorner(i, radius))
	}
	set := func(r float64) { put(max(r, 0), max(r, 0)) }
	f := kit.NewNumberField(v.Look, "", set, v.fail)
	f.OnEmpty = func() { put(0, level.AsShape) }
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
