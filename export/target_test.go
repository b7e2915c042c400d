package export_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// targets returns the formats other than the native one.
func targets() []export.Exporter {
	return []export.Exporter{
		export.CP(), export.Resolv(), export.Go(), export.Tiled(), export.TiledWorld(), export.Godot(), export.Matter(),
		export.Rube(), export.SVG(),
	}
}

func exportedTo(
	t interface{ Fatal(...any) }, e export.Exporter, doc *level.Document, o export.Options,
) ([]byte, *export.Report) {
	var b bytes.Buffer
	report, err := e.Export(context.Background(), doc.Snapshot(), o, &b)
	if err != nil {
		t.Fatal(e.Name(), err)
	}
	return b.Bytes(), report
}

func TestTargetGoldens(t *testing.T) {
	t.Parallel()
	var losses bytes.Buffer
	for _, e := range targets() {
		got, report := exportedTo(t, e, someLevel(t), export.Options{})
		fmt.Fprintf(&losses, "%s:\n", e.Name())
		for _, l := range report.Losses {
			fmt.Fprintf(&losses, "  %s, %s: %v\n", l.Severity(), l.Kind, l)
		}
		name := "cavern" + e.Extension()
		if strings.HasSuffix(name, ".go") {
			name += "lden" // so that it is not compiled as part of this package
		}
		golden(t, name, got)
	}
	golden(t, "losses.txt", losses.Bytes())
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", path, diff)
	}
}

// For any level, each target writes valid syntax, and the same bytes every time.
func TestTargetsAreWellFormed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc := anyLevel(t)
		o := export.Options{
			Base:      rapid.String().Draw(t, "base"),
			Tolerance: rapid.SampledFrom([]float64{0, 0.01, 5}).Draw(t, "tolerance"),
		}
		for _, e := range targets() {
			data, report := exportedTo(t, e, doc, o)
			again, _ := exportedTo(t, e, doc, o)
			if !bytes.Equal(data, again) {
				t.Fatal(e.Name(), "two exports of one level differ")
			}
			for _, l := range report.Losses {
				if l.Message == "" {
					t.Fatal(e.Name(), "a loss without a message")
				}
				if !slices.Contains(export.LossKinds(), l.Kind) {
					t.Fatalf("%s: %v has the kind %q, which is not listed", e.Name(), l, l.Kind)
				}
				if one := len(l.Colliders) == 1 && l.Colliders[0] == l.Collider; one != (l.Collider != 0) {
					t.Fatalf("%s: %v is for %v and for %v", e.Name(), l, l.Collider, l.Colliders)
				}
			}
			if err := parses(e, data); err != nil {
				t.Fatalf("%s: %v\n%s", e.Name(), err, data)
			}
		}
	})
}

func parses(e export.Exporter, data []byte) error {
	switch ext := filepath.Ext(e.Extension()); ext {
	case ".go":
		_, err := parser.ParseFile(token.NewFileSet(), "x.go", data, parser.AllErrors)
		return err
	case ".json", ".tmj", ".world":
		var v map[string]any
		return json.Unmarshal(data, &v)
	case ".tscn":
		_, err := parseScene(string(data))
		return err
	case ".svg":
		d := xml.NewDecoder(bytes.NewReader(data))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("no test knows %s", ext)
	}
}

