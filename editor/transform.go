package editor

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
)

// Pivot is the fixed point of the selection's bounds for rotating, scaling and positioning: 0 to 8, row by row from the
// top left.
type Pivot int

// Named pivots.
const (
	PivotEach   Pivot = -1 // individual pivots: each unit about its own centre
	PivotMiddle Pivot = 4
)

// ErrNoSize reports a scale of 0 or less.
var ErrNoSize = errors.New("the scale must be more than 0 %")

// Transform holds the commands that transform the selection as a unit. Each is one undo step.
type Transform struct {
	s     *Session
	pivot Pivot
}

// Transform returns the commands for the selection as a unit, about a pivot.
func (s *Session) Transform(p Pivot) Transform { return Transform{s, p} }

// frame returns the bounds of the selection; for a single shape, in the shape's own frame. It returns false without a
// selection.
func (w Transform) frame() (box collision.AABB, at collision.Transform, ok bool) {
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
func (w Transform) At() level.Vec {
	box, at, ok := w.frame()
	if !ok {
		return level.Vec{}
	}
	return at.Apply(w.pivot.on(box))
}

// Size returns the size of the selection's bounds; for a single shape, in the shape's own frame.
func (w Transform) Size() level.Vec {
	box, _, _ := w.frame()
	return box.Size()
}

// Angle returns the rotation of a single shape, and 0 for several.
func (w Transform) Angle() level.Degrees {
	if ids := w.s.Selection().IDs(); len(ids) == 1 {
		return w.s.Document().Collider(ids[0]).Angle
	}
	return 0
}

// MoveTo moves the selection so that the pivot is at a point.
func (w Transform) MoveTo(p level.Vec) error {
	by := p.Sub(w.At())
	return w.each("Move", func(c *level.Collider) level.Carried {
		out := *c
		out.Position = c.Position.Add(by)
		return level.Carried{To: &out}
	}, func(i *level.Instance) { i.Position = i.Position.Add(by) })
}

// Turn rotates the selection about the pivot, or each unit about its own centre.
func (w Transform) Turn(by level.Degrees) error {
	return w.about("Rotate", func(c *level.Collider, about level.Vec) level.Carried {
		return level.Carried{To: level.Turned(c, about, by)}
	}, func(i *level.Instance, about level.Vec) { turnMark(i, about, by) })
}

// TurnAbout rotates the selection about a point of the level.
func (w Transform) TurnAbout(at level.Vec, by level.Degrees) error {
	return w.each("Rotate", func(c *level.Collider) level.Carried {
		return level.Carried{To: level.Turned(c, at, by)}
	}, func(i *level.Instance) { turnMark(i, at, by) })
}

func turnMark(i *level.Instance, about level.Vec, by level.Degrees) {
	i.Position = about.Add(by.Rotation().Apply(i.Position.Sub(about)))
	i.Angle = (i.Angle + by).Normalized()
}

// Scale scales the selection, including radii, about the pivot, or each unit about its own centre. Instances without
// parts only move.
func (w Transform) Scale(factor float64) error {
	if !(factor > 0) {
		return ErrNoSize
	}
	return w.about("Scale", func(c *level.Collider, about level.Vec) level.Carried {
		return level.Carried{To: level.Magnified(c, about, factor), Scaled: true, Point: func(p level.Vec) level.Vec {
			return p.Mul(factor)
		}}
	}, func(i *level.Instance, about level.Vec) { i.Position = about.Add(i.Position.Sub(about).Mul(factor)) })
}

// SetSize resizes the selection's bounds about the pivot. A side of 0 stays 0; radii stay unchanged.
func (w Transform) SetSize(to level.Vec) error {
	box, at, ok := w.frame()
	if !ok {
		return ErrNothingSelected
	}
	was := box.Size()
	to = level.Vec{X: max(to.X, level.MinExtent), Y: max(to.Y, level.MinExtent)}
	about := w.pivot.on(box)
	if ids := w.s.Selection().IDs(); len(ids) == 1 {
		if c := w.s.Document().Collider(ids[0]); c.Shape.Kind == level.Circle {
			if side := to.X; side == was.X { // a circle takes the side that changed
				to.X = to.Y
			} else {
				to.Y = side
			}
		}
	}
	k := level.Vec{X: Ratio(to.X, was.X), Y: Ratio(to.Y, was.Y)}
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

// Ratio returns the factor from one length to another, or 1 if the first is negligible.
func Ratio(now, was float64) float64 {
	if was < nearlySame {
		return 1
	}
	return now / was
}

// about applies f about the pivot, or to each unit (a shape, a group or an instance) about its own centre.
func (w Transform) about(
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
func (w Transform) each(verb string, f func(*level.Collider) level.Carried, mark func(*level.Instance)) error {
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
			addChange(&d.Instances, i, changeOf(i, mark).After)
		}
		for _, id := range u.Colliders {
			ids = append(ids, id)
			c := doc.Collider(id)
			out := f(c)
			addChange(&d.Colliders, c, out.To)
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

// ErrNoShapes reports that the frame cannot be fitted to a level without shapes.
var ErrNoShapes = errors.New("the level has no shapes yet")

// ErrNoScale reports a scale outside (0 %, 10000 %].
var ErrNoScale = errors.New("the scale must be more than 0 % and at most 10,000 %")

// maxGhosts limits the number of shapes that a level-wide preview draws.
const maxGhosts = 4000

// ScaleLevel proposes scaling the whole level and its frame, including hidden and locked shapes. The second of its two
// options also scales the grid, the character and the number of pixels per metre.
func ScaleLevel(s *Session) error {
	s.settle()
	a := &parametric{
		title: "Scale level", numbers: []ProposalNumber{{Name: "scale", Unit: "%", Value: 200}},
		options: []string{"contents only", "with grid and character"},
	}
	return a.show(s, func(p *Proposal) error {
		percent := a.numbers[0].Value
		if !(percent > 0 && percent <= 10_000) {
			return ErrNoScale
		}
		factor := percent / 100
		p.Diff, p.Plain = Scaled(s.Document(), factor, a.option == 1), s.Document().Len() > maxGhosts
		size := s.Document().Settings().Size.Mul(factor)
		p.Note = fmt.Sprintf("new frame: %s × %s px", plain(size.X), plain(size.Y))
		p.Left, p.Chapter = picturesStay(s), "placing"
		if p.Plain {
			return nil
		}
		for c := range s.Document().Colliders() {
			if c.Part == nil {
				continue
			}
			after := level.Magnified(c, level.Vec{}, factor)
			if baked, err := after.Shape.Bake(); err == nil {
				p.Parts = append(p.Parts, Ghost{Before: c, After: after, Baked: baked})
			}
		}
		return nil
	})
}

// FlipLevel mirrors the whole level within its frame: horizontally, or vertically if horizontal is false. note lists
// the contents that are not mirrored.
func FlipLevel(s *Session, horizontal bool) (note string, err error) {
	verb := Either(horizontal, "Flip level horizontally", "Flip level vertically")
	s.settle()
	if err := s.Do(verb, Mirrored(s.Document(), horizontal)); err != nil {
		return "", err
	}
	return strings.Join(picturesStay(s), ""), nil
}

// FitFrame fits the level's frame to everything in the level, rounded out to whole grid cells.
func FitFrame(s *Session) error {
	s.settle()
	box := drawnBox(s.Document())
	if box.IsEmpty() {
		return ErrNoShapes
	}
	return s.EditSettings("Fit frame to shapes", func(set *level.Settings) {
		lo, hi := gridOut(box.Min, set.Grid, math.Floor), gridOut(box.Max, set.Grid, math.Ceil)
		set.Origin, set.Size = lo, hi.Sub(lo)
	})
}

// gridOut returns the grid corner next to a point, rounding with next.
func gridOut(p level.Vec, g level.Grid, next func(float64) float64) level.Vec {
	line := func(x, size, offset float64) float64 {
		if !(size > 0) {
			return x
		}
		return offset + float64(next((x-offset)/size)*size)
	}
	return level.Vec{X: line(p.X, g.Size.X, g.Offset.X), Y: line(p.Y, g.Size.Y, g.Offset.Y)}
}

// picturesStay returns a note if the level has pictures of imported files, which do not change with the level.
func picturesStay(s *Session) []string {
	for _, i := range s.Document().Settings().Imports {
		if i.Pictures {
			return []string{"Pictures of the imported file stay unchanged"}
		}
	}
	return nil
}

// plain formats a length in pixels.
func plain(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// Scaled returns the change that scales a whole level by a factor, including its frame, groups, instances, and hidden
// and locked shapes. It scales about (0, 0), so shapes on the grid stay on the grid for integer factors. If measures is
// set, the grid, the character and the number of pixels per metre are scaled too, which gives the same game at another
// resolution.
func Scaled(doc *level.Document, factor float64, measures bool) level.Diff {
	var d level.Diff
	before := doc.Settings()
	after := *before
	after.Origin, after.Size = before.Origin.Mul(factor), before.Size.Mul(factor)
	after.Pictures = slices.Clone(before.Pictures)
	for i := range after.Pictures {
		p := &after.Pictures[i]
		p.Position, p.Size, p.Tile = p.Position.Mul(factor), p.Size.Mul(factor), p.Tile.Mul(factor)
	}
	after.Joints = slices.Clone(before.Joints)
	for i := range after.Joints {
		j := &after.Joints[i]
		j.AnchorA, j.AnchorB, j.Length = j.AnchorA.Mul(factor), j.AnchorB.Mul(factor), float64(j.Length*factor)
	}
	if measures {
		after.Grid.Size, after.Grid.Offset = before.Grid.Size.Mul(factor), before.Grid.Offset.Mul(factor)
		after.PixelsPerMetre = float64(after.PixelsPerMetre * factor)
		p := &after.Playtest
		p.Size = p.Size.Mul(factor)
		for _, x := range []*float64{
			&p.Speed, &p.Acceleration, &p.JumpHeight, &p.MaxFall, &p.Thrust, &p.Burst, &p.MaxRise, &p.StepHeight,
			&p.Gravity,
		} {
			*x = float64(*x * factor)
		}
		p.Density /= float64(factor * factor) // keeps the body's mass
	}
	magnify := func(c *level.Collider, about level.Vec) *level.Collider {
		out := level.Magnified(c, about, factor)
		if measures && c.Motion != nil { // a force is in newtons, independent of pixels
			m := c.Started()
			m.Velocity = m.Velocity.Mul(factor)
			out.Start(m)
		}
		return out
	}
	for c := range doc.Colliders() {
		if c.Part == nil {
			addChange(&d.Colliders, c, magnify(c, level.Vec{}))
		}
	}
	for _, i := range doc.Instances() {
		to := new(level.Instance)
		*to = *i
		to.Position = i.Position.Mul(factor)
		if doc.PartCount(i.ID) > 0 && doc.Prefabs() != nil {
			to = withParts(doc, to, &after, magnify)
		}
		addChange(&d.Instances, i, to)
	}
	changeSettings(doc, &d, func(to *level.Settings) { *to = after })
	return d
}

// Mirrored returns the change that mirrors a whole level within its frame: horizontally, or vertically if horizontal is
// false.
func Mirrored(doc *level.Document, horizontal bool) level.Diff {
	var d level.Diff
	before := doc.Settings()
	after := *before
	about := before.Origin.Add(before.Size.Mul(0.5))
	mirror := func(p level.Vec) level.Vec {
		if horizontal {
			return level.Vec{X: about.X - (p.X - about.X), Y: p.Y}
		}
		return level.Vec{X: p.X, Y: about.Y - (p.Y - about.Y)}
	}
	after.Pictures = slices.Clone(before.Pictures)
	for i := range after.Pictures {
		p := &after.Pictures[i]
		p.Position, p.Flip, p.Angle = mirror(p.Position), !p.Flip, mirroredAngle(p.Angle, horizontal)
	}
	after.Joints = slices.Clone(before.Joints)
	for i := range after.Joints {
		j := &after.Joints[i]
		j.AnchorA, j.AnchorB = mirroredAnchor(j.A, j.PartA, j.AnchorA, mirror, horizontal),
			mirroredAnchor(j.B, j.PartB, j.AnchorB, mirror, horizontal)
		j.Lower, j.Upper, j.Speed = 0-j.Upper, 0-j.Lower, 0-j.Speed
	}
	for c := range doc.Colliders() {
		if c.Part == nil {
			addChange(&d.Colliders, c, level.Mirrored(c, about, horizontal))
		}
	}
	for _, i := range doc.Instances() {
		d.Instances = append(d.Instances, changeOf(i, func(to *level.Instance) {
			to.Position, to.Flip, to.Angle = mirror(i.Position), !i.Flip, mirroredAngle(i.Angle, horizontal)
		}))
	}
	changeSettings(doc, &d, func(to *level.Settings) { *to = after })
	return d
}

// mirroredAnchor returns the anchor of a joint on a mirrored collider or on the level itself. A part always flips
// horizontally in its own frame.
func mirroredAnchor(
	id level.ID, part string, at level.Vec, mirror func(level.Vec) level.Vec, horizontal bool,
) level.Vec {
	switch {
	case id == 0:
		return mirror(at)
	case part != "" || horizontal:
		return level.Vec{X: 0 - at.X, Y: at.Y}
	}
	return level.Vec{X: at.X, Y: 0 - at.Y}
}

// mirroredAngle returns the new angle of a record that flips horizontally in its own frame when the level is mirrored.
// A vertical mirror image is a horizontal one rotated by half a turn.
func mirroredAngle(a level.Degrees, horizontal bool) level.Degrees {
	if a = -a; !horizontal {
		a += 180
	}
	return a.Normalized()
}

// withParts returns an instance with overrides that apply f to its parts, about its position.
func withParts(
	doc *level.Document, i *level.Instance, after *level.Settings,
	f func(c *level.Collider, about level.Vec) *level.Collider,
) *level.Instance {
	parts, err := doc.Prefabs().Expand(i, after)
	if err != nil {
		return i
	}
	changes := make([]level.Change[level.Collider], 0, len(parts))
	for _, p := range parts {
		changes = append(changes, level.Changed(p.Collider, f(p.Collider, i.Position)))
	}
	return doc.Prefabs().Edited(i, after, changes)
}
