package strictyaml

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// The position after text counts characters and lines, with any line endings.
func TestPlaceAfterAText(t *testing.T) {
	t.Parallel()
	ends := strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{
			"a", "é", " ", "\n", "\r\n", "\r", "\u0085",
			"\u2028", "\u2029",
		}), 0, 6).Draw(t, "text"), "")
		start := textPlace{rapid.IntRange(1, 9).Draw(t, "line"), rapid.IntRange(1, 9).Draw(t, "column")}
		lines := strings.Split(ends.Replace(text), "\n")
		want := textPlace{start.line + len(lines) - 1, utf8.RuneCountInString(lines[len(lines)-1])}
		if want.column++; len(lines) == 1 {
			want.column += start.column - 1
		}
		if got := start.after([]byte(text)); got != want {
			t.Fatalf("after %q from %v comes %v, want %v", text, start, got, want)
		}
	})
}
