package editor

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// SnapSettings holds the snap targets.
type SnapSettings struct {
	Grid     bool // the level's grid and its subdivisions
	Vertices bool // vertices of other shapes
	Edges    bool // edges of other shapes
	Centres  bool // centres of other shapes
	Guides   bool // lines through the edges and centres of other shapes' bounds
	Contact  bool // exact contact of moved shapes with other shapes
}

// DefaultSnapSettings returns the initial settings of a session.
func DefaultSnapSettings() SnapSettings {
	return SnapSettings{Grid: true, Vertices: true, Edges: true, Centres: true, Guides: true, Contact: true}
}

// Any reports whether snapping is on.
func (s SnapSettings) Any() bool { return s != SnapSettings{} }

// inverted returns the settings for a drag with Ctrl held: all off if snapping is on, and the defaults if it is off.
func (s SnapSettings) inverted() SnapSettings {
	if s.Any() {
		return SnapSettings{}
	}
	return DefaultSnapSettings()
}

// Snapping returns the snap settings.
func (s *Session) Snapping() SnapSettings { return s.snap }

// SetSnapping changes the snap settings.
func (s *Session) SetSnapping(snap SnapSettings) {
	if s.snap == snap {
		return
	}
	s.snap = snap
	s.Touch(SettingsChanged)
}

// SolidDrag reports whether dragged shapes stop at shapes that they collide with.
func (s *Session) SolidDrag() bool { return s.solid }

// SetSolidDrag turns solid drags on or off.
func (s *Session) SetSolidDrag(on bool) {
	if s.solid != on {
		s.solid = on
		s.Touch(SettingsChanged)
	}
}

// SnapResult is a snapped point.
type SnapResult struct {
	Point  level.Vec
	Guides []overlay.Item // the snap targets, drawn during the drag
	What   string         // "grid", "vertex", "edge", "centre" or "guide", or empty without a snap
}

// Snapper snaps points and shapes to the document during a gesture. It collects the alignment lines on first use and
// keeps them.
type Snapper struct {
	session *Session
	exclude map[level.ID]bool
	lines   *overlay.AlignTargets // nil until first used
	own     []level.Vec           // additional points for alignment; see Align
}

// Snapper returns a snapper that ignores the excluded colliders.
func (s *Session) Snapper(exclude map[level.ID]bool) *Snapper {
	return &Snapper{session: s, exclude: exclude}
}

func (n *Snapper) settings(invert bool) SnapSettings {
	if invert {
		return n.session.snap.inverted()
	}
	return n.session.snap
}

// Snap snaps a point. The tolerance is in level pixels; the grid attracts from any distance. invert, which Ctrl sets,
// turns snapping off, or on if it was off.
func (n *Snapper) Snap(p level.Vec, tolerance float64, invert bool) SnapResult {
	set := n.settings(invert)
	on := func(at level.Vec, what string) SnapResult {
		return SnapResult{Point: at, What: what, Guides: []overlay.Item{
			overlay.Handle{At: at, Form: overlay.CrossHandle, Ink: overlay.Accent},
		}}
	}
	if at, what, ok := n.feature(p, tolerance, set); ok {
		return on(at, what)
	}
	out := SnapResult{Point: p}
	if set.Grid {
		out.Point, out.What = n.onGrid(p), "grid"
	}
	if set.Edges {
		if at, ok := n.onEdge(p, tolerance, set.Grid); ok {
			return on(at, "edge")
		}
	}
	if set.Guides {
		n.guide(p, set.guideTolerance(tolerance), set.Grid, &out)
	}
	return out
}

// onGrid returns the nearest crossing of grid lines.
func (n *Snapper) onGrid(p level.Vec) level.Vec {
	offset := n.session.doc.Settings().Grid.Offset
	return n.InSteps(p.Sub(offset)).Add(offset)
}

// isOnGrid reports whether a point is at a crossing of grid lines, up to rounding.
func (n *Snapper) isOnGrid(p level.Vec) bool { return n.onGrid(p).Dist(p) < 1e-6 }

