package colliders

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed schema.json
var schema string

// titles holds the schema's titles of the kinds of shape.
var titles = map[Kind]string{
	Polygon: "Polygon", Box: "Box, centred on the origin of its frame", Capsule: "Capsule",
	Circle: "Circle, centred on the origin of its frame", Chain: "Chain of edges",
	Point: "Point: a marker, which collides with nothing",
}

// Schema returns the JSON Schema (draft 2020-12) of collider files. Text editors use it for completion and validation;
// [Load] does not use it.
func Schema() []byte {
	var shapes []string
	for _, kind := range kinds {
		rows := slices.Clone(rowsByKind[kind])
		rows[0].json = fmt.Sprintf(`"const": %q`, kind)
		shapes = append(shapes, fmt.Sprintf("        {\n          \"title\": %q,\n%s\n        }", titles[kind],
			members("          ", rows)+",\n          \"additionalProperties\": false"))
	}
	return []byte(strings.NewReplacer(
		"\"level\": {\n", "\"level\": {\n"+members("      ", levelRows)+",\n",
		"\"collider\": {\n", "\"collider\": {\n"+members("      ", colliderRows)+",\n",
		"\"joint\": {\n", "\"joint\": {\n"+members("      ", jointRows)+",\n",
		"\"path\": {\n", "\"path\": {\n"+members("      ", pathRows)+",\n",
		"\"arc\": {\n", "\"arc\": {\n"+members("      ", arcRows)+",\n",
		"\"piece\": {\n", "\"piece\": {\n      \"description\": \"The hull of the vertices, summed with a disc. One "+
			"vertex is a circle, two are a capsule.\",\n"+members("      ", pieceRows)+",\n",
		"\"source\": {\n", "\"source\": {\n"+members("      ", sourceRows)+",\n",
		"\"shape\": {\n", "\"shape\": {\n      \"oneOf\": [\n"+strings.Join(shapes, ",\n")+"\n      ]\n",
	).Replace(schema))
}

// members returns the members of the JSON Schema of an object.
func members[T any](indent string, rows []row[T]) string {
	var properties, required []string
	for _, r := range rows {
		properties = append(properties, fmt.Sprintf(`%s  %q: {"description": %q, %s}`, indent, r.key, r.doc, r.json))
		if r.leftOut == nil {
			required = append(required, fmt.Sprintf("%q", r.key))
		}
	}
	return indent + strings.Join([]string{
		`"type": "object"`, "\"properties\": {\n" + strings.Join(properties, ",\n") + "\n" + indent + "}",
		`"required": [` + strings.Join(required, ", ") + "]",
	}, ",\n"+indent)
}
