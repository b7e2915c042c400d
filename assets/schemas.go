package assets

import _ "embed"

// ProjectSchema is the schema of project files.
//
//go:embed schema/fillet-project-1.schema.json
var ProjectSchema []byte

// TileSchema is the schema of tile shape files.
//
//go:embed schema/fillet-tiles-1.schema.json
var TileSchema []byte
