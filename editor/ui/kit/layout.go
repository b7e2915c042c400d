package kit

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
)

// Free leaves its objects in place and has no minimum size. Without a layout, a container queries the minimum size of
// every object in every frame, hidden or not, and an icon that was never shown is decoded each time.
type Free struct{}

func (Free) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }
func (Free) Layout([]fyne.CanvasObject, fyne.Size) {}

// Arranged is a layout that places its objects with a function. It has a fixed minimum size.
type Arranged struct {
	Least fyne.Size
	Place func(objects []fyne.CanvasObject, size fyne.Size)
}

func (a Arranged) MinSize([]fyne.CanvasObject) fyne.Size              { return a.Least }
func (a Arranged) Layout(objects []fyne.CanvasObject, size fyne.Size) { a.Place(objects, size) }

// Topped puts a bar of the given height above another object.
type Topped struct{ Height float32 }

func (t Topped) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[1].MinSize()
	return fyne.NewSize(max(o[0].MinSize().Width, m.Width), t.Height+m.Height)
}

func (t Topped) Layout(o []fyne.CanvasObject, size fyne.Size) {
	Put(o[0], 0, 0, size.Width, t.Height)
	Put(o[1], 0, t.Height, size.Width, size.Height-t.Height)
}

// Fixed gives its object a minimum size.
type Fixed struct{ W, H float32 }

func (f Fixed) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for _, o := range objects {
		m = m.Max(o.MinSize())
	}
	return m.Max(fyne.NewSize(f.W, f.H))
}

func (f Fixed) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		Put(o, 0, 0, size.Width, size.Height)
	}
}

// Exact gives its object a fixed size, so that wide contents do not stretch a panel.
type Exact struct{ W, H float32 }

func (e Exact) MinSize([]fyne.CanvasObject) fyne.Size              { return fyne.NewSize(e.W, e.H) }
func (e Exact) Layout(objects []fyne.CanvasObject, size fyne.Size) { Fixed(e).Layout(objects, size) }

// inset adds padding around its object.
type inset struct{ left, top, right, bottom float32 }

func (i inset) MinSize(objects []fyne.CanvasObject) fyne.Size {
	m := objects[0].MinSize()
	return fyne.NewSize(m.Width+i.left+i.right, m.Height+i.top+i.bottom)
}

func (i inset) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	Put(objects[0], i.left, i.top, size.Width-i.left-i.right, size.Height-i.top-i.bottom)
}

// Row lays out objects from left to right, vertically centred, with gaps. The object at Grow takes the remaining width.
type Row struct {
	Gap  float32
	Grow int // -1: none
}

func (r Row) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	n := 0
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		s := o.MinSize()
		m.Width += s.Width
		m.Height = max(m.Height, s.Height)
		n++
	}
	m.Width += r.Gap * float32(max(n-1, 0))
	return m
}

func (r Row) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	spare := size.Width - r.MinSize(objects).Width // if negative, the growing object shrinks
	var x float32
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		s := o.MinSize()
		if i == r.Grow {
			s.Width = max(s.Width+spare, 0)
		}
		Put(o, x, (size.Height-s.Height)/2, s.Width, s.Height)
		x += s.Width + r.Gap
	}
}

// Squeezed stacks objects from top to bottom with gaps, and shrinks all of them if there is not enough room.
type Squeezed struct{ Gap float32 }

func (q Squeezed) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for _, o := range objects {
		m.Width = max(m.Width, o.MinSize().Width)
	}
	return m
}

func (q Squeezed) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	var want float32
	for _, o := range objects {
		want += o.MinSize().Height + q.Gap
	}
	part := float32(1)
	if want > size.Height && want > 0 {
		part = max(size.Height, 0) / want
	}
	var y float32
	for _, o := range objects {
		h := o.MinSize().Height * part
		Put(o, 0, y, size.Width, h)
		y += h + q.Gap*part
	}
}

// Equal lays out objects side by side in equal widths.
type Equal struct{ Gap float32 }

func (e Equal) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for _, o := range objects {
		m = m.Max(o.MinSize())
	}
	n := float32(len(objects))
	return fyne.NewSize(m.Width*n+e.Gap*(n-1), m.Height)
}

