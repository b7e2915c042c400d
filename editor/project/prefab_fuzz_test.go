package project_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/project"
)

// Any level with any prefabs either opens or is rejected, without a panic or too many parts. An opened level is valid
// and reads back unchanged, and remains so when its parts and its prefabs change.
func FuzzPrefabs(f *testing.F) {
	dir := f.TempDir()
	for _, s := range fuzzSeeds() {
		f.Add(s[0], s[1], s[2])
	}
	f.Fuzz(func(t *testing.T, a, p, q string) {
		const limit = 20_000 // larger inputs show nothing new
		if len(a)+len(p)+len(q) > limit {
			return
		}
		doc, err := level.Parse([]byte(a), "a.level.yaml")
		if err != nil {
			return
		}
		put := func(p, q string) {
			for name, text := range map[string]string{"a.level.yaml": a, "p.level.yaml": p, "q.level.yaml": q} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
		put(p, q)
		path := filepath.Join(dir, "a.level.yaml")
		project.AttachPrefabs(doc, path, dir)
		check := func(what string) {
			t.Helper()
			if err := doc.Validate(); err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			parts := 0
			for _, i := range doc.Instances() {
				n := len(doc.Parts(i.ID))
				if parts += n; n > project.MaxInstanceParts || parts > project.MaxLevelParts {
					t.Fatalf("%s: instance %v has %d parts, all have %d", what, i.ID, n, parts)
				}
				seen := map[string]bool{}
				for _, u := range doc.UnusedChanges(i.ID) {
					if key := u.Part + " " + u.Key; seen[key] {
						t.Fatalf("%s: %s of instance %v is unused twice", what, key, i.ID)
					} else {
						seen[key] = true
					}
				}
			}
		}
		check("opened")
		text, err := level.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		again, err := level.Parse(text, "a.level.yaml")
		if err != nil {
			t.Fatalf("the written level does not read back: %v\n%s", err, text)
		}
		project.AttachPrefabs(again, path, dir)
		if b, err := level.Marshal(again); err != nil || string(b) != string(text) || again.Len() != doc.Len() {
			t.Fatalf("reads back with %d colliders of %d (%v) as\n%s\nwant\n%s", again.Len(), doc.Len(), err, b, text)
		}
		edits := []func(c *level.Collider) *level.Collider{
			func(c *level.Collider) *level.Collider { c.Position.X += 8; return c },
			func(c *level.Collider) *level.Collider { return level.Turned(c, level.Vec{}, 30) },
			func(c *level.Collider) *level.Collider { return level.Mirrored(c, level.Vec{X: 3}, true) },
			func(c *level.Collider) *level.Collider { c.Shape.Radius++; c.Name += "x"; return c },
			func(c *level.Collider) *level.Collider {
				if len(c.Part.Path)%2 == 0 {
					return nil
				}
				c.Tags, c.Role = []string{"t"}, level.Trigger
				return c
			},
		}
		for _, i := range doc.Instances() {
			if len(doc.Parts(i.ID)) > 100 {
				continue
			}
			for _, edit := range edits {
				d := edited(doc, i.ID, func(c *level.Collider) *level.Collider { own := *c; return edit(&own) })
				if d, err := doc.Reduce(d); err == nil {
					_ = doc.Apply(d) // an invalid change is rejected
				}
				check("edited")
				if doc.Instance(i.ID) == nil {
					break
				}
			}
		}
		put(q, p+"\n") // replace the prefabs
		if library := project.LibraryOf(doc); library != nil && len(library.Looking()()()) > 0 {
			doc.ExpandAgain(project.OutdatedInstances(doc))
		}
		check("with other prefabs")
	})
}

// fuzzSeeds returns levels with two prefabs, called p and q, some valid and some not.
func fuzzSeeds() [][3]string {
	const box = "      - {id: c1, kind: box, size: [20, 20], position: [5, 0], radius: 2, categories: [enemy], role: " +
		"one-way, one_way: [0, -1]}\n"
	shapes := head + "layers:\n  - id: l1\n    name: a\n    colliders:\n" + box +
		"      - {id: c2, kind: polygon, points: [[-10, 0], [10, 0], [6, -4], [-10, -4]], holes: [[[-5, -1], [-4, " +
		"-1], [-4, -2]]], position: [0, -10], angle: 33, properties: {hp: 3}}\n" +
		"      - {id: c3, kind: chain, points: [[0, 0], [8, 0], [8, 8]], closed: true}\n      - {id: c4, kind: " +
		"circle, radius: 4, group_of: g1}\n"
	shapes = strings.Replace(shapes, "layers:", "groups: [{id: g1, layer: l1, hidden: true}]\nlayers:", 1)
	of := func(instances ...string) string {
		return head + "instances:\n  - " + strings.Join(instances, "\n  - ") +
			"\nlayers:\n  - id: l1\n    name: a\n    colliders:\n" + box
	}
	nested := of("{id: i1, prefab: q.level.yaml, layer: l1, position: [1, 2], angle: 15, changes: {c1: {radius: 4}}}",
		"{id: i2, prefab: q.level.yaml, layer: l1, flip: true, order: first, changes: {c3: removed}}")
	deep := of("{id: i1, prefab: p.level.yaml, layer: l1, changes: {i1/c1: {position: [3, 4], tags: [x]}, i2/c2: "+
		"removed, i2/c4: {shape: {kind: box, size: [3, 3], radius: 9}}, c1: {size: [1e308, 1e-300]}}}",
		"{id: i2, prefab: p.level.yaml, layer: l1, position: [1e7, -1e7], angle: 1e17, flip: true}",
		"{id: i2, prefab: ./q.level.yaml, layer: l1}")
	odd := of("{id: i1, prefab: q.level.yaml, layer: l1, changes: {c1: {points: [[0, 0]], friction: -1, role: " +
		"trigger}, c2: {points: [[0, 0], [8, 8], [8, 0], [0, 8]], radius: 99, holes: []}, c3: {closed: false, " +
		"one_sided: true, one_way: [0, 0]}, c9: removed, i1/i2/c1: {name: x}, c4: {properties.hp: null, kind: box, " +
		"angle: 7}}}")
	around := of("{id: i1, prefab: q.level.yaml, layer: l1}")
	itself := of("{id: i1, prefab: a.level.yaml, layer: l1}")
	outside := of("{id: i1, prefab: ../x.level.yaml, layer: l1}", "{id: i2, prefab: /etc/passwd, layer: l1}",
		`{id: i3, prefab: "p.level.yaml/../q.level.yaml", layer: l1}`, `{id: i4, prefab: "p\\q", layer: l1}`,
		`{id: i5, prefab: "", layer: l1}`)
	var bomb []string
	for n := range 40 {
		bomb = append(bomb, "{id: i"+string(rune('1'+n/10))+string(rune('0'+n%10))+", prefab: q.level.yaml, layer: l1}")
	}
	many := of(bomb...)
	return [][3]string{
		{nested, shapes, shapes},
		{deep, nested, shapes},
		{odd, "", shapes},
		{strings.ReplaceAll(around, "q.", "p."), around, strings.ReplaceAll(around, "q.", "p.")},
		{itself, "", ""},
		{outside, shapes, "not a level"},
		{strings.ReplaceAll(many, "q.", "p."), many, shapes},
		{deep, shapes, "fillet: 9"},
		{of("{id: i1, prefab: p.level.yaml, layer: l1, group_of: g1}"), shapes, nested},
	}
}
