package panel

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// Inspector is the panel of the selection's properties, or of the level's settings if nothing is selected. As long as
// the selection needs the same fields, it only updates their values.
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
	updates   []func()        // each updates one field
	Open      map[string]bool // open sections by name

	Measuring      bool   // the largest radius of the selection is being computed
	WantedProperty string // filter for property names if there are more than MaxProperties

	Pair    func() (a, b level.ID, ok bool) // the pair chosen in the contacts panel; nil: there is none
	Copy    func(text string)               // copies a string to the clipboard
	Contact func() string                   // returns the contact section as text; nil while hidden

	Materials func() []project.Material                       // the project's materials; nil: there are none
	DrawPath  func()                                          // starts drawing a path for the selected shape
	Choose    func(items []InspectorChoice, at fyne.Position) // opens a menu at a position in the window

	Pivot     editor.Pivot         // the pivot for position, size, angle and scale
	KeepPivot func(p editor.Pivot) // called when another pivot is chosen; may be nil

	Prefab PrefabLinks

	OnFold      func()     // called when a section opens or closes
	OnRows      func()     // called when the rows change
	newProperty *kit.Field // the empty row of the properties

	trying   bool  // a drag is trying values: a rejected one is not an error
	rejected error // why the value tried last was rejected; nil: it was accepted
}

// NewInspector returns the panel. spawn runs long work off the window's thread; fail reports a non-nil error. The panel
// updates the map open, which holds the names of the open sections.
func NewInspector(
	l *kit.Look, s *editor.Session, spawn func(func()), fail func(error), open map[string]bool,
) *Inspector {
	v := &Inspector{
		Look: l, session: s, spawn: spawn, Open: open, Pivot: editor.PivotEach, OnFold: func() {},
		OnRows: func() {}, Pair: func() (a, b level.ID, ok bool) { return 0, 0, false },
	}
	v.fail = func(err error) {
		if !v.trying {
			fail(err)
		} else if err != nil {
			v.rejected = err
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

// Refresh shows the current selection. It rebuilds the fields only if the selection needs different ones.
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

// Wants returns the height at which all rows fit.
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
			v.Title.Set(quote.Count(len(list), "joint"))
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
		if n := len(ids) - tally.Shapes - tally.Parts; n > 0 { // parts of whole instances
			sub += " · " + quote.Count(n, "part")
		}
		kit.SetText(v.sub, sub)
	}
}

// sign returns a key for the set of fields that the selection needs.
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
	object, mixedObject := s.Common(ids).Object()
	n, from := 0, level.Source{}
	if len(ids) == 1 {
		c := s.Document().Collider(ids[0])
		if n = len(c.Shape.Points)*4 + kit.BoolInt(c.Shape.Closed) + 2*kit.BoolInt(v.ownCorners() > 0); c.Source !=
			nil {
			from = *c.Source
		}
	}
	var properties []string
	if v.Open[PropertySection] {
		properties = append(s.Common(ids).PropertyNames(), v.WantedProperty)
	}
	a, b, _ := v.Pair()
	return fmt.Sprint(v.instanceSign(), len(ids) == 1, v.Pivot >= 0, a, b, kind, mixedKind, role, mixedRole, body,
		mixedBody, v.isWhole(), v.jointSign(), object, mixedObject, n, from, v.pathSign(), v.Open,
		s.Document().Settings().Categories, properties)
}
