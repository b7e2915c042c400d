package project_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/testkit"

	"pgregory.net/rapid"
)

// edited returns the diff that f makes to an instance's parts.
func edited(doc *level.Document, id level.InstanceID, f func(c *level.Collider) *level.Collider) level.Diff {
	var d level.Diff
	for _, c := range doc.Parts(id) {
		if after := f(c); after != c {
			d.Colliders = append(d.Colliders, level.Change[level.Collider]{Before: c, After: after})
		}
	}
	return d
}

func TestEditsOfParts(t *testing.T) {
	t.Parallel()
	move := func(c *level.Collider) *level.Collider {
		out := *c
		out.Position = out.Position.Add(level.Vec{X: 5, Y: -7})
		return &out
	}
	only := func(path string, f func(*level.Collider)) func(c *level.Collider) *level.Collider {
		return func(c *level.Collider) *level.Collider {
			if c.Part.Path != path {
				return c
			}
			out := *c
			f(&out)
			return &out
		}
	}
	about := level.Vec{X: 90, Y: 60}
	for _, tt := range []struct {
		name string
		id   level.InstanceID
		do   func(c *level.Collider) *level.Collider
		want string // text of the instance in the file
	}{
		{"moved", 1, move, "position: [105, 43]\n"},
		{
			"moved, if rotated and mirrored", 2, move,
			"position: [205, 43]\n    angle: 90\n    flip: true\n    changes:\n      c1: {radius: 3, tags: [b]}\n    " +
				"  c3: removed\n",
		},
		{"turned", 1, func(c *level.Collider) *level.Collider {
			return level.Turned(c, about, 90)
		}, "position: [100, 70]\n    angle: 90\n"},
		{"mirrored", 1, func(c *level.Collider) *level.Collider {
			return level.Mirrored(c, about, true)
		}, "position: [80, 50]\n    flip: true\n"},
		{"mirrored upside down", 1, func(c *level.Collider) *level.Collider {
			return level.Mirrored(c, about, false)
		}, "position: [100, 70]\n    angle: 180\n    flip: true\n"},
		{"mirrored back", 2, func(c *level.Collider) *level.Collider {
			return level.Mirrored(c, level.Vec{X: 200, Y: 50}, true)
		}, "position: [200, 50]\n    angle: -90\n    changes:"},
		{"a radius", 1, only("c1", func(c *level.Collider) {
			c.Shape.Radius = 2
		}), "changes:\n      c1: {radius: 2}\n"},
		{"a radius as in the prefab", 2, only("c1", func(c *level.Collider) {
			c.Shape.Radius = 0
		}), "changes:\n      c1: {tags: [b]}\n      c3"},
		{"a part moved", 2, only("c2", func(c *level.Collider) { c.Position.Y += 4 }), "c2: {position: [-4, -10]}"},
		{"another kind", 1, only("c1", func(c *level.Collider) {
			c.Shape = level.Shape{Kind: level.Circle, Radius: 9}
		}), "c1: {shape: {kind: circle, radius: 9}}"},
		{"a property", 1, only("c1", func(c *level.Collider) {
			c.Properties = level.Properties{"hp": 3.0}
		}), "c1: {properties.hp: 3}"},
		{"a part removed", 1, func(c *level.Collider) *level.Collider {
			if c.Part.Path == "c2" {
				return nil
			}
			return c
		}, "changes:\n      c2: removed\n"},
		{"all removed", 1, func(*level.Collider) *level.Collider { return nil }, ""},
		{"reordered as a whole", 1, func(c *level.Collider) *level.Collider {
			out := *c
			out.Order -= 5
			return &out
		}, "order: first\n    position: [100, 50]\n"},
	} {
		_, path := houseProject(t)
		doc, _ := open(t, path)
		before := saved(t, doc)
		h := level.New(doc)
		if err := h.Do("edit", edited(doc, tt.id, tt.do)); err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if err := doc.Validate(); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		after := saved(t, doc)
		if !strings.Contains(after, tt.want) || tt.want == "" && strings.Contains(after, "id: i1") {
			t.Errorf("%s: without %q:\n%s", tt.name, tt.want, after)
		}
		h.Undo()
		if got := saved(t, doc); got != before || doc.Validate() != nil {
			t.Errorf("%s: after undo:\n%s", tt.name, got)
		}
		h.Redo()
		if got := saved(t, doc); got != after {
			t.Errorf("%s: after redo:\n%s", tt.name, got)
		}
	}
}

