package ui

import (
	"testing"
)

// The legend of the contacts explains each mark once.
func TestContactLegend(t *testing.T) {
	w := openForTest(t, "cavern")
	c := w.side.contacts
	if c.Legend.Visible() {
		t.Error("the legend is open at first")
	}
	c.LegendButton.Tapped(nil)
	if !c.Legend.Visible() || !c.LegendButton.IsOn {
		t.Error("the button does not open the legend")
	}
	w.Win.Canvas().Capture()
	if h := c.List.Size().Height; h < 40 {
		t.Errorf("the open legend leaves %g units for the list", h)
	}
	c.LegendButton.Tapped(nil)
	if c.Legend.Visible() {
		t.Error("the button does not close the legend")
	}
}
