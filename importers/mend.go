package importers

import (
	"errors"
	"fmt"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/region"
)

// mend makes valid polygons of those on the layer whose outlines are none: points that repeat others go, and an outline that crosses
// or touches itself becomes the area that it encloses, of several parts where that falls apart. Each is a note. It reports whether
// there were any; what cannot be mended stays as it is.
func (b *Builder) mend() bool {
	var out []level.Change[level.Collider]
	mended := false
	for _, change := range b.pending {
		parts := mendedShapes(change.After.Shape)
		if parts == nil {
			out = append(out, change)
			continue
		}
		mended = true
		before, after := 0, 0
		for _, loop := range change.After.Shape.Loops() {
			before += len(loop)
		}
		for i, s := range parts {
			for _, loop := range s.Loops() {
				after += len(loop)
			}
			c := *change.After
			c.Shape = s
			c.Order += float64(i) / float64(len(parts))        // before the next collider
			if i > 0 && c.Source != nil && c.Source.ID != "" { // what a re-import knows it by
				source := *c.Source
				source.ID = fmt.Sprintf("%s.part%d", source.ID, i+1)
				c.Source = &source
			}
			out = append(out, level.Added(&c))
		}
		what := fmt.Sprintf("of its %d points %d repeat others", before, before-after)
		switch {
		case !isCleaned(change.After.Shape, parts):
			what = "its outline crosses or touches itself; it is the area that it encloses"
			if len(parts) > 1 {
				what += fmt.Sprintf(", in %d parts", len(parts))
			}
		case before == after+1:
			what = fmt.Sprintf("one of its %d points repeats another", before)
		}
		b.Issue(Note, b.layer.Name, "%s: %s", quote.Printable(change.After.Label()), what)
	}
	b.pending = out
	return mended
}

// isCleaned reports whether the parts are the shape without some of its points, in their order.
func isCleaned(s level.Shape, parts []level.Shape) bool {
	return len(parts) == 1 && slices.EqualFunc(cleaned(s).Loops(), parts[0].Loops(), slices.Equal[[]level.Vec])
}

// mendedShapes is the valid polygons that a polygon becomes whose outline is not valid; nil where it is, or encloses nothing.
func mendedShapes(s level.Shape) []level.Shape {
	if s.Kind != level.Polygon || !isOutlineError(s) {
		return nil
	}
	if c := cleaned(s); !isOutlineError(c) {
		return []level.Shape{c}
	}
	area, err := region.Fill(region.NonZero, s.Loops()...)
	if err != nil {
		return nil
	}
	if area, err = region.Detach(area); err != nil {
		return nil
	}
	var out []level.Shape
	for _, outline := range area {
		part := s
		part.Points, part.Holes = outline[0], outline[1:]
		if isOutlineError(part) {
			return nil
		}
		out = append(out, part.Clamped())
	}
	return out
}

// isOutlineError reports whether a shape is refused for its outline.
func isOutlineError(s level.Shape) bool {
	_, err := s.Bake()
	var outline *collision.OutlineError
	return errors.As(err, &outline)
}

// cleaned is a polygon without the points that repeat the one before them.
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
