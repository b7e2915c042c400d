package kit

import (
	"image/color"
	"math"
	"testing"
)

// contrast returns the contrast ratio as defined by the Web Content Accessibility Guidelines, from 1 to 21.
func contrast(a, b color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 0xff
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	light := func(c color.NRGBA) float64 {
		return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B) + 0.05
	}
	x, y := light(a), light(b)
	return max(x, y) / min(x, y)
}

var palettes = map[string]*Colors{"dark": darkPalette, "light": lightPalette}

// Text has a contrast of at least 4.5:1 with everything that it is written on.
func TestPaletteContrast(t *testing.T) {
	t.Parallel()
	for name, p := range palettes {
		plain := map[string]color.NRGBA{"window": p.Window, "panel": p.Panel, "header": p.Header, "field": p.Field}
		rows := map[string]color.NRGBA{"hovered row": p.Hover, "chosen row": p.Chosen}
		check := func(what string, ink color.NRGBA, grounds map[string]color.NRGBA) {
			for on, ground := range grounds {
				if got := contrast(ink, ground); got < 4.5 {
					t.Errorf("%s: %s on a %s has a contrast of %.2f", name, what, on, got)
				}
			}
		}
		for what, ink := range map[string]color.NRGBA{
			"text": p.Text, "quiet text": p.Quiet, "danger": p.Danger, "warning": p.Warn, "trigger": p.Trigger, "OK": p.OK,
		} {
			check(what, ink, plain)
			check(what, ink, rows)
		}
		check("disabled text", p.Disabled, plain)
		check("a link", p.Accent, plain)
		check("a button's text", p.onAccent, map[string]color.NRGBA{"accent button": p.Accent})
	}
}

// Buttons and the frames of check boxes have a contrast of at least 3:1 with what is behind them.
func TestControlsContrast(t *testing.T) {
	t.Parallel()
	for name, p := range palettes {
		for what, ink := range map[string]color.NRGBA{
			"an accent button": p.Accent, "a check box": p.Disabled, "an icon": p.Quiet,
		} {
			for on, ground := range map[string]color.NRGBA{
				"window": p.Window, "panel": p.Panel, "header": p.Header, "hovered row": p.Hover, "chosen row": p.Chosen,
			} {
				if got := contrast(ink, ground); got < 3 {
					t.Errorf("%s: %s on the %s has a contrast of %.2f", name, what, on, got)
				}
			}
		}
	}
}
