package level

import "slices"

// Undecided lists the conflicts of the level's settings, each with what the level has now as ours: that may have been changed
// since the merge.
func (d *Document) Undecided() []Conflict {
	out := slices.Clone(d.Settings().Conflicts)
	for i, c := range out {
		out[i] = ConflictNow(c, d.Settings(), d.Collider(c.Collider()), d.Layer(c.Layer()), d.Group(c.Group()), d.Instance(c.Instance()))
	}
	return out
}
