// Package quote shortens and escapes strings from files so that messages can show them safely in a terminal, and
// formats counts with their nouns.
package quote

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxExcerpt is the maximum number of characters of a string that a message quotes.
const MaxExcerpt = 100

// Excerpt shortens a string for a message that quotes it with %q. Beyond MaxExcerpt characters it cuts the text and
// adds ….
func Excerpt(s string) string {
	if len(s) <= MaxExcerpt {
		return s
	}
	runes := 0
	cut := 0 // end of the excerpt if another character does not fit
	for i := range s {
		if runes == MaxExcerpt-1 {
			cut = i
		}
		if runes++; runes > MaxExcerpt {
			return strings.Clone(s[:cut]) + "…" // a clone, so that the message does not keep all of s in memory
		}
	}
	return s
}

// Count returns a number with its regular noun, such as "1 shape", "2 shapes", "2 entities" or "2 losses".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	stem, isY := strings.CutSuffix(noun, "y")
	switch {
	case isY && !strings.HasSuffix(stem, "a") && !strings.HasSuffix(stem, "e"):
		noun = stem + "ies"
	case strings.HasSuffix(noun, "s"):
		noun += "es"
	default:
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// Plural returns one of two whole sentences: one for a single object, or else many, in which %d is the number.
func Plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return strings.ReplaceAll(many, "%d", strconv.Itoa(n))
}

// Printable shortens a string like [Excerpt] and escapes it like [Escaped], for a message that shows it without quotes.
func Printable(s string) string {
	return Escaped(Excerpt(s))
}

// Escaped escapes unprintable characters and invalid UTF-8 in a string of any length.
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

// ShortPath escapes a path, or a position in a file, for a message that shows it without quotes. It keeps only the end
// of an unusually long path.
func ShortPath(path string) string {
	const limit = 3 * MaxExcerpt
	if len(path) <= limit {
		return Escaped(path)
	}
	tail := strings.ToValidUTF8(path[len(path)-MaxExcerpt+1:], "")
	return "…" + Escaped(tail)
}

// ShortError shortens the message of a library's error, which may quote a file at any length. The result unwraps to
// err.
func ShortError(err error) error {
	const limit = 3 * MaxExcerpt
	if err == nil || len(err.Error()) <= limit {
		return err
	}
	return &shortError{err}
}

type shortError struct{ err error }

func (e *shortError) Error() string { return Excerpt(e.err.Error()) }

func (e *shortError) Unwrap() error { return e.err }

// Excerpts shortens every string among the arguments of a message with [Excerpt].
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
