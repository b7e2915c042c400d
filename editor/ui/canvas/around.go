package canvas

import (
	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/render"
)

// Around is the level around a prefab edited in place. The canvas shows the prefab's own document and draws the dimmed
// level around it in the prefab's frame, that is, without the instance's rotation and mirroring. The prefab's other
// instances show its current state, even during a drag whose changes have not reached the level yet.
type Around struct {
	Level *editor.Session
	Of    *level.Instance // the edited instance
	file  string          // the prefab's file

	inner  *editor.Session // the prefab's document
	origin level.Vec
	to     collision.Transform // from the level to the prefab, before mirroring

	items     []render.Item // items of everything but the prefab's instances, in the prefab's frame
	boxes     []collision.AABB
	labeled   []render.Item     // the items with labels
	instances []*level.Instance // the prefab's other instances
	tints     []render.Item     // the tint of each instance, as an item without a shape
	stale     bool              // items and instances must be gathered again
	changed   bool              // the prefab has changed since the last sync
	dragged   bool              // the prefab is being dragged, so its instances move
	pieces    []project.PrefabPiece

	mirrored     map[*level.Collider]level.ColliderSnapshot
	surroundings surroundings
	close        func() // unsubscribes from the documents
}

// NewAround returns the surroundings of an instance whose prefab is open in the session inner.
func NewAround(outer *editor.Session, of *level.Instance, inner *editor.Session, file string) *Around {
	a := &Around{
		Level: outer, Of: of, inner: inner, file: file, origin: inner.Document().Settings().Origin,
		stale: true, mirrored: map[*level.Collider]level.ColliderSnapshot{},
	}
	a.to = project.InstanceTransform(of, a.origin).Inv()
	ignoreLevel := outer.Document().Subscribe(a.levelChanged)
	ignorePrefab := inner.Document().Subscribe(func(level.Diff) { a.changed = true })
	a.close = func() {
		ignoreLevel()
		ignorePrefab()
	}
	return a
}

// Close unsubscribes from the documents.
func (a *Around) Close() {
	a.close()
	a.inner.SetSurroundings(nil)
}

// levelChanged handles a change to the level. It ignores changes that only result from the prefab's.
func (a *Around) levelChanged(d level.Diff) {
	if len(d.Layers)+len(d.Groups)+len(d.Instances) > 0 || d.Settings.After != nil {
		a.stale = true
		return
	}
	doc := a.Level.Document()
	made := project.InstancesOf(doc, a.file)
	var last *level.Instance
	isInstance := false
	for _, c := range d.Colliders {
		of := c.After
		if of == nil {
			of = c.Before
		}
		if of.Part == nil {
			a.stale = true
			return
		}
		if i := doc.Instance(of.Part.Instance); i != last || last == nil {
			last, isInstance = i, i != nil && made(i)
		}
		if !isInstance {
			a.stale = true
			return
		}
	}
}

// Inward converts a point from the level's frame to the prefab's.
func (a *Around) Inward(v level.Vec) level.Vec {
	v = a.to.Apply(v)
	if a.Of.Flip {
		v.X = 2*a.origin.X - v.X
	}
	return v
}

// Outward converts a point from the prefab's frame to the level's.
func (a *Around) Outward(v level.Vec) level.Vec {
	if a.Of.Flip {
		v.X = 2*a.origin.X - v.X
	}
	return a.to.ApplyInv(v)
}

// sync brings the surroundings up to date, and reports whether they look different.
func (a *Around) sync() (changed bool) {
	dragged := a.inner.History().InTransaction()
	if changed = a.stale || a.dragged != dragged || a.changed && !dragged; a.changed {
		project.LibraryOf(a.Level.Document()).Touch(a.file)
	}
	if origin := a.inner.Document().Settings().Origin; origin != a.origin {
		a.origin, a.to, a.stale, changed = origin, project.InstanceTransform(a.Of, origin).Inv(), true, true
	}
	if a.stale {
		a.gather()
	}
	if a.stale || !a.surroundings.reaches(a.inner) {
		a.surround()
	}
	a.stale, a.changed, a.dragged = false, false, dragged
	return changed
}

