package editor

import (
	"slices"

	"fillet/editor/level"
)

// Merge adds the layers and colliders of another document under new ids, as one undo step. The level's frame grows to
// contain the document's frame. notes lists the instances that cannot be added; their parts become shapes.
func (s *Session) Merge(label string, doc *level.Document) (notes []string, err error) {
	s.settle()
	var d level.Diff
	before, from := s.doc.Settings(), doc.Settings()
	after := *before
	after.Categories = slices.Clone(before.Categories)
	for _, name := range from.Categories {
		if !slices.Contains(after.Categories, name) {
			after.Categories = append(after.Categories, name)
		}
	}
	lo, hi := before.Origin.Min(from.Origin), before.Origin.Add(before.Size).Max(from.Origin.Add(from.Size))
	after.Origin, after.Size = lo, hi.Sub(lo)
	d.Settings = level.Changed(before, &after)

	order := 0.0
	if layers := s.doc.Layers(); len(layers) > 0 {
		order = layers[len(layers)-1].Order
	}
	foreign := len(from.Imports) > 0
	newID := newIDs(foreign, s.doc.NewID, s.doc.HasID)
	newLayerID := newIDs(foreign, s.doc.NewLayerID, func(id level.LayerID) bool { return s.doc.Layer(id) != nil })
	groups := groupsFor(s.doc, doc.Groups())
	var added []level.ID
	here := map[level.ID]*level.Collider{}
	layers := map[level.LayerID]level.LayerID{}
	for _, l := range doc.Layers() {
		layer := *l
		order++
		layer.ID, layer.Order = newLayerID(l.ID), order
		layers[l.ID] = layer.ID
		d.Layers = append(d.Layers, level.Added(&layer))
	}
	var instances map[level.InstanceID]level.InstanceID
	d.Instances, instances, notes = s.mergedInstances(doc, layers, groups)
	for _, l := range doc.Layers() {
		for _, c := range doc.InLayer(l.ID) {
			if c.Part != nil && instances[c.Part.Instance] != 0 {
				added = append(added, level.PartID(instances[c.Part.Instance], c.Part.Path))
				continue
			}
			collider := *c
			collider.ID, collider.Layer, collider.GroupOf = newID(c.ID), layers[l.ID], groups[c.GroupOf]
			collider.Part = nil
			if len(c.Categories) == 0 && len(from.Categories) > 0 {
				// An empty list means the first category, which may differ here.
				collider.Categories = from.Categories[:1]
			}
			d.Colliders = append(d.Colliders, level.Added(&collider))
			added = append(added, collider.ID)
			here[c.ID] = &collider
		}
	}
	for _, g := range doc.Groups() {
		group := *g
		group.ID, group.Layer, group.Parent = groups[g.ID], layers[g.Layer], groups[g.Parent]
		d.Groups = append(d.Groups, level.Added(&group))
	}
	for _, m := range from.Imports {
		after.Imports = append(slices.Clone(after.Imports), importHere(m, from, here, newID))
	}
	return notes, s.doThen(label, d, func() { s.selection.Set(added...) })
}

// newIDs returns a function that maps ids of another document to ids in this one. Imported records keep the ids that
// every import of their file gives them, if these are free; other records get new ids.
func newIDs[T level.ID | level.LayerID](imported bool, next func() T, isTaken func(T) bool) func(T) T {
	given := map[T]bool{}
	var free level.FreeIDs[T]
	return func(id T) T {
		if !imported {
			return next()
		}
		id = free.Find(id, func(id T) bool { return given[id] || isTaken(id) })
		given[id] = true
		return id
	}
}

// groupsFor maps the groups of another level to new ids.
func groupsFor(doc *level.Document, groups []*level.Group) map[level.GroupID]level.GroupID {
	out := make(map[level.GroupID]level.GroupID, len(groups))
	for _, g := range groups {
		out[g.ID] = doc.NewGroupID()
	}
	return out
}

// importHere converts an import record of another document to the colliders' ids in this document.
func importHere(
	m *level.Import, from *level.Settings, here map[level.ID]*level.Collider, newID func(level.ID) level.ID,
) *level.Import {
	out := *m
	if out.Category == "" && len(from.Categories) > 0 {
		out.Category = from.Categories[0]
	}
	out.Base = make([]level.Imported, len(m.Base))
	for i, b := range m.Base {
		c := *b.Collider
		if len(c.Categories) == 0 && out.Category != "" {
			c.Categories = []string{out.Category}
		}
		if to := here[b.ID]; to != nil {
			c.ID, c.Layer, c.Order, c.GroupOf = to.ID, to.Layer, to.Order, to.GroupOf
			if level.Differing(&c, to) == 0 {
				out.Base[i] = level.Imported{Collider: to, Lost: b.Lost}
				continue
			}
		} else {
			c.ID = newID(b.ID)
		}
		out.Base[i] = level.Imported{Collider: &c, Lost: b.Lost}
	}
	return &out
}
