package project_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/project"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

const sample = `# yaml-language-server: $schema=https://example.org/fillet-project-1.schema.json
fillet_project: 1
name: Depths
categories: [terrain, props, player]
materials:
  stone: {friction: 0.6, restitution: 0.1, density: 2.4}
  ice: {friction: 0.02, restitution: 0, density: 0.9}
pixels_per_metre: 16
grid: {size: [8, 8], subdivisions: 2}
playtest:
  jump_height: 64
  jetpack: true
import:
  mode: rects
  mapping: rules/ldtk.yaml
exports:
  - {name: game, format: json, file: "build/{folder}/{level}.colliders.json"}
levels: [levels]
prefabs: [prefabs, levels/parts]
tiles: [tiles]
`

// Reading and writing a file that Fillet has written gives the same bytes.
func TestProjectFile(t *testing.T) {
	t.Parallel()
	p, err := project.Parse([]byte(sample), "fillet.project.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if got := string(p.Marshal()); got != sample {
		t.Errorf("written again, the file is\n%s", cmp.Diff(sample, got))
	}
	s := p.Settings("cave")
	if s.Name != "cave" || !slices.Equal(s.Categories, p.Categories) || s.PixelsPerMetre != 16 || s.Grid.Size.X != 8 ||
		!s.Playtest.Jetpack {
		t.Errorf("a new level has the settings %+v", s)
	}
	if m, ok := p.Material("ice"); !ok || m.Friction != 0.02 {
		t.Errorf("ice is %v, %v", m, ok)
	}
}

// Every error includes its position.
func TestProjectErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                   "p.yaml:1: the file is empty",
		"name: a\n":                          `p.yaml:1:1: this is not a Fillet project`,
		"fillet_project: 2\n":                "p.yaml:1:17: this project was written by a newer Fillet",
		"fillet_project: x\n":                `p.yaml:1:17: "x" is not a version`,
		"fillet_project: 1\ncategory: [a]\n": `p.yaml:2:1: unknown key "category"`,
		"fillet_project: 1\ncategories: [a, a]\n":                `p.yaml:2:13: category "a" appears twice`,
		"fillet_project: 1\nmaterials:\n  ice: {friction: -1}\n": "p.yaml:3:19: -1 is less than 0",
		"fillet_project: 1\nmaterials:\n  ice: {}\n  ice: {}\n":  `p.yaml:4:3: key "ice" was already set`,
		"fillet_project: 1\nmaterials:\n  ice: {color: red}\n":   `p.yaml:3:9: unknown key "color"`,
		"fillet_project: 1\nlevels: [../up]\n":                   "p.yaml:2:10: \"../up\": it is outside",
		"fillet_project: 1\nlevels: [.git]\n": "p.yaml:2:10: \".git\": levels may not use " +
			"hidden files or folders",
		"fillet_project: 1\nlevels: levels\n":       "p.yaml:2:9: expected a list here",
		"fillet_project: 1\nimport: {mode: all}\n":  "p.yaml:2:16: expected one of merged",
		"fillet_project: 1\npixels_per_metre: 0\n":  "p.yaml:2:19: pixels per metre are 0",
		"fillet_project: 1\ngrid: {size: [0, 1]}\n": "p.yaml:2:7: the grid is 0 by 1",
		"fillet_project: 1\nexports:\n  - {name: a, format: json}\n": "p.yaml:3:5: export preset \"a\": " +
			"it has no file",
		"fillet_project: 1\nexports: [{name: a, format: json, file: /b}]\n": "p.yaml:2:10: export preset \"a\": " +
			"\"/b\" must be relative to the project's folder",
		"fillet_project: 1\nexports: [{name: a, template: /t, file: b}]\n": "p.yaml:2:10: export preset \"a\": " +
			"\"/t\" must be relative to the project's folder",
		"fillet_project: 1\nname: \xff\n": "p.yaml:2:7: byte 0xff is not UTF-8",
		"<<<<<<< ours\nfillet_project: 1\n=======\n": "p.yaml:1: the file has unresolved " +
			"merge conflicts",
		"fillet_project: 1\nname: &a x\nlevels: [*a]\n": "p.yaml:3:10: references (*a) are " +
			"not allowed in a project file",
		"fillet_project: 1\nmaterials: {" + strings.Repeat("x", 201) + ": {}}\n": "p.yaml:2:",
	} {
		_, err := project.Parse([]byte(text), "p.yaml")
		var at *level.ReadError
		if err == nil || !strings.HasPrefix(err.Error(), want) || !errors.As(err, &at) {
			t.Errorf("%.40q: %v; want %s", text, err, want)
		}
	}
}

