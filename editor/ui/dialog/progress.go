package dialog

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/tool"
	"fillet/editor/ui/kit"
)

// A moment: work that takes longer shows that it is under way.
const moment = 100 * time.Millisecond

// longWork is work off the window's thread. It may say as often as it likes how much of it is done, and returns what is
// then to be done on the window's thread.
type longWork func(ctx context.Context, progress func(done, total int)) (then func(), err error)

// working runs work that the window has to wait for, such as opening another level: once it takes more than a moment a
// dialog shows it, and can cancel it.
func (w *Parent) working(title string, work func(context.Context) (func(), error), failure string) {
	w.run(title, true, func(ctx context.Context, _ func(done, total int)) (func(), error) { return work(ctx) }, failure, nil)
}

// workingBeside runs work on a snapshot, such as saving and exporting: the level can be edited on meanwhile. Once it takes
// more than a moment a card at the lower edge shows it, and can cancel it. ended runs when all is over, however it ended;
// nil is nothing.
func (w *Parent) workingBeside(title string, work longWork, failure string, ended func()) {
	w.run(title, false, work, failure, ended)
}

// WorkBeside runs work on a snapshot while the level can be edited on. Once it takes more than a moment a card shows it, under its
// title, and can cancel it. What it returns is done on the window's thread.
func (w *Parent) WorkBeside(title string, work func(context.Context) (then func(), err error)) {
	w.workingBeside(title, func(ctx context.Context, _ func(done, total int)) (func(), error) { return work(ctx) }, title, nil)
}

// WorkTelling is WorkBeside for work that tells how much of it is done. An error is shown under the title failure.
func (w *Parent) WorkTelling(title string, work func(ctx context.Context, progress func(done, total int)) (then func(), err error), failure string) {
	w.workingBeside(title, work, failure, nil)
}

// run does long work off the window's thread, with a progress display once it takes longer than a moment. With wait the
// display is a dialog that blocks the window. An error is shown under the title failure. ended, which may be nil, is called
// however it ends.
func (w *Parent) run(title string, wait bool, work longWork, failure string, ended func()) {
	ctx, cancel := context.WithCancel(context.Background())
	progress := w.newProgress(title, wait, cancel)
	if wait {
		w.Waiting++
	}
	stop := w.Look.Later(moment, progress.Show)
	w.Spawn(func() {
		const often = 50 * time.Millisecond
		var told time.Time
		then, err := w.safely(work)(ctx, func(done, total int) {
			if now := time.Now(); total > 0 && now.Sub(told) > often {
				told = now
				w.Look.Post(func() { progress.Set(float64(done) / float64(total)) })
			}
		})
		w.Look.Post(func() {
			stop()
			progress.Hide()
			if wait {
				w.Waiting--
			}
			var crash *tool.Crash
			switch {
			case errors.Is(err, context.Canceled):
				w.Tell("%s: cancelled", title)
			case errors.As(err, &crash):
				w.Tools.Contain(crash.While, crash.Value, crash.Stack)
			case err != nil:
				w.FailDialog(failure, err)
			case then != nil:
				then()
			}
			cancel()
			if ended != nil {
				ended()
			}
		})
	})
}

// safely is work that ends with a mistake of the program that it runs into as its error.
func (w *Parent) safely(work longWork) longWork {
	if w.Look.OnPanic == nil {
		return work
	}
	return func(ctx context.Context, progress func(done, total int)) (then func(), err error) {
		defer func() {
			if v := recover(); v != nil {
				stack := debug.Stack()
				then, err = nil, &tool.Crash{While: culprit(stack), Value: v, Stack: stack}
			}
		}()
		return work(ctx, progress)
	}
}

// progress shows that something is under way, and can stop it: in a dialog that keeps the window waiting, or in a card.
type progress struct {
	w    *Parent
	d    dialog.Dialog     // nil: a card
	card fyne.CanvasObject // nil: a dialog
	done bool
	bar  *fyne.Container
	busy *kit.BusyBar
	part *widget.ProgressBar // once somebody says how much is done
}

// newProgress makes a display of work under way, not shown yet: a dialog with wait, otherwise a card at the lower edge.
func (w *Parent) newProgress(title string, wait bool, cancel func()) *progress {
	p := &progress{w: w, busy: kit.NewBusyBar(w.Look)}
	p.bar = container.NewStack(p.busy.Content)
	stop := kit.NewTextButton(w.Look, "Cancel", false, cancel)
	if wait {
		p.d = w.Dialog(title, container.NewVBox(p.bar, container.New(kit.RowOf(0), kit.NewSpace(), stop)), fyne.NewSize(360, 120))
		return p
	}
	colors := w.Look.Colors()
	plate := kit.Framed(w.Look, colors.Panel, colors.Line, 7).Picture
	stop.Small = true
	p.card = kit.NewShield(container.NewStack(plate, kit.Pad(12, 8, 8, 8, container.New(kit.Row{Gap: 10, Grow: 0},
		kit.CutLine(w.Look, title, colors.Text, kit.TextSize), container.New(kit.Exact{W: 120, H: 26}, p.bar), stop))))
	return p
}

// Show shows the display, unless the work is done.
func (p *progress) Show() {
	if p.done {
		return
	}
	if p.card != nil {
		p.w.Cards.Add(p.card)
	} else {
		p.w.openLasting(p.d, nil)
	}
	p.busy.Start()
}

// Set says how much is done, from 0 to 1.
func (p *progress) Set(part float64) {
	if p.part == nil {
		p.busy.Halt()
		p.part = widget.NewProgressBar()
		p.bar.Objects = []fyne.CanvasObject{p.part}
		p.bar.Refresh()
	}
	p.part.SetValue(part)
}

// Hide takes the display away for good.
func (p *progress) Hide() {
	p.done = true
	p.busy.Halt()
	if p.card != nil {
		p.w.Cards.Remove(p.card)
		return
	}
	p.d.Hide()
}

// CardLayer is where the cards stand, over the whole window.
func (w *Parent) CardLayer() fyne.CanvasObject {
	var open []fyne.CanvasObject
	if w.Cards != nil {
		open = w.Cards.Objects
	}
	w.Cards = container.New(lowerMiddle{}, open...)
	return w.Cards
}

// lowerMiddle stacks objects upward from the lower edge, above the status bar, in the middle.
type lowerMiddle struct{}

func (lowerMiddle) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (lowerMiddle) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const width, between, bottom = 380, 6, 40
	y := size.Height - bottom
	for _, card := range o {
		h := card.MinSize().Height
		y -= h
		kit.Put(card, (size.Width-width)/2, y, width, h)
		y -= between
	}
}
