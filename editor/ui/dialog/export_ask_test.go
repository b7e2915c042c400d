package dialog

import (
	"strings"
	"testing"
)

func TestPlainLine(t *testing.T) {
	for in, want := range map[string]string{
		"a\nb": `a\nb`, "a\x1b[2Jb": `a\x1b[2Jb`, "a\u202eb": `a\u202eb`, `C:\a "b"`: `C:\a "b"`, "é世": "é世",
		strings.Repeat("a", 5000) + "b": strings.Repeat("a", 200) + "…" + strings.Repeat("a", 199) + "b",
	} {
		if got := plainLine(in); got != want {
			t.Errorf("plainLine(%.20q) = %q, want %q", in, got, want)
		}
	}
}
