package canvas

import (
	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/render"
)

// Around is the level around a prefab that is edited where it is placed. The canvas shows the prefab's own document, and draws the level
// dimmed around it, as it stands seen from the prefab: turned and mirrored back where the instance is. The other instances of the prefab are
// drawn of what the prefab is just now, also in the middle of a drag, when the level has not been told of it yet.
type Around struct {
	Level *editor.Session
	Of    *level.Instance // that is edited
	file  string          // the prefab

	inner  *editor.Session // the prefab's document
	origin level.Vec
	to     collision.Transform // from the level to the prefab, before it is mirrored

	items     []render.Item // what is not made of the prefab, in the prefab's frame
	boxes     []collision.AABB
	labeled   []render.Item     // of the items
	instances []*level.Instance // what is, but the one that is edited
	tints     []render.Item     // of those, likewise: an item without a shape
	stale     bool              // items and instances
	changed   bool              // the prefab
	dragged   bool              // it is just now, so that what is made of it moves
	pieces    []project.PrefabPiece
	part      []render.Item

	mirrored map[*level.Collider]level.ColliderSnapshot
	beside   surroundings
	close    []func()
}

// NewAround is the level around an instance, whose prefab's file is open with a session of its own.
func NewAround(outer *editor.Session, of *level.Instance, inner *editor.Session, file string) *Around {
	a := &Around{Level: outer, Of: of, inner: inner, file: file, origin: inner.Document().Settings().Origin, stale: true, mirrored: map[*level.Collider]level.ColliderSnapshot{}}
	a.to = project.InstanceTransform(of, a.origin).Inv()
	a.close = []func(){outer.Document().Subscribe(a.levelChanged), inner.Document().Subscribe(func(level.Diff) { a.changed = true })}
	return a
}

// Close lets go of the documents.
func (a *Around) Close() {
	for _, f := range a.close {
		f()
	}
	a.close = nil
	editor.BesideOf(a.inner).Set(nil)
}

// levelChanged follows the level, of which the parts that follow the prefab are drawn without it.
func (a *Around) levelChanged(d level.Diff) {
	if len(d.Layers)+len(d.Groups)+len(d.Instances) > 0 || d.Settings.After != nil {
		a.stale = true
		return
	}
	doc := a.Level.Document()
	made := project.InstancesOf(doc, a.file)
	var last *level.Instance
	is := false
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
			last, is = i, i != nil && made(i)
		}
		if !is {
			a.stale = true
			return
		}
	}
}

// Inward is where a point of the level stands seen from the prefab.
func (a *Around) Inward(v level.Vec) level.Vec {
	v = a.to.Apply(v)
	if a.Of.Flip {
		v.X = 2*a.origin.X - v.X
	}
	return v
}

// Outward is Inward the other way.
func (a *Around) Outward(v level.Vec) level.Vec {
	if a.Of.Flip {
		v.X = 2*a.origin.X - v.X
	}
	return a.to.ApplyInv(v)
}

// sync brings the level up to date, and reports whether it looks otherwise than before.
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
	if a.stale || !a.beside.reaches(a.inner) {
		a.surround()
	}
	a.stale, a.changed, a.dragged = false, false, dragged
	return changed
}

// gather lists what stands around the prefab.
func (a *Around) gather() {
	doc := a.Level.Document()
	made := project.InstancesOf(doc, a.file)
	a.beside.ids = a.beside.ids[:0]
	a.items, a.boxes, a.labeled, a.instances, a.tints = a.items[:0], a.boxes[:0], a.labeled[:0], a.instances[:0], a.tints[:0]
	for _, i := range doc.Instances() {
		if i.ID == a.Of.ID || !made(i) || !doc.Visible(&level.Collider{Layer: i.Layer, GroupOf: i.GroupOf, Hidden: i.Hidden}) {
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
		layer := doc.Layer(c.Layer)
		it := render.Item{Collider: c, Baked: doc.Baked(c.ID), At: c.Transform(), Dimmed: true, Tint: render.LayerTint(layer), Alpha: layer.Opacity}
		a.inward(&it)
		a.beside.ids = append(a.beside.ids, c.ID)
		a.items, a.boxes = append(a.items, it), append(a.boxes, placedBounds(it.Baked.Bounds, it.At))
		if isLabelled(&it) {
			a.labeled = append(a.labeled, it)
		}
	}
}

// inward takes an item of the level to where it stands seen from the prefab.
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
		const most = 1 << 16 // of parts that were made for one picture
		if len(a.mirrored) > most {
			clear(a.mirrored)
		}
		a.mirrored[it.Collider] = m
	}
	it.Collider, it.Baked = m.Collider, m.Baked
	it.At.P.X = 2*a.origin.X - it.At.P.X
	it.At.Q.S = -it.At.Q.S
}

// still appends to a list what a gesture leaves as it is, of what reaches into a box.
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

// moving appends to a list what follows a drag that is under way.
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

// made appends to a list what is made of the prefab, as it is now, of what reaches into a box.
func (a *Around) made(in collision.AABB, list []render.Item) []render.Item {
	doc := a.Level.Document()
	out := collision.EmptyAABB() // the box in the level
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

// SetAround shows the level around the prefab that the canvas is of; nil shows the prefab alone.
func (c *View) SetAround(a *Around) {
	if c.stage.around != nil {
		c.stage.around.Close()
	}
	c.stage.around = a
	c.stage.version++
	c.stage.changes.more = true
	c.Redraw()
}

// Around is the level around the prefab that the canvas is of; nil shows none.
func (c *View) Around() *Around { return c.stage.around }

// LookFrom takes over a view, at a place of this level.
func (c *View) LookFrom(center level.Vec, zoom float64) {
	c.WantFit = false
	c.Camera.Center, c.Camera.Zoom = center, zoom
	c.ViewChanged()
}
