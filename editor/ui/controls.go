package ui

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// iconButton is a small button with an icon, a tooltip, and a state of being on.
type iconButton struct {
	widget.BaseWidget
	pressable
	look     *look
	icon     string
	tip, key string
	on       bool
	color    color.NRGBA // of the icon; zero for the usual
	size     float32
	corner   string // a small letter at the lower right, such as a tool's key
	inRow    bool   // it stands in a list's row: Tab stops at the list
	onTap    func()

	hovered bool
	plate   *plate
	image   *canvas.Image
	letter  *canvas.Text
}

func newIconButton(l *look, icon, tip, key string, onTap func()) *iconButton {
	b := &iconButton{look: l, icon: icon, tip: tip, key: key, onTap: onTap, size: 26}
	b.pressable = pressable{keys: l, self: b, press: func() { b.Tapped(nil) }, skipped: func() bool { return b.inRow }, redraw: b.Refresh, says: func() string { return b.tip }}
	b.ExtendBaseWidget(b)
	return b
}

func (b *iconButton) CreateRenderer() fyne.WidgetRenderer {
	b.plate = newPlate(b.look, fieldRadius+1)
	b.image = b.look.icons.image(b.icon, b.look.p().text)
	b.letter = text(b.corner, b.look.p().quiet, 8)
	b.update()
	return widget.NewSimpleRenderer(container.NewStack(b.plate.picture, container.NewCenter(b.image),
		container.New(cornerLayout{}, b.letter)))
}

// cornerLayout puts its object into the lower right corner.
type cornerLayout struct{}

func (cornerLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }
func (cornerLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	m := o[0].MinSize()
	o[0].Resize(m)
	o[0].Move(fyne.NewPos(size.Width-m.Width-3, size.Height-m.Height-1))
}

func (b *iconButton) MinSize() fyne.Size { return fyne.NewSize(b.size, b.size) }

func (b *iconButton) Refresh() {
	if b.plate != nil {
		b.update()
	}
	b.BaseWidget.Refresh()
}

func (b *iconButton) update() {
	p := b.look.p()
	c := b.color
	if c == (color.NRGBA{}) {
		c = p.text
	}
	b.plate.FillColor, b.plate.StrokeColor, b.plate.StrokeWidth = noColor, noColor, 0
	switch {
	case b.on:
		b.plate.FillColor, b.plate.StrokeColor, b.plate.StrokeWidth = p.chosen, p.accent, 1
	case b.hovered:
		b.plate.FillColor = p.hover
	}
	b.ring(b.plate)
	b.plate.Refresh()
	b.image.Resource = b.look.icons.resource(b.icon, c)
	b.image.Refresh()
	b.letter.Text, b.letter.Color = b.corner, p.quiet
}

func (b *iconButton) set(on bool) {
	if b.on != on {
		b.on = on
		b.Refresh()
	}
}

func (b *iconButton) Tapped(*fyne.PointEvent) {
	defer b.look.catch()
	b.look.tips.hide(b)
	b.onTap()
}

func (b *iconButton) MouseIn(*desktop.MouseEvent) {
	defer b.look.catch()
	b.hovered = true
	b.Refresh()
	if b.tip != "" {
		b.look.tips.await(b.look, b, b.tip, b.key)
	}
}
func (b *iconButton) MouseMoved(*desktop.MouseEvent) {}
func (b *iconButton) MouseOut() {
	defer b.look.catch()
	b.hovered = false
	b.look.tips.hide(b)
	b.Refresh()
}

// quietProse is text of the second rank that wraps. A label of that colour would need a theme of its own.
type quietProse struct {
	widget.RichText
	segment *widget.TextSegment
}

func newQuietProse(text string, size fyne.ThemeSizeName) *quietProse {
	style := widget.RichTextStyleParagraph
	style.ColorName, style.SizeName = theme.ColorNamePlaceHolder, size
	q := &quietProse{segment: &widget.TextSegment{Text: text, Style: style}}
	q.Segments, q.Wrapping, q.Scroll = []widget.RichTextSegment{q.segment}, fyne.TextWrapWord, container.ScrollNone // the zero value scrolls
	q.ExtendBaseWidget(q)
	return q
}

