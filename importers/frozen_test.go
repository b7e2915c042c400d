package importers_test

import (
	"bytes"
	"os"
	"testing"

	"fillet/importers"
)

// The mapping in testdata/frozen was written by an earlier release, with every key that it had. It is never written anew:
// it is read for ever, and gives the same text.
func TestFrozenMapping(t *testing.T) {
	const path = "testdata/frozen/every-key.map.yaml"
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := importers.ReadMapping(bytes.NewReader(want), path)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.String(); got != string(want) {
		t.Errorf("%s has another text:\n%s", path, got)
	}
}
