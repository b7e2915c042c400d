package colliders

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the tables in docs/EXPORT.md")

// The tables of keys in docs/EXPORT.md are up to date.
func TestKeysAreDocumented(t *testing.T) {
	t.Parallel()
	const page = "../../docs/EXPORT.md"
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	text := withTable(t, string(data), "level", levelRows)
	text = withTable(t, withTable(t, text, "collider", colliderRows), "shape", shapeRows)
	text = withTable(t, withTable(t, text, "joint", jointRows), "path", pathRows)
	switch {
	case *update:
		if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	case text != string(data):
		t.Errorf("the tables of keys in %s differ from the program's: make golden", page)
	}
}

// withTable returns a page with a current table of a record's keys.
func withTable[T any](t *testing.T, page, name string, rows []row[T]) string {
	from, to := "<!-- keys: "+name+" -->\n", "<!-- end of keys: "+name+" -->\n"
	before, rest, ok := strings.Cut(page, from)
	_, after, end := strings.Cut(rest, to)
	if !ok || !end {
		t.Fatalf("there is no place for the keys of a %s", name)
	}
	table := "| key | |\n|---|---|\n"
	for _, r := range rows {
		var of string
		for _, kind := range r.kinds {
			of += ", " + string(kind)
		}
		if of != "" {
			of = of[2:] + ": "
		}
		table += fmt.Sprintf("| `%s` | %s%s |\n", r.key, of, r.doc)
	}
	return before + from + table + to + after
}
