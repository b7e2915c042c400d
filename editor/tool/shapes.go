package tool

import (
	"fmt"
	"math"
	"strings"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
)

// Form is one of the shapes that the shape tool draws.
type Form struct {
	Name string
	Key  string // the key that selects the form, or ""
}

// formFreehand is the last form in the strip, after the forms of [editor.FormSettings.Draw].
const formFreehand = editor.FormCount

var forms = []Form{{"Ellipse", "O"}, {"Polygon", ""}, {"Ramp", ""}, {"Stairs", ""}, {"Curve", ""}, {"Freehand", "L"}}

// formHints are the status hints of the forms.
var formHints = []string{
	"Drag an ellipse from corner to corner, or click; Shift: circle, Alt: from the middle",
	"Drag a polygon from its centre to a vertex, or click; Shift: steps of 15°",
	"Drag a ramp from end to end of the slope, or click; Shift: steps of 15°",
	"Drag stairs from end to end, or click; Shift: as high as wide",
	"Drag a curve from end to end, or click; Shift: full quarter or half circle",
	"Draw with the button held, back to the start to close; Shift: straight",
}

// shapes is the tool for forms that need parameters besides a drag. It remembers the parameters for the next shape.
type shapes struct {
	c    *Controller
	form int
	size [formFreehand]level.Vec // size of each form but freehand, as the vector of a drag

	editor.FormSettings

	smoothing, tolerance float64
	lines                bool // freehand lines have only straight edges
	last                 lastStroke
}

func newShapes(c *Controller) *shapes {
	t := &shapes{c: c, FormSettings: editor.FormSettings{Sides: 6, Inner: 50, Steps: 6}, smoothing: 4, tolerance: 1}
	grid := c.session.Document().Settings().Grid.Size
	t.Tread, t.Floor = grid, grid.Y
	const cells = 4
	for i := range t.size {
		t.size[i] = level.Vec{X: float64(cells * grid.X), Y: float64(-cells * grid.Y)}
	}
	t.size[editor.PolygonForm] = level.Vec{Y: float64(-cells / 2 * grid.Y)}
	return t
}

// Forms returns the forms that the shape tool draws.
func (c *Controller) Forms() []Form { return forms }

// Form returns the index in [Controller.Forms] of the current form.
func (c *Controller) Form() int { return c.shapes.form }

// TakeForm switches to the shape tool and chooses a form.
func (c *Controller) TakeForm(i int) {
	if i >= 0 && i < len(forms) {
		c.act(func() {
			c.shapes.form = i
			c.Switch(Shapes)
		})
	}
}

func (c *Controller) formKey(name string) bool {
	for i, f := range forms {
		if f.Key == name && name != "" {
			c.TakeForm(i)
			return true
		}
	}
	return false
}

// key handles keys: the tool's own key cycles through the forms.
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
	return &press{
		c: t.c, start: e, cursor: CursorCrosshair, hint: "Drag to set the size; click for the size in the strip",
		drag: func() gesture { return drag{t.newDrag(e)} },
		click: func(Event) gesture {
			t.newDrag(e).click()
			return nil
		},
	}
}

func (t *shapes) newDrag(e Event) *shapeDrag {
	d := &shapeDrag{t: t, form: t.form}
	d.dragging = newDragging(t.c, e, level.Solid, d.shape, d.label)
	d.middle = t.form != editor.PolygonForm // which begins in its centre anyway
	return d
}

// shapeDrag is the drag of the shape tool.
type shapeDrag struct {
	*dragging
	t    *shapes
	form int
	size level.Vec // size of the draft
	text string    // description of the size
}

// click draws a shape of the size in the strip. An ellipse is centred on the pointer.
func (d *shapeDrag) click() {
	size := d.t.size[d.form]
	if d.form == editor.EllipseForm {
		d.from = d.from.Sub(size.Mul(0.5))
	}
	d.to = d.from.Add(size)
	d.update(Mods{})
	d.drop(Event{})
}

func (d *shapeDrag) drop(e Event) {
	if d.collider != nil && d.baked != nil {
		d.collider.Name = editor.FreeName(d.t.c.session.Document(), strings.ToLower(d.name()))
		d.t.size[d.form] = d.size
	}
	d.dragging.drop(e)
}

// name returns the base name of a new shape.
func (d *shapeDrag) name() string {
	switch {
	case d.form == editor.PolygonForm && d.t.Star:
		return "star"
	case d.form == editor.EllipseForm && d.collider.Shape.Kind == level.Circle:
		return "circle"
	case d.form == editor.CurveForm:
		return curveNames[d.t.Curve]
	}
	return forms[d.form].Name
}

// shape returns the shape of a drag and its position.
func (d *shapeDrag) shape(from, to level.Vec, m Mods) (level.Shape, level.Vec, bool) {
	t := d.t
	t.Slope = t.size[editor.RampForm]
	made, by, steps, ok := t.Draw(d.form, to.Sub(from), m.Shift)
	d.size = tidy(by)
	width, height := math.Abs(d.size.X), math.Abs(d.size.Y)
	d.text = number(width) + " × " + number(height)
	switch d.form {
	case editor.PolygonForm:
		d.text = "r " + number(d.size.Len())
	case editor.RampForm:
		d.text += " · " + number(float64(level.DegreesOf(collision.Atan2(height, width)))) + "°"
	case editor.StairsForm:
		d.text += fmt.Sprintf(" · %d steps of %s × %s", steps, number(width/float64(steps)),
			number(height/float64(steps)))
	}
	return made.Shape.Map(tidy), tidy(from.Add(made.Offset)), ok
}

