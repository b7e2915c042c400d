package godot

import (
	"fmt"
	"math"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

// geometry converts the resource of a CollisionShape2D to shapes, usually one, in the frame of that node.
func (w *world) geometry(r *resource, place string) known {
	t := w.resourceObject(r, place)
	switch r.class {
	case "RectangleShape2D":
		size := t.rectangle(r)
		if size.X == 0 || size.Y == 0 {
			return known{nothing: fmt.Sprintf("a rectangle of %g by %g has no area", size.X, size.Y)}
		}
		return oneShape(level.Shape{Kind: level.Box, Size: size, Rounding: level.Inset})
	case "CircleShape2D":
		return round(t.extent("radius", 10), 0)
	case "CapsuleShape2D":
		radius, height := t.capsule(r)
		return round(radius, float64(height/2)-radius)
	case "SegmentShape2D":
		return lines([]level.Vec{t.vec("a", level.Vec{}), t.vec("b", level.Vec{Y: 10})})
	case "ConvexPolygonShape2D":
		return polygon(t.points("points"))
	case "ConcavePolygonShape2D":
		return lines(t.points("segments"))
	case "WorldBoundaryShape2D":
		normal, distance := t.vec("normal", level.Up), t.number("distance", 0)
		if normal.Len() < 1e-6 {
			return known{loss: "a world boundary without a direction"}
		}
		normal = normal.Unit()
		along := level.Vec{X: -normal.Y, Y: normal.X}
		middle := normal.Mul(distance)
		// A chain's solid side is to the left of its direction on the screen.
		line := level.Shape{
			Kind: level.Chain, OneSided: true,
			Points: []level.Vec{plain(middle.MulAdd(along, -boundary)), plain(middle.MulAdd(along, boundary))},
		}
		return known{
			shapes: []level.Shape{line},
			odd:    fmt.Sprintf("a world boundary has no end; here it is a line of %g pixels", 2*float64(boundary)),
		}
	case "SeparationRayShape2D":
		return known{loss: "a separation ray, which keeps a distance, has no counterpart"}
	case "":
		return known{loss: "its shape has no class"}
	}
	return known{loss: fmt.Sprintf("the shape class %s is unknown", r.class)}
}

// round returns a capsule whose axis is 2*half long, or a circle if that is 0.
func round(radius, half float64) known {
	switch {
	case radius == 0 && half <= 0:
		return known{nothing: "a circle of radius 0 has no extent"}
	case radius == 0:
		return known{nothing: "a capsule of radius 0 has no area"}
	case half <= 1e-6*radius:
		return oneShape(level.Shape{Kind: level.Circle, Radius: radius})
	}
	return oneShape(level.Shape{Kind: level.Capsule, Points: []level.Vec{{Y: -half}, {Y: half}}, Radius: radius})
}

// rectangle returns a rectangle's size. Godot also reads Godot 3's extents, which are half the size; the later property
// counts.
func (t object) rectangle(r *resource) level.Vec {
	size := level.Vec{X: 20, Y: 20}
	for i := range r.s.properties {
		key, times := r.s.properties[i].key, 1.0
		switch key {
		case "extents":
			times = 2
		case "size":
		default:
			continue
		}
		if v := t.vec(key, size.Mul(1/times)).Mul(times); v.X < 0 || v.Y < 0 {
			t.reportInvalid(key)
		} else {
			size = v
		}
	}
	return size
}

// capsule returns a capsule's radius and height. Like Godot's setters, it adjusts them to each other in the order of
// the file.
func (t object) capsule(r *resource) (radius, height float64) {
	radius, height = 10, 30
	for i := range r.s.properties {
		switch r.s.properties[i].key {
		case "radius":
			radius = t.extent("radius", radius)
			height = max(height, float64(2*radius))
		case "height":
			height = t.extent("height", height)
			radius = min(radius, float64(height/2))
		case "mid_height": // without the two half circles
			height = t.extent("mid_height", height-float64(2*radius)) + float64(2*radius)
		}
	}
	return radius, height
}

// plain removes negative zeros from a vector.
func plain(v level.Vec) level.Vec { return level.Vec{X: v.X + 0, Y: v.Y + 0} }

// boundary is half the length of the line that a world boundary becomes, in pixels.
const boundary = 10_000

// polygon returns a filled outline. An outline that crosses itself is repaired when the document is built.
func polygon(points []level.Vec) known {
	switch {
	case len(points) < 3:
		return known{nothing: fmt.Sprintf("a polygon of %s has no area", quote.Count(len(points), "point"))}
	case len(points) > importers.MaxOutline:
		return known{loss: fmt.Sprintf("its polygon has %d points, and %d is the limit", len(points),
			importers.MaxOutline)}
	}
	return oneShape(level.Shape{Kind: level.Polygon, Points: importers.Clockwise(points), Rounding: level.Inset})
}

// outlineChain returns the outline of a polygon as a closed chain.
func outlineChain(points []level.Vec) known {
	s, at, dropped, ok := importers.Path(points, true)
	if !ok {
		return known{nothing: "a line without two different points"}
	}
	out := oneShape(moved(s, at))
	if dropped > 0 {
		out.odd = "dropped " + quote.Count(dropped, "repeated point") + " from the line"
	}
	return out
}

// lines returns chains for line segments given by their two ends each. Segments that begin at the end of the previous
// one are joined.
func lines(ends []level.Vec) (out known) {
	if len(ends)%2 != 0 {
		out.odd = "the last of its segments has one end"
	}
	var chain []level.Vec
	flat := 0
	finish := func() {
		if len(chain) < 2 {
			return
		}
		if s, at, _, ok := importers.Path(chain, len(chain) > 3 && chain[0] == chain[len(chain)-1]); ok {
			out.shapes = append(out.shapes, moved(s, at))
		}
		chain = nil
	}
	for i := 0; i+1 < len(ends); i += 2 {
		a, b := ends[i], ends[i+1]
		if a == b {
			flat++
			continue
		}
		if len(chain) == 0 || chain[len(chain)-1] != a {
			finish()
			chain = append(chain, a)
		}
		chain = append(chain, b)
	}
	finish()
	if flat > 0 {
		out.odd = "it has " + quote.Count(flat, "zero-length segment")
	}
	if len(out.shapes) == 0 {
		return known{nothing: "it has no line segments"}
	}
	return out
}

func moved(s level.Shape, by level.Vec) level.Shape { return s.Map(by.Add) }

// laid maps a shape at the origin through m. If m only moves, turns and scales evenly, the shape keeps its own frame;
// otherwise off bounds the distance of a polygon from the round shape that it replaces.
func laid(s level.Shape, m importers.Affine) (p importers.Placed, off float64) {
	k, similar := m.Scale()
	if !similar || m.X.Cross(m.Y) <= 0 {
		return m.Through(importers.Placed{Shape: s})
	}
	const off1 = 1e-9
	if math.Abs(k-1) < off1 {
		k = 1
	}
	p = importers.Placed{Shape: s, At: m.At, Angle: m.Angle()}
	if s.Kind == level.Circle || s.Kind == level.Point {
		p.Angle = 0
	}
	if k == 1 {
		return p, 0
	}
	p.Shape.Radius, p.Shape.Size = float64(s.Radius*k), s.Size.Mul(k)
	if s.Points != nil {
		p.Shape.Points = make([]level.Vec, len(s.Points))
		for i, v := range s.Points {
			p.Shape.Points[i] = v.Mul(k)
		}
	}
	return p, 0
}

// isIn reports whether a shape is within the limits of a level.
func isIn(p importers.Placed) bool {
	for _, v := range p.Shape.Points {
		if !importers.InReach(v.X, v.Y) {
			return false
		}
	}
	return importers.InReach(p.At.X, p.At.Y, p.Shape.Size.X, p.Shape.Size.Y) && p.Shape.Radius <= level.MaxCoordinate
}

// upOf returns the direction of a one-way shape's solid side, which is opposite to the y axis of m, in a frame turned
// by angle.
func upOf(m importers.Affine, angle level.Degrees) level.Vec {
	if m.Y.Len() == 0 {
		return level.Up
	}
	d := importers.Turn(-angle).Linear(m.Y.Unit().Mul(-1))
	const places = 1e12
	d = level.Vec{X: math.Round(d.X*places)/places + 0, Y: math.Round(d.Y*places)/places + 0}
	return d.Unit()
}
