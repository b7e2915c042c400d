package editor

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// Motion returns colliders as a group that moves through the level without changing the document. A spawn point has the
// character's shape; other points have no size. Motion leaves out unknown ids and colliders that do not collide. The
// list holds the collider of each body in the group.
func (s *Session) Motion(ids []level.ID) (*MovingGroup, []level.ID) {
	bodies, keys, of := bodiesOf(s, ids)
	return NewMovingGroup(s.live.World(), bodies, keys), of
}

// MotionAround returns colliders of this level as a group that moves through the surrounding level, or nil if there is
// no surrounding level.
func (s *Session) MotionAround(ids []level.ID) *MovingGroup {
	if s.surroundings == nil {
		return nil
	}
	bodies, keys, _ := bodiesOf(s, ids)
	return NewMovingGroup(s.surroundings.live.World(), bodies, make([]collision.Key, len(keys)))
}

// bodiesOf returns the bodies of colliders, with their keys and ids.
func bodiesOf(s *Session, ids []level.ID) (bodies []collision.Body, keys []collision.Key, of []level.ID) {
	for c := range CollidersOf(s.doc, ids) {
		body, ok := level.BodyOf(c, s.doc.Baked(c.ID), s.doc.Settings())
		if c.Shape.Kind == level.Point {
			body, ok = pointBody(c, s.doc.Settings()), true
		}
		if ok {
			bodies, keys, of = append(bodies, body), append(keys, s.doc.Key(c.ID)), append(of, c.ID)
		}
	}
	return bodies, keys, of
}

// pointBody returns the body of a point: the character's shape for a spawn point, otherwise a point.
func pointBody(c *level.Collider, settings *level.Settings) collision.Body {
	body := collision.Body{Shapes: []collision.Shape{{}}, Transform: collision.NewTransform(c.Position, 0)}
	if slices.Contains(c.Tags, level.SpawnTag) {
		if shapes, err := settings.Playtest.Body(); err == nil {
			body.Shapes = shapes
		}
	}
	return body
}

// Gravity returns the unit direction of gravity.
func (s *Session) Gravity() level.Vec {
	if s.doc.Settings().Playtest.Reversed {
		return level.Vec{Y: -1}
	}
	return level.Vec{Y: 1}
}

// DropError lists colliders that could not be dropped.
type DropError struct {
	Stay []Stayed
	of   int // number of colliders to drop
}

// Stayed is a collider that was not dropped, with the reason.
type Stayed struct {
	ID   level.ID
	Name string
	Why  string // such as "overlaps ground", "has nothing to land on" or "would end in platform"
}

func (e *DropError) Error() string {
	const limit = 2
	var parts []string
	for _, s := range e.Stay[:min(len(e.Stay), limit)] {
		parts = append(parts, s.Name+" "+s.Why)
	}
	if more := len(e.Stay) - limit; more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	text := strings.Join(parts, "; ")
	if e.of > 1 {
		text = "Not dropped: " + text
	}
	return text
}

// toDrop returns the colliders to drop: the selection or, for an inspected pair, the collider that yields, so that it
// lands on the other.
func toDrop(s *Session) []level.ID {
	a, b, ok := s.selection.Pair()
	if !ok {
		return s.selection.IDs()
	}
	sa, sb := s.selection.Side(a), s.selection.Side(b)
	if sa.Yields(&sb) {
		return []level.ID{a}
	}
	return []level.ID{b}
}

// Drop moves each selected collider along a unit vector until something blocks it, as one step. It starts with the
// foremost collider, so that they land on each other. Colliders that already rest on something stay. A [*DropError]
// lists colliders that stay because they overlap something, have nothing to land on, or would end in a one-way collider
// that they pass.
func (s *Session) Drop(dir level.Vec) error {
	ids, err := s.changeable(toDrop(s))
	if err != nil {
		return err
	}
	bodies, keys, of := bodiesOf(s, ids)
	if len(of) == 0 {
		return errors.New("the selection does not collide with anything")
	}
	front := make([]float64, len(of))
	order := make([]int, len(of))
	for i, b := range bodies {
		order[i], front[i] = i, math.Inf(-1)
		for j := range b.Shapes {
			for _, p := range b.Shapes[j].Bounds(b.Transform).Corners() {
				front[i] = max(front[i], p.Dot(dir))
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(front[b], front[a]), compareOrder(s.doc, s.doc.Collider(of[a]),
			s.doc.Collider(of[b])))
	})
	d := dropping{s: s, bodies: bodies, keys: keys, of: of, order: order, dir: dir, why: make([]string, len(of))}
	s.Batch(func() {
		for {
			gesture := s.BeginExclusive(s.Label("Drop", of))
			var unfinished []int
			if unfinished, err = d.run(gesture); err == nil && len(unfinished) == 0 {
				gesture.Commit()
				return
			}
			gesture.Rollback()
			if err != nil {
				return
			}
			d.order = slices.DeleteFunc(d.order, func(i int) bool { return slices.Contains(unfinished, i) })
		}
	})
	var stay []Stayed
	for i, text := range d.why {
		if text != "" {
			stay = append(stay, Stayed{of[i], quote.Printable(s.doc.Title(s.doc.Collider(of[i]))), text})
		}
	}
	if err == nil && len(stay) > 0 {
		err = &DropError{stay, len(of)}
	}
	return err
}

