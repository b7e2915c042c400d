package importers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// Look holds what all colliders of a tile's collision shape have in common. Shapes with equal looks merge where they
// touch.
type Look struct {
	name   string // the shape's own name; may be empty
	dress  level.Collider
	rule   EntityRule
	merges bool
}

// look returns the look of a tile's collision shape, or nil if a rule ignores the shape. name is the shape's own and
// may be empty.
func (b *Builder) look(e Entity, name string) *Look {
	rule, ok := b.opts.Mapping.FindEntity(e)
	if ok && rule.Ignore {
		return nil
	}
	l := &Look{name: name, dress: *level.NewCollider(0, 0, "", level.Shape{}, level.Vec{}), rule: rule}
	b.dress(&l.dress, e, rule, ok)
	l.merges = cmp.Or(rule.Mode, b.mode) == Merged && (!b.isFirst() || e.Given != nil) &&
		(rule.Slope == "" || rule.Slope == NoSlope) && (rule.Body == 0 || rule.Body == level.Static) &&
		(l.dress.Role != level.OneWay || l.side() != AnySide)
	return l
}

// IsRuled reports whether a rule of the mapping applies to a value of a layer.
func (b *Builder) IsRuled(layer string, value int, name string) bool {
	_, ok := b.opts.Mapping.find(candidate{layer: layer, value: value, name: name})
	return ok
}

// CellsAreRuled reports whether tiles that a shape fills are treated as cells in the layer: by a rule for cells, the
// import's mode or its defaults.
func (b *Builder) CellsAreRuled(layer string, value int, name string) bool {
	return b.IsRuled(layer, value, name) || b.mode != Merged || b.isFirst()
}

// side returns where one-way shapes merge: in rows across the direction of their solid side.
func (l *Look) side() Side {
	switch d := l.dress.OneWay; {
	case l.dress.Role != level.OneWay:
		return AnySide
	case d.X == 0:
		return UprightSide
	case d.Y == 0:
		return LevelSide
	}
	return AnySide
}

// equal reports whether colliders with the two looks can differ only in their shapes.
func (l *Look) equal(o *Look) bool {
	return l.name == o.name && l.rule.Radius == o.rule.Radius && l.rule.Rounding == o.rule.Rounding &&
		l.dress.Equal(&o.dress)
}

// areNear reports whether there are shapes and all are near a cell, because shapes that reach farther do not merge.
// Each shape must have a [Placed.Outline]. The cell's upper left corner is the origin.
func areNear(shapes []Placed, cell level.Vec) bool {
	const cells = 4
	for i := range shapes {
		box := collision.BoundsOf(shapes[i].Outline()[0])
		if box.Min.X < -cells*cell.X || box.Min.Y < -cells*cell.Y || box.Max.X > (cells+1)*cell.X ||
			box.Max.Y > (cells+1)*cell.Y {
			return false
		}
	}
	return len(shapes) > 0
}

// areas returns the areas that shapes with the look cover in a tile. own gives, for each area that is a single shape,
// that shape, else nil. Each shape must have a [Placed.Outline].
func (l *Look) areas(value int, shapes []Placed) (areas []Area, own []*Placed) {
	var all polygon.Region
	for i := range shapes {
		all = append(all, shapes[i].Outline())
	}
	add := func(outline [][]level.Vec, p *Placed) {
		areas = append(areas, Area{Value: value, Outline: outline, Side: l.side()})
		own = append(own, p)
	}
	if l.side() != AnySide || len(shapes) == 1 {
		for i := range all {
			add(all[i], &shapes[i])
		}
		return areas, own
	}
	union, err := polygon.Union(all)
	if err == nil {
		union, err = polygon.Detach(union)
	}
	if err != nil { // shapes may overlap
		union = all
	}
	for _, outline := range union {
		var p *Placed
		for i := range all {
			if slices.EqualFunc(all[i], outline, slices.Equal[[]level.Vec]) {
				p = &shapes[i]
				break
			}
		}
		add(outline, p)
	}
	return areas, own
}

