package kit

import (
	"fmt"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Colors holds the colours of the window in one variant. The canvas has its own in render.Theme.
type Colors struct {
	Window, Panel, Header, Line, Field, Hover color.NRGBA
	Text, Quiet, Disabled, Accent, onAccent   color.NRGBA
	Chosen, Danger, Warn, Trigger, OK         color.NRGBA
	Shadow                                    color.NRGBA // of menus
}

// hex converts 0xRRGGBB to an opaque colour.
func hex(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
}

// HexOf formats a colour as #rrggbb.
func (p *Colors) HexOf(c color.NRGBA) string {
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

var (
	// darkPalette holds the dark theme's colours.
	darkPalette = &Colors{
		Window: hex(0x1b1e24), Panel: hex(0x23272f), Header: hex(0x2a2f39), Line: hex(0x343a46), Field: hex(0x1b1e24),
		Hover: hex(0x303642),
		Text:  hex(0xd7dce5), Quiet: hex(0xa2abbb), Disabled: hex(0x929baa), Accent: hex(0x4c9ffe),
		onAccent: hex(0x0b1726),
		Chosen:   hex(0x233a55), Danger: hex(0xff7a7a), Warn: hex(0xffb454), Trigger: hex(0xbd9aff), OK: hex(0x5fd38d),
		Shadow: color.NRGBA{A: 0xa0},
	}
	// lightPalette holds the light theme's colours.
	lightPalette = &Colors{
		Window: hex(0xf0f1f4), Panel: hex(0xfafbfc), Header: hex(0xe9ebef), Line: hex(0xd3d7de), Field: hex(0xffffff),
		Hover: hex(0xe3e6ec),
		Text:  hex(0x1d232d), Quiet: hex(0x555e6c), Disabled: hex(0x5f6877), Accent: hex(0x1560c4),
		onAccent: hex(0xffffff),
		Chosen:   hex(0xcfe2fb), Danger: hex(0xb91c1c), Warn: hex(0x8a5000), Trigger: hex(0x6d33d0), OK: hex(0x116a33),
		Shadow: color.NRGBA{A: 0x38},
	}
)

// Sizes in Fyne's units. TestPaddingsAreTheSame checks the panels against them.
const (
	TextSize      = 13
	SmallText     = 11
	RowHeight     = 30
	FieldHeight   = 26
	FieldRadius   = 5
	FieldInset    = 4 // the toolkit's padding around text
	IconSize      = 18
	ButtonInset   = 4 // padding of an icon in its button; buttons are offset by it to align their icons
	BarPadding    = 6 // above and below a field at the head of a panel
	Gap           = 6
	LabelWidth    = 94 // label width of an inspector row
	SectionHeight = 27 // height of a collapsible heading
	Edge          = 12 // between a panel's side and its contents
	SideWidth     = 308
	DockWidth     = 240
	ToolsWidth    = 46
)

// Mode is the requested variant of the theme.
type Mode string

// The modes: like the system, or always dark or light.
const (
	ModeSystem Mode = "system"
	ModeDark   Mode = "dark"
	ModeLight  Mode = "light"
)

// Theme is the window's theme. Fyne's own theme provides the colours that it does not define.
type Theme struct {
	fyne.Theme
	Mode  Mode
	Fonts func(r rune) fyne.Resource // fonts for characters that the toolkit's fonts lack; nil: system fonts
	named map[*Colors]map[fyne.ThemeColorName]color.Color
}

func newTheme(m Mode) *Theme {
	t := &Theme{Theme: theme.DefaultTheme(), Mode: m, named: map[*Colors]map[fyne.ThemeColorName]color.Color{}}
	for _, p := range []*Colors{darkPalette, lightPalette} {
		t.named[p] = p.named()
	}
	return t
}

func (t *Theme) palette(v fyne.ThemeVariant) *Colors {
	if t.Mode == ModeDark || t.Mode != ModeLight && v == theme.VariantDark {
		return darkPalette
	}
	return lightPalette
}

func (t *Theme) Colors() *Colors { return t.palette(fyne.CurrentApp().Settings().ThemeVariant()) }

// IsDark reports whether the dark colours are current.
func (t *Theme) IsDark() bool { return t.Colors() == darkPalette }

// named maps the colours that the toolkit asks for.
func (p *Colors) named() map[fyne.ThemeColorName]color.Color {
	faint := func(c color.NRGBA, alpha uint8) color.NRGBA {
		c.A = alpha
		return c
	}
	return map[fyne.ThemeColorName]color.Color{
		// the clear colour: panels and menus have no background of their own
		theme.ColorNameBackground:          p.Panel,
		theme.ColorNameForeground:          p.Text,
		theme.ColorNameDisabled:            p.Disabled,
		theme.ColorNamePlaceHolder:         p.Quiet,
		theme.ColorNamePrimary:             p.Accent,
		theme.ColorNameHyperlink:           p.Accent,
		theme.ColorNameForegroundOnPrimary: p.onAccent,
		theme.ColorNameSelection:           p.Chosen,
		theme.ColorNameFocus:               p.Chosen, // behind a menu's chosen item
		theme.ColorNameButton:              p.Header,
		theme.ColorNameDisabledButton:      p.Header,
		theme.ColorNameHover:               faint(p.Text, 0x14),
		theme.ColorNamePressed:             faint(p.Text, 0x14),
		theme.ColorNameInputBackground:     p.Field,
		theme.ColorNameInputBorder:         p.Disabled, // of check boxes: fields have a plate
		theme.ColorNameSeparator:           p.Line,
		theme.ColorNameMenuBackground:      p.Panel,
		theme.ColorNameOverlayBackground:   p.Panel,
		theme.ColorNameHeaderBackground:    p.Header,
		// at the edges of scrolled lists and of dialogs
		theme.ColorNameShadow:              faint(p.Shadow, p.Shadow.A/2),
		theme.ColorNameScrollBar:           faint(p.Quiet, 0x90),
		theme.ColorNameScrollBarBackground: color.Transparent,
		theme.ColorNameError:               p.Danger,
		theme.ColorNameWarning:             p.Warn,
		theme.ColorNameSuccess:             p.OK,
	}
}

func (t *Theme) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	p := t.palette(v)
	if c := t.named[p][name]; c != nil {
		return c
	}
	v = theme.VariantLight
	if p == darkPalette {
		v = theme.VariantDark
	}
	return t.Theme.Color(name, v)
}

// Row returns the background of a list row.
func (p *Colors) Row(chosen, hovered bool) color.Color {
	switch {
	case chosen:
		return p.Chosen
	case hovered:
		return p.Hover
	}
	return NoColor
}

// Do not override the theme of a part of the window (container.ThemeOverride): Fyne loads all fonts again for each
// override, and at each refresh of it, and never frees them.

// namedSizes holds the sizes that the toolkit asks for.
var namedSizes = map[fyne.ThemeSizeName]float32{
	theme.SizeNameText:            TextSize,
	theme.SizeNameCaptionText:     SmallText,
	theme.SizeNameHeadingText:     20,
	theme.SizeNameSubHeadingText:  15,
	theme.SizeNamePadding:         4,
	theme.SizeNameInnerPadding:    FieldInset,
	theme.SizeNameInlineIcon:      IconSize,
	theme.SizeNameInputRadius:     FieldRadius,
	theme.SizeNameSelectionRadius: FieldRadius,
	theme.SizeNameScrollBar:       10,
	theme.SizeNameScrollBarSmall:  4,
}

func (t *Theme) Size(name fyne.ThemeSizeName) float32 {
	if size, ok := namedSizes[name]; ok {
		return size
	}
	return t.Theme.Size(name)
}

// FontForRune returns the font of a character that the toolkit's fonts lack, or nil if there is none or it is not
// loaded yet. The toolkit calls it in browsers (tools/web/patches).
func (t *Theme) FontForRune(r rune) fyne.Resource {
	if t.Fonts == nil {
		return nil
	}
	return t.Fonts(r)
}

// LabelRoom is the total vertical padding around a label's text.
const LabelRoom = 8

// Mix blends t of a with 1-t of b. The result is opaque.
func Mix(a, b color.NRGBA, t float64) color.NRGBA {
	f := func(x, y uint8) uint8 { return uint8(float64(x)*t + float64(y)*(1-t)) }
	return color.NRGBA{R: f(a.R, b.R), G: f(a.G, b.G), B: f(a.B, b.B), A: 255}
}

// Veil returns a translucent colour for covering disabled controls.
func Veil(c color.NRGBA) color.NRGBA {
	c.A = 0xa8
	return c
}

// MenuInk returns the colours of a menu item's label and key. Their contrast with the background is at least 4.5:1.
func (p *Colors) MenuInk(ok, marked bool) (label, keys color.NRGBA) {
	switch {
	case !ok:
		return p.Quiet, p.Quiet
	case marked:
		return p.Text, p.Text
	}
	return p.Text, p.Quiet
}

// MenuGround returns the background of the marked menu item.
func (p *Colors) MenuGround(ok bool) color.NRGBA {
	if ok {
		return p.Chosen
	}
	return p.Header
}
