// Package jsonfile reads JSON from other programs. It finds values by path, gives errors and issues their places, and
// limits the memory that a small file can request.
package jsonfile

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
	"fillet/importers"

	"github.com/tidwall/gjson"
)

// File is a parsed JSON file. Its name and the indices of its values locate errors.
type File struct {
	Name string
	Root gjson.Result
	// Within is the place where the owner names this file; empty for the imported file itself.
	Within string
	Owner  string // name of the imported file

	text string
}

// Parse parses data, which must be a JSON object. It skips a byte order mark.
func Parse(name string, data []byte) (*File, error) {
	trimmed := bytes.TrimPrefix(data, []byte("\ufeff"))
	bom := len(data) - len(trimmed)
	f := &File{Name: name, Owner: name}
	if !json.Valid(trimmed) {
		var raw json.RawMessage
		err := json.Unmarshal(trimmed, &raw)
		e := &importers.Error{File: name, Err: fmt.Errorf("this is not valid JSON: %w", err)}
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			at := min(int(syntax.Offset), len(trimmed))
			before := trimmed[:at]
			e.Line = 1 + bytes.Count(before, []byte("\n"))
			e.Column = max(at-1-bytes.LastIndexByte(before, '\n'), 1)
			e.Err = fmt.Errorf("this is not valid JSON: byte %d: %w", at+bom, err)
		}
		return nil, importers.Unreadable(data, e)
	}
	f.text = string(trimmed)
	f.Root = gjson.Parse(f.text)
	if !f.Root.IsObject() {
		return nil, &importers.Error{File: name, Line: 1, Err: errors.New("expected a JSON object")}
	}
	return f, nil
}

// Fail returns an error at a value.
func (f *File) Fail(path string, v gjson.Result, format string, args ...any) error {
	return &importers.Error{
		File: f.Owner, Path: f.Place(path), Line: f.Line(v), Err: fmt.Errorf(format, quote.Excerpts(args)...),
	}
}

// Issue returns an issue at the given path.
func (f *File) Issue(s importers.Severity, path, format string, args ...any) importers.Issue {
	return importers.NewIssue(s, f.Owner, f.Place(path), format, args...)
}

// Place returns a path in the form that issues of the owner use.
func (f *File) Place(path string) string {
	if f.Within == "" {
		return path
	}
	return strings.TrimSuffix(f.Within+": "+f.Name+": "+path, ": ")
}

// Line returns the line of a value in the owner's text, or 0 if it is unknown.
func (f *File) Line(v gjson.Result) int {
	if f.Within != "" || v.Raw == "" || v.Index <= 0 || v.Index+len(v.Raw) > len(f.text) ||
		f.text[v.Index:v.Index+len(v.Raw)] != v.Raw {
		return 0
	}
	return 1 + strings.Count(f.text[:v.Index], "\n")
}

// maxMembers limits the members that are read per object, to limit memory. Files of editors have up to 60.
const maxMembers = 256

// Object holds the members of a JSON object. If a key is repeated, the last value counts, as in other readers.
type Object map[string]gjson.Result

// Members returns the members of an object, or nil for any other value.
func Members(v gjson.Result) Object {
	if !v.IsObject() {
		return nil
	}
	o := Object{}
	v.ForEach(func(key, value gjson.Result) bool {
		if _, ok := o[key.Str]; ok || len(o) < maxMembers {
			o[key.Str] = value
		}
		return true
	})
	return o
}

// Elements yields the values of an array with their indices, and nothing for any other value.
func Elements(v gjson.Result) iter.Seq2[int, gjson.Result] {
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

// HasElements reports whether an array has elements, without reading it.
func HasElements(v gjson.Result) bool {
	return v.IsArray() && strings.TrimLeft(v.Raw[1:], " \t\r\n") != "]"
}

// Text returns a string as valid UTF-8, or "" for any other value.
func Text(v gjson.Result) string {
	if v.Type != gjson.String {
		return ""
	}
	return strings.ToValidUTF8(v.Str, "\ufffd")
}

// Texts returns the distinct non-empty strings of an array.
func Texts(v gjson.Result) []string {
	var out []string
	for _, e := range Elements(v) {
		if s := Text(e); s != "" {
			out = importers.AppendNew(out, s)
		}
	}
	return out
}

// Number returns the value of a finite number.
func Number(v gjson.Result) (float64, bool) {
	if v.Type != gjson.Number || math.IsNaN(v.Num) || math.IsInf(v.Num, 0) {
		return 0, false
	}
	return v.Num, true
}

// NumberOr returns the value of a finite number, or a default.
func NumberOr(v gjson.Result, or float64) float64 {
	if n, ok := Number(v); ok {
		return n
	}
	return or
}

// Size reads a size in pixels from a member of the object at a path.
func (f *File) Size(path string, o Object, key string, to *float64) error {
	n, ok := Number(o[key])
	if !ok || n < 0 || n > level.MaxCoordinate {
		return f.Fail(Join(path, key), o[key], "%s is not a size from 0 to %g pixels", Raw(o[key]),
			float64(level.MaxCoordinate))
	}
	*to = n
	return nil
}

// IsNothing reports whether a value is missing or null.
func IsNothing(v gjson.Result) bool { return !v.Exists() || v.Type == gjson.Null }

// Property returns a value in the form of a property: a number, a bool or a string. Lists and objects become JSON. It
// returns nil for null and for values that cannot be kept.
func Property(v gjson.Result) any {
	n, isNumber := Number(v)
	switch {
	case isNumber:
		return n
	case v.IsBool():
		return v.Bool()
	case v.Type == gjson.String:
		return Text(v)
	case v.IsArray() || v.IsObject():
		var b bytes.Buffer
		if err := json.Compact(&b, []byte(v.Raw)); err == nil {
			return strings.ToValidUTF8(b.String(), "\ufffd")
		}
	}
	return nil
}

// Compact returns a value as compact JSON.
func Compact(v any) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// Kind returns the kind of a value, for messages.
func Kind(v gjson.Result) string {
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

// Raw returns a value as written in the file, shortened.
func Raw(v gjson.Result) string {
	if !v.Exists() {
		return "nothing"
	}
	return quote.Printable(v.Raw)
}

// Join returns the path of a key of the object at a path.
func Join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
