package maze

import (
	"bytes"
	"os"
	"testing"

	"fillet/collision"
	fillet "fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"
)

func newGame(t *testing.T) *Game {
	t.Helper()
	f, err := Level()
	if err != nil {
		t.Fatal(err)
	}
	g, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The collider file of the game is an up-to-date export of the level file.
func TestLevelIsExported(t *testing.T) {
	doc, err := fillet.Open("maze.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if _, err := export.JSON().Export(t.Context(), doc.Snapshot(), export.Options{}, &want); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("maze.colliders.json")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Error("maze.colliders.json is not the export of maze.level.yaml: run go generate ./maze")
	}
}

// The pilot reaches the goal, and the player never overlaps anything solid on the way.
func TestPilotReachesTheGoal(t *testing.T) {
	g, p := newGame(t), NewPilot()
	for g.State == Playing && g.Time < 60 {
		g.Advance(p.Input(g))
		for _, c := range g.World.Probe(g.body()) {
			for i := range c.Manifolds {
				if depth := c.Manifolds[i].Depth(); depth > 0.01 && !c.Trigger && !c.OneWay {
					t.Fatalf("the player overlaps something by %.2f px: %v", depth, g)
				}
			}
		}
	}
	if g.State != Won || g.Deaths > 0 {
		t.Errorf("after %d legs of %d: %v, %d deaths", p.next, len(p.Way), g, g.Deaths)
	}
	if len(g.Taken) != 1 {
		t.Errorf("%d canisters were taken on the way, want the one above the pillar", len(g.Taken))
	}
}

// The same inputs give the same game, to the last bit.
func TestGameIsDeterministic(t *testing.T) {
	a, b := newGame(t), newGame(t)
	p, q := NewPilot(), NewPilot()
	for range 1200 {
		a.Advance(p.Input(a))
		b.Advance(q.Input(b))
		if a.At != b.At || a.Velocity != b.Velocity {
			t.Fatalf("%v and %v", a, b)
		}
	}
}

func TestLedgeHoldsFromAboveOnly(t *testing.T) {
	g := newGame(t)
	ledge := g.File.Find("c5")
	g.At = collision.Vec{X: ledge.Position.X, Y: ledge.Position.Y + 40}
	for range 40 { // rise through it from below
		g.Fuel = FullFuel
		g.Advance(Input{Jet: true})
	}
	if g.At.Y > ledge.Bounds.Min.Y {
		t.Fatalf("from below the ledge stops the player: %v", g)
	}
	for range 120 {
		g.Advance(Input{})
	}
	if feet := g.At.Y + half + radius; !g.Grounded || feet < ledge.Bounds.Min.Y-0.1 || feet > ledge.Bounds.Min.Y+0.1 {
		t.Errorf("from above the ledge does not hold the player: %v, feet at %.2f, ledge at %.2f", g, feet,
			ledge.Bounds.Min.Y)
	}
}

func TestFuelRunsOutAndComesBack(t *testing.T) {
	g := newGame(t)
	for range 120 {
		g.Advance(Input{})
	}
	for range 100 {
		g.Advance(Input{Jet: true})
	}
	if g.Fuel > 0 || g.Jets {
		t.Errorf("after 100 steps of flight: %v", g)
	}
	for range 300 {
		g.Advance(Input{})
	}
	if !g.Grounded || g.Fuel != FullFuel {
		t.Errorf("after a rest on the ground: %v", g)
	}
}

func TestLiftCarries(t *testing.T) {
	g := newGame(t)
	lift := g.lifts[0] // its initial state
	g.At = lift.at.Add(collision.Vec{Y: -30})
	highest := g.At.Y
	for range 300 {
		g.Advance(Input{})
		if !g.Grounded && g.Time > 1 {
			t.Fatalf("the lift drops the player: %v", g)
		}
		highest = min(highest, g.At.Y)
	}
	if risen := lift.at.Y - highest; risen < 130 {
		t.Errorf("the lift takes the player %.1f px up, want 130 and its height", risen)
	}
}

func TestSpikesSendBack(t *testing.T) {
	g := newGame(t)
	g.At = g.File.Find("c12").Position.Add(collision.Vec{X: 30, Y: -30})
	for range 60 {
		g.Advance(Input{})
	}
	if g.Deaths != 1 || g.At.Dist(g.spawn) > 30 {
		t.Errorf("after the spikes: %v, %d deaths", g, g.Deaths)
	}
}

func TestLevelWithoutGoal(t *testing.T) {
	f, err := Level()
	if err != nil {
		t.Fatal(err)
	}
	f.Find("c13").Tags = nil
	if _, err := New(f); err == nil {
		t.Error("New accepts a level without a goal")
	}
}

// The level can change while the game is played: a wall appears in front of the player, who stays in place, and the
// lift goes on.
func TestLevelChangesDuringTheGame(t *testing.T) {
	g := newGame(t)
	for range 60 {
		g.Advance(Input{})
	}
	at, lift := g.At, g.lifts[0]
	var wall colliders.Collider
	for _, c := range g.File.Colliders {
		if c.Body == colliders.Static && c.Role == colliders.Solid && len(c.Pieces) > 0 {
			wall = c
		}
	}
	wall.ID, wall.Pieces = "wall", []colliders.Piece{{Vertices: []collision.Vec{
		{X: at.X + 20, Y: at.Y - 50}, {X: at.X + 40, Y: at.Y - 50}, {X: at.X + 40, Y: at.Y + 50}, {X: at.X + 20, Y: at.Y + 50},
	}}}
	change := &colliders.Change{}
	change.Added = []colliders.Collider{wall}
	if err := g.Apply(change); err != nil {
		t.Fatal(err)
	}
	if g.At != at || g.lifts[0].at != lift.at {
		t.Errorf("the player is at %v, the lift at %v, they were at %v and %v", g.At, g.lifts[0].at, at, lift.at)
	}
	for range 60 {
		g.Advance(Input{Right: true})
	}
	if g.At.X > at.X+20-radius+0.01 {
		t.Errorf("the player is at %v, inside the wall that appeared", g.At)
	}
	gone := colliders.Records[colliders.Collider]{Removed: []string{"wall"}}
	if err := g.Apply(&colliders.Change{Records: gone}); err != nil {
		t.Fatal(err)
	}
	for range 30 {
		g.Advance(Input{Right: true})
	}
	if g.At.X < at.X+20 {
		t.Errorf("the player is at %v, still before the wall that was removed", g.At)
	}
}
