package export

import (
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Live makes the native records of a level while it is edited. Snapshots share their records, so an update converts and
// encodes only what has changed since the last one. It belongs to one goroutine.
type Live struct {
	options Options
	rename  func(file string) string // names source files; nil keeps them
	names   map[string]string        // what rename returned

	form     *former
	settings *level.Settings
	known    []liveCollider // the colliders of the last state, in its order
	joints   map[string]liveJoint
	keys     int // of all paths
	encoded  int // colliders encoded so far
	last     *State
}

// liveCollider is a collider of the last state with everything that its record was made from, besides the settings and
// the other colliders of its body.
type liveCollider struct {
	id    level.ID
	from  liveSource
	keys  int // of its path
	saved *record
}

type liveSource struct {
	collider *level.Collider
	baked    *level.Baked
	layer    string
	chain    *level.Collider // the chain that its path follows; nil for none
	body     string          // see colliders.Collider.OneBody
}

// liveJoint is a joint of the last state with everything that its record was made from.
type liveJoint struct {
	joint  level.Joint
	ends   [2]*level.Collider
	frames [2]collision.Transform // of the bodies at its ends
	saved  *record
}

// NewLive returns a Live without a state. It takes the options of an export in the native format, and writes the newest
// version.
func NewLive(o Options) *Live {
	o.Form.Version = 0
	l := &Live{joints: map[string]liveJoint{}}
	l.SetLevel(o.Level)
	l.options = o
	return l
}

// SetLevel changes the level's file; see [Options.Level].
func (l *Live) SetLevel(file string) {
	if file == l.options.Level && l.names != nil {
		return
	}
	l.options.Level, l.names, l.rename = file, map[string]string{}, nil
	if file != "" {
		l.rename = level.ExportedSources(file)
	}
	for i := range l.known {
		l.known[i].from = liveSource{} // encode it again
	}
}

// Update returns the records of a snapshot. It fails if the level has a value that cannot be written; then the last
// state remains.
func (l *Live) Update(snap level.Snapshot) (*State, error) {
	next := &State{}
	form := newFormer(snap, l.options)
	all := l.last == nil || !sameRecords(l.settings, snap.Settings)
	l.findKnownBodies(form)
	before := l.form
	l.form = form
	if err := l.updateAll(next, snap, all); err != nil {
		l.form, l.known, l.joints, l.keys, l.last = before, nil, map[string]liveJoint{}, 0, nil
		return nil, err
	}
	l.settings, l.last = snap.Settings, next
	return next, nil
}

// sameRecords reports whether colliders have the same records with other settings.
func sameRecords(a, b *level.Settings) bool {
	return a == b || slices.Equal(a.Categories, b.Categories) && a.PixelsPerMetre == b.PixelsPerMetre
}

func (l *Live) updateAll(next *State, snap level.Snapshot, all bool) error {
	if err := l.updateHead(next, snap); err != nil {
		return err
	}
	if err := l.updateColliders(next, snap, all); err != nil {
		return err
	}
	return l.updateJoints(next, snap, all)
}

// findKnownBodies finds the bodies whose members have not changed since the last state.
func (l *Live) findKnownBodies(form *former) {
	if l.form == nil {
		return
	}
	for name, b := range form.bodies {
		if old := l.form.bodies[name]; old != nil {
			b.isKnown = slices.EqualFunc(b.members, old.members, func(x, y level.ColliderSnapshot) bool {
				return x.Collider == y.Collider && x.Baked == y.Baked
			})
		}
	}
}

// isChanged reports whether a collider's body has other members than in the last state.
func (f *former) isChanged(body string) bool { return body != "" && !f.bodies[body].isKnown }

func (l *Live) updateHead(next *State, snap level.Snapshot) error {
	if l.last != nil && l.settings == snap.Settings {
		next.level, next.categories = l.last.level, l.last.categories
		return nil
	}
	f := newHead(snap)
	l.form.head(f)
	e := &encoder{flat: true}
	e.level(&f.Level)
	next.level, e.buf = e.buf, nil
	writeList(e, f.Categories, e.str)
	next.categories = e.buf
	return e.err
}

func (l *Live) updateColliders(next *State, snap level.Snapshot, all bool) error {
	chains := chainsOf(snap)
	known := make([]liveCollider, 0, snap.Len())
	next.colliders = make([]*record, 0, snap.Len())
	find := l.finder()
	for _, layer := range snap.Layers {
		for _, c := range layer.Colliders {
			from := liveSource{
				c.Collider, c.Baked, layer.Layer.Name, chains[c.FollowedChain()], l.form.names[c.ID],
			}
			now := find(len(known), c.ID)
			if now.from != from || all || l.form.isChanged(from.body) {
				if err := l.encode(&now, from, snap.Settings, layer.Layer, c); err != nil {
					return err
				}
			}
			known, next.colliders = append(known, now), append(next.colliders, now.saved)
		}
	}
	l.known = known
	l.keys = 0
	for i := range known {
		l.keys += known[i].keys
	}
	return nil
}

// finder returns a function that finds a collider of the last state, which most likely has the given index. The result
// is zero for a new collider.
func (l *Live) finder() func(at int, id level.ID) liveCollider {
	var index map[level.ID]int
	return func(at int, id level.ID) liveCollider {
		if at < len(l.known) && l.known[at].id == id {
			return l.known[at]
		}
		if index == nil {
			index = make(map[level.ID]int, len(l.known))
			for i := range l.known {
				index[l.known[i].id] = i
			}
		}
		if i, ok := index[id]; ok {
			return l.known[i]
		}
		return liveCollider{id: id}
	}
}

// encode makes the record of a collider. If it is the same as before, it keeps the old one.
func (l *Live) encode(
	to *liveCollider, from liveSource, s *level.Settings, layer *level.Layer, c level.ColliderSnapshot,
) error {
	if l.rename != nil {
		c.Collider = c.WithSource(l.rename, l.names)
	}
	out := newCollider(s, layer, c)
	out.Path, out.OneBody = newPath(c.Collider, from.chain), from.body
	l.form.keysLeft = pathKeys - (l.keys - to.keys)
	l.form.collider(&out, c)
	e := &encoder{flat: true}
	e.collider(true, &out)
	l.encoded++
	keys := 0
	if out.Path != nil {
		keys = len(out.Path.Keys)
	}
	l.keys += keys - to.keys
	to.from, to.keys, to.saved = from, keys, to.saved.or(record{out.ID, from.body, e.buf})
	return e.err
}

func (l *Live) updateJoints(next *State, snap level.Snapshot, all bool) error {
	joints := snap.Joints()
	if len(joints) == 0 {
		clear(l.joints)
		return nil
	}
	ends := endsOf(snap, joints)
	now := make(map[string]liveJoint, len(joints))
	for i := range joints {
		j := &joints[i]
		a, okA := ends[j.A]
		b, okB := ends[j.B]
		if !okA || !okB {
			continue
		}
		id := j.IDText()
		made := l.joints[id]
		from := [2]*level.Collider{a.Collider, b.Collider}
		frames := [2]collision.Transform{l.form.frameAt(a), l.form.frameAt(b)}
		if made.joint != *j || made.ends != from || made.frames != frames || all {
			out := newJoint(j, a, b)
			l.form.joint(&out, frames[0], frames[1])
			e := &encoder{flat: true}
			e.values(out.Values)
			if e.err != nil {
				return e.err
			}
			made = liveJoint{*j, from, frames, made.saved.or(record{out.ID, "", e.buf})}
		}
		now[id] = made
		next.joints = append(next.joints, made.saved)
	}
	l.joints = now
	return nil
}
