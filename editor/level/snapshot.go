package level

import (
	"slices"

	"fillet/collision"
	"fillet/editor/quote"
)

// Snapshot is a document at one moment. It shares its records and can be read on any goroutine.
type Snapshot struct {
	Settings *Settings
	Layers   []LayerSnapshot
	Groups   []*Group // by id

	Instances []*Instance      // in drawing order
	Problems  []*InstanceError // of the instances without parts, in the same order
	Marks     []Mark           // of the instances without parts, except hidden ones

	Unused map[InstanceID][]UnusedChange // of the instances that have some

	Placed []Joint // the joints that the instances have from their prefabs
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
	InHidden, InLocked bool // a group that contains it is hidden, or locked
}

// IsHidden reports whether the collider is not drawn and collides with nothing: it, its layer or a group that contains
// it is hidden.
func (c *ColliderSnapshot) IsHidden(in *Layer) bool { return c.Hidden || in.Hidden || c.InHidden }

// IsLocked reports whether the collider cannot be changed: it, its layer or a group that contains it is locked.
func (c *ColliderSnapshot) IsLocked(in *Layer) bool { return c.Locked || in.Locked || c.InLocked }

// Len returns the number of colliders.
func (s Snapshot) Len() int {
	n := 0
	for _, l := range s.Layers {
		n += len(l.Colliders)
	}
	return n
}

// WithoutImports returns the snapshot without its import records, except the places and properties of imported levels.
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
	Why      string // why it has none
}

// Label returns the text beside the box: the missing prefab's file.
func (m Mark) Label() string { return quote.ShortPath(m.Instance.Prefab) }
