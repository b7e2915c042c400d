package level_test

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/strictyaml"

	"pgregory.net/rapid"
)

// yaml11Number matches what readers of YAML 1.1 take for a number (https://yaml.org/type/float.html and int.html): a
// number with an exponent has a point and a sign in the exponent.
var yaml11Number = regexp.MustCompile(`^[-+]?(?:[0-9]+|[0-9]+\.[0-9]*(?:[eE][-+][0-9]+)?)$`)

func TestNumbersOfYAML(t *testing.T) {
	t.Parallel()
	for x, want := range map[float64]string{
		0: "0", 1e-8: "1.0e-08", -1e-8: "-1.0e-08", 1.5e-8: "1.5e-08",
		1e-6: "0.000001", 1e15: "1.0e+15", 1e14: "100000000000000", 16.5: "16.5", -2e300: "-2.0e+300",
	} {
		if got := string(strictyaml.AppendYAMLNumber([]byte("1e"), x)); got != "1e"+want {
			t.Errorf("%g is written %s, want %s", x, got[2:], want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.OneOf(rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64), rapid.Float64Range(-1e-5, 1e-5),
			rapid.Map(rapid.IntRange(-20, 20), func(e int) float64 {
				return math.Pow(10, float64(e))
			})).Draw(t, "x")
		got, plain := string(strictyaml.AppendYAMLNumber(nil, x)), string(strictyaml.AppendNumber(nil, x))
		back, err := strconv.ParseFloat(got, 64)
		if err != nil || back != x || !yaml11Number.MatchString(got) {
			t.Fatalf("%g is written %s, which reads as %g (%v)", x, got, back, err)
		}
		if !strings.Contains(plain, "e") && got != plain {
			t.Fatalf("%g is written %s, not %s", x, got, plain)
		}
	})
}

// YAML 1.1 reads a level's smallest numbers as numbers. Files with numbers in the earlier format can be read, and the
// hashes in files stay valid.
func TestSmallNumbersInFiles(t *testing.T) {
	const text = `fillet: 1
name: Small
origin: [-1e-09, 2e-10]
size: [320, 200]
layers:
  - id: l1
    name: ground
    colliders:
      - id: c1
        kind: polygon
        angle: 1e-08
        friction: 3e-07
        position: [1e-08, -1.5e-08]
        points: [[0, 0], [1e-07, 8], [-8, 1e-09]]
        properties:
          tiny: 1e-12
`
	doc, err := level.Parse([]byte(text), "small.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	out, err := level.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, word := range regexp.MustCompile(`-?[0-9][0-9.]*e[-+0-9]+`).FindAllString(string(out), -1) {
		if n++; !yaml11Number.MatchString(word) {
			t.Errorf("%s is no number to YAML 1.1", word)
		}
	}
	if n != 9 {
		t.Errorf("%d numbers with an exponent, want 9:\n%s", n, out)
	}
	back, err := level.Parse(out, "small.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	again, err := level.Marshal(back)
	if err != nil || !bytes.Equal(again, out) {
		t.Errorf("saved again, it is\n%s (%v), want\n%s", again, err, out)
	}
	for c := range back.Colliders() {
		if got := level.Digest(c); got != "617673e5" {
			t.Errorf("the digest of imported values in files has changed to %s", got)
		}
	}
}
