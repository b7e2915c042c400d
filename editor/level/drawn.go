package level

import (
	"errors"
	"fmt"
	"math"

	"fillet/collision"
	"fillet/collision/polygon"
)

// CurveTolerance is the largest distance, in pixels, between a curve and the lines that it is baked into. Combining
// outlines uses the same tolerance.
const CurveTolerance = 0.1

// Thresholds below which a part of a detailed outline is ignored.
const (
	smoothTurn = 1e-3 // the sine of the largest turn that does not count as a corner
	leftOver   = 1e-9 // the smallest remainder of an edge between its corners, as a fraction of the edge
)

// leastArc is the largest distance between a small arc and its lines, in radii. It gives a quarter turn four lines.
const leastArc = 0.0192

// leastCubicLines is the smallest number of lines for a cubic.
const leastCubicLines = 8

// curveSteps is the number of places on a curve where a corner's circle is tried.
const curveSteps = 64

// maxCubicLines limits the lines of a cubic of any size.
const maxCubicLines = 1024

// Track is one edge of an outline, or a part of one, as drawn. Places on it are parameters from 0 to 1.
type Track struct {
	from, to Vec
	isArc    bool
	isCubic  bool
	*bend    // nil for a straight edge

	t0, t1     float64 // the part that the corners leave, as parameters
	start, end Vec     // the ends of that part
}

// bend is the curve of a track.
type bend struct {
	c1, c2 Vec     // control points of a cubic
	center Vec     // centre of an arc
	radius float64 // radius of an arc
	sweep  float64 // turn of an arc, from +x toward +y
	along  []Vec   // points on a cubic, computed on first use
}

func newTrack(from, to Vec, c Curve, bent bool) Track {
	t := Track{from: from, to: to, t1: 1, start: from, end: to}
	chord := from.Dist(to)
	switch {
	case !bent:
	case !c.IsArc():
		t.isCubic, t.bend = true, &bend{c1: c.Cubic[0], c2: c.Cubic[1]}
	case math.Abs(c.Arc) > leftOver*chord:
		h := math.Abs(c.Arc)
		t.isArc, t.bend = true, &bend{}
		t.radius = float64((float64(chord*chord/4) + float64(h*h)) / (2 * h))
		out := leftOf(from, to)
		if c.Arc < 0 {
			out = out.Neg()
		}
		t.center = from.Lerp(to, 0.5).MulAdd(out, h-t.radius)
		t.sweep = collision.Segment{
			From: from, To: to, Center: t.center, Radius: t.radius,
			Clockwise: c.Arc < 0,
		}.Sweep()
	}
	return t
}

// IsLine reports whether the track is straight.
func (t *Track) IsLine() bool { return !t.isArc && !t.isCubic }

// At returns the point at parameter s, from 0 to 1.
func (t *Track) At(s float64) Vec {
	switch {
	case s <= 0:
		return t.from
	case s >= 1:
		return t.to
	case t.isArc:
		return t.center.Add(collision.NewRot(float64(t.sweep * s)).Apply(t.from.Sub(t.center)))
	case t.isCubic:
		a, b, c := t.from.Lerp(t.c1, s), t.c1.Lerp(t.c2, s), t.c2.Lerp(t.to, s)
		return a.Lerp(b, s).Lerp(b.Lerp(c, s), s)
	}
	return t.from.Lerp(t.to, s)
}

// slope returns the direction at a parameter. Its length is arbitrary.
func (t *Track) slope(s float64) Vec {
	switch {
	case t.isArc:
		d := t.At(s).Sub(t.center).Perp()
		if t.sweep < 0 {
			d = d.Neg()
		}
		return d
	case t.isCubic:
		a, b, c := t.c1.Sub(t.from), t.c2.Sub(t.c1), t.to.Sub(t.c2)
		return a.Lerp(b, s).Lerp(b.Lerp(c, s), s)
	}
	return t.to.Sub(t.from)
}

// Direction returns the unit direction at a parameter, even if control points coincide with the ends.
func (t *Track) Direction(s float64) Vec {
	d := t.slope(s)
	if t.isCubic && d.Len() <= 1e-9*(t.from.Dist(t.to)+t.c1.Dist(t.from)+t.c2.Dist(t.to)) {
		const step = 1.0 / 1024
		d = t.At(s + step).Sub(t.At(s - step))
	}
	return d.Unit()
}

