package exportcheck

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"fillet/editor/level"
	"fillet/export"
	"fillet/tools/exportcheck/report"
)

var generated struct {
	once   sync.Once
	report report.Report
	err    error
}

// engines returns the report of testdata/checker. On first use, it exports Go packages and compiles them with their
// engines in a temporary module.
func engines(t *testing.T) *report.Report {
	t.Helper()
	generated.once.Do(func() {
		generated.err = errors.New("the packages could not be written")
		dir := t.TempDir()
		writeModule(t, dir)
		cmd := exec.Command("go", "run", ".", fmt.Sprint(seconds))
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		var out []byte
		if out, generated.err = cmd.Output(); generated.err == nil {
			generated.err = json.Unmarshal(out, &generated.report)
		}
	})
	if generated.err != nil {
		t.Fatal("generated packages: ", generated.err)
	}
	return &generated.report
}

// writeModule writes packages of one level and of several levels, and the checker. The module has the path and the
// requirements of this one, so the engines have the same versions.
func writeModule(t *testing.T, dir string) {
	t.Helper()
	write := func(name string, data []byte) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("go.mod")
	sums, errSums := os.ReadFile("go.sum")
	if err := errors.Join(err, errSums, os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "checker"))),
		os.CopyFS(filepath.Join(dir, "report"), os.DirFS("report"))); err != nil {
		t.Fatal(err)
	}
	write("go.mod", []byte(replaced(string(mod), root)))
	write("go.sum", sums)
	moves, _ := motionLevel(t)
	for _, f := range []struct {
		name string
		e    export.Exporter
		doc  *level.Document
	}{
		{"cpground", export.CP(), ground(t)},
		{"cpstage", export.CP(), stage(t)},
		{"resolvground", export.Resolv(), ground(t)},
		{"goground", export.Go(), ground(t)},
		{"cpjoints", export.CP(), machinery(t)},
		{"cpmotion", export.CP(), moves},
	} {
		write(filepath.Join(f.name, "level.go"), exported(t, f.e, f.doc, f.name))
	}
	// A package of the stage, the stage under a name that the go tool would treat as a system's, and an empty level.
	empty, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	several := map[string]export.Exporter{
		"cplevels": export.CP(), "resolvlevels": export.Resolv(), "golevels": export.Go(),
	}
	for name, e := range several {
		for stem, doc := range map[string]*level.Document{
			"stage": stage(t), "stage_windows": stage(t),
			"empty": empty,
		} {
			o := export.Options{Tolerance: tolerance, Package: name}
			path := filepath.Join(dir, name, export.FileName(e, stem))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if _, err := export.ToFile(context.Background(), e, doc.Snapshot(), o, path); err != nil {
				t.Fatal(err)
			}
		}
		if files, err := os.ReadDir(filepath.Join(dir, name)); err != nil || len(files) != 4 {
			t.Errorf("%s holds %d files, want 4 (%v)", name, len(files), err)
		}
	}
}

// replaced returns a go.mod of this folder for another one.
func replaced(mod, root string) string {
	var out strings.Builder
	for line := range strings.Lines(mod) {
		if before, path, ok := strings.Cut(strings.TrimSpace(line), " => ../.."); ok {
			line = before + " => " + strconv.Quote(filepath.Join(root, path)) + "\n"
		}
		out.WriteString(line)
	}
	return out.String()
}

// The plain Go package has the contacts of the level, with the same numbers apart from rounding.
func TestGo(t *testing.T) {
	got := map[[2]int]report.Contact{}
	for _, c := range engines(t).Contacts {
		got[[2]int{c.A, c.B}] = c
	}
	want, _ := level.NewWorld(ground(t).Snapshot())
	want.Update()
	n := 0
	for c := range want.Contacts() {
		n++
		o, ok := got[[2]int{int(c.A), int(c.B)}] // both are numbered in drawing order
		if !ok || o.Trigger != c.Trigger || math.Abs(o.Depth-c.Depth()) > 1e-6 {
			t.Errorf("c%d and c%d: depth %v of trigger %v, want %v of %v (%v)",
				c.A, c.B, o.Depth, o.Trigger, c.Depth(), c.Trigger, ok)
		}
	}
	if n != len(got) {
		t.Errorf("there are %d contacts, want %d", len(got), n)
	}
}

