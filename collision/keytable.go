package collision

import "slices"

// keyTable maps keys to numbers of bodies. The zero keyTable is empty. Keys that are small numbers, as most are, have
// their place in a list; for the others there is a table with open addressing
// and linear probing, which for a uint64 is several times faster than a map.
type keyTable struct {
	dense []int32 // by key: the body plus 1, 0 where there is none
	slots []slot  // a power of two of them
	count int     // of slots in use
	keys  int     // in all
}

type slot struct {
	key  uint64
	body int32 // plus 1; 0 marks an empty slot
}

// denseRoom is how many times as long as the number of keys the list may be.
const denseRoom = 4

// hash spreads a key over the table (Fibonacci hashing, Knuth).
func (t *keyTable) hash(k uint64) int {
	x := k * 0x9E3779B97F4A7C15
	return int((x >> 32) & uint64(len(t.slots)-1))
}

// Get returns the body of a key.
func (t *keyTable) Get(k uint64) (int32, bool) {
	if k < uint64(len(t.dense)) {
		if i := t.dense[k]; i != 0 {
			return i - 1, true
		}
		return 0, false
	}
	if t.count == 0 {
		return 0, false
	}
	for i := t.hash(k); ; i = (i + 1) & (len(t.slots) - 1) {
		switch s := &t.slots[i]; {
		case s.body == 0:
			return 0, false
		case s.key == k:
			return s.body - 1, true
		}
	}
}

// Put adds a key that is not in the table.
func (t *keyTable) Put(k uint64, body int32) {
	t.keys++
	if k >= uint64(len(t.dense)) && k < uint64(denseRoom*t.keys+16) {
		t.extend(int(k) + 1)
	}
	if k < uint64(len(t.dense)) {
		t.dense[k] = body + 1
		return
	}
	if 4*(t.count+1) > 3*len(t.slots) {
		old := t.slots
		t.slots = make([]slot, max(16, 2*len(old)))
		for _, s := range old {
			if s.body != 0 {
				t.set(s)
			}
		}
	}
	t.set(slot{k, body + 1})
	t.count++
}

// Listed is below which all keys have their place in a list; those that are not below it are what Sparse returns.
func (t *keyTable) Listed() uint64 { return uint64(len(t.dense)) }

// extend makes the list long enough for n keys, with room to grow, and takes
// over those that were in the table.
func (t *keyTable) extend(n int) {
	if n > cap(t.dense) {
		t.dense = append(make([]int32, 0, max(2*n, 16)), t.dense...)
	}
	t.dense = t.dense[:cap(t.dense)]
	if t.count == 0 {
		return
	}
	old := t.slots
	t.slots, t.count = make([]slot, len(old)), 0
	for _, s := range old {
		switch {
		case s.body == 0:
		case s.key < uint64(len(t.dense)):
			t.dense[s.key] = s.body
		default:
			t.set(s)
			t.count++
		}
	}
}

func (t *keyTable) set(s slot) {
	i := t.hash(s.key)
	for t.slots[i].body != 0 {
		i = (i + 1) & (len(t.slots) - 1)
	}
	t.slots[i] = s
}

// Sparse returns the keys that are not in the list, sorted: all are greater than
// those that are.
func (t *keyTable) Sparse() []uint64 {
	if t.count == 0 {
		return nil
	}
	keys := make([]uint64, 0, t.count)
	for _, s := range t.slots {
		if s.body != 0 {
			keys = append(keys, s.key)
		}
	}
	slices.Sort(keys)
	return keys
}

// Remove takes a key out and closes the gap that it leaves.
func (t *keyTable) Remove(k uint64) {
	if _, ok := t.Get(k); !ok {
		return
	}
	t.keys--
	if k < uint64(len(t.dense)) {
		t.dense[k] = 0
		return
	}
	mask := len(t.slots) - 1
	i := t.hash(k)
	for t.slots[i].key != k || t.slots[i].body == 0 {
		i = (i + 1) & mask
	}
	t.count--
	for j := (i + 1) & mask; t.slots[j].body != 0; j = (j + 1) & mask {
		if home := t.hash(t.slots[j].key); (j-home)&mask >= (j-i)&mask {
			t.slots[i] = t.slots[j]
			i = j
		}
	}
	t.slots[i] = slot{}
}
