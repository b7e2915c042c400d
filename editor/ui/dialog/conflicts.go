package dialog

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/render"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
)

// maxConflicts limits the rows listed for a level's conflicts. The "All" buttons also apply to the rest.
const maxConflicts = 200

// offerConflicts asks about the unresolved merge conflicts of the level just opened.
func (v *Imports) offerConflicts() {
	doc := v.Session.Document()
	if len(doc.Settings().Conflicts) == 0 {
		return
	}
	v.whenIdle(func() {
		if v.Session.Document() == doc {
			v.SettleConflicts()
		}
	})
}

// SettleConflicts lists the unresolved merge conflicts. Each conflict keeps our version until the user takes theirs,
// and stays unresolved until the user chooses.
func (v *Imports) SettleConflicts() {
	doc, p := v.Session.Document(), v.Look.Colors()
	conflicts := doc.Undecided()
	if len(conflicts) == 0 {
		v.Tell("This level has no merge conflicts")
		return
	}
	f := newConflictList(v.Parent, func(chosen, width, height int, scale float64) *render.Scene {
		return undecidedScene(v.Session.Document(), conflicts, chosen, canvas.Theme(v.Look), width, height, scale)
	})
	sides := make([]level.Side, len(conflicts)) // 0: decide later
	listed := conflicts[:min(len(conflicts), maxConflicts)]
	for i, c := range listed {
		f.add(undecided(doc, c), []string{"Later", "Ours", "Theirs"}, 180, kit.Value[int]{
			Get: func() int { return int(sides[i]) },
			Set: func(side int) {
				for _, k := range level.DecidedTogether(conflicts, i) {
					sides[k] = level.Side(side)
				}
			},
		})
	}
	if more := len(conflicts) - len(listed); more > 0 {
		f.box.Add(kit.Pad(8, 4, 8, 4, kit.Text(fmt.Sprintf("… and %d more, which the buttons below also apply to",
			more), p.Quiet, kit.SmallText)))
	}
	all := func(side level.Side) func() {
		return func() {
			for i := range sides {
				sides[i] = side
			}
			f.Show()
		}
	}
	f.Head = container.NewVBox(kit.Text(quote.Count(len(conflicts), "merge conflict")+" to resolve", p.Text,
		kit.TextSize),
		kit.Text("Both branches changed these. Keeps your version until you decide; unresolved conflicts stay in "+
			"the file.", p.Quiet, kit.SmallText))
	f.LeftButton("All ours", all(level.Ours))
	f.LeftButton("All theirs", all(level.Theirs))
	f.Cancel("Not now")
	f.Primary("Resolve", func() {
		f.Close()
		var choices []level.ConflictChoice
		for i, s := range sides {
			if s != 0 {
				choices = append(choices, level.ConflictChoice{Conflict: i, Side: s})
			}
		}
		v.ApplyChoices(choices)
	})
	f.open("Resolve conflicts", fyne.NewSize(980, 580), "ours", "theirs")
}

// ApplyChoices resolves conflicts as one undo step.
func (v *Imports) ApplyChoices(choices []level.ConflictChoice) {
	if len(choices) == 0 {
		return
	}
	v.Tools.Cancel()
	s, err := v.Session.SettleConflicts(choices)
	if err != nil {
		v.FailDialog("These choices do not work together", err)
		return
	}
	text := quote.Count(s.Settled, "conflict") + " resolved"
	if n := len(v.Session.Document().Settings().Conflicts); n > 0 {
		text += fmt.Sprintf(", %d left", n)
	}
	v.Tell("%s", kit.Shorten(strings.Join(slices.Concat([]string{text}, s.Left, s.Notes), "; "), 200))
}

// conflictList is a dialog with a row for each conflict, and a picture of the chosen one.
type conflictList struct {
	*Frame
	view   *canvas.Picture
	box    *fyne.Container
	rows   []*ConflictRow
	chosen int
}

func newConflictList(w *Parent, scene func(chosen, width, height int, scale float64) *render.Scene) *conflictList {
	l := &conflictList{Frame: w.NewFrame(0), box: container.NewVBox()}
	l.Gap = 12
	l.view = canvas.NewPicture(w.Look, w.Canvas.Renderer, fyne.NewSize(300, 220),
		func(width, height int, scale float64) *render.Scene { return scene(l.chosen, width, height, scale) })
	return l
}

