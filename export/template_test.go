package export_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"
)

// The output of the example templates for any sample can be read by programs that read such files, if they are
// installed.
func TestTemplates(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../examples/templates/*.tmpl")
	if err != nil || len(files) != 5 {
		t.Fatalf("the examples are %v, %v; want five", files, err)
	}
	docs := map[string]*level.Document{"cavern": someLevel(t), "round": roundLevel(t), "yard": featured(t)}
	for name, doc := range samples(t) {
		docs[name] = doc
	}
	for _, path := range files {
		e, err := export.OpenTemplate(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for name, doc := range docs {
			base := strings.ReplaceAll(name, "-", "_")
			got, report := exportedTo(t, e, doc, export.Options{Base: base})
			if name == "cavern" {
				golden(t, "template."+strings.TrimSuffix(filepath.Base(path), ".tmpl"), withFiles(got, report))
			}
			dir := t.TempDir()
			for _, f := range append(report.Files, export.Attachment{Name: base + e.Extension(), Data: got}) {
				write(t, filepath.Join(dir, f.Name), string(f.Data))
			}
			at := filepath.Join(dir, base+e.Extension())
			switch e.Extension() {
			case ".csv":
				rows, err := csv.NewReader(strings.NewReader(string(got))).ReadAll()
				if err != nil || len(rows) != 1+doc.Len() {
					t.Errorf("%d rows, %v", len(rows), err)
				}
			case ".h":
				for _, n := range regexp.MustCompile(`\[(\d+)\]\[2\]`).FindAllSubmatch(got, -1) {
					if count, _ := strconv.Atoi(string(n[1])); count > 8 {
						t.Errorf("%s has a piece of %d vertices", name, count)
					}
				}
				reads(t, "cc", "-std=c99", "-Wall", "-Wno-unused", "-Werror", "-fsyntax-only", "-x", "c", at)
			case ".c":
				reads(t, "cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-Itestdata/box2d", at)
			case ".lua":
				reads(t, "luac", "-p", at)
			case ".collection":
				holdsDefold(t, base, got, report.Files)
			default:
				t.Errorf("%s writes *%s", path, e.Extension())
			}
		}
	}
}

// withFiles appends the further files of an export to the main file.
func withFiles(b []byte, r *export.Report) []byte {
	b = slices.Clone(b)
	for _, f := range r.Files {
		b = fmt.Appendf(b, "--- %s\n%s", f.Name, f.Data)
	}
	return b
}

// samples returns the samples that are level files.
func samples(t *testing.T) map[string]*level.Document {
	t.Helper()
	files, err := filepath.Glob("../assets/samples/*.level.yaml")
	if err != nil || len(files) < 5 {
		t.Fatalf("the samples are %v, %v", files, err)
	}
	docs := map[string]*level.Document{}
	for _, path := range files {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := level.Read(f, path)
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
		docs["sample_"+strings.TrimSuffix(filepath.Base(path), ".level.yaml")] = doc
	}
	return docs
}

// holdsDefold checks that the files of a Defold collection are text in the form of protocol buffers, and that they
// refer to one another.
func holdsDefold(t *testing.T, base string, collection []byte, files []export.Attachment) {
	t.Helper()
	exists := map[string]bool{}
	all := []export.Attachment{{Name: base + ".collection", Data: collection}}
	for _, f := range append(all, files...) {
		exists["/levels/"+f.Name] = true
	}
	line := regexp.MustCompile(`^(\w+: (-?[0-9.e-]+|[A-Z_]+|"([^"\\]|\\.)*")|\w+ \{|\}|"([^"\\]|\\.)*")$`)
	refers := regexp.MustCompile(`/levels/[^"\\]*`)
	for _, f := range append(all, files...) {
		depth := 0
		for text := range strings.Lines(string(f.Data)) {
			text = strings.TrimSpace(text)
			if !line.MatchString(text) {
				t.Errorf("%s has the line %q", f.Name, text)
			}
			depth += strings.Count(text[max(len(text)-1, 0):], "{") - strings.Count(text[:min(len(text), 1)], "}")
		}
		if depth != 0 {
			t.Errorf("%s has %d open blocks", f.Name, depth)
		}
		for _, path := range refers.FindAllString(string(f.Data), -1) {
			if !exists[path] {
				t.Errorf("%s refers to %s, which does not exist", f.Name, path)
			}
			delete(exists, path)
		}
		if strings.HasSuffix(f.Name, ".convexshape") {
			if n := strings.Count(string(f.Data), "data:"); n < 9 || n > 24 || n%3 != 0 {
				t.Errorf("%s has %d numbers", f.Name, n)
			}
		}
	}
	if len(exists) != 1 {
		t.Errorf("nothing refers to some files: %v", exists)
	}
}

// reads checks that a program reads a file without an error, if the program is installed.
func reads(t *testing.T, program string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Logf("%s is not installed, so %s is not checked", program, args[len(args)-1])
		return
	}
	if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
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
		{`{{cstring "a\"\n\x01??b\\"}}`, `"a\"\n\001\?\?b\\"`},
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

// Functions take any type of number or string. Errors of arguments name the function and the type.
func TestTemplateNumbers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{`{{with index .Colliders 0}}{{upper .Body}} {{lua .Role}} {{quote .Shape.Kind}} {{ident .Shape.Rounding}}{{end}}`, `STATIC "solid" "polygon" inset`},
		{`{{add 1 2}} {{add 1 2.5}} {{sub (len .Colliders) 1}} {{mul 2 0.5}} {{div 7 2}} {{int (div 7 2)}} {{mod 7 3}} {{mod -7 3}}`, "3 3.5 7 1 3.5 3 1 -1"},
		{`{{with index .Colliders 0}}{{add .Category 1}} {{num .Mask}} {{int .Friction}} {{int -2.5}} {{float 3}} {{inc 1}}{{end}}`, "2 3 0 -2 3 2"},
		{`{{range $i, $c := .Colliders}}{{num (mul $i 0.5)}},{{end}}`, "0,0.5,1,1.5,2,2.5,3,3.5,"},
		{`{{fixed 2.0 1}} {{fixed 3 (sin (radians 30))}} {{fixed 3 (cos (radians 60))}} {{neg 2}} {{metres 16}}`, "1.00 0.500 0.500 -2 0.5"},
		{`{{with index .Colliders 0}}{{with rotate (radians 90) (index (index .Pieces 0).Vertices 0)}}{{num .X}} {{num .Y}}{{end}}{{end}}`, "-244 4"},
		{`{{with index .Colliders 3}}{{num (property . "hp" 1)}} {{num (property . "none" 1)}}{{end}}`, "3.5 1"},
		{`{{join "," (index .Colliders 3).Tags}} {{printf "%s %d" (index .Colliders 0).Role 3}}`, "yes,two words,naïve \"quoted\",😀\u2028\x01 solid 3"},
		{`{{num (index .Colliders 0).Role}}`, "error calling num: it takes a number, not a value of type colliders.Role"},
		{`{{upper 1}}`, "error calling upper: it takes a string, not a value of type int"},
		{`{{upper .}}`, "error calling upper: it takes a string, not a value of type export.TemplateData"},
		{`{{num nil}}`, "error"},
		{`{{inc 1.5}}`, "error calling inc: it takes an integer, not 1.5"},
		{`{{mod 1 0}}`, "error calling mod: division by zero"},
		{`{{int (div 1 1e-300)}}`, "error calling int: int takes a number of at most 2^53"},
		{`{{mul 9223372036854775807 2}}`, "error calling mul: the result does not fit"},
		{`{{inc 1e300}}`, "error calling inc: it takes an integer"},
		{`{{num 1 2}}`, "wrong number of args for num"},
		{`{{pieces 2 (index .Colliders 0)}}`, "at least 3 vertices, not 2"},
		{`{{lose "nope" "a" (index .Colliders 0)}}`, "takes a kind of loss"},
	} {
		e, err := export.NewTemplate("x.txt.tmpl", tt.text)
		if err != nil {
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%s: %v", tt.text, err)
			}
			continue
		}
		var b strings.Builder
		_, err = e.Export(t.Context(), someLevel(t).Snapshot(), export.Options{}, &b)
		if err == nil && b.String() != tt.want || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s writes %q, %v; want %q", tt.text, b.String(), err, tt.want)
		}
	}
}

// pieces keeps the area and the radius, and each piece is small enough.
func TestTemplatePieces(t *testing.T) {
	t.Parallel()
	for _, n := range []string{"3", "4", "8", "100"} {
		var got, whole []colliders.Piece
		templateJSON(t, `{{range .Colliders}}{{if eq .ID "c1"}}{{json (pieces `+n+` .)}}{{end}}{{end}}`, roundLevel(t), &got)
		templateJSON(t, `{{range .Colliders}}{{if eq .ID "c1"}}{{json .Pieces}}{{end}}{{end}}`, roundLevel(t), &whole)
		area := func(list []colliders.Piece) (sum float64) {
			for _, p := range list {
				s, err := collision.NewShape(p.Vertices, 0)
				if err != nil {
					t.Fatal(err)
				}
				sum += s.Mass(1).Area
				if limit, _ := strconv.Atoi(n); len(p.Vertices) > limit && len(list) != len(whole) || p.Radius != 2 {
					t.Errorf("pieces %s gives a piece of %d vertices with a radius of %g", n, len(p.Vertices), p.Radius)
				}
			}
			return sum
		}
		if math.Abs(area(got)-area(whole)) > 1e-6 || len(whole) != 1 || (n == "100") != (len(got) == 1) {
			t.Errorf("pieces %s gives %d pieces of area %g, want %g", n, len(got), area(got), area(whole))
		}
	}
}

// roundLevel returns a level with a polygon of 24 vertices, a box with a hole and curves, and shapes without area.
func roundLevel(t *testing.T) *level.Document {
	t.Helper()
	points := ""
	for i := range 24 {
		s, c := math.Sincos(float64(i) * math.Pi / 12)
		points += fmt.Sprintf("[%.3f, %.3f], ", 40*c, 40*s)
	}
	doc, err := level.Read(strings.NewReader(`fillet: 2
name: Round
size: [320, 200]
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, name: wheel, kind: polygon, points: [`+points+`], radius: 2, rounding: outset, position: [60, 60], body: dynamic}
      - {id: c2, name: frame, kind: polygon, points: [[0, 0], [80, 0], [80, 60], [0, 60]], holes: [[[20, 20], [60, 20], [60, 40], [20, 40]]], radius: 8, position: [160, 60], angle: 90}
      - {id: c3, name: line, kind: chain, points: [[0, 0], [30, 10], [60, 0]], radius: 3, position: [200, 100]}
      - {id: c4, name: mark, kind: point, position: [200, 100]}
      - {id: c5, name: dot, kind: circle, radius: 0.01, position: [10, 10]}
`), "round.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// templateJSON runs a template and decodes its output.
func templateJSON(t *testing.T, text string, doc *level.Document, to any) *export.Report {
	t.Helper()
	e, err := export.NewTemplate("a.json.tmpl", text)
	if err != nil {
		t.Fatal(err)
	}
	data, report := exportedTo(t, e, doc, export.Options{})
	if err := json.Unmarshal(data, to); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return report
}

// outline gives the outer loops first, then the holes, with the area of the collider up to the tolerance.
func TestTemplateOutline(t *testing.T) {
	t.Parallel()
	var got []struct {
		Area  float64
		Loops [][]collision.Vec
	}
	const text = `[{{range $i, $c := .Colliders}}{{if $i}},{{end}}{"area": {{num .Area}}, "loops": {{json (outline .)}}}{{end}}]`
	report := templateJSON(t, text, roundLevel(t), &got)
	for i, want := range []int{1, 2, 1, 0, 1} {
		if len(got[i].Loops) != want {
			t.Errorf("collider %d has %d loops, want %d", i+1, len(got[i].Loops), want)
		}
		sum := 0.0
		for k, loop := range got[i].Loops {
			area := 0.0
			for j, v := range loop {
				area += v.Cross(loop[(j+1)%len(loop)]) / 2
			}
			if sum += area; i != 2 && (area > 0) != (k == 0) {
				t.Errorf("loop %d of collider %d has the area %g", k, i+1, area)
			}
		}
		if i != 2 && math.Abs(sum-got[i].Area) > 0.11*got[i].Area { // a circle has at least eight vertices
			t.Errorf("the loops of collider %d have the area %g, want %g", i+1, sum, got[i].Area)
		}
	}
	if line := got[2].Loops[0]; len(line) != 3 || line[1] != (collision.Vec{X: 230, Y: 110}) {
		t.Errorf("the line is %v", line)
	}
	if n := len(report.Losses); n != 1 || len(report.Losses[0].Colliders) != 3 {
		t.Errorf("the losses are %v", report.Losses)
	}
}

// mass gives the exact mass of a collider's body, which may have several colliders.
func TestTemplateMass(t *testing.T) {
	t.Parallel()
	var got map[string]struct {
		Mass, Inertia float64
		Centre        collision.Vec
	}
	const text = `{ {{- range $i, $c := .Colliders}}{{if $i}},{{end}}{{json .ID}}: {{json (mass .)}}{{end}}}`
	templateJSON(t, text, featured(t), &got)
	ball := math.Pi * 64 / 1024 // at 32 pixels per metre
	if b := got["c2"]; math.Abs(b.Mass-ball) > 1e-9 || math.Abs(b.Inertia-ball*64/1024/2) > 1e-9 ||
		b.Centre != (collision.Vec{X: 40, Y: 40}) {
		t.Errorf("the ball is %+v", b)
	}
	box, wheel := 32*8/1024.0, math.Pi*16/1024
	y := (box*60 + wheel*68) / (box + wheel)
	if c := got["c4"]; c != got["c5"] || math.Abs(c.Mass-box-wheel) > 1e-9 || math.Abs(c.Centre.Y-y) > 1e-9 {
		t.Errorf("the cart is %+v and %+v, want the mass %g at y %g", c, got["c5"], box+wheel, y)
	}
}