// InSteps rounds a size to steps of the grid.
func (n *Snapper) InSteps(size level.Vec) level.Vec {
	g := n.session.doc.Settings().Grid
	return roundTo(size, g.Size.Mul(1/float64(g.Subdivisions)))
}

// feature returns the nearest vertex or centre.
func (n *Snapper) feature(p level.Vec, tolerance float64, set SnapSettings) (at level.Vec, what string, ok bool) {
	if !set.Vertices && !set.Centres {
		return p, "", false
	}
	best := tolerance
	offer := func(q level.Vec, name string) {
		if d := q.Dist(p); d <= best {
			best, at, what, ok = d, q, name, true
		}
	}
	n.near(p, tolerance, func(c *level.Collider) {
		xf := c.Transform()
		if set.Centres {
			offer(xf.Apply(level.LocalBounds(c.Shape).Center()), "centre")
		}
		if set.Vertices {
			eachVertex(c.Shape, func(v level.Vec) { offer(xf.Apply(v), "vertex") })
		}
	})
	return at, what, ok
}

// onEdge returns the nearest point on another shape's outline. With grid set, the free coordinate along a horizontal or
// vertical edge snaps to the grid.
func (n *Snapper) onEdge(p level.Vec, tolerance float64, grid bool) (at level.Vec, ok bool) {
	best := tolerance
	n.near(p, tolerance, func(c *level.Collider) {
		xf := c.Transform()
		eachEdge(c.Shape, func(a, b level.Vec) {
			a, b = xf.Apply(a), xf.Apply(b)
			q := level.ClosestOnSegment(a, b, p)
			d := q.Dist(p)
			if d > best {
				return
			}
			best, at, ok = d, q, true
			if !grid {
				return
			}
			g := n.onGrid(p)
			switch {
			case a.X == b.X && min(a.Y, b.Y) <= g.Y && g.Y <= max(a.Y, b.Y):
				at.Y = g.Y
			case a.Y == b.Y && min(a.X, b.X) <= g.X && g.X <= max(a.X, b.X):
				at.X = g.X
			}
		})
	})
	return at, ok
}

// near calls f for the visible colliders whose drawn bounds are within the tolerance of p. This includes the vertices
// of chamfered corners and the centres of hollow shapes.
func (n *Snapper) near(p level.Vec, tolerance float64, f func(*level.Collider)) {
	s := n.session
	reach := collision.AABB{Min: p, Max: p}.Grow(tolerance)
	for _, key := range s.live.World().QueryBox(reach.Grow(tolerance), collision.Query{Triggers: true}) {
		if c := s.doc.At(key); c != nil && !n.exclude[c.ID] && level.DrawnBounds(c).Overlaps(reach) {
			f(c)
		}
	}
	for id := range s.live.Points() {
		if c := s.doc.Collider(id); !n.exclude[id] && reach.Contains(c.Position) {
			f(c)
		}
	}
	if around := s.surroundings; around != nil {
		around.Snapper(nil).near(p, tolerance, f)
	}
}

// Align sets the shape's own points to align with, replacing earlier ones: the fixed vertices of the shape that the
// user is drawing or editing.
func (n *Snapper) Align(points ...level.Vec) { n.own = points }

// guideReach is the ratio of the tolerance of guides to the tolerance of vertices and edges while the grid is on.
// Guides are so common that they would otherwise pull points off the grid.
const guideReach = 0.6

func (s SnapSettings) guideTolerance(tolerance float64) float64 {
	if s.Grid {
		return float64(tolerance * guideReach)
	}
	return tolerance
}

