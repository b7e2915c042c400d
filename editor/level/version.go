package level

import (
	"slices"
)

// Version is the highest version of the level file that this package reads and writes. It writes the lowest version
// that can express the level, so that a level without anything new stays readable for earlier releases.
const Version = 2

// additions lists what the first version of the level file cannot express, with the version that can. A file of a lower
// version that has it anyway, as a merge of two branches may leave one, is read too, and saved with the right version.
var additions = []struct {
	version int
	isUsed  func(Snapshot) bool
}{
	{2, hasRandomIDs},
	{2, hasImportPlaces},
	{2, func(s Snapshot) bool { return len(s.Settings.Conflicts) > 0 }},
	{2, func(s Snapshot) bool { return len(s.Settings.Ignored) > 0 }},
	{2, func(s Snapshot) bool { return len(s.Groups) > 0 }},
	{2, namesMaterials},
	{2, func(s Snapshot) bool { return len(s.Instances) > 0 }},
	{2, hasOpacity},
	{2, hasDetails},
	{2, hasMotion},
	{2, hasPaths},
	{2, func(s Snapshot) bool {
		return len(s.Settings.Pictures)+len(s.Settings.Joints) > 0
	}},
}

// versionOf returns the version of the file that the level needs.
func versionOf(s Snapshot) int {
	v := 1
	for _, a := range additions {
		if a.version > v && a.isUsed(s) {
			v = a.version
		}
	}
	return v
}

// hasRandomIDs reports whether any layer, collider or imported collider has a random id.
func hasRandomIDs(s Snapshot) bool {
	for _, l := range s.Layers {
		if IsRandomID(uint64(l.Layer.ID)) {
			return true
		}
		for _, c := range l.Colliders {
			if IsRandomID(uint64(c.ID)) {
				return true
			}
		}
	}
	for _, m := range s.Settings.Imports {
		for i := range m.Base {
			if IsRandomID(uint64(m.Base[i].ID)) {
				return true
			}
		}
	}
	return false
}

// hasOpacity reports whether any layer has an opacity.
func hasOpacity(s Snapshot) bool {
	return slices.ContainsFunc(s.Layers, func(l LayerSnapshot) bool { return l.Layer.Opacity != 0 })
}

// hasDetails reports whether any outline has details.
func hasDetails(s Snapshot) bool {
	isDetailed := func(c *Collider) bool { return c != nil && c.Shape.Detail != nil }
	for _, l := range s.Layers {
		for _, c := range l.Colliders {
			if isDetailed(c.Collider) {
				return true
			}
		}
	}
	return slices.ContainsFunc(s.Settings.Imports, func(m *Import) bool {
		return slices.ContainsFunc(m.Base, func(b Imported) bool {
			return isDetailed(b.Collider) || isDetailed(b.Offered)
		})
	})
}

// hasMotion reports whether any collider has a motion.
func hasMotion(s Snapshot) bool {
	moves := func(c *Collider) bool { return c != nil && c.Motion != nil }
	for _, l := range s.Layers {
		for _, c := range l.Colliders {
			if c.Motion != nil {
				return true
			}
		}
	}
	return slices.ContainsFunc(s.Settings.Imports, func(m *Import) bool {
		return slices.ContainsFunc(m.Base, func(b Imported) bool { return moves(b.Collider) || moves(b.Offered) })
	})
}

// namesMaterials reports whether any collider names a material.
func namesMaterials(s Snapshot) bool {
	for _, l := range s.Layers {
		for _, c := range l.Colliders {
			if c.Material != "" {
				return true
			}
		}
	}
	return false
}

// hasImportPlaces reports whether any import has places, tilesets or a version of defaults, or a collider that is
// offered, gone or kept.
func hasImportPlaces(s Snapshot) bool {
	return slices.ContainsFunc(s.Settings.Imports, func(m *Import) bool {
		return len(m.Places) > 0 || m.Defaults != 0 || len(m.Tilesets) > 0 ||
			slices.ContainsFunc(m.Base, func(b Imported) bool {
				return b.Offered != nil || b.Gone || b.Kept
			})
	})
}
