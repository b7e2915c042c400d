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

// moment is how long work may run before its progress appears.
const moment = 100 * time.Millisecond

// Progress reports how much of a task is done. A task can call it any number of times.
type Progress = func(done, total int)

// Work is a task that runs off the UI thread. The function it returns runs on the UI thread.
type Work = func(ctx context.Context, progress Progress) (then func(), err error)

// working runs a task that blocks the window, such as opening a level. If the task takes longer than a moment, a dialog
// shows its progress and can cancel it.
func (w *Parent) working(title string, work func(context.Context) (func(), error), failure string) {
	w.run(title, true, func(ctx context.Context, _ Progress) (func(), error) { return work(ctx) }, failure, nil)
}

// RunInBackground runs a task on a snapshot, such as saving or exporting, while the level stays editable. If the task
// takes longer than a moment, a card at the bottom edge shows its progress and can cancel it. An error is shown under
// the title failure. In any case ended, if not nil, is called at the end.
func (w *Parent) RunInBackground(title string, work Work, failure string, ended func()) {
	w.run(title, false, work, failure, ended)
}

// ComputeInBackground works like [Parent.RunInBackground] for a task without progress.
func (w *Parent) ComputeInBackground(title string, work func(context.Context) (then func(), err error)) {
	w.run(title, false, func(ctx context.Context, _ Progress) (func(), error) { return work(ctx) }, title, nil)
}

// run runs long work off the UI thread. If the work takes longer than a moment, run shows its progress: in a
// dialog that blocks the window if wait is set, otherwise in a card. An error is shown under the title failure. In any
// case ended, if not nil, is called at the end.
func (w *Parent) run(title string, wait bool, work Work, failure string, ended func()) {
	ctx, cancel := context.WithCancel(context.Background())
	progress := w.newProgress(title, wait, cancel)
	if wait {
		w.Waiting++
	}
	stop := w.Look.Later(moment, progress.Show)
	w.Spawn(func() {
		const often = 50 * time.Millisecond
		var shown time.Time
		then, err := w.safely(work)(ctx, func(done, total int) {
			if now := time.Now(); total > 0 && now.Sub(shown) > often {
				shown = now
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

// safely returns work that turns a panic into an error.
func (w *Parent) safely(work Work) Work {
	if w.Look.OnPanic == nil {
		return work
	}
	return func(ctx context.Context, progress Progress) (then func(), err error) {
		defer func() {
			if v := recover(); v != nil {
				stack := debug.Stack()
				then, err = nil, &tool.Crash{While: culprit(stack), Value: v, Stack: stack}
			}
		}()
		return work(ctx, progress)
	}
}

// progress is the display of a running task, with a button that cancels it: a dialog that blocks the window, or a card.
type progress struct {
	w    *Parent
	d    dialog.Dialog     // nil: a card
	card fyne.CanvasObject // nil: a dialog
	done bool
	bar  *fyne.Container
	busy *kit.BusyBar
	part *widget.ProgressBar // nil until the task reports progress
}

// newProgress returns a hidden progress display: a dialog if wait is set, otherwise a card at the bottom edge.
func (w *Parent) newProgress(title string, wait bool, cancel func()) *progress {
	p := &progress{w: w, busy: kit.NewBusyBar(w.Look)}
	p.bar = container.NewStack(p.busy.Content)
	stop := kit.NewTextButton(w.Look, "Cancel", false, cancel)
	if wait {
		p.d = w.Dialog(title, container.NewVBox(p.bar, container.New(kit.RowOf(0), kit.NewSpace(), stop)),
			fyne.NewSize(360, 120))
		return p
	}
	colors := w.Look.Colors()
	plate := kit.Framed(w.Look, colors.Panel, colors.Line, 7).Picture
	stop.Small = true
	p.card = kit.NewShield(container.NewStack(plate, kit.Pad(12, 8, 8, 8, container.New(kit.Row{Gap: 10, Grow: 0},
		kit.CutLine(w.Look, title, colors.Text, kit.TextSize), container.New(kit.Exact{W: 120, H: 26}, p.bar), stop))))
	return p
}

// Show shows the display, unless the task has ended.
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

// Set shows how much is done, from 0 to 1.
func (p *progress) Set(part float64) {
	if p.part == nil {
		p.busy.Halt()
		p.part = widget.NewProgressBar()
		p.bar.Objects = []fyne.CanvasObject{p.part}
		p.bar.Refresh()
	}
	p.part.SetValue(part)
}

// Hide removes the display for good.
func (p *progress) Hide() {
	p.done = true
	p.busy.Halt()
	if p.card != nil {
		p.w.Cards.Remove(p.card)
		return
	}
	p.d.Hide()
}

// CardLayer returns the layer over the whole window that holds the cards.
func (w *Parent) CardLayer() fyne.CanvasObject {
	var open []fyne.CanvasObject
	if w.Cards != nil {
		open = w.Cards.Objects
	}
	w.Cards = container.New(kit.Arranged{Place: lowerMiddle}, open...)
	return w.Cards
}

// lowerMiddle stacks objects upwards from the bottom edge, centred above the status bar.
func lowerMiddle(o []fyne.CanvasObject, size fyne.Size) {
	const width, between, bottom = 380, 6, 40
	y := size.Height - bottom
	for _, card := range o {
		h := card.MinSize().Height
		y -= h
		kit.Put(card, (size.Width-width)/2, y, width, h)
		y -= between
	}
}
