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

// Shell is the window without its levels. Dialogs use it to appear and to report results.
type Shell struct {
	App    fyne.App
	Win    fyne.Window
	Look   *kit.Look
	Say    func(text string, isProblem bool) // shows a message in the status bar
	Spawn  func(work func())                 // runs long work off the UI thread
	Closed chan struct{}                     // closed when the window closes

	Native     bool            // the system provides file dialogs
	System     SystemDialogs   // the system dialogs
	asksSystem bool            // a system dialog is open
	Modals     []modal         // open dialogs, topmost last
	Waiting    int             // number of running tasks that block the window, such as opening a level
	Cards      *fyne.Container // progress cards of background tasks
	watch      *importWatch    // watches the files that levels were imported from

	CommandsKey string // name of the shortcut that lists all commands

	Images ImageClipboard // nil: no pictures on the clipboard
	Page   *Page          // the browser page that contains the window; nil on a desktop

	beyond map[[2]string]bool // pairs of folders already asked about: may files in the first read the second?
}

func NewShell(app fyne.App) *Shell {
	s := &Shell{
		App: app, Win: app.NewWindow("Fillet"),
		Look:   kit.NewLook(kit.Mode(app.Preferences().StringWithFallback(PrefTheme, string(kit.ModeSystem)))),
		Native: hasNativeDialogs(), System: systemDialogs(), Closed: make(chan struct{}), Say: func(string, bool) {},
		Page: systemPage(), beyond: map[[2]string]bool{},
	}
	s.Spawn = s.Look.Go
	s.watch = newImportWatch(s)
	return s
}

// StopWatch stops watching imported files. They are then only reread on request.
func (s *Shell) StopWatch() {
	if s.watch.watch != nil {
		_ = s.watch.watch.Close() // no longer used
		s.watch.watch = nil
	}
}

// Parent is an open level of a window, as its dialogs use it: the level, its canvas and its tools.
type Parent struct {
	*Shell
	*workspace.OpenLevel
	Tools  *tool.Controller
	Canvas *canvas.View
	Shown  bool // the window shows the level
	Gone   bool // the level was closed

	waiting []func() // functions to run once the level is shown
}

// Front is the level that the window shows, for parts that belong to the window. Switching levels replaces the Parent
// on the UI thread. The Shell never changes, so work off the thread may use it.
type Front struct {
	*Shell
	*Parent
}

func NewParent(s *Shell, l *workspace.OpenLevel) *Parent {
	p := &Parent{Shell: s, OpenLevel: l, Tools: tool.NewController(l.Session), Shown: true}
	p.Canvas = canvas.New(l.Session, p.Tools, p.Look, func(work func()) { p.Spawn(work) }, p.Fail)
	return p
}

func (w *Parent) Fail(err error) {
	if err != nil {
		w.Say(w.whose()+w.Page.shown(err.Error()), true)
	}
}

func (w *Parent) Tell(format string, args ...any) {
	w.Say(w.whose()+fmt.Sprintf(format, args...), false)
}

// whose returns a prefix that names the level, unless the level is shown.
func (w *Parent) whose() string {
	if w.Shown {
		return ""
	}
	return quote.Excerpt(w.Files.Name()) + ": "
}

// idlePause is the interval at which whenIdle checks again.
const idlePause = 300 * time.Millisecond

// whenIdle calls do once the level is shown and no dialog or gesture is active, but never after the level was closed.
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

// whenShown calls do the next time the level is shown.
func (w *Parent) whenShown(do func()) { w.waiting = append(w.waiting, do) }

// SetShown records whether the window shows the level. The window calls it once the level is fully visible.
func (w *Parent) SetShown(shown bool) {
	w.Shown = shown
	if shown {
		waiting := w.waiting
		w.waiting = nil
		for _, do := range waiting {
			do()
		}
	}
}

// Bring brings a box of the level into view, unless it is already visible at a useful size.
func (w *Parent) Bring(box collision.AABB) {
	const small = 40 // on-screen size in units
	visible := w.Canvas.Camera.Visible()
	if visible.ContainsBox(box) && (box.Max.X-box.Min.X)*w.Canvas.Camera.Zoom > small*w.Canvas.Scale {
		w.Canvas.Redraw()
		return
	}
	w.Canvas.Frame(box.Grow(64))
}

// Folder returns the folder that file dialogs start in.
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
