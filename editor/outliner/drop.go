package outliner

import (
	"slices"

	"fillet/editor/level"
)

// Place is where dragged rows land, and what shows it.
type Place struct {
	Row   int  // the line stands above that row, or below the last one where it is their number
	Into  bool // no line: the row itself is where they go
	Depth int  // of what lands there

	Layer level.LayerID // of what lands there
	Under level.ID      // the collider that they are drawn right below; 0: they are drawn above all others of the layer
	Index int           // of dragged layers: which layer they become in drawing order, 0 being drawn first
}

// Refused is why rows cannot land somewhere.
type Refused struct{ Reason string }

func (r *Refused) Error() string { return r.Reason }

// Lifted is colliders whose rows are being dragged.
type Lifted struct {
	IDs []level.ID

	tree   *Tree
	moving map[level.ID]bool
	locked error
}

// Lift takes up colliders, to be let go elsewhere.
func (t *Tree) Lift(ids []level.ID) *Lifted {
	l := &Lifted{IDs: ids, tree: t, moving: make(map[level.ID]bool, len(ids))}
	for _, id := range ids {
		l.moving[id] = true
		c := t.doc.Collider(id)
		switch {
		case l.locked != nil || c == nil:
		case c.Locked:
			l.locked = &Refused{t.doc.Title(c) + " is locked"}
		case t.doc.Layer(c.Layer).Locked:
			l.locked = &Refused{"the layer " + t.doc.Layer(c.Layer).Name + " is locked"}
		}
	}
	return l
}

// Over is where the colliders land that are let go at a height, in rows from the top: 2.5 is the middle of the third row. The error is
// a [Refused] where one of them is locked, or where they would go.
func (l *Lifted) Over(at float64) (Place, error) {
	t := l.tree
	n := t.Len()
	if n == 0 {
		return Place{}, &Refused{"there is no layer"}
	}
	i := min(max(int(at), 0), n-1)
	into := min(max(at-float64(i), 0), 1)
	r := t.At(i)
	p := Place{Row: i, Depth: 1, Layer: r.Layer}
	const edge = 0.3 // of a layer's row counts as between the rows
	switch {
	case r.Kind == LayerRow && into < edge && i > 0 && t.At(i-1).Kind == ColliderRow: // below the lowest of the layer before
		above := t.At(i - 1)
		p.Layer, p.Under = above.Layer, above.Collider
	case r.Kind == LayerRow && into > 1-edge && t.isOpen(i): // above the topmost of its own
		p.Row = i + 1
	case r.Kind == LayerRow:
		p.Into = true
	case into < 0.5 && t.At(i-1).Kind == ColliderRow:
		p.Under = t.At(i - 1).Collider
	case into >= 0.5:
		p.Row, p.Under = i+1, r.Collider
	}
	p.Under = l.notAmong(p.Under, p.Layer)
	if to := t.doc.Layer(p.Layer); l.locked == nil && to.Locked {
		return p, &Refused{"the layer " + to.Name + " is locked"}
	}
	return p, l.locked
}

// isOpen reports whether there are rows below a row.
func (t *Tree) isOpen(i int) bool {
	return i+1 < t.Len() && t.At(i+1).Depth > t.At(i).Depth
}

// notAmong is a collider, or the next above it that is not dragged; 0 where there is none.
func (l *Lifted) notAmong(under level.ID, layer level.LayerID) level.ID {
	c := l.tree.doc.Collider(under)
	if c == nil {
		return 0
	}
	in := l.tree.doc.InLayer(layer)
	i, _ := slices.BinarySearchFunc(in, c, drawnBefore)
	for ; i < len(in); i++ {
		if !l.moving[in[i].ID] {
			return in[i].ID
		}
	}
	return 0
}

// DropLayer is where a layer lands that is let go at a height: above the layer there or below it, whichever is nearer.
func (t *Tree) DropLayer(at float64, id level.LayerID) Place {
	t.refresh()
	from, to := t.at[id], 0 // places from the top, among the others
	p := Place{Layer: id}
	for i := range t.branches {
		b := &t.branches[i]
		if b.first < 0 || at < float64(b.first)+float64(float64(b.rows)/2) {
			break
		}
		p.Row = b.first + b.rows
		to = i + 1
	}
	if to > from {
		to--
	}
	p.Index = len(t.branches) - 1 - to
	return p
}
