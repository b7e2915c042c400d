package ui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"
	"github.com/ncruces/zenity"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
	"fillet/importers"
)

// choice is a button of a question.
type choice struct {
	label string
	do    func()
}

// modal is a dialog that is open, and what Escape and Enter do in it.
type modal struct {
	dialog dialog.Dialog
	accept func()          // nil: nothing
	about  *level.Document // the level that it may change or write; nil: none
}

// open shows a dialog. Until it closes, keys belong to it: Escape closes it, Enter does what its blue button does.
// When another level takes the place of this one, or this one is read anew, it closes: what it holds is of before. What only
// says something, [Window.openLasting] shows.
func (w *parent) open(d dialog.Dialog, accept func()) {
	w.show(modal{d, accept, w.session.Document()})
}

// openLasting is open for a dialog that no level is the matter of.
func (w *parent) openLasting(d dialog.Dialog, accept func()) { w.show(modal{d, accept, nil}) }

func (w *parent) show(m modal) {
	d := m.dialog
	w.look.Tips.Hide(w.look.Tips.Owner)
	before := w.win.Canvas().Focused()
	w.win.Canvas().Unfocus() // what is typed in a field holds
	w.modals = append(w.modals, m)
	d.SetOnClosed(w.look.Guard(func() {
		w.modals = slices.DeleteFunc(w.modals, func(m modal) bool { return m.dialog == d })
		w.look.Focus()
		w.focusAgain(before)
	}))
	d.Show()
}

// closeStale closes the dialogs of levels that are not open any more, the uppermost first.
func (w *parent) closeStale() {
	doc := w.session.Document()
	for _, m := range slices.Backward(slices.Clone(w.modals)) {
		if m.about != nil && m.about != doc {
			m.dialog.Hide()
		}
	}
}

// focusAgain gives the keys back to the control that had them before a dialog. A field does not get them: the canvas does.
func (w *parent) focusAgain(before fyne.Focusable) {
	o, ok := before.(fyne.CanvasObject)
	if _, field := before.(interface{ IsDirty() bool }); !ok || field || w.isModal() || !kit.Holds(w.win.Content(), o) {
		return
	}
	w.win.Canvas().Focus(before)
}

// modalKey handles a key while a dialog is open, and reports whether one is.
func (w *parent) modalKey(key fyne.KeyName) bool {
	if len(w.modals) == 0 {
		return w.win.Canvas().Overlays().Top() != nil // a menu or a list that has popped up
	}
	top := w.modals[len(w.modals)-1]
	switch key {
	case fyne.KeyEscape:
		top.dialog.Hide()
	case fyne.KeyReturn, fyne.KeyEnter:
		if top.accept != nil {
			top.accept()
		}
	}
	return true
}

// isModal reports whether a dialog is open, so that the level must be left alone.
func (w *parent) isModal() bool { return w.win.Canvas().Overlays().Top() != nil }

// ask puts a question with Cancel and further answers, the first of them in the accent colour: it is what Enter gives.
func (w *parent) ask(title, message string, choices ...choice) {
	var d dialog.Dialog
	buttons := []fyne.CanvasObject{kit.NewTextButton(w.look, "Cancel", false, func() { d.Hide() })}
	for i := len(choices) - 1; i >= 0; i-- {
		buttons = append(buttons, kit.NewTextButton(w.look, choices[i].label, i == 0, choices[i].in(&d)))
	}
	d = w.question(title, message, buttons)
	w.open(d, choices[0].in(&d))
}

// askToLose is ask for an answer that loses something for good, which comes first: Enter gives Cancel.
func (w *parent) askToLose(title, message string, choices ...choice) {
	var d dialog.Dialog
	var buttons []fyne.CanvasObject
	for i := len(choices) - 1; i >= 0; i-- {
		buttons = append(buttons, kit.NewTextButton(w.look, choices[i].label, false, choices[i].in(&d)))
	}
	buttons = append(buttons, kit.NewTextButton(w.look, "Cancel", true, func() { d.Hide() }))
	d = w.question(title, message, buttons)
	w.open(d, func() { d.Hide() })
}

// in is what a choice does in a dialog.
func (c choice) in(d *dialog.Dialog) func() {
	return func() {
		(*d).Hide()
		c.do()
	}
}

// question is a dialog of a message and buttons.
func (w *parent) question(title, message string, buttons []fyne.CanvasObject) dialog.Dialog {
	label := widget.NewLabel(kit.AtMost(message, kit.MostProse))
	label.Wrapping = fyne.TextWrapWord
	foot := container.New(kit.Row{Gap: kit.Gap, Grow: 0}, append([]fyne.CanvasObject{kit.NewSpace()}, buttons...)...)
	return w.dialog(title, container.NewBorder(nil, kit.Pad(0, 12, 0, 0, foot), nil, nil, kit.Prose(label)), fyne.NewSize(440, 170))
}

