package dialog

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

// Parent is the window as its dialogs know it: what they stand over, the level that they are about, and where they say what
// came of it.
type Parent struct {
	App     fyne.App
	Win     fyne.Window
	Look    *kit.Look
	Session *editor.Session
	Files   *workspace.Files
	Tools   *tool.Controller
	Canvas  *canvas.View
	Say     func(text string, isProblem bool) // in the status bar
	Spawn   func(work func())                 // runs long work off the window's thread
	Closed  chan struct{}                     // with the window

	Native     bool            // the system has file dialogs of its own
	System     SystemDialogs   // those
	asksSystem bool            // one of them is open
	Modals     []modal         // the dialogs that are open, the last on top
	Waiting    int             // pieces of work under way that the window waits for, such as opening a level
	Cards      *fyne.Container // progress of what does not keep the window waiting
}

// NewParent makes the window, its canvas and its tools for a session and its files.
func NewParent(app fyne.App, s *editor.Session, f *workspace.Files) *Parent {
	p := &Parent{
		App: app, Win: app.NewWindow("Fillet"), Session: s, Files: f, Tools: tool.NewController(s),
		Look:   kit.NewLook(kit.Mode(app.Preferences().StringWithFallback(PrefTheme, string(kit.ModeSystem)))),
		Native: hasNativeDialogs(), System: zenityDialogs(), Closed: make(chan struct{}), Say: func(string, bool) {},
	}
	p.Spawn = p.Look.Go
	p.Canvas = canvas.New(s, p.Tools, p.Look, func(work func()) { p.Spawn(work) }, p.Fail)
	return p
}

// Fail tells of an error quietly, in the status bar.
func (w *Parent) Fail(err error) {
	if err != nil {
		w.Say(err.Error(), true)
	}
}

// Tell says that something went well.
func (w *Parent) Tell(format string, args ...any) { w.Say(fmt.Sprintf(format, args...), false) }

// whenIdle does something once no dialog is open and no gesture is under way.
func (w *Parent) whenIdle(do func()) {
	const pause = 300 * time.Millisecond
	if w.IsModal() || w.Tools.Busy() || w.Session.History().InTransaction() {
		w.Look.Later(pause, func() { w.whenIdle(do) })
		return
	}
	do()
}

// Bring shows a box of the level, and leaves the view alone where it is well in sight already.
func (w *Parent) Bring(box collision.AABB) {
	const small = 40 // units on the screen
	visible := w.Canvas.Camera.Visible()
	if visible.ContainsBox(box) && (box.Max.X-box.Min.X)*w.Canvas.Camera.Zoom > small*w.Canvas.Scale {
		w.Canvas.Redraw()
		return
	}
	w.Canvas.Frame(box.Grow(64))
}

// Folder is where file dialogs begin.
func (w *Parent) Folder() string {
	if dir := w.App.Preferences().String(prefFolder); dir != "" {
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
