package tool

import (
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
)

// broken is a tool that panics in one of its methods.
type broken struct {
	c  *Controller
	at string
}

func (b *broken) fail(at string) {
	if b.at == at {
		var nothing *level.Collider
		_ = nothing.Name // panics like a typical bug
	}
}

func (b *broken) press(Event) gesture {
	b.fail("press")
	g := b.c.session.BeginExclusive("Break")
	for c := range b.c.session.Document().Colliders() {
		moved := *c
		moved.Position.X += 50
		_ = g.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c, &moved)}}) // cannot fail
		break
	}
	return &breaking{b}
}
func (b *broken) key(string, Mods) bool { b.fail("key"); return false }
func (b *broken) escape() bool          { b.fail("escape"); return false }
func (b *broken) leave()                { b.fail("leave") }
func (b *broken) show(*view)            { b.fail("show") }

type breaking struct{ b *broken }

func (g *breaking) pointer(Event) gesture            { g.b.fail("drag"); return g }
func (g *breaking) key(string, Mods) (gesture, bool) { g.b.fail("drag key"); return g, true }
func (g *breaking) stepBack() gesture                { g.b.fail("step back"); return g }
func (g *breaking) cancel()                          { g.b.fail("cancel"); g.b.c.session.Abandon() }
func (g *breaking) show(*view)                       { g.b.fail("drag show") }

// A panic in any method of a tool is reported once, with its location. The tool's changes are rolled back, and
// everything else keeps working.
func TestCrashOfAToolIsContained(t *testing.T) {
	t.Parallel()
	for _, at := range []string{
		"press", "key", "escape", "leave", "show", "drag", "drag key", "step back", "cancel",
		"drag show",
	} {
		t.Run(at, func(t *testing.T) {
			doc, err := editor.NewLevel(level.DefaultSettings())
			if err != nil {
				t.Fatal(err)
			}
			s := editor.NewSession(doc)
			if _, err := s.Add(*level.NewCollider(0, 0, "a", level.Shape{Kind: level.Circle, Radius: 5},
				level.Vec{})); err != nil {
				t.Fatal(err)
			}
			before, err := level.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			c := NewController(s)
			c.tools[Box] = &broken{c, at}
			var crashes []*Crash
			c.OnCrash(func(crash *Crash) { crashes = append(crashes, crash) })
			do := func() {
				c.Switch(Box)
				c.Overlays()
				c.Key("q", Mods{})
				c.Pointer(Event{Kind: Down, Button: Primary})
				c.Overlays()
				c.Key("q", Mods{})
				c.Pointer(Event{Kind: Move, Pos: level.Vec{X: 9}})
				if at == "step back" {
					s.Undo()
				}
				c.Key("Escape", Mods{})
				c.Key("Escape", Mods{})
				c.Switch(Select)
			}
			do()
			if len(crashes) == 0 {
				t.Fatal("nothing was reported")
			}
			crash := crashes[0]
			if crash.Tool != Box || !strings.Contains(crash.Error(), "nil pointer") ||
				!strings.Contains(string(crash.Stack), "crash_test.go") {
				t.Errorf("reported: %v\n%s", crash, crash.Stack)
			}
			if c.Active() != Select || c.Busy() || s.History().InTransaction() {
				t.Errorf("tool %s, busy %v, in a transaction %v", c.Active(), c.Busy(), s.History().InTransaction())
			}
			if after, err := level.Marshal(doc); err != nil || string(after) != string(before) {
				t.Errorf("the level has changed to\n%s\nfrom\n%s", after, before)
			}
			c.Switch(Circle)
			c.Pointer(Event{Kind: Down, Button: Primary, Pos: level.Vec{X: 100}})
			c.Pointer(Event{Kind: Move, Pos: level.Vec{X: 130}})
			c.Pointer(Event{Kind: Up, Button: Primary, Pos: level.Vec{X: 130}})
			if doc.Len() != 2 {
				t.Errorf("after drawing, there are %d colliders", doc.Len())
			}
			if err := s.Live().Validate(); err != nil {
				t.Error(err)
			}
		})
	}
}
