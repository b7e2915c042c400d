package colliders

import (
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"fillet/collision"
)

// CompactWriter makes a file in the compact binary form (docs/FCOL.md), which [Load] reads. It takes values as they
// stand in the native file.
type CompactWriter struct {
	arrays    [arrayCount][]byte
	texts     map[string]uint32
	filters   map[filterRecord]uint32
	materials map[materialRecord]uint32
	ids       map[string]uint32
	bodies    map[string]bodyRecord // bodies of several colliders by name
	head      []byte

	changes []CompactLoss // of the level and the joints, or of the collider being added
}

// CompactLoss is a change to something that the compact form cannot hold. It is a message.
type CompactLoss string

// The changes.
const (
	LimitedNumber CompactLoss = "a number beyond 3.4e38 is limited to it"
	ReplacedZero  CompactLoss = "a zero character in a text is replaced"
	LostPath      CompactLoss = "its path has too many keys: it does not move"
	LostShape     CompactLoss = "a part of its shape is too small or too far out for float32: it is left out"
)

type (
	filterRecord struct {
		category, mask uint64
		group          int32
	}
	materialRecord struct{ friction, restitution, density uint32 }
	// bodyRecord is a body of several colliders.
	bodyRecord struct {
		first uint32
		frame collision.Transform
	}
)

// NewCompactWriter returns a writer of a file with the level and the categories of f.
func NewCompactWriter(f *File) *CompactWriter {
	w := &CompactWriter{
		texts: map[string]uint32{"": 0}, filters: map[filterRecord]uint32{}, materials: map[materialRecord]uint32{},
		ids: map[string]uint32{}, bodies: map[string]bodyRecord{},
	}
	w.arrays[arrayStrings] = []byte{0}
	l := &f.Level
	flags := uint32(0)
	if l.Y == Up {
		flags |= flagYUp
	}
	if l.Units == Metres {
		flags |= flagMetres
	}
	metre := max(l.PixelsPerMetre, math.SmallestNonzeroFloat32)
	w.head = w.numbers(appendU32(nil, w.text(l.Name), flags), metre, l.Size.X, l.Size.Y,
		l.Origin.X, l.Origin.Y, l.Gravity.X, l.Gravity.Y, l.Damping, l.SpinDamping)
	w.head = appendU32(w.head, numberOf(compactMixes, l.FrictionMix)|numberOf(compactMixes, l.RestitutionMix)<<16)
	w.head = w.numbers(w.head, l.RollingResistance)
	w.head = w.properties(w.head, l.Properties)
	for _, name := range f.Categories {
		w.arrays[arrayCategories] = appendU32(w.arrays[arrayCategories], w.text(name))
	}
	return w
}

func appendU32(b []byte, values ...uint32) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}

// numberOf returns the number of a word, or 0 for an unknown one.
func numberOf[T comparable](words []T, word T) uint32 {
	return uint32(max(slices.Index(words, word), 0))
}

func (w *CompactWriter) count(a array) uint32 { return uint32(len(w.arrays[a]) / recordSizes[a]) }

func (w *CompactWriter) change(c CompactLoss) {
	if !slices.Contains(w.changes, c) {
		w.changes = append(w.changes, c)
	}
}

// numbers appends numbers, limited to finite ones.
func (w *CompactWriter) numbers(b []byte, values ...float64) []byte {
	for _, x := range values {
		b = appendU32(b, math.Float32bits(w.number(x)))
	}
	return b
}

func (w *CompactWriter) number(x float64) float32 {
	y := float32(x)
	if math.IsInf(float64(y), 0) {
		w.change(LimitedNumber)
		y = float32(math.Copysign(math.MaxFloat32, x))
	}
	return y + 0 // no negative zero
}

// text returns the place of a string.
func (w *CompactWriter) text(s string) uint32 {
	if at, ok := w.texts[s]; ok {
		return at
	}
	at := uint32(len(w.arrays[arrayStrings]))
	w.texts[s] = at
	if strings.ContainsRune(s, 0) {
		w.change(ReplacedZero)
	}
	w.arrays[arrayStrings] = append(w.arrays[arrayStrings], strings.ReplaceAll(s, "\x00", "\uFFFD")...)
	w.arrays[arrayStrings] = append(w.arrays[arrayStrings], 0)
	return at
}

