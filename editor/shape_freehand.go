package editor

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// mostSamples is how many points a line is resampled to at most before it is smoothed.
const mostSamples = 4096

// Freehand is the shape of a line that was drawn by hand: smoothed over a distance, then with the fewest vertices that keep within a
// tolerance of it, both in pixels. With curves its edges are curves where that takes fewer vertices. A closed line is a polygon, or a closed edge
// chain where it crosses itself; an open one is an edge chain. False is a line of which too little is left.
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
	// bent is a shape with curves, where that has fewer vertices than the other and is valid.
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

// smoothed averages a line over its length, about as a Gaussian filter of that deviation does. The ends of an open line stay.
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
	// Each pass is a binomial filter, of variance step*step/2.
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

// resampled is points along a line about a step apart, with both its ends; of a closed one the first is not repeated.
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
