package main

import (
	"fmt"
	"os"
	"runtime"
	"text/tabwriter"
	"time"

	"fillet/collision"
)

// sceneFigures holds milliseconds to build a world and find its contacts, microseconds per move and milliseconds per
// round of moves.
type sceneFigures struct{ total, move, round []float64 }

func (s *sceneFigures) add(f []float64) {
	if len(f) >= 3 {
		s.total, s.move, s.round = append(s.total, f[0]), append(s.move, f[1]), append(s.round, f[2])
	}
}

func compareScenes(in *input, rounds int, chipmunk, box2d *peer) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\nscenes\tfillet\tBox2D tree\tChipmunk tree\tChipmunk space\tof Box2D\tof Chipmunk "+
		"tree\tof space\t")
	for _, s := range in.scenes {
		bodies, err := s.bodies()
		if err != nil {
			return err
		}
		var ours, box, chip, space sceneFigures
		for range rounds {
			f, err := s.best(bodies)
			if err != nil {
				return err
			}
			ours.add(f)
			box.add(box2d.ask(fmt.Sprint("scene ", s.N)))
			chip.add(chipmunk.ask(fmt.Sprint("scene ", s.N)))
			space.add(chipmunk.ask(fmt.Sprint("space ", s.N)))
		}
		row := func(title string, a, b, c, d []float64) {
			f, x, k, p := least(a), least(b), least(c), least(d)
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", title,
				cell(f), cell(x), cell(k), cell(p), ratio(f, x), ratio(f, k), ratio(f, p))
		}
		row(fmt.Sprint(s.N, ", total ms"), ours.total, box.total, chip.total, space.total)
		row("one move, us", ours.move, box.move, chip.move, space.move)
		row("1 % moved, ms", ours.round, box.round, chip.round, space.round)
	}
	return w.Flush()
}

func (s *scene) bodies() ([]collision.Body, error) {
	out := make([]collision.Body, s.N)
	for i := range out {
		shape, err := s.Shapes[i].shape()
		if err != nil {
			return nil, err
		}
		out[i] = collision.Body{Shapes: []collision.Shape{shape}, Transform: s.Poses[i].transform()}
	}
	return out, nil
}

// builds is the number of times that a scene is built in a row, as in peers/input.h; the fastest counts.
const builds = 3

func (s *scene) best(bodies []collision.Body) ([]float64, error) {
	best, err := s.time(bodies)
	for range builds - 1 {
		if err != nil {
			return nil, err
		}
		var f []float64
		f, err = s.time(bodies)
		for i := range f {
			best[i] = min(best[i], f[i])
		}
	}
	return best, err
}

// time builds a new world and moves its bodies, including the work for pairs, manifolds and events. It first collects
// the garbage of earlier rounds; collecting garbage of the new world counts.
func (s *scene) time(bodies []collision.Body) ([]float64, error) {
	runtime.GC()
	start := time.Now()
	w := collision.NewWorld()
	w.Slop, w.Workers = 0, runtime.GOMAXPROCS(0)
	for i := range bodies {
		w.Put(collision.Key(i+1), bodies[i])
	}
	events := w.Update()
	total := time.Since(start)
	if len(events) != s.OverlapPairs {
		return nil, fmt.Errorf("scene of %d bodies: %d contacts instead of %d", s.N, len(events), s.OverlapPairs)
	}

	start = time.Now()
	for i := range s.Moves1 {
		m := &s.Moves1[i]
		w.Move(collision.Key(m.I+1), m.Pose.transform())
		w.Update()
	}
	move := time.Since(start)

	start = time.Now()
	for _, round := range s.Moves1pct {
		for i := range round {
			w.Move(collision.Key(round[i].I+1), round[i].Pose.transform())
		}
		w.Update()
	}
	rounds := time.Since(start)
	return []float64{
		total.Seconds() * 1e3,
		move.Seconds() * 1e6 / float64(len(s.Moves1)),
		rounds.Seconds() * 1e3 / float64(len(s.Moves1pct)),
	}, nil
}