// guide moves a point onto alignment lines of other shapes and of the shape's own vertices, on each axis separately.
func (n *Snapper) guide(p level.Vec, tolerance float64, grid bool, out *SnapResult) {
	lines := n.alignment()
	x, okX := lines.X.Nearest(p.X, p.Y, tolerance)
	y, okY := lines.Y.Nearest(p.Y, p.X, tolerance)
	for _, q := range n.own {
		if d := math.Abs(q.X - p.X); d <= tolerance && (!okX || d <= math.Abs(x.At-p.X)) {
			x, okX = overlay.AlignLine{At: q.X, Lo: q.Y, Hi: q.Y}, true
		}
		if d := math.Abs(q.Y - p.Y); d <= tolerance && (!okY || d <= math.Abs(y.At-p.Y)) {
			y, okY = overlay.AlignLine{At: q.Y, Lo: q.X, Hi: q.X}, true
		}
	}
	if grid { // beats guides to shapes that are off the grid
		okX = okX && n.isOnGrid(level.Vec{X: x.At, Y: n.onGrid(p).Y})
		okY = okY && n.isOnGrid(level.Vec{X: n.onGrid(p).X, Y: y.At})
	}
	if okX {
		out.Point.X, out.What = x.At, "guide"
	}
	if okY {
		out.Point.Y, out.What = y.At, "guide"
	}
	if okX {
		out.Guides = append(out.Guides, x.Vertical(out.Point.Y, out.Point.Y))
	}
	if okY {
		out.Guides = append(out.Guides, y.Horizontal(out.Point.X, out.Point.X))
	}
}

// SnapBox returns the offset that brings an edge or the centre of a moved box onto a guide, spaces the box evenly
// between its neighbours, or brings its top left corner onto the grid. The returned items show the guides and the
// resulting distances.
func (n *Snapper) SnapBox(b collision.AABB, tolerance float64, invert bool) (by level.Vec, shown []overlay.Item) {
	return n.snapBox(b, tolerance, invert, true, true)
}

// SnapBoxAlong works like [Snapper.SnapBox] along one axis only.
func (n *Snapper) SnapBoxAlong(
	axis Axis, b collision.AABB, tolerance float64, invert bool,
) (by float64, shown []overlay.Item) {
	v, shown := n.snapBox(b, tolerance, invert, axis == AxisX, axis == AxisY)
	return v.X + v.Y, shown
}

func (n *Snapper) snapBox(
	b collision.AABB, tolerance float64, invert, alongX, alongY bool,
) (by level.Vec, shown []overlay.Item) {
	set := n.settings(invert)
	on := n.onGrid(b.Min).Sub(b.Min)
	if set.Grid {
		by = on
		if !alongX {
			by.X = 0
		}
		if !alongY {
			by.Y = 0
		}
	}
	if !set.Guides {
		return by, nil
	}
	tolerance = set.guideTolerance(tolerance)
	lines, c := n.alignment(), b.Center()
	inX, inY := overlay.Spacing{Boxes: lines.All}, overlay.Spacing{Boxes: lines.All, AlongY: true}
	x, okX := lines.X.NearestOf([3]float64{b.Min.X, c.X, b.Max.X}, c.Y, tolerance)
	y, okY := lines.Y.NearestOf([3]float64{b.Min.Y, c.Y, b.Max.Y}, c.X, tolerance)
	evenX, likeX, isEvenX := inX.Even(b, tolerance)
	evenY, likeY, isEvenY := inY.Even(b, tolerance)
	okX, isEvenX = okX && alongX, isEvenX && alongX
	okY, isEvenY = okY && alongY, isEvenY && alongY
	if isEvenX = isEvenX && (!okX || math.Abs(evenX) < math.Abs(x.By)); isEvenX {
		x.By, okX = evenX, false
	}
	if isEvenY = isEvenY && (!okY || math.Abs(evenY) < math.Abs(y.By)); isEvenY {
		y.By, okY = evenY, false
	}
	if set.Grid { // beats guides that would leave the box off the grid
		keeps := func(more level.Vec) bool { return n.isOnGrid(b.Min.Add(more)) }
		okX, isEvenX = okX && keeps(level.Vec{X: x.By, Y: on.Y}), isEvenX && keeps(level.Vec{X: x.By, Y: on.Y})
		okY, isEvenY = okY && keeps(level.Vec{X: on.X, Y: y.By}), isEvenY && keeps(level.Vec{X: on.X, Y: y.By})
	}
	if okX || isEvenX {
		by.X = x.By
	}
	if okY || isEvenY {
		by.Y = y.By
	}
	moved := collision.AABB{Min: b.Min.Add(by), Max: b.Max.Add(by)}
	if okX {
		shown = append(shown, x.Line.Vertical(moved.Min.Y, moved.Max.Y))
		if !isEvenY { // even spacing shows the distances itself
			shown = append(shown, inY.DistanceTo(x.Line, moved)...)
		}
	}
	if okY {
		shown = append(shown, y.Line.Horizontal(moved.Min.X, moved.Max.X))
		if !isEvenX {
			shown = append(shown, inX.DistanceTo(y.Line, moved)...)
		}
	}
	if isEvenX {
		shown = append(shown, inX.Measures(moved, likeX)...)
	}
	if isEvenY {
		shown = append(shown, inY.Measures(moved, likeY)...)
	}
	return by, shown
}

