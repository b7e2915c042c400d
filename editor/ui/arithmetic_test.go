package ui

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
		if got, err := calculate(test.in); err != nil || got != test.want {
			t.Errorf("calculate(%q) = %v, %v, want %v", test.in, got, err, test.want)
		}
	}
	for _, in := range []string{"", "  ", "abc", "1/0", "0/0", "2**3", "1 2", "f(3)", "x", `"a"`, "1<<3", "(1", "1;2", "1e999", "func(){}", "a.b", "[]int{1}[0]"} {
		if got, err := calculate(in); err == nil {
			t.Errorf("calculate(%q) = %v, want an error", in, got)
		}
	}
}

func FuzzCalculate(f *testing.F) {
	for _, s := range []string{"1", "16*3", "(1-2)/3", "1e308*10", "((((1))))", "-+-1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if v, err := calculate(s); err == nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
			t.Errorf("calculate(%q) = %v", s, v)
		}
	})
}

func TestFormatNumber(t *testing.T) {
	for _, test := range []struct {
		in   float64
		want string
	}{{0, "0"}, {math.Copysign(0, -1), "0"}, {-0.0001, "0"}, {1.0005, "1.001"}, {12.3456, "12.346"}, {1e6, "1000000"}, {-2.5, "-2.5"}} {
		if got := formatNumber(test.in); got != test.want {
			t.Errorf("formatNumber(%v) = %s, want %s", test.in, got, test.want)
		}
	}
}

// Whatever was chosen, every panel keeps some room, and together they fill the column.
func TestPanelSizesFit(t *testing.T) {
	for _, s := range []panelSizes{{}, {inspector: 5000, layers: 5000}, {inspector: 1, layers: 1}, {inspector: 300, layers: 120}} {
		for _, height := range []float32{320, 480, 700, 1400} {
			inspector, layers, contacts := s.within(height)
			if inspector < 60 || layers < 60 || contacts < 60 {
				t.Errorf("%+v in %v: %v, %v, %v", s, height, inspector, layers, contacts)
			}
			if sum := inspector + layers + contacts; sum < height-1 || sum > height+1 {
				t.Errorf("%+v in %v: together %v", s, height, sum)
			}
		}
	}
}

func TestMatching(t *testing.T) {
	all := []entry{{label: "Edit › Undo", words: "edit › undo"}, {label: "boulder", words: "boulder c12 polygon props"}, {label: "Red Boulder", words: "red boulder"}}
	for _, label := range []string{"View › Normals", "Edit › Select all", "Shape › Align", "File › Re-import…"} {
		all = append(all, entry{label: label, words: searched(label)})
	}
	all = append(all, entry{label: "Level › Also", words: "level › calls also", off: true})
	for _, test := range []struct {
		query string
		want  []string
	}{
		{"", []string{"Edit › Undo", "boulder", "Red Boulder", "View › Normals", "Edit › Select all", "Shape › Align", "File › Re-import…", "Level › Also"}},
		{"reimp", []string{"File › Re-import…"}},
		{"re-Import", []string{"File › Re-import…"}},
		{"boul", []string{"boulder", "Red Boulder"}},
		{"BOULDER red", []string{"Red Boulder"}},
		{"c12", []string{"boulder"}},
		{"al", []string{"Shape › Align", "Edit › Select all", "View › Normals", "Level › Also"}},
		{"nothing", nil},
	} {
		var got []string
		for _, e := range matching(all, test.query) {
			got = append(got, e.label)
		}
		if len(got) != len(test.want) {
			t.Errorf("%q finds %v, want %v", test.query, got, test.want)
			continue
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Errorf("%q finds %v, want %v", test.query, got, test.want)
			}
		}
	}
}