// The vertices that approximate an arc are on the arc, and no arc is farther from its chord than the tolerance.
func TestArcsStayWithinTheTolerance(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tolerance := rapid.SampledFrom([]float64{0.25, 0.05, 1, 3}).Draw(t, "tolerance")
		doc := anyLevel(t)
		data, _ := exportedTo(t, export.Matter(), doc, export.Options{Tolerance: tolerance})
		bodies := matterBodies(t, data)
		for c := range doc.Colliders() {
			polygons := bodies[c.ID.String()]
			i := 0
			for _, p := range doc.Baked(c.ID).Pieces {
				vertices := p.Vertices()
				for k, v := range vertices {
					vertices[k] = c.Transform().Apply(v)
				}
				// Far from the origin, both ends round to one point.
				_, err := colliders.Piece{Vertices: vertices, Radius: p.Radius()}.Shape()
				isCircle := len(vertices) == 1 || len(vertices) == 2 && err != nil
				if p.Radius() == 0 || isCircle {
					if p.Len() > 2 {
						i++
					}
					continue
				}
				outline := polygons[i]
				i++
				hull, err := collision.NewShape(outline, 0)
				if err != nil {
					t.Fatal(err)
				}
				at := c.Transform()
				for _, v := range outline {
					if _, d := p.Closest(at, v); math.Abs(d) > 1e-6 {
						t.Fatalf("%v: vertex %v is %g off the boundary", c.ID, v, d)
					}
				}
				for _, contour := range p.Boundary() {
					for _, v := range contour.Flatten(1e-4, nil) {
						v = at.Apply(v)
						if _, d := hull.Closest(collision.Identity(), v); d > tolerance+1e-6 {
							t.Fatalf("%v: the boundary at %v is %g off the polygon, more than %g", c.ID, v, d,
								tolerance)
						}
					}
				}
			}
		}
	})
}

type matterFile map[string]json.RawMessage

// matterBodies returns the polygons of each collider, by id.
func matterBodies(t interface{ Fatal(...any) }, data []byte) map[string][][]collision.Vec {
	var file matterFile
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	out := map[string][][]collision.Vec{}
	for name, raw := range file {
		if name == "generator_info" {
			continue
		}
		var b struct {
			Fixtures []struct{ Vertices [][]struct{ X, Y float64 } }
			Fillet   struct{ ID string }
		}
		if err := json.Unmarshal(raw, &b); err != nil {
			t.Fatal(err)
		}
		for _, f := range b.Fixtures {
			for _, poly := range f.Vertices {
				var vs []collision.Vec
				for _, v := range poly {
					vs = append(vs, collision.Vec{X: v.X, Y: v.Y})
				}
				out[b.Fillet.ID] = append(out[b.Fillet.ID], vs)
			}
		}
	}
	return out
}

