package level_test

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"weak"

	"fillet/editor/level"
	"fillet/editor/testkit"

	"pgregory.net/rapid"
)

func newDocument(t testing.TB) *level.Document {
	t.Helper()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	next := map[byte]uint64{}
	doc.UseIDs(func(letter byte) uint64 { next[letter]++; return next[letter] })
	var d level.Diff
	for i := range 2 {
		d.Layers = append(d.Layers, level.Added(&level.Layer{ID: doc.NewLayerID(), Name: "layer", Order: float64(i)}))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return doc
}

func circle(doc *level.Document, x float64) *level.Collider {
	return level.NewCollider(doc.NewID(), 1, "ball", level.Shape{Kind: level.Circle, Radius: 5}, level.Vec{X: x})
}

func text(t interface{ Fatal(...any) }, doc *level.Document) string {
	b, err := level.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Undo and redo pass through every earlier state, byte for byte, after any mix of single steps, transactions, rollbacks
// and resets.
func TestUndoRestoresEveryState(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc, err := level.NewDocument(level.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		layers := level.Diff{Layers: []level.Change[level.Layer]{
			level.Added(&level.Layer{ID: 1, Name: "one", Order: 1}),
			level.Added(&level.Layer{ID: 2, Name: "two", Order: 2}),
		}}
		if err := doc.Apply(layers); err != nil {
			t.Fatal(err)
		}
		h := level.New(doc)
		states := []string{text(t, doc)}
		revisions := []uint64{h.Revision()}
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			before := text(t, doc)
			switch rapid.IntRange(0, 3).Draw(t, "action") {
			case 0:
				if err := h.Do("change", drawDiff(t, doc)); err != nil {
					t.Fatal(err)
				}
			case 1, 2:
				tx := h.Begin("drag")
				for range rapid.IntRange(0, 4).Draw(t, "moves") {
					if err := tx.Apply(drawDiff(t, doc)); err != nil {
						t.Fatal(err)
					}
					if rapid.IntRange(0, 5).Draw(t, "reset") == 0 {
						if err := tx.Reset(); err != nil {
							t.Fatal(err)
						}
						if got := text(t, doc); got != before {
							t.Fatalf("after a reset\n%s\nwant\n%s", got, before)
						}
					}
				}
				if rapid.Bool().Draw(t, "commit") {
					tx.Commit()
				} else {
					tx.Rollback()
					if got := text(t, doc); got != before {
						t.Fatalf("after a rollback\n%s\nwant\n%s", got, before)
					}
				}
			case 3:
				if _, ok := h.Undo(); ok {
					states, revisions = states[:len(states)-1], revisions[:len(revisions)-1]
				}
			}
			if h.Revision() != revisions[len(revisions)-1] {
				states, revisions = append(states, text(t, doc)), append(revisions, h.Revision())
			} else if got := text(t, doc); got != states[len(states)-1] {
				t.Fatalf("revision %d is\n%s\nwant\n%s", h.Revision(), got, states[len(states)-1])
			}
			if err := doc.Validate(); err != nil {
				t.Fatal(err)
			}
		}
		for i := len(states) - 2; i >= 0; i-- {
			if _, ok := h.Undo(); !ok {
				t.Fatalf("no undo from state %d", i+1)
			}
			if got := text(t, doc); got != states[i] {
				t.Fatalf("undone to state %d\n%s\nwant\n%s", i, got, states[i])
			}
			if h.Revision() != revisions[i] {
				t.Fatalf("revision %d, want %d", h.Revision(), revisions[i])
			}
		}
		for i := 1; i < len(states); i++ {
			if _, ok := h.Redo(); !ok {
				t.Fatalf("no redo to state %d", i)
			}
			if got := text(t, doc); got != states[i] {
				t.Fatalf("redone to state %d\n%s\nwant\n%s", i, got, states[i])
			}
		}
	})
}

