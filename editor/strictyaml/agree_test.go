package strictyaml_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/export/colliders"
	"fillet/importers"
)

// Files of each format, with a place to insert a line.
const (
	aLevel = `fillet: 1
name: x
size: [9, 9]
layers:
  - id: l1
    colliders:
      - id: c1
        kind: chain
        points: [[0, 0], [9, 0], [9, 9]]
        position: [0, 0]
        %s
`
	aColliderFile = `format: fillet-colliders
version: 1
level: {name: x, size: [9, 9], pixels_per_metre: 32, "y": down}
categories: [default]
colliders:
  - body: static
    category: 1
    mask: 1
    tags: []
    properties: {}
    position: [0, 0]
    angle: 0
    pieces:
      - {vertices: [[0, 0], [9, 0]], radius: 0}
    bounds: [0, 0, 9, 9]
    area: 0
    centroid: [0, 0]
    source: null
    one_way: null
    id: c1
    name: x
    role: solid
    shape:
      kind: chain
      points: [[0, 0], [9, 0], [9, 9]]
      closed: false
      radius: 0
`
	aMapping = `rules:
  - layer: x
    %s
`
)

// withLine returns the collider file with a line for a key, replacing its own line for the key if there is one.
func withLine(key, line string) string {
	var out strings.Builder
	done := false
	for old := range strings.Lines(aColliderFile) {
		if !done && strings.HasPrefix(strings.TrimSpace(old), key+":") && strings.HasPrefix(old, "    ") {
			old = old[:len(old)-len(strings.TrimLeft(old, " "))] + line + "\n"
			done = true
		}
		out.WriteString(old)
	}
	if !done {
		return strings.Replace(aColliderFile, "    id: c1\n", "    "+line+"\n    id: c1\n", 1)
	}
	return out.String()
}

// A wrong scalar gives the same error in a level, a collider file and a mapping.
func TestReadersAgree(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		what                       string
		inLevel, inFile, inMapping string // the key in each format
		accepted, rejected         []string
		rejection                  string
	}{
		{
			"a number", "radius", "radius", "radius",
			[]string{"1", "1.5", "+1", "01", ".5", "5.", "1e3", "1.0e+01", "1_000", "!!int 1", "!!float 1"},
			[]string{
				`"1"`, "'1.5'", "|-\n          1", "!!str 1", "0x10", "0o7", "one", "true", "~", `""`, "[1]",
				"{a: 1}", "2001-01-01", "!!bool 1",
			},
			"expected a number here, not ",
		},
		{
			"a finite number", "radius", "radius", "radius", nil,
			[]string{".inf", "-.inf", ".nan", ".NaN", "inf", "NaN", "1e999"},
			" is not a finite number",
		},
		{
			"a whole number", "group", "group", "value",
			[]string{"1", "-1", "+1", "007", "!!int 5", "!!float 1"},
			[]string{`"1"`, "'1'", "!!str 1", "1.0", "1e3", "0x10", "1_000", "one", "~", "[1]", "true"},
			"expected a whole number here, not ",
		},
		{
			"a bool", "closed", "closed", "ignore",
			[]string{"true", "false", "True", "FALSE"},
			[]string{`"true"`, "yes", "on", "No", "1", "~", "tRue", "[true]", "!!bool yes", "!!str true"},
			"expected true or false here, not ",
		},
		{
			"a text", "name", "name", "name",
			[]string{"a", `"a: b"`, "5", "true", "2001-01-01", "a b", "!!str 5", `"null"`, "&a b"},
			[]string{"~", "null", "!!binary aGk=", "[a]", "{a: b}"},
			"expected text here, not ",
		},
		{
			"a word", "role", "role", "role",
			[]string{"solid", `"solid"`, "'solid'", "trigger"},
			[]string{"Solid", "solidd", "~", "1", "[solid]", `""`},
			"expected one of solid, trigger, one-way here, not ",
		},
		{
			"a list", "tags", "tags", "tags",
			[]string{"[a]", "[a, b]", "[5]", `["a"]`, "[]"},
			[]string{"a", "~", "{a: b}"},
			"expected a list here, not ",
		},
		{
			"a direction", "one_way", "position", "one_way",
			nil,
			[]string{"up", "[0]", "[0, 1, 2]", "~", "{x: 1, y: 2}"},
			" here, not ",
		},
		{
			"no reference", "name", "name", "name", nil,
			[]string{"*a"},
			"unknown anchor 'a' referenced",
		},
	} {
		for _, value := range slices.Concat(tt.accepted, tt.rejected) {
			line := func(key string) string { return key + ": " + value }
			_, inLevel := level.Parse(fmt.Appendf(nil, aLevel, line(tt.inLevel)), "x")
			_, inFile := colliders.Load(strings.NewReader(withLine(tt.inFile, line(tt.inFile))))
			_, inMapping := importers.ReadMapping(strings.NewReader(fmt.Sprintf(aMapping, line(tt.inMapping))), "x")
			words := [3]string{wordsOf(inLevel), wordsOf(inFile), wordsOf(inMapping)}
			if tt.what == "a direction" { // each format has a different name for it
				for i, w := range words {
					_, w, _ = strings.Cut(w, " here, not ")
					words[i] = " here, not " + w
				}
			}
			isAccepted := !slices.Contains(tt.rejected, value)
			if isAccepted && words != [3]string{} || words[0] != words[1] || words[1] != words[2] ||
				!isAccepted && !strings.Contains(words[0], tt.rejection) {
				t.Errorf("%s, %s: a level says %q, a collider file %q, a mapping %q", tt.what, value, words[0],
					words[1], words[2])
			}
		}
	}
}

// A wrong key gives the same error in a level, a collider file and a mapping.
func TestReadersAgreeOnKeys(t *testing.T) {
	t.Parallel()
	for line, rejection := range map[string]string{
		"nme: x":           `unknown key "nme" (did you mean "name"?)`,
		"something: x":     `unknown key "something"`,
		"name: x\nname: y": `key "name" was already set, in line `,
		"[a]: x":           "a key must be a plain word",
		"<<: {name: x}":    "a key must be a plain word",
		"{name: x}: y":     "a key must be a plain word",
	} {
		at := func(indent string) string { return strings.ReplaceAll(line, "\n", "\n"+indent) }
		_, inLevel := level.Parse(fmt.Appendf(nil, aLevel, at("        ")), "x")
		_, inFile := colliders.Load(strings.NewReader(strings.Replace(aColliderFile, "    name: x\n",
			"    "+at("    ")+"\n", 1)))
		_, inMapping := importers.ReadMapping(strings.NewReader(fmt.Sprintf(aMapping, at("    "))), "x")
		for format, err := range map[string]error{
			"a level": inLevel, "a collider file": inFile,
			"a mapping": inMapping,
		} {
			if !strings.HasPrefix(wordsOf(err), rejection) {
				t.Errorf("%q: %s says %v, want %q", line, format, err, rejection)
			}
		}
	}
}

// wordsOf returns an error's message without its position.
func wordsOf(err error) string {
	var ofLevel *level.ReadError
	var ofFile *colliders.Error
	var ofMapping *importers.Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &ofLevel):
		return ofLevel.Err.Error()
	case errors.As(err, &ofFile):
		return ofFile.Err.Error()
	case errors.As(err, &ofMapping):
		return ofMapping.Err.Error()
	}
	return err.Error()
}