// shared returns the index of a record that several can use.
func shared[K comparable](w *CompactWriter, a array, known map[K]uint32, key K, values ...uint32) uint32 {
	i, ok := known[key]
	if !ok {
		i = w.count(a)
		known[key] = i
		w.arrays[a] = appendU32(w.arrays[a], values...)
	}
	return i
}

// properties appends the run of properties, in the order of their keys.
func (w *CompactWriter) properties(b []byte, p map[string]any) []byte {
	b = appendU32(b, w.count(arrayProperties), uint32(len(p)))
	to := &w.arrays[arrayProperties]
	for _, key := range slices.Sorted(maps.Keys(p)) {
		*to = appendU32(*to, w.text(key))
		switch v := p[key].(type) {
		case bool:
			value := uint32(0)
			if v {
				value = 1
			}
			*to = appendU32(*to, propertyBool, value, 0)
		case float64:
			*to = binary.LittleEndian.AppendUint64(appendU32(*to, propertyNumber), math.Float64bits(v))
		default:
			*to = appendU32(*to, propertyString, w.text(fmt.Sprint(v)), 0)
		}
	}
	return b
}

// Add adds a collider, and returns what it changed. The first collider of a body must come before the others.
func (w *CompactWriter) Add(c *Collider) []CompactLoss {
	ofLevel := w.changes
	w.changes = nil
	i := w.count(arrayColliders)
	w.ids[c.ID] = i
	body, ok := w.bodies[c.OneBody]
	if !ok {
		if body = (bodyRecord{i, c.Transform()}); c.OneBody != "" {
			w.bodies[c.OneBody] = body
		}
	}
	b := appendU32(nil, w.text(c.ID), w.text(c.Name))
	b = w.numbers(b, c.Position.X, c.Position.Y, c.Angle)
	flags := byte(0)
	b, flags = w.pieces(b, c, body.frame)
	b = append(b, byte(numberOf(compactKinds, c.Shape.Kind)), byte(numberOf(compactRoles, c.Role)),
		byte(numberOf(compactBodies, c.Body)), flags)
	b = appendU32(b, w.text(c.Layer),
		shared(w, arrayFilters, w.filters, filterRecord{c.Category, c.Mask, c.Group}, uint32(c.Category),
			uint32(c.Category>>32), uint32(c.Mask), uint32(c.Mask>>32), uint32(c.Group)))
	m := materialRecord{
		math.Float32bits(w.number(c.Friction)), math.Float32bits(w.number(c.Restitution)),
		math.Float32bits(w.number(c.Density)),
	}
	b = appendU32(b, shared(w, arrayMaterials, w.materials, m, m.friction, m.restitution, m.density))
	w.arrays[arrayColliders] = appendU32(append(w.arrays[arrayColliders], b...), w.dynamics(c), w.extra(c, body.first))
	changes := w.changes
	w.changes = ofLevel
	return changes
}

// dynamics adds the mass and the motion of a collider, and returns their index.
func (w *CompactWriter) dynamics(c *Collider) uint32 {
	if c.Center == nil && c.Velocity == (Vec{}) && c.Spin == 0 && c.Force == (Vec{}) {
		return none
	}
	center := Vec{}
	if c.Center != nil {
		center = *c.Center
	}
	i := w.count(arrayDynamics)
	w.arrays[arrayDynamics] = w.numbers(w.arrays[arrayDynamics], c.Mass, c.Inertia, center.X, center.Y, c.Velocity.X,
		c.Velocity.Y, c.Spin, c.Force.X, c.Force.Y)
	return i
}