// TestPrefabChangesUnderAnInstance changes the prefab while the level's history is undone and redone.
func TestPrefabChangesUnderAnInstance(t *testing.T) {
	t.Parallel()
	dir, path := houseProject(t)
	doc, l := open(t, path)
	h := level.New(doc)
	if err := h.Do("nudge", edited(doc, 2, func(c *level.Collider) *level.Collider {
		out := *c
		out.Position.X++
		return &out
	})); err != nil {
		t.Fatal(err)
	}
	heard := 0
	doc.Subscribe(func(d level.Diff) { heard += len(d.Colliders) })
	change := func(pairs ...string) {
		t.Helper()
		write(t, dir, map[string]string{"prefabs/crate.level.yaml": strings.NewReplacer(pairs...).Replace(crate) +
			"# " + strings.Repeat("x", heard+len(pairs)) + "\n"})
		if len(l.Looking()()()) == 0 {
			t.Fatal("the change is not noticed")
		}
		doc.ExpandAgain(func(*level.Instance) bool { return true })
		if err := doc.Validate(); err != nil {
			t.Fatal(err)
		}
	}
	change("size: [20, 20]", "size: [30, 40]")
	if heard != 2 {
		t.Errorf("the subscriber hears of %d colliders, want the box of both", heard)
	}
	if c := doc.Collider(level.PartID(2, "c1")); c.Shape.Size.X != 30 || c.Shape.Radius != 3 {
		t.Errorf("the box is %+v: it must follow the prefab and keep its overrides", c.Shape)
	}
	change("{id: c1,", "{id: c9,")
	if doc.Collider(level.PartID(2, "c1")) != nil || len(doc.UnusedChanges(2)) != 2 {
		t.Errorf("unused overrides of a missing part = %v", doc.UnusedChanges(2))
	}
	if _, ok := h.Undo(); !ok || doc.Validate() != nil {
		t.Error("the move cannot be undone after the prefab changed")
	}
	if c := doc.Collider(level.PartID(2, "c9")); c.Position != (level.Vec{X: 200, Y: 50}) {
		t.Errorf("after undo the box is at %v", c.Position)
	}
	change()
	if c := doc.Collider(level.PartID(2, "c1")); c == nil || c.Shape.Radius != 3 {
		t.Error("the overrides of a part do not come back with it")
	}
	if err := os.Remove(filepath.Join(dir, "prefabs/crate.level.yaml")); err != nil {
		t.Fatal(err)
	}
	l.Looking()()()
	doc.ExpandAgain(func(*level.Instance) bool { return true })
	if doc.Len() != 1 || doc.InstanceProblem(1) == nil || doc.Validate() != nil {
		t.Errorf("without the file there are %d colliders, and %v", doc.Len(), doc.InstanceProblem(1))
	}
}

func TestInvalidPrefabs(t *testing.T) {
	t.Parallel()
	deep := map[string]string{}
	for i := range 40 {
		deep["deep"+number(float64(i))+".level.yaml"] = "instances:\n  - {id: i1, prefab: deep" + number(float64(i+1)) +
			".level.yaml, layer: l1, position: [0, 0]}\nlayers:\n  - {id: l1, name: x, colliders: []}\n"
	}
	for name, tt := range map[string]struct {
		prefab, want string
		files        map[string]string
	}{
		"missing":  {"prefabs/none.level.yaml", "prefabs/none.level.yaml: no such file", nil},
		"itself":   {"a.level.yaml", "contains itself", nil},
		"outside":  {"../../../etc/passwd", "is outside the folder", nil},
		"absolute": {"/etc/passwd", "is outside the folder", nil},
		"hidden":   {".git/config", "levels may not use hidden files", nil},
		"not a level": {
			"prefabs/bad.level.yaml", "prefabs/bad.level.yaml",
			map[string]string{"prefabs/bad.level.yaml": "nonsense: 1\n"},
		},
		"a cycle": {"prefabs/b.level.yaml", "contains itself", map[string]string{
			"prefabs/b.level.yaml": "instances:\n  - {id: i1, prefab: c.level.yaml, layer: l1, position: [0, " +
				"0]}\nlayers:\n  - {id: l1, name: x, colliders: []}\n",
			"prefabs/c.level.yaml": "instances:\n  - {id: i1, prefab: b.level.yaml, layer: l1, position: [0, " +
				"0]}\nlayers:\n  - {id: l1, name: x, colliders: []}\n",
		}},
		"too deep": {"deep0.level.yaml", "more than 32 deep", deep},
	} {
		dir, path := houseProject(t)
		write(t, dir, tt.files)
		write(t, dir, map[string]string{"a.level.yaml": strings.Replace(house, "prefabs/crate.level.yaml", tt.prefab,
			1)})
		doc, _ := open(t, path)
		if err := doc.InstanceProblem(1); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", name, err, tt.want)
		}
		if doc.InstanceProblem(2) != nil || doc.Len() != 3 {
			t.Errorf("%s: the other instance has a problem: %v", name, doc.InstanceProblem(2))
		}
	}
}