// newQuietLine is newQuietProse for one line, which is cut where it is too long.
func newQuietLine(size fyne.ThemeSizeName) *quietProse {
	q := newQuietProse("", size)
	q.Wrapping, q.Truncation = fyne.TextWrapOff, fyne.TextTruncateEllipsis
	return q
}

// SetText changes the text.
func (q *quietProse) SetText(text string) { q.say(text, q.segment.Style.ColorName) }

// mostProse is how many characters of a text that wraps are shown.
const mostProse = 4000

// say changes the text and its colour.
func (q *quietProse) say(text string, ink fyne.ThemeColorName) {
	if text = atMost(text, mostProse); q.segment.Text != text || q.segment.Style.ColorName != ink {
		q.segment.Text, q.segment.Style.ColorName = text, ink
		q.Refresh()
	}
}

// textButton is a flat button with a label; primary ones are in the accent colour.
type textButton struct {
	widget.BaseWidget
	pressable
	look     *look
	label    string
	primary  bool
	small    bool // a chip
	lit      bool // a chip that is on
	disabled bool
	onTap    func()

	hovered bool
	cut     bool // there is no room for all of the label
	plate   *plate
	text    *canvas.Text
}

func newTextButton(l *look, label string, primary bool, onTap func()) *textButton {
	b := &textButton{look: l, label: label, primary: primary, onTap: onTap}
	b.pressable = pressable{keys: l, self: b, press: func() { b.Tapped(nil) }, skipped: func() bool { return b.disabled }, redraw: b.Refresh, says: func() string { return b.label }}
	b.ExtendBaseWidget(b)
	return b
}

func (b *textButton) CreateRenderer() fyne.WidgetRenderer {
	b.plate = newPlate(b.look, fieldRadius)
	b.text = text(b.label, b.look.p().text, textSize)
	b.text.Alignment = fyne.TextAlignCenter
	b.text.TextStyle.Bold = b.primary
	b.update()
	return widget.NewSimpleRenderer(container.NewStack(b.plate.picture, container.NewCenter(b.text)))
}

func (b *textButton) MinSize() fyne.Size {
	w := b.width(atMost(b.label, mostShown))
	if b.small {
		return fyne.NewSize(w+2*chipPad, 22)
	}
	return fyne.NewSize(w+24, 28)
}

const chipPad = 8 // beside a chip's label

func (b *textButton) width(s string) float32 {
	return fyne.MeasureText(s, textSize, fyne.TextStyle{Bold: b.primary}).Width
}

// Resize implements fyne.Widget.
func (b *textButton) Resize(size fyne.Size) {
	if b.Size() == size {
		return
	}
	b.BaseWidget.Resize(size)
	if b.plate != nil {
		b.fit()
		b.text.Refresh()
	}
}

// fit cuts the label to the room that there is.
func (b *textButton) fit() {
	room := b.Size().Width
	if room > 0 {
		room = max(room-2*chipPad+0.5, 1)
	}
	b.text.Text = cutTo(b.label, room, b.width)
	b.cut = b.text.Text != b.label
}

func (b *textButton) Refresh() {
	if b.plate != nil {
		b.update()
	}
	b.BaseWidget.Refresh()
}

func (b *textButton) update() {
	p := b.look.p()
	b.fit()
	fill, ink, stroke := p.window, p.text, p.line
	switch {
	case b.disabled:
		ink = p.disabled
	case b.lit:
		fill, stroke = p.chosen, p.accent
	case b.primary:
		fill, ink, stroke = p.accent, p.onAccent, p.accent
	case b.hovered:
		fill = p.hover
	}
	b.plate.FillColor, b.plate.StrokeColor, b.plate.StrokeWidth, b.text.Color = fill, stroke, 1, ink
	b.ring(b.plate)
	if b.focused && b.primary {
		b.plate.StrokeColor = p.text // the accent would not be seen
	}
	b.plate.Refresh()
}

func (b *textButton) setDisabled(d bool) {
	if b.disabled != d {
		b.disabled = d
		b.Refresh()
	}
}

func (b *textButton) Tapped(*fyne.PointEvent) {
	defer b.look.catch()
	if !b.disabled {
		b.onTap()
	}
}

