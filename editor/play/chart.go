package play

import (
	"fmt"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Chart is a drawable survey of a level.
type Chart struct {
	survey  Survey
	grounds []chartGround
	ways    []chartWay
	unit    float64 // unit of the cached overlays
	pick    Pick
	stale   bool
	over    []overlay.Item // the cached overlays
}

// chartGround is a drawn stretch of ground, along the character's feet.
type chartGround struct {
	name  string
	lines [][]Vec
	sweep *collision.AABB // for a platform: the area that it has carried the character through
	out   []int           // ways that start on it
	in    []int           // ways that end on it
}

type chartWay struct {
	path []Vec // along the character's feet
	back int   // index of the reverse way, or -1
	box  collision.AABB
}

// Pick is a picked stretch or way.
type Pick struct {
	Kind  PickKind
	Index int // index in the survey
}

// PickKind is the kind of the picked item.
type PickKind uint8

// The kinds.
const (
	PickNothing PickKind = iota
	PickGround
	PickWay
)

// NewChart returns the chart of a survey of a level.
func NewChart(s Survey, snap level.Snapshot, settings Settings) *Chart {
	c := &Chart{survey: s, grounds: make([]chartGround, len(s.Stretches)), ways: make([]chartWay, len(s.Ways))}
	feet := Vec{Y: level.BoundsOf(settings.Forms()[0], collision.Identity()).Max.Y}
	colliders := map[level.ID]*level.Collider{}
	for x := range snap.Colliders() {
		colliders[x.ID] = x.Collider
	}
	of := map[level.ID]int{} // number of stretches per collider
	for i := range s.Stretches {
		of[s.Stretches[i].Ground]++
	}
	for i := range s.Stretches {
		st, g := &s.Stretches[i], &c.grounds[i]
		on := colliders[st.Ground]
		if g.name = "ground"; on != nil {
			g.name = on.Label()
		}
		if of[st.Ground] > 1 {
			mid := st.Spots[len(st.Spots)/2].Add(feet)
			g.name += fmt.Sprintf(" at %.0f, %.0f", math.Round(mid.X), math.Round(mid.Y))
		}
		if !st.Moves {
			g.lines = joinedLines(st.Lines, feet)
			continue
		}
		if on == nil {
			continue
		}
		b := level.DrawnBounds(on)
		g.lines = [][]Vec{{b.Min, {X: b.Max.X, Y: b.Min.Y}}}
		if on.Body == level.Kinematic && st.Box.Size().Len() > 2*b.Size().X {
			g.sweep = &collision.AABB{Min: st.Box.Min.Add(feet), Max: st.Box.Max.Add(feet)}
		}
	}
	for i := range s.Ways {
		w := &s.Ways[i]
		c.grounds[w.From].out = append(c.grounds[w.From].out, i)
		c.grounds[w.To].in = append(c.grounds[w.To].in, i)
		c.ways[i] = chartWay{back: -1, box: collision.EmptyAABB()}
		for _, p := range w.Path {
			p = p.Add(feet)
			c.ways[i].path = append(c.ways[i].path, p)
			c.ways[i].box = c.ways[i].box.Union(collision.AABB{Min: p, Max: p})
		}
		c.ways[i].back = slices.IndexFunc(s.Ways, func(o Way) bool { return o.From == w.To && o.To == w.From })
	}
	return c
}

// joinedLines joins lines that meet end to end into polylines, and moves them by an offset.
func joinedLines(lines [][2]Vec, by Vec) [][]Vec {
	from := map[Vec][]int{} // lines by their start
	ends := map[Vec]int{}
	for i, l := range lines {
		if l[0] != l[1] {
			from[l[0]] = append(from[l[0]], i)
			ends[l[1]]++
		}
	}
	used := make([]bool, len(lines))
	var out [][]Vec
	follow := func(i int) {
		chain := []Vec{lines[i][0].Add(by)}
		for i >= 0 {
			used[i] = true
			at := lines[i][1]
			chain = append(chain, at.Add(by))
			i = -1
			for _, k := range from[at] {
				if !used[k] {
					i = k
					break
				}
			}
		}
		out = append(out, chain)
	}
	for _, first := range []bool{true, false} { // start with lines that no other line leads to
		for i, l := range lines {
			if l[0] != l[1] && !used[i] && (!first || ends[l[0]] == 0) {
				follow(i)
			}
		}
	}
	if len(lines) == 1 && lines[0][0] == lines[0][1] { // a place that was touched only for a moment
		at := lines[0][0].Add(by)
		out = append(out, []Vec{at.Sub(Vec{X: 2}), at.Add(Vec{X: 2})})
	}
	return out
}

// Way returns the i-th way.
func (c *Chart) Way(i int) *Way { return &c.survey.Ways[i] }

// Ways returns the number of ways.
func (c *Chart) Ways() int { return len(c.ways) }

// Of returns the ways related to a pick: for a stretch, first the ways that leave it, then the ways that reach it; for
// a way, the ways of the stretch where it starts. If nothing is picked, it returns all ways.
func (c *Chart) Of(p Pick) []int {
	switch p.Kind {
	case PickGround:
		return slices.Concat(c.grounds[p.Index].out, c.grounds[p.Index].in)
	case PickWay:
		return c.Of(Pick{PickGround, c.survey.Ways[p.Index].From})
	}
	all := make([]int, len(c.ways))
	for i := range all {
		all[i] = i
	}
	return all
}

// Next returns the way after the picked way, or before it if by is -1, among the ways related to the pick. For a picked
// stretch it returns the first or the last way.
func (c *Chart) Next(p Pick, by int) Pick {
	list := c.Of(p)
	if len(list) == 0 {
		return p
	}
	at := -1
	if p.Kind == PickWay {
		at = slices.Index(list, p.Index)
	} else if by < 0 {
		at = 0
	}
	return Pick{PickWay, list[(at+by+len(list))%len(list)]}
}

// At returns the way or the stretch within reach of a point, preferring ways. It finds only ways that are drawn.
func (c *Chart) At(p Vec, reach float64, shown Pick) Pick {
	best, pick := reach, Pick{}
	for i := range c.ways {
		if w := &c.ways[i]; c.isShown(i, shown) && w.box.Grow(reach).Contains(p) {
			if d := distanceToLine(p, w.path); d < best {
				best, pick = d, Pick{PickWay, i}
			}
		}
	}
	for i := range c.grounds {
		for _, l := range c.grounds[i].lines {
			if d := distanceToLine(p, l); d < best-reach/3 || pick.Kind == PickNothing && d < reach {
				best, pick = d, Pick{PickGround, i}
			}
		}
	}
	return pick
}

// isShown reports whether a way is drawn. Of two opposite ways only one is drawn, preferably the one that leaves the
// picked ground.
func (c *Chart) isShown(i int, p Pick) bool {
	back, way := c.ways[i].back, &c.survey.Ways[i]
	switch {
	case back < 0, p == Pick{PickWay, i}, p.Kind == PickGround && way.From == p.Index:
		return true
	case p == Pick{PickWay, back}, p.Kind == PickGround && way.To == p.Index:
		return false
	}
	return i < back
}

func distanceToLine(p Vec, line []Vec) float64 {
	best := math.Inf(1)
	for i := range line[:max(len(line)-1, 0)] {
		best = min(best, collision.SegmentDistance(p, line[i], line[i+1]))
	}
	return best
}

// Widths and lengths in screen units.
const (
	groundWidth = 3
	wayWidth    = 1.5
	pickedWidth = 2.5
	headLength  = 10 // length of an arrow head
	busy        = 24 // if there are more ways, unpicked ways are drawn faint
)

// Overlays draws the chart, with the pick highlighted and everything else dimmed. unit is the size of a screen unit in
// level pixels; stale is set if the level has changed since the survey. The slice is valid until the next call.
func (c *Chart) Overlays(p Pick, unit float64, stale bool) []overlay.Item {
	if c.over != nil && c.pick == p && c.unit == unit && c.stale == stale {
		return c.over
	}
	c.pick, c.unit, c.stale, c.over = p, unit, stale, []overlay.Item{}
	near := c.nearOf(p)
	var last []int
	for i := range c.ways {
		w := &c.survey.Ways[i]
		switch {
		case !c.isShown(i, p):
		case p.Kind == PickWay && p.Index == i, p.Kind == PickGround && (w.From == p.Index || w.To == p.Index):
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

// ChartLegend explains the marks of a chart.
func ChartLegend() []overlay.Sample {
	way := func(text string, ink overlay.Ink, hasReturn bool) overlay.Sample {
		s := overlay.LineSample(text, overlay.Line{Ink: ink, Width: wayWidth})
		s.Items = append(s.Items, overlay.Arrow{From: Vec{X: 3}, To: Vec{X: 13}, Ink: ink, Width: wayWidth})
		if hasReturn {
			s.Items = append(s.Items, overlay.Arrow{From: Vec{X: -3}, To: Vec{X: -13}, Ink: ink, Width: wayWidth})
		}
		return s
	}
	return []overlay.Sample{
		overlay.LineSample("Ground", overlay.Line{Ink: overlay.Bright, Width: groundWidth}),
		overlay.LineSample("Dead end", overlay.Line{Ink: overlay.Danger, Width: groundWidth}),
		way("There and back", overlay.Accent, true),
		way("One way", overlay.Warn, false),
	}
}

// nearOf returns the stretches related to a pick.
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

func (c *Chart) drawGround(i int, faint bool) {
	g := &c.grounds[i]
	ink := overlay.Bright
	if !c.survey.Stretches[i].Back {
		ink = overlay.Danger
	}
	if b := g.sweep; b != nil {
		c.over = append(c.over, overlay.Line{
			Points: b.Corners(), Closed: true, Dashed: true, Width: 1, Ink: ink, Faint: true,
		})
	}
	for _, l := range g.lines {
		c.over = append(c.over, overlay.Line{Points: l, Ink: ink, Width: groundWidth, Faint: faint})
	}
}

// drawWay draws a way with an arrow head at its end, or at both ends if the opposite way exists too.
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

// Summary returns a line about the contents of the chart and a line about its reliability.
func (c *Chart) Summary() (what, worth string) {
	there, dead := 0, len(c.survey.DeadEnds())
	for i := range c.ways {
		if c.ways[i].back >= 0 {
			there++
		}
	}
	what = fmt.Sprintf("%s of ground, %s", countText(len(c.grounds), "stretch", "stretches"),
		countText(len(c.ways), "way", "ways"))
	if len(c.ways) > 0 {
		what += fmt.Sprintf(": %d there and back (blue), %d one way only (amber)", there, len(c.ways)-there)
	}
	switch {
	case dead == 1:
		what += " · 1 dead end (red)"
	case dead > 1:
		what += fmt.Sprintf(" · %d dead ends (red)", dead)
	}
	worth = fmt.Sprintf("Ways not shown were not found in this search of %s steps.", thousandsText(c.survey.Steps))
	if c.survey.Complete {
		worth = fmt.Sprintf("The search ended after %s steps. Ways not shown were not found in it.",
			thousandsText(c.survey.Steps))
	}
	return what, worth
}

// Describe describes the pick in one line.
func (c *Chart) Describe(p Pick) string {
	switch p.Kind {
	case PickGround:
		g := &c.grounds[p.Index]
		text := fmt.Sprintf("%s: %s away, %s here", g.name, countText(len(g.out), "way leads", "ways lead"),
			countText(len(g.in), "way leads", "ways lead"))
		switch {
		case !c.survey.Stretches[p.Index].Back:
			text += ". A dead end: no way to the start or the goal was found"
		case p.Index == 0:
			text += ". The character starts here"
		}
		return text
	case PickWay:
		w := &c.survey.Ways[p.Index]
		text := fmt.Sprintf("From %s to %s, ", c.grounds[w.From].name, c.grounds[w.To].name)
		if flies := float64(w.Inputs.Len()-w.Leaves) / Rate; flies >= 0.1 {
			text += fmt.Sprintf("%.1f s through the air", flies)
		} else {
			text += "on foot"
		}
		text += fmt.Sprintf(", %.1f s after the start", float64(w.Leaves)/Rate)
		if c.ways[p.Index].back < 0 {
			text += ". No way straight back was found"
		}
		return text
	}
	return ""
}

func countText(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// thousandsText formats n with thousands separators.
func thousandsText(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
