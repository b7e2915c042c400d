package ui

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// crowd returns a level of random shapes of all kinds, some of them locked, in a small frame.
func crowd(t *testing.T, seed uint64) *level.Document {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	settings := level.DefaultSettings()
	settings.Size = level.Vec{X: 500, Y: 300}
	doc, err := level.NewDocument(settings)
	if err != nil {
		t.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "Layer 1", Order: 1})}}
	for i := range 3 + rng.IntN(8) {
		shape := level.Shape{
			Kind: level.Box, Size: level.Vec{X: 20 + 100*rng.Float64(), Y: 20 + 60*rng.Float64()},
			Rounding: level.Inset,
		}
		switch rng.IntN(4) {
		case 0:
			shape = level.Shape{Kind: level.Circle, Radius: 10 + 25*rng.Float64()}
		case 1:
			shape = level.Shape{Kind: level.Polygon, Rounding: level.Inset, Radius: 2, Points: []level.Vec{
				{X: -40, Y: -30}, {X: 40, Y: -30}, {X: 40, Y: -10}, {X: -20, Y: -10}, {X: -20, Y: 30}, {X: -40, Y: 30},
			}}
		}
		c := level.NewCollider(level.ID(i+1), 1, fmt.Sprint("shape ", i+1), shape,
			level.Vec{X: 500 * rng.Float64(), Y: 300 * rng.Float64()})
		c.Order, c.Angle = float64(i+1), level.Degrees(15*rng.IntN(24))
		c.Body = []level.BodyType{level.Static, level.Dynamic, level.Kinematic}[rng.IntN(3)]
		c.Locked = rng.IntN(4) == 0
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return doc
}

// For one or two selected shapes in random levels, the arrows on the canvas, the tool's ghosts and the moves of
// Separate agree.
func TestArrowGhostAndSeparateAgree(t *testing.T) {
	w := benchWindow(t, 0, nil)
	moved, stuck := 0, 0
	for seed := range uint64(150) {
		doc := crowd(t, seed)
		w.Session.Replace(doc)
		w.Canvas.Frame(collision.AABB{Max: level.Vec{X: 500, Y: 300}})
		n := level.ID(doc.Len())
		id := level.ID(seed)%n + 1
		w.Session.Selection().Set(id)
		switch seed % 3 {
		case 0:
			w.Session.Selection().Add(id%n + 1)
		case 1: // as a click on a row of the contacts panel does
			for _, p := range w.Session.Live().ContactsOf(id) {
				w.Session.Selection().SetPair(p.A, p.B)
			}
		}
		arrow := map[level.ID]level.Vec{}
		scene := w.Canvas.Scene()
		for i := range scene.Exits {
			arrow[scene.Exits[i].Of] = scene.Exits[i].Way
		}
		ghosts := map[level.Vec]bool{}
		for _, o := range w.Tools.Overlays() {
			if g, ok := o.(overlay.Outline); ok && g.Dashed {
				ghosts[g.At.P] = true
			}
		}
		for _, p := range w.Session.Live().Contacts() {
			if p.State != contacts.Overlapping {
				continue
			}
			before := doc.Snapshot()
			err := editor.SeparatingIn(w.Session).Pair(p.A, p.B)
			switch {
			case errors.Is(err, editor.ErrLocked):
				continue
			case errors.Is(err, editor.ErrStuck):
				stuck++
				if arrow[p.A] != (level.Vec{}) && arrow[p.B] != (level.Vec{}) {
					t.Errorf("seed %d: Separate has no way for %v and %v; their arrows are %v and %v", seed, p.A, p.B,
						arrow[p.A], arrow[p.B])
				}
				continue
			case err != nil:
				t.Fatal(err)
			}
			for _, c := range before.Layers[0].Colliders {
				now := doc.Collider(c.ID).Position
				if now == c.Position {
					continue
				}
				moved++
				if way := arrow[c.ID]; way.Dist(now.Sub(c.Position)) > 2e-9 {
					t.Errorf("seed %d: Separate moves %v by %v, its arrow is %v", seed, c.ID, now.Sub(c.Position), way)
				}
				isGhost := ghosts[c.Position.Add(arrow[c.ID])]
				if want := slices.Contains(w.Session.Selection().IDs(), c.ID); isGhost != want {
					t.Errorf("seed %d: Separate moves %v; it has a ghost there: %v, is selected: %v", seed, c.ID,
						isGhost, want)
				}
			}
			w.Session.Undo()
		}
	}
	if moved < 150 || stuck == 0 {
		t.Errorf("%d were moved, %d could not be", moved, stuck)
	}
}

// wedged is a level with three crates: two have sunk into the floor, the third is held between floor and ceiling.
const wedged = `fillet: 1
name: Wedged
size: [640, 300]
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, name: floor, kind: box, size: [640, 40], position: [320, 280]}
      - {id: c2, name: ceiling, kind: box, size: [640, 200], position: [320, 100], locked: true}
      - {id: c3, name: left, kind: box, size: [32, 32], position: [100, 248], body: dynamic}
      - {id: c4, name: right, kind: box, size: [32, 32], position: [300, 250], body: dynamic}
      - {id: c5, name: wedge, kind: box, size: [70, 90], position: [500, 230], body: dynamic}
`

