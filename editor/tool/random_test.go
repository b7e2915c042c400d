package tool_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/tool"
)

// After any tools, events, keys, commands, undos and redos in any order, the document is valid, the collision world
// equals a newly built one, and the canvas can be drawn. Undoing everything restores the initial level.
func TestRandomEvents(t *testing.T) {
	t.Parallel()
	tools := []tool.ID{tool.Frame, tool.Joint, tool.Path, tool.Pictures, tool.Rays, tool.Select} // some are unlisted
	for _, info := range newRig(t).c.Tools() {
		tools = append(tools, info.ID)
	}
	keys := []string{
		"Enter", "Escape", "Backspace", "Delete", "Up", "Left", "H", "[", "]", "G", "V", "N", "P", "M",
		"Y", "A", "W", "U", "O", "L", "Q", "J", "S", "Next", "Prior", "nonsense", "",
	}
	rapid.Check(t, func(rt *rapid.T) {
		r := newRig(t,
			polygon("p", 0, 0, -50, -50, 50, -50, 50, 50, -50, 50), rounded(box("b", 60, 20, 80, 60), 10),
			circle("c", -40, 30, 30), capsule("k", 20, -40, -30, 0, 30, 0, 12), turned(box("t", -20, -60, 50, 20), 33),
		)
		before := r.text()
		coordinate := rapid.OneOf(
			rapid.Map(rapid.IntRange(-12, 12), func(i int) float64 { return float64(i) * 10 }),
			rapid.Float64Range(-130, 130),
		)
		mods := rapid.Custom(func(rt *rapid.T) tool.Mods {
			n := rapid.IntRange(0, 9).Draw(rt, "mods")
			return tool.Mods{Shift: n == 1 || n == 3, Ctrl: n == 2 || n == 3, Solid: n == 4}
		})
		point := func() level.Vec {
			switch n := rapid.IntRange(0, 60).Draw(rt, "place"); {
			case n == 0:
				return level.Vec{X: math.NaN(), Y: math.Inf(1)}
			case n == 1:
				return level.Vec{X: 1e300, Y: -1e18}
			case n < 20: // on a handle
				if o := handles(r.c); len(o) > 0 {
					return o[rapid.IntRange(0, len(o)-1).Draw(rt, "handle")]
				}
			}
			return level.Vec{X: coordinate.Draw(rt, "x"), Y: coordinate.Draw(rt, "y")}
		}
		for range rapid.IntRange(1, 60).Draw(rt, "events") {
			m := mods.Draw(rt, "modifiers")
			switch rapid.IntRange(0, 24).Draw(rt, "what") {
			case 0:
				r.c.Switch(rapid.SampledFrom(tools).Draw(rt, "tool"))
			case 1, 2:
				r.c.Key(rapid.SampledFrom(keys).Draw(rt, "key"), m)
			case 3:
				r.s.Undo()
			case 4:
				r.s.Redo()
			case 5:
				r.c.SetView(rapid.Float64Range(0.1, 8).Draw(rt, "zoom"), 1)
			case 6:
				r.s.SetSnapping(editor.SnapSettings{
					Grid: rapid.Bool().Draw(rt, "grid"), Vertices: rapid.Bool().Draw(rt, "vertices"),
					Edges: rapid.Bool().Draw(rt, "edges"), Guides: rapid.Bool().Draw(rt, "guides"),
				})
			case 7:
				randomCommand(rt, r.s)
				chooseAnything(rt, r.c.Strip())
			case 8, 9, 10:
				r.c.Pointer(tool.Event{
					Kind: tool.EventKind(rapid.IntRange(0, 4).Draw(rt, "kind")), Pos: point(), Mods: m,
					Button: tool.Button(rapid.IntRange(0, 2).Draw(rt, "button")),
					Clicks: rapid.IntRange(0, 3).Draw(rt, "clicks"),
				})
			default:
				clicks := rapid.SampledFrom([]int{1, 1, 1, 2}).Draw(rt, "clicks")
				p := point()
				r.c.Pointer(tool.Event{Kind: tool.Move, Pos: p, Mods: m})
				r.c.Pointer(tool.Event{Kind: tool.Down, Pos: p, Mods: m, Clicks: clicks})
				for range rapid.IntRange(0, 3).Draw(rt, "moves") {
					p = point()
					r.c.Pointer(tool.Event{Kind: tool.Move, Pos: p, Mods: m})
					r.draw()
				}
				if rapid.IntRange(0, 7).Draw(rt, "let go") > 0 {
					r.c.Pointer(tool.Event{Kind: tool.Up, Pos: p, Mods: m})
				}
			}
			r.draw()
			if !r.c.Busy() && r.s.History().InTransaction() {
				rt.Fatal("a transaction is open without a gesture")
			}
			if err := r.s.Document().Validate(); err != nil {
				rt.Fatal(err)
			}
			if err := r.s.Live().Validate(); err != nil {
				rt.Fatal(err)
			}
		}
		r.c.Cancel()
		after := r.text()
		for _, ok := r.s.Undo(); ok; _, ok = r.s.Undo() {
		}
		if got := r.text(); got != before {
			rt.Fatalf("after undoing all\n%s\nwant\n%s", got, before)
		}
		// Redo until the level is the same as before undoing, since the history may have had further steps to redo.
		for _, ok := r.s.Redo(); ok && r.text() != after; _, ok = r.s.Redo() {
		}
		if err := r.s.Live().Validate(); err != nil {
			rt.Fatal(err)
		}
	})
}

