package export_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// compacted returns a level as its compact and its JSON file hold it.
func compacted(t rapid.TB, doc *level.Document, o export.Options) (compact, native *colliders.File) {
	t.Helper()
	data, _ := exportedTo(t, export.FCOL(), doc, o)
	compact, err := colliders.Load(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("the compact file does not load: %v", err)
	}
	return compact, formed(t, doc, o)
}

// A compact file holds what the JSON file says, within float32.
func TestCompactMatchesJSON(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc := anyLevel(t)
		if rapid.Bool().Draw(t, "machinery") {
			doc = anyMachinery(t)
			s := *doc.Settings()
			s.PixelsPerMetre = 32 // others can make lengths beyond float32
			if err := doc.Apply(level.Diff{Settings: level.Changed(doc.Settings(), &s)}); err != nil {
				t.Fatal(err)
			}
		}
		got, want := compacted(t, doc, export.Options{Form: export.Form{
			Polygons: rapid.IntRange(3, 12).Draw(t, "vertices"), KeepRadius: rapid.Bool().Draw(t, "radii"),
			Metres: rapid.Bool().Draw(t, "metres"), YUp: rapid.Bool().Draw(t, "up"),
		}})
		near := cmp.Comparer(func(a, b float64) bool {
			a, b = min(max(a, -math.MaxFloat32), math.MaxFloat32), min(max(b, -math.MaxFloat32), math.MaxFloat32)
			return math.Abs(a-b) <= max(1e-7*max(math.Abs(a), math.Abs(b)), 1e-44)
		})
		text := cmp.Comparer(func(a, b string) bool { return withoutZeros(a) == withoutZeros(b) })
		values := cmp.Options{near, text, cmpopts.EquateEmpty()}
		if diff := cmp.Diff(want.Level, got.Level, values); diff != "" {
			t.Fatalf("the level differs (-JSON +compact):\n%s", diff)
		}
		if diff := cmp.Diff(want.Joints, got.Joints, values); diff != "" {
			t.Fatalf("the joints differ (-JSON +compact):\n%s", diff)
		}
		if !slices.Equal(got.Categories, want.Categories) || len(got.Colliders) != len(want.Colliders) {
			t.Fatalf("%d colliders, want %d; categories %q", len(got.Colliders), len(want.Colliders), got.Categories)
		}
		for i := range got.Colliders {
			g, w := got.Colliders[i], want.Colliders[i]
			samePlaces(t, &g, &w)
			w.Pieces, w.Polygons, w.Radii, w.Outline = g.Pieces, g.Polygons, g.Radii, nil
			w.Bounds, w.Area, w.Centroid, w.Source = g.Bounds, 0, export.Vec{}, nil
			properties := map[string]any{}
			for _, key := range slices.Sorted(maps.Keys(w.Properties)) {
				properties[withoutZeros(key)] = w.Properties[key]
			}
			w.Properties = properties
			if float32(w.Mass) == 0 {
				w.Center = nil
			}
			closed := g.Shape.Closed
			g.Shape, w.Shape = colliders.Shape{Kind: g.Shape.Kind, OneSided: g.Shape.OneSided},
				colliders.Shape{Kind: w.Shape.Kind, OneSided: w.Shape.OneSided}
			if closed && g.Shape.Kind != colliders.Chain {
				t.Fatalf("%s is closed", g.ID)
			}
			if p := w.Path; p != nil {
				w.Path = &colliders.Path{Loop: p.Loop, Turn: p.Turn, Keys: p.Keys, Ease: colliders.Linear}
				if w.Path.Loop == "" {
					w.Path.Loop = colliders.BackAndForth
				}
			}
			if diff := cmp.Diff(w, g, values); diff != "" {
				t.Fatalf("collider %s differs (-JSON +compact):\n%s", g.ID, diff)
			}
		}
	})
}

// withoutZeros returns a text as the compact form holds it.
func withoutZeros(s string) string { return strings.ReplaceAll(s, "\x00", "\uFFFD") }

