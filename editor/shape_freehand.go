package editor

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// mostSamples limits the number of points in a line that is resampled for smoothing.
const mostSamples = 4096

// Freehand returns the shape of a hand-drawn line: smoothed over a distance, then reduced to the fewest vertices within
// a tolerance, both in pixels. With curves set, edges become curves if that takes fewer vertices. A closed line becomes
// a polygon, or a closed chain if it crosses itself; an open line becomes a chain. ok is false if too little of the
// line is left.
func Freehand(points []level.Vec, closed bool, smoothing, tolerance float64, curves bool) (MadeShape, bool) {
	points = smoothed(points, closed, smoothing)
	least := 2
	if closed {
		least = 3
	}
	if len(points) < least {
		return MadeShape{}, false
	}
	bounds := collision.BoundsOf(points)
	if size := bounds.Size(); !(max(size.X, size.Y) > 0) || closed && !(min(size.X, size.Y) > 0) {
		return MadeShape{}, false
	}
	var knots []level.Knot
	if curves && tolerance > 0 && tolerance < max(bounds.Size().X, bounds.Size().Y) {
		knots = fitted(points, closed, tolerance, float64(2*max(smoothing, tolerance)))
	}
	// bent returns the shape with curves if that is valid and has fewer vertices.
	bent := func(s level.Shape) level.Shape {
		if len(knots) < 2 || len(knots) >= len(s.Points) {
			return s
		}
		if c := s.WithKnots(knots); isValid(c) {
			return c
		}
		return s
	}
	if closed {
		if s := SimplifyShape(polygonOf([][]level.Vec{points}), tolerance); isValid(s) {
			if s = bent(s); doubleArea(s.Flattened().Points) < 0 {
				s = s.Reversed()
			}
			m := centred(s)
			return m, isValid(m.Shape)
		}
	}
	m := centred(bent(SimplifyShape(level.Shape{Kind: level.Chain, Points: points, Closed: closed}, tolerance)))
	return m, isValid(m.Shape)
}

func isValid(s level.Shape) bool {
	_, err := s.Bake()
	return err == nil
}

// smoothed averages a line along its length, approximately a Gaussian filter with the given deviation. The ends of an
// open line stay.
func smoothed(points []level.Vec, closed bool, by float64) []level.Vec {
	if !(by > 0) || len(points) < 3 {
		return points
	}
	length := pathLength(points)
	if closed {
		length += points[len(points)-1].Dist(points[0])
	}
	by = min(by, length/8)
	step := max(float64(by/2), length/mostSamples)
	line := resampled(points, closed, step)
	n := len(line)
	if n < 4 {
		return points
	}
	// Each pass is a binomial filter with variance step*step/2.
	passes := int(math.Ceil(2 * float64(by*by) / float64(step*step)))
	next := make([]level.Vec, n)
	for range passes {
		for i := range line {
			if !closed && (i == 0 || i == n-1) {
				next[i] = line[i]
				continue
			}
			before, after := line[(i+n-1)%n], line[(i+1)%n]
			next[i] = before.Add(after).Mul(0.25).MulAdd(line[i], 0.5)
		}
		line, next = next, line
	}
	return line
}

// resampled returns points about a step apart along a line, with both ends. The first point of a closed line is not
// repeated.
func resampled(points []level.Vec, closed bool, step float64) []level.Vec {
	if closed {
		points = append(points[:len(points):len(points)], points[0])
	}
	n := int(max(math.Round(pathLength(points)/step), 1))
	out := make([]level.Vec, 0, n+1)
	gap := pathLength(points) / float64(n)
	done, next := 0.0, 0.0 // lengths along the line
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		l := a.Dist(b)
		for next <= done+l && len(out) < n {
			t := 0.0
			if l > 0 {
				t = (next - done) / l
			}
			out = append(out, a.Lerp(b, min(max(t, 0), 1)))
			next = float64(float64(len(out)) * gap)
		}
		done += l
	}
	if !closed {
		out = append(out, points[len(points)-1])
	}
	return out
}
