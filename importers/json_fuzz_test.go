package importers

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// FuzzParseJSON parses arbitrary bytes as JSON. Invalid data is rejected with its position, and all values of valid JSON
// can be read.
func FuzzParseJSON(f *testing.F) {
	for _, s := range []string{
		`{"a": [1, 2.5e3, "x", null, true, {"b": []}], "a": 2}`, "\ufeff{}", `[[[[[[]]]]]]`, `{"a": "\ud800"}`,
		`{"a": 1e999}`, `{"a\u0000b": -0}`,
		"{\n\t\"k\": [\n1,\n2]\n}", `{"a":1}x`, `"only text"`, `{"":""}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := ParseJSON("a.json", data)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.File != "a.json" {
				t.Fatalf("the error has no place: %v", err)
			}
			return
		}
		var want any
		if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &want); err != nil {
			return // because of numbers that no float64 can hold
		}
		agree(t, file, file.Root, want, 1+bytes.Count(data, []byte("\n")))
	})
}

// agree compares a value with the standard library's result.
func agree(t *testing.T, file *JSONFile, v gjson.Result, want any, lines int) {
	if line := file.Line(v); line < 0 || line > lines {
		t.Fatalf("line %d of %d", line, lines)
	}
	_ = JSONRaw(v) + JSONKind(v)
	switch want := want.(type) {
	case map[string]any:
		o := JSONMembers(v)
		// A key may be half of a surrogate pair.
		if len(want) <= maxMembers && len(o) != len(want) && !strings.Contains(v.Raw, `\u`) && utf8.ValidString(v.Raw) {
			t.Fatalf("%d members of %d: %s", len(o), len(want), v.Raw)
		}
		for key, member := range o {
			if w, ok := want[key]; ok {
				agree(t, file, member, w, lines)
			}
		}
	case []any:
		n := 0
		for i, e := range JSONElements(v) {
			if n++; i < len(want) {
				agree(t, file, e, want[i], lines)
			}
		}
		if n != len(want) || HasJSONElements(v) != (n > 0) {
			t.Fatalf("%d elements of %d: %s", n, len(want), v.Raw)
		}
	case float64:
		if x, ok := JSONNumber(v); !ok || x != want {
			t.Fatalf("number %s = %v, want %v", v.Raw, x, want)
		}
	case string:
		// Both replace invalid UTF-8 and lone surrogates, but with different numbers of replacement characters.
		if s := JSONText(v); !strings.Contains(v.Raw, `\u`) && utf8.ValidString(v.Raw) && s != want {
			t.Fatalf("text %s = %q, want %q", v.Raw, s, want)
		}
	case nil:
		if !IsJSONNull(v) {
			t.Fatalf("null is %s", v.Raw)
		}
	}
}
