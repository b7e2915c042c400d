package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/editor/disk"
)

// sandbox is a folder with files in which the program is run as from a shell.
type sandbox struct {
	t   testing.TB
	top string
}

// newSandbox creates the files, by slash-separated names.
func newSandbox(t testing.TB, files map[string]string) *sandbox {
	w := &sandbox{t, t.TempDir()}
	for name, text := range files {
		w.write(name, text)
	}
	return w
}

func (w *sandbox) path(name string) string { return filepath.Join(w.top, filepath.FromSlash(name)) }

func (w *sandbox) write(name, text string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(w.path(name)), 0o777); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(w.path(name), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// run calls the program in a folder. It must exit with one of the codes.
func (w *sandbox) run(folder string, args []string, codes ...int) (stdout, stderr string) {
	w.t.Helper()
	w.t.Chdir(w.path(folder))
	var out, err bytes.Buffer
	code := run(context.Background(), append([]string{"fillet"}, args...), strings.NewReader(""), &out, &err)
	if !slices.Contains(codes, code) {
		w.t.Fatalf("fillet %s exits with %d:\n%s%s", strings.Join(args, " "), code, out.String(), err.String())
	}
	return out.String(), err.String()
}

func readFile(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestExportsDoNotDependOnFolders exports a level and a foreign file in every format and by a template, from several
// working folders, by several spellings of their names, to several folders. The bytes are the same. They name the files
// that the colliders were imported from relative to the project or, without a project, to the level's own folder.
func TestExportsDoNotDependOnFolders(t *testing.T) {
	foreign := readFile(t, filepath.Join("..", "..", "assets", "samples", "cavern.ldtk"))
	for _, test := range []struct{ name, extra, level, foreign string }{
		{"project", disk.ProjectFile, "art/deep/world.ldtk", "art/deep/world.ldtk"},
		{"no project", "notes.txt", "../../art/deep/world.ldtk", "world.ldtk"},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newSandbox(t, map[string]string{
				test.extra: "fillet_project: 1\n", "art/deep/world.ldtk": foreign, "levels/one/x": "",
				"elsewhere/build/deep/x": "", "build/deep/x": "",
				"own.txt.tmpl": "{{range .Colliders}}{{with .Source}}{{.File}}\n{{end}}{{end}}",
			})
			w.run("levels/one", []string{"import", "../../art/deep/world.ldtk", "-o", "a.level.yaml"}, exitOK)
			formats := newApp(nil, nil, nil, nil).exporters.Names()
			if len(formats) < 10 {
				t.Fatalf("too few formats: %v", formats)
			}
			for input, source := range map[string]string{
				"levels/one/a.level.yaml": test.level,
				"art/deep/world.ldtk":     test.foreign,
			} {
				for _, f := range formats {
					text := w.sameEverywhere(input, "-f", f)
					if f != "json" && f != "yaml" {
						continue
					}
					if !strings.Contains(text, source) {
						t.Errorf("%s: %s does not name %s", f, input, source)
					}
					w.sameAgain(input, f, text, test.extra == disk.ProjectFile)
				}
				if text := w.sameEverywhere(input, "--template", w.path("own.txt.tmpl")); !strings.HasPrefix(text,
					source+"\n") {
					t.Errorf("a template has the source %.80s, want %s", text, source)
				}
			}
		})
	}
}

// sameEverywhere exports in several ways, and returns the output, which must be the same for each.
func (w *sandbox) sameEverywhere(input string, kind ...string) (first string) {
	w.t.Helper()
	for i, call := range []struct{ folder, input, out string }{
		{".", input, "x.out"},
		{".", w.path(input), "build/deep/x.out"},
		{"elsewhere", "../" + input, "build/deep/x.out"},
		{filepath.Dir(input), filepath.Base(input), filepath.Join(w.t.TempDir(), "x.out")},
	} {
		w.run(call.folder, append([]string{
			"export", filepath.FromSlash(call.input), "-o",
			filepath.FromSlash(call.out),
		}, kind...), exitOK, exitLoss)
		got := readFile(w.t, filepath.FromSlash(call.out))
		if i == 0 {
			first = got
		}
		if got != first {
			w.t.Errorf("%v: %v gives different bytes", kind, call)
		}
		if strings.Contains(got, filepath.Base(filepath.Dir(w.top))) {
			w.t.Errorf("%v: %v names a folder of this machine", kind, call)
		}
	}
	return first
}

// sameAgain compares standard output, the file that convert writes and the file of a level's preset with the expected
// text. In a project it also compares a file that is read and written again.
func (w *sandbox) sameAgain(input, format, want string, inProject bool) {
	w.t.Helper()
	if got, _ := w.run("elsewhere", []string{"export", "../" + input, "-o", "-", "-f", format}, exitOK); got != want {
		w.t.Errorf("%s: standard output has different bytes", format)
	}
	out := w.t.TempDir()
	w.run("elsewhere", []string{"convert", "../" + input, "-o", out, "-f", format}, exitOK)
	list, err := filepath.Glob(filepath.Join(out, "*"))
	if err != nil || len(list) != 1 {
		w.t.Fatalf("convert wrote %v (%v)", list, err)
	}
	if readFile(w.t, list[0]) != want {
		w.t.Errorf("%s: convert writes different bytes", format)
	}
	// A preset of the level writes the same text.
	if strings.HasSuffix(input, ".level.yaml") {
		text := readFile(w.t, w.path(input))
		preset := "exports:\n  - {name: own, format: " + format + ", file: own.out}\n"
		w.write("levels/one/preset.level.yaml", strings.Replace(text, "layers:\n", preset+"layers:\n", 1))
		w.run("elsewhere", []string{"export", "../levels/one/preset.level.yaml", "--all-presets"}, exitOK)
		if readFile(w.t, w.path("levels/one/own.out")) != want {
			w.t.Errorf("%s: a preset writes different bytes", format)
		}
	}
	if inProject {
		w.run("build", []string{"export", "deep/x.out", "-f", format, "-o", "again.out"}, exitOK)
		if readFile(w.t, "again.out") != want {
			w.t.Errorf("%s: read and written again, the file differs", format)
		}
	}
}
