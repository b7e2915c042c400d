package colliders

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/editor/quote"
)

// The compact binary form. docs/FCOL.md describes every byte.
const (
	compactMagic   = "FCOL"
	compactVersion = 1
	compactHeader  = 128
	compactCounts  = 12 // where the header has the number of records of each array
	none           = math.MaxUint32
)

// array is an array of records in a compact file. They follow each other in this order.
type array int

const (
	arrayCategories array = iota
	arrayFilters
	arrayMaterials
	arrayColliders
	arrayDynamics
	arrayExtras
	arrayPieces
	arrayVertices
	arrayTags
	arrayProperties
	arrayPaths
	arrayKeys
	arrayJoints
	arrayStrings
	arrayCount
)

// recordSizes holds the bytes per record of each array.
var recordSizes = [arrayCount]int{4, 20, 12, 52, 36, 44, 12, 8, 4, 16, 16, 16, 92, 1}

// Words of a compact file by their numbers.
var (
	compactMixes  = dynamics.Mixes()
	compactKinds  = []Kind{Polygon, Box, Circle, Capsule, Chain, Point}
	compactRoles  = []Role{Solid, Trigger, OneWay}
	compactBodies = []BodyType{Static, Kinematic, Dynamic}
	compactLoops  = []Loop{BackAndForth, Around, Once}
	compactJoints = []JointKind{Hinge, Spring}
)

// Flags of a compact file.
const (
	flagYUp, flagMetres                          = 1, 2
	flagLine, flagClosed, flagOneSided           = 1, 2, 4
	flagCollide, flagLimits, flagPullsOnly       = 1, 2, 4
	propertyBool, propertyNumber, propertyString = 0, 1, 2
)

// compactReader reads a compact file. Its methods return zero values after the first error.
type compactReader struct {
	file   string
	arrays [arrayCount][]byte
	used   [arrayCount]int // how many records of each array were read, where each belongs to one other record
	texts  map[uint32]string
	place  string // the list being read, or its record with the number index, for errors
	index  int
	err    error
	out    File
}

// readCompact reads a compact file.
func readCompact(data []byte, name string) (*File, error) {
	d := &compactReader{file: name, index: -1, texts: map[uint32]string{}}
	if d.split(data); d.err == nil {
		d.read(record{d, data[:compactHeader]})
	}
	if d.err != nil {
		return nil, d.err
	}
	return &d.out, nil
}

func (d *compactReader) fail(format string, args ...any) {
	if d.err != nil {
		return
	}
	e := &Error{File: d.file, Path: d.place, Err: fmt.Errorf(format, args...)}
	if d.index >= 0 {
		e.Path = fmt.Sprintf("%s[%d]", d.place, d.index)
	}
	d.err = e
}

// split checks the header and finds the arrays.
func (d *compactReader) split(data []byte) {
	if len(data) < compactHeader {
		d.fail("the file is truncated: it has %d bytes, fewer than its header", len(data))
		return
	}
	head := record{d, data[:compactHeader]}
	if v := head.u32(4); v != compactVersion {
		if v > compactVersion {
			d.fail("this file was written by a newer Fillet (binary version %d; this one reads %d)", v, compactVersion)
		} else {
			d.fail("a binary version of %d does not exist", v)
		}
		return
	}
	size := uint64(compactHeader)
	for i, each := range recordSizes {
		size += uint64(head.u32(compactCounts+4*i)) * uint64(each) // cannot overflow
	}
	switch {
	case size != uint64(head.u32(8)):
		d.fail("the file is damaged: its records take %d bytes, and its header says %d", size, head.u32(8))
		return
	case size > uint64(len(data)):
		d.fail("the file is truncated: it has %d of %d bytes", len(data), size)
		return
	case size < uint64(len(data)):
		d.fail("the file is damaged: it has %d bytes instead of %d", len(data), size)
		return
	}
	rest := data[compactHeader:]
	for i, each := range recordSizes {
		n := int(head.u32(compactCounts+4*i)) * each
		d.arrays[i], rest = rest[:n:n], rest[n:]
	}
	if s := d.arrays[arrayStrings]; len(s) == 0 || s[0] != 0 || s[len(s)-1] != 0 {
		d.fail("the file is damaged: its strings do not begin and end with a zero byte")
	}
}

func (d *compactReader) count(a array) int { return len(d.arrays[a]) / recordSizes[a] }

// record returns a record of an array.
func (d *compactReader) record(a array, i int) record {
	at := i * recordSizes[a]
	return record{d, d.arrays[a][at : at+recordSizes[a]]}
}

