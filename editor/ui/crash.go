package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/level"
	"fillet/editor/tool"
)

// crashed saves the work after a mistake in the program, and says what to send to those who can mend it.
func (w *Window) crashed(c *tool.Crash) {
	saved := "Your work has been put aside, and is offered at the next start should the editor end."
	if err := w.session.Document().Validate(); err != nil {
		saved = "The level may have suffered (" + err.Error() + "): undo, or save it under another name."
	} else if w.recovery == nil {
		saved = "Save your work now."
	} else {
		w.Rescue()
	}
	report := w.crashReport(c)
	where := "Please send the text below."
	if path, err := writeReport(report); err == nil {
		where = "Please send the text below, which is also in " + path + "."
	}
	entry := widget.NewMultiLineEntry()
	entry.SetText(report)
	message := widget.NewLabel("A mistake in Fillet stopped the " + string(c.Tool) + " tool. What it had begun was taken back. " + saved + "\n" + where + " It says nothing of your level but numbers.")
	message.Wrapping = fyne.TextWrapWord
	var hide func()
	ok := newTextButton(w.look, "Go on", true, func() { hide() })
	copyIt := newTextButton(w.look, "Copy the text", false, func() { w.app.Clipboard().SetContent(report) })
	foot := pad(0, 12, 0, 0, container.New(row{gap: gap, grow: 0}, newSpace(), copyIt, ok))
	d := w.dialog("Something went wrong", container.NewBorder(message, foot, nil, nil, entry), fyne.NewSize(620, 420))
	hide = d.Hide
	w.open(d, d.Hide)
}

// crashReport is what helps to find a mistake, and nothing that is the user's.
func (w *Window) crashReport(c *tool.Crash) string {
	version := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" || s.Key == "vcs.modified" {
				version += " " + s.Value
			}
		}
	}
	doc := w.session.Document()
	kinds := map[level.Kind]int{}
	for record := range doc.Colliders() {
		kinds[record.Shape.Kind]++
	}
	return fmt.Sprintf("Fillet %s, %s, %s/%s\n%s\n%v\n\n%d layers, %d colliders %v, %d selected\n\n%s",
		version, runtime.Version(), runtime.GOOS, runtime.GOARCH, time.Now().Format(time.RFC3339), c,
		len(doc.Layers()), doc.Len(), kinds, w.session.Selection().Len(), c.Stack)
}

func writeReport(report string) (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "fillet", "crash-"+time.Now().Format("2006-01-02-150405")+".txt")
	const ownOnly = 0o700
	if err := os.MkdirAll(filepath.Dir(path), ownOnly); err != nil {
		return "", err
	}
	return path, level.WriteFile(path, []byte(report))
}
