package strictyaml

import (
	"encoding/json"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"
)

// Unquote reads up to the closing quote, regardless of the rest. For any other form it returns size 0.
func TestUnquoteKnowsOneForm(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]struct {
		text       string
		size, wide int
	}{
		`""`: {"", 2, 0}, `"a"b"`: {"a", 3, 0}, `"é😀"`: {"é😀", 8, 4}, `"\"\\\n\t"`: {"\"\\\n\t", 10, 0},
		`"\u00e9\U0001F600"`: {"é😀", 18, 0},
	} {
		if text, size, wide := Unquote(nil, []byte(data)); string(text) != want.text || size != want.size ||
			wide != want.wide {
			t.Errorf("%s is %q of %d bytes, %d wide; want %+v", data, text, size, wide, want)
		}
	}
	for _, data := range []string{
		`"`, `"a`, `"a\`, `"a\"`, "\"a\nb\"", "\"\t\"", "\"\x7f\"", "\"\u2028\"", "\"\ufeff\"", "\"\xff\"", "\"\xc3",
		`"\x41"`, `"\r"`, `"\/"`, `"\u00e"`, `"\u00"`, `"\ud800"`, `"\U00110000"`, `"\U0001F60"`, `"\u+123"`,
	} {
		if _, size, wide := Unquote(nil, []byte(data)); size != 0 || wide != 0 {
			t.Errorf("%q is read as a string of %d bytes, %d wide", data, size, wide)
		}
	}
}

// A quoted text is one line of printable characters. YAML, JSON and Unquote all read it back unchanged.
func TestQuotedReadsBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
			"", "a\"b\\c\n\t", "\x00\x1b\x7f\u0085\u2028\ufeff",
			"\U0001f600\U000e0001é", "no",
		})).Draw(t, "text")
		quoted := AppendQuoted([]byte("x"), s)[1:]
		var fromYAML, fromJSON string
		if err := yaml.Unmarshal(quoted, &fromYAML); err != nil || fromYAML != s {
			t.Fatalf("%q is written as %s, which YAML reads as %q (%v)", s, quoted, fromYAML, err)
		}
		inJSON := AppendQuotedJSON(nil, s)
		if err := json.Unmarshal(inJSON, &fromJSON); err != nil || fromJSON != s {
			t.Fatalf("%q is written as %s, which JSON reads as %q (%v)", s, inJSON, fromJSON, err)
		}
		if back, size, _ := Unquote(nil, append(quoted, `: "x"`...)); string(back) != s || size != len(quoted) {
			t.Fatalf("%q is written as %s, which Unquote reads as %q in %d bytes", s, quoted, back, size)
		}
		if strings.ContainsAny(string(quoted), "\n\x1b\u2028") {
			t.Fatalf("%q is written as %q", s, quoted)
		}
	})
}

func TestReserved(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{
		"yes": true, "No": true, "NULL": true, "y": true, "yess": false, "": false,
		"nothing": false,
	} {
		if IsReserved(word) != want {
			t.Errorf("IsReserved(%q) = %v", word, !want)
		}
	}
}
