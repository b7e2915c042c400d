package workspace_test

import (
	"fmt"
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/workspace"
)

// room adds a level with a floor, two pillars of different lengths, and a coin.
func (w *foreignWorld) room(name string, x int) *foreignLevel {
	l := &foreignLevel{number: w.number(), name: name, x: x, w: 12, h: 5}
	l.id = fmt.Sprintf("iid-%d", l.number)
	y := &foreignLayer{number: w.number(), name: "walls0", cells: map[[2]int]foreignCell{}}
	for i := range 7 {
		y.cells[[2]int{i, 4}] = foreignCell{w.number(), 1}
	}
	y.cells[[2]int{9, 4}] = foreignCell{w.number(), 1}
	for i := range 2 {
		y.cells[[2]int{11, 3 + i}] = foreignCell{w.number(), 1}
	}
	objects := &foreignLayer{number: w.number(), name: "things", entities: true, list: []*foreignEntity{
		{number: w.number(), id: 1, name: "Coin", x: 20, y: 20, w: 8},
		{number: w.number(), id: 2, name: "Door", x: 40, y: 20, w: 8},
	}}
	if w.format == "ldtk" {
		for _, e := range objects.list {
			e.id = e.number
		}
	}
	l.layers = []*foreignLayer{y, objects}
	return l
}

// editAll gives every collider a radius, a tag and a nudge.
func editAll(t tester, s *editor.Session, w *foreignWorld, at map[string]level.Vec) []*edit {
	t.Helper()
	var edits []*edit
	var d level.Diff
	for c := range s.Document().Colliders() {
		e := &edit{tag: fmt.Sprint("edit of ", c.ID), truth: w.truthOf(t, c, at), nudge: 3}
		after := *c
		after.Tags, after.Friction = []string{e.tag}, 0.125
		after.Position.X += e.nudge
		if after.Shape.HasCorners() {
			after.Shape.Radius = 3
		}
		edits = append(edits, e)
		d.Colliders = append(d.Colliders, level.Changed(c, &after))
	}
	own := level.NewCollider(s.Document().NewID(), s.Document().Layers()[0].ID, "own",
		level.Shape{Kind: level.Circle, Radius: 5}, level.Vec{X: 5})
	d.Colliders = append(d.Colliders, level.Added(own))
	if err := s.History().Do("design", d); err != nil {
		t.Fatal(err)
	}
	return edits
}