// record is a record of a compact file.
type record struct {
	d *compactReader
	b []byte
}

func (r record) u32(at int) uint32 { return binary.LittleEndian.Uint32(r.b[at:]) }
func (r record) u64(at int) uint64 { return binary.LittleEndian.Uint64(r.b[at:]) }

func (r record) number(at int) float64 {
	x := float64(math.Float32frombits(r.u32(at)))
	if math.IsNaN(x) || math.IsInf(x, 0) {
		r.d.fail("a number is not finite")
		return 0
	}
	return x
}

// atLeast0 returns a number that may not be negative.
func (r record) atLeast0(at int) float64 {
	x := r.number(at)
	if x < 0 {
		r.d.fail("a number is %g; it must be at least 0", x)
	}
	return x
}

func (r record) vec(at int) Vec { return Vec{X: r.number(at), Y: r.number(at + 4)} }

// text returns a string.
func (r record) text(at int) string {
	i := r.u32(at)
	if s, ok := r.d.texts[i]; ok {
		return s
	}
	all := r.d.arrays[arrayStrings]
	if uint64(i) >= uint64(len(all)) || i > 0 && all[i-1] != 0 {
		r.d.fail("no string begins at %d", i)
		return ""
	}
	b := all[i:]
	s := strings.ToValidUTF8(string(b[:bytes.IndexByte(b, 0)]), "\uFFFD") // the last byte is zero
	r.d.texts[i] = s
	return s
}

// index returns the index of a record that may be used by several.
func (r record) index(at int, a array) int {
	i := r.u32(at)
	if int64(i) >= int64(r.d.count(a)) {
		r.d.fail("index %d is out of range: there are %d records", i, r.d.count(a))
		return -1
	}
	return int(i)
}

// span returns where a run of records begins and ends. Runs follow each other, so that no record is used twice.
func (r record) span(at int, a array) (from, to int) {
	first, n := r.u32(at), r.u32(at+4)
	used := r.d.used[a]
	if n == 0 {
		return used, used
	}
	if int64(first) != int64(used) || int64(first)+int64(n) > int64(r.d.count(a)) {
		r.d.fail("%d records from %d on are not the next of %d", n, first, r.d.count(a))
		return used, used
	}
	r.d.used[a] += int(n)
	return used, used + int(n)
}

// own returns the record of an array that belongs to this record, or false if the index is NONE.
func (r record) own(at int, a array) (record, bool) {
	i := r.u32(at)
	if i == none {
		return record{}, false
	}
	if int64(i) != int64(r.d.used[a]) || int64(i) >= int64(r.d.count(a)) {
		r.d.fail("record %d is not the next of %d", i, r.d.count(a))
		return record{}, false
	}
	r.d.used[a]++
	return r.d.record(a, int(i)), true
}

// wordOf returns the word with a number.
func wordOf[T any](d *compactReader, words []T, i uint32) T {
	if int64(i) >= int64(len(words)) {
		d.fail("%d is not one of %d known values", i, len(words))
		return words[0]
	}
	return words[i]
}

func (d *compactReader) read(head record) {
	d.out = File{Version: Version, IsCompact: true}
	d.place = "level"
	flags := head.u32(72)
	d.out.Level = Level{
		Name: head.text(68), PixelsPerMetre: head.number(76), Size: head.vec(80), Origin: head.vec(88), Y: Down,
		Gravity: head.vec(96), Damping: head.atLeast0(104), SpinDamping: head.atLeast0(108),
		FrictionMix:       wordOf(d, compactMixes, head.u32(112)&0xffff),
		RestitutionMix:    wordOf(d, compactMixes, head.u32(112)>>16),
		RollingResistance: head.atLeast0(116),
		Properties:        head.properties(120),
	}
	l := &d.out.Level
	if flags&flagYUp != 0 {
		l.Y = Up
	}
	if flags&flagMetres != 0 {
		l.Units = Metres
	}
	if !(l.PixelsPerMetre > 0) || l.Size.X < 0 || l.Size.Y < 0 {
		d.fail("pixels per metre are %g and the size is %g by %g", l.PixelsPerMetre, l.Size.X, l.Size.Y)
	}
	d.place = "categories"
	n := d.count(arrayCategories)
	if n > maxCategories {
		d.fail("%d categories; a collision filter has room for %d", n, maxCategories)
		return
	}
	d.out.Categories = make([]string, n)
	for i := range d.out.Categories {
		d.out.Categories[i] = d.record(arrayCategories, i).text(0)
	}
	if d.colliders(); d.err == nil {
		d.joints()
	}
}

