package play

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"fillet/collision"
)

// SolveTry is the best attempt of a search that did not reach the target.
type SolveTry struct {
	Inputs Recording
	At     Vec     // the character's position after the inputs
	Left   float64 // pixels of free way from there to the target
	Ground *Vec    // under its feet where it would stand next on that way; nil if nowhere
	Short  Vec     // offset from the nearest reached position to standing there, as seen with gravity down
}

// String describes the try, as in "came within 132 px, to (410, 210) after 3.2 s: 12 px too low for the ground at
// (540, 200)".
func (t *SolveTry) String() string {
	seconds := float64(t.Inputs.Len()) / Rate
	text := fmt.Sprintf("came within %s px, to %s after %.1f s", pixelsText(t.Left), pointText(t.At), seconds)
	if t.Ground == nil {
		return text
	}
	how, by := "short of", t.Short.Len()
	if -t.Short.Y > math.Abs(t.Short.X) {
		how = "too low for"
	}
	return fmt.Sprintf("%s: %s px %s the ground at %s", text, pixelsText(by), how, pointText(*t.Ground))
}

// pixelsText rounds up, so that no remaining distance is shown as 0.
func pixelsText(x float64) string { return fmt.Sprintf("%.0f", math.Ceil(x)) }

func pointText(p Vec) string { return fmt.Sprintf("(%.0f, %.0f)", p.X, p.Y) }

// nearest is the node nearest to the target.
type nearest struct {
	node int32
	left float64
}

// note records a node that is nearer to the target than all before.
func (s *search) note(node int32, n *Situation) {
	if s.lead == nil || s.seeks != nil {
		return
	}
	if left, ok := s.lead.at(n.Position); ok && left < s.nearest.left {
		s.nearest = nearest{node, left}
	}
}

// better returns the best try of the search so far if it is nearer than an earlier one.
func (s *search) better(than *SolveTry) *SolveTry {
	if s.nearest.node < 0 || than != nil && than.Left <= s.nearest.left {
		return than
	}
	t := &SolveTry{Inputs: s.inputs(s.nearest.node), Left: s.nearest.left}
	run := NewRun(s.snap, s.settings, s.start)
	for in := range t.Inputs.Steps() {
		run.Step(in)
	}
	t.At = run.Character().Position
	if at, ok := s.groundAhead(t.At); ok {
		body := collision.EmptyAABB()
		for i := range s.settings.Body {
			body = body.Union(s.settings.Body[i].Bounds(collision.Identity()))
		}
		feet := at.Add(Vec{Y: body.Max.Y})
		t.Short = s.shortOf(at)
		if s.settings.Reversed {
			feet, t.Short.Y = at.Add(Vec{Y: body.Min.Y}), -t.Short.Y
		}
		t.Ground = &feet
	}
	return t
}

const (
	aheadTries  = 32  // places ahead to try to stand at
	shortTries  = 32  // ways to replay to measure how near they come
	landingTime = 15  // steps
	standSlack  = 1.5 // in squares, from a place on the ground that was reached
)

// groundAhead returns where the character would stand next on the way from a position to the target, on ground that was
// not reached.
func (s *search) groundAhead(from Vec) (Vec, bool) {
	if s.settings.Mode == TopDown {
		return Vec{}, false
	}
	way := s.lead.way(from)
	apart := max(1, int(widthOf(s.settings)/2/s.lead.pitch), len(way)/aheadTries)
	for i := 0; i < len(way); i += apart {
		run := NewRun(s.snap, s.settings, way[i])
		for range landingTime {
			run.Step(Input{})
			if n := SituationOf(run); n.Grounded {
				if n.Position.Dist(way[i]) <= float64(3*s.lead.pitch) && !s.stoodAt(n.Position) {
					return n.Position, true
				}
				break
			}
		}
	}
	return Vec{}, false
}

// stoodAt reports whether the character stood near p in the last pass of the search.
func (s *search) stoodAt(p Vec) bool {
	for at := range s.seen {
		if at.rest&1 != 0 && s.middle(&at).Dist(p) < float64(standSlack*s.fine.square) {
			return true
		}
	}
	return false
}

// middle returns the centre of a place's square.
func (s *search) middle(p *solvePlace) Vec {
	return Vec{X: float64((float64(p.x) + 0.5) * s.fine.square), Y: float64((float64(p.y) + 0.5) * s.fine.square)}
}

// shortOf returns the offset to a position from the nearest position that the search reached.
func (s *search) shortOf(to Vec) Vec {
	type reached struct {
		node int32
		far  float64
	}
	var all []reached
	for at, node := range s.seen {
		all = append(all, reached{node, s.middle(&at).Dist(to)})
	}
	slices.SortFunc(all, func(a, b reached) int {
		return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.node, b.node))
	})
	short := to.Sub(s.start)
	run := NewRun(s.snap, s.settings, s.start)
	for _, r := range all[:min(len(all), shortTries)] {
		run.Restart()
		rec := s.inputs(r.node)
		for in := range rec.Steps() {
			run.Step(in)
			if d := to.Sub(run.Character().Position); d.Len() < short.Len() {
				short = d
			}
		}
	}
	return short
}

// way returns the centres of the squares on the shortest way from a position to the target.
func (g *reachField) way(from Vec) []Vec {
	var out []Vec
	x, y := int(math.Floor((from.X-g.origin.X)/g.pitch)), int(math.Floor((from.Y-g.origin.Y)/g.pitch))
	for range g.nx + g.ny {
		bx, by, best := x, y, float32(math.Inf(1))
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				if x+dx < 0 || y+dy < 0 || x+dx >= g.nx || y+dy >= g.ny {
					continue
				}
				if far := g.far[(y+dy)*g.nx+x+dx]; far >= 0 && far < best {
					bx, by, best = x+dx, y+dy, far
				}
			}
		}
		if bx == x && by == y {
			break
		}
		x, y = bx, by
		middle := Vec{X: float64(x) + 0.5, Y: float64(y) + 0.5}
		out = append(out, g.origin.MulAdd(middle, g.pitch))
	}
	return out
}
