package collision

// keyTable maps keys to bodies: open addressing with linear probing, which for
// a uint64 is several times faster than a map, and a Put is mostly this.
type keyTable struct {
	slots []keySlot // a power of two of them
	count int
}

type keySlot struct {
	key  Key
	body int32 // plus 1; 0 marks an empty slot
}

// hash spreads a key over the table (Fibonacci hashing, Knuth).
func (t *keyTable) hash(k Key) int {
	x := uint64(k) * 0x9E3779B97F4A7C15
	return int((x >> 32) & uint64(len(t.slots)-1))
}

// get returns the body of a key.
func (t *keyTable) get(k Key) (int32, bool) {
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

// put adds a key that is not in the table.
func (t *keyTable) put(k Key, body int32) {
	if 4*(t.count+1) > 3*len(t.slots) {
		old := t.slots
		t.slots = make([]keySlot, max(16, 2*len(old)))
		for _, s := range old {
			if s.body != 0 {
				t.set(s)
			}
		}
	}
	t.set(keySlot{k, body + 1})
	t.count++
}

func (t *keyTable) set(s keySlot) {
	i := t.hash(s.key)
	for t.slots[i].body != 0 {
		i = (i + 1) & (len(t.slots) - 1)
	}
	t.slots[i] = s
}

// remove takes a key out and closes the gap that it leaves.
func (t *keyTable) remove(k Key) {
	if t.count == 0 {
		return
	}
	mask := len(t.slots) - 1
	i := t.hash(k)
	for t.slots[i].key != k || t.slots[i].body == 0 {
		if t.slots[i].body == 0 {
			return
		}
		i = (i + 1) & mask
	}
	t.count--
	for j := (i + 1) & mask; t.slots[j].body != 0; j = (j + 1) & mask {
		if home := t.hash(t.slots[j].key); (j-home)&mask >= (j-i)&mask {
			t.slots[i] = t.slots[j]
			i = j
		}
	}
	t.slots[i] = keySlot{}
}
