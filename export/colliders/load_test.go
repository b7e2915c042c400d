package colliders_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"fillet/collision"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"fillet/export/colliders"
)

// designed returns the exported file as specified in the design.
var designed = sync.OnceValue(func() string {
	text, err := os.ReadFile("../testdata/designed.colliders.json")
	if err != nil {
		panic(err)
	}
	return string(text)
})

// loadable returns files that load, by name.
func loadable(t testing.TB) map[string]string {
	t.Helper()
	texts := map[string]string{"designed": designed()}
	for _, name := range []string{
		"cavern.colliders.json", "cavern.colliders.yaml", "frozen/every-key.colliders.json",
		"frozen/every-key.colliders.yaml",
	} {
		text, err := os.ReadFile(filepath.Join("..", "testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	return texts
}

func TestLoadErrors(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, old, new, want string }{
		{"unknown key", `"angle": 0`, `"angel": 0`, `6:138: colliders[0]: unknown key "angel" (did you mean "angle"?)`},
		{
			"unknown key of a shape", `"rounding": "inset"`, `"closed": true`,
			`6:94: colliders[0].shape: unknown key "closed"`,
		},
		{"key twice", `"name": "floor"`, `"id": "c2"`, `5:16: colliders[0]: key "id" was already set, in line 5`},
		{"missing key", `"angle": 0,`, ``, `5:3: colliders[0]: the key "angle" is missing`},
		{
			"newer version", `"version": 1`, `"version": 3`,
			`1:43: version: this file was written by a newer Fillet (version 3; this one reads up to 2)`,
		},
		{"no version", `"version": 1`, `"version": "x"`, `version: expected a version here`},
		{"other format", `"fillet-colliders"`, `"tiled"`, `this is not a collider file`},
		{"y left", `"y": "down"`, `"y": "left"`, `level.y: expected one of down, up here, not "left"`},
		{
			"role", `"role": "solid"`, `"role": "fluid"`,
			`colliders[0].role: expected one of solid, trigger, one-way here, not "fluid"`,
		},
		{
			"one-way without a direction", `"role": "solid"`, `"role": "one-way"`,
			`colliders[0].one_way: a one-way collider needs a direction`,
		},
		{"direction of a solid", `"one_way": null`, `"one_way": [0, -1]`, `a solid collider has no direction`},
		{"direction not of length 1", `"one_way": null`, `"one_way": [0, -2]`, `does not have length 1`},
		{"number too large", `"angle": 0`, `"angle": 1e999`, `colliders[0].angle: 1e999 is not a finite number`},
		{"mask too large", `"mask": 3`, `"mask": 18446744073709551616`, `colliders[0].mask: expected a set of bits`},
		{"negative mask", `"mask": 3`, `"mask": -1`, `colliders[0].mask: expected a set of bits`},
		{
			"no category", `"category": 1`, `"category": 0`,
			`colliders[0].category: a collider needs at least one category`,
		},
		{"group too large", `"tags"`, `"group": 2147483648, "tags"`, `colliders[0].group: 2147483648 is too large`},
		{
			"property", `"properties": {}`, `"properties": {"a": []}`,
			`colliders[0].properties.a: expected a string, a number or a bool here, not a list of 0`,
		},
		{
			"negative radius", `252]], "radius": 4`, `252]], "radius": -4`,
			`colliders[0].pieces[0].radius: -4 is less than 0`,
		},
		{
			"no pieces", `[{"vertices": [[4, 244], [60, 244], [60, 252], [4, 252]], "radius": 4}]`, `[]`,
			`a polygon needs at least one piece`,
		},
		{"no vertices", `[[4, 244], [60, 244], [60, 252], [4, 252]]`, `[]`, `colliders[0].pieces[0]: `},
		{"another convex piece", `[60, 252], [4, 252]]`, `[4, 246]]`, ``},
		{
			"dented piece", `[60, 252], [4, 252]]`, `[60, 252], [30, 246], [4, 252]]`,
			`7:15: colliders[0].pieces[0]: the piece is not convex: vertex 3, (30, 246), is inside the hull by 2`,
		},
		{"crossed piece", `[60, 252], [4, 252]]`, `[4, 252], [60, 252]]`, `its vertices are not in order around it`},
		{
			"vertices too far out", `[60, 252], [4, 252]]`, `[1e10, 252], [4, 252]]`,
			`colliders[0].pieces[0]: collision: point 2`,
		},
		{
			"path that takes too long", `"properties": {}`, `"path": {"turn": 1, "time": 1e10}, "properties": {}`,
			`colliders[0]: the path's time is 1e+10; it must be from 0 to 1e+06`,
		},
		{
			"three coordinates", `[4, 244]`, `[4, 244, 0]`,
			`colliders[0].pieces[0].vertices[0]: expected [x, y] here, not a list of 3`,
		},
		{
			"bounds inside out", `[0, 240, 64, 256]`, `[64, 240, 0, 256]`,
			`colliders[0].bounds: the right or bottom edge comes before`,
		},
		{
			"same category twice", `["terrain", "player"]`, `["terrain", "terrain"]`,
			`categories[1]: category "terrain" is empty or repeated`,
		},
		{"point with pieces", `{"kind": "polygon", "points": [[0, 0], [64, 0], [64, 16], [0, 16]], "radius": 4, "rounding": "inset"}`, `{"kind": "point"}`, `a point has no pieces`},
		{"after the end", `"id": ""}}]}`, `"id": ""}}]} x`, `9:105: unexpected text after the end of the JSON`},
		{"comma at the end", `"id": ""}}]}`, `"id": ""},}]}`, `9:102: expected a key in quotes here, not '}'`},
		{"bare word", `"angle": 0`, `"angle": zero`, `expected a value here, not 'z'`},
		{"leading zero", `"angle": 0`, `"angle": 01`, `expected a comma or '}' here, not '1'`},
		{"line break in a string", `"floor"`, "\"flo\nor\"", `control character in a string`},
		{"half a surrogate", `"floor"`, `"\ud800"`, `unpaired half of a \u surrogate pair`},
		{"not UTF-8", `"floor"`, "\"\xff\"", `this text is not valid UTF-8`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if !strings.Contains(designed(), tt.old) {
				t.Fatalf("the file has no %s", tt.old)
			}
			_, err := colliders.Load(strings.NewReader(strings.Replace(designed(), tt.old, tt.new, 1)))
			if tt.want == "" {
				if err != nil {
					t.Fatalf("Load = %v, want no error", err)
				}
				return
			}
			var e *colliders.Error
			if !errors.As(err, &e) || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("Load = %v, want an *Error with %q", err, tt.want)
			}
			if e.Line == 0 {
				t.Errorf("%v has no line", err)
			}
		})
	}
}

