package export_test

import (
	"context"
	"encoding/csv"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fillet/export"
)

// The output of the example templates can be read by programs that read such files, if they are installed.
func TestTemplates(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../examples/templates/*.tmpl")
	if err != nil || len(files) != 3 {
		t.Fatalf("the examples are %v, %v; want three", files, err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		e, err := export.NewTemplate(path, string(text))
		if err != nil {
			t.Fatal(err)
		}
		got, report := exportedTo(t, e, someLevel(t), export.Options{Base: "cavern"})
		golden(t, "template."+strings.TrimSuffix(filepath.Base(path), ".tmpl"), got)
		if polygons := strings.Contains(string(text), "polygons .") ||
			strings.Contains(string(text), "box2d ."); polygons != (len(report.Losses) > 0) {
			t.Errorf("%s: losses are %v", path, report.Losses)
		}
		switch e.Extension() {
		case ".csv":
			rows, err := csv.NewReader(strings.NewReader(string(got))).ReadAll()
			if err != nil || len(rows) != 1+someLevel(t).Len() {
				t.Errorf("%d rows, %v", len(rows), err)
			}
		case ".h":
			reads(t, got, "header.h", "cc", "-std=c99", "-Wall", "-Wno-unused", "-Werror", "-fsyntax-only", "-x", "c")
		case ".lua":
			reads(t, got, "level.lua", "luac", "-p")
		default:
			t.Errorf("%s writes *%s", path, e.Extension())
		}
	}
}

// reads checks that a program reads a file without an error, if the program is installed.
func reads(t *testing.T, data []byte, name, program string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Logf("%s is not installed, so %s is not checked", program, name)
		return
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(program, append(args, path)...).CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", program, err, out)
	}
}

func TestTemplateFunctions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{`{{.Level.Name}} {{.Base}} {{len .Colliders}}`, "Cavern base 8"},
		{
			`{{with index .Colliders 0}}{{.ID}} {{join "|" (categories .)}} {{join "|" (collides .)}}{{end}}`,
			"c1 terrain terrain|player",
		},
		{
			`{{with index .Colliders 3}}{{property . "hp" 0}} {{property . "none" "x"}} {{has .Tags "yes"}}{{end}}`,
			"3.5 x true",
		},
		{`{{with index .Colliders 0}}{{len (polygons .)}} {{num (index (local .) 0).Radius}}{{end}}`, "1 4"},
		{
			`{{num 0.1}} {{fixed 2 1.005}} {{num (add 1.0 2.0)}} {{num (neg 0.0)}} {{num (metres 16.0)}} {{inc 1}}`,
			"0.1 1.00 3 0 0.5 2",
		},
		{`{{json "a\"b<"}} {{lua "a\"b\n<"}} {{quote "a"}} {{xml "<&>"}} {{csv "a,\"b"}} {{csv "=1+2"}} {{csv "-2.5"}} {{csv "@a,b"}} {{ident "1 b-c"}}`, `"a\"b<" "a\034b\010<" "a" &lt;&amp;&gt; "a,""b" '=1+2 -2.5 "'@a,b" _1_b_c`},
		{
			`{{range $i, $c := .Colliders}}{{$c.ID}}{{if not (last $i $.Colliders)}},{{end}}{{end}}`,
			"c1,c2,c3,c4,c5,c6,c7,c8",
		},
	} {
		e, err := export.NewTemplate("x.txt.tmpl", tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if got, _ := exportedTo(t, e, someLevel(t), export.Options{Base: "base"}); string(got) != tt.want {
			t.Errorf("%s writes %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestTemplateErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{"a\n{{.Level.Name", "x.tmpl:2"},
		{"{{nope}}", `"nope" not defined`},
		{"\n\n{{.Nope}}", "x.tmpl:3"},
		{"{{div 1.0 0.0}}", "division by zero"},
		{"{{index .Colliders 99}}", "out of range"},
		{`{{last 1 "x"}}`, "takes a list"},
		{`{{define "a"}}{{template "a"}}{{end}}{{template "a"}}`, "exceeded maximum template depth"},
	} {
		e, err := export.NewTemplate("x.tmpl", tt.text)
		if err == nil {
			_, err = e.Export(context.Background(), someLevel(t).Snapshot(), export.Options{}, io.Discard)
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q gives %v, want an error with %q", tt.text, err, tt.want)
		}
	}
}

// chunks returns all colliders in order, in lists of at most the given length.
func TestTemplateChunks(t *testing.T) {
	t.Parallel()
	e, err := export.NewTemplate("x.tmpl", "{{range chunks 3 .Colliders}}[{{range .}}{{.ID}} {{end}}]{{end}}")
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := exportedTo(t, e, someLevel(t), export.Options{}); string(got) != "[c1 c2 c3 ][c4 c5 c6 ][c7 c8 ]" {
		t.Errorf("the chunks are %s", got)
	}
	e, err = export.NewTemplate("x.tmpl", "{{chunks 0 .Colliders}}")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Export(context.Background(), someLevel(t).Snapshot(), export.Options{}, io.Discard); err == nil ||
		!strings.Contains(err.Error(), "at least 1, not 0") {
		t.Errorf("chunks of 0 give %v", err)
	}
}
