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
	"fyne.io/fyne/v2/widget"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/tool"
	"fillet/editor/workspace"
)

// ContainMistakes keeps a panic from ending the program: it cancels the operation in progress, autosaves the work and
// shows a report to send. Without it, as in tests, panics propagate.
func (r *Rescue) ContainMistakes() {
	r.Look.OnPanic = func(value any, stack []byte) { r.Tools.Contain(culprit(stack), value, stack) }
	for _, l := range r.docs.Levels.All() {
		r.Contain(r.docs.tabs.FileOf(l).Parent)
	}
}

// Contain applies [Rescue.ContainMistakes] to a level's tools, if that is on.
func (r *Rescue) Contain(p *Parent) {
	if p.Look.OnPanic != nil {
		p.Tools.OnCrash(r.crashed)
	}
}

// crashed saves the work after a panic and shows a report to send to the developers. A repeated crash, for example
// during painting, is reported once.
func (r *Rescue) crashed(c *tool.Crash) {
	defer func() {
		if v := recover(); v != nil { // the toolkit itself fails; the work is already saved, so print the report
			fmt.Fprintf(os.Stderr, "fillet: %v\n%s\nfillet: while reporting it:  %v\n", c, c.Stack, v)
		}
	}()
	r.OnCrash()
	saved := "Your work has been autosaved. If Fillet closes, it offers the work at the next start."
	if err := r.Session.Document().Validate(); err != nil {
		saved = "The level may be damaged (" + err.Error() + "). Undo, or save it under another name."
	} else if r.Recovery == nil {
		saved = "Save your work now."
	} else {
		r.Rescue()
	}
	if r.Crashes[c.Error()] {
		r.Fail(fmt.Errorf("the same error in Fillet again: %w", c))
		return
	}
	if r.Crashes == nil {
		r.Crashes = map[string]bool{}
	}
	r.Crashes[c.Error()] = true
	what := "a command"
	if c.Tool != "" {
		what = "the " + string(c.Tool) + " tool"
	}
	r.showReport("Something went wrong", "A bug in Fillet stopped "+what+". Its unfinished changes were undone. "+saved,
		r.crashReport(c))
}

// showReport shows a report to send, and keeps a copy on disk.
func (r *Rescue) showReport(title, message, report string) {
	where := "Please send the text below."
	if file := keepReport(report); file != "" {
		where = "Please send the text below, which is also in " + file + "."
	}
	entry := widget.NewMultiLineEntry()
	entry.SetText(report)
	f := r.NewFrame(0)
	f.Gap = 12
	f.Head = wrapped(message + "\n" + where + " It contains nothing from your level except counts.")
	f.Button("Copy text", func() { r.App.Clipboard().SetContent(report) })
	f.Primary("Continue", f.Close)
	f.OpenLasting(title, fyne.NewSize(620, 420), entry)
}

// culprit returns the function that panicked: the program's topmost function on the stack, without the module's name.
func culprit(stack []byte) string {
	module, _, _ := strings.Cut(reflect.TypeFor[Rescue]().PkgPath(), "editor/ui")
	_, below, ok := strings.Cut(string(stack), "\npanic(")
	if !ok {
		below = string(stack)
	}
	for line := range strings.Lines(below) {
		if name, found := strings.CutPrefix(line, module); found {
			if i := strings.LastIndexByte(name, '('); i >= 0 {
				name = name[:i]
			}
			return name
		}
	}
	return "the toolkit"
}

// crashReport returns a report for finding the bug, without any of the user's data.
func (r *Rescue) crashReport(c *tool.Crash) string {
	doc := r.Session.Document()
	kinds := map[level.Kind]int{}
	for record := range doc.Colliders() {
		kinds[record.Shape.Kind]++
	}
	return fmt.Sprintf("%s\n%s\n%v\n\n%d layers, %d colliders %v, %d selected\n\n%s",
		programVersion(), time.Now().Format(time.RFC3339), c, len(doc.Layers()), doc.Len(), kinds,
		r.Session.Selection().Len(), c.Stack)
}

// programVersion describes the program and the system on one line.
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

// keepReport writes a report to a file and returns its name, or an empty name if writing fails. The report is shown in
// any case.
func keepReport(report string) (file string) {
	dir, err := os.UserCacheDir()
	dir = filepath.Join(dir, "fillet")
	path := filepath.Join(dir, "crash-"+time.Now().Format("2006-01-02-150405.000")+".txt")
	const ownOnly = 0o700
	if err != nil || os.MkdirAll(dir, ownOnly) != nil || disk.WriteFile(path, []byte(report)) != nil {
		return ""
	}
	return path
}

// CrashLog sends the runtime's fatal errors, which cannot be recovered, to a file that the next start shows. The
// program calls close when it exits normally.
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
		_ = debug.SetCrashOutput(nil, debug.CrashOptions{}) // an error has no effect at this point
		_ = f.Close()
	}, nil
}

func crashLogFolder() (string, error) {
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "fillet", "running"), err
}

// OfferReport shows the reports of crashes of earlier runs.
func (r *Rescue) OfferReport() {
	dir, err := crashLogFolder()
	if err != nil {
		return // no cache folder and therefore no reports
	}
	reports, err := workspace.TakeCrashLogs(dir)
	if err != nil {
		r.Fail(fmt.Errorf("cannot read a crash report: %w", err))
	}
	for _, report := range reports {
		r.showReport("Fillet crashed",
			"Fillet crashed the last time it ran. It offers any work that was autosaved before.", report)
	}
}
