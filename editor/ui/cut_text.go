package ui

import (
	"image/color"
	"sort"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// cutText is one line of text in a list's row, which ends with … where there is no room for all of it. The toolkit's label
// shapes the text some ten times to find that out, and its rows change with every motion of a drag.
type cutText struct {
	widget.BaseWidget
	full string
	line string // the same, without line breaks
	text *canvas.Text
	flat bool // it keeps no distance from its sides
	left bool // its beginning goes where there is no room, not its end
}

func newCutText(ink color.Color) *cutText {
	c := &cutText{text: text("", ink, textSize)}
	c.ExtendBaseWidget(c)
	return c
}

// set shows a text.
func (c *cutText) set(s string) {
	if c.full != s {
		c.full, c.line = s, beginning(s)
		c.fit()
	}
}

func (c *cutText) fit() {
	cut := cutTo
	if c.left {
		cut = cutLeftTo
	}
	setText(c.text, cut(c.line, c.Size().Width-2*c.inset(), func(s string) float32 {
		return fyne.MeasureText(s, c.text.TextSize, c.text.TextStyle).Width
	}))
}

func (c *cutText) inset() float32 {
	if c.flat {
		return 0
	}
	return fieldInset
}

// isCut reports whether there is more of the text than is shown.
func (c *cutText) isCut() bool { return c.text.Text != c.line || len(c.full) > len(c.line) }

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
	return widget.NewSimpleRenderer(pad(c.inset(), 0, c.inset(), 0, c.text))
}

// tippedText is a cutText that stands alone: the whole is its tip while there is no room for all of it.
type tippedText struct {
	cutText
	look *look
}

func newTippedText(l *look, t *canvas.Text) *tippedText {
	c := &tippedText{look: l}
	c.text = t
	c.full, c.line = t.Text, beginning(t.Text)
	c.ExtendBaseWidget(c)
	return c
}

// cutLine is a line of a row that has others beside or below it: cut to its room, with the whole, or much of it, as its tip.
func cutLine(l *look, s string, ink color.Color, size float32) *tippedText {
	c := newTippedText(l, text(atMost(s, mostProse), ink, size))
	c.flat = true
	return c
}

// cutLineWithin is cutLine as wide as its text, up to a width.
func cutLineWithin(l *look, s string, ink color.Color, size, most float32) fyne.CanvasObject {
	c := cutLine(l, s, ink, size)
	width := fyne.MeasureText(c.line, size, c.text.TextStyle).Width
	return container.New(exact{min(width, most), c.MinSize().Height}, c)
}

// MouseIn implements desktop.Hoverable.
func (c *tippedText) MouseIn(*desktop.MouseEvent) {
	defer c.look.catch()
	if c.isCut() {
		c.look.tips.await(c.look, c, c.full, "")
	}
}

// MouseMoved implements desktop.Hoverable.
func (c *tippedText) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (c *tippedText) MouseOut() {
	defer c.look.catch()
	c.look.tips.hide(c)
}

// mostShown is how many characters of a text are looked at: more than any window is wide. The toolkit takes seconds to find out
// how wide a text of some megabytes is.
const mostShown = 500

// beginning is a text in one line, or as much of it as can be shown, and ….
func beginning(s string) string { return oneLine(s, mostShown) }

// oneLine is a text without line breaks, or so many characters of it and ….
func oneLine(s string, most int) string {
	begin := firstRunes(s, 4*most) // many spaces may become one
	line := strings.Join(strings.Fields(begin), " ")
	if short := firstRunes(line, most); short != line || len(begin) < len(s) {
		return strings.TrimSpace(short) + "…"
	}
	return line
}

// atMost is a text, or so many characters of it and ….
func atMost(s string, most int) string {
	if short := firstRunes(s, most); short != s {
		return short + "…"
	}
	return s
}

// firstRunes is so many characters of a text at most. It looks at no more.
func firstRunes(s string, most int) string {
	n := 0
	for i := range s {
		if n == most {
			return s[:i]
		}
		n++
	}
	return s
}

// cut is a text, or as much of its beginning as there is room for, and ….
func cut(text string, room float32) string {
	return cutTo(text, room, textWidth)
}

// cutTo is cut for another size or style.
func cutTo(text string, room float32, textWidth func(string) float32) string {
	text = atMost(text, mostShown)
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

// cutLeftTo is cutTo that keeps the end.
func cutLeftTo(text string, room float32, textWidth func(string) float32) string {
	runes := []rune(text)
	if room <= 0 || len(runes) <= mostShown && textWidth(text) <= room {
		return text
	}
	runes = runes[max(len(runes)-mostShown, 0):]
	from := 1 + sort.Search(len(runes)-1, func(i int) bool { return textWidth("…"+string(runes[i+1:])) <= room })
	return "…" + string(runes[from:])
}

func textWidth(s string) float32 { return fyne.MeasureText(s, textSize, fyne.TextStyle{}).Width }
