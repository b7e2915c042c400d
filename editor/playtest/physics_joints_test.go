package playtest

import (
	"math"
	"testing"

	"fillet/editor/level"
)

// periodOff is by how many percent the period of a pendulum differs from the exact one, which the arithmetic-geometric mean gives.
func periodOff(degrees float64) func(testing.TB, engine) float64 {
	return func(t testing.TB, _ engine) float64 {
		const length, radius = 100.0, 8.0
		y := newYard(t)
		begin := degrees * math.Pi / 180
		ball := y.circle("ball", length*math.Sin(begin), length*math.Cos(begin), radius, isDynamic)
		r := y.joined(DefaultSettings(), level.Joint{Kind: level.Hinge, B: ball, AnchorB: Vec{X: -length * math.Sin(begin), Y: -length * math.Cos(begin)}})
		a, g := 1.0, math.Cos(begin/2)
		for range 8 {
			a, g = (a+g)/2, math.Sqrt(a*g)
		}
		want := 2 * math.Pi * math.Sqrt((radius*radius/2+length*length)/(r.settings.Gravity*length)) / a
		got := periodOf(r, 20, func() float64 { return r.bodies[1].p.X })
		return math.Abs(got/want-1) * 100
	}
}

// periodOf is the mean time between two passes of something through 0 from above, in so many seconds.
func periodOf(r *Run, seconds int, where func() float64) float64 {
	var passes []float64
	last := where()
	for i := range seconds * Rate {
		r.Step(Input{})
		now := where()
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

// sprung is a ball of a spring of 2 Hz, 30 pixels from where that rests.
func sprung(t testing.TB, damping float64) *Run {
	s := DefaultSettings()
	s.Gravity = 0
	y := newYard(t)
	ball := y.circle("ball", 130, 0, 8, isDynamic)
	return y.joined(s, level.Joint{Kind: level.Spring, B: ball, Length: 100, Frequency: 2, Damping: damping})
}

func springPeriodOff(t testing.TB, _ engine) float64 {
	r := sprung(t, 0)
	return math.Abs(periodOf(r, 4, func() float64 { return r.bodies[1].p.X - 100 })*2-1) * 100
}

// dampingOff is by how much the damping ratio that follows from how the swing dies down in four swings differs from that of the spring, 0.1.
func dampingOff(t testing.TB, _ engine) float64 {
	const damping = 0.1
	r := sprung(t, damping)
	var peaks []float64
	x := [3]float64{30, 30, 30}
	for range 3 * Rate {
		r.Step(Input{})
		x = [3]float64{x[1], x[2], r.bodies[1].p.X - 100}
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

// ropeGives is by how many pixels at most a rope of 100 pixels is longer, onto which a ball falls by about as much.
func ropeGives(t testing.TB, _ engine) float64 {
	y := newYard(t)
	ball := y.circle("ball", 20, 10, 8, isDynamic)
	r := y.joined(DefaultSettings(), level.Joint{Kind: level.Spring, B: ball, Length: 100, PullsOnly: true})
	most := 0.0
	for range 10 * Rate {
		r.Step(Input{})
		j := AppendJoints(nil, r)[0]
		most = max(most, j.At.Dist(j.To)-100)
	}
	return most
}

// chainGives is by how many pixels the anchors of a chain of twenty links are apart at most, 10 to 20 seconds after it was let go level.
func chainGives(t testing.TB, _ engine) float64 {
	y := newYard(t)
	var list []level.Joint
	last, anchor := level.ID(0), Vec{}
	for k := range 20 {
		link := y.box("link", 20*float64(k), -2, 20, 4, isDynamic)
		list = append(list, level.Joint{Kind: level.Hinge, A: last, B: link, AnchorA: anchor, AnchorB: Vec{X: -10}})
		last, anchor = link, Vec{X: 10}
	}
	r := y.joined(DefaultSettings(), list...)
	most := 0.0
	var joints []Joint
	steps(r, 10*Rate, Input{})
	for range 10 * Rate {
		r.Step(Input{})
		joints = AppendJoints(joints[:0], r)
		for _, j := range joints {
			most = max(most, j.At.Dist(j.To))
		}
	}
	return most
}
