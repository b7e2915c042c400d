package testkit

import (
	"math"
	"testing"

	"fillet/editor/level"

	"pgregory.net/rapid"
)

// EmptyLevel returns a document with one empty layer and consecutive ids.
func EmptyLevel(t testing.TB) *level.Document {
	t.Helper()
	return newLevel(t, CountingIDs())
}

// NewLevel returns a document with one empty layer and random ids.
func NewLevel(t testing.TB) *level.Document {
	t.Helper()
	return newLevel(t, nil)
}

// CountingIDs returns a source of the ids 1, 2, … of each kind.
func CountingIDs() level.IDSource {
	next := map[byte]uint64{}
	return func(letter byte) uint64 {
		next[letter]++
		return next[letter]
	}
}

func newLevel(t testing.TB, ids level.IDSource) *level.Document {
	t.Helper()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	if ids != nil {
		doc.UseIDs(ids)
	}
	l := &level.Layer{ID: doc.NewLayerID(), Name: "layer", Order: 1}
	if err := doc.Apply(level.Diff{Layers: []level.Change[level.Layer]{level.Added(l)}}); err != nil {
		t.Fatal(err)
	}
	return doc
}

// AnyIDs returns a source of ids that are either consecutive or random.
func AnyIDs(t *rapid.T) level.IDSource {
	random := rapid.Bool().Draw(t, "random ids")
	next := CountingIDs()
	return func(letter byte) uint64 {
		if random {
			n, err := level.ParseID("c" + rapid.StringMatching(`[a-z][a-z2-7]{7}`).Draw(t, "id"))
			if err != nil {
				t.Fatal(err)
			}
			return uint64(n)
		}
		return next(letter)
	}
}

// ParseLevel parses a level file.
func ParseLevel(t testing.TB, text string) *level.Document {
	t.Helper()
	doc, err := level.Parse([]byte(text), "test")
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// DrawShape returns a random valid shape of any kind.
func DrawShape(t *rapid.T) level.Shape {
	r := rapid.Float64Range(0.5, 100).Draw(t, "r")
	switch rapid.SampledFrom(level.Kinds).Draw(t, "kind") {
	case level.Polygon:
		// a star-shaped outline: one point at each of several angles
		n := rapid.IntRange(3, 9).Draw(t, "n")
		s := level.Shape{Kind: level.Polygon, Rounding: rapid.SampledFrom([]level.Rounding{
			level.Inset,
			level.Outset,
		}).Draw(t, "rounding")}
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			d := rapid.Float64Range(20, 100).Draw(t, "d")
			s.Points = append(s.Points, level.Vec{X: cos * d, Y: sin * d})
		}
		if rapid.Bool().Draw(t, "hole") {
			s.Holes = rapid.SampledFrom([][][]level.Vec{
				{{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 0, Y: 2}}},
				{
					{{X: -6, Y: -4}, {X: -6, Y: 4}, {X: -1, Y: 4}, {X: -1, Y: -4}},
					{{X: 1, Y: 0}, {X: 4, Y: -2}, {X: 3, Y: 5}},
				},
			}).Draw(t, "holes")
		}
		s.Radius = rapid.SampledFrom([]float64{0, 0.125, 0.5}).Draw(t, "radius")
		return drawDetail(t, s.Clamped())
	case level.Box:
		return drawDetail(t, level.Shape{
			Kind: level.Box, Size: level.Vec{X: 2 * r, Y: r}, Radius: r / 4,
			Rounding: level.Inset,
		})
	case level.Circle:
		return level.Shape{Kind: level.Circle, Radius: r}
	case level.Capsule:
		return level.Shape{Kind: level.Capsule, Points: []level.Vec{{X: -r}, {X: r, Y: 1}}, Radius: r}
	case level.Chain:
		return drawDetail(t, level.Shape{
			Kind: level.Chain, Points: []level.Vec{{X: -r}, {X: r}, {Y: r}},
			Closed: rapid.Bool().Draw(t, "closed"), OneSided: rapid.Bool().Draw(t, "one-sided"),
			Radius: rapid.SampledFrom([]float64{0, 2}).Draw(t, "thick"),
		})
	default:
		return level.Shape{Kind: level.Point}
	}
}

// drawDetail gives corners and edges of about half of the shapes their own radii, chamfers or curves, if the result is
// valid.
func drawDetail(t *rapid.T, s level.Shape) level.Shape {
	what := rapid.IntRange(0, 7).Draw(t, "details")
	if what > 3 {
		return s
	}
	n, outer := s.NumberOfCorners(), len(s.Loop(0))
	var d level.Detail
	if what != 1 {
		for i := range n {
			radii := []float64{level.AsShape, 0, 0.25, 2, 7.5, 30}
			if i >= outer { // holes are small
				radii = []float64{level.AsShape, 0, 0.25, 1}
			}
			d.Radii = append(d.Radii, rapid.SampledFrom(radii).Draw(t, "own radius"))
		}
	}
	if what >= 2 {
		for i := range n {
			chamfers := []float64{0, 0, 0.5, 6}
			if i >= outer {
				chamfers = []float64{0, 0, 0.25}
			}
			d.Chamfers = append(d.Chamfers, rapid.SampledFrom(chamfers).Draw(t, "chamfer"))
		}
	}
	if what <= 1 && s.Kind != level.Box {
		for i := range s.Edges() {
			a, b := s.EdgeEnds(i)
			part := rapid.SampledFrom([]float64{0, 0, 0.05, -0.05, 0.2, -0.2}).Draw(t, "bend")
			switch {
			case part == 0:
			case rapid.Bool().Draw(t, "cubic"):
				top := level.ArcTop(a, b, part*a.Dist(b))
				d.Curves = append(d.Curves, level.Curve{Edge: i, Cubic: [2]level.Vec{
					a.Lerp(top, 0.8),
					b.Lerp(top, 0.6),
				}})
			default:
				d.Curves = append(d.Curves, level.Curve{Edge: i, Arc: part * a.Dist(b)})
			}
		}
	}
	own := s.WithDetail(d).Clamped()
	if _, err := own.Bake(); err != nil {
		return s
	}
	return own
}
