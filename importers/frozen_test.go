package importers_test

import (
	"bytes"
	"os"
	"testing"

	"fillet/importers"
)

// The mapping in testdata/frozen, from an earlier release and with every key of that time, stays readable and gives the
// same text. It is never regenerated.
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
		t.Errorf("%s is written as\n%s", path, got)
	}
}
