package export

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fillet/collision"
	"fillet/editor/quote"

	"gopkg.in/yaml.v3"
)

// mapping calls read for each key and value of an object, in the order of the file. A key that is not among the known
// ones or stands twice is an error, and so is one of the required that is missing; known == nil takes every key.
func mapping(n *yaml.Node, known, required []string, read func(key string, v *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return errorAt(n, "expected keys and values here, not %s", describe(n))
	}
	var seen map[string]int // many keys are those of properties only
	if len(n.Content) > 64 {
		seen = make(map[string]int, len(n.Content)/2)
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, v := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode || key.ShortTag() == "!!merge" || !utf8.ValidString(key.Value) {
			return errorAt(key, "a key has to be a plain word")
		}
		if known != nil && !slices.Contains(known, key.Value) {
			return errorAt(key, "unknown key %q", key.Value)
		}
		if line := lineOf(n, i, seen); line > 0 {
			return errorAt(key, "key %q stands here already, in line %d", key.Value, line)
		}
		if seen != nil {
			seen[key.Value] = key.Line
		}
		if err := read(key.Value, v); err != nil {
			return under(key.Value, err)
		}
	}
	for _, k := range required {
		if child(n, k) == nil {
			return errorAt(n, "the key %q is missing", k)
		}
	}
	return nil
}

// lineOf is the line in which key i of an object stood before, or 0.
func lineOf(n *yaml.Node, i int, seen map[string]int) int {
	if seen != nil {
		return seen[n.Content[i].Value]
	}
	for j := 0; j < i; j += 2 {
		if n.Content[j].Value == n.Content[i].Value {
			return n.Content[j].Line
		}
	}
	return 0
}

func child(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

func sequence(n *yaml.Node, read func(i int, item *yaml.Node) error) error {
	if n.Kind != yaml.SequenceNode {
		return errorAt(n, "expected a list here, not %s", describe(n))
	}
	for i, item := range n.Content {
		if err := read(i, item); err != nil {
			return under("["+strconv.Itoa(i)+"]", err)
		}
	}
	return nil
}

// under puts a key or an index before the path of an error.
func under(step string, err error) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	if e.Path != "" && e.Path[0] != '[' {
		step += "."
	}
	e.Path = quote.Printable(step) + e.Path // a step may be the name of a property
	return err
}

func text(n *yaml.Node, to *string) error {
	if n.Kind != yaml.ScalarNode || n.ShortTag() == "!!null" || n.ShortTag() == "!!binary" {
		return errorAt(n, "expected text here, not %s", describe(n))
	}
	if !utf8.ValidString(n.Value) {
		return errorAt(n, "this text is not valid UTF-8")
	}
	*to = strings.Clone(n.Value) // not to keep the whole file's text
	return nil
}

// word reads one of a few words.
func word[T fmt.Stringer](n *yaml.Node, to *T, words ...T) error {
	for _, w := range words {
		if n.Kind == yaml.ScalarNode && n.Value == w.String() {
			*to = w
			return nil
		}
	}
	names := make([]string, len(words))
	for i, w := range words {
		names[i] = w.String()
	}
	return errorAt(n, "expected %s here, not %s", strings.Join(names, ", "), describe(n))
}

func boolean(n *yaml.Node, to *bool) error {
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!bool" {
		return errorAt(n, "expected true or false here, not %s", describe(n))
	}
	*to = strings.EqualFold(n.Value, "true")
	return nil
}

func number(n *yaml.Node, to *float64) error {
	if n.Kind != yaml.ScalarNode || isQuoted(n) {
		return errorAt(n, "expected a number here, not %s", describe(n))
	}
	x, err := strconv.ParseFloat(n.Value, 64)
	if errors.Is(err, strconv.ErrSyntax) {
		if s := strings.ToLower(strings.TrimLeft(n.Value, "+-")); s != ".inf" && s != ".nan" {
			return errorAt(n, "expected a number here, not %s", describe(n))
		}
		x = math.NaN()
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return errorAt(n, "%s is not a finite number", n.Value)
	}
	*to = x + 0 // no -0
	return nil
}

func atLeast0(n *yaml.Node, to *float64) error {
	if err := number(n, to); err != nil {
		return err
	}
	if *to < 0 {
		return errorAt(n, "%g is less than 0", *to)
	}
	return nil
}

func whole[T int | int32](n *yaml.Node, to *T) error {
	x, err := strconv.ParseInt(n.Value, 10, 64)
	if n.Kind != yaml.ScalarNode || isQuoted(n) || err != nil {
		return errorAt(n, "expected a whole number here, not %s", describe(n))
	}
	if int64(T(x)) != x {
		return errorAt(n, "%d is too large", x)
	}
	*to = T(x)
	return nil
}

func bits(n *yaml.Node, to *uint64) error {
	x, err := strconv.ParseUint(n.Value, 10, 64)
	if n.Kind != yaml.ScalarNode || isQuoted(n) || err != nil {
		return errorAt(n, "expected a set of bits here, a whole number from 0 to %d, not %s", uint64(math.MaxUint64), describe(n))
	}
	*to = x
	return nil
}

func vec(n *yaml.Node, to *Vec) error {
	if n.Kind != yaml.SequenceNode || len(n.Content) != 2 {
		return errorAt(n, "expected [x, y] here, not %s", describe(n))
	}
	if err := number(n.Content[0], &to.X); err != nil {
		return err
	}
	return number(n.Content[1], &to.Y)
}

func points(n *yaml.Node, to *[]Vec) error {
	if n.Kind == yaml.SequenceNode {
		*to = make([]Vec, 0, len(n.Content))
	}
	return sequence(n, func(_ int, item *yaml.Node) error {
		var v Vec
		if err := vec(item, &v); err != nil {
			return err
		}
		*to = append(*to, v)
		return nil
	})
}

func box(n *yaml.Node, to *collision.AABB) error {
	if n.Kind != yaml.SequenceNode || len(n.Content) != 4 {
		return errorAt(n, "expected [left, top, right, bottom] here, not %s", describe(n))
	}
	for i, x := range []*float64{&to.Min.X, &to.Min.Y, &to.Max.X, &to.Max.Y} {
		if err := number(n.Content[i], x); err != nil {
			return err
		}
	}
	if to.IsEmpty() {
		return errorAt(n, "the right or bottom edge stands before the left or top one")
	}
	return nil
}

func isQuoted(n *yaml.Node) bool { return n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 }

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// description is what stands in a file, in words. It quotes little of it.
type description string

func describe(n *yaml.Node) description {
	switch n.Kind {
	case yaml.MappingNode:
		return "keys and values"
	case yaml.SequenceNode:
		return description(fmt.Sprintf("a list of %d", len(n.Content)))
	case yaml.AliasNode:
		return "a reference, which collider files have none of"
	}
	if isNull(n) {
		return "nothing"
	}
	return description(strconv.Quote(quote.Excerpt(n.Value)))
}
