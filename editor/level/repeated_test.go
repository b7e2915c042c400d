package level_test

import (
	"strings"
	"testing"

	"fillet/editor/level"
)

// A file from a line-based merge opens. Groups, layers and instances with duplicate ids get new ids, and references to
// them go to the record in their own layer. The saved file then opens without a warning.
func TestDuplicateGroups(t *testing.T) {
	const head = "fillet: 2\nname: x\nsize: [100, 100]\n"
	for name, tt := range map[string]struct {
		text     string
		warnings string
		groups   string // of c1, c2, i1 and the other instance, as group and layer names
	}{
		"a group in two layers": {`groups:
  - {id: g1, name: a, layer: l1}
  - {id: g1, name: b, layer: l2}
layers:
  - {id: l1, name: A, colliders: [{id: c1, kind: point, position: [1, 1], group_of: g1}]}
  - {id: l2, name: B, colliders: [{id: c2, kind: point, position: [2, 1], group_of: g1}]}
`, "6:5: group g1 is already in the file", "a/A b/B"},
		"a group twice in one layer, and something in another": {`groups:
  - {id: g1, name: a, layer: l1}
  - {id: g1, name: b, layer: l1}
layers:
  - {id: l1, name: A, colliders: [{id: c1, kind: point, position: [1, 1], group_of: g1}]}
  - {id: l2, name: B, colliders: [{id: c2, kind: point, position: [2, 1], group_of: g1}]}
`, "6:5: group g1 is already in the file; 5:5: group g1 has members in two layers", "a/A a/B"},
		"a layer twice": {`groups:
  - {id: g1, name: a, layer: l1}
  - {id: g2, name: b, layer: l1, group_of: g1}
layers:
  - {id: l1, name: A, colliders: [{id: c1, kind: point, position: [1, 1], group_of: g2}]}
  - {id: l1, name: B, colliders: [{id: c2, kind: point, position: [2, 1], group_of: g2}]}
`, "9:5: layer l1 is already; 5:5: group g1 has members in two layers; 6:5: group g2 has members in two layers", "a/b/A a/b/B"},
		"all of it": {`groups:
  - {id: g1, name: a, layer: l1}
  - {id: g2, name: in a, layer: l1, group_of: g1}
  - {id: g1, name: b, layer: l2, group_of: g3}
  - {id: g3, name: around b, layer: l2}
instances:
  - {id: i1, prefab: p.level.yaml, layer: l2, group_of: g1}
  - {id: i1, prefab: p.level.yaml, layer: l1, group_of: g2}
layers:
  - {id: l1, name: A, colliders: [{id: c1, kind: point, position: [1, 1], group_of: g1}]}
  - {id: l2, name: B, colliders: [{id: c1, kind: point, position: [2, 1], group_of: g1}]}
`, "7:5: group g1 is already; 11:5: instance i1 is already; 14:35: collider c1 is already", "a/A around b/b/B a/in a/A around b/b/B"},
	} {
		doc, err := level.Parse([]byte(head+tt.text), "f")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := doc.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var warnings []string
		for _, w := range doc.Warnings() {
			warnings = append(warnings, strings.TrimPrefix(w.Error(), "f:"))
		}
		want := strings.Split(tt.warnings, "; ")
		same := len(want) == len(warnings)
		for i := range min(len(want), len(warnings)) {
			same = same && strings.HasPrefix(warnings[i], want[i])
		}
		if !same {
			t.Errorf("%s: %q, want %q", name, warnings, want)
		}
		var groups []string
		add := func(id level.GroupID, layer level.LayerID) {
			text := doc.Layer(layer).Name
			for ; id != 0; id = doc.Group(id).Parent {
				text = doc.Group(id).Name + "/" + text
			}
			groups = append(groups, text)
		}
		for c := range doc.Colliders() {
			add(c.GroupOf, c.Layer)
		}
		for _, i := range doc.Instances() {
			add(i.GroupOf, i.Layer)
		}
		if got := strings.Join(groups, " "); got != tt.groups {
			t.Errorf("%s: in %s, want %s", name, got, tt.groups)
		}
		text, err := level.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := level.Parse(text, "again"); err != nil || len(again.Warnings()) > 0 {
			t.Errorf("%s: the saved file opens with %v, %v", name, err, again.Warnings())
		}
	}
	// A record in the wrong layer is still an error if no id is duplicate.
	if _, err := level.Parse([]byte(head+`groups: [{id: g1, layer: l1}]
layers:
  - {id: l1}
  - {id: l2, colliders: [{id: c2, kind: point, position: [2, 1], group_of: g1}]}
`), "f"); err == nil {
		t.Error("a collider in a group of another layer is accepted")
	}
}