// Nearest returns the parameter of the track's point nearest to p.
func (t *Track) Nearest(p Vec) float64 {
	if t.IsLine() {
		d := t.to.Sub(t.from)
		return min(max(p.Sub(t.from).Dot(d)/d.LenSq(), 0), 1)
	}
	if t.isArc {
		u, v := t.from.Sub(t.center), p.Sub(t.center)
		a, sweep := collision.Atan2(u.Cross(v), u.Dot(v)), t.sweep
		if sweep < 0 {
			a, sweep = -a, -sweep
		}
		if a < 0 {
			a += 2 * math.Pi
		}
		switch {
		case a <= sweep:
			return a / sweep
		case p.Dist(t.from) <= p.Dist(t.to):
			return 0
		}
		return 1
	}
	best, at := math.Inf(1), 0
	if t.along == nil {
		for k := range curveSteps + 1 {
			t.along = append(t.along, t.At(float64(float64(k)/curveSteps)))
		}
	}
	for k, q := range t.along {
		if d := q.Sub(p).LenSq(); d < best {
			best, at = d, k
		}
	}
	lo, hi := bisect(max(float64(at-1)/curveSteps, 0), min(float64(at+1)/curveSteps, 1), 40, func(s float64) bool {
		return t.At(s).Sub(p).Dot(t.slope(s)) < 0
	})
	return float64((lo + hi) / 2)
}