// The pieces of a moving collider are valid in its own frame too.
func TestLoadFarFrames(t *testing.T) {
	t.Parallel()
	for _, far := range []string{"2e9", "-1e308"} {
		text := strings.NewReplacer("static", "dynamic", `"position": [0,`, `"position": [`+far+`,`).Replace(designed())
		_, err := colliders.Load(strings.NewReader(text))
		var e *colliders.Error
		if !errors.As(err, &e) || e.Line == 0 || !strings.Contains(err.Error(), "is beyond 1e+09") {
			t.Errorf("with the position %s Load = %v", far, err)
		}
	}
}

// A joint has an id of its own, in a file and in a change.
func TestLoadJointsTwice(t *testing.T) {
	t.Parallel()
	const joint = `{"id": "j1", "name": "", "kind": "hinge", "a": "c1", "at_a": [0, 0], "at_b": [0, 0]}`
	const want = `joints[1].id: id "j1" is already used in line `
	text := strings.TrimRight(designed(), "\n}") + `, "joints": [` + joint + `, ` + joint + `]}`
	if _, err := colliders.Load(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("Load = %v, want an error with %q", err, want)
	}
	change := `{"joints": {"added": [` + joint + `], "changed": [` + joint + `]}}`
	if _, err := colliders.ReadChange([]byte(change)); err == nil || !strings.Contains(err.Error(), "already used") {
		t.Errorf("ReadChange = %v", err)
	}
	again := `{"joints": {"removed": ["j1"], "added": [` + joint + `]}}`
	if _, err := colliders.ReadChange([]byte(again)); err != nil {
		t.Error(err)
	}
}

func TestLoadYAMLErrors(t *testing.T) {
	t.Parallel()
	golden, err := os.ReadFile(filepath.Join("..", "testdata", "cavern.colliders.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, old, new, want string }{
		{"unknown key", "    angle: 0\n", "    angel: 0\n", `18:5: colliders[0]: unknown key "angel"`},
		{"infinite", "angle: 0\n", "angle: -.inf\n", `colliders[0].angle: -.inf is not a finite number`},
		{"not a number", "angle: 0\n", "angle: .NaN\n", `colliders[0].angle: .NaN is not a finite number`},
		{"reference", "tags: []\n", "tags: &a []\n    name: *a\n", `colliders[0]: key "name" was already set`},
		{"alias", "source: null", "source: *a", `unknown anchor`},
		{"text for a number", "angle: 0\n", "angle: \"0\"\n", `colliders[0].angle: expected a number here`},
		{"id twice", "id: c2", "id: c1", `id "c1" is already used in line 6`},
		{"two documents", "source: null\n", "source: null\n---\na: 1\n", ``},
		{"broken indent", "    angle: 0\n", "   angle: 0\n", `line`},
		{"a list", "format:", "- format:", ``},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := colliders.Load(bytes.NewReader(bytes.Replace(golden, []byte(tt.old), []byte(tt.new), 1)))
			if err == nil || tt.want != "line" && !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("Load = %v, want an error with %q", err, tt.want)
			}
		})
	}
}

