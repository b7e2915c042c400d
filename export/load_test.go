package export_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"
)

func TestDocumentErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ old, new, want string }{
		{`"category": 1`, `"category": 4`, "collider c1: category 0x4 has bits without a category"},
		{`[64, 16], [0, 16]]`, `[0, 16], [64, 16]]`, "collider c1 (floor)"},
		{`"radius": 4, "rounding"`, `"radius": 40, "rounding"`, "collider c1 (floor)"},
	} {
		f, err := colliders.Load(strings.NewReader(strings.Replace(designed, tt.old, tt.new, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := export.Document(f, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Document with %s = %v, want %q", tt.new, err, tt.want)
		}
	}
}

func TestDocumentOfForeignIDs(t *testing.T) {
	t.Parallel()
	second := strings.Replace(designed[strings.Index(designed, `{"id"`):len(designed)-2], `"c1"`, `"wall"`, 1)
	f, err := colliders.Load(strings.NewReader(designed[:len(designed)-2] + ", " + second + "]}"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := export.Document(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := export.Document(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	rest := slices.DeleteFunc(slices.Collect(doc.Colliders()), func(c *level.Collider) bool { return c.ID == 1 })
	if doc.Len() != 2 || len(rest) != 1 || again.Collider(rest[0].ID) == nil {
		t.Errorf("besides c1, the level has %v, want one collider with a reproducible id", rest)
	}
}

// Any file that loads can be written again and turned into a level.
func FuzzLoadWritten(f *testing.F) {
	f.Add([]byte(designed))
	for _, e := range syntaxes() {
		f.Add(exported(f, e, someLevel(f)))
	}
	f.Add([]byte(`{"format": "fillet-colliders", "version": 1`))
	f.Add([]byte("format: fillet-colliders\nversion: 1\na: &a [*a]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := colliders.Load(bytes.NewReader(data))
		if err != nil {
			return
		}
		var once, twice bytes.Buffer
		if err := export.WriteFile(&once, file, export.JSON()); err != nil {
			t.Fatal(err)
		}
		again, err := colliders.Load(bytes.NewReader(once.Bytes()))
		if err != nil {
			t.Fatalf("a file that was loaded and written does not load: %v", err)
		}
		if err := export.WriteFile(&twice, again, export.JSON()); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(once.Bytes(), twice.Bytes()) {
			t.Fatalf("writing twice gives different files:\n%s\n%s", once.Bytes(), twice.Bytes())
		}
		if len(file.Colliders) < 100 {
			_, _ = export.Document(file, nil)
		}
	})
}
