package importers

import (
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

func loop(xy ...float64) (out []level.Vec) {
	for i := 0; i < len(xy); i += 2 {
		out = append(out, level.Vec{X: xy[i], Y: xy[i+1]})
	}
	return out
}

// build imports shapes as one layer.
func build(t *testing.T, shapes ...level.Shape) *Result {
	t.Helper()
	b, err := NewBuilder(&Source{Path: "x.test"}, *level.DefaultSettings(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Layer("walls", "", level.LayerPlace{Layer: "walls"}); err != nil {
		t.Fatal(err)
	}
	for _, s := range shapes {
		if _, err := b.Add("wall", s, level.Vec{X: 10, Y: 20}, level.Source{ID: "1"}); err != nil {
			t.Fatal(err)
		}
	}
	r, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestOutlinesAreRepaired(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		points []level.Vec
		want   [][]level.Vec
		says   string // the only issue; empty for none
		as     Severity
	}{
		{"valid", loop(0, 0, 32, 0, 32, 32), [][]level.Vec{loop(0, 0, 32, 0, 32, 32)}, "", Note},
		{
			"repeated point", loop(0, 0, 32, 0, 32, 0, 32, 32, 0, 32),
			[][]level.Vec{loop(0, 0, 32, 0, 32, 32, 0, 32)},
			"one of its 5 points repeats another", Note,
		},
		{
			"first point repeated at the end", loop(0, 0, 32, 0, 32, 32, 0, 0, 0, 0),
			[][]level.Vec{loop(0, 0, 32, 0, 32, 32)},
			"2 of its 5 points repeat others", Note,
		},
		{"bow tie", loop(0, 0, 32, 32, 32, 0, 0, 32), [][]level.Vec{
			loop(0, 0, 16, 16, 0, 32),
			loop(16, 16, 32, 0, 32, 32),
		}, "it became the area that it encloses, in 2 parts", Note},
		{
			"star", loop(0, 24, 64, 24, 12, 62, 32, 0, 52, 62), nil, "it became the area that it encloses",
			Note,
		},
		{"there and back", loop(0, 0, 32, 0, 16, 0), [][]level.Vec{}, "was left out", Loss},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := build(t, level.Shape{Kind: level.Polygon, Points: tt.points, Rounding: level.Inset},
				level.Shape{Kind: level.Box, Size: level.Vec{X: 9, Y: 9}, Rounding: level.Inset})
			var got [][]level.Vec
			for c := range r.Document.Colliders() {
				if c.Shape.Kind == level.Polygon {
					got = append(got, c.Shape.Points)
					if c.Position != (level.Vec{X: 10, Y: 20}) || c.Name != "wall" ||
						c.Source.ID != [...]string{"1", "1.part2"}[len(got)-1] {
						t.Errorf("part %q at %v has source id %q", c.Name, c.Position, c.Source.ID)
					}
				}
			}
			if r.Document.Len() != len(got)+1 {
				t.Error("the box is missing")
			}
			if tt.want != nil && !sameLoops(got, tt.want) {
				t.Errorf("shape = %v, want %v", got, tt.want)
			}
			text := ""
			for _, i := range r.Issues {
				text += i.Message
				if i.Severity != tt.as {
					t.Errorf("%s is %v", i.Message, i.Severity)
				}
			}
			if (tt.says == "") != (text == "") || !strings.Contains(text, tt.says) {
				t.Errorf("issue = %q, want %q", text, tt.says)
			}
		})
	}
}

// sameLoops reports whether two lists hold the same loops, in any order and with any first points.
func sameLoops(a, b [][]level.Vec) bool {
	if len(a) != len(b) {
		return false
	}
	key := func(points []level.Vec) string {
		best := ""
		for i := range points {
			var s strings.Builder
			for j := range points {
				p := points[(i+j)%len(points)]
				s.WriteString(p.String())
			}
			if best == "" || s.String() < best {
				best = s.String()
			}
		}
		return best
	}
	keys := map[string]int{}
	for i := range a {
		keys[key(a[i])]++
		keys[key(b[i])]--
	}
	for _, n := range keys {
		if n != 0 {
			return false
		}
	}
	return true
}

// A self-crossing outline becomes valid shapes that cover exactly the points with a nonzero winding number.
func TestSelfCrossingOutlinesBecomeTheirArea(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var points []level.Vec
		for range rapid.IntRange(3, 12).Draw(rt, "points") {
			points = append(points, level.Vec{
				X: float64(rapid.IntRange(0, 12).Draw(rt, "x")) * 8,
				Y: float64(rapid.IntRange(0, 12).Draw(rt, "y")) * 8,
			})
		}
		r := build(t, level.Shape{Kind: level.Polygon, Points: points, Rounding: level.Inset})
		for range 20 {
			p := level.Vec{X: rapid.Float64Range(-4, 100).Draw(rt, "px"), Y: rapid.Float64Range(-4, 100).Draw(rt, "py")}
			turns, near := 0, false
			for i, a := range points {
				b := points[(i+1)%len(points)]
				side := b.Sub(a).Cross(p.Sub(a))
				near = near || distanceTo(a, b, p) < 1e-3
				switch {
				case a.Y <= p.Y && b.Y > p.Y && side > 0:
					turns++
				case a.Y > p.Y && b.Y <= p.Y && side < 0:
					turns--
				}
			}
			if near {
				continue
			}
			in := false
			for c := range r.Document.Colliders() {
				for _, s := range r.Document.Baked(c.ID).Pieces {
					in = in || collision.Overlap(s, c.Transform(), collision.Shape{},
						collision.NewTransform(p.Add(level.Vec{X: 10, Y: 20}), 0))
				}
			}
			if in != (turns != 0) {
				rt.Fatalf("%v: winding number %d, but the point is in the area: %v", p, turns, in)
			}
		}
	})
}

func distanceTo(a, b, p level.Vec) float64 {
	d := b.Sub(a)
	if d.LenSq() == 0 {
		return p.Dist(a)
	}
	return a.MulAdd(d, min(max(p.Sub(a).Dot(d)/d.LenSq(), 0), 1)).Dist(p)
}

func TestEqualRepairsAreReportedOnce(t *testing.T) {
	t.Parallel()
	twice := level.Shape{Kind: level.Polygon, Points: loop(0, 0, 32, 0, 32, 0, 32, 32), Rounding: level.Inset}
	bow := level.Shape{Kind: level.Polygon, Points: loop(0, 0, 32, 32, 32, 0, 0, 32), Rounding: level.Inset}
	r := build(t, twice, bow, twice, twice)
	if len(r.Issues) != 2 || !strings.Contains(r.Issues[0].Message,
		"one of its 4 points repeats another (3 with this name)") ||
		strings.Contains(r.Issues[1].Message, "with this name") {
		t.Errorf("issues are %v", r.Issues)
	}
}
