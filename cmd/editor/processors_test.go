package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// processor is a processor that the program is built for, and the way to run its binaries on this machine.
type processor struct {
	name  string
	env   []string
	runs  []string       // the command that runs the program; empty: it runs directly
	lacks string         // why it cannot run here
	fused *regexp.Regexp // its instructions that fuse a product and a sum, if the disassembler knows them
}

func processors() []processor {
	plain := processor{name: "amd64", env: []string{"GOARCH=amd64", "GOAMD64=v1"}}
	v3 := processor{name: "amd64-v3", env: []string{"GOARCH=amd64", "GOAMD64=v3"}}
	arm := processor{name: "arm64", env: []string{"GOARCH=arm64"}, fused: regexp.MustCompile(`\sFN?M(ADD|SUB)[SD]\s`)}
	if runtime.GOOS != "linux" {
		plain.lacks, v3.lacks, arm.lacks = "this is not Linux", "this is not Linux", "this is not Linux"
		return []processor{plain, v3, arm}
	}
	if runtime.GOARCH != "amd64" {
		plain.lacks, v3.lacks = "this machine is not an amd64", "this machine is not an amd64"
	} else if info, _ := os.ReadFile("/proc/cpuinfo"); !bytes.Contains(info, []byte(" avx2 ")) ||
		!bytes.Contains(info, []byte(" fma ")) {
		v3.lacks = "this processor has no AVX2 or FMA"
	}
	if runtime.GOARCH != "arm64" {
		arm.lacks = "qemu-aarch64-static is not installed"
		for _, name := range []string{"qemu-aarch64-static", "qemu-aarch64"} {
			if path, err := exec.LookPath(name); err == nil {
				arm.lacks, arm.runs = "", []string{path}
				break
			}
		}
	}
	return []processor{plain, v3, arm}
}

// processorsGolden lists the hash of each result made from the samples. They are the same on every processor.
const processorsGolden = "testdata/processors.txt"

// TestProcessorsGolden builds the program for several processors. With each it exports all samples to all formats,
// imports, checks and renders them, lists contacts, and plays recorded runs to their goal. All results must have the
// recorded hashes.
func TestProcessorsGolden(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program three times")
	}
	for _, p := range processors() {
		t.Run(p.name, func(t *testing.T) {
			binary := buildFor(t, p)
			if p.fused != nil {
				findFused(t, binary, p.fused)
			}
			if p.lacks != "" {
				fmt.Printf("Skipping %s: %s\n", p.name, p.lacks) // `make nightly` repeats this message
				t.Skip("not run: " + p.lacks)
			}
			got := sampleHashes(t, append(p.runs, binary))
			if *update && p.name == "amd64" {
				if err := os.WriteFile(processorsGolden, []byte(strings.Join(got, "")), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			compareHashes(t, got)
		})
	}
}

// TestProcessorsPackages builds for each processor the tests of packages that compare results across processors, and
// runs them. Exporting the samples does not exercise all of a package.
func TestProcessorsPackages(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds tests three times")
	}
	for _, name := range []string{"collision/polygon", "editor/play"} {
		for _, p := range processors() {
			t.Run(name+"/"+p.name, func(t *testing.T) {
				binary := builtFor(t, p, "test", "-c", "fillet/"+name)
				if p.lacks != "" {
					fmt.Printf("Skipping %s: %s\n", p.name, p.lacks) // `make nightly` repeats this message
					t.Skip("not run: " + p.lacks)
				}
				command := append(p.runs, binary, "-test.run", "TestSameOnEveryProcessor", "-test.v")
				out, err := exec.Command(command[0], command[1:]...).CombinedOutput()
				if err != nil || !bytes.Contains(out, []byte("--- PASS: TestSameOnEveryProcessor")) {
					t.Errorf("%v\n%s", err, out)
				}
			})
		}
	}
}

func buildFor(t *testing.T, p processor) string {
	t.Helper()
	return builtFor(t, p, "build", ".")
}

// builtFor builds a package for a processor, by "go build" or "go test -c", and returns the file.
func builtFor(t *testing.T, p processor, command ...string) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "fillet")
	last := len(command) - 1
	build := exec.Command("go", slices.Concat(command[:last], []string{"-trimpath", "-buildvcs=false", "-o", binary},
		command[last:])...)
	build.Env = append(os.Environ(), append(p.env, "CGO_ENABLED=0", "GOOS=linux")...)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building for %s: %v\n%s", p.name, err, out)
	}
	return binary
}

