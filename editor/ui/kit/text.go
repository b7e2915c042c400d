package kit

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2/canvas"
)

// SetInk sets the text and its colour if they differ; see [SetText].
func SetInk(t *canvas.Text, s string, ink color.Color) {
	if s = Visual(s); t.Text != s || t.Color != ink {
		t.Text, t.Color = s, ink
		t.Refresh()
	}
}

// SetText sets the text if it differs, because every refresh repaints the window.
func SetText(t *canvas.Text, s string) {
	if s = Visual(AtMost(s, MaxShown)); t.Text != s {
		t.Text = s
		t.Refresh()
	}
}

// ShortenLeft shortens a string to limit characters by replacing its beginning with ….
func ShortenLeft(s string, limit int) string {
	r := []rune(s)
	if len(r) <= limit {
		return s
	}
	return "…" + string(r[len(r)-limit+1:])
}

// Sentence capitalises the first letter.
func Sentence(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// Shorten shortens a string to limit characters by replacing its end with ….
func Shorten(s string, limit int) string {
	if firstRunes(s, limit) == s {
		return s
	}
	return firstRunes(s, limit-1) + "…"
}

// firstRunes returns the first limit characters of a string without scanning the rest.
func firstRunes(s string, limit int) string {
	n := 0
	for i := range s {
		if n == limit {
			return s[:i]
		}
		n++
	}
	return s
}

// Words splits a comma-separated list, without duplicates and empty entries.
func Words(s string) []string {
	var words []string
	for word := range strings.SplitSeq(s, ",") {
		if word = strings.TrimSpace(word); word != "" && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// HoldsAll reports whether a string contains all words.
func HoldsAll(text string, words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
}

// Milliseconds formats a duration as 1.20 ms.
func Milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.2f ms", float64(d.Nanoseconds())/1e6)
}
