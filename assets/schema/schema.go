// Package schema holds the JSON Schemas of Fillet's files, draft 2020-12. Editors complete and check files with them; what reads the
// files stands on none of them.
package schema

import _ "embed"

// Colliders is the schema of the collider file that package export writes.
//
//go:embed fillet-colliders-1.schema.json
var Colliders []byte

// Level is the schema of level files, which prefabs are too.
//
//go:embed fillet-level-2.schema.json
var Level []byte

// Project is the schema of the file that makes a folder a project.
//
//go:embed fillet-project-1.schema.json
var Project []byte

// Tiles is the schema of files of tile shapes.
//
//go:embed fillet-tiles-1.schema.json
var Tiles []byte

// Schema is the schema of one kind of file.
type Schema struct {
	Name string // what the command line calls it
	Of   string // the files, for people
	Text []byte
}

// All lists the schemas.
func All() []Schema {
	return []Schema{
		{"colliders", "exported collider files, JSON or YAML", Colliders},
		{"level", "levels and prefabs, *.level.yaml", Level},
		{"project", "fillet.project.yaml", Project},
		{"tiles", "tile shapes, *.tiles.yaml", Tiles},
	}
}