// extra adds what few colliders have, and returns its index.
func (w *CompactWriter) extra(c *Collider, first uint32) uint32 {
	if c.OneBody == "" && c.Instance == "" && c.OneWay == nil && len(c.Tags) == 0 && len(c.Properties) == 0 &&
		c.Path == nil {
		return none
	}
	i := w.count(arrayExtras)
	b := appendU32(nil, first, w.text(c.OneBody), w.text(c.Instance), w.text(c.Prefab))
	var oneWay Vec
	if c.OneWay != nil {
		oneWay = *c.OneWay
	}
	b = w.numbers(b, oneWay.X, oneWay.Y)
	b = appendU32(b, w.count(arrayTags), uint32(len(c.Tags)))
	for _, tag := range c.Tags {
		w.arrays[arrayTags] = appendU32(w.arrays[arrayTags], w.text(tag))
	}
	b = w.properties(b, c.Properties)
	w.arrays[arrayExtras] = appendU32(append(w.arrays[arrayExtras], b...), w.path(c.Path))
	return i
}

func (w *CompactWriter) path(p *Path) uint32 {
	if p == nil {
		return none
	}
	if len(p.Points) > 0 && len(p.Keys) == 0 {
		w.change(LostPath)
	}
	i, first := w.count(arrayPaths), w.count(arrayKeys)
	for _, k := range p.Keys {
		w.arrays[arrayKeys] = w.numbers(w.arrays[arrayKeys], k.Time, k.Position.X, k.Position.Y, k.Angle)
	}
	b := w.numbers(appendU32(w.arrays[arrayPaths], first, uint32(len(p.Keys))), p.Turn)
	w.arrays[arrayPaths] = appendU32(b, numberOf(compactLoops, p.Loop))
	return i
}

// pieces appends the run of pieces of a collider, and returns its flags.
func (w *CompactWriter) pieces(b []byte, c *Collider, frame collision.Transform) ([]byte, byte) {
	first := w.count(arrayPieces)
	flags := byte(0)
	if c.Shape.OneSided {
		flags |= flagOneSided
	}
	isExact := !slices.ContainsFunc(c.Pieces, func(p Piece) bool { return len(p.Vertices) > 2 })
	switch {
	case !isNear(c):
	case c.Shape.Kind == Chain && isExact && len(c.Pieces) > 0 && c.Pieces[0].Radius == 0:
		flags |= flagLine
		if w.line(c, frame) {
			flags |= flagClosed
		}
	case isExact || c.Polygons == nil:
		for _, p := range c.Pieces {
			w.piece(c, w.rounded(p.Vertices, &frame), p.Radius)
		}
	default:
		for i, vs := range c.Polygons {
			radius := 0.0
			if c.Radii != nil {
				radius = c.Radii[i]
			}
			w.piece(c, w.rounded(vs, nil), radius)
		}
	}
	n := w.count(arrayPieces) - first
	if n == 0 && len(c.Pieces) > 0 {
		w.change(LostShape)
	}
	return appendU32(b, first, n), flags
}

// isNear reports whether the pieces of a collider are within the limits of shapes.
func isNear(c *Collider) bool {
	return !slices.ContainsFunc(c.Pieces, func(p Piece) bool {
		return collision.BoundsOf(p.Vertices).MaxAbs() > collision.MaxCoordinate
	})
}

// rounded returns vertices as the file has them, without neighbours that are equal. If frame is not nil, it converts
// them from level space.
func (w *CompactWriter) rounded(vs []Vec, frame *collision.Transform) []Vec {
	out := make([]Vec, 0, len(vs))
	for _, v := range vs {
		if frame != nil {
			v = frame.ApplyInv(v)
		}
		v = Vec{X: float64(w.number(v.X)), Y: float64(w.number(v.Y))}
		if len(out) == 0 || out[len(out)-1] != v {
			out = append(out, v)
		}
	}
	if n := len(out); n > 2 && out[n-1] == out[0] {
		out = out[:n-1]
	}
	return out
}

