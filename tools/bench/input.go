package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"

	"fillet/collision"
)

// input holds the reference pairs and scenes.
type input struct {
	Pairs  []pair
	scenes []*scene
}

type shape struct {
	Verts  [][2]float64
	Radius float64
}

type pose struct{ P, Rot [2]float64 }

type pair struct {
	Class        string
	A, B         shape
	PoseA, PoseB pose
}

type move struct {
	I    int
	Pose pose
}

type scene struct {
	N            int
	OverlapPairs int
	Shapes       []shape
	Poses        []pose
	Moves1       []move
	Moves1pct    [][]move
}

func (s shape) shape() (collision.Shape, error) {
	points := make([]collision.Vec, len(s.Verts))
	for i, v := range s.Verts {
		points[i] = collision.Vec{X: v[0], Y: v[1]}
	}
	return collision.NewShape(points, s.Radius)
}

func (p pose) transform() collision.Transform {
	return collision.Transform{P: collision.Vec{X: p.P[0], Y: p.P[1]}, Q: collision.Rot{C: p.Rot[0], S: p.Rot[1]}}
}

// readInput reads and shuffles the pairs, and reads the scenes with up to largest bodies.
func readInput(dir string, largest int) (*input, error) {
	in := &input{}
	if err := readJSON(filepath.Join(dir, "pairs.json"), in); err != nil {
		return nil, err
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(in.Pairs), func(i, j int) {
		in.Pairs[i], in.Pairs[j] = in.Pairs[j], in.Pairs[i]
	})
	for n := 1000; n <= largest; n *= 10 {
		s := &scene{}
		if err := readJSON(filepath.Join(dir, fmt.Sprintf("scene_%d.json.gz", n)), s); err != nil {
			return nil, err
		}
		in.scenes = append(in.scenes, s)
	}
	return in, nil
}

func readJSON(path string, into any) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	var r io.Reader = f
	if filepath.Ext(path) == ".gz" {
		if r, err = gzip.NewReader(f); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	if err := json.NewDecoder(r).Decode(into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// writeText writes the input as numbers in the form that peers/input.h reads.
func (in *input) writeText(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	putShape := func(s shape) {
		fmt.Fprint(w, len(s.Verts), " ", s.Radius)
		for _, v := range s.Verts {
			fmt.Fprint(w, " ", v[0], " ", v[1])
		}
		fmt.Fprintln(w)
	}
	putPose := func(p pose) { fmt.Fprintln(w, p.P[0], p.P[1], p.Rot[0], p.Rot[1]) }
	putMoves := func(moves []move) {
		fmt.Fprintln(w, len(moves))
		for _, m := range moves {
			fmt.Fprint(w, m.I, " ")
			putPose(m.Pose)
		}
	}
	fmt.Fprintln(w, len(in.Pairs))
	for _, p := range in.Pairs {
		fmt.Fprintln(w, p.Class)
		putShape(p.A)
		putPose(p.PoseA)
		putShape(p.B)
		putPose(p.PoseB)
	}
	fmt.Fprintln(w, len(in.scenes))
	for _, s := range in.scenes {
		fmt.Fprintln(w, s.N)
		for i := range s.Shapes {
			putShape(s.Shapes[i])
			putPose(s.Poses[i])
		}
		putMoves(s.Moves1)
		fmt.Fprintln(w, len(s.Moves1pct))
		for _, round := range s.Moves1pct {
			putMoves(round)
		}
		queries := s.queries()
		fmt.Fprintln(w, len(queries), discRadius)
		for _, q := range queries {
			fmt.Fprintln(w, q.from.X, q.from.Y, q.to.X, q.to.Y)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}
