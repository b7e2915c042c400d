package svg

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
	"fillet/importers"
)

// outlineOf returns the outline of a shape element in its own frame; ok is false for other elements. The warning
// describes data that cannot be read.
func (im *drawing) outlineOf(n *importers.XMLNode, s scope) (list []subpath, ok bool, warning error) {
	number := func(name string) float64 {
		x, _ := im.number(n, name, s)
		return x
	}
	switch n.Name {
	case "path":
		list, err := im.pathOf(n)
		return list, true, err
	case "rect":
		return im.rectangle(n, number("x"), number("y"), number("width"), number("height"), s), true, nil
	case "circle":
		r := number("r")
		return ellipse(number("cx"), number("cy"), r, r), true, nil
	case "ellipse":
		rx, ry := im.radii(n, s)
		return ellipse(number("cx"), number("cy"), rx, ry), true, nil
	case "line":
		s := segment{from: im.vec(n, "x1", "y1", s), to: im.vec(n, "x2", "y2", s)}
		return []subpath{{segments: []segment{s}}}, true, nil
	case "polyline", "polygon":
		var points []level.Vec
		in := scanner{text: n.Attr("points")}
		for in.skip(); !in.atEnd(); in.skip() {
			var p level.Vec
			if !in.numbers(&p.X, &p.Y) {
				warning = errPoints
				break
			}
			points = append(points, p)
		}
		return []subpath{pathThrough(points, n.Name == "polygon")}, true, warning
	}
	return nil, false, nil
}

func pathThrough(points []level.Vec, closed bool) subpath {
	p := subpath{closed: closed}
	for i := 1; i < len(points); i++ {
		p.segments = append(p.segments, segment{from: points[i-1], to: points[i]})
	}
	if n := len(points); closed && n > 1 && points[n-1] != points[0] {
		p.segments = append(p.segments, segment{from: points[n-1], to: points[0]})
	}
	return p
}

// ellipse returns a full turn, clockwise on screen, or nil if it has no extent.
func ellipse(cx, cy, rx, ry float64) []subpath {
	if !(rx > 0 && ry > 0) {
		return nil
	}
	s := segment{
		kind: arc, center: level.Vec{X: cx, Y: cy}, u: level.Vec{X: rx}, v: level.Vec{Y: ry}, sweep: 2 * math.Pi,
	}
	s.from = s.center.Add(s.u)
	s.to = s.from
	return []subpath{{[]segment{s}, true}}
}

// radii returns rx and ry of an element. A missing radius equals the other one.
func (im *drawing) radii(n *importers.XMLNode, s scope) (rx, ry float64) {
	rx, hasX := im.number(n, "rx", s)
	ry, hasY := im.number(n, "ry", s)
	if !hasX || rx < 0 {
		rx = ry
	}
	if !hasY || ry < 0 {
		ry = rx
	}
	return rx, ry
}

// rectangle returns the outline of a rect element, clockwise on screen from the top left.
func (im *drawing) rectangle(n *importers.XMLNode, x, y, w, h float64, s scope) []subpath {
	if !(w > 0 && h > 0) {
		return nil
	}
	rx, ry := im.radii(n, s)
	rx, ry = min(max(rx, 0), float64(w/2)), min(max(ry, 0), float64(h/2))
	corners := []level.Vec{{X: x, Y: y}, {X: x + w, Y: y}, {X: x + w, Y: y + h}, {X: x, Y: y + h}}
	if rx == 0 || ry == 0 {
		return []subpath{pathThrough(corners, true)}
	}
	var p subpath
	at := level.Vec{X: x + rx, Y: y}
	lineTo := func(to level.Vec) {
		if to != at {
			p.segments = append(p.segments, segment{from: at, to: to})
			at = to
		}
	}
	arcTo := func(center level.Vec, quarter int, to level.Vec) {
		s := segment{
			kind: arc, from: at, to: to, center: center, u: level.Vec{X: rx}, v: level.Vec{Y: ry},
			start: float64(float64(quarter) * math.Pi / 2), sweep: math.Pi / 2,
		}
		p.segments = append(p.segments, s)
		at = to
	}
	lineTo(level.Vec{X: x + w - rx, Y: y})
	arcTo(level.Vec{X: x + w - rx, Y: y + ry}, 3, level.Vec{X: x + w, Y: y + ry})
	lineTo(level.Vec{X: x + w, Y: y + h - ry})
	arcTo(level.Vec{X: x + w - rx, Y: y + h - ry}, 0, level.Vec{X: x + w - rx, Y: y + h})
	lineTo(level.Vec{X: x + rx, Y: y + h})
	arcTo(level.Vec{X: x + rx, Y: y + h - ry}, 1, level.Vec{X: x, Y: y + h - ry})
	lineTo(level.Vec{X: x, Y: y + ry})
	arcTo(level.Vec{X: x + rx, Y: y + ry}, 2, level.Vec{X: x + rx, Y: y})
	p.closed = true
	return []subpath{p}
}

