package editor_test

import (
	"testing"

	"fillet/editor"
	"fillet/editor/level"
)

func TestAddAllIsOneStep(t *testing.T) {
	t.Parallel()
	doc, err := editor.NewLevel(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	s := editor.NewSession(doc)
	ball := func(x float64) level.Collider {
		return *level.NewCollider(0, 0, "hero", level.Shape{Kind: level.Circle, Radius: 5}, level.Vec{X: x})
	}
	for _, more := range [][]level.Collider{nil, {ball(0)}, {ball(20), ball(40)}} {
		if err := s.AddAll("Trace hero.png", more); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for c := range doc.Colliders() {
		names = append(names, c.Name)
	}
	if len(names) != 3 || names[0] != "hero" || names[1] != "hero 2" || names[2] != "hero 3" {
		t.Errorf("names = %q", names)
	}
	if s.Selection().Len() != 2 {
		t.Errorf("%d colliders are selected", s.Selection().Len())
	}
	if label, ok := s.Undo(); !ok || label != "Trace hero.png" || doc.Len() != 1 {
		t.Errorf("undoing %q leaves %d colliders", label, doc.Len())
	}
	bad := []level.Collider{ball(0), *level.NewCollider(0, 0, "", level.Shape{Kind: level.Polygon}, level.Vec{})}
	if err := s.AddAll("Bad", bad); err == nil || doc.Len() != 1 {
		t.Errorf("%v, and %d colliders", err, doc.Len())
	}
}