// SnapVertices returns the offset that brings a vertex of moved shapes onto another shape's vertex. vertices holds the
// unsnapped positions.
func (n *Snapper) SnapVertices(
	vertices []level.Vec, tolerance float64, invert bool,
) (by level.Vec, shown []overlay.Item, ok bool) {
	if !n.settings(invert).Vertices {
		return by, nil, false
	}
	best := tolerance
	var met level.Vec
	for _, v := range vertices {
		at, _, found := n.feature(v, best, SnapSettings{Vertices: true})
		if d := at.Dist(v); found && (!ok || d < best) {
			best, by, met, ok = d, at.Sub(v), at, true
		}
	}
	if !ok {
		return by, nil, false
	}
	return by, []overlay.Item{overlay.Handle{At: met, Form: overlay.CrossHandle, Ink: overlay.Accent, Hot: true}}, true
}

// Contacts reports whether moved shapes snap to exact contact.
func (n *Snapper) Contacts(invert bool) bool { return n.settings(invert).Contact }

// Vertices returns the vertices of colliders in level space, at most the given number.
func Vertices(colliders []*level.Collider, limit int) []level.Vec {
	var out []level.Vec
	for _, c := range colliders {
		xf := c.Transform()
		eachVertex(c.Shape, func(v level.Vec) {
			if len(out) < limit {
				out = append(out, xf.Apply(v))
			}
		})
		if c.Shape.Kind == level.Point && len(out) < limit {
			out = append(out, c.Position)
		}
	}
	return out
}

func eachVertex(s level.Shape, f func(level.Vec)) {
	switch s.Kind {
	case level.Box:
		for _, p := range s.Corners() {
			f(p)
		}
		return
	case level.Circle:
		for _, d := range [...]level.Vec{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}} {
			f(d.Mul(s.Radius))
		}
		return
	}
	for _, p := range s.Points {
		f(p)
	}
	ends := s.EdgeFinder()
	for _, c := range s.Details().Curves {
		if a, b, ok := ends(c.Edge); ok && c.IsArc() {
			f(level.ArcTop(a, b, c.Arc))
		}
	}
	for _, h := range s.Holes {
		for _, p := range h {
			f(p)
		}
	}
}

func eachEdge(s level.Shape, f func(a, b level.Vec)) {
	if len(s.Details().Curves) > 0 { // take the vertices of the visible edges, ignoring chamfers
		s = s.WithDetail(level.Detail{Curves: s.Details().Curves}).Flattened()
	}
	switch s.Kind {
	case level.Polygon, level.Box:
		for _, loop := range s.Loops() {
			for i := range loop {
				f(loop[i], loop[(i+1)%len(loop)])
			}
		}
	case level.Chain, level.Capsule:
		for i := 1; i < len(s.Points); i++ {
			f(s.Points[i-1], s.Points[i])
		}
		if s.Closed && len(s.Points) > 2 {
			f(s.Points[len(s.Points)-1], s.Points[0])
		}
	}
}