func (e Equal) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	n := float32(len(objects))
	w := (size.Width - e.Gap*(n-1)) / n
	for i, o := range objects {
		Put(o, float32(i)*(w+e.Gap), 0, w, size.Height)
	}
}

// parts lays out objects side by side in equal widths. If that would cramp one of them, each object gets its minimum
// width and an equal share of the spare width.
type parts struct{ Gap float32 }

// Shared returns a layout that places objects side by side, in equal widths unless that would cramp one of them.
func Shared(gap float32) fyne.Layout { return parts{gap} }

func (p parts) MinSize(objects []fyne.CanvasObject) fyne.Size { return Equal(p).MinSize(objects) }

func (p parts) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	const ease = 6 // padding at each side of a word
	n := float32(len(objects))
	if p.MinSize(objects).Width+2*ease*n <= size.Width {
		Equal(p).Layout(objects, size)
		return
	}
	spare := size.Width - p.Gap*(n-1)
	for _, o := range objects {
		spare -= o.MinSize().Width
	}
	var x float32
	for _, o := range objects {
		w := o.MinSize().Width + spare/n
		Put(o, x, 0, w, size.Height)
		x += w + p.Gap
	}
}

// Labelled is a row of an inspector: a quiet label of fixed width, then a control. An optional third object goes at the
// end of the label.
type Labelled struct{ Width float32 }

func (l Labelled) MinSize(objects []fyne.CanvasObject) fyne.Size {
	s := objects[1].MinSize()
	return fyne.NewSize(l.Width+s.Width, max(RowHeight, s.Height))
}

func (l Labelled) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	label, field := objects[0].MinSize().Height, objects[1].MinSize().Height
	Put(objects[0], 0, (min(size.Height, RowHeight)-label)/2, l.Width, label) // aligned with the first of several lines
	Put(objects[1], l.Width, (size.Height-field)/2, size.Width-l.Width, field)
	if len(objects) > 2 {
		m := objects[2].MinSize()
		Put(objects[2], l.Width-m.Width-Gap, (min(size.Height, RowHeight)-m.Height)/2, m.Width, m.Height)
	}
}

// Filled makes a rectangle of a colour.
func Filled(c color.Color) *canvas.Rectangle { return canvas.NewRectangle(c) }

// Outlined makes a frame of four bars. The toolkit's rectangle would cost as much as filling its whole area.
func Outlined(c color.Color, width float32) *fyne.Container {
	place := func(o []fyne.CanvasObject, size fyne.Size) { // top, bottom, left, right
		Put(o[0], 0, 0, size.Width, width)
		Put(o[1], 0, size.Height-width, size.Width, width)
		Put(o[2], 0, width, width, size.Height-2*width)
		Put(o[3], size.Width-width, width, width, size.Height-2*width)
	}
	return container.New(Arranged{Place: place}, Filled(c), Filled(c), Filled(c), Filled(c))
}

// Text makes a line of text, truncated to [MaxShown] characters.
func Text(s string, c color.Color, size float32) *canvas.Text {
	t := canvas.NewText(Visual(AtMost(s, MaxShown)), c)
	t.TextSize = size
	return t
}

// Bold makes a line of bold text.
func Bold(s string, c color.Color, size float32) *canvas.Text {
	t := Text(s, c, size)
	t.TextStyle.Bold = true
	return t
}

// Pad adds padding around an object; negative padding lets it stick out.
func Pad(left, top, right, bottom float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(inset{left, top, right, bottom}, o)
}

// Ticked aligns a toolkit check box with the fields above and below it by removing the box's left padding.
func Ticked(check *CheckBox) fyne.CanvasObject { return Pad(-FieldInset-1, 0, 0, 0, check) }

// Prose aligns a toolkit label with its neighbours, like [Ticked].
func Prose(label *widget.Label) fyne.CanvasObject { return Pad(-FieldInset, 0, -FieldInset, 0, label) }

