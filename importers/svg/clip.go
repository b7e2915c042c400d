package svg

import (
	"math"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
	"fillet/importers"
)

// clip is the area to which drawing is limited; nil means the whole plane.
type clip struct {
	area polygon.Region
	// box is a box within the area. It is the whole area if the area is an axis-aligned rectangle, and empty otherwise.
	box    collision.AABB
	points int
}

func clipOf(area polygon.Region) *clip {
	c := &clip{area: area}
	for _, outline := range area {
		for _, l := range outline {
			c.points += len(l)
		}
	}
	if b := area.Bounds(); c.points == 4 && math.Abs(area.Area()-float64((b.Max.X-b.Min.X)*(b.Max.Y-b.Min.Y))) <=
		1e-9*(1+area.Area()) {
		c.box = b
	}
	return c
}

// covers reports whether a box is certainly inside the area.
func (c *clip) covers(b collision.AABB) bool {
	const rounding = 1e-6
	return c.box.Max.X > c.box.Min.X && c.box.Grow(rounding).ContainsBox(b)
}

// within intersects the clip with an area.
func (c *clip) within(im *drawing, n *importers.XMLNode, area polygon.Region) *clip {
	if c == nil {
		return clipOf(area)
	}
	both, err := polygon.Intersect(c.area, area)
	if err != nil {
		im.issue(importers.Warning, n, "its clip path was not applied: %v", err)
		return c
	}
	return clipOf(both)
}

// areaOf returns the area that paths enclose in frame m.
func (im *drawing) areaOf(
	n *importers.XMLNode, list []subpath, m importers.Affine, evenOdd bool,
) (polygon.Region, bool) {
	var loops [][]level.Vec
	for _, p := range list {
		if p = p.mapped(m); !p.isInReach() {
			im.issue(importers.Warning, n, "a clip path reaches beyond the limit of %d pixels and was not applied",
				polygon.MaxRegionCoordinate)
			return nil, false
		}
		if l, ok := loopOf(p); ok {
			loops = append(loops, l.points)
		}
	}
	area, err := im.fillLoops(evenOdd, loops)
	if err != nil {
		im.issue(importers.Warning, n, "a clip path was not applied: %v", err)
		return nil, false
	}
	return area, true
}

// clipped returns the clip of an element that refers to a clip path.
func (im *drawing) clipped(n *importers.XMLNode, id string, s scope) *clip {
	path := im.ids[id]
	if path == nil || path.Name != "clipPath" {
		return s.clip // renderers ignore such a clip
	}
	m, inside := s.matrix, s
	inside.look = im.lookIn(path)
	if path.Attr("clipPathUnits") == "objectBoundingBox" {
		box, ok := im.boxOf(n, s)
		if !ok {
			im.issue(importers.Warning, n, "its clip path is relative to the box of a group and was not applied")
			return s.clip
		}
		size := box.Max.Sub(box.Min)
		m = m.After(moved(box.Min.X, box.Min.Y)).After(scaled(size.X, size.Y))
	}
	m = m.After(im.transform(path, inside))
	if slices.ContainsFunc(append([]*importers.XMLNode{path}, path.Children...), func(c *importers.XMLNode) bool {
		return isAny(im.styleOf(c), "clip-path")
	}) {
		im.issue(importers.Warning, n, "its clip path has a clip path, which was not applied")
	}
	area := polygon.Region{}
	for _, c := range path.Children {
		im.visits++
		to, m := c, m
		in := inside
		in.look = in.look.with(im.styleOf(c))
		if c.Name == "use" {
			m = m.After(im.transform(c, in)).After(importers.MoveBy(im.vec(c, "x", "y", in)))
			href := hrefOf(c)
			if len(href) < 2 || im.ids[href[1:]] == nil {
				continue
			}
			to = im.ids[href[1:]]
			in.look = in.look.with(im.styleOf(to))
		}
		style := im.styleOf(to)
		if isUndisplayed(to, style) || isUndisplayed(c, im.styleOf(c)) || in.look.isInvisible {
			continue
		}
		own := im.transform(to, in)
		list, ok, _ := im.outlineOf(to, in)
		if !ok {
			if to.Name == "text" {
				im.issue(importers.Warning, n, "its clip path contains text and was not applied")
				return s.clip
			}
			continue
		}
		for _, p := range list {
			im.points += len(p.segments)
		}
		part, ok := im.areaOf(n, list, m.After(own), in.look.clipEvenOdd)
		if !ok {
			return s.clip
		}
		var err error
		if area, err = polygon.Union(area, part); err != nil {
			im.issue(importers.Warning, n, "its clip path was not applied: %v", err)
			return s.clip
		}
	}
	return s.clip.within(im, n, area)
}

