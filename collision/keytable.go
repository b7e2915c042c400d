package collision

import "slices"

// keyTable maps keys to body numbers. The zero keyTable is empty. Small keys, the usual case, index a list. The others
// are in a hash table with open addressing and linear probing, which is several times faster than a map[uint64].
type keyTable struct {
	dense []int32 // indexed by key: the body plus 1, or 0 for none
	slots []slot  // their number is a power of two
	count int     // slots in use
	keys  int     // all keys, listed ones included
}

type slot struct {
	key  uint64
	body int32 // plus 1; 0 marks an empty slot
}

// denseRoom limits the length of the list to a multiple of the number of keys.
const denseRoom = 4

// hash spreads a key over the table (Fibonacci hashing, Knuth).
func (t *keyTable) hash(k uint64) int {
	x := k * 0x9E3779B97F4A7C15
	return int((x >> 32) & uint64(len(t.slots)-1))
}

// Get returns the body with the key.
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

// Put adds a key, which must not be in the table.
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

// Listed returns the length of the list, which has all smaller keys. Sparse returns the others.
func (t *keyTable) Listed() uint64 { return uint64(len(t.dense)) }

// extend makes the list long enough for n keys, with room to grow, and moves their entries from the table to it.
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

// Sparse returns the keys that are not in the list, sorted. All are greater than the listed ones.
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

// Remove removes a key and closes the gap that it leaves.
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
