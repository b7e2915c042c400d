package tool

import (
	"math"
	"slices"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

var (
	cornerForms   = []string{"As shape", "Round", "Chamfer", "Sharp"}
	cornerActions = []string{"Corner as in shape", "Round corner", "Chamfered corner", "Sharp corner"}
)

// corners returns the chosen vertices that can have their own corner form.
func (t *nodes) corners() []vertex {
	var out []vertex
	for _, v := range t.live() {
		if editor.IsCorner(t.c.session.Document().Collider(v.id).Shape, v.loop, v.index) {
			out = append(out, v)
		}
	}
	return out
}

// maxCornerHandles limits the number of chosen vertices with their own handle.
const maxCornerHandles = 32

// roundHandles returns the handles that round a shape's corners. The handle of a chosen vertex rounds only that corner;
// the others round all corners.
func (t *nodes) roundHandles(col *level.Collider) []roundHandle {
	var own []roundHandle
	chosen := map[int]bool{}
	for _, v := range t.chosen {
		if v.id != col.ID || !editor.IsCorner(col.Shape, v.loop, v.index) || len(own) == maxCornerHandles {
			continue
		}
		if h, ok := t.c.cornerHandleOf(col, v.loop, v.index); ok {
			own = append(own, h)
			if v.loop == 0 {
				chosen[v.index] = true
			}
		}
	}
	if !col.Shape.HasCorners() {
		return own
	}
	rest := slices.DeleteFunc(t.c.roundHandles(col), func(h roundHandle) bool { return chosen[h.index] })
	return append(own, rest...)
}

// cornerHandleOf returns the handle that rounds a single corner.
func (c *Controller) cornerHandleOf(col *level.Collider, loop, index int) (roundHandle, bool) {
	s, at := col.Shape, col.Transform()
	corners := s.Loop(loop)
	if index >= len(corners) {
		return roundHandle{}, false
	}
	i := s.Number(loop, index)
	a, b := editor.CornerDirections(s, i)
	inward := a.Add(b).Unit()
	if math.Abs(b.Cross(a)) <= 1e-3 || inward == (level.Vec{}) {
		return roundHandle{}, false // the outline is straight at this vertex
	}
	h := roundHandle{
		id: col.ID, corner: at.Apply(corners[index]), inward: at.Q.Apply(inward), sin: math.Abs(b.Cross(inward)),
		first: float64(roundFirst * c.unit),
		limit: s.MaxCornerRadius(i), radius: editor.CornerSize(s, i), own: true, index: i,
	}
	h.last = h.limit / h.sin
	if h.chamfer = editor.CornerForm(s, i) == editor.ChamferedCorner; h.chamfer {
		h.limit = s.MaxChamfer(i)
		h.last = h.limit
	}
	if !(h.last >= roundLeast*c.unit) || math.IsInf(h.last, 1) {
		return roundHandle{}, false
	}
	h.first = min(h.first, h.last/2)
	return h, true
}

// formOfCorners returns the common form of corners, or -1 if they differ.
func (t *nodes) formOfCorners(corners []vertex) int { return inCommon(corners, t.c.formOfCorner) }

func (c *Controller) formOfCorner(v vertex) int {
	s := c.session.Document().Collider(v.id).Shape
	return editor.CornerForm(s, s.Number(v.loop, v.index))
}

// formOfEdges returns the common form of edges, or -1 if they differ.
func (t *nodes) formOfEdges(edges []edgeName) int {
	return inCommon(edges, func(e edgeName) int {
		return editor.EdgeForm(t.c.session.Document().Collider(e.id).Shape, e.edge)
	})
}

// inCommon returns the common value of all entries, or -1 if they differ.
func inCommon[T any](list []T, of func(T) int) int {
	form := -1
	for k, one := range list {
		f := of(one)
		if k > 0 && f != form {
			return -1
		}
		form = f
	}
	return form
}

// numbersOf returns the numbers of a shape's corners among the given ones.
func numbersOf(c *level.Collider, corners []vertex) []int {
	var out []int
	for _, v := range corners {
		if v.id == c.ID {
			out = append(out, c.Shape.Number(v.loop, v.index))
		}
	}
	return out
}

// setCorners gives corners a form as one step.
func (t *nodes) setCorners(corners []vertex, form int) {
	const usual = 8 // radius for a corner without one, in pixels
	t.edit("Change corners of", shapesOf(corners), func(c *level.Collider) level.Shape {
		s, numbers := c.Shape, numbersOf(c, corners)
		size := 0.0
		for _, i := range numbers {
			size = max(size, editor.CornerSize(s, i))
		}
		if size == 0 {
			size = usual
		}
		switch form {
		case editor.RoundCorner, editor.ChamferedCorner:
			return editor.WithCorners(s, numbers, size, form == editor.ChamferedCorner)
		case editor.SharpCorner:
			return editor.WithCorners(s, numbers, 0, false)
		}
		for _, i := range numbers {
			s = s.WithCornerRadius(i, level.AsShape)
		}
		return s
	})
}

// setCornerSize sets the radius of round corners and the length of chamfered ones, as one step.
func (t *nodes) setCornerSize(corners []vertex, size float64) {
	if !(size >= 0) || size > level.MaxCoordinate {
		return
	}
	t.edit("Change corners of", shapesOf(corners), func(c *level.Collider) level.Shape {
		s := c.Shape
		for _, chamfer := range [2]bool{false, true} {
			s = editor.WithCorners(s, slices.DeleteFunc(numbersOf(c, corners), func(i int) bool {
				return (editor.CornerForm(c.Shape, i) == editor.ChamferedCorner) != chamfer
			}), size, chamfer)
		}
		return s
	})
}

// setEdges gives edges a form as one step.
func (t *nodes) setEdges(edges []edgeName, form int) {
	t.editEdges("Bend edges of", edges, func(s level.Shape, i int) level.Shape { return editor.Bent(s, i, form) })
}

// formKey cycles the form of the chosen edges (A) or corners (Q).
func (t *nodes) formKey(name string) bool {
	edges, corners := t.edges(), t.corners()
	switch {
	case name == "A" && len(edges) > 0:
		t.setEdges(edges, (t.formOfEdges(edges)+1)%len(edgeForms))
	case name == "Q" && len(corners) > 0:
		t.setCorners(corners, (t.formOfCorners(corners)+1)%len(cornerForms))
	default:
		return false
	}
	return true
}

// strip returns the strip, with the forms of the chosen edges and corners.
func (t *nodes) strip(*view) *Strip {
	edges, corners := t.edges(), t.corners()
	if len(edges) == 0 && len(corners) == 0 || t.c.gesture != nil && !t.c.isChanging() {
		return nil
	}
	s := &Strip{Title: "Nodes", Chapter: "drawing", Close: func() { t.chosen = nil }}
	doc := t.c.session.Document()
	if len(edges) > 0 {
		form := t.formOfEdges(edges)
		s.Choices = append(s.Choices,
			StripChoice{Name: plural(len(edges), "Edge"), Words: edgeForms, At: form, Pick: func(i int) {
				t.setEdges(edges, i)
			}})
		if form == editor.ArcEdge {
			c, _ := doc.Collider(edges[0].id).Shape.Curve(edges[0].edge)
			s.Choices = append(s.Choices, StripChoice{
				Name: "Height", Number: true, Value: tidyNumber(c.Arc),
				Set: func(v float64) {
					if v = tidyNumber(v); !math.IsNaN(v) && math.Abs(v) <= level.MaxCoordinate {
						t.editEdges("Bend edges of", edges, func(s level.Shape, i int) level.Shape {
							if v == 0 {
								return s.Straightened(i)
							}
							return s.WithCurve(level.Curve{Edge: i, Arc: v})
						})
					}
				},
			})
		}
	}
	if len(corners) > 0 {
		first := doc.Collider(corners[0].id).Shape
		form, size := t.formOfCorners(corners), editor.CornerSize(first,
			first.Number(corners[0].loop, corners[0].index))
		name := "Radius"
		if form == editor.ChamferedCorner {
			name = "Length"
		}
		s.Choices = append(s.Choices,
			StripChoice{
				Name: plural(len(corners), "Corner"), Words: cornerForms, At: form, Row: len(edges) > 0,
				Pick: func(i int) {
					t.setCorners(corners, i)
				},
			},
			StripChoice{Name: name, Number: true, Value: tidyNumber(size), Set: func(v float64) {
				t.setCornerSize(corners, v)
			}})
	}
	return s
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// count returns a word, with the number if it is not 1.
func count(n int, word string) string {
	if n == 1 {
		return word
	}
	return number(float64(n)) + " " + plural(n, word)
}

// isChanging reports whether a gesture drags a handle, during which the strip stays open.
func (c *Controller) isChanging() bool {
	d, ok := c.gesture.(drag)
	if !ok {
		return false
	}
	switch d.dragger.(type) {
	case *cornerDrag, *bendDrag, *vertexDrag:
		return true
	}
	return false
}

// cornerDrag drags the radius or the chamfer of chosen corners.
type cornerDrag struct {
	records
	handle roundHandle
	chosen []vertex
	offset level.Vec // from the pointer to the handle
}

func newCornerDrag(c *Controller, e Event, h roundHandle) gesture {
	t, _ := c.tools[Nodes].(*nodes)
	chosen := slices.DeleteFunc(t.corners(), func(v vertex) bool {
		return (c.formOfCorner(v) == editor.ChamferedCorner) != h.chamfer
	})
	r := c.begin("Change corners of", shapesOf(chosen))
	return drag{&cornerDrag{records: r, handle: h, chosen: chosen, offset: h.at().Sub(e.Pos)}}
}

func (d *cornerDrag) drag(e Event) {
	to := d.handle.steppedAt(e.Pos.Add(d.offset), d.c.radiusStep(e.Mods))
	d.set(func(c *level.Collider) {
		c.Shape = editor.WithCorners(c.Shape, numbersOf(c, d.chosen), to, d.handle.chamfer)
	})
	if col := d.c.session.Document().Collider(d.handle.id); col != nil {
		d.handle.radius = editor.CornerSize(col.Shape, d.handle.index)
	}
}

func (d *cornerDrag) show(v *view) {
	v.moving, v.cursor = d.ids, CursorGrabbing
	h := d.handle
	h.show(v, true)
	end := h.corner.MulAdd(h.inward, h.last)
	v.overlays = append([]overlay.Item{overlay.Line{
		Points: []level.Vec{h.corner.MulAdd(h.inward, h.first), end},
		Ink:    overlay.Warn, Width: 1, Dashed: true,
	}}, v.overlays...)
	what := "Radius "
	if h.chamfer {
		what = "Chamfer "
	}
	v.hint = what + number(h.radius) + " for " + count(len(d.chosen), "corner") + " (max " + number(h.limit) +
		"); Shift: steps of 4"
	if len(d.chosen) == 1 {
		v.hint = what + number(h.radius) + " (max " + number(h.limit) + "); Shift: steps of 4"
	}
}

// NodeForm is a form that the chosen corners or edges can be given.
type NodeForm struct {
	Label   string
	IsOn    func() bool   // all chosen corners or edges have the form
	Missing func() string // reason why the form is unavailable, or ""
	Do      func()
}

// NodeForms returns the forms that the node tool can give to the chosen corners and edges.
func (c *Controller) NodeForms() (corners, edges []NodeForm) {
	t, _ := c.tools[Nodes].(*nodes)
	missing := func(n func() int, what string) func() string {
		return func() string {
			if c.active != Nodes || n() == 0 {
				return what
			}
			return ""
		}
	}
	for form, label := range cornerActions {
		corners = append(corners, NodeForm{
			Label: label, IsOn: func() bool { return c.active == Nodes && t.formOfCorners(t.corners()) == form },
			Missing: missing(func() int { return len(t.corners()) }, "Select corners with the Nodes tool first (N)"),
			Do:      func() { c.act(func() { t.setCorners(t.corners(), form) }) },
		})
	}
	for form, label := range edgeForms {
		edges = append(edges, NodeForm{
			Label: label + " edge", IsOn: func() bool { return c.active == Nodes && t.formOfEdges(t.edges()) == form },
			Missing: missing(func() int { return len(t.edges()) }, "Select an edge with the Nodes tool first (N)"),
			Do:      func() { c.act(func() { t.setEdges(t.edges(), form) }) },
		})
	}
	return corners, edges
}
