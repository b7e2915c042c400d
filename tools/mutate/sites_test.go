package main

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

const sample = `package p

import "fmt"

type t struct {
	A int ` + "`json:\"1\"`" + `
}

func f(a, b int, ok bool) string {
	n := 3
	for i := 0; i < a && !ok; i++ {
		n += -b
		fmt.Println(n)
	}
	if a == 1.5 {
		return "x" + "y"
	}
	room := make([][2]float64, n+len("x"), 7)
	room[0][1] = math.Inf(-1)
	return "z"
}
`

// Each place is found once, with its change. Strings, struct tags, imports and unused capacities are not places.
func TestSites(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "p.go")
	if err := os.WriteFile(path, []byte(sample), 0o600); err != nil {
		t.Fatal(err)
	}
	sites, err := sitesOf("p", path, "p.go")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range sites {
		got = append(got, s.String())
		text, err := s.mutated(root)
		if err != nil {
			t.Fatal(err)
		}
		if string(text) == sample {
			t.Errorf("mutant %v changes nothing", &s)
		}
		if _, err := parser.ParseFile(token.NewFileSet(), "", text, 0); err != nil {
			t.Errorf("%v: %v", &s, err)
		}
	}
	slices.Sort(got)
	want := []string{
		"p.go:10:7: constant: 3 -> 4",
		"p.go:11:11: constant: 0 -> 1",
		"p.go:11:16: comparison: < -> <=",
		"p.go:11:20: logic: && -> ||",
		"p.go:11:23: logic: ! -> nothing",
		"p.go:11:29: sign: ++ -> --",
		"p.go:12:3: dropped: n += -b -> nothing",
		"p.go:12:5: sign: += -> -=",
		"p.go:12:8: sign: - -> nothing",
		"p.go:13:3: dropped: fmt.Println(n) -> nothing",
		"p.go:15:10: constant: 1.5 -> (1.5 + 1.5)",
		"p.go:15:7: comparison: == -> !=",
		"p.go:18:30: sign: + -> -",
		"p.go:19:10: constant: 1 -> 2",
		"p.go:19:24: sign: - -> nothing",
		"p.go:19:2: dropped: room[0][1] = math.Inf(-1) -> nothing",
		"p.go:19:7: constant: 0 -> 1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the places are\n%q\nwant\n%q", got, want)
	}
}
