package tiled

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/importers"

	gotiled "github.com/lafriks/go-tiled"
)

// Errors that end an import, where others cost an object.
var (
	errCycle   = errors.New("templates that name each other without end")
	errTooMuch = errors.New("taken together, are beyond the limit")
)

func slashed(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// object is an object of a layer or of a tile: as go-tiled reads it, and what it does not read.
type object struct {
	*gotiled.Object
	node     *node
	kind     string   // its class, which was called type before Tiled 1.9 and is again since 1.10
	tiles    *tileset // of a template's tile; nil is the map's
	capsule  bool
	point    bool
	fields   level.Properties
	location string // its own id
}

// objectBatch is how many objects go-tiled is given at once.
const objectBatch = 512

// objects imports an object layer.
func (im *mapImport) objects(ctx context.Context, l *layerRecord) error {
	defer im.showObjects(l)
	var batch []*node
	var tiles []*tileset
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		list, err := im.read(batch, tiles)
		if err != nil {
			return im.m.fail(l.node, err)
		}
		for _, o := range list {
			if err := im.object(l, o); err != nil {
				return err
			}
		}
		batch, tiles = batch[:0], tiles[:0]
		return ctx.Err()
	}
	for _, n := range l.node.children {
		if n.name != "object" {
			continue
		}
		whole, t, err := im.m.expand(n)
		if errors.Is(err, errCycle) || errors.Is(err, errTooMuch) {
			return im.m.fail(n, err)
		}
		if err == nil {
			err = check(whole)
		}
		if err != nil {
			im.b.AddIssue(im.m.issue(importers.Loss, n, "the object was left out: %v", err))
			continue
		}
		batch, tiles = append(batch, whole), append(tiles, t)
		if len(batch) == objectBatch {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

// check looks at an object's numbers before go-tiled does.
func check(n *node) error {
	for _, name := range []string{"x", "y", "width", "height", "rotation"} {
		x, err := n.number(name, 0)
		if err != nil {
			return err
		}
		if math.Abs(x) > level.MaxCoordinate || (name == "width" || name == "height") && x < 0 {
			return fmt.Errorf("%s %g is beyond the limits", name, x)
		}
	}
	if gid := n.attr("gid"); gid != "" {
		if _, err := strconv.ParseUint(gid, 10, 32); err != nil {
			return fmt.Errorf("gid %q is no tile", level.Excerpt(gid))
		}
	}
	for _, c := range n.children {
		if c.name != "polygon" && c.name != "polyline" {
			continue
		}
		fields := strings.Fields(c.attr("points"))
		for _, f := range fields {
			x, y, _ := strings.Cut(f, ",")
			for _, s := range []string{x, y} {
				v, err := strconv.ParseFloat(s, 64)
				if err != nil || !(math.Abs(v) <= level.MaxCoordinate) {
					return fmt.Errorf("%q is no point of a %s", level.Excerpt(f), c.name)
				}
			}
		}
		if len(fields) > importers.MaxOutline && c.name == "polygon" {
			return fmt.Errorf("its polygon has %d points, and %d is the limit", len(fields), importers.MaxOutline)
		}
		if len(fields) == 0 {
			return fmt.Errorf("its %s has no points", c.name)
		}
		c.set("points", strings.Join(fields, " ")) // go-tiled takes one space only
	}
	return nil
}

// read has go-tiled read objects that have been checked.
func (im *mapImport) read(list []*node, tiles []*tileset) ([]object, error) {
	read, err := readObjects(list)
	if err != nil {
		return nil, err
	}
	out := make([]object, len(list))
	for i, n := range list {
		out[i] = object{Object: read[i], node: n, capsule: n.child("capsule") != nil, point: n.child("point") != nil, location: n.attr("id")}
		out[i].fields = level.Properties{}
		im.fields(out[i].fields, "", n, n)
		if out[i].kind = read[i].Class; out[i].kind == "" {
			out[i].kind = strings.ToValidUTF8(n.attr("type"), "\ufffd")
		}
		gid, _ := strconv.ParseUint(n.attr("gid"), 10, 32) // it has been looked at
		out[i].GID = uint32(gid)
		if tiles != nil {
			out[i].tiles = tiles[i]
		}
	}
	return out, nil
}

// maxFields is how many properties of one object are kept.
const maxFields = 1024

// fields are an element's properties. A member of a class is named after both, as in patrol.speed.
func (im *mapImport) fields(to level.Properties, prefix string, n, place *node) {
	list := n.child("properties")
	if list == nil {
		return
	}
	for _, p := range list.children {
		name := prefix + p.attr("name")
		if p.name != "property" || p.attr("name") == "" {
			continue
		}
		if len(to) >= maxFields {
			im.b.AddIssue(im.m.issue(importers.Loss, place, "more than %d properties; the others were left out", maxFields))
			return
		}
		if p.child("properties") != nil {
			im.fields(to, name+".", p, place)
			continue
		}
		value := p.attr("value")
		if !p.has("value") {
			value = strings.ToValidUTF8(p.text, "\ufffd") // of several lines
		}
		switch p.attr("type") {
		case "class":
			to[name] = p.attr("propertytype")
		case "bool":
			to[name] = value == "true" || value == "1"
		case "int", "float", "object":
			f, err := strconv.ParseFloat(value, 64)
			if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
				im.b.AddIssue(im.m.issue(importers.Loss, place, "property %q: %q is not a number", level.Excerpt(name), level.Excerpt(value)))
				continue
			}
			to[name] = f
		default:
			to[name] = value
		}
	}
}

func (o *object) name() string {
	for _, s := range []string{o.Name, o.kind, "Object"} {
		if s != "" {
			return s
		}
	}
	return ""
}

func (o *object) kinds() []string {
	if c := o.kind; c != "" {
		return []string{c}
	}
	return nil
}

// object imports one object of a layer.
func (im *mapImport) object(l *layerRecord, o object) error {
	if o.node.child("text") != nil {
		im.texts++
		return nil
	}
	id := o.location
	if id == "" {
		id = fmt.Sprintf("%s#", l.name)
	}
	source := im.source(l, im.identify(id, o.node))
	if o.GID != 0 {
		return im.tileObject(l, o, source)
	}
	p, odd := im.place(&o, im.m.slant)
	if odd != "" {
		im.b.AddIssue(im.m.issue(importers.Warning, o.node, "%s", odd))
	}
	return im.add(l, &o, p.moved(im.m.project(level.Vec{X: o.X, Y: o.Y}).Add(l.offset)), source, 0)
}

// add adds an object's collider.
func (im *mapImport) add(l *layerRecord, o *object, p placed, source level.Source, role level.Role) error {
	if !inReach(p.at) {
		im.b.AddIssue(im.m.issue(importers.Loss, o.node, "it lies at (%g, %g), beyond the limit of %g, and was left out", p.at.X, p.at.Y, float64(level.MaxCoordinate)))
		return nil
	}
	c, err := im.b.Entity(importers.Entity{
		Name: o.name(), Kinds: o.kinds(), Hints: []string{l.name, l.class}, Fields: o.fields,
		Shape: p.shape, At: p.at, Angle: p.angle, Source: source, Role: role,
	})
	if c != nil && im.mapping == nil {
		restore(c)
	}
	return err
}

// placed is a shape and where its frame lies.
type placed struct {
	shape level.Shape
	at    level.Vec
	angle level.Degrees
}

func (p placed) moved(by level.Vec) placed {
	p.at = p.at.Add(by)
	return p
}

// place is an object's shape in a frame whose origin is the object's own place: it turns about that. On an isometric grid
// its outline is brought from the slanted axes onto the screen first.
func (im *mapImport) place(o *object, by slant) (p placed, odd string) {
	s, center, odd := im.shape(o)
	if by != (slant{}) {
		s, center = im.slanted(s, center, by)
	}
	p = placed{shape: s, at: center}
	if o.Rotation != 0 && s.Kind != level.Point {
		p.angle = level.Degrees(o.Rotation).Normalized()
		sin, cos := collision.Sincos(p.angle.Radians())
		p.at = level.Vec{X: float64(cos*center.X) - float64(sin*center.Y), Y: float64(sin*center.X) + float64(cos*center.Y)}
		if s.Kind == level.Circle {
			p.angle = 0
		}
	}
	return p, odd
}

// shape is an object's shape and where its frame lies from the object's own place, unturned.
func (im *mapImport) shape(o *object) (s level.Shape, at level.Vec, odd string) {
	w, h := o.Width, o.Height
	middle := level.Vec{X: float64(w / 2), Y: float64(h / 2)}
	switch {
	case o.point || o.Polygons == nil && o.PolyLines == nil && w == 0 && h == 0:
		return level.Shape{Kind: level.Point}, level.Vec{}, ""
	case len(o.Polygons) > 0:
		points := vecs(o.Polygons[0].Points)
		if len(points) < 3 {
			return level.Shape{Kind: level.Point}, level.Vec{}, fmt.Sprintf("a polygon of %d points became a point", len(points))
		}
		return level.Shape{Kind: level.Polygon, Points: clockwise(points), Rounding: level.Inset}, level.Vec{}, ""
	case len(o.PolyLines) > 0:
		chain, corner, dropped, ok := importers.Path(vecs(o.PolyLines[0].Points), false)
		if !ok {
			return level.Shape{Kind: level.Point}, level.Vec{}, "a line without two different points became a point"
		}
		if dropped > 0 {
			odd = fmt.Sprintf("%d points of the line repeat the one before them", dropped)
		}
		return chain, corner, odd
	case w == 0 || h == 0:
		return level.Shape{Kind: level.Point}, middle, fmt.Sprintf("a size of %g by %g has no extent; it became a point", w, h)
	case o.capsule:
		return capsule(w, h), middle, ""
	case len(o.Ellipses) > 0:
		s, off := importers.Ellipse(float64(w/2), float64(h/2))
		if off > 0 {
			im.ellipses++
			im.ellipseOff = max(im.ellipseOff, off)
		}
		return s, middle, ""
	}
	return level.Shape{Kind: level.Box, Size: level.Vec{X: w, Y: h}, Rounding: level.Inset}, middle, ""
}

// capsule is the largest capsule in a box about the origin.
func capsule(w, h float64) level.Shape {
	r := float64(min(w, h) / 2)
	end := level.Vec{X: float64(w/2) - r, Y: float64(h/2) - r}
	if end == (level.Vec{}) {
		return level.Shape{Kind: level.Circle, Radius: r}
	}
	return level.Shape{Kind: level.Capsule, Points: []level.Vec{{X: -end.X + 0, Y: -end.Y + 0}, end}, Radius: r}
}

func vecs(list *gotiled.Points) []level.Vec {
	if list == nil {
		return nil
	}
	out := make([]level.Vec, len(*list))
	for i, p := range *list {
		out[i] = level.Vec{X: p.X, Y: p.Y}
	}
	return out
}

// clockwise is an outline in the direction that is clockwise on the screen.
func clockwise(points []level.Vec) []level.Vec {
	area := 0.0
	for i, p := range points {
		area += p.Cross(points[(i+1)%len(points)])
	}
	if area >= 0 {
		return points
	}
	out := make([]level.Vec, len(points))
	for i, p := range points {
		out[len(points)-1-i] = p
	}
	return out
}

// project brings a point of the map onto the screen.
func (m *mapRecord) project(p level.Vec) level.Vec {
	if m.slant == (slant{}) {
		return p
	}
	return m.lattice.top.Add(m.slant.of(p))
}

// slant is the size of a cell of an isometric grid, whose axes are measured in heights of a cell: x runs down to the right and
// y down to the left. Zero is that of other grids, whose axes are those of the screen.
type slant struct{ width, height float64 }

func (s slant) of(p level.Vec) level.Vec {
	return level.Vec{X: float64((p.X - p.Y) / s.height * s.width / 2), Y: float64((p.X + p.Y) / 2)}
}

// slanted is a shape on an isometric grid: every kind but a point and a line becomes a polygon.
func (im *mapImport) slanted(s level.Shape, at level.Vec, by slant) (level.Shape, level.Vec) {
	points := s.Points
	switch s.Kind {
	case level.Point:
		return s, by.of(at)
	case level.Box:
		points = s.Corners()
	case level.Circle, level.Capsule:
		points = roundOutline(s)
		im.ellipses++
		im.ellipseOff = max(im.ellipseOff, s.Radius*(1-collision.Cos(math.Pi/roundCorners)))
	}
	out := make([]level.Vec, len(points))
	for i, p := range points {
		const places = 1e9 // so that the corners of a circle that stand in line do so on the screen
		p = by.of(p)
		out[i] = level.Vec{X: math.Round(p.X*places)/places + 0, Y: math.Round(p.Y*places)/places + 0} // + 0 turns -0 into 0
	}
	if s.Kind != level.Chain {
		out = clockwise(out)
		s = level.Shape{Kind: level.Polygon, Rounding: level.Inset}
	}
	s.Points = out
	return s, by.of(at)
}

// roundCorners is how many corners the polygon of a circle has.
const roundCorners = 32

// roundOutline is a polygon in a circle or a capsule.
func roundOutline(s level.Shape) []level.Vec {
	a, b := level.Vec{}, level.Vec{}
	if s.Kind == level.Capsule {
		a, b = s.Points[1], s.Points[0]
	}
	out := make([]level.Vec, 0, roundCorners+2)
	start := collision.Atan2(a.Y-b.Y, a.X-b.X) - math.Pi/2
	for i := range roundCorners + 1 {
		sin, cos := collision.Sincos(start + float64(2*math.Pi*float64(i)/roundCorners))
		round := level.Vec{X: float64(s.Radius * cos), Y: float64(s.Radius * sin)}
		switch {
		case i < roundCorners/2:
			out = append(out, a.Add(round))
		case i == roundCorners/2 && a != b:
			out = append(out, a.Add(round), b.Add(round))
		case i < roundCorners || a != b:
			out = append(out, b.Add(round))
		}
	}
	return out
}
