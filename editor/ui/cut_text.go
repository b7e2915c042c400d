package ui

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// cutText is one line of text in a list's row, which ends with … where there is no room for all of it. The toolkit's label
// shapes the text some ten times to find that out, and its rows change with every motion of a drag.
type cutText struct {
	widget.BaseWidget
	full string
	line string // the same, without line breaks
	text *canvas.Text
}

func newCutText(ink color.Color) *cutText {
	c := &cutText{text: text("", ink, textSize)}
	c.ExtendBaseWidget(c)
	return c
}

// set shows a text.
func (c *cutText) set(s string) {
	if c.full != s {
		c.full, c.line = s, strings.Join(strings.Fields(s), " ")
		c.fit()
	}
}

func (c *cutText) fit() { setText(c.text, cut(c.line, c.Size().Width-2*fieldInset)) }

// isCut reports whether there is more of the text than is shown.
func (c *cutText) isCut() bool { return c.text.Text != c.line }

// MinSize implements fyne.Widget.
func (c *cutText) MinSize() fyne.Size { return fyne.NewSize(0, c.text.MinSize().Height) }

// Resize implements fyne.Widget.
func (c *cutText) Resize(size fyne.Size) {
	if c.Size() != size {
		c.BaseWidget.Resize(size)
		c.fit()
	}
}

// CreateRenderer implements fyne.Widget.
func (c *cutText) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(pad(fieldInset, 0, fieldInset, 0, c.text))
}

// cut is a text, or as much of its beginning as there is room for, and ….
func cut(text string, room float32) string {
	const most = 500 // more than any window is wide
	runes := []rune(text)
	if len(runes) > most {
		text, runes = string(runes[:most])+"…", runes[:most]
	}
	width := textWidth(text)
	if room <= 0 || width <= room {
		return text
	}
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

func textWidth(s string) float32 { return fyne.MeasureText(s, textSize, fyne.TextStyle{}).Width }
