package dialog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
	"fillet/importers"
)

type Choice struct {
	Label string
	Do    func()
}

// modal is an open dialog with its handlers of Enter and other keys.
type modal struct {
	Dialog dialog.Dialog
	Accept func()          // what Enter does; nil: nothing
	keys   Keys            // extra keys
	of     *Parent         // the level that the dialog may change or save
	about  *level.Document // the document of that level; nil: none
}

// Open shows a dialog that gets all keys until it closes: Escape closes it, Enter presses its primary button. It also
// closes when its level is replaced or reloaded, because it would show stale data. [Parent.openLasting] shows dialogs
// that only inform.
func (w *Parent) Open(d dialog.Dialog, accept func()) {
	w.show(modal{Dialog: d, Accept: accept, of: w, about: w.Session.Document()})
}

// Keys handles the keys of a dialog with more than fields and buttons. Nil functions are skipped.
type Keys struct {
	Typed    func(key fyne.KeyName) bool  // reports whether it handled the key; Escape closes the dialog otherwise
	Shortcut func(shortcut fyne.Shortcut) // handles a shortcut, which the menus then do not get
	// called when the window closes: closes the dialog, perhaps after asking, then calls then
	Leave func(then func())
}

// OpenKeyed shows a dialog that handles keys and belongs to no level.
func (w *Parent) OpenKeyed(d dialog.Dialog, keys Keys) { w.show(modal{Dialog: d, keys: keys, of: w}) }

// ModalShortcut passes a shortcut to the topmost dialog.
func (w *Parent) ModalShortcut(s fyne.Shortcut) {
	if n := len(w.Modals); n > 0 && w.Modals[n-1].keys.Shortcut != nil {
		w.Modals[n-1].keys.Shortcut(s)
	}
}

// LeaveModal closes the topmost dialog that has a Leave function, which may ask about unsaved work, and then calls
// then. It returns false if there is no such dialog.
func (w *Parent) LeaveModal(then func()) bool {
	for _, m := range slices.Backward(w.Modals) {
		if m.keys.Leave != nil {
			m.keys.Leave(then)
			return true
		}
	}
	return false
}

// openLasting shows a dialog that belongs to no level, so it stays open when the level changes.
func (w *Parent) openLasting(d dialog.Dialog, accept func()) {
	w.show(modal{Dialog: d, Accept: accept, of: w})
}

func (w *Parent) show(m modal) {
	d := m.Dialog
	w.Look.Tips.Hide(w.Look.Tips.Owner)
	before := w.Win.Canvas().Focused()
	w.Win.Canvas().Unfocus() // commits the text of a field
	w.Modals = append(w.Modals, m)
	d.SetOnClosed(w.Look.Guard(func() {
		w.Modals = slices.DeleteFunc(w.Modals, func(m modal) bool { return m.Dialog == d })
		w.Look.Focus()
		w.focusAgain(before)
	}))
	d.Show()
}

// CloseStale closes the dialogs whose document was replaced, topmost first.
func (w *Parent) CloseStale() {
	for _, m := range slices.Backward(slices.Clone(w.Modals)) {
		if m.about != nil && m.about != m.of.Session.Document() {
			m.Dialog.Hide()
		}
	}
}

// focusAgain returns the focus to the control that had it before a dialog. If that was a text field, the canvas gets
// the focus instead.
func (w *Parent) focusAgain(before fyne.Focusable) {
	o, ok := before.(fyne.CanvasObject)
	if _, field := before.(interface{ IsDirty() bool }); !ok || field || w.IsModal() || !kit.Holds(w.Win.Content(), o) {
		return
	}
	w.Win.Canvas().Focus(before)
}

// ModalKey handles a key while a dialog is open, and reports whether a dialog, menu or popup list is open.
func (w *Parent) ModalKey(key fyne.KeyName) bool {
	if len(w.Modals) == 0 {
		return w.Win.Canvas().Overlays().Top() != nil // a menu or popup list
	}
	top := w.Modals[len(w.Modals)-1]
	if key == fyne.KeyEscape && w.Look.StepBack() {
		return true
	}
	if top.keys.Typed != nil && top.keys.Typed(key) {
		return true
	}
	switch key {
	case fyne.KeyEscape:
		top.Dialog.Hide()
	case fyne.KeyReturn, fyne.KeyEnter:
		if top.Accept != nil {
			top.Accept()
		}
	}
	return true
}

// IsModal reports whether a dialog, menu or popup is open, so that keys must not reach the level.
func (w *Parent) IsModal() bool { return w.Win.Canvas().Overlays().Top() != nil }

// Ask asks a question with Cancel and the given answers. The first is the primary button, which Enter presses.
func (w *Parent) Ask(title, message string, choices ...Choice) {
	f := w.NewFrame(0)
	f.Cancel("Cancel")
	for i := len(choices) - 1; i > 0; i-- {
		f.Answer(choices[i].Label, choices[i].Do)
	}
	f.Primary(choices[0].Label, func() {
		f.Close()
		choices[0].Do()
	})
	f.question(title, message)
}

