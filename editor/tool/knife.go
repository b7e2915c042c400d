package tool

import (
	"cmp"
	"slices"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// newKnifeDrag begins to cut the selection along a dragged line, or everything editable if nothing is selected.
func newKnifeDrag(c *Controller, e Event) gesture {
	snapper := c.session.Snapper(nil)
	from := snapper.Snap(e.Pos, c.reach(), e.Mods.Ctrl).Point
	return drag{&knifeDrag{c: c, snapper: snapper, from: from, to: from}}
}

// knifeDrag is the drag of the knife's line.
type knifeDrag struct {
	c        *Controller
	snapper  *editor.Snapper
	from, to level.Vec
	guides   []overlay.Item
}

func (k *knifeDrag) drag(e Event) {
	if e.Mods.Shift {
		k.to, k.guides = editor.Stepped(k.from, e.Pos), nil
		return
	}
	snap := k.snapper.Snap(e.Pos, k.c.reach(), e.Mods.Ctrl)
	k.to, k.guides = snap.Point, snap.Guides
}

func (k *knifeDrag) drop(Event) {
	if k.isDrawn() {
		k.c.fail(k.c.session.Reshape().Cut(k.from, k.to))
	}
}

func (k *knifeDrag) isDrawn() bool { return k.from.Dist(k.to) > float64(dragUnits*k.c.unit) }

func (k *knifeDrag) cancel() {}

func (k *knifeDrag) show(v *view) {
	v.hint = "Release to cut along the line; Shift: steps of 15°, Escape cancels"
	v.add(k.guides...)
	if !k.isDrawn() {
		return
	}
	v.add(overlay.Line{Points: []level.Vec{k.from, k.to}, Ink: overlay.Accent, Dashed: true})
	for _, p := range k.crossings() {
		v.add(overlay.Handle{At: p, Form: overlay.CrossHandle, Ink: overlay.Accent})
	}
}

// maxCrossings limits the number of marked crossings of the line with outlines.
const maxCrossings = 200

// crossings returns the points where the line crosses the outlines that it would cut.
func (k *knifeDrag) crossings() []level.Vec {
	s := k.c.session
	doc, along := s.Document(), k.to.Sub(k.from)
	var at []level.Vec
	for _, id := range s.Picking().In(collision.AABB{Min: k.from.Min(k.to), Max: k.from.Max(k.to)}) {
		o := doc.Collider(id)
		if s.Selection().Len() > 0 && !s.Selection().Has(id) || o.Shape.Kind == level.Point {
			continue
		}
		for _, contour := range doc.Baked(id).Boundary() {
			points := contour.Flatten(float64(k.c.unit/2), nil)
			n := len(points)
			for i := range n {
				if i == n-1 && o.Shape.Kind == level.Chain && !o.Shape.Closed && o.Shape.Radius == 0 {
					break
				}
				xf := o.Transform()
				if p, ok := editor.SegmentCrossing(k.from, k.to, xf.Apply(points[i]), xf.Apply(points[(i+1)%n])); ok {
					at = append(at, p)
				}
				if len(at) == maxCrossings {
					return at
				}
			}
		}
	}
	slices.SortFunc(at, func(a, b level.Vec) int {
		return cmp.Compare(a.Sub(k.from).Dot(along), b.Sub(k.from).Dot(along))
	})
	return slices.CompactFunc(at, func(a, b level.Vec) bool { return a.Dist(b) < k.c.unit })
}
