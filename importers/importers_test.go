package importers_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

// cells is a tiny format: a line "cells", then rows of digits. A line "+name" reads rows from a neighbouring file.
type cells struct{ name string }

func (c cells) Name() string         { return c.name }
func (c cells) Title() string        { return "Cells of " + c.name }
func (c cells) Extensions() []string { return []string{"." + c.name} }
func (c cells) Sniff(_ string, head []byte) bool {
	return bytes.HasPrefix(head, []byte(c.name+"\n"))
}

func (c cells) Levels(context.Context, *importers.Source) ([]importers.LevelInfo, error) {
	return []importers.LevelInfo{{Name: "all"}}, nil
}

func (c cells) Import(ctx context.Context, src *importers.Source, opts importers.Options) (*importers.Result, error) {
	b, err := importers.NewBuilder(src, *level.DefaultSettings(), opts)
	if err != nil {
		return nil, err
	}
	if err := b.Layer("cells", "", level.LayerPlace{}); err != nil {
		return nil, err
	}
	g := importers.Grid{CellWidth: 16, CellHeight: 16}
	for i, line := range strings.Split(strings.TrimSpace(string(src.Data)), "\n") {
		if name, ok := strings.CutPrefix(line, "+"); ok {
			data, err := src.ReadNeighbour(name)
			if err != nil {
				return nil, b.Fail("line 2", err)
			}
			line = strings.TrimSpace(string(data))
		} else if i == 0 {
			continue
		}
		g.Width = len(line)
		g.Height++
		for _, r := range line {
			g.Cells = append(g.Cells, int(r-'0'))
		}
	}
	err = b.Cells(ctx, importers.CellLayer{
		Grid: g, Origin: level.Vec{X: 100, Y: 200}, Level: "all", Layer: "cells", Path: "rows",
		Name: func(v int) string { return []string{"", "wall", "ladder", "spikes", ""}[v] },
	})
	if err != nil {
		return nil, err
	}
	return b.Finish()
}

func TestRegistry(t *testing.T) {
	t.Parallel()
	a, b := cells{"aa"}, cells{"bb"}
	r := importers.NewRegistry(a, b)
	if all := r.All(); !slices.Equal(all, []importers.Importer{a, b}) {
		t.Errorf("All() = %v", all)
	}
	for _, tt := range []struct {
		path, head, want string
	}{
		{"x.aa", "aa\n", "aa"},
		{"x.aa", "bb\n", "bb"}, // the content takes precedence over the name
		{"x.txt", "bb\n", "bb"},
		{"X.BB", "damaged", "bb"},
		{"x.txt", "damaged", ""},
		{"x", "", ""},
	} {
		got, ok := r.Detect(tt.path, []byte(tt.head))
		if ok != (tt.want != "") || ok && got.Name() != tt.want {
			t.Errorf("Detect(%q, %q) = %v, %v, want %q", tt.path, tt.head, got, ok, tt.want)
		}
	}
}

// The extension .json decides nothing: only the content does.
func TestDetectJSON(t *testing.T) {
	t.Parallel()
	r := importers.NewRegistry(cells{"json"})
	if i, ok := r.Detect("x.json", []byte("damaged")); ok {
		t.Errorf("an unknown .json file is detected as %s", i.Name())
	}
	if _, ok := r.Detect("x.txt", []byte("json\n")); !ok {
		t.Errorf("the content is not recognized")
	}
}

