package level_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/testkit"
)

func TestIDsReadBack(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"c1", "c12345678", "c9007199254740992", "ca2222222", "czzzzzzzz", "ck3fw7m2a"} {
		id, err := level.ParseID(text)
		if err != nil || id.String() != text {
			t.Errorf("%s reads as %v (%v)", text, id, err)
		}
	}
	for _, text := range []string{
		"", "c", "c0", "c01", "c+1", "c-1", "c9007199254740993", "c99999999999999999999", "12", "l12",
		"c2aaaaaaa", "ck3fw7m2", "ck3fw7m2aa", "ck3fw7m20", "ck3fw7m21", "cK3fw7m2a", "ck3fw7m2é", "ck3fw7m2 ",
		"ck3fw7m28",
	} {
		if id, err := level.ParseID(text); err == nil {
			t.Errorf("%q reads as %v", text, id)
		}
	}
	if l, err := level.ParseLayerID("lk3fw7m2a"); err != nil || l.String() != "lk3fw7m2a" {
		t.Errorf("a layer's id reads as %v (%v)", l, err)
	}
}

// Counted ids sort by number, random ids after them by text.
func TestIDsAreInTheOrderOfTheirTexts(t *testing.T) {
	doc := testkit.NewLevel(t)
	random := make([]level.ID, 500)
	for i := range random {
		random[i] = doc.NewID()
	}
	slices.Sort(random)
	texts := make([]string, len(random))
	for i, id := range random {
		texts[i] = id.String()
	}
	if last, err := level.ParseID("c9007199254740992"); err != nil || last >= random[0] || !slices.IsSorted(texts) {
		t.Errorf("sorted ids have the texts %v (%v)", texts[:10], err)
	}
}

