package kit

import (
	"cmp"
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// IconButton is a small button with an icon, a tooltip and an on state.
type IconButton struct {
	widget.BaseWidget
	Pressable
	Hover
	Icon     string
	tip, key string
	IsOn     bool
	IsOff    bool        // unavailable: dimmed, and skipped by Tab
	Color    color.NRGBA // icon colour; zero for the default
	Side     float32
	Opens    bool // opens a menu: a small triangle at the lower right
	InRow    bool // in a list row: Tab stops at the list instead
	onTap    func()

	plate *Plate
	image *canvas.Image
	mark  *canvas.Image // of Opens
}

// flyoutMark is the size of the mark of a button that opens a menu, in units.
const flyoutMark = 10

// NewIconButton makes a button with an icon. Its tooltip shows tip and the shortcut key; both may be empty.
func NewIconButton(l *Look, icon, tip, key string, onTap func()) *IconButton {
	b := &IconButton{Icon: icon, tip: tip, key: key, onTap: onTap, Side: 26}
	b.Pressable = Pressable{Keys: l, Self: b, Press: func() {
		b.Tapped(nil)
	}, Skipped: func() bool { return b.InRow || b.IsOff }, Redraw: b.Refresh, Spoken: func() string { return b.tip }}
	b.Hover = NewHover(l, b, b.Refresh, func() (string, string) { return b.tip, b.key })
	b.ExtendBaseWidget(b)
	return b
}

// SetKey sets the key in the tooltip.
func (b *IconButton) SetKey(key string) { b.key = key }

func (b *IconButton) SetTip(tip string) { b.tip = tip }

func (b *IconButton) CreateRenderer() fyne.WidgetRenderer {
	b.plate = NewPlate(b.look, FieldRadius+1)
	b.image = b.look.Icons.Image(b.Icon, b.look.Colors().Text)
	b.mark = b.look.Icons.Image("flyout", b.look.Colors().Quiet)
	corner := Arranged{Place: func(_ []fyne.CanvasObject, size fyne.Size) {
		Put(b.mark, size.Width-flyoutMark, size.Height-flyoutMark, flyoutMark, flyoutMark)
	}}
	return Drawn(b.update, container.NewStack(b.plate.Picture, container.NewCenter(b.image),
		container.New(corner, b.mark)))
}

func (b *IconButton) MinSize() fyne.Size { return fyne.NewSize(b.Side, b.Side) }

func (b *IconButton) update() {
	p := b.look.Colors()
	c := cmp.Or(b.Color, p.Text)
	if b.IsOff {
		c = p.Disabled
	}
	b.plate.FillColor, b.plate.StrokeColor, b.plate.StrokeWidth = NoColor, NoColor, 0
	switch {
	case b.IsOn:
		b.plate.FillColor, b.plate.StrokeColor, b.plate.StrokeWidth = p.Chosen, p.Accent, 1
	case b.Over && !b.IsOff:
		b.plate.FillColor = p.Hover
	}
	b.Ring(b.plate)
	b.plate.Refresh()
	b.look.Icons.Show(b.image, b.Icon, c)
	b.mark.Hidden = !b.Opens
}

// SetIcon changes the icon.
func (b *IconButton) SetIcon(icon string) {
	if b.Icon != icon {
		b.Icon = icon
		b.Refresh()
	}
}

// SetOn sets whether the button looks pressed.
func (b *IconButton) SetOn(on bool) { b.Switch(&b.IsOn, on) }

// SetOff sets whether the button is unavailable. Its tooltip is still shown.
func (b *IconButton) SetOff(off bool) { b.Switch(&b.IsOff, off) }

func (b *IconButton) Tapped(*fyne.PointEvent) {
	defer b.look.Catch()
	b.look.Tips.Hide(b)
	b.onTap()
}

// QuietProse shows wrapped text in the quiet colour. A widget.Label would need a theme override for that colour.
type QuietProse struct {
	widget.RichText
	Segment *widget.TextSegment
	words   []Word // after the text
}

func NewQuietProse(text string, size fyne.ThemeSizeName) *QuietProse {
	style := widget.RichTextStyleParagraph
	style.ColorName, style.SizeName = theme.ColorNamePlaceHolder, size
	q := &QuietProse{Segment: &widget.TextSegment{Text: text, Style: style}}
	// the zero value scrolls
	q.Segments, q.Wrapping, q.Scroll = []widget.RichTextSegment{q.Segment}, fyne.TextWrapWord, container.ScrollNone
	q.ExtendBaseWidget(q)
	return q
}

// NewQuietLine makes a small quiet text on one line, which is truncated if it is too long; see [NewQuietProse].
func NewQuietLine() *QuietProse {
	q := NewQuietProse("", theme.SizeNameCaptionText)
	q.Wrapping, q.Truncation = fyne.TextWrapOff, fyne.TextTruncateEllipsis
	return q
}

func (q *QuietProse) SetText(text string) { q.Say(text, q.Segment.Style.ColorName) }

// MaxProse limits the characters shown of wrapped text.
const MaxProse = 4000

// Say changes the text and its colour.
func (q *QuietProse) Say(text string, ink fyne.ThemeColorName) {
	if text = Visual(AtMost(text, MaxProse)); q.Segment.Text != text || q.Segment.Style.ColorName != ink {
		q.Segment.Text, q.Segment.Style.ColorName = text, ink
		q.Refresh()
	}
}

// Word is a piece of a line with a colour of its own.
type Word struct {
	Text string
	Ink  fyne.ThemeColorName
}

// Add replaces the words that follow the text on its line.
func (q *QuietProse) Add(words []Word) {
	if slices.Equal(q.words, words) {
		return
	}
	q.words = words
	q.Segment.Style.Inline = len(words) > 0
	q.Segments = []widget.RichTextSegment{q.Segment}
	for _, word := range words {
		style := q.Segment.Style
		style.ColorName = word.Ink
		q.Segments = append(q.Segments, &widget.TextSegment{Text: word.Text, Style: style})
	}
	q.Refresh()
}

// TextButton is a flat button with a label. A primary button has the accent colour.
type TextButton struct {
	widget.BaseWidget
	Pressable
	Hover
	Label    string
	primary  bool
	Small    bool // a chip
	Pill     bool // with round ends
	SkipsTab bool // Tab skips it: an adjacent field has keys for it
	Lit      bool // a chip that is on
	IsOff    bool
	Tip      string // tooltip, or ""
	OnTap    func()

	cut   bool // the label is truncated
	plate *Plate
	text  *canvas.Text
}

func NewTextButton(l *Look, label string, primary bool, onTap func()) *TextButton {
	b := &TextButton{Label: label, primary: primary, OnTap: onTap}
	b.Pressable = Pressable{
		Keys: l, Self: b, Redraw: b.Refresh, Press: func() { b.Tapped(nil) },
		Skipped: func() bool { return b.IsOff || b.SkipsTab }, Spoken: func() string { return b.Label },
	}
	b.Hover = NewHover(l, b, b.Refresh, func() (string, string) {
		if b.cut && b.Tip == "" {
			return b.Label, ""
		}
		return b.Tip, ""
	})
	b.ExtendBaseWidget(b)
	return b
}

func (b *TextButton) CreateRenderer() fyne.WidgetRenderer {
	b.plate = NewPlate(b.look, FieldRadius)
	if b.Pill {
		b.plate.CornerRadius = ChipHeight / 2
	}
	b.text = Text(b.Label, b.look.Colors().Text, TextSize)
	b.text.Alignment = fyne.TextAlignCenter
	b.text.TextStyle.Bold = b.primary
	return Drawn(b.update, container.NewStack(b.plate.Picture, container.NewCenter(b.text)))
}

func (b *TextButton) MinSize() fyne.Size {
	w := b.width(AtMost(b.Label, MaxShown))
	if b.Small {
		return fyne.NewSize(w+2*chipPad, ChipHeight)
	}
	return fyne.NewSize(w+24, 28)
}

const chipPad = 8 // padding beside a chip's label

func (b *TextButton) width(s string) float32 {
	return fyne.MeasureText(s, TextSize, fyne.TextStyle{Bold: b.primary}).Width
}

func (b *TextButton) Resize(size fyne.Size) {
	if b.Size() == size {
		return
	}
	b.BaseWidget.Resize(size)
	if b.plate != nil {
		b.fit()
		b.text.Refresh()
	}
}

// fit truncates the label to the available width.
func (b *TextButton) fit() {
	room := b.Size().Width
	if room > 0 {
		room = max(room-2*chipPad+0.5, 1)
	}
	shown := CutTo(b.Label, room, b.width)
	b.text.Text, b.cut = Visual(shown), shown != b.Label
}

func (b *TextButton) update() {
	p := b.look.Colors()
	b.fit()
	fill, ink, stroke := p.Window, p.Text, p.Line
	switch {
	case b.IsOff:
		ink = p.Disabled
	case b.Lit:
		fill, stroke = p.Chosen, p.Accent
	case b.primary:
		fill, ink, stroke = p.Accent, p.onAccent, p.Accent
	case b.Over:
		fill = p.Hover
	}
	b.plate.FillColor, b.plate.StrokeColor, b.plate.StrokeWidth, b.text.Color = fill, stroke, 1, ink
	b.Ring(b.plate)
	if b.focused && b.primary {
		b.plate.StrokeColor = p.Text // the accent would be invisible
	}
	b.plate.Refresh()
}

func (b *TextButton) SetLit(on bool) { b.Switch(&b.Lit, on) }

func (b *TextButton) SetOff(off bool) { b.Switch(&b.IsOff, off) }

func (b *TextButton) Tapped(*fyne.PointEvent) {
	defer b.look.Catch()
	if !b.IsOff {
		b.OnTap()
	}
}

// Segmented is a row of words that shows one of them as chosen, or none for a mixed value.
type Segmented struct {
	widget.BaseWidget
	Pressable
	look   *Look
	name   string // read by screen readers
	Words  []string
	chosen int
	OnPick func(i int)

	plates []*Plate
	texts  []*canvas.Text
	cells  []fyne.CanvasObject
	frame  *Plate
}

const (
	segmentEdge = 2 // between the frame and the words' backgrounds
	segmentGap  = 2
)

// NewSegmented makes a control with no word chosen. onPick receives the index of a picked word.
func NewSegmented(l *Look, words []string, onPick func(i int)) *Segmented {
	s := &Segmented{look: l, Words: words, chosen: -1, OnPick: onPick}
	s.Pressable = Pressable{Keys: l, Self: s, Press: func() {
		s.move(1)
	}, Step: s.move, Redraw: s.Refresh, Spoken: s.spoken}
	s.ExtendBaseWidget(s)
	return s
}

func (s *Segmented) CreateRenderer() fyne.WidgetRenderer {
	s.frame = NewPlate(s.look, FieldRadius)
	s.plates, s.texts, s.cells = nil, nil, make([]fyne.CanvasObject, len(s.Words))
	for i, w := range s.Words {
		plate := NewPlate(s.look, FieldRadius-1)
		t := Text(w, s.look.Colors().Quiet, TextSize-1)
		t.Alignment = fyne.TextAlignCenter
		s.plates, s.texts = append(s.plates, plate), append(s.texts, t)
		s.cells[i] = container.NewStack(plate.Picture, container.NewCenter(t))
	}
	return Drawn(s.update, container.NewStack(s.frame.Picture,
		Pad(segmentEdge, segmentEdge, segmentEdge, segmentEdge, container.New(parts{segmentGap}, s.cells...))))
}

func (s *Segmented) MinSize() fyne.Size { return fyne.NewSize(float32(len(s.Words))*48, FieldHeight) }

func (s *Segmented) update() {
	p := s.look.Colors()
	s.Field(s.frame, false, false)
	for i := range s.Words {
		fill := NoColor
		s.texts[i].Color = p.Quiet
		if i == s.chosen {
			fill, s.texts[i].Color = p.Chosen, p.Text
		}
		s.plates[i].Fill(fill)
	}
}

// Choose marks word i as chosen, or none for -1, without calling onPick.
func (s *Segmented) Choose(i int) {
	if s.chosen != i {
		s.chosen = i
		s.Refresh()
	}
}

func (s *Segmented) spoken() string {
	chosen := "mixed"
	if s.chosen >= 0 {
		chosen = s.Words[s.chosen]
	}
	return strings.TrimSpace(s.name + " " + chosen + ", of " + strings.Join(s.Words, ", "))
}

func (s *Segmented) SetName(name string) { s.name = name }

// move picks the next or previous word, wrapping around.
func (s *Segmented) move(by int) {
	if s.chosen < 0 {
		s.OnPick(0)
		return
	}
	s.OnPick((s.chosen + by + len(s.Words)) % len(s.Words))
}

func (s *Segmented) Tapped(e *fyne.PointEvent) {
	defer s.look.Catch()
	i := 0
	for i < len(s.cells)-1 && e.Position.X > segmentEdge+s.cells[i].Position().X+s.cells[i].Size().Width+segmentGap/2 {
		i++
	}
	s.look.Focus()
	s.OnPick(i)
}

// Header makes the title bar of a panel.
func Header(l *Look, title *TippedText, sub *canvas.Text, buttons ...fyne.CanvasObject) fyne.CanvasObject {
	objects, right := append([]fyne.CanvasObject{title, sub}, buttons...), float32(Edge)
	if len(buttons) > 0 {
		right -= ButtonInset
	}
	return container.NewStack(Ground(l, l.Colors().Header),
		container.New(Fixed{0, RowHeight - 1}, Pad(Edge-FieldInset, 0, right, 0,
			container.New(Row{Gap: Gap, Grow: 0}, objects...))))
}

// NewSpace makes an invisible object that fills space in a row.
func NewSpace() fyne.CanvasObject { return canvas.NewRectangle(NoColor) }

// BoolInt returns 1 for true and 0 for false.
func BoolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Map returns the results of a function for each element of a list.
func Map[T, R any](list []T, of func(T) R) []R {
	out := make([]R, len(list))
	for i, x := range list {
		out[i] = of(x)
	}
	return out
}
