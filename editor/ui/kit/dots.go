package kit

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Dots chooses one of nine points of a box, like the pivot control of drawing programs.
type Dots struct {
	widget.BaseWidget
	Pressable
	Hover
	names  [9]string
	chosen int
	Side   float32 // width and height
	onPick func(i int)

	plate *Plate
	line  *canvas.Rectangle
	dots  [9]*canvas.Rectangle
}

const (
	dotsSide = 30 // default Side
	dotSize  = 5
)

// NewDots makes the control with no point chosen. names are read by screen readers; onPick receives the index of a
// picked point, counted row by row from the top left.
func NewDots(l *Look, tip string, names [9]string, onPick func(i int)) *Dots {
	d := &Dots{
		names: names, chosen: -1, Side: dotsSide, onPick: onPick, plate: NewPlate(l, FieldRadius),
		line: Filled(NoColor),
	}
	for i := range d.dots {
		d.dots[i] = Filled(NoColor)
	}
	d.Pressable = Pressable{Keys: l, Self: d, Press: func() {
		d.move(1)
	}, Step: d.move, Redraw: d.Refresh, Spoken: func() string {
		if d.chosen < 0 {
			return tip + ": none"
		}
		return tip + ": " + d.names[d.chosen]
	}}
	d.Hover = NewHover(l, d, d.Refresh, func() (string, string) { return tip, "" })
	d.ExtendBaseWidget(d)
	return d
}

// Choose marks point i as chosen, or none for -1, without calling onPick.
func (d *Dots) Choose(i int) {
	if d.chosen != i {
		d.chosen = i
		d.Refresh()
	}
}

func (d *Dots) move(by int) {
	if d.chosen < 0 {
		d.onPick(4)
		return
	}
	d.onPick((d.chosen + by + 9) % 9)
}

func (d *Dots) CreateRenderer() fyne.WidgetRenderer {
	objects := []fyne.CanvasObject{d.plate.Picture, d.line}
	for _, dot := range d.dots {
		objects = append(objects, dot)
	}
	return Placed(d, d.update, d.place, objects...)
}

func (d *Dots) MinSize() fyne.Size { return fyne.NewSize(d.Side, d.Side) }

func (d *Dots) update() {
	p := d.look.Colors()
	d.Field(d.plate, false, d.Over)
	d.line.StrokeColor, d.line.StrokeWidth = p.Line, 1
	for i, dot := range d.dots {
		dot.FillColor, dot.CornerRadius = p.Quiet, 1
		if i == d.chosen {
			dot.FillColor = p.Accent
		}
		dot.Refresh()
	}
}

func (d *Dots) place(size fyne.Size) {
	Put(d.plate.Picture, 0, 0, size.Width, size.Height)
	side := min(size.Width, size.Height)
	side -= 2 * max(float32(math.Floor(float64(side/4.2))), 5) // from the widget's edge to the box
	x, y := (size.Width-side)/2, (size.Height-side)/2
	Put(d.line, x, y, side, side)
	for i, dot := range d.dots {
		s := float32(dotSize - 2)
		if i == d.chosen {
			s = dotSize + 1
		}
		Put(dot, x+side*float32(i%3)/2-s/2, y+side*float32(i/3)/2-s/2, s, s)
	}
}

func (d *Dots) Tapped(e *fyne.PointEvent) {
	defer d.look.Catch()
	d.look.Focus()
	cell := func(at, length float32) int { return int(min(max(at/length*3, 0), 2)) }
	d.onPick(cell(e.Position.Y, d.Size().Height)*3 + cell(e.Position.X, d.Size().Width))
}

func (d *Dots) Cursor() desktop.Cursor { return desktop.PointerCursor }
