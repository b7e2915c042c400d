package importers

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// Identity identifies an imported collider in its file, wherever the file is, whoever imports it and when. Two imports
// of one file give its colliders the same identities. In a later version of the file, a collider keeps its identity if
// it neither moved in its layer nor changed its outline, even if its level was moved, renamed or renumbered.
//
// An identity is unique unless the file has duplicates: two entities with the same id, or two equal outlines in the
// same place.
type Identity struct {
	Level string // the level's iid in LDtk, its path in the project in OGMO, the map's name in Tiled
	Layer string // the format's own id of the layer, else its name

	// Entity is the id of the entity or object, with the part's id if the collider is a part of it; empty for cells and
	// shapes of tiles, which have no ids.
	Entity string

	// Value is the file's name for the value of cells: its number, OGMO's key, Tiled's class, the word of a rule's
	// merge. For tiles it is the tileset, the tile's number in it and, for one of its collision shapes, the shape's id.
	Value string
	// At is the position, from the layer's corner, of the frame of a cell or of a tile's shape.
	At level.Vec
	// Outline is a hash of the shape in that frame, without its corner radius.
	Outline uint64
}

// Identities finds the identities of an import's colliders.
type Identities struct {
	m      *level.Import
	places map[string]*level.Place
	layers map[layerKey]*level.LayerPlace
}

type layerKey struct{ level, layer string }

// IdentitiesOf returns the identities of an import's colliders.
func IdentitiesOf(m *level.Import) *Identities {
	i := &Identities{
		m: m, places: make(map[string]*level.Place, len(m.Places)), layers: map[layerKey]*level.LayerPlace{},
	}
	for k := range m.Places {
		p := &m.Places[k]
		if i.places[p.Level] == nil {
			i.places[p.Level] = p
		}
		for n := range p.Layers {
			if key := (layerKey{p.Level, p.Layers[n].Layer}); i.layers[key] == nil {
				i.layers[key] = &p.Layers[n]
			}
		}
	}
	return i
}

// Place returns the level and the layer that a source names, or nil if the import does not know them.
func (i *Identities) Place(s *level.Source) (*level.Place, *level.LayerPlace) {
	return i.places[s.Level], i.layers[layerKey{s.Level, s.Layer}]
}

// LayerID returns the id that an import gives the level's layer for a source's layer, or 0 if the import does not know
// that layer.
func (i *Identities) LayerID(s *level.Source) level.LayerID {
	p, l := i.Place(s)
	if p == nil || l == nil {
		return 0
	}
	return layerID(p, l)
}

func layerID(p *level.Place, l *level.LayerPlace) level.LayerID {
	return level.HashedLayerID(Identity{Level: cmp.Or(p.ID, p.Level), Layer: cmp.Or(l.ID, l.Layer)}.Digest())
}

// ValueName returns the file's name for a source's value.
func (i *Identities) ValueName(s *level.Source) string {
	return ValueName(i.m.Tilesets, i.namer(s), s.Value)
}

// namer returns the layer that names the value of a source, or nil if the value is the number of a tile.
func (i *Identities) namer(s *level.Source) *level.LayerPlace {
	_, l := i.Place(s)
	if _, _, isTile := TilePart(s.ID); isTile {
		return nil
	}
	return l
}

// ValueOf returns the lowest value with the name in a source's layer.
func (i *Identities) ValueOf(s *level.Source, name string) (value int, ok bool) {
	l := i.namer(s)
	if l != nil {
		for v, n := range l.Values {
			if n == name && (!ok || v < value) {
				value, ok = v, true
			}
		}
	}
	for _, t := range i.m.Tilesets {
		number, isOf := strings.CutPrefix(name, t.Name+":")
		n, err := strconv.Atoi(number)
		if v := t.First + n; !ok && isOf && err == nil && ValueName(i.m.Tilesets, l, v) == name {
			value, ok = v, true
		}
	}
	return value, ok
}

// Of returns the identity of a collider as it was imported.
func (i *Identities) Of(c *level.Collider) Identity {
	p, l := i.Place(cmp.Or(c.Source, &nowhere))
	return identity(i.m.Tilesets, p, l, c)
}

