package tool

import (
	"math"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Parameters for drawing the motion of dynamic bodies.
const (
	motionTime = 0.25 // a velocity's arrow covers this many seconds of movement
	forceTime  = 0.25 // a force's arrow is its acceleration times the square of this, in seconds
	minArrow   = 14   // minimum length of an arrow, in screen units
	maxMotions = 40   // maximum number of selected bodies whose motion is shown
)

// motions returns arrows for the velocities, spins and constant forces of the selected dynamic bodies.
func motions(s *editor.Session, unit float64) (out []overlay.Item) {
	ids := s.Selection().IDs()
	if len(ids) > maxMotions {
		return nil
	}
	doc := s.Document()
	for _, id := range ids {
		of := doc.Collider(id)
		baked := doc.Baked(id)
		if of == nil || baked == nil || of.Motion == nil || of.Body != level.Dynamic || !doc.Visible(of) {
			continue
		}
		m, mass := of.Started(), baked.Mass()
		at := of.Transform().Apply(mass.Centroid)
		arrow := func(by level.Vec, ink overlay.Ink, name string) {
			l := by.Len()
			if l == 0 {
				return
			}
			if least := float64(minArrow * unit); l < least {
				by = by.Mul(least / l)
			}
			out = append(out, overlay.Arrow{From: at, To: at.Add(by), Ink: ink, Width: 2})
			if len(ids) == 1 {
				out = append(out, overlay.Label{At: at.Add(by), Offset: level.Vec{X: 8, Y: 12}, Text: name, Ink: ink})
			}
		}
		arrow(m.Velocity.Mul(motionTime), overlay.Accent, number(m.Velocity.Len())+" px/s")
		metre := doc.Settings().PixelsPerMetre
		if weight := float64(mass.Mass * of.Density); weight > 0 {
			arrow(m.Force.Mul(float64(metre*metre*metre)*(forceTime*forceTime)/weight), overlay.Guide,
				number(m.Force.Len())+" N")
		}
		if m.Spin != 0 {
			out = append(out, spinItems(at, float64(m.Spin), float64(minArrow*1.5*unit))...)
		}
	}
	return out
}

// spinItems returns a curved arrow about a point. For a spin of half a turn per second, it covers a quarter turn; its
// limits are an eighth and three quarters of a turn.
func spinItems(at level.Vec, degrees, radius float64) []overlay.Item {
	bow := float64(min(max(math.Abs(degrees)/180, 0.5), 3) * math.Pi / 2)
	if degrees < 0 {
		bow = -bow
	}
	const lines = 16
	points := make([]level.Vec, lines)
	for i := range points {
		points[i] = at.Add(collision.NewRot(float64(bow*float64(i)/lines) - math.Pi/2).Apply(level.Vec{X: radius}))
	}
	end := at.Add(collision.NewRot(bow - math.Pi/2).Apply(level.Vec{X: radius}))
	return []overlay.Item{
		overlay.Line{Points: points, Ink: overlay.Accent, Width: 2},
		overlay.Arrow{From: points[lines-1], To: end, Ink: overlay.Accent, Width: 2},
	}
}
