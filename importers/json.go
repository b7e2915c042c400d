package importers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"

	"github.com/tidwall/gjson"
)

// Functions with JSON in their names read the files of other programs. They give errors and issues their places, and
// limit the memory that a small file can request.

// JSONFile is a parsed JSON file. Its name and the indices of its values locate errors.
type JSONFile struct {
	Name string
	Root gjson.Result
	// Within is the place where the owner names this file; empty for the imported file itself.
	Within string
	Owner  string // name of the imported file

	text string
}

// ParseJSON parses data, which must be a JSON object. It skips a byte order mark.
func ParseJSON(name string, data []byte) (*JSONFile, error) {
	trimmed := bytes.TrimPrefix(data, []byte("\ufeff"))
	bom := len(data) - len(trimmed)
	f := &JSONFile{Name: name, Owner: name}
	if !json.Valid(trimmed) {
		var raw json.RawMessage
		err := json.Unmarshal(trimmed, &raw)
		e := &Error{File: name, Err: fmt.Errorf("this is not valid JSON: %w", err)}
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			at := min(int(syntax.Offset), len(trimmed))
			before := trimmed[:at]
			e.Line = 1 + bytes.Count(before, []byte("\n"))
			e.Column = max(at-1-bytes.LastIndexByte(before, '\n'), 1)
			e.Err = fmt.Errorf("this is not valid JSON: byte %d: %w", at+bom, err)
		}
		return nil, Unreadable(data, e)
	}
	f.text = string(trimmed)
	f.Root = gjson.Parse(f.text)
	if !f.Root.IsObject() {
		return nil, &Error{File: name, Line: 1, Err: errors.New("expected a JSON object")}
	}
	return f, nil
}

// Fail returns an error at a value.
func (f *JSONFile) Fail(path string, v gjson.Result, format string, args ...any) error {
	return &Error{
		File: f.Owner, Path: f.Place(path), Line: f.Line(v), Err: fmt.Errorf(format, quote.Excerpts(args)...),
	}
}

// Issue returns an issue at the given path.
func (f *JSONFile) Issue(s Severity, path, format string, args ...any) Issue {
	return NewIssue(s, f.Owner, f.Place(path), format, args...)
}

// Place returns a path in the form that issues of the owner use.
func (f *JSONFile) Place(path string) string {
	if f.Within == "" {
		return path
	}
	return strings.TrimSuffix(f.Within+": "+f.Name+": "+path, ": ")
}

// Line returns the line of a value in the owner's text, or 0 if it is unknown.
func (f *JSONFile) Line(v gjson.Result) int {
	if f.Within != "" || v.Raw == "" || v.Index <= 0 || v.Index+len(v.Raw) > len(f.text) ||
		f.text[v.Index:v.Index+len(v.Raw)] != v.Raw {
		return 0
	}
	return 1 + strings.Count(f.text[:v.Index], "\n")
}

// maxMembers limits the members that are read per object, to limit memory. Files of editors have up to 60.
const maxMembers = 256

// JSONObject holds the members of a JSON object. If a key is repeated, the last value counts, as in other readers.
type JSONObject map[string]gjson.Result

// JSONMembers returns the members of an object, or nil for any other value.
func JSONMembers(v gjson.Result) JSONObject {
	if !v.IsObject() {
		return nil
	}
	o := JSONObject{}
	v.ForEach(func(key, value gjson.Result) bool {
		if _, ok := o[key.Str]; ok || len(o) < maxMembers {
			o[key.Str] = value
		}
		return true
	})
	return o
}

// Text returns a string of the object as valid UTF-8, or "" if the key has any other value.
func (o JSONObject) Text(key string) string { return JSONText(o[key]) }

// Number returns a finite number of the object, or 0 if the key has any other value.
func (o JSONObject) Number(key string) float64 { return JSONNumberOr(o[key], 0) }

// Vec returns two finite numbers of the object, each 0 if its key has any other value.
func (o JSONObject) Vec(x, y string) level.Vec { return level.Vec{X: o.Number(x), Y: o.Number(y)} }

// JSONElements yields the values of an array with their indices, and nothing for any other value.
func JSONElements(v gjson.Result) iter.Seq2[int, gjson.Result] {
	return func(yield func(int, gjson.Result) bool) {
		if !v.IsArray() {
			return
		}
		i := -1
		v.ForEach(func(_, value gjson.Result) bool {
			i++
			return yield(i, value)
		})
	}
}

// HasJSONElements reports whether an array has elements, without reading it.
func HasJSONElements(v gjson.Result) bool {
	return v.IsArray() && strings.TrimLeft(v.Raw[1:], " \t\r\n") != "]"
}

// JSONText returns a string as valid UTF-8, or "" for any other value.
func JSONText(v gjson.Result) string {
	if v.Type != gjson.String {
		return ""
	}
	return strings.ToValidUTF8(v.Str, "\ufffd")
}

// JSONTexts returns the distinct non-empty strings of an array.
func JSONTexts(v gjson.Result) []string {
	var out []string
	for _, e := range JSONElements(v) {
		if s := JSONText(e); s != "" {
			out = AppendNew(out, s)
		}
	}
	return out
}

// JSONNumber returns the value of a finite number.
func JSONNumber(v gjson.Result) (float64, bool) {
	if v.Type != gjson.Number || math.IsNaN(v.Num) || math.IsInf(v.Num, 0) {
		return 0, false
	}
	return v.Num, true
}

// JSONNumberOr returns the value of a finite number, or a default.
func JSONNumberOr(v gjson.Result, or float64) float64 {
	if n, ok := JSONNumber(v); ok {
		return n
	}
	return or
}

// Size reads a size in pixels from a member of the object at a path.
func (f *JSONFile) Size(path string, o JSONObject, key string, to *float64) error {
	n, ok := JSONNumber(o[key])
	if !ok || n < 0 || n > level.MaxCoordinate {
		return f.Fail(JoinPath(path, key), o[key], "%s is not a size from 0 to %g pixels", JSONRaw(o[key]),
			float64(level.MaxCoordinate))
	}
	*to = n
	return nil
}

// IsJSONNull reports whether a value is missing or null.
func IsJSONNull(v gjson.Result) bool { return !v.Exists() || v.Type == gjson.Null }

// JSONProperty returns a value in the form of a property: a number, a bool or a string. Lists and objects become JSON.
// It returns nil for null and for values that cannot be kept.
func JSONProperty(v gjson.Result) any {
	n, isNumber := JSONNumber(v)
	switch {
	case isNumber:
		return n
	case v.IsBool():
		return v.Bool()
	case v.Type == gjson.String:
		return JSONText(v)
	case v.IsArray() || v.IsObject():
		var b bytes.Buffer
		if err := json.Compact(&b, []byte(v.Raw)); err == nil {
			return strings.ToValidUTF8(b.String(), "\ufffd")
		}
	}
	return nil
}

// CompactJSON returns a value as compact JSON.
func CompactJSON(v any) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// JSONKind returns the kind of a value, for messages.
func JSONKind(v gjson.Result) string {
	switch v.Type {
	case gjson.Null:
		return "null"
	case gjson.True, gjson.False:
		return "true or false"
	case gjson.Number:
		return "a number"
	case gjson.String:
		return "a string"
	}
	if v.IsArray() {
		return "a list"
	}
	return "an object"
}

// JSONRaw returns a value as written in the file, shortened.
func JSONRaw(v gjson.Result) string {
	if !v.Exists() {
		return "nothing"
	}
	return quote.Printable(v.Raw)
}

// JoinPath returns the path of a key of the object at a path.
func JoinPath(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