// dialog is a dialog without buttons of its own.
func (w *parent) dialog(title string, content fyne.CanvasObject, size fyne.Size) dialog.Dialog {
	head := kit.NewTippedText(w.look, kit.Bold(title, w.look.Colors().Text, dialogTitle))
	d := dialog.NewCustomWithoutButtons("", container.New(titled{}, head, kit.Pad(dialogSide, 6, dialogSide, 10, content)), w.win)
	d.Resize(size)
	return d
}

const (
	dialogTitle = kit.TextSize + 1
	dialogSide  = 10 // beside what stands in a dialog, within the toolkit's own room
)

// titled lays a dialog's title over its content: into the room that the toolkit leaves for its own, which would stand in the
// very corner, out of line with all below it.
type titled struct{}

func (titled) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[1].MinSize()
	return fyne.NewSize(max(m.Width, o[0].MinSize().Width+2*dialogSide), m.Height)
}

func (titled) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const above = 24 // of the toolkit's room
	kit.Put(o[0], dialogSide-kit.FieldInset, -above, size.Width-2*(dialogSide-kit.FieldInset), o[0].MinSize().Height)
	kit.Put(o[1], 0, 0, size.Width, size.Height)
}

// failDialog tells of an error in something that the user asked for: what, where, and what to do.
func (w *parent) failDialog(title string, err error) {
	label := widget.NewLabel(kit.AtMost(err.Error(), kit.MostProse))
	label.Wrapping = fyne.TextWrapWord
	label.Selectable = true
	var d dialog.Dialog
	ok := kit.NewTextButton(w.look, "OK", true, func() { d.Hide() })
	foot := container.New(kit.Row{Gap: kit.Gap, Grow: 0}, kit.NewSpace(), ok)
	d = w.dialog(title, container.NewBorder(nil, kit.Pad(0, 12, 0, 0, foot), nil, nil, container.NewVScroll(kit.Prose(label))), fyne.NewSize(520, 220))
	w.openLasting(d, d.Hide)
}

// showIssues lists what an import could not carry over, and what it wants to be known. Mere notes open no dialog.
func (w *parent) showIssues(name string, issues []importers.Issue) {
	if !slices.ContainsFunc(issues, func(i importers.Issue) bool { return i.Severity != importers.Note }) {
		return
	}
	losses := 0
	for _, i := range issues {
		if i.Severity == importers.Loss {
			losses++
		}
	}
	w.issueDialog("Import", fmt.Sprintf("%s was imported. %s, %s of them about something that is not in the level.", name, kit.Count(len(issues), "remark"), countOrNone(losses)), issues)
}

// issueDialog lists issues under a line that says what they are about.
func (w *parent) issueDialog(title, about string, issues []importers.Issue) {
	var list *widget.List
	list = w.look.List(func() int { return len(issues) }, func() fyne.CanvasObject { return newIssueRow(w.look) }, func(i int, o fyne.CanvasObject) {
		list.SetItemHeight(i, o.(*issueRow).show(&issues[i], list.Size().Width))
	})
	head := widget.NewLabel(kit.AtMost(about, kit.MostProse))
	head.Wrapping = fyne.TextWrapWord
	var d dialog.Dialog
	ok := kit.NewTextButton(w.look, "OK", true, func() { d.Hide() })
	texts := kit.NewTextButton(w.look, "Copy the list", false, func() { w.app.Clipboard().SetContent(issueText(issues)) })
	d = w.dialog(title, container.NewBorder(kit.Prose(head), kit.Pad(0, 10, 0, 0, container.New(kit.Row{Gap: kit.Gap, Grow: 1}, texts, kit.NewSpace(), ok)), nil, nil, list), fyne.NewSize(640, 380))
	w.openLasting(d, d.Hide)
}

func countOrNone(n int) string {
	if n == 0 {
		return "none"
	}
	return fmt.Sprint(n)
}

// hasNativeDialogs reports whether the system offers file dialogs of its own.
func hasNativeDialogs() bool {
	if runtime.GOOS != "linux" {
		return true
	}
	for _, name := range []string{"zenity", "matedialog", "qarma"} {
		if _, err := exec.LookPath(name); err == nil {
			return true
		}
	}
	return false
}

// chooseOpen asks for a file to read. The extensions have their dots; none is any file.
func (w *parent) chooseOpen(title string, extensions []string, then func(path string)) {
	if w.usesSystemDialogs() {
		w.askSystem(func(ctx context.Context) (string, error) {
			return w.system.open(ctx, title, w.folder()+string(filepath.Separator), extensions)
		}, func(path string) {
			w.app.Preferences().SetString(prefFolder, filepath.Dir(path))
			then(path)
		})
		return
	}
	w.chooseFile(title, w.folder(), "", extensions, false, func(path string) {
		w.app.Preferences().SetString(prefFolder, filepath.Dir(path))
		then(path)
	})
}