// Rule makes a thin line between parts of the window.
func Rule(l *Look) fyne.CanvasObject {
	r := Filled(l.Colors().Line)
	r.SetMinSize(fyne.NewSize(1, 1))
	return r
}

// VerticalGap makes an empty object of the given height.
func VerticalGap(h float32) fyne.CanvasObject {
	r := canvas.NewRectangle(NoColor)
	r.SetMinSize(fyne.NewSize(1, h))
	return r
}

// Middle centres its object at its minimum size.
type Middle struct{}

func (Middle) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

func (Middle) Layout(o []fyne.CanvasObject, size fyne.Size) {
	m := o[0].MinSize()
	Put(o[0], max((size.Width-m.Width)/2, 0), max((size.Height-m.Height)*0.4, 0), m.Width, m.Height)
}

// Lines stacks objects with a gap.
func Lines(gap float32) fyne.Layout { return layout.NewCustomPaddedVBoxLayout(gap) }

// Put moves and sizes an object; a negative size becomes 0.
func Put(o fyne.CanvasObject, x, y, w, h float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(max(w, 0), max(h, 0)))
}

// RowOf returns a row in which the object at grow takes the remaining width.
func RowOf(grow int) Row { return Row{Gap: Gap, Grow: grow} }

// SetVisible shows or hides an object.
func SetVisible(o fyne.CanvasObject, on bool) {
	switch {
	case o.Visible() == on: // hiding text would repaint the window
	case on:
		o.Show()
	default:
		o.Hide()
	}
}

// Flow lays out objects in lines, from left to right.
type Flow struct {
	Gap    float32
	Down   float32 // gap between lines; 0 means Gap
	Width  float32 // the last available width
	Resize func()  // called when the height changes; may be nil
	Grow   bool    // the last object takes the rest of its line
	Breaks []int   // indices of objects that begin a line
	Middle bool    // objects of a line are vertically centred
	Least  float32 // minimum height of a line

	Indent, Room float32 // indent of the first line, and its width if the line is shorter than the others
}

func (f *Flow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	least := f.Width
	if f.Resize != nil {
		least = 0
	}
	return fyne.NewSize(least, f.Place(objects, f.Width, 0, false)) // the height must be known before the layout
}

func (f *Flow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	if was := f.Width; f.Resize != nil && was != size.Width {
		f.Width = size.Width
		if f.Place(objects, was, 0, false) != f.Place(objects, size.Width, 0, false) {
			f.Resize()
		}
	}
	f.Place(objects, size.Width, 0, true)
}

// InLine returns how many objects fit in a line of the given width, ignoring Breaks.
func (f *Flow) InLine(objects []fyne.CanvasObject, width float32) int {
	var x float32
	for i, o := range objects {
		if x += o.MinSize().Width; x > width {
			return i
		}
		x += f.Gap
	}
	return len(objects)
}

// Place returns the height of the lines, including the space above; with move it also places the objects.
func (f *Flow) Place(objects []fyne.CanvasObject, width, above float32, move bool) float32 {
	y, gap := above, f.Gap
	if f.Down > 0 {
		gap = f.Down
	}
	for from := 0; from < len(objects); {
		x, room := float32(0), width
		if from == 0 {
			if x = f.Indent; f.Room > 0 {
				room = min(f.Room, width)
			}
		}
		begin, high, to := x, f.Least, from
		for ; to < len(objects); to++ {
			m := objects[to].MinSize()
			if to > from && (x+min(m.Width, max(room, 1)) > room || slices.Contains(f.Breaks, to)) {
				break
			}
			x, high = x+min(m.Width, max(room, 1))+f.Gap, max(high, m.Height)
		}
		x = begin
		for i := from; i < to && move; i++ {
			m := objects[i].MinSize()
			m.Width = min(m.Width, max(room, 1))
			if f.Grow && i == len(objects)-1 {
				m.Width = max(m.Width, room-x)
			}
			down := float32(0)
			if f.Middle {
				down = (high - m.Height) / 2
			}
			Put(objects[i], x, y+down, m.Width, m.Height)
			x += m.Width + f.Gap
		}
		from, y = to, y+high+gap
	}
	if y > above {
		y -= gap
	}
	return y
}
