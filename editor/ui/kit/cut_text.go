package kit

import (
	"image/color"
	"sort"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// CutText is a single line of text in a list row, truncated with … to the available width. The toolkit's label shapes
// the text about ten times to truncate it, which is too slow for rows that change with every pointer move of a drag.
type CutText struct {
	widget.BaseWidget
	Full  string
	line  string // Full without line breaks
	Shown *canvas.Text
	flat  bool // no padding at the sides
	Left  bool // truncates the beginning instead of the end
}

func NewCutText(ink color.Color) *CutText {
	c := &CutText{Shown: Text("", ink, TextSize)}
	c.ExtendBaseWidget(c)
	return c
}

func (c *CutText) Set(s string) {
	if c.Full != s {
		c.Full, c.line = s, Beginning(s)
		c.fit()
	}
}

// SetInk changes the colour of the text.
func (c *CutText) SetInk(ink color.Color) {
	if c.Shown.Color != ink {
		c.Shown.Color = ink
		c.Shown.Refresh()
	}
}

func (c *CutText) fit() {
	cut := CutTo
	if c.Left {
		cut = cutLeftTo
	}
	SetText(c.Shown, cut(c.line, c.Size().Width-2*c.inset(), func(s string) float32 {
		return fyne.MeasureText(s, c.Shown.TextSize, c.Shown.TextStyle).Width
	}))
}

func (c *CutText) inset() float32 {
	if c.flat {
		return 0
	}
	return FieldInset
}

// isCut reports whether some of the text is hidden.
func (c *CutText) isCut() bool { return c.Shown.Text != Visual(c.line) || len(c.Full) > len(c.line) }

// Tip returns the full text as a tooltip for [NewHover], or "" if it is fully visible.
func (c *CutText) Tip() (text, key string) {
	if c.isCut() {
		text = c.Full
	}
	return text, ""
}

func (c *CutText) MinSize() fyne.Size { return fyne.NewSize(0, c.Shown.MinSize().Height) }

func (c *CutText) Resize(size fyne.Size) {
	if c.Size() != size {
		c.BaseWidget.Resize(size)
		c.fit()
	}
}

func (c *CutText) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(Pad(c.inset(), 0, c.inset(), 0, c.Shown))
}

// TippedText is a [CutText] outside a list. Its tooltip shows the full text if it is truncated.
type TippedText struct {
	CutText
	Hover
	help string // unless empty, shown as the tooltip instead
}

func (c *TippedText) Tip() (text, key string) {
	if c.help != "" {
		return c.help, ""
	}
	return c.CutText.Tip()
}

// NewTippedText makes a truncating text in the style of t.
func NewTippedText(l *Look, t *canvas.Text) *TippedText {
	c := &TippedText{}
	c.Hover = NewHover(l, c, nil, c.Tip)
	c.Shown = t
	c.Full, c.line = t.Text, Beginning(t.Text)
	c.ExtendBaseWidget(c)
	return c
}

// NewHelpText makes a title whose tooltip explains it.
func NewHelpText(l *Look, t *canvas.Text, help string) *TippedText {
	c := NewTippedText(l, t)
	c.help, c.flat = help, true
	return c
}

// CutLine makes a truncating line for a row, with up to [MaxProse] characters of the full text as its tooltip.
func CutLine(l *Look, s string, ink color.Color, size float32) *TippedText {
	c := NewTippedText(l, Text(AtMost(s, MaxProse), ink, size))
	c.flat = true
	return c
}

// CutLineWithin makes a [CutLine] as wide as its text, up to a maximum width.
func CutLineWithin(l *Look, s string, ink color.Color, size, limit float32) fyne.CanvasObject {
	c := CutLine(l, s, ink, size)
	width := fyne.MeasureText(c.line, size, c.Shown.TextStyle).Width
	return container.New(Exact{min(width, limit), c.MinSize().Height}, c)
}

// MaxShown limits the characters of a string that are measured: more than fit into any window. The toolkit takes
// seconds to measure a string of several megabytes.
const MaxShown = 500

// Beginning returns a string on one line, truncated to [MaxShown] characters.
func Beginning(s string) string { return oneLine(s, MaxShown) }

// oneLine returns a string without line breaks, truncated to a number of characters with ….
func oneLine(s string, limit int) string {
	begin := firstRunes(s, 4*limit) // runs of spaces collapse
	line := strings.Join(strings.Fields(begin), " ")
	if short := firstRunes(line, limit); short != line || len(begin) < len(s) {
		return strings.TrimSpace(short) + "…"
	}
	return line
}

// AtMost truncates a string to a number of characters with ….
func AtMost(s string, limit int) string {
	if short := firstRunes(s, limit); short != s {
		return short + "…"
	}
	return s
}

// Cut truncates a string to a width with ….
func Cut(text string, room float32) string { return CutTo(text, room, TextWidth) }

// CutSized truncates text of a different size or weight to a width with ….
func CutSized(text string, room, size float32, style fyne.TextStyle) string {
	return CutTo(text, room, func(s string) float32 { return fyne.MeasureText(s, size, style).Width })
}

// CutMiddle works like [CutSized] but keeps the last word, or the last letters, because names often differ at the end.
func CutMiddle(text string, room, size float32, style fyne.TextStyle) string {
	width := func(s string) float32 { return fyne.MeasureText(s, size, style).Width }
	runes := []rune(AtMost(text, MaxShown))
	const letters, most = 6, 12
	end := len(runes) - letters
	for i := len(runes) - 2; i > 0 && i > len(runes)-most; i-- {
		if strings.ContainsRune(" /_-.", runes[i]) {
			end = i
			break
		}
	}
	if end <= 0 || width(text) <= room {
		return CutTo(text, room, width)
	}
	last := string(runes[end:])
	first := CutTo(string(runes[:end])+"…", max(room-width(last), 1), width)
	if first == "…" { // too narrow for both
		return CutTo(text, room, width)
	}
	return first + last
}

// CutTo works like [Cut] with a custom measuring function.
func CutTo(text string, room float32, textWidth func(string) float32) string {
	text = AtMost(text, MaxShown)
	width := textWidth(text)
	if room <= 0 || width <= room {
		return text
	}
	runes := []rune(strings.TrimSuffix(text, "…"))
	begin := func(n int) string { return string(runes[:n]) + "…" }
	n := int(float32(len(runes)) * room / width)
	for n > 0 && textWidth(begin(n)) > room {
		n--
	}
	for n < len(runes)-1 && textWidth(begin(n+1)) <= room {
		n++
	}
	return begin(n)
}

// cutLeftTo truncates the beginning of a string instead of the end.
func cutLeftTo(text string, room float32, textWidth func(string) float32) string {
	runes := []rune(text)
	if room <= 0 || len(runes) <= MaxShown && textWidth(text) <= room {
		return text
	}
	runes = runes[max(len(runes)-MaxShown, 0):]
	from := 1 + sort.Search(len(runes)-1, func(i int) bool { return textWidth("…"+string(runes[i+1:])) <= room })
	return "…" + string(runes[from:])
}

// TextWidth measures a string in the default size, in window units.
func TextWidth(s string) float32 { return fyne.MeasureText(s, TextSize, fyne.TextStyle{}).Width }
