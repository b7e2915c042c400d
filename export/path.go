package export

import (
	"fmt"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
	"fillet/export/colliders"
)

// chainsOf returns the chains that the level's paths follow.
func chainsOf(snap level.Snapshot) map[level.ID]*level.Collider {
	out := map[level.ID]*level.Collider{}
	for c := range snap.Colliders() {
		if id := c.FollowedChain(); id != 0 {
			out[id] = nil
		}
	}
	if len(out) == 0 {
		return out
	}
	for c := range snap.Colliders() {
		if _, ok := out[c.ID]; ok {
			out[c.ID] = c.Collider
		}
	}
	return out
}

// newPath returns the path of a kinematic collider for games, or nil if it has none.
func newPath(c *level.Collider, chain *level.Collider) *colliders.Path {
	if c.Path == nil || c.Body != level.Kinematic {
		return nil
	}
	way, closed, err := c.Way(chain)
	if err != nil {
		return nil
	}
	o := c.Path.Options(closed)
	out := &colliders.Path{
		Speed: o.Speed, Time: o.Time, Phase: o.Phase, Wait: o.Wait, Turn: float64(c.Path.Turn), Follow: o.Follow,
	}
	if len(way) == 0 {
		out.Speed = 0
	}
	if o.Ease == polygon.SmoothEase {
		out.Ease = colliders.Smooth
	}
	switch o.Loop {
	case polygon.AroundAgain:
		out.Loop = colliders.Around
	case polygon.OnceOnly:
		out.Loop = colliders.Once
	}
	for i, p := range way {
		if i == 0 {
			out.Points = append(out.Points, p.From)
		}
		out.Points = append(out.Points, p.To)
		if p.Radius > 0 {
			out.Arcs = append(out.Arcs, colliders.PathArc{
				Piece: i, Center: p.Center, Radius: p.Radius, Clockwise: p.Clockwise,
			})
		}
		if p.Stop {
			out.Stops = append(out.Stops, i)
		}
	}
	return out
}

// pathRecord converts a path of a collider file to a level's path along points. lost describes the data that such a
// path cannot represent.
func pathRecord(c *colliders.Collider) (path *level.Path, lost string, err error) {
	p := c.Path
	if p == nil {
		return nil, "", nil
	}
	out := &level.Path{Time: p.Time, Phase: p.Phase, Wait: p.Wait, Turn: level.Degrees(p.Turn), Follow: p.Follow}
	if p.Time == 0 && p.Speed != level.DefaultPathSpeed {
		out.Speed = p.Speed
	}
	if p.Ease == colliders.Smooth {
		out.Ease = level.SmoothEase
	}
	switch p.Loop {
	case colliders.Around:
		out.Loop = level.LoopAround
	case colliders.Once:
		out.Loop = level.LoopOnce
	}
	if len(p.Stops) > 0 {
		out.Stops = level.StopAtPoints
	}
	var way []polygon.PathPiece
	for i := 1; i < len(p.Points); i++ {
		way = append(way, polygon.PathPiece{Segment: collision.Segment{From: p.Points[i-1], To: p.Points[i]}})
	}
	for _, a := range p.Arcs {
		if a.Piece >= 0 && a.Piece < len(way) {
			way[a.Piece].Center, way[a.Piece].Radius, way[a.Piece].Clockwise = a.Center, a.Radius, a.Clockwise
		}
	}
	points, xf := level.FlatWay(way), c.Transform()
	if n := len(points); out.Loop == level.LoopAround && n > 2 && points[n-1] == points[0] {
		points = points[:n-1]
	}
	for _, at := range points {
		out.Points = append(out.Points, tidy(within(xf.ApplyInv(at))))
	}
	switch err := out.Check(); {
	case err != nil:
		return nil, "", err
	case len(way) >= level.MaxPathPoints:
		lost = fmt.Sprintf("its path has %d points and keeps only some of them: a level's path has at most %d",
			len(way)+1, level.MaxPathPoints)
	case len(p.Stops) > 0 && (len(p.Arcs) > 0 || len(p.Stops) < len(way)-1):
		lost = "it stops at all points of its path: a level cannot choose the points"
	}
	return out, lost, nil
}