// identity returns the identity of a collider that is being imported.
func (b *Builder) identity(c *level.Collider) Identity {
	var place *level.Place
	var layer *level.LayerPlace
	for i := len(b.places) - 1; i >= 0 && place == nil; i-- {
		p := &b.places[i]
		if p.Level != c.Source.Level {
			continue
		}
		place = p
		for k := len(p.Layers) - 1; k >= 0 && layer == nil; k-- {
			if p.Layers[k].Layer == c.Source.Layer {
				layer = &p.Layers[k]
			}
		}
	}
	return identity(b.tilesets, place, layer, c)
}

// nowhere is the source of a collider that was not imported.
var nowhere level.Source

func identity(tilesets []level.Tileset, p *level.Place, l *level.LayerPlace, c *level.Collider) Identity {
	s := cmp.Or(c.Source, &nowhere)
	id := Identity{Level: s.Level, Layer: s.Layer}
	if p != nil && p.ID != "" {
		id.Level = p.ID
	}
	if l != nil && l.ID != "" {
		id.Layer = l.ID
	}
	_, part, isTile := TilePart(s.ID)
	if s.ID != "" && !isTile {
		id.Entity = s.ID
		return id
	}
	if isTile {
		id.Value = ValueName(tilesets, nil, s.Value) + "." + part
	} else {
		id.Value = ValueName(tilesets, l, s.Value)
	}
	id.At, id.Outline = c.Position, OutlineDigest(c)
	if p != nil {
		id.At = id.At.Sub(p.At)
	}
	if l != nil {
		id.At = id.At.Sub(l.Offset)
	}
	return id
}

// ValueName returns the file's name for a value of a layer, which may be nil. A value without a name is named by its
// number.
func ValueName(tilesets []level.Tileset, l *level.LayerPlace, value int) string {
	if l != nil {
		if name, ok := l.Values[value]; ok {
			return name
		}
	}
	for i := len(tilesets) - 1; i >= 0; i-- {
		if t := tilesets[i]; value >= t.First {
			return t.Name + ":" + strconv.Itoa(value-t.First)
		}
	}
	return strconv.Itoa(value)
}

var tilePart = regexp.MustCompile(`^(-?[0-9]+,-?[0-9]+)\.(.*)$`)

// TilePart splits the source id of a tile's collision shape into the tile's cell and the shape's id in the tile. ok is
// false for other ids.
func TilePart(id string) (cell, part string, ok bool) {
	if !strings.Contains(id, ",") {
		return "", "", false
	}
	m := tilePart.FindStringSubmatch(id)
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}

// OutlineDigest returns a hash of a collider's shape in its own frame, without its corner radius. Lengths count in
// thousandths of a pixel.
func OutlineDigest(c *level.Collider) uint64 {
	h := newDigest()
	s := &c.Shape
	h.number(float64(s.Kind))
	h.number(float64(c.Angle))
	h.number(s.Size.X)
	h.number(s.Size.Y)
	if s.Closed {
		h.number(1)
	}
	if s.Kind == level.Circle || s.Kind == level.Capsule {
		h.number(s.Radius)
	}
	h.points(s.Points)
	for _, hole := range s.Holes {
		h.points(hole)
	}
	if s.IsDetailed() {
		d := s.Details()
		for _, list := range [][]float64{d.Radii, d.Chamfers} {
			for _, x := range list {
				h.number(x)
			}
		}
		for _, c := range d.Curves {
			h.number(float64(c.Edge))
			h.number(c.Arc)
			h.points(c.Cubic[:])
		}
	}
	return h.sum
}

// Digest returns a hash of the identity, the same on every machine. Two different identities have the same hash with a
// probability of one in 2^64.
func (id Identity) Digest() uint64 {
	h := newDigest()
	h.text(id.Level)
	h.text(id.Layer)
	h.text(id.Entity)
	h.text(id.Value)
	h.number(id.At.X)
	h.number(id.At.Y)
	h.word(id.Outline)
	return h.sum
}

// Thousandths returns a length in thousandths of a pixel, so that rounding errors in the last bits of a sum change
// nothing. Common lengths (whole and half pixels, decimals, binary fractions) are far from the boundary between two
// counts. A length that exceeds any level's counts as the longest possible.
func Thousandths(x float64) int64 {
	const limit = 1000 * 2 * level.MaxCoordinate
	if math.IsNaN(x) {
		return 0
	}
	return int64(math.Floor(min(max(float64(x*1000), -limit), limit) + 0.3))
}

