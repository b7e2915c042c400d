package workspace_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/workspace"
)

// Anything that the file loses and gets back is recognized: nothing appears twice and no edit is lost, whatever was
// decided about it before or after, even if the level was closed in between.
func TestReimportOfWhatComesBack(t *testing.T) {
	t.Parallel()
	cells := func(w *foreignWorld) {
		w.levels[0].layers[0].cells = maps.Clone(w.levels[0].layers[0].cells)
		delete(w.levels[0].layers[0].cells, [2]int{11, 3})
		delete(w.levels[0].layers[0].cells, [2]int{11, 4})
	}
	coin := func(w *foreignWorld) { w.levels[0].layers[1].list = w.levels[0].layers[1].list[1:] }
	layer := func(w *foreignWorld) { w.levels[0].layers = w.levels[0].layers[1:] }
	firstLevel := func(w *foreignWorld) { w.levels = w.levels[1:] }
	for _, format := range []string{"ldtk", "ogmo", "tiled"} {
		for what, lose := range map[string]func(*foreignWorld){
			"cells": cells, "entity": coin, "layer": layer, "level": firstLevel,
		} {
			if what == "level" && format == "tiled" {
				continue // a map is a single level
			}
			for _, first := range []workspace.Side{workspace.Undecided, workspace.TakeLevel} {
				for _, then := range []workspace.Side{workspace.Undecided, workspace.TakeLevel, workspace.TakeFile} {
					t.Run(fmt.Sprintf("%s %s %d %d", format, what, first, then), func(t *testing.T) {
						w := &foreignWorld{format: format}
						w.levels = []*foreignLevel{w.room("one", 0)}
						if format != "tiled" {
							w.levels = append(w.levels, w.room("two", 700))
						}
						doc, at := w.importOf(t)
						s := editor.NewSession(doc)
						editAll(t, s, w, at)
						want := backState(s.Document()) // OGMO's levels are elsewhere while a level before them is gone
						less := w.clone()
						lose(less)
						for round, step := range []struct {
							w         *foreignWorld
							side      workspace.Side
							conflicts bool
						}{{less, first, true}, {less, first, first == workspace.Undecided}, {w, then, false}, {w, workspace.TakeFile, false}, {less, workspace.Undecided, true}, {w, then, false}} {
							later, _ := step.w.importOf(t)
							r, err := workspace.PlanReimport(s.Document(), theImport(s), later)
							if err != nil {
								t.Fatal(err)
							}
							if got := len(r.Conflicts) > 0; got != step.conflicts || r.Added > 0 || r.Removed > 0 {
								t.Fatalf("round %d: %s; conflicts %v, want %v", round, r.Summary(), r.Conflicts,
									step.conflicts)
							}
							for i := range r.Conflicts {
								r.Conflicts[i].Take = step.side
							}
							if err := r.Apply(s); err != nil {
								t.Fatal(err)
							}
							s = reopened(t, s)
							if got := backState(s.Document()); got != want && step.w == w {
								t.Fatalf("round %d:\n%s\nwant\n%s", round, got, want)
							}
						}
						if text := marshal(t, s.Document()); strings.Contains(text, "offered:") {
							t.Errorf("the level has undecided conflicts:\n%s", text)
						}
					})
				}
			}
		}
	}
}