// For each typical change to a file, every edit stays on the shape it was made on, and there are no conflicts and no
// copies.
func TestEditsFollowTheFile(t *testing.T) {
	t.Parallel()
	all := []string{"ldtk", "ogmo", "tiled", "world"}
	many := []string{"ldtk", "ogmo", "world"} // have several levels
	placed := []string{"ldtk", "world"}       // their levels have places
	for _, test := range []struct {
		name    string
		formats []string
		change  func(w *foreignWorld)
		want    string // the summary without the file's name; %d is the number of edits
	}{
		{"nothing", all, func(*foreignWorld) {}, "%d kept as changed here"},
		{"a level in front of the others", many, func(w *foreignWorld) {
			w.levels = append([]*foreignLevel{w.room("a", -900)}, w.levels...)
		}, "5 added, %d kept as changed here"},
		{"a copy of a level in front of the others", many, func(w *foreignWorld) {
			w.levels = append([]*foreignLevel{w.copyOf(w.levels[1], "a", -900)}, w.levels...)
		}, "5 added, %d kept as changed here"},
		{"two reordered levels", placed, func(w *foreignWorld) {
			w.levels[0], w.levels[1] = w.levels[1], w.levels[0]
		}, "%d kept as changed here"},
		{"two levels that swap places in the world", placed, func(w *foreignWorld) {
			w.levels[0].x, w.levels[1].x = w.levels[1].x, w.levels[0].x
		}, "%d kept as changed here"},
		{"a level moved in the world", placed, func(w *foreignWorld) {
			w.levels[1].x, w.levels[1].y = 4444, -3
		}, "%d kept as changed here"},
		{"a renamed level", many, func(w *foreignWorld) {
			w.levels[1].name = "z"
		}, "%d kept as changed here"},
		{"two levels that swap their names", all[:1], func(w *foreignWorld) {
			w.levels[0].name, w.levels[1].name = w.levels[1].name, w.levels[0].name
		}, "%d kept as changed here"},
		{"a column at the left", all, func(w *foreignWorld) { w.levels[0].widen(1) }, "%d kept as changed here"},
		{"a column at the right", all, func(w *foreignWorld) { w.levels[0].w++ }, "%d kept as changed here"},
		{"a column at the left, and the level moved", placed, func(w *foreignWorld) {
			w.levels[0].widen(2)
			w.levels[0].x += 777
		}, "%d kept as changed here"},
		{"a layer offset", all, func(w *foreignWorld) {
			w.levels[0].layers[0].offset = [2]int{5, -7}
		}, "%d kept as changed here"},
		{"a tileset that grew", all[2:], func(w *foreignWorld) { w.grown += 9 }, "%d kept as changed here"},
		{"a renamed layer that its colliders are named after", all[2:3], func(w *foreignWorld) {
			w.levels[0].layers[0].name = "walls7"
		}, "3 updated, 2 kept as changed here"},
		{"reordered layers", all, func(w *foreignWorld) {
			l := w.levels[0]
			l.layers[0], l.layers[1] = l.layers[1], l.layers[0]
		}, "%d kept as changed here"},
	} {
		for _, format := range test.formats {
			for _, closed := range []bool{false, true} {
				w := &foreignWorld{format: format}
				w.levels = []*foreignLevel{w.room("b", 0)}
				if format != "tiled" {
					w.levels = append(w.levels, w.room("c", 500), w.room("d", 1000))
					w.levels[2].layers[0].cells[[2]int{2, 2}] = foreignCell{w.number(), 2}
				}
				doc, at := w.importOf(t)
				s := editor.NewSession(doc)
				edits := editAll(t, s, w, at)
				if closed {
					s = reopened(t, s)
				}
				was := w.clone()
				test.change(w)
				later, at := w.importOf(t)
				r, err := workspace.PlanReimport(s.Document(), theImport(s), later)
				if err != nil {
					t.Fatal(err)
				}
				name := fmt.Sprintf("%s: %s (closed in between: %v)", format, test.name, closed)
				_, summary, _ := strings.Cut(r.Summary(), ": ")
				if want := strings.Replace(test.want, "%d", fmt.Sprint(len(edits)), 1); summary != want ||
					len(r.Conflicts) > 0 {
					t.Errorf("%s: got %s, want %s; conflicts %v", name, summary, want, r.Conflicts)
					continue
				}
				if err := r.Apply(s); err != nil {
					t.Fatal(err)
				}
				check := roundCheck{t: t, w: w, was: was, at: at, s: s, stands: map[level.ID]truth{}}
				check.nothingTwice(later, 0)
				for _, e := range edits {
					check.edit(e)
				}
			}
		}
	}
}

// Ten levels have 204 equal colliders each, all of them edited. A copy of one level, in front of the others, takes none
// of the edits.
func TestCopyOfALevelTakesNoEdits(t *testing.T) {
	t.Parallel()
	w := &foreignWorld{format: "ldtk"}
	for i := range 10 {
		l := &foreignLevel{number: w.number(), name: fmt.Sprint("room", i), x: 700 * i, w: 34, h: 24}
		l.id = fmt.Sprintf("iid-%d", l.number)
		y := &foreignLayer{number: w.number(), name: "walls0", cells: map[[2]int]foreignCell{}}
		for k := range 204 {
			y.cells[[2]int{k % 17 * 2, k / 17 * 2}] = foreignCell{w.number(), 1}
		}
		l.layers = []*foreignLayer{y}
		w.levels = append(w.levels, l)
	}
	doc, at := w.importOf(t)
	s := editor.NewSession(doc)
	edits := editAll(t, s, w, at)
	was := w.clone()
	w.levels = append([]*foreignLevel{w.copyOf(w.levels[4], "copy", -700)}, w.levels...)
	later, at := w.importOf(t)
	r, err := workspace.PlanReimport(s.Document(), theImport(s), later)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Summary(), "world.ldtk: 204 added, 2040 kept as changed here"; got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	if err := r.Apply(s); err != nil {
		t.Fatal(err)
	}
	check := roundCheck{t: t, w: w, was: was, at: at, s: s, stands: map[level.ID]truth{}}
	check.nothingTwice(later, 0)
	for _, e := range edits[:50] {
		check.edit(e)
	}
}

