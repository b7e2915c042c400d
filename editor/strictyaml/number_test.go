package strictyaml

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

func TestNumbersAreReadToTheLastBit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-1e4, 1e4),
			rapid.Map(rapid.IntRange(-1e8, 1e8), func(n int) float64 { return float64(n) / 1000 })).Draw(t, "x")
		if math.IsInf(x, 0) || math.IsNaN(x) {
			return
		}
		for _, text := range []string{
			string(AppendNumber(nil, x)), strconv.FormatFloat(x, 'f', -1, 64), strconv.FormatFloat(x, 'e', -1, 64),
		} {
			if got, size := number(text + ", "); got != x || size != len(text) {
				t.Fatalf("%q is read as %v with %d bytes", text, got, size)
			}
		}
	})
}

func TestNonNumbers(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "-", ".5", "5.", "1e", "e5", "1e400", "0x10", "1_000", "inf", "nan", "1.2.3", "1 ", "--1", "1-2", "12a",
	} {
		if x, size := number(text); size == len(text) && text != "" {
			t.Errorf("%q is read as %v", text, x)
		}
	}
}