// gather lists the level's colliders around the prefab.
func (a *Around) gather() {
	doc := a.Level.Document()
	made := project.InstancesOf(doc, a.file)
	a.surroundings.ids = a.surroundings.ids[:0]
	a.items, a.boxes, a.labeled, a.instances, a.tints = a.items[:0], a.boxes[:0],
		a.labeled[:0], a.instances[:0], a.tints[:0]
	for _, i := range doc.Instances() {
		if i.ID == a.Of.ID || !made(i) ||
			!doc.Visible(&level.Collider{Layer: i.Layer, GroupOf: i.GroupOf, Hidden: i.Hidden}) {
			continue
		}
		a.instances = append(a.instances, i)
		layer := doc.Layer(i.Layer)
		a.tints = append(a.tints, render.Item{Dimmed: true, Tint: render.LayerTint(layer), Alpha: layer.Opacity})
	}
	for c := range doc.Colliders() {
		if !doc.Visible(c) || c.Part != nil && (c.Part.Instance == a.Of.ID || made(doc.Instance(c.Part.Instance))) {
			continue
		}
		it := itemOf(doc, c)
		it.Dimmed = true
		a.inward(&it)
		a.surroundings.ids = append(a.surroundings.ids, c.ID)
		a.items, a.boxes = append(a.items, it), append(a.boxes, placedBounds(it.Baked.Bounds, it.At))
		if isLabelled(&it) {
			a.labeled = append(a.labeled, it)
		}
	}
}

// inward converts an item to the prefab's frame.
func (a *Around) inward(it *render.Item) {
	it.At = a.to.Mul(it.At)
	if !a.Of.Flip {
		return
	}
	m, ok := a.mirrored[it.Collider]
	if !ok {
		at := *it.Collider
		at.Position, at.Angle = level.Vec{}, 0
		m.Collider, m.Baked = level.Mirrored(&at, level.Vec{}, true), it.Baked
		if b, err := m.Shape.Bake(); err == nil {
			m.Baked = b
		}
		const limit = 1 << 16 // bounds the cache: each frame makes its own parts
		if len(a.mirrored) > limit {
			clear(a.mirrored)
		}
		a.mirrored[it.Collider] = m
	}
	it.Collider, it.Baked = m.Collider, m.Baked
	it.At.P.X = 2*a.origin.X - it.At.P.X
	it.At.Q.S = -it.At.Q.S
}

// still appends the items in a box that the gesture does not move.
func (a *Around) still(in collision.AABB, list []render.Item) []render.Item {
	for k := range a.items {
		if a.boxes[k].Overlaps(in) {
			list = append(list, a.items[k])
		}
	}
	if !a.dragged {
		list = a.made(in, list)
	}
	return list
}

// moving appends the items in a box that follow the current drag.
func (a *Around) moving(in collision.AABB, list []render.Item) []render.Item {
	if !a.dragged {
		return list
	}
	first := len(list)
	list = a.made(in, list)
	for k := first; k < len(list); k++ {
		list[k].Moving = true
	}
	return list
}

// made appends the items in a box of the prefab's other instances, in the prefab's current state.
func (a *Around) made(in collision.AABB, list []render.Item) []render.Item {
	doc := a.Level.Document()
	out := collision.EmptyAABB() // the box in the level's frame
	for _, v := range [4]level.Vec{in.Min, in.Max, {X: in.Min.X, Y: in.Max.Y}, {X: in.Max.X, Y: in.Min.Y}} {
		v = a.Outward(v)
		out = out.Union(collision.AABB{Min: v, Max: v})
	}
	for k, i := range a.instances {
		a.pieces = project.PrefabPieces(doc, i, out, a.pieces[:0])
		for _, p := range a.pieces {
			it := a.tints[k]
			it.Collider, it.Baked, it.At = p.Collider, p.Baked, p.At
			a.inward(&it)
			list = append(list, it)
		}
	}
	return list
}

// SetAround shows the level around the canvas's prefab; nil shows the prefab alone.
func (c *View) SetAround(a *Around) {
	if c.stage.around != nil {
		c.stage.around.Close()
	}
	c.stage.around = a
	c.stage.version++
	c.stage.changes.more = true
	c.Redraw()
}

// Around returns the level around the canvas's prefab, or nil.
func (c *View) Around() *Around { return c.stage.around }

// LookFrom sets the view's centre and zoom.
func (c *View) LookFrom(center level.Vec, zoom float64) {
	c.WantFit = false
	c.Camera.Center, c.Camera.Zoom = center, zoom
	c.ViewChanged()
}
