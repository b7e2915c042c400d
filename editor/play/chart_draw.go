package play

import (
	"slices"

	"fillet/collision"
	"fillet/editor/overlay"
)

// Widths and lengths in screen units.
const (
	groundWidth = 3
	wayWidth    = 1.5
	pickedWidth = 2.5
	headLength  = 10 // length of the arrow head
	busy        = 24 // with more ways than this, unpicked ones are drawn faint
)

// Overlays draws the chart, with the pick highlighted and the rest dimmed. unit is the size of a screen unit in level
// pixels; stale means that the level has changed since. The slice is valid until the next call.
func (c *Chart) Overlays(p Pick, unit float64, stale bool) []overlay.Item {
	if c.over != nil && c.pick == p && c.unit == unit && c.stale == stale {
		return c.over
	}
	c.pick, c.unit, c.stale, c.over = p, unit, stale, []overlay.Item{}
	near := c.nearOf(p)
	var last []int
	for i := range c.ways {
		switch {
		case !c.isShown(i, p):
		case c.isPicked(i, p):
			last = append(last, i)
		default:
			c.drawWay(i, wayWidth, stale || p.Kind != PickNothing || len(c.ways) > busy)
		}
	}
	for i := range c.grounds {
		c.drawGround(i, stale || p.Kind != PickNothing && !near[i])
	}
	for _, i := range last {
		width := float64(wayWidth)
		if p.Kind == PickWay {
			width = pickedWidth
		}
		c.drawWay(i, width, stale)
	}
	return c.over
}

// nearOf returns the stretches related to the pick.
func (c *Chart) nearOf(p Pick) map[int]bool {
	near := map[int]bool{}
	switch p.Kind {
	case PickGround:
		near[p.Index] = true
		for _, i := range c.Of(p) {
			near[c.survey.Ways[i].From], near[c.survey.Ways[i].To] = true, true
		}
	case PickWay:
		near[c.survey.Ways[p.Index].From], near[c.survey.Ways[p.Index].To] = true, true
	}
	return near
}

// isPicked reports whether a way or its ground is picked.
func (c *Chart) isPicked(i int, p Pick) bool {
	w := &c.survey.Ways[i]
	return p.Kind == PickWay && p.Index == i || p.Kind == PickGround && (w.From == p.Index || w.To == p.Index)
}

func (c *Chart) drawGround(i int, faint bool) {
	g := &c.grounds[i]
	ink := overlay.Bright
	if !c.survey.Stretches[i].Back {
		ink = overlay.Danger
	}
	if b := g.sweep; b != nil {
		c.over = append(c.over, overlay.Line{Points: []Vec{
			b.Min,
			{X: b.Max.X, Y: b.Min.Y},
			b.Max,
			{X: b.Min.X, Y: b.Max.Y},
		}, Closed: true, Dashed: true, Width: 1, Ink: ink, Faint: true})
	}
	for _, l := range g.lines {
		c.over = append(c.over, overlay.Line{Points: l, Ink: ink, Width: groundWidth, Faint: faint})
	}
}

// drawWay draws a way with an arrow head at its end, or at both ends if there is a way back.
func (c *Chart) drawWay(i int, width float64, faint bool) {
	w := &c.ways[i]
	ink := overlay.Warn
	if w.back >= 0 {
		ink = overlay.Accent
	}
	path := thinnedPath(w.path, float64(c.unit/2))
	c.over = append(c.over, overlay.Line{Points: path, Ink: ink, Width: width, Faint: faint})
	if faint {
		return
	}
	c.head(w.path, ink, width)
	if w.back >= 0 && c.pick.Kind == PickNothing {
		back := slices.Clone(w.path)
		slices.Reverse(back)
		c.head(back, ink, width)
	}
}

// head draws an arrow head at the end of a path.
func (c *Chart) head(path []Vec, ink overlay.Ink, width float64) {
	end := path[len(path)-1]
	for k := len(path) - 2; k >= 0; k-- {
		if d := end.Sub(path[k]); d.Len() >= headLength*c.unit || k == 0 && d.Len() > 0 {
			c.over = append(c.over, overlay.Arrow{
				From: end.Sub(d.Unit().Mul(min(headLength*c.unit, d.Len()))), To: end,
				Ink: ink, Width: width,
			})
			return
		}
	}
}

// thinnedPath simplifies a path to within the given distance.
func thinnedPath(path []Vec, least float64) []Vec {
	if len(path) < 3 {
		return path
	}
	a, b := path[0], path[len(path)-1]
	far, at := least, -1
	for i := 1; i < len(path)-1; i++ {
		if d := distanceToLine(path[i], []Vec{a, b}); d > far {
			far, at = d, i
		}
	}
	if at < 0 {
		return []Vec{a, b}
	}
	left := thinnedPath(path[:at+1], least)
	return append(left[:len(left)-1:len(left)-1], thinnedPath(path[at:], least)...)
}

// Bounds returns the box around the pick.
func (c *Chart) Bounds(p Pick) collision.AABB {
	switch p.Kind {
	case PickWay:
		return c.ways[p.Index].box
	case PickGround:
		return c.survey.Stretches[p.Index].Box
	}
	return collision.EmptyAABB()
}