// pathOf returns the outline of a path element, parsed once.
func (im *drawing) pathOf(n *importers.XMLNode) ([]subpath, error) {
	known, ok := im.paths[n]
	if !ok {
		d := im.attr(n, "d")
		if text, ok := strings.CutPrefix(d, "path("); ok {
			d = strings.Trim(strings.TrimSuffix(text, ")"), blanks+`"'`)
		}
		if d != "none" {
			known.list, known.err = parsePath(d)
		}
		im.paths[n] = known
	}
	return known.list, known.err
}

// loop is a closed subpath before it becomes a shape.
type loop struct {
	points []level.Vec // approximate the path within the tolerance
	box    collision.AABB
	area   float64
	path   subpath
}

func loopOf(p subpath) (l loop, ok bool) {
	l = loop{points: p.flat(), path: p}
	if n := len(l.points); n > 1 && l.points[n-1] == l.points[0] {
		l.points = l.points[:n-1]
	}
	if len(l.points) < 3 {
		return l, false
	}
	l.box, l.area = collision.BoundsOf(l.points), area(l.points)
	return l, true
}

// loopFor returns the subpath with the same area and box as a loop of the result, or nil. The subpaths must be sorted.
func loopFor(loops []loop, points []level.Vec) *loop {
	const rounding = 1e-6
	own, box := math.Abs(area(points)), collision.BoundsOf(points)
	i, _ := slices.BinarySearchFunc(loops, box.Min.X-rounding, func(l loop, x float64) int {
		return cmp.Compare(l.box.Min.X, x)
	})
	for ; i < len(loops) && loops[i].box.Min.X <= box.Min.X+rounding; i++ {
		l := &loops[i]
		if math.Abs(math.Abs(l.area)-own) <= float64(1e-9*(1+own)) && l.box.Min.Dist(box.Min) <= rounding &&
			l.box.Max.Dist(box.Max) <= rounding {
			return l
		}
	}
	return nil
}

func area(points []level.Vec) float64 {
	twice := 0.0
	o := points[0]
	for i, p := range points {
		twice += p.Sub(o).Cross(points[(i+1)%len(points)].Sub(o))
	}
	return float64(twice / 2)
}

// placed is a shape with its position.
type placed struct {
	shape level.Shape
	at    level.Vec
	angle level.Degrees
	exact bool // exactly as drawn, not an approximating polygon
	baked bool // known to be valid
}

// drawnBounds returns the box around a placed shape.
func drawnBounds(p placed) collision.AABB {
	c := level.NewCollider(0, 0, "", p.shape, p.at)
	c.Angle = p.angle
	return level.DrawnBounds(c)
}

// shapeOf returns the shape of an outline with holes. If all its loops match sorted subpaths, the result may be a
// circle, a capsule, a box, a rounded polygon, or a polygon with curved edges.
func shapeOf(outline [][]level.Vec, loops []loop, isBox, keepsCurves bool) placed {
	paths := make([]*loop, len(outline))
	for i, points := range outline {
		if paths[i] = loopFor(loops, points); paths[i] == nil {
			return plain(outline, false)
		}
	}
	curved := slices.ContainsFunc(paths, func(l *loop) bool { return l.path.isCurved() })
	if list, ok := rounds(paths[0].path); ok && curved && len(outline) == 1 {
		if len(list) == 1 && list[0].radius > 0 && math.Abs(math.Abs(list[0].sweep)-2*math.Pi) <= 0.01 {
			s := level.Shape{Kind: level.Circle, Radius: tidyNumber(list[0].radius)}
			return placed{s, tidy(list[0].center), 0, true, false}
		}
		if a, b, r, ok := capsuleOf(list); ok {
			return capsule(tidy(a), tidy(b), tidyNumber(r))
		}
	}
	p := plain(outline, !curved)
	if curved {
		if s, ok := rounded(outline, paths, keepsCurves); ok {
			p = s
		} else if keepsCurves {
			if s, ok := bent(outline, paths); ok {
				return s
			}
		}
	}
	if isBox && p.exact {
		p = boxOf(p)
	}
	return p
}

func capsule(a, b level.Vec, radius float64) placed {
	at := middle(a, b)
	return placed{
		level.Shape{Kind: level.Capsule, Points: []level.Vec{a.Sub(at), b.Sub(at)}, Radius: radius}, at, 0, true, false,
	}
}

func tidy(p level.Vec) level.Vec { return level.Vec{X: tidyNumber(p.X), Y: tidyNumber(p.Y)} }

func tidyNumber(x float64) float64 {
	const places = 1e6
	return math.Round(x*places)/places + 0 // + 0 turns -0 into 0
}

// plain returns an outline as a polygon whose origin is its top left corner.
func plain(outline [][]level.Vec, exact bool) placed {
	s, at := importers.Polygon(outline[0], outline[1:]...)
	return placed{s, at, 0, exact, false}
}

