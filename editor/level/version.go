package level

import "slices"

// Version is the highest version of the level file that this package reads and writes. It writes the lowest version
// that can express the level, so that a level without new features stays readable for earlier releases.
const Version = 2

// versionOf returns the version of the file that the level needs. A file that contains newer features than its version
// allows, as a merge of two branches may leave it, is read too, and saved with the right version.
func versionOf(s Snapshot) int {
	v := versionFor(1, s.Settings, settingsSchema.rows)
	if len(s.Groups)+len(s.Instances) > 0 || hasRandomIDs(s) || hasImportPlaces(s) {
		v = max(v, 2)
	}
	for _, l := range s.Layers {
		v = versionFor(v, l.Layer, layerSchema.rows)
		for _, c := range l.Colliders {
			v = versionFor(v, c.Collider, laterRows)
		}
	}
	for _, m := range s.Settings.Imports {
		for _, b := range m.Base {
			v = versionFor(v, b.Collider, laterRows)
			if b.Offered != nil {
				v = versionFor(v, b.Offered, laterRows)
			}
		}
	}
	return v
}

// versionFor returns the version that a record needs, at least v. Rows without a default value belong to another
// record's writer.
func versionFor[T any](v int, r *T, rows []Field[T]) int {
	for i := range rows {
		if f := &rows[i]; f.since > v && f.isUsual != nil && !f.isUsual(r) {
			v = f.since
		}
	}
	return v
}

// laterRows holds the keys of colliders that the first version of the level file lacks.
var laterRows = slices.DeleteFunc(slices.Clone(colliderRows), func(f Field[Collider]) bool { return f.since == 0 })

// hasRandomIDs reports whether any layer, collider or imported collider has a random id.
func hasRandomIDs(s Snapshot) bool {
	return slices.ContainsFunc(s.Layers, func(l LayerSnapshot) bool {
		return IsRandomID(uint64(l.Layer.ID)) || slices.ContainsFunc(l.Colliders, func(c ColliderSnapshot) bool {
			return IsRandomID(uint64(c.ID))
		})
	}) || slices.ContainsFunc(s.Settings.Imports, func(m *Import) bool {
		return slices.ContainsFunc(m.Base, func(b Imported) bool { return IsRandomID(uint64(b.ID)) })
	})
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
