package level

import (
	"slices"
)

// Version is the highest version of the level file that this package reads and writes. It writes the lowest that can say
// what the level holds, so a level without anything new stays as it was, for earlier releases too.
const Version = 2

// additions is what the first version of the level file cannot say, with the version that can. A file of a lower version
// that says it all the same, as a merge of two branches may leave one, is read as well, and saved with the right one.
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

// versionOf is the version of the file that the level needs.
func versionOf(s Snapshot) int {
	v := 1
	for _, a := range additions {
		if a.version > v && a.isUsed(s) {
			v = a.version
		}
	}
	return v
}

// hasRandomIDs reports whether a layer or a collider has an id that does not count, or one that was deleted after an import.
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

// hasOpacity reports whether something of a layer shows through.
func hasOpacity(s Snapshot) bool {
	return slices.ContainsFunc(s.Layers, func(l LayerSnapshot) bool { return l.Layer.Opacity != 0 })
}

// hasDetails reports whether a corner or an edge of an outline has a form of its own.
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
		return slices.ContainsFunc(m.Base, func(b Imported) bool { return isDetailed(b.Collider) || isDetailed(b.Offered) })
	})
}

// hasMotion reports whether something sets a collider in motion.
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

// namesMaterials reports whether a collider names a material.
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

// hasImportPlaces reports whether an import says where its levels lay or which defaults it was made with, or holds what nobody has
// decided yet.
func hasImportPlaces(s Snapshot) bool {
	return slices.ContainsFunc(s.Settings.Imports, func(m *Import) bool {
		return len(m.Places) > 0 || m.Defaults != 0 || len(m.Tilesets) > 0 || slices.ContainsFunc(m.Base, func(b Imported) bool { return b.Offered != nil || b.Gone || b.Kept })
	})
}
