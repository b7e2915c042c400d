package assets

import _ "embed"

// ColliderSchema is the schema of the collider file that package export writes.
//
//go:embed schema/fillet-colliders-1.schema.json
var ColliderSchema []byte

// LevelSchema is the schema of level files, which prefabs are too.
//
//go:embed schema/fillet-level-2.schema.json
var LevelSchema []byte

// ProjectSchema is the schema of the file that makes a folder a project.
//
//go:embed schema/fillet-project-1.schema.json
var ProjectSchema []byte

// TileSchema is the schema of files of tile shapes.
//
//go:embed schema/fillet-tiles-1.schema.json
var TileSchema []byte

// Schema is the JSON Schema of one kind of file, draft 2020-12. Editors complete and check files with it; the program's own
// readers do not use it.
type Schema struct {
	Name string // on the command line
	Of   string // the files, for people
	Text []byte
}

// Schemas lists the schemas.
func Schemas() []Schema {
	return []Schema{
		{"colliders", "exported collider files, JSON or YAML", ColliderSchema},
		{"level", "levels and prefabs, *.level.yaml", LevelSchema},
		{"project", "fillet.project.yaml", ProjectSchema},
		{"tiles", "tile shapes, *.tiles.yaml", TileSchema},
	}
}