// drawDiff returns a random change to the document: colliders added, changed, moved between layers and removed.
func drawDiff(t *rapid.T, doc *level.Document) level.Diff {
	var d level.Diff
	for c := range doc.Colliders() {
		switch rapid.IntRange(0, 4).Draw(t, "fate") {
		case 0:
			d.Colliders = append(d.Colliders, level.Removed(c))
		case 1:
			moved := *c
			moved.Position.X += rapid.Float64Range(-9, 9).Draw(t, "dx")
			moved.Layer = level.LayerID(rapid.IntRange(1, 2).Draw(t, "layer"))
			moved.Order = rapid.Float64Range(0, 3).Draw(t, "order")
			d.Colliders = append(d.Colliders, level.Changed(c, &moved))
		}
	}
	if rapid.Bool().Draw(t, "add") {
		d.Colliders = append(d.Colliders, level.Added(circle(doc, rapid.Float64Range(0, 9).Draw(t, "x"))))
	}
	if rapid.IntRange(0, 4).Draw(t, "settings") == 0 {
		s := *doc.Settings()
		s.Name = rapid.StringN(0, 5, 20).Draw(t, "name")
		d.Settings = level.Changed(doc.Settings(), &s)
	}
	return d
}

func TestLabelsAndEnds(t *testing.T) {
	doc := newDocument(t)
	h := level.New(doc)
	if _, ok := h.Undo(); ok {
		t.Error("an empty history undoes something")
	}
	if err := h.Do("Draw ball", level.Diff{Colliders: []level.Change[level.Collider]{level.Added(circle(doc,
		1))}}); err != nil {
		t.Fatal(err)
	}
	tx := h.Begin("Drag")
	if _, ok := h.Undo(); ok {
		t.Error("undo works in the middle of a transaction")
	}
	if err := h.Do("other", level.Diff{Colliders: []level.Change[level.Collider]{level.Added(circle(doc,
		2))}}); !errors.Is(err, level.ErrOpen) {
		t.Errorf("a step in the middle of a transaction: %v, want %v", err, level.ErrOpen)
	}
	tx.SetLabel("Move ball")
	c := doc.Collider(1)
	moved := *c
	moved.Position.X = 7
	if err := tx.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c, &moved)}}); err != nil {
		t.Fatal(err)
	}
	tx.Commit()
	if err := tx.Apply(level.Diff{}); !errors.Is(err, level.ErrEnded) {
		t.Errorf("applying after the end: %v, want %v", err, level.ErrEnded)
	}
	if label, _ := h.CanUndo(); label != "Move ball" {
		t.Errorf("CanUndo() = %q, want Move ball", label)
	}
	if label, _ := h.Undo(); label != "Move ball" || doc.Collider(1).Position.X != 1 {
		t.Errorf("Undo() = %q, x = %v", label, doc.Collider(1).Position.X)
	}
	if label, ok := h.CanRedo(); !ok || label != "Move ball" {
		t.Errorf("CanRedo() = %q", label)
	}
}

// A transaction that begins while another is open first commits that one. Both become steps, in order.
func TestBeginCommitsTheOpenTransaction(t *testing.T) {
	t.Parallel()
	doc := newDocument(t)
	h := level.New(doc)
	states := []string{text(t, doc)}
	first := h.Begin("First")
	if err := first.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Added(circle(doc, 1))}}); err !=
		nil {
		t.Fatal(err)
	}
	states = append(states, text(t, doc))
	second := h.Begin("Second")
	if first.Open() || !second.Open() {
		t.Fatalf("the first is open: %v, the second: %v", first.Open(), second.Open())
	}
	if err := first.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Added(circle(doc,
		2))}}); !errors.Is(err, level.ErrEnded) {
		t.Errorf("a change in the first is %v, want %v", err, level.ErrEnded)
	}
	if err := second.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Added(circle(doc, 3))}}); err !=
		nil {
		t.Fatal(err)
	}
	second.Commit()
	for i, label := range []string{"Second", "First"} {
		if got, ok := h.CanUndo(); !ok || got != label {
			t.Fatalf("step %d to undo = %q, want %q", i+1, got, label)
		}
		h.Undo()
		if got, want := text(t, doc) == states[1-i], true; got != want {
			t.Errorf("after undoing %q the level is\n%s\nwant\n%s", label, text(t, doc), states[1-i])
		}
	}
}

