package dialog

import (
	"bytes"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"fillet/assets"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

// Lesson is a sample level with what there is to learn in it.
type Lesson struct {
	File    string // in the samples' folder: a level, or a folder
	Opens   string // of a folder, the file that is opened; empty for a level
	Title   string
	Summary string
	Steps   []string
}

// lessonOrder is the order in which the samples are offered: what teaches first, what plays after it.
var lessonOrder = []string{"rounding", "one-way", "triggers", "cavern", "slopes", "depths", "platformer", "machines", "jetpack", "pile"}

// lessonFolders are the samples that are folders of files, and what is opened of each.
var lessonFolders = map[string]string{"slopes": "slopes.tmx", "depths": "levels/cavern.level.yaml"}

// Lessons lists the sample levels that ship inside the program.
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

// read takes over notes: a heading, a line, and a list of things to try.
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

// picture is a level that looks like the sample.
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

// Notes is the card over the canvas that says, one thing after the other, what there is to try in a sample.
type Notes struct {
	Content *fyne.Container
	look    *kit.Look
	lesson  *Lesson
	doc     *level.Document // that the notes are on
	Step    int
}

const notesWidth = 500

// NewNotes makes the card, hidden until [Notes.Show].
func NewNotes(l *kit.Look) *Notes {
	n := &Notes{look: l, Content: container.New(topMiddle{})}
	n.Content.Hide()
	return n
}

// Show puts up the card on a document; nil takes it away.
func (n *Notes) Show(l *Lesson, doc *level.Document) {
	n.lesson, n.doc, n.Step = l, doc, 0
	n.Build()
}

// Check takes the card away once another document is open.
func (n *Notes) Check(doc *level.Document) {
	if n.lesson != nil && n.doc != doc {
		n.Show(nil, nil)
	}
}

// Turn goes so many steps on, or back where by is negative, and stops at the ends.
func (n *Notes) Turn(by int) {
	n.Step = min(max(n.Step+by, 0), len(n.lesson.Steps)-1)
	n.Build()
}

// Build makes the card of the present step anew, in the colours in force.
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
	back, next := button("left", "The note before", func() { n.Turn(-1) }), button("right", "The next note", func() { n.Turn(1) })
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
	n.Content.Add(kit.NewShield(container.NewStack(plate, kit.Pad(12, 3, 6, 5, container.New(kit.Lines(-2), head, kit.Pad(-4, 0, 0, 0, label))))))
	n.Content.Refresh()
}

// topMiddle puts its object at the top, in the middle, as wide as notes are.
type topMiddle struct{}

func (topMiddle) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, 0) }

func (topMiddle) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const margin = 10
	for _, o := range o {
		w := min(notesWidth, size.Width-2*margin)
		o.Move(fyne.NewPos((size.Width-w)/2, margin))
		o.Resize(fyne.NewSize(w, o.MinSize().Height)) // a wrapped label knows its height once it has its width
		o.Resize(fyne.NewSize(w, o.MinSize().Height))
	}
}
