package editor_test

import (
	"math"
	"strings"
	"testing"

	"fillet/editor/level"
)

// Setting the colour or the opacity of a layer is one undo step, and undo restores the same bytes.
func TestLayerLook(t *testing.T) {
	t.Parallel()
	s := open(t, box("a", 0, 0, 20, 20))
	id := s.ActiveLayer()
	before := textOf(t, s)
	for _, alpha := range []float64{0, -1, 2, math.NaN(), level.MinOpacity / 2} {
		if err := s.Layers().SetOpacity(id, alpha); err == nil {
			t.Errorf("an opacity of %g is accepted", alpha)
		}
	}
	if err := s.Layers().SetOpacity(id, 1); err != nil || textOf(t, s) != before {
		t.Errorf("an opacity of 1 changes the file (%v)", err)
	}
	if err := s.Layers().SetOpacity(id, 0.25); err != nil {
		t.Fatal(err)
	}
	after := textOf(t, s)
	if !strings.Contains(after, "    opacity: 0.25\n") {
		t.Errorf("the file has no opacity:\n%s", after)
	}
	if err := s.Layers().SetColor(id, "#123456"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{after, before} {
		s.Undo()
		if got := textOf(t, s); got != want {
			t.Errorf("after undo the file is\n%s\nwant\n%s", got, want)
		}
	}
}
