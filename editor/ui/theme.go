package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"fillet/editor/render"
)

// palette is the colours of the window in one variant. The canvas has its own in render.Theme.
type palette struct {
	window, panel, header, line, field, hover color.NRGBA
	text, quiet, disabled, accent, onAccent   color.NRGBA
	chosen, danger, warn, trigger, ok         color.NRGBA
	shortcut                                  color.NRGBA // keys in menus, and what cannot be done now: 4.5:1 on the panel and the header
	shadow                                    color.NRGBA // of menus
}

func hex(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
}

func (p *palette) hexOf(c color.NRGBA) string {
	const digits = "0123456789abcdef"
	b := []byte{'#', 0, 0, 0, 0, 0, 0}
	for i, v := range []uint8{c.R, c.G, c.B} {
		b[1+2*i], b[2+2*i] = digits[v>>4], digits[v&15]
	}
	return string(b)
}

var (
	darkPalette = &palette{
		window: hex(0x1b1e24), panel: hex(0x23272f), header: hex(0x2a2f39), line: hex(0x343a46), field: hex(0x1b1e24), hover: hex(0x303642),
		text: hex(0xd7dce5), quiet: hex(0x8a93a3), disabled: hex(0x5a6270), accent: hex(0x4c9ffe), onAccent: hex(0xffffff),
		chosen: hex(0x27415f), danger: hex(0xff5d5d), warn: hex(0xffb454), trigger: hex(0xb48cff), ok: hex(0x5fd38d),
		shortcut: hex(0x949dad), shadow: color.NRGBA{A: 0xa0},
	}
	lightPalette = &palette{
		window: hex(0xf0f1f4), panel: hex(0xfafbfc), header: hex(0xe9ebef), line: hex(0xd3d7de), field: hex(0xffffff), hover: hex(0xe3e6ec),
		text: hex(0x1d232d), quiet: hex(0x5f6877), disabled: hex(0xa4abb8), accent: hex(0x1a6fdb), onAccent: hex(0xffffff),
		chosen: hex(0xcfe2fb), danger: hex(0xd42020), warn: hex(0xa86100), trigger: hex(0x7a3fe0), ok: hex(0x15803d),
		shortcut: hex(0x5f6877), shadow: color.NRGBA{A: 0x38},
	}
)

// Sizes of the window, in Fyne's units: 13 px text, rows of 30, fields of 25.
const (
	textSize    = 13
	smallText   = 11
	rowHeight   = 30
	fieldHeight = 26
	fieldRadius = 5
	fieldInset  = 4 // the toolkit's room around a text
	iconSize    = 18
	gap         = 6
	edge        = 12 // between a panel's side and what stands in it
	sideWidth   = 308
	toolsWidth  = 46
)

// mode is which variant of the theme is wanted.
type mode string

const (
	modeSystem mode = "system"
	modeDark   mode = "dark"
	modeLight  mode = "light"
)

// filletTheme is the window's look. Colours that it does not name are Fyne's own.
type filletTheme struct {
	fyne.Theme
	mode mode
}

func newTheme(m mode) *filletTheme { return &filletTheme{Theme: theme.DefaultTheme(), mode: m} }

func (t *filletTheme) dark(v fyne.ThemeVariant) bool {
	switch t.mode {
	case modeDark:
		return true
	case modeLight:
		return false
	}
	return v == theme.VariantDark
}

// palette is the colours in force now.
func (t *filletTheme) palette() *palette {
	if t.dark(fyne.CurrentApp().Settings().ThemeVariant()) {
		return darkPalette
	}
	return lightPalette
}

// canvasTheme is the canvas's colours in force now.
func (t *filletTheme) canvasTheme() *render.Theme {
	if t.dark(fyne.CurrentApp().Settings().ThemeVariant()) {
		return render.Dark()
	}
	return render.Light()
}

// Color implements fyne.Theme.
func (t *filletTheme) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	p := lightPalette
	if t.dark(v) {
		p = darkPalette
	}
	switch name {
	case theme.ColorNameBackground: // what is cleared to, under the panels and the menu: they paint no ground of their own
		return p.panel
	case theme.ColorNameForeground:
		return p.text
	case theme.ColorNameDisabled:
		return p.disabled
	case theme.ColorNamePlaceHolder:
		return p.quiet
	case theme.ColorNamePrimary, theme.ColorNameHyperlink:
		return p.accent
	case theme.ColorNameForegroundOnPrimary:
		return p.onAccent
	case theme.ColorNameSelection, theme.ColorNameFocus: // the latter is behind a menu's chosen item
		return p.chosen
	case theme.ColorNameButton, theme.ColorNameDisabledButton:
		return p.header
	case theme.ColorNameHover, theme.ColorNamePressed:
		c := p.text
		c.A = 0x14
		return c
	case theme.ColorNameInputBackground:
		return p.field
	case theme.ColorNameInputBorder: // of a box to tick: a field stands on a plate
		return p.disabled
	case theme.ColorNameSeparator:
		return p.line
	case theme.ColorNameMenuBackground, theme.ColorNameOverlayBackground:
		return p.panel
	case theme.ColorNameHeaderBackground:
		return p.header
	case theme.ColorNameScrollBar:
		c := p.quiet
		c.A = 0x90
		return c
	case theme.ColorNameScrollBarBackground:
		return color.Transparent
	case theme.ColorNameError:
		return p.danger
	case theme.ColorNameWarning:
		return p.warn
	case theme.ColorNameSuccess:
		return p.ok
	}
	if t.dark(v) {
		return t.Theme.Color(name, theme.VariantDark)
	}
	return t.Theme.Color(name, theme.VariantLight)
}

// row is the ground of a list's row.
func (p *palette) row(chosen, hovered bool) color.Color {
	switch {
	case chosen:
		return p.chosen
	case hovered:
		return p.hover
	}
	return noColor
}

// No part of the window has a theme of its own (container.ThemeOverride): Fyne reads the fonts anew for each, and again each
// time it is refreshed, and keeps them all.

// Size implements fyne.Theme.
func (t *filletTheme) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameText:
		return textSize
	case theme.SizeNameCaptionText:
		return smallText
	case theme.SizeNameHeadingText:
		return 20
	case theme.SizeNameSubHeadingText:
		return 15
	case theme.SizeNamePadding:
		return 4
	case theme.SizeNameInnerPadding:
		return fieldInset
	case theme.SizeNameInlineIcon:
		return iconSize
	case theme.SizeNameInputRadius, theme.SizeNameSelectionRadius:
		return fieldRadius
	case theme.SizeNameScrollBar:
		return 10
	case theme.SizeNameScrollBarSmall:
		return 4
	}
	return t.Theme.Size(name)
}
