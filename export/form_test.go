package export_test

import (
	"bytes"
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"

	"pgregory.net/rapid"
)

// Files of version 1 have the same bytes as before version 2 existed.
func TestVersionOne(t *testing.T) {
	t.Parallel()
	for _, e := range syntaxes() {
		want, err := os.ReadFile(filepath.Join("testdata", "cavern.version1"+e.Extension()))
		if err != nil {
			t.Fatal(err)
		}
		got, _ := exportedTo(t, e, someLevel(t), export.Options{Form: export.Form{Version: 1}})
		if !bytes.Equal(got, want) {
			t.Errorf("the %s is\n%s\nwant\n%s", e.Name(), got, want)
		}
	}
}

func formed(t rapid.TB, doc *level.Document, o export.Options) *colliders.File {
	t.Helper()
	var b bytes.Buffer
	if _, err := export.JSON().Export(context.Background(), doc.Snapshot(), o, &b); err != nil {
		t.Fatal(err)
	}
	f, err := colliders.Load(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatalf("%v\n%s", err, b.Bytes())
	}
	return f
}

// signedArea returns the area of a loop, which is positive if it turns +x toward +y.
func signedArea(loop []export.Vec) (area float64) {
	for i := range loop {
		p, q := loop[i].Sub(loop[0]), loop[(i+1)%len(loop)].Sub(loop[0])
		area += p.Cross(q) / 2
	}
	return area
}

// In every form, polygons are convex, small and turn +x toward +y, outlines enclose the area of the collider, and values
// differ from the default form by units and axes alone.
func TestForms(t *testing.T) {
	t.Parallel()
	check := compiled(t)
	rapid.Check(t, func(t *rapid.T) {
		doc := anyLevel(t)
		o := export.Options{Tolerance: rapid.SampledFrom([]float64{0.05, 0.25, 1}).Draw(t, "tolerance")}
		form := export.Form{
			Polygons: rapid.IntRange(3, 12).Draw(t, "vertices"), KeepRadius: rapid.Bool().Draw(t, "radii"),
			InLevel: rapid.Bool().Draw(t, "in level"), Metres: rapid.Bool().Draw(t, "metres"),
			YUp: rapid.Bool().Draw(t, "up"),
		}
		plain := form
		plain.Metres, plain.YUp = false, false
		o.Form = plain
		want := formed(t, doc, o)
		o.Form = form
		got := formed(t, doc, o)
		var text bytes.Buffer
		if _, err := export.JSON().Export(context.Background(), doc.Snapshot(), o, &text); err != nil {
			t.Fatal(err)
		}
		if err := validates(check, text.Bytes()); err != nil {
			t.Fatal(err)
		}
		if _, err := export.Document(got, nil); (err != nil) != (form.Metres || form.YUp) {
			t.Fatalf("as a level: %v", err)
		}
		scale, flip := 1.0, 1.0
		if form.Metres {
			scale = 1 / doc.Settings().PixelsPerMetre
		}
		if form.YUp {
			flip = -1
		}
		near := func(what string, a, b, size float64) {
			if !(math.Abs(a-b) <= 1e-9*max(size, math.Abs(b))) {
				t.Fatalf("%s is %v, want %v", what, a, b)
			}
		}
		same := func(what string, a, b export.Vec) {
			near(what, a.X, b.X*scale, 1)
			near(what, a.Y, b.Y*scale*flip, 1)
		}
		if (got.Level.Frame == colliders.LevelFrame) != form.InLevel {
			t.Fatalf("the frame is %q", got.Level.Frame)
		}
		for i := range got.Colliders {
			g, w := &got.Colliders[i], &want.Colliders[i]
			same("position", g.Position, w.Position)
			same("centroid", g.Centroid, w.Centroid)
			near("area", g.Area, w.Area*scale*scale, 1)
			near("angle", g.Angle, w.Angle*flip, 1)
			near("mass", g.Mass, w.Mass, 1)
			checkShapes(t, w, form, o.Tolerance)
			for k, p := range g.Polygons {
				if a := signedArea(p); len(p) > 2 && a < 0 {
					t.Fatalf("polygon %d of %s turns the wrong way: area %g", k, g.ID, a)
				}
				for n, v := range w.Polygons[k] {
					if form.YUp {
						n = len(p) - 1 - n
					}
					same("a vertex", p[n], v)
				}
			}
		}
		for i, j := range got.Joints {
			same("an anchor", *j.LocalB, *want.Joints[i].LocalB)
		}
	})
}