// Entities with the same id, as in damaged files and between OGMO's levels, are told apart by their places and names.
func TestEntitiesOfOneID(t *testing.T) {
	t.Parallel()
	at := func(name string, id, x int) *foreignEntity {
		return &foreignEntity{number: 100 + x, id: id, name: name, x: x, y: 20, w: 8}
	}
	for _, test := range []struct {
		name     string
		formats  []string
		was, now []*foreignEntity
		conflict string
		on       []int // where the edits to the first entities are afterwards
	}{
		{
			"the first of two is gone",
			[]string{"ldtk", "ogmo", "tiled"},
			[]*foreignEntity{at("Coin", 5, 20), at("Coin", 5, 40)},
			[]*foreignEntity{at("Coin", 5, 40)},
			"Coin: changed here, gone from the file",
			[]int{20, 40},
		},
		{
			"another stands in front",
			[]string{"ldtk", "ogmo", "tiled"},
			[]*foreignEntity{at("Coin", 5, 20), at("Coin", 5, 40)},
			[]*foreignEntity{at("Coin", 5, 60), at("Coin", 5, 20), at("Coin", 5, 40)},
			"",
			[]int{20, 40},
		},
		{
			"another name got the id",
			[]string{"ogmo"},
			[]*foreignEntity{at("Coin", 5, 20)},
			[]*foreignEntity{at("Door", 5, 60)},
			"Coin: changed here, gone from the file",
			[]int{20},
		},
		{
			"one that moved",
			[]string{"ldtk", "ogmo", "tiled"},
			[]*foreignEntity{at("Coin", 5, 20)},
			[]*foreignEntity{at("Coin", 5, 60)},
			"",
			[]int{60},
		},
	} {
		for _, format := range test.formats {
			w := &foreignWorld{format: format}
			w.levels = []*foreignLevel{w.room("b", 0)}
			w.levels[0].layers[1].list = test.was
			doc, _ := w.importOf(t)
			s := editor.NewSession(doc)
			var d level.Diff
			for c := range s.Document().Colliders() {
				if c.Source.ID != "" {
					after := *c
					after.Tags = []string{fmt.Sprint(c.Position.X - 4)}
					d.Colliders = append(d.Colliders, level.Changed(c, &after))
				}
			}
			if err := s.History().Do("design", d); err != nil {
				t.Fatal(err)
			}
			w.levels[0].layers[1].list = test.now
			later, _ := w.importOf(t)
			r, err := workspace.PlanReimport(s.Document(), theImport(s), later)
			if err != nil {
				t.Fatal(err)
			}
			var conflicts []string
			for i := range r.Conflicts {
				conflicts = append(conflicts, r.Conflicts[i].String())
			}
			if got := strings.Join(conflicts, ", "); got != test.conflict {
				t.Errorf("%s: %s: conflicts %q, want %q", format, test.name, got, test.conflict)
			}
			if err := r.Apply(s); err != nil {
				t.Fatal(err)
			}
			for i, x := range test.on {
				tag := fmt.Sprint(test.was[i].x)
				for c := range s.Document().Colliders() {
					if len(c.Tags) > 0 && c.Tags[0] == tag && c.Position.X != float64(x)+4 {
						t.Errorf("%s: %s: the edit made at %s is at %g, want %d", format, test.name, tag,
							c.Position.X-4, x)
					}
				}
			}
		}
	}
}

// An undecided conflict comes up again with the same file and with later ones, even after the level was closed. Once it
// is decided, it does not come up again.
func TestUndecidedConflictsStay(t *testing.T) {
	t.Parallel()
	size := level.Vec{X: 256, Y: 128}
	for _, side := range []workspace.Side{workspace.TakeLevel, workspace.TakeFile} {
		s := editor.NewSession(imported(t, world(), size))
		change(t, s, "crate", func(c *level.Collider) { c.Position.X = 71 })
		change(t, s, "wall", func(c *level.Collider) { c.Shape.Radius = 2 })
		remove(t, s, "door")
		later := world()
		later[0].x, later[1].x = 11, 70
		later = later[:3]
		want := ""
		for round := range 4 {
			r, err := workspace.PlanReimport(s.Document(), theImport(s), imported(t, later, size))
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(conflictsOf(r, workspace.Undecided), ", ")
			if want == "" {
				want = got
			}
			if got != want || len(r.Conflicts) != 3 {
				t.Fatalf("round %d: conflicts %s, want %s", round, got, want)
			}
			if round == 3 {
				for i := range r.Conflicts {
					r.Conflicts[i].Take = side
				}
			}
			if err := r.Apply(s); err != nil {
				t.Fatal(err)
			}
			s = reopened(t, s)
			later[2].name = fmt.Sprint("floor", round) // another change
		}
		later[2].name = "floor2"
		r, err := workspace.PlanReimport(s.Document(), theImport(s), imported(t, later, size))
		if err != nil || len(r.Conflicts) > 0 {
			t.Fatalf("a decided conflict comes up again: %v (%v)", r.Conflicts, err)
		}
		crate, wall, door := named(t, s, "crate"), named(t, s, "wall"), named(t, s, "door")
		if side == workspace.TakeLevel && (crate.Position.X != 71 || wall == nil || door != nil) {
			t.Errorf("decided for the level: %v, %v, %v", crate, wall, door)
		}
		if side == workspace.TakeFile && (crate.Position.X != 70 || wall != nil || door == nil ||
			door.Position.X != 11) {
			t.Errorf("decided for the file: %v, %v, %v", crate, wall, door)
		}
	}
}

