package export_test

import (
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fillet/export"

	"pgregory.net/rapid"
)

func TestGoName(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{
		"cavern": "Cavern", "tower_windows": "TowerWindows", "level 1": "Level1", "world 1-2": "World1_2",
		"world 12": "World12", "1": "Level1", "": "Level",
		"type": "Type", "shape": "ShapeLevel", "new world": "NewWorldLevel", "höhle": "Höhle", "ßharp": "Levelßharp",
		"洞窟": "Level洞窟", "...": "Level",
		"a.b": "AB", "\xff": "Level", "é\u0301x": "ÉX",
	} {
		if want == "Level" {
			want = "LevelLevel" // the name of the type is taken
		}
		if got := export.GoName(base); got != want {
			t.Errorf("GoName(%q) = %q, want %q", base, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.String().Draw(t, "base")
		if name := export.GoName(base); !token.IsIdentifier(name) || !token.IsExported(name) {
			t.Fatalf("GoName(%q) = %q", base, name)
		}
	})
}

// The go tool compiles files with the default names on every system.
func TestGoFileNames(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "tool", "dist", "list").Output()
	if err != nil {
		t.Fatal(err)
	}
	stems := []string{
		"a", "a_test", "_a", ".a", "-a", "a b", "(a)", "#", "1", "höhle", "洞窟", "", "_test", "windows",
		"_cgo_a", "ns_unix", "a.b",
	}
	for system := range strings.FieldsSeq(string(out)) {
		goos, goarch, _ := strings.Cut(system, "/")
		for _, stem := range []string{
			"a_" + goos, "a_" + goarch, "a_" + goos + "_" + goarch, goos, goos + "_test",
			"a_" + goos + "_test",
		} {
			stems = append(stems, stem)
			if problem := export.GoFileProblem(filepath.Join("x_linux", stem+".go")); (problem != "") !=
				strings.Contains(stem, "_") {
				t.Errorf("%s.go: %q", stem, problem)
			}
		}
	}
	for _, e := range []export.Exporter{export.Go(), export.CP(), export.Resolv()} {
		if !strings.HasSuffix(e.Extension(), "_collision.go") {
			t.Errorf("%s writes *%s", e.Name(), e.Extension())
		}
		for _, stem := range stems {
			name := export.FileName(e, stem)
			if problem := export.GoFileProblem(name); problem != "" || !strings.HasSuffix(name, stem+e.Extension()) {
				t.Errorf("FileName(%q) = %q: %s", stem, name, problem)
			}
		}
	}
	for name, want := range map[string]bool{
		"_a.go": true, ".a.go": true, "-a.go": true, "a_test.go": true,
		"a.go": false, "_a.json": false, "a_windows.json": false, "a_windows.b.go": true,
	} {
		if got := export.GoFileProblem(name); (got != "") != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, stem := range []string{"a", "Z", "0", "9", "höhle"} { // these need no prefix
		if got := export.FileName(export.Go(), stem); got != stem+export.Go().Extension() {
			t.Errorf("FileName(%s) = %s", stem, got)
		}
	}
	if got := export.FileName(export.JSON(), "_a"); got != "_a.colliders.json" {
		t.Error(got)
	}
}

// File names of earlier releases still determine the format and the names in the file.
func TestFormerExtensions(t *testing.T) {
	t.Parallel()
	r := export.NewRegistry(export.Go(), export.CP(), export.Resolv(), export.YAML())
	for name, want := range map[string]string{
		"a.cp.go": "cp", "a.resolv.go": "resolv", "a.colliders.go": "go", "a_cp_collision.go": "cp",
		"a_resolv_collision.go": "resolv", "a_collision.go": "go", "A.CP.GO": "cp",
	} {
		e, ok := r.ForFile(name)
		if !ok || e.Name() != want {
			t.Errorf("ForFile(%s) = %v", name, e)
			continue
		}
		path := filepath.Join(t.TempDir(), name)
		if _, err := export.ToFile(t.Context(), e, someLevel(t).Snapshot(), export.Options{}, path); err != nil {
			t.Fatal(err)
		}
		if text := readText(t, path); name[0] == 'a' && !strings.Contains(text, "\npackage a\n") {
			t.Errorf("%s is not package a: %.100s", name, text)
		}
	}
	if _, ok := r.ForFile("a.go"); ok {
		t.Error("a.go matches a format")
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