// samePlaces checks that a collider of a compact file has the shape of the JSON file.
func samePlaces(t rapid.TB, g, w *colliders.Collider) {
	t.Helper()
	size := max(math.Abs(w.Bounds.Min.X), math.Abs(w.Bounds.Min.Y), math.Abs(w.Bounds.Max.X), math.Abs(w.Bounds.Max.Y),
		math.Abs(w.Position.X), math.Abs(w.Position.Y))
	for _, p := range w.Polygons {
		box := collision.BoundsOf(p)
		size = max(size, math.Abs(box.Min.X), math.Abs(box.Min.Y), math.Abs(box.Max.X), math.Abs(box.Max.Y))
	}
	slack := float64(size*1e-6) + 1e-6
	isSame := func(what string, a, b []export.Vec) {
		if len(a) != len(b) {
			t.Fatalf("%s of %s has %d vertices, want %d", what, w.ID, len(a), len(b))
		}
		for i, v := range a {
			if v.Dist(b[i]) > slack {
				t.Fatalf("%s of %s: vertex %d is %v, want %v", what, w.ID, i, v, b[i])
			}
		}
	}
	isExact := !slices.ContainsFunc(w.Pieces, func(p colliders.Piece) bool { return len(p.Vertices) > 2 })
	switch {
	case isExact && g.Polygons != nil:
		t.Fatalf("%s has polygons beside exact pieces", w.ID)
	case isExact && w.Shape.Kind == colliders.Chain && w.Shape.Radius == 0:
		isSame("the line", lineOf(g), lineOf(w))
	case isExact:
		for i, p := range w.Pieces {
			isSame("a piece", g.Pieces[i].Vertices, p.Vertices)
			if r := g.Pieces[i].Radius; math.Abs(r-p.Radius) > 1e-6*p.Radius+1e-30 {
				t.Fatalf("the radius of %s is %g, want %g", w.ID, r, p.Radius)
			}
		}
	case len(g.Polygons) > len(w.Polygons) || len(g.Polygons) == 0:
		t.Fatalf("%s has %d polygons, want %d", w.ID, len(g.Polygons), len(w.Polygons))
	default:
		at := 0
		for i, p := range g.Polygons {
			for at < len(w.Polygons) && !nearly(p, w.Polygons[at], slack) { // some are too thin for float32
				at++
			}
			if at == len(w.Polygons) {
				t.Fatalf("polygon %d of %s is not in the JSON file: %v", i, w.ID, p)
			}
			if w.Radii != nil && g.Radii != nil && math.Abs(g.Radii[i]-w.Radii[at]) > 1e-6*w.Radii[at]+1e-30 {
				t.Fatalf("the radii of %s are %v, want %v", w.ID, g.Radii, w.Radii)
			}
			at++
		}
		covered := collision.EmptyAABB()
		for _, p := range g.Pieces {
			covered = covered.Union(collision.BoundsOf(p.Vertices).Grow(p.Radius))
		}
		if off := covered.Min.Dist(w.Bounds.Min) + covered.Max.Dist(w.Bounds.Max); off > 2+slack {
			t.Fatalf("the pieces of %s cover %v, want %v", w.ID, covered, w.Bounds)
		}
	}
}

// nearly reports whether every vertex of a polygon is near one of another.
func nearly(a, b []export.Vec, slack float64) bool {
	for _, v := range a {
		if !slices.ContainsFunc(b, func(w export.Vec) bool { return v.Dist(w) <= slack }) {
			return false
		}
	}
	return true
}

// lineOf returns the vertices of a line in the order of its direction.
func lineOf(c *colliders.Collider) (line []export.Vec) {
	pieces := slices.Clone(c.Pieces)
	if n := len(pieces); n > 1 && pieces[0].Vertices[0] == pieces[1].Vertices[len(pieces[1].Vertices)-1] &&
		pieces[0].Vertices[len(pieces[0].Vertices)-1] != pieces[1].Vertices[0] {
		slices.Reverse(pieces)
	}
	for i, p := range pieces {
		if i == 0 {
			line = append(line, p.Vertices[0])
		}
		line = append(line, p.Vertices[len(p.Vertices)-1])
	}
	return line
}

