package importers

import (
	_ "embed"
	"fmt"
	"strings"

	"fillet/editor/level"
)

//go:embed tiles.schema.json
var tilesSchema string

// TilesSchema returns the JSON Schema (draft 2020-12) of tile shape files, for completion and validation in text
// editors. [ParseTiles] does not use it.
func TilesSchema() []byte {
	var presets []string
	for _, p := range TilePresets {
		presets = append(presets, fmt.Sprintf("%q", p.Name))
	}
	const indent = "          "
	return []byte(strings.NewReplacer(
		`"enum": []`, `"enum": [`+strings.Join(presets, ", ")+"]",
		indent+`"with": "a preset"`, level.PartSchema(indent, "preset", presetKeys),
		indent+`"with": "a shape"`, level.PartSchema(indent, "", level.PartKeys),
	).Replace(tilesSchema))
}
