package level

// table is the colliders by id. Ids are given out one after the other, so nearly all of them are places in a list; those
// far beyond its size, which only a file can name, are in a map. Looking one up is then quick enough for every collider of
// every picture, and an entry takes 24 bytes.
type table struct {
	list   []entry
	sparse map[ID]*entry
	len    int
}

// entry is one collider, what it bakes to, and its place in its layer's sequence.
type entry struct {
	record *Collider // nil: there is none
	baked  *Baked
	place  int32
	mark   uint32 // of the idSet that last had it
}

// slack is how far beyond twice its size the list grows for an id.
const slack = 1024

// at is the entry of an id, to be read or changed until the next put; nil where there is none.
func (t *table) at(id ID) *entry {
	if id < ID(len(t.list)) && t.list[id].record != nil {
		return &t.list[id]
	}
	return t.sparse[id]
}

// get is the entry of an id; it is zero where there is none.
func (t *table) get(id ID) entry {
	if e := t.at(id); e != nil {
		return *e
	}
	return entry{}
}

// put makes an entry, or replaces it.
func (t *table) put(id ID, e entry) {
	if old := t.at(id); old != nil {
		*old = e
		return
	}
	t.len++
	if id >= ID(len(t.list)) && id < 2*ID(t.len)+slack {
		t.list = append(t.list, make([]entry, int(id)+1-len(t.list))...)
	}
	if id < ID(len(t.list)) {
		t.list[id] = e
		return
	}
	if t.sparse == nil {
		t.sparse = map[ID]*entry{}
	}
	t.sparse[id] = &e
}

func (t *table) remove(id ID) {
	switch e := t.at(id); {
	case e == nil:
		return
	case id < ID(len(t.list)) && e == &t.list[id]:
		t.list[id] = entry{}
	default:
		delete(t.sparse, id)
	}
	t.len--
}

// grow makes room for more entries, whose highest id is given.
func (t *table) grow(more int, highest ID) {
	if highest < 2*ID(t.len+more)+slack && highest >= ID(len(t.list)) {
		t.list = append(t.list, make([]entry, int(highest)+1-len(t.list))...)
	}
}

// idSet is the ids of one diff, to find one that stands in it twice. Those of the table are marked there; the others are
// as a rule one higher than the other.
type idSet struct {
	table   *table
	mark    uint32
	highest ID
	others  map[ID]bool // nil while they rise
}

func newIDSet(t *table, mark uint32, changes []Change[Collider]) *idSet {
	s := &idSet{table: t, mark: mark}
	last := ID(0)
	for _, c := range changes {
		if c.Before != nil || c.After == nil {
			continue
		}
		if c.After.ID <= last {
			s.others = map[ID]bool{}
			break
		}
		last = c.After.ID
	}
	s.highest = last
	return s
}

// add reports false where the set has the id already.
func (s *idSet) add(id ID) bool {
	if e := s.table.at(id); e != nil {
		if e.mark == s.mark {
			return false
		}
		e.mark = s.mark
		return true
	}
	if s.others == nil {
		return true
	}
	if s.others[id] {
		return false
	}
	s.others[id] = true
	return true
}

// has reports whether the set has an id of the table.
func (s *idSet) has(id ID) bool {
	e := s.table.at(id)
	return e != nil && e.mark == s.mark
}
