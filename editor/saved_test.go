package editor_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/saved"
)

// What has something in common with the selection is selected, without what is locked or hidden.
func TestSelectSame(t *testing.T) {
	rubber := func(c *level.Collider) { c.Friction, c.Restitution = 1, 0.8 }
	s := open(t,
		with(box("a", 0, 0, 20, 20), func(c *level.Collider) { c.Tags = []string{"wood", "old"}; rubber(c) }),
		with(circle("b", 50, 0, 9), func(c *level.Collider) { c.Tags = []string{"old"}; c.Categories = []string{"player", "ghost"} }),
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
		{"no category is the first", (*editor.Selection).SameCategory, "a", "a d"},
		{"layer", (*editor.Selection).SameLayer, "c", "c"},
		{"other layer", (*editor.Selection).SameLayer, "b", "b a d"},
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

// Selections and views are saved, replaced, renamed and dropped as steps that can be undone to the same bytes.
func TestSavedIsUndone(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := open(t, box("a", 0, 0, 20, 20), box("b", 50, 0, 20, 20), box("c", 100, 0, 20, 20))
		list := saved.In(s)
		files := []string{textOf(t, s)}
		name := rapid.SampledFrom([]string{"one", "two", "Три", ""})
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			s.Selection().Set(rapid.SliceOfN(rapid.SampledFrom([]level.ID{1, 2, 3}), 0, 3).Draw(rt, "selected")...)
			slot := rapid.IntRange(0, 3).Draw(rt, "slot")
			switch rapid.IntRange(0, 7).Draw(rt, "what") {
			case 0:
				_ = list.AddSelection(name.Draw(rt, "name"))
			case 1:
				_ = list.ReplaceSelection(name.Draw(rt, "name"))
			case 2:
				_ = list.RenameSelection(name.Draw(rt, "from"), name.Draw(rt, "to"))
			case 3:
				_ = list.DeleteSelection(name.Draw(rt, "name"))
			case 4:
				_ = list.SetView(level.View{Slot: slot, Center: level.Vec{X: float64(slot)}, Zoom: rapid.Float64Range(0, 3).Draw(rt, "zoom")})
			case 5:
				_ = list.RenameView(slot, name.Draw(rt, "view"))
			case 6:
				_ = list.DeleteView(slot)
			case 7:
				_ = s.DeleteSelection()
			}
			check(t, s)
			for _, e := range list.Selections() {
				gone, err := list.Select(e.Name)
				if n := s.Selection().Len(); err == nil && n+gone != len(e.IDs) || (err != nil) != (gone == len(e.IDs)) {
					rt.Fatalf("of %d that were saved %d are selected and %d gone (%v)", len(e.IDs), n, gone, err)
				}
			}
			if text := textOf(t, s); text != files[len(files)-1] {
				files = append(files, text)
			}
		}
		for i := len(files) - 2; i >= 0; i-- {
			if s.Undo(); textOf(t, s) != files[i] {
				rt.Fatalf("after undo the file is\n%s\nand was\n%s", textOf(t, s), files[i])
			}
		}
		if _, more := s.History().CanUndo(); more {
			rt.Fatal("there is a step more than changes")
		}
	})
}

// A name can be saved once, and what is wrong is said.
func TestSavedNames(t *testing.T) {
	s := open(t, box("a", 0, 0, 20, 20), box("b", 50, 0, 20, 20))
	list := saved.In(s)
	if err := list.AddSelection("x"); err == nil {
		t.Error("nothing is saved as a selection")
	}
	s.Selection().Set(2, 1)
	for _, step := range []struct {
		what string
		err  error
		fail bool
	}{
		{"add", list.AddSelection("x"), false},
		{"add again", list.AddSelection("x"), true},
		{"without a name", list.AddSelection(""), true},
		{"two lines", list.AddSelection("a\nb"), true},
		{"add another", list.AddSelection("y"), false},
		{"rename to one", list.RenameSelection("x", "y"), true},
		{"rename to itself", list.RenameSelection("x", "x"), false},
		{"rename what is not there", list.RenameSelection("q", "r"), true},
		{"rename", list.RenameSelection("x", "z"), false},
		{"delete what is not there", list.DeleteSelection("x"), true},
		{"view 0", list.SetView(level.View{Slot: 0, Zoom: 1}), true},
		{"view 10", list.SetView(level.View{Slot: 10, Zoom: 1}), true},
		{"a view", list.SetView(level.View{Slot: 9, Zoom: 1, Name: "end"}), false},
		{"it again", list.SetView(level.View{Slot: 9, Zoom: 2}), false},
		{"rename no view", list.RenameView(3, "a"), true},
		{"delete no view", list.DeleteView(3), true},
	} {
		if (step.err != nil) != step.fail {
			t.Errorf("%s: the error is %v", step.what, step.err)
		}
	}
	var names []string
	for _, e := range list.Selections() {
		names = append(names, e.Name)
	}
	if !slices.Equal(names, []string{"y", "z"}) {
		t.Errorf("%q are saved", names)
	}
	if v := s.Document().Settings().Views; len(v) != 1 || v[0].Name != "end" || v[0].Zoom != 2 {
		t.Errorf("the views are %v", v)
	}
}
