package export

import (
	"bytes"
	"slices"
	"strconv"

	"fillet/export/colliders"
)

// State holds the native records of a level at one moment, encoded as JSON without line breaks. It is immutable, and
// any goroutine can read it.
type State struct {
	level, categories []byte
	colliders         []*record // in drawing order
	joints            []*record

	// index finds colliders and joints by their ids. It is made on first use.
	index func() (colliders, joints map[string]*record)
}

// record is an encoded collider or joint. States share the records that do not change.
type record struct {
	id   string
	body string // see colliders.Collider.OneBody
	data []byte
}

// or returns the record itself if the new one is the same, and else the new one.
func (r *record) or(now record) *record {
	if r != nil && r.id == now.id && r.body == now.body && bytes.Equal(r.data, now.data) {
		return r
	}
	return &now
}

// Len returns the number of colliders.
func (s *State) Len() int { return len(s.colliders) }

func (s *State) indices() (of, joints map[string]*record) {
	return indexOf(s.colliders), indexOf(s.joints)
}

func indexOf(list []*record) map[string]*record {
	out := make(map[string]*record, len(list))
	for _, r := range list {
		out[r.id] = r
	}
	return out
}

// AppendFile appends the whole file in the native format.
func (s *State) AppendFile(b []byte) []byte {
	b = append(b, `{"format": "`+colliders.Format+`", "version": `...)
	b = strconv.AppendInt(b, colliders.Version, 10)
	b = append(append(b, `, "level": `...), s.level...)
	b = append(append(b, `, "categories": `...), s.categories...)
	b = appendRecords(append(b, `, "colliders": `...), s.colliders)
	if len(s.joints) > 0 {
		b = appendRecords(append(b, `, "joints": `...), s.joints)
	}
	return append(b, '}')
}

func appendRecords(b []byte, list []*record) []byte {
	b = append(b, '[')
	for i, r := range list {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(b, r.data...)
	}
	return append(b, ']')
}

// AppendChange appends what has changed since an earlier state, as a [colliders.Change] in JSON. It appends nothing if
// nothing has changed.
func (s *State) AppendChange(b []byte, since *State) []byte {
	if s == since {
		return b
	}
	o := object{b: b}
	if !bytes.Equal(s.level, since.level) {
		o.key("level")
		o.b = append(o.b, s.level...)
	}
	if !bytes.Equal(s.categories, since.categories) {
		o.key("categories")
		o.b = append(o.b, s.categories...)
	}
	of := s.collidersSince(since)
	of.write(&o)
	if of = s.jointsSince(since); !of.isEmpty() {
		o.key("joints")
		joints := object{b: o.b}
		of.write(&joints)
		o.b = joints.end()
	}
	return o.end()
}

// object writes a JSON object. Without keys it writes nothing.
type object struct {
	b      []byte
	isOpen bool
}

// key begins the next value.
func (o *object) key(name string) {
	begin := "{"
	if o.isOpen {
		begin = ", "
	}
	o.b, o.isOpen = append(append(append(o.b, begin...), '"'), name...), true
	o.b = append(o.b, `": `...)
}

func (o *object) end() []byte {
	if o.isOpen {
		return append(o.b, '}')
	}
	return o.b
}

// changes holds the records that differ between two states.
type changes struct {
	added, changed []*record
	removed        []string
}

func (c *changes) isEmpty() bool { return len(c.added)+len(c.changed)+len(c.removed) == 0 }

func (c *changes) write(o *object) {
	if len(c.removed) > 0 {
		o.key("removed")
		e := &encoder{buf: o.b, flat: true}
		writeList(e, c.removed, e.str)
		o.b = e.buf
	}
	if len(c.added) > 0 {
		o.key("added")
		o.b = appendRecords(o.b, c.added)
	}
	if len(c.changed) > 0 {
		o.key("changed")
		o.b = appendRecords(o.b, c.changed)
	}
}

func (s *State) collidersSince(old *State) (out changes) {
	was := func() map[string]*record { of, _ := old.index(); return of }
	is := func() map[string]*record { of, _ := s.index(); return of }
	out, regrouped := changesOfRecords(s.colliders, old.colliders, is, was)
	if !regrouped {
		return out
	}
	// The members of a body that would end up in another order are sent again, because the first one gives the frame.
	again := map[string]bool{}
	before := bodiesOf(old.colliders)
	for name, ids := range bodiesOf(s.colliders) {
		if !isContinued(before[name], ids, was()) {
			again[name] = true
		}
	}
	if len(again) == 0 {
		return out
	}
	isAgain := func(r *record) bool { return again[r.body] }
	out.added = slices.DeleteFunc(out.added, isAgain)
	out.changed = slices.DeleteFunc(out.changed, isAgain)
	for _, r := range s.colliders {
		if isAgain(r) {
			if was()[r.id] != nil {
				out.removed = append(out.removed, r.id)
			}
			out.added = append(out.added, r)
		}
	}
	return out
}

func (s *State) jointsSince(old *State) changes {
	was := func() map[string]*record { _, joints := old.index(); return joints }
	is := func() map[string]*record { _, joints := s.index(); return joints }
	out, _ := changesOfRecords(s.joints, old.joints, is, was)
	return out
}

// isContinued reports whether a body keeps the order of its members if new colliders follow those that it had. was
// holds all colliders of the time before.
func isContinued(before, now []string, was map[string]*record) bool {
	for _, id := range before {
		if len(now) > 0 && now[0] == id {
			now = now[1:]
		}
	}
	return !slices.ContainsFunc(now, func(id string) bool { return was[id] != nil })
}

// changesOfRecords returns the differences between two lists, whose indices are only made if their ids differ.
// regrouped reports whether the members of a body may differ.
func changesOfRecords(
	now, old []*record, is, was func() map[string]*record,
) (out changes, regrouped bool) {
	if slices.EqualFunc(now, old, func(a, b *record) bool { return a.id == b.id }) {
		for i, r := range now {
			if r != old[i] {
				out.changed = append(out.changed, r)
				regrouped = regrouped || r.body != old[i].body
			}
		}
		return out, regrouped
	}
	for _, r := range now {
		switch before := was()[r.id]; {
		case before == nil:
			out.added = append(out.added, r)
		case before != r:
			out.changed = append(out.changed, r)
		}
	}
	for _, r := range old {
		if is()[r.id] == nil {
			out.removed = append(out.removed, r.id)
		}
	}
	return out, true
}

// bodiesOf returns the members of the bodies of several colliders, by body.
func bodiesOf(list []*record) map[string][]string {
	out := map[string][]string{}
	for _, r := range list {
		if r.body != "" {
			out[r.body] = append(out[r.body], r.id)
		}
	}
	return out
}
