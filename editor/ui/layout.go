package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// fixed gives its one object a least size.
type fixed struct{ w, h float32 }

func (f fixed) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for _, o := range objects {
		m = m.Max(o.MinSize())
	}
	return m.Max(fyne.NewSize(f.w, f.h))
}

func (f fixed) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Move(fyne.NewPos(0, 0))
		o.Resize(size)
	}
}

// exact gives its one object just that size: wide contents do not push a panel apart.
type exact struct{ w, h float32 }

func (f exact) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(f.w, f.h) }

func (f exact) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Move(fyne.NewPos(0, 0))
		o.Resize(size)
	}
}

// inset surrounds its one object with room.
type inset struct{ left, top, right, bottom float32 }

func (i inset) MinSize(objects []fyne.CanvasObject) fyne.Size {
	m := objects[0].MinSize()
	return fyne.NewSize(m.Width+i.left+i.right, m.Height+i.top+i.bottom)
}

func (i inset) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.NewPos(i.left, i.top))
	objects[0].Resize(fyne.NewSize(size.Width-i.left-i.right, size.Height-i.top-i.bottom))
}

// row lays objects from left to right, centred in height, with gaps; the one at grow takes the room that is left.
type row struct {
	gap  float32
	grow int // -1: none
}

func (r row) MinSize(objects []fyne.CanvasObject) fyne.Size {
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
	m.Width += r.gap * float32(max(n-1, 0))
	return m
}

func (r row) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	spare := max(size.Width-r.MinSize(objects).Width, 0)
	if min := r.MinSize(objects).Width; min > size.Width {
		spare = size.Width - min // the growing one gives way
	}
	var x float32
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		s := o.MinSize()
		if i == r.grow {
			s.Width = max(s.Width+spare, 0)
		}
		o.Move(fyne.NewPos(x, (size.Height-s.Height)/2))
		o.Resize(s)
		x += s.Width + r.gap
	}
}

// squeezed stacks objects from top to bottom with gaps, and makes all of them lower where there is not enough room.
type squeezed struct{ gap float32 }

func (q squeezed) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for _, o := range objects {
		m.Width = max(m.Width, o.MinSize().Width)
	}
	return m
}

func (q squeezed) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	var want float32
	for _, o := range objects {
		want += o.MinSize().Height + q.gap
	}
	part := float32(1)
	if want > size.Height && want > 0 {
		part = max(size.Height, 0) / want
	}
	var y float32
	for _, o := range objects {
		h := o.MinSize().Height * part
		put(o, 0, y, size.Width, h)
		y += h + q.gap*part
	}
}

// equal lays objects side by side in equal widths.
type equal struct{ gap float32 }

func (e equal) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for _, o := range objects {
		m = m.Max(o.MinSize())
	}
	n := float32(len(objects))
	return fyne.NewSize(m.Width*n+e.gap*(n-1), m.Height)
}

func (e equal) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	n := float32(len(objects))
	w := (size.Width - e.gap*(n-1)) / n
	for i, o := range objects {
		o.Move(fyne.NewPos(float32(i)*(w+e.gap), 0))
		o.Resize(fyne.NewSize(w, size.Height))
	}
}

// parts lays objects side by side in equal widths, unless one of them would be cramped: then the room that they leave is
// shared equally.
type parts struct{ gap float32 }

func (p parts) MinSize(objects []fyne.CanvasObject) fyne.Size { return equal(p).MinSize(objects) }

func (p parts) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	const ease = 6 // at each side of a word
	n := float32(len(objects))
	if p.MinSize(objects).Width+2*ease*n <= size.Width {
		equal(p).Layout(objects, size)
		return
	}
	spare := size.Width - p.gap*(n-1)
	for _, o := range objects {
		spare -= o.MinSize().Width
	}
	var x float32
	for _, o := range objects {
		w := o.MinSize().Width + spare/n
		put(o, x, 0, w, size.Height)
		x += w + p.gap
	}
}

// labelled is a row of an inspector: a quiet label of fixed width, then what it names.
type labelled struct{ width float32 }

func (l labelled) MinSize(objects []fyne.CanvasObject) fyne.Size {
	s := objects[1].MinSize()
	return fyne.NewSize(l.width+s.Width, max(rowHeight, s.Height))
}

func (l labelled) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	h := objects[0].MinSize().Height
	objects[0].Move(fyne.NewPos(0, (size.Height-h)/2))
	objects[0].Resize(fyne.NewSize(l.width, h))
	h = objects[1].MinSize().Height
	objects[1].Move(fyne.NewPos(l.width, (size.Height-h)/2))
	objects[1].Resize(fyne.NewSize(size.Width-l.width, h))
}

func filled(c color.Color) *canvas.Rectangle { return canvas.NewRectangle(c) }

// outlined is a frame around something large: four bars, for the toolkit's rectangle costs as much as its whole area.
func outlined(c color.Color, width float32) *fyne.Container {
	return container.New(bars{width}, filled(c), filled(c), filled(c), filled(c))
}

// bars lays out four objects along the edges: above, below, left, right.
type bars struct{ width float32 }

func (b bars) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }
func (b bars) Layout(o []fyne.CanvasObject, size fyne.Size) {
	put(o[0], 0, 0, size.Width, b.width)
	put(o[1], 0, size.Height-b.width, size.Width, b.width)
	put(o[2], 0, b.width, b.width, size.Height-2*b.width)
	put(o[3], size.Width-b.width, b.width, b.width, size.Height-2*b.width)
}

func text(s string, c color.Color, size float32) *canvas.Text {
	t := canvas.NewText(atMost(s, mostShown), c)
	t.TextSize = size
	return t
}

func bold(s string, c color.Color, size float32) *canvas.Text {
	t := text(s, c, size)
	t.TextStyle.Bold = true
	return t
}

func pad(left, top, right, bottom float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(inset{left, top, right, bottom}, o)
}

// ticked puts one of the toolkit's boxes to tick in line with the fields above and below it: it keeps room at its left.
func ticked(check *widget.Check) fyne.CanvasObject { return pad(-fieldInset-1, 0, 0, 0, check) }

// prose puts one of the toolkit's labels in line with what stands above and below it, as ticked does.
func prose(label *widget.Label) fyne.CanvasObject { return pad(-fieldInset, 0, -fieldInset, 0, label) }
