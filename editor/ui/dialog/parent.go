package dialog

import (
	"fmt"
	"os"
	"time"

	"fyne.io/fyne/v2"

	"fillet/collision"
	"fillet/editor/quote"
	"fillet/editor/tool"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

// Shell is the window without its levels: what dialogs stand over, and where they say what came of them.
type Shell struct {
	App    fyne.App
	Win    fyne.Window
	Look   *kit.Look
	Say    func(text string, isProblem bool) // in the status bar
	Spawn  func(work func())                 // runs long work off the window's thread
	Closed chan struct{}                     // with the window

	Native     bool            // the system has file dialogs of its own
	System     SystemDialogs   // those
	asksSystem bool            // one of them is open
	Modals     []modal         // the dialogs that are open, the last on top
	Waiting    int             // pieces of work under way that the window waits for, such as opening a level
	Cards      *fyne.Container // progress of what does not keep the window waiting
	watch      *importWatch    // of the files that the levels were imported from

	CommandsKey string // lists all commands, in words

	Images ImageClipboard // nil: the clipboard holds no pictures
	Page   *Page          // the page of a browser that the window is in; nil: it is on a desktop

	beyond map[[2]string]bool // folders of files, and what has been asked for them: in which folders they may read
}

// NewShell makes a window that has no level yet.
func NewShell(app fyne.App) *Shell {
	s := &Shell{
		App: app, Win: app.NewWindow("Fillet"), Look: kit.NewLook(kit.Mode(app.Preferences().StringWithFallback(PrefTheme, string(kit.ModeSystem)))),
		Native: hasNativeDialogs(), System: systemDialogs(), Closed: make(chan struct{}), Say: func(string, bool) {},
		Page: systemPage(), beyond: map[[2]string]bool{},
	}
	s.Spawn = s.Look.Go
	s.watch = newImportWatch(s)
	return s
}

// StopWatch ends the watch of imported files: they are read again only when somebody asks for it.
func (s *Shell) StopWatch() { s.watch.stop() }

// Parent is one level in a window, as the dialogs that are about it know it: the level, its canvas and its tools.
type Parent struct {
	*Shell
	*workspace.OpenLevel
	Tools  *tool.Controller
	Canvas *canvas.View
	Shown  bool // it is the one that the window shows
	Gone   bool // it was closed

	waiting []func() // what is to be done once it is shown
}

// Front is the level that the window shows, for what belongs to the window. Another level that is shown takes its place, on
// the window's thread; the Shell stays, so that work off the thread may use it.
type Front struct {
	*Shell
	*Parent
}

// NewParent makes canvas and tools for a level.
func NewParent(s *Shell, l *workspace.OpenLevel) *Parent {
	p := &Parent{Shell: s, OpenLevel: l, Tools: tool.NewController(l.Session), Shown: true}
	p.Canvas = canvas.New(l.Session, p.Tools, p.Look, func(work func()) { p.Spawn(work) }, p.Fail)
	return p
}

// Fail tells of an error quietly, in the status bar.
func (w *Parent) Fail(err error) {
	if err != nil {
		w.Say(w.whose()+w.Page.shown(err.Error()), true)
	}
}

// Tell says that something went well.
func (w *Parent) Tell(format string, args ...any) {
	w.Say(w.whose()+fmt.Sprintf(format, args...), false)
}

// whose names the level where another one is shown.
func (w *Parent) whose() string {
	if w.Shown {
		return ""
	}
	return quote.Excerpt(w.Files.Name()) + ": "
}

// idlePause is how often a wait for the end of a dialog or a gesture looks again.
const idlePause = 300 * time.Millisecond

// whenIdle does something once the level is shown, no dialog is open and no gesture is under way; never after it was closed.
func (w *Parent) whenIdle(do func()) {
	switch {
	case w.Gone:
	case !w.Shown:
		w.whenShown(func() { w.whenIdle(do) })
	case w.IsModal() || w.Tools.Busy() || w.Session.History().InTransaction():
		w.Look.Later(idlePause, func() { w.whenIdle(do) })
	default:
		do()
	}
}

// whenShown does something once the level is shown.
func (w *Parent) whenShown(do func()) { w.waiting = append(w.waiting, do) }

// SetShown is told whether the window shows the level, once all of it can be seen.
func (w *Parent) SetShown(is bool) {
	w.Shown = is
	if is {
		waiting := w.waiting
		w.waiting = nil
		for _, do := range waiting {
			do()
		}
	}
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