// chooseSave asks for a file to write.
func (w *parent) chooseSave(title, suggestion string, extensions []string, then func(path string)) {
	if !filepath.IsAbs(suggestion) {
		suggestion = filepath.Join(w.folder(), suggestion)
	}
	if w.usesSystemDialogs() {
		w.askSystem(func(ctx context.Context) (string, error) {
			return w.system.save(ctx, title, suggestion, extensions)
		}, func(typed string) {
			path := withExtension(typed, extensions)
			if _, err := os.Stat(path); err == nil && (path != typed || !w.system.asks) {
				w.askReplace(path, func() { then(path) })
				return
			}
			then(path)
		})
		return
	}
	w.chooseFile(title, filepath.Dir(suggestion), filepath.Base(suggestion), extensions, true, then)
}

// systemDialogs ask for a file to open, and for one to write.
type systemDialogs struct {
	asks       bool // before a file is replaced, with Cancel as the default
	open, save func(ctx context.Context, title, at string, extensions []string) (string, error)
}

// zenityDialogs are the system's own.
func zenityDialogs() systemDialogs {
	return systemDialogs{
		asks: runtime.GOOS == "darwin", // elsewhere it is to replace that is the default, so they are kept from asking
		open: func(ctx context.Context, title, at string, extensions []string) (string, error) {
			return zenity.SelectFile(zenity.Context(ctx), zenity.Title(title), zenity.Filename(at), filters(extensions))
		},
		save: func(ctx context.Context, title, at string, extensions []string) (string, error) {
			return zenity.SelectFileSave(zenity.Context(ctx), zenity.Title(title), zenity.Filename(at), filters(extensions))
		},
	}
}

// withExtension gives the name of a file that is to be written the extension that it lacks.
func withExtension(path string, extensions []string) string {
	if len(extensions) == 0 {
		return path
	}
	has := filepath.Ext(path)
	if extensions[0] == workspace.Extension && has != ".yaml" && has != ".yml" || has == "" {
		return path + extensions[0]
	}
	return path
}

// askReplace asks before a file is replaced.
func (w *parent) askReplace(path string, replace func()) {
	w.askToLose("Replace the file?", path+" is there already.", choice{"Replace", replace})
}

// askSystem runs a dialog of the system, off the window's thread; one at a time.
func (w *parent) askSystem(ask func(context.Context) (string, error), then func(string)) {
	if w.asksSystem {
		w.tell("A file dialog is open already")
		return
	}
	w.asksSystem = true
	w.spawn(func() {
		path, err := ask(context.Background())
		w.look.Post(func() {
			w.asksSystem = false
			if err != nil {
				if !errors.Is(err, zenity.ErrCanceled) {
					w.failDialog("The file dialog failed", err)
				}
				return
			}
			then(path)
		})
	})
}

func filters(extensions []string) zenity.Option {
	var f zenity.FileFilters
	if len(extensions) > 0 {
		patterns := make([]string, len(extensions))
		for i, e := range extensions {
			patterns[i] = "*" + e
		}
		f = append(f, zenity.FileFilter{Name: filterName(extensions), Patterns: patterns, CaseFold: true})
	}
	return append(f, zenity.FileFilter{Name: "All files", Patterns: []string{"*"}})
}

// filterName is what files of some kinds are called in the system's dialog.
func filterName(extensions []string) string {
	const few = 3
	if len(extensions) <= few {
		return "*" + strings.Join(extensions, " *")
	}
	return "Levels"
}

// foreignExtensions are those of all formats that can be imported.
func (w *parent) foreignExtensions() []string {
	var out []string
	for _, im := range w.files.Importers().All() {
		out = append(out, im.Extensions()...)
	}
	return out
}

func (w *parent) renameLayer(id level.LayerID) {
	l := w.session.Document().Layer(id)
	if l == nil {
		return
	}
	var d dialog.Dialog
	name := kit.NewSearchField(w.look, func(int) {}, func() { d.Hide() })
	shown := l.Name
	if len(shown) > kit.MostTyped { // more than the toolkit can show while somebody types: another one can be typed
		shown, name.PlaceHolder = "", kit.Cut(kit.Beginning(l.Name), 280)
	}
	name.SetText(shown)
	done := func() {
		d.Hide()
		if name.Text != shown {
			w.fail(w.session.RenameLayer(id, name.Text))
		}
	}
	name.OnSubmitted = kit.Guarded(w.look, func(string) { done() })
	foot := kit.Pad(0, 12, 0, 0, container.New(kit.Row{Gap: kit.Gap, Grow: 0}, kit.NewSpace(),
		kit.NewTextButton(w.look, "Cancel", false, func() { d.Hide() }), kit.NewTextButton(w.look, "Rename", true, done)))
	d = w.dialog("Rename the layer", container.NewBorder(nil, foot, nil, nil, name), fyne.NewSize(360, 140))
	w.open(d, done)
	w.win.Canvas().Focus(name)
	name.TypedShortcut(&fyne.ShortcutSelectAll{})
}