// backState describes the contents of the level.
func backState(doc *level.Document) string {
	var out []string
	for c := range doc.Colliders() {
		out = append(out, fmt.Sprint(c.ID, " ", c.Name, " ", c.Tags, " ", c.Position, " ", c.Shape))
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// A shape that the designer deleted while it was missing from the file stays deleted when it comes back.
func TestDeletedStaysDeletedWhenItComesBack(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"ldtk", "ogmo", "tiled"} {
		w := &foreignWorld{format: format}
		w.levels = []*foreignLevel{w.room("one", 0)}
		doc, at := w.importOf(t)
		s := editor.NewSession(doc)
		editAll(t, s, w, at)
		less := w.clone()
		delete(less.levels[0].layers[0].cells, [2]int{11, 3})
		delete(less.levels[0].layers[0].cells, [2]int{11, 4})
		for round, now := range []*foreignWorld{less, w, w} {
			later, _ := now.importOf(t)
			r, err := workspace.PlanReimport(s.Document(), theImport(s), later)
			if err != nil {
				t.Fatal(err)
			}
			if round > 0 && (r.Added > 0 || len(r.Conflicts) > 0) {
				t.Fatalf("%s, round %d: %s, %v", format, round, r.Summary(), r.Conflicts)
			}
			if err := r.Apply(s); err != nil {
				t.Fatal(err)
			}
			if round == 0 {
				if len(r.Conflicts) != 1 {
					t.Fatalf("%s: got %v, want one conflict", format, r.Conflicts)
				}
				if err := s.History().Do("delete", level.Diff{Colliders: []level.Change[level.Collider]{level.Removed(r.Conflicts[0].Ours)}}); err != nil {
					t.Fatal(err)
				}
			}
			s = reopened(t, s)
		}
	}
}

// A record that is deleted from the text of the level file stays deleted, both when the same file is imported again and
// when the file has changed. A level of an older Fillet does not record what it imported, so only the former holds for
// it.
func TestDeletedByTextStaysDeleted(t *testing.T) {
	t.Parallel()
	t.Run("same file", func(t *testing.T) { checkDeletedByText(t, false) })
	t.Run("changed file", func(t *testing.T) { checkDeletedByText(t, true) })
}

func checkDeletedByText(t *testing.T, changedAtOnce bool) {
	size := level.Vec{X: 256, Y: 128}
	brought := func(records []foreignRecord) *level.Document {
		doc := imported(t, records, size)
		if changedAtOnce {
			doc.Settings().Imports[0].Places = []level.Place{{Level: "L", Layers: []level.LayerPlace{{Layer: "Entities"}, {Layer: "Cells"}}}}
		}
		// The same record gets the same id, as importers do it.
		var d level.Diff
		for c := range doc.Colliders() {
			after := *c
			after.ID = level.HashedID(uint64(slices.IndexFunc(records, func(r foreignRecord) bool { return r.name == c.Name })))
			d.Colliders = append(d.Colliders, level.Removed(c), level.Added(&after))
		}
		m := doc.Settings().Imports[0]
		m.Base = nil
		for _, c := range d.Colliders {
			if c.After != nil {
				m.Base = append(m.Base, level.Imported{Collider: c.After})
			}
		}
		if err := doc.Apply(d); err != nil {
			t.Fatal(err)
		}
		return doc
	}
	original := editor.NewSession(brought(world()))
	text := marshal(t, original.Document())
	from := strings.Index(text, "      - id: "+named(t, original, "crate").ID.String())
	const next = "  - id: " // the next shape or layer
	to := from + len("    "+next) + strings.Index(text[from+len("    "+next):], next)
	to = strings.LastIndex(text[:to], "\n") + 1
	doc, err := level.Parse([]byte(text[:from]+text[to:]), "")
	if err != nil {
		t.Fatal(err)
	}
	s := editor.NewSession(doc)
	changed := world()
	changed[1].x, changed[0].x = 70, 12
	rounds := [][]foreignRecord{world(), changed, changed}
	if changedAtOnce {
		rounds = rounds[1:]
	}
	for round, records := range rounds {
		r, err := workspace.PlanReimport(s.Document(), theImport(s), brought(records))
		if err != nil {
			t.Fatal(err)
		}
		if r.Added > 0 {
			t.Errorf("round %d: %s", round, r.Summary())
		}
		if err := r.Apply(s); err != nil {
			t.Fatal(err)
		}
		s = reopened(t, s)
		if c := named(t, s, "crate"); c != nil {
			t.Fatalf("round %d: the crate is back at %v", round, c.Position)
		}
	}
	if d := named(t, s, "door"); d.Position.X != 12 {
		t.Errorf("the door is at %g, want the file's 12", d.Position.X)
	}
}

// If two entities have the same id, as in damaged files, one that comes back is recognized by its place.
func TestDuplicateIDComesBack(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"ldtk", "ogmo", "tiled"} {
		w := &foreignWorld{format: format}
		w.levels = []*foreignLevel{w.room("one", 0)}
		coin := func(x int) *foreignEntity {
			return &foreignEntity{number: 100 + x, id: 5, name: "Coin", x: x, y: 20, w: 8}
		}
		w.levels[0].layers[1].list = []*foreignEntity{coin(20), coin(40), coin(60)}
		doc, at := w.importOf(t)
		s := editor.NewSession(doc)
		editAll(t, s, w, at)
		want := backState(s.Document())
		less := w.clone()
		less.levels[0].layers[1].list = []*foreignEntity{coin(20), coin(60)}
		for _, now := range []*foreignWorld{less, w} {
			later, _ := now.importOf(t)
			r, err := workspace.PlanReimport(s.Document(), theImport(s), later)
			if err != nil {
				t.Fatal(err)
			}
			if (len(r.Conflicts) > 0) != (now == less) || r.Added > 0 {
				t.Errorf("%s: %s, %v", format, r.Summary(), r.Conflicts)
			}
			if err := r.Apply(s); err != nil {
				t.Fatal(err)
			}
			s = reopened(t, s)
		}
		if got := backState(s.Document()); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", format, got, want)
		}
	}
}

