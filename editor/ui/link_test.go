package ui

import (
	"context"
	"math"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/testkit"
	"fillet/editor/ui/dialog"
	"fillet/editor/workspace"
	"fillet/export/colliders"
	"fillet/export/colliders/link"
)

// linked is a window with the link turned on. The test calls what is posted to the UI thread.
type linked struct {
	*Window
	t      *testing.T
	posted chan func()
}

func linkedWindow(t *testing.T, sample string) *linked {
	t.Helper()
	w := &linked{openForTest(t, sample), t, make(chan func(), 1000)}
	w.games.post = func(f func()) { w.posted <- f }
	w.commands.menus.Perform(w.commands.menus.Command("Link running game"))
	t.Cleanup(w.games.stop)
	return w
}

// until runs posted functions until a condition holds.
func (w *linked) until(is func() bool) {
	w.t.Helper()
	for !is() {
		select {
		case f := <-w.posted:
			f()
		case <-w.t.Context().Done():
			w.t.Fatal("the condition never holds")
		}
	}
}

// follow connects a game.
func (w *linked) follow(address string) *link.Link {
	w.t.Helper()
	ctx, cancel := context.WithCancel(w.t.Context())
	w.t.Cleanup(cancel)
	type result struct {
		game *link.Link
		err  error
	}
	done := make(chan result, 1)
	go func() {
		game, err := link.Follow(ctx, address, link.Options{Name: "test game"})
		done <- result{game, err}
		w.posted <- func() {}
	}()
	w.until(func() bool { return len(done) > 0 })
	r := <-done
	if r.err != nil {
		w.t.Fatal(r.err)
	}
	return r.game
}

// While a shape is dragged, the game gets its new places.
func TestLinkFollowsADrag(t *testing.T) {
	w := linkedWindow(t, "platformer")
	w.Modals[0].Dialog.Hide()
	g := w.follow(w.games.address())
	if got, want := len(g.File.Colliders), w.Session.Document().Len(); got != want {
		t.Fatalf("the game has %d colliders, the level %d", got, want)
	}
	wall := w.Session.Document().Collider(1)
	w.Session.Selection().Set(wall.ID)
	gesture := w.Session.Begin("Move")
	moves := 0
	for step := 1.0; step <= 3; step++ { // not committed
		c := w.Session.Document().Collider(wall.ID)
		to := *c
		to.Position.X += 8
		if err := gesture.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c, &to)}}); err != nil {
			t.Fatal(err)
		}
		w.until(func() bool {
			if change, err := g.Poll(); err != nil {
				t.Fatal(err)
			} else if change != nil {
				moves++
				if err := g.File.Apply(change, nil); err != nil {
					t.Fatal(err)
				}
			} else if len(w.posted) == 0 {
				w.posted <- func() {} // look again
			}
			return g.File.Find(wall.IDText()).Position.X == wall.Position.X+8*step
		})
	}
	gesture.Rollback()
	if moves != 3 {
		t.Errorf("3 moves are %d changes", moves)
	}
}

// The window shows the address and the games, and what they report is drawn over the level.
func TestLinkShowsReports(t *testing.T) {
	w := linkedWindow(t, "platformer")
	if !w.IsModal() || !w.commands.menus.Command("Link running game").IsOn() {
		t.Fatal("the address is not shown")
	}
	g := w.follow(w.games.address())
	c := w.Session.Document().Collider(1)
	g.Report(link.State{
		Player:   &colliders.Vec{X: 50, Y: 60},
		Bodies:   map[string]link.Pose{c.IDText(): {Position: colliders.Vec{X: 7, Y: 8}, Angle: 90}, "c99999": {}},
		Contacts: []link.Contact{{A: "c1", B: "c2", At: colliders.Vec{X: 1, Y: 2}}},
	})
	w.until(func() bool { return len(w.Canvas.Reported()) > 0 })
	var outline *overlay.Outline
	var label *overlay.Label
	for _, item := range w.Canvas.Reported() {
		switch item := item.(type) {
		case overlay.Outline:
			outline = &item
		case overlay.Label:
			label = &item
		}
	}
	if outline == nil || !outline.Dashed || outline.At.P != (level.Vec{X: 7, Y: 8}) || outline.At.Q.Angle() < 1.57 {
		t.Errorf("the body is %+v", outline)
	}
	if label == nil || label.Text != "test game · 1/s" || label.At != (level.Vec{X: 50, Y: 60}) {
		t.Errorf("the label is %+v", label)
	}
	text := clientsText(w.games.server.Clients())
	if !strings.HasPrefix(text, "test game · platformer.level.yaml · 1 change sent, 1 report received per second") {
		t.Errorf("the dialog shows %q", text)
	}
}

// Games of a closed level are told, and the address names the level if several are open.
func TestLinkOfSeveralLevels(t *testing.T) {
	w := linkedWindow(t, "platformer")
	w.Modals[0].Dialog.Hide()
	first := w.tab
	g := w.follow(w.games.address())
	w.docs.NewLevel()
	w.OpenFile(filepath.Join("..", "..", "assets", "samples", "cavern"+workspace.Extension))
	at, err := url.Parse(w.games.address())
	if err != nil || at.Query().Get("level") != "cavern.level.yaml" {
		t.Fatalf("the address is %s", w.games.address())
	}
	second := w.follow(at.String())
	if second.File.Level.Name == g.File.Level.Name {
		t.Errorf("both games follow %s", g.File.Level.Name)
	}
	w.tabs.Close([]*dialog.File{first.file}...)
	if _, ok := <-g.Changes; ok || !strings.Contains(g.Err().Error(), "The level was closed in the editor.") {
		t.Errorf("the error is %v", g.Err())
	}
	w.games.Toggle()
	if _, ok := <-second.Changes; ok || !strings.Contains(second.Err().Error(), "The link was turned off in the editor.") {
		t.Errorf("the error is %v", second.Err())
	}
	if w.commands.menus.Command("Link running game").IsOn() {
		t.Error("the menu shows that the link is on")
	}
}

// A body of several colliders is drawn once, by the pose of the frame of its first collider.
func TestLinkedBodies(t *testing.T) {
	w := linkedWindow(t, "platformer")
	w.Modals[0].Dialog.Hide()
	doc := testkit.EmptyLevel(t)
	layer := doc.Layers()[0].ID
	d := level.Diff{Groups: []level.Change[level.Group]{level.Added(&level.Group{ID: 1, Layer: layer, OneBody: true})}}
	for i := range level.ID(3) {
		c := level.NewCollider(i+1, layer, "", level.Shape{Kind: level.Circle, Radius: 4}, level.Vec{X: 10 * float64(i)})
		c.Order = -float64(i) // c3 is the first
		if c.Body = level.Dynamic; i > 0 {
			c.GroupOf = 1
		}
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	w.Session.Replace(doc)
	g := w.follow(w.games.address())
	pose := link.Pose{Position: colliders.Vec{X: 100}, Angle: 90}
	g.Report(link.State{Bodies: map[string]link.Pose{"c2": pose, "c3": pose}})
	w.until(func() bool { return len(w.Canvas.Reported()) > 0 })
	var at []level.Vec
	for _, item := range w.Canvas.Reported() {
		if o, ok := item.(overlay.Outline); ok {
			at = append(at, level.Vec{X: math.Round(o.At.P.X), Y: math.Round(o.At.P.Y)})
		}
	}
	if want := []level.Vec{{X: 100}, {X: 100, Y: -10}}; !slices.Equal(at, want) {
		t.Errorf("the colliders are at %v, want %v", at, want)
	}
}