// A level whose metres are tiny has no export in metres that could be read.
func TestTooFarInMetres(t *testing.T) {
	t.Parallel()
	doc := town(t)
	s := *doc.Settings()
	s.PixelsPerMetre = 1e-8
	if err := doc.Apply(level.Diff{Settings: level.Changed(doc.Settings(), &s)}); err != nil {
		t.Fatal(err)
	}
	o := export.Options{Form: export.Form{Metres: true}}
	_, err := export.JSON().Export(t.Context(), doc.Snapshot(), o, io.Discard)
	if want := "collider c1: too far out: use more pixels per metre, or the unit px"; err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
}

// checkShapes checks the polygons and the outline of a collider in pixels.
func checkShapes(t rapid.TB, c *colliders.Collider, form export.Form, tolerance float64) {
	isLine := c.Shape.Kind == colliders.Chain && c.Shape.Radius == 0
	if len(c.Pieces) == 0 || isLine {
		if c.Polygons != nil || c.Outline != nil {
			t.Fatalf("%s has polygons %v", c.ID, c.Polygons)
		}
		return
	}
	length := 0.0
	for _, p := range c.Pieces {
		for i, v := range p.Vertices {
			length += v.Dist(p.Vertices[(i+1)%len(p.Vertices)])
		}
		length += 2 * math.Pi * p.Radius
	}
	sum := 0.0
	for i, p := range c.Polygons {
		if len(p) > form.Polygons {
			t.Fatalf("polygon %d of %s has %d vertices, limit %d", i, c.ID, len(p), form.Polygons)
		}
		if form.KeepRadius {
			continue
		}
		if s, err := collision.NewShape(p, 0); err != nil || math.Abs(s.Mass(1).Mass-signedArea(p)) > 1e-4*length {
			t.Fatalf("polygon %d of %s is not convex: %v (%v)", i, c.ID, p, err)
		}
		sum += signedArea(p)
	}
	outline := 0.0
	for _, loop := range c.Outline {
		outline += signedArea(loop)
	}
	slack := 2*tolerance*length + 1e-3
	if isChain := c.Shape.Kind == colliders.Chain; !isChain && math.Abs(outline-c.Area) > slack {
		t.Fatalf("the outline of %s encloses %g, want %g", c.ID, outline, c.Area)
	}
	if !form.KeepRadius && sum < c.Area-slack {
		t.Fatalf("the polygons of %s cover %g, want %g", c.ID, sum, c.Area)
	}
}