// Outline returns the outline of a polygon or box in the frame that it is placed in, in the form of package polygon. It
// is nil for other shapes and for an invalid outline.
func (p *Placed) Outline() [][]level.Vec {
	xf := level.Collider{Position: p.At, Angle: p.Angle}
	loops := p.Shape.Map(xf.Transform().Apply).Loops()
	if p.Shape.Kind == level.Box {
		loops = level.Shape{Kind: level.Polygon, Points: p.Shape.Corners()}.Map(xf.Transform().Apply).Loops()
	}
	if loops == nil || polygon.Validate(loops) != nil {
		return nil
	}
	area, err := polygon.Fill(polygon.EvenOdd, loops...)
	if err != nil || len(area) != 1 || len(area[0]) != len(loops) {
		return nil
	}
	return area[0]
}

// OutlineLayer is a layer of tiles whose collision shapes merge.
type OutlineLayer struct {
	Mosaic Mosaic
	Origin level.Vec // position of the mosaic's frame in the level
	Path   string    // the place in the file, for issues
	Looks  []*Look   // by the values of the areas, from 1
	First  int       // added to these values in sources: the number of the layer's other values
	// Own returns the shape that an area of a tile consists of, or nil if there are several.
	Own func(tile, area int) *Placed
}

// Outlines adds the outlines of a layer's tiles to the current layer. A shape that touches no other is kept unchanged.
func (b *Builder) Outlines(ctx context.Context, l *OutlineLayer) error {
	l.Mosaic.MaxRegions = max(MaxColliders-b.count, 1)
	m, err := l.Mosaic.Merge(ctx, MergeOptions{})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ErrTooMany):
		return b.tooMany()
	case err != nil:
		return b.Fail(l.Path, err)
	}
	layer := b.place().Layers[len(b.place().Layers)-1].Layer
	name := func(value int) string {
		if n := l.Looks[value-1].name; n != "" {
			return n
		}
		return fmt.Sprintf("%s %d", layer, l.First+value)
	}
	clamped := map[int]int{}
	for i, r := range m.Regions {
		if i%512 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		look := l.Looks[r.Value-1]
		var p Placed
		p.Shape, p.At = Polygon(r.Outline, r.Holes...)
		if r.Cell >= 0 {
			if own := l.Own(int(l.Mosaic.Tiles[r.Cell])-1, r.Area); own != nil {
				p = *own
				p.At = p.At.Add(l.Mosaic.At(r.Cell))
			}
		}
		if p.At = l.Origin.Add(p.At); !InReach(p.At.X, p.At.Y) {
			b.Issue(Loss, l.Path, "the shape at (%g, %g) is beyond the limits and was left out", p.At.X, p.At.Y)
			continue
		}
		if look.rule.Radius > 0 && look.rule.round(&p.Shape) {
			clamped[r.Value]++
		}
		c, err := b.Add(name(r.Value), p.Shape, p.At, level.Source{Value: l.First + r.Value})
		if err != nil {
			return err
		}
		b.called(l.First+r.Value, look.dress.Role.String()+" "+look.name) // by which a later import recognizes it
		d := &look.dress
		c.Angle, c.Role, c.OneWay, c.Body = p.Angle, d.Role, d.OneWay, d.Body
		c.Tags, c.Categories, c.CollidesWith = slices.Clone(d.Tags), slices.Clone(d.Categories),
			slices.Clone(d.CollidesWith)
		c.Properties = maps.Clone(d.Properties)
		c.Material, c.Friction, c.Restitution, c.Density = d.Material, d.Friction, d.Restitution, d.Density
	}
	for _, v := range slices.Sorted(maps.Keys(m.Detached)) {
		b.Issue(Note, l.Path, "%s: split off %s where an outline would meet itself at a corner",
			quote.Printable(name(v)), quote.Count(m.Detached[v], "collider"))
	}
	for _, v := range slices.Sorted(maps.Keys(m.Split)) {
		b.Issue(Note, l.Path, "%s: cut outlines of more than %d corners, adding %s", quote.Printable(name(v)),
			DefaultMaxCorners, quote.Count(m.Split[v], "collider"))
	}
	for _, v := range slices.Sorted(maps.Keys(clamped)) {
		b.Issue(Warning, l.Path, "%s: the radius %g does not fit into %s and was reduced there",
			quote.Printable(name(v)), l.Looks[v-1].rule.Radius, quote.Count(clamped[v], "shape"))
	}
	return nil
}

