package kit

import "testing"

func TestRelative(t *testing.T) {
	for _, test := range []struct {
		in   string
		want float64 // applied to 10
	}{
		{"x2", 20},
		{"X 2", 20},
		{"×2", 20},
		{"*2", 20},
		{"*=2", 20},
		{"/2", 5},
		{"/=4", 2.5},
		{"+16", 26},
		{"+=16 px", 26},
		{"-=16", -6},
		{"+16*3", 58},
		{"*1,5", 15},
	} {
		f, err := Relative(test.in)
		if err != nil || f == nil {
			t.Errorf("Relative(%q): %v", test.in, err)
			continue
		}
		if got := f(10); got != test.want {
			t.Errorf("%q applied to 10 = %v, want %v", test.in, got, test.want)
		}
	}
	for _, in := range []string{"", "16", "-16", "(3)", "abc"} {
		if f, err := Relative(in); f != nil || err != nil {
			t.Errorf("Relative(%q) is not nil: %v", in, err)
		}
	}
	for _, in := range []string{"x", "+", "*=", "/0", "xyz", "++", "-=a", "x1e999"} {
		if f, err := Relative(in); f != nil || err == nil {
			t.Errorf("Relative(%q) returns no error", in)
		}
	}
}

// Relative input changes the current number, or each of several.
func TestNumberFieldRelativeInput(t *testing.T) {
	l := testLook(t)
	var got []float64
	var failed error
	n := NewNumberField(l, "px", func(v float64) { got = append(got, v) }, func(err error) { failed = err })
	n.SetNumber(10, false)
	for _, s := range []string{"x2", "+16", "-=4", "-16", "x1"} { // the last changes nothing
		n.SetText(s)
		n.Commit()
	}
	if len(got) != 4 || got[0] != 20 || got[1] != 26 || got[2] != 6 || got[3] != -16 {
		t.Errorf("numbers set = %v", got)
	}
	n.SetNumber(1, true)
	n.SetText("x2")
	if n.Commit(); failed == nil {
		t.Error("x2 does not change mixed numbers")
	}
	each := 0.0
	n.TakeEach(func(f func(float64) float64) { each = f(8) })
	n.SetText("x2")
	if n.Commit(); each != 16 {
		t.Errorf("the change turns 8 into %v", each)
	}
}
