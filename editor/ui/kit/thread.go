package kit

import (
	"image"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// Thread is the UI thread. It guards every callback from the toolkit (controls, menus, dialogs, timers, pictures)
// and all work off the thread: a panic is caught and reported. TestEveryCallOfTheToolkitIsGuarded finds unguarded
// callbacks.
type Thread struct {
	// called for a panic, on the UI thread; nil: panics propagate, as in tests
	OnPanic func(value any, stack []byte)
	ended   atomic.Bool  // the thread has ended
	pending atomic.Int64 // pending posted calls, jobs and short timers
	polls   atomic.Bool  // a long timer is running

	releasing bool // [Thread.Release] drops a picture
}

// shortWait limits the timers that count as work. Longer timers only poll, or nothing depends on them.
const shortWait = 200 * time.Millisecond

// Pending returns the number of pending posted calls, jobs and short timers, excluding work started by long timers.
func (t *Thread) Pending() int64 { return t.pending.Load() }

func (t *Thread) finish() { t.pending.Add(-1) }

// End drops all pending and future posts. Call it before the window's loop ends: afterwards the toolkit runs posted
// functions at once, on the posting goroutine.
func (t *Thread) End() { t.ended.Store(true) }

// Catch reports a panic. Every callback from the toolkit defers it.
func (t *Thread) Catch() {
	if t.OnPanic == nil {
		return
	}
	if v := recover(); v != nil {
		t.OnPanic(v, debug.Stack())
	}
}

// Guard wraps a function so that a panic is caught and reported.
func (t *Thread) Guard(do func()) func() {
	return func() {
		defer t.Catch()
		do()
	}
}

// Guarded works like [Thread.Guard] for a function with an argument.
func Guarded[T any](l *Look, do func(T)) func(T) {
	return func(v T) {
		defer l.Catch()
		do(v)
	}
}

// Guarded2 works like [Thread.Guard] for a function with two arguments.
func Guarded2[A, B any](l *Look, do func(A, B)) func(A, B) {
	return func(a A, b B) {
		defer l.Catch()
		do(a, b)
	}
}

// Post runs a function on the UI thread, unless it has ended. Any goroutine can call it.
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

// Go runs work off the UI thread.
func (t *Thread) Go(work func()) {
	if t.polls.Load() {
		t.spawn(work)
		return
	}
	t.pending.Add(1)
	t.spawn(func() {
		defer t.finish()
		work()
	})
}

// When runs a function off the UI thread once a channel is closed. The wait does not count as work.
func (t *Thread) When(closed <-chan struct{}, do func()) {
	t.spawn(func() {
		<-closed
		do()
	})
}

func (t *Thread) spawn(do func()) {
	mistake := t.OnPanic // OnPanic belongs to the UI thread
	go func() {
		defer func() {
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
		}()
		do()
	}()
}

// After runs a function on the UI thread after a delay, unless it is stopped before.
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
			if !stopped.Load() { // it may have been stopped while it was queued
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
	a := &fyne.Animation{
		Duration: time.Second, RepeatCount: fyne.AnimationRepeatForever, Curve: fyne.AnimationLinear,
		Tick: func(float32) {
			defer t.Catch()
			tick(time.Now())
		},
	}
	a.Start()
	return a.Stop
}

// Raster makes a raster painted by draw. It keeps its last image, which it shows after a panic.
func (t *Thread) Raster(draw func(w, h int) image.Image) *canvas.Raster {
	var last image.Image = image.Transparent
	return canvas.NewRaster(func(w, h int) (painted image.Image) {
		if t.releasing {
			last = image.Transparent
			return last
		}
		painted = last
		defer t.Catch()
		last = draw(w, h)
		return last
	})
}

// Release drops the last image of a raster until it is painted again.
func (t *Thread) Release(r *canvas.Raster) {
	t.releasing = true
	r.Generator(1, 1)
	t.releasing = false
	r.Refresh() // the toolkit also caches the picture as a texture for a minute
}

// sketch makes a raster painted by a cheap draw function, without caching its image. After a panic it is empty.
func (t *Thread) sketch(draw func(w, h int) image.Image) *canvas.Raster {
	return canvas.NewRaster(func(w, h int) (painted image.Image) {
		painted = image.Transparent
		defer t.Catch()
		return draw(w, h)
	})
}

// NewList makes a list without keyboard control for a dialog. create and update are as in [NewKeyList].
func NewList[R fyne.CanvasObject](
	l *Look, length func() int, create func() R, update func(row R, i int),
) *PlainList {
	list := &PlainList{look: l}
	list.Length, list.CreateItem = length, func() fyne.CanvasObject { return create() }
	list.UpdateItem = Guarded2(l, func(i int, row fyne.CanvasObject) {
		if i < length() {
			update(row.(R), i)
		}
	})
	list.ExtendBaseWidget(list)
	return list
}

// MenuItem makes an item of a system menu.
func (t *Thread) MenuItem(label string, do func()) *fyne.MenuItem {
	return fyne.NewMenuItem(label, t.Guard(do))
}
