package level

import (
	"cmp"
	"slices"
)

// sequence is one layer's colliders in drawing order. It is sorted when it is next read, so that many changes cost that
// once. The table has each record's index in it.
type sequence struct {
	records []*Collider // nil for a removed one
	sorted  int         // how many at the front are in order, apart from gaps
	gaps    int
}

// len returns the number of records.
func (s *sequence) len() int { return len(s.records) - s.gaps }

func (s *sequence) add(t *table, c *Collider) {
	t.at(c.ID).place = int32(len(s.records))
	s.records = append(s.records, c)
}

func (s *sequence) replace(e *entry, c *Collider) { s.records[e.place] = c }

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
	_ = append(append(to, tail...), added...) // they fill the space that they came from
	return first
}

func drawnBefore(a, b *Collider) int {
	return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.ID, b.ID))
}