func (d *compactReader) colliders() {
	n := d.count(arrayColliders)
	d.out.Colliders = make([]Collider, n)
	ids := make(map[string]int, n)
	bodies := make(map[string]bodyRecord)
	for i := range d.out.Colliders {
		if d.err != nil {
			return
		}
		d.place, d.index = "colliders", i
		c := &d.out.Colliders[i]
		d.collider(c, uint32(i), bodies)
		if _, ok := ids[c.ID]; ok || c.ID == "" {
			d.fail("the id %q is empty or used twice", quote.Excerpt(c.ID))
		}
		ids[c.ID] = i
	}
}

// collider reads collider i.
func (d *compactReader) collider(c *Collider, i uint32, bodies map[string]bodyRecord) {
	r := d.record(arrayColliders, int(i))
	*c = Collider{
		ID: r.text(0), Name: r.text(4), Position: r.vec(8), Angle: r.number(16), Layer: r.text(32),
		Shape: Shape{
			Kind: wordOf(d, compactKinds, uint32(r.b[28])), Closed: r.b[31]&flagClosed != 0,
			OneSided: r.b[31]&flagOneSided != 0,
		},
		Role: wordOf(d, compactRoles, uint32(r.b[29])), Body: wordOf(d, compactBodies, uint32(r.b[30])),
	}
	if i := r.index(36, arrayFilters); i >= 0 {
		f := d.record(arrayFilters, i)
		if c.Category, c.Mask, c.Group = f.u64(0), f.u64(8), int32(f.u32(16)); c.Category == 0 {
			d.fail("a collider needs at least one category")
		}
	}
	if i := r.index(40, arrayMaterials); i >= 0 {
		m := d.record(arrayMaterials, i)
		c.Friction, c.Restitution, c.Density = m.atLeast0(0), m.atLeast0(4), m.atLeast0(8)
	}
	if m, ok := r.own(44, arrayDynamics); ok {
		if c.Mass, c.Inertia = m.atLeast0(0), m.atLeast0(4); c.Mass > 0 {
			center := m.vec(8)
			c.Center = &center
		}
		c.Velocity, c.Spin, c.Force = m.vec(16), m.number(24), m.vec(28)
	}
	body, first := bodyRecord{i, c.Transform()}, i
	if e, ok := r.own(48, arrayExtras); ok {
		first = d.extra(c, e)
	}
	if known, ok := bodies[c.OneBody]; ok {
		body = known
	} else if c.OneBody != "" {
		bodies[c.OneBody] = body
	}
	if first != body.first {
		d.fail("collider %d is not the first of its body", first)
	}
	if (c.Role == OneWay) != (c.OneWay != nil) {
		d.fail("a %s collider has the wrong direction", c.Role)
	}
	if d.pieces(c, r, body.frame); d.err == nil && c.Body != Static { // in its own frame too
		if _, _, err := new(File).Body(c); err != nil {
			d.fail("%w", err)
		}
	}
}

// extra reads what few colliders have, and returns the index of the first collider of its body.
func (d *compactReader) extra(c *Collider, e record) uint32 {
	c.OneBody, c.Instance, c.Prefab = e.text(4), e.text(8), e.text(12)
	if v := e.vec(16); v != (Vec{}) {
		v = v.Unit()
		c.OneWay = &v
	}
	from, to := e.span(24, arrayTags)
	for k := from; k < to; k++ {
		c.Tags = append(c.Tags, d.record(arrayTags, k).text(0))
	}
	c.Properties = e.properties(32)
	if p, ok := e.own(40, arrayPaths); ok {
		path := &Path{Turn: p.number(8), Loop: wordOf(d, compactLoops, p.u32(12)), Ease: Linear}
		c.Path = path
		from, to := p.span(0, arrayKeys)
		for k := from; k < to; k++ {
			r := d.record(arrayKeys, k)
			path.Keys = append(path.Keys, PathKey{Time: r.atLeast0(0), Position: r.vec(4), Angle: r.number(12)})
			if n := len(path.Keys); n > 1 && path.Keys[n-1].Time < path.Keys[n-2].Time {
				d.fail("the keys of its path are not in the order of their times")
			}
		}
	}
	return e.u32(0)
}

