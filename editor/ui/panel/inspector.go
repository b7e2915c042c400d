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

	Pair    func() (a, b level.ID, ok bool) // the pair chosen in the contacts panel
	Copy    func(text string)               // copies a string to the clipboard
	Contact func() string                   // returns the contact section as text; nil while hidden

	Materials func() []project.Material                    // the project's materials
	DrawPath  func()                                       // starts drawing a path for the selected shape
	Choose    func(items []*kit.Command, at fyne.Position) // opens a menu at a position in the window

	Pivot     editor.Pivot         // the pivot for position, size, angle and scale
	KeepPivot func(p editor.Pivot) // called when another pivot is chosen

	Prefab PrefabLinks

	OnFold      func()     // called when a section opens or closes
	OnRows      func()     // called when the rows change
	newProperty *kit.Field // the empty row of the properties

	trying   bool  // a drag is trying values: a rejected one is not an error
	rejected error // why the value tried last was rejected; nil: it was accepted
}

// NewInspector returns the panel. spawn runs long work off the UI thread; fail reports a non-nil error. The panel
// updates the map open, which holds the names of the open sections.
func NewInspector(
	l *kit.Look, s *editor.Session, spawn func(func()), fail func(error), open map[string]bool,
) *Inspector {
	v := &Inspector{
		Look: l, session: s, spawn: spawn, Open: open, Pivot: editor.PivotEach, OnFold: func() {},
		OnRows: func() {}, Pair: func() (a, b level.ID, ok bool) { return 0, 0, false },
		Materials: func() []project.Material { return nil },
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
	now := v.subject()
	v.Title.Set(now.title)
	kit.SetText(v.sub, now.sub)
	if now.sign != v.signature {
		v.signature = now.sign
		place := v.focusedPlace()
		defer v.focusPlace(place)
		v.updates = nil
		v.Contact = nil
		v.Body.Objects = nil
		now.build()
		v.Body.Refresh()
		defer v.OnRows()
	}
	for _, u := range v.updates {
		u()
	}
}

// Wants returns the height at which all rows fit.
func (v *Inspector) Wants() float32 { return kit.RowHeight + v.Scroll.Content.MinSize().Height }

// inspected holds the title of the inspector's subject and the function that builds its fields. sign is a key for the
// set of these fields.
type inspected struct {
	title, sub, sign string
	build            func()
}

func (v *Inspector) subject() inspected {
	doc, ids := v.session.Document(), v.ids()
	if len(ids) > 0 {
		title, sub := v.titleOf(ids)
		return inspected{title, sub, v.sign(ids), v.buildSelection}
	}
	joints, marks := v.session.Selection().Joints(), v.session.Selection().Bare()
	switch {
	case len(joints) == 1:
		j := joints[0]
		return inspected{j.Label(), "joint · " + v.jointWord(j), signOfJoint(j), func() { v.buildPickedJoint(j) }}
	case len(joints) > 1:
		hinges, springs, limited := jointKinds(joints)
		return inspected{
			quote.Count(len(joints), "joint"), v.jointWords(joints), fmt.Sprint("joints", hinges, springs, limited),
			func() { v.buildPickedJoints(joints) },
		}
	case len(marks) == 1:
		m, _ := doc.MarkOf(marks[0])
		i := m.Instance
		return inspected{i.Label(), "instance · no parts", fmt.Sprint(i.ID, i.Prefab, m.Why), func() { v.buildMark(m) }}
	case len(marks) > 1:
		return inspected{
			v.session.Selection().Tally().String(), "no parts", fmt.Sprint(marks), func() { v.buildMarks(marks) },
		}
	}
	return inspected{
		"Level", doc.Tally().String(), fmt.Sprint("level", v.Open, doc.Settings().Imports), v.buildLevel,
	}
}

// titleOf returns the title of selected colliders and a line about them.
func (v *Inspector) titleOf(ids []level.ID) (title, sub string) {
	doc := v.session.Document()
	if i := v.wholeInstance(); i != nil {
		return i.Label(), "instance · " + quote.Count(len(ids), "part")
	}
	if len(ids) == 1 {
		c := doc.Collider(ids[0])
		sub = c.Shape.Kind.String()
		if n := len(c.Shape.Points); n > 2 {
			sub += fmt.Sprintf(" · %d vertices", n)
		}
		if k := len(doc.Baked(ids[0]).Pieces); k > 1 {
			sub += fmt.Sprintf(" · %d pieces", k)
		}
		return c.Label(), sub
	}
	tally := v.session.Selection().Tally()
	sub = "mixed"
	if kind, mixed := v.session.Common(ids).Kind(); !mixed {
		sub = kind.String()
	}
	if n := len(ids) - tally.Shapes - tally.Parts; n > 0 { // parts of whole instances
		sub += " · " + quote.Count(n, "part")
	}
	return tally.String(), sub
}

// sign returns a key for the set of fields that selected colliders need.
func (v *Inspector) sign(ids []level.ID) string {
	s := v.session
	kind, mixedKind := s.Common(ids).Kind()
	role, mixedRole := s.Common(ids).Role()
	body, mixedBody := s.Common(ids).Body()
	object, mixedObject := s.Common(ids).Object()
	single := ""
	if len(ids) == 1 {
		c := s.Document().Collider(ids[0])
		single = fmt.Sprint(len(c.Shape.Points), c.Shape.Closed, v.ownCorners() > 0)
		if c.Source != nil {
			single += fmt.Sprint(*c.Source)
		}
	}
	var properties []string
	if v.Open[PropertySection] {
		properties = append(s.Common(ids).PropertyNames(), v.WantedProperty)
	}
	instance := ""
	if i, changes := v.instanceChanges(); i != nil {
		instance = fmt.Sprint(i.ID, i.Prefab, changes, v.wholeInstance() != nil)
	}
	a, b, _ := v.Pair()
	return fmt.Sprint(instance, single, v.Pivot >= 0, a, b, kind, mixedKind, role, mixedRole, body, mixedBody,
		v.isWhole(), v.jointSign(), object, mixedObject, v.pathSign(), v.Open, s.Document().Settings().Categories,
		properties)
}
