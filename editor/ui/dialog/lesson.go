package dialog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"fillet/assets"
	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

// Lesson is a sample level with notes on what to learn from it.
type Lesson struct {
	File    string // in the samples folder: a level, or a folder
	Opens   string // the file to open in a folder; empty for a level
	Title   string
	Summary string
	Steps   []string
}

// lessonOrder is the order in which samples are offered: teaching levels before games.
var lessonOrder = []string{
	"rounding", "one-way", "triggers", "cavern", "slopes", "depths", "platformer", "machines",
	"jetpack", "pile",
}

// lessonFolders maps samples that are folders to the file to open in them.
var lessonFolders = map[string]string{"slopes": "slopes.tmx", "depths": "levels/cavern.level.yaml"}

// Lessons returns the sample levels embedded in the program.
func Lessons() []Lesson {
	entries, err := fs.ReadDir(assets.Samples(), ".")
	if err != nil {
		return nil // the folder is embedded
	}
	var out []Lesson
	for _, e := range entries {
		stem, isLevel := strings.CutSuffix(e.Name(), workspace.Extension)
		if opens := lessonFolders[stem]; isLevel || opens != "" {
			l := Lesson{File: e.Name(), Opens: opens, Title: stem}
			if notes, err := fs.ReadFile(assets.Samples(), stem+".md"); err == nil {
				l.read(string(notes))
			}
			out = append(out, l)
		}
	}
	place := func(l Lesson) int {
		if i := slices.Index(lessonOrder, strings.TrimSuffix(l.File, workspace.Extension)); i >= 0 {
			return i
		}
		return len(lessonOrder)
	}
	slices.SortStableFunc(out, func(a, b Lesson) int { return place(a) - place(b) })
	return out
}

// read parses notes: a heading, a summary line, and a list of things to try.
func (l *Lesson) read(notes string) {
	for _, line := range strings.Split(notes, "\n") {
		switch {
		case strings.HasPrefix(line, "# "):
			l.Title = line[2:]
		case strings.HasPrefix(line, "- "):
			l.Steps = append(l.Steps, line[2:])
		case strings.TrimSpace(line) != "" && l.Summary == "":
			l.Summary = line
		}
	}
}

func (l *Lesson) picture() (*level.Document, error) {
	data := assets.Card(l.File)
	if l.Opens == "" {
		var err error
		if data, err = fs.ReadFile(assets.Samples(), l.File); err != nil {
			return nil, err
		}
	}
	return level.Read(bytes.NewReader(data), l.File)
}

// Notes is a card over the canvas that steps through the things to try in a sample.
type Notes struct {
	Content *fyne.Container
	look    *kit.Look
	lesson  *Lesson
	doc     *level.Document // the document that the notes describe
	Step    int
}

const notesWidth = 500

// NewNotes returns the card, hidden until [Notes.Show].
func NewNotes(l *kit.Look) *Notes {
	n := &Notes{look: l, Content: container.New(kit.Arranged{Place: topMiddle})}
	n.Content.Hide()
	return n
}

// Show shows the notes on a document; nil hides the card.
func (n *Notes) Show(l *Lesson, doc *level.Document) {
	n.lesson, n.doc, n.Step = l, doc, 0
	n.Build()
}

// Check hides the card once another document is open.
func (n *Notes) Check(doc *level.Document) {
	if n.lesson != nil && n.doc != doc {
		n.Show(nil, nil)
	}
}

// Turn moves by a number of steps, negative for back, and stops at both ends.
func (n *Notes) Turn(by int) {
	n.Step = min(max(n.Step+by, 0), len(n.lesson.Steps)-1)
	n.Build()
}

