package collision

import (
	"errors"
	"fmt"
	"slices"
)

// Validate checks the tree, the lists and the pairs against each other and returns the first inconsistency. It is meant
// for tests, and takes as long as computing all contacts from scratch.
func (w *World) Validate() error {
	w.sync()
	if err := w.tree.validate(); err != nil {
		return err
	}
	leaves := 0
	for i, x := range w.bodies {
		leaves += len(x.pieces)
		for j := range x.pieces {
			p := &x.pieces[j]
			if w.pieces[p.item] != p || w.piece(p.item) != p || p.body != int32(i) || p.own != int32(j) ||
				p.key != x.key {
				return fmt.Errorf("collision: item %d is not piece %d of body %d", p.item, j, x.key)
			}
			if !w.tree.Has(p.item) {
				return fmt.Errorf("collision: piece %d of body %d is not in the tree", j, x.key)
			}
			if !w.tree.holds(p.item, p.box) {
				return fmt.Errorf("collision: the tree's box of piece %d of body %d is stale", j, x.key)
			}
		}
	}
	if leaves != w.tree.Len() {
		return fmt.Errorf("collision: %d pieces but %d leaves", leaves, w.tree.Len())
	}
	if len(w.changed) > 0 {
		return nil // the contacts date from the last Update
	}
	return w.validatePairs()
}

func (w *World) validatePairs() error {
	links := 0
	for i, x := range w.bodies {
		degree := int32(0)
		for l := w.lists[i].first; l != none; l = w.hooks[l>>1].next[l&1] {
			if degree++; w.hooks[l>>1].body[l&1] != int32(i) {
				return fmt.Errorf("collision: body %d lists a pair of others", x.key)
			}
		}
		if degree != w.lists[i].degree {
			return fmt.Errorf("collision: body %d lists %d pairs and counts %d", x.key, degree, w.lists[i].degree)
		}
		links += int(degree)
	}
	fresh := NewWorld()
	fresh.Slop, fresh.SkipStaticPairs = w.slop, w.skip
	for _, x := range w.bodies {
		if x.alive {
			fresh.Put(x.key, x.public())
		}
	}
	fresh.Update()
	w.sortPairs()
	fresh.sortPairs()
	if len(w.order)*2 != links || len(w.order) != w.live {
		return errors.New("collision: a pair is missing in a list")
	}
	if len(w.order) != len(fresh.order) {
		return fmt.Errorf("collision: %d contacts instead of %d", len(w.order), len(fresh.order))
	}
	for i := range w.order {
		c, d := w.hooks[w.order[i]].pair.contact(), fresh.hooks[fresh.order[i]].pair.contact()
		if c.A != d.A || c.B != d.B || !c.sameKind(&d) || !slices.Equal(c.Manifolds, d.Manifolds) {
			return fmt.Errorf("collision: contact of %d and %d differs from %d and %d computed from scratch", c.A, c.B,
				d.A, d.B)
		}
	}
	return nil
}
