package export_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/export"
	"fillet/export/colliders"

	"pgregory.net/rapid"
)

// mixedFile returns a file with records of two others, in any order. Records may share their ids with others of a.
func mixedFile(t *rapid.T, a, b *colliders.File) *colliders.File {
	out := *a
	if rapid.Bool().Draw(t, "other level") {
		out.Level, out.Categories = b.Level, b.Categories
	}
	colliderIDs, jointIDs := map[string]bool{}, map[string]bool{}
	out.Colliders, out.Joints = nil, nil
	for _, f := range []*colliders.File{a, b} {
		for _, c := range f.Colliders {
			if !colliderIDs[c.ID] && rapid.Bool().Draw(t, "has") {
				colliderIDs[c.ID] = true
				out.Colliders = append(out.Colliders, c)
			}
		}
		for _, j := range f.Joints {
			if !jointIDs[j.ID] && rapid.Bool().Draw(t, "has joint") {
				jointIDs[j.ID] = true
				out.Joints = append(out.Joints, j)
			}
		}
	}
	out.Colliders = rapid.Permutation(out.Colliders).Draw(t, "order")
	return &out
}

// records returns the records of a file by id.
func records(f *colliders.File) (map[string]colliders.Collider, map[string]colliders.Joint) {
	cs, js := map[string]colliders.Collider{}, map[string]colliders.Joint{}
	for _, c := range f.Colliders {
		cs[c.ID] = c
	}
	for _, j := range f.Joints {
		js[j.ID] = j
	}
	return cs, js
}

// orderInBodies returns the ids of the colliders of each body of several.
func orderInBodies(f *colliders.File) map[string][]string {
	out := map[string][]string{}
	for i := range f.Colliders {
		if c := &f.Colliders[i]; c.OneBody != "" {
			out[c.OneBody] = append(out[c.OneBody], c.ID)
		}
	}
	return out
}

// sameRecords fails unless two files hold the same, in any order except in bodies.
func sameRecords(t rapid.TB, got, want *colliders.File) {
	t.Helper()
	gotColliders, gotJoints := records(got)
	wantColliders, wantJoints := records(want)
	if !reflect.DeepEqual(gotColliders, wantColliders) || !reflect.DeepEqual(gotJoints, wantJoints) ||
		!reflect.DeepEqual(got.Level, want.Level) || !slices.Equal(got.Categories, want.Categories) {
		t.Fatalf("after the change the file is\n%+v\nwant\n%+v", got, want)
	}
	if got, want := orderInBodies(got), orderInBodies(want); !reflect.DeepEqual(got, want) {
		t.Fatalf("the bodies have %v, want %v", got, want)
	}
}

// bodies returns the bodies of a file's world by id.
func bodies(f *colliders.File, w *collision.World) map[string]collision.Body {
	out := map[string]collision.Body{}
	for k, b := range w.Bodies() {
		out[f.At(k).ID] = b
	}
	return out
}

// A sequence of changes that is sent as text gives the file and the world of the last state, and colliders keep their
// keys.
func TestChanges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := formed(t, anyMachinery(t), export.Options{}), formed(t, anyLevel(t), export.Options{})
		at := *a
		world, err := at.World()
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 4).Draw(t, "changes") {
			next := mixedFile(t, a, b)
			text, err := export.AppendChange(nil, colliders.Diff(&at, next))
			if err != nil {
				t.Fatal(err)
			}
			change, err := colliders.ReadChange(text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			keys := map[string]collision.Key{}
			for k := range world.Bodies() {
				keys[at.At(k).ID] = k
			}
			if err := at.Apply(change, world); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			sameRecords(t, &at, next)
			if d := colliders.Diff(&at, next); !d.IsEmpty() {
				t.Fatalf("the file still differs after the change: %+v", d)
			}
			again, err := next.World()
			if err != nil {
				t.Fatal(err)
			}
			if got, want := bodies(&at, world), bodies(next, again); !reflect.DeepEqual(got, want) {
				t.Fatalf("the world has %v, want %v", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
			}
			for k := range world.Bodies() {
				if old, ok := keys[at.At(k).ID]; ok && old != k && !slices.Contains(change.Removed, at.At(k).ID) {
					t.Fatalf("the key of %s changed from %d to %d", at.At(k).ID, old, k)
				}
			}
		}
	})
}

// A change that does not fit leaves the file and the world as they are.
func TestChangeThatDoesNotFit(t *testing.T) {
	t.Parallel()
	doc := someLevel(t)
	f := formed(t, doc, export.Options{})
	world, err := f.World()
	if err != nil {
		t.Fatal(err)
	}
	c := f.Colliders[0]
	other := c
	other.ID = "new"
	broken := other
	broken.Pieces = []colliders.Piece{{Radius: -1}}
	type of = colliders.Records[colliders.Collider]
	for _, tt := range []struct {
		name   string
		change colliders.Change
		want   string
	}{
		{"added again", colliders.Change{Records: of{Added: []colliders.Collider{c}}}, "exists already"},
		{"added twice", colliders.Change{Records: of{Added: []colliders.Collider{other, other}}}, "exists already"},
		{"unknown", colliders.Change{Records: of{Changed: []colliders.Collider{other}}}, "does not exist"},
		{"removed twice", colliders.Change{Records: of{Removed: []string{c.ID, c.ID}}}, "changes twice"},
		{
			"changed and removed",
			colliders.Change{Records: of{Changed: []colliders.Collider{c}, Removed: []string{c.ID}}},
			"twice",
		},
		{
			"unknown joint",
			colliders.Change{Joints: colliders.Records[colliders.Joint]{Removed: []string{"j"}}},
			`joint "j"`,
		},
		{
			"broken piece",
			colliders.Change{Records: of{Removed: []string{c.ID}, Added: []colliders.Collider{broken}}},
			"new",
		},
	} {
		before, _ := records(f)
		had := world.Len()
		err := f.Apply(&tt.change, world)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: the error is %v, want one with %q", tt.name, err, tt.want)
		}
		if after, _ := records(f); !reflect.DeepEqual(after, before) || world.Len() != had {
			t.Errorf("%s: the file or the world changed", tt.name)
		}
	}
}

func TestChangeErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"removed": [], "gone": []}`:                     `1:17: unknown key "gone"`,
		`{"added": [{"id": "c1"}]}`:                       `1:12: added[0]: the key "name" is missing`,
		`{"removed": ["c1", "c1"]}`:                       `1:20: removed[1]: id "c1" is already used in line 1`,
		`{"removed": ["c1"`:                               `1:`,
		`{"joints": {"added": [{"id": "j1"}]}}`:           `joints.added[0]`,
		`[]`:                                              `1:1`,
		`{"level": {"name": "a", "pixels_per_metre": 0}}`: `level.pixels_per_metre`,
	} {
		_, err := colliders.ReadChange([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want one with %q", text, err, want)
		}
	}
}

// Any change that is read can be written again, and applying it never panics.
func FuzzReadChange(f *testing.F) {
	file := formed(f, someLevel(f), export.Options{})
	text, err := export.AppendChange(nil, colliders.Diff(&colliders.File{}, file))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"removed": ["c1"], "joints": {"removed": ["j1"]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := colliders.ReadChange(data)
		if err != nil {
			return
		}
		text, err := export.AppendChange(nil, c)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := colliders.ReadChange(text); err != nil || !reflect.DeepEqual(again, c) {
			t.Fatalf("read, written and read, a change is\n%+v\nwant\n%+v\n%v", again, c, err)
		}
		at := *file
		_ = at.Apply(c, nil)
	})
}