// TestBombs opens chains of small files that each place the next one several times: the result is counted before it is
// built.
func TestBombs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name          string
		length, times int    // length of the chain, and how often each file places the next one
		twin          bool   // each file also places the twin of the next one, which places the same files
		last          string // contents of the last file
		want          error
	}{
		{"parts", 10, 10, false, crate, project.ErrTooMany},
		{"nothing", 31, 2, false, "layers:\n  - {id: l1, name: x, colliders: []}\n", project.ErrTooMany},
		{"joints", 3, 10, false, jointed(600), project.ErrTooMany},
		{"vertices", 3, 30, false, outlined(1000), project.ErrTooMany},
		{"many vertices", 2, 30, false, outlined(20_000), project.ErrTooMany},
		{
			"arcs", 3, 10, false, curved("chain, points: [[-2250, 0], [2250, 0]], curves: [{edge: 0, arc: 2000}]"),
			nil,
		},
		{"large arcs", 3, 10, false, curved("chain, points: [[-9000000, 0], [9000000, 0]], curves: [{edge: 0, " +
			"arc: 8000000}]"), project.ErrTooMany},
		{"large cubics", 3, 10, false, curved("chain, points: [[-900000, 0], [900000, 0]], curves: [{edge: 0, " +
			"cubic: [[-900000, 900000], [900000, -900000]]}]"), project.ErrTooMany},
		{"large round corners", 3, 10, false, curved("box, size: [200000, 200000], radii: [90000, 90000, " +
			"90000, 90000]"), project.ErrTooMany},
		{"large arcs in overrides", 3, 10, false, "instances:\n  - {id: i1, prefab: prefabs/crate.level.yaml, layer: " +
			"l1, changes: {c1: {shape: {kind: chain, points: [[-9000000, 0], [9000000, 0]], curves: [{edge: 0, arc: " +
			"8000000}]}}}}\nlayers:\n  - {id: l1, name: x, colliders: []}\n", project.ErrTooMany},
		{"a million instances", 5, 10, false, crate, project.ErrTooMany},
		{"too deep", 40, 3, false, crate, project.ErrTooDeep},
		{"too deep, with twins", 40, 2, true, crate, project.ErrTooDeep},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, path := houseProject(t)
			for i := range c.length {
				for _, side := range []string{"bomb", "twin"} {
					var b strings.Builder
					b.WriteString("instances:\n")
					for k := range c.times {
						next := "bomb"
						if c.twin && k > 0 {
							next = "twin"
						}
						fmt.Fprintf(&b, "  - {id: i%d, prefab: %s%d.level.yaml, layer: l1, position: [0, 0]}\n", k+1,
							next, i+1)
					}
					b.WriteString("layers:\n  - {id: l1, name: x, colliders: []}\n")
					write(t, dir, map[string]string{fmt.Sprintf("%s%d.level.yaml", side, i): b.String()})
				}
			}
			end := fmt.Sprintf("%d.level.yaml", c.length)
			write(t, dir, map[string]string{
				"bomb" + end: c.last, "twin" + end: c.last,
				"a.level.yaml": strings.Replace(house, "prefabs/crate.level.yaml", "bomb0.level.yaml", 1),
			})
			doc, err := level.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			read := 0
			library := project.OpenLibraryIn("", path)
			library.Prepare = func(*level.Document) error {
				read++
				return nil
			}
			doc.UsePrefabs(library.For(path))
			err = doc.InstanceProblem(1)
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if errors.Is(c.want, project.ErrTooMany) && !strings.Contains(err.Error(), ".level.yaml") {
				t.Errorf("%v does not name the file", err)
			}
			if read > c.length+2 { // the chain and the prefab that house places
				t.Errorf("a chain of %d files was read in %d steps", c.length, read)
			}
		})
	}
}

