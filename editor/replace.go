package editor

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fillet/editor/level"
)

// Replacement holds the parameters of a search and replace in names and tags.
type Replacement struct {
	Find, With   string
	WholeWord    bool
	MatchCase    bool
	IsExpression bool // Find is a regular expression, and With may contain $1 or ${name}
	InNames      bool
	InTags       bool
	expression   *regexp.Regexp
}

// Replaced is the new name and tags of a shape.
type Replaced struct {
	Collider *level.Collider // the current record
	Name     string          // the new name
	Tags     []string        // the new tags
}

// Replacements is the result of a search and replace.
type Replacements struct {
	Shapes  []Replaced // changed shapes, in drawing order
	Matches int        // number of matches in unlocked shapes
	Names   int        // number of changed names
	Tags    int        // number of changed tags
	Locked  int        // number of locked shapes with matches, which stay unchanged
}

// maxReplaced limits the length of a name or a tag, in bytes.
const maxReplaced = 1 << 20

// Plan returns the replacements in the shapes for which in is true, or in all of them if in is nil.
func (r Replacement) Plan(doc *level.Document, in func(level.ID) bool) (*Replacements, error) {
	if err := r.compile(); err != nil {
		return nil, err
	}
	out := &Replacements{}
	for c := range doc.Colliders() {
		if in != nil && !in(c.ID) {
			continue
		}
		if err := r.collect(doc, c, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (r *Replacement) compile() error {
	if r.Find == "" {
		return errors.New("enter text to find")
	}
	if !r.InNames && !r.InTags {
		return errors.New("choose names or tags to search")
	}
	text := r.Find
	if !r.IsExpression {
		text = regexp.QuoteMeta(text)
	}
	if !r.MatchCase {
		text = "(?i:" + text + ")"
	}
	var err error
	if r.expression, err = regexp.Compile(text); err != nil {
		var bad *syntax.Error
		if errors.As(err, &bad) {
			return fmt.Errorf("invalid regular expression: %s", bad.Code)
		}
		return fmt.Errorf("invalid regular expression: %w", err)
	}
	return nil
}

// collect adds the replacements in one shape.
func (r *Replacement) collect(doc *level.Document, c *level.Collider, out *Replacements) error {
	next := Replaced{Collider: c, Name: c.Name, Tags: c.Tags}
	matches, names, tags := 0, 0, 0
	if r.InNames {
		name, n, err := r.in(c.Name)
		if err != nil {
			return err
		}
		if matches += n; name != c.Name {
			next.Name, names = name, 1
		}
	}
	if r.InTags {
		var kept []string
		for _, tag := range c.Tags {
			t, n, err := r.in(tag)
			if err != nil {
				return err
			}
			if matches += n; t != tag {
				tags++
			}
			if t = strings.TrimSpace(t); t != "" && !slices.Contains(kept, t) { // typed tags are trimmed and unique too
				kept = append(kept, t)
			}
		}
		if tags > 0 {
			next.Tags = kept
		}
	}
	switch {
	case matches == 0:
	case doc.Locked(c):
		out.Locked++
	default:
		out.Matches, out.Names, out.Tags = out.Matches+matches, out.Names+names, out.Tags+tags
		if names+tags > 0 {
			out.Shapes = append(out.Shapes, next)
		}
	}
	return nil
}

// in replaces all matches in a string and returns their number.
func (r *Replacement) in(s string) (string, int, error) {
	found := r.expression.FindAllStringSubmatchIndex(s, -1)
	if found == nil {
		return s, 0, nil
	}
	var b []byte
	n, at := 0, 0
	for _, m := range found {
		if r.WholeWord && !isWord(s, m[0], m[1]) {
			continue
		}
		n++
		b = append(b, s[at:m[0]]...)
		if r.IsExpression {
			b = r.expression.ExpandString(b, r.With, s, m)
		} else {
			b = append(b, r.With...)
		}
		if at = m[1]; len(b) > maxReplaced {
			return "", 0, errors.New("a name or a tag would be longer than 1 MB")
		}
	}
	return string(append(b, s[at:]...)), n, nil
}

// isWord reports whether s[from:to] starts and ends at word boundaries, in any script.
func isWord(s string, from, to int) bool {
	if from == to {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:from])
	first, _ := utf8.DecodeRuneInString(s[from:])
	last, _ := utf8.DecodeLastRuneInString(s[:to])
	after, _ := utf8.DecodeRuneInString(s[to:])
	return !(from > 0 && isOfWord(before) && isOfWord(first)) && !(to < len(s) && isOfWord(last) && isOfWord(after))
}

func isOfWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// Diff returns the change to the document.
func (c *Replacements) Diff() level.Diff {
	var d level.Diff
	for _, r := range c.Shapes {
		d.Colliders = append(d.Colliders, changeOf(r.Collider, func(c *level.Collider) {
			c.Name, c.Tags = r.Name, r.Tags
		}))
	}
	return d
}
