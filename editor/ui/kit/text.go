package kit

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2/canvas"
)

// SetInk changes a text and its colour, only where they differ; see [SetText].
func SetInk(t *canvas.Text, s string, ink color.Color) {
	if s = Visual(s); t.Text != s || t.Color != ink {
		t.Text, t.Color = s, ink
		t.Refresh()
	}
}

// SetText changes a text only where it differs: every refresh repaints the window.
func SetText(t *canvas.Text, s string) {
	if s = Visual(AtMost(s, MostShown)); t.Text != s {
		t.Text = s
		t.Refresh()
	}
}

// ShortenLeft keeps the end of a text.
func ShortenLeft(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return "…" + string(r[len(r)-most+1:])
}

// Sentence begins with a capital.
func Sentence(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// Shorten cuts a text to so many characters, the last of which is then an ellipsis.
func Shorten(s string, most int) string {
	if firstRunes(s, most) == s {
		return s
	}
	return firstRunes(s, most-1) + "…"
}

// firstRunes is so many characters of a text at most. It looks at no more.
func firstRunes(s string, most int) string {
	n := 0
	for i := range s {
		if n == most {
			return s[:i]
		}
		n++
	}
	return s
}

// Words lists what stands between the commas of a text, each once; none is nil.
func Words(s string) []string {
	var words []string
	for word := range strings.SplitSeq(s, ",") {
		if word = strings.TrimSpace(word); word != "" && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// Count is a number of things, such as 1 shape or 2 shapes.
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// Milliseconds is a time as 1.2 ms.
func Milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.2f ms", float64(d.Nanoseconds())/1e6)
}
