package ui

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
func (w *parent) working(title string, work func(context.Context) (func(), error), failure string) {
	w.workingOn(title, func(ctx context.Context, _ func(done, total int)) (func(), error) { return work(ctx) }, failure)
}

// workingOn is working for work that can say how much of it is done.
func (w *parent) workingOn(title string, work longWork, failure string) {
	w.run(title, true, work, failure, nil)
}

// workingBeside runs work on a snapshot, such as saving and exporting: the level can be edited on meanwhile. Once it takes
// more than a moment a card at the lower edge shows it, and can cancel it. ended runs when all is over, however it ended;
// nil is nothing.
func (w *parent) workingBeside(title string, work longWork, failure string, ended func()) {
	w.run(title, false, work, failure, ended)
}

func (w *parent) run(title string, wait bool, work longWork, failure string, ended func()) {
	ctx, cancel := context.WithCancel(context.Background())
	progress := w.newProgress(title, wait, cancel)
	if wait {
		w.waiting++
	}
	stop := w.look.Later(moment, progress.show)
	w.spawn(func() {
		const often = 50 * time.Millisecond
		var told time.Time
		then, err := w.safely(work)(ctx, func(done, total int) {
			if now := time.Now(); total > 0 && now.Sub(told) > often {
				told = now
				w.look.Post(func() { progress.set(float64(done) / float64(total)) })
			}
		})
		w.look.Post(func() {
			stop()
			progress.hide()
			if wait {
				w.waiting--
			}
			var crash *tool.Crash
			switch {
			case errors.Is(err, context.Canceled):
				w.tell("%s: cancelled", title)
			case errors.As(err, &crash):
				w.tools.Contain(crash.While, crash.Value, crash.Stack)
			case err != nil:
				w.failDialog(failure, err)
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
func (w *parent) safely(work longWork) longWork {
	if w.look.OnPanic == nil {
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
	w    *parent
	d    dialog.Dialog     // nil: a card
	card fyne.CanvasObject // nil: a dialog
	done bool
	bar  *fyne.Container
	busy *kit.BusyBar
	part *widget.ProgressBar // once somebody says how much is done
}

func (w *parent) newProgress(title string, wait bool, cancel func()) *progress {
	p := &progress{w: w, busy: kit.NewBusyBar(w.look)}
	p.bar = container.NewStack(p.busy.Content)
	stop := kit.NewTextButton(w.look, "Cancel", false, cancel)
	if wait {
		p.d = w.dialog(title, container.NewVBox(p.bar, container.New(kit.RowOf(0), kit.NewSpace(), stop)), fyne.NewSize(360, 120))
		return p
	}
	colors := w.look.Colors()
	plate := kit.Framed(w.look, colors.Panel, colors.Line, 7).Picture
	stop.Small = true
	p.card = kit.NewShield(container.NewStack(plate, kit.Pad(12, 8, 8, 8, container.New(kit.Row{Gap: 10, Grow: 0},
		kit.CutLine(w.look, title, colors.Text, kit.TextSize), container.New(kit.Exact{W: 120, H: 26}, p.bar), stop))))
	return p
}

func (p *progress) show() {
	if p.done {
		return
	}
	if p.card != nil {
		p.w.cards.Add(p.card)
	} else {
		p.w.openLasting(p.d, nil)
	}
	p.busy.Start()
}

// set says how much is done, from 0 to 1.
func (p *progress) set(part float64) {
	if p.part == nil {
		p.busy.Halt()
		p.part = widget.NewProgressBar()
		p.bar.Objects = []fyne.CanvasObject{p.part}
		p.bar.Refresh()
	}
	p.part.SetValue(part)
}

func (p *progress) hide() {
	p.done = true
	p.busy.Halt()
	if p.card != nil {
		p.w.cards.Remove(p.card)
		return
	}
	p.d.Hide()
}

// cardLayer is where the cards stand, over the whole window.
func (w *parent) cardLayer() fyne.CanvasObject {
	var open []fyne.CanvasObject
	if w.cards != nil {
		open = w.cards.Objects
	}
	w.cards = container.New(lowerMiddle{}, open...)
	return w.cards
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
