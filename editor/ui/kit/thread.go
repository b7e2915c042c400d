package kit

import (
	"image"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Thread is the window's thread. Whatever the toolkit calls (of a control, a menu, a dialog, a timer, a picture) and all work
// off the thread is guarded by it: a panic stops there and is reported. TestEveryCallOfTheToolkitIsGuarded finds what is not.
type Thread struct {
	OnPanic func(value any, stack []byte) // hears of a panic, on the window's thread; nil: panics go on, as tests want them
	ended   atomic.Bool                   // nothing is done on the thread any more
	pending atomic.Int64                  // posted calls, jobs and short timers under way
	polls   atomic.Bool                   // a long timer is at work
}

// shortWait limits the timers that count as work. Longer ones poll, or do what nobody waits for.
const shortWait = 200 * time.Millisecond

// Pending returns how many posted calls, jobs and short timers are under way, without what long timers begin.
func (t *Thread) Pending() int64 { return t.pending.Load() }

func (t *Thread) finish() { t.pending.Add(-1) }

// End drops whatever is posted from then on, and what waits. It is called before the window's loop ends: once it has, the
// toolkit calls what is posted at once, on the goroutine that posts it.
func (t *Thread) End() { t.ended.Store(true) }

// Catch reports a panic. What the toolkit calls defers it.
func (t *Thread) Catch() {
	if t.OnPanic == nil {
		return
	}
	if v := recover(); v != nil {
		t.OnPanic(v, debug.Stack())
	}
}

// Guard returns do with a guard: a panic in it stops there and is reported.
func (t *Thread) Guard(do func()) func() {
	return func() {
		defer t.Catch()
		do()
	}
}

// Guarded is Guard for a function that is told something.
func Guarded[T any](l *Look, do func(T)) func(T) {
	return func(v T) {
		defer l.Catch()
		do(v)
	}
}

// Guarded2 is Guard for a function that is told two things.
func Guarded2[A, B any](l *Look, do func(A, B)) func(A, B) {
	return func(a A, b B) {
		defer l.Catch()
		do(a, b)
	}
}

// Post has something done on the window's thread, unless that has ended. Any goroutine can call it.
func (t *Thread) Post(do func()) {
	t.pending.Add(1)
	t.post(func() {
		defer t.finish()
		do()
	})
}

func (t *Thread) post(do func()) {
	fyne.Do(func() {
		if t.ended.Load() {
			return
		}
		defer t.Catch()
		do()
	})
}

// Go does work off the window's thread.
func (t *Thread) Go(work func()) {
	if t.polls.Load() {
		t.aside(work)
		return
	}
	t.pending.Add(1)
	t.aside(func() {
		defer t.finish()
		work()
	})
}

// When does something off the window's thread once a channel is closed. The wait does not count as work.
func (t *Thread) When(closed <-chan struct{}, do func()) {
	t.aside(func() {
		<-closed
		do()
	})
}

// aside runs a function on a goroutine of its own.
func (t *Thread) aside(do func()) {
	mistake := t.OnPanic // the field itself belongs to the window's thread
	go func() {
		defer t.catchAside(mistake)
		do()
	}()
}

// catchAside is Catch on any goroutine.
func (t *Thread) catchAside(mistake func(value any, stack []byte)) {
	if mistake == nil {
		return
	}
	if v := recover(); v != nil {
		stack := debug.Stack()
		fyne.Do(func() {
			if !t.ended.Load() {
				mistake(v, stack)
			}
		})
	}
}

// After has something done on the window's thread after a while, unless it is stopped before.
func (t *Thread) After(wait time.Duration, do func()) (stop func()) {
	var stopped atomic.Bool
	long := wait > shortWait
	finish := func() {}
	if !long {
		t.pending.Add(1)
		finish = sync.OnceFunc(t.finish)
	}
	timer := time.AfterFunc(wait, func() {
		t.post(func() {
			defer finish()
			if !stopped.Load() { // by then it may have waited in the window's queue for a while
				t.polls.Store(long)
				defer t.polls.Store(false)
				do()
			}
		})
	})
	return func() {
		stopped.Store(true)
		timer.Stop()
		finish()
	}
}

// EveryFrame calls tick before every frame, until the returned function is called.
func (t *Thread) EveryFrame(tick func(now time.Time)) (stop func()) {
	a := &fyne.Animation{Duration: time.Second, RepeatCount: fyne.AnimationRepeatForever, Curve: fyne.AnimationLinear, Tick: func(float32) {
		defer t.Catch()
		tick(time.Now())
	}}
	a.Start()
	return a.Stop
}

// Raster is a picture that draw paints. After a mistake in painting it is what it was before.
func (t *Thread) Raster(draw func(w, h int) image.Image) *canvas.Raster {
	var last image.Image = image.NewRGBA(image.Rect(0, 0, 1, 1))
	return canvas.NewRaster(func(w, h int) (painted image.Image) {
		painted = last
		defer t.Catch()
		last = draw(w, h)
		return last
	})
}

// sketch is a picture that draw paints and that is quickly painted again: nothing keeps it but the window. After a mistake in
// painting it is empty.
func (t *Thread) sketch(draw func(w, h int) image.Image) *canvas.Raster {
	return canvas.NewRaster(func(w, h int) (painted image.Image) {
		painted = image.Transparent
		defer t.Catch()
		return draw(w, h)
	})
}

// List is a list of rows.
func (l *Look) List(length func() int, create func() fyne.CanvasObject, update func(i int, o fyne.CanvasObject)) *widget.List {
	return widget.NewList(length, create, Guarded2(l, update))
}

// MenuItem is an item of a menu that the system shows.
func (t *Thread) MenuItem(label string, do func()) *fyne.MenuItem {
	if do != nil {
		do = t.Guard(do)
	}
	return fyne.NewMenuItem(label, do)
}
