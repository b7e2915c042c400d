package tool_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/tool"
)

// rig is a session with a tool controller, for running scripts of events.
//
// A script consists of commands, separated by semicolons or newlines:
//
//	tool ID            switches the tool
//	down X,Y [shift] [ctrl] [alt] [solid] [double] [right]; move X,Y […]; up X,Y […]
//	click X,Y […]; double X,Y; drag X,Y X,Y […]
//	swap
//	key NAME [shift] [ctrl] [quick]; undo; redo; select N…; zoom Z
//	snap [grid] [vertices] [edges] [centres] [guides] [contact]
type rig struct {
	t testing.TB
	s *editor.Session
	c *tool.Controller

	seconds int64 // the clock; each key advances it by ten, unless it is quick
}

func newRig(t testing.TB, colliders ...*level.Collider) *rig {
	t.Helper()
	settings := level.DefaultSettings()
	settings.Origin = settings.Size.Mul(-0.5) // most tests draw about the origin
	doc, err := level.NewDocument(settings)
	if err != nil {
		t.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "Layer 1", Order: 1})}}
	for i, c := range colliders {
		c.ID, c.Layer, c.Order = level.ID(i+1), 1, float64(i+1)
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return rigOf(t, doc)
}

// rigOf returns a rig on a document.
func rigOf(t testing.TB, doc *level.Document) *rig {
	t.Helper()
	s := editor.NewSession(doc)
	s.SetSnapping(editor.SnapSettings{})
	r := &rig{t: t, s: s, c: tool.NewController(s)}
	r.c.SetClock(func() time.Time { return time.Unix(r.seconds, 0) })
	return r
}

func (r *rig) run(script string) {
	r.t.Helper()
	for _, line := range strings.FieldsFunc(script, func(c rune) bool { return c == ';' || c == '\n' }) {
		if f := strings.Fields(line); len(f) > 0 {
			r.step(f)
		}
	}
}

func (r *rig) step(f []string) {
	r.t.Helper()
	var points []level.Vec
	e := tool.Event{Clicks: 1}
	for _, word := range f[1:] {
		switch word {
		case "shift":
			e.Mods.Shift = true
		case "ctrl":
			e.Mods.Ctrl = true
		case "alt":
			e.Mods.Alt = true
		case "solid":
			e.Mods.Solid = true
		case "double":
			e.Clicks = 2
		case "right":
			e.Button = tool.Secondary
		default:
			if x, y, ok := strings.Cut(word, ","); ok {
				points = append(points, level.Vec{X: r.number(x), Y: r.number(y)})
			}
		}
	}
	send := func(k tool.EventKind, at level.Vec) {
		e.Kind, e.Pos = k, at
		r.c.Pointer(e)
	}
	switch f[0] {
	case "tool":
		r.c.Switch(tool.ID(f[1]))
	case "down":
		send(tool.Down, points[0])
	case "move":
		send(tool.Move, points[0])
	case "up":
		send(tool.Up, points[0])
	case "click":
		send(tool.Move, points[0])
		send(tool.Down, points[0])
		send(tool.Up, points[0])
	case "double":
		r.step([]string{"click", f[1]})
		r.step([]string{"click", f[1], "double"})
	case "drag":
		send(tool.Move, points[0])
		send(tool.Down, points[0])
		send(tool.Move, points[0].Lerp(points[1], 0.5))
		send(tool.Move, points[1])
		send(tool.Up, points[1])
	case "key":
		if f[len(f)-1] != "quick" {
			r.seconds += 10
		}
		if !r.c.Key(f[1], e.Mods) {
			r.command(f[1], e.Mods)
		}
	case "undo":
		r.s.Undo()
	case "redo":
		r.s.Redo()
	case "swap":
		r.c.SwapAltAndCtrl = true
	case "zoom":
		r.c.SetView(r.number(f[1]), 1)
	case "select":
		var ids []level.ID
		for _, w := range f[1:] {
			ids = append(ids, level.ID(r.number(w)))
		}
		r.s.Selection().Set(ids...)
	case "snap":
		var set editor.SnapSettings
		for _, w := range f[1:] {
			switch w {
			case "grid":
				set.Grid = true
			case "vertices":
				set.Vertices = true
			case "edges":
				set.Edges = true
			case "centres":
				set.Centres = true
			case "guides":
				set.Guides = true
			case "contact":
				set.Contact = true
			}
		}
		r.s.SetSnapping(set)
	default:
		r.t.Fatalf("script: %q is not a command", f[0])
	}
}

