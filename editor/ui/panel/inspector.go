package panel

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/ui/kit"
)

// Inspector shows what is selected, field by field, or the level's settings when nothing is. Fields stay as long as the
// selection has the same fields; only their values change.
type Inspector struct {
	Content   fyne.CanvasObject
	Look      *kit.Look
	session   *editor.Session
	spawn     func(func())
	fail      func(error)
	Body      *fyne.Container
	Scroll    *container.Scroll
	Title     *kit.TippedText
	sub       *canvas.Text
	signature string
	updates   []func()        // each shows one field's value
	Open      map[string]bool // sections by their names

	Measuring      bool   // the largest radius of what was selected is being worked out
	WantedProperty string // a part of the names that are listed, of very many

	Pair    func() (a, b level.ID, ok bool) // the pair that was chosen among the contacts; nil: none ever
	Copy    func(text string)               // puts a text on the clipboard
	Contact func() string                   // the rows about the chosen pair as text; nil while none is shown

	Materials func() []project.Material                       // those of the project, nil: none ever
	DrawPath  func()                                          // draws a path for the selected shape
	Choose    func(items []InspectorChoice, at fyne.Position) // opens a choice at a place of the window

	Pivot     editor.Pivot         // what the selection's place, size, angle and scale are about
	KeepPivot func(p editor.Pivot) // hears of another one that was chosen; nil: nobody

	Prefab PrefabLinks

	OnFold      func()     // a section was folded or opened
	OnRows      func()     // there are other rows
	newProperty *kit.Field // the empty line of the properties

	trying  bool  // a drag tries a value: what is refused is no error
	refused error // by what was tried last
}

// NewInspector makes the panel of the selection's properties. spawn runs long work off the window's thread; fail tells of an
// error, where it is one. open are the names of the sections that are open, which the panel changes.
func NewInspector(l *kit.Look, s *editor.Session, spawn func(func()), fail func(error), open map[string]bool) *Inspector {
	v := &Inspector{Look: l, session: s, spawn: spawn, Open: open, Pivot: editor.PivotEach, OnFold: func() {}, OnRows: func() {}, Pair: func() (a, b level.ID, ok bool) { return 0, 0, false }}
	v.fail = func(err error) {
		if !v.trying {
			fail(err)
		} else if err != nil {
			v.refused = err
		}
	}
	p := l.Colors()
	v.Title, v.sub = kit.NewTippedText(l, kit.Bold("", p.Text, kit.TextSize)), kit.Text("", p.Quiet, kit.SmallText)
	v.Body = container.New(kit.Lines(0))
	v.Scroll = container.NewVScroll(kit.Pad(kit.Edge, 6, kit.Edge, 8, v.Body))
	v.Content = container.NewBorder(kit.Header(l, v.Title, v.sub), nil, nil, nil, v.Scroll)
	v.Refresh()
	return v
}

func (v *Inspector) ids() []level.ID { return v.session.Selection().IDs() }

// Refresh shows the selection as it is now. Fields are made anew only where others are needed.
func (v *Inspector) Refresh() {
	v.showTitle()
	if sig := v.sign(); sig != v.signature {
		v.signature = sig
		place := v.focusedPlace()
		defer v.focusPlace(place)
		v.updates = nil
		v.Contact = nil
		v.Body.Objects = nil
		if j, ok := v.session.Selection().Joint(); ok {
			v.buildPickedJoint(j)
		} else if list := v.session.Selection().Joints(); len(list) > 1 {
			v.buildPickedJoints(list)
		} else if i := v.wholeInstance(); i != nil && len(v.ids()) == 0 {
			m, _ := v.session.Document().MarkOf(i.ID)
			v.buildMark(m)
		} else if marks := v.marks(); len(v.ids()) == 0 && len(marks) > 0 {
			v.buildMarks(marks)
		} else if len(v.ids()) == 0 {
			v.buildLevel()
		} else {
			v.buildSelection()
		}
		v.Body.Refresh()
		defer v.OnRows()
	}
	for _, u := range v.updates {
		u()
	}
}

// Wants is the height in which all rows have room.
func (v *Inspector) Wants() float32 { return kit.RowHeight + v.Scroll.Content.MinSize().Height }

func (v *Inspector) showTitle() {
	ids := v.ids()
	doc := v.session.Document()
	if i := v.wholeInstance(); i != nil {
		v.Title.Set(i.Label())
		kit.SetText(v.sub, instanceSub(doc, i))
		return
	}
	switch len(ids) {
	case 0:
		if j, ok := v.session.Selection().Joint(); ok {
			v.Title.Set(j.Label())
			kit.SetText(v.sub, "joint · "+v.jointWord(j))
			return
		}
		if list := v.session.Selection().Joints(); len(list) > 1 {
			v.Title.Set(kit.Count(len(list), "joint"))
			kit.SetText(v.sub, v.jointWords(list))
			return
		}
		if marks := v.marks(); len(marks) > 0 {
			v.Title.Set(v.session.Selection().Tally().String())
			kit.SetText(v.sub, "no parts")
			return
		}
		v.Title.Set("Level")
		kit.SetText(v.sub, doc.Tally().String())
	case 1:
		c := doc.Collider(ids[0])
		v.Title.Set(c.Label())
		sub := c.Shape.Kind.String()
		if n := len(c.Shape.Points); n > 2 {
			sub += fmt.Sprintf(" · %d vertices", n)
		}
		if k := len(doc.Baked(ids[0]).Pieces); k > 1 {
			sub += fmt.Sprintf(" · %d pieces", k)
		}
		kit.SetText(v.sub, sub)
	default:
		tally := v.session.Selection().Tally()
		v.Title.Set(tally.String())
		sub := "mixed"
		if kind, mixed := v.session.Common(ids).Kind(); !mixed {
			sub = kind.String()
		}
		if n := len(ids) - tally.Shapes - tally.Parts; n > 0 { // those of whole instances
			sub += " · " + kit.Count(n, "part")
		}
		kit.SetText(v.sub, sub)
	}
}

// sign names the set of fields that the selection needs.
func (v *Inspector) sign() string {
	ids := v.ids()
	s := v.session
	if len(ids) == 0 {
		if j, ok := s.Selection().Joint(); ok {
			return fmt.Sprint("joint", signOfJoint(j))
		}
		if list := s.Selection().Joints(); len(list) > 1 {
			hinges, springs, limited := jointKinds(list)
			return fmt.Sprint("joints", hinges, springs, limited)
		}
		return fmt.Sprint("level", v.instanceSign(), v.Open[fileSection], s.Document().Settings().Imports)
	}
	kind, mixedKind := s.Common(ids).Kind()
	role, mixedRole := s.Common(ids).Role()
	body, mixedBody := s.Common(ids).Body()
	thing, mixedThing := s.Common(ids).Thing()
	n, from := 0, level.Source{}
	if len(ids) == 1 {
		c := s.Document().Collider(ids[0])
		if n = len(c.Shape.Points)*4 + kit.BoolInt(c.Shape.Closed) + 2*kit.BoolInt(v.ownCorners() > 0); c.Source != nil {
			from = *c.Source
		}
	}
	var properties []string
	if v.Open[PropertySection] {
		properties = append(s.Common(ids).PropertyNames(), v.WantedProperty)
	}
	a, b, _ := v.Pair()
	return fmt.Sprint(v.instanceSign(), len(ids) == 1, v.Pivot >= 0, a, b, kind, mixedKind, role, mixedRole, body, mixedBody, v.isWhole(), v.jointSign(), thing, mixedThing, n, from, v.pathSign(), v.Open, s.Document().Settings().Categories, properties)
}