// Build rebuilds the card for the current step and colours.
func (n *Notes) Build() {
	n.Content.Objects = nil
	n.Content.Hidden = n.lesson == nil || len(n.lesson.Steps) == 0
	if n.Content.Hidden {
		n.Content.Refresh()
		return
	}
	p := n.look.Colors()
	plate := kit.Framed(n.look, p.Panel, p.Accent, 7).Picture
	button := func(icon, tip string, do func()) *kit.IconButton {
		b := kit.NewIconButton(n.look, icon, tip, "", do)
		b.Side, b.InRow = 24, true
		return b
	}
	back, next := button("left", "Previous note", func() {
		n.Turn(-1)
	}), button("right", "Next note", func() { n.Turn(1) })
	if n.Step == 0 {
		back.Color = p.Disabled
	}
	if n.Step == len(n.lesson.Steps)-1 {
		next.Color = p.Disabled
	}
	label := widget.NewLabel(n.lesson.Steps[n.Step])
	label.Wrapping = fyne.TextWrapWord
	head := container.New(kit.Row{Gap: 4, Grow: 1}, kit.Bold(n.lesson.Title, p.Accent, kit.TextSize-1), kit.NewSpace(),
		kit.Text(strconv.Itoa(n.Step+1)+" of "+strconv.Itoa(len(n.lesson.Steps)), p.Quiet, kit.SmallText+1), back, next,
		button("close", "Close the notes", func() { n.Show(nil, nil) }))
	n.Content.Add(kit.NewShield(container.NewStack(plate, kit.Pad(12, 3, 6, 5,
		container.New(kit.Lines(-2), head, kit.Pad(-4, 0, 0, 0, label))))))
	n.Content.Refresh()
}

// topMiddle centres objects at the top edge, at the width of the notes.
func topMiddle(o []fyne.CanvasObject, size fyne.Size) {
	const margin = 10
	for _, o := range o {
		w := min(notesWidth, size.Width-2*margin)
		o.Move(fyne.NewPos((size.Width-w)/2, margin))
		o.Resize(fyne.NewSize(w, o.MinSize().Height)) // a wrapped label knows its height only once it has a width
		o.Resize(fyne.NewSize(w, o.MinSize().Height))
	}
}

// openSampleFolder opens a file in the user's copy of a sample folder, which it creates after asking.
func (d *Documents) openSampleFolder(l Lesson) {
	home, err := os.UserHomeDir()
	if err != nil {
		d.FailDialog("The sample cannot be opened", err)
		return
	}
	dir := filepath.Join(home, "fillet-samples", l.File)
	path := filepath.Join(dir, filepath.FromSlash(l.Opens))
	show := func() {
		d.open(path, false, func() {
			f := d.shownFile()
			doc := f.Session.Document()
			if f.Files.Path() != path && !slices.ContainsFunc(doc.Settings().Imports, func(m *level.Import) bool {
				return m.File == filepath.ToSlash(path)
			}) {
				return // opening failed; the window reports why
			}
			f.notes.Show(&l, doc)
			d.AfterSample(path)
		})
	}
	if _, err := os.Lstat(dir); err == nil {
		show()
		return
	}
	d.Ask("Copy the sample?", "“"+l.Title+"” is a folder of files. Your own copy will be saved to "+
		d.FolderOf(filepath.Join(dir, "x"))+".", Choice{"Copy and open", func() {
		d.working("Copying the sample", func(context.Context) (func(), error) {
			return show, copySample(l.File, dir)
		}, "The sample cannot be copied")
	}})
}

// copySample copies a sample's folder, either completely or not at all.
func copySample(name, dir string) error {
	sub, err := fs.Sub(assets.Samples(), name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return disk.Cause(err)
	}
	part, err := os.MkdirTemp(filepath.Dir(dir), ".copying-")
	if err != nil {
		return disk.Cause(err)
	}
	defer func() { _ = os.RemoveAll(part) }() // after success, nothing has this name
	to := filepath.Join(part, name)
	if err := os.CopyFS(to, sub); err != nil {
		return disk.Cause(err)
	}
	if err := os.Rename(to, dir); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s already exists", dir)
		}
		return disk.Cause(err)
	}
	return nil
}
