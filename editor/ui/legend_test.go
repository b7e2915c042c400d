package ui

import (
	"slices"
	"testing"

	"fillet/editor/tool"
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

// The character fit, the reachable ground and the path tool explain their marks over the canvas.
func TestViewsHaveLegends(t *testing.T) {
	w := openForTest(t, "platformer")
	legend := func() (texts []string) {
		if s := w.toolStrip(); s != nil {
			for _, sample := range s.Legend {
				texts = append(texts, sample.Text)
			}
		}
		return texts
	}
	w.Canvas.ToggleReach()
	if got := legend(); !slices.Equal(got, []string{"Fits", "Does not fit", "Centre blocked", "Unreachable"}) {
		t.Errorf("the character fit has the legend %q", got)
	}
	w.play.ToggleFits()
	if got := legend(); got != nil {
		t.Errorf("the hidden character fit has the legend %q", got)
	}
	w.Tools.Switch(tool.Path)
	if got := legend(); !slices.Equal(got, []string{"Path", "Start and far end", "Point"}) {
		t.Errorf("the path tool has the legend %q", got)
	}
	w.Tools.Paths().ToggleTime()
	w.Tools.Switch(tool.Select)
	if got := legend(); !slices.Contains(got, "In the ground") {
		t.Errorf("the platforms at a time have the legend %q", got)
	}
}
