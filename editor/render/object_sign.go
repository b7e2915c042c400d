package render

import (
	"image/color"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Fate is the state of a gameplay object in a playtest run. The zero value is its state in the level.
type Fate struct {
	Gone   bool  // collected, dead, open, or collapsed
	On     bool  // the switch is on, or the checkpoint is active
	Cracks uint8 // how near a crumbling platform is to collapsing, up to maxCracks
}

const maxCracks = 4

// Dimensions of signs, in units of the screen.
const (
	signRadius   = 9.0  // maximum radius of the disc
	signSmall    = 5.5  // minimum radius of the disc
	signShare    = 0.36 // fraction of the shape's size, between these limits
	signSize     = 5.0  // size of the sign on the largest disc
	signLeast    = 14   // minimum size of a shape with a sign
	springLength = 22
	chevronEvery = 15
	chevronSize  = 3
	chevronInset = 6
)

// objectDrawing is the drawing on a role's disc, in units of signSize: lines, closed if solid.
type objectDrawing struct {
	kind  level.ObjectKind
	solid bool
	lines [][]Vec
}

var objectSigns = []objectDrawing{
	{level.HazardObject, true, [][]Vec{{
		{X: -1.1, Y: 0.9},
		{X: -0.7, Y: -0.7},
		{X: -0.35, Y: 0.3},
		{Y: -1},
		{X: 0.35, Y: 0.3},
		{X: 0.7, Y: -0.7},
		{X: 1.1, Y: 0.9},
	}}},
	{level.StompableObject, false, [][]Vec{
		{{Y: -1.1}, {Y: 0.2}},
		{{X: -0.55, Y: -0.35}, {Y: 0.2}, {X: 0.55, Y: -0.35}},
		{{X: -0.95, Y: 0.85}, {X: 0.95, Y: 0.85}},
	}},
	{level.GoalObject, true, [][]Vec{{
		{Y: -1.2},
		{X: 0.29, Y: -0.4},
		{X: 1.14, Y: -0.37},
		{X: 0.48, Y: 0.15},
		{X: 0.71, Y: 0.97},
		{Y: 0.5},
		{X: -0.71, Y: 0.97},
		{X: -0.48, Y: 0.15},
		{X: -1.14, Y: -0.37},
		{X: -0.29, Y: -0.4},
	}}},
	{level.CheckpointObject, true, [][]Vec{{
		{X: -0.7, Y: 1.1}, {X: -0.7, Y: -1.1}, {X: 0.9, Y: -0.5}, {X: -0.4, Y: 0.05}, {X: -0.4, Y: 1.1},
	}}},
	{level.CollectableObject, true, [][]Vec{{{Y: -1.1}, {X: 0.8}, {Y: 1.1}, {X: -0.8}}}},
	{level.SpringObject, false, [][]Vec{{
		{X: -0.7, Y: 1.1},
		{X: 0.7, Y: 0.75},
		{X: -0.7, Y: 0.35},
		{X: 0.7},
		{X: -0.7, Y: -0.35},
		{X: 0.7, Y: -0.75},
		{X: -0.7, Y: -1.1},
	}}},
	{level.ConveyorObject, false, [][]Vec{
		{{X: -0.9, Y: -0.7}, {X: -0.2}, {X: -0.9, Y: 0.7}},
		{{X: 0.1, Y: -0.7}, {X: 0.8}, {X: 0.1, Y: 0.7}},
	}},
	{level.CrumblingObject, false, [][]Vec{{
		{X: -0.2, Y: -1.1}, {X: 0.35, Y: -0.4}, {X: -0.35, Y: 0.25}, {X: 0.2, Y: 1.1},
	}, {{X: 0.35, Y: -0.4}, {X: 1}}, {{X: -0.35, Y: 0.25}, {X: -1, Y: -0.1}}}},
	{level.DoorObject, false, [][]Vec{{
		{X: -0.65, Y: 1}, {X: -0.65, Y: -1.1}, {X: 0.65, Y: -1.1}, {X: 0.65, Y: 1}, {X: -0.65, Y: 1},
	}, {{X: 0.15}, {X: 0.25}}}},
	{level.SwitchObject, false, [][]Vec{
		{{X: -1, Y: 0.8}, {X: 1, Y: 0.8}},
		{{Y: 0.8}, {X: 0.7, Y: -0.8}},
		{{X: 0.6, Y: -0.8}, {X: 0.8, Y: -0.8}},
	}},
	{level.LadderObject, false, [][]Vec{
		{{X: -0.6, Y: 1.1}, {X: -0.6, Y: -1.1}},
		{{X: 0.6, Y: 1.1}, {X: 0.6, Y: -1.1}},
		{{X: -0.6, Y: 0.6}, {X: 0.6, Y: 0.6}},
		{{X: -0.6}, {X: 0.6}},
		{{X: -0.6, Y: -0.6}, {X: 0.6, Y: -0.6}},
	}},
	{level.ReporterObject, false, [][]Vec{
		{{X: -1.1}, {X: -0.45}},
		{{X: 0.45}, {X: 1.1}},
		{{Y: -1.1}, {Y: -0.45}},
		{{Y: 0.45}, {Y: 1.1}},
		{{X: -0.75, Y: -0.75}, {X: -0.4, Y: -0.4}},
		{{X: 0.4, Y: 0.4}, {X: 0.75, Y: 0.75}},
		{{X: 0.75, Y: -0.75}, {X: 0.4, Y: -0.4}},
		{{X: -0.4, Y: 0.4}, {X: -0.75, Y: 0.75}},
	}},
	{level.WaterObject, false, [][]Vec{
		{{X: -1.1, Y: -0.2}, {X: -0.55, Y: -0.65}, {Y: -0.2}, {X: 0.55, Y: -0.65}, {X: 1.1, Y: -0.2}},
		{{X: -1.1, Y: 0.6}, {X: -0.55, Y: 0.15}, {Y: 0.6}, {X: 0.55, Y: 0.15}, {X: 1.1, Y: 0.6}},
	}},
}

// objectSign paints the role of a shape in the game: a sign on a disc in its middle, an arrow for a spring, or chevrons
// for a conveyor.
func (p *painter) objectSign(it *Item, m *placing, box collision.AABB, size float64) {
	if len(it.Collider.Tags) == 0 || size < signLeast {
		return
	}
	objects := level.WorkingObjects(it.Collider)
	if objects == 0 {
		return
	}
	if objects.Has(level.ConveyorObject) {
		p.chevrons(it, m)
	}
	at := box.Center()
	if objects.Has(level.SpringObject) {
		turn := level.Degrees(level.PropertyNumber(level.SpringObject, level.SpringDirectionKey,
			it.Collider.Properties)).Rotation()
		dir := it.At.Q.Apply(Vec{X: turn.C, Y: turn.S})
		half := box.Size().Mul(0.5)
		from := at.MulAdd(dir, float64(math.Abs(dir.X)*half.X)+float64(math.Abs(dir.Y)*half.Y)+float64(2*p.scale))
		p.arrow(from, from.MulAdd(dir, float64(springLength*p.scale)),
			p.line(p.lit(it, p.theme.OneWay, hoveredShift), 2))
	}
	p.disc(it, at, objects, size)
}

// absent paints the place of an object that a run has removed but that can return: an open door or a collapsed
// platform.
func (p *painter) absent(it *Item, m *placing, box collision.AABB) {
	objects := level.WorkingObjects(it.Collider)
	if !objects.Has(level.DoorObject) && !objects.Has(level.CrumblingObject) {
		return
	}
	outline := p.path.reset().boundary(it.Baked.Boundary(), m)
	p.on.stroke(outline, p.dashed(p.line(faded(p.bodyColor(it), 0.5), 1.2), 3, 4))
	p.disc(it, box.Center(), objects, max(box.Max.X-box.Min.X, box.Max.Y-box.Min.Y)/p.scale)
}

// signOf returns the drawing of the first role that has one, or nil.
func signOf(objects level.ObjectSet) *objectDrawing {
	i := slices.IndexFunc(objectSigns, func(s objectDrawing) bool { return objects.Has(s.kind) })
	if i < 0 {
		return nil
	}
	return &objectSigns[i]
}

// discRadius returns the radius of the disc on a shape of this size, in units of the screen.
func discRadius(size float64) float64 {
	return min(max(float64(size*signShare), signSmall), signRadius)
}

// disc paints the sign of the first of an item's roles that has one. Its size depends on the size of the shape.
func (p *painter) disc(it *Item, at Vec, objects level.ObjectSet, size float64) {
	drawing := signOf(objects)
	if drawing == nil {
		return
	}
	radius := discRadius(size)
	unit := float64(radius * (signSize / signRadius) * p.scale)
	at = Vec{X: nearest(at.X), Y: nearest(at.Y)}
	ground, ink := p.theme.Plate, p.theme.PlateText
	if it.Fate.On {
		ground, ink = p.theme.OneWay, p.theme.Canvas
	}
	if it.Fate.Cracks > 0 {
		ground = mixed(ground, p.theme.Touching, float64(float64(it.Fate.Cracks)/maxCracks))
	}
	alpha := 0.88
	if it.Fate.Gone {
		alpha = 0.35
	}
	show := func(c color.NRGBA, alpha float64) color.NRGBA { return p.dim(it, faded(c, alpha)) }
	disc := p.path.reset().circle(at, float64(radius*p.scale))
	p.on.fill(disc, paint{color: show(ground, alpha)})
	p.on.stroke(disc, p.line(show(p.bodyColor(it), alpha), 1.2))
	way := p.path.reset()
	flip := drawing.kind == level.ConveyorObject && level.PropertyNumber(level.ConveyorObject,
		level.ConveyorSpeedKey, it.Collider.Properties) < 0
	for _, line := range drawing.lines {
		for k, v := range line {
			if flip {
				v.X = -v.X
			}
			way.follow(at.MulAdd(v, unit), k == 0)
		}
		if drawing.solid {
			way.close()
		}
	}
	if drawing.solid {
		p.on.fill(way, paint{color: show(ink, alpha)})
		return
	}
	s := p.line(show(ink, alpha), max(1, 1.4*radius/signRadius))
	s.round = true
	p.on.stroke(way, s)
}

// chevrons paints the direction of a conveyor along its top.
func (p *painter) chevrons(it *Item, m *placing) {
	speed := level.PropertyNumber(level.ConveyorObject, level.ConveyorSpeedKey, it.Collider.Properties)
	if speed == 0 || it.Collider.Shape.Kind == level.Chain {
		return
	}
	outline := p.path.reset().boundary(it.Baked.Boundary(), m)
	way := p.part.reset()
	size := float64(chevronSize * p.scale)
	for i := range outline.contours {
		p.points = distinct(outline.flatten(i, &p.view, p.points[:0]), true)
		for j := range p.points {
			a, b := p.points[j], p.points[(j+1)%len(p.points)]
			n := normal(a, b)
			length := b.Dist(a)
			if n.Y > -0.3 || !(length > chevronEvery*p.scale) {
				continue
			}
			dir := n.Perp()
			if speed < 0 {
				dir = dir.Neg()
			}
			along := b.Sub(a).Mul(1 / length)
			count := min(math.Floor(length/(chevronEvery*p.scale)), 400)
			gap := length / count
			for k := range int(count) {
				tip := a.MulAdd(along, float64(gap*(float64(k)+0.5))).MulAdd(n, float64(-chevronInset*p.scale))
				if !p.seesPoint(tip) {
					continue
				}
				way.moveTo(tip.MulAdd(dir, -size).MulAdd(n, size))
				way.lineTo(tip)
				way.lineTo(tip.MulAdd(dir, -size).MulAdd(n, -size))
			}
		}
	}
	s := p.line(p.lit(it, p.theme.OneWay, hoveredShift), 1.6)
	s.round = true
	p.on.stroke(way, s)
}
