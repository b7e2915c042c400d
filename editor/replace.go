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

// Replacement replaces text in names and tags.
type Replacement struct {
	Find, With   string
	WholeWord    bool
	MatchCase    bool
	IsExpression bool // Find is a regular expression, and $1 or ${name} in With a group of it
	InNames      bool
	InTags       bool
	expression   *regexp.Regexp
}

// Replaced is what becomes of one shape.
type Replaced struct {
	Collider *level.Collider // as it is
	Name     string          // as it will be
	Tags     []string        // likewise
}

// Replacements is the result of a search and replace.
type Replacements struct {
	Shapes  []Replaced // those that change, in drawing order
	Matches int        // in all of them
	Names   int        // that change
	Tags    int        // likewise
	Locked  int        // shapes with matches that are locked, and stay as they are
}

// mostReplaced is how long a name or a tag may become.
const mostReplaced = 1 << 20

// Plan looks for what is replaced in those of the level's shapes for which in is true; nil: in all of them.
func (r Replacement) Plan(doc *level.Document, in func(level.ID) bool) (*Replacements, error) {
	if err := r.compile(); err != nil {
		return nil, err
	}
	out := &Replacements{}
	for c := range doc.Colliders() {
		if in != nil && !in(c.ID) {
			continue
		}
		if err := r.look(doc, c, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (r *Replacement) compile() error {
	if r.Find == "" {
		return errors.New("there is nothing to find")
	}
	if !r.InNames && !r.InTags {
		return errors.New("neither names nor tags are searched")
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
			return fmt.Errorf("the regular expression is not valid: %s", bad.Code)
		}
		return fmt.Errorf("the regular expression is not valid: %w", err)
	}
	return nil
}

// look adds what becomes of one shape.
func (r *Replacement) look(doc *level.Document, c *level.Collider, out *Replacements) error {
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
			if t = strings.TrimSpace(t); t != "" && !slices.Contains(kept, t) { // as typed tags are
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

// in is a text with all matches replaced, and how many those are.
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
		if at = m[1]; len(b) > mostReplaced {
			return "", 0, errors.New("a name or a tag would be longer than 1 MB")
		}
	}
	return string(append(b, s[at:]...)), n, nil
}

// isWord reports whether a word begins at one place of a text and ends at another, in any script.
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

// Diff is the change of the document.
func (c *Replacements) Diff() level.Diff {
	var d level.Diff
	for _, r := range c.Shapes {
		out := *r.Collider
		out.Name, out.Tags = r.Name, r.Tags
		d.Colliders = append(d.Colliders, level.Changed(r.Collider, &out))
	}
	return d
}