func (b *textButton) MouseIn(*desktop.MouseEvent) {
	defer b.look.catch()
	b.hovered = true
	b.Refresh()
	if b.cut {
		b.look.tips.await(b.look, b, b.label, "")
	}
}
func (b *textButton) MouseMoved(*desktop.MouseEvent) {}
func (b *textButton) MouseOut() {
	defer b.look.catch()
	b.hovered = false
	b.look.tips.hide(b)
	b.Refresh()
}

// segmented is a row of words of which one is chosen; none, while the selection is mixed.
type segmented struct {
	widget.BaseWidget
	pressable
	look   *look
	name   string // what is chosen, for those who cannot see the label beside it
	words  []string
	chosen int
	onPick func(i int)

	plates []*plate
	texts  []*canvas.Text
	cells  []fyne.CanvasObject
	frame  *plate
}

const (
	segmentEdge = 2 // between the frame and the words' grounds
	segmentGap  = 2
)

func newSegmented(l *look, words []string, onPick func(i int)) *segmented {
	s := &segmented{look: l, words: words, chosen: -1, onPick: onPick}
	s.pressable = pressable{keys: l, self: s, press: func() { s.move(1) }, step: s.move, redraw: s.Refresh, says: s.spoken}
	s.ExtendBaseWidget(s)
	return s
}

func (s *segmented) CreateRenderer() fyne.WidgetRenderer {
	s.frame = newPlate(s.look, fieldRadius)
	s.cells = make([]fyne.CanvasObject, len(s.words))
	for i, w := range s.words {
		plate := newPlate(s.look, fieldRadius-1)
		t := text(w, s.look.p().quiet, textSize-1)
		t.Alignment = fyne.TextAlignCenter
		s.plates, s.texts = append(s.plates, plate), append(s.texts, t)
		s.cells[i] = container.NewStack(plate.picture, container.NewCenter(t))
	}
	s.update()
	return widget.NewSimpleRenderer(container.NewStack(s.frame.picture, pad(segmentEdge, segmentEdge, segmentEdge, segmentEdge, container.New(parts{segmentGap}, s.cells...))))
}

func (s *segmented) MinSize() fyne.Size { return fyne.NewSize(float32(len(s.words))*48, fieldHeight) }

func (s *segmented) Refresh() {
	if s.frame != nil {
		s.update()
	}
	s.BaseWidget.Refresh()
}

func (s *segmented) update() {
	p := s.look.p()
	s.frame.FillColor, s.frame.StrokeColor, s.frame.StrokeWidth = p.field, p.line, 1
	s.ring(s.frame)
	s.frame.Refresh()
	for i := range s.words {
		fill := noColor
		s.texts[i].Color = p.quiet
		if i == s.chosen {
			fill, s.texts[i].Color = p.chosen, p.text
		}
		s.plates[i].fill(fill)
	}
}

func (s *segmented) choose(i int) {
	if s.chosen != i {
		s.chosen = i
		s.Refresh()
	}
}

// spoken is the choice in words.
func (s *segmented) spoken() string {
	chosen := "mixed"
	if s.chosen >= 0 {
		chosen = s.words[s.chosen]
	}
	return strings.TrimSpace(s.name + " " + chosen + ", of " + strings.Join(s.words, ", "))
}

func (s *segmented) setName(name string) { s.name = name }

// move chooses the word after or before the one that is chosen.
func (s *segmented) move(by int) {
	if s.chosen < 0 {
		s.onPick(0)
		return
	}
	s.onPick((s.chosen + by + len(s.words)) % len(s.words))
}

func (s *segmented) Tapped(e *fyne.PointEvent) {
	defer s.look.catch()
	i := 0
	for i < len(s.cells)-1 && e.Position.X > segmentEdge+s.cells[i].Position().X+s.cells[i].Size().Width+segmentGap/2 {
		i++
	}
	s.look.focus()
	s.onPick(i)
}

// header is the title bar of a panel.
func header(l *look, title *tippedText, sub *canvas.Text, buttons ...fyne.CanvasObject) fyne.CanvasObject {
	objects := append([]fyne.CanvasObject{title, sub}, buttons...)
	return container.NewStack(ground(l, l.p().header),
		container.New(fixed{0, rowHeight - 1}, pad(edge-fieldInset, 0, edge-4, 0, container.New(row{gap: gap, grow: 0}, objects...))))
}

func newSpace() fyne.CanvasObject { return canvas.NewRectangle(noColor) }
