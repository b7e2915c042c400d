package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// ChipHeight is the height of a chip: a word in a round frame.
const ChipHeight = 22

// Chip is a word in a round frame with a cross that removes it. A word that only some of the selected objects have is
// dimmed; a click adds it to all.
type Chip struct {
	widget.BaseWidget
	Pressable
	Hover
	Word   string
	IsSome bool   // only some of the selected objects have the word
	Tip    string // tooltip, or ""
	OnTap  func()
	OnDrop func()

	plate *Plate
	text  *canvas.Text
	cross *canvas.Image
	cut   bool
}

// crossSize is the size of a chip's cross, and crossRoom the width of the area in which a click removes the chip.
const (
	crossSize = 11
	crossRoom = 19
)

// NewChip makes a chip. The cross, Space, Backspace and Delete call onDrop; a click on the word calls onTap, which may
// be nil.
func NewChip(l *Look, word string, onTap, onDrop func()) *Chip {
	c := &Chip{Word: word, OnTap: onTap, OnDrop: onDrop}
	c.Pressable = Pressable{Keys: l, Self: c, Press: func() {
		c.OnDrop()
	}, Redraw: c.Refresh, Spoken: func() string { return "Remove " + c.Word }}
	c.Hover = NewHover(l, c, c.Refresh, func() (string, string) {
		switch {
		case c.IsSome:
			return c.Word + ": on some of the shapes; click to add it to all", ""
		case c.cut && c.Tip == "":
			return c.Word, ""
		}
		return c.Tip, ""
	})
	c.ExtendBaseWidget(c)
	return c
}

func (c *Chip) CreateRenderer() fyne.WidgetRenderer {
	c.plate = NewPlate(c.look, ChipHeight/2)
	c.text = Text("", c.look.Colors().Text, TextSize-1)
	c.cross = c.look.Icons.Image("close", c.look.Colors().Quiet)
	return Placed(c, c.update, c.place, c.plate.Picture, c.text, c.cross)
}

func (c *Chip) MinSize() fyne.Size {
	return fyne.NewSize(c.width(AtMost(c.Word, MaxShown))+chipPad+crossRoom, ChipHeight)
}

func (c *Chip) width(s string) float32 {
	return fyne.MeasureText(s, TextSize-1, fyne.TextStyle{}).Width
}

func (c *Chip) place(size fyne.Size) {
	c.plate.Picture.Resize(size)
	shown := CutTo(c.Word, max(size.Width-chipPad-crossRoom+0.5, 1), c.width)
	c.text.Text, c.cut = Visual(shown), shown != c.Word
	h := c.text.MinSize().Height
	Put(c.text, chipPad, (size.Height-h)/2, size.Width-chipPad-crossRoom, h)
	Put(c.cross, size.Width-crossRoom+2, (size.Height-crossSize)/2, crossSize, crossSize)
}

func (c *Chip) update() {
	p := c.look.Colors()
	ink, cross := p.Text, p.Quiet
	c.plate.FillColor, c.plate.StrokeColor, c.plate.StrokeWidth = p.Header, p.Line, 1
	if c.IsSome {
		c.plate.FillColor, ink = NoColor, p.Quiet
	}
	if c.Over {
		c.plate.FillColor, cross = p.Hover, p.Text
	}
	c.Ring(c.plate)
	c.plate.Refresh()
	c.text.Color = ink
	c.look.Icons.Show(c.cross, "close", cross)
}

func (c *Chip) Tapped(e *fyne.PointEvent) {
	defer c.look.Catch()
	c.look.Focus()
	switch {
	case e.Position.X >= c.Size().Width-crossRoom:
		c.look.Tips.Hide(c)
		c.OnDrop()
	case c.OnTap != nil:
		c.OnTap()
	}
}

func (c *Chip) TypedKey(e *fyne.KeyEvent) {
	defer c.look.Catch()
	if e.Name == fyne.KeyBackspace || e.Name == fyne.KeyDelete {
		c.OnDrop()
		return
	}
	c.Pressable.TypedKey(e)
}

func (c *Chip) Cursor() desktop.Cursor { return desktop.PointerCursor }

// Picker is a field that shows the current choice with a picture and opens a list of choices below.
type Picker struct {
	widget.BaseWidget
	Pressable
	Hover
	name   string // read by screen readers
	onOpen func(at fyne.Position)

	plate   *Plate
	picture *canvas.Image
	text    *CutText
	arrow   *canvas.Image
	wide    float32 // width of the picture; 0: none
}

// NewPicker makes a picker. onOpen opens the choices at a window position.
func NewPicker(l *Look, onOpen func(at fyne.Position)) *Picker {
	k := &Picker{onOpen: onOpen, plate: NewPlate(l, FieldRadius), text: NewCutText(l.Colors().Text)}
	k.text.Shown.TextSize = TextSize - 1
	k.picture = canvas.NewImageFromResource(nil)
	k.picture.FillMode = canvas.ImageFillContain
	k.arrow = l.Icons.Image("chevron", l.Colors().Quiet)
	k.Pressable = Pressable{Keys: l, Self: k, Press: k.open, Redraw: k.Refresh, Spoken: func() string {
		return k.name + " " + k.text.Full
	}}
	k.Hover = NewHover(l, k, k.Refresh, k.text.Tip)
	k.ExtendBaseWidget(k)
	return k
}

func (k *Picker) SetName(name string) { k.name = name }

// Text returns the text that the field shows.
func (k *Picker) Text() string { return k.text.Full }

// Display shows the current choice: its text and its picture of the given width. The picture may be nil.
func (k *Picker) Display(words string, picture fyne.Resource, wide float32) {
	if k.text.Full == words && k.picture.Resource == picture {
		return
	}
	k.text.Set(words)
	k.picture.Resource = picture
	if k.wide = wide; picture == nil {
		k.wide = 0
	}
	SetVisible(k.picture, k.wide > 0)
	k.Refresh()
}

func (k *Picker) open() {
	k.look.Tips.Hide(k)
	k.onOpen(fyne.CurrentApp().Driver().AbsolutePositionForObject(k).AddXY(0, k.Size().Height+2))
}

func (k *Picker) CreateRenderer() fyne.WidgetRenderer {
	return Placed(k, func() { k.Field(k.plate, false, k.Over) }, k.place, k.plate.Picture, k.text, k.picture, k.arrow)
}

func (k *Picker) MinSize() fyne.Size { return fyne.NewSize(60, FieldHeight) }

func (k *Picker) place(size fyne.Size) {
	const pad, arrow = 5, 14
	k.plate.Picture.Resize(size)
	x := float32(pad - 2)
	if k.wide > 0 {
		Put(k.picture, x+2, (size.Height-IconSize)/2, k.wide, IconSize)
		x += k.wide + 4
	}
	h := k.text.MinSize().Height
	Put(k.text, x, (size.Height-h)/2, size.Width-x-arrow-pad, h)
	Put(k.arrow, size.Width-arrow-pad, (size.Height-arrow)/2, arrow, arrow)
}

func (k *Picker) Tapped(*fyne.PointEvent) {
	defer k.look.Catch()
	k.open()
}

func (k *Picker) Cursor() desktop.Cursor { return desktop.PointerCursor }
