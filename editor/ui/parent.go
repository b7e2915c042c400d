package ui

import (
	"fmt"
	"os"
	"time"

	"fyne.io/fyne/v2"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/tool"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

// parent is the window as its dialogs know it: what they stand over, the level that they are about, and where they say what
// came of it.
type parent struct {
	app     fyne.App
	win     fyne.Window
	look    *kit.Look
	session *editor.Session
	files   *workspace.Files
	tools   *tool.Controller
	canvas  *canvas.View
	say     func(text string, isProblem bool) // in the status bar
	spawn   func(work func())                 // runs long work off the window's thread
	closed  chan struct{}                     // with the window

	native     bool            // the system has file dialogs of its own
	system     systemDialogs   // those
	asksSystem bool            // one of them is open
	modals     []modal         // the dialogs that are open, the last on top
	waiting    int             // pieces of work under way that the window waits for, such as opening a level
	cards      *fyne.Container // progress of what does not keep the window waiting
}

func newParent(app fyne.App, s *editor.Session, f *workspace.Files) *parent {
	p := &parent{
		app: app, win: app.NewWindow("Fillet"), session: s, files: f, tools: tool.NewController(s),
		look:   kit.NewLook(kit.Mode(app.Preferences().StringWithFallback(prefTheme, string(kit.ModeSystem)))),
		native: hasNativeDialogs(), system: zenityDialogs(), closed: make(chan struct{}), say: func(string, bool) {},
	}
	p.spawn = p.look.Go
	p.canvas = canvas.New(s, p.tools, p.look, func(work func()) { p.spawn(work) }, p.fail)
	return p
}

// fail tells of an error quietly, in the status bar.
func (w *parent) fail(err error) {
	if err != nil {
		w.say(err.Error(), true)
	}
}

// tell says that something went well.
func (w *parent) tell(format string, args ...any) { w.say(fmt.Sprintf(format, args...), false) }

// whenIdle does something once no dialog is open and no gesture is under way.
func (w *parent) whenIdle(do func()) {
	const pause = 300 * time.Millisecond
	if w.isModal() || w.tools.Busy() || w.session.History().InTransaction() {
		w.look.Later(pause, func() { w.whenIdle(do) })
		return
	}
	do()
}

// bring shows a box of the level, and leaves the view alone where it is well in sight already.
func (w *parent) bring(box collision.AABB) {
	const small = 40 // units on the screen
	visible := w.canvas.Camera.Visible()
	if visible.ContainsBox(box) && (box.Max.X-box.Min.X)*w.canvas.Camera.Zoom > small*w.canvas.Scale {
		w.canvas.Redraw()
		return
	}
	w.canvas.Frame(box.Grow(64))
}

// folder is where file dialogs begin.
func (w *parent) folder() string {
	if dir := w.app.Preferences().String(prefFolder); dir != "" {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
	}
	dir, err := os.Getwd()
	if err != nil {
		return "."
	}
	return dir
}
