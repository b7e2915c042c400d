package godot

import (
	"cmp"
	"fmt"
	"math"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/importers"
)

// Metadata keys in which Fillet's export stores data for which Godot has no property.
const (
	ownID         = "metadata/fillet_id"
	ownProperties = "metadata/fillet_properties"
	ownCollider   = "metadata/fillet_collider"
	ownLayer      = "metadata/fillet_layer"
	ownLevel      = "metadata/fillet_level"
	ownMetre      = "metadata/fillet_pixels_per_metre"
)

// levelRecord holds the level's data that Fillet's export writes at the scene's root.
type levelRecord struct {
	name               string
	origin, size, grid level.Vec
	categories         []string
	tolerance          float64
	pixelsPerMetre     float64
}

func (r *levelRecord) metre() float64 {
	if r.pixelsPerMetre > 0 {
		return r.pixelsPerMetre
	}
	return level.DefaultSettings().PixelsPerMetre
}

func (im *sceneImport) ownLevelOf(root *node) levelRecord {
	t := im.object(root, ".")
	var r levelRecord
	if x := t.number(ownMetre, 0); x > 0 && x <= level.MaxCoordinate {
		r.pixelsPerMetre = x
	}
	d, ok := t.value(ownLevel).(dictionary)
	if !ok {
		return r
	}
	r.name = textIn(d, "name")
	r.tolerance, _ = numberIn(d, "tolerance")
	r.origin, _ = vecIn(d, "origin")
	r.size, _ = vecIn(d, "size")
	r.grid, _ = vecIn(d, "grid")
	if list := textsIn(d, "categories"); len(list) <= level.MaxCategories {
		r.categories = list
	}
	return r
}

// Getters of dictionaries. They ignore a value of the wrong type, which must have been edited by hand.

func valueIn[T any](d dictionary, key string) T {
	v, _ := d.get(key)
	out, _ := v.(T)
	return out
}

func textIn(d dictionary, key string) string { return valueIn[string](d, key) }

func numberIn(d dictionary, key string) (float64, bool) {
	v, _ := d.get(key)
	x, ok := v.(float64)
	return x, ok && importers.InReach(x)
}

func vecIn(d dictionary, key string) (level.Vec, bool) {
	c := valueIn[call](d, key)
	if c.name != "Vector2" || len(c.nums) != 2 || !importers.InReach(c.nums...) {
		return level.Vec{}, false
	}
	return level.Vec{X: c.nums[0], Y: c.nums[1]}, true
}

// textsIn returns a list of distinct non-empty strings, or nil if the value is anything else.
func textsIn(d dictionary, key string) []string {
	v, _ := d.get(key)
	list, ok := v.([]any)
	if !ok {
		return nil
	}
	out, seen := make([]string, 0, len(list)), map[string]bool{}
	for _, v := range list {
		s, ok := v.(string)
		if !ok || s == "" || seen[s] {
			return nil
		}
		seen[s] = true
		out = append(out, s)
	}
	return out
}

// ownRecord holds the data of an exported collider for which Godot has no properties.
type ownRecord struct {
	properties dictionary
	rest       dictionary
}

// ownRecord returns the record of a node, or nil if the node is not from Fillet.
func (im *sceneImport) ownRecord(n *node, t object) *ownRecord {
	if p, _ := n.find(ownID); p == nil {
		return nil
	}
	r := &ownRecord{}
	r.properties, _ = t.value(ownProperties).(dictionary)
	r.rest, _ = t.value(ownCollider).(dictionary)
	return r
}

// nameOf returns the name that a node had before the export, unless the node was renamed since.
func nameOf(d dictionary, node string) string {
	v, _ := d.get("name")
	if name, ok := v.(string); ok && textIn(d, "node") == node {
		return name
	}
	return node
}

func (im *sceneImport) dress(it *item, n *node, r *ownRecord) {
	it.Name = nameOf(r.rest, n.name)
	for _, e := range r.properties {
		name, ok := e.key.(string)
		if !ok {
			continue
		}
		switch v := e.value.(type) {
		case bool, string:
			it.Fields[name] = v
		case float64:
			if isFinite([]float64{v}) {
				it.Fields[name] = v
			}
		}
	}
	for _, number := range []struct {
		key string
		to  *float64
	}{{"friction", &it.matter.friction}, {"restitution", &it.matter.bounce}, {"density", &it.matter.density}} {
		if x, ok := numberIn(r.rest, number.key); ok && x >= 0 {
			*number.to = x
		}
	}
	if x := valueIn[float64](r.rest, "group"); x == float64(int32(x)) {
		it.group = int32(x)
	}
	var body level.BodyType
	if body.UnmarshalText([]byte(textIn(r.rest, "body"))) == nil && body != 0 &&
		(n.class == "Area2D" || n.class == "Marker2D") {
		it.body = body
	}
	if n.class == "Marker2D" {
		var role level.Role
		if role.UnmarshalText([]byte(textIn(r.rest, "role"))) == nil && role != 0 {
			it.Says = role
		}
		if it.Says == level.OneWay {
			it.oneWay = level.Up
			if d, ok := vecIn(r.rest, "one_way"); ok && math.Abs(d.Len()-1) < 1e-6 {
				it.oneWay = d
			}
		}
	}
	if _, has := r.rest.get("path"); has {
		if it.path = ownPath(r.rest); it.path == nil {
			im.nodeIssue(importers.Loss, n, "its path is invalid; it does not move")
		}
	}
	if list := textsIn(r.rest, "categories"); len(list) > 0 {
		it.filter.categories, it.filter.collidesWith = list, textsIn(r.rest, "collides_with")
	}
}

