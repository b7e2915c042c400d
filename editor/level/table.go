package level

import (
	"math/bits"
	"math/rand/v2"

	"fillet/collision"
)

// table is the colliders of a document, each in a slot: a small number that is its own while it is there, and another's
// later. What has to be found for every collider of every picture, contact or step is found by slot, in a plain list,
// whatever the ids are; an id costs one look into a hash table.
type table struct {
	entries     []entry // by slot; the first is not used
	generations []uint32
	free        []int32
	direct      []int32 // slots by id, 0 is none: for ids that are small numbers, as all were once
	index       []int32 // slots of the others by the hash of their id, 0 is empty; a power of two of them
	seed        uint64
	hashed      int // ids in the index
	known       int // ids in all
	len         int // of them colliders that are there
}

// entry is one slot: a collider, what it bakes to, and its place in its layer's sequence.
type entry struct {
	id     ID
	record *Collider // nil: there is none, or not yet, or not any more
	baked  *Baked
	place  int32
	mark   uint32 // of the diff that last named it
}

// home is where in the index the search for an id begins. The seed keeps a file from naming ids that all begin at one
// place.
func (t *table) home(id ID) int {
	hi, lo := bits.Mul64(uint64(id)^t.seed, 0x9E3779B97F4A7C15)
	return int((hi ^ lo) & uint64(len(t.index)-1))
}

// slack is how far beyond twice the number of ids the direct list goes.
const slack = 1024

// find is the slot of an id, 0 where there is none, and its place in the index, -1 where the direct list has it.
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

// at is the entry of a collider that is there, to be read or changed until the next claim; nil where there is none.
func (t *table) at(id ID) *entry {
	slot, _ := t.find(id)
	if slot == 0 || t.entries[slot].record == nil {
		return nil
	}
	return &t.entries[slot]
}

// after is the slot of an id that is likely to stand behind another one's: those that were read from a file do, in drawing order.
func (t *table) after(slot int32, id ID) int32 {
	if slot++; int(slot) < len(t.entries) && t.entries[slot].id == id {
		return slot
	}
	slot, _ = t.find(id)
	return slot
}

// get is the entry of an id; its record is nil where there is none.
func (t *table) get(id ID) entry {
	if e := t.at(id); e != nil {
		return *e
	}
	return entry{}
}

// claim gives an id a slot, unless it has one, and marks it. It reports false where the id has that mark already.
func (t *table) claim(id ID, mark uint32) bool {
	if id == 0 {
		return true // it is not valid, which its record is told
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

// unused is a slot that nothing has.
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

// put fills the slot that an id has claimed, or replaces what is in it.
func (t *table) put(id ID, record *Collider, baked *Baked) {
	slot, _ := t.find(id)
	e := &t.entries[slot]
	if e.record == nil {
		t.len++
	}
	e.record, e.baked = record, baked
}

// empty takes the collider out of its slot, which stays its id's until it is released.
func (t *table) empty(id ID) {
	if e := t.at(id); e != nil {
		e.record, e.baked = nil, nil
		t.len--
	}
}

// retire gives up the slot of an id whose collider is gone. Whoever still has its key finds nothing under it.
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

// release gives up the slot of an id that has no collider.
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

// extend makes the direct list long enough for an id, if that is small enough with more ids to come.
func (t *table) extend(id ID, more int) {
	if id < ID(len(t.direct)) || id >= ID(2*(t.known+more)+slack) {
		return
	}
	if n := int(id) + 1; n > cap(t.direct) {
		t.direct = append(make([]int32, 0, n+len(t.direct)/2), t.direct...)
	}
	t.direct = t.direct[:int(id)+1]
}

// grow makes room for the ids of what a diff adds.
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

// resize makes the index anew with room for n.
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

// key is the slot of an id with its generation: a key that was another's is nobody's.
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

// keyed is the entry under a key; nil where there is none any more.
func (t *table) keyed(k collision.Key) *entry {
	slot := uint32(k)
	if slot == 0 || slot >= uint32(len(t.entries)) || uint32(k>>32) != t.generation(int32(slot)) || t.entries[slot].record == nil {
		return nil
	}
	return &t.entries[slot]
}
