package link

import (
	"slices"

	"fillet/export/colliders"
)

// merged returns the change that has the effect of one change and then another. The first may be nil.
func merged(first, then *colliders.Change) *colliders.Change {
	if first == nil {
		return then
	}
	out := &colliders.Change{Level: first.Level, Categories: first.Categories}
	if then.Level != nil {
		out.Level = then.Level
	}
	if then.Categories != nil {
		out.Categories = then.Categories
	}
	of := mergedRecords(records[colliders.Collider]{first.Removed, first.Added, first.Changed},
		records[colliders.Collider]{then.Removed, then.Added, then.Changed},
		func(c *colliders.Collider) string { return c.ID })
	out.Removed, out.Added, out.Changed = of.removed, of.added, of.changed
	joints := mergedRecords(jointsOf(first), jointsOf(then), func(j *colliders.Joint) string { return j.ID })
	if len(joints.removed)+len(joints.added)+len(joints.changed) > 0 {
		out.Joints = &colliders.JointChange{Removed: joints.removed, Added: joints.added, Changed: joints.changed}
	}
	return out
}

// records holds the changes of one kind of record.
type records[T any] struct {
	removed        []string
	added, changed []T
}

func jointsOf(c *colliders.Change) records[colliders.Joint] {
	if c.Joints == nil {
		return records[colliders.Joint]{}
	}
	return records[colliders.Joint]{c.Joints.Removed, c.Joints.Added, c.Joints.Changed}
}

func mergedRecords[T any](a, b records[T], id func(*T) string) records[T] {
	index := func(list []T) map[string]int {
		out := make(map[string]int, len(list))
		for i := range list {
			out[id(&list[i])] = i
		}
		return out
	}
	removed := make(map[string]bool, len(b.removed))
	for _, gone := range b.removed {
		removed[gone] = true
	}
	changed, isIn := index(b.changed), index(slices.Concat(a.added, a.changed))
	// surviving returns the records of a that b does not remove, as b has changed them.
	surviving := func(list []T) (out []T) {
		for _, x := range list {
			if i, ok := changed[id(&x)]; ok {
				x = b.changed[i]
			}
			if !removed[id(&x)] {
				out = append(out, x)
			}
		}
		return out
	}
	out := records[T]{slices.Clone(a.removed), surviving(a.added), surviving(a.changed)}
	added := index(a.added)
	for _, gone := range b.removed {
		if _, ok := added[gone]; !ok { // what a adds is new, or in its removed list already
			out.removed = append(out.removed, gone)
		}
	}
	for _, x := range b.changed {
		if _, ok := isIn[id(&x)]; !ok {
			out.changed = append(out.changed, x)
		}
	}
	out.added = append(out.added, b.added...)
	return out
}
