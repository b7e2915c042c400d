package codec_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"fillet/editor/level"
)

// The files in testdata/frozen were written by earlier releases, with every key that they had. They are never written anew:
// each opens for ever, and saving it unchanged gives the same bytes, but that numbers with an exponent have a point now.
func TestFrozenLevels(t *testing.T) {
	for _, path := range frozen(t, "*.level.yaml") {
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := level.Parse(want, path)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		want = bytes.ReplaceAll(want, []byte("[1e-07,"), []byte("[1.0e-07,"))
		got, err := level.Marshal(doc)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is saved in other bytes (%v):\n%s", path, err, got)
		}
	}
}

func frozen(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "frozen", pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no frozen files (%v)", err)
	}
	return paths
}
