// Physics prints the table of docs/PLAYTEST.md or, with -write, updates it there: the figures of the playtest's
// physics, each with its bound, beside the figures of Box2D 2.4 and Chipmunk 7 on the same scenes, if they are
// installed. It fails if a figure that is not a time is out of bounds. TestPhysics in editor/play has the scenes and
// the measures.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	document = "docs/PLAYTEST.md"
	begin    = "<!-- make physics -->\n"
	end      = "<!-- end of make physics -->\n"
)

// row is a measured figure of all libraries, ours first.
type row struct {
	Name, Unit  string
	Least, Most float64
	Alone       bool
	Clock       bool // whether it is a time, which has no bound
	Figures     []float64
}

func (r *row) holds() bool {
	return r.Clock || len(r.Figures) > 0 && r.Figures[0] >= r.Least && r.Figures[0] <= r.Most
}

func main() {
	writes := flag.Bool("write", false, "write the table into "+document)
	flag.Parse()
	failed, err := run(*writes)
	if err != nil {
		fmt.Fprintln(os.Stderr, "physics:", err)
		os.Exit(1)
	}
	if failed > 0 {
		fmt.Fprintf(os.Stderr, "physics: %d figures are out of bounds\n", failed)
		os.Exit(1)
	}
}

func run(writes bool) (failed int, err error) {
	root := filepath.Join("..", "..")
	dir, err := os.MkdirTemp("", "physics")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	var names, programs []string
	for _, p := range []struct{ name, compiler, source, libraries string }{
		{"Box2D 2.4", "c++", "box2d.cpp", "-lbox2d"},
		{"Chipmunk 7", "cc", "chipmunk.c", "-lchipmunk -lm"},
	} {
		program := filepath.Join(dir, strings.TrimSuffix(p.source, filepath.Ext(p.source)))
		args := append([]string{"-O2", "-o", program, filepath.Join("peers", p.source)}, strings.Fields(p.libraries)...)
		if out, err := exec.Command(p.compiler, args...).CombinedOutput(); err != nil {
			first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
			fmt.Fprintf(os.Stderr, "Skipping %s: it cannot be compiled: %s\n", p.name, first)
			continue
		}
		names, programs = append(names, p.name), append(programs, program)
	}
	results := filepath.Join(dir, "figures.json")
	test := exec.Command("go", "test", "-count=1", "-timeout", "6h", "-run", "^TestPhysics$", "./editor/play")
	test.Dir = root
	test.Env = append(os.Environ(), "FILLET_PHYSICS="+results, "FILLET_PHYSICS_PEERS="+strings.Join(programs, " "))
	if out, err := test.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%w\n%s", err, out)
	}
	data, err := os.ReadFile(results)
	if err != nil {
		return 0, err
	}
	var rows []row
	if err := json.Unmarshal(data, &rows); err != nil {
		return 0, err
	}
	text := table(rows, names)
	fmt.Print(text)
	for i := range rows {
		if !rows[i].holds() {
			failed++
		}
	}
	if !writes {
		return failed, nil
	}
	if len(names) < 2 {
		fmt.Fprintf(os.Stderr, "%s not updated: it needs the figures of all engines\n", document)
		return failed, nil
	}
	return failed, write(filepath.Join(root, document), text)
}

// table returns the figures in Markdown.
func table(rows []row, names []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| | bound | Fillet | |")
	for _, n := range names {
		fmt.Fprintf(&b, " %s |", n)
	}
	fmt.Fprintf(&b, "\n|---|---|---|---|%s\n", strings.Repeat("---|", len(names)))
	for i := range rows {
		r := &rows[i]
		verdict := "holds"
		switch {
		case r.Clock:
			verdict = ""
		case !r.holds():
			verdict = "**fails**"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |", r.Name, r.bound(), r.figure(0), verdict)
		for k := range names {
			if r.Alone {
				b.WriteString(" |")
				continue
			}
			fmt.Fprintf(&b, " %s |", r.figure(k+1))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func (r *row) figure(i int) string {
	x := r.Figures[i]
	switch {
	case x >= 1e5:
		return "far away"
	case x == 0 || x > -0.005 && x < 0.005:
		return strings.TrimSpace("0 " + r.Unit)
	case math.Abs(x) >= 99.5 || x == float64(int(x)):
		return strings.TrimSpace(fmt.Sprintf("%.0f %s", x, r.Unit))
	}
	return strings.TrimSpace(fmt.Sprintf("%.2g %s", x, r.Unit))
}

func (r *row) bound() string {
	switch {
	case r.Clock, r.Least == 0 && r.Most == 0:
		return "none"
	case r.Most >= 1e5:
		return fmt.Sprintf("from %g", r.Least)
	case r.Least == 0 || r.Least <= -100:
		return fmt.Sprintf("to %g", r.Most)
	}
	return fmt.Sprintf("%g to %g", r.Least, r.Most)
}

// write replaces the table between its markers in a file.
func write(path, text string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, ok := bytes.Cut(data, []byte(begin))
	_, after, ok2 := bytes.Cut(rest, []byte(end))
	if !ok || !ok2 {
		return errors.New(path + " has no place for the table")
	}
	return os.WriteFile(path, []byte(string(before)+begin+text+end+string(after)), 0o644)
}
