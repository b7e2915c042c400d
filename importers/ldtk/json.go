package ldtk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"

	"fillet/importers"

	"github.com/tidwall/gjson"
)

// file is a text that values are read from; its name and its values' indices give errors their place.
type file struct {
	name string
	text string
	root gjson.Result
	// within is the place in the project of a file that the project names; empty for the project itself.
	within string
	owner  string // the project's name
}

// parse checks that the data is JSON and an object.
func parse(name string, data []byte) (*file, error) {
	trimmed := bytes.TrimPrefix(data, []byte("\ufeff"))
	bom := len(data) - len(trimmed)
	f := &file{name: name, owner: name}
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
		return nil, e
	}
	f.text = string(trimmed)
	f.root = gjson.Parse(f.text)
	if !f.root.IsObject() {
		return nil, &importers.Error{File: name, Line: 1, Err: errors.New("an LDtk file is a JSON object")}
	}
	return f, nil
}

// fail is an error at a value.
func (f *file) fail(path string, v gjson.Result, format string, args ...any) error {
	return &importers.Error{File: f.owner, Path: f.place(path), Line: f.line(v), Err: fmt.Errorf(format, args...)}
}

// issue is an issue at a path.
func (f *file) issue(s importers.Severity, path, format string, args ...any) importers.Issue {
	return importers.Issue{Severity: s, File: f.owner, Path: f.place(path), Message: fmt.Sprintf(format, args...)}
}

func (f *file) place(path string) string {
	if f.within == "" {
		return path
	}
	return strings.TrimSuffix(f.within+": "+f.name+": "+path, ": ")
}

// line is that of a value in the project's own text, 0 where it is not known.
func (f *file) line(v gjson.Result) int {
	if f.within != "" || v.Raw == "" || v.Index <= 0 || v.Index+len(v.Raw) > len(f.text) || f.text[v.Index:v.Index+len(v.Raw)] != v.Raw {
		return 0
	}
	return 1 + strings.Count(f.text[:v.Index], "\n")
}

// maxMembers is how many members of an object are looked at. LDtk's own have up to 60; the limit is on memory.
const maxMembers = 256

// object is a JSON object's members. Of a key that stands twice the last holds, as in other readers.
type object map[string]gjson.Result

func members(v gjson.Result) object {
	if !v.IsObject() {
		return nil
	}
	o := object{}
	v.ForEach(func(key, value gjson.Result) bool {
		if _, ok := o[key.Str]; ok || len(o) < maxMembers {
			o[key.Str] = value
		}
		return true
	})
	return o
}

// elements yields an array's values with their indices; anything else has none.
func elements(v gjson.Result) iter.Seq2[int, gjson.Result] {
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

// text is a string's value as valid UTF-8; anything else is empty.
func text(v gjson.Result) string {
	if v.Type != gjson.String {
		return ""
	}
	return strings.ToValidUTF8(v.Str, "\ufffd")
}

// number is a finite number's value.
func number(v gjson.Result) (float64, bool) {
	if v.Type != gjson.Number || math.IsNaN(v.Num) || math.IsInf(v.Num, 0) {
		return 0, false
	}
	return v.Num, true
}

// numberOr is number with a default.
func numberOr(v gjson.Result, or float64) float64 {
	if n, ok := number(v); ok {
		return n
	}
	return or
}

// uid is a number that names a definition; -1 names none.
func uid(v gjson.Result) int {
	n, ok := number(v)
	if !ok || n != math.Trunc(n) || math.Abs(n) > 1<<53 {
		return -1
	}
	return int(n)
}

// isNothing reports whether a value is missing or null.
func isNothing(v gjson.Result) bool { return !v.Exists() || v.Type == gjson.Null }
