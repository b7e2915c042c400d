package play

import (
	"math"
	"testing"
)

// periodOff measures the error of a pendulum's period, in percent of the exact period, which comes from the
// arithmetic-geometric mean.
func periodOff(degrees float64) func(testing.TB, engine) float64 {
	return func(t testing.TB, play engine) float64 {
		const length, radius, gravity = 100.0, 8.0, 800.0
		begin := degrees * math.Pi / 180
		at := Vec{X: length * math.Sin(begin), Y: length * math.Cos(begin)}
		s := scenario{
			gravity: gravity, steps: 20 * Rate, bodies: []sceneBody{ball(radius, at)},
			holds: []hold{{kind: "hinge", a: -1, lb: at.Neg()}},
		}
		a, g := 1.0, math.Cos(begin/2)
		for range 8 {
			a, g = (a+g)/2, math.Sqrt(a*g)
		}
		want := 2 * math.Pi * math.Sqrt((radius*radius/2+length*length)/(gravity*length)) / a
		return math.Abs(periodOf(play(t, s), at.X, func(p pose) float64 { return p.at.X })/want-1) * 100
	}
}

// periodOf returns the mean time between two downward passes of a coordinate of the first body through 0. The
// coordinate starts at last.
func periodOf(f film, last float64, where func(pose) float64) float64 {
	var passes []float64
	for i, frame := range f.frames {
		now := where(frame[0])
		if last > 0 && now <= 0 {
			passes = append(passes, (float64(i)+last/(last-now))/Rate)
		}
		last = now
	}
	if len(passes) < 3 {
		return 0
	}
	return (passes[len(passes)-1] - passes[0]) / float64(len(passes)-1)
}

// sprung returns a ball on a spring of 2 Hz, 30 pixels from its equilibrium.
func sprung(seconds int, damping float64) scenario {
	return scenario{
		steps: seconds * Rate, bodies: []sceneBody{ball(8, Vec{X: 130})},
		holds: []hold{{kind: "spring", a: -1, length: 100, hertz: 2, damping: damping}},
	}
}

func springPeriodOff(t testing.TB, play engine) float64 {
	return math.Abs(periodOf(play(t, sprung(4, 0)), 30, func(p pose) float64 { return p.at.X - 100 })*2-1) * 100
}

// dampingOff measures the error of the damping ratio derived from four oscillations. The spring's ratio is 0.1.
func dampingOff(t testing.TB, play engine) float64 {
	const damping = 0.1
	var peaks []float64
	x := [3]float64{30, 30, 30}
	for _, frame := range play(t, sprung(3, damping)).frames {
		x = [3]float64{x[1], x[2], frame[0].at.X - 100}
		if x[1] > x[0] && x[1] >= x[2] && x[1] > 0 {
			peaks = append(peaks, x[1])
		}
	}
	if len(peaks) < 4 {
		return 100
	}
	d := math.Log(peaks[0]/peaks[3]) / 3
	return math.Abs(d/math.Sqrt(4*math.Pi*math.Pi+d*d)/damping-1) * 100
}

// ropeGives measures how far a falling ball stretches a rope of 100 pixels, in pixels. The ball falls by about the
// rope's length.
func ropeGives(t testing.TB, play engine) float64 {
	s := scenario{
		gravity: 800, steps: 10 * Rate, bodies: []sceneBody{ball(8, Vec{X: 20, Y: 10})},
		holds: []hold{{kind: "rope", a: -1, length: 100}},
	}
	return chainApart(s, play(t, s).frames) - 100
}

// chainApart returns the largest distance between any joint's anchors in some frames.
func chainApart(s scenario, frames [][]pose) float64 {
	largest := 0.0
	for _, frame := range frames {
		for _, h := range s.holds {
			largest = max(largest, h.apart(frame))
		}
	}
	return min(largest, 1e6)
}

// chainGives measures the largest distance between the anchors of a chain of twenty links, in a range of steps after
// its release from level, in pixels.
func chainGives(from, to int) func(testing.TB, engine) float64 {
	return func(t testing.TB, play engine) float64 {
		s := scenario{gravity: 800, steps: to}
		for k := range 20 {
			link := hold{kind: "hinge", a: k - 1, b: k, la: Vec{X: 10}, lb: Vec{X: -10}}
			if k == 0 {
				link.la = Vec{}
			}
			s.bodies, s.holds = append(s.bodies, crate(20, 4, Vec{X: 10 + 20*float64(k)})), append(s.holds, link)
		}
		return chainApart(s, play(t, s).frames[from:])
	}
}
