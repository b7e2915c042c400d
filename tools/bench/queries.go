package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"text/tabwriter"
	"time"

	"fillet/collision"
)

// segment is a ray or the path of a disc; its start is also queried as a point.
type segment struct{ from, to collision.Vec }

const (
	queryCount  = 4096
	queryLength = 100
	discRadius  = 0.3
)

// queries returns random segments over the scene.
func (s *scene) queries() []segment {
	bounds := collision.EmptyAABB()
	for _, p := range s.Poses {
		at := p.transform().P
		bounds = bounds.Union(collision.AABB{Min: at, Max: at})
	}
	size := bounds.Size()
	random := rand.New(rand.NewPCG(1, uint64(s.N)))
	out := make([]segment, queryCount)
	for i := range out {
		from := bounds.Min.Add(collision.Vec{X: random.Float64() * size.X, Y: random.Float64() * size.Y})
		out[i] = segment{from, from.Add(collision.NewRot(random.Float64() * 2 * math.Pi).Apply(
			collision.Vec{X: queryLength}))}
	}
	return out
}

// queryFigures holds microseconds per ray, per cast of a disc and per point.
type queryFigures [3][]float64

func (q *queryFigures) add(f []float64) {
	for i := range q {
		if len(f) > i && f[i] >= 0 {
			q[i] = append(q[i], f[i])
		}
	}
}

func compareQueries(in *input, rounds int, chipmunk, box2d *peer) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\nqueries, us\tfillet\tBox2D tree\tChipmunk space\tof Box2D\tof Chipmunk\tmet\t")
	for _, s := range in.scenes {
		bodies, err := s.bodies()
		if err != nil {
			return err
		}
		world, segments := collision.NewWorld(), s.queries()
		for i := range bodies {
			world.Put(collision.Key(i+1), bodies[i])
		}
		world.Update()
		var ours, box, chip queryFigures
		var met [3]int
		for range rounds {
			var f []float64
			if f, met, err = timeQueries(world, segments); err != nil {
				return err
			}
			ours.add(f)
			for p, all := range map[*peer]*queryFigures{box2d: &box, chipmunk: &chip} {
				answer := p.ask(fmt.Sprint("queries ", s.N))
				all.add(answer)
				for i := range met { // both got the same query, apart from segments that touch within rounding
					if p.rounds && len(answer) == 6 && math.Abs(answer[3+i]-float64(met[i])) > queryCount/50 {
						return fmt.Errorf("scene of %d bodies: %s answers %v, ours are %v", s.N, p.name, answer[3:],
							met)
					}
				}
			}
		}
		for i, title := range []string{"ray", "cast of a disc", "point"} {
			f, x, p := least(ours[i]), least(box[i]), least(chip[i])
			fmt.Fprintf(w, "%d, %s\t%s\t%s\t%s\t%s\t%s\t%d of %d\t\n", s.N, title, cell(f), cell(x), cell(p),
				ratio(f, x), ratio(f, p), met[i], len(segments))
		}
	}
	return w.Flush()
}

// timeQueries runs each query once.
func timeQueries(w *collision.World, segments []segment) (figures []float64, met [3]int, err error) {
	disc, err := collision.Circle(collision.Vec{}, discRadius)
	if err != nil {
		return nil, met, err
	}
	var keys []collision.Key
	for i, ask := range []func(s segment) bool{
		func(s segment) bool {
			_, ok := w.Raycast(collision.RayTo(s.from, s.to), collision.Query{})
			return ok
		},
		func(s segment) bool {
			_, ok := w.Cast(disc, collision.Transform{P: s.from, Q: collision.Rot{C: 1}}, s.to.Sub(s.from),
				collision.Query{})
			return ok
		},
		func(s segment) bool {
			keys = w.AppendPoint(keys[:0], s.from, collision.Query{})
			return len(keys) > 0
		},
	} {
		start := time.Now()
		for _, s := range segments {
			if ask(s) {
				met[i]++
			}
		}
		figures = append(figures, time.Since(start).Seconds()*1e6/float64(len(segments)))
	}
	return figures, met, nil
}