// reimported updates a session from the world's file, then closes and reopens the level. It returns the plan.
func reimported(t *testing.T, s **editor.Session, w *foreignWorld, side workspace.Side) *workspace.Reimport {
	t.Helper()
	later, _ := w.importOf(t)
	r, err := workspace.PlanReimport((*s).Document(), theImport(*s), later)
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Conflicts {
		r.Conflicts[i].Take = side
	}
	if err := r.Apply(*s); err != nil {
		t.Fatal(err)
	}
	*s = reopened(t, *s)
	return r
}

// A shape that the designer deleted before the file lost it stays deleted as well, however often the level was compared
// with the file in between.
func TestDeletedStaysDeletedWhenBothLostIt(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"ldtk", "ogmo", "tiled"} {
		for what, lose := range map[string]func(*foreignWorld){
			"cells":  func(w *foreignWorld) { clear(w.levels[0].layers[0].cells) },
			"entity": func(w *foreignWorld) { w.levels[0].layers[1].list = w.levels[0].layers[1].list[1:] },
			"layer":  func(w *foreignWorld) { w.levels[0].layers = w.levels[0].layers[1:] },
			"level":  func(w *foreignWorld) { w.levels = w.levels[1:] },
		} {
			if what == "level" && format == "tiled" {
				continue // a map is a single level
			}
			w := &foreignWorld{format: format}
			w.levels = []*foreignLevel{w.room("one", 0)}
			if format != "tiled" {
				w.levels = append(w.levels, w.room("two", 700))
			}
			doc, _ := w.importOf(t)
			s := editor.NewSession(doc)
			less := w.clone()
			lose(less)
			var d level.Diff
			kept := 0
			for c := range s.Document().Colliders() {
				if c.Source.Level != "two" {
					d.Colliders = append(d.Colliders, level.Removed(c))
				} else {
					kept++
				}
			}
			if err := s.History().Do("delete", d); err != nil {
				t.Fatal(err)
			}
			for round, now := range []*foreignWorld{less, less, w, w, less, w} {
				r := reimported(t, &s, now, workspace.Undecided)
				if len(r.Conflicts) > 0 || r.Added > 0 || s.Document().Len() != kept {
					t.Errorf("%s %s, round %d: %s, conflicts %v; %d colliders, want %d", format, what, round,
						r.Summary(), r.Conflicts, s.Document().Len(), kept)
					break
				}
			}
			// A new object in the place of one that both had lost is new.
			reimported(t, &s, less, workspace.Undecided)
			if what != "cells" {
				continue
			}
			refilled := less.clone()
			for i := range 9 {
				refilled.levels[0].layers[0].cells[[2]int{i, 4}] = foreignCell{w.number(), 1}
			}
			if r := reimported(t, &s, refilled, workspace.Undecided); r.Added != 1 || len(r.Conflicts) > 0 {
				t.Errorf("%s: a new floor where others were: %s, conflicts %v; want 1 added", format, r.Summary(),
					r.Conflicts)
			}
		}
	}
}

