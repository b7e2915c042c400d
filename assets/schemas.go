package assets

import _ "embed"

// ColliderSchema is the schema of the collider files that package export writes.
//
//go:embed schema/fillet-colliders-1.schema.json
var ColliderSchema []byte

// LevelSchema is the schema of level files, including prefabs.
//
//go:embed schema/fillet-level-2.schema.json
var LevelSchema []byte

// ProjectSchema is the schema of project files.
//
//go:embed schema/fillet-project-1.schema.json
var ProjectSchema []byte

// TileSchema is the schema of tile shape files.
//
//go:embed schema/fillet-tiles-1.schema.json
var TileSchema []byte

// Schema is the JSON Schema (draft 2020-12) of one kind of file. Text editors use it for completion and validation; the
// program's own readers do not.
type Schema struct {
	Name string // on the command line
	Of   string // description of the files
	Text []byte
}

// Schemas returns all schemas.
func Schemas() []Schema {
	return []Schema{
		{"colliders", "exported collider files, JSON or YAML", ColliderSchema},
		{"level", "levels and prefabs, *.level.yaml", LevelSchema},
		{"project", "fillet.project.yaml", ProjectSchema},
		{"tiles", "tile shapes, *.tiles.yaml", TileSchema},
	}
}
