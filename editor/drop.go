package editor

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/motion"
	"fillet/editor/quote"
)

// Motion returns colliders as a group that can be moved through the level as it is, without the document being changed. A point has
// no size, but where the character starts it has the character's. Ids that the document does not have are left out, and so is what
// collides with nothing; the list says which collider each of the group's bodies is of.
func (s *Session) Motion(ids []level.ID) (*motion.Group, []level.ID) {
	bodies, keys, of := bodiesOf(s, ids)
	return motion.New(s.live.World(), bodies, keys), of
}

// bodiesOf returns the bodies of colliders, with their keys and which colliders they are of.
func bodiesOf(s *Session, ids []level.ID) (bodies []collision.Body, keys []collision.Key, of []level.ID) {
	for _, id := range ids {
		c := s.doc.Collider(id)
		if c == nil {
			continue
		}
		body, ok := level.BodyOf(c, s.doc.Baked(id), s.doc.Settings())
		if c.Shape.Kind == level.Point {
			body, ok = pointBody(c, s.doc.Settings()), true
		}
		if ok {
			bodies, keys, of = append(bodies, body), append(keys, s.doc.Key(id)), append(of, id)
		}
	}
	return bodies, keys, of
}

// pointBody is the character where the point is its start, else a point.
func pointBody(c *level.Collider, settings *level.Settings) collision.Body {
	body := collision.Body{Shapes: []collision.Shape{{}}, Transform: collision.NewTransform(c.Position, 0)}
	if slices.Contains(c.Tags, level.SpawnTag) {
		if shapes, err := settings.Playtest.Body(); err == nil {
			body.Shapes = shapes
		}
	}
	return body
}

// Gravity is the direction in which things fall, a unit vector.
func (s *Session) Gravity() level.Vec {
	if s.doc.Settings().Playtest.Reversed {
		return level.Vec{Y: -1}
	}
	return level.Vec{Y: 1}
}

// DropError is the error of a drop of which something stays where it was.
type DropError struct {
	Stay []Stayed
	of   int // how many were to be dropped
}

// Stayed is a collider that was not dropped, and why.
type Stayed struct {
	ID   level.ID
	Name string
	Why  string // "overlaps ground", "has nothing to land on"
}

func (e *DropError) Error() string {
	const most = 2
	var parts []string
	for _, s := range e.Stay[:min(len(e.Stay), most)] {
		parts = append(parts, s.Name+" "+s.Why)
	}
	if more := len(e.Stay) - most; more > 0 {
		parts = append(parts, fmt.Sprintf("%d more stay as well", more))
	}
	text := strings.Join(parts, "; ")
	if e.of > 1 {
		text = "Not dropped: " + text
	}
	return text
}

// Drop moves each of the selected colliders along a unit vector until something is in its way, the foremost first, so that they land
// on each other, as one step. What touches there already stays where it is. So does what overlaps something, or has nothing to
// land on: a [*DropError] lists it.
func (s *Session) Drop(dir level.Vec) error {
	ids, err := s.changeable(s.selection.IDs())
	if err != nil {
		return err
	}
	bodies, keys, of := bodiesOf(s, ids)
	if len(of) == 0 {
		return errors.New("what is selected collides with nothing")
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
		return cmp.Or(cmp.Compare(front[b], front[a]), s.compareOrder(s.doc.Collider(of[a]), s.doc.Collider(of[b])))
	})
	why := make([]string, len(of))
	s.Batch(func() {
		all := motion.New(s.live.World(), bodies, keys)
		for _, k := range keys {
			all.Meet(k) // each meets the others, wherever they are by then
		}
		gone := make([]level.Vec, len(of))
		gesture := s.BeginExclusive(s.Label("Drop", of))
		for range mostDrops {
			moved := false
			for _, i := range order {
				var way level.Vec
				all.LeaveOut(keys[i])
				way, why[i] = dropOne(s, all.Part(i), gone[i], dir)
				all.Meet(keys[i])
				if way == (level.Vec{}) {
					continue
				}
				moved, gone[i] = true, gone[i].Add(way)
				c := s.doc.Collider(of[i])
				out := *c
				out.Position = c.Position.Add(way)
				if err = gesture.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c, &out)}}); err != nil {
					gesture.Rollback()
					return
				}
			}
			if !moved {
				break
			}
		}
		gesture.Commit()
	})
	var stay []Stayed
	for i, text := range why {
		if text != "" {
			stay = append(stay, Stayed{of[i], quote.Printable(s.doc.Title(s.doc.Collider(of[i]))), text})
		}
	}
	if err == nil && len(stay) > 0 {
		err = &DropError{stay, len(of)}
	}
	return err
}

// mostDrops is how often what hangs on others that are dropped after it may be dropped on.
const mostDrops = 16

// dropOne is how far one collider of a group falls from a displacement, or why it stays.
func dropOne(s *Session, g *motion.Group, at, dir level.Vec) (way level.Vec, why string) {
	if key, _, inside := g.Inside(at); inside {
		return way, "overlaps " + quote.Printable(s.doc.Title(s.doc.At(key)))
	}
	way, _, ok := g.Drop(at, dir)
	if !ok {
		why = "has nothing to land on"
	}
	return way, why
}
