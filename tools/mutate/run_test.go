package main

import (
	"slices"
	"testing"
)

// A mutant runs the tests of its package, then of the packages that import it, directly or in tests. Packages that only
// tests use have no mutants.
func TestTestersOfAPackage(t *testing.T) {
	r := &runner{packages: map[string]*pkg{}}
	for _, p := range []*pkg{
		{ImportPath: "m/base", TestGoFiles: []string{"a_test.go"}},
		{ImportPath: "m/above", Imports: []string{"m/base"}, XTestGoFiles: []string{"a_test.go"}},
		{ImportPath: "m/aside", TestGoFiles: []string{"a_test.go"}, TestImports: []string{"m/base", "m/basetest"}},
		{ImportPath: "m/below", XTestGoFiles: []string{"a_test.go"}, XTestImports: []string{"m/base"}},
		{ImportPath: "m/untested", Imports: []string{"m/base"}},
		{ImportPath: "m/ui", Imports: []string{"m/base"}, TestGoFiles: []string{"a_test.go"}},
		{
			ImportPath: "m/basetest", Imports: []string{"m/base"}, XTestGoFiles: []string{"a_test.go"},
			XTestImports: []string{"m/basetest"},
		},
		{ImportPath: "m/lone", XTestGoFiles: []string{"a_test.go"}, XTestImports: []string{"m/lone"}},
	} {
		r.packages[p.ImportPath] = p
	}
	testers := func() []string {
		own, others := r.testers("m/base")
		return slices.Concat(own, others)
	}
	if got, want := testers(), []string{"m/base", "m/above", "m/aside", "m/basetest", "m/below"}; !slices.Equal(got,
		want) {
		t.Errorf("the tests of %q run, want %q", got, want)
	}
	r.own = true
	if got, want := testers(), []string{"m/base"}; !slices.Equal(got, want) {
		t.Errorf("with -own the tests of %q run, want %q", got, want)
	}
	for path, p := range r.packages {
		if got := r.helpsTests(p); got != (path == "m/basetest") {
			t.Errorf("%s helps tests: %v", path, got)
		}
	}
}
