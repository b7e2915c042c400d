package export

import (
	"bytes"
	"strconv"

	"fillet/export/colliders"
)

// State holds the native records of a level at one moment, encoded as JSON without line breaks. It is immutable, and
// any goroutine can read it.
type State struct {
	level, categories []byte
	colliders         []*record // in drawing order
	joints            []*record
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
	o.compare(since.colliders, s.colliders)
	joints := object{}
	if joints.compare(since.joints, s.joints); joints.isOpen {
		o.key("joints")
		o.b = append(o.b, joints.end()...)
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

// compare writes the difference between two lists of records.
func (o *object) compare(old, now []*record) {
	o.records(colliders.Compare(old, now, func(r **record) (id, body string) { return (*r).id, (*r).body },
		func(a, b **record) bool { return *a == *b }))
}

func (o *object) records(c colliders.Records[*record]) {
	if len(c.Removed) > 0 {
		o.key("removed")
		e := &encoder{buf: o.b, flat: true}
		writeList(e, c.Removed, e.str)
		o.b = e.buf
	}
	if len(c.Added) > 0 {
		o.key("added")
		o.b = appendRecords(o.b, c.Added)
	}
	if len(c.Changed) > 0 {
		o.key("changed")
		o.b = appendRecords(o.b, c.Changed)
	}
}
