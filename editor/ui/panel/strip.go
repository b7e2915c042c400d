package panel

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"fillet/editor/render"
	"fillet/editor/tool"
	"fillet/editor/ui/kit"
)

// Strip is a card over the bottom edge of the canvas with a tool's messages and options that do not fit in the status
// bar.
type Strip struct {
	Content *fyne.Container
	look    *kit.Look
	strip   func() *tool.Strip
	fail    func(error)
	guide   func(chapter string)
	Map     func() bool // reports whether the minimap is at the lower right

	form    string // key of the current widgets; see formOf
	typed   bool   // whether the shown strip is Typed; its first number field has then been focused
	title   *canvas.Text
	lines   []*kit.QuietProse
	choices []stripChoice
}

// stripChoice shows one option with a widget.
type stripChoice struct {
	show   func(o *tool.StripChoice)
	number *kit.NumberField // nil for any other widget
}

// sliderWidth is the width of a slider, in units.
const sliderWidth = 320

// maxWords limits the words shown side by side. More words become a drop-down list.
const maxWords = 4

// NewStrip returns a card that shows the content that strip returns, or nothing if that is nil. fail reports invalid
// numbers, and guide opens a chapter of the guide.
func NewStrip(l *kit.Look, strip func() *tool.Strip, fail func(error), guide func(chapter string)) *Strip {
	s := &Strip{look: l, strip: strip, fail: fail, guide: guide, Map: func() bool { return true }}
	s.Content = container.New(kit.Arranged{Place: s.place})
	return s
}

func (s *Strip) Refresh() {
	now := s.strip()
	if now == nil {
		if s.form != "" {
			s.form, s.typed, s.Content.Objects = "", false, nil
			s.Content.Refresh()
		}
		return
	}
	held := false // a number field being rebuilt has the focus
	if form := formOf(now); form != s.form {
		held = slices.ContainsFunc(s.choices, func(c stripChoice) bool { return c.number != nil && c.number.Focused })
		s.form = form
		s.build(now)
	}
	if now.Typed && (held || !s.typed) {
		s.look.Post(s.focusNumber) // after the menu or dialog that opened the strip has closed
	}
	s.typed = now.Typed
	kit.SetText(s.title, now.Title)
	for i, line := range now.Lines {
		ink := theme.ColorNameForeground
		if line.Bad {
			ink = theme.ColorNameError
		} else if i > 0 {
			ink = theme.ColorNamePlaceHolder
		}
		s.lines[i].Say(line.Text, ink)
	}
	for i := range now.Choices {
		s.choices[i].show(&now.Choices[i])
	}
}

func (s *Strip) focusNumber() {
	for _, c := range s.choices {
		if c.number == nil {
			continue
		}
		if on := fyne.CurrentApp().Driver().CanvasForObject(s.Content); on != nil && on.Overlays().Top() == nil {
			on.Focus(c.number)
		}
		return
	}
}

// endKeys returns the key handler of a number field. If the field is unchanged, Enter applies the strip and Escape
// closes it, as they do outside the field.
func (s *Strip) endKeys(f *kit.NumberField) func(e *fyne.KeyEvent) bool {
	return func(e *fyne.KeyEvent) bool {
		now := s.strip()
		if now == nil || !now.Typed || f.IsDirty() {
			return false
		}
		switch e.Name {
		case fyne.KeyEscape:
			s.look.Focus()
			now.Close()
			return true
		case fyne.KeyReturn, fyne.KeyEnter:
			for i := range now.Choices {
				if o := &now.Choices[i]; o.End && o.On && o.Do != nil {
					s.look.Focus()
					o.Do()
					return true
				}
			}
		}
		return false
	}
}

// formOf returns a key that is equal for strips that the same widgets can show.
func formOf(s *tool.Strip) string {
	var b strings.Builder
	b.WriteString(strings.Repeat("-", len(s.Lines)))
	for i := range s.Legend {
		b.WriteString("\n" + s.Legend[i].Text)
	}
	for i := range s.Choices {
		o := &s.Choices[i]
		b.WriteString("\n" + o.Name + "\t" + o.Unit + "\t" + strings.Join(o.Words, "\t"))
	}
	return b.String()
}