// TestCyclesAreReadOnce opens levels whose files form cycles: each file is read once.
func TestCyclesAreReadOnce(t *testing.T) {
	t.Parallel()
	const n = 12
	for name, places := range map[string]func(i, k int) bool{
		"each places all others":              func(i, k int) bool { return i != k },
		"each places itself":                  func(i, k int) bool { return i == k },
		"a ring that the level enters":        func(i, k int) bool { return i == 0 && k > 0 || k == (i+1)%n },
		"all later ones, and the last itself": func(i, k int) bool { return i < k || i == n-1 && k == 0 },
		"a ring beside the level":             func(i, k int) bool { return i == 0 && k > 0 || k == max((i+1)%n, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			dir, _ := houseProject(t)
			for i := range n {
				var b strings.Builder
				b.WriteString("instances:\n")
				for k := range n {
					if places(i, k) {
						fmt.Fprintf(&b, "  - {id: i%d, prefab: c%d.level.yaml, layer: l1, position: [0, 0]}\n", k+1, k)
					}
				}
				b.WriteString("layers:\n  - {id: l1, name: x, colliders: []}\n")
				write(t, dir, map[string]string{fmt.Sprintf("c%d.level.yaml", i): b.String()})
			}
			path := filepath.Join(dir, "c0.level.yaml")
			doc, err := level.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			read := map[string]int{}
			library := project.OpenLibraryIn("", path)
			library.Asked = func(path string) { read[path]++ }
			doc.UsePrefabs(library.For(path))
			for _, i := range doc.Instances() {
				if err := doc.InstanceProblem(i.ID); !errors.Is(err, project.ErrCycle) {
					t.Errorf("instance %v: %v, want %v", i.ID, err, project.ErrCycle)
				}
			}
			for path, times := range read {
				if times > 1 {
					t.Errorf("%s is read %d times", filepath.Base(path), times)
				}
			}
			for k := 1; k < n; k++ {
				write(t, dir, map[string]string{fmt.Sprintf("c%d.level.yaml", k): crate})
			}
			library.Looking()()()
			doc.ExpandAgain(project.OutdatedInstances(doc))
			for _, i := range doc.Instances() {
				if err := doc.InstanceProblem(i.ID); err != nil && i.Prefab != "c0.level.yaml" {
					t.Errorf("instance %v without the cycle: %v", i.ID, err)
				}
			}
		})
	}
}

// TestManyBombs opens levels whose prefabs exceed the limit in total: nothing of a rejected prefab is built.
func TestManyBombs(t *testing.T) {
	const head, end = "instances:\n", "layers:\n  - {id: l1, name: x, colliders: []}\n"
	places := func(n int, file func(i int) string) string {
		text := head
		for i := range n {
			text += fmt.Sprintf("  - {id: i%d, prefab: %s, layer: l1, position: [0, 0]}\n", i+1, file(i))
		}
		return text + end
	}
	for name, tt := range map[string]struct {
		bombs int
		times []int // how often each file of a bomb places the next one
	}{
		"bombs that would be rejected one by one": {4, []int{10, 10, 10, 10, 10}},
		"a chain that repeats its nested files":   {1, append(slices.Repeat([]int{1}, 20), 7, 7, 7, 7, 7)},
	} {
		dir, path := houseProject(t)
		for b := range tt.bombs {
			file := func(k int) string { return fmt.Sprintf("b%d_%d.level.yaml", b, k) }
			for k, n := range tt.times {
				write(t, dir, map[string]string{file(k): places(n, func(int) string { return file(k + 1) })})
			}
			write(t, dir, map[string]string{file(len(tt.times)): crate})
		}
		first := func(b int) string { return fmt.Sprintf("b%d_0.level.yaml", b) }
		write(t, dir, map[string]string{"a.level.yaml": places(tt.bombs, first)})
		var doc *level.Document
		bytes := testkit.AllocatedBytes(func() { doc, _ = open(t, path) })
		for b := range tt.bombs {
			if err := doc.InstanceProblem(level.InstanceID(b + 1)); !errors.Is(err, project.ErrTooMany) {
				t.Errorf("%s: got %v, want %v", name, err, project.ErrTooMany)
			}
		}
		if bytes > 16<<20 {
			t.Errorf("%s: rejecting them took %d MB", name, bytes>>20)
		}
	}
}

