package level

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// anyText is the JSON Schema of a string, which may be written without quotation marks.
const anyText = `{"type": ["string", "number", "boolean"]}`

// atLeast0 is a JSON Schema member that requires a number of at least 0.
const atLeast0 = `"minimum": 0`

// idPattern matches an id without its first letter.
const idPattern = `([1-9][0-9]{0,15}|[a-z][a-z2-7]{7})`

// refers returns the JSON Schema of a value that is defined elsewhere in the schema.
func refers(to string) string { return fmt.Sprintf(`"$ref": "#/$defs/%s"`, to) }

// listOf returns the JSON Schema of a list of values that are defined elsewhere in the schema.
func listOf(what string) string { return fmt.Sprintf(`"type": "array", "items": {%s}`, refers(what)) }

// enumOf returns the JSON Schema of one of several words.
func enumOf[V fmt.Stringer](of ...V) string {
	var words []string
	for _, v := range of {
		words = append(words, fmt.Sprintf("%q", v))
	}
	return `"enum": [` + strings.Join(words, ", ") + "]"
}

// Schema returns the JSON Schema (draft 2020-12) of level files, including prefabs, generated from the tables of keys.
// Text editors use it for completion and validation; [Parse] does not use it.
func Schema() []byte {
	var s strings.Builder
	fmt.Fprintf(&s, `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:fillet:schema:fillet-level-%d",
  "title": "Fillet level, versions 1 to %[1]d",
  "description": "A level or a prefab of Fillet: *.level.yaml. Lengths are in level pixels, x to the right and y down; `+
		`angles are in degrees, clockwise on the screen.",
`, Version)
	s.WriteString(members("  ", settingsSchema.rows, ""))
	s.WriteString(",\n  \"$defs\": {\n")
	fmt.Fprintf(&s, "    \"text\": %s,\n", anyText)
	fmt.Fprintf(&s, `    "vec": {"type": "array", "items": {"type": "number", "minimum": -%d, "maximum": %[1]d}, `+
		"\"minItems\": 2, \"maxItems\": 2},\n", int(MaxCoordinate))
	for _, letter := range []byte{ColliderLetter, GroupLetter, InstanceLetter, JointLetter, LayerLetter} {
		fmt.Fprintf(&s, "    \"%c-id\": {\"type\": \"string\", \"pattern\": \"^%[1]c%s$\"},\n", letter, idPattern)
	}
	fmt.Fprintf(&s, "    \"part\": {\"type\": \"string\", \"pattern\": \"^(%c%s/)*%c%[2]s$\"},\n", InstanceLetter,
		idPattern, ColliderLetter)
	define(&s, gridSchema)
	define(&s, playSchema)
	define(&s, presetSchema, `"oneOf": [{"required": ["format"]}, {"required": ["template"]}]`)
	define(&s, importSchema)
	define(&s, placeSchema)
	define(&s, layerPlaceSchema)
	define(&s, tilesetSchema)
	define(&s, ignoredSchema)
	define(&s, newSchema("conflict", conflictRows...))
	define(&s, pictureSchema)
	define(&s, jointSchema)
	define(&s, groupSchema)
	define(&s, instanceSchema)
	define(&s, newSchema("layer", layerRows...))
	define(&s, colliderSchema)
	define(&s, sourceSchema)
	define(&s, newSchema("imported", importedRows()...))
	define(&s, pathSchema, `"not": {"anyOf": [{"required": ["points", "chain"]}, {"required": ["speed", "time"]}, `+
		`{"required": ["turn", "follow"]}]}`)
	define(&s, curveSchema, `"oneOf": [{"required": ["arc"]}, {"required": ["cubic"]}]`)
	return []byte(strings.TrimSuffix(s.String(), ",\n") + "\n  }\n}\n")
}

// PartSchema returns the members of the JSON Schema of a shape as [ReadPart] reads it, restricted to some of
// [PartKeys], each on a line. own is a required key of the file's own, or empty. The schema must define own, text and
// vec.
func PartSchema(indent, own string, keys []string) string {
	var rows []Field[Collider]
	if own != "" {
		rows = append(rows, Field[Collider]{Key: own, json: refers(own), required: true})
	}
	for _, r := range colliderRows {
		if slices.Contains(keys, r.Key) {
			rows = append(rows, r)
		}
	}
	return members(indent, rows, "")
}

// importedRows returns the rows of a collider's imported values. Any of them may be missing, and categories may be
// written differently.
func importedRows() (rows []Field[Collider]) {
	for _, r := range colliderRows {
		if !slices.Contains(importedKeys, r.Key) {
			continue
		}
		if r.required = false; r.Key == "collides_with" {
			r.json = `"anyOf": [{"const": "` + maskOfAll + `"}, {` + r.json + `}]`
		}
		rows = append(rows, r)
	}
	return rows
}

// define writes the definition of a schema with further members.
func define[T any](s *strings.Builder, of *schema[T], more ...string) {
	fmt.Fprintf(s, "    %q: {\n%s\n    },\n", of.name, members("      ", of.rows, strings.Join(more, ", ")))
}

// members returns the members of the JSON Schema of an object.
func members[T any](indent string, rows []Field[T], more string) string {
	var needed, properties []string
	for _, r := range rows {
		if r.required {
			needed = append(needed, fmt.Sprintf("%q", r.Key))
		}
		var of []string
		if r.doc != "" && r.doc != "text" {
			of = append(of, fmt.Sprintf(`"description": %q`, plain(r.description())))
		}
		for _, s := range []string{r.json, r.limits} {
			if s != "" {
				of = append(of, s)
			}
		}
		if r.isBetween {
			number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
			of = append(of, fmt.Sprintf(`"minimum": %s, "maximum": %s`, number(r.min), number(r.max)))
		}
		properties = append(properties, fmt.Sprintf("%s  %q: {%s}", indent, r.Key, strings.Join(of, ", ")))
	}
	out := []string{`"type": "object"`, "\"properties\": {\n" + strings.Join(properties, ",\n") + "\n" + indent + "}"}
	if needed != nil {
		out = append(out, `"required": [`+strings.Join(needed, ", ")+"]")
	}
	if more != "" {
		out = append(out, more)
	}
	out = append(out, `"additionalProperties": false`)
	return indent + strings.Join(out, ",\n"+indent)
}

var link = regexp.MustCompile(`\[([^]\[]*)\]\([^)]*\)`)

// plain converts documentation text to a sentence without links and code marks. If it begins with a word of the file,
// the word keeps its case.
func plain(doc string) string {
	text := strings.ReplaceAll(link.ReplaceAllString(doc, "$1"), "`", "") + "."
	if doc[0] == '`' {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
