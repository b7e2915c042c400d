package history_test

import (
	"bytes"
	"errors"
	"testing"

	"fillet/editor/history"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

func newDocument(t testing.TB) *level.Document {
	t.Helper()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
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

// Every state that was passed on the way there is passed again, byte for byte, on the way back and forth, whatever was
// done: single steps, transactions, rollbacks and resets.
func TestUndoOfAnythingRestoresIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc, err := level.NewDocument(level.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		layers := level.Diff{Layers: []level.Change[level.Layer]{
			level.Added(&level.Layer{ID: 1, Name: "one", Order: 1}), level.Added(&level.Layer{ID: 2, Name: "two", Order: 2}),
		}}
		if err := doc.Apply(layers); err != nil {
			t.Fatal(err)
		}
		h := history.New(doc)
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

// drawDiff is a random change of the document: colliders added, changed, moved between layers and removed.
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
	h := history.New(doc)
	if _, ok := h.Undo(); ok {
		t.Error("an empty history undoes something")
	}
	if err := h.Do("Draw ball", level.Diff{Colliders: []level.Change[level.Collider]{level.Added(circle(doc, 1))}}); err != nil {
		t.Fatal(err)
	}
	tx := h.Begin("Drag")
	if _, ok := h.Undo(); ok {
		t.Error("it undoes in the middle of a transaction")
	}
	if err := h.Do("other", level.Diff{Colliders: []level.Change[level.Collider]{level.Added(circle(doc, 2))}}); !errors.Is(err, history.ErrOpen) {
		t.Errorf("a step in the middle of a transaction: %v, want %v", err, history.ErrOpen)
	}
	tx.SetLabel("Move ball")
	c := doc.Collider(1)
	moved := *c
	moved.Position.X = 7
	if err := tx.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c, &moved)}}); err != nil {
		t.Fatal(err)
	}
	tx.Commit()
	if err := tx.Apply(level.Diff{}); !errors.Is(err, history.ErrEnded) {
		t.Errorf("applying after the end: %v, want %v", err, history.ErrEnded)
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

func TestAnEmptyTransactionIsNoStep(t *testing.T) {
	doc := newDocument(t)
	h := history.New(doc)
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
	h := history.New(doc)
	if err := h.Do("add", level.Diff{Colliders: []level.Change[level.Collider]{level.Added(circle(doc, 0))}}); err != nil {
		t.Fatal(err)
	}
	var tenth []byte
	const more = 10
	for i := range history.Limit + more {
		c := doc.Collider(1)
		moved := *c
		moved.Position.X = float64(i)
		if err := h.Do("move", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c, &moved)}}); err != nil {
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
	if steps != history.Limit {
		t.Errorf("%d steps are kept, want %d", steps, history.Limit)
	}
	if got, _ := level.Marshal(doc); !bytes.Equal(got, tenth) {
		t.Errorf("the oldest kept state is\n%s\nwant\n%s", got, tenth)
	}
}
