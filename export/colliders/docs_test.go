package colliders

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table in docs/EXPORT.md anew")

// TestKeysAreDocumented compares the table of keys in docs/EXPORT.md with the program's.
func TestKeysAreDocumented(t *testing.T) {
	const page, from, to = "../../docs/EXPORT.md", "<!-- keys: collider -->\n", "<!-- end of keys: collider -->\n"
	table := "| key | |\n|---|---|\n"
	for _, r := range colliderRows {
		table += fmt.Sprintf("| `%s` | %s |\n", r.key, r.doc)
	}
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), from)
	was, after, end := strings.Cut(rest, to)
	switch {
	case !ok || !end:
		t.Fatalf("%s has no place for the table", page)
	case *update:
		if err := os.WriteFile(page, []byte(before+from+table+to+after), 0o644); err != nil {
			t.Fatal(err)
		}
	case was != table:
		t.Errorf("the table in %s differs from the program's: make golden", page)
	}
}
