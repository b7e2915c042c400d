package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// runner creates mutants and runs tests on them.
type runner struct {
	parallel int
	timeout  time.Duration
	short    bool // never run the tests in full
	checks   int  // number of cases of a property test in a full run
	verbose  bool
	own      bool // run only the package's own tests

	root     string          // root folder of the module
	packages map[string]*pkg // packages of the module, by import path
}

// pkg is a package as go list reports it.
type pkg struct {
	ImportPath, Name, Dir string
	GoFiles               []string
	Imports               []string
	TestGoFiles           []string
	XTestGoFiles          []string
	TestImports           []string
	XTestImports          []string
	Module                struct{ Dir string }
}

func (p *pkg) hasTests() bool { return len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 }

func (r *runner) run(patterns []string, n, skip int, seed uint64, interrupted <-chan os.Signal) (*score, error) {
	if err := r.list(); err != nil {
		return nil, err
	}
	sites, err := r.sites(patterns)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(sites), func(i, j int) { sites[i], sites[j] = sites[j], sites[i] })
	fmt.Printf("%d places can be changed\n", len(sites))
	s := &score{by: map[string][2]int{}}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		<-interrupted
		stop()
	}()
	var lock sync.Mutex
	next := 0
	take := func() *site {
		lock.Lock()
		defer lock.Unlock()
		if s.counted() >= n || next >= len(sites) || ctx.Err() != nil {
			return nil
		}
		next++
		return &sites[next-1]
	}
	next = min(skip, len(sites))
	var wait sync.WaitGroup
	for range r.parallel {
		wait.Go(func() {
			for m := take(); m != nil; m = take() {
				result := r.try(ctx, m)
				if ctx.Err() != nil {
					return
				}
				lock.Lock()
				s.add(m, result)
				if result.err == nil && !result.broken && (r.verbose || result.by == "") {
					how := "SURVIVED"
					if result.by != "" {
						how = "found by " + result.by
					}
					if result.full && result.by != "" {
						how += " in full"
					}
					fmt.Printf("%d of %d: %s: %s\n", s.counted(), n, m, how)
				}
				lock.Unlock()
			}
		})
	}
	wait.Wait()
	return s, nil
}

// list reads the packages of the module.
func (r *runner) list() error {
	out, err := exec.Command("go", "list", "-json", "./...").Output()
	if err != nil {
		return errorOf("go list", err)
	}
	r.packages = map[string]*pkg{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := &pkg{}
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		r.packages[p.ImportPath] = p
		r.root = p.Module.Dir
	}
}

