package strictyaml

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// IsNull reports whether a node is null.
func IsNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// isText reports whether a scalar is marked as text: by quotes, block style, or a tag other than !!int and !!float.
func isText(n *yaml.Node) bool {
	if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return true
	}
	return n.Style&yaml.TaggedStyle != 0 && n.ShortTag() != "!!int" && n.ShortTag() != "!!float"
}

// Text reads a string. Unquoted words and numbers are strings too; null and binary values are not.
func (r *Reader) Text(n *yaml.Node, to *string) error {
	if err := r.checkText(n); err != nil {
		return err
	}
	*to = n.Value
	if n.Tag != "!!str" || isLive(n) && n.Style&^live == 0 {
		*to = strings.Clone(n.Value) // a substring would keep the whole text in memory
	}
	return nil
}

// Word works like [Reader.Text] for a string that is likely to repeat. Equal words share memory.
func (r *Reader) Word(n *yaml.Node, to *string) error {
	if err := r.checkText(n); err != nil {
		return err
	}
	*to = r.words.part(n.Value)
	return nil
}

func (r *Reader) checkText(n *yaml.Node) error {
	if n.Kind != yaml.ScalarNode || IsNull(n) || n.ShortTag() == "!!binary" {
		return r.Errorf(n, "expected text here, not %s", r.Describe(n))
	}
	return nil
}

// Words reads a list of strings as [Reader.Word] does.
func (r *Reader) Words(n *yaml.Node, to *[]string) error {
	*to = (*to)[:0:0]
	return r.Sequence(n, func(_ int, item *yaml.Node) error {
		var s string
		if err := r.Word(item, &s); err != nil {
			return err
		}
		*to = append(*to, s)
		return nil
	})
}

// Bool reads true or false.
func (r *Reader) Bool(n *yaml.Node, to *bool) error {
	isTrue := strings.EqualFold(n.Value, "true")
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!bool" || !isTrue && !strings.EqualFold(n.Value, "false") {
		return r.Errorf(n, "expected true or false here, not %s", r.Describe(n))
	}
	*to = isTrue
	return nil
}

// Int reads an integer.
func (r *Reader) Int(n *yaml.Node, to *int) error { return Integer(r, n, to) }

// Integer reads an integer in decimal digits, without quotes.
func Integer[T int | int32](r *Reader, n *yaml.Node, to *T) error {
	x, err := strconv.ParseInt(n.Value, 10, 64)
	if n.Kind != yaml.ScalarNode || isText(n) || err != nil {
		return r.Errorf(n, "expected a whole number here, not %s", r.Describe(n))
	}
	if int64(T(x)) != x {
		return r.Errorf(n, "%d is too large", x)
	}
	*to = T(x)
	return nil
}

// Version reads the version of a file's format, from 1 to highest. what is the file's kind in messages: "level".
func (r *Reader) Version(n *yaml.Node, what string, highest int, to *int) error {
	v, err := strconv.Atoi(n.Value)
	switch {
	case err != nil || v < 1 || n.ShortTag() != "!!int":
		return r.Errorf(n, "%q is not a version of the %s file", n.Value, what)
	case v > highest:
		return r.Errorf(n, "this %s was written by a newer Fillet (%s file %d; this one reads up to %d)", what, what, v,
			highest)
	}
	*to = v
	return nil
}

// Bits reads a set of 64 bits, written as an integer.
func (r *Reader) Bits(n *yaml.Node, to *uint64) error {
	x, err := strconv.ParseUint(n.Value, 10, 64)
	if n.Kind != yaml.ScalarNode || isText(n) || err != nil {
		return r.Errorf(n, "expected a set of bits here, a whole number from 0 to %d, not %s", uint64(math.MaxUint64),
			r.Describe(n))
	}
	*to = x
	return nil
}

// Number reads a finite number.
func (r *Reader) Number(n *yaml.Node, to *float64) error {
	if n.Kind != yaml.ScalarNode || isText(n) {
		return r.Errorf(n, "expected a number here, not %s", r.Describe(n))
	}
	if x, size := number(n.Value); size > 0 && size == len(n.Value) {
		*to = x
		return nil
	}
	x, err := strconv.ParseFloat(n.Value, 64)
	if errors.Is(err, strconv.ErrSyntax) {
		if s := strings.ToLower(strings.TrimLeft(n.Value, "+-")); s != ".inf" && s != ".nan" {
			return r.Errorf(n, "expected a number here, not %s", r.Describe(n))
		}
		x = math.NaN()
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return r.Errorf(n, "%s is not a finite number", n.Value)
	}
	*to = x + 0 // avoids -0
	return nil
}

