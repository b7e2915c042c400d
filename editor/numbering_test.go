package editor_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor"
	"fillet/editor/level"
)

// namedBoxes returns a session with boxes, each given as "x,y name tag tag". A ! in the name locks the box.
func namedBoxes(t testing.TB, shapes ...string) *editor.Session {
	t.Helper()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "a", Order: 1})}}
	for i, s := range shapes {
		var at level.Vec
		words := strings.Fields(s)
		if _, err := fmt.Sscanf(words[0], "%g,%g", &at.X, &at.Y); err != nil {
			t.Fatal(err)
		}
		c := level.NewCollider(level.ID(i+1), 1, strings.ReplaceAll(words[1], "_", " "),
			level.Shape{Kind: level.Box, Size: level.Vec{X: 8, Y: 8}, Rounding: level.Inset}, at)
		c.Order, c.Tags, c.Locked = float64(i+1), append([]string(nil), words[2:]...), strings.HasSuffix(words[1], "!")
		if len(c.Tags) == 0 {
			c.Tags = nil
		}
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return editor.NewSession(doc)
}

func TestNames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		n    editor.Numbering
		want string
	}{
		{editor.Numbering{Pattern: "plat #", Start: 1, Step: 1}, "plat 1, plat 2, plat 3"},
		{editor.Numbering{Pattern: "##", Start: 9, Step: 1}, "09, 10, 11"},
		{editor.Numbering{Pattern: "a#b##c", Start: 0, Step: 5}, "a0b00c, a5b05c, a10b10c"},
		{editor.Numbering{Pattern: "###", Start: 1, Step: -1}, "001, 000, -001"},
		{editor.Numbering{Pattern: "same", Start: 1, Step: 1}, "same, same, same"},
		{editor.Numbering{Pattern: "Кирпич № #", Start: 5, Step: 0}, "Кирпич № 5, Кирпич № 5, Кирпич № 5"},
	} {
		if got := strings.Join([]string{tt.n.Name(0), tt.n.Name(1), tt.n.Name(2)}, ", "); got != tt.want {
			t.Errorf("%+v gives %s, want %s", tt.n, got, tt.want)
		}
	}
}

// Numbering follows the requested order, skips locked shapes and reports clashing names.
func TestNumberingOrders(t *testing.T) {
	t.Parallel()
	s := namedBoxes(t, "50,0 a", "0,30 b", "20,10 c!", "0,5 d", "90,90 n_2")
	for order, want := range map[editor.NumberingOrder]string{
		editor.AsDrawn: "a=n 1 b=n 2! d=n 3", editor.LeftToRight: "d=n 1 b=n 2! a=n 3",
		editor.TopToBottom: "a=n 1 d=n 2! b=n 3", editor.AsSelected: "d=n 1 b=n 2! a=n 3",
	} {
		plan, err := editor.Numbering{Pattern: "n #", Start: 1, Step: 1, Order: order}.Plan(s.Document(),
			[]level.ID{4, 3, 2, 77, 1})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range plan {
			text := r.Collider.Name + "=" + r.Name
			if r.Clashes {
				text += "!"
			}
			got = append(got, text)
		}
		if out := strings.Join(got, " "); out != want {
			t.Errorf("%s: got %s, want %s", editor.NumberingOrders[order], out, want)
		}
		if n, example := editor.NameClashes(plan); n != 1 || !strings.Contains(example, "n 2") {
			t.Errorf("%d clash, such as %s", n, example)
		}
	}
}

func TestNumberingErrors(t *testing.T) {
	t.Parallel()
	s := namedBoxes(t, "0,0 a", "0,0 b!")
	for name, tt := range map[string]struct {
		n   editor.Numbering
		ids []level.ID
	}{
		"no pattern":       {editor.Numbering{Pattern: "  ", Step: 1}, []level.ID{1}},
		"nothing selected": {editor.Numbering{Pattern: "#"}, nil},
		"locked":           {editor.Numbering{Pattern: "#"}, []level.ID{2}},
		"gone":             {editor.Numbering{Pattern: "#"}, []level.ID{9}},
		"very long":        {editor.Numbering{Pattern: strings.Repeat("#", 5000)}, []level.ID{1}},
		"very large":       {editor.Numbering{Pattern: "#", Start: 1 << 62}, []level.ID{1}},
		"large steps":      {editor.Numbering{Pattern: "#", Step: 1 << 62}, []level.ID{1}},
	} {
		if plan, err := tt.n.Plan(s.Document(), tt.ids); err == nil {
			t.Errorf("%s: plan = %v", name, plan)
		}
	}
}