func (d *shapeDrag) label(level.Shape) string { return d.text }

var (
	curveWords = []string{"Pipe", "Round", "Half pipe", "Hill"}
	curveNames = []string{"quarter pipe", "quarter round", "half pipe", "hill"}
)

// strip returns the strip, with the form and its parameters.
func (t *shapes) strip(*view) *Strip {
	names := make([]string, len(forms))
	for i, f := range forms {
		names[i] = f.Name
	}
	s := &Strip{Title: "Shape", Chapter: "drawing", Close: func() { t.c.Switch(Select) }}
	s.Choices = append(s.Choices, StripChoice{Words: names, Wide: true, At: t.form, Pick: t.c.TakeForm})
	switch t.form {
	case editor.EllipseForm:
		s.Choices = append(s.Choices, t.length("Width", &t.size[editor.EllipseForm].X),
			t.length("Height", &t.size[editor.EllipseForm].Y))
	case editor.PolygonForm:
		s.Choices = append(s.Choices, t.integer("Sides", &t.Sides, 3, maxSides), t.radius(),
			StripChoice{Name: "Star", Tip: "Every second vertex is closer to the centre", On: t.Star, Do: func() {
				t.Star = !t.Star
			}})
		if t.Star {
			s.Choices = append(s.Choices, t.bounded("Inner", "%", t.Inner, 5, 95, func(v float64) { t.Inner = v }))
		}
	case editor.RampForm:
		s.Choices = append(s.Choices, t.length("Run", &t.size[editor.RampForm].X),
			t.length("Rise", &t.size[editor.RampForm].Y),
			StripChoice{
				Name: "Keep slope", Tip: "Dragging changes the length, not the slope", On: t.KeepSlope,
				Do: func() { t.KeepSlope = !t.KeepSlope },
			})
	case editor.StairsForm:
		s.Choices = append(s.Choices, StripChoice{
			Words: []string{"Step count", "Step size"}, At: editor.Either(t.FixedSteps, 1, 0),
			Pick: func(i int) { t.FixedSteps = i == 1 },
		})
		if t.FixedSteps {
			s.Choices = append(s.Choices, t.length("Run", &t.Tread.X), t.length("Rise", &t.Tread.Y))
		} else {
			s.Choices = append(s.Choices, t.integer("Steps", &t.Steps, 1, editor.MaxStairs))
		}
	case editor.CurveForm:
		s.Choices = append(s.Choices, StripChoice{Words: curveWords, At: int(t.Curve), Pick: func(i int) {
			if i >= 0 && i < len(curveNames) {
				t.Curve = editor.GroundCurve(i)
			}
		}}, t.length("Width", &t.size[editor.CurveForm].X), t.length("Height", &t.size[editor.CurveForm].Y))
		if t.Curve == editor.HalfPipe {
			s.Choices = append(s.Choices, t.bounded("Floor", "", t.Floor, 0, maxLength,
				func(v float64) { t.Floor = v }))
		}
	case formFreehand:
		field := func(name string, of *float64) StripChoice {
			return t.bounded(name, "", *of, 0, maxSmoothing, func(v float64) {
				*of = v
				t.fitLast()
			})
		}
		s.Choices = append(s.Choices, field("Smoothing", &t.smoothing), field("Tolerance", &t.tolerance),
			StripChoice{Words: []string{"Curves", "Lines"}, At: editor.Either(t.lines, 1, 0), Pick: func(i int) {
				t.lines = i == 1
				t.fitLast()
			}})
	}
	s.Choices[1].Row = true // the parameters get their own row
	return s
}

const (
	maxSides     = 100
	maxLength    = 1e5
	maxSmoothing = 1000
)

// bounded returns a number field that passes only values within its bounds to set.
func (t *shapes) bounded(name, unit string, value, least, limit float64, set func(v float64)) StripChoice {
	return StripChoice{Name: name, Unit: unit, Number: true, Value: value, Set: func(v float64) {
		if v >= least && v <= limit {
			set(v)
			return
		}
		t.c.problem = fmt.Sprintf("%s must be between %s and %s", name, number(least), number(limit))
	}}
}

// length returns a field for a positive length. Editing it keeps the sign of the value.
func (t *shapes) length(name string, of *float64) StripChoice {
	return t.bounded(name, "", math.Abs(*of), 0.1, maxLength, func(v float64) { *of = math.Copysign(v, *of) })
}

// integer returns a field for an integer.
func (t *shapes) integer(name string, of *int, least, limit int) StripChoice {
	return t.bounded(name, "", float64(*of), float64(least), float64(limit), func(v float64) {
		*of = int(math.Round(v))
	})
}

// radius returns the field for the radius of the next regular polygon. Editing it keeps the direction of the first
// corner.
func (t *shapes) radius() StripChoice {
	size := &t.size[editor.PolygonForm]
	return t.bounded("Radius", "px", tidyNumber(size.Len()), 0.1, maxLength, func(v float64) {
		*size = size.Unit().Mul(v)
	})
}