// Phaser gets the correct mass, area and inertia of each body by summing over its fixtures and their parts. Parts
// override the values that Matter.js would compute incorrectly.
func TestMatterMass(t *testing.T) {
	t.Parallel()
	doc, err := level.Read(strings.NewReader(`fillet: 1
name: Yard
size: [320, 200]
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, name: crate, kind: box, size: [32, 16], position: [60, 100], angle: 30, body: dynamic, density: 0.5}
      - {id: c2, name: ball, kind: circle, radius: 8, position: [160, 80], body: dynamic, density: 2}
      - {id: c3, name: ell, kind: polygon, points: [[0, 0], [40, 0], [40, 20], [20, 20], [20, 40], [0, 40]], position: [200, 20], body: dynamic}
      - {id: c4, name: soft, kind: polygon, points: [[0, 0], [40, 0], [40, 20], [20, 20], [20, 40], [0, 40]], radius: 4, position: [20, 20], body: dynamic, density: 3}
      - {id: c5, name: floor, kind: box, size: [320, 40], position: [160, 180], density: 7}
      - {id: c6, name: lift, kind: box, size: [32, 4], position: [160, 140], body: kinematic}
      - {id: c7, name: zone, kind: box, size: [32, 32], position: [60, 60], role: trigger, body: dynamic, density: 4}
      - {id: c8, name: ghost, kind: box, size: [32, 32], position: [60, 60], body: dynamic, density: 0}
      - {id: c10, name: crumb, kind: box, size: [0.75, 0.5], position: [60, 20], body: dynamic}
      - {id: c9, name: ice, kind: box, size: [32, 32], position: [60, 60], friction: 0.1}
`), "yard.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	data, report := exportedTo(t, export.Matter(), doc, export.Options{})
	var file matterFile
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	type fixture struct {
		IsSensor               bool
		Density, Area, Inertia float64
		Vertices               [][]struct{ X, Y float64 }
		Circle                 *struct{ X, Y, Radius float64 }
	}
	for c := range doc.Colliders() {
		var b struct {
			IsStatic bool
			Fixtures []fixture
		}
		if err := json.Unmarshal(file[c.Name], &b); err != nil {
			t.Fatal(err)
		}
		var area, mass, inertia float64
		extra := false
		for _, f := range b.Fixtures {
			extra = extra || f.Area > 0 || f.Inertia > 0 && len(f.Vertices) == 1 // Matter.js sums over the parts
			var parts [][]collision.Vec
			for _, v := range f.Vertices {
				var p []collision.Vec
				for _, at := range v {
					p = append(p, collision.Vec{X: at.X, Y: at.Y})
				}
				parts = append(parts, p)
			}
			if f.Circle != nil { // 10 sides, like Matter.js's circles of this radius
				var p []collision.Vec
				for i := range 10 {
					sin, cos := math.Sincos((float64(i) + 0.5) * math.Pi / 5)
					p = append(p, collision.Vec{
						X: f.Circle.X + math.Round(1000*cos*f.Circle.Radius)/1000,
						Y: f.Circle.Y + math.Round(1000*sin*f.Circle.Radius)/1000,
					})
				}
				parts = append(parts, p)
			}
			for _, p := range parts {
				s, err := collision.NewShape(p, 0)
				if err != nil {
					t.Fatal(err)
				}
				m := s.Mass(1)
				mass += f.Density * m.Area
				if f.Area > 0 {
					m.Area = f.Area
				}
				area += m.Area
				if f.Inertia == 0 {
					f.Inertia = 4 * f.Density * m.Inertia // Matter.js multiplies by this factor
				}
				inertia += f.Inertia
			}
			if f.IsSensor != (c.Role == level.Trigger) {
				t.Errorf("%s has a fixture that is a sensor: %v", c.Name, f.IsSensor)
			}
		}
		want := doc.Baked(c.ID).Mass()
		near := func(what string, got, want float64) {
			if math.Abs(got/want-1) > 1e-8 {
				t.Errorf("%s has the %s %v, want %v", c.Name, what, got, want)
			}
		}
		switch {
		case c.Body != level.Dynamic:
			if !b.IsStatic || mass < 1e9 {
				t.Errorf("%s is static: %v, with a mass of %v", c.Name, b.IsStatic, mass)
			}
		case c.Density == 0:
			if b.Fixtures[0].Density != 0 {
				t.Errorf("%s has the density %v", c.Name, b.Fixtures[0].Density)
			}
		default:
			near("mass", mass, 0.001*c.Density*want.Area)
			near("area", area, want.Area)
			near("inertia", inertia, 4*0.001*c.Density*want.Inertia)
			if plain := c.Shape.Kind != level.Circle && c.Shape.Radius == 0; plain == extra ||
				plain && b.Fixtures[0].Density != c.Density*0.001 {
				t.Errorf("%s has the fixtures %+v", c.Name, b.Fixtures)
			}
		}
	}
	var lost []string
	for _, l := range report.Losses {
		if l.Severity() == export.SeverityLoss {
			lost = append(lost, fmt.Sprint(l.Label, " ", l.Kind))
		}
	}
	if want := []string{"lift body", "ghost mass", "ice material", " material"}; !slices.Equal(lost, want) {
		t.Errorf("losses are %q, want %q", lost, want)
	}
}

type rubeFile struct {
	Body []struct {
		Name     string
		Type     int
		Position struct{ X, Y float64 }
		Angle    float64
		Mass     float64 `json:"massData-mass"`
		Fixture  []struct {
			Polygon *struct{ Vertices struct{ X, Y []float64 } }
			Circle  *struct {
				Center struct{ X, Y float64 }
				Radius float64
			}
			Chain, Loop *struct{ Vertices struct{ X, Y []float64 } }
		}
		CustomProperties []struct{ Name, String string }
	}
}

// R.U.B.E. polygons follow Box2D's rules: convex, with 3 to 8 counterclockwise vertices, in metres with y up. The parts
// cover the area of the collider.
func TestRubePolygons(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc := anyLevel(t)
		metre := doc.Settings().PixelsPerMetre
		data, report := exportedTo(t, export.Rube(), doc, export.Options{})
		var file rubeFile
		if err := json.Unmarshal(data, &file); err != nil {
			t.Fatal(err)
		}
		leftOut := slices.ContainsFunc(report.Losses, func(l export.Loss) bool {
			return strings.Contains(l.Message, "left out")
		})
		i := 0
		for c := range doc.Colliders() {
			b := file.Body[i]
			i++
			at := collision.NewTransform(collision.Vec{X: b.Position.X, Y: b.Position.Y}, b.Angle)
			area, want, rim := 0.0, 0.0, 0.0
			for _, p := range doc.Baked(c.ID).Pieces {
				want += p.Mass(1).Area
				size := p.Bounds(collision.Identity()).Size()
				rim += 2 * (size.X + size.Y)
			}
			for _, f := range b.Fixture {
				if f.Circle != nil {
					area += math.Pi * f.Circle.Radius * f.Circle.Radius * metre * metre
				}
				if f.Polygon == nil {
					continue
				}
				xs, ys := f.Polygon.Vertices.X, f.Polygon.Vertices.Y
				if len(xs) < 3 || len(xs) > 8 || len(xs) != len(ys) {
					t.Fatalf("%v: a polygon of %d and %d", c.ID, len(xs), len(ys))
				}
				sum := 0.0
				for j := range xs {
					k, l := (j+1)%len(xs), (j+2)%len(xs)
					a, b2, c2 := collision.Vec{X: xs[j], Y: ys[j]}, collision.Vec{X: xs[k], Y: ys[k]},
						collision.Vec{X: xs[l], Y: ys[l]}
					if turn := b2.Sub(a).Cross(c2.Sub(b2)); turn < -1e-9 {
						t.Fatalf("%v: not convex and counter-clockwise at %v", c.ID, b2)
					}
					sum += a.Cross(b2) / 2
					p := at.Apply(a)
					p = collision.Vec{X: p.X * metre, Y: -p.Y * metre}
					if !covers(doc, c, p) {
						t.Fatalf("%v: vertex %v is outside the collider", c.ID, p)
					}
				}
				area += sum * metre * metre
			}
			// Along the rim, chords remove at most the tolerance, and welding at most Box2D's slop.
			if !leftOut && (area > want+1e-6*(1+want) || area < want-rim*(export.DefaultTolerance+0.005*metre)) {
				t.Fatalf("%v: the polygons' area is %g, want about %g", c.ID, area, want)
			}
		}
	})
}