func TestAnEmptyTransactionIsNoStep(t *testing.T) {
	t.Parallel()
	doc := newDocument(t)
	h := level.New(doc)
	tx := h.Begin("Drag")
	ball := circle(doc, 1)
	add := level.Diff{Colliders: []level.Change[level.Collider]{level.Added(ball)}}
	for _, d := range []level.Diff{add, add.Invert()} {
		if err := tx.Apply(d); err != nil {
			t.Fatal(err)
		}
	}
	tx.Commit()
	if label, ok := h.CanUndo(); ok {
		t.Errorf("there is a step %q", label)
	}
}

func TestHistoryIsBounded(t *testing.T) {
	doc := newDocument(t)
	h := level.New(doc)
	if err := h.Do("add", level.Diff{Colliders: []level.Change[level.Collider]{level.Added(circle(doc, 0))}}); err !=
		nil {
		t.Fatal(err)
	}
	var tenth []byte
	const more = 10
	for i := range level.Limit + more {
		c := doc.Collider(1)
		moved := *c
		moved.Position.X = float64(i)
		if err := h.Do("move", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c, &moved)}}); err !=
			nil {
			t.Fatal(err)
		}
		if i == more-1 {
			tenth, _ = level.Marshal(doc)
		}
	}
	steps := 0
	for {
		if _, ok := h.Undo(); !ok {
			break
		}
		steps++
	}
	if steps != level.Limit {
		t.Errorf("%d steps are kept, want %d", steps, level.Limit)
	}
	if got, _ := level.Marshal(doc); !bytes.Equal(got, tenth) {
		t.Errorf("the oldest kept state is\n%s\nwant\n%s", got, tenth)
	}
}

// The history drops its oldest steps when they take too much memory, but never the last step. The remaining steps are
// undone exactly.
func TestHistoryIsBoundedInMemory(t *testing.T) {
	doc := newDocument(t)
	h := level.New(doc)
	const limit = 100_000
	h.SetMaxBytes(limit)
	points := func(n int, r float64) []level.Vec {
		out := make([]level.Vec, n)
		for i := range out {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			out[i] = level.Vec{X: r * cos, Y: r * sin}
		}
		return out
	}
	add := level.NewCollider(doc.NewID(), 1, "ring", level.Shape{
		Kind: level.Polygon, Points: points(500, 100),
		Rounding: level.Inset,
	}, level.Vec{})
	if err := h.Do("add", level.Diff{Colliders: []level.Change[level.Collider]{level.Added(add)}}); err != nil {
		t.Fatal(err)
	}
	states := []string{text(t, doc)}
	for i := range 40 {
		c := doc.Collider(1)
		next := *c
		next.Shape.Points = points(500, 101+float64(i)) // 8 kB a step
		if err := h.Do("reshape", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c,
			&next)}}); err != nil {
			t.Fatal(err)
		}
		states = append(states, text(t, doc))
		if h.Bytes() > limit {
			t.Fatalf("step %d: %d bytes are kept", i, h.Bytes())
		}
	}
	steps := 0
	for at := len(states) - 2; ; at-- {
		if _, ok := h.Undo(); !ok {
			break
		}
		steps++
		if text(t, doc) != states[at] {
			t.Fatalf("after undo, state %d differs", at)
		}
	}
	if steps < 9 || steps > 12 || h.Bytes() != 0 {
		t.Errorf("%d steps of 8 kB were kept in 100 kB, and %d bytes are left", steps, h.Bytes())
	}
	for range steps {
		if _, ok := h.Redo(); !ok {
			t.Fatal("a step is missing")
		}
	}
	if text(t, doc) != states[len(states)-1] {
		t.Error("after redo, the level differs")
	}

	h.SetMaxBytes(10) // less than one step
	c := doc.Collider(1)
	next := *c
	next.Shape.Points = points(300, 7)
	if err := h.Do("last", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c, &next)}}); err != nil {
		t.Fatal(err)
	}
	if _, ok := h.Undo(); !ok || text(t, doc) != states[len(states)-1] {
		t.Error("the last step must be kept however large it is")
	}
	if _, ok := h.Undo(); ok {
		t.Error("steps before it are kept")
	}
}

