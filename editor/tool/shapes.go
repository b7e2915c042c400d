package tool

import (
	"fmt"
	"math"
	"strings"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/shapeops"
)

// Form is one of the shapes that the shape tool draws.
type Form struct {
	Name string
	Key  string // which takes it, "" for none
}

// The forms of the shape tool, in the order of its strip.
const (
	formEllipse = iota
	formPolygon
	formRamp
	formStairs
	formCurve
	formFreehand
)

var forms = []Form{{"Ellipse", "O"}, {"Polygon", ""}, {"Ramp", ""}, {"Stairs", ""}, {"Curve", ""}, {"Freehand", "L"}}

// formHints are what the status bar says of each form.
var formHints = []string{
	"ellipse: drag from corner to corner, or click; Shift: circle",
	"polygon: drag from its middle to a corner, or click; Shift: steps of 15°",
	"ramp: drag from end to end of the slope, or click; Shift: steps of 15°",
	"stairs: drag from end to end, or click; Shift: as high as wide",
	"curve: drag from end to end, or click; Shift: a whole quarter or half circle",
	"freehand: draw with the button held, back to the start to close it; Shift: straight",
}

// shapes is the tool that draws the forms which need numbers beside a drag. The numbers are kept for the next one.
type shapes struct {
	c    *Controller
	form int
	size [formFreehand]level.Vec // of each form but freehand, as a drag from the start to the end would be

	sides int
	star  bool
	inner float64 // of a star: where its inner corners are, in percent of the radius
	slope bool    // ramps keep their slope
	steps int
	treads
	curve shapeops.Curve
	floor float64

	smoothing, tolerance float64
	last                 lastStroke
}

// treads are the steps of stairs where they have a size of their own.
type treads struct {
	fixed bool
	tread level.Vec // run and rise
}

func newShapes(c *Controller) *shapes {
	t := &shapes{c: c, sides: 6, inner: 50, steps: 6, smoothing: 4, tolerance: 1}
	grid := c.session.Document().Settings().Grid.Size
	t.tread, t.floor = grid, grid.Y
	const cells = 4
	for i := range t.size {
		t.size[i] = level.Vec{X: float64(cells * grid.X), Y: float64(-cells * grid.Y)}
	}
	t.size[formPolygon] = level.Vec{Y: float64(-cells / 2 * grid.Y)}
	return t
}

// Forms lists what the shape tool draws.
func (c *Controller) Forms() []Form { return forms }

// Form is which of the [Controller.Forms] the shape tool draws.
func (c *Controller) Form() int { return c.shapes.form }

// TakeForm switches to the shape tool, with a form.
func (c *Controller) TakeForm(i int) {
	if i >= 0 && i < len(forms) {
		c.act(func() {
			c.shapes.form = i
			c.Switch(Shapes)
		})
	}
}

// formKey takes the form that a key stands for.
func (c *Controller) formKey(name string) bool {
	for i, f := range forms {
		if f.Key == name && name != "" {
			c.TakeForm(i)
			return true
		}
	}
	return false
}

// key takes the next form with the tool's own key.
func (t *shapes) key(name string, m Mods) bool {
	if name != shapesKey {
		return false
	}
	by := 1
	if m.Shift {
		by = len(forms) - 1
	}
	t.form = (t.form + by) % len(forms)
	return true
}

func (t *shapes) escape() bool { return false }
func (t *shapes) leave()       { t.last = lastStroke{} }

func (t *shapes) show(v *view) { (&drawing{c: t.c, hint: formHints[t.form]}).show(v) }

func (t *shapes) press(e Event) gesture {
	if t.form == formFreehand {
		return newStroke(t, e)
	}
	return &shapePress{t: t, start: e}
}

// shapePress is a press of the shape tool: a drag draws a shape of its size, a click one of the size in the strip.
type shapePress struct {
	t     *shapes
	start Event
}

func (p *shapePress) pointer(e Event) gesture {
	switch {
	case e.Kind == Move && e.Pos.Dist(p.start.Pos) > dragUnits*p.t.c.unit:
		d := &shapeDrag{t: p.t, form: p.t.form}
		d.dragging = newDragging(p.t.c, p.start, level.Solid, d.shape, d.label)
		return drag{d}.pointer(e)
	case e.Kind == Up && e.Button == Primary:
		p.click()
		return nil
	}
	return p
}

// click draws a shape of the size in the strip; those that stand on a middle have it at the pointer.
func (p *shapePress) click() {
	d := &shapeDrag{t: p.t, form: p.t.form}
	d.dragging = newDragging(p.t.c, p.start, level.Solid, d.shape, d.label)
	size := p.t.size[d.form]
	if d.form == formEllipse {
		d.from = d.from.Sub(size.Mul(0.5))
	}
	d.to = d.from.Add(size)
	d.clicked = true
	d.update(Mods{})
	d.drop(Event{})
}