// Chipmunk's contacts agree with ours: the same pairs of shapes collide, with the same depth and the same filters.
func TestChipmunk(t *testing.T) {
	doc := ground(t)
	got := engines(t).Chipmunk
	rejected, depths := pairList(got.Filtered).set(), map[[2]string]float64{}
	for _, c := range got.Touching {
		depths[c.Pair] = c.Depth
	}
	touching, filtered, shifted := 0, 0, 0
	worst := 0.0
	pairs(doc, func(i, j int, a, b *level.Collider) {
		key := [2]string{a.ID.String(), b.ID.String()}
		if n := got.Shapes[key[0]]; n != len(doc.Baked(a.ID).Pieces) {
			t.Fatalf("%v has %d shapes in Chipmunk, want %d", a.ID, n, len(doc.Baked(a.ID).Pieces))
		}
		if rejected[key] == accepts(doc, a, b) {
			t.Errorf("%v and %v: Chipmunk lets them collide: %v", a.ID, b.ID, !rejected[key])
		} else if rejected[key] {
			filtered++
		}
		d := apart(doc, a, b)
		deepest, any := depths[key]
		switch {
		case d < -1e-3 && !any:
			t.Errorf("%v and %v overlap by %v, but do not collide in Chipmunk", a.ID, b.ID, -d)
		case d > 1e-3 && any:
			t.Errorf("%v and %v are %v apart, but collide in Chipmunk by %v", a.ID, b.ID, d, deepest)
		case any:
			touching++
			want := -d
			if (a.Shape.Kind == level.Circle) != (b.Shape.Kind == level.Circle) {
				// CircleToPoly adds the polygon's radius to the wrong side of its contact.
				if r := polygonRadius(doc, a) + polygonRadius(doc, b); r > 0 {
					want = max(-d-2*r, 0)
					shifted++
				}
			}
			worst = max(worst, math.Abs(deepest-want))
			if math.Abs(deepest-want) > 1e-2 {
				t.Errorf("%v and %v overlap by %v, in Chipmunk by %v", a.ID, b.ID, want, deepest)
			}
		}
	})
	if touching < 200 || filtered < 200 {
		t.Errorf("only %d pairs touch and %d are filtered, which is too few", touching, filtered)
	}
	t.Logf("%d pairs collide in both, %d are filtered in both; depths differ by at most %.2g px (%d circles with "+
		"rounded polygons less Chipmunk's slip of twice the radius)",
		touching, filtered, worst, shifted)

	for record := range doc.Colliders() {
		if record.Body != level.Dynamic {
			continue
		}
		id := record.ID.String()
		m := doc.Baked(record.ID).Mass()
		k := record.Density / (32 * 32)
		b, ok := got.Bodies[id]
		if !ok || math.Abs(b.Mass-m.Area*k) > 1e-6 || math.Abs(b.Moment/(m.Inertia*k)-1) > 1e-6 {
			t.Errorf("%s has mass %v and moment %v in Chipmunk, want %v and %v", id, b.Mass, b.Moment, m.Area*k,
				m.Inertia*k)
		}
		at := level.Vec{X: b.Position[0], Y: b.Position[1]}
		if want := record.Transform().Apply(m.Centroid); at.Dist(want) > 1e-6 {
			t.Errorf("%s has its centre at %v in Chipmunk, want %v", id, at, want)
		}
	}
}

// polygonRadius returns the radius of a collider's rounded polygons, or 0 if it has none.
func polygonRadius(doc *level.Document, c *level.Collider) float64 {
	if p := doc.Baked(c.ID).Pieces[0]; p.Len() > 2 {
		return p.Radius()
	}
	return 0
}

