package ui

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// keysIn returns the keys in the first column of a file's key table, which starts at the first "| key |".
func keysIn(t *testing.T, path string) map[string]bool {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(data), "| key | does |\n|---|---|\n")
	if !ok {
		t.Fatalf("%s has no table of keys", path)
	}
	out := map[string]bool{}
	for line := range strings.Lines(rest) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 {
			break
		}
		for _, word := range regexp.MustCompile("[A-Za-z0-9]+").FindAllString(cells[1], -1) {
			out[word] = true
		}
	}
	return out
}

// The key tables of the documents list only keys that a playtest has, and docs/PLAYTEST.md lists all of them.
func TestDocsListKeys(t *testing.T) {
	m := modeForTest(t)
	known := map[string]bool{"arrows": true, "or": true, "with": true, "the": true, "mouse": true}
	var all []string
	for _, line := range m.keyLines() {
		for _, word := range regexp.MustCompile("[A-Za-z0-9]+").FindAllString(line.what, -1) {
			known[word] = true
			if line.what != "gamepad" && !strings.Contains(line.what, "F5") {
				all = append(all, word)
			}
		}
	}
	for _, path := range []string{"../../docs/PLAYTEST.md", "../../docs/guide/playing.md"} {
		for key := range keysIn(t, path) {
			if !known[key] {
				t.Errorf("%s names the key %q, which a playtest does not have", path, key)
			}
		}
	}
	named := keysIn(t, "../../docs/PLAYTEST.md")
	for _, key := range []string{"Left", "Right"} {
		named[key] = named["arrows"]
	}
	for _, key := range all {
		if !named[key] {
			t.Errorf("docs/PLAYTEST.md does not name the key %q", key)
		}
	}
}
