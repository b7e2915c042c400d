package level

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"

	"fillet/collision"
)

// table holds the colliders of a document, each in a slot: a small number that is the collider's own while it exists,
// and may be reused later. Values needed for every collider in each picture, contact or step are looked up by slot in
// plain slices, whatever the ids are. An id costs one lookup in a hash table.
type table struct {
	entries     []entry // by slot; slot 0 is not used
	generations []uint32
	free        []int32
	direct      []int32 // slots of small ids, by id; 0 is none. All ids of early releases are small
	index       []int32 // slots of other ids, by hash; 0 is empty. Its length is a power of two
	seed        uint64
	hashed      int // number of ids in index
	known       int // number of ids in total
	len         int // number of ids with a collider
}

// entry is one slot: a collider, its baked shape, and its index in its layer's sequence.
type entry struct {
	id     ID
	record *Collider // nil if there is no collider
	baked  *Baked
	place  int32
	mark   uint32 // of the last diff that contained it
}

// home returns the place in the index where the search for an id begins. The random seed prevents a file from choosing
// ids that all begin in one place.
func (t *table) home(id ID) int {
	hi, lo := bits.Mul64(uint64(id)^t.seed, 0x9E3779B97F4A7C15)
	return int((hi ^ lo) & uint64(len(t.index)-1))
}

// slack is how far the direct list extends beyond twice the number of ids.
const slack = 1024

// find returns the slot of an id, or 0, and its place in the index, or -1 if it is in the direct list.
func (t *table) find(id ID) (slot int32, at int) {
	if id < ID(len(t.direct)) {
		if slot = t.direct[id]; slot != 0 {
			return slot, -1
		}
	}
	if len(t.index) == 0 {
		return 0, 0
	}
	for at = t.home(id); ; at = (at + 1) & (len(t.index) - 1) {
		if slot = t.index[at]; slot == 0 || t.entries[slot].id == id {
			return slot, at
		}
	}
}

// at returns the entry of a collider, or nil. The caller may read and change it until the next claim.
func (t *table) at(id ID) *entry {
	slot, _ := t.find(id)
	if slot == 0 || t.entries[slot].record == nil {
		return nil
	}
	return &t.entries[slot]
}

// after returns the slot of an id. It tries the slot after the given one first, because ids read from a file are in
// drawing order.
func (t *table) after(slot int32, id ID) int32 {
	if slot++; int(slot) < len(t.entries) && t.entries[slot].id == id {
		return slot
	}
	slot, _ = t.find(id)
	return slot
}

// get returns the entry of an id; its record is nil if there is none.
func (t *table) get(id ID) entry {
	if e := t.at(id); e != nil {
		return *e
	}
	return entry{}
}

// claim gives an id a slot, unless it has one, and marks it. It returns false if the id already has that mark.
func (t *table) claim(id ID, mark uint32) bool {
	if id == 0 {
		return true // the record's check reports an invalid id
	}
	slot, at := t.find(id)
	if slot == 0 {
		slot = t.unused()
		t.entries[slot].id = id
		t.known++
		if t.extend(id, 0); id < ID(len(t.direct)) {
			t.direct[id] = slot
		} else {
			if 4*(t.hashed+1) > 3*len(t.index) {
				t.resize(max(16, 2*len(t.index)))
				_, at = t.find(id)
			}
			t.index[at] = slot
			t.hashed++
		}
	}
	e := &t.entries[slot]
	if e.mark == mark {
		return false
	}
	e.mark = mark
	return true
}

func (t *table) unused() int32 {
	if n := len(t.free); n > 0 {
		slot := t.free[n-1]
		t.free = t.free[:n-1]
		return slot
	}
	if len(t.entries) == 0 {
		t.entries = append(t.entries, entry{})
	}
	t.entries = append(t.entries, entry{})
	return int32(len(t.entries) - 1)
}

// put fills the slot that an id has claimed, or replaces its contents.
func (t *table) put(id ID, record *Collider, baked *Baked) {
	slot, _ := t.find(id)
	e := &t.entries[slot]
	if e.record == nil {
		t.len++
	}
	e.record, e.baked = record, baked
}

// empty removes the collider from its slot. The id keeps the slot until it is released.
func (t *table) empty(id ID) {
	if e := t.at(id); e != nil {
		e.record, e.baked = nil, nil
		t.len--
	}
}

// retire releases the slot of an id whose collider is gone, and makes its key invalid.
func (t *table) retire(id ID) {
	slot, _ := t.find(id)
	if slot == 0 || t.entries[slot].record != nil {
		return
	}
	if more := len(t.entries) - len(t.generations); int(slot) >= len(t.generations) {
		t.generations = append(t.generations, make([]uint32, more)...)
	}
	t.generations[slot]++
	t.release(id)
}

// release frees the slot of an id without a collider.
func (t *table) release(id ID) {
	slot, at := t.find(id)
	if slot == 0 || t.entries[slot].record != nil {
		return
	}
	t.entries[slot] = entry{}
	t.free = append(t.free, slot)
	t.known--
	if at < 0 {
		t.direct[id] = 0
		return
	}
	t.hashed--
	mask := len(t.index) - 1
	for next := (at + 1) & mask; t.index[next] != 0; next = (next + 1) & mask { // close the gap
		if home := t.home(t.entries[t.index[next]].id); (next-home)&mask >= (next-at)&mask {
			t.index[at] = t.index[next]
			at = next
		}
	}
	t.index[at] = 0
}

