package ui

import "image/color"

// look is what every widget of the window needs to draw itself: the colours in force, the icons and the tooltips.
type look struct {
	theme *filletTheme
	icons iconCache
	tips  *tooltips
	focus func() // gives the keys back to the canvas
}

func newLook(m mode) *look { return &look{theme: newTheme(m), tips: newTooltips(), focus: func() {}} }

func (l *look) p() *palette { return l.theme.palette() }

// noColor is no colour at all.
var noColor = color.NRGBA{}
