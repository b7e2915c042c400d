package ui

import (
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

// lesson is a sample level with what there is to learn in it.
type lesson struct {
	file    string // in the samples' folder
	title   string
	summary string
	steps   []string
}

// lessonOrder is the order in which the samples are offered: what teaches first, what plays after it.
var lessonOrder = []string{"rounding", "one-way", "triggers", "cavern", "platformer", "jetpack", "pile"}

// lessons lists the sample levels that ship inside the program.
func lessons() []lesson {
	entries, err := fs.ReadDir(assets.Samples(), ".")
	if err != nil {
		return nil // the folder is embedded
	}
	var out []lesson
	for _, e := range entries {
		if stem, ok := strings.CutSuffix(e.Name(), workspace.Extension); ok {
			l := lesson{file: e.Name(), title: stem}
			if notes, err := fs.ReadFile(assets.Samples(), stem+".md"); err == nil {
				l.read(string(notes))
			}
			out = append(out, l)
		}
	}
	place := func(l lesson) int {
		if i := slices.Index(lessonOrder, strings.TrimSuffix(l.file, workspace.Extension)); i >= 0 {
			return i
		}
		return len(lessonOrder)
	}
	slices.SortStableFunc(out, func(a, b lesson) int { return place(a) - place(b) })
	return out
}

// read takes over notes: a heading, a line, and a list of things to try.
func (l *lesson) read(notes string) {
	for _, line := range strings.Split(notes, "\n") {
		switch {
		case strings.HasPrefix(line, "# "):
			l.title = line[2:]
		case strings.HasPrefix(line, "- "):
			l.steps = append(l.steps, line[2:])
		case strings.TrimSpace(line) != "" && l.summary == "":
			l.summary = line
		}
	}
}

// notes is the card over the canvas that says, one thing after the other, what there is to try in a sample.
type notes struct {
	content *fyne.Container
	look    *kit.Look
	lesson  *lesson
	doc     *level.Document // that the notes are on
	step    int
}

const notesWidth = 500

func newNotes(l *kit.Look) *notes {
	n := &notes{look: l, content: container.New(topMiddle{})}
	n.content.Hide()
	return n
}

// show puts up the card on a document; nil takes it away.
func (n *notes) show(l *lesson, doc *level.Document) {
	n.lesson, n.doc, n.step = l, doc, 0
	n.build()
}

// check takes the card away once another document is open.
func (n *notes) check(doc *level.Document) {
	if n.lesson != nil && n.doc != doc {
		n.show(nil, nil)
	}
}

func (n *notes) turn(by int) {
	n.step = min(max(n.step+by, 0), len(n.lesson.steps)-1)
	n.build()
}

func (n *notes) build() {
	n.content.Objects = nil
	n.content.Hidden = n.lesson == nil || len(n.lesson.steps) == 0
	if n.content.Hidden {
		n.content.Refresh()
		return
	}
	p := n.look.Colors()
	plate := kit.Framed(n.look, p.Panel, p.Accent, 7).Picture
	button := func(icon, tip string, do func()) *kit.IconButton {
		b := kit.NewIconButton(n.look, icon, tip, "", do)
		b.Side, b.InRow = 24, true
		return b
	}
	back, next := button("left", "The note before", func() { n.turn(-1) }), button("right", "The next note", func() { n.turn(1) })
	if n.step == 0 {
		back.Color = p.Disabled
	}
	if n.step == len(n.lesson.steps)-1 {
		next.Color = p.Disabled
	}
	label := widget.NewLabel(n.lesson.steps[n.step])
	label.Wrapping = fyne.TextWrapWord
	head := container.New(kit.Row{Gap: 4, Grow: 1}, kit.Bold(n.lesson.title, p.Accent, kit.TextSize-1), kit.NewSpace(),
		kit.Text(strconv.Itoa(n.step+1)+" of "+strconv.Itoa(len(n.lesson.steps)), p.Quiet, kit.SmallText+1), back, next,
		button("close", "Close the notes", func() { n.show(nil, nil) }))
	n.content.Add(kit.NewShield(container.NewStack(plate, kit.Pad(12, 3, 6, 5, container.New(kit.Lines{Gap: -2}, head, kit.Pad(-4, 0, 0, 0, label))))))
	n.content.Refresh()
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
