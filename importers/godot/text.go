package godot

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"fillet/editor/quote"
)

// Limits of a single value.
const (
	maxDepth  = 64      // nesting of lists and dictionaries
	maxItems  = 1 << 16 // items in lists and dictionaries together
	maxString = 1 << 20 // bytes of a stored string
)

// syntaxError is an error in a line of the text.
type syntaxError struct {
	line int
	err  error
}

func (e *syntaxError) Error() string { return e.err.Error() }
func (e *syntaxError) Unwrap() error { return e.err }

// nodePath is a value of the form ^"Path" or NodePath("Path").
type nodePath string

// call is a constructor: Vector2(1, 2), SubResource("id"), PackedVector2Array(…).
type call struct {
	name string
	nums []float64 // the arguments if all are numbers
	args []any     // the arguments otherwise
}

// entry is a key of a dictionary with its value.
type entry struct{ key, value any }

// dictionary is a Godot Dictionary in the order of the file.
type dictionary []entry

// get returns the value of a string key.
func (d dictionary) get(key string) (any, bool) {
	for _, e := range d {
		if s, ok := e.key.(string); ok && s == key {
			return e.value, true
		}
	}
	return nil, false
}

// reader parses Godot's notation into nil, bool, float64, string (also for names with &), nodePath, call, []any and
// dictionary.
type reader struct {
	s     string
	i     int
	line  int
	items int // how many more items are allowed
}

func newReader(s string, line int) *reader { return &reader{s: s, line: line, items: maxItems} }

func (r *reader) failf(format string, args ...any) error {
	return &syntaxError{r.line, fmt.Errorf(format, quote.Excerpts(args)...)}
}

// space skips blanks and comments, and line breaks if they are allowed.
func (r *reader) space(breaks bool) {
	for r.i < len(r.s) {
		switch c := r.s[r.i]; {
		case c == '\n':
			if !breaks {
				return
			}
			r.line++
		case c == ';':
			r.comment()
			continue
		case c > ' ':
			return
		}
		r.i++
	}
}

func (r *reader) comment() {
	line, _, _ := strings.Cut(r.s[r.i:], "\n")
	r.i += len(line)
}

func (r *reader) peek() byte {
	if r.i < len(r.s) {
		return r.s[r.i]
	}
	return 0
}

func (r *reader) take(c byte) bool {
	if r.peek() == c && r.i < len(r.s) {
		r.i++
		return true
	}
	return false
}

func isWord(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= utf8.RuneSelf
}

func (r *reader) word() string {
	from := r.i
	for r.i < len(r.s) && isWord(r.s[r.i]) {
		r.i++
	}
	return r.s[from:r.i]
}

// singleValue parses text that must hold exactly one value.
func (r *reader) singleValue() (any, error) {
	v, err := r.value(0)
	if err != nil {
		return nil, err
	}
	if r.space(true); r.i < len(r.s) {
		return nil, r.failf("unexpected %q after the value", rest(r.s[r.i:]))
	}
	return v, nil
}

// rest returns the beginning of the text, for messages.
func rest(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s[:min(len(s), 40)]
}

func (r *reader) value(depth int) (any, error) {
	r.space(true)
	if r.i >= len(r.s) {
		return nil, r.failf("a value is missing")
	}
	if depth > maxDepth {
		return nil, r.failf("values are nested more than %d deep", maxDepth)
	}
	if r.items--; r.items < 0 {
		return nil, r.failf("a value has more than %d items", maxItems)
	}
	switch c := r.peek(); {
	case c == '"':
		return r.text()
	case (c == '&' || c == '@') && strings.HasPrefix(r.s[r.i+1:], `"`):
		r.i++
		return r.text()
	case c == '^' && strings.HasPrefix(r.s[r.i+1:], `"`):
		r.i++
		s, err := r.text()
		return nodePath(s), err
	case c == '[':
		r.i++
		return r.list(depth, ']')
	case c == '{':
		r.i++
		return r.dictionary(depth, '}')
	case c == '#':
		r.i++
		return "#" + r.word(), nil
	case c == '-' || c == '+' || c == '.' || '0' <= c && c <= '9':
		return r.number()
	case isWord(c):
		return r.named(depth)
	}
	return nil, r.failf("%q is not a value", rest(r.s[r.i:]))
}

// number parses a number, including inf and nan as Godot writes them.
func (r *reader) number() (float64, error) {
	from := r.i
	for r.i < len(r.s) && (isWord(r.s[r.i]) || strings.IndexByte("+-.", r.s[r.i]) >= 0) {
		r.i++
	}
	s := r.s[from:r.i]
	if strings.Contains(s, "_") || strings.ContainsAny(s, "xX") {
		return 0, r.failf("%q is not a number", s)
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, r.failf("%q is not a number", s)
	}
	return x, nil
}

