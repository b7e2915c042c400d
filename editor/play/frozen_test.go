package play_test

import (
	"bytes"
	"os"
	"testing"

	"fillet/editor/play"
)

// The inputs in testdata/frozen were recorded by an earlier release, with every keyword that it had. They are never
// rewritten: they must stay readable forever and be written back unchanged.
func TestFrozenInputs(t *testing.T) {
	t.Parallel()
	const path = "testdata/frozen/run.inputs"
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := play.ReadRecording(bytes.NewReader(want))
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if _, err := r.WriteTo(&got); err != nil || !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s is written differently (%v):\n%s", path, err, got.Bytes())
	}
}
