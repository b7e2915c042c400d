// Bench compares the speed of the collision core with other libraries. All run on the same pairs and scenes, on this
// machine, taking turns in one run.
//
// Usage, in tools/bench:
//
//	go run . [-rounds N] [-data DIR] [-v3 DIR] [-pairs=false] [-scenes=false] [-queries=false]
//
// Chipmunk 7 and Box2D 2.4.1 take part if a C compiler and their headers are installed (libchipmunk-dev and
// libbox2d-dev on Debian); cp, Chipmunk's port to Go, always takes part. Missing libraries are reported, and their
// columns stay empty. If -v3 gives the sources of Box2D 3.2, which Debian does not package, that version replaces Box2D
// 2.4.1.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

func main() {
	data := flag.String("data", filepath.Join("..", "..", "..", "shared", "collision"),
		"folder of pairs.json and scene_*.json.gz")
	rounds := flag.Int("rounds", 7, "measurements per figure; pairs use the median, scenes the minimum")
	v3 := flag.String("v3", "", "folder of the sources of Box2D 3.2, to use instead of 2.4.1")
	doPairs := flag.Bool("pairs", true, "compare pairs")
	doScenes := flag.Bool("scenes", true, "compare scenes")
	doQueries := flag.Bool("queries", true, "compare rays, casts and points")
	largest := flag.Int("largest", 100000, "bodies in the largest scene")
	flag.Parse()
	if err := run(*data, *v3, *rounds, []bool{*doPairs, *doScenes, *doQueries}, *largest); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(data, v3 string, rounds int, do []bool, largest int) error {
	in, err := readInput(data, largest)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	chipmunk := startPeer(dir, in, "Chipmunk 7", "cc", filepath.Join("peers", "chipmunk.c"), "-lchipmunk", "-lm")
	box2d, err := startBox2D(dir, v3, in)
	if err != nil {
		return err
	}
	chipmunk.rounds, box2d.rounds = true, v3 != ""
	defer chipmunk.stop()
	defer box2d.stop()
	fmt.Printf("%s, %s/%s, %d cores; %d rounds\n", runtime.Version(), runtime.GOOS, runtime.GOARCH,
		runtime.GOMAXPROCS(0), rounds)
	for _, p := range []*peer{chipmunk, box2d} {
		if p.err != nil {
			fmt.Printf("%s is missing: %v\n", p.name, p.err)
		}
	}
	comparisons := []func(in *input, rounds int, chipmunk, box2d *peer) error{comparePairs, compareScenes, compareQueries}
	for i, compare := range comparisons {
		if !do[i] {
			continue
		}
		if err := compare(in, rounds, chipmunk, box2d); err != nil {
			return err
		}
	}
	return nil
}

// startBox2D starts version 2.4.1, or version 3.2 from its sources.
func startBox2D(dir, v3 string, in *input) (*peer, error) {
	if v3 == "" {
		return startPeer(dir, in, "Box2D 2.4.1", "c++", filepath.Join("peers", "box2d.cpp"), "-lbox2d"), nil
	}
	args, err := filepath.Glob(filepath.Join(v3, "src", "*.c"))
	if err == nil && len(args) == 0 {
		err = fmt.Errorf("%s has no sources of Box2D", v3)
	}
	// These are the flags of Box2D's own release build.
	args = append(args, "-std=c17", "-O3", "-DNDEBUG", "-D_GNU_SOURCE", "-ffp-contract=off",
		"-I"+filepath.Join(v3, "include"), "-lm", "-lpthread")
	return startPeer(dir, in, "Box2D 3.2", "cc", filepath.Join("peers", "box2d3.c"), args...), err
}

// median returns the median of the figures, or -1 if there are none. No figure may be NaN.
func median(x []float64) float64 {
	if len(x) == 0 {
		return -1
	}
	slices.Sort(x)
	return x[len(x)/2]
}

// least returns the smallest figure, or -1 if there are none. Other work on the machine can only increase a figure, and
// does so more if it uses all cores.
func least(x []float64) float64 {
	if len(x) == 0 {
		return -1
	}
	return slices.Min(x)
}

// cell formats a figure, or "-" if there is none.
func cell(x float64) string {
	if x < 0 {
		return "-"
	}
	return fmt.Sprintf("%.3g", x)
}

// ratio formats one figure as a fraction of another.
func ratio(x, of float64) string {
	if x < 0 || of <= 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", x/of)
}