// Linear interpolation of a path's keys gives the positions of the playtest.
func TestPathKeys(t *testing.T) {
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
      - {id: c4, name: bee, kind: box, size: [30, 8], position: [50, 50], angle: 10, body: kinematic, path: {points: [[0, 0], [100, 0], [50, 80]], speed: 60, loop: loop, follow: true}}
      - {id: c5, name: saw, kind: box, size: [30, 8], position: [500, 50], body: kinematic, path: {points: [[0, 0], [100, 0]], speed: 60, turn: 20}}
`), "lifts")
	if err != nil {
		t.Fatal(err)
	}
	f := formed(t, doc, export.Options{})
	for i := range f.Colliders {
		c := &f.Colliders[i]
		path, err := c.Moving()
		if err != nil {
			t.Fatal(err)
		}
		keys := c.Path.Keys
		if len(keys) == 0 {
			if c.Name != "wheel" {
				t.Errorf("%s has no keys", c.Name)
			}
			continue
		}
		end := keys[len(keys)-1].Time
		for at := 0.0; at < 9; at += 0.0371 {
			in := min(at, end)
			if c.Path.Loop != colliders.Once {
				in = math.Mod(at, end)
			}
			k := max(slices.IndexFunc(keys, func(k colliders.PathKey) bool { return k.Time > in }), 1)
			a, b := keys[k-1], keys[k]
			if in >= end {
				a, b = keys[len(keys)-2], keys[len(keys)-1]
			}
			part := 1.0
			if b.Time > a.Time {
				part = (in - a.Time) / (b.Time - a.Time)
			}
			state := path.At(at)
			turn := a.Angle + (b.Angle-a.Angle)*part + c.Path.Turn*at
			off := math.Remainder(turn*math.Pi/180-state.Q.Angle(), 2*math.Pi)
			if p := a.Position.Lerp(b.Position, part); p.Dist(state.P) > 0.1 || math.Abs(off) > 0.005 {
				t.Errorf("%s is at %v, turned by %g, after %g s, want %v and %g", c.Name, p, turn, at, state.P,
					state.Q.Angle()*180/math.Pi)
			}
		}
	}
}

// A body of several shapes has its mass once, with the centre in the frame of its first collider.
func TestMassOfABody(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte(`fillet: 2
name: hammer
pixels_per_metre: 10
playtest: {gravity: 250, damping: 0.5, friction_mix: minimum}
groups:
  - {id: g1, name: hammer, layer: l1, body: true}
layers:
  - id: l1
    name: things
    colliders:
      - {id: c1, group_of: g1, name: head, kind: box, size: [20, 10], position: [100, 100], angle: 90, body: dynamic}
      - {id: c2, group_of: g1, name: shaft, kind: box, size: [10, 20], position: [140, 100], body: dynamic}
      - {id: c3, name: floor, kind: box, size: [400, 10], position: [200, 300]}
`), "hammer")
	if err != nil {
		t.Fatal(err)
	}
	f := formed(t, doc, export.Options{Form: export.Form{YUp: true, Metres: true}})
	head, shaft, floor := f.Colliders[0], f.Colliders[1], f.Colliders[2]
	// Each part weighs 2 kg with 2/12·(1+4) kg m² about its own centre, 2 m from the common centre.
	if head.Mass != 4 || math.Abs(head.Inertia-(2*10.0/12+4*4)) > 1e-9 {
		t.Errorf("the hammer has the mass %g and the inertia %g", head.Mass, head.Inertia)
	}
	// The common centre is 2 m to the right of the head, which is turned by 90 degrees: with y up, its x axis points
	// down and its y axis points right.
	if head.Center == nil || head.Center.Dist(export.Vec{Y: 2}) > 1e-9 {
		t.Errorf("its centre is at %v", head.Center)
	}
	if shaft.Mass != 0 || shaft.Center != nil || floor.Mass != 0 {
		t.Errorf("the mass is there again: %g, %g", shaft.Mass, floor.Mass)
	}
	if box := collision.BoundsOf(shaft.Outline[0]); box.Center().Dist(export.Vec{Y: 4}) > 1e-9 {
		t.Errorf("the shaft is at %v in the body's frame", box)
	}
	l := f.Level
	if l.Y != colliders.Up || l.Units != colliders.Metres || l.Gravity != (export.Vec{Y: -25}) || l.Damping != 0.5 ||
		l.FrictionMix != dynamics.MinimumMix || l.RestitutionMix != dynamics.MaximumMix {
		t.Errorf("the level is %+v", l)
	}
	if _, err := export.Document(f, nil); err == nil || !strings.Contains(err.Error(), "pixels") {
		t.Errorf("a file in metres as a level: %v", err)
	}
}
