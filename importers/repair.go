package importers

import (
	"errors"
	"fmt"

	"fillet/collision/polygon"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// repair replaces invalid polygons on the layer: points that repeat others are removed, and an outline that crosses or
// touches itself becomes the area that it encloses, in several parts if that falls apart. Repairs are noted, equal ones
// once. It reports whether there were any; a polygon that cannot be repaired stays as it is.
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
			if i > 0 && c.Source != nil && c.Source.ID != "" { // re-imports recognize it by its id
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

// Repaired returns a collision shape of a tile as shapes that have a [Placed.Outline]: the shape itself, or its parts
// after a repair if its own outline is invalid, with a description of the repair. It returns nil if there is no such
// shape.
func (p *Placed) Repaired() (parts []Placed, what string) {
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

// NoteRepaired adds a note about a repaired collision shape of a tile and the number of cells that have the tile.
func (b *Builder) NoteRepaired(what, tile string, cells int) {
	if what == "" {
		return
	}
	if cells > 1 {
		what += fmt.Sprintf(" (in %d cells)", cells)
	}
	b.Issue(Note, b.layer.Name, "%s: %s", quote.Printable(tile), what)
}

// repaired returns the valid polygons that replace a polygon with an invalid outline, and a description of the repair.
// It returns nil if the outline is valid or encloses nothing.
func repaired(s level.Shape) (parts []level.Shape, what string) {
	if s.Kind != level.Polygon || !isOutlineError(s) {
		return nil, ""
	}
	if c := cleaned(s); !isOutlineError(c) {
		before, after := 0, 0
		for _, loop := range s.Loops() {
			before += len(loop)
		}
		for _, loop := range c.Loops() {
			after += len(loop)
		}
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

// isOutlineError reports whether a shape is refused for its outline.
func isOutlineError(s level.Shape) bool {
	_, err := s.Bake()
	var outline *polygon.Error
	return errors.As(err, &outline)
}

// cleaned returns a polygon without the points that repeat the one before them.
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
