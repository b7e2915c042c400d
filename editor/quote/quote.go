// Package quote has texts of files as messages quote them: short, and without what a terminal would take for a command.
package quote

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxExcerpt is how many characters of a name or another text of a file a message quotes.
const MaxExcerpt = 100

// Excerpt is a text of a file for a message that quotes it with %q: all of it, or its beginning and … where it has more than
// MaxExcerpt characters.
func Excerpt(s string) string {
	if len(s) <= MaxExcerpt {
		return s
	}
	runes := 0
	cut := 0 // where the last character stands that is left where one more does not fit
	for i := range s {
		if runes == MaxExcerpt-1 {
			cut = i
		}
		if runes++; runes > MaxExcerpt {
			return strings.Clone(s[:cut]) + "…" // a clone, so that a message does not keep the whole
		}
	}
	return s
}

// Printable is Excerpt for a message that shows the text without quotes: what a terminal would take for a command, and
// what is no text, is escaped.
func Printable(s string) string {
	return Escaped(Excerpt(s))
}

// Escaped is a text of any length with its control characters and what is no text as escapes.
func Escaped(s string) string {
	plain := func(r rune) bool { return unicode.IsPrint(r) && r != utf8.RuneError }
	if strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case plain(r):
			b.WriteRune(r)
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)):
			b.WriteString(`\x`)
			const hex = "0123456789abcdef"
			b.WriteByte(hex[s[i]>>4])
			b.WriteByte(hex[s[i]&15])
		default:
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}

// ShortPath is the path of a file, or of a place in one, for a message that shows it without quotes: its end where it is
// longer than paths of people's files are.
func ShortPath(path string) string {
	const most = 3 * MaxExcerpt
	if len(path) <= most {
		return Escaped(path)
	}
	tail := strings.ToValidUTF8(path[len(path)-MaxExcerpt+1:], "")
	return "…" + Escaped(tail)
}

// ShortError is an error of a library whose message may quote a text of a file at any length, with a message that does not.
func ShortError(err error) error {
	const most = 3 * MaxExcerpt
	if err == nil || len(err.Error()) <= most {
		return err
	}
	return &shortError{err}
}

type shortError struct{ err error }

func (e *shortError) Error() string { return Excerpt(e.err.Error()) }

func (e *shortError) Unwrap() error { return e.err }

// Excerpts is the arguments of a message with each text in place of itself as [Excerpt] gives it.
func Excerpts(args []any) []any {
	out := make([]any, len(args))
	for i, a := range args {
		if s, ok := a.(string); ok {
			a = Excerpt(s)
		}
		out[i] = a
	}
	return out
}
