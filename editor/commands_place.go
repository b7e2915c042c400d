package editor

import (
	"cmp"
	"slices"

	"fillet/editor/level"
)

// unit is a record with a place in the drawing order: a shape, or an instance, whose parts are drawn together.
type unit struct {
	shape    *level.Collider // nil for an instance
	instance *level.Instance
	parts    []*level.Collider
}

// unitsOf returns the units of a layer in drawing order.
func unitsOf(doc *level.Document, layer level.LayerID) []unit {
	var out []unit
	for _, c := range doc.InLayer(layer) {
		switch {
		case c.Part == nil:
			out = append(out, unit{shape: c})
		case c == doc.FirstPart(c.Part.Instance):
			out = append(out, unit{instance: doc.Instance(c.Part.Instance), parts: doc.Parts(c.Part.Instance)})
		}
	}
	bare := slices.DeleteFunc(doc.Bare(), func(of *level.Instance) bool { return of.Layer != layer })
	slices.SortFunc(bare, func(a, b *level.Instance) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.ID, b.ID))
	})
	all := make([]unit, 0, len(out)+len(bare))
	for _, of := range bare {
		n := slices.IndexFunc(out, func(u unit) bool {
			return u.order() > of.Order || u.instance != nil && u.order() == of.Order && u.instance.ID > of.ID
		})
		if n < 0 {
			n = len(out)
		}
		all, out = append(append(all, out[:n]...), unit{instance: of}), out[n:]
	}
	return append(all, out...)
}

func (u *unit) order() float64 {
	if u.shape != nil {
		return u.shape.Order
	}
	return u.instance.Order
}

// end returns the lower bound for the next unit's order if this unit gets the given order, including room for one more
// part.
func (u *unit) end(order float64) float64 {
	n := len(u.parts)
	if n == 0 {
		return order
	}
	reach := u.parts[n-1].Order - u.instance.Order
	return order + float64(reach*float64(n+1)/float64(n))
}

// has reports whether a collider of the unit satisfies match.
func (u *unit) has(match func(level.ID) bool) bool {
	if u.shape != nil {
		return match(u.shape.ID)
	}
	return slices.ContainsFunc(u.parts, func(c *level.Collider) bool { return match(c.ID) })
}

// isSame reports whether two units are the same.
func (u unit) isSame(o unit) bool { return u.shape == o.shape && u.instance == o.instance }

// put extends a diff with a change to the unit's layer and order. For an instance with parts, it changes the parts.
func (u *unit) put(d *level.Diff, layer level.LayerID, order float64) {
	change := func(c *level.Collider) {
		if c.Order != order || c.Layer != layer {
			d.Colliders = append(d.Colliders, changeOf(c, func(c *level.Collider) { c.Layer, c.Order = layer, order }))
		}
	}
	switch {
	case u.shape != nil:
		change(u.shape)
	case len(u.parts) == 0:
		if u.instance.Order != order || u.instance.Layer != layer {
			d.Instances = append(d.Instances, changeOf(u.instance, func(i *level.Instance) {
				i.Layer, i.Order = layer, order
			}))
		}
	case u.instance.Order != order || u.instance.Layer != layer:
		if order == u.parts[0].Order { // would look unchanged
			order -= float64((u.parts[0].Order - u.instance.Order) / 2)
		}
		for _, c := range u.parts {
			change(c)
		}
	}
}

// arranged returns the diff that gives a layer's units the order of the list. Moved units get orders between the orders
// of the others.
func arranged(list []unit, layer level.LayerID, moves func(*unit) bool) level.Diff {
	orders := make([]float64, len(list))
	for i := 0; i < len(list); i++ {
		if !moves(&list[i]) {
			orders[i] = list[i].order()
			continue
		}
		n := 1
		for i+n < len(list) && moves(&list[i+n]) {
			n++
		}
		lo, step := 0.0, 1.0
		switch {
		case i == 0 && n < len(list):
			lo = list[n].order() - float64(n+1)
		case i > 0:
			lo = list[i-1].end(orders[i-1])
			if i+n < len(list) {
				step = (list[i+n].order() - lo) / float64(n+1)
			}
		}
		for k := range n {
			orders[i+k] = lo + float64(step*float64(k+1))
		}
		i += n - 1
	}
	for i := range list {
		u := &list[i]
		isLow := i > 0 && !(list[i-1].end(orders[i-1]) < orders[i]) && (moves(u) || moves(&list[i-1]))
		isFlat := moves(u) && len(u.parts) > 0 && !(u.end(orders[i]) > orders[i])
		if isLow || isFlat {
			for k := range orders {
				orders[k] = float64(k + 1)
			}
			break
		}
	}
	var d level.Diff
	for i := range list {
		list[i].put(&d, layer, orders[i])
	}
	return d
}

// moveTo returns the diff that moves units to a place, keeping their relative order.
func moveTo(doc *level.Document, to Place, moves func(*unit) bool) level.Diff {
	var now, kept, moved []unit
	at := -1
	for _, l := range doc.Layers() {
		of := unitsOf(doc, l.ID)
		if l.ID == to.Layer {
			now = of
		}
		for _, u := range of {
			if l.ID == to.Layer && to.Under != 0 && u.has(func(id level.ID) bool { return id == to.Under }) {
				at = len(kept)
			}
			if moves(&u) {
				moved = append(moved, u)
			} else if l.ID == to.Layer {
				kept = append(kept, u)
			}
		}
	}
	if at < 0 {
		at = len(kept)
	}
	next := slices.Insert(kept, at, moved...)
	if slices.EqualFunc(next, now, unit.isSame) {
		return level.Diff{}
	}
	return arranged(next, to.Layer, moves)
}