// chooseAnything makes a random choice in a strip.
func chooseAnything(rt *rapid.T, s *tool.Strip) {
	if s == nil {
		return
	}
	if rapid.IntRange(0, 9).Draw(rt, "closes") == 0 || len(s.Choices) == 0 {
		s.Close()
		return
	}
	switch o := s.Choices[rapid.IntRange(0, len(s.Choices)-1).Draw(rt, "choice")]; {
	case o.Words != nil:
		o.Pick(rapid.IntRange(0, len(o.Words)-1).Draw(rt, "word"))
	case o.Number:
		o.Set(rapid.OneOf(rapid.Float64Range(-20, 200), rapid.Just(math.NaN()), rapid.Just(math.Inf(1))).Draw(rt,
			"number"))
	default:
		o.Do()
	}
}

func randomCommand(rt *rapid.T, s *editor.Session) {
	ids := s.Selection().IDs()
	size := rapid.Float64Range(-20, 150).Draw(rt, "size")
	switch rapid.IntRange(0, 21).Draw(rt, "command") {
	case 0:
		_ = s.Duplicate()
	case 1:
		_ = s.Flip(rapid.Bool().Draw(rt, "horizontal"))
	case 2:
		_ = s.Shapes(ids).SetRadius(size)
	case 3:
		_ = s.Shapes(ids).SetWidth(size)
	case 4:
		_ = s.Clipboard().Paste(s.Clipboard().Copy(), level.Vec{X: size, Y: 10})
	case 5:
		_ = s.Shapes(ids).SetRounding(level.Outset)
	case 6:
		s.Selection().All()
	case 7:
		_, _ = s.Layers().Add("")
	case 8:
		_ = s.Layers().Remove(s.ActiveLayer())
	case 9:
		_ = s.Layers().SetHidden(s.ActiveLayer(), rapid.Bool().Draw(rt, "hidden"))
	case 10:
		_ = s.Arrange().ToFront()
	case 11:
		_ = s.Shapes(ids).SetRole(rapid.SampledFrom([]level.Role{level.Solid, level.Trigger, level.OneWay}).Draw(rt,
			"role"))
	case 12:
		for _, p := range s.Live().Contacts() {
			_ = editor.SeparatingIn(s).Pair(p.A, p.B)
			break
		}
	case 13:
		_ = s.Arrange().AlignTo(editor.AlignLeft, editor.ToSelection)
	case 14:
		_ = s.Arrange().Distribute(editor.AxisY)
	case 15:
		_ = s.Shapes(ids).MoveToLayer(s.ActiveLayer())
	case 16:
		_ = s.Shapes(ids).SetLocked(rapid.Bool().Draw(rt, "locked"))
	case 17:
		_ = s.Shapes(ids).SetHidden(rapid.Bool().Draw(rt, "hidden"))
	case 18:
		_ = s.Shapes(ids).SetRounding(level.Inset)
	case 19:
		_, _ = s.Clipboard().Cut()
	case 20:
		_ = s.Shapes(ids).SetAngle(level.Degrees(size))
	case 21:
		_ = s.Shapes(ids).SetBody(level.Dynamic)
	}
}
