package export_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/export"
)

// featured returns a level with every feature that a template can leave out, or with the named ones.
func featured(t *testing.T, names ...string) *level.Document {
	t.Helper()
	has := func(name, text string) string {
		if len(names) > 0 && !slices.Contains(names, name) {
			return ""
		}
		return text
	}
	doc, err := level.Read(strings.NewReader(`fillet: 2
name: Yard
size: [320, 200]
`+has("joints", `joints:
  - {id: j1, name: pin, kind: hinge, b: c2, at_a: [40, 40], at_b: [0, 0]}
`)+has("one_body", `groups:
  - {id: g1, name: cart, layer: l1, body: true}
`)+`layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, name: floor, kind: box, size: [320, 40], position: [160, 180]}
      - {id: c2, name: ball, kind: circle, radius: 8, position: [40, 40], body: dynamic`+
		has("velocity", ", velocity: [10, 0]")+has("force", ", force: [0, -2]")+`}
      - {id: c3, name: lift, kind: box, size: [32, 8], position: [160, 80], body: kinematic`+
		has("path", ", path: {points: [[0, 0], [0, 40]]}")+`}
      - {id: c4, name: cart, kind: box, size: [32, 8], position: [260, 60], body: dynamic`+
		has("one_body", ", group_of: g1")+`}
      - {id: c5, name: wheel, kind: circle, radius: 4, position: [260, 68], body: dynamic`+
		has("one_body", ", group_of: g1")+`}
`), "yard.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// The features that a template can leave out, with their losses.
var featureLosses = map[string]string{
	"joints":   "the joint is left out: its bodies move independently",
	"one_body": "it moves on its own: the format has no bodies of several colliders",
	"velocity": "it starts at rest: the format has no initial velocity or spin",
	"force":    "its force is left out: the format has no constant forces",
	"path":     "it does not move: the format has no paths",
}

// lostFeatures returns the names of the features that an export lists as lost.
func lostFeatures(t *testing.T, e export.Exporter, doc *level.Document) (names []string) {
	t.Helper()
	_, report := exportedTo(t, e, doc, export.Options{})
	for _, l := range report.Losses {
		for name, message := range featureLosses {
			if l.Message == message {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// A template carries a feature of the level if its output depends on it. Everything else is listed as lost.
func TestTemplatesCarryWhatTheyRead(t *testing.T) {
	t.Parallel()
	all := []string{"force", "joints", "one_body", "path", "velocity"}
	for text, want := range map[string][]string{
		`nothing`:                              all,
		`{{json .}}`:                           nil,
		`{{range .Joints}}{{.ID}}{{end}}`:      {"force", "one_body", "path", "velocity"},
		`{{len .Joints}}`:                      {"force", "one_body", "path", "velocity"},
		`{{range .Colliders}}{{.Spin}}{{end}}`: all, // the velocity is not read
		`{{range .Colliders}}{{.Velocity}}{{with .Path}}{{.Speed}}{{end}}{{end}}`: {"force", "joints", "one_body"},
		`{{range .Colliders}}{{num (mass .).Mass}}{{end}}`:                        {"force", "joints", "path", "velocity"},
		`{{file "a"}}{{range .Colliders}}{{.Force}}{{end}}`:                       {"joints", "one_body", "path", "velocity"},
	} {
		e, err := export.NewTemplate("a.txt.tmpl", text)
		if err != nil {
			t.Fatal(err)
		}
		if got := lostFeatures(t, e, featured(t)); !slices.Equal(got, want) {
			t.Errorf("%s loses %v, want %v", text, got, want)
		}
		for _, name := range all {
			wanted := slices.DeleteFunc(slices.Clone(want), func(s string) bool { return s != name })
			if got := lostFeatures(t, e, featured(t, name)); !slices.Equal(got, wanted) {
				t.Errorf("%s loses %v of a level that has only %s, want %v", text, got, name, wanted)
			}
		}
	}
}

// The losses that functions report are not recorded again by the runs that find out what a template reads, and such a
// run ends with the context.
func TestFeatureRunsRecordNoLosses(t *testing.T) {
	t.Parallel()
	e, err := export.NewTemplate("a.txt.tmpl", `{{range .Colliders}}{{polygons .}}{{lose "shape" "it is flat" .}}{{end}}`)
	if err != nil {
		t.Fatal(err)
	}
	_, report := exportedTo(t, e, featured(t), export.Options{})
	if len(report.Losses) != 2+len(featureLosses) || len(report.Losses[0].Colliders) != 5 ||
		report.Losses[0].Message != "it is flat" || len(report.Losses[1].Colliders) != 2 {
		t.Errorf("the losses are %v", report.Losses)
	}
	// A run that fails without a feature reads it.
	if e, err = export.NewTemplate("a.txt.tmpl", `{{(index .Joints 0).Kind}}`); err != nil {
		t.Fatal(err)
	}
	if got := lostFeatures(t, e, featured(t)); slices.Contains(got, "joints") || len(got) != 4 {
		t.Errorf("the lost features are %v", got)
	}
	if e, err = export.NewTemplate("a.txt.tmpl", `{{if not .Joints}}{{range 1000000000}}{{end}}{{end}}`); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Export(ctx, featured(t).Snapshot(), export.Options{}, io.Discard); err == nil {
		t.Error("a canceled export succeeds")
	}
}

// The example templates list what they leave out.
func TestExampleTemplatesListLosses(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"boxes.csv.tmpl":         {"force", "joints", "one_body", "path", "velocity"},
		"colliders.h.tmpl":       {"force", "joints", "one_body", "path", "velocity"},
		"colliders.lua.tmpl":     {"force", "joints", "one_body", "path", "velocity"},
		"box2d.c.tmpl":           {"path"},
		"defold.collection.tmpl": {"force", "joints", "one_body", "path", "velocity"},
	} {
		e, err := export.OpenTemplate(filepath.Join("../examples/templates", name), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := lostFeatures(t, e, featured(t)); !slices.Equal(got, want) {
			t.Errorf("%s loses %v, want %v", name, got, want)
		}
	}
}

// A template writes further files, and returns to the main file.
func TestTemplateFiles(t *testing.T) {
	t.Parallel()
	e, err := export.NewTemplate("a.txt.tmpl", `head{{range .Colliders}}{{file (print .ID ".txt")}}{{.Name}}{{file ""}} {{.ID}}{{end}}`)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	report, err := export.ToFile(t.Context(), e, featured(t).Snapshot(), export.Options{}, filepath.Join(dir, "a.txt"))
	if err != nil || len(report.Files) != 5 {
		t.Fatalf("%v, %v", report, err)
	}
	wantText(t, filepath.Join(dir, "a.txt"), "head c1 c2 c3 c4 c5")
	wantText(t, filepath.Join(dir, "c1.txt"), "floor")
	wantText(t, filepath.Join(dir, "c5.txt"), "wheel")
}

// A template cannot write files with special names, or one file twice. A file that exists stays.
func TestTemplateFileNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "yard.level.yaml")
	write(t, path, "the level")
	for text, want := range map[string]string{
		`{{file "../a"}}`:                           "not a valid file name",
		`{{file "a/b"}}`:                            "not a valid file name",
		`{{file "a\\b"}}`:                           "not a valid file name",
		`{{file "a:b"}}`:                            "not a valid file name",
		`{{file ".."}}`:                             "not a valid file name",
		`{{file "a "}}`:                             "not a valid file name",
		`{{file "a\u200bb"}}`:                       "not a valid file name",
		`{{file "a\xff"}}`:                          "not a valid file name",
		`{{file "a\nb"}}`:                           "control character",
		`{{file ".git"}}`:                           "hidden files",
		`{{file "Fillet.Project.yaml"}}`:            "project files",
		`{{file "a"}}{{file "A"}}`:                  "written twice",
		`{{file "A.txt"}}`:                          "choose another name",
		`{{file "b"}}{{file "a.txt"}}`:              "choose another name",
		`{{file "yard.level.yaml"}}`:                "overwrite the level",
		`{{range 100002}}{{file (print .)}}{{end}}`: "at most 100000 additional files",
	} {
		e, err := export.NewTemplate("a.txt.tmpl", text)
		if err != nil {
			t.Fatal(err)
		}
		_, err = export.ToFile(t.Context(), e, featured(t).Snapshot(), export.Options{Level: path},
			filepath.Join(dir, "a.txt"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s gives %v, want an error with %q", text, err, want)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("there are the files %v, %v", entries, err)
	}
	wantText(t, path, "the level")
}

// The approval to replace a preset's file does not extend to further files of its template.
func TestApprovalIsForOneFile(t *testing.T) {
	t.Parallel()
	snap, path := presetLevel(t, level.ExportPreset{Name: "own", Template: "a.tmpl", File: "a.txt"})
	dir := filepath.Dir(path)
	write(t, filepath.Join(dir, "a.tmpl"), `main{{file "b.txt"}}more`)
	write(t, filepath.Join(dir, "a.txt"), "mine")
	write(t, filepath.Join(dir, "b.txt"), "mine too")
	run := func() error {
		t.Helper()
		plans, err := registry().Plans(snap.Settings, path, bounds(t, path))
		if err != nil {
			t.Fatal(err)
		}
		job, err := plans[0].Approve()
		if err != nil {
			t.Fatal(err)
		}
		return export.Run(t.Context(), snap, []export.Job{job}, nil)[0].Err
	}
	if err := run(); err == nil || !strings.Contains(err.Error(), "b.txt") {
		t.Errorf("the template replaces a file of its choice: %v", err)
	}
	wantText(t, filepath.Join(dir, "b.txt"), "mine too")
	wantText(t, filepath.Join(dir, "a.txt"), "mine")
	if err := os.Remove(filepath.Join(dir, "b.txt")); err != nil {
		t.Fatal(err)
	}
	if err := run(); err != nil {
		t.Error(err)
	}
	wantText(t, filepath.Join(dir, "a.txt"), "main")
	wantText(t, filepath.Join(dir, "b.txt"), "more")
}

// A template includes files of its folder, whose errors name the file and the line.
func TestTemplateIncludes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "main.txt.tmpl")
	write(t, path, `[{{template "part.tmpl" .}}{{template "row" 1}}]`)
	write(t, filepath.Join(dir, "part.tmpl"), `{{define "row"}}row {{.}}{{end}}{{.Base}} {{template "inner.tmpl" 2}} `)
	write(t, filepath.Join(dir, "inner.tmpl"), `{{template "row" .}}`)
	var asked []string
	e, err := export.OpenTemplate(path, func(path string) { asked = append(asked, filepath.Base(path)) })
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := exportedTo(t, e, someLevel(t), export.Options{Base: "a"}); string(got) != "[a row 2 row 1]" {
		t.Errorf("the output is %s", got)
	}
	if !slices.Equal(asked, []string{"part.tmpl", "inner.tmpl"}) {
		t.Errorf("the files %v were read", asked)
	}
	write(t, filepath.Join(dir, "..", "beyond.tmpl"), "")
	if err := os.Symlink(filepath.Join(dir, "..", "beyond.tmpl"), filepath.Join(dir, "link.tmpl")); err != nil {
		t.Log(err)
		write(t, filepath.Join(dir, "link.tmpl"), "{{end}}")
	}
	write(t, filepath.Join(dir, ".hidden"), "")
	write(t, filepath.Join(dir, "half.tmpl"), strings.Repeat(" ", 3<<20))
	write(t, filepath.Join(dir, "other.tmpl"), strings.Repeat(" ", 1<<20))
	write(t, filepath.Join(dir, "bad.tmpl"), "\n{{nope}}")
	write(t, filepath.Join(dir, "fails.tmpl"), "\n\n{{div 1 0}}")
	many := ""
	for i := range 101 {
		name := fmt.Sprintf("part%d.tmpl", i)
		write(t, filepath.Join(dir, name), "")
		many += fmt.Sprintf("{{template %q}}", name)
	}
	for text, want := range map[string]string{
		many:                            "at most 100 files",
		"\n{{template \"none.tmpl\"}}":  `main.txt.tmpl:2: including "none.tmpl": neither the template nor a file in its folder defines it`,
		`{{template "../beyond.tmpl"}}`: "not a valid file name",
		`{{template "link.tmpl"}}`:      "link.tmpl",
		`{{template ".hidden"}}`:        "hidden files",
		`{{template "half.tmpl"}}{{template "other.tmpl"}}`:    "limit of 4 MB",
		`{{template "bad.tmpl"}}`:                              "bad.tmpl:2",
		`{{if false}}{{else}}{{template "fails.tmpl"}}{{end}}`: "fails.tmpl:3",
		`{{range 2}}{{template "bad.tmpl"}}{{end}}`:            "bad.tmpl:2",
		`{{with 1}}{{template "main.txt.tmpl"}}{{end}}`:        "exceeded maximum template depth",
	} {
		write(t, path, text)
		e, err := export.OpenTemplate(path, nil)
		if err == nil {
			_, err = e.Export(t.Context(), someLevel(t).Snapshot(), export.Options{}, io.Discard)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, want an error with %q", text, err, want)
		}
	}
}

// The consent to exports covers the text of included files.
func TestSumCountsIncludes(t *testing.T) {
	t.Parallel()
	snap, path := presetLevel(t, level.ExportPreset{Name: "own", Template: "t/a.tmpl", File: "a.txt"})
	part := filepath.Join(filepath.Dir(path), "t", "part.tmpl")
	if err := os.MkdirAll(filepath.Dir(part), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(filepath.Dir(part), "a.tmpl"), `{{template "part.tmpl"}}`)
	sums := map[string]bool{}
	for _, text := range []string{"one", "two", "twice"} {
		write(t, part, text)
		var asked []string
		in := bounds(t, path)
		in.Asked = func(path string) { asked = append(asked, filepath.Base(path)) }
		plans, err := registry().Plans(snap.Settings, path, in)
		if err != nil {
			t.Fatal(err)
		}
		sums[export.Sum(path, plans)] = true
		if !slices.Equal(asked, []string{"a.tmpl", "part.tmpl"}) {
			t.Errorf("the files %v were read", asked)
		}
	}
	if len(sums) != 3 {
		t.Errorf("three texts of an included file have %d sums", len(sums))
	}
}
