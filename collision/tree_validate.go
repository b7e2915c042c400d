package collision

import (
	"errors"
	"fmt"
)

// validate checks links, boxes and levels, for tests.
func (t *Tree) validate() error {
	if len(t.nodes) == 0 || t.root == noItem {
		if t.count != 0 {
			return fmt.Errorf("collision: empty tree counts %d items", t.count)
		}
		return nil
	}
	if t.nodes[t.root].parent != noItem {
		return errors.New("collision: the tree's root has a parent")
	}
	items, err := t.validateNode(t.root)
	if err == nil && items != t.count {
		err = fmt.Errorf("collision: tree of %d items counts %d", items, t.count)
	}
	return err
}

func (t *Tree) validateNode(i int32) (items int, err error) {
	n := &t.nodes[i]
	if n.count < 1 || n.count > fan {
		return 0, fmt.Errorf("collision: node %d has %d children", i, n.count)
	}
	for k, child := range n.child[:n.count] {
		if n.level == 0 {
			if t.at[child] != i {
				return 0, fmt.Errorf("collision: item %d is in node %d, not in %d", child, i, t.at[child])
			}
			if owner := t.ownerOf(n, child); n.owner != several && n.owner != owner {
				return 0, fmt.Errorf("collision: item %d is owner %d's, its node owner %d's", child, owner, n.owner)
			}
			items++
			continue
		}
		c := &t.nodes[child]
		switch {
		case c.parent != i:
			return 0, fmt.Errorf("collision: child %d of node %d has a different parent", child, i)
		case c.level != n.level-1:
			return 0, fmt.Errorf("collision: node %d of level %d is below level %d", child, c.level, n.level)
		case n.box(k) != c.bounds():
			return 0, fmt.Errorf("collision: node %d does not bound its child %d", i, child)
		case n.owner != several && n.owner != c.owner:
			return 0, fmt.Errorf("collision: node %d is owner %d's, its child %d owner %d's", i, n.owner, child,
				c.owner)
		}
		below, err := t.validateNode(child)
		if err != nil {
			return 0, err
		}
		items += below
	}
	return items, nil
}

// holds reports whether the tree has an item with this box.
func (t *Tree) holds(item int32, box AABB) bool {
	if !t.Has(item) {
		return false
	}
	n := &t.nodes[t.at[item]]
	return n.box(n.slot(item)) == shrink(box)
}
