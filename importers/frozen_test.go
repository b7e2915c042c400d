package importers_test

import (
	"bytes"
	"os"
	"testing"

	"fillet/importers"
)

// An earlier release wrote the mapping in testdata/frozen, with every key that it had. It is never regenerated: it must
// stay readable and give the same text.
func TestFrozenMapping(t *testing.T) {
	t.Parallel()
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
