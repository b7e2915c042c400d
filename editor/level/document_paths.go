package level

import (
	"slices"

	"fillet/collision/polygon"
)

// PathOf returns a collider's path in level space, or nil if it has none or follows a missing chain.
func PathOf(d *Document, c *Collider) *polygon.Path {
	p, err := c.Moving(d.Collider(c.FollowedChain()))
	if err != nil {
		return nil
	}
	return p
}

// Completed adds the consequences of a diff: it removes groups left empty and joints of removed colliders, and replaces
// paths along removed chains with paths through the chains' points.
func (d *Document) Completed(diff Diff) Diff {
	return d.WithoutEmptied(withoutJoints(d, withFreedPaths(d, diff)))
}

// withFreedPaths gives colliders paths of their own if the diff removes the chain that they follow, or changes its
// kind.
func withFreedPaths(d *Document, diff Diff) Diff {
	var gone map[ID]*Collider
	for _, c := range diff.Colliders {
		if c.Before != nil && c.Before.Shape.Kind == Chain && (c.After == nil || c.After.Shape.Kind != Chain) {
			if gone == nil {
				gone = map[ID]*Collider{}
			}
			gone[c.Before.ID] = c.Before
		}
	}
	if gone == nil {
		return diff
	}
	at := map[ID]int{}
	for i, c := range diff.Colliders {
		if c.Before != nil {
			at[c.Before.ID] = i
		}
	}
	diff.Colliders = slices.Clone(diff.Colliders)
	for c := range d.Colliders() {
		if c.FollowedChain() == 0 {
			continue
		}
		now := c
		i, changed := at[c.ID]
		if changed {
			now = diff.Colliders[i].After
		}
		chain := gone[now.FollowedChain()]
		if chain == nil {
			continue
		}
		after := *now
		after.Path = now.WithPoints(chain)
		if changed {
			diff.Colliders[i].After = &after
		} else {
			diff.Colliders = append(diff.Colliders, Changed(c, &after))
		}
	}
	return diff
}