func covers(doc *level.Document, c *level.Collider, p collision.Vec) bool {
	for _, s := range doc.Baked(c.ID).Pieces {
		if _, d := s.Closest(c.Transform(), p); d < 1e-4 {
			return true
		}
	}
	return false
}

// Tiled objects that are placed like in Tiled are the level's shapes.
func TestTiledPlacesObjects(t *testing.T) {
	t.Parallel()
	type object struct {
		Name                          string
		X, Y, Width, Height, Rotation float64
		Point, Ellipse, Capsule       bool
		Polygon, Polyline             []struct{ X, Y float64 }
		Properties                    []struct {
			Name  string
			Value any
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		doc := anyLevel(t)
		data, _ := exportedTo(t, export.Tiled(), doc, export.Options{Tolerance: 0.01})
		var m struct{ Layers []struct{ Objects []object } }
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
		bounds := map[string]collision.AABB{}
		for _, l := range m.Layers {
			for _, o := range l.Objects {
				at := collision.NewTransform(collision.Vec{X: o.X, Y: o.Y}.Add(doc.Settings().Origin),
					level.Degrees(o.Rotation).Radians())
				var points []collision.Vec
				radius := 0.0
				switch {
				case o.Ellipse:
					points, radius = []collision.Vec{{X: o.Width / 2, Y: o.Height / 2}}, o.Width/2
				case o.Capsule:
					radius = o.Height / 2
					points = []collision.Vec{{X: radius, Y: radius}, {X: o.Width - radius, Y: radius}}
				case o.Polygon != nil || o.Polyline != nil:
					for _, p := range append(o.Polygon, o.Polyline...) {
						points = append(points, collision.Vec{X: p.X, Y: p.Y})
					}
				default:
					points = []collision.Vec{{}, {X: o.Width}, {X: o.Width, Y: o.Height}, {Y: o.Height}}
				}
				for i, p := range points {
					points[i] = at.Apply(p)
				}
				id := fmt.Sprint(o.Properties[0].Value)
				b, ok := bounds[id]
				if !ok {
					b = collision.EmptyAABB()
				}
				bounds[id] = b.Union(collision.BoundsOf(points).Grow(radius))
			}
		}
		for c := range doc.Colliders() {
			want := collision.EmptyAABB()
			for _, p := range doc.Baked(c.ID).Pieces {
				want = want.Union(p.Bounds(c.Transform()))
			}
			if c.Shape.Kind == level.Point {
				want = collision.AABB{Min: c.Position, Max: c.Position}
			}
			got, ok := bounds[c.ID.String()]
			if !ok || got.Min.Dist(want.Min) > 0.02 || got.Max.Dist(want.Max) > 0.02 {
				t.Fatalf("%v is at %v in Tiled, want %v", c.ID, got, want)
			}
		}
	})
}