// findFused looks for instructions that fuse a product and a sum although the source does not call math.FMA.
func findFused(t *testing.T, binary string, fused *regexp.Regexp) {
	t.Helper()
	meant := fusedOnPurpose(t)
	out, err := exec.Command("go", "tool", "objdump", "-s", "^fillet/", binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	function, products := "", 0
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "TEXT ") {
			function = strings.Fields(line)[1]
			continue
		}
		if strings.Contains(line, "FMULD") {
			products++
		}
		if fused.MatchString(line) && !meant[strings.Fields(line)[0]] {
			t.Errorf("%s at %s: a product and a sum are fused; round it, as in float64(a*b) + c; make samebytes does",
				function, strings.Fields(line)[0])
		}
	}
	if err := lines.Err(); err != nil || products < 100 {
		t.Errorf("only %d products in the program's code (%v): the search for fused ones cannot work", products, err)
	}
}

// fusedOnPurpose returns the places that call math.FMA, as file:line.
func fusedOnPurpose(t *testing.T) map[string]bool {
	t.Helper()
	root, files := repository(t)
	places := map[string]bool{}
	for _, name := range files {
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if strings.Contains(line, "math.FMA(") {
				places[fmt.Sprintf("%s:%d", filepath.Base(name), i+1)] = true
			}
		}
	}
	return places
}

// sampleHashes runs all conversions of each sample with the program at command, and returns a line for each result.
func sampleHashes(t *testing.T, command []string) []string {
	t.Helper()
	// Outputs name the samples by relative paths, so both are in one folder, wherever this repository is.
	folder := t.TempDir()
	out, samples := filepath.Join(folder, "out"), filepath.Join(folder, "samples")
	if err := os.CopyFS(samples, os.DirFS(filepath.Join("..", "..", "assets", "samples"))); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(out, 0o755); err != nil {
		t.Fatal(err)
	}
	run := func(goal bool, arguments ...string) []byte {
		t.Helper()
		c := exec.Command(command[0], append(slices.Clone(command[1:]), arguments...)...)
		c.Dir = samples
		c.Env = append(os.Environ(), cacheVariable+"="+filepath.Join(out, ".cache"))
		var wrong bytes.Buffer
		c.Stderr = &wrong
		text, err := c.Output()
		if code := c.ProcessState.ExitCode(); err != nil && (goal || code != 1) { // 1: a problem or a loss
			t.Errorf("%s: %v\n%s", strings.Join(arguments, " "), err, wrong.Bytes())
		}
		return text
	}
	var hashes []string
	hash := func(name string, text []byte) {
		hashes = append(hashes, fmt.Sprintf("%x  %s\n", sha256.Sum256(text), name))
	}

	paths, err := filepath.Glob(filepath.Join(samples, "*.level.yaml"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	levels := make([]string, len(paths))
	for i, p := range paths {
		levels[i] = filepath.Base(p)
	}
	for _, line := range strings.Split(string(run(true, "formats")), "\n")[1:] {
		if f := strings.Fields(line); len(f) > 2 && f[2] == "yes" {
			run(false, append([]string{"convert", "-f", f[0], "--out", filepath.Join(out, f[0])}, levels...)...)
		}
	}
	run(false, "convert", "-f", "level", "--out", filepath.Join(out, "imported"), "cavern.ldtk")
	hash("check", run(false, append([]string{"check", "-f", "json", "--steps", "20000"}, levels...)...))
	for _, l := range levels {
		name := strings.TrimSuffix(l, ".level.yaml")
		hash("contacts "+name, run(false, "contacts", l, "-f", "json"))
		run(true, "render", l, "-o", filepath.Join(out, name+".svg"), "--contacts")
		if _, err := os.Stat(filepath.Join(samples, name+".inputs")); err == nil {
			hash("play "+name, run(true, "play", l, "--inputs", name+".inputs", "--need-goal", "-f", "json"))
		}
	}
	hash("play pile", run(true, "play", "pile.level.yaml", "--steps", "600", "-f", "json"))
	err = filepath.WalkDir(out, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && d.Name() == ".cache" {
				return fs.SkipDir
			}
			return err
		}
		text, err := os.ReadFile(path)
		rel, _ := filepath.Rel(out, path)
		hash(filepath.ToSlash(rel), text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(hashes, func(a, b string) int { return strings.Compare(a[66:], b[66:]) })
	return hashes
}

func compareHashes(t *testing.T, got []string) {
	t.Helper()
	text, err := os.ReadFile(processorsGolden)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.SplitAfter(strings.TrimSuffix(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")+"\n", "\n")
	want = want[:len(want)-1]
	if len(want) < 80 {
		t.Errorf("only %d results are recorded", len(want))
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("bytes differ from the recorded ones: %s", line[66:])
		}
	}
	for _, line := range want {
		if !slices.ContainsFunc(got, func(g string) bool { return g[66:] == line[66:] }) {
			t.Errorf("not produced: %s", line[66:])
		}
	}
	if t.Failed() {
		t.Log("if this is intended: run make golden on plain amd64")
	}
}
