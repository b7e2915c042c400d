package level_test

import (
	"fmt"
	"strings"
	"testing"

	"fillet/editor/level"
)

// Invalid details of a shape are refused with their line, and quickly.
func TestWrongDetailsAreRefused(t *testing.T) {
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
