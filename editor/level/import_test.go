package level_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/testkit"

	"pgregory.net/rapid"
)

// drawImport adds an import of some of the document's colliders. Their imported state differs in random parts, and some
// imported colliders are missing.
func drawImport(t *rapid.T, doc *level.Document) {
	m := &level.Import{
		File: "foreign/world.ldtk", Mode: rapid.SampledFrom([]string{"", "rects"}).Draw(t, "mode"),
		Defaults: rapid.IntRange(0, 2).Draw(t, "defaults"), Digest: "0badcafe",
		Pictures: rapid.Bool().Draw(t, "pictures"), Reads: []string{"a.ldtkl"},
		Mapping: rapid.SampledFrom([]string{
			"", "rules:\n  - {name: a, role: trigger}\n", "rules: [] # one line",
			"\n x: \"ä\"\n\n",
		}).Draw(t, "mapping"),
		Frame: level.Frame{Size: level.Vec{X: 64, Y: 32}, Grid: level.Vec{X: 8, Y: 8}},
	}
	if rapid.Bool().Draw(t, "places") {
		m.Places = []level.Place{{Level: "L"}}
		for i := range rapid.IntRange(0, 12).Draw(t, "missing") {
			m.Missing = append(m.Missing, level.HashedID(uint64(99990+i)))
		}
		slices.Sort(m.Missing)
	}
	var all []*level.Collider
	for c := range doc.Colliders() {
		all = append(all, c)
	}
	var d level.Diff
	var deleted []level.Imported
	for _, c := range all {
		if !rapid.Bool().Draw(t, "imported") {
			continue
		}
		after := *c
		after.Source = &level.Source{
			File: m.File, Level: "L", Layer: "x: y",
			Value: rapid.IntRange(-1, 3).Draw(t, "value"), ID: "7",
		}
		base := after
		other := all[rapid.IntRange(0, len(all)-1).Draw(t, "other")]
		level.SetParts(&base, level.Parts(rapid.IntRange(0, int(level.AllParts)).Draw(t,
			"parts"))|level.GeometryPart|level.RadiusPart, other)
		if rapid.Bool().Draw(t, "gone") {
			d.Colliders = append(d.Colliders, level.Removed(c))
			deleted = append(deleted, level.Imported{Collider: &base})
			continue
		}
		d.Colliders = append(d.Colliders, level.Changed(c, &after))
		b := level.Imported{Collider: &base}
		switch rapid.SampledFrom([]string{"", "", "gone from the file", "kept", "offered"}).Draw(t, "to be decided") {
		case "gone from the file":
			b.Gone = true
		case "kept":
			b.Kept = true
		case "offered":
			offered := base
			level.SetParts(&offered, level.GeometryPart|level.RadiusPart, other)
			offered.Friction = base.Friction + 0.5
			b.Offered = &offered
		}
		m.Base = append(m.Base, b)
	}
	m.Base = append(deleted, m.Base...)
	settings := *doc.Settings()
	settings.Imports = []*level.Import{m}
	d.Settings = level.Changed(doc.Settings(), &settings)
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
}

func TestImportsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := drawDocument(t)
		drawImport(t, doc)
		first, err := level.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		back, err := level.Read(bytes.NewReader(first), "level.yaml")
		if err != nil {
			t.Fatalf("%v\n%s", err, first)
		}
		want, got := doc.Settings().Imports[0], back.Settings().Imports[0]
		if want.File != got.File || want.Mode != got.Mode || want.Mapping != got.Mapping || want.Digest != got.Digest ||
			want.Frame != got.Frame || want.Pictures != got.Pictures || len(got.Reads) != 1 {
			t.Fatalf("import %+v\nand %+v\n%s", want, got, first)
		}
		if !slices.Equal(want.Missing, got.Missing) {
			t.Fatalf("missing = %v, want %v\n%s", got.Missing, want.Missing, first)
		}
		was, entries := map[level.ID]*level.Collider{}, map[level.ID]level.Imported{}
		for _, b := range want.Base {
			was[b.ID], entries[b.ID] = b.Collider, b
		}
		if len(got.Base) != len(was) {
			t.Fatalf("%d imported colliders of %d are read back:\n%s", len(got.Base), len(was), first)
		}
		for _, b := range got.Base {
			if b.Lost != "" {
				t.Fatalf("%v counts as lost:\n%s", b.ID, first)
			}
			if p := level.Differing(was[b.ID], b.Collider); p != 0 {
				t.Fatalf("%v differs in %v:\n%s", b.ID, p.Names(), first)
			}
			if e := entries[b.ID]; b.Gone != e.Gone || b.Kept != e.Kept || (b.Offered == nil) != (e.Offered == nil) ||
				b.Offered != nil && level.Differing(b.Offered, e.Offered) != 0 {
				t.Fatalf("%v: gone %v, kept %v, offered %v; want %v, %v, %v:\n%s", b.ID, b.Gone, b.Kept, b.Offered,
					e.Gone, e.Kept, e.Offered, first)
			}
			if x, y := *was[b.ID].Source, *b.Source; x.Level != y.Level || x.Layer != y.Layer || x.Value != y.Value ||
				x.ID != y.ID {
				t.Fatalf("source %+v and %+v", x, y)
			}
		}
		if second, err := level.Marshal(back); err != nil || !bytes.Equal(first, second) {
			t.Fatalf("saved again, it differs (%v):\n%s\n%s", err, first, second)
		}
		if id := back.NewID(); was[id] != nil {
			t.Fatalf("%v is the id of an imported collider", id)
		}
	})
}

// If another program edits the file and loses the imported values, the collider counts as changed from then on.
func TestForeignEditsAreNoticed(t *testing.T) {
	t.Parallel()
	doc := testkit.EmptyLevel(t)
	c := level.NewCollider(doc.NewID(), 1, "box", level.Shape{
		Kind: level.Box, Size: level.Vec{X: 10, Y: 10},
		Rounding: level.Inset,
	}, level.Vec{X: 5})
	c.Source = &level.Source{File: "world.ldtk", ID: "a"}
	settings := *doc.Settings()
	settings.Imports = []*level.Import{{File: "world.ldtk", Base: []level.Imported{{Collider: c}}}}
	if err := doc.Apply(level.Diff{
		Settings:  level.Changed(doc.Settings(), &settings),
		Colliders: []level.Change[level.Collider]{level.Added(c)},
	}); err != nil {
		t.Fatal(err)
	}
	data, err := level.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(string(data), "position: [5, 0]", "position: [6, 0]", 1)
	for range 2 { // including after saving in between
		back, err := level.Read(strings.NewReader(edited), "level.yaml")
		if err != nil {
			t.Fatal(err)
		}
		b := back.Settings().Imports[0].Base[0]
		if b.Lost != level.Digest(c) {
			t.Fatalf("the imported collider is %+v, want a lost one", b)
		}
		if data, err = level.Marshal(back); err != nil || string(data) != edited {
			t.Fatalf("saving it changes it (%v):\n%s\n%s", err, data, edited)
		}
	}
}

func TestInvalidImports(t *testing.T) {
	head := "fillet: 1\nsize: [8, 8]\n"
	for _, test := range []struct{ name, text, want string }{
		{"no file", "imports:\n  - mode: rects\nlayers: []\n", `line.yaml:4:5: this import has no "file"`},
		{
			"unknown key", "imports:\n  - {file: a, modes: rects}\nlayers: []\n",
			`line.yaml:4:15: unknown key "modes" (did you mean "mode"?)`,
		},
	} {
		_, err := level.Read(strings.NewReader(head+test.text), "line.yaml")
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
}
