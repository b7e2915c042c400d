package level

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

var Update = flag.Bool("update", false, "write the tables in docs anew")

// CheckDocs compares the table between two comments of a page with the program's.
func CheckDocs(t *testing.T, page, name, table string) {
	t.Helper()
	from, to := "<!-- "+name+" -->\n", "<!-- end of "+name+" -->\n"
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), from)
	was, after, end := strings.Cut(rest, to)
	switch {
	case !ok || !end:
		t.Errorf("%s has no place for the table %s", page, name)
	case *Update:
		if err := os.WriteFile(page, []byte(before+from+table+to+after), 0o644); err != nil {
			t.Fatal(err)
		}
	case was != table:
		t.Errorf("the table %s in %s differs from the program's: make golden", name, page)
	}
}

// TestKeysAreDocumented compares the tables of keys in docs/LEVEL-FILE.md with the program's.
func TestKeysAreDocumented(t *testing.T) {
	check := func(name, table string) { CheckDocs(t, "../../docs/LEVEL-FILE.md", "keys: "+name, table) }
	check("level", keyTable(settingsSchema.rows))
	check("playtest", keyTable(playSchema.rows))
	check("export", keyTable(presetSchema.rows))
	check("layer", keyTable(layerRows))
	check("collider", keyTable(colliderRows))
	check("path", keyTable(pathSchema.rows))
	check("group", keyTable(groupSchema.rows))
	check("joint", keyTable(jointSchema.rows))
	check("instance", keyTable(instanceSchema.rows))
	check("import", keyTable(importSchema.rows))
	check("ignored", keyTable(ignoredSchema.rows))
	check("picture", keyTable(pictureSchema.rows))
	check("conflict", keyTable(conflictRows))
}

// keyTable returns the table of the keys of a record.
func keyTable[T any](rows []Field[T]) string {
	var b strings.Builder
	b.WriteString("| key | value | default |\n|---|---|---|\n")
	for _, r := range rows {
		key, doc, unset := "`"+r.Key+"`", r.doc, r.unset
		switch {
		case r.required, unset == "" && r.isUsual == nil && r.lines == nil && r.has == nil:
			key += " *"
		case unset != "":
		case r.usual == "":
			unset = "none"
		case r.usual == "true", r.usual == "false":
			unset = r.usual
		default:
			if x, err := strconv.ParseFloat(r.usual, 64); err == nil {
				unset = fmt.Sprintf("%.4g", x)
				break
			}
			unset = "`" + r.usual + "`"
		}
		if doc == "" {
			panic("the key " + r.Key + " has no documentation")
		}
		if r.since > 1 {
			doc += ". Version " + fmt.Sprint(r.since)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", key, doc, unset)
	}
	return strings.ReplaceAll(b.String(), "|  |", "| |")
}
