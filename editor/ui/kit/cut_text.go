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

// CutText is one line of text in a list's row, which ends with … where there is no room for all of it. The toolkit's label
// shapes the text some ten times to find that out, and its rows change with every motion of a drag.
type CutText struct {
	widget.BaseWidget
	Full  string
	line  string // the same, without line breaks
	Shown *canvas.Text
	flat  bool // it keeps no distance from its sides
	Left  bool // its beginning goes where there is no room, not its end
}

// NewCutText makes an empty text that is cut to the width it gets.
func NewCutText(ink color.Color) *CutText {
	c := &CutText{Shown: Text("", ink, TextSize)}
	c.ExtendBaseWidget(c)
	return c
}

// Set shows a text.
func (c *CutText) Set(s string) {
	if c.Full != s {
		c.Full, c.line = s, Beginning(s)
		c.fit()
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

// isCut reports whether there is more of the text than is shown.
func (c *CutText) isCut() bool { return c.Shown.Text != Visual(c.line) || len(c.Full) > len(c.line) }

// Tip is the whole text as a tooltip, for [NewHover]; empty while all of it is shown.
func (c *CutText) Tip() (text, key string) {
	if c.isCut() {
		text = c.Full
	}
	return text, ""
}

// MinSize implements fyne.Widget.
func (c *CutText) MinSize() fyne.Size { return fyne.NewSize(0, c.Shown.MinSize().Height) }

// Resize implements fyne.Widget.
func (c *CutText) Resize(size fyne.Size) {
	if c.Size() != size {
		c.BaseWidget.Resize(size)
		c.fit()
	}
}

// CreateRenderer implements fyne.Widget.
func (c *CutText) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(Pad(c.inset(), 0, c.inset(), 0, c.Shown))
}

// TippedText is a [CutText] outside of a list: its tooltip shows the whole text while there is no room for all of it.
type TippedText struct {
	CutText
	Hover
	help string // unless empty, what the tooltip says instead
}

// Tip is what the tooltip says.
func (c *TippedText) Tip() (text, key string) {
	if c.help != "" {
		return c.help, ""
	}
	return c.CutText.Tip()
}

// NewTippedText makes a cut text of t whose tooltip shows the whole where it is cut.
func NewTippedText(l *Look, t *canvas.Text) *TippedText {
	c := &TippedText{}
	c.Hover = NewHover(l, c, nil, c.Tip)
	c.Shown = t
	c.Full, c.line = t.Text, Beginning(t.Text)
	c.ExtendBaseWidget(c)
	return c
}

// NewHelpText is a title whose tooltip explains it.
func NewHelpText(l *Look, t *canvas.Text, help string) *TippedText {
	c := NewTippedText(l, t)
	c.help, c.flat = help, true
	return c
}

// CutLine is a line of a row that has others beside or below it: cut to its room, with the whole, or much of it, as its tip.
func CutLine(l *Look, s string, ink color.Color, size float32) *TippedText {
	c := NewTippedText(l, Text(AtMost(s, MostProse), ink, size))
	c.flat = true
	return c
}

// CutLineWithin makes a [CutLine] as wide as its text, up to a width.
func CutLineWithin(l *Look, s string, ink color.Color, size, most float32) fyne.CanvasObject {
	c := CutLine(l, s, ink, size)
	width := fyne.MeasureText(c.line, size, c.Shown.TextStyle).Width
	return container.New(Exact{min(width, most), c.MinSize().Height}, c)
}

// MostShown is how many characters of a text are looked at: more than any window is wide. The toolkit takes seconds to find out
// how wide a text of some megabytes is.
const MostShown = 500

// Beginning is a text in one line, or as much of it as can be shown, and ….
func Beginning(s string) string { return oneLine(s, MostShown) }

// oneLine is a text without line breaks, or so many characters of it and ….
func oneLine(s string, most int) string {
	begin := firstRunes(s, 4*most) // many spaces may become one
	line := strings.Join(strings.Fields(begin), " ")
	if short := firstRunes(line, most); short != line || len(begin) < len(s) {
		return strings.TrimSpace(short) + "…"
	}
	return line
}

// AtMost is a text, or so many characters of it and ….
func AtMost(s string, most int) string {
	if short := firstRunes(s, most); short != s {
		return short + "…"
	}
	return s
}

// Cut is a text, or as much of its beginning as there is room for, and ….
func Cut(text string, room float32) string {
	return CutTo(text, room, TextWidth)
}

// CutTo is cut for another size or style.
func CutTo(text string, room float32, textWidth func(string) float32) string {
	text = AtMost(text, MostShown)
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

// cutLeftTo cuts a text as [CutTo] does, but keeps the end.
func cutLeftTo(text string, room float32, textWidth func(string) float32) string {
	runes := []rune(text)
	if room <= 0 || len(runes) <= MostShown && textWidth(text) <= room {
		return text
	}
	runes = runes[max(len(runes)-MostShown, 0):]
	from := 1 + sort.Search(len(runes)-1, func(i int) bool { return textWidth("…"+string(runes[i+1:])) <= room })
	return "…" + string(runes[from:])
}

// TextWidth measures a text of the usual size, in units.
func TextWidth(s string) float32 { return fyne.MeasureText(s, TextSize, fyne.TextStyle{}).Width }