func TestLoad(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, data string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("secret", "1")
	write("in/beside", "1")
	if err := os.Symlink(filepath.Join(dir, "secret"), filepath.Join(dir, "in", "link")); err != nil {
		t.Logf("no symbolic links here: %v", err)
	}
	native := write("a.level.yaml", "fillet: 1\nlayers: []\n")
	if _, err := level.Open(native); err != nil {
		t.Fatalf("the smallest level is not read: %v", err)
	}
	r := importers.NewRegistry(cells{"aa"})
	load := func(path string) (*importers.Result, bool, error) {
		return r.Load(context.Background(), path, importers.Options{})
	}

	if res, foreign, err := load(native); err != nil || foreign || res.Document == nil {
		t.Errorf("a level: %v, foreign %v, %v", res, foreign, err)
	}
	if res, foreign, err := load(write("in/ok.txt", "aa\n+beside\n")); err != nil || !foreign ||
		res.Document.Len() != 1 {
		t.Errorf("a foreign file: %v, foreign %v, %v", res, foreign, err)
	}
	for _, name := range []string{"../secret", "link", "/etc/hostname", "..", "a/../../secret", `..\secret`} {
		_, _, err := load(write("in/bad.aa", "aa\n+"+name+"\n"))
		if err == nil || !strings.Contains(err.Error(), "bad.aa: line 2: ") {
			t.Errorf("reading %q beside the file: got %v, want an error at its place", name, err)
		}
	}
	if _, _, err := load(write("x.txt", "who knows")); !errors.Is(err, importers.ErrUnknownFormat) {
		t.Errorf("an unknown file gave %v", err)
	}
	if _, _, err := load(write("b.level.yaml", "who: knows")); err == nil ||
		errors.Is(err, importers.ErrUnknownFormat) {
		t.Errorf("a damaged level gave %v, want its reader's error", err)
	}
	if _, _, err := load(filepath.Join(dir, "none.aa")); !errors.Is(err, fs.ErrNotExist) ||
		strings.Count(err.Error(), "none.aa") != 1 {
		t.Errorf("a missing file gave %v", err)
	}
	if _, _, err := load(dir); err == nil {
		t.Errorf("a folder gave no error")
	}

	if _, _, err := load("-"); err == nil {
		t.Errorf("no standard input gave no error")
	}
	r.Stdin = strings.NewReader("aa\n1\n")
	if res, foreign, err := load("-"); err != nil || !foreign || res.Document.Len() != 1 {
		t.Errorf("standard input: %v, foreign %v, %v", res, foreign, err)
	}
	r.Stdin = strings.NewReader("aa\n+beside\n")
	if _, _, err := load("-"); err == nil || !strings.Contains(err.Error(), "-: line 2: ") {
		t.Errorf("standard input that names a file gave %v", err)
	}
	r.Stdin = io.LimitReader(zeros{}, importers.MaxInput+10)
	if testing.Short() {
		return
	}
	if _, _, err := load("-"); !errors.Is(err, importers.ErrTooLarge) {
		t.Errorf("too much input gave %v", err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestReadNeighbour(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"a/b.txt": {Data: []byte("b")}, "c.txt": {Data: []byte("c")}, ".d/e.txt": {Data: []byte("e")},
		".f.txt": {Data: []byte("f")},
	}
	src := importers.NewSource("x", nil, files)
	for _, tt := range []struct {
		name, want string
		wantErr    error
	}{
		{"a/b.txt", "b", nil},
		{`a\b.txt`, "b", nil},
		{"./a/../c.txt", "c", nil},
		{"d.txt", "", fs.ErrNotExist},
		{"../c.txt", "", importers.ErrOutside},
		{"/c.txt", "", importers.ErrOutside},
		{`\c.txt`, "", importers.ErrOutside},
		{"c:c.txt", "", importers.ErrOutside},
		{".d/e.txt", "", importers.ErrHidden},
		{"a/../.d/e.txt", "", importers.ErrHidden},
		{".f.txt", "", importers.ErrHidden},
		{"a", "", nil},
		{"", "", nil},
		{".", "", nil},
		{"c.txt\x00", "", nil},
	} {
		data, err := src.ReadNeighbour(tt.name)
		if string(data) != tt.want || (err == nil) != (tt.want != "") ||
			tt.wantErr != nil && !errors.Is(err, tt.wantErr) {
			t.Errorf("ReadNeighbour(%q) = %q, %v; want %q, %v", tt.name, data, err, tt.want, tt.wantErr)
		}
	}
}

// A link in a file's folder leads neither out of the folder nor to a path with a name that begins with a dot. The name
// of the folder itself may begin with one.
func TestNeighbourLinks(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	dir := filepath.Join(top, ".steam", "game")
	for _, name := range []string{
		".steam/out.txt", ".steam/game/a.txt", ".steam/game/.git/config",
		".steam/game/sub/b.txt", ".steam/game/x.map",
	} {
		path := filepath.Join(top, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for from, to := range map[string]string{
		"ok.txt": "a.txt", "dir": "sub", "out.txt": "../out.txt", "config": ".git/config", "git": ".git",
		"twice": "git", "sub/up": "../.git/config", "loop": "loop",
	} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(dir, filepath.FromSlash(from))); err != nil {
			t.Skipf("links cannot be made here: %v", err)
		}
	}
	for _, root := range []string{dir, filepath.Dir(dir), top} {
		src, closer, err := importers.OpenSourceIn(root, filepath.Join(dir, "x.map"))
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]string{
			"ok.txt": ".steam/game/a.txt", "dir/b.txt": ".steam/game/sub/b.txt", "config": "", "git/config": "",
			"twice/config": "", "sub/up": "", "dir/up": "", "loop": "",
		} {
			data, err := src.ReadNeighbour(name)
			if string(data) != want || (err == nil) != (want != "") || want == "" && name != "loop" &&
				!errors.Is(err, importers.ErrHidden) {
				t.Errorf("in %s %s is %q, %v; want %q", root, name, data, err, want)
			}
		}
		if names, err := src.InRoot(src.Folders()[0], 3, 10); err != nil ||
			slices.ContainsFunc(names, func(n string) bool {
				return strings.Contains(n, ".git")
			}) {
			t.Errorf("in %s there are %v, %v; want none below .git", root, names, err)
		}
		if _, err := src.ReadNeighbour("out.txt"); (err == nil) != (root != dir) {
			t.Errorf("in %s a link to the folder above: %v", root, err)
		}
		if err := closer.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A file can only be opened with a root that contains it.
func TestSourceOutsideItsRoot(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	for _, dir := range []string{"a/b", "c"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(top, dir, "x.map"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		root, name string
		ok         bool
	}{
		{"a", "a/b/x.map", true},
		{"a/b", "a/b/x.map", true},
		{"", "c/x.map", true},
		{"a", "c/x.map", false},
		{"a/b", "c/x.map", false},
		{"c", "a/b/x.map", false},
	} {
		_, closer, err := importers.OpenSourceIn(filepath.Join(top, tt.root), filepath.Join(top, tt.name))
		if err == nil {
			err = closer.Close()
		}
		if (err == nil) != tt.ok || err != nil && !strings.Contains(err.Error(), "is not in the folder") {
			t.Errorf("%s in %q: %v", tt.name, tt.root, err)
		}
	}
}

// Overlapping levels are put in one row. Levels that only touch stay in place, and so does a level that is listed
// twice.
func TestLevelsSideBySide(t *testing.T) {
	t.Parallel()
	at := func(id string, x, y float64) importers.LevelInfo {
		return importers.LevelInfo{ID: id, X: x, Y: y, Width: 100, Height: 50}
	}
	for name, tt := range map[string]struct {
		levels []importers.LevelInfo
		moved  bool
	}{
		"apart":             {[]importers.LevelInfo{at("a", 0, 0), at("b", 300, 0)}, false},
		"beside each other": {[]importers.LevelInfo{at("a", 0, 0), at("b", 100, 0)}, false},
		"above each other":  {[]importers.LevelInfo{at("a", 0, 0), at("b", 0, 50)}, false},
		"corner to corner":  {[]importers.LevelInfo{at("a", 0, 0), at("b", -100, -50)}, false},
		"one of them":       {[]importers.LevelInfo{at("a", 0, 0), at("a", 0, 0)}, false},
		"to the right":      {[]importers.LevelInfo{at("a", 0, 0), at("b", 99, 0)}, true},
		"to the left":       {[]importers.LevelInfo{at("a", 0, 0), at("b", -99, 10)}, true},
		"below":             {[]importers.LevelInfo{at("a", 5, 7), at("c", 500, 500), at("b", 5, 56)}, true},
		"above":             {[]importers.LevelInfo{at("a", 5, 7), at("c", 500, 500), at("b", 5, -42)}, true},
	} {
		got := slices.Clone(tt.levels)
		if moved := importers.SideBySide(got); moved != tt.moved {
			t.Errorf("%s: moved is %v", name, moved)
		}
		for i, l := range tt.levels {
			if tt.moved {
				l.X, l.Y = tt.levels[0].X+float64(i)*(100+importers.LevelGap), tt.levels[0].Y
			}
			if got[i] != l {
				t.Errorf("%s: level %d is at %+v, want %+v", name, i, got[i], l)
			}
		}
	}
}

// Issues beyond the limit are counted, and the count has the highest severity among them.
func TestIssuesBeyondTheLimit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ notes, warnings, losses int }{
		{1, 0, 0},
		{0, 1, 0},
		{0, 0, 1},
		{3, 2, 0},
		{3, 0, 2},
		{3, 2, 1},
	} {
		var list, other importers.Issues
		for range importers.MaxIssues {
			list.Add(importers.Issue{Severity: importers.Loss, Message: "listed"})
		}
		want := importers.Severity("")
		for _, of := range []struct {
			severity importers.Severity
			n        int
		}{{importers.Note, tt.notes}, {importers.Warning, tt.warnings}, {importers.Loss, tt.losses}} {
			for range of.n {
				list.Add(importers.Issue{Severity: of.severity})
				want = of.severity
			}
		}
		other.AddAll(&list)
		for _, l := range []*importers.Issues{&list, &other} {
			all := l.All("f")
			last := all[len(all)-1]
			text := fmt.Sprintf("and %s: %s, %s, %s", quote.Count(tt.notes+tt.warnings+tt.losses, "more issue"),
				quote.Count(tt.losses, "loss"), quote.Count(tt.warnings, "warning"), quote.Count(tt.notes, "note"))
			if len(all) != importers.MaxIssues+1 || last != (importers.Issue{
				Severity: want, File: "f",
				Message: text,
			}) {
				t.Errorf("%d issues, the last %+v; want %d, the last %s: %s", len(all), last, importers.MaxIssues+1,
					want, text)
			}
		}
	}
}

func TestMapping(t *testing.T) {
	t.Parallel()
	m, err := importers.ReadMapping(strings.NewReader(`# what the values become
rules:
  - name: ladder
    role: trigger
    mode: rects
    tags: [climb]
  - value: 3
    layer: cells
    role: one-way
    one_way: [1, 0]
    mode: cells
    categories: [hazard]
    collides_with: []
  - value: 4
    ignore: true
  - radius: 2
    rounding: outset
    mode: chains
`), "m.yaml")
	if err != nil {
		t.Fatal(err)
	}
	src := importers.NewSource("x", []byte("aa\n1122\n1123\n4433\n"), nil)
	res, err := cells{"aa"}.Import(context.Background(), src, importers.Options{Mapping: m})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := res.Document.Settings().Categories, []string{"default", "hazard"}; !slices.Equal(got, want) {
		t.Errorf("categories %q, want %q", got, want)
	}
	got := map[string]int{}
	for c := range res.Document.Colliders() {
		got[c.Name+" "+c.Shape.Kind.String()+" "+c.Role.String()]++
		switch c.Name {
		case "ladder":
			if !slices.Equal(c.Tags, []string{"climb"}) {
				t.Errorf("the ladder's tags are %q", c.Tags)
			}
		case "spikes":
			if c.OneWay != (level.Vec{X: 1}) || !slices.Equal(c.Categories, []string{"hazard"}) ||
				c.CollidesWith == nil {
				t.Errorf("the spikes are %+v", c)
			}
		case "wall":
			if c.Shape.Radius != 2 || !c.Shape.Closed || c.Position != (level.Vec{X: 100, Y: 200}) {
				t.Errorf("the wall is %+v", c)
			}
		}
	}
	want := map[string]int{"ladder box trigger": 2, "spikes box one-way": 3, "wall chain solid": 1}
	if len(got) != len(want) || got["ladder box trigger"] != 2 || got["spikes box one-way"] != 3 ||
		got["wall chain solid"] != 1 {
		t.Errorf("colliders %v, want %v", got, want)
	}
}

func TestRadiusThatDoesNotFit(t *testing.T) {
	t.Parallel()
	m := &importers.Mapping{Rules: []importers.Rule{{Effect: importers.Effect{Radius: 20}}}}
	for _, mode := range []importers.Mode{importers.Merged, importers.Rects, importers.Cells} {
		res, err := cells{"aa"}.Import(context.Background(), importers.NewSource("x", []byte("aa\n110\n100\n"), nil),
			importers.Options{Mapping: m, Mode: mode})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Issues) != 1 || res.Issues[0].Severity != importers.Warning ||
			!strings.Contains(res.Issues[0].String(), "radius 20 does not fit") {
			t.Errorf("%s: issues %v", mode, res.Issues)
		}
		for c := range res.Document.Colliders() {
			if c.Shape.Radius < 7.9 || c.Shape.Radius > 8 {
				t.Errorf("%s: a radius of %g, want 8, the most that fits", mode, c.Shape.Radius)
			}
		}
	}
}

func TestBadMappings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ data, want string }{
		{"rule: []", "m.yaml:1:1: unknown key \"rule\""},
		{"rules:\n  - valeu: 3", "m.yaml:2:5: unknown key \"valeu\" (did you mean \"value\"?)"},
		{"rules:\n  - value: 3\n    value: 4", "m.yaml:3:5: "},
		{"rules:\n  - value: much", "m.yaml:2:12: expected a whole number here, not \"much\""},
		{"rules:\n  - value: 1.5", "m.yaml:2:12: "},
		{"rules:\n  - radius: -1", "m.yaml:2:5: radius -1"},
		{"rules:\n  - radius: .nan", "m.yaml:2:13: .nan is not a finite number"},
		{"rules:\n  - mode: fast", "m.yaml:2:5: unknown mode \"fast\""},
		{"rules:\n  - role: hard", "m.yaml:2:11: expected one of solid, trigger, one-way here, not \"hard\""},
		{"rules:\n  - rounding: both", "m.yaml:2:15: expected one of inset, outset here, not \"both\""},
		{"rules:\n  - one_way: [0, -1]", "m.yaml:2:5: a one-way direction"},
		{"rules:\n  - role: one-way\n    one_way: [0, 2]", "m.yaml:2:5: the one-way direction"},
		{
			"rules:\n  - role: one-way\n    one_way: up",
			"m.yaml:3:14: expected a direction such as [0, -1] here, not \"up\"",
		},
		{"rules:\n  - tags: [a, a]", "m.yaml:2:5: "},
		{"rules:\n  - tags: a", "m.yaml:2:11: "},
		{"rules:\n  - slope: steep", "m.yaml:2:5: slope \"steep\" is unknown; examples are"},
		{"rules:\n  - slope: 22 right", "m.yaml:2:5: slope"},
		{"rules:\n  - is: 3", "m.yaml:2:5: \"is\" needs the name of a field"},
		{"entities:\n  - slope: up", "m.yaml:2:5: slope"},
		{
			"rules:\n  - {value: 1, merge: a}\n  - {value: 2, merge: a, radius: 3}",
			"m.yaml: rules 1 and 2 merge into \"a\"",
		},
		{"entities:\n  - body: soft", "m.yaml:2:11: expected one of static, dynamic, kinematic here, not \"soft\""},
		{"entities:\n  - is: 3", "m.yaml:2:5: \"is\" needs"},
		{"entities:\n  - {field: a, is: [3]}", "m.yaml:2:20: "},
		{"entities:\n  - {field: a, is: .inf}", "m.yaml:2:20: .inf is not a finite number"},
		{"entities:\n  - mode: rects", `m.yaml:2:5: the mode of collision shapes must be merged or cells, not "rects"`},
		{"entities:\n  - role: hard", "m.yaml:2:11: expected one of solid, trigger, one-way here, not \"hard\""},
		{"rules: 3", "m.yaml:1:8: expected a list here, not \"3\""},
		{"rules: [3]", "m.yaml:1:9: expected keys and values here, not \"3\""},
		{"- 3", "m.yaml:1:1: expected keys and values here, not a list of 1"},
		{"rules: &a []\nentities: *a", "m.yaml:2:11: references (*a) are not allowed in a mapping"},
		{"rules:\n  - name:", "m.yaml:2:10: "},
		{"rules: [", "m.yaml:1: "},
		{strings.Repeat("#", 1<<20+1), "m.yaml: the mapping has more than 1 MB"},
	} {
		m, err := importers.ReadMapping(strings.NewReader(tt.data), "m.yaml")
		var e *importers.Error
		if err == nil || m != nil || !strings.HasPrefix(err.Error(), tt.want) || !errors.As(err, &e) {
			t.Errorf("%.60q gave %v, want %s", tt.data, err, tt.want)
		}
	}
	if m, err := importers.ReadMapping(strings.NewReader(""), "m.yaml"); err != nil || len(m.Rules) != 0 {
		t.Errorf("an empty mapping gave %v, %v", m, err)
	}
}