// choice returns the option at an index of the current strip, or an option without effect if it is gone.
func (s *Strip) choice(i int) *tool.StripChoice {
	if now := s.strip(); now != nil && i < len(now.Choices) {
		return &now.Choices[i]
	}
	return &tool.StripChoice{Pick: func(int) {}, Set: func(float64) {}, Do: func() {}}
}

func (s *Strip) build(now *tool.Strip) {
	p := s.look.Colors()
	s.title = kit.Bold(now.Title, p.Text, kit.TextSize)
	s.lines, s.choices = nil, nil
	text := container.New(kit.Lines(-9))
	for range now.Lines {
		line := kit.NewQuietLine()
		s.lines = append(s.lines, line)
		text.Add(line)
	}
	row, deeds := container.NewWithoutLayout(s.title), container.New(kit.RowOf(-1))
	var breaks []int // options that start a line
	for i := range now.Choices {
		c, o := s.widgetOf(now, &now.Choices[i], i)
		s.choices = append(s.choices, c)
		if now.Choices[i].End {
			deeds.Add(o)
			continue
		}
		if now.Choices[i].Row {
			breaks = append(breaks, len(row.Objects)-1)
		}
		row.Add(o)
	}
	help := kit.NewIconButton(s.look, "help", "Open the guide", "", func() {
		if now := s.strip(); now != nil {
			s.guide(now.Chapter)
		}
	})
	end := kit.NewIconButton(s.look, "close", "Close", "Escape", func() {
		if now := s.strip(); now != nil && now.Close != nil {
			now.Close()
			s.look.Focus()
		}
	})
	help.Side, end.Side = 24, 24
	deeds.Objects = append(deeds.Objects, container.New(kit.Row{Gap: 2, Grow: -1}, help, end))
	head := container.New(&stripHead{breaks: breaks}, append([]fyne.CanvasObject{s.title, deeds},
		row.Objects[1:]...)...)
	plate := kit.Framed(s.look, p.Panel, p.Line, 8)
	// the lines have their own padding
	body, below := container.New(kit.Lines(-3), head, kit.Pad(-kit.FieldInset, 0, 0, 0, text)), float32(1)
	if len(now.Lines) == 0 {
		body, below = container.New(kit.Lines(0), head), 8
	}
	if len(now.Legend) > 0 {
		const columns = 4
		body.Add(NewLegend(s.look, columns, kit.Map(now.Legend, render.OverlaySample)))
		below = 8
	}
	s.Content.Objects = []fyne.CanvasObject{kit.NewShield(container.NewStack(plate.Picture,
		kit.Pad(14, 8, 12, below, body)))}
	s.Content.Refresh()
}

// widgetOf builds the widget of an option, and the object that places it in the row.
func (s *Strip) widgetOf(now *tool.Strip, o *tool.StripChoice, i int) (stripChoice, fyne.CanvasObject) {
	named := func(w fyne.CanvasObject, width float32) fyne.CanvasObject {
		sized := container.New(kit.Exact{W: width, H: kit.FieldHeight}, w)
		if o.Name == "" {
			return sized
		}
		text := kit.Text(o.Name, s.look.Colors().Quiet, kit.SmallText+1)
		var name fyne.CanvasObject = text
		if f, ok := w.(*kit.NumberField); ok {
			f.SetName(o.Name)
			name = kit.Pad(-kit.FieldInset, 0, 0, 0,
				container.New(kit.Fixed{W: text.MinSize().Width + 2*kit.FieldInset}, kit.NewScrub(s.look, text, f)))
		}
		return container.New(kit.Row{Gap: 6, Grow: -1}, name, sized)
	}
	switch {
	case len(o.Words) > maxWords && !o.Wide, o.Listed:
		box := kit.NewSelectBox(s.look, o.Words, nil)
		box.OnChanged = kit.Guarded(s.look, func(word string) {
			if now := s.choice(i); now.Words != nil && now.At != slices.Index(now.Words, word) {
				now.Pick(slices.Index(now.Words, word))
			}
			s.look.Focus()
		})
		const least, largest, arrow = 130, 230, 44
		width := float32(0)
		for _, w := range o.Words {
			width = max(width, fyne.MeasureText(w, kit.TextSize, fyne.TextStyle{}).Width)
		}
		return stripChoice{show: func(o *tool.StripChoice) {
			if o.At < len(o.Words) && box.Selected != o.Words[o.At] {
				box.Selected = o.Words[o.At] // SetSelected would call OnChanged
				box.Refresh()
			}
		}}, named(box, min(max(width+arrow, least), largest))
	case len(o.Words) > 0:
		words := kit.NewSegmented(s.look, o.Words, func(k int) { s.choice(i).Pick(k) })
		words.SetName(o.Name)
		width := float32(0)
		for _, w := range o.Words {
			width += fyne.MeasureText(w, kit.TextSize, fyne.TextStyle{}).Width + 18
		}
		return stripChoice{show: func(o *tool.StripChoice) { words.Choose(o.At) }}, named(words, width)
	case o.Slider:
		slider := kit.NewSlider(s.look, func(v float64) { s.choice(i).Set(v) }, func() {})
		slider.SetName(now.Title + " " + o.Name)
		show := func(o *tool.StripChoice) { slider.SetValue(o.Value, o.Max, o.Step) }
		return stripChoice{show: show}, named(slider, sliderWidth)
	case o.Number:
		field := kit.NewNumberField(s.look, o.Unit, func(v float64) { s.choice(i).Set(v) }, s.fail)
		field.OnKey = s.endKeys(field)
		width := float32(68)
		if len(o.Unit) < 2 || o.Unit == "°" {
			width = 56
		}
		show := func(o *tool.StripChoice) { field.SetNumber(o.Value, false) }
		return stripChoice{show: show, number: field}, named(field, width)
	}
	label := o.Name
	if o.Key != "" {
		label += "  " + o.Key
	}
	button := kit.NewTextButton(s.look, label, false, func() {
		s.choice(i).Do()
		s.look.Focus()
	})
	button.Small, button.Tip = true, o.Tip
	return stripChoice{show: func(o *tool.StripChoice) {
		button.SetLit(o.On)
		button.SetOff(o.Off)
	}}, button
}

