package export_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"fillet/export"
	"fillet/export/colliders"
)

// The files in testdata/frozen, which an earlier release wrote with all its keys, load and are written back byte for
// byte. The exceptions are the tree, which is left out, and numbers with an exponent, which now have a point in YAML.
// The files are never regenerated.
func TestFrozenFiles(t *testing.T) {
	t.Parallel()
	for path, syntax := range map[string]export.Exporter{
		"testdata/frozen/every-key.colliders.json": export.JSON(),
		"testdata/frozen/every-key.colliders.yaml": export.YAML(),
	} {
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		head, tree, _ := strings.Cut(string(want), "\ntree:")
		if strings.HasSuffix(path, ".json") {
			head, tree, _ = strings.Cut(string(want), ",\n  \"tree\":")
			head += "\n}"
		}
		if strings.HasSuffix(path, ".yaml") {
			head = strings.ReplaceAll(head, "1e-07", "1.0e-07")
		}
		if tree == "" {
			t.Errorf("%s has no tree", path)
		}
		f, err := colliders.Load(bytes.NewReader(want))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		var got bytes.Buffer
		if err := export.WriteFile(&got, f, syntax); err != nil || got.String() != head+"\n" ||
			!slices.Equal(f.Ignored, []string{"tree"}) {
			t.Errorf("%s is written in other bytes (%v):\n%s", path, err, got.Bytes())
		}
		if _, err := export.Document(f, nil); err != nil {
			t.Errorf("%s does not become a level: %v", path, err)
		}
	}
}

// A file of the first release with detailed corners and edges still loads and is written back unchanged.
func TestFrozenCurves(t *testing.T) {
	t.Parallel()
	const path = "testdata/frozen/curves.colliders.json"
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := colliders.Load(bytes.NewReader(want))
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := export.WriteFile(&got, f, export.JSON()); err != nil || got.String() != string(want) {
		t.Errorf("%s is written in other bytes (%v):\n%s", path, err, got.Bytes())
	}
	if _, err := export.Document(f, nil); err != nil {
		t.Errorf("%s does not become a level: %v", path, err)
	}
}