// AtLeast0 reads a finite number that is not negative.
func (r *Reader) AtLeast0(n *yaml.Node, to *float64) error {
	var x float64
	if err := r.Number(n, &x); err != nil {
		return err
	}
	if x < 0 {
		return r.Errorf(n, "%g is less than 0", x)
	}
	*to = x
	return nil
}

// Numbers reads a list with exactly one number per target. what describes the form in errors, such as "[x, y]".
func (r *Reader) Numbers(n *yaml.Node, what Description, to ...*float64) error {
	if n.Kind != yaml.SequenceNode {
		return r.Errorf(n, "expected %s here, not %s", what, r.Describe(n))
	}
	if isLive(n) {
		return r.liveNumbers(n, to)
	}
	content := r.First(n, len(to))
	if len(content) != len(to) {
		return r.Errorf(n, "expected %s here, not %s", what, r.Describe(n))
	}
	for i, item := range content {
		if err := r.Number(item, to[i]); err != nil {
			return err
		}
	}
	return nil
}

// Pairs reads a list of pairs of numbers and calls add for each. what describes a pair in errors.
func (r *Reader) Pairs(n *yaml.Node, what Description, add func(x, y float64)) error {
	if isLive(n) && n.Kind == yaml.SequenceNode && n.Style&yaml.FlowStyle != 0 {
		return r.live.pairs(n, add)
	}
	return r.Sequence(n, func(_ int, item *yaml.Node) error {
		var x, y float64
		err := r.Numbers(item, what, &x, &y)
		if err == nil {
			add(x, y)
		}
		return err
	})
}

// Plain reads a string, a float64 or a bool.
func (r *Reader) Plain(n *yaml.Node) (any, error) {
	if n.Kind == yaml.ScalarNode {
		switch n.ShortTag() {
		case "!!bool":
			var b bool
			err := r.Bool(n, &b)
			return b, err
		case "!!int", "!!float":
			var x float64
			err := r.Number(n, &x)
			return x, err
		case "!!str", "!!timestamp":
			var s string
			err := r.Text(n, &s)
			return s, err
		}
	}
	return nil, r.Errorf(n, "expected a string, a number or a bool here, not %s", r.Describe(n))
}

// OneOf reads one of a few words.
func OneOf[T fmt.Stringer](r *Reader, n *yaml.Node, to *T, words ...T) error {
	if n.Kind == yaml.ScalarNode {
		for _, w := range words {
			if n.Value == w.String() {
				*to = w
				return nil
			}
		}
	}
	names := make([]string, len(words))
	for i, w := range words {
		names[i] = w.String()
	}
	return r.Errorf(n, "expected one of %s here, not %s%s", Description(strings.Join(names, ", ")), r.Describe(n),
		Suggest(n.Value, names))
}

// Suggest returns a hint, for messages, to the known word that the user probably meant, or "".
func Suggest(got string, known []string) Description {
	const limit = 2 // maximum number of changed letters
	best, distance := "", limit+1
	if len(got) > 30 {
		return ""
	}
	for _, k := range known {
		if n := editDistance(got, k); n < distance && n < len(k) {
			best, distance = k, n
		}
	}
	if best == "" {
		return ""
	}
	return Description(fmt.Sprintf(" (did you mean %q?)", best))
}

// editDistance returns the Levenshtein distance: the number of letters to insert, delete or replace.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}

// words holds a single copy of each text that is likely to repeat.
type words map[string]string

// maxWords limits the size of a words table if all words differ.
const maxWords = 4 << 10

// part returns the shared copy of a substring. The copy does not keep the whole text in memory.
func (w *words) part(s string) string {
	if known, ok := (*w)[s]; ok {
		return known
	}
	s = strings.Clone(s)
	w.keep(s)
	return s
}

// of returns bytes as a shared string.
func (w *words) of(b []byte) string {
	if known, ok := (*w)[string(b)]; ok {
		return known
	}
	s := string(b)
	w.keep(s)
	return s
}

func (w *words) keep(s string) {
	if len(s) > 64 || len(*w) >= maxWords {
		return
	}
	if *w == nil {
		*w = words{}
	}
	(*w)[s] = s
}
