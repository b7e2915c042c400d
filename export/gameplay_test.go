package export_test

import (
	"bytes"
	"testing"

	"fillet/editor/level"
	"fillet/export"
)

// Every format for games has the tags and numbers of gameplay objects.
func TestGameplayIsExported(t *testing.T) {
	t.Parallel()
	doc, err := level.Open("../assets/samples/machines.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range targets() {
		if e.Name() == export.SVG().Name() || e.Name() == export.TiledWorld().Name() { // a picture and a list of files
			continue
		}
		got, _ := exportedTo(t, e, doc, export.Options{})
		for _, word := range []string{
			"spring", "spring_speed", "540", "conveyor_speed", "crumble_return", "hazard",
			"checkpoint", "opens", "switch_mode", "once", "needs_all", "stompable",
		} {
			if !bytes.Contains(got, []byte(word)) {
				t.Errorf("%s lacks %s", e.Name(), word)
			}
		}
	}
}
