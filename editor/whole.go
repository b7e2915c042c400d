package editor

import (
	"errors"

	"fillet/collision"
	"fillet/editor/level"
)

// Pivot is the point of the box around the selection that stays where it is while the selection is turned and scaled, and that its place
// is told of: 0 to 8 from the top left one, row by row.
type Pivot int

// The pivots with names.
const (
	PivotEach   Pivot = -1 // none: each of what is selected by itself, about its own middle
	PivotMiddle Pivot = 4
)

// ErrNoSize is the error of a scale that would leave nothing.
var ErrNoSize = errors.New("a scale is more than 0 %")

// Whole is the selection as one thing. Each of its commands is one undo step.
type Whole struct {
	s     *Session
	pivot Pivot
}

// Whole returns the selection as one thing, about a pivot.
func (s *Session) Whole(p Pivot) Whole { return Whole{s, p} }

// frame is the box around what is selected, in its own frame where that is a single shape; false where nothing is.
func (w Whole) frame() (box collision.AABB, at collision.Transform, ok bool) {
	sel := w.s.Selection()
	if sel.Len() == 1 && len(sel.Bare()) == 0 {
		return sel.Frame()
	}
	box, ok = sel.Bounds()
	return box, collision.Identity(), ok
}

// on is where the pivot lies on a box.
func (p Pivot) on(b collision.AABB) level.Vec {
	if p < 0 || p > 8 {
		p = PivotMiddle
	}
	size := b.Size()
	return level.Vec{X: b.Min.X + float64(size.X*float64(p%3)/2), Y: b.Min.Y + float64(size.Y*float64(p/3)/2)}
}

// At is where the pivot lies in the level.
func (w Whole) At() level.Vec {
	box, at, ok := w.frame()
	if !ok {
		return level.Vec{}
	}
	return at.Apply(w.pivot.on(box))
}

// Size is the width and height of the box around the selection, of a single shape in its own frame.
func (w Whole) Size() level.Vec {
	box, _, ok := w.frame()
	if !ok {
		return level.Vec{}
	}
	return box.Size()
}

// Angle is how a single shape is turned. Several together are not.
func (w Whole) Angle() level.Degrees {
	if ids := w.s.Selection().IDs(); len(ids) == 1 {
		return w.s.Document().Collider(ids[0]).Angle
	}
	return 0
}

// MoveTo moves all of the selection so that the pivot lies at a point.
func (w Whole) MoveTo(p level.Vec) error {
	by := p.Sub(w.At())
	return w.each("Move", func(c *level.Collider) level.Carried {
		out := *c
		out.Position = c.Position.Add(by)
		return level.Carried{To: &out}
	}, func(i *level.Instance) { i.Position = i.Position.Add(by) })
}

// Turn turns the selection about the pivot, or each of it about its own middle.
func (w Whole) Turn(by level.Degrees) error {
	return w.about("Rotate", func(c *level.Collider, about level.Vec) level.Carried {
		return level.Carried{To: level.Turned(c, about, by)}
	},
		func(i *level.Instance, about level.Vec) { turnMark(i, about, by) })
}

// TurnAbout turns the selection about a point of the level.
func (w Whole) TurnAbout(at level.Vec, by level.Degrees) error {
	return w.each("Rotate", func(c *level.Collider) level.Carried { return level.Carried{To: level.Turned(c, at, by)} }, func(i *level.Instance) { turnMark(i, at, by) })
}

func turnMark(i *level.Instance, about level.Vec, by level.Degrees) {
	i.Position = about.Add(by.Rotation().Apply(i.Position.Sub(about)))
	i.Angle = (i.Angle + by).Normalized()
}

// Scale makes the selection so many times as large, radii too, about the pivot, or each of it about its own middle. Instances without
// parts move only.
func (w Whole) Scale(factor float64) error {
	if !(factor > 0) {
		return ErrNoSize
	}
	return w.about("Scale", func(c *level.Collider, about level.Vec) level.Carried {
		return level.Carried{To: level.Magnified(c, about, factor), Scaled: true, Point: func(p level.Vec) level.Vec { return p.Mul(factor) }}
	},
		func(i *level.Instance, about level.Vec) {
			i.Position = about.Add(i.Position.Sub(about).Mul(factor))
		})
}