// restore restores the original collider of a body that Fillet exported, and reports whether it could: the shapes must
// be unchanged.
func (im *sceneImport) restore(n *node, in within, base item, own *ownRecord, parts []part) (bool, error) {
	s, ok := shapeIn(valueIn[dictionary](own.rest, "shape"))
	if !ok || !im.matches(s, parts) {
		return false, nil
	}
	im.dress(&base, n, own)
	placed, off := laid(s, in.to)
	k, similar := in.to.Scale()
	isStretched := !similar || math.Abs(k-1) > 1e-9 || in.to.X.Cross(in.to.Y) <= 0
	hasHoles := s.Kind == level.Polygon && len(s.Holes) > 0 && placed.Shape.Kind == level.Polygon
	if isStretched && (s.IsDetailed() || hasHoles) || s.Radius > 0 && !similar || k == 0 {
		return false, nil // it is mirrored or scaled, so its parts give the right shape
	}
	im.approximated.Add(off)
	base.path = pathIn(base.path, in.to, placed.Angle)
	if parts[0].oneWay && base.Says == level.Solid {
		base.Says, base.oneWay = level.OneWay, upOf(in.to.After(parts[0].local), placed.Angle)
	}
	return true, im.add(in.layer, base, placed, n, 0)
}

// pathIn converts a path from a body's frame to the frame of a collider with the given angle in the level. It returns
// nil if the result is invalid.
func pathIn(p *level.Path, body importers.Affine, angle level.Degrees) *level.Path {
	if p == nil {
		return nil
	}
	body.At = level.Vec{}
	m := importers.Turn(-angle).After(body)
	if m.X.Dist(level.Vec{X: 1}) < 1e-9 && m.Y.Dist(level.Vec{Y: 1}) < 1e-9 {
		return p
	}
	out := *p.Map(func(v level.Vec) level.Vec { return tidiedVec(m.Apply(v)) })
	if m.X.Cross(m.Y) < 0 {
		out.Turn = 0 - out.Turn
	}
	if k, similar := body.Scale(); similar && math.Abs(k-1) > 1e-9 && out.Time == 0 && len(out.Points) > 0 {
		out.Speed = min(float64(cmp.Or(out.Speed, level.DefaultPathSpeed)*k), 1e6)
	}
	if out.Check() != nil {
		return nil
	}
	return &out
}

// ownPath returns a kinematic collider's exported path, or nil if there is no valid one.
func ownPath(rest dictionary) *level.Path {
	v, _ := rest.get("path")
	d, ok := v.(dictionary)
	if !ok {
		return nil
	}
	p := &level.Path{Follow: valueIn[bool](d, "follow")}
	if v, has := d.get("points"); has {
		if p.Points, ok = pointsOf(v); !ok {
			return nil
		}
	}
	for _, n := range p.Numbers() {
		if x, has := numberIn(d, n.Key); has {
			*n.Value = x
		}
	}
	if !wordIn(d, "ease", &p.Ease, level.SmoothEase) || !wordIn(d, "loop", &p.Loop, level.LoopBackAndForth,
		level.LoopAround, level.LoopOnce) || !wordIn(d, "stops", &p.Stops, level.StopAtPoints) {
		return nil
	}
	if p.Check() != nil {
		return nil
	}
	return p
}

// wordIn sets to to the word that a value names, and reports whether the value is valid. If the value is missing, to is
// unchanged.
func wordIn[T fmt.Stringer](d dictionary, key string, to *T, words ...T) bool {
	s := textIn(d, key)
	for _, w := range words {
		if s == w.String() {
			*to = w
			return true
		}
	}
	return s == ""
}

func shapeIn(d dictionary) (s level.Shape, ok bool) {
	if s.Kind.UnmarshalText([]byte(textIn(d, "kind"))) != nil ||
		s.Rounding.UnmarshalText([]byte(textIn(d, "rounding"))) != nil {
		return s, false
	}
	s.Size, _ = vecIn(d, "size")
	s.Radius, _ = numberIn(d, "radius")
	if v, has := d.get("points"); has {
		if s.Points, ok = pointsOf(v); !ok {
			return s, false
		}
	}
	for _, v := range valueIn[[]any](d, "holes") {
		hole, ok := pointsOf(v)
		if !ok {
			return s, false
		}
		s.Holes = append(s.Holes, hole)
	}
	s.Closed, s.OneSided = valueIn[bool](d, "closed"), valueIn[bool](d, "one_sided")
	s = detailIn(d, s)
	return s, s.Kind != 0 && s.Kind != level.Point && len(s.Points) <= importers.MaxPoints
}

