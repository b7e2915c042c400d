package exportcheck

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// Loaders are short enough to read before copying them, and name their license.
func TestLoadersAreShort(t *testing.T) {
	limits := map[string]int{".js": 130, ".lua": 130}
	count := 0
	err := filepath.WalkDir(loaders, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		count++
		limit, ok := limits[filepath.Ext(path)]
		if !ok {
			limit = 300
		}
		lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		if len(lines) > limit {
			t.Errorf("%s has %d lines, more than %d", path, len(lines), limit)
		}
		if ext := filepath.Ext(path); !slices.Contains([]string{".mod", ".sum", ".cfg", ".go"}, ext) &&
			!strings.Contains(string(text), "MIT License") {
			t.Errorf("%s does not name its license", path)
		}
		for i, line := range lines {
			if n := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")); n > 120 {
				t.Errorf("%s:%d has %d columns, more than 120", path, i+1, n)
			}
		}
		return nil
	})
	if err != nil || count == 0 {
		t.Fatal(count, err)
	}
}
