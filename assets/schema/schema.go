// Package schema holds the JSON Schemas of Fillet's files.
package schema

import _ "embed"

// Colliders is the JSON Schema, draft 2020-12, of the collider file that package export writes.
//
//go:embed fillet-colliders-1.schema.json
var Colliders []byte