// Boxes fall onto a one-way ledge from above and through it from below in Chipmunk: in a package of one level, and in
// both stages of a package of several levels.
func TestChipmunkOneWay(t *testing.T) {
	falls := engines(t).Falls
	if len(falls) != 3 {
		t.Fatalf("%d levels ran, want 3", len(falls))
	}
	for i, f := range falls {
		// The ledge's top is at 195, so a 16-pixel box rests on it at 187.
		if math.Abs(f.Above-187) > 0.5 {
			t.Errorf("level %d: the upper box is at %v, want 187, on the ledge", i, f.Above)
		}
		if f.Highest > 180 {
			t.Errorf("level %d: the lower box rose only to %v: the ledge stopped it", i, f.Highest)
		}
		if math.Abs(f.Below-187) > 0.5 {
			t.Errorf("level %d: the lower box is at %v, want 187, on the ledge", i, f.Below)
		}
	}
}

// resolv's intersections agree with ours. resolv has no radii, so pairs within the tolerance may differ.
func TestResolv(t *testing.T) {
	doc := ground(t)
	got := engines(t).Resolv
	if len(got.Unmarked) > 0 {
		t.Errorf("%v lack their role's tag or their data", got.Unmarked)
	}
	intersecting := pairList(got.Intersecting).set()
	touching, ghosts := 0, 0
	pairs(doc, func(i, j int, a, b *level.Collider) {
		d, any := apart(doc, a, b), intersecting[[2]string{a.ID.String(), b.ID.String()}]
		switch {
		case d < -2*tolerance && !any && !swallowed(doc, a, b):
			t.Errorf("%v and %v overlap by %v, but not in resolv", a.ID, b.ID, -d)
		case d > 1e-6 && any && d < 5:
			ghosts++ // resolv reports a few false intersections, all of nearby pairs
		case d > 1e-6 && any:
			t.Errorf("%v and %v are %v apart, but intersect in resolv: %+v at %v, %v, and %+v at %v, %v", a.ID, b.ID, d,
				a.Shape, a.Position, a.Angle, b.Shape, b.Position, b.Angle)
		case any:
			touching++
		}
	})
	if touching < 200 || ghosts > 5 {
		t.Errorf("%d pairs touch in both, %d in resolv only", touching, ghosts)
	}
	t.Logf("%d pairs intersect in both, %d in resolv only", touching, ghosts)
}

// swallowed reports whether a piece of one collider is completely inside a piece of the other; resolv, which compares
// outlines, does not find such pairs.
func swallowed(doc *level.Document, a, b *level.Collider) bool {
	within := func(a, b *level.Collider) bool {
		for _, p := range doc.Baked(a.ID).Pieces {
			for _, q := range doc.Baked(b.ID).Pieces {
				in := true
				for _, v := range p.Vertices() {
					_, d := q.Closest(b.Transform(), a.Transform().Apply(v))
					in = in && d <= -p.Radius()+2*tolerance
				}
				if in {
					return true
				}
			}
		}
		return false
	}
	return within(a, b) || within(b, a)
}

// The levels of a package agree with the document, and their tags with each other.
func TestLevelsOfOnePackage(t *testing.T) {
	got := engines(t)
	if got.Bodies != 0 {
		t.Errorf("an empty level has %d bodies", got.Bodies)
	}
	world, _ := level.NewWorld(stage(t).Snapshot())
	world.Update()
	want := report.World{Colliders: 4}
	for range world.Contacts() {
		want.Contacts++
	}
	if len(got.Worlds) != 2 || got.Worlds[0] != want || got.Worlds[1] != want {
		t.Errorf("the worlds have %+v, want two with %+v", got.Worlds, want)
	}
	if len(got.Tagged) != 3 {
		t.Fatalf("%d levels in resolv, want 3", len(got.Tagged))
	}
	for i, l := range got.Tagged {
		if len(l.Unmarked) > 0 {
			t.Errorf("%v lack their shapes, their role's tag or their data", l.Unmarked)
		}
		for name, tag := range got.Tagged[max(i-1, 0)].Tags {
			if l.Tags[name] != tag {
				t.Errorf("the tag %s differs between levels", name)
			}
		}
	}
}