// dropping is a drop of several colliders.
type dropping struct {
	s      *Session
	bodies []collision.Body
	keys   []collision.Key
	of     []level.ID
	order  []int // indices of the dropped bodies, foremost first
	dir    level.Vec
	why    []string // the reason why each body stays
}

// run drops the bodies until nothing moves. It returns the bodies that moved but did not come to rest: the body below
// them moved on, or they keep falling onto each other.
func (d *dropping) run(gesture *Gesture) (unfinished []int, err error) {
	all := NewMovingGroup(d.s.live.World(), d.bodies, d.keys)
	for _, k := range d.keys {
		all.Meet(k) // each body meets the others at their current positions
	}
	gone := make([]level.Vec, len(d.of))
	var falling []int
	for range maxDrops {
		falling = falling[:0]
		for _, i := range d.order {
			all.LeaveOut(d.keys[i])
			way, err := d.drop(gesture, i, all.Part(i), gone[i])
			all.Meet(d.keys[i])
			if err != nil {
				return nil, err
			}
			if way != (level.Vec{}) {
				falling, gone[i] = append(falling, i), gone[i].Add(way)
			}
		}
		if len(falling) == 0 {
			break
		}
	}
	for _, i := range falling {
		d.why[i] = nothingBelow
	}
	for _, i := range d.order {
		if d.why[i] != "" && gone[i] != (level.Vec{}) {
			unfinished = append(unfinished, i)
		}
	}
	return unfinished, nil
}

// drop drops one collider from a displacement and returns its move. If the collider stays, drop records the reason.
func (d *dropping) drop(gesture *Gesture, i int, g *MovingGroup, at level.Vec) (level.Vec, error) {
	title := func(k collision.Key) string { return quote.Printable(d.s.doc.Title(d.s.doc.At(k))) }
	d.why[i] = ""
	if key, _, inside := g.Inside(at); inside {
		d.why[i] = "overlaps " + title(key)
		return level.Vec{}, nil
	}
	way, _, ok := g.Drop(at, d.dir)
	if !ok {
		d.why[i] = nothingBelow
	}
	if way == (level.Vec{}) {
		return way, nil
	}
	c := d.s.doc.Collider(d.of[i])
	out := *c
	out.Position = c.Position.Add(way)
	key, into := endsIn(d.s, c, &out)
	if !into {
		key, _, into = g.Inside(at.Add(way)) // for colliders that collide with nothing
	}
	if into {
		d.why[i] = "would end in " + title(key)
		return level.Vec{}, nil
	}
	return way, gesture.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c, &out)}})
}

const nothingBelow = "has nothing to land on"

// endsIn returns a collider that a moved collider overlaps but did not overlap before, ignoring triggers. A one-way
// collider counts regardless of the side from which it was entered.
func endsIn(s *Session, before, after *level.Collider) (collision.Key, bool) {
	isIn := func(p *contacts.Pair) bool {
		return p.State == contacts.Overlapping || p.Kind == contacts.OneWay && p.Depth > collision.DefaultSlop
	}
	for _, p := range s.live.ProbeBaked(after, s.doc.Baked(before.ID)) {
		if p.B == before.ID || !isIn(&p) {
			continue
		}
		if old, ok := s.live.Contact(before.ID, p.B); !ok || !isIn(&old) {
			return p.Contact.B, true
		}
	}
	return 0, false
}

// maxDrops limits the number of passes. Each pass drops the bodies again, since bodies below them may have moved on.
const maxDrops = 16