func (p *shapePress) cancel() {}

func (p *shapePress) show(v *view) {
	v.cursor, v.hint = CursorCrosshair, "Drag to give it a size; a click draws one as large as the strip says"
}

// shapeDrag is the drag of the shape tool.
type shapeDrag struct {
	*dragging
	t       *shapes
	form    int
	clicked bool
	size    level.Vec // of the shape that is shown
	text    string    // how large that is
}

func (d *shapeDrag) drop(e Event) {
	if d.collider != nil && d.baked != nil {
		d.collider.Name = editor.FreeName(d.t.c.session.Document(), strings.ToLower(d.name()))
		d.t.size[d.form] = d.size
	}
	d.dragging.drop(e)
}

// name is what a new shape of the form is called.
func (d *shapeDrag) name() string {
	switch {
	case d.form == formPolygon && d.t.star:
		return "star"
	case d.form == formEllipse && d.collider.Shape.Kind == level.Circle:
		return "circle"
	case d.form == formCurve:
		return curveNames[d.t.curve]
	}
	return forms[d.form].Name
}

func (d *shapeDrag) label(level.Shape) string { return d.text }

var (
	curveWords = []string{"Pipe", "Round", "Half pipe", "Hill"}
	curveNames = []string{"quarter pipe", "quarter round", "half pipe", "hill"}
)

// shape is what the drag draws, and its place.
func (d *shapeDrag) shape(from, to level.Vec, m Mods) (level.Shape, level.Vec, bool) {
	t := d.t
	var made shapeops.Made
	var ok bool
	switch d.form {
	case formEllipse:
		if m.Shift {
			to = squared(from, to)
		}
		made.Shape, ok = shapeops.Ellipse(to.Sub(from).Max(from.Sub(to)))
		made.Offset = to.Sub(from).Mul(0.5)
	case formPolygon:
		if m.Shift {
			to = stepped(from, to)
		}
		inner := 0.0
		if t.star {
			inner = t.inner / 100
		}
		made.Shape, ok = shapeops.RegularPolygon(t.sides, to.Sub(from), inner)
	case formRamp:
		made, ok = shapeops.Ramp(t.ramp(&to, from, m))
	case formStairs:
		steps := t.stairs(&to, from, m)
		made, ok = shapeops.Stairs(steps, to.Sub(from))
		defer func() {
			d.text += fmt.Sprintf(" · %d steps of %s × %s", steps, number(math.Abs(d.size.X)/float64(steps)), number(math.Abs(d.size.Y)/float64(steps)))
		}()
	case formCurve:
		if m.Shift {
			to = t.curve45(from, to)
		}
		made, ok = shapeops.CurvedGround(t.curve, to.Sub(from), t.floor)
	}
	d.size = tidy(to.Sub(from))
	d.text = number(math.Abs(d.size.X)) + " × " + number(math.Abs(d.size.Y))
	switch d.form {
	case formPolygon:
		d.text = "r " + number(d.size.Len())
	case formRamp:
		d.text += " · " + number(math.Abs(float64(slopeOf(d.size)))) + "°"
	}
	return made.Shape.Map(tidy), tidy(from.Add(made.Offset)), ok
}

// slopeOf is the angle of a slope against the ground.
func slopeOf(size level.Vec) level.Degrees {
	return level.DegreesOf(collision.Atan2(math.Abs(size.Y), math.Abs(size.X)))
}

// ramp is the end of a ramp from its start: with Shift in steps of 15°, or with the slope that is kept.
func (t *shapes) ramp(to *level.Vec, from level.Vec, m Mods) level.Vec {
	keep := t.size[formRamp]
	switch by := to.Sub(from); {
	case m.Shift:
		*to = stepped(from, *to)
	case t.slope && keep.X != 0:
		*to = from.Add(level.Vec{X: by.X, Y: math.Copysign(float64(by.X*(keep.Y/keep.X)), by.Y)})
	}
	return to.Sub(from)
}

// stairs is how many steps there are to the end, which is moved where the steps have a size of their own.
func (t *shapes) stairs(to *level.Vec, from level.Vec, m Mods) int {
	if m.Shift && !t.fixed {
		*to = squared(from, *to)
	}
	if !t.fixed {
		return t.steps
	}
	by := to.Sub(from)
	n := math.Round(max(math.Abs(by.X)/t.tread.X, math.Abs(by.Y)/t.tread.Y))
	n = min(max(n, 1), shapeops.MostSteps)
	*to = from.Add(level.Vec{X: math.Copysign(float64(n*t.tread.X), by.X), Y: math.Copysign(float64(n*t.tread.Y), by.Y)})
	return int(n)
}

