package level

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

var Update = flag.Bool("update", false, "rewrite the tables in docs")

// CheckDocs compares the table between two comments of a page with the table that the program generates.
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

// TestKeysAreDocumented compares the tables of keys in docs/LEVEL-FILE.md with the program's tables.
func TestKeysAreDocumented(t *testing.T) {
	t.Parallel()
	check := func(name, table string) { CheckDocs(t, "../../docs/LEVEL-FILE.md", "keys: "+name, table) }
	play, collider := DefaultPlaytest(), newRecord()
	collider.Shape.Rounding = Inset
	check("level", keyTable(settingsSchema.rows, &Settings{}))
	check("playtest", keyTable(playSchema.rows, &play))
	check("export", keyTable(presetSchema.rows, &ExportPreset{}))
	check("layer", keyTable(layerRows, &Layer{}))
	check("collider", keyTable(colliderRows, collider))
	check("path", keyTable(pathSchema.rows, &Path{}))
	check("group", keyTable(groupSchema.rows, &Group{}))
	check("joint", keyTable(jointSchema.rows, &Joint{}))
	check("instance", keyTable(instanceSchema.rows, &Instance{}))
	check("import", keyTable(importSchema.rows, &Import{}))
	check("ignored", keyTable(ignoredSchema.rows, &Ignored{}))
	check("picture", keyTable(pictureSchema.rows, &pictureEntries.start))
	check("conflict", keyTable(conflictRows, &Conflict{}))
}

// keyTable returns the table of a record's keys. usual is a record with the default values.
func keyTable[T any](rows []Field[T], usual *T) string {
	var b strings.Builder
	b.WriteString("| key | value | default |\n|---|---|---|\n")
	for _, r := range rows {
		key, doc, unset := "`"+r.Key+"`", r.description(), r.unset
		switch {
		case r.required, unset == "" && r.isUsual == nil && r.lines == nil && r.has == nil:
			key += " *"
		case unset == "":
			unset = usualText(r, usual)
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

// usualText returns the value of a record as in a table.
func usualText[T any](f Field[T], of *T) string {
	text := ""
	if f.text != nil {
		text = f.Text(of)
	}
	switch text {
	case "", `""`, "[]":
		return "none"
	case "true", "false":
		return text
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return fmt.Sprintf("%.4g", x)
	}
	return "`" + text + "`"
}
