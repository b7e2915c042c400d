package contacts

import (
	"maps"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// exits caches requested exits until something changes that they depend on.
type exits struct {
	kept    map[level.ID]*keptExit
	changed []collision.AABB // where the document has changed since the last query
	all     bool             // the document has changed everywhere
}

type keptExit struct {
	exit   Exit
	ok     bool
	region collision.AABB
	held   []heldSide
}

// heldSide records whether a collider that an exit depends on was held.
type heldSide struct {
	id   level.ID
	held bool
}

// Exit returns the way out of the colliders that a visible collider overlaps and yields to: see [Surroundings.Exit].
// Held colliders move in preference to others. Exit returns false for a collider that has nothing to leave. It caches
// results until something changes in the region that they depend on.
func (l *Live) Exit(id level.ID) (Exit, bool) {
	l.Refresh()
	if k := l.exit(id); k != nil {
		return k.exit, k.ok
	}
	if l.tooMany > 0 || l.State(id) != Overlapping {
		return Exit{}, false
	}
	s := l.surroundings(l.isPassing(id))
	k := &keptExit{}
	key := l.doc.Key(id)
	k.exit, k.ok = s.Exit(key)
	if k.region = k.exit.Region; !k.ok {
		k.region = level.BoundsOf(l.doc.Baked(id).Pieces, l.doc.Collider(id).Transform()).Grow(l.world.Slop)
	}
	k.held = append(k.held, heldSide{id, l.isHeld(id)})
	for p := range l.EachContact(id) {
		partner := p.A + p.B - id
		k.held = append(k.held, heldSide{partner, l.isHeld(partner)})
	}
	if l.exits.kept == nil {
		l.exits.kept = map[level.ID]*keptExit{}
	}
	l.exits.kept[id] = k
	return k.exit, k.ok
}

// KnowsExit reports whether Exit can answer without a search.
func (l *Live) KnowsExit(id level.ID) bool {
	l.Refresh()
	return l.exit(id) != nil || l.State(id) != Overlapping
}

// exit returns the cached exit of a collider, or nil if it is unknown or outdated.
func (l *Live) exit(id level.ID) *keptExit {
	x := &l.exits
	if x.all || len(x.changed) > 0 { // drop the exits that may have changed
		maps.DeleteFunc(x.kept, func(_ level.ID, k *keptExit) bool {
			return x.all || slices.ContainsFunc(x.changed, k.region.Overlaps)
		})
		x.changed, x.all = x.changed[:0], false
	}
	k := x.kept[id]
	if k == nil {
		return nil
	}
	for _, h := range k.held {
		if l.isHeld(h.id) != h.held {
			return nil
		}
	}
	return k
}

// ExitOf works like Exit for a collider that is not in the document, such as one under construction. It counts as held.
func (l *Live) ExitOf(c *level.Collider, baked *level.Baked) (Exit, bool) {
	l.Refresh()
	body, ok := level.BodyOf(c, baked, l.doc.Settings())
	if !ok || l.tooMany > 0 {
		return Exit{}, false
	}
	s := l.surroundings(true)
	own := &Member{Side{Collider: c, Size: SizeOf(c, baked), Locked: c.Locked, Held: true}, PlacedAt(c, baked)}
	member := s.Member
	s.Member = func(k collision.Key) *Member {
		if k == 0 {
			return own
		}
		return member(k)
	}
	return s.exitOf(0, body, nil)
}

func (l *Live) isHeld(id level.ID) bool { return l.Held != nil && l.Held(id) }

func (l *Live) isPassing(id level.ID) bool { return l.Passing != nil && l.Passing(id) }

// Arrive records that a collider has stopped passing, and invalidates the exits around it.
func (l *Live) Arrive(id level.ID) { l.noteChange(id) }

// surroundings returns the document's visible colliders. It includes passing colliders only if passing is set.
func (l *Live) surroundings(passing bool) *Surroundings {
	known := map[collision.Key]*Member{}
	return &Surroundings{
		World: l.world, Frame: FrameOf(l.doc.Settings()), Ignored: l.ignored, limit: maxDrawn,
		Member: func(k collision.Key) *Member {
			m := known[k]
			if m == nil {
				c := l.doc.At(k)
				if !passing && l.isPassing(c.ID) {
					return nil
				}
				m = &Member{SideOf(l.doc, c.ID, l.isHeld(c.ID)), PlacedAt(c, l.doc.Baked(c.ID))}
				known[k] = m
			}
			return m
		},
	}
}

// ExitsIn returns a function that finds the exits of a snapshot's visible colliders. w is the snapshot's world from
// [level.NewWorld]. No collider counts as held.
func ExitsIn(snap level.Snapshot, w *collision.World) func(level.ID) (Exit, bool) {
	members := make([]Member, 1, snap.Len()+1)
	keys := make(map[level.ID]collision.Key, snap.Len())
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			k := collision.Key(len(members))
			if c.IsHidden(l.Layer) {
				members = append(members, Member{})
				continue
			}
			keys[c.ID] = k
			members = append(members, memberIn(l.Layer, &c, k))
		}
	}
	s := Surroundings{
		World: w, Frame: FrameOf(snap.Settings), Ignored: snap.IgnoredIndex(),
		Member: func(k collision.Key) *Member {
			if m := &members[k]; m.Collider != nil {
				return m.sized()
			}
			return nil
		},
	}
	return func(id level.ID) (Exit, bool) {
		k, ok := keys[id]
		if !ok {
			return Exit{}, false
		}
		return s.Exit(k)
	}
}