func (r *reader) text() (string, error) {
	r.i++
	from, line := r.i, r.line
	var b []byte // nil until the first escape
	for r.i < len(r.s) {
		switch c := r.s[r.i]; c {
		case '"':
			out := r.s[from:r.i]
			if b != nil {
				out = string(append(b, out...))
			}
			r.i++
			if len(out) > maxString {
				return "", r.failf("a string has more than %d bytes", maxString)
			}
			return strings.ToValidUTF8(out, "\ufffd"), nil
		case '\\':
			b = append(b, r.s[from:r.i]...)
			r.i++
			var err error
			if b, err = r.escape(b); err != nil {
				return "", err
			}
			from = r.i
			continue
		case '\n':
			r.line++
		}
		r.i++
	}
	r.line = line
	return "", r.failf("a string is not closed")
}

// escape parses the part after a backslash. An unknown character is taken literally.
func (r *reader) escape(b []byte) ([]byte, error) {
	const names, controls = "ntrbfav", "\n\t\r\b\f\a\v"
	c := r.peek()
	r.i++
	if k := strings.IndexByte(names, c); k >= 0 {
		return append(b, controls[k]), nil
	}
	switch c {
	case 'u', 'U':
		digits := 4
		if c == 'U' {
			digits = 6
		}
		if r.i+digits > len(r.s) {
			return nil, r.failf("a string is not closed")
		}
		n, err := strconv.ParseUint(r.s[r.i:r.i+digits], 16, 32)
		if err != nil {
			return nil, r.failf("%q is not a character", rest(r.s[r.i-1:r.i+digits]))
		}
		r.i += digits
		// Characters beyond the first 65,536 may be written as surrogate pairs.
		if n >= 0xd800 && n < 0xdc00 && strings.HasPrefix(r.s[r.i:], `\u`) && r.i+6 <= len(r.s) {
			if low, err := strconv.ParseUint(r.s[r.i+2:r.i+6], 16, 32); err == nil && low >= 0xdc00 && low < 0xe000 {
				r.i += 6
				n = (n-0xd800)<<10 + (low - 0xdc00) + 0x10000
			}
		}
		return utf8.AppendRune(b, rune(n)), nil
	case '\n':
		r.line++
	}
	return append(b, c), nil
}

// between parses comma-separated items up to the closing character; the opening one is already consumed. A trailing
// comma is allowed.
func (r *reader) between(what string, end byte, item func() error) error {
	for n := 0; ; n++ {
		r.space(true)
		if r.take(end) {
			return nil
		}
		if n > 0 {
			if !r.take(',') {
				return r.failf("expected a comma or the end of the %s, not %q", what, rest(r.s[r.i:]))
			}
			if r.space(true); r.take(end) {
				return nil
			}
		}
		if err := item(); err != nil {
			return err
		}
	}
}

func (r *reader) list(depth int, end byte) (out []any, err error) {
	err = r.between("list", end, func() error {
		v, err := r.value(depth + 1)
		out = append(out, v)
		return err
	})
	return out, err
}

func (r *reader) dictionary(depth int, end byte) (dictionary, error) {
	out := dictionary{}
	err := r.between("dictionary", end, func() error {
		key, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		if r.space(true); !r.take(':') {
			return r.failf("expected a colon after a dictionary key, not %q", rest(r.s[r.i:]))
		}
		v, err := r.value(depth + 1)
		out = append(out, entry{key, v})
		return err
	})
	return out, err
}

// named parses true, false, null, inf, nan and constructors.
func (r *reader) named(depth int) (any, error) {
	w := r.word()
	if now, ok := arrays[w]; ok {
		w = now
	}
	if v, ok := constants[w]; ok {
		return v, nil
	}
	if r.space(true); r.peek() == '[' { // Array[int]([1, 2]), Dictionary[String, int]({…})
		r.i++
		if _, err := r.list(depth, ']'); err != nil {
			return nil, err
		}
		r.space(true)
	} else if r.peek() != '(' && w != "" && (w[0] < '0' || w[0] > '9') {
		return w, nil // a type within Array[…]
	}
	if !r.take('(') {
		return nil, r.failf("%q is not a value", w)
	}
	if w == "Object" { // Object(InputEventKey, "key": value, …)
		return call{name: w}, r.object(depth)
	}
	if strings.HasPrefix(w, "Packed") && w != "PackedStringArray" || isNumeric(w) {
		return r.numbers(w, depth)
	}
	args, err := r.list(depth, ')')
	if err != nil {
		return nil, err
	}
	switch {
	case w == "NodePath" && len(args) == 1:
		if s, ok := args[0].(string); ok {
			return nodePath(s), nil
		}
	case w == "StringName" && len(args) == 1:
		if s, ok := args[0].(string); ok {
			return s, nil
		}
	case (w == "Array" || w == "Dictionary") && len(args) == 1:
		return args[0], nil
	}
	return call{name: w, args: args}, nil
}

// constants maps the names of values other than constructors.
var constants = map[string]any{
	"true": true, "false": false, "null": nil, "nil": nil,
	"inf": math.Inf(1), "inf_neg": math.Inf(-1), "nan": math.NaN(),
}