// SetSize gives the box around the selection another size, about the pivot. A side that is 0 stays so; radii stay as they are.
func (w Whole) SetSize(to level.Vec) error {
	box, at, ok := w.frame()
	if !ok {
		return ErrNothingSelected
	}
	was := box.Size()
	to = level.Vec{X: max(to.X, level.MinExtent), Y: max(to.Y, level.MinExtent)}
	about := w.pivot.on(box)
	factor := func(is, was float64) float64 {
		if was < nearlySame {
			return 1
		}
		return is / was
	}
	if ids := w.s.Selection().IDs(); len(ids) == 1 {
		if c := w.s.Document().Collider(ids[0]); c.Shape.Kind == level.Circle {
			if side := to.X; side == was.X { // the side that has changed counts
				to.X = to.Y
			} else {
				to.Y = side
			}
		}
	}
	k := level.Vec{X: factor(to.X, was.X), Y: factor(to.Y, was.Y)}
	stretch := func(p level.Vec) level.Vec {
		d := p.Sub(about)
		return about.Add(level.Vec{X: float64(d.X * k.X), Y: float64(d.Y * k.Y)})
	}
	return w.each("Resize", func(c *level.Collider) level.Carried {
		if at == collision.Identity() && w.s.Selection().Len() > 1 {
			return level.Carried{To: level.Scaled(c, about, k.X, k.Y), Scaled: true, Point: level.ScaledPoint(c, k.X, k.Y)}
		}
		out, carry := level.Resized(c, box, collision.AABB{Min: stretch(box.Min), Max: stretch(box.Max)})
		return level.Carried{To: out, Scaled: true, Point: carry}
	}, func(i *level.Instance) { i.Position = stretch(i.Position) })
}

// about does something to all that is selected about the pivot, or to each of it about its own middle: a group's, an instance's.
func (w Whole) about(verb string, f func(*level.Collider, level.Vec) level.Carried, mark func(*level.Instance, level.Vec)) error {
	if w.pivot != PivotEach {
		about := w.At()
		return w.each(verb, func(c *level.Collider) level.Carried { return f(c, about) }, func(i *level.Instance) { mark(i, about) })
	}
	units, err := w.s.Arrange().Units()
	if err != nil {
		return err
	}
	middles, marks := map[level.ID]level.Vec{}, map[level.InstanceID]level.Vec{}
	for _, u := range units {
		middle := u.Box.Center()
		if len(u.Colliders) == 1 && len(u.Bare) == 0 {
			middle = level.Centre(w.s.Document().Collider(u.Colliders[0]))
		}
		for _, id := range u.Colliders {
			middles[id] = middle
		}
		for _, id := range u.Bare {
			marks[id] = middle
		}
	}
	return w.each(verb, func(c *level.Collider) level.Carried { return f(c, middles[c.ID]) }, func(i *level.Instance) { mark(i, marks[i.ID]) })
}

// each makes one step of what f makes of each collider that is selected and not locked, and mark of each instance without parts.
func (w Whole) each(verb string, f func(*level.Collider) level.Carried, mark func(*level.Instance)) error {
	s := w.s
	units, err := s.Arrange().Units()
	if err != nil {
		return err
	}
	doc := s.Document()
	var d level.Diff
	var ids []level.ID
	var marks []level.InstanceID
	made := map[level.ID]level.Carried{}
	for _, u := range units {
		for _, id := range u.Bare {
			marks = append(marks, id)
			i := doc.Instance(id)
			out := *i
			if mark(&out); !out.Equal(i) {
				d.Instances = append(d.Instances, level.Changed(i, &out))
			}
		}
		for _, id := range u.Colliders {
			ids = append(ids, id)
			c := doc.Collider(id)
			out := f(c)
			if !out.To.Equal(c) {
				d.Colliders = append(d.Colliders, level.Changed(c, out.To))
			}
			if out.Point != nil {
				out.From = c
				made[id] = out
			}
		}
	}
	label := s.Label(verb, ids)
	if len(marks) > 0 {
		label = verb + " " + doc.TallyOf(ids, marks...).String()
	}
	return s.doCarrying(label, d, made)
}