func errorOf(what string, err error) error {
	var e *exec.ExitError
	if errors.As(err, &e) {
		return fmt.Errorf("%s: %w: %s", what, err, e.Stderr)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// sites lists the places in the packages that can be mutated.
func (r *runner) sites(patterns []string) ([]site, error) {
	out, err := exec.Command("go", append([]string{"list"}, patterns...)...).Output()
	if err != nil {
		return nil, errorOf("go list", err)
	}
	var all []site
	for _, path := range strings.Fields(string(out)) {
		p := r.packages[path]
		if p == nil {
			return nil, fmt.Errorf("%s is not in this module", path)
		}
		if r.helpsTests(p) {
			continue
		}
		for _, name := range p.GoFiles {
			file := filepath.Join(p.Dir, name)
			shown, err := filepath.Rel(r.root, file)
			if err != nil {
				return nil, err
			}
			sites, err := sitesOf(path, file, shown)
			if err != nil {
				return nil, err
			}
			all = append(all, sites...)
		}
	}
	return all, nil
}

// helpsTests reports whether only tests import a package. Such packages are skipped, because no test finds a mistake
// that makes tests less strict.
func (r *runner) helpsTests(p *pkg) bool {
	inTests := false
	for _, q := range r.packages {
		if slices.Contains(q.Imports, p.ImportPath) {
			return false
		}
		inTests = inTests || slices.Contains(q.TestImports, p.ImportPath) ||
			q != p && slices.Contains(q.XTestImports, p.ImportPath)
	}
	return inTests
}

// result is the outcome of a mutant.
type result struct {
	err    error
	broken bool   // the mutant does not compile
	by     string // the package whose tests found the mutant, or empty
	full   bool   // whether the tests ran in full
}

func (s *score) add(m *site, r result) {
	c := s.by[m.kind]
	switch {
	case r.err != nil:
		fmt.Fprintf(os.Stderr, "mutate: %s: %v\n", m, r.err)
		return
	case r.broken:
		s.broken++
		return
	case r.by != "":
		s.found++
		c[0]++
		if !r.full {
			s.quick++
		}
	default:
		s.survived++
		c[1]++
	}
	s.by[m.kind] = c
}

// try runs tests on a mutant until one fails.
func (r *runner) try(ctx context.Context, m *site) result {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return result{err: err}
	}
	defer func() { _ = os.RemoveAll(dir) }() // in the system's temporary folder
	text, err := m.mutated(r.root)
	if err != nil {
		return result{err: err}
	}
	changed, overlay := filepath.Join(dir, filepath.Base(m.file)), filepath.Join(dir, "overlay.json")
	plan, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(r.root, m.file): changed}})
	if err != nil {
		return result{err: err}
	}
	if err := errors.Join(os.WriteFile(changed, text, 0o600), os.WriteFile(overlay, plan, 0o600)); err != nil {
		return result{err: err}
	}
	if _, err := r.command(ctx, nil, "build", "-overlay", overlay, m.pkg); err != nil {
		return result{broken: true}
	}
	args := []string{"test", "-overlay", overlay, "-failfast", "-count=1", "-timeout", r.timeout.String(), "-vet=off"}
	own, others := r.testers(m.pkg)
	// Run the cases of `make test` first, then all; each time the package's own tests before the others, which take
	// longer.
	short := []string{"RAPID_SEED=1", "RAPID_CHECKS=125"}
	for _, paths := range [][]string{own, others} {
		if by := r.found(ctx, short, append(args, "-short"), paths); by != "" {
			return result{by: by}
		}
	}
	if r.short {
		return result{}
	}
	for _, paths := range [][]string{own, others} {
		if by := r.found(ctx, []string{"RAPID_CHECKS=" + strconv.Itoa(r.checks)}, args, paths); by != "" {
			return result{by: by, full: true}
		}
	}
	return result{full: true}
}

// found returns the first failing test of some packages, or "".
func (r *runner) found(ctx context.Context, env, args, paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	out, err := r.command(ctx, env, slices.Concat(args, paths)...)
	if err == nil {
		return ""
	}
	if bytes.Contains(out, []byte("panic: test timed out")) {
		return strings.Join(paths, " ") + " (timed out)"
	}
	if m := failedPackage.FindSubmatch(out); m != nil {
		return string(m[1]) + firstFailed(out)
	}
	return strings.Join(paths, " ") + firstFailed(out)
}

var failedPackage = regexp.MustCompile(`(?m)^FAIL[ \t]+(\S+)`)

// memory limits a test's memory, so that an endless mutant does not take the machine down.
const memory = 4 << 20 // in kB

func (r *runner) command(ctx context.Context, env []string, args ...string) ([]byte, error) {
	line := "ulimit -v " + strconv.Itoa(memory) + "; exec \"$@\""
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", line, "sh", "go"}, args...)...)
	cmd.Dir = r.root
	// Do not store a mutant's failing case in the working tree as a case to repeat.
	cmd.Env = append(append(os.Environ(), "RAPID_NOFAILFILE=true"), env...)
	return cmd.CombinedOutput()
}

var failed = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// firstFailed returns the name of the first test that failed.
func firstFailed(out []byte) string {
	if m := failed.FindSubmatch(out); m != nil {
		return "." + string(m[1])
	}
	return ""
}

// testers returns the package itself, and the packages that import it directly or in tests, if they have tests.
func (r *runner) testers(path string) (own, others []string) {
	if r.packages[path].hasTests() {
		own = append(own, path)
	}
	if r.own {
		return own, nil
	}
	for _, p := range r.packages {
		if p.ImportPath != path && p.hasTests() && !isWindow(p) &&
			(slices.Contains(p.Imports, path) || slices.Contains(p.TestImports, path) ||
				slices.Contains(p.XTestImports, path)) {
			others = append(others, p.ImportPath)
		}
	}
	slices.Sort(others)
	return own, others
}

// isWindow reports whether a package belongs to the window or the commands, whose tests take minutes and are left to
// `make test`.
func isWindow(p *pkg) bool {
	return strings.HasSuffix(p.ImportPath, "/ui") || strings.HasSuffix(p.ImportPath, "/cmd/editor")
}
