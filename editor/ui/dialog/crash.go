package dialog

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/tool"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

// ContainMistakes keeps a mistake of the program from ending it: what was under way is taken back, the work is autosaved,
// and a dialog says what to send. Without it, as in tests, a panic goes on.
func (r *Rescue) ContainMistakes() {
	r.Look.OnPanic = func(value any, stack []byte) { r.Tools.Contain(culprit(stack), value, stack) }
	for _, l := range r.docs.Levels.All() {
		r.Contain(r.docs.tabs.FileOf(l).Parent)
	}
}

// Contain keeps a mistake in a level's tools from ending the program, where mistakes are contained.
func (r *Rescue) Contain(p *Parent) {
	if p.Look.OnPanic != nil {
		p.Tools.OnCrash(r.crashed)
	}
}

// crashed saves the work after a mistake in the program, and says what to send to those who can mend it. One that comes up
// again and again, as in painting, is told of once.
func (r *Rescue) crashed(c *tool.Crash) {
	defer func() {
		if v := recover(); v != nil { // the toolkit itself is in trouble: the work is safe, the rest is for the terminal
			fmt.Fprintf(os.Stderr, "fillet: %v\n%s\nfillet: while telling of it: %v\n", c, c.Stack, v)
		}
	}()
	r.OnCrash()
	saved := "Your work has been autosaved. If the editor ends, the next start offers it."
	if err := r.Session.Document().Validate(); err != nil {
		saved = "The level may have suffered (" + err.Error() + "): undo, or save it under another name."
	} else if r.Recovery == nil {
		saved = "Save your work now."
	} else {
		r.Rescue()
	}
	if r.Crashes[c.Error()] {
		r.Fail(fmt.Errorf("a mistake in Fillet, as before: %w", c))
		return
	}
	if r.Crashes == nil {
		r.Crashes = map[string]bool{}
	}
	r.Crashes[c.Error()] = true
	report := r.crashReport(c)
	what := "what you asked for"
	if c.Tool != "" {
		what = "the " + string(c.Tool) + " tool"
	}
	r.showReport("Something went wrong", "A mistake in Fillet stopped "+what+". What it had begun was taken back. "+saved, report, keepReport(report))
}

// showReport shows a text to send, which is also in a file unless its name is empty.
func (r *Rescue) showReport(title, message, report, file string) {
	where := "Please send the text below."
	if file != "" {
		where = "Please send the text below, which is also in " + file + "."
	}
	entry := widget.NewMultiLineEntry()
	entry.SetText(report)
	label := widget.NewLabel(message + "\n" + where + " It says nothing of your level but numbers.")
	label.Wrapping = fyne.TextWrapWord
	var d dialog.Dialog
	ok := kit.NewTextButton(r.Look, "Go on", true, func() { d.Hide() })
	copyIt := kit.NewTextButton(r.Look, "Copy the text", false, func() { r.App.Clipboard().SetContent(report) })
	foot := kit.Pad(0, 12, 0, 0, container.New(kit.Row{Gap: kit.Gap, Grow: 0}, kit.NewSpace(), copyIt, ok))
	d = r.Dialog(title, container.NewBorder(kit.Prose(label), foot, nil, nil, entry), fyne.NewSize(620, 420))
	r.openLasting(d, d.Hide)
}

// culprit is the function that a panic came up in: the first of the program's own below it, named without the module.
func culprit(stack []byte) string {
	module, _, _ := strings.Cut(reflect.TypeFor[Rescue]().PkgPath(), "editor/ui")
	_, below, ok := strings.Cut(string(stack), "\npanic(")
	if !ok {
		below = string(stack)
	}
	for line := range strings.Lines(below) {
		if name, is := strings.CutPrefix(line, module); is {
			if i := strings.LastIndexByte(name, '('); i >= 0 {
				name = name[:i]
			}
			return name
		}
	}
	return "the toolkit"
}

// crashReport returns what helps to find a bug, and nothing of the user's data.
func (r *Rescue) crashReport(c *tool.Crash) string {
	doc := r.Session.Document()
	kinds := map[level.Kind]int{}
	for record := range doc.Colliders() {
		kinds[record.Shape.Kind]++
	}
	return fmt.Sprintf("%s\n%s\n%v\n\n%d layers, %d colliders %v, %d selected\n\n%s",
		programVersion(), time.Now().Format(time.RFC3339), c, len(doc.Layers()), doc.Len(), kinds, r.Session.Selection().Len(), c.Stack)
}

// programVersion is one line about the program and the system.
func programVersion() string {
	version := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" || s.Key == "vcs.modified" {
				version += " " + s.Value
			}
		}
	}
	return fmt.Sprintf("Fillet %s, %s, %s/%s", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// keepReport writes a report to a file, whose name it returns; empty where it cannot be written: the report is shown as well.
func keepReport(report string) (file string) {
	path, err := reportPath()
	if err != nil || disk.WriteFile(path, []byte(report)) != nil {
		return ""
	}
	return path
}

// reportPath is where a report goes that is made now. Its folder is there.
func reportPath() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(dir, "fillet")
	const ownOnly = 0o700
	return filepath.Join(dir, "crash-"+time.Now().Format("2006-01-02-150405.000")+".txt"), os.MkdirAll(dir, ownOnly)
}

// CrashLog has the runtime write what it says of a mistake that ends the program, which nothing can contain, into a file.
// The next start shows it. close is for the program's proper end.
func CrashLog() (close func(), err error) {
	dir, err := crashLogFolder()
	if err != nil {
		return nil, err
	}
	f, err := workspace.NewCrashLog(dir, programVersion())
	if err != nil {
		return nil, err
	}
	if err := debug.SetCrashOutput(f.File(), debug.CrashOptions{}); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() {
		_ = debug.SetCrashOutput(nil, debug.CrashOptions{}) // there is nothing to be done about it
		_ = f.Close()
	}, nil
}

func crashLogFolder() (string, error) {
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "fillet", "running"), err
}

// OfferReport shows what an editor said that ended by a mistake of the program, before this one was started.
func (r *Rescue) OfferReport() {
	dir, err := crashLogFolder()
	if err != nil {
		return // then there is none either
	}
	reports, err := workspace.TakeCrashLogs(dir)
	if err != nil {
		r.Fail(fmt.Errorf("what an editor said that ended by a mistake cannot be read: %w", err))
	}
	for _, report := range reports {
		r.showReport("Fillet ended by a mistake", "The last time, a mistake in Fillet ended it. The work that was autosaved until then is offered.", report, keepReport(report))
	}
}