// askToLose works like [Parent.Ask] for answers that discard something: Cancel is the primary button.
func (w *Parent) askToLose(title, message string, choices ...Choice) {
	f := w.NewFrame(0)
	f.PrimaryCancel("Cancel")
	for _, c := range slices.Backward(choices) {
		f.Answer(c.Label, c.Do)
	}
	f.question(title, message)
}

func (f *Frame) question(title, message string) {
	f.Gap = 12
	f.Open(title, fyne.NewSize(440, 170), wrapped(message))
}

// wrapped returns text that wraps to several lines.
func wrapped(text string) fyne.CanvasObject {
	label := widget.NewLabel(kit.Visual(kit.AtMost(text, kit.MaxProse)))
	label.Wrapping = fyne.TextWrapWord
	return kit.Prose(label)
}

// Dialog returns a dialog without the toolkit's buttons.
func (w *Parent) Dialog(title string, content fyne.CanvasObject, size fyne.Size) dialog.Dialog {
	head := kit.NewTippedText(w.Look, kit.Bold(title, w.Look.Colors().Text, dialogTitle))
	d := dialog.NewCustomWithoutButtons("", container.New(titled{}, head,
		kit.Pad(dialogSide, 6, dialogSide, 10, content)), w.Win)
	d.Resize(size)
	return d
}

const (
	dialogTitle = kit.TextSize + 1
	dialogSide  = 10 // padding at both sides of the content, inside the toolkit's own
)

// titled lays out a dialog's title in the space that the toolkit leaves above the content. The toolkit's own title
// would be in the corner, out of line with the content.
type titled struct{}

func (titled) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[1].MinSize()
	return fyne.NewSize(max(m.Width, o[0].MinSize().Width+2*dialogSide), m.Height)
}

func (titled) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const above = 24 // the toolkit's space for a title
	kit.Put(o[0], dialogSide-kit.FieldInset, -above, size.Width-2*(dialogSide-kit.FieldInset), o[0].MinSize().Height)
	kit.Put(o[1], 0, 0, size.Width, size.Height)
}

// FailDialog shows the error of a user's command: what happened, where, and what to do.
func (w *Parent) FailDialog(title string, err error) {
	label := widget.NewLabel(kit.Visual(kit.AtMost(w.Page.words(err), kit.MaxProse)))
	label.Wrapping = fyne.TextWrapWord
	label.Selectable = true
	f := w.NewFrame(0)
	f.Gap = 12
	f.Primary("OK", f.Close)
	f.OpenLasting(title, fyne.NewSize(520, 220), container.NewVScroll(kit.Prose(label)))
}

// showIssues lists the issues of an import. Notes alone open no dialog.
func (w *Parent) showIssues(name string, issues []importers.Issue) {
	if !slices.ContainsFunc(issues, func(i importers.Issue) bool { return i.Severity != importers.Note }) {
		return
	}
	losses := 0
	for _, i := range issues {
		if i.Severity == importers.Loss {
			losses++
		}
	}
	about := fmt.Sprintf("Imported %s with %s", name, quote.Count(len(issues), "note"))
	if losses > 0 {
		about += quote.Plural(losses, "; 1 object could not be imported.", "; %d objects could not be imported.")
	} else {
		about += ". Nothing was lost."
	}
	w.issueDialog("Import", about, issues)
}

// issueDialog lists issues below a sentence about them.
func (w *Parent) issueDialog(title, about string, issues []importers.Issue) {
	var list *kit.PlainList
	list = kit.NewList(w.Look, func() int { return len(issues) }, func() *SignRow { return newIssueRow(w.Look) },
		func(r *SignRow, i int) { list.SetItemHeight(i, r.showIssue(&issues[i], list.Size().Width)) })
	f := w.NewFrame(0)
	f.Head = wrapped(about)
	f.LeftButton("Copy list", func() { w.App.Clipboard().SetContent(issueText(issues)) })
	f.Primary("OK", f.Close)
	f.OpenLasting(title, fyne.NewSize(640, 380), list)
}

// ChooseOpen asks for a file to open. The extensions include their dots; none means any file.
func (w *Parent) ChooseOpen(title string, extensions []string, then func(path string)) {
	chosen := func(path string) {
		w.App.Preferences().SetString(prefFolder, filepath.Dir(path))
		then(path)
	}
	if w.usesSystemDialogs() {
		w.askSystem(func(ctx context.Context) (string, error) {
			return w.System.Open(ctx, title, w.Folder()+string(filepath.Separator), extensions)
		}, chosen)
		return
	}
	w.chooseFile(title, w.Folder(), "", extensions, false, chosen)
}

// ChooseSave asks for a file to save to.
func (w *Parent) ChooseSave(title, suggestion string, extensions []string, then func(path string)) {
	if !filepath.IsAbs(suggestion) {
		suggestion = filepath.Join(w.Folder(), suggestion)
	}
	if w.usesSystemDialogs() {
		w.askSystem(func(ctx context.Context) (string, error) {
			return w.System.Save(ctx, title, suggestion, extensions)
		}, func(typed string) {
			path := withExtension(typed, extensions)
			if _, err := os.Stat(path); err == nil && (path != typed || !w.System.Asks) {
				w.AskReplace(path, func() { then(path) })
				return
			}
			then(path)
		})
		return
	}
	w.chooseFile(title, filepath.Dir(suggestion), filepath.Base(suggestion), extensions, true, then)
}