func TestParseSlope(t *testing.T) {
	t.Parallel()
	form := func(s importers.Slope, f importers.Flip) importers.TileForm {
		return importers.TileForm{Slope: s, Flip: f}
	}
	for _, tt := range []struct {
		words string
		want  importers.TileForm
		ok    bool
	}{
		{"45 floor right", form(importers.Slope45, 0), true},
		{"right", form(importers.Slope45, 0), true},
		{"left", form(importers.Slope45, importers.FlipX), true},
		{"45 ceiling right", form(importers.Slope45, importers.FlipY), true},
		{"top left", form(importers.Slope45, importers.FlipX|importers.FlipY), true},
		{"22.5 low floor right", form(importers.SlopeLow, 0), true},
		{"floor left low 26", form(importers.SlopeLow, importers.FlipX), true},
		{"22 high left", form(importers.SlopeHigh, importers.FlipX), true},
		{"low right", form(importers.SlopeLow, 0), true},
		{"Slope45BR", form(importers.Slope45, 0), true},
		{"slope_26_high_tl", form(importers.SlopeHigh, importers.FlipX|importers.FlipY), true},
		{"RampLeft", form(importers.Slope45, importers.FlipX), true},
		{"22 floor right", importers.TileForm{}, false},
		{"45", importers.TileForm{}, false},
		{"left right", importers.TileForm{}, false},
		{"", importers.TileForm{}, false},
	} {
		if got, ok := importers.ParseSlope(tt.words); got != tt.want && tt.ok || ok != tt.ok {
			t.Errorf("ParseSlope(%q) = %v, %v; want %v, %v", tt.words, got, ok, tt.want, tt.ok)
		}
	}
}