// A level that the file has emptied still exists: a similar level takes none of its edits, even if an older import
// knows levels by their names only.
func TestEmptiedLevelKeepsEdits(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"ldtk", "ogmo"} {
		for _, old := range []bool{false, true} {
			w := &foreignWorld{format: format}
			w.levels = []*foreignLevel{w.room("one", 0), w.room("two", 900)}
			w.levels[0].layers = w.levels[0].layers[:1]
			doc, at := w.importOf(t)
			s := editor.NewSession(doc)
			edits := editAll(t, s, w, at)
			if old {
				asBefore(t, s)
			}
			was := w.clone()
			w.levels = append(w.levels, w.copyOf(w.levels[0], "a", 0)) // which is where the first level was
			clear(w.levels[0].layers[0].cells)
			later, at := w.importOf(t)
			r, err := workspace.PlanReimport(s.Document(), theImport(s), later)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := r.Summary(), fmt.Sprintf("world.%s: 3 added, %d kept as changed here, 3 changed on "+
				"both sides", format, len(edits)-3); got != want {
				t.Errorf("%s, old %v: %s, want %s", format, old, got, want)
			}
			if err := r.Apply(s); err != nil {
				t.Fatal(err)
			}
			gone := map[level.ID]*workspace.Conflict{}
			for i := range r.Conflicts {
				gone[r.Conflicts[i].Ours.ID] = &r.Conflicts[i]
			}
			check := roundCheck{t, w, was, at, s, gone, old, map[level.ID]truth{}}
			check.nothingTwice(later, len(gone))
			for _, e := range edits {
				check.edit(e)
			}
		}
	}
}

// In a level so repetitive that a column added at the left gives the same file as one added at the right, no edit
// silently moves to another object: each is a conflict until the user decides, and until then nothing appears twice.
func TestEditsInRepetitiveLevels(t *testing.T) {
	t.Parallel()
	for i, format := range []string{"ldtk", "ogmo", "tiled", "ldtk", "ogmo", "tiled"} {
		side := []workspace.Side{workspace.TakeLevel, workspace.TakeFile}[i/3]
		w := &foreignWorld{format: format}
		l := w.room("one", 0)
		l.layers = l.layers[:1]
		cells := map[[2]int]foreignCell{}
		for i := range 5 {
			cells[[2]int{2 * i, 1}] = foreignCell{w.number(), 1}
		}
		l.layers[0].cells, l.w = cells, 10
		w.levels = []*foreignLevel{l}
		doc, at := w.importOf(t)
		s := editor.NewSession(doc)
		edits := editAll(t, s, w, at)
		deleted := named(t, s, "own")
		for c := range s.Document().Colliders() {
			if c.Source != nil {
				deleted = c
			}
		}
		if err := s.History().Do("delete",
			level.Diff{Colliders: []level.Change[level.Collider]{level.Removed(deleted)}}); err != nil {
			t.Fatal(err)
		}
		l.w += 2
		cells[[2]int{10, 1}] = foreignCell{w.number(), 1}
		for round := range 3 {
			r := reimported(t, &s, w, []workspace.Side{workspace.Undecided, side, workspace.Undecided}[round])
			want := []int{len(edits), len(edits), 0}[round]
			if len(r.Conflicts) != want || round == 0 && len(r.Notes) != 1 {
				t.Errorf("%s, round %d: %s; conflicts %v, notes %q, want %d and a note", format, round, r.Summary(),
					r.Conflicts, r.Notes, want)
			}
			want = len(edits) + 1 // including new and drawn shapes, without deleted ones
			if round > 0 && side == workspace.TakeFile {
				want++
			}
			if n := s.Document().Len(); n != want {
				t.Errorf("%s, round %d: %d colliders, want %d", format, round, n, want)
			}
		}
		if text := marshal(t, s.Document()); strings.Contains(text, "offered:") ||
			strings.Contains(text, level.UnsureDigest) {
			t.Errorf("%s: the level has undecided conflicts:\n%s", format, text)
		}
	}
}