// digest is a hash of words, each mixed in with two multiplications.
type digest struct{ sum uint64 }

func newDigest() *digest { return &digest{14695981039346656037} }

func (h *digest) word(w uint64) {
	h.sum ^= w
	h.sum *= 0x9E3779B97F4A7C15
	h.sum ^= h.sum >> 29
	h.sum *= 0xBF58476D1CE4E5B9
	h.sum ^= h.sum >> 32
}

// number mixes in a length, in thousandths.
func (h *digest) number(x float64) { h.word(uint64(Thousandths(x))) }

func (h *digest) text(s string) {
	h.word(uint64(len(s)))
	var b [8]byte
	for len(s) > 0 {
		n := copy(b[:], s)
		clear(b[n:])
		h.word(binary.LittleEndian.Uint64(b[:]))
		s = s[n:]
	}
}

func (h *digest) points(list []level.Vec) {
	h.word(uint64(len(list)))
	for _, p := range list {
		h.number(p.X)
		h.number(p.Y)
	}
}

// LevelGap is the gap in pixels between levels that an import puts side by side because their own places overlap.
const LevelGap = 256

// SideBySide puts levels in one row if any of them overlap: the first stays in place, and the gaps are [LevelGap]. It
// reports whether it did.
func SideBySide(levels []LevelInfo) bool {
	if !slices.ContainsFunc(levels, func(a LevelInfo) bool { return slices.ContainsFunc(levels, a.overlaps) }) {
		return false
	}
	right, top := levels[0].X, levels[0].Y
	for i := range levels {
		l := &levels[i]
		l.X, l.Y = right, top
		right += l.Width + LevelGap
	}
	return true
}

// overlaps reports whether another level covers some of this one.
func (l LevelInfo) overlaps(o LevelInfo) bool {
	return l.ID != o.ID && l.X < o.X+o.Width && o.X < l.X+l.Width && l.Y < o.Y+o.Height && o.Y < l.Y+l.Height
}

// SelectLevels returns the indices of the levels that the names or ids select, in ascending order; without names, all
// of them.
func SelectLevels(levels []LevelInfo, names []string) ([]int, error) {
	found := make([]bool, len(names))
	var out []int
	for i, l := range levels {
		hit := len(names) == 0
		for k, name := range names {
			if name == l.Name || name == l.ID && name != "" {
				hit, found[k] = true, true
			}
		}
		if hit {
			out = append(out, i)
		}
	}
	if i := slices.Index(found, false); i >= 0 {
		const limit = 20
		var there []string
		for _, l := range levels[:min(len(levels), limit)] {
			there = append(there, quote.Printable(l.Name))
		}
		if len(levels) > limit {
			there = append(there, fmt.Sprintf("%d more", len(levels)-limit))
		}
		return nil, fmt.Errorf("no level named %q; the levels are %s", quote.Excerpt(names[i]),
			strings.Join(there, ", "))
	}
	return out, nil
}

// SettingsOf returns the settings of a document with these levels. The grid is the most common cell size, the smallest
// if several are equally common, or the fallback if no layer has cells.
func SettingsOf(file string, levels []LevelInfo, cells map[level.Vec]int, fallback level.Vec) level.Settings {
	s := *level.DefaultSettings()
	if file != "-" {
		s.Name = BaseName(file)
	}
	for i, l := range levels {
		end := l.Corner().Add(l.Size())
		if i == 0 {
			s.Origin, s.Size = l.Corner(), end
		}
		s.Origin, s.Size = s.Origin.Min(l.Corner()), s.Size.Max(end)
	}
	if len(levels) > 0 {
		s.Size = s.Size.Sub(s.Origin).Min(level.Vec{X: level.MaxCoordinate, Y: level.MaxCoordinate})
	}
	size := fallback
	for c, n := range cells {
		if best := cells[size]; n > best || n == best && (c.X < size.X || c.X == size.X && c.Y < size.Y) {
			size = c
		}
	}
	s.Grid.Size = size
	return s
}
