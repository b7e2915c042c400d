package tool

import (
	"fmt"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// framing resizes the level's frame by its handles and sides.
type framing struct{ c *Controller }

const framingHint = "Drag a handle or a side of the frame; Esc finishes"

// levelFrame returns the level's frame with handles.
func (t *framing) levelFrame() frame {
	set := t.c.session.Document().Settings()
	box := collision.AABB{Min: set.Origin, Max: set.Origin.Add(set.Size)}
	return frame{Box: box, Outer: box, At: collision.Identity(), Unit: t.c.unit}
}

// at returns the handle at a point, or the handle of the side at that point.
func (t *framing) at(p level.Vec) (grip, bool) {
	f, reach := t.levelFrame(), t.c.reach()
	best, at, ok := reach, grip{}, false
	for _, g := range overlay.Grips {
		if d := f.Grip(g).Dist(p); d <= best {
			best, at, ok = d, g, true
		}
	}
	if ok {
		return at, true
	}
	b := f.Box
	near := collision.AABB{Min: b.Min.Sub(level.Vec{X: reach, Y: reach}), Max: b.Max.Add(level.Vec{X: reach, Y: reach})}
	if !near.Contains(p) {
		return grip{}, false
	}
	for _, side := range []struct {
		far float64
		g   grip
	}{
		{p.X - b.Min.X, grip{X: -1}},
		{b.Max.X - p.X, grip{X: 1}},
		{p.Y - b.Min.Y, grip{Y: -1}},
		{b.Max.Y - p.Y, grip{Y: 1}},
	} {
		if d := max(side.far, -side.far); d <= best {
			best, at, ok = d, side.g, true
		}
	}
	return at, ok
}

func (t *framing) press(e Event) gesture {
	g, ok := t.at(e.Pos)
	if !ok {
		return nil
	}
	f := t.levelFrame()
	return drag{&frameDrag{scaling{
		records: records{step: step{t.c, t.c.session.BeginExclusive("Resize frame")}}, grip: g, frame: f, box: f.Box,
		offset: g.On(f.Box).Sub(e.Pos), snapper: t.c.session.Snapper(nil),
	}}}
}

func (t *framing) key(string, Mods) bool { return false }
func (t *framing) escape() bool          { return false }
func (t *framing) leave()                {}

func (t *framing) show(v *view) {
	f := t.levelFrame()
	hot, isHot := grip{}, false
	if t.c.inside && t.c.gesture == nil {
		hot, isHot = t.at(t.c.last.Pos)
	}
	showLevelFrame(v, f, hot, isHot)
	v.cursor, v.hint = CursorDefault, framingHint
	if isHot {
		v.cursor = f.Cursor(hot)
	}
}

// showLevelFrame shows the frame and its handles.
func showLevelFrame(v *view, f frame, hot grip, isHot bool) {
	b := f.Box
	v.add(overlay.Line{Closed: true, Ink: overlay.Accent, Width: 2, Points: []level.Vec{
		b.Min,
		{X: b.Max.X, Y: b.Min.Y},
		b.Max,
		{X: b.Min.X, Y: b.Max.Y},
	}})
	for _, g := range overlay.Grips {
		if f.Has(g) {
			v.add(overlay.Handle{
				At: f.Grip(g), Form: overlay.SquareHandle, Ink: overlay.Accent,
				Hot: isHot && g == hot,
			})
		}
	}
}

// strip returns the strip, with the frame's numbers and the number of shapes outside.
func (t *framing) strip(*view) *Strip {
	s := t.c.session
	set := s.Document().Settings()
	number := func(name string, value float64, to func(*level.Settings, float64)) StripChoice {
		return StripChoice{Name: name, Number: true, Value: value, Set: func(v float64) {
			t.c.fail(s.EditSettings("Resize frame", func(set *level.Settings) { to(set, v) }))
		}}
	}
	out := &Strip{Title: "Frame", Chapter: "placing", Close: func() { t.c.Switch(Select) }, Choices: []StripChoice{
		number("x", set.Origin.X, func(set *level.Settings, v float64) { set.Origin.X = v }),
		number("y", set.Origin.Y, func(set *level.Settings, v float64) { set.Origin.Y = v }),
		number("w", set.Size.X, func(set *level.Settings, v float64) { set.Size.X = v }),
		number("h", set.Size.Y, func(set *level.Settings, v float64) { set.Size.Y = v }),
		{Name: "Fit to shapes", Off: s.Document().Len() == 0, Do: func() { t.c.fail(editor.FitFrame(s)) }},
	}}
	line := StripLine{Text: "Everything is inside the frame"}
	if n := outside(s.Document()); n == 1 {
		line.Text = "1 shape is partly or entirely outside the frame"
	} else if n > 1 {
		line.Text = fmt.Sprintf("%d shapes are partly or entirely outside the frame", n)
	}
	out.Lines = []StripLine{line}
	return out
}

// outside returns the number of colliders that are not entirely within the frame.
func outside(doc *level.Document) (n int) {
	set := doc.Settings()
	frame := collision.AABB{Min: set.Origin, Max: set.Origin.Add(set.Size)}.Grow(1e-6)
	for c := range doc.Colliders() {
		if !frame.ContainsBox(level.DrawnBounds(c)) {
			n++
		}
	}
	return n
}

// frameDrag drags a handle of the frame.
type frameDrag struct{ scaling }

func (d *frameDrag) drag(e Event) {
	size := d.frame.Box.Size()
	d.stretch(e, e.Mods.Shift && size.X > 0 && size.Y > 0)
	before := d.c.session.Document().Settings()
	after := *before
	after.Origin, after.Size = d.box.Min, d.box.Size()
	if !after.Equal(before) {
		d.c.apply(d.gesture, level.Diff{Settings: level.Changed(before, &after)})
	}
}

func (d *frameDrag) show(v *view) {
	showLevelFrame(v, (&framing{d.c}).levelFrame(), d.grip, true)
	v.cursor = d.frame.Cursor(d.grip)
	v.add(d.guides...)
	size := d.c.session.Document().Settings().Size
	text := fmt.Sprintf("%s × %s", number(size.X), number(size.Y))
	v.add(overlay.Label{At: d.c.last.Pos, Offset: level.Vec{X: 14, Y: 14}, Text: text, Ink: overlay.Accent})
	v.hint = "Frame " + text + "; Esc cancels"
	v.keys = scalingKeys
}