// hills imports a layer with walls, two halves of a slope and a corner, which get their meaning from names.
func hills(t *testing.T, m *importers.Mapping, mode importers.Mode, flips []importers.Flip) []*level.Collider {
	t.Helper()
	b, err := importers.NewBuilder(importers.NewSource("x", nil, nil), *level.DefaultSettings(),
		importers.Options{Mapping: m, Mode: mode})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Layer("L", "", level.LayerPlace{Layer: "L"}); err != nil {
		t.Fatal(err)
	}
	err = b.Cells(context.Background(), importers.CellLayer{
		Grid:  importers.Grid{Width: 4, Height: 2, CellWidth: 16, CellHeight: 16, Cells: []int{2, 3, 1, 4, 1, 1, 1, 1}},
		Layer: "L", Level: "A", Path: "p", Flips: flips,
		Name: func(v int) string { return []string{"", "wall", "slope_22_low_right", "hill", "SlopeLeft"}[v] },
	})
	if err != nil {
		t.Fatal(err)
	}
	res, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	if err := res.Document.Validate(); err != nil {
		t.Fatal(err)
	}
	var out []*level.Collider
	for c := range res.Document.Colliders() {
		out = append(out, c)
	}
	return out
}

func TestSlopesAndMerging(t *testing.T) {
	t.Parallel()
	m, err := importers.ReadMapping(strings.NewReader(`rules:
  - {name: hill, slope: 22.5 high floor right, merge: terrain, radius: 1}
  - {merge: terrain, radius: 1}
`), "m.yaml")
	if err != nil {
		t.Fatal(err)
	}
	got := hills(t, m, importers.Merged, nil)
	if len(got) != 1 || got[0].Name != "terrain" || got[0].Source.Value != 1 || got[0].Shape.Radius != 1 {
		t.Fatalf("merged: %d colliders, the first %+v", len(got), got[0])
	}
	want := []level.Vec{{X: 32, Y: 0}, {X: 48, Y: 0}, {X: 64, Y: 16}, {X: 64, Y: 32}, {X: 0, Y: 32}, {X: 0, Y: 16}}
	if p := got[0].Shape.Points; len(p) != len(want) || !slices.Contains(p, want[0]) || !slices.Contains(p, want[2]) ||
		slices.Contains(p, level.Vec{X: 16, Y: 8}) {
		t.Errorf("merged into %v, want the points %v", p, want)
	}
	if got := hills(t, m, importers.Chains, nil); len(got) != 1 || got[0].Shape.Kind != level.Chain ||
		len(got[0].Shape.Points) != len(want) {
		t.Errorf("chains: %d, the first %+v", len(got), got[0].Shape)
	}
	for _, mode := range []importers.Mode{importers.Rects, importers.Cells} {
		slopes := 0
		for _, c := range hills(t, m, mode, nil) {
			if c.Shape.Kind == level.Polygon {
				slopes++
			}
		}
		if slopes != 3 {
			t.Errorf("%s: %d slopes, want 3", mode, slopes)
		}
	}
	// Without a rule, values do not merge, and the name hill decides nothing.
	kinds := map[string]int{}
	for _, c := range hills(t, nil, importers.Merged, nil) {
		kinds[c.Name] = len(c.Shape.Points)
	}
	if kinds["slope_22_low_right"] != 3 || kinds["hill"] != 4 || kinds["SlopeLeft"] != 3 {
		t.Errorf("corners by name: %v", kinds)
	}
	off := &importers.Mapping{Rules: []importers.Rule{{Slope: importers.NoSlope}}}
	for _, c := range hills(t, off, importers.Cells, nil) {
		if c.Shape.Kind != level.Box {
			t.Errorf("%s is a %s though slopes are off", c.Name, c.Shape.Kind)
		}
	}
	// Flipping a tile flips its slope.
	flips := make([]importers.Flip, 8)
	flips[3] = importers.FlipX
	for _, c := range hills(t, nil, importers.Merged, flips) {
		if c.Name == "SlopeLeft" && !slices.Contains(c.Shape.Points, level.Vec{X: 16, Y: 0}) {
			t.Errorf("the flipped slope is %v", c.Shape.Points)
		}
	}
}

