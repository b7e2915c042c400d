// Command mutate measures how many small mistakes the tests find. It makes random mutants of some packages: each has
// one change, such as another comparison, sign, logical operator or constant, or a dropped statement. It runs the tests
// of the mutant's package, and of packages that import it, until one fails: first as `make test` does and, if none
// fails, in full. A mutant that no test finds has survived, and is printed with its position and its change. Mutants
// that do not compile are not counted. Packages that only tests import are left out, as are some changes that no test
// can notice, such as a larger capacity.
//
//	mutate [-n 300] [-seed 1] [-skip 0] [-least 0.9] [-short] [-own] [-v] PACKAGES
//
// The checkout is not changed: the compiler gets mutants through an overlay. The same seed draws the same mutants.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"time"
)

func main() {
	r := runner{}
	n := flag.Int("n", 300, "number of mutants")
	seed := flag.Uint64("seed", 1, "random seed")
	skip := flag.Int("skip", 0, "skip this many mutants, to continue an interrupted run")
	least := flag.Float64("least", 0, "exit with 1 if a smaller fraction is found, such as 0.9, of at least 100 mutants")
	flag.IntVar(&r.parallel, "parallel", runtime.GOMAXPROCS(0), "mutants at a time")
	flag.DurationVar(&r.timeout, "timeout", 6*time.Minute,
		"time limit for a package's tests; exceeding it counts as found")
	flag.BoolVar(&r.short, "short", false, "run no tests in full")
	flag.IntVar(&r.checks, "checks", 100, "cases per property test in full runs")
	flag.BoolVar(&r.own, "own", false, "run only the tests of the mutant's own package: faster, but finds fewer")
	flag.BoolVar(&r.verbose, "v", false, "also print the mutants that are found, and by which tests")
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	score, err := r.run(flag.Args(), *n, *skip, *seed, interrupted)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
	fmt.Println(score)
	const enough = 100 // with fewer mutants, the rate is a matter of luck
	if score.counted() >= enough && score.part() < *least {
		fmt.Fprintf(os.Stderr, "mutate: at least %.1f %% must be found\n", 100**least)
		os.Exit(1)
	}
}

// score is the result of a run.
type score struct {
	quick    int // found by the tests as `make test` runs them
	found    int // found by any test
	survived int
	broken   int
	by       map[string][2]int // found and survived by kind of change
}

func (s *score) counted() int  { return s.found + s.survived }
func (s *score) part() float64 { return float64(s.found) / float64(s.counted()) }

func (s *score) String() string {
	n := s.counted()
	if n == 0 {
		return "no mutant"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d mutants found, %.1f %%: %d by short tests, %.1f %%; %d more did not compile",
		s.found, n, 100*s.part(), s.quick, 100*float64(s.quick)/float64(n), s.broken)
	for _, k := range kinds {
		if c := s.by[k]; c[0]+c[1] > 0 {
			fmt.Fprintf(&b, "\n  %-12s %3d of %3d", k, c[0], c[0]+c[1])
		}
	}
	return b.String()
}