// clipShape parses a CSS basic shape that clips an element. The result is in the element's frame; percentages refer to
// its box or to the viewport.
func (im *drawing) clipShape(n *importers.XMLNode, text string, s scope) (list []subpath, evenOdd, ok bool) {
	name, rest, isFunction := strings.Cut(text, "(")
	if !isFunction {
		return nil, false, false
	}
	end := closing(rest, '(', ')')
	args, box := strings.TrimSpace(rest[:end]), collision.AABB{}
	switch of := strings.TrimSpace(rest[min(end+1, len(rest)):]); of {
	case "", "fill-box", "border-box", "content-box", "padding-box":
		if box, ok = im.boxOf(n, s); !ok {
			return nil, false, false
		}
	case "view-box":
		box.Max = level.Vec{X: s.view.width, Y: s.view.height}
	default:
		return nil, false, false
	}
	size := box.Max.Sub(box.Min)
	numbers := func(text string, wholes ...float64) (out []float64, ok bool) {
		for i, field := range strings.Fields(text) {
			x, ok := s.look.length(field, wholes[i%len(wholes)])
			if !ok {
				return nil, false
			}
			out = append(out, x)
		}
		return out, true
	}
	switch name {
	case "inset":
		if !strings.ContainsAny(args, blanks) {
			args += " " + args // a percentage differs between the height and the width
		}
		a, ok := numbers(args, size.Y, size.X)
		if !ok || len(a) == 0 || len(a) > 4 {
			return nil, false, false
		}
		at := func(i int) float64 { return a[[...][4]int{{}, {0, 1, 0, 1}, {0, 1, 2, 1}, {0, 1, 2, 3}}[len(a)-1][i]] }
		lo, hi := box.Min.Add(level.Vec{X: at(3), Y: at(0)}), box.Max.Sub(level.Vec{X: at(1), Y: at(2)})
		if lo.X < hi.X && lo.Y < hi.Y { // otherwise the clip is empty
			list = []subpath{pathThrough(collision.AABB{Min: lo, Max: hi}.Corners(), true)}
		}
		return list, false, true
	case "polygon":
		var points []level.Vec
		for i, part := range strings.Split(args, ",") {
			if part = strings.TrimSpace(part); i == 0 && (part == "evenodd" || part == "nonzero") {
				evenOdd = part == "evenodd"
				continue
			}
			a, ok := numbers(part, size.X, size.Y)
			if !ok || len(a) != 2 {
				return nil, false, false
			}
			points = append(points, box.Min.Add(level.Vec{X: a[0], Y: a[1]}))
		}
		return []subpath{pathThrough(points, true)}, evenOdd, true
	case "circle", "ellipse":
		radius, place, hasPlace := strings.Cut(" "+args+" ", " at ")
		center := []float64{float64(size.X / 2), float64(size.Y / 2)}
		if hasPlace {
			if center, ok = numbers(place, size.X, size.Y); !ok || len(center) != 2 {
				return nil, false, false
			}
		}
		r := []float64{min(center[0], size.X-center[0]), min(center[1], size.Y-center[1])} // closest-side
		wholes := []float64{size.X, size.Y}
		if name == "circle" {
			r, wholes = []float64{min(r[0], r[1])}, []float64{size.Len() / math.Sqrt2}
		}
		if radius = strings.TrimSpace(radius); radius != "" && radius != "closest-side" {
			if r, ok = numbers(radius, wholes...); !ok || len(r) != len(wholes) {
				return nil, false, false
			}
		}
		return ellipse(box.Min.X+center[0], box.Min.Y+center[1], r[0], r[len(r)-1]), false, true
	}
	return nil, false, false
}

// boxOf returns a shape's bounding box in its own frame; ok is false for other elements and for empty shapes.
func (im *drawing) boxOf(n *importers.XMLNode, s scope) (box collision.AABB, ok bool) {
	list, ok, _ := im.outlineOf(n, s)
	var points []level.Vec
	for _, p := range list {
		im.points += len(p.segments)
		points = append(points, p.flat()...)
	}
	box = collision.BoundsOf(points)
	return box, ok && box.Max.X > box.Min.X && box.Max.Y > box.Min.Y
}

// applied returns the drawn part of an area, or the area itself if all of it is drawn.
func (c *clip) applied(im *drawing, n *importers.XMLNode, area polygon.Region) (polygon.Region, error) {
	if c == nil || c.covers(area.Bounds()) {
		return area, nil
	}
	if err := im.spend(n, c.points); err != nil {
		return nil, err
	}
	if own := c.area.Bounds(); own.IsEmpty() || !own.Overlaps(area.Bounds()) {
		return nil, nil
	}
	drawn, err := polygon.Intersect(area, c.area)
	if err == nil && math.Abs(drawn.Area()-area.Area()) <= 1e-9*(1+area.Area()) {
		return area, nil
	}
	if err == nil {
		drawn, err = polygon.Detach(drawn)
	}
	if err != nil {
		im.issue(importers.Warning, n, "its clip path was not applied: %v", err)
		return area, nil
	}
	return drawn, nil
}

// looksAt adds a note about lines that the clip cuts.
func (c *clip) looksAt(im *drawing, n *importers.XMLNode, p subpath) error {
	if c == nil {
		return nil
	}
	b := collision.BoundsOf(p.flat())
	if c.covers(b) {
		return nil
	}
	if err := im.spend(n, c.points); err != nil {
		return err
	}
	box := polygon.Region{{b.Corners()}}
	if size := b.Max.Sub(b.Min); size.X > 0 && size.Y > 0 {
		if both, err := polygon.Intersect(box, c.area); err == nil && both.Area() >= float64(box.Area()*(1-1e-9)) {
			return nil
		}
	} else if c.area.Contains(b.Min) && c.area.Contains(b.Max) {
		return nil
	}
	im.count(n, clippedLine)
	return nil
}
