package export_test

import (
	"bytes"
	"testing"

	"fillet/editor/level"
	"fillet/export"
)

// TestGameplayIsExported: the tags and the numbers of gameplay objects are in every format that games read.
func TestGameplayIsExported(t *testing.T) {
	t.Parallel()
	doc, err := level.Open("../assets/samples/machines.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range targets() {
		if e.Name() == export.SVG().Name() || e.Name() == export.TiledWorld().Name() { // a picture, and a list of files
			continue
		}
		got, _ := exportedTo(t, e, doc, export.Options{})
		for _, word := range []string{
			"spring", "spring_speed", "540", "conveyor_speed", "crumble_return", "hazard",
			"checkpoint", "opens", "switch_mode", "once", "needs_all", "stompable",
		} {
			if !bytes.Contains(got, []byte(word)) {
				t.Errorf("%s does not say %s", e.Name(), word)
			}
		}
	}
}
