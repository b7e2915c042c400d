package ui

import (
	"image"
	"runtime/debug"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// door is the one way by which the toolkit comes into the window: what a control, a menu, a dialog, a timer or a piece of
// work off the window's thread does, it does through the door, and a mistake of the program that it runs into stops at it.
// TestEveryWayInGoesThroughTheDoor finds what goes past it.
type door struct {
	mistake func(value any, stack []byte) // hears of a panic, on the window's thread; nil: panics go on, as tests want them
}

// catch is deferred by what the toolkit calls.
func (d *door) catch() {
	if d.mistake == nil {
		return
	}
	if v := recover(); v != nil {
		d.mistake(v, debug.Stack())
	}
}

// through is a function that ends at the door.
func (d *door) through(do func()) func() {
	return func() {
		defer d.catch()
		do()
	}
}

// with is through for a function that is told something.
func with[T any](l *look, do func(T)) func(T) {
	return func(v T) {
		defer l.catch()
		do(v)
	}
}

// with2 is through for a function that is told two things.
func with2[A, B any](l *look, do func(A, B)) func(A, B) {
	return func(a A, b B) {
		defer l.catch()
		do(a, b)
	}
}

// soon has something done on the window's thread. Any goroutine can call it.
func (d *door) soon(do func()) { fyne.Do(d.through(do)) }

// aside does work off the window's thread.
func (d *door) aside(work func()) {
	mistake := d.mistake // the door itself belongs to the window's thread
	go func() {
		defer catchAside(mistake)
		work()
	}()
}

// catchAside is catch on any goroutine.
func catchAside(mistake func(value any, stack []byte)) {
	if mistake == nil {
		return
	}
	if v := recover(); v != nil {
		stack := debug.Stack()
		fyne.Do(func() { mistake(v, stack) })
	}
}

// later has something done on the window's thread after a while, unless it is stopped before.
func (d *door) later(wait time.Duration, do func()) (stop func()) {
	var stopped atomic.Bool
	t := time.AfterFunc(wait, func() {
		d.soon(func() {
			if !stopped.Load() { // by then it may have waited in the window's queue for a while
				do()
			}
		})
	})
	return func() {
		stopped.Store(true)
		t.Stop()
	}
}

// animated calls tick before every frame, until the returned function is called.
func (d *door) animated(tick func(now time.Time)) (stop func()) {
	a := &fyne.Animation{Duration: time.Second, RepeatCount: fyne.AnimationRepeatForever, Curve: fyne.AnimationLinear, Tick: func(float32) {
		defer d.catch()
		tick(time.Now())
	}}
	a.Start()
	return a.Stop
}

// raster is a picture that draw paints. After a mistake in painting it is what it was before.
func (d *door) raster(draw func(w, h int) image.Image) *canvas.Raster {
	var last image.Image = image.NewRGBA(image.Rect(0, 0, 1, 1))
	return canvas.NewRaster(func(w, h int) (painted image.Image) {
		painted = last
		defer d.catch()
		last = draw(w, h)
		return last
	})
}

// sketch is a picture that draw paints and that is quickly painted again: nothing keeps it but the window. After a mistake in
// painting it is empty.
func (d *door) sketch(draw func(w, h int) image.Image) *canvas.Raster {
	return canvas.NewRaster(func(w, h int) (painted image.Image) {
		painted = image.Transparent
		defer d.catch()
		return draw(w, h)
	})
}

// list is a list of rows.
func (l *look) list(length func() int, create func() fyne.CanvasObject, update func(i int, o fyne.CanvasObject)) *widget.List {
	return widget.NewList(length, create, with2(l, update))
}

// native is an item of a menu that the system shows.
func (d *door) native(label string, do func()) *fyne.MenuItem {
	if do != nil {
		do = d.through(do)
	}
	return fyne.NewMenuItem(label, do)
}
