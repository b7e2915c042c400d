package kit

import (
	"testing"

	"fyne.io/fyne/v2/test"
)

// A change through one control shows in all others, corrected if necessary. Showing a value is not a change.
func TestFormShowsItsValues(t *testing.T) {
	var v struct {
		name  string
		count int
		size  float64
		on    bool
		kind  string
	}
	v.kind, v.count = "b", 3
	f := NewForm(testLook(t), 80, func(err error) { t.Error(err) })
	changes := 0
	f.OnChange = func() { changes++ }
	name := f.Text("hint", Value[string]{Get: func() string { return v.name }, Set: func(s string) {
		v.name, v.on = s, s != ""
	}})
	count := f.Number("", Within(1, 9, Integer(&v.count)))
	size := f.Number("px", Within(0, 100, At(&v.size)))
	on := f.Check("On", At(&v.on))
	kinds := []string{"a", "b", "c"}
	words, drop := f.Words(kinds, Of(kinds, At(&v.kind))), f.Select(kinds, Of(kinds, At(&v.kind)))
	if words.chosen != 1 || drop.Selected != "b" || changes != 0 {
		t.Errorf("at first, word %d and option %q are chosen after %d changes", words.chosen, drop.Selected, changes)
	}
	test.Type(name, "ab")
	if v.name != "ab" || !on.Checked || changes != 2 {
		t.Errorf("the name is %q, checked: %v, %d changes", v.name, on.Checked, changes)
	}
	size.SetText("60*2")
	count.SetText("0")
	f.Commit()
	if v.size != 100 || size.Text != "100 px" || v.count != 1 || count.Text != "1" {
		t.Errorf("the values are %g and %d, shown as %q and %q", v.size, v.count, size.Text, count.Text)
	}
	words.OnPick(2)
	if v.kind != "c" || words.chosen != 2 || drop.Selected != "c" {
		t.Errorf("%q is chosen, but the controls show %d and %q", v.kind, words.chosen, drop.Selected)
	}
	drop.SetSelected("a")
	if v.kind != "a" || words.chosen != 0 {
		t.Errorf("%q is chosen, but the control shows %d", v.kind, words.chosen)
	}
	changes, v.name, v.kind = 0, "later", "none of these"
	f.Show()
	if name.Text != "later" || words.chosen != -1 || changes != 0 {
		t.Errorf("the controls show %q and %d after %d changes", name.Text, words.chosen, changes)
	}
}