// add adds a row with a heading, smaller lines below it, and a choice of sides with the given width.
func (l *conflictList) add(lines, words []string, width float32, side kit.Value[int]) {
	i := len(l.rows)
	pick := func() { l.pick(i) }
	choice := l.Words(words, kit.Value[int]{Get: side.Get, Set: func(word int) {
		pick()
		side.Set(word)
	}})
	look := l.w.Look
	p := look.Colors()
	texts := container.NewVBox(kit.CutLine(look, lines[0], p.Text, kit.TextSize))
	for _, line := range lines[1:] {
		texts.Add(kit.CutLine(look, line, p.Quiet, kit.SmallText))
	}
	r := &ConflictRow{}
	r.Init(r, look, kit.FieldRadius, fyne.Size{}, kit.Pad(8, 4, 8, 4, container.New(kit.RowOf(0), texts,
		container.New(kit.Fixed{W: width, H: kit.FieldHeight}, choice))), pick)
	l.rows = append(l.rows, r)
	l.box.Add(r)
}

func (l *conflictList) pick(i int) {
	l.chosen = i
	for k, r := range l.rows {
		r.Plate.Fill(l.w.Look.Colors().Row(k == i, false))
	}
	l.view.Redraw()
}

// open shows the rows and the picture in a dialog. The words ours and theirs label the colours of the picture.
func (l *conflictList) open(title string, size fyne.Size, ours, theirs string) {
	p := l.w.Look.Colors()
	l.Head = kit.Pad(0, 0, 0, 10, l.Head)
	l.pick(0)
	legend := container.New(kit.RowOf(-1),
		swatch(p.Warn), kit.Pad(0, 0, kit.Gap, 0, kit.Text(ours, p.Quiet, kit.SmallText)), swatch(p.Accent),
		kit.Text(theirs, p.Quiet, kit.SmallText))
	side := container.NewBorder(nil, kit.Pad(2, 6, 0, 0, legend), nil, nil, l.view)
	l.Open(title, size, container.NewBorder(nil, nil, nil, kit.Pad(12, 0, 0, 0, side), container.NewVScroll(l.box)))
}

// undecidedScene draws both versions of a conflict about a collider, with the collider's surroundings, or the whole
// level for any other conflict.
func undecidedScene(
	doc *level.Document, conflicts []level.Conflict, chosen int, theme *render.Theme, width, height int, scale float64,
) *render.Scene {
	if ours, theirs := doc.Collider(conflicts[chosen].Collider()), theirsOf(doc, conflicts, chosen); ours != nil ||
		theirs != nil {
		return conflictScene(doc, ours, theirs, theme, width, height, scale)
	}
	snap := doc.Snapshot()
	s := render.LevelScene(snap, render.Camera{Zoom: 1, Width: width, Height: height}.Framing(render.LevelBounds(snap),
		0), theme)
	s.Scale = scale
	return s
}

// theirsOf returns the collider with their values for this conflict and for the conflicts resolved together with it, or
// nil if it cannot be shown.
func theirsOf(doc *level.Document, conflicts []level.Conflict, chosen int) *level.Collider {
	c := conflicts[chosen]
	_, ok := level.ColliderField(c.Key)
	ours := doc.Collider(c.Collider())
	if c.Collider() == 0 || !ok || c.Theirs == "" || c.Key != level.ColliderKey && ours == nil {
		return nil
	}
	var out level.Collider
	if ours != nil && c.Key != level.ColliderKey {
		out = *ours
		out.Properties = nil // invisible
	}
	for _, i := range level.DecidedTogether(conflicts, chosen) {
		if f, _ := level.ColliderField(conflicts[i].Key); f.Set(&out, conflicts[i].Theirs) != nil {
			return nil
		}
	}
	return &out
}

// ConflictRow is one conflict with the choice of a version.
type ConflictRow struct{ kit.Tile }

// undecided describes a conflict left by a merge: its record, the base value, and both sides.
func undecided(doc *level.Document, c level.Conflict) []string {
	name := c.ID
	if o := doc.Collider(c.Collider()); o != nil {
		name = o.Label()
	} else if layer := doc.Layer(c.Layer()); layer != nil {
		name = layer.Name
	} else if c.ID == level.SettingsID {
		name = "Level"
	}
	name = kit.Shorten(name, 24)
	if c.IsWhole() {
		return []string{
			name + ": deleted and changed", "existed before", "ours " + fate(c.Ours),
			"theirs " + fate(c.Theirs),
		}
	}
	return []string{
		name + ": " + kit.Shorten(level.KeyText(c.Key), 24), "was " + level.ValueText(c.Base),
		"ours " + level.ValueText(c.Ours), "theirs " + level.ValueText(c.Theirs),
	}
}

// fate describes a side's change to a record that either side deleted.
func fate(text string) string {
	if text == "" {
		return "deleted it"
	}
	return "changed it"
}
