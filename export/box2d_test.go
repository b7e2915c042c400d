package export_test

import (
	"encoding/json"
	"math"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"

	"pgregory.net/rapid"
)

// The template function box2d keeps within Box2D's limits for any level: polygons have at most eight vertices, which
// are not too close together, and the area of the shape in total. Everything that is left out is listed.
func TestTemplateBox2D(t *testing.T) {
	t.Parallel()
	e, err := export.NewTemplate("box2d.json.tmpl",
		`[{{range $i, $c := .Colliders}}{{if $i}}, {{end}}{{json (box2d $c)}}{{end}}]`)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		doc := anyLevel(t)
		data, report := exportedTo(t, e, doc, export.Options{Tolerance: 0.05})
		var bodies []export.Box2DBody
		if err := json.Unmarshal(data, &bodies); err != nil {
			t.Fatal(err)
		}
		lost := map[level.ID]bool{}
		for _, l := range report.Losses {
			for _, id := range l.Colliders {
				lost[id] = lost[id] || l.Kind == export.LossShape
			}
		}
		slop := 0.005 * doc.Settings().PixelsPerMetre
		i := 0
		for c := range doc.Colliders() {
			b := bodies[i]
			i++
			if b.Category > math.MaxUint16 || b.Mask > math.MaxUint16 || b.Group > math.MaxInt16 ||
				b.Group < math.MinInt16 {
				t.Fatalf("%v has the filter %d, %d, %d", c.ID, b.Category, b.Mask, b.Group)
			}
			area := 0.0
			for _, s := range b.Shapes {
				closed := s.Kind == "polygon" || s.Kind == "loop"
				for k, v := range s.Vertices {
					if next := (k + 1) % len(s.Vertices); (next > 0 || closed) && v.Dist(s.Vertices[next]) <= slop {
						t.Fatalf("%v has the vertices %v and %v in a %s", c.ID, v, s.Vertices[next], s.Kind)
					}
				}
				switch n := len(s.Vertices); s.Kind {
				case "circle":
					area += math.Pi * s.Radius * s.Radius
				case "polygon":
					if n < 3 || n > 8 {
						t.Fatalf("%v has a polygon of %d vertices", c.ID, n)
					}
					part := areaOf(s.Vertices)
					if area += part; part <= 0 {
						t.Fatalf("%v has a polygon of %v square pixels: %v", c.ID, part, s.Vertices)
					}
				case "chain", "loop":
					if n < 2 || s.Kind == "loop" && n < 3 {
						t.Fatalf("%v has a %s of %d points", c.ID, s.Kind, n)
					}
				default:
					t.Fatalf("%v has a %q", c.ID, s.Kind)
				}
			}
			want, slack := 0.0, 1e-6
			for _, p := range doc.Baked(c.ID).Pieces {
				want += p.Mass(1).Area
				box := p.Bounds(collision.Identity()).Size()
				slack += 2 * (box.X + box.Y) * (0.05 + 1.001*slop)
			}
			if math.Abs(area-want) > slack+1e-9*want && !lost[c.ID] {
				t.Fatalf("%v has shapes of %v square pixels, want %v", c.ID, area, want)
			}
			if mass := doc.Baked(c.ID).Mass().Area * c.Density / doc.Settings().PixelsPerMetre /
				doc.Settings().PixelsPerMetre; c.Body == level.Dynamic && math.Abs(b.Mass-mass) > 1e-9*mass {
				t.Fatalf("%v has the mass %v, want %v", c.ID, b.Mass, mass)
			}
		}
	})
}

// A capsule with any positive radius becomes a polygon; only a shape without a radius becomes a line.
func TestBox2DCapsulesAreNotLines(t *testing.T) {
	t.Parallel()
	e, err := export.NewTemplate("box2d.json.tmpl", `{{json (box2d (index .Colliders 0))}}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []float64{0.75, 1, 1.5} {
		doc, err := level.NewDocument(level.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		c := level.NewCollider(1, 1, "", level.Shape{Kind: level.Capsule, Points: []level.Vec{{}, {X: 40}}, Radius: r},
			level.Vec{})
		if err := doc.Apply(level.Diff{
			Layers:    []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Order: 1})},
			Colliders: []level.Change[level.Collider]{level.Added(c)},
		}); err != nil {
			t.Fatal(err)
		}
		data, _ := exportedTo(t, e, doc, export.Options{Tolerance: 0.01})
		var b export.Box2DBody
		if err := json.Unmarshal(data, &b); err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, s := range b.Shapes {
			if s.Kind != "polygon" {
				t.Errorf("radius %v: a %s", r, s.Kind)
			}
			sum += areaOf(s.Vertices)
		}
		if want := 80*r + math.Pi*r*r; math.Abs(sum-want) > 1 {
			t.Errorf("radius %v: %v square pixels, want %v", r, sum, want)
		}
	}
}

// A polygon with many corners is cut into as few parts as possible, and no part is a sliver.
func TestBox2DPolygonsAreNotSlivers(t *testing.T) {
	t.Parallel()
	e, err := export.NewTemplate("box2d.json.tmpl", `{{json (box2d (index .Colliders 0))}}`)
	if err != nil {
		t.Fatal(err)
	}
	for n := 3; n <= 60; n++ {
		doc, err := level.NewDocument(level.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		var ps []level.Vec
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			ps = append(ps, level.Vec{X: 100 * cos, Y: 100 * sin})
		}
		c := level.NewCollider(1, 1, "", level.Shape{Kind: level.Polygon, Points: ps, Rounding: level.Inset},
			level.Vec{})
		if err := doc.Apply(level.Diff{
			Layers:    []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Order: 1})},
			Colliders: []level.Change[level.Collider]{level.Added(c)},
		}); err != nil {
			t.Fatal(err)
		}
		data, report := exportedTo(t, e, doc, export.Options{})
		var b export.Box2DBody
		if err := json.Unmarshal(data, &b); err != nil {
			t.Fatal(err)
		}
		if want := max(1, int(math.Ceil(float64(n-2)/6))); len(b.Shapes) != want || len(report.Losses) > 0 {
			t.Errorf("%d corners become %d polygons, want %d; losses are %v", n, len(b.Shapes), want, report.Losses)
		}
		sum, least := 0.0, math.Inf(1)
		for _, s := range b.Shapes {
			sum, least = sum+areaOf(s.Vertices), min(least, areaOf(s.Vertices))
		}
		if total := areaOf(ps); math.Abs(sum-total) > 1e-6*total || least < total/float64(20*len(b.Shapes)) {
			t.Errorf("%d corners: %d polygons of %v square pixels, the smallest of %v; want %v", n, len(b.Shapes),
				sum, least, total)
		}
	}
}

func areaOf(vs []collision.Vec) float64 {
	sum := 0.0
	for i, v := range vs {
		sum += v.Cross(vs[(i+1)%len(vs)]) / 2
	}
	return sum
}
