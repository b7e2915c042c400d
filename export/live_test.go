package export_test

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"

	"pgregory.net/rapid"
)

// onOneLine removes the line breaks and indentation of a JSON file. Strings contain no raw line breaks.
func onOneLine(text []byte) string {
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimLeft(line, " ")
	}
	return strings.ReplaceAll(strings.Join(lines, ""), ", ", ",")
}

// anyEdit changes a level somewhere.
func anyEdit(t *rapid.T, doc *level.Document) {
	var d level.Diff
	all := slices.Collect(doc.Colliders())
	if len(all) == 0 || rapid.IntRange(0, 9).Draw(t, "edit") == 0 {
		layer := doc.Layers()[0].ID
		c := anyCollider(t, doc.NewID(), layer)
		c.Order = rapid.Float64Range(-20, 20).Draw(t, "order")
		if doc.Group(level.GroupID(layer)) != nil && rapid.Bool().Draw(t, "in the group") {
			c.GroupOf, c.Body, c.Role = level.GroupID(layer), level.Dynamic, level.Solid
		}
		d.Colliders = append(d.Colliders, level.Added(c))
	} else {
		c := rapid.SampledFrom(all).Draw(t, "collider")
		to := *c
		switch rapid.IntRange(0, 7).Draw(t, "what") {
		case 0:
			d.Colliders = append(d.Colliders, level.Removed(c))
		case 1:
			to.Order = rapid.Float64Range(-20, 20).Draw(t, "order")
		case 2:
			if to.GroupOf != 0 {
				to.GroupOf = 0
			} else if doc.Group(level.GroupID(c.Layer)) != nil {
				to.GroupOf = level.GroupID(c.Layer)
			}
		case 3:
			s := *doc.Settings()
			s.Name += "'"
			s.PixelsPerMetre = rapid.SampledFrom([]float64{1, 32, 100}).Draw(t, "pixels per metre")
			s.Categories = append(slices.Clone(s.Categories), "more "+s.Name)
			d.Settings = level.Changed(doc.Settings(), &s)
		case 4:
			l := rapid.SampledFrom(doc.Layers()).Draw(t, "layer")
			with := *l
			with.Name += "'"
			d.Layers = append(d.Layers, level.Changed(l, &with))
		default:
			to.Position.X += 8
		}
		if len(d.Colliders) == 0 && d.IsEmpty() {
			d.Colliders = append(d.Colliders, level.Changed(c, &to))
		}
	}
	if err := doc.Apply(doc.Completed(d)); err != nil {
		t.Skip("the edit is invalid:", err)
	}
}

// While a level is edited, the file of each state equals an export, and changes lead a reader from any state to any
// later one.
func TestLive(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc := anyMachinery(t)
		o := export.Options{Form: export.Form{
			KeepRadius: rapid.Bool().Draw(t, "keep radius"), Metres: rapid.Bool().Draw(t, "metres"),
			YUp: rapid.Bool().Draw(t, "y up"), InLevel: rapid.Bool().Draw(t, "in level"),
		}}
		live := export.NewLive(o)
		var sent *export.State
		var client *colliders.File
		for range rapid.IntRange(1, 8).Draw(t, "edits") {
			snap := doc.Snapshot()
			state, err := live.Update(snap)
			var want bytes.Buffer
			_, wantErr := export.JSON().Export(context.Background(), snap, o, &want)
			if (err != nil) != (wantErr != nil) {
				t.Fatalf("the error is %v, an export's is %v", err, wantErr)
			}
			if err == nil {
				text := state.AppendFile(nil)
				if got, want := onOneLine(text), onOneLine(want.Bytes()); got != want {
					t.Fatalf("the state is\n%s\nwant\n%s", got, want)
				}
				whole, err := colliders.Load(bytes.NewReader(text))
				if err != nil {
					t.Fatal(err)
				}
				switch {
				case client == nil:
					client, sent = whole, state
				case rapid.Bool().Draw(t, "send"):
					follow(t, client, state.AppendChange(nil, sent), whole)
					sent = state
				}
			}
			anyEdit(t, doc)
		}
	})
}