// Any level can be written in the compact form, and loads.
func TestCompactOfExtremes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc := anyMachinery(t)
		data, report := exportedTo(t, export.FCOL(), doc, export.Options{Form: export.Form{
			Metres: rapid.Bool().Draw(t, "metres"),
		}})
		f, err := colliders.Load(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%v; losses %v", err, report.Losses)
		}
		if _, err := f.World(); err != nil {
			t.Fatal(err)
		}
		if _, err := export.Document(f, nil); err == nil {
			t.Fatal("a compact file became a level")
		}
	})
}

// What the form cannot hold is listed.
func TestCompactLosses(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte(`fillet: 2
name: "zero\0"
layers:
  - id: l1
    name: things
    colliders:
      - {id: c1, name: heavy, kind: box, size: [4, 4], density: 1e300}
      - {id: c2, name: dust, kind: polygon, points: [[999999, 0], [999999.001, 0], [999999, 0.001]]}
`), "losses")
	if err != nil {
		t.Fatal(err)
	}
	data, report := exportedTo(t, export.FCOL(), doc, export.Options{})
	var got []string
	for _, l := range report.Losses {
		got = append(got, fmt.Sprintf("%s: %s", l.Kind, l))
	}
	want := []string{
		"values: a zero character in a text is replaced",
		"values: collider c1 (heavy): a number beyond 3.4e38 is limited to it",
		"shape: collider c2 (dust): " + string(colliders.LostShape),
	}
	if !slices.Equal(got, want) {
		t.Errorf("the losses are %q, want %q", got, want)
	}
	f, err := colliders.Load(bytes.NewReader(data))
	if err != nil || len(f.Colliders) != 2 || f.Colliders[0].Density != math.MaxFloat32 || f.Level.Name != "zero\uFFFD" {
		t.Errorf("the file is %+v: %v", f, err)
	}
}

// The form has no variants that a reader would have to know.
func TestCompactForms(t *testing.T) {
	t.Parallel()
	for _, form := range []export.Form{{Version: 1}, {InLevel: true}} {
		var b bytes.Buffer
		_, err := export.FCOL().Export(context.Background(), someLevel(t).Snapshot(), export.Options{Form: form}, &b)
		if err == nil || b.Len() > 0 {
			t.Errorf("%+v: %d bytes, error %v", form, b.Len(), err)
		}
	}
}

// The pose on a path by its keys is the same from both forms.
func TestCompactPaths(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte(`fillet: 2
name: lifts
layers:
  - id: l1
    name: things
    colliders:
      - {id: c1, name: lift, kind: box, size: [40, 8], position: [200, 250], body: kinematic, path: {points: [[0, 0], [0, -150], [80, -150]], time: 3, ease: smooth, loop: loop, wait: 0.2, phase: 0.3}}
      - {id: c2, name: wheel, kind: box, size: [60, 6], position: [320, 100], angle: 30, body: kinematic, path: {turn: -45}}
      - {id: c3, name: gate, kind: box, size: [6, 60], position: [360, 250], body: kinematic, path: {points: [[0, 0], [0, -60]], loop: once}}
      - {id: c4, name: saw, kind: box, size: [30, 8], position: [500, 50], body: kinematic, path: {points: [[0, 0], [100, 0]], speed: 60, turn: 20}}
`), "lifts")
	if err != nil {
		t.Fatal(err)
	}
	compact, native := compacted(t, doc, export.Options{})
	for i := range native.Colliders {
		path, err := native.Colliders[i].Moving()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := compact.Colliders[i].Moving(); (err == nil) != (compact.Colliders[i].Path.Keys == nil) {
			t.Errorf("the path of %s: %v", compact.Colliders[i].Name, err)
		}
		for at := 0.0; at < 9; at += 0.0371 {
			pose, want := compact.Colliders[i].Pose(at), path.At(at)
			off := math.Remainder(pose.Angle*math.Pi/180-want.Q.Angle(), 2*math.Pi)
			if pose.Position.Dist(want.P) > 0.1 || math.Abs(off) > 0.005 {
				t.Errorf("%s is at %v after %g s, want %v", compact.Colliders[i].Name, pose, at, want.P)
			}
		}
	}
}