func TestInvalidOptions(t *testing.T) {
	t.Parallel()
	src := importers.NewSource("x", []byte("aa\n1\n"), nil)
	for _, opts := range []importers.Options{
		{Mode: "quick"},
		{Mapping: &importers.Mapping{Rules: []importers.Rule{{Mode: "quick"}}}},
		{Mapping: &importers.Mapping{Rules: []importers.Rule{{Effect: importers.Effect{Radius: -1}}}}},
	} {
		var e *importers.Error
		if _, err := (cells{"aa"}).Import(context.Background(), src, opts); !errors.As(err, &e) {
			t.Errorf("%+v gave %v", opts, err)
		}
	}
}

func FuzzReadMapping(f *testing.F) {
	f.Add([]byte("rules:\n  - name: ladder\n    role: trigger\n    mode: rects\n    tags: [climb]\n"))
	f.Add([]byte("rules:\n  - value: 3\n    role: one-way\n    one_way: [0, -1]\n    categories: [a]\n    " +
		"collides_with: []\n"))
	f.Add([]byte("rules:\n  - {value: 1, slope: 22 low ceiling left, merge: a}\nentities:\n  - {name: A*, field: hp, " +
		"is: 3, body: dynamic}\n  - {tag: t, layer: l, ignore: true}\n"))
	f.Add([]byte("rules:\n  - radius: 4\n    rounding: outset\n    ignore: true\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := importers.ReadMapping(bytes.NewReader(data), "m.yaml")
		if err != nil {
			var e *importers.Error
			if !errors.As(err, &e) || e.File != "m.yaml" {
				t.Fatalf("the error has no place: %v", err)
			}
			return
		}
		if err := m.Check(); err != nil {
			t.Fatalf("ReadMapping returned an invalid mapping: %v", err)
		}
	})
}