// extend makes the direct list long enough for an id, if the id is small relative to the number of ids, including more
// to come.
func (t *table) extend(id ID, more int) {
	if id < ID(len(t.direct)) || id >= ID(2*(t.known+more)+slack) {
		return
	}
	if n := int(id) + 1; n > cap(t.direct) {
		t.direct = append(make([]int32, 0, n+len(t.direct)/2), t.direct...)
	}
	t.direct = t.direct[:int(id)+1]
}

// grow makes room for the ids that a diff adds.
func (t *table) grow(changes []Change[Collider]) {
	more, random := 0, 0
	var highest ID
	for _, c := range changes {
		if c.Before != nil || c.After == nil {
			continue
		}
		more++
		if id := c.After.ID; id > MaxID {
			random++
		} else {
			highest = max(highest, id)
		}
	}
	t.extend(highest, more)
	if need := len(t.entries) + more - len(t.free); need > cap(t.entries) {
		t.entries = append(make([]entry, 0, max(need+1, len(t.entries)+len(t.entries)/4)), t.entries...)
	}
	n := max(16, len(t.index))
	for 4*(t.hashed+random) > 3*n {
		n *= 2
	}
	if random > 0 && n > len(t.index) {
		t.resize(n)
	}
}

// resize rebuilds the index with room for n.
func (t *table) resize(n int) {
	if t.seed == 0 {
		t.seed = rand.Uint64()
	}
	old := t.index
	t.index = make([]int32, n)
	for _, slot := range old {
		if slot != 0 {
			at := t.home(t.entries[slot].id)
			for t.index[at] != 0 {
				at = (at + 1) & (n - 1)
			}
			t.index[at] = slot
		}
	}
}

// key returns the slot of an id with its generation, so that an old key never finds another collider.
func (t *table) key(id ID) collision.Key {
	slot, _ := t.find(id)
	if slot == 0 {
		return 0
	}
	return collision.Key(slot) | collision.Key(t.generation(slot))<<32
}

func (t *table) generation(slot int32) uint32 {
	if int(slot) < len(t.generations) {
		return t.generations[slot]
	}
	return 0
}

// keyed returns the entry for a key, or nil if it is gone.
func (t *table) keyed(k collision.Key) *entry {
	slot := uint32(k)
	if slot == 0 || slot >= uint32(len(t.entries)) || uint32(k>>32) != t.generation(int32(slot)) ||
		t.entries[slot].record == nil {
		return nil
	}
	return &t.entries[slot]
}

// sequence holds one layer's colliders in drawing order. It is sorted when it is next read, so that many changes cost
// one sort. The table stores each record's index in it.
type sequence struct {
	records []*Collider // nil for a removed record
	sorted  int         // how many records at the front are in order, ignoring gaps
	gaps    int
}

func (s *sequence) add(t *table, c *Collider) {
	t.at(c.ID).place = int32(len(s.records))
	s.records = append(s.records, c)
}

func (s *sequence) remove(e *entry) {
	s.records[e.place] = nil
	s.gaps++
}

// sort closes the gaps and moves added records into place.
func (s *sequence) sort(t *table) {
	if s.gaps == 0 && s.sorted == len(s.records) {
		return
	}
	first := s.sorted // the first index whose record moves
	if s.gaps > 0 {
		first = min(first, slices.Index(s.records, nil))
		kept, sorted := first, first
		for i, c := range s.records[first:] {
			if c != nil {
				s.records[kept] = c
				kept++
			}
			if first+i < s.sorted {
				sorted = kept
			}
		}
		clear(s.records[kept:])
		s.records, s.sorted, s.gaps = s.records[:kept], sorted, 0
	}
	first = min(first, s.merge())
	for i, c := range s.records[first:] {
		t.at(c.ID).place = int32(first + i)
	}
	s.sorted = len(s.records)
}

// merge moves the records after the sorted ones into place, and returns the first index whose record changes.
func (s *sequence) merge() int {
	added := s.records[s.sorted:]
	if !slices.IsSortedFunc(added, drawnBefore) {
		slices.SortFunc(added, drawnBefore)
	}
	if len(added) == 0 {
		return s.sorted
	}
	first, _ := slices.BinarySearchFunc(s.records[:s.sorted], added[0], drawnBefore)
	if first == s.sorted {
		return first
	}
	tail := slices.Clone(s.records[first:s.sorted])
	added = slices.Clone(added)
	to := s.records[first:first]
	for len(tail) > 0 && len(added) > 0 {
		if drawnBefore(tail[0], added[0]) < 0 {
			to, tail = append(to, tail[0]), tail[1:]
		} else {
			to, added = append(to, added[0]), added[1:]
		}
	}
	_ = append(append(to, tail...), added...) // they fit into the space that they came from
	return first
}

func drawnBefore(a, b *Collider) int {
	return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.ID, b.ID))
}