// rounded returns the polygon with a corner radius that paths draw: the path of the outline, then the paths of its
// holes. Loops without round corners keep their curves or become chords.
func rounded(outline [][]level.Vec, paths []*loop, keepsCurves bool) (p placed, ok bool) {
	loops, isOther := make([]roundLoop, len(paths)), make([]bool, len(paths))
	radius := 0.0
	for i, l := range paths {
		list, ok := rounds(l.path)
		if ok {
			loops[i], ok = cornersOf(list)
		}
		if !ok { // sharp corners only, or a curve, whose chords turn little at their corners
			loops[i], isOther[i] = sharp(outline[i]), keepsCurves
		} else if radius == 0 {
			radius = loops[i].radius
		}
	}
	if radius == 0 {
		return p, false
	}
	var corners [][]level.Vec
	for i := range loops {
		points := make([]level.Vec, len(loops[i].corners))
		for k, c := range loops[i].corners {
			points[k] = tidy(c.at)
		}
		turn := area(points)
		if turn == 0 {
			return p, false
		}
		isHole := i > 0
		if isHole {
			turn = -turn
		}
		if !loops[i].fits(turn, radius, importers.RoundTolerance) {
			return p, false
		}
		if turn < 0 {
			slices.Reverse(points)
		}
		corners = append(corners, points)
	}
	p = plain(corners, true)
	p.shape.Radius = tidyNumber(radius)
	p.shape = p.shape.Clamped()
	if math.Abs(p.shape.Radius-radius) > slack(radius) {
		return p, false
	}
	if slices.Contains(isOther, true) {
		p.shape = p.shape.MapLoops(func(i int, knots []level.Knot) []level.Knot {
			if !isOther[i] {
				return knots
			}
			return bentLoop(knots, paths[i], corners[i], p.at)
		})
	}
	baked, err := p.shape.Bake()
	if err != nil {
		return p, false
	}
	// Where roundings meet, the polygon's arcs may differ from the path's.
	want, around := measured(outline)
	p.baked = true
	return p, math.Abs(baked.Mass().Area-want) <= float64(importers.RoundTolerance*around)
}

// sharp returns a polygon without rounded corners.
func sharp(points []level.Vec) (l roundLoop) {
	n := len(points)
	for i, p := range points {
		before, after := p.Sub(points[(i+n-1)%n]), points[(i+1)%n].Sub(p)
		l.corners = append(l.corners, corner{at: p, turn: collision.Atan2(before.Cross(after), before.Dot(after))})
	}
	return l
}

// boxOf converts a rectangle to a box and leaves other shapes alone.
func boxOf(p placed) placed {
	c := p.shape.Points
	if p.shape.Kind != level.Polygon || len(c) != 4 || p.shape.Holes != nil {
		return p
	}
	const square = 1e-6
	u, v := c[1].Sub(c[0]), c[2].Sub(c[1])
	if math.Abs(u.Dot(v)) > float64(square*u.Len()*v.Len()) || c[3].Sub(c[0]).Sub(v).Len() > float64(square*v.Len()) {
		return p
	}
	at := p.at.Add(middle(c[0], c[2]))
	if math.Abs(u.X) < math.Abs(u.Y) {
		u, v = v, u
	}
	if u.X < 0 {
		u = u.Mul(-1)
	}
	angle := tidyNumber(float64(level.DegreesOf(collision.Atan2(u.Y, u.X))))
	s := level.Shape{
		Kind: level.Box, Size: level.Vec{X: u.Len(), Y: v.Len()}, Radius: p.shape.Radius, Rounding: level.Inset,
	}
	return placed{s.Clamped(), at, level.Degrees(angle), true, false}
}

// pieces cuts an outline with more points than a polygon may have.
func pieces(outline [][]level.Vec) (polygon.Region, error) {
	if !isTooLong(outline) {
		return polygon.Region{outline}, nil
	}
	var out polygon.Region
	for work := (polygon.Region{outline}); len(work) > 0; {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		var halves polygon.Region
		if isTooLong(o) {
			b := polygon.Region{o}.Bounds()
			along := level.Vec{Y: 1}
			if size := b.Max.Sub(b.Min); size.Y > size.X {
				along = level.Vec{X: 1}
			}
			ahead, behind, err := polygon.Split(polygon.Region{o}, b.Center(), along)
			if err != nil {
				return nil, err
			}
			halves = append(behind, ahead...)
		}
		if len(halves) > 1 {
			work = append(work, halves...)
			continue
		}
		detached, err := polygon.Detach(polygon.Region{o}) // what is too long here cannot be cut
		if err != nil {
			return nil, err
		}
		out = append(out, detached...)
	}
	return out, nil
}

// isTooLong reports whether an outline has more points than a polygon may have.
func isTooLong(outline [][]level.Vec) bool {
	n := 0
	for _, l := range outline {
		n += len(l)
	}
	return n > importers.MaxOutline
}