// repair replaces invalid polygons of the layer. It removes repeated points, and replaces an outline that crosses or
// touches itself by the area that it encloses, which may have several parts. It notes repairs, equal ones once, and
// reports whether it made any. A polygon that cannot be repaired stays unchanged.
func (b *Builder) repair() bool {
	var out []level.Change[level.Collider]
	var notes []string
	counts := map[string]int{}
	for _, change := range b.pending {
		parts, what := repaired(change.After.Shape)
		if parts == nil {
			out = append(out, change)
			continue
		}
		for i, s := range parts {
			c := *change.After
			c.Shape = s
			c.Order += float64(i) / float64(len(parts))        // before the next collider
			if i > 0 && c.Source != nil && c.Source.ID != "" { // re-imports recognize a part by its id
				source := *c.Source
				source.ID = fmt.Sprintf("%s.part%d", source.ID, i+1)
				c.Source = &source
			}
			out = append(out, level.Added(&c))
		}
		note := quote.Printable(change.After.Label()) + ": " + what
		if counts[note]++; counts[note] == 1 {
			notes = append(notes, note)
		}
	}
	for _, note := range notes {
		if n := counts[note]; n > 1 {
			note = fmt.Sprintf("%s (%d with this name)", note, n)
		}
		b.Issue(Note, b.layer.Name, "%s", note)
	}
	b.pending = out
	return len(notes) > 0
}

// repaired returns a tile's collision shape as shapes that have a [Placed.Outline]: the shape itself or, if its outline
// is invalid, the parts after a repair, which what describes. It returns nil if the repair fails.
func (p *Placed) repaired() (parts []Placed, what string) {
	if p.Outline() != nil {
		return []Placed{*p}, ""
	}
	shapes, what := repaired(p.Shape)
	for _, s := range shapes {
		part := Placed{Shape: s, At: p.At, Angle: p.Angle}
		if part.Outline() == nil {
			return nil, ""
		}
		parts = append(parts, part)
	}
	return parts, what
}

// repaired returns the valid polygons that replace a polygon with an invalid outline, and describes the repair. It
// returns nil if the outline is valid or encloses nothing.
func repaired(s level.Shape) (parts []level.Shape, what string) {
	if s.Kind != level.Polygon || !isOutlineError(s) {
		return nil, ""
	}
	if c := cleaned(s); !isOutlineError(c) {
		before, after := corners(s.Loops()), corners(c.Loops())
		if before == after+1 {
			return []level.Shape{c}, fmt.Sprintf("one of its %d points repeats another", before)
		}
		return []level.Shape{c}, fmt.Sprintf("%d of its %d points repeat others", before-after, before)
	}
	area, err := polygon.Fill(polygon.NonZero, s.Loops()...)
	if err != nil {
		return nil, ""
	}
	if area, err = polygon.Detach(area); err != nil {
		return nil, ""
	}
	for _, outline := range area {
		part := s
		part.Points, part.Holes = outline[0], outline[1:]
		if isOutlineError(part) {
			return nil, ""
		}
		parts = append(parts, part.Clamped())
	}
	what = "its outline crosses or touches itself; it became the area that it encloses"
	if len(parts) > 1 {
		what += fmt.Sprintf(", in %d parts", len(parts))
	}
	return parts, what
}

// isOutlineError reports whether a shape is invalid because of its outline.
func isOutlineError(s level.Shape) bool {
	_, err := s.Bake()
	var outline *polygon.Error
	return errors.As(err, &outline)
}

// cleaned removes points that repeat the previous point from a polygon.
func cleaned(s level.Shape) level.Shape {
	s.Points = distinct(s.Points, true)
	holes := s.Holes
	s.Holes = nil
	for _, h := range holes {
		if h = distinct(h, true); len(h) > 2 {
			s.Holes = append(s.Holes, h)
		}
	}
	return s
}