// When the level is saved elsewhere, the sources of its colliders are relative to the new file.
func TestLiveFollowsTheFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	doc, err := level.Read(strings.NewReader(`fillet: 1
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, kind: box, size: [32, 16], position: [16, 24]}
      - {id: c2, kind: box, size: [32, 16], position: [16, 64]}
`), "a.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	c := *doc.Collider(1)
	c.Source = &level.Source{File: filepath.ToSlash(filepath.Join(dir, "world.ldtk")), Layer: "Ground"}
	if err := doc.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(doc.Collider(1), &c)}}); err != nil {
		t.Fatal(err)
	}
	live := export.NewLive(export.Options{Level: filepath.Join(dir, "a.level.yaml")})
	before, err := live.Update(doc.Snapshot())
	if err != nil || !strings.Contains(string(before.AppendFile(nil)), `"world.ldtk"`) {
		t.Fatalf("the state is %v\n%s", err, before.AppendFile(nil))
	}
	live.SetLevel(filepath.Join(dir, "levels", "a.level.yaml"))
	after, err := live.Update(doc.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	change := string(after.AppendChange(nil, before))
	if !strings.Contains(change, `"../world.ldtk"`) || strings.Contains(change, "c2") {
		t.Errorf("the change is\n%s", change)
	}
}

// follow applies a change and compares the result with the whole level.
func follow(t rapid.TB, f *colliders.File, text []byte, whole *colliders.File) {
	t.Helper()
	if len(text) > 0 {
		change, err := colliders.ReadChange(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if err := f.Apply(change, nil); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	sameRecords(t, f, whole)
}

// Moving one of 10,000 colliders encodes only that one, and the change contains only that one.
func TestLiveEncodesWhatChanges(t *testing.T) {
	t.Parallel()
	doc := manyColliders(t, 10_000)
	live := export.NewLive(export.Options{})
	before, err := live.Update(doc.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	c := doc.Collider(500)
	to := *c
	to.Position.X += 3
	if err := doc.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c, &to)}}); err != nil {
		t.Fatal(err)
	}
	had := export.EncodedBy(live)
	after, err := live.Update(doc.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	if n := export.EncodedBy(live) - had; n != 1 {
		t.Errorf("%d colliders were encoded, want 1", n)
	}
	change, err := colliders.ReadChange(after.AppendChange(nil, before))
	if err != nil {
		t.Fatal(err)
	}
	if len(change.Changed) != 1 || change.Changed[0].ID != "c500" || len(change.Added)+len(change.Removed) > 0 {
		t.Errorf("the change is %+v", change)
	}
}

func BenchmarkLive10k(b *testing.B) {
	doc := manyColliders(b, 10_000)
	live := export.NewLive(export.Options{})
	last, err := live.Update(doc.Snapshot())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		c := doc.Collider(500)
		to := *c
		to.Position.X++
		if err := doc.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c, &to)}}); err != nil {
			b.Fatal(err)
		}
		next, err := live.Update(doc.Snapshot())
		if err != nil {
			b.Fatal(err)
		}
		if len(next.AppendChange(nil, last)) == 0 {
			b.Fatal("nothing changed")
		}
		last = next
	}
}

// When a body of several colliders ends or begins without a change to its colliders, its joints get other anchors.
func TestLiveJointsOfBodies(t *testing.T) {
	t.Parallel()
	doc, live := town(t), export.NewLive(export.Options{})
	if _, err := live.Update(doc.Snapshot()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		g := doc.Group(1)
		to := *g
		to.OneBody = !g.OneBody
		if err := doc.Apply(level.Diff{Groups: []level.Change[level.Group]{level.Changed(g, &to)}}); err != nil {
			t.Fatal(err)
		}
		state, err := live.Update(doc.Snapshot())
		if err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		if _, err := export.JSON().Export(t.Context(), doc.Snapshot(), export.Options{}, &want); err != nil {
			t.Fatal(err)
		}
		if got, want := onOneLine(state.AppendFile(nil)), onOneLine(want.Bytes()); got != want {
			t.Errorf("with a body: %v, the state is\n%s\nwant\n%s", to.OneBody, got, want)
		}
	}
}
