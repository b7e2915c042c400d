package level_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"fillet/editor/level"

	"pgregory.net/rapid"
)

// Invalid details of a shape are rejected with their line, and quickly.
func TestInvalidDetailsAreRejected(t *testing.T) {
	many := strings.TrimSuffix(strings.Repeat("1, ", 200_000), ", ")
	for text, want := range map[string]string{
		"radii: [1, 2, 3]":       "3 radii for 4 corners",
		"radii: [1, 2, 3, 4, ~]": "5 radii for 4 corners",
		"holes: [[[9, 9], [12, 9], [9, 12]]]\n        radii: [1, 2, 3, 4, 5]": "5 radii for 4 corners, or 7 " +
			"with the holes",
		"holes: [[[9, 9], [12, 9], [9, 12]]]\n        curves: [{edge: 7, arc: 1}]": "there is no edge 7 to bend: " +
			"the edges are 0 to 6",
		"holes: [[[9, 9], [12, 9], [9, 12]]]\n        curves: [{edge: 5, arc: 40}]": "crosses",
		"holes: [[[9, 9], [12, 9], [9, 12]]]\n        radii: [~, ~, ~, ~, 4, ~, ~]": "hole 1: radius of corner 0 at " +
			"(9, 9) is too large: the largest that fits is 3",
		"radii: [1, 2, 3, -1]":       "-1",
		"radii: [1, 2, 3, .nan]":     "not a finite number",
		"radii: [1, 2, 3, 1.0e+300]": "1e+300",
		"radii: [1, 2, 3, four]":     "expected a number",
		"radii: 5":                   "expected a list",
		"radii: [0, 0, 30, 0]": "the radius of corner 2 at (40, 20) is too large: " +
			"the largest that fits is 20",
		"radii: [" + many + "]": "200000 radii for 4 corners",
		"chamfers: [~, 21, ~, ~]": "the chamfer of corner 1 at (40, 0) is too large: " +
			"the largest that fits is 20",
		"chamfers: [1]":                                        "1 chamfers for 4 corners",
		"curves: [{edge: 4, arc: 1}]":                          "there is no edge 4",
		"curves: [{edge: -1, arc: 1}]":                         "not the number of an edge",
		"curves: [{arc: 1}]":                                   `no "edge"`,
		"curves: [{edge: 1}]":                                  `either "arc" or "cubic"`,
		"curves: [{edge: 1, arc: 0}]":                          "the height of an arc cannot be 0",
		"curves: [{edge: 1, arc: 1.0e+300}]":                   "the height of an arc cannot be 0 or more than 1e+07",
		"curves: [{edge: 1, arc: .inf}]":                       "not a finite number",
		"curves: [{edge: 1, cubic: [[1, 2]]}]":                 "2 control points",
		"curves: [{edge: 1, cubic: 3}]":                        "2 control points",
		"curves: [{edge: 1, bend: 3}]":                         `"bend"`,
		"curves: {edge: 1, arc: 3}":                            "expected a list",
		"curves: [{edge: 0, arc: -25}]":                        "crosses",
		"curves: [{edge: 2, arc: 3}, {edge: 2, arc: 4}]":       "edge 2 is bent twice",
		"curves: [{edge: 1, arc: 1, cubic: [[1, 2], [3, 4]]}]": `either "arc" or "cubic"`,
		"curves: [{edge: 1, cubic: [[1.0e+300, 2], [3, 4]]}]":  "control point 0 of edge 1",
	} {
		file := fmt.Sprintf("fillet: 2\nname: x\nsize: [100, 100]\nlayers:\n  - id: l1\n    colliders:\n      - id: "+
			"c1\n        kind: polygon\n"+
			"        points: [[0, 0], [40, 0], [40, 20], [0, 20]]\n        %s\n", text)
		_, err := level.Parse([]byte(file), "x.yaml")
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "x.yaml:") ||
			len(err.Error()) > 500 {
			t.Errorf("%.60s: %v\nwant %q with its line", text, err, want)
		}
	}
}

// A corner that does not fit is reported with the line and column of its point.
func TestCornersThatDoNotFitHaveTheirPlace(t *testing.T) {
	const file = "fillet: 2\nname: x\nsize: [100, 100]\nlayers:\n  - id: l1\n    colliders:\n      - id: c1\n        " +
		"kind: polygon\n" +
		"        points:\n          - [0, 0]\n          - [40, 0]\n          - [40, 20]\n          - [0, 20]\n       " +
		" radii: [0, 0, 30, 0]\n"
	if _, err := level.Parse([]byte(file), "x.yaml"); err == nil || !strings.Contains(err.Error(), "x.yaml:12:13") {
		t.Errorf("%v, want it at line 12", err)
	}
}