// The history's estimate of a step's memory is close to the actual size.
func TestBytesAreAccurate(t *testing.T) {
	doc := newDocument(t)
	h := level.New(doc)
	var d level.Diff
	for range 200 {
		d.Colliders = append(d.Colliders, level.Added(circle(doc, 0)))
	}
	if err := h.Do("add", d); err != nil {
		t.Fatal(err)
	}
	before := h.Bytes()
	took := testkit.AllocatedBytes(func() {
		for i := range 100 {
			d = level.Diff{}
			for c := range doc.Colliders() {
				next := *c
				next.Position.Y = float64(i + 1)
				d.Colliders = append(d.Colliders, level.Changed(c, &next))
			}
			if err := h.Do("move", d); err != nil {
				t.Fatal(err)
			}
		}
	})
	if says := uint64(h.Bytes() - before); says < took*6/10 || says > took {
		t.Errorf("100 moves of 200 colliders allocate %d bytes, the history estimates %d", took, says)
	}
}

// Moving a large outline costs little memory, because both records share their points.
func TestMovesOfLargeOutlinesCostLittle(t *testing.T) {
	t.Parallel()
	doc := newDocument(t)
	h := level.New(doc)
	c := circle(doc, 0)
	c.Shape = level.Shape{Kind: level.Chain}
	for i := range 1000 {
		c.Shape.Points = append(c.Shape.Points, level.Vec{X: float64(i), Y: float64(i % 2)})
	}
	if err := h.Do("add", level.Diff{Colliders: []level.Change[level.Collider]{level.Added(c)}}); err != nil {
		t.Fatal(err)
	}
	before := h.Bytes()
	next := *c
	next.Position.X++
	if err := h.Do("move", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c, &next)}}); err != nil {
		t.Fatal(err)
	}
	if cost := h.Bytes() - before; cost >= 1000 {
		t.Errorf("the move of 1000 points costs %d bytes", cost)
	}
}

// Ten thousand edits of all kinds are undone through every intermediate state, and redone through every one.
func TestTenThousandEditsUndoAndRedoExactly(t *testing.T) {
	doc := newDocument(t)
	h := level.New(doc)
	random := rand.New(rand.NewPCG(8, 8))
	sum := func() uint64 {
		f := fnv.New64a()
		if err := level.Write(f, doc.Snapshot()); err != nil {
			t.Fatal(err)
		}
		return f.Sum64()
	}
	states := []uint64{sum()}
	for len(states) <= level.Limit {
		var d level.Diff
		all := slices.Collect(doc.Colliders())
		what := random.IntN(10)
		switch {
		case len(all) == 0 || what < 3 && len(all) < 30:
			d.Colliders = append(d.Colliders, level.Added(circle(doc, random.Float64()*100)))
		case what < 4:
			d.Colliders = append(d.Colliders, level.Removed(all[random.IntN(len(all))]))
		case what < 5:
			settings := *doc.Settings()
			settings.Name = fmt.Sprint("level ", random.IntN(1000))
			d.Settings = level.Changed(doc.Settings(), &settings)
		default:
			for range 1 + random.IntN(3) {
				c := all[random.IntN(len(all))]
				if slices.ContainsFunc(d.Colliders, func(o level.Change[level.Collider]) bool {
					return o.Before == c
				}) {
					continue
				}
				next := *c
				next.Position = level.Vec{X: random.Float64() * 500, Y: random.Float64() * 500}
				next.Layer = level.LayerID(1 + random.IntN(2))
				next.Order = random.Float64() * 10
				d.Colliders = append(d.Colliders, level.Changed(c, &next))
			}
		}
		if err := h.Do("edit", d); err != nil {
			t.Fatal(err)
		}
		states = append(states, sum())
	}
	for i := len(states) - 2; i >= 0; i-- {
		if _, ok := h.Undo(); !ok || sum() != states[i] {
			t.Fatalf("undo to state %d: %v, and the level differs", i, ok)
		}
	}
	for i := 1; i < len(states); i++ {
		if _, ok := h.Redo(); !ok || sum() != states[i] {
			t.Fatalf("redo to state %d: %v, and the level differs", i, ok)
		}
	}
	if err := doc.Validate(); err != nil {
		t.Error(err)
	}
}