// ErrCanceled reports a file dialog closed without a choice.
var ErrCanceled = errors.New("no file was chosen")

// SystemDialogs holds the system's dialogs to open and to save a file. They return [ErrCanceled] if the user chooses no
// file.
type SystemDialogs struct {
	Asks       bool // the Save dialog itself asks before it replaces a file, with Cancel as the default
	Open, Save func(ctx context.Context, title, at string, extensions []string) (string, error)
}

// withExtension appends the first extension to the path of a file to save if it lacks one.
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

// AskReplace asks before a file is replaced.
func (w *Parent) AskReplace(path string, replace func()) {
	w.askToLose("Replace the file?", path+" already exists.", Choice{"Replace", replace})
}

// askSystem runs a system dialog off the UI thread, one at a time.
func (w *Parent) askSystem(ask func(context.Context) (string, error), then func(string)) {
	if w.asksSystem {
		w.Tell("A file dialog is already open")
		return
	}
	w.asksSystem = true
	w.Spawn(func() {
		path, err := ask(context.Background())
		w.Look.Post(func() {
			w.asksSystem = false
			if err != nil {
				if !errors.Is(err, ErrCanceled) {
					w.FailDialog("The file dialog failed", err)
				}
				return
			}
			then(path)
		})
	})
}

func (w *Parent) foreignExtensions() []string {
	var out []string
	for _, im := range w.Files.Importers().All() {
		out = append(out, im.Extensions()...)
	}
	return out
}

const (
	PrefTheme   = "theme"
	PrefWidth   = "width"
	PrefHeight  = "height"
	prefRecent  = "recent"
	prefFolder  = "folder"
	prefTrusted = "trusted exports" // exports that the user has approved
)

// SignRow is a row of a list: an icon, a wrapped text, and a smaller text below it, which takes no space while empty.
type SignRow struct {
	widget.BaseWidget
	look   *kit.Look
	icon   *canvas.Image
	Text   *widget.Label
	Below  *kit.QuietProse
	Height float32
}

const issueSign = 14

func newSignRow(l *kit.Look, wrap fyne.TextWrap, below *kit.QuietProse) *SignRow {
	r := &SignRow{look: l, icon: l.Icons.Image("check", l.Colors().Quiet), Text: widget.NewLabel(""), Below: below}
	r.Text.Wrapping = wrap
	r.ExtendBaseWidget(r)
	return r
}

func newIssueRow(l *kit.Look) *SignRow {
	return newSignRow(l, fyne.TextWrapWord, kit.NewQuietLine())
}

// showIssue shows an issue and where it occurred in a row of this width, and returns the height needed.
func (r *SignRow) showIssue(i *importers.Issue, width float32) float32 {
	return r.show(i.Severity != importers.Note, kit.Sentence(i.Message), i.Path, theme.ColorNamePlaceHolder, width)
}

// show shows the texts in a row of this width, with a warning or a tick, and returns the height needed.
func (r *SignRow) show(warn bool, text, below string, ink fyne.ThemeColorName, width float32) float32 {
	name, color := "check", r.look.Colors().Quiet
	if warn {
		name, color = "warning", r.look.Colors().Warn
	}
	r.look.Icons.Show(r.icon, name, color)
	r.Text.SetText(text)
	r.Below.Say(below, ink)
	r.Height = r.lay(width)
	return r.Height
}

// lay arranges the parts in a row of that width, and returns the height needed.
func (r *SignRow) lay(width float32) float32 {
	room := max(width-issueSign-kit.Gap, 1)
	r.Text.Resize(fyne.NewSize(room, r.Text.MinSize().Height))
	height := r.Text.MinSize().Height
	kit.Put(r.icon, 0, 6, issueSign, issueSign)
	kit.Put(r.Text, issueSign+kit.Gap, 0, room, height)
	if r.Below.Hidden = r.Below.Segment.Text == ""; r.Below.Hidden {
		return height
	}
	r.Below.Resize(fyne.NewSize(room, r.Below.MinSize().Height)) // may wrap
	kit.Put(r.Below, issueSign+kit.Gap, height-kit.LabelRoom, room, r.Below.MinSize().Height)
	return height - kit.LabelRoom + r.Below.MinSize().Height
}

func (r *SignRow) MinSize() fyne.Size { return fyne.NewSize(100, max(r.Height, kit.RowHeight)) }

func (r *SignRow) CreateRenderer() fyne.WidgetRenderer {
	return kit.Placed(r, func() {}, func(size fyne.Size) { r.lay(size.Width) }, r.icon, r.Text, r.Below)
}

func issueText(issues []importers.Issue) string {
	var b strings.Builder
	for _, i := range issues {
		if i.Path != "" {
			b.WriteString(i.Path + ": ")
		}
		b.WriteString(i.Message + "\n")
	}
	return b.String()
}
