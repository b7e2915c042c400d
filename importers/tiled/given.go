package tiled

import (
	"cmp"
	"math"

	"fillet/editor/level"
	"fillet/importers"
)

// given returns the shapes that a tile shape file defines for a tileset, or nil if there is none.
func (m *mapRecord) given(b *importers.Builder, t *tileset) *importers.TileShapes {
	if t.isAsked || t.body == nil {
		return t.shapes
	}
	t.isAsked = true
	info := importers.Tileset{Name: t.name, Dir: t.dir, File: t.file, Picture: pictureOf(t.body)}
	if info.Picture != "" {
		info.Tile = level.Vec{X: t.tileWidth, Y: t.tileHeight}
		info.Count, _ = t.body.integer("tilecount", 0, 0, math.MaxInt32>>3)
		margin, errM := t.body.integer("margin", 0, 0, importers.MaxTile)
		if spacing, err := t.body.integer("spacing", 0, 0, importers.MaxTile); err == nil && errM == nil {
			info.Frame = importers.Frame{Margin: float64(margin), Spacing: float64(spacing), Known: true}
		}
	}
	t.shapes = b.TileShapes(info)
	return t.shapes
}

// givenShapes returns the shapes that a file defines for a tile, in the frame of the tile's cell.
func (t *tileLayer) givenShapes(u *use) []importers.TileShape {
	list, off := t.m.given(t.b, u.set).Laid(int(u.tile.id), t.toCell(u))
	t.approximated.Add(off)
	for i := range list {
		e := &list[i].Entity
		e.Source = t.source(t.l, "")
		if u.def.class != "" {
			e.Kinds = []string{u.def.class}
		}
	}
	return list
}

// givenObject adds a tile object with the shapes that a file defines for its tile. m maps the tile to the level.
func (im *mapImport) givenObject(
	o *object, given *importers.TileShapes, tile int, m importers.Affine, source level.Source,
) error {
	list, off := given.Laid(tile, m)
	im.approximated.Add(off)
	for i := range list {
		s := &list[i]
		if !im.isIn(o, s.At) {
			continue
		}
		e := s.Entity
		e.Name, e.Kinds = cmp.Or(s.Name, o.label()), o.kinds()
		if len(o.fields) > 0 {
			e.Fields = o.fields
		}
		e.Shape, e.At, e.Angle, e.Source = s.Shape, s.At, s.Angle, source
		if len(list) > 1 {
			e.Source.ID += "." + s.Part
		}
		if _, err := im.b.Entity(e); err != nil {
			return err
		}
	}
	return nil
}