// A vertex may be inside the hull by a rounding error, but no farther.
func TestLoadAcceptsRounding(t *testing.T) {
	t.Parallel()
	size := 56.0 // size of the piece, and its largest distance from the origin
	slack := float64(1e-9*size) + float64(1e-15*size)
	load := func(dent float64) error {
		piece := fmt.Sprintf("[[0, 0], [30, %v], [56, 0], [56, 8], [0, 8]]", dent)
		_, err := colliders.Load(strings.NewReader(strings.Replace(designed(),
			"[[4, 244], [60, 244], [60, 252], [4, 252]]", piece, 1)))
		return err
	}
	for _, dent := range []float64{0, slack / 2, slack} {
		if err := load(dent); err != nil {
			t.Errorf("a dent of %v: %v", dent, err)
		}
	}
	for _, dent := range []float64{math.Nextafter(slack, 1), 2 * slack, 1} {
		if err := load(dent); err == nil || !strings.Contains(err.Error(), "vertex 1, ") {
			t.Errorf("a dent of %v: %v", dent, err)
		}
	}
}

// A byte order mark, which some text editors add, changes nothing.
func TestLoadByteOrderMark(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"../testdata/cavern.colliders.json", "../testdata/cavern.colliders.yaml"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := colliders.Load(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		got, err := colliders.Load(bytes.NewReader(append([]byte("\ufeff"), data...)))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s with a byte order mark differs from the file without: %v", name, err)
		}
	}
}

// Windows line ends change neither the result nor the places of errors.
func TestLoadLineEnds(t *testing.T) {
	t.Parallel()
	for name, text := range loadable(t) {
		want, err := colliders.Load(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		got, err := colliders.Load(strings.NewReader(strings.ReplaceAll(text, "\n", "\r\n")))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s with Windows line ends differs from the original: %v", name, err)
		}
		bad := strings.Replace(text, "solid", "sold", 1)
		_, plain := colliders.Load(strings.NewReader(bad))
		_, ended := colliders.Load(strings.NewReader(strings.ReplaceAll(bad, "\n", "\r\n")))
		if plain == nil || ended == nil || plain.Error() != ended.Error() {
			t.Errorf("%s: %v, with other line ends %v", name, plain, ended)
		}
	}
}

// Git's conflict markers are reported as such, with their line, in both syntaxes.
func TestLoadConflictMarkers(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"../testdata/cavern.colliders.json", "../testdata/cavern.colliders.yaml"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(string(data), "\n")
		for i := 0; i < len(lines)-1; i += 1 + len(lines)/20 {
			text := strings.Join(lines[:i], "") + "<<<<<<< ours\n" + lines[i] + "=======\n" + lines[i] +
				">>>>>>> theirs\n" + strings.Join(lines[i+1:], "")
			_, err := colliders.Load(strings.NewReader(text))
			var e *colliders.Error
			if !errors.Is(err, strictyaml.ErrConflict) || !errors.As(err, &e) || e.Line != i+1 {
				t.Errorf("%s, a conflict in line %d: %v", name, i+1, err)
			}
		}
	}
}

// A truncated file gives an error and no panic, wherever it ends.
func TestLoadTruncated(t *testing.T) {
	t.Parallel()
	for n := range len(designed()) - 1 {
		if _, err := colliders.Load(strings.NewReader(designed()[:n])); err == nil {
			t.Fatalf("the first %d bytes load", n)
		}
	}
	_, err := colliders.Load(strings.NewReader(designed()[:500]))
	if err == nil || !strings.Contains(err.Error(), "7:") || !strings.Contains(err.Error(), "truncated") {
		t.Errorf("Load of 500 bytes = %v, want an error with the place of the truncation", err)
	}
}

func TestLoadFileErrorsNameTheFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.json")
	if err := os.WriteFile(path, []byte(`{"format": "fillet-colliders", "x": 1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := colliders.LoadFile(path); err == nil || !strings.HasPrefix(err.Error(), path+":1:32: unknown key") {
		t.Errorf("LoadFile = %v, want the file, line and column", err)
	}
	if _, err := colliders.LoadFile(path + "x"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("LoadFile of a missing file = %v", err)
	}
}

func TestSniff(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		designed():                   true,
		"format: fillet-colliders\n": true,
		"\ufeff# a comment\n---\nformat: \"fillet-colliders\"\n": true,
		"{\n  \"format\": \"fillet-colliders\"":                  true,
		"fillet: 1\n":                                            false,
		`{"jsonVersion": "1.5.3"}`:                               false,
		"":                                                       false,
	} {
		if got := colliders.Sniff([]byte(text)); got != want {
			t.Errorf("Sniff(%.30q) = %v, want %v", text, got, want)
		}
	}
}

// Every file that loads makes a world that answers queries. Every other file gives an error, and no file causes a
// panic.
func FuzzLoad(f *testing.F) {
	for _, text := range loadable(f) {
		f.Add([]byte(text))
	}
	f.Add([]byte(`{"format": "fillet-colliders", "version": 1`))
	f.Add([]byte("format: fillet-colliders\nversion: 1\na: &a [*a]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := colliders.Load(bytes.NewReader(data))
		if err != nil {
			var e *colliders.Error
			if !errors.As(err, &e) {
				t.Fatalf("%v is not an *Error", err)
			}
			return
		}
		if len(file.Colliders) > 100 {
			return
		}
		w, err := file.World()
		if err != nil {
			t.Fatal(err)
		}
		w.Update()
		for c := range w.Contacts() {
			if file.At(c.A) == nil || file.At(c.B) == nil || c.A == c.B {
				t.Fatal("a contact with an unknown collider")
			}
		}
		_ = w.QueryPoint(collision.Vec{}, collision.Query{})
	})
}

// Every index that loads names files beside it, and no index causes a panic.
func FuzzLoadIndex(f *testing.F) {
	f.Add([]byte(`{"format": "fillet-colliders-index", "version": 1,
"level": {"name": "a", "size": [9, 9], "pixels_per_metre": 32, "y": "down"}, "categories": ["default"], "size": [100, 100],
"regions": [{"file": "a.0.0.fcol", "column": 0, "row": -1, "bounds": [0, 0, 5, 5],
"colliders": [{"id": "c1", "bounds": [0, 0, 5, 5]}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		ix, err := colliders.LoadIndex(bytes.NewReader(data))
		if err != nil {
			var e *colliders.Error
			if !errors.As(err, &e) {
				t.Fatalf("%v is not an *Error", err)
			}
			return
		}
		for _, r := range ix.Regions {
			if filepath.Base(r.File) != r.File || !filepath.IsLocal(r.File) {
				t.Fatalf("the file %q is not beside the index", r.File)
			}
		}
		ix.Touching(collision.AABB{Max: collision.Vec{X: 1, Y: 1}})
	})
}

// maxOfMessage limits the length of a message: a name of quote.MaxExcerpt escaped characters, and words.
const maxOfMessage = 8*quote.MaxExcerpt + 400

// A long text in place of any text of a collider file, including keys, gives a short message.
func TestLoadErrorsQuoteLittle(t *testing.T) {
	t.Parallel()
	rejected := 0
	for _, long := range []string{strings.Repeat("long ", 1<<14), strings.Repeat(`\u001b`, 1<<10)} {
		for from := 0; ; {
			i := strings.IndexByte(designed()[from:], '"')
			if i < 0 {
				break
			}
			from += i
			to := from + 1 + strings.IndexByte(designed()[from+1:], '"')
			_, err := colliders.Load(strings.NewReader(designed()[:from+1] + long + designed()[to:]))
			if err != nil {
				rejected++
				if n := len(err.Error()); n > maxOfMessage || strings.ContainsRune(err.Error(), 0x1b) {
					t.Errorf("with a long %q, the message has %d bytes: %.300q", designed()[from+1:to], n, err)
				}
			}
			from = to + 1
		}
	}
	if rejected < 20 {
		t.Errorf("%d files were rejected, want at least 20", rejected)
	}
	name := strings.Repeat("x", 10<<20)
	for _, text := range []string{
		strings.Replace(designed(), `"properties": {}`, `"properties": {"`+name+`": []}`, 1),
		"format: fillet-colliders\nversion: *" + name + "\n",
		"format: fillet-colliders\n" + name + ": 1\n",
	} {
		_, err := colliders.Load(strings.NewReader(text))
		if err == nil || len(err.Error()) > maxOfMessage {
			t.Errorf("error for %d bytes: %.300v", len(text), err)
		}
	}
}