// Any project reads back unchanged.
func TestProjectRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-z\x{e4}\x{65e5} :#'"{},0-9-]{1,12}`)
		num := rapid.Float64Range(0, 1e6)
		p := &project.Project{Name: word.Draw(t, "name"), Categories: rapid.SliceOfNDistinct(word, 0, 6,
			rapid.ID[string]).Draw(t, "categories")}
		for _, name := range rapid.SliceOfNDistinct(word, 0, 5, rapid.ID[string]).Draw(t, "materials") {
			p.Materials = append(p.Materials, project.Material{
				Name: name, Friction: num.Draw(t, "f"),
				Restitution: num.Draw(t, "r"), Density: num.Draw(t, "d"),
			})
		}
		if rapid.Bool().Draw(t, "grid") {
			p.Grid = &level.Grid{
				Size:         level.Vec{X: 1 + num.Draw(t, "x"), Y: 1 + num.Draw(t, "y")},
				Subdivisions: rapid.IntRange(1, 8).Draw(t, "n"),
			}
		}
		p.Levels = rapid.SliceOfN(rapid.StringMatching(`[a-z ]{1,5}(/[a-z#]{1,5})?`), 0, 3).Draw(t, "levels")
		if p.Check() != nil {
			return
		}
		text := p.Marshal()
		again, err := project.Parse(text, "p")
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if d := cmp.Diff(p, again, cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(project.Project{})); d != "" {
			t.Fatalf("%s\n%s", d, text)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte("fillet_project: 1\n"))
	f.Add([]byte("fillet_project: 1\nmaterials: {a: {friction: 1}}\ntiles: [a, b/c]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := project.Parse(data, "p")
		if err != nil {
			return
		}
		text := p.Marshal()
		again, err := project.Parse(text, "p")
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if string(again.Marshal()) != string(text) {
			t.Fatalf("written twice, the file is\n%s\nand\n%s", text, again.Marshal())
		}
	})
}

