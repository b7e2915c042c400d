package level

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/quote"
)

// Snapshot is the state of a document at one moment. It shares the document's immutable records, and any goroutine can
// read it.
type Snapshot struct {
	Settings *Settings
	Layers   []LayerSnapshot
	Groups   []*Group // sorted by id

	Instances []*Instance      // in drawing order
	Problems  []*InstanceError // one for each instance without parts, in the same order
	Marks     []Mark           // one for each visible instance without parts

	Unused map[InstanceID][]UnusedChange // of the instances that have any

	Placed []Joint // the joints that the instances get from their prefabs
}

// Joints returns the joints of the level and of its instances.
func (s Snapshot) Joints() []Joint {
	if len(s.Placed) == 0 {
		return s.Settings.Joints
	}
	return slices.Concat(s.Settings.Joints, s.Placed)
}

// LayerSnapshot is one layer and its colliders, in drawing order.
type LayerSnapshot struct {
	Layer     *Layer
	Colliders []ColliderSnapshot
}

// ColliderSnapshot is one collider and its baked shape.
type ColliderSnapshot struct {
	*Collider
	Baked              *Baked
	InHidden, InLocked bool // whether a group that contains it is hidden or locked
}

// IsHidden reports whether the collider is not drawn and collides with nothing, because it, its layer or a group that
// contains it is hidden.
func (c *ColliderSnapshot) IsHidden(in *Layer) bool { return c.Hidden || in.Hidden || c.InHidden }

// IsLocked reports whether the collider cannot be changed, because it, its layer or a group that contains it is locked.
func (c *ColliderSnapshot) IsLocked(in *Layer) bool { return c.Locked || in.Locked || c.InLocked }

// Colliders yields the colliders in drawing order.
func (s Snapshot) Colliders() iter.Seq[ColliderSnapshot] {
	return func(yield func(ColliderSnapshot) bool) {
		for _, l := range s.Layers {
			for _, c := range l.Colliders {
				if !yield(c) {
					return
				}
			}
		}
	}
}

// Len returns the number of colliders.
func (s Snapshot) Len() int {
	n := 0
	for _, l := range s.Layers {
		n += len(l.Colliders)
	}
	return n
}

// WithoutImports returns the snapshot without its import records, but with the places and properties of imported
// levels.
func (s Snapshot) WithoutImports() Snapshot {
	if s.Settings != nil && len(s.Settings.Imports) > 0 {
		settings := *s.Settings
		settings.Imports = nil
		for _, m := range s.Settings.Imports {
			if len(m.Places) > 0 {
				settings.Imports = append(settings.Imports, &Import{Places: m.Places})
			}
		}
		s.Settings = &settings
	}
	return s
}

// Without returns a snapshot without some of the colliders. The original does not change.
func (s Snapshot) Without(which func(c *Collider) bool) Snapshot {
	s.Layers = slices.Clone(s.Layers)
	for i := range s.Layers {
		l := &s.Layers[i]
		goes := func(c ColliderSnapshot) bool { return which(c.Collider) }
		if slices.ContainsFunc(l.Colliders, goes) {
			l.Colliders = slices.DeleteFunc(slices.Clone(l.Colliders), goes)
		}
	}
	return s
}

// Mark is the placeholder box of an instance without parts.
type Mark struct {
	Instance *Instance
	Bounds   collision.AABB
	Why      string // why the instance has no parts
}

// Label returns the text beside the box: the missing prefab's file.
func (m Mark) Label() string { return quote.ShortPath(m.Instance.Prefab) }

// Tally counts a level's contents as the user sees them: an instance of a prefab counts as one, whatever it contains.
type Tally struct {
	Shapes    int // colliders that are not parts
	Instances int // with or without parts
	Parts     int // parts of instances that are not counted as a whole
}

// Len returns the total.
func (t Tally) Len() int { return t.Shapes + t.Instances + t.Parts }

// String returns the counts in words: "3 shapes, 1 instance".
func (t Tally) String() string {
	var parts []string
	for _, of := range []struct {
		n    int
		what string
	}{{t.Shapes, "shape"}, {t.Instances, "instance"}, {t.Parts, "part"}} {
		if of.n != 0 {
			parts = append(parts, quote.Count(of.n, of.what))
		}
	}
	return cmp.Or(strings.Join(parts, ", "), "0 shapes")
}

// Tally counts the contents of the level.
func (d *Document) Tally() Tally {
	return Tally{Shapes: d.Len() - d.parts, Instances: len(d.instances)}
}

// TallyOf counts colliders and instances without parts. An instance with all of its parts among the colliders counts as
// one; otherwise each of its parts counts.
func (d *Document) TallyOf(ids []ID, bare ...InstanceID) Tally {
	t := Tally{Instances: len(bare)}
	if d.parts == 0 {
		t.Shapes = len(ids)
		return t
	}
	of := map[InstanceID]int{}
	for _, id := range ids {
		if c := d.Collider(id); c != nil && d.isPart(c) {
			of[c.Part.Instance]++
		} else {
			t.Shapes++
		}
	}
	for id, n := range of {
		if n == len(d.instances[id].parts) {
			t.Instances++
		} else {
			t.Parts += n
		}
	}
	return t
}