// pieces reads the pieces of a collider, which are in the frame of its body.
func (d *compactReader) pieces(c *Collider, r record, frame collision.Transform) {
	from, to := r.span(20, arrayPieces)
	isLine, isExact, radii := r.b[31]&flagLine != 0, true, false
	c.Pieces = make([]Piece, 0, to-from)
	for i := from; i < to; i++ {
		p := d.record(arrayPieces, i)
		first, last := p.span(0, arrayVertices)
		radius := p.atLeast0(8)
		if n := last - first; n == 0 || isLine && (n < 2 || radius > 0) {
			d.fail("piece %d has %d vertices and the radius %g", i-from, n, radius)
		}
		local := make([]Vec, last-first)
		for k := range local {
			local[k] = d.record(arrayVertices, first+k).vec(0)
		}
		if isLine {
			d.line(c, local, frame)
			continue
		}
		isExact, radii = isExact && len(local) < 3, radii || radius > 0
		c.Polygons, c.Radii = append(c.Polygons, local), append(c.Radii, radius)
		d.piece(c, local, radius, frame)
	}
	if isExact { // pieces are all that a game needs
		c.Polygons = nil
	}
	if isExact || !radii {
		c.Radii = nil
	}
	d.bounds(c)
}

// line adds the pieces of a polyline.
func (d *compactReader) line(c *Collider, line []Vec, frame collision.Transform) {
	if c.Shape.Closed && len(line) > 0 {
		line = append(line, line[0])
	}
	for i := 1; i < len(line); i++ {
		d.piece(c, line[i-1:i+1], 0, frame)
	}
}

// piece adds a piece.
func (d *compactReader) piece(c *Collider, local []Vec, radius float64, frame collision.Transform) {
	p := Piece{Vertices: make([]Vec, len(local)), Radius: radius}
	for i, v := range local {
		p.Vertices[i] = frame.Apply(v)
	}
	_, err := p.Shape()
	if err != nil && len(local) == 2 { // too short in level space
		p.Vertices = p.Vertices[:1]
		_, err = p.Shape()
	}
	if err != nil {
		d.fail("piece %d: %w", len(c.Pieces), err)
	}
	c.Pieces = append(c.Pieces, p)
}

func (d *compactReader) bounds(c *Collider) {
	c.Bounds = collision.AABB{Min: c.Position, Max: c.Position}
	for i, p := range c.Pieces {
		box := collision.BoundsOf(p.Vertices).Grow(p.Radius)
		if i > 0 {
			box = box.Union(c.Bounds)
		}
		c.Bounds = box
	}
}

func (r record) properties(at int) map[string]any {
	from, to := r.span(at, arrayProperties)
	if from == to {
		return nil
	}
	out := make(map[string]any, to-from)
	for i := from; i < to; i++ {
		p := r.d.record(arrayProperties, i)
		key := p.text(0)
		switch p.u32(4) {
		case propertyBool:
			out[key] = p.u32(8) != 0
		case propertyNumber:
			x := math.Float64frombits(p.u64(8))
			if math.IsNaN(x) || math.IsInf(x, 0) {
				r.d.fail("property %q is not a finite number", quote.Excerpt(key))
			}
			out[key] = x
		case propertyString:
			out[key] = p.text(8)
		default:
			r.d.fail("property %q has the unknown type %d", quote.Excerpt(key), p.u32(4))
		}
	}
	return out
}

func (d *compactReader) joints() {
	for i := range d.count(arrayJoints) {
		d.place, d.index = "joints", i
		r := d.record(arrayJoints, i)
		flags, a, b := r.u32(12), r.vec(48), r.vec(56)
		j := Joint{
			ID: r.text(0), Name: r.text(4), Kind: wordOf(d, compactJoints, r.u32(8)), A: r.text(16), B: r.text(20),
			AnchorA: r.vec(32), AnchorB: r.vec(40), LocalA: &a, LocalB: &b, Collide: flags&flagCollide != 0,
			PullsOnly: flags&flagPullsOnly != 0, HasLimit: flags&flagLimits != 0, Lower: r.number(64),
			Upper: r.number(68), Speed: r.number(72), Torque: r.atLeast0(76), Length: r.atLeast0(80),
			Frequency: r.atLeast0(84), Damping: r.atLeast0(88),
		}
		for side, id := range [...]string{j.A, j.B} {
			k := r.u32(24 + 4*side)
			if k != none && (int64(k) >= int64(len(d.out.Colliders)) || d.out.Colliders[k].ID != id) {
				d.fail("collider %d is not %q", k, quote.Excerpt(id))
			}
		}
		if j.ID == "" || j.A == j.B {
			d.fail("a joint needs an id, and joins two colliders or one with the level")
		}
		if d.err != nil {
			return
		}
		d.out.Joints = append(d.out.Joints, j)
	}
}
