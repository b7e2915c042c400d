package importers

import (
	"strconv"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/strictyaml"
)

// Append appends the set as the text of its file: the keys in a fixed order, the tiles by their numbers, the points of
// a shape on one line. [ParseTiles] reads it back as an equal set.
func (s *TileSet) Append(b []byte) []byte {
	number := func(key string, n int) { b = append(strconv.AppendInt(append(b, key+": "...), int64(n), 10), '\n') }
	number("fillet_tiles", TilesVersion)
	if s.Image != "" {
		b = append(level.AppendText(append(b, "image: "...), s.Image), '\n')
	}
	b = strconv.AppendInt(append(b, "tile: ["...), int64(s.Width), 10)
	b = append(strconv.AppendInt(append(b, ", "...), int64(s.Height), 10), "]\n"...)
	number("margin", s.Margin)
	number("spacing", s.Spacing)
	if len(s.Shapes) == 0 {
		return append(b, "shapes: {}\n"...)
	}
	b = append(b, "shapes:\n"...)
	for _, id := range s.IDs() {
		b = append(strconv.AppendInt(append(b, "  "...), int64(id), 10), ':')
		b = s.appendTile(b, s.Shapes[id])
	}
	return b
}

func (s *TileSet) appendTile(b []byte, list []TileSetShape) []byte {
	isShort := true
	for i := range list {
		isShort = isShort && s.isPlain(&list[i])
	}
	if isShort {
		b = append(b, " ["...)
		for i := range list {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(b, list[i].Preset...)
		}
		return append(b, "]\n"...)
	}
	b = append(b, '\n')
	for i := range list {
		b = append(b, "    - "...)
		if s.isPlain(&list[i]) {
			b = append(append(b, list[i].Preset...), '\n')
			continue
		}
		b = s.appendShape(b, &list[i])
	}
	return b
}

// isPlain reports whether a shape is an unchanged preset.
func (s *TileSet) isPlain(shape *TileSetShape) bool {
	if shape.Preset == "" {
		return false
	}
	p, ok := s.Of(shape.Preset)
	return ok && p.Part.Equal(&shape.Part)
}

// appendShape appends the keys of a shape; the first one follows a dash.
func (s *TileSet) appendShape(b []byte, shape *TileSetShape) []byte {
	const indent = 6
	part := shape.Part
	part.Shape = part.Shape.Flattened()
	if shape.Preset == "" {
		return append(b, level.AppendPart(nil, indent, &part, true)[indent:]...)
	}
	b = append(append(append(b, "preset: "...), shape.Preset...), '\n')
	line := func(key, value string) { b = append(append(b, "      "+key+": "+value...), '\n') }
	if part.Shape.Radius != 0 {
		line("radius", string(strictyaml.AppendYAMLNumber(nil, part.Shape.Radius)))
	}
	if part.Shape.Rounding == level.Outset {
		line("rounding", part.Shape.Rounding.String())
	}
	switch p, _ := s.Of(shape.Preset); {
	case p.Part.Role == part.Role && p.Part.OneWay == part.OneWay:
		part.Role, part.OneWay = level.Solid, level.Vec{} // implied by the preset
	case part.Role == level.Solid:
		line("role", part.Role.String()) // the default without a preset, but not with one
	}
	return level.AppendPart(b, indent, &part, false)
}

// Write writes the file atomically.
func (s *TileSet) Write(path string) error {
	if err := s.Check(); err != nil {
		return err
	}
	return disk.WriteFile(path, s.Append(nil))
}
