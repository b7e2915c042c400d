package canvas

import (
	"fillet/collision"
	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/render"
)

// surroundings holds the level around a prefab edited in place, as a separate level in the prefab's frame. Edits snap
// to it, and contacts with it are shown. It excludes the prefab's other instances because they move along.
type surroundings struct {
	session *editor.Session // nil if there is none
	region  collision.AABB  // the region that the session covers
	ids     []level.ID      // ids in the level, in the order of the items around the prefab
	probed  map[level.ID]probed
	pairs   []contacts.Pair
}

// probed holds the contacts of one of the prefab's colliders.
type probed struct {
	record *level.Collider
	pairs  []contacts.Pair
}

// firstAround is the first id of the surroundings' colliders. The ids are in the range of part ids, which are hashes,
// so a level is unlikely to contain any of them.
const firstAround level.ID = 1 << 63

const (
	maxAround    = 3000 // limit of colliders in the surroundings
	maxProbed    = 300  // limit of the prefab's colliders whose contacts with the level are shown
	marginAround = 600  // pixels around the prefab
)

func boundsOf(s *editor.Session) collision.AABB {
	if w := s.Live().World(); w.Len() > 0 {
		return w.Bounds()
	}
	return collision.AABB{}
}

// reaches reports whether the region covers the prefab with some margin.
func (n *surroundings) reaches(inner *editor.Session) bool {
	b := boundsOf(inner).Grow(marginAround / 4)
	return n.session != nil && b.Union(n.region) == n.region
}

func (a *Around) surround() {
	n := &a.surroundings
	n.session, n.probed = nil, map[level.ID]probed{}
	b := boundsOf(a.inner)
	n.region = b.Grow(max(marginAround, b.Size().X, b.Size().Y))
	defer func() { a.inner.SetSurroundings(n.session) }()
	settings := *a.Level.Document().Settings()
	settings.Exports, settings.Imports, settings.Ignored, settings.Conflicts, settings.Pictures = nil, nil, nil, nil,
		nil
	settings.Joints = nil
	settings.Origin, settings.Size = level.Vec{}, level.Vec{} // its frame is moved and rotated
	doc, err := level.NewDocument(&settings)
	if err != nil {
		return
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "around"})}}
	part := &level.Part{Instance: 1<<62 - 2} // a nonexistent instance
	for k := range a.items {
		if len(d.Colliders) == maxAround {
			break
		}
		if !a.boxes[k].Overlaps(n.region) {
			continue
		}
		it := &a.items[k]
		c := *it.Collider
		c.ID, c.Layer, c.Order, c.GroupOf, c.Source = firstAround+level.ID(k), 1, float64(k), 0, nil
		c.Part = part // required by ids of this range
		c.Position, c.Angle = it.At.P, (a.Level.Document().Collider(n.ids[k]).Angle - a.Of.Angle).Normalized()
		if a.Of.Flip {
			c.Angle = (-c.Angle).Normalized()
		}
		c.Hidden, c.Locked = false, true
		d.Colliders = append(d.Colliders, level.Added(&c))
	}
	if doc.Apply(d) == nil {
		n.session = editor.NewSession(doc)
	}
}

// touching lists the contacts between the prefab and the level around it, except those that the level expects.
func (a *Around) touching() []contacts.Pair {
	n := &a.surroundings
	n.pairs = n.pairs[:0]
	if n.session == nil {
		return nil
	}
	doc, live := a.inner.Document(), n.session.Live()
	left := maxProbed
	for c := range doc.Colliders() {
		if left--; left < 0 {
			break
		}
		was, ok := n.probed[c.ID]
		if !ok || was.record != c {
			was = probed{record: c}
			if doc.Visible(c) {
				was.pairs = live.ProbeBaked(c, doc.Baked(c.ID))
			}
			n.probed[c.ID] = was
		}
		for _, p := range was.pairs {
			if now, ok := a.Level.Live().Contact(level.PartID(a.Of.ID, c.IDText()), n.ids[p.B-firstAround]); !ok ||
				now.State != contacts.Expected {
				n.pairs = append(n.pairs, p)
			}
		}
	}
	return n.pairs
}

// exit returns the shortest way to move a prefab's collider out of the level's, or false if it overlaps none of them.
func (a *Around) exit(id level.ID) (contacts.Exit, bool) {
	c := a.inner.Document().Collider(id)
	if c == nil || a.surroundings.session == nil {
		return contacts.Exit{}, false
	}
	for _, p := range a.surroundings.probed[id].pairs {
		if p.State == contacts.Overlapping {
			return a.surroundings.session.Live().ExitOf(c, a.inner.Document().Baked(id))
		}
	}
	return contacts.Exit{}, false
}

// subject returns a collider of the surroundings as one side of a pair.
func (a *Around) subject(id level.ID) render.Subject {
	if a == nil || a.surroundings.session == nil {
		return render.Subject{}
	}
	doc := a.surroundings.session.Document()
	c := doc.Collider(id)
	if c == nil {
		return render.Subject{}
	}
	baked := doc.Baked(id)
	return render.Subject{
		Side:   contacts.Side{Collider: c, Layer: -1, Size: contacts.SizeOf(c, baked), Locked: true},
		Placed: contacts.PlacedAt(c, baked),
	}
}