// plant creates a folder with the given files. A name that ends in a slash is a folder.
func plant(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := disk.RealPath(t.TempDir())
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(path, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func rels(list []project.Entry) string {
	var out []string
	for _, e := range list {
		out = append(out, e.Rel)
	}
	return strings.Join(out, " ")
}

func TestList(t *testing.T) {
	t.Parallel()
	dir := plant(t, map[string]string{
		"fillet.project.yaml": "fillet_project: 1\n", "a.level.yaml": "", "caves/b.LEVEL.yml": "",
		"prefabs/crate.level.yaml": "", "caves/prefabs/x.level.yaml": "",
		"tiles/stone.tiles.yaml": "", "notes.yaml": "", ".hidden/c.level.yaml": "", "inner/fillet.project.yaml": "",
		"inner/d.level.yaml": "", "repo/.git/": "", "repo/e.level.yaml": "",
		"odd\xff.level.yaml": "",
	})
	outside := plant(t, map[string]string{"f.level.yaml": ""})
	if err := os.Symlink(outside, filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	p, err := project.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	list, err := p.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[project.Kind]string{
		project.Level:  "a.level.yaml caves/b.LEVEL.yml odd\xff.level.yaml",
		project.Prefab: "caves/prefabs/x.level.yaml prefabs/crate.level.yaml", project.Tiles: "tiles/stone.tiles.yaml",
	} {
		if got := rels(list.Of(kind)); got != want {
			t.Errorf("kind %d: %q, want %q", kind, got, want)
		}
	}
	if len(list.Nested) != 2 || len(list.Problems) != 0 {
		t.Errorf("nested %v, problems %v", list.Nested, list.Problems)
	}
	p.Levels, p.Prefabs = []string{"caves"}, []string{"prefabs"}
	list, err = p.List(t.Context())
	if got := rels(list.Of(project.Level)); err != nil || got != "caves/b.LEVEL.yml caves/prefabs/x.level.yaml" {
		t.Errorf("with folders the levels are %q (%v)", got, err)
	}
	if os.Getuid() != 0 {
		if err := os.Chmod(filepath.Join(dir, "caves"), 0); err == nil {
			defer func() { _ = os.Chmod(filepath.Join(dir, "caves"), 0o755) }()
			if list, err = p.List(t.Context()); err != nil || len(list.Problems) != 1 {
				t.Errorf("with a folder that cannot be read: %v, %v", list.Problems, err)
			}
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.List(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled listing returns %v", err)
	}
}

// The nearest project file counts. A repository ends the search, and a file with an error is still found.
func TestOf(t *testing.T) {
	t.Parallel()
	dir := plant(t, map[string]string{
		"fillet.project.yaml": "fillet_project: 1\nname: Outer\n", "deep/levels/a.level.yaml": "",
		"inner/fillet.project.yaml": "fillet_project: 1\nname: Inner\n", "inner/b.level.yaml": "",
		"repo/.git/": "", "repo/c.level.yaml": "", "bad/fillet.project.yaml": "fillet_project: 1\nnom: x\n",
		"bad/d.level.yaml": "",
	})
	for path, want := range map[string]string{
		"deep/levels/a.level.yaml": "Outer", "inner/b.level.yaml": "Inner",
		"repo/c.level.yaml": "", "new/e.level.yaml": "Outer",
	} {
		p, err := project.Of(filepath.Join(dir, filepath.FromSlash(path)))
		switch {
		case err != nil:
			t.Errorf("%s: %v", path, err)
		case (p == nil) != (want == "") || p != nil && p.Name != want:
			t.Errorf("the project of %s is %v, want %q", path, p, want)
		}
	}
	if _, err := project.Of(filepath.Join(dir, "bad", "d.level.yaml")); err == nil ||
		!strings.Contains(err.Error(), `fillet.project.yaml:2:1: unknown key "nom"`) {
		t.Errorf("an error in the file is %v", err)
	}
}

func TestExportsOf(t *testing.T) {
	t.Parallel()
	p := &project.Project{Dir: disk.RealPath(t.TempDir()), Levels: []string{"levels"}, Exports: []level.ExportPreset{
		{Name: "game", Format: "json", File: "build/{folder}/{level}.json"},
		{Name: "lua", Template: "x.tmpl", File: "{level}.lua"},
	}}
	at := filepath.Join(p.Dir, "levels", "caves", "a.level.yaml")
	got := p.ExportsOf(at, []level.ExportPreset{{Name: "lua", Format: "go", File: "own.go"}})
	if len(got) != 2 || got[0].Path(at) != filepath.Join(p.Dir, "build", "caves", "a.json") || got[1].File != "own.go" {
		t.Errorf("exports = %+v", got)
	}
	if got := p.ExportsOf(filepath.Join(p.Dir, "levels", "b.level.yaml"), nil); got[0].Path(at) != filepath.Join(p.Dir,
		"build", "a.json") || got[1].TemplatePath(at) != filepath.Join(p.Dir, "x.tmpl") {
		t.Errorf("at the top they are %+v", got)
	}
}

// levelWith returns a level with a collider for each string. The string lists the collider's categories ("-" for none),
// then, after a slash, the categories that it collides with.
func levelWith(t *testing.T, categories string, colliders ...string) *level.Document {
	t.Helper()
	s := level.DefaultSettings()
	s.Categories = strings.Fields(categories)
	doc, err := level.NewDocument(s)
	if err != nil {
		t.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "x"})}}
	for i, words := range colliders {
		c := level.NewCollider(level.ID(i+1), 1, "", level.Shape{Kind: level.Circle, Radius: 1}, level.Vec{})
		of, with, ok := strings.Cut(words, "/")
		if of != "-" {
			c.Categories = strings.Fields(of)
		}
		if ok {
			c.CollidesWith = strings.Fields(with)
		}
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return doc
}

// collidersOf draws four colliders for levelWith, with some of the categories.
func collidersOf(r *rapid.T, categories []string) (words []string) {
	pick := rapid.SliceOfNDistinct(rapid.SampledFrom(categories), 0, 2, rapid.ID[string])
	for range 4 {
		w := strings.Join(pick.Draw(r, "of"), " ")
		if w == "" {
			w = "-"
		}
		words = append(words, w+"/"+strings.Join(pick.Draw(r, "with"), " "))
	}
	return words
}

// whoCollides reports for each pair of colliders whether their filters let them collide.
func whoCollides(doc *level.Document) (out []bool) {
	for a := range doc.Colliders() {
		for b := range doc.Colliders() {
			fa, fb := a.Filter(doc.Settings()), b.Filter(doc.Settings())
			out = append(out, fa.Category&fb.Mask != 0 && fb.Category&fa.Mask != 0)
		}
	}
	return out
}

func TestRenumber(t *testing.T) {
	t.Parallel()
	p := &project.Project{Categories: []string{"terrain", "props", "player"}}
	for _, tt := range []struct {
		own, want string
		colliders []string
		after     string // the categories of the first collider
	}{
		{"terrain props player", "", []string{"-"}, ""},
		{"terrain props player water", "", []string{"water"}, ""},
		{"player terrain", "terrain props player", []string{"-"}, "player"},
		{"terrain player", "terrain props player", []string{"-"}, ""},
		{"terrain water fire", "terrain props player water", []string{"water"}, "water"},
		{"terrain water fire", "terrain props player fire", []string{"terrain/fire"}, "terrain"},
		{"default", "terrain props player", []string{"-"}, ""},
		{"default", "terrain props player default", []string{"-/default"}, "default"},
		{"water terrain", "terrain props player water", []string{"-"}, "water"},
		{"", "terrain props player", []string{"-"}, ""},
	} {
		doc := levelWith(t, tt.own, tt.colliders...)
		d, ok := p.Renumber(doc.Snapshot())
		if ok != (tt.want != "") || p.Agrees(doc.Settings().Categories) == ok {
			t.Errorf("%q is renumbered: %v", tt.own, ok)
			continue
		}
		if !ok {
			continue
		}
		if err := doc.Apply(d); err != nil {
			t.Errorf("%q: %v", tt.own, err)
		}
		if got := strings.Join(doc.Settings().Categories, " "); got != tt.want ||
			strings.Join(doc.Collider(1).Categories, " ") != tt.after {
			t.Errorf("%q with %q becomes %q with %q, want %q with %q", tt.own, tt.colliders, got,
				doc.Collider(1).Categories, tt.want, tt.after)
		}
	}
}

// Whatever the categories, a renumbered level agrees with the project, and the same pairs collide.
func TestRenumberKeepsContacts(t *testing.T) {
	t.Parallel()
	names := []string{"a", "b", "c", "d", "e"}
	rapid.Check(t, func(r *rapid.T) {
		some := func(label string, least int) []string {
			return rapid.SliceOfNDistinct(rapid.SampledFrom(names), least, 5, rapid.ID[string]).Draw(r, label)
		}
		p := &project.Project{Categories: some("project", 1)}
		own := some("own", 2)
		words := collidersOf(r, own)
		doc := levelWith(t, strings.Join(own, " "), words...)
		before := whoCollides(doc)
		d, ok := p.Renumber(doc.Snapshot())
		if !ok {
			return
		}
		if err := doc.Apply(d); err != nil {
			r.Fatal(err)
		}
		if !p.Agrees(doc.Settings().Categories) || !slices.Equal(before, whoCollides(doc)) {
			r.Fatalf("%q in %q with %q becomes %q", own, p.Categories, words, doc.Settings().Categories)
		}
	})
}

// large creates a project with the given numbers of levels and of colliders per level.
func large(t testing.TB, levels, colliders int) string {
	t.Helper()
	var text strings.Builder
	text.WriteString("fillet: 1\nname: %s\nsize: [4096, 4096]\npixels_per_metre: 32\ngrid: {size: [16, " +
		"16]}\ncategories: [terrain]\nlayers:\n  - id: l1\n    name: Ground\n    colliders:\n")
	for i := range colliders {
		fmt.Fprintf(&text, "      - id: c%d\n        name: box %d\n        kind: box\n        size: [16, 16]\n       "+
			" position: [%d, %d]\n", i+1, i+1, i%64*20, i/64*20)
	}
	files := map[string]string{"fillet.project.yaml": "fillet_project: 1\nname: Large\ncategories: [terrain]\n"}
	for i := range levels {
		files[fmt.Sprintf("levels/%02d/level%03d.level.yaml", i%10, i)] = strings.Replace(text.String(), "%s",
			fmt.Sprintf("Level %d", i), 1)
	}
	return plant(t, files)
}

func BenchmarkOpenProject(b *testing.B) {
	dir := large(b, 200, 1000)
	for b.Loop() {
		start := time.Now()
		p, err := project.Open(dir)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := p.List(b.Context()); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(time.Since(start).Seconds()*1e3, "ms/project")
	}
}

// Colliders that name a material of the project get its values.
func TestResolve(t *testing.T) {
	t.Parallel()
	p := &project.Project{Materials: []project.Material{{Name: "ice", Friction: 0.02, Density: 0.9}}}
	doc := levelWith(t, "terrain", "-", "-", "-")
	var d level.Diff
	for c := range doc.Colliders() {
		with := *c
		with.Material = []string{"", "ice", "slime", ""}[c.ID]
		with.Friction = 0.7
		d.Colliders = append(d.Colliders, level.Changed(c, &with))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	if err := doc.Apply(p.Resolve(doc.Snapshot())); err != nil {
		t.Fatal(err)
	}
	if c := doc.Collider(1); c.Friction != 0.02 || c.Density != 0.9 || c.Restitution != 0 {
		t.Errorf("collider of ice = %+v", c)
	}
	for _, id := range []level.ID{2, 3} {
		if c := doc.Collider(id); c.Friction != 0.7 {
			t.Errorf("collider %v has a friction of %g, want its own", id, c.Friction)
		}
	}
	if again := p.Resolve(doc.Snapshot()); !again.IsEmpty() {
		t.Errorf("a second Resolve returns %+v", again)
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	inst := "fillet: 2\nname: a\nsize: [64, 64]\ncategories: [x]\ninstances:\n  - {id: i1, prefab: " +
		"../prefabs/crate.level.yaml, layer: l1, position: [0, 0]}\n  - {id: i2, prefab: " +
		"../prefabs/crate.level.yaml, layer: l1, position: [0, 0]}\n  - {id: i3, prefab: crate.level.yaml, layer: " +
		"l1, position: [0, 0]}\nlayers: []\n"
	dir := plant(t, map[string]string{
		"fillet.project.yaml": "fillet_project: 1\ncategories: [terrain, props]\npixels_per_metre: 16\nlevels: " +
			"[levels]\nprefabs: [prefabs]\n",
		"prefabs/crate.level.yaml": "fillet: 1\nlayers: []\n", "levels/a.level.yaml": inst,
		"levels/crate.level.yaml":  "fillet: 1\nname: crate.level.yaml\nlayers: []\n",
		"levels/broken.level.yaml": "instances:\n crate.level.yaml: [",
	})
	p, err := project.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	path, err := p.NewLevel(project.Level, "Höhle 2")
	if err != nil || p.Rel(path) != "levels/Höhle 2.level.yaml" {
		t.Fatalf("the new level is %s, %v", path, err)
	}
	doc, err := level.Open(path)
	if err != nil || doc.Settings().Name != "Höhle 2" || doc.Settings().PixelsPerMetre != 16 ||
		len(doc.Layers()) != 1 || len(doc.Settings().Categories) != 2 {
		t.Errorf("new level = %+v, %v", doc, err)
	}
	if _, err := p.NewLevel(project.Level, "Höhle 2"); !errors.Is(err, project.ErrExists) {
		t.Errorf("once more: %v", err)
	}
	for _, bad := range []string{
		"", " ", "a/b", `a\b`, "..", ".a", "a ", "a.", "a\nb", "a\u202eb",
		strings.Repeat("x", 201), "\xff",
	} {
		if _, err := p.NewLevel(project.Prefab, bad); err == nil {
			t.Errorf("a prefab is called %q", bad)
		}
	}
	list, err := p.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	refs, err := p.References(t.Context(), list, filepath.Join(dir, "prefabs", "crate.level.yaml"))
	if want := []project.Reference{
		{Rel: "levels/a.level.yaml", Line: 6, Column: 22},
		{Rel: "levels/a.level.yaml", Line: 7, Column: 22},
	}; err != nil || !slices.Equal(refs, want) {
		t.Errorf("the references are %v, %v", refs, err)
	}
	if got := project.Files(refs); len(got) != 1 || got[0] != "levels/a.level.yaml (2 times)" {
		t.Errorf("files = %q", got)
	}
	crate := list.Of(project.Prefab)[0]
	if _, err := crate.Rename("box"); err != nil {
		t.Fatal(err)
	}
	if err := crate.Delete(os.Remove); err == nil {
		t.Error("a missing file is deleted")
	}
	if _, err := list.Of(project.Level)[0].Rename("crate"); !errors.Is(err, project.ErrExists) {
		t.Errorf("renaming over another file: %v", err)
	}
	list, err = p.List(t.Context())
	if err != nil || rels(list.Of(project.Prefab)) != "prefabs/box.level.yaml" {
		t.Fatalf("%q, %v", rels(list.Entries), err)
	}
	if err := list.Of(project.Prefab)[0].Delete(os.Remove); err != nil {
		t.Error(err)
	}
}