// place centres the card at the bottom edge, beside or above the minimap.
func (s *Strip) place(o []fyne.CanvasObject, size fyne.Size) {
	const margin, widest, minimap, mapHeight = 12, 680, 132, 80
	for _, o := range o {
		w := min(size.Width-2*margin, widest)
		x, y := (size.Width-w)/2, float32(margin)
		switch free := size.Width - 3*margin - minimap; {
		case !s.Map():
		case w <= free:
			x = min(x, margin+free-w)
		case free > widest*3/4:
			w, x = free, margin
		default:
			y += mapHeight + margin
		}
		o.Resize(fyne.NewSize(w, o.MinSize().Height)) // the number of rows depends on the width
		h := o.MinSize().Height
		kit.Put(o, x, max(size.Height-h-y, margin), w, h)
	}
}

// stripHead is the layout of the title, the buttons on the right and the options. All are on one line if they fit;
// otherwise the options wrap below the title, or beside the buttons if there is no title.
type stripHead struct {
	breaks []int // options that start a line
	width  float32
}

const titleGap = 14

func (h *stripHead) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, h.place(o, h.width, false)) // height at the last width
}

func (h *stripHead) Layout(o []fyne.CanvasObject, size fyne.Size) {
	h.width = size.Width
	h.place(o, size.Width, true)
}

func (h *stripHead) place(o []fyne.CanvasObject, width float32, move bool) float32 {
	title, end, choices := o[0].MinSize(), o[1].MinSize(), o[2:]
	high := max(title.Height, end.Height, kit.FieldHeight)
	from := float32(0)
	if title.Width > 0 {
		from = min(title.Width, width-end.Width-titleGap) + titleGap
	}
	if move {
		kit.Put(o[0], 0, (high-title.Height)/2, from, title.Height)
		kit.Put(o[1], width-end.Width, (high-end.Height)/2, end.Width, end.Height)
	}
	flow := kit.Flow{Gap: 10, Down: kit.Gap, Breaks: h.breaks, Middle: true, Least: high}
	room := width - end.Width - titleGap
	indented := flow
	indented.Indent, indented.Room = from, room
	n := flow.InLine(choices, room-from)
	// the first line of options fits beside the title
	isFirst := n == len(choices) || from == 0 || len(h.breaks) > 0 && n >= h.breaks[0]
	if isFirst || n > 0 && indented.Place(choices, width, 0, false) < flow.Place(choices, width, high+kit.Gap,
		false)-high {
		return max(indented.Place(choices, width, 0, move), high)
	}
	return flow.Place(choices, width, high+kit.Gap, move)
}