func TestReplaceText(t *testing.T) {
	t.Parallel()
	both := func(r editor.Replacement) editor.Replacement { r.InNames, r.InTags = true, true; return r }
	for _, tt := range []struct {
		what string
		r    editor.Replacement
		want string // the shapes, then the counts: matches, names, tags, locked
	}{
		{"plain", both(editor.Replacement{Find: "crate", With: "box"}), "box 1[box wood] box[] | 4 2 2 1"},
		{
			"with case", both(editor.Replacement{Find: "crate", With: "box", MatchCase: true}),
			"box 1[box Crate wood] Crate[] | 2 1 1 1",
		},
		{
			"names only",
			editor.Replacement{Find: "crate", With: "box", InNames: true},
			"box 1[crate Crate wood] box[] | 2 2 0 1",
		},
		{
			"tags only",
			editor.Replacement{Find: "crate", With: "box", InTags: true},
			"crate 1[box wood] Crate[] | 2 0 2 0",
		},
		{
			"word", both(editor.Replacement{Find: "wood", With: "oak", WholeWord: true}),
			"crate 1[crate Crate oak] Crate[] | 1 0 1 0",
		},
		{
			"part of a word", both(editor.Replacement{Find: "rat", With: "x", WholeWord: true}),
			"crate 1[crate Crate wood] Crate[] | 0 0 0 0",
		},
		{
			"groups", both(editor.Replacement{Find: `(\w+) (\d+)`, With: "$2-${1}", IsExpression: true}),
			"1-crate[crate Crate wood] Crate[] | 1 1 0 1",
		},
		{
			"literal dollar", both(editor.Replacement{Find: "1", With: "$1"}),
			"crate $1[crate Crate wood] Crate[] | 1 1 0 0",
		},
		{"literal dot", both(editor.Replacement{Find: ".", With: "x"}), "crate 1[crate Crate wood] Crate[] | 0 0 0 0"},
		{
			"empty matches",
			editor.Replacement{Find: "^", With: "the ", IsExpression: true, InNames: true},
			"the crate 1[crate Crate wood] the Crate[] | 2 2 0 1",
		},
		{"removed tags", editor.Replacement{Find: "crate", InTags: true}, "crate 1[wood] Crate[] | 2 0 2 0"},
		{
			"to the same", both(editor.Replacement{Find: "crate", With: "crate", MatchCase: true}),
			"crate 1[crate Crate wood] Crate[] | 2 0 0 1",
		},
	} {
		s := namedBoxes(t, "0,0 crate_1 crate Crate wood", "0,0 Crate", "9,9 crate_2!")
		before := textOf(t, s)
		plan, err := tt.r.Plan(s.Document(), nil)
		if err != nil {
			t.Errorf("%s: %v", tt.what, err)
			continue
		}
		if err := s.Do("Replace", plan.Diff()); err != nil {
			t.Errorf("%s: %v", tt.what, err)
		}
		var out []string
		for c := range s.Document().Colliders() {
			if !c.Locked {
				out = append(out, fmt.Sprintf("%s%v", c.Name, c.Tags))
			}
		}
		got := fmt.Sprintf("%s | %d %d %d %d", strings.Join(out, " "), plan.Matches, plan.Names, plan.Tags, plan.Locked)
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.what, got, tt.want)
		}
		if s.Undo(); textOf(t, s) != before {
			t.Errorf("%s: after undo the file is\n%s", tt.what, textOf(t, s))
		}
	}
}

func TestReplaceErrors(t *testing.T) {
	t.Parallel()
	s := namedBoxes(t, "0,0 aaaa")
	for name, r := range map[string]editor.Replacement{
		"nothing to find": {InNames: true}, "nowhere": {Find: "a"},
		"expression": {Find: "(", IsExpression: true, InNames: true},
		"very long":  {Find: "a", With: strings.Repeat("x", 400_000), InNames: true},
	} {
		if _, err := r.Plan(s.Document(), nil); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error = %v", name, err)
		}
	}
}