// The grid of a level is the most common cell size of its layers, the smallest if several are equally common, in any
// order of the layers.
func TestGridIsTheMostCommonCell(t *testing.T) {
	t.Parallel()
	fallback := level.Vec{X: 32, Y: 32}
	for _, tt := range []struct {
		cells map[level.Vec]int
		want  level.Vec
	}{
		{nil, fallback},
		{map[level.Vec]int{{X: 16, Y: 16}: 1, {X: 8, Y: 8}: 2}, level.Vec{X: 8, Y: 8}},
		{map[level.Vec]int{{X: 16, Y: 16}: 2, {X: 8, Y: 8}: 1}, level.Vec{X: 16, Y: 16}},
		{map[level.Vec]int{{X: 16, Y: 16}: 1, {X: 8, Y: 24}: 1, {X: 16, Y: 8}: 1}, level.Vec{X: 8, Y: 24}},
		{map[level.Vec]int{{X: 16, Y: 16}: 1, {X: 16, Y: 8}: 1, {X: 16, Y: 24}: 1}, level.Vec{X: 16, Y: 8}},
	} {
		for range 30 { // different orders of the map
			if got := importers.SettingsOf("a.ldtk", nil, tt.cells, fallback).Grid.Size; got != tt.want {
				t.Fatalf("for cells of %v, the grid is %v, want %v", tt.cells, got, tt.want)
			}
		}
	}
}
