package level_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"fillet/editor/level"
)

// The files in testdata/frozen were written by earlier releases, with every key that they had. They are never
// rewritten. Each always opens, and saving it unchanged gives the same bytes, except that numbers with an exponent now
// have a point, and that obsolete keys are dropped.
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
		want = droppedLists.ReplaceAll(want, nil)
		got, err := level.Marshal(doc)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is saved differently (%v):\n%s", path, err, got)
		}
	}
}

var droppedLists = regexp.MustCompile(`(?m)^(selections|views):\n(  - .*\n)+`)

// Obsolete keys are read whatever the version, and conflicts about them are dropped with them.
func TestDroppedKeys(t *testing.T) {
	const begin, end = "name: a\nsize: [64, 64]\n", "layers: []\n"
	want, err := level.Parse([]byte("fillet: 1\n"+begin+end), "a")
	if err != nil {
		t.Fatal(err)
	}
	for _, dropped := range []string{
		"fillet: 1\n" + begin + "views:\n  - {key: 1, center: [0, 0]}\n",
		"fillet: 2\n" + begin + "selections:\n  - {name: a, ids: [c1]}\n",
		"fillet: 2\n" + begin + "conflicts:\n  - {id: level, key: views.1, ours: {key: 1}}\n",
	} {
		doc, err := level.Parse([]byte(dropped+end), "a")
		if err != nil || !doc.Settings().Equal(want.Settings()) {
			t.Errorf("%s: %v", dropped, err)
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
