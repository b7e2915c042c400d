package main

import (
	"fmt"
	"math"
	"os"
	"text/tabwriter"
	"time"

	"github.com/jakecoffman/cp/v2"

	"fillet/collision"
)

var classes = []struct{ name, title string }{
	{"box-box", "box-box"},
	{"roct-roct", "octagons"},
	{"cap-cap", "capsules"},
	{"cap-poly", "capsule-polygon"},
	{"circ-poly", "circle-polygon"},
	{"tri-rpent", "triangle-pentagon"},
	{"mixed", "mixed, shuffled"},
}

// As in peers/input.h, a figure is the best of several passes, each with several repetitions.
const (
	passes  = 9
	repeats = 20
)

// timed returns the nanoseconds per pair of the best pass over n pairs.
func timed(n int, all func()) float64 {
	least := time.Duration(math.MaxInt64)
	for range passes {
		start := time.Now()
		for range repeats {
			all()
		}
		least = min(least, time.Since(start))
	}
	return float64(least.Nanoseconds()) / repeats / float64(n)
}

func comparePairs(in *input, rounds int, chipmunk, box2d *peer) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\npairs, ns\tfillet\tBox2D\tChipmunk 7\tcp (Go)\tof Box2D\tof Chipmunk\tof cp\t")
	for _, c := range classes {
		ours, goPort, err := pairRunners(in, c.name)
		if err != nil {
			return err
		}
		var fillet, box, chip, port []float64
		for range rounds {
			fillet = append(fillet, ours())
			if f := box2d.ask("pairs " + c.name); f != nil {
				box = append(box, f[0])
			}
			if f := chipmunk.ask("pairs " + c.name); f != nil {
				chip = append(chip, f[0])
			}
			if len(port) < 3 {
				port = append(port, goPort())
			}
		}
		f, b, k, g := median(fillet), median(box), median(chip), median(port)
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", c.title, cell(f), cell(b), cell(k), cell(g), ratio(f, b),
			ratio(f, k), ratio(f, g))
	}
	return w.Flush()
}

// pairRunners returns functions that time the pairs of a class in Fillet and in cp.
func pairRunners(in *input, class string) (ours, port func() float64, err error) {
	type placed struct{ a, b collision.Placed }
	type shapes struct{ a, b *cp.Shape }
	var list []placed
	var theirs []shapes
	for _, p := range in.Pairs {
		if class != "mixed" && p.Class != class {
			continue
		}
		a, err := p.A.shape()
		if err != nil {
			return nil, nil, err
		}
		b, err := p.B.shape()
		if err != nil {
			return nil, nil, err
		}
		list = append(list, placed{a.Place(p.PoseA.transform()), b.Place(p.PoseB.transform())})
		theirs = append(theirs, shapes{cpShape(p.A, p.PoseA), cpShape(p.B, p.PoseB)})
	}
	var m collision.Manifold
	ours = func() float64 {
		return timed(len(list), func() {
			for i := range list {
				list[i].a.CollideInto(&list[i].b, 0, &m)
			}
		})
	}
	port = func() float64 {
		return timed(len(theirs), func() {
			for _, p := range theirs {
				cp.ShapesCollide(p.a, p.b)
			}
		})
	}
	return ours, port, nil
}

// cpShape returns a shape as cp stores it, with its data in world space.
func cpShape(s shape, at pose) *cp.Shape {
	body := cp.NewStaticBody()
	v := make([]cp.Vector, len(s.Verts))
	for i := range v {
		v[i] = cp.Vector{X: s.Verts[i][0], Y: s.Verts[i][1]}
	}
	var out *cp.Shape
	switch len(v) {
	case 1:
		out = cp.NewCircle(body, s.Radius, v[0])
	case 2:
		out = cp.NewSegment(body, v[0], v[1], s.Radius)
	default:
		out = cp.NewPolyShapeRaw(body, len(v), v, s.Radius)
	}
	out.Update(cp.NewTransformTranspose(at.Rot[0], -at.Rot[1], at.P[0], at.Rot[1], at.Rot[0], at.P[1]))
	return out
}