// detailIn adds the exported corner radii, chamfers and curves to a shape.
func detailIn(d dictionary, s level.Shape) level.Shape {
	numbers := func(key string) (out []float64) {
		for _, v := range valueIn[[]any](d, key) {
			x, _ := v.(float64)
			out = append(out, x)
		}
		return out
	}
	own := level.Detail{Radii: numbers("radii"), Chamfers: numbers("chamfers")}
	for _, v := range valueIn[[]any](d, "curves") {
		c, _ := v.(dictionary)
		edge, ok := numberIn(c, "edge")
		if !ok || edge < 0 {
			continue
		}
		bent := level.Curve{Edge: int(edge)}
		bent.Arc, _ = numberIn(c, "arc")
		points, _ := c.get("cubic")
		if p, ok := pointsOf(points); ok && len(p) == 2 {
			bent.Cubic = [2]level.Vec{p[0], p[1]}
		}
		own.Curves = append(own.Curves, bent)
	}
	out := s.WithDetail(own)
	if out.Check() != nil { // edited by hand
		return s
	}
	return out
}

// hull is a convex piece: the convex hull of points, grown by radius.
type hull struct {
	points []level.Vec
	radius float64
}

// along returns how far the hull extends in direction d.
func (h hull) along(d level.Vec) float64 {
	far := math.Inf(-1)
	for _, p := range h.points {
		far = max(far, p.Dot(d))
	}
	return far + h.radius
}

// matches reports whether a body's shapes are still the pieces that the export made from s.
func (im *sceneImport) matches(s level.Shape, parts []part) bool {
	baked, err := s.Bake()
	if err != nil {
		return false
	}
	var hulls []hull
	for _, p := range parts {
		for _, shape := range p.shapes {
			one, ok := hullsOf(shape, p.local)
			if !ok {
				return false
			}
			hulls = append(hulls, one...)
		}
	}
	if len(hulls) != len(baked.Pieces) {
		return false
	}
	for i, piece := range baked.Pieces {
		if !im.matchesPiece(hull{piece.Vertices(), piece.Radius()}, hulls[i]) {
			return false
		}
	}
	return true
}

// hullsOf splits a shape into convex pieces in its body's frame.
func hullsOf(s level.Shape, m importers.Affine) ([]hull, bool) {
	p, _ := laid(s, m)
	at := importers.MoveBy(p.At).After(importers.Turn(p.Angle))
	points := p.Shape.Points
	switch p.Shape.Kind {
	case level.Circle:
		points = []level.Vec{{}}
	case level.Box:
		points = p.Shape.Corners()
	}
	out := make([]level.Vec, len(points))
	for i, v := range points {
		out[i] = at.Apply(v)
	}
	if p.Shape.Kind != level.Chain {
		return []hull{{out, p.Shape.Radius}}, p.Shape.Kind != level.Point
	}
	if p.Shape.Closed {
		out = append(out, out[0])
	}
	var list []hull
	for i := range len(out) - 1 {
		list = append(list, hull{out[i : i+2], p.Shape.Radius})
	}
	return list, true
}

// matchesPiece reports whether a convex shape in a scene matches the export of a piece. Exported arcs are vertices, at
// most the tolerance off. The comparison allows for Godot's seven digits.
func (im *sceneImport) matchesPiece(piece, found hull) bool {
	tolerance := 0.0
	if piece.radius > 0 && found.radius == 0 {
		tolerance = im.own.tolerance
	}
	reach := 0.0
	for _, p := range piece.points {
		reach = max(reach, math.Abs(p.X), math.Abs(p.Y))
	}
	off := 0.02 + float64(reach*1e-5)
	fitsAlong := func(d level.Vec) bool {
		by := piece.along(d) - found.along(d)
		return by >= -off && by <= tolerance+off
	}
	const directions = 64
	for i := range directions {
		sin, cos := collision.Sincos(float64(2 * math.Pi * float64(i) / directions))
		if !fitsAlong(level.Vec{X: cos, Y: sin}) {
			return false
		}
	}
	for _, points := range [][]level.Vec{piece.points, found.points} {
		for i, p := range points {
			edge := points[(i+1)%len(points)].Sub(p)
			if edge.Len() == 0 {
				continue
			}
			d := level.Vec{X: edge.Y, Y: -edge.X}.Unit()
			if !fitsAlong(d) || !fitsAlong(d.Mul(-1)) {
				return false
			}
		}
	}
	return true
}