// piece adds a piece, unless rounding leaves nothing of it.
func (w *CompactWriter) piece(c *Collider, vs []Vec, radius float64) {
	s, err := Piece{Vertices: vs, Radius: radius}.Shape()
	if err != nil && len(vs) > 1 {
		vs = vs[:1]
		s, err = Piece{Vertices: vs, Radius: radius}.Shape()
	}
	if err != nil {
		w.change(LostShape)
		return
	}
	if s.Len() < len(vs) || len(vs) > 2 && area(vs) <= 0 { // no longer convex
		vs = s.Vertices()
	}
	if len(vs) < 3 && w.number(radius) == 0 && slices.ContainsFunc(c.Pieces, func(p Piece) bool {
		return len(p.Vertices) > 2
	}) {
		return
	}
	w.add(vs, radius)
}

func (w *CompactWriter) add(vs []Vec, radius float64) {
	b := appendU32(w.arrays[arrayPieces], w.count(arrayVertices), uint32(len(vs)))
	w.arrays[arrayPieces] = w.numbers(b, radius)
	for _, v := range vs {
		w.arrays[arrayVertices] = w.numbers(w.arrays[arrayVertices], v.X, v.Y)
	}
}

// line adds the polylines of a line, and reports whether it is closed.
func (w *CompactWriter) line(c *Collider, frame collision.Transform) (closed bool) {
	pieces := c.Pieces
	// With y up, the pieces run backwards.
	if n := len(pieces); n > 1 && !follows(pieces[0], pieces[1]) && follows(pieces[1], pieces[0]) {
		pieces = slices.Clone(pieces)
		slices.Reverse(pieces)
	}
	var runs [][]Vec
	for i, p := range pieces {
		if i == 0 || !follows(pieces[i-1], p) {
			runs = append(runs, slices.Clip(p.Vertices))
			continue
		}
		last := &runs[len(runs)-1]
		*last = append(*last, p.Vertices[1:]...)
	}
	if run := runs[0]; len(runs) == 1 && len(run) > 3 && run[0] == run[len(run)-1] {
		closed, runs[0] = true, run[:len(run)-1]
	}
	for _, run := range runs {
		if run = w.rounded(run, &frame); len(run) < 2 {
			w.change(LostShape)
			continue
		}
		w.add(run, 0)
	}
	return closed
}

// follows reports whether b begins where a ends.
func follows(a, b Piece) bool { return a.Vertices[len(a.Vertices)-1] == b.Vertices[0] }

// Write writes the file with joints, and returns what was changed of them and of the level.
func (w *CompactWriter) Write(to io.Writer, joints []Joint) ([]CompactLoss, error) {
	for i := range joints {
		w.joint(&joints[i])
	}
	size := uint64(compactHeader)
	for _, b := range w.arrays {
		size += uint64(len(b))
	}
	if size > MaxFileSize {
		return nil, fmt.Errorf("the file would be larger than the limit of %d MB: export it in regions",
			MaxFileSize>>20)
	}
	head := appendU32([]byte(compactMagic), compactVersion, uint32(size))
	for a := range arrayCount {
		head = appendU32(head, w.count(a))
	}
	for _, b := range append([][]byte{head, w.head}, w.arrays[:]...) {
		if _, err := to.Write(b); err != nil {
			return nil, err
		}
	}
	return w.changes, nil
}

func (w *CompactWriter) joint(j *Joint) {
	flags := uint32(0)
	for i, isSet := range [...]bool{j.Collide, j.HasLimit, j.PullsOnly} {
		if isSet {
			flags |= 1 << i
		}
	}
	index := func(id string) uint32 {
		if i, ok := w.ids[id]; ok && id != "" {
			return i
		}
		return none
	}
	localA, localB := j.AnchorA, j.AnchorB
	if j.LocalA != nil && j.LocalB != nil {
		localA, localB = *j.LocalA, *j.LocalB
	}
	b := appendU32(w.arrays[arrayJoints], w.text(j.ID), w.text(j.Name), numberOf(compactJoints, j.Kind), flags,
		w.text(j.A), w.text(j.B), index(j.A), index(j.B))
	w.arrays[arrayJoints] = w.numbers(b, j.AnchorA.X, j.AnchorA.Y, j.AnchorB.X, j.AnchorB.Y, localA.X, localA.Y,
		localB.X, localB.Y, j.Lower, j.Upper, j.Speed, j.Torque, j.Length, j.Frequency, j.Damping)
}