// command runs the menu command with a shortcut key.
func (r *rig) command(key string, m tool.Mods) {
	switch {
	case key == "D" && m.Shift:
		r.c.Drop(r.s.Gravity().Neg())
	case key == "D":
		r.c.Drop(r.s.Gravity())
	case key == "H":
		_ = r.s.Flip(!m.Shift)
	case key == "[":
		_ = r.s.RotateBy(-15)
	case key == "]":
		_ = r.s.RotateBy(15)
	}
}

func (r *rig) number(s string) float64 {
	r.t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		r.t.Fatalf("script: %v", err)
	}
	return x
}

// text returns the level file's text.
func (r *rig) text() string {
	r.t.Helper()
	b, err := level.Marshal(r.s.Document())
	if err != nil {
		r.t.Fatal(err)
	}
	return string(b)
}

// state returns the colliders in drawing order, one per line, and then the selection.
func (r *rig) state() string {
	var b strings.Builder
	for c := range r.s.Document().Colliders() {
		fmt.Fprintf(&b, "%s at %s", c.Name, vec(c.Position))
		if c.Angle != 0 {
			fmt.Fprintf(&b, " turned %.4g", float64(c.Angle))
		}
		if c.Shape.Kind == level.Box {
			fmt.Fprintf(&b, " size %s", vec(c.Shape.Size))
		}
		for _, loop := range append([][]level.Vec{c.Shape.Points}, c.Shape.Holes...) {
			if len(loop) > 0 {
				b.WriteString(" points")
				for _, p := range loop {
					b.WriteString(" " + vec(p))
				}
			}
		}
		for _, e := range c.Shape.Details().Curves {
			if e.IsArc() {
				fmt.Fprintf(&b, " arc %d %.6g", e.Edge, e.Arc)
			} else {
				fmt.Fprintf(&b, " curve %d %s %s", e.Edge, vec(e.Cubic[0]), vec(e.Cubic[1]))
			}
		}
		if c.Shape.Closed {
			b.WriteString(" closed")
		}
		if c.Shape.Radius != 0 {
			fmt.Fprintf(&b, " r %.6g", c.Shape.Radius)
		}
		if c.Role != level.Solid {
			fmt.Fprintf(&b, " %s", c.Role)
		}
		b.WriteString("\n")
	}
	b.WriteString("selected")
	for _, id := range r.s.Selection().IDs() {
		b.WriteString(" " + r.s.Document().Collider(id).Name)
	}
	return b.String()
}

func vec(v level.Vec) string { return fmt.Sprintf("%.6g,%.6g", v.X+0, v.Y+0) }

// lines joins the lines of an expected state.
func lines(l ...string) string { return strings.Join(l, "\n") }

func box(name string, x, y, w, h float64) *level.Collider {
	s := level.Shape{Kind: level.Box, Size: level.Vec{X: w, Y: h}, Rounding: level.Inset}
	return level.NewCollider(0, 0, name, s, level.Vec{X: x, Y: y})
}

func polygon(name string, x, y float64, points ...float64) *level.Collider {
	s := level.Shape{Kind: level.Polygon, Rounding: level.Inset}
	for i := 0; i < len(points); i += 2 {
		s.Points = append(s.Points, level.Vec{X: points[i], Y: points[i+1]})
	}
	return level.NewCollider(0, 0, name, s, level.Vec{X: x, Y: y})
}

func circle(name string, x, y, radius float64) *level.Collider {
	return level.NewCollider(0, 0, name, level.Shape{Kind: level.Circle, Radius: radius}, level.Vec{X: x, Y: y})
}

func capsule(name string, x, y, x1, y1, x2, y2, radius float64) *level.Collider {
	s := level.Shape{Kind: level.Capsule, Points: []level.Vec{{X: x1, Y: y1}, {X: x2, Y: y2}}, Radius: radius}
	return level.NewCollider(0, 0, name, s, level.Vec{X: x, Y: y})
}
