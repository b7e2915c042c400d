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

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// targets are the formats that are not the native one.
func targets() []export.Exporter {
	return []export.Exporter{
		export.CP(), export.Resolv(), export.Go(), export.Tiled(), export.Godot(), export.Matter(), export.Rube(), export.SVG(),
	}
}

func exportedTo(t interface{ Fatal(...any) }, e export.Exporter, doc *level.Document, o export.Options) ([]byte, *export.Report) {
	var b bytes.Buffer
	report, err := e.Export(context.Background(), doc.Snapshot(), o, &b)
	if err != nil {
		t.Fatal(e.Name(), err)
	}
	return b.Bytes(), report
}

func TestTargetGoldens(t *testing.T) {
	var losses bytes.Buffer
	for _, e := range targets() {
		got, report := exportedTo(t, e, someLevel(t), export.Options{})
		fmt.Fprintf(&losses, "%s:\n", e.Name())
		for _, l := range report.Losses {
			fmt.Fprintf(&losses, "  %v\n", l)
		}
		name := "cavern" + e.Extension()
		if strings.HasSuffix(name, ".go") {
			name += "lden" // no part of this package
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

// Whatever the level is, each target writes a file of its own syntax, and the same one every time.
func TestTargetsAreWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := anyLevel(t)
		o := export.Options{Base: rapid.String().Draw(t, "base"), Tolerance: rapid.SampledFrom([]float64{0, 0.01, 5}).Draw(t, "tolerance")}
		for _, e := range targets() {
			data, report := exportedTo(t, e, doc, o)
			again, _ := exportedTo(t, e, doc, o)
			if !bytes.Equal(data, again) {
				t.Fatal(e.Name(), "two exports of one level differ")
			}
			for _, l := range report.Losses {
				if l.Message == "" {
					t.Fatal(e.Name(), "a loss without a word")
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
	case ".json", ".tmj":
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

// The vertices that stand for arcs lie on them, and no arc is farther from its chord than the tolerance.
func TestArcsStayWithinTheTolerance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tolerance := rapid.SampledFrom([]float64{0.25, 0.05, 1, 3}).Draw(t, "tolerance")
		doc := anyLevel(t)
		data, _ := exportedTo(t, export.Matter(), doc, export.Options{Tolerance: tolerance})
		bodies := matterBodies(t, data)
		for c := range doc.Colliders() {
			polygons := bodies[c.ID.String()]
			i := 0
			for _, p := range doc.Baked(c.ID).Pieces {
				if p.Radius() == 0 || p.Len() == 1 {
					if p.Len() > 2 {
						i++
					}
					continue
				}
				outline := polygons[i]
				i++
				hull, err := collision.New(outline, 0)
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
							t.Fatalf("%v: the boundary at %v is %g off the polygon, more than %g", c.ID, v, d, tolerance)
						}
					}
				}
			}
		}
	})
}

type matterFile map[string]json.RawMessage

// matterBodies is the polygons of each collider, by its id.
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

// Box2D's rules hold: 3 to 8 vertices, convex, counter-clockwise, in metres with y up; and the parts cover what the
// collider covers.
func TestRubePolygons(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := anyLevel(t)
		metre := doc.Settings().PixelsPerMetre
		data, report := exportedTo(t, export.Rube(), doc, export.Options{})
		var file rubeFile
		if err := json.Unmarshal(data, &file); err != nil {
			t.Fatal(err)
		}
		leftOut := slices.ContainsFunc(report.Losses, func(l export.Loss) bool { return strings.Contains(l.Message, "left out") })
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
					a, b2, c2 := collision.Vec{X: xs[j], Y: ys[j]}, collision.Vec{X: xs[k], Y: ys[k]}, collision.Vec{X: xs[l], Y: ys[l]}
					if turn := b2.Sub(a).Cross(c2.Sub(b2)); turn < -1e-9 {
						t.Fatalf("%v: not convex and counter-clockwise at %v", c.ID, b2)
					}
					sum += a.Cross(b2) / 2
					p := at.Apply(a)
					p = collision.Vec{X: p.X * metre, Y: -p.Y * metre}
					if !covers(doc, c, p) {
						t.Fatalf("%v: vertex %v lies outside of the collider", c.ID, p)
					}
				}
				area += sum * metre * metre
			}
			// Chords take at most the tolerance off along the rim, and welding at most Box2D's slop.
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

// Tiled objects, placed as Tiled places them, are the level's shapes.
func TestTiledPlacesObjects(t *testing.T) {
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
				at := collision.NewTransform(collision.Vec{X: o.X, Y: o.Y}.Add(doc.Settings().Origin), level.Degrees(o.Rotation).Radians())
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

// Generated Go stands as gofmt would have it.
func TestGoIsFormatted(t *testing.T) {
	for _, e := range []export.Exporter{export.Go(), export.CP(), export.Resolv()} {
		rapid.Check(t, func(t *rapid.T) {
			data, _ := exportedTo(t, e, anyLevel(t), export.Options{Base: "cavern"})
			want, err := format.Source(data)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(data, want) {
				t.Fatalf("%s: formatted, it would be\n%s\nit is\n%s", e.Name(), want, data)
			}
		})
	}
}

func TestTargetsAreCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, e := range targets() {
		if _, err := e.Export(ctx, someLevel(t).Snapshot(), export.Options{}, io.Discard); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: a cancelled export says %v", e.Name(), err)
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