// Beyond the limit, each step costs the same as the first ones: the list of steps is not copied each time.
func TestStepsBeyondTheLimitCostTheSame(t *testing.T) {
	doc := newDocument(t)
	h := level.New(doc)
	step := func() {
		s := *doc.Settings()
		s.Origin.X++
		if err := h.Do("Move", level.Diff{Settings: level.Changed(doc.Settings(), &s)}); err != nil {
			t.Fatal(err)
		}
	}
	const n = level.Limit
	steps := func() {
		for range n {
			step()
		}
	}
	first, beyond := testkit.AllocatedBytes(steps), testkit.AllocatedBytes(steps)
	if beyond > 3*first+1<<20 {
		t.Errorf("%d steps took %d KB, the same number again %d KB", n, first>>10, beyond>>10)
	}
	undone := 0
	for ; ; undone++ {
		if _, ok := h.Undo(); !ok {
			break
		}
	}
	if undone != level.Limit {
		t.Errorf("%d steps can be undone, want %d", undone, level.Limit)
	}
}

// Two steps with the same name merge into one, which is undone at once. Nothing merges if the names differ, if there is
// only one step, if a transaction is open, or if something has been undone since.
func TestMerge(t *testing.T) {
	doc := newDocument(t)
	h := level.New(doc)
	do := func(label string, d level.Diff) {
		t.Helper()
		if err := h.Do(label, d); err != nil {
			t.Fatal(err)
		}
	}
	nudge := func(label string, by float64) {
		t.Helper()
		before := doc.Collider(1)
		after := *before
		after.Position.X += by
		do(label, level.Diff{Colliders: []level.Change[level.Collider]{{Before: before, After: &after}}})
	}
	do("draw", level.Diff{Colliders: []level.Change[level.Collider]{level.Added(circle(doc, 0))}})
	if h.Merge() {
		t.Error("a single step is merged")
	}
	start := text(t, doc)
	nudge("nudge", 1)
	if h.Merge() {
		t.Error("two steps of different names are merged")
	}
	nudge("nudge", 2)
	size := h.Bytes()
	tx := h.Begin("drag")
	if h.Merge() {
		t.Error("steps are merged while a transaction is open")
	}
	tx.Rollback()
	h.Undo()
	if h.Merge() {
		t.Error("steps are merged after an undo")
	}
	h.Redo()
	end := text(t, doc)
	if !h.Merge() || h.Bytes() >= size {
		t.Errorf("two nudges are not merged, or take no less memory: %d and %d bytes", size, h.Bytes())
	}
	if label, _ := h.Undo(); label != "nudge" || text(t, doc) != start {
		t.Errorf("undoing %q leaves\n%s", label, text(t, doc))
	}
	if h.Redo(); text(t, doc) != end {
		t.Errorf("redone it is\n%s", text(t, doc))
	}
	before := doc.Collider(1)
	after := *before
	there := level.Diff{Colliders: []level.Change[level.Collider]{{Before: before, After: &after}}}
	do("swap", there)
	do("swap", there.Invert())
	if !h.Merge() {
		t.Error("two steps that cancel each other out are not merged")
	}
	if label, _ := h.Undo(); label != "nudge" {
		t.Errorf("the step before the cancelled steps is %q", label)
	}
}

// The records of steps beyond the limit are freed.
func TestStepsBeyondTheLimitAreFreed(t *testing.T) {
	doc := newDocument(t)
	h := level.New(doc)
	h.SetMaxBytes(1)
	c := circle(doc, 0)
	first := weak.Make(c)
	if err := h.Do("draw", level.Diff{Colliders: []level.Change[level.Collider]{level.Added(c)}}); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		before := doc.Collider(1)
		after := *before
		after.Position.X = float64(i + 1)
		if err := h.Do("move", level.Diff{Colliders: []level.Change[level.Collider]{{
			Before: before,
			After:  &after,
		}}}); err != nil {
			t.Fatal(err)
		}
	}
	runtime.GC()
	if first.Value() != nil {
		t.Error("a record of a dropped step is still in memory")
	}
	runtime.KeepAlive(h)
}
