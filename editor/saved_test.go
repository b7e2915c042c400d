package editor_test

import (
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
)

// Selecting by a common property ignores locked and hidden shapes.
func TestSelectSame(t *testing.T) {
	t.Parallel()
	rubber := func(c *level.Collider) { c.Friction, c.Restitution = 1, 0.8 }
	s := open(t,
		with(box("a", 0, 0, 20, 20), func(c *level.Collider) { c.Tags = []string{"wood", "old"}; rubber(c) }),
		with(circle("b", 50, 0, 9), func(c *level.Collider) {
			c.Tags = []string{"old"}
			c.Categories = []string{"player", "ghost"}
		}),
		with(box("c", 100, 0, 20, 20), func(c *level.Collider) { c.Layer = 1; c.Categories = []string{"ghost"} }),
		with(circle("d", 150, 0, 9), rubber),
		with(box("e", 200, 0, 20, 20), func(c *level.Collider) { c.Locked = true; c.Tags = []string{"wood"} }),
		with(box("f", 250, 0, 20, 20), func(c *level.Collider) { c.Hidden = true; c.Tags = []string{"wood"} }),
	)
	for _, tt := range []struct {
		what string
		do   func(*editor.Selection) error
		from string
		want string
	}{
		{"kind", (*editor.Selection).SameKind, "a", "a c"},
		{"kinds", (*editor.Selection).SameKind, "d a", "d a c b"},
		{"tag", (*editor.Selection).SameTag, "a", "a b"},
		{"no tag", (*editor.Selection).SameTag, "c", "error"},
		{"tag of one", (*editor.Selection).SameTag, "c b", "c b a"},
		{"category", (*editor.Selection).SameCategory, "b", "b c"},
		{"no category counts as the first", (*editor.Selection).SameCategory, "a", "a d"},
		{"layer", (*editor.Selection).SameLayer, "c", "c"},
		{"another layer", (*editor.Selection).SameLayer, "b", "b a d"},
		{"material", (*editor.Selection).SameMaterial, "a", "a d"},
		{"from a locked one", (*editor.Selection).SameTag, "e", "e a"},
		{"prefab of none", (*editor.Selection).SamePrefab, "a", "error"},
		{"nothing", (*editor.Selection).SameKind, "", "error"},
	} {
		var ids []level.ID
		for _, name := range strings.Fields(tt.from) {
			ids = append(ids, level.ID(name[0]-'a'+1))
		}
		s.Selection().Set(ids...)
		err := tt.do(s.Selection())
		var got []string
		for _, id := range s.Selection().IDs() {
			got = append(got, s.Document().Collider(id).Name)
		}
		if out := strings.Join(got, " "); err == nil && out != tt.want || (err != nil) != (tt.want == "error") {
			t.Errorf("%s of %q: %s is selected, want %s (%v)", tt.what, tt.from, out, tt.want, err)
		}
	}
}