// Word boundaries work in any script.
func TestWholeWords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, find, want string
	}{
		{"Стена стенаж", "стена", "X стенаж"},
		{"wall_1 wall-1", "wall", "wall_1 X-1"},
		{"über überall", "über", "X überall"},
		{"#a #ab", "#a", "X #ab"},
		{"aa a", "a", "aa X"},
	} {
		s := namedBoxes(t, "0,0 x")
		if err := s.Rename([]level.ID{1}, tt.name); err != nil {
			t.Fatal(err)
		}
		plan, err := editor.Replacement{Find: tt.find, With: "X", WholeWord: true, InNames: true}.Plan(s.Document(),
			nil)
		if err != nil || len(plan.Shapes) != 1 || plan.Shapes[0].Name != tt.want {
			t.Errorf("%q in %q: %+v, %v", tt.find, tt.name, plan, err)
		}
	}
}

// FuzzReplace looks for panics, and for plans that the document rejects.
func FuzzReplace(f *testing.F) {
	f.Add("(a)|b", "$1$1", "ab ba", true, true, true)
	f.Add("a", "", "a b", false, false, false)
	f.Fuzz(func(t *testing.T, find, with, name string, word, matchCase, expression bool) {
		s := namedBoxes(t, "0,0 a tag_a b", "0,0 b!")
		if s.Rename([]level.ID{1}, name) != nil {
			return
		}
		before := textOf(t, s)
		plan, err := editor.Replacement{
			Find: find, With: with, WholeWord: word, MatchCase: matchCase,
			IsExpression: expression, InNames: true, InTags: true,
		}.Plan(s.Document(), nil)
		if err != nil {
			return
		}
		if s.Do("Replace", plan.Diff()) == nil && len(plan.Shapes) > 0 {
			s.Undo()
		}
		if textOf(t, s) != before {
			t.Fatal("undo does not restore the bytes")
		}
	})
}

// Numbering gives each unlocked shape a unique number, and undo restores the same bytes.
func TestNumberingProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var shapes []string
		for i := range rapid.IntRange(1, 20).Draw(rt, "shapes") {
			lock := rapid.SampledFrom([]string{"", "", "!"}).Draw(rt, "lock")
			shapes = append(shapes, fmt.Sprintf("%d,%d s%d%s", rapid.IntRange(0, 3).Draw(rt, "x"),
				rapid.IntRange(0, 3).Draw(rt, "y"), i, lock))
		}
		s := namedBoxes(t, shapes...)
		before := textOf(t, s)
		s.Selection().All()
		n := editor.Numbering{
			Pattern: "k##", Start: rapid.IntRange(-3, 3).Draw(rt, "start"),
			Step:  rapid.SampledFrom([]int{-2, 1, 7}).Draw(rt, "step"),
			Order: editor.NumberingOrder(rapid.IntRange(0, 3).Draw(rt, "order")),
		}
		plan, err := n.Plan(s.Document(), s.Selection().IDs())
		if err != nil {
			if s.Selection().Len() > 0 {
				rt.Fatal(err)
			}
			return
		}
		seen := map[string]bool{}
		for i, r := range plan {
			if seen[r.Name] || r.Clashes || r.Collider.Locked || i > 0 && !inOrder(n.Order, plan[i-1].Collider,
				r.Collider) {
				rt.Fatalf("plan = %+v", plan)
			}
			seen[r.Name] = true
		}
		if err := s.Do("Rename", editor.RenamingDiff(plan)); err != nil || s.Document().Validate() != nil {
			rt.Fatal(err)
		}
		if s.Undo(); textOf(t, s) != before {
			rt.Fatalf("after undo the file is\n%s", textOf(t, s))
		}
	})
}

func inOrder(o editor.NumberingOrder, a, b *level.Collider) bool {
	switch p, q := a.Position, b.Position; o {
	case editor.LeftToRight:
		return p.X < q.X || p.X == q.X && (p.Y < q.Y || p.Y == q.Y && a.Order < b.Order)
	case editor.TopToBottom:
		return p.Y < q.Y || p.Y == q.Y && (p.X < q.X || p.X == q.X && a.Order < b.Order)
	}
	return a.Order < b.Order
}
