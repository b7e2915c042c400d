package kit

import (
	"fmt"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
)

// BusyBar shows that work is in progress: a block moves back and forth along a groove. It moves only a few times a
// second to save processor time.
type BusyBar struct {
	Content fyne.CanvasObject
	look    *Look
	groove  *fyne.Container
	block   *canvas.Rectangle
	since   *canvas.Text
	started time.Time
	steps   int
	stop    func() // cancels the next step
}

const (
	busyStep   = 250 * time.Millisecond
	busyBlocks = 8 // positions along the groove
	busyHeight = 6
)

// NewBusyBar makes a bar. Call [BusyBar.Start] to start it.
func NewBusyBar(l *Look) *BusyBar {
	p := l.Colors()
	b := &BusyBar{look: l, block: Filled(p.Accent), since: Text("", p.Quiet, SmallText), started: time.Now()}
	b.block.CornerRadius = busyHeight / 2
	groove := Filled(p.Field)
	groove.CornerRadius = busyHeight / 2
	b.groove = container.New(Arranged{fyne.NewSize(120, busyHeight), b.place}, groove, b.block)
	b.Content = container.NewVBox(b.groove, b.since)
	return b
}

// Start makes the bar move until [BusyBar.Halt].
func (b *BusyBar) Start() {
	b.since.Text = fmt.Sprintf("%.0f s", time.Since(b.started).Seconds())
	b.since.Refresh()
	b.steps++
	b.groove.Refresh()
	b.stop = b.look.Later(busyStep, b.Start)
}

// Halt stops the bar for good.
func (b *BusyBar) Halt() {
	if b.stop != nil {
		b.stop()
	}
}

func (b *BusyBar) place(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(size)
	width := size.Width / busyBlocks
	at := b.steps % (2*busyBlocks - 2) // there and back
	if at >= busyBlocks {
		at = 2*busyBlocks - 2 - at
	}
	o[1].Move(fyne.NewPos(float32(at)*width, 0))
	o[1].Resize(fyne.NewSize(width, size.Height))
}
