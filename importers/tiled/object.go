package tiled

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

// Errors that end an import instead of dropping only an object.
var (
	errCycle   = errors.New("templates that refer to each other in a cycle")
	errTooMuch = errors.New("together exceed the limit")
)

func slashed(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// object is an object of a layer or of a tile.
type object struct {
	node     *node
	name     string
	x, y     float64 // pixels from the map's or the tile's upper left corner
	width    float64
	height   float64
	rotation float64 // degrees, clockwise
	gid      uint32  // only for a tile object
	ellipse  bool
	polygon  []level.Vec // relative to x and y; nil for other shapes
	polyline []level.Vec
	kind     string   // its class, called type before Tiled 1.9 and again since 1.10
	tiles    *tileset // the template's tileset; nil for the map's
	capsule  bool
	point    bool
	fields   level.Properties
	tile     level.Properties // for a collision shape: its tile's properties
	location string           // its own id, for messages
}

func (im *mapImport) objects(ctx context.Context, l *layerRecord) error {
	defer im.showObjects(l)
	for i, n := range l.node.children {
		if n.name != "object" {
			continue
		}
		if i%512 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		o, err := im.read(n)
		if errors.Is(err, errCycle) || errors.Is(err, errTooMuch) {
			return im.m.fail(n, err)
		}
		if err != nil {
			im.issue(importers.Loss, n, "the object was left out: %v", err)
			continue
		}
		if err := im.object(l, o); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (im *mapImport) read(n *node) (object, error) {
	n, tiles, err := im.m.expand(n, im.m.dir, nil)
	if err != nil {
		return object{}, err
	}
	o := object{
		node: n, name: textOf(n.attr("name")), location: n.attr("id"), tiles: tiles,
		kind:    cmp.Or(textOf(n.attr("class")), strings.ToValidUTF8(n.attr("type"), "\ufffd")),
		capsule: n.child("capsule") != nil, point: n.child("point") != nil, ellipse: n.child("ellipse") != nil,
	}
	for _, number := range []struct {
		name  string
		least float64
		to    *float64
	}{
		{"x", -level.MaxCoordinate, &o.x},
		{"y", -level.MaxCoordinate, &o.y},
		{"width", 0, &o.width},
		{"height", 0, &o.height},
		{"rotation", -level.MaxCoordinate, &o.rotation},
	} {
		x, err := n.number(number.name, 0)
		if err != nil {
			return o, err
		}
		if x < number.least || x > level.MaxCoordinate {
			return o, fmt.Errorf("%s %g is beyond the limits", number.name, x)
		}
		*number.to = x
	}
	if gid := strings.TrimSpace(n.attr("gid")); gid != "" {
		number, err := strconv.ParseUint(gid, 10, 32)
		if err != nil {
			return o, fmt.Errorf("gid %q is not a tile", quote.Excerpt(gid))
		}
		o.gid = uint32(number)
	}
	for _, c := range n.children {
		to := &o.polygon
		switch c.name {
		case "polygon":
		case "polyline":
			to = &o.polyline
		default:
			continue
		}
		points, err := pointsOf(c)
		if err != nil {
			return o, err
		}
		if *to == nil {
			*to = points
		}
	}
	of := []*node{n}
	if set, t, err := im.tileFor(&o); err == nil && o.gid != 0 {
		d := set.def(t.id)
		o.kind = cmp.Or(o.kind, d.class)
		of = append(d.propertyNodes(), n) // an object also has its tile's properties
	}
	o.fields, err = im.fields(n, o.kind, asObject, of...)
	return o, err
}

// textOf replaces characters that XML does not allow.
func textOf(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
			return '\ufffd'
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
}

func pointsOf(n *node) ([]level.Vec, error) {
	fields := strings.Fields(n.attr("points"))
	if len(fields) == 0 {
		return nil, fmt.Errorf("its %s has no points", n.name)
	}
	if len(fields) > importers.MaxOutline && n.name == "polygon" {
		return nil, fmt.Errorf("its polygon has %d points, and %d is the limit", len(fields), importers.MaxOutline)
	}
	points := make([]level.Vec, len(fields))
	for i, f := range fields {
		x, y, _ := strings.Cut(f, ",")
		var errs [2]error
		points[i].X, errs[0] = strconv.ParseFloat(x, 64)
		points[i].Y, errs[1] = strconv.ParseFloat(y, 64)
		if errs[0] != nil || errs[1] != nil || !importers.InReach(points[i].X, points[i].Y) {
			return nil, fmt.Errorf("%q is not a point of a %s", quote.Excerpt(f), n.name)
		}
	}
	return points, nil
}

// label returns the name for its collider.
func (o *object) label() string { return cmp.Or(o.name, o.kind, "Object") }

func (o *object) kinds() []string {
	if o.kind == "" {
		return nil
	}
	return []string{o.kind}
}

func (im *mapImport) object(l *layerRecord, o object) error {
	if o.node.child("text") != nil {
		im.texts++
		return nil
	}
	source := im.source(l, im.identify(cmp.Or(o.location, l.name+"#"), o.node))
	if o.gid != 0 {
		return im.tileObject(l, o, source)
	}
	p, odd := im.place(&o, im.m.slant, 1)
	if odd != "" {
		im.issue(importers.Warning, o.node, "%s", odd)
	}
	return im.add(l, &o, moved(p, im.m.project(level.Vec{X: o.x, Y: o.y}).Add(l.offset)), source, 0)
}

func (im *mapImport) add(l *layerRecord, o *object, p importers.Placed, source level.Source, role level.Role) error {
	if !im.isIn(o, p.At) {
		return nil
	}
	c, err := im.b.Entity(importers.Entity{
		Name: o.label(), Kinds: o.kinds(), Hints: []string{l.name, l.class}, Fields: o.fields,
		Shape: p.Shape, At: p.At, Angle: p.Angle, Source: source, Role: role,
	})
	if c != nil && !im.mapping.HasRules() {
		var categories []string
		if im.b.KnowsMore() {
			categories = im.m.ownCategories()
		}
		restore(c, categories)
	}
	return err
}

// isIn reports whether a position is within the limits of a level. If not, it adds an issue.
func (im *mapImport) isIn(o *object, at level.Vec) bool {
	isIn := importers.InReach(at.X, at.Y)
	if !isIn {
		im.issue(importers.Loss, o.node, "it is at (%g, %g), beyond the limit of %g, and was left out", at.X, at.Y,
			float64(level.MaxCoordinate))
	}
	return isIn
}

func moved(p importers.Placed, by level.Vec) importers.Placed {
	p.At = p.At.Add(by)
	return p
}

// through maps a placed shape. It counts round shapes that become polygons.
func (im *mapImport) through(p importers.Placed, m importers.Affine) importers.Placed {
	out, off := m.Through(p)
	im.approximated.Add(off)
	return out
}

// place returns an object's shape in a frame with the object's position, the pivot of its rotation, as origin. On an
// isometric grid, it first maps the outline from the slanted axes to the screen. stretch is the largest factor by which
// the result will be stretched later.
func (im *mapImport) place(o *object, by slant, stretch float64) (p importers.Placed, odd string) {
	if by != (slant{}) {
		stretch = float64(stretch * by.stretch())
	}
	s, center, odd := im.shape(o, stretch)
	if by != (slant{}) {
		s, center = im.slanted(s, center, by, stretch)
	}
	p = importers.Placed{Shape: s, At: center}
	if o.rotation != 0 && s.Kind != level.Point {
		p.Angle = level.Degrees(o.rotation).Normalized()
		p.At = collision.NewRot(p.Angle.Radians()).Apply(center)
		if s.Kind == level.Circle {
			p.Angle = 0
		}
	}
	return p, odd
}

// shape returns an object's shape and its offset from the object's position, without rotation. stretch is the largest
// factor by which the shape will be stretched later.
func (im *mapImport) shape(o *object, stretch float64) (s level.Shape, at level.Vec, odd string) {
	w, h := o.width, o.height
	middle := level.Vec{X: float64(w / 2), Y: float64(h / 2)}
	switch {
	case o.point || o.polygon == nil && o.polyline == nil && w == 0 && h == 0:
		return level.Shape{Kind: level.Point}, level.Vec{}, ""
	case o.polygon != nil:
		if len(o.polygon) < 3 {
			return level.Shape{Kind: level.Point}, level.Vec{}, fmt.Sprintf("a polygon of %s became a point",
				quote.Count(len(o.polygon), "point"))
		}
		return level.Shape{Kind: level.Polygon, Points: importers.Clockwise(o.polygon), Rounding: level.Inset},
			level.Vec{}, ""
	case o.polyline != nil:
		chain, corner, dropped, ok := importers.Path(o.polyline, false)
		if !ok {
			return level.Shape{Kind: level.Point}, level.Vec{}, "a line without two different points became a point"
		}
		if dropped > 0 {
			odd = "dropped " + quote.Count(dropped, "repeated point") + " from the line"
		}
		return chain, corner, odd
	case w == 0 || h == 0: // an edge, even of an ellipse or capsule
		return level.Shape{Kind: level.Chain, Points: []level.Vec{{}, {X: w, Y: h}}}, level.Vec{}, ""
	case o.capsule:
		return capsule(w, h), middle, ""
	case o.ellipse:
		s, off := importers.Ellipse(float64(w/2), float64(h/2), stretch)
		im.approximated.Add(off)
		return s, middle, ""
	}
	return level.Shape{Kind: level.Box, Size: level.Vec{X: w, Y: h}, Rounding: level.Inset}, middle, ""
}

// capsule returns the largest capsule in a box around the origin.
func capsule(w, h float64) level.Shape {
	r := float64(min(w, h) / 2)
	end := level.Vec{X: float64(w/2) - r, Y: float64(h/2) - r}
	if end == (level.Vec{}) {
		return level.Shape{Kind: level.Circle, Radius: r}
	}
	return level.Shape{Kind: level.Capsule, Points: []level.Vec{{X: -end.X + 0, Y: -end.Y + 0}, end}, Radius: r}
}

// project maps a point of the map to the screen.
func (m *mapRecord) project(p level.Vec) level.Vec {
	if m.slant == (slant{}) {
		return p
	}
	return m.lattice.top.Add(m.slant.of(p))
}

// slant describes slanted axes. On an isometric grid, width and height are the size of a cell; lengths are measured in
// cell heights, with x down to the right and y down to the left. An oblique map has only a shear: the offset along each
// axis per pixel along the other. The zero value keeps the axes of the screen.
type slant struct {
	width, height float64
	shear         level.Vec
}

func (s slant) of(p level.Vec) level.Vec {
	if s.height == 0 {
		return level.Vec{X: p.X + float64(s.shear.X*p.Y), Y: p.Y + float64(s.shear.Y*p.X)}
	}
	return level.Vec{X: float64((p.X - p.Y) / s.height * s.width / 2), Y: float64((p.X + p.Y) / 2)}
}

// stretch returns the largest factor by which the slant stretches lengths.
func (s slant) stretch() float64 {
	return importers.Affine{X: s.of(level.Vec{X: 1}), Y: s.of(level.Vec{Y: 1})}.Stretch()
}

// slanted maps a shape to the screen. Every shape except a point or a line becomes a polygon. stretch is the largest
// factor by which this and later mappings stretch the shape.
func (im *mapImport) slanted(s level.Shape, at level.Vec, by slant, stretch float64) (level.Shape, level.Vec) {
	points := s.Points
	switch s.Kind {
	case level.Point:
		return s, by.of(at)
	case level.Box:
		points = s.Corners()
	case level.Circle, level.Capsule:
		var off float64
		points, off = importers.RoundOutline(s, stretch)
		im.approximated.Add(off)
	}
	out := make([]level.Vec, len(points))
	for i, p := range points {
		const places = 1e9 // keeps aligned corners of a circle aligned on screen
		p = by.of(p)
		// + 0 turns -0 into 0
		out[i] = level.Vec{X: math.Round(p.X*places)/places + 0, Y: math.Round(p.Y*places)/places + 0}
	}
	if s.Kind != level.Chain {
		out = importers.Clockwise(out)
		s = level.Shape{Kind: level.Polygon, Rounding: level.Inset}
	}
	s.Points = out
	return s, by.of(at)
}