// curve45 is the end of a curve that is a whole quarter, or half, of a circle.
func (t *shapes) curve45(from, to level.Vec) level.Vec {
	by := to.Sub(from)
	switch t.curve {
	case shapeops.HalfPipe:
		return from.Add(level.Vec{X: by.X, Y: math.Copysign(float64(math.Abs(by.X)/2)+t.floor, by.Y)})
	case shapeops.Hill:
		return from.Add(level.Vec{X: by.X, Y: math.Copysign(math.Abs(by.X)/2, by.Y)})
	}
	return squared(from, to)
}

// strip chooses the form, and its numbers.
func (t *shapes) strip(*view) *Strip {
	names := make([]string, len(forms))
	for i, f := range forms {
		names[i] = f.Name
	}
	s := &Strip{Title: "Shape", Chapter: "drawing", Close: func() { t.c.Switch(Select) }}
	s.Choices = append(s.Choices, StripChoice{Words: names, Wide: true, At: t.form, Pick: func(i int) {
		if i >= 0 && i < len(forms) {
			t.c.TakeForm(i)
		}
	}})
	switch t.form {
	case formEllipse:
		s.Choices = append(s.Choices, t.length("Width", &t.size[formEllipse].X), t.length("Height", &t.size[formEllipse].Y))
	case formPolygon:
		s.Choices = append(s.Choices, t.whole("Sides", &t.sides, 3, mostSides), t.radius(),
			StripChoice{Name: "Star", Tip: "Every second corner is nearer to the middle", On: t.star, Do: func() { t.star = !t.star }})
		if t.star {
			s.Choices = append(s.Choices, t.between("Inner", "%", &t.inner, 5, 95))
		}
	case formRamp:
		s.Choices = append(s.Choices, t.length("Run", &t.size[formRamp].X), t.length("Rise", &t.size[formRamp].Y),
			StripChoice{Name: "Keep the slope", Tip: "Drags change how long the ramp is, not how steep", On: t.slope, Do: func() { t.slope = !t.slope }})
	case formStairs:
		at := 0
		if t.fixed {
			at = 1
		}
		s.Choices = append(s.Choices, StripChoice{Words: []string{"Number of steps", "Size of steps"}, At: at, Pick: func(i int) { t.fixed = i == 1 }})
		if t.fixed {
			s.Choices = append(s.Choices, t.length("Run", &t.tread.X), t.length("Rise", &t.tread.Y))
		} else {
			s.Choices = append(s.Choices, t.whole("Steps", &t.steps, 1, shapeops.MostSteps))
		}
	case formCurve:
		s.Choices = append(s.Choices, StripChoice{Words: curveWords, At: int(t.curve), Pick: func(i int) {
			if i >= 0 && i < len(curveNames) {
				t.curve = shapeops.Curve(i)
			}
		}}, t.length("Width", &t.size[formCurve].X), t.length("Height", &t.size[formCurve].Y))
		if t.curve == shapeops.HalfPipe {
			s.Choices = append(s.Choices, t.between("Floor", "", &t.floor, 0, mostLength))
		}
	case formFreehand:
		s.Choices = append(s.Choices, t.between("Smoothing", "", &t.smoothing, 0, mostSmoothing), t.between("Tolerance", "", &t.tolerance, 0, mostSmoothing))
		for i := range s.Choices[1:] {
			o := &s.Choices[1+i]
			set := o.Set
			o.Set = func(v float64) {
				set(v)
				t.fitLast()
			}
		}
	}
	s.Choices[1].Row = true
	return s
}

const (
	mostSides     = 100
	mostLength    = 1e5
	mostSmoothing = 1000
)

// between is a number between two others.
func (t *shapes) between(name, unit string, of *float64, least, most float64) StripChoice {
	return StripChoice{Name: name, Unit: unit, Number: true, Value: *of, Set: func(v float64) {
		if v >= least && v <= most {
			*of = v
			return
		}
		t.c.problem = fmt.Sprintf("%s is between %s and %s", name, number(least), number(most))
	}}
}

// length is a length more than 0, which keeps the direction that it had.
func (t *shapes) length(name string, of *float64) StripChoice {
	value := math.Abs(*of)
	c := t.between(name, "", &value, 0.1, mostLength)
	set := c.Set
	c.Set = func(v float64) {
		set(v)
		*of = math.Copysign(value, *of)
	}
	return c
}

// whole is a whole number.
func (t *shapes) whole(name string, of *int, least, most int) StripChoice {
	value := float64(*of)
	c := t.between(name, "", &value, float64(least), float64(most))
	set := c.Set
	c.Set = func(v float64) {
		set(v)
		*of = int(math.Round(value))
	}
	return c
}

// radius is the radius of the next regular polygon, which keeps the direction of its first corner.
func (t *shapes) radius() StripChoice {
	size := &t.size[formPolygon]
	value := tidyNumber(size.Len())
	c := t.between("Radius", "px", &value, 0.1, mostLength)
	set := c.Set
	c.Set = func(v float64) {
		set(v)
		*size = size.Unit().Mul(value)
	}
	return c
}