// A level or layer that was gone and comes back with a different id or size duplicates nothing.
func TestRestoredLevelHasNoDuplicates(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"ldtk", "ogmo", "tiled"} {
		for what, change := range map[string]func(*foreignLevel){
			"id":             func(l *foreignLevel) { l.id = "iid-new" },
			"column left":    func(l *foreignLevel) { l.widen(2) },
			"column right":   func(l *foreignLevel) { l.w += 2 },
			"id and size":    func(l *foreignLevel) { l.id = "iid-new"; l.w += 2 },
			"id and columns": func(l *foreignLevel) { l.id = "iid-new"; l.widen(1) },
			"layer":          func(l *foreignLevel) { l.layers[0].number += 1000 },
		} {
			for _, side := range []workspace.Side{workspace.Undecided, workspace.TakeLevel} {
				for _, some := range []bool{false, true} { // whether only some were changed
					w := &foreignWorld{format: format}
					w.levels = []*foreignLevel{w.room("one", 0)}
					if format == "tiled" {
						if strings.HasPrefix(what, "id") {
							continue // a map is a single level
						}
					} else {
						w.levels = append(w.levels, w.room("two", 700))
					}
					doc, at := w.importOf(t)
					s := editor.NewSession(doc)
					if some {
						var d level.Diff
						for c := range s.Document().Colliders() {
							if c.Position.Y > 60 && d.Colliders == nil {
								after := *c
								after.Tags = []string{"edited"}
								d.Colliders = append(d.Colliders, level.Changed(c, &after))
							}
						}
						if err := s.History().Do("edit", d); err != nil {
							t.Fatal(err)
						}
					} else {
						editAll(t, s, w, at)
					}
					want := s.Document().Len()
					less := w.clone()
					if less.levels = less.levels[1:]; format == "tiled" {
						l := w.levels[0].clone()
						for _, y := range l.layers {
							clear(y.cells)
							y.list = nil
						}
						less.levels = []*foreignLevel{l}
					}
					reimported(t, &s, less, side)
					reimported(t, &s, less, side)
					change(w.levels[0])
					r := reimported(t, &s, w, workspace.Undecided)
					tagged := 0
					for c := range s.Document().Colliders() {
						tagged += len(c.Tags)
					}
					if s.Document().Len() != want || len(r.Conflicts) > 0 || some && tagged != 1 {
						t.Errorf("%s, another %s, %d, some only %v: %s, conflicts %v; %d colliders, want %d; %d edits",
							format, what, side, some, r.Summary(), r.Conflicts, s.Document().Len(), want, tagged)
					}
				}
			}
		}
	}
}

// An object that comes back is recognized by the file's name for its value, even if nothing else had that value
// meanwhile, or if the file's tiles have other numbers now.
func TestReappearingObjectsKeepValues(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"ldtk", "ogmo", "tiled"} {
		for value := 1; value <= 2; value++ { // in Tiled, tile 1 is merged by its name, and tile 2 has a shape
			for grown := range 3 { // tiles that the tileset gains while the value is gone, and again when it is back
				w := &foreignWorld{format: format}
				l := w.room("one", 0)
				l.layers[0].cells = map[[2]int]foreignCell{{3, 3}: {w.number(), 1}, {6, 3}: {w.number(), 2}}
				w.levels = []*foreignLevel{l}
				doc, at := w.importOf(t)
				s := editor.NewSession(doc)
				editAll(t, s, w, at)
				want := backState(s.Document())
				less := w.clone()
				less.grown += grown
				delete(less.levels[0].layers[0].cells, [2]int{3 * value, 3})
				back := w.clone()
				back.grown += 2 * grown
				for round, now := range []*foreignWorld{less, less, back} {
					r := reimported(t, &s, now, workspace.Undecided)
					if r.Added > 0 || r.Removed > 0 || (len(r.Conflicts) > 0) != (now == less) {
						t.Errorf("%s, value %d, grown by %d, round %d: %s, conflicts %v", format, value, grown, round,
							r.Summary(), r.Conflicts)
					}
				}
				if got := backState(s.Document()); got != want {
					t.Errorf("%s, value %d, grown by %d:\n%s\nwant\n%s", format, value, grown, got, want)
				}
			}
		}
	}
}