// TestCurveLinesAreCounted checks that the number of lines of a chain's curves is computed without making them.
func TestCurveLinesAreCounted(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := level.Shape{Kind: level.Chain, Closed: rapid.Bool().Draw(t, "closed")}
		scale := math.Pow(10, rapid.Float64Range(0, 6).Draw(t, "scale"))
		at := func(name string) level.Vec {
			side := rapid.Float64Range(-scale, scale)
			return level.Vec{X: side.Draw(t, name+" x"), Y: side.Draw(t, name+" y")}
		}
		for range rapid.IntRange(3, 6).Draw(t, "points") {
			s.Points = append(s.Points, at("point"))
		}
		straight := s.Edges()
		for i := range s.Edges() {
			switch rapid.IntRange(0, 2).Draw(t, "curve") {
			case 1:
				s = s.WithCurve(level.Curve{Edge: i, Arc: rapid.Float64Range(0.01, 1).Draw(t, "arc") * scale})
				straight--
			case 2:
				s = s.WithCurve(level.Curve{Edge: i, Cubic: [2]level.Vec{at("first"), at("second")}})
				straight--
			}
		}
		b, err := s.Bake()
		if err != nil {
			return // points that coincide
		}
		lines := len(b.Line(&s)) - 1
		if s.Closed {
			lines++
		}
		if got := s.CurveLines(); got != lines-straight {
			t.Fatalf("%d lines, want %d: %+v %+v", got, lines-straight, s, s.Details())
		}
	})
}

// TestLargeCurvesOfALevelAreLimited checks that a level whose curves and corners need too many lines is rejected with
// the position of the collider that exceeds the limit. Curves of a usual size do not count.
func TestLargeCurvesOfALevelAreLimited(t *testing.T) {
	t.Parallel()
	const head = "fillet: 2\nname: x\nsize: [10, 10]\nlayers:\n  - id: l1\n    name: a\n    colliders:\n"
	const arc = "kind: chain, points: [[-9000000, 0], [9000000, 0]], curves: [{edge: 0, arc: 8000000}]"
	const cubic = "kind: chain, points: [[-900000, 0], [900000, 0]], curves: [{edge: 0, " +
		"cubic: [[-900000, 900000], [900000, -900000]]}]"
	const corners = "kind: box, size: [20000, 20000], radii: [9000, 9000, 9000, 9000]"
	const usual = "kind: chain, points: [[-300, 0], [0, 300]], curves: [{edge: 0, arc: 100}]"
	text := func(kind string, n int) []byte {
		b := []byte(head)
		for i := range n {
			b = fmt.Appendf(b, "      - {id: c%d, %s}\n", i+1, kind)
		}
		return b
	}
	for _, tt := range []struct {
		kind  string
		limit int
	}{{arc, 98}, {cubic, 403}, {corners, 740}, {usual, 5000}} {
		doc, err := level.Parse(text(tt.kind, tt.limit), "a.level.yaml")
		if err != nil {
			t.Errorf("%d of %.20s: %v", tt.limit, tt.kind, err)
			continue
		}
		if tt.kind == usual {
			continue
		}
		_, err = level.Parse(text(tt.kind, tt.limit+1), "a.level.yaml")
		var place *level.ReadError
		if !errors.As(err, &place) || place.Line != strings.Count(head, "\n")+tt.limit+1 ||
			!strings.Contains(err.Error(), "too large") {
			t.Errorf("%d of %.20s: %v", tt.limit+1, tt.kind, err)
		}
		first := doc.Collider(1)
		more := *first
		more.ID, more.Order = doc.NewID(), 1e6
		add := level.Diff{Colliders: []level.Change[level.Collider]{level.Added(&more)}}
		if err := doc.Apply(add); err == nil {
			t.Errorf("one more of %.20s is added", tt.kind)
		}
		add.Colliders = append(add.Colliders, level.Removed(first))
		if err := doc.Apply(add); err != nil {
			t.Errorf("%.20s in place of another: %v", tt.kind, err)
		}
	}
}
