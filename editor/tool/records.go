package tool

import (
	"fillet/editor"
	"fillet/editor/level"
)

// step holds a drag's change, which becomes one undo step.
type step struct {
	c       *Controller
	gesture *editor.Gesture
}

func (s *step) drop(Event) { s.gesture.Commit() }
func (s *step) cancel()    { s.gesture.Rollback() }

// records holds the initial records of the colliders that a gesture changes. The gesture computes every state from
// these, so that rounding errors do not accumulate and a clamped radius recovers.
type records struct {
	step
	ids    []level.ID
	start  []*level.Collider
	joints []level.Joint // initial joints
}

// begin opens a gesture on colliders.
func (c *Controller) begin(verb string, ids []level.ID) records {
	r := recordsOf(c, c.session.BeginExclusive(c.session.Label(verb, ids)), ids)
	r.joints = c.session.Document().Settings().Joints
	return r
}

// recordsOf returns the current records of colliders for an open gesture.
func recordsOf(c *Controller, g *editor.Gesture, ids []level.ID) records {
	r := records{step: step{c, g}, ids: ids}
	for _, id := range ids {
		r.start = append(r.start, c.session.Document().Collider(id))
	}
	return r
}

// set applies f to copies of the initial records. Either all colliders change or none.
func (r *records) set(f func(c *level.Collider)) bool {
	return r.setWith(level.Diff{}, func(c *level.Collider) *level.Collider {
		out := *c
		f(&out)
		return &out
	})
}

// end commits the gesture if everything is ok, or else rolls it back.
func (r *records) end(ok bool) {
	if ok {
		r.gesture.Commit()
	} else {
		r.gesture.Rollback()
	}
}

// setWith replaces each collider with f of its initial record, and applies another change in the same diff.
func (r *records) setWith(d level.Diff, f func(c *level.Collider) *level.Collider) bool {
	doc := r.c.session.Document()
	for i, id := range r.ids {
		now, next := doc.Collider(id), f(r.start[i])
		if next.Equal(r.start[i]) {
			next = r.start[i] // back at its initial state: no change
		}
		if next != now && !next.Equal(now) || next == r.start[i] && now != next {
			d.Colliders = append(d.Colliders, level.Changed(now, next))
		}
	}
	return r.c.apply(r.gesture, d)
}

// setCarrying works like set for changes of shape, and carries along the anchors of the colliders' joints.
func (r *records) setCarrying(f func(c *level.Collider) level.Carried) {
	made := make(map[level.ID]level.Carried, len(r.ids))
	ok := r.setWith(level.Diff{}, func(c *level.Collider) *level.Collider {
		out := f(c)
		out.From = c
		made[c.ID] = out
		return out.To
	})
	if ok && len(r.joints) > 0 {
		r.c.fail(editor.ApplyCarried(r.gesture, r.joints, made))
	}
}

// excluded returns the set of colliders that the gesture changes, which are not snap targets.
func (r *records) excluded() map[level.ID]bool { return editor.SetOf(r.ids) }
