package kit

import (
	"math"
	"testing"
)

func TestCalculate(t *testing.T) {
	for _, test := range []struct {
		in   string
		want float64
	}{
		{"12", 12},
		{" 12.5 ", 12.5},
		{"-3", -3},
		{"+3", 3},
		{"16*3", 48},
		{"10/4", 2.5},
		{"7/2", 3.5},
		{"(128-16)/2", 56},
		{"2*-3", -6},
		{"90°", 90},
		{"24px", 24},
		{"24 px", 24},
		{"1,5", 1.5},
		{"1e3", 1000},
		{"1+2*3-4/2", 5},
	} {
		if got, err := Calculate(test.in); err != nil || got != test.want {
			t.Errorf("Calculate(%q) = %v, %v, want %v", test.in, got, err, test.want)
		}
	}
	for _, in := range []string{
		"", "  ", "abc", "1/0", "0/0", "2**3", "1 2", "f(3)", "x", `"a"`, "1<<3", "(1", "1;2",
		"1e999", "func(){}", "a.b", "[]int{1}[0]",
	} {
		if got, err := Calculate(in); err == nil {
			t.Errorf("Calculate(%q) = %v, want an error", in, got)
		}
	}
}

func FuzzCalculate(f *testing.F) {
	for _, s := range []string{"1", "16*3", "(1-2)/3", "1e308*10", "((((1))))", "-+-1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if v, err := Calculate(s); err == nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
			t.Errorf("Calculate(%q) = %v", s, v)
		}
	})
}

func TestFormatNumber(t *testing.T) {
	for _, test := range []struct {
		in   float64
		want string
	}{
		{0, "0"},
		{math.Copysign(0, -1), "0"},
		{-0.0001, "0"},
		{1.0005, "1.001"},
		{12.3456, "12.346"},
		{1e6, "1000000"},
		{-2.5, "-2.5"},
	} {
		if got := FormatNumber(test.in); got != test.want {
			t.Errorf("FormatNumber(%v) = %s, want %s", test.in, got, test.want)
		}
	}
}
