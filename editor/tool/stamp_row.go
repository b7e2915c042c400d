package tool

import (
	"fmt"
	"math"

	"fillet/editor/level"
	"fillet/editor/overlay"
)

// stampRow places instances side by side from the press to the pointer, in a row or a column.
type stampRow struct {
	step
	of     level.Instance // the first instance
	size   level.Vec      // size of the bounds of one instance
	ids    []level.InstanceID
	from   level.Vec // position of the press
	count  int       // number of placed instances
	by     level.Vec // offset from one instance to the next
	guides []overlay.Item
}

// maxInRow limits the number of instances placed in one drag.
const maxInRow = 1000

// newStampRow begins a row with the instance that a ghost shows.
func newStampRow(c *Controller, g *ghost, e Event) gesture {
	of := g.instance
	of.ID, of.Position = 0, g.at(e)
	r := &stampRow{
		step: step{c, c.session.BeginExclusive("Place " + of.Label())},
		of:   of, size: g.box.Size(), from: e.Pos, guides: g.guides,
	}
	r.lay(1, level.Vec{})
	return drag{r}
}

func (r *stampRow) drag(e Event) {
	by := e.Pos.Sub(r.from)
	step, length, size := level.Vec{X: math.Copysign(r.size.X, by.X)}, math.Abs(by.X), r.size.X
	if math.Abs(by.Y) > math.Abs(by.X) {
		step, length, size = level.Vec{Y: math.Copysign(r.size.Y, by.Y)}, math.Abs(by.Y), r.size.Y
	}
	n := 1
	if size > 0 {
		n += int(min(length/size, maxInRow-1))
	}
	if n == 1 {
		step = level.Vec{}
	}
	if n != r.count || step != r.by {
		r.lay(n, step)
	}
}

// lay places n instances and removes the previously placed ones.
func (r *stampRow) lay(n int, step level.Vec) {
	s := r.c.session
	err := r.gesture.Reset()
	var d level.Diff
	if err == nil {
		for len(r.ids) < n {
			r.ids = append(r.ids, s.Document().NewInstanceID())
		}
		r.count, r.by = n, step
		first := r.of
		first.ID = r.ids[0]
		d, err = s.Instances().Placing(&first)
		for k := 1; k < n && err == nil; k++ {
			next := first
			next.ID, next.Order = r.ids[k], first.Order+float64(k)
			next.Position = tidy(first.Position.MulAdd(step, float64(k)))
			d.Instances = append(d.Instances, level.Added(&next))
		}
	}
	if err != nil {
		r.c.problem = reason(err)
		return
	}
	r.gesture.SetLabel("Place " + r.of.Label())
	if n > 1 {
		r.gesture.SetLabel(fmt.Sprintf("Place %d × %s", n, r.of.Label()))
	}
	r.c.apply(r.gesture, d)
}

func (r *stampRow) drop(Event) {
	r.gesture.Commit()
	r.c.session.Instances().Select(r.ids[:r.count]...)
}

func (r *stampRow) show(v *view) {
	v.cursor, v.hint = CursorCrosshair, fmt.Sprintf("Release to place %d in a row; Escape cancels", r.count)
	v.add(r.guides...)
	doc := r.c.session.Document()
	for _, id := range r.ids[:r.count] {
		for _, c := range doc.Parts(id) {
			v.moving = append(v.moving, c.ID)
		}
	}
}
