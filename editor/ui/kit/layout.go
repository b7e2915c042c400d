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

// Free leaves its objects where they are put, and wants no room. Without a layout a container asks each of them for the room that
// it wants, in every picture, hidden or not; and an icon that has not been shown yet is read anew each time it is asked.
type Free struct{}

func (Free) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }
func (Free) Layout([]fyne.CanvasObject, fyne.Size) {}

// Fixed gives its one object a least size.
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

// Exact gives its one object just that size: wide contents do not push a panel apart.
type Exact struct{ W, H float32 }

func (f Exact) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(f.W, f.H) }

func (f Exact) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		Put(o, 0, 0, size.Width, size.Height)
	}
}

// inset surrounds its one object with room.
type inset struct{ left, top, right, bottom float32 }

func (i inset) MinSize(objects []fyne.CanvasObject) fyne.Size {
	m := objects[0].MinSize()
	return fyne.NewSize(m.Width+i.left+i.right, m.Height+i.top+i.bottom)
}

func (i inset) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	Put(objects[0], i.left, i.top, size.Width-i.left-i.right, size.Height-i.top-i.bottom)
}

// Row lays objects from left to right, centred in height, with gaps; the one at grow takes the room that is left.
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
	spare := size.Width - r.MinSize(objects).Width // below 0 the growing one gives way
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

// Squeezed stacks objects from top to bottom with gaps, and makes all of them lower where there is not enough room.
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

// Equal lays objects side by side in equal widths.
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

// parts lays objects side by side in equal widths, unless one of them would be cramped: then the room that they leave is
// shared equally.
type parts struct{ Gap float32 }

// Shared is a layout of objects side by side, in equal widths unless one would be cramped.
func Shared(gap float32) fyne.Layout { return parts{gap} }

func (p parts) MinSize(objects []fyne.CanvasObject) fyne.Size { return Equal(p).MinSize(objects) }

func (p parts) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	const ease = 6 // at each side of a word
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

// Labelled is a row of an inspector: a quiet label of fixed width, then what it names. A third object stands at the end of the label.
type Labelled struct{ Width float32 }

func (l Labelled) MinSize(objects []fyne.CanvasObject) fyne.Size {
	s := objects[1].MinSize()
	return fyne.NewSize(l.Width+s.Width, max(RowHeight, s.Height))
}

func (l Labelled) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	label, field := objects[0].MinSize().Height, objects[1].MinSize().Height
	Put(objects[0], 0, (min(size.Height, RowHeight)-label)/2, l.Width, label) // beside the first of several lines
	Put(objects[1], l.Width, (size.Height-field)/2, size.Width-l.Width, field)
	if len(objects) > 2 {
		m := objects[2].MinSize()
		Put(objects[2], l.Width-m.Width-Gap, (min(size.Height, RowHeight)-m.Height)/2, m.Width, m.Height)
	}
}

// Filled makes a rectangle of a colour.
func Filled(c color.Color) *canvas.Rectangle { return canvas.NewRectangle(c) }

// Outlined is a frame around something large: four bars, for the toolkit's rectangle costs as much as its whole area.
func Outlined(c color.Color, width float32) *fyne.Container {
	return container.New(bars{width}, Filled(c), Filled(c), Filled(c), Filled(c))
}

// bars lays out four objects along the edges: above, below, left, right.
type bars struct{ width float32 }

func (b bars) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }
func (b bars) Layout(o []fyne.CanvasObject, size fyne.Size) {
	Put(o[0], 0, 0, size.Width, b.width)
	Put(o[1], 0, size.Height-b.width, size.Width, b.width)
	Put(o[2], 0, b.width, b.width, size.Height-2*b.width)
	Put(o[3], size.Width-b.width, b.width, b.width, size.Height-2*b.width)
}

// Text makes a line of text, cut to [MostShown] characters.
func Text(s string, c color.Color, size float32) *canvas.Text {
	t := canvas.NewText(Visual(AtMost(s, MostShown)), c)
	t.TextSize = size
	return t
}

// Bold makes a line of bold text.
func Bold(s string, c color.Color, size float32) *canvas.Text {
	t := Text(s, c, size)
	t.TextStyle.Bold = true
	return t
}

// Pad puts room around an object; a negative number lets it stick out.
func Pad(left, top, right, bottom float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(inset{left, top, right, bottom}, o)
}

// Ticked puts one of the toolkit's boxes to tick in line with the fields above and below it: it keeps room at its left.
func Ticked(check *widget.Check) fyne.CanvasObject { return Pad(-FieldInset-1, 0, 0, 0, check) }

// Prose puts one of the toolkit's labels in line with what stands above and below it, as [Ticked] does.
func Prose(label *widget.Label) fyne.CanvasObject { return Pad(-FieldInset, 0, -FieldInset, 0, label) }

// Rule makes a thin line between parts of the window.
func Rule(l *Look) fyne.CanvasObject {
	r := Filled(l.Colors().Line)
	r.SetMinSize(fyne.NewSize(1, 1))
	return r
}

// VerticalGap makes an empty object of a height.
func VerticalGap(h float32) fyne.CanvasObject {
	r := canvas.NewRectangle(NoColor)
	r.SetMinSize(fyne.NewSize(1, h))
	return r
}

// Middle puts its object into the middle, at its least size.
type Middle struct{}

func (Middle) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

func (Middle) Layout(o []fyne.CanvasObject, size fyne.Size) {
	m := o[0].MinSize()
	Put(o[0], max((size.Width-m.Width)/2, 0), max((size.Height-m.Height)*0.4, 0), m.Width, m.Height)
}

// Lines lays objects under each other with a gap.
func Lines(gap float32) fyne.Layout { return layout.NewCustomPaddedVBoxLayout(gap) }

// Put moves and sizes an object; a negative size becomes 0.
func Put(o fyne.CanvasObject, x, y, w, h float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(max(w, 0), max(h, 0)))
}

// RowOf is a row in which the object at grow takes the room that is left.
func RowOf(grow int) Row { return Row{Gap: Gap, Grow: grow} }

// SetVisible shows or hides an object.
func SetVisible(o fyne.CanvasObject, on bool) {
	if on {
		o.Show()
	} else {
		o.Hide()
	}
}

// Flow lays objects in lines, from left to right.
type Flow struct {
	Gap    float32
	Down   float32 // between lines; 0 is Gap
	Width  float32 // the room there was last
	Resize func()  // has the lines counted again; nil: they are no more than were
	Grow   bool    // the last object takes the room that is left in its line
	Breaks []int   // the objects that begin a line
	Middle bool    // objects of one line stand on one middle
	Least  float32 // the least height of a line

	Indent, Room float32 // where the first line begins, and ends where it ends earlier than the others
}

func (f *Flow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	least := f.Width
	if f.Resize != nil {
		least = 0
	}
	return fyne.NewSize(least, f.Place(objects, f.Width, 0, false)) // so the height can be told before the layout
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

// InLine is how many objects stand in the first line of some width, whatever begins a line of its own.
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

// Place is how high the lines of objects are, with what is above them; with move it puts them there.
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