// Generated Go is in gofmt's format, including the file that the levels of a package share, which is the same for all
// levels.
func TestGoIsFormatted(t *testing.T) {
	t.Parallel()
	for _, e := range []export.Exporter{export.Go(), export.CP(), export.Resolv()} {
		var shared []export.Attachment
		rapid.Check(t, func(t *rapid.T) {
			doc := anyLevel(t)
			data, report := exportedTo(t, e, doc, export.Options{Base: "cavern"})
			if len(report.Files) > 0 {
				t.Fatalf("%s: a single level has %d further files", e.Name(), len(report.Files))
			}
			base := rapid.String().Draw(t, "base")
			inPackage, report := exportedTo(t, e, doc, export.Options{Base: base, Package: "levels"})
			if shared == nil {
				shared = report.Files
			}
			if len(shared) != 1 || !slices.EqualFunc(shared, report.Files, func(a, b export.Attachment) bool {
				return a.Name == b.Name && bytes.Equal(a.Data, b.Data)
			}) {
				t.Fatalf("%s: the shared files of two levels differ", e.Name())
			}
			for _, data := range [][]byte{data, inPackage, shared[0].Data} {
				want, err := format.Source(data)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(data, want) {
					t.Fatalf("%s: gofmt gives\n%s\nthe export is\n%s", e.Name(), want, data)
				}
			}
		})
	}
}

func TestTargetsAreCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, e := range targets() {
		if _, err := e.Export(ctx, someLevel(t).Snapshot(), export.Options{}, io.Discard); !errors.Is(err,
			context.Canceled) {
			t.Errorf("%s: a cancelled export returns %v", e.Name(), err)
		}
	}
}

func BenchmarkTargets10k(b *testing.B) {
	snap := manyColliders(b, 10_000).Snapshot()
	for _, e := range targets() {
		b.Run(e.Name(), func(b *testing.B) {
			for b.Loop() {
				if _, err := e.Export(context.Background(), snap, export.Options{}, io.Discard); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