// Separate all previews the moves that separate the level's overlaps, and lists the overlaps that remain. Escape
// cancels; Enter applies the moves in one undo step.
func TestSeparateAllPreview(t *testing.T) {
	w := messyWindow(t)
	open := func(text string) {
		t.Helper()
		doc, err := level.Parse([]byte(text), "wedged")
		if err != nil {
			t.Fatal(err)
		}
		w.Session.Replace(doc)
	}
	open(wedged)
	before := w.Session.Document().Snapshot()
	w.Session.Selection().Set(1) // makes no difference
	w.separateAll()
	p := w.Session.Proposal()
	if p == nil || p.Len() != 2 || w.Session.Selection().Len() != 0 || w.Session.Live().Counts().Overlaps != 4 {
		t.Fatalf("proposed %+v", p)
	}
	s := w.toolStrip()
	var lines []string
	for _, l := range s.Lines {
		lines = append(lines, l.Text)
	}
	want := "2 shapes move · 2 overlaps remain; wedge × floor: there is no room; wedge × ceiling: there is no room"
	if got := strings.Join(lines, "; "); s.Title != "Separate 2 overlaps" || got != want {
		t.Errorf("the strip shows %q, %q", s.Title, got)
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if w.Session.Proposal() != nil || w.Session.Live().Counts().Overlaps != 4 {
		t.Error("Escape does not cancel the preview")
	}
	w.separateAll()
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	doc := w.Session.Document()
	if a, b := doc.Collider(3).Position.Y, doc.Collider(4).Position.Y; a != 244 || b != 244 ||
		w.Session.Live().Counts().Overlaps != 2 {
		t.Errorf("applied, the crates are at %g and %g", a, b)
	}
	if label, _ := w.Session.History().CanUndo(); label != "Separate 2 overlaps" {
		t.Errorf("step = %q", label)
	}
	w.commands.undo()
	for i, c := range w.Session.Document().Snapshot().Layers[0].Colliders {
		if c.Collider != before.Layers[0].Colliders[i].Collider {
			t.Errorf("after undo, %v differs", c.ID)
		}
	}

	// A selection with several overlapping pairs gets a preview. A single or a chosen pair is separated at once.
	w.Session.Selection().Set(3, 4)
	w.separate()
	if p := w.Session.Proposal(); p == nil || p.Len() != 2 || len(p.Left) != 0 {
		t.Fatalf("for two crates %+v is proposed", p)
	}
	w.Session.Withdraw()
	w.Session.Selection().Set(3)
	w.separate()
	if w.Session.Proposal() != nil || doc.Collider(3).Position.Y != 244 || doc.Collider(4).Position.Y != 250 {
		t.Errorf("for one crate %+v is proposed, it is at %v", w.Session.Proposal(), doc.Collider(3).Position)
	}
	w.Session.Undo()

	// The level changes during the computation, or no shape can move.
	var later []func()
	spawn := w.Spawn
	w.Spawn = func(work func()) { later = append(later, work) }
	w.separateAll()
	w.Session.Selection().Set(3)
	if err := w.Session.Nudge(5, 0); err != nil {
		t.Fatal(err)
	}
	later[0]()
	if w.Session.Proposal() != nil {
		t.Error("a result for a changed level is proposed")
	}
	w.Spawn = spawn
	w.Session.Selection().Set(5)
	w.separate()
	if w.Session.Proposal() != nil || doc.Collider(5).Position != (level.Vec{X: 500, Y: 230}) {
		t.Error("a shape without room is moved")
	}
}

// Blocks and a crate that sank into the ground, which is drawn first, are separated, all at once or only the selected
// ones. The ground does not move, and each shape rises by its depth.
func TestSeparateKeepsGround(t *testing.T) {
	w := messyWindow(t)
	for name, separate := range map[string]func(){
		"all":           func() { w.Session.Selection().Set(1); w.separateAll() },
		"the selection": func() { w.Session.Selection().Set(2, 3, 4); w.separate() },
	} {
		doc, err := level.Open("../testdata/sunk.level.yaml")
		if err != nil {
			t.Fatal(err)
		}
		w.Session.Replace(doc)
		separate()
		if p := w.Session.Proposal(); p == nil || p.Title != "Separate 3 overlaps" || p.Len() != 3 || len(p.Left) != 0 {
			t.Fatalf("%s: proposed %+v", name, p)
		}
		w.typedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		for id, want := range map[level.ID]level.Vec{
			1: {}, 2: {X: 300, Y: 420}, 3: {X: 650, Y: 425},
			4: {X: 450, Y: 420},
		} {
			if got := doc.Collider(id).Position; got != want {
				t.Errorf("%s: %v at %v, want %v", name, id, got, want)
			}
		}
		if w.separateAll(); w.Session.Proposal() != nil {
			t.Errorf("%s: separating it again proposes %+v", name, w.Session.Proposal())
		}
	}
}
