package editor

import (
	"errors"

	"fillet/collision"
	"fillet/editor/level"
)

// Pivot is the fixed point of the selection's bounds for rotating, scaling and positioning: 0 to 8, row by row from the
// top left.
type Pivot int

// Special pivots.
const (
	PivotEach   Pivot = -1 // individual pivots: each unit about its own centre
	PivotMiddle Pivot = 4
)

// ErrNoSize reports a scale factor that is not positive.
var ErrNoSize = errors.New("the scale must be more than 0 %")

// Whole transforms the selection as a unit. Each of its commands is one undo step.
type Whole struct {
	s     *Session
	pivot Pivot
}

// Whole returns the commands for the selection as a unit, about a pivot.
func (s *Session) Whole(p Pivot) Whole { return Whole{s, p} }

// frame returns the bounds of the selection, in its own frame for a single shape. It returns false without a selection.
func (w Whole) frame() (box collision.AABB, at collision.Transform, ok bool) {
	sel := w.s.Selection()
	if sel.Len() == 1 && len(sel.Bare()) == 0 {
		return sel.Frame()
	}
	box, ok = sel.Bounds()
	return box, collision.Identity(), ok
}

// on returns the position of the pivot on a box.
func (p Pivot) on(b collision.AABB) level.Vec {
	if p < 0 || p > 8 {
		p = PivotMiddle
	}
	size := b.Size()
	return level.Vec{X: b.Min.X + float64(size.X*float64(p%3)/2), Y: b.Min.Y + float64(size.Y*float64(p/3)/2)}
}

// At returns the position of the pivot in the level.
func (w Whole) At() level.Vec {
	box, at, ok := w.frame()
	if !ok {
		return level.Vec{}
	}
	return at.Apply(w.pivot.on(box))
}

// Size returns the size of the selection's bounds, in its own frame for a single shape.
func (w Whole) Size() level.Vec {
	box, _, ok := w.frame()
	if !ok {
		return level.Vec{}
	}
	return box.Size()
}

// Angle returns the rotation of a single shape, and 0 for several.
func (w Whole) Angle() level.Degrees {
	if ids := w.s.Selection().IDs(); len(ids) == 1 {
		return w.s.Document().Collider(ids[0]).Angle
	}
	return 0
}

// MoveTo moves the selection so that the pivot is at a point.
func (w Whole) MoveTo(p level.Vec) error {
	by := p.Sub(w.At())
	return w.each("Move", func(c *level.Collider) level.Carried {
		out := *c
		out.Position = c.Position.Add(by)
		return level.Carried{To: &out}
	}, func(i *level.Instance) { i.Position = i.Position.Add(by) })
}

// Turn rotates the selection about the pivot, or each unit about its own centre.
func (w Whole) Turn(by level.Degrees) error {
	return w.about("Rotate", func(c *level.Collider, about level.Vec) level.Carried {
		return level.Carried{To: level.Turned(c, about, by)}
	},
		func(i *level.Instance, about level.Vec) { turnMark(i, about, by) })
}

// TurnAbout rotates the selection about a point of the level.
func (w Whole) TurnAbout(at level.Vec, by level.Degrees) error {
	return w.each("Rotate", func(c *level.Collider) level.Carried {
		return level.Carried{To: level.Turned(c, at, by)}
	}, func(i *level.Instance) { turnMark(i, at, by) })
}

func turnMark(i *level.Instance, about level.Vec, by level.Degrees) {
	i.Position = about.Add(by.Rotation().Apply(i.Position.Sub(about)))
	i.Angle = (i.Angle + by).Normalized()
}

// Scale scales the selection by a factor, including radii, about the pivot, or each unit about its own centre.
// Instances without parts only move.
func (w Whole) Scale(factor float64) error {
	if !(factor > 0) {
		return ErrNoSize
	}
	return w.about("Scale", func(c *level.Collider, about level.Vec) level.Carried {
		return level.Carried{To: level.Magnified(c, about, factor), Scaled: true, Point: func(p level.Vec) level.Vec {
			return p.Mul(factor)
		}}
	},
		func(i *level.Instance, about level.Vec) {
			i.Position = about.Add(i.Position.Sub(about).Mul(factor))
		})
}

// SetSize resizes the selection's bounds about the pivot. A side of 0 stays 0; radii stay unchanged.
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
			if side := to.X; side == was.X { // the changed side counts
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
			return level.Carried{
				To: level.Scaled(c, about, k.X, k.Y), Scaled: true,
				Point: level.ScaledPoint(c, k.X, k.Y),
			}
		}
		out, carry := level.Resized(c, box, collision.AABB{Min: stretch(box.Min), Max: stretch(box.Max)})
		return level.Carried{To: out, Scaled: true, Point: carry}
	}, func(i *level.Instance) { i.Position = stretch(i.Position) })
}

// about applies f about the pivot, or about the centre of each unit: a shape, a group or an instance.
func (w Whole) about(
	verb string, f func(*level.Collider, level.Vec) level.Carried, mark func(*level.Instance, level.Vec),
) error {
	if w.pivot != PivotEach {
		about := w.At()
		return w.each(verb, func(c *level.Collider) level.Carried {
			return f(c, about)
		}, func(i *level.Instance) { mark(i, about) })
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
	return w.each(verb, func(c *level.Collider) level.Carried {
		return f(c, middles[c.ID])
	}, func(i *level.Instance) { mark(i, marks[i.ID]) })
}

// each applies f to each selected unlocked collider and mark to each instance without parts, as one step.
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