// bisect halves an interval as often as steps says, keeping the half that contains the end of the low part.
func bisect(lo, hi float64, steps int, isLow func(float64) bool) (low, high float64) {
	for range steps {
		if mid := float64((lo + hi) / 2); isLow(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo, hi
}

// area returns twice the signed area between the track and the origin o.
func (t *Track) area(o Vec) float64 {
	sum := t.from.Sub(o).Cross(t.to.Sub(o))
	switch {
	case t.isArc:
		sin, _ := collision.Sincos(t.sweep)
		sum += float64(t.radius * t.radius * (t.sweep - sin))
	case t.isCubic: // three points give the exact integral
		sum = 0
		for _, g := range [3][2]float64{
			{0.1127016653792583, 5.0 / 18},
			{0.5, 8.0 / 18},
			{0.8872983346207417, 5.0 / 18},
		} {
			sum += float64(3 * g[1] * t.At(g[0]).Sub(o).Cross(t.slope(g[0])))
		}
	}
	return sum
}

// corner is the shape of the corner between two tracks.
type corner struct {
	radius, chamfer float64
	center          Vec
	turn            float64 // the sine of the turn from one track to the next
}

// path is an outline, hole or chain with details: the remaining parts of the edges, and the shapes of the corners.
type path struct {
	tracks  []Track
	corners []corner // corner i is before track i
	closed  bool
	hole    int // 0 for the outline
}

// paths returns the outline with its details and the holes, or the chain.
func (s *Shape) paths() ([]*path, error) {
	var all []*path
	for first, points := range s.numberedLoops() {
		p, err := s.newPath(points, len(all), first)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// newPath returns the path of a loop whose first corner has the number first.
func (s *Shape) newPath(points []Vec, hole, first int) (*path, error) {
	p, err := s.uncutPath(points, hole, first)
	if err != nil {
		return nil, err
	}
	return p, p.cutAll()
}

// uncutPath returns a path whose edges are not cut at the corners yet.
func (s *Shape) uncutPath(points []Vec, hole, first int) (*path, error) {
	n := len(points)
	p := &path{closed: s.Kind != Chain || s.Closed, hole: hole}
	switch {
	case p.closed && n < 3 && s.Kind != Chain:
		return nil, &polygon.Error{Kind: polygon.TooFewPoints, Loop: hole}
	case n < 2 || p.closed && n < 3:
		return nil, fmt.Errorf("a chain needs at least 2 points (3 if closed), not %d", n)
	}
	edges := n
	if !p.closed {
		edges--
	}
	p.tracks = make([]Track, edges)
	area := 0.0
	for i := range edges {
		a, b := points[i], points[(i+1)%n]
		if a == b {
			return nil, &polygon.Error{
				Kind: polygon.Duplicate, Loop: hole, Other: hole,
				Vertices: []int{i, (i + 1) % n}, At: a,
			}
		}
		c, bent := s.Curve(first + i)
		p.tracks[i] = newTrack(a, b, c, bent)
		area += p.tracks[i].area(points[0])
	}
	p.corners = make([]corner, edges)
	for i := range edges {
		if i == 0 && !p.closed {
			continue
		}
		c, in := &p.corners[i], p.before(i).Direction(1)
		out := p.tracks[i].Direction(0)
		c.turn = in.Cross(out)
		isSmooth := math.Abs(c.turn) <= smoothTurn && in.Dot(out) > 0
		isConvex := s.Kind != Chain && (c.turn > 0) == (area > 0) != (hole > 0)
		c.radius, c.chamfer = s.Radius, s.Chamfer(first+i)
		if r := s.CornerRadius(first + i); r != AsShape {
			c.radius, isConvex = r, true
		} else if s.Rounding != Inset {
			c.radius = 0
		}
		if !isConvex || isSmooth || c.chamfer > 0 {
			c.radius = 0
		}
	}
	return p, nil
}

func (p *path) before(i int) *Track { return &p.tracks[(i+len(p.tracks)-1)%len(p.tracks)] }

func (p *path) cutAll() error {
	for i := range p.corners {
		c := &p.corners[i]
		if c.radius == 0 && c.chamfer == 0 {
			continue
		}
		ta, tb, center, ok := p.cut(i)
		if !ok {
			return p.tooLarge(i)
		}
		a, b := p.before(i), &p.tracks[i]
		a.t1, a.end, b.t0, b.start, c.center = ta, a.At(ta), tb, b.At(tb), center
	}
	for i := range p.tracks {
		t := &p.tracks[i]
		if t.t0 <= t.t1-leftOver {
			continue
		}
		if t.t0 > t.t1+leftOver {
			if first := 1 - t.t1; p.closed && first > t.t0 || t.t0 == 0 {
				return p.tooLarge((i + 1) % len(p.tracks))
			}
			return p.tooLarge(i)
		}
		t.t1, t.end = t.t0, t.start
	}
	return nil
}

// cut returns where corner i cuts the tracks before and after it; see cutCorner. A sharp corner leaves them whole.
func (p *path) cut(i int) (ta, tb float64, center Vec, ok bool) {
	c := &p.corners[i]
	if c.radius == 0 && c.chamfer == 0 {
		return 1, 0, Vec{}, true
	}
	return cutCorner(p.before(i), &p.tracks[i], c.radius, c.chamfer, c.turn)
}

// tooLarge returns the error for a corner that needs more of its edges than there is.
func (p *path) tooLarge(i int) error {
	what, limit := "radius", p.room(i)
	if p.corners[i].chamfer > 0 {
		what = "chamfer"
	}
	if p.hole > 0 {
		what = fmt.Sprintf("hole %d: %s", p.hole, what)
	}
	at := p.tracks[i].from
	return &CornerError{
		fmt.Sprintf("the %s of corner %d at %v is too large: the largest that fits is %.6g", what, i, at, limit),
		&polygon.Error{Kind: polygon.RadiusTooLarge, Loop: p.hole, Vertices: []int{i}, At: at, MaxRadius: limit},
	}
}

// CornerError reports that the radius or the chamfer of one corner does not fit. It wraps a [*polygon.Error] with the
// position and the largest value that fits.
type CornerError struct {
	text string
	of   *polygon.Error
}

func (e *CornerError) Error() string { return e.text }

func (e *CornerError) Unwrap() error { return e.of }

// room returns the largest radius or chamfer that fits corner i if the other corners do not change.
func (p *path) room(i int) float64 {
	c, a, b := p.corners[i], p.before(i), &p.tracks[i]
	// The stretches that the corners at the far ends leave.
	lo, hi := 0.0, 1.0
	n := len(p.tracks)
	if _, tb, _, ok := p.cut((i + n - 1) % n); ok {
		lo = tb
	}
	if ta, _, _, ok := p.cut((i + 1) % n); ok {
		hi = ta
	}
	fits := func(x float64) bool {
		r, ch := x, 0.0
		if c.chamfer > 0 {
			r, ch = 0, x
		}
		ta, tb, _, ok := cutCorner(a, b, r, ch, c.turn)
		return ok && ta >= lo-leftOver/2 && tb <= hi+leftOver/2
	}
	if a.IsLine() && b.IsLine() { // the largest value that fits is proportional to the room
		if c.chamfer > 0 {
			return max(min(float64((1-lo)*a.from.Dist(a.to)), float64(hi*b.from.Dist(b.to))), 0)
		}
		if c.turn == 0 { // straight on, or straight back
			return 0
		}
		k := float64((1 + a.Direction(1).Dot(b.Direction(0))) / math.Abs(c.turn))
		return max(float64(min(float64((1-lo)*a.from.Dist(a.to)), float64(hi*b.from.Dist(b.to)))*k), 0)
	}
	low, high := 0.0, float64((a.from.Dist(a.to)+b.from.Dist(b.to))/256)
	for fits(high) {
		if low, high = high, float64(2*high); high > MaxCoordinate {
			return MaxCoordinate
		}
	}
	low, _ = bisect(low, high, 40, fits)
	return low
}

// cutCorner returns where a corner's circle touches the tracks before and after it, or where its chamfer cuts them. It
// returns false if the circle or the chamfer does not reach both tracks, or does not fit.
func cutCorner(a, b *Track, radius, chamfer, turn float64) (ta, tb float64, center Vec, ok bool) {
	if chamfer > 0 {
		ta, okA := cutOff(a, chamfer, true)
		tb, okB := cutOff(b, chamfer, false)
		return ta, tb, Vec{}, okA && okB
	}
	in := a.Direction(1)
	side := radius
	if turn < 0 {
		side = -radius
	}
	if a.IsLine() && b.IsLine() {
		cut := float64(radius * math.Abs(turn) / (1 + in.Dot(b.Direction(0))))
		ta, tb = 1-float64(cut/a.from.Dist(a.to)), float64(cut/b.from.Dist(b.to))
		if !(ta >= -leftOver && tb <= 1+leftOver) {
			return 0, 0, Vec{}, false
		}
		ta, tb = max(ta, 0), min(tb, 1)
		return ta, tb, a.At(ta).MulAdd(in.Perp(), side), true
	}
	// Rolling along either track finds the same circle, unless several circles touch both. Then the circle nearest to
	// the corner counts.
	ta, tb, center, ok = roll(a, b, true, side)
	if t2, t1, c, found := roll(b, a, false, side); found && (!ok || t1-t2 > ta-tb) {
		return t1, t2, c, true
	}
	return ta, tb, center, ok
}

// roll rolls a circle along a track, starting at the corner at the track's end or start, until it touches the other
// track. side is the radius, negative if the circle is on the left as seen on the screen. It returns where the circle
// touches both tracks.
func roll(a, b *Track, fromEnd bool, side float64) (ta, tb float64, center Vec, ok bool) {
	radius := math.Abs(side)
	near := float64(1e-6 * (1 + radius))
	at := func(s float64) float64 {
		if fromEnd {
			return 1 - s
		}
		return s
	}
	middle := func(s float64) Vec { return a.At(at(s)).MulAdd(a.Direction(at(s)).Perp(), side) }
	gap := func(s float64) float64 { m := middle(s); return m.Dist(b.At(b.Nearest(m))) - radius }
	was := false
	for k := 1; k <= curveSteps; k++ {
		lo, hi := float64(float64(k-1)/curveSteps), float64(float64(k)/curveSteps)
		now := gap(hi) >= 0
		if now == was {
			continue
		}
		was = now
		_, hi = bisect(lo, hi, 40, func(s float64) bool { return gap(s) >= 0 != now })
		m := middle(hi)
		tb = b.Nearest(m)
		away := tb > 0
		if !fromEnd {
			away = tb < 1
		}
		if away && math.Abs(m.Dist(b.At(tb))-radius) <= near && m.Dist(a.At(a.Nearest(m))) >= radius-near {
			return at(hi), tb, m, true
		}
	}
	return 0, 0, Vec{}, false
}

// cutOff returns the parameter of the first point, seen from one end of a track, at a distance from that end.
func cutOff(t *Track, distance float64, fromEnd bool) (float64, bool) {
	end, at := t.from, func(s float64) float64 { return s }
	if fromEnd {
		end, at = t.to, func(s float64) float64 { return 1 - s }
	}
	if t.IsLine() {
		s := float64(distance / t.from.Dist(t.to))
		return at(min(s, 1)), s <= 1+leftOver
	}
	lo := 0.0
	for k := 1; k <= curveSteps; k++ {
		hi := float64(float64(k) / curveSteps)
		if t.At(at(hi)).Dist(end) >= distance {
			_, hi = bisect(lo, hi, 50, func(s float64) bool { return !(t.At(at(s)).Dist(end) >= distance) })
			return at(hi), true
		}
		lo = hi
	}
	return 0, false
}

// outline is a path as segments: lines, arcs, and cubics flattened to lines, each with the index of its edge or corner
// as drawn.
type outline struct {
	collision.Contour
	of []int32
}

var (
	errManyLines  = errors.New("its curves would need more than 100000 lines")
	errExtraLines = fmt.Errorf("the level's curves and round corners are too large: beyond %d lines for each, they "+
		"can need %d", usualLines, maxExtraLines)
)

// eachPart calls f for each corner that is not sharp and for the rest of each edge, in order. For an edge, t is its
// track; a cubic is given as its chord.
func (p *path) eachPart(f func(s collision.Segment, i int, t *Track)) {
	for i := range p.tracks {
		t, c, before := &p.tracks[i], &p.corners[i], p.before(i)
		if s := (collision.Segment{From: before.end, To: t.start}); (c.radius > 0 || c.chamfer > 0) && s.From != s.To {
			if c.radius > 0 {
				s.Center, s.Radius, s.Clockwise = c.center, c.radius, c.turn < 0
			}
			f(s, i, nil)
		}
		if s := (collision.Segment{From: t.start, To: t.end}); t.t1 > t.t0 && (s.From != s.To || t.isCubic) {
			if t.isArc {
				s.Center, s.Radius, s.Clockwise = t.center, t.radius, t.sweep < 0
			}
			f(s, i, t)
		}
	}
}

func (p *path) outline() (o outline, err error) {
	n := len(p.tracks)
	parts := n
	for i := range p.corners {
		if p.corners[i].radius > 0 || p.corners[i].chamfer > 0 {
			parts++
		}
		if t := &p.tracks[i]; t.isCubic && t.t1 > t.t0 && parts <= maxCurveLines+n {
			parts += t.lines()
		}
	}
	o.Contour, o.of = make(collision.Contour, 0, parts), make([]int32, 0, parts)
	p.eachPart(func(s collision.Segment, i int, t *Track) {
		lines := 1
		if t != nil && t.isCubic {
			lines = t.lines()
		}
		if lines > 1 && len(o.Contour)+lines > maxCurveLines+n {
			err = errManyLines
		}
		for k := 1; k <= lines && err == nil; k++ {
			end := s.To
			if k < lines {
				s.To = t.At(t.t0 + float64((t.t1-t.t0)*float64(k)/float64(lines)))
			}
			if s.From != s.To {
				o.Contour, o.of = append(o.Contour, s), append(o.of, int32(i))
			}
			s.From, s.To = s.To, end
		}
	})
	return o, err
}

// lines returns how many lines approximate the rest of a cubic within the tolerance.
func (t *Track) lines() int {
	bend := max(t.from.Add(t.c2).Sub(t.c1.Mul(2)).Len(), t.c1.Add(t.to).Sub(t.c2.Mul(2)).Len())
	n := math.Ceil(float64(math.Sqrt(float64(0.75*bend/CurveTolerance)) * (t.t1 - t.t0)))
	return max(int(min(n, maxCubicLines)), leastCubicLines)
}

// eachCurve calls f with the number of lines for each bent edge and each round corner of the shape, before corners cut
// edges. It computes the numbers without making the lines.
func (s *Shape) eachCurve(f func(lines int)) {
	if s.Detail == nil {
		return
	}
	arc := func(radius, sweep float64) {
		f(collision.ArcLines(radius, sweep, min(CurveTolerance, float64(radius*leastArc))))
	}
	isClosed := s.Kind != Chain || s.Closed
	for first, points := range s.numberedLoops() {
		n := len(points)
		edges := n
		if !isClosed {
			edges--
		}
		edge := func(i int) Track {
			c, bent := s.Curve(first + i)
			return newTrack(points[i], points[(i+1)%n], c, bent)
		}
		var before Track
		if isClosed && n > 0 {
			before = edge(n - 1)
		}
		for i := range edges {
			t := edge(i)
			radius := s.CornerRadius(first + i)
			if radius == AsShape && s.Kind != Chain && s.Rounding == Inset {
				radius = s.Radius
			}
			if radius > 0 && s.Chamfer(first+i) == 0 && (isClosed || i > 0) {
				u, v := before.Direction(1), t.Direction(0)
				arc(radius, collision.Atan2(u.Cross(v), u.Dot(v)))
			}
			switch {
			case t.isArc:
				arc(t.radius, t.sweep)
			case t.isCubic:
				f(t.lines())
			}
			before = t
		}
	}
}

// CurveLines returns about how many lines the bent edges and round corners of the shape are baked into.
func (s *Shape) CurveLines() (lines int) {
	s.eachCurve(func(n int) { lines += n })
	return lines
}

// extraLines returns the number of lines that count for the limit of a level.
func (s *Shape) extraLines() (lines int) {
	s.eachCurve(func(n int) { lines += max(n-usualLines, 0) })
	return lines
}

// checkLines returns the level's extraLines after changes to colliders, or an error for the collider at which they
// exceed the limit.
func (d *Document) checkLines(changes []Change[Collider]) (int, error) {
	lines := d.extraLines
	isMoved := func(c Change[Collider]) bool {
		return c.Before != nil && c.After != nil && c.After.Shape.Detail != nil && c.Before.Shape.Equal(c.After.Shape)
	}
	for _, c := range changes {
		if c.Before != nil && !isMoved(c) {
			lines -= c.Before.Shape.extraLines()
		}
	}
	for _, c := range changes {
		if c.After == nil || isMoved(c) {
			continue
		}
		more := c.After.Shape.extraLines()
		if lines += more; more > 0 && lines > maxExtraLines {
			return 0, c.After.wrap(errExtraLines)
		}
	}
	return lines, nil
}

// flat returns points whose lines approximate the outline within the tolerance, each with the index of its edge or
// corner as drawn. An open chain includes its last point.
func (o *outline) flat(closed bool) (points []Vec, of []int32, err error) {
	points, of = make([]Vec, 0, len(o.Contour)+1), make([]int32, 0, len(o.Contour)+1)
	for i := range o.Contour {
		points = o.flatPart(i, points)
		if len(points) > maxCurveLines+len(o.Contour) {
			return nil, nil, errManyLines
		}
		for len(of) < len(points) {
			of = append(of, o.of[i])
		}
	}
	if last := len(o.Contour) - 1; !closed && last >= 0 {
		points, of = append(points, o.Contour[last].To), append(of, o.of[last]+1)
	}
	return points, of, nil
}

// flatPart appends a part of the outline as lines.
func (o *outline) flatPart(i int, points []Vec) []Vec {
	return o.Contour[i:i+1].Flatten(min(CurveTolerance, float64(o.Contour[i].Radius*leastArc)), points)
}

// flattened returns the outline and the holes of a shape with details, or its chain, in two forms: as lines within the
// tolerance, with the index of the drawn edge or corner of each point, and as drawn.
func (s *Shape) flattened() (loops [][]Vec, of [][]int32, drawn []outline, err error) {
	paths, err := s.paths()
	if err != nil {
		return nil, nil, nil, err
	}
	for _, p := range paths {
		o, err := p.outline()
		if err != nil {
			return nil, nil, nil, err
		}
		points, from, err := o.flat(p.closed)
		if err != nil {
			return nil, nil, nil, err
		}
		loops, of, drawn = append(loops, points), append(of, from), append(drawn, o)
	}
	return loops, of, drawn, nil
}

// placedOn converts vertex numbers in an error about a flattened outline to vertex numbers of the drawn outline.
func placedOn(err error, of [][]int32) error {
	var oe *polygon.Error
	if !errors.As(err, &oe) {
		return err
	}
	own := *oe
	own.Vertices = nil
	for k, v := range oe.Vertices {
		loop := oe.Loop
		if k > 0 {
			loop = oe.Other
		}
		if loop < len(of) && v < len(of[loop]) {
			v = int(of[loop][v])
		}
		own.Vertices = append(own.Vertices, v)
	}
	return &own
}

// bakeDetailed bakes a polygon or a box with details.
func (b *Baked) bakeDetailed(s Shape) error {
	loops, of, drawn, err := s.flattened()
	if err != nil {
		return err
	}
	b.drawn = &s
	if cut, discs := withDiscs(loops, drawn); len(discs) > 0 {
		if err := polygon.Validate(loops); err != nil {
			return placedOn(err, of)
		}
		var pieces []collision.Shape
		var err error
		if len(cut[0]) > 0 || len(cut) > 1 || len(discs) > 1 { // otherwise the shape is a circle
			pieces, err = polygon.RoundPieces(cut, s.grown(), polygon.RoundOutset)
		}
		if err == nil {
			for _, d := range discs {
				c, err := collision.Circle(d.center, d.radius+s.grown())
				if err != nil {
					return err
				}
				pieces = append(pieces, c)
			}
			b.Pieces = pieces
			return nil
		}
	}
	b.Pieces, err = polygon.RoundPieces(loops, s.grown(), polygon.RoundOutset)
	return placedOn(err, of)
}

// grown returns how far a shape with details grows on every side after its corners are cut.
func (s *Shape) grown() float64 {
	if s.Kind != Chain && s.Rounding != Outset {
		return 0
	}
	return s.Radius
}

// drawnBoundary returns the boundary of a valid polygon or box with details. It has the true arcs unless the shape
// grows and is not convex.
func (s *Shape) drawnBoundary() []collision.Contour {
	loops, _, drawn, _ := s.flattened()
	out := make([]collision.Contour, len(drawn))
	for i, o := range drawn {
		if out[i] = o.Contour; (areaOf(loops[i]) > 0) == (i > 0) {
			out[i] = reversed(o.Contour)
		}
	}
	r := s.grown()
	if r == 0 {
		return out
	}
	if len(out) == 1 {
		if grown, ok := grownConvex(out[0], r); ok {
			return []collision.Contour{grown}
		}
	}
	if boundary, err := polygon.RoundBoundary(loops, r, polygon.RoundOutset); err == nil && len(boundary) > 0 {
		return boundary
	}
	return out // the radius is lost in rounding
}

// grownConvex returns the boundary of a convex outline of positive area, grown by a radius on every side, or false if
// the outline is not convex.
func grownConvex(c collision.Contour, r float64) (out collision.Contour, ok bool) {
	outward := func(s *collision.Segment, p Vec) Vec {
		if s.Radius > 0 {
			return p.Sub(s.Center).Unit()
		}
		return leftOf(s.From, s.To)
	}
	for i := range c {
		s, next := c[i], &c[(i+1)%len(c)]
		from, to := outward(&s, s.From), outward(&s, s.To)
		turn := outward(next, next.From)
		if s.Clockwise || to.Cross(turn) < -1e-9 || to.Dot(turn) < 0 && math.Abs(to.Cross(turn)) < 1e-9 {
			return nil, false
		}
		vertex := s.To
		s.From, s.To = s.From.MulAdd(from, r), s.To.MulAdd(to, r)
		if s.Radius > 0 {
			s.Radius += r
		}
		out = append(out, s)
		if to.Cross(turn) > 1e-9 {
			out = append(out, collision.Segment{From: s.To, To: vertex.MulAdd(turn, r), Center: vertex, Radius: r})
		}
	}
	for i := range out { // smooth joins meet up to rounding
		out[i].To = out[(i+1)%len(out)].From
	}
	return out, true
}

func areaOf(points []Vec) float64 {
	sum := 0.0
	for i := 2; i < len(points); i++ {
		sum += points[i-1].Sub(points[0]).Cross(points[i].Sub(points[0]))
	}
	return sum
}

func reversed(c collision.Contour) collision.Contour {
	out := make(collision.Contour, 0, len(c))
	for i := len(c) - 1; i >= 0; i-- {
		s := c[i]
		s.From, s.To = s.To, s.From
		s.Clockwise = s.Radius > 0 && !s.Clockwise
		out = append(out, s)
	}
	return out
}

// CurvePoints appends points along the bent edges of the outline, closer together than the tolerance requires. It
// leaves out the shape's own points. Together they span the outline as drawn, with its corners uncut.
func (s Shape) CurvePoints(dst []Vec) []Vec {
	for _, c := range s.Details().Curves {
		if c.Edge < 0 || c.Edge >= min(s.Edges(), s.outer()) {
			continue
		}
		t := s.EdgeTrack(c.Edge)
		p := path{tracks: []Track{*t}, corners: make([]corner, 1)}
		if o, err := p.outline(); err == nil && t.from != t.to {
			if points, _, err := o.flat(true); err == nil && len(points) > 1 {
				dst = append(dst, points[1:]...)
			}
		}
	}
	return dst
}

// MaxCornerRadius returns the largest radius that fits corner i if nothing else changes, ignoring a chamfer there. It
// is 0 for an invalid outline, and +Inf for kinds without corners.
func (s Shape) MaxCornerRadius(i int) float64 { return s.roomAt(i, false) }

// MaxChamfer returns the largest chamfer that fits corner i if nothing else changes.
func (s Shape) MaxChamfer(i int) float64 { return s.roomAt(i, true) }

func (s Shape) roomAt(i int, chamfer bool) float64 {
	n := s.NumberOfCorners()
	if n == 0 {
		return math.Inf(1)
	}
	if i < 0 || i >= n || s.Kind == Chain && !s.Closed && (i == 0 || i == n-1) {
		return 0
	}
	// Clear the corner itself: its current value may be in the way.
	free := s.WithCornerRadius(i, 0)
	loop, i := s.LoopOf(i)
	p, err := free.newPath(free.Loop(loop), loop, free.Number(loop, 0))
	if err != nil {
		return 0
	}
	if c := &p.corners[i]; chamfer {
		c.chamfer = 1
	} else {
		c.radius = 1
	}
	return p.room(i)
}

// maxDetailed computes [Shape.MaxRadius] for a shape with details: the corners with the shape's radius share the room
// that the other corners leave.
func (s Shape) maxDetailed() float64 {
	s.Radius = 0
	if _, err := s.paths(); err != nil {
		return 0
	}
	largest := math.Inf(1)
	hole := 0
	for first, points := range s.numberedLoops() {
		s.Radius = 0
		p, err := s.newPath(points, hole, first)
		if err != nil {
			return 0
		}
		s.Radius = 1
		uncut, _ := s.uncutPath(points, hole, first)
		hole++
		for i := range p.tracks {
			largest = p.maxRadiusAt(i, uncut, largest)
		}
	}
	return largest
}

// maxRadiusAt returns the largest radius, up to limit, for which track i has room. Only the ends count whose corner has
// a radius in uncut but none in p.
func (p *path) maxRadiusAt(i int, uncut *path, limit float64) float64 {
	n, t := len(p.tracks), &p.tracks[i]
	next := (i + 1) % n
	isFree := func(k int) bool { return uncut.corners[k].radius > 0 && p.corners[k].radius == 0 }
	starts, ends := isFree(i), (p.closed || next > 0) && isFree(next)
	if !starts && !ends {
		return limit
	}
	before, behind := p.before(i), &p.tracks[next]
	if t.IsLine() && (!starts || before.IsLine()) && (!ends || behind.IsLine()) {
		sum := 0.0 // the length of the line that a radius of 1 takes
		if starts {
			sum += float64(math.Abs(p.corners[i].turn) / (1 + before.Direction(1).Dot(t.Direction(0))))
		}
		if ends {
			sum += float64(math.Abs(p.corners[next].turn) / (1 + t.Direction(1).Dot(behind.Direction(0))))
		}
		if !(sum > 0 && sum < math.Inf(1)) { // the path turns straight back
			return 0
		}
		return min(limit, float64((t.t1-t.t0)*t.from.Dist(t.to))/sum)
	}
	fits := func(r float64) bool {
		t0, t1 := t.t0, t.t1
		if starts {
			_, tb, _, ok := cutCorner(before, t, r, 0, p.corners[i].turn)
			if t0 = tb; !ok {
				return false
			}
		}
		if ends {
			ta, _, _, ok := cutCorner(t, behind, r, 0, p.corners[next].turn)
			if t1 = ta; !ok {
				return false
			}
		}
		return t0 <= t1
	}
	high := min(limit, float64(4*(t.from.Dist(t.to)+before.from.Dist(before.to)+behind.from.Dist(behind.to))))
	if fits(high) {
		return high
	}
	low, _ := bisect(0, high, 28, fits)
	return low
}

// clampedDetail scales all radii and chamfers by the largest factor at which they fit.
func (s Shape) clampedDetail() Shape {
	if len(s.Detail.Radii) == 0 && len(s.Detail.Chamfers) == 0 && (s.Radius == 0 || s.Rounding == Outset) {
		return s
	}
	shrunk := func(f float64) Shape {
		out := s
		d := s.filled()
		for i := range d.Radii {
			if d.Radii[i] != AsShape {
				d.Radii[i] = float64(d.Radii[i] * f)
			}
			d.Chamfers[i] = float64(d.Chamfers[i] * f)
		}
		if s.Rounding == Inset {
			out.Radius = float64(s.Radius * f)
		}
		return out.WithDetail(d)
	}
	fits := func(f float64) bool {
		out := shrunk(f)
		_, err := out.paths()
		var ce *CornerError
		return !errors.As(err, &ce)
	}
	if fits(1) {
		return s
	}
	low, _ := bisect(0, 1, 40, fits)
	return shrunk(low)
}

// DrawnPart is a part of an outline as drawn: a line, an arc (Radius above 0), or a cubic with its control points.
type DrawnPart struct {
	collision.Segment
	IsCubic bool
	C1, C2  Vec
}

// DrawnParts returns the parts of the outline and the holes of a shape with details, or of its chain, before the shape
// grows by its radius. It is nil for a shape that is invalid or has no details.
func (s Shape) DrawnParts() [][]DrawnPart {
	if s.Detail == nil {
		return nil
	}
	paths, err := s.paths()
	if err != nil {
		return nil
	}
	out := make([][]DrawnPart, len(paths))
	for k, p := range paths {
		p.eachPart(func(s collision.Segment, _ int, t *Track) {
			part := DrawnPart{Segment: s}
			if t != nil && t.isCubic {
				part.IsCubic = true
				part.C1 = t.start.MulAdd(t.slope(t.t0), t.t1-t.t0)
				part.C2 = t.end.MulAdd(t.slope(t.t1), t.t0-t.t1)
			}
			out[k] = append(out[k], part)
		})
	}
	return out
}