// arrays maps Godot 3's names of arrays, which Godot 4 still reads, to the current names.
var arrays = map[string]string{
	"PoolByteArray": "PackedByteArray", "PoolIntArray": "PackedInt32Array", "PoolRealArray": "PackedFloat32Array",
	"PoolVector2Array": "PackedVector2Array",
}

// isNumeric reports whether a constructor's arguments are numbers.
func isNumeric(w string) bool {
	switch w {
	case "Vector2", "Vector2i", "Vector3", "Vector3i", "Vector4", "Vector4i", "Rect2", "Rect2i", "Transform2D",
		"Transform3D", "Basis", "Color",
		"Quaternion", "Plane", "AABB", "Projection":
		return true
	}
	return false
}

// maxNumbers limits the numbers in one value to the tiles of the largest grid.
const maxNumbers = 1 << 26

// numbers parses the arguments of a numeric constructor. Since format 4, byte arrays may be in base64.
func (r *reader) numbers(name string, depth int) (any, error) {
	r.space(true)
	if name == "PackedByteArray" && r.peek() == '"' {
		from := r.i + 1
		end := strings.IndexByte(r.s[from:], '"')
		if end < 0 {
			return nil, r.failf("a string is not closed")
		}
		raw, err := base64.StdEncoding.DecodeString(r.s[from : from+end])
		if err != nil {
			return nil, r.failf("the bytes are not valid base64: %v", err)
		}
		r.line += strings.Count(r.s[from:from+end], "\n")
		r.i = from + end + 1
		if r.space(true); !r.take(')') {
			return nil, r.failf("the bytes need a closing parenthesis")
		}
		return raw, nil
	}
	if name == "PackedColorArray" || name == "PackedVector3Array" || name == "PackedVector4Array" {
		args, err := r.list(depth, ')') // unused
		return call{name: name, args: args}, err
	}
	nums := make([]float64, 0, r.count())
	err := r.between(name, ')', func() error {
		x, err := r.plainNumber()
		if err == nil && len(nums) >= maxNumbers {
			err = r.failf("a value has more than %d numbers", maxNumbers)
		}
		nums = append(nums, x)
		return err
	})
	if err != nil {
		return nil, err
	}
	if name == "PackedByteArray" {
		raw := make([]byte, len(nums))
		for i, x := range nums {
			if x >= 0 && x <= 255 {
				raw[i] = byte(x)
			}
		}
		return raw, nil
	}
	return call{name: name, nums: nums}, nil
}

// count estimates how many numbers precede the next closing parenthesis.
func (r *reader) count() int {
	end := strings.IndexByte(r.s[r.i:], ')')
	if end < 0 {
		return 0
	}
	return min(strings.Count(r.s[r.i:r.i+end], ",")+1, maxNumbers)
}

func (r *reader) plainNumber() (float64, error) {
	if c := r.peek(); c == '-' || c == '+' || c == '.' || '0' <= c && c <= '9' {
		return r.number()
	}
	w := r.word()
	if x, ok := constants[w].(float64); ok {
		return x, nil
	}
	if w == "" {
		w = rest(r.s[r.i:])
	}
	return 0, r.failf("%q is not a number", w)
}

// object skips the rest of an Object(…).
func (r *reader) object(depth int) error {
	r.space(true)
	r.word()
	r.space(true)
	if r.take(')') {
		return nil
	}
	if !r.take(',') {
		return r.failf("expected a comma or the end of the object, not %q", rest(r.s[r.i:]))
	}
	_, err := r.dictionary(depth, ')')
	return err
}

// skip returns the raw text of a value up to the end of its line. It saves parsing meshes, sounds and scripts, which
// are large and do not matter for a level.
func (r *reader) skip() (string, error) {
	r.space(true)
	from, line, depth := r.i, r.line, 0
	for r.i < len(r.s) {
		switch c := r.s[r.i]; c {
		case '\n':
			if depth == 0 {
				return strings.TrimRight(r.s[from:r.i], " \t\r"), nil
			}
			if r.line++; r.isConflict() {
				return "", r.failf("a value is not closed")
			}
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
			if depth < 0 {
				return "", r.failf("%q closes nothing", string(c))
			}
		case ';':
			r.comment()
			continue
		case '"':
			if err := r.skipText(); err != nil {
				return "", err
			}
			continue
		}
		r.i++
	}
	if depth > 0 {
		r.line = line
		return "", r.failf("a value is not closed")
	}
	return strings.TrimRight(r.s[from:], " \t\r\n"), nil
}

func (r *reader) skipText() error {
	line := r.line
	for r.i++; r.i < len(r.s); r.i++ {
		switch r.s[r.i] {
		case '"':
			r.i++
			return nil
		case '\\':
			if r.i++; r.i < len(r.s) && r.s[r.i] == '\n' {
				r.line++
			}
		case '\n':
			if r.line++; r.isConflict() {
				return r.failf("a string is not closed")
			}
		}
	}
	r.line = line
	return r.failf("a string is not closed")
}

// isConflict reports whether the next line begins with a git conflict marker.
func (r *reader) isConflict() bool { return strings.HasPrefix(r.s[r.i+1:], "<<<<<<< ") }