// New ids have the form given in docs/LEVEL-FILE.md, and 20,000 of them from two documents all differ: with only the
// documents' own ids, that fails by chance once in four thousand runs.
func TestNewIDsAreRandom(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^[cl][a-z][a-z2-7]{7}$`)
	a, b := testkit.NewLevel(t), testkit.NewLevel(t)
	seen, digits := map[string]bool{}, map[byte]bool{}
	for range 5000 {
		for _, id := range []string{
			a.NewID().String(), b.NewID().String(), a.NewLayerID().String(),
			b.NewLayerID().String(),
		} {
			if seen[id] || !form.MatchString(id) {
				t.Fatalf("%s is not a new, unique id", id)
			}
			seen[id] = true
			digits[id[8]] = true
		}
	}
	if len(digits) != 32 {
		t.Errorf("%d of 32 digits occur at the end of ids", len(digits))
	}
}

// An id is never given twice: neither while its collider exists, nor after the collider was deleted, nor when it was
// given but not used, nor when its collider was imported and then deleted.
func TestAnIDIsNeverGivenTwice(t *testing.T) {
	t.Parallel()
	doc := testkit.NewLevel(t)
	doc.UseIDs(testkit.CountingIDs())
	layer := doc.Layers()[0].ID
	add := func(id level.ID) *level.Collider {
		t.Helper()
		c := level.NewCollider(id, layer, "", level.Shape{Kind: level.Point}, level.Vec{})
		if err := doc.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Added(c)}}); err != nil {
			t.Fatal(err)
		}
		return c
	}
	add(1)
	gone := add(2)
	settings := *doc.Settings()
	imported := level.NewCollider(3, 0, "", level.Shape{Kind: level.Point}, level.Vec{})
	settings.Imports = []*level.Import{{File: "a.ldtk", Base: []level.Imported{{Collider: imported}}}}
	if err := doc.Apply(level.Diff{
		Settings:  level.Changed(doc.Settings(), &settings),
		Colliders: []level.Change[level.Collider]{level.Removed(gone)},
	}); err != nil {
		t.Fatal(err)
	}
	if id := doc.NewID(); id != 4 {
		t.Errorf("the id %v was another collider's", id)
	}
	doc.UseIDs(testkit.CountingIDs())
	if id := doc.NewID(); id != 5 {
		t.Errorf("the id %v was given before", id)
	}
	l := &level.Layer{ID: doc.NewLayerID()}
	if err := doc.Apply(level.Diff{Layers: []level.Change[level.Layer]{level.Added(l)}}); err != nil {
		t.Fatal(err)
	}
	if err := doc.Apply(level.Diff{Layers: []level.Change[level.Layer]{level.Removed(l)}}); err != nil {
		t.Fatal(err)
	}
	doc.UseIDs(testkit.CountingIDs())
	if id := doc.NewLayerID(); id != l.ID+1 {
		t.Errorf("the id %v was another layer's", id)
	}
}

// A file has version 2 as soon as it contains a random id, and not before. Both versions are read, even if a file of
// version 1 contains a random id.
// Many records with the same id take new ids in one walk of its sequence.
func TestFreeIDsWalkASequenceOnce(t *testing.T) {
	t.Parallel()
	const count = 1000
	var free level.FreeIDs[level.ID]
	taken, asked := map[level.ID]bool{}, 0
	for range count {
		id := free.Find(level.HashedID(7), func(id level.ID) bool { asked++; return taken[id] })
		if taken[id] {
			t.Fatalf("%v is given twice", id)
		}
		taken[id] = true
	}
	if asked > 2*count {
		t.Errorf("%d ids were looked at for %d records", asked, count)
	}
}

func TestVersionIsTheLowestPossible(t *testing.T) {
	doc := testkit.NewLevel(t)
	doc.UseIDs(testkit.CountingIDs())
	l := &level.Layer{ID: doc.NewLayerID(), Order: -1}
	old := doc.Layers()[0]
	if err := doc.Apply(level.Diff{Layers: []level.Change[level.Layer]{level.Added(l), level.Removed(old)}}); err !=
		nil {
		t.Fatal(err)
	}
	says := func(version string) {
		t.Helper()
		data, err := level.Marshal(doc)
		if err != nil || !bytes.HasPrefix(data, []byte("fillet: "+version+"\n")) {
			t.Errorf("the file begins with %.12q (%v), want version %s", data, err, version)
		}
		for _, v := range []string{"1", "2"} {
			again := bytes.Replace(data, []byte("fillet: "+version), []byte("fillet: "+v), 1)
			back, err := level.Parse(again, "f.yaml")
			if err != nil {
				t.Errorf("as version %s: %v", v, err)
				continue
			}
			if saved, err := level.Marshal(back); err != nil || !bytes.Equal(saved, data) {
				t.Errorf("as version %s it is saved as\n%s(%v)", v, saved, err)
			}
		}
		_, err = level.Parse(bytes.Replace(data, []byte("fillet: "+version), []byte("fillet: 3"), 1), "f.yaml")
		if err == nil || !strings.Contains(err.Error(), "f.yaml:1:9: this level was written by a newer Fillet") {
			t.Errorf("version 3 is read with the error %v", err)
		}
	}
	says("1")
	c := level.NewCollider(7, l.ID, "", level.Shape{Kind: level.Point}, level.Vec{})
	if err := doc.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Added(c)}}); err != nil {
		t.Fatal(err)
	}
	says("1")
	id, err := level.ParseID("ck3fw7m2a")
	if err != nil {
		t.Fatal(err)
	}
	random := level.NewCollider(id, l.ID, "", level.Shape{Kind: level.Point}, level.Vec{})
	random.Order = 1
	if err := doc.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Added(random)}}); err != nil {
		t.Fatal(err)
	}
	says("2")
	settings := *doc.Settings()
	base := *random
	base.Source = &level.Source{File: "a.ldtk", ID: "x"}
	settings.Imports = []*level.Import{{File: "a.ldtk", Base: []level.Imported{{Collider: &base}}}}
	if err := doc.Apply(level.Diff{
		Settings:  level.Changed(doc.Settings(), &settings),
		Colliders: []level.Change[level.Collider]{level.Removed(random)},
	}); err != nil {
		t.Fatal(err)
	}
	says("2")
}

// Any text that parses as an id is that id's text.
func FuzzParseID(f *testing.F) {
	for _, s := range []string{"c1", "ck3fw7m2a", "c01", "c2aaaaaaa"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if id, err := level.ParseID(s); err == nil && id.String() != s {
			t.Errorf("%q reads as %v", s, id)
		}
	})
}
