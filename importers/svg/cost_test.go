package svg

import (
	"fmt"
	"strings"
	"testing"

	"fillet/importers"
)

// Twice as many parts take about twice as many allocations.
func TestCostIsProportional(t *testing.T) {
	tests := []struct {
		name string
		body func(n int) string
	}{
		{"round holes", func(n int) string {
			var b strings.Builder
			b.WriteString(`<path fill-rule="evenodd" d="M-9 -9H9999V99H-9z`)
			for i := range n {
				fmt.Fprintf(&b, "M%d 9a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z", 9*i)
			}
			return b.String() + `"/>`
		}},
	}
	for _, test := range tests {
		each := func(n int) float64 {
			data := drawingOf(test.body(n))
			return testing.AllocsPerRun(1, func() {
				if _, err := imported(data, nil, importers.Options{}); err != nil {
					t.Fatal(err)
				}
			}) / float64(n)
		}
		if few, many := each(100), each(800); many > 1.5*few {
			t.Errorf("%s: %.0f allocations for each of 800, %.0f for each of 100", test.name, many, few)
		}
	}
}

// An element keeps only the custom properties that it declares.
func TestInheritedVars(t *testing.T) {
	outer := computed(nil, map[string]string{"--a": "1", "--b": "2", "--c": "var(--a)"})
	inner := computed(outer, map[string]string{"--a": "initial", "--b": "var(--c)", "--d": "var(--e)"})
	if n := len(inner.own); n != 1 {
		t.Errorf("keeps %d values, not 1", n)
	}
	want := map[string]string{"--b": "1", "--c": "1"}
	for _, name := range []string{"--a", "--b", "--c", "--d", "--e"} {
		if v, ok := inner.value(name); v != want[name] || ok != (v != "") {
			t.Errorf("%s is %q (%v), not %q", name, v, ok, want[name])
		}
	}
	if computed(outer, map[string]string{"fill": "red"}) != outer {
		t.Error("an element without custom properties does not share the inherited ones")
	}
}