// outlined returns a level with a convex polygon of n vertices.
func outlined(n int) string {
	var b strings.Builder
	for i := range n {
		sin, cos := math.Sincos(float64(i) / float64(n) * 2 * math.Pi)
		fmt.Fprintf(&b, "[%.4f, %.4f], ", 1000*cos, 1000*sin)
	}
	return "layers:\n  - {id: l1, name: x, colliders: [{id: c1, kind: polygon, points: [" +
		strings.TrimSuffix(b.String(), ", ") + "]}]}\n"
}

// curved returns a level of one shape, which the text describes from its kind on.
func curved(kind string) string {
	return "layers:\n  - {id: l1, name: x, colliders: [{id: c1, kind: " + kind + "}]}\n"
}

// jointed returns a level of one shape with hinges.
func jointed(hinges int) string {
	var b strings.Builder
	b.WriteString("joints:\n")
	for i := range hinges {
		fmt.Fprintf(&b, "  - {id: j%d, kind: hinge, b: c1}\n", i+1)
	}
	b.WriteString("layers:\n  - id: l1\n    name: x\n    colliders:\n")
	b.WriteString("      - {id: c1, kind: box, size: [4, 4], position: [0, 0], body: dynamic}\n")
	return b.String()
}

func TestNestedPrefabs(t *testing.T) {
	t.Parallel()
	dir, path := houseProject(t)
	write(t, dir, map[string]string{
		"prefabs/stack.level.yaml": `origin: [10, 0]
instances:
  - {id: i1, prefab: crate.level.yaml, layer: l1, position: [10, 0]}
  - {id: i2, prefab: crate.level.yaml, layer: l1, position: [10, -30], angle: 90, changes: {c2: removed}}
layers:
  - {id: l1, name: x, colliders: []}
`,
		"a.level.yaml": `instances:
  - {id: i7, prefab: prefabs/stack.level.yaml, layer: l1, position: [100, 100], angle: 90, changes: {i2/c1: {radius: 4}}}
layers:
  - {id: l1, name: x, colliders: []}
`,
	})
	doc, _ := open(t, path)
	c := doc.Collider(level.PartID(7, "i2/c1"))
	if doc.Len() != 5 || c == nil || c.Shape.Radius != 4 || c.IDText() != "i7/i2/c1" ||
		c.Position.Dist(level.Vec{X: 130, Y: 100}) > 1e-9 || math.Abs(float64(c.Angle)) != 180 {
		t.Errorf("%d colliders, %+v", doc.Len(), c)
	}
	if n := doc.Nested(7, "i2"); n == nil || n.Label() != "crate" || n.Angle != 90 || doc.Nested(7, "i3") != nil ||
		doc.Nested(8, "i2") != nil {
		t.Errorf("instance nested in the prefab = %+v", n)
	}
	if parts := doc.NestedParts(7, "i1"); len(parts) != 3 || parts[0].Part.Path != "i1/c1" {
		t.Errorf("the first crate has the parts %v", parts)
	}
	write(t, dir, map[string]string{"b.level.yaml": "instances:\n  - {id: i7, prefab: a.level.yaml, layer: " +
		"l1}\nlayers:\n  - {id: l1, name: x, colliders: []}\n"})
	if doc, _ := open(t, filepath.Join(dir, "b.level.yaml")); doc.Nested(7, "i7/i2") == nil ||
		len(doc.NestedParts(7, "i7/i1")) != 3 || len(doc.NestedParts(7, "i7")) != 5 {
		t.Errorf("two levels deep there are %v", doc.NestedParts(7, "i7"))
	}
}

