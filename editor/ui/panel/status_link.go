package panel

import (
	"image/color"

	"fillet/editor/ui/kit"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Widths in units from which the status bar shows each part. The hint always has priority.
const (
	roomForTimings = 1600
	roomForSnap    = 1420
	roomForCounts  = 1320
	roomForSaved   = 1040
	roomForWords   = 860
	statusGap      = 18
	statusHeight   = 26
)

// place arranges position, zoom, snapping, hint, overlaps, touching, triggers and the rest from left to right. Parts
// after the hint are right-aligned.
func (b *Status) place(o []fyne.CanvasObject, size fyne.Size) {
	if b.room != size.Width {
		b.room = size.Width
		b.showCounts()
	}
	middle := func(x fyne.CanvasObject, left, width float32) {
		h := x.MinSize().Height
		kit.Put(x, left, (size.Height-h)/2, width, h)
	}
	const place, zoom, hint = 130, 48, 3
	middle(o[0], 0, place)
	middle(o[1], place+statusGap, zoom)
	left, right := float32(place+zoom+2*statusGap), size.Width
	w := o[2].MinSize().Width
	middle(o[2], left, w)
	left += w + statusGap - 2*linkRoom
	for i := len(o) - 1; i > hint; i-- {
		w := o[i].MinSize().Width
		if w == 0 {
			middle(o[i], right, 0)
			continue
		}
		right -= w
		middle(o[i], right, w)
		right -= statusGap - 2*linkRoom
	}
	kit.Put(o[hint], left, 0, right-left, size.Height)
	b.fitHint()
}

// statusLink shows text in the status bar, optionally with an icon and a click action.
type statusLink struct {
	widget.BaseWidget
	kit.Pressable
	kit.Hover
	look  *kit.Look
	ink   color.NRGBA
	tip   string
	onTap func(at fyne.Position) // nil: not clickable

	plate *kit.Plate
	sign  *canvas.Image // nil: no icon
	Label *canvas.Text
}

const (
	linkRoom = 5 // padding on both sides of the text
	signSize = 12
)

func newStatusLink(l *kit.Look, sign string, ink color.NRGBA, tip string, onTap func(fyne.Position)) *statusLink {
	k := &statusLink{
		look: l, ink: ink, tip: tip, onTap: onTap, plate: kit.NewPlate(l, 3),
		Label: kit.Text("", ink, kit.SmallText+1),
	}
	if sign != "" {
		k.sign = l.Icons.Image(sign, ink)
	}
	k.Pressable = kit.Pressable{
		Keys: l, Self: k, Press: func() { k.Tapped(nil) }, Skipped: func() bool { return k.onTap == nil },
		Redraw: k.Refresh, Says: func() string { return k.Label.Text },
	}
	k.Hover = kit.NewHover(l, k, k.Refresh, func() (string, string) { return k.tip, "" })
	k.ExtendBaseWidget(k)
	return k
}

// set shows text, and reports whether its length changed.
func (k *statusLink) set(s string) bool {
	if k.Label.Text == s {
		return false
	}
	wider := len(k.Label.Text) != len(s)
	k.Label.Text = s
	k.Label.Refresh()
	return wider
}

func (k *statusLink) CreateRenderer() fyne.WidgetRenderer {
	parts := []fyne.CanvasObject{k.plate.Picture, k.Label}
	if k.sign != nil {
		parts = append(parts, k.sign)
	}
	return kit.Placed(k, k.update, k.place, parts...)
}

func (k *statusLink) MinSize() fyne.Size {
	if k.Label.Text == "" {
		return fyne.NewSize(0, 20)
	}
	w := fyne.MeasureText(k.Label.Text, k.Label.TextSize, fyne.TextStyle{}).Width + 2*linkRoom
	if k.sign != nil {
		w += signSize + linkRoom
	}
	return fyne.NewSize(w, 20)
}

func (k *statusLink) update() {
	p := k.look.Colors()
	k.plate.FillColor, k.plate.StrokeWidth = kit.NoColor, 0
	if k.Over && k.onTap != nil {
		k.plate.FillColor = p.Hover
	}
	k.Ring(k.plate)
	k.plate.Refresh()
}

func (k *statusLink) Tapped(*fyne.PointEvent) {
	defer k.look.Catch()
	if k.onTap == nil {
		return
	}
	k.look.Tips.Hide(k)
	k.look.Focus()
	k.onTap(fyne.CurrentApp().Driver().AbsolutePositionForObject(k))
}

func (k *statusLink) Cursor() desktop.Cursor {
	if k.onTap == nil {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

func (k *statusLink) place(size fyne.Size) {
	kit.Put(k.plate.Picture, 0, 0, size.Width, size.Height)
	x := float32(linkRoom)
	if k.sign != nil {
		kit.Put(k.sign, x, (size.Height-signSize)/2, signSize, signSize)
		x += signSize + linkRoom
	}
	h := k.Label.MinSize().Height
	kit.Put(k.Label, x, (size.Height-h)/2, size.Width-x, h)
}
