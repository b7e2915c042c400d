package exportcheck

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"
)

const loaders = "../../assets/loaders"

// mono compiles the loader of an engine with stubs of the engine's API, and returns a function that runs it and returns
// the lines it prints. It skips the test if Mono is missing.
func mono(t *testing.T, engine string, sources ...string) func(args ...string) []json.RawMessage {
	t.Helper()
	for _, program := range []string{"mcs", "mono"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("Mono is missing: run make exportcheck: ", err)
		}
	}
	program := filepath.Join(t.TempDir(), "main.exe")
	args := []string{"-langversion:7", "-warnaserror", "-nowarn:0414,0649", "-out:" + program}
	for _, pattern := range append(sources, loaders+"/csharp/*.cs", "testdata/csharp/*.cs", "testdata/"+engine+"/*.cs") {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		args = append(args, files...)
	}
	if text, err := exec.Command("mcs", args...).CombinedOutput(); err != nil {
		t.Fatalf("mcs: %v\n%s", err, text)
	}
	return func(args ...string) (lines []json.RawMessage) {
		t.Helper()
		cmd := exec.Command("mono", append([]string{program}, args...)...)
		var problems bytes.Buffer
		cmd.Stderr = &problems
		text, err := cmd.Output()
		if err != nil {
			t.Fatalf("mono: %v\n%.2000s", err, problems.String())
		}
		for line := range strings.Lines(string(text)) {
			lines = append(lines, json.RawMessage(line))
		}
		return lines
	}
}

// monoLine parses a line that a program prints.
func monoLine[T any](t *testing.T, line json.RawMessage) (out T) {
	t.Helper()
	if err := json.Unmarshal(line, &out); err != nil {
		t.Fatalf("%v: %.300s", err, line)
	}
	return out
}

// monoError returns the error that a line reports, or "".
func monoError(t *testing.T, line json.RawMessage) string {
	t.Helper()
	return monoLine[struct{ Error string }](t, line).Error
}

// monoFile writes a level's collider file in a form and returns its path.
func monoFile(t *testing.T, doc *level.Document, form export.Form) string {
	t.Helper()
	return monoWrite(t, "level.colliders.json", string(formed(t, doc, form)))
}

// monoWrite writes a file and returns its path.
func monoWrite(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// monoForms are the forms of files that a loader must read alike.
var monoForms = []export.Form{
	{}, {Metres: true}, {YUp: true}, {Metres: true, YUp: true, KeepRadius: true}, {KeepRadius: true, Polygons: 5},
}

// Loaders in C# and Rust list rolling resistance and paths without keys.
func TestCompiledLoadersListLosses(t *testing.T) {
	file := monoWrite(t, "level.colliders.json", string(lossy(t)))
	for name, run := range map[string]func(...string) []json.RawMessage{
		"unity":  mono(t, "unity", loaders+"/unity/*.cs", loaders+"/unity/Editor/*.cs"),
		"aether": mono(t, "aether", loaders+"/aether/*.cs"),
		"rust":   inRapier(t),
	} {
		lines := run("load", file, "dump")
		got := monoLine[struct{ Losses []string }](t, lines[len(lines)-1])
		if !slices.Equal(got.Losses, []string{noRolling, noKeys}) {
			t.Errorf("%s: the losses are %q", name, got.Losses)
		}
	}
}

// monoBroken returns files that a loader must refuse, by a part of the message.
func monoBroken(t *testing.T) map[string]string {
	t.Helper()
	read := func(form export.Form) string {
		text, err := os.ReadFile(monoFile(t, machinery(t), form))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	good := read(export.Form{})
	with := func(from, to string) string {
		if !strings.Contains(good, from) {
			t.Fatalf("the file has no %s", from)
		}
		return strings.Replace(good, from, to, 1)
	}
	return map[string]string{
		"is version 1: export it again without --version 1": read(export.Form{Version: 1}),
		"is version 3: this loader reads version 2":         with(`"version": 2`, `"version": 3`),
		"is no collider file":                               `{"format": "other", "version": 2}`,
		"export it without --frame level":                   with(`"level": {`, `"level": {"frame": "level", `),
		"level.colliders.json is no valid JSON: line 1":     "[",
		"nested too deeply":                                 strings.Repeat("[", 100_000),
		"a second collider has this id":                     with(`"id": "c2"`, `"id": "c1"`),
		"c3 (weight): position needs 2 numbers":             with(`"position": [300, 150]`, `"position": [300]`),
		"c1 (bar): there are no floating bodies":            with(`"body": "dynamic"`, `"body": "floating"`),
		"c1 (bar): category is no set of bits":              with(`"category": 1`, `"category": 1.5`),
		"c1 (bar): tags has a value of the wrong kind":      with(`"tags": []`, `"tags": "none"`),
	}
}

// pageCode writes the code of an engine's page to a file and returns its path.
func pageCode(t *testing.T, page, language string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "engines", page))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "```"+language+"\n")
	code, _, end := strings.Cut(rest, "```")
	if !ok || !end {
		t.Fatalf("%s has no %s", page, language)
	}
	return monoWrite(t, "page", code)
}

// point is a point in the output of a program.
type point [2]float64

// yUp converts a point of a file in pixels with y down to metres with y up.
func yUp(file *colliders.File, v collision.Vec) point {
	return point{v.X / file.Level.PixelsPerMetre, -v.Y / file.Level.PixelsPerMetre}
}

// isFloat reports whether a float of an engine equals a value.
func isFloat(got, want float64) bool { return math.Abs(got-want) <= 3e-5*max(1, math.Abs(want)) }

func isPoint(got, want point) bool { return isFloat(got[0], want[0]) && isFloat(got[1], want[1]) }

// arePoints reports whether two closed outlines are the same, wherever they begin.
func arePoints(got, want []point) bool {
	if len(got) != len(want) {
		return false
	}
	for shift := range want {
		same := true
		for i := range got {
			same = same && isPoint(got[i], want[(i+shift)%len(want)])
		}
		if same {
			return true
		}
	}
	return false
}

// areaOf returns the area of an outline, which is positive if it turns from +x toward +y.
func areaOf(outline []point) (area float64) {
	for i, p := range outline {
		q := outline[(i+1)%len(outline)]
		area += (p[0]*q[1] - p[1]*q[0]) / 2
	}
	return area
}