// TestRandomInstanceEdits edits a level with instances and its prefab. After every edit, each instance equals its
// prefab plus its changes (Validate checks this), the level reads back unchanged, and undoing everything restores the
// same bytes.
func TestRandomInstanceEdits(t *testing.T) {
	t.Parallel()
	dir, path := houseProject(t)
	rounds := 0
	rapid.Check(t, func(t *rapid.T) {
		rounds++
		check := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		put := func(text string) {
			check(os.WriteFile(filepath.Join(dir, "prefabs/crate.level.yaml"),
				[]byte(head+text+strings.Repeat("#\n", rounds%50)), 0o644))
		}
		put(crate)
		doc, err := level.Open(path)
		check(err)
		project.AttachPrefabs(doc, path, "")
		begin, _ := level.Marshal(doc)
		h := level.New(doc)
		for range rapid.IntRange(1, 12).Draw(t, "edits") {
			if rapid.IntRange(0, 4).Draw(t, "what") == 0 {
				rounds++
				put(strings.NewReplacer("size: [20, 20]", "size: ["+number(float64(rapid.IntRange(3, 30).Draw(t, "w")))+
					", 20]", "{id: c3", rapid.SampledFrom([]string{"{id: c3", "{id: c4"}).Draw(t, "c3")).Replace(crate))
				// a library may not notice a change within the resolution of file times
				l := project.OpenLibraryIn("", path)
				doc.UsePrefabs(l.For(path))
			} else {
				check(h.Do("edit", randomEdit(t, doc)))
			}
			check(doc.Validate())
		}
		text, _ := level.Marshal(doc)
		again, err := level.Parse(text, path)
		check(err)
		project.AttachPrefabs(again, path, "")
		check(again.Validate())
		if b, _ := level.Marshal(again); string(b) != string(text) || again.Len() != doc.Len() {
			t.Fatalf("reads back as\n%s\nwant\n%s", b, text)
		}
		for ok := true; ok; {
			_, ok = h.Undo()
			check(doc.Validate())
		}
		if b, _ := level.Marshal(doc); string(b) != string(begin) {
			t.Fatalf("after undo\n%s\nwant\n%s", b, begin)
		}
	})
}

func randomEdit(t *rapid.T, doc *level.Document) level.Diff {
	var all []*level.Collider
	for c := range doc.Colliders() {
		all = append(all, c)
	}
	if len(all) == 0 {
		return level.Diff{}
	}
	chosen := map[level.ID]bool{}
	one := rapid.SampledFrom(all).Draw(t, "one")
	switch rapid.IntRange(0, 2).Draw(t, "how many") {
	case 0:
		chosen[one.ID] = true
	case 1:
		for _, c := range all {
			chosen[c.ID] = one.Part == nil && c == one || one.Part != nil && c.Part != nil &&
				c.Part.Instance == one.Part.Instance
		}
	default:
		for _, c := range all {
			chosen[c.ID] = rapid.Bool().Draw(t, "also")
		}
	}
	by := level.Vec{X: float64(rapid.IntRange(-9, 9).Draw(t, "x")), Y: 3.25}
	turn := level.Degrees(rapid.SampledFrom([]float64{90, 15, -33.5}).Draw(t, "turn"))
	kind := rapid.IntRange(0, 8).Draw(t, "kind")
	var d level.Diff
	for _, c := range all {
		if !chosen[c.ID] {
			continue
		}
		out := *c
		after := &out
		switch kind {
		case 0, 1:
			out.Position = out.Position.Add(by)
		case 2:
			after = level.Turned(c, by, turn)
		case 3:
			after = level.Mirrored(c, by, rapid.Bool().Draw(t, "horizontally"))
		case 4:
			out.Name, out.Tags = "renamed", []string{"x"}
		case 5:
			if out.Shape.Kind != level.Circle {
				out.Shape.Radius = 1
			}
		case 6:
			out.Shape = level.Shape{Kind: level.Circle, Radius: 3}
		case 7:
			out.Order += by.X
		default:
			after = nil
		}
		d.Colliders = append(d.Colliders, level.Change[level.Collider]{Before: c, After: after})
	}
	return d
}
