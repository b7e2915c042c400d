package inspect

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// Panel shows what is selected, field by field, or the level's settings when nothing is. Fields stay as long as the
// selection has the same fields; only their values change.
type Panel struct {
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
	updates   []func() // each shows one field's value
	Open      map[string]bool

	Measuring      bool   // the largest radius of what was selected is being worked out
	WantedProperty string // a part of the names that are listed, of very many

	Pair    func() (a, b level.ID, ok bool) // the pair that was chosen among the contacts; nil: none ever
	Copy    func(text string)               // puts a text on the clipboard
	Contact func() string                   // the rows about the chosen pair as text; nil while none is shown

	Materials func() []project.Material // those that can be chosen; nil: none ever

	TakeBack func() // undoes the drag of the slider that is under way; nil while there is none
	Prefab   PrefabLinks
}

const labelWidth = 94

// New makes the panel of the selection's properties. spawn runs long work off the window's thread; fail tells of an
// error, where it is one.
func New(l *kit.Look, s *editor.Session, spawn func(func()), fail func(error)) *Panel {
	v := &Panel{Look: l, session: s, spawn: spawn, fail: fail, Open: map[string]bool{contactSection: true}, Pair: func() (a, b level.ID, ok bool) { return 0, 0, false }}
	p := l.Colors()
	v.Title, v.sub = kit.NewTippedText(l, kit.Bold("", p.Text, kit.TextSize)), kit.Text("", p.Quiet, kit.SmallText)
	v.Body = container.New(kit.Lines(0))
	v.Scroll = container.NewVScroll(kit.Pad(kit.Edge, 6, kit.Edge, 8, v.Body))
	v.Content = container.NewBorder(kit.Header(l, v.Title, v.sub), nil, nil, nil, v.Scroll)
	v.Refresh()
	return v
}

// StepBack drops the drag of the slider that is under way, and reports whether there was one.
func (v *Panel) StepBack() bool {
	if v.TakeBack == nil {
		return false
	}
	v.TakeBack()
	return true
}

func (v *Panel) ids() []level.ID { return v.session.Selection().IDs() }

// Refresh shows the selection as it is now. Fields are made anew only where others are needed.
func (v *Panel) Refresh() {
	v.showTitle()
	if sig := v.sign(); sig != v.signature {
		v.signature = sig
		place := v.focusedPlace()
		defer v.focusPlace(place)
		v.updates = nil
		v.Contact = nil
		v.Body.Objects = nil
		if i := v.wholeInstance(); i != nil && len(v.ids()) == 0 {
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
	}
	for _, u := range v.updates {
		u()
	}
}

// inspectorPlace is where the keys are: the how-manieth control of the row with that label.
type inspectorPlace struct {
	label string
	at    int
}

// focusedPlace is the place of the control that has the keys; nil when none has.
func (v *Panel) focusedPlace() *inspectorPlace {
	c := fyne.CurrentApp().Driver().CanvasForObject(v.Body)
	if c == nil {
		return nil
	}
	focused, ok := c.Focused().(fyne.CanvasObject)
	if !ok {
		return nil
	}
	for _, o := range v.Body.Objects {
		for i, f := range Focusables(o) {
			if f == focused {
				return &inspectorPlace{RowLabel(o), i}
			}
		}
	}
	return nil
}

// focusPlace gives the keys to the control that now stands at a place.
func (v *Panel) focusPlace(p *inspectorPlace) {
	c := fyne.CurrentApp().Driver().CanvasForObject(v.Body)
	if p == nil || c == nil {
		return
	}
	c.Unfocus()
	for _, o := range v.Body.Objects {
		if RowLabel(o) != p.label {
			continue
		}
		if all := Focusables(o); p.at < len(all) {
			c.Focus(all[p.at].(fyne.Focusable))
			return
		}
	}
}

// RowLabel is the text at the left of a row, or the heading of a section.
func RowLabel(o fyne.CanvasObject) string {
	if t, ok := o.(*tapArea); ok {
		o = t.content
	}
	switch t := o.(type) {
	case *canvas.Text:
		return t.Text
	case *kit.TippedText:
		return t.Full
	}
	for _, c := range kit.ChildrenOf(o) {
		if s := RowLabel(c); s != "" {
			return s
		}
	}
	return ""
}

// Focusables lists the controls below o that can have the keys.
func Focusables(o fyne.CanvasObject) []fyne.CanvasObject {
	if _, ok := o.(fyne.Focusable); ok {
		return []fyne.CanvasObject{o}
	}
	var out []fyne.CanvasObject
	for _, c := range kit.ChildrenOf(o) {
		out = append(out, Focusables(c)...)
	}
	return out
}

func (v *Panel) showTitle() {
	ids := v.ids()
	doc := v.session.Document()
	if i := v.wholeInstance(); i != nil {
		v.Title.Set(i.Label())
		kit.SetText(v.sub, instanceSub(doc, i))
		return
	}
	switch len(ids) {
	case 0:
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
func (v *Panel) sign() string {
	ids := v.ids()
	s := v.session
	if len(ids) == 0 {
		return fmt.Sprint("level", v.instanceSign(), v.Open[fileSection], s.Document().Settings().Imports)
	}
	kind, mixedKind := s.Common(ids).Kind()
	role, mixedRole := s.Common(ids).Role()
	n, from := 0, level.Source{}
	if len(ids) == 1 {
		c := s.Document().Collider(ids[0])
		if n = len(c.Shape.Points); c.Source != nil {
			from = *c.Source
		}
	}
	var properties []string
	if v.Open["Properties"] {
		properties = append(s.Common(ids).PropertyNames(), v.WantedProperty)
	}
	a, b, _ := v.Pair()
	_, materials := v.materials()
	return fmt.Sprint(v.instanceSign(), materials, len(ids) == 1, a, b, kind, mixedKind, role, mixedRole, n, from, v.Open, s.Document().Settings().Categories, properties)
}

// row adds a labelled row.
func (v *Panel) row(label string, o fyne.CanvasObject) {
	for _, f := range Focusables(o) {
		if named, ok := f.(interface{ SetName(string) }); ok {
			named.SetName(label)
		}
	}
	name := kit.Pad(-kit.FieldInset, 0, 0, 0, kit.NewTippedText(v.Look, kit.Text(label, v.Look.Colors().Quiet, kit.TextSize)))
	v.Body.Add(container.New(kit.Labelled{Width: labelWidth}, name, o))
}

// number is a field for a number, shown by get.
func (v *Panel) number(unit string, get func() (float64, bool), set func(float64)) *kit.NumberField {
	f := kit.NewNumberField(v.Look, unit, set, v.fail)
	v.updates = append(v.updates, func() { f.SetNumber(get()) })
	return f
}

func (v *Panel) pair(label string, a, b *kit.NumberField, prefixA, prefixB string) {
	p := v.Look.Colors()
	a.Icon, b.Icon = v.Look.Icons.Prefix(prefixA, p.Quiet), v.Look.Icons.Prefix(prefixB, p.Quiet)
	v.row(label, container.New(kit.Equal{Gap: kit.Gap}, a, b))
	a.SetName(label + " " + prefixA)
	b.SetName(label + " " + prefixB)
}

// common is a field for a number that all that is selected has.
func (v *Panel) common(get func(editor.Common) (float64, bool), set func(editor.Shapes, float64) error) *kit.NumberField {
	s := v.session
	return v.number("", func() (float64, bool) { return get(s.Common(v.ids())) }, func(x float64) { v.fail(set(s.Shapes(v.ids()), x)) })
}

// words adds a choice of one of a few words for all that is selected.
func words[T interface {
	comparable
	fmt.Stringer
}](v *Panel, label string, get func(editor.Common) (T, bool), set func(editor.Shapes, T) error, all ...T,
) {
	names := make([]string, len(all))
	for i, w := range all {
		names[i] = w.String()
	}
	choose(v, label, names, all, get, set)
}

// choose adds a choice of one of a few values for all that is selected.
func choose[T comparable](v *Panel, label string, names []string, all []T, get func(editor.Common) (T, bool), set func(editor.Shapes, T) error) {
	seg := kit.NewSegmented(v.Look, names, func(i int) { v.fail(set(v.session.Shapes(v.ids()), all[i])) })
	v.updates = append(v.updates, func() {
		w, mixed := get(v.session.Common(v.ids()))
		if mixed {
			seg.Choose(-1)
			return
		}
		seg.Choose(slices.Index(all, w))
	})
	v.row(label, seg)
}

// section adds a foldable heading and reports whether it is open.
func (v *Panel) section(title string) bool {
	p := v.Look.Colors()
	mark := "+"
	if v.Open[title] {
		mark = "–"
	}
	line := container.New(kit.Row{Gap: 6, Grow: 1}, kit.Bold(title, p.Text, kit.TextSize-1), kit.NewSpace(), kit.Text(mark, p.Quiet, kit.TextSize))
	v.Body.Add(newTapArea(v.Look, container.New(kit.Fixed{W: 0, H: kit.RowHeight - 4}, line), func() {
		v.Open[title] = !v.Open[title]
		v.Refresh()
	}))
	return v.Open[title]
}

// contactSection is the heading of the section about a chosen pair.
const contactSection = "Contact"

// buildContact adds what is known of the pair that was chosen among the contacts.
func (v *Panel) buildContact(a, b level.ID) {
	s := v.session
	if !v.section(contactSection) {
		return
	}
	d := newContactDetails(v.Look)
	names := func() string {
		doc := s.Document()
		return doc.Title(doc.Collider(a)) + " × " + doc.Title(doc.Collider(b))
	}
	v.Contact = func() string { return d.copied(names()) }
	between := kit.NewTippedText(v.Look, kit.Text(names(), v.Look.Colors().Text, kit.TextSize))
	take := kit.NewTextButton(v.Look, "Copy", false, func() {
		v.Look.Focus()
		v.Copy(v.Contact())
	})
	take.Small = true
	v.Body.Add(container.New(kit.Row{Gap: kit.Gap, Grow: 0}, kit.Pad(-kit.FieldInset, 0, 0, 0, between), take))
	v.Body.Add(d.content)
	v.Body.Add(kit.Pad(0, 4, 0, 6, kit.Rule(v.Look)))
	v.updates = append(v.updates, func() {
		between.Set(names())
		if d.show(s.Document(), s.Live(), a, b) {
			v.Body.Refresh()
		}
	})
}

func (v *Panel) buildSelection() {
	s := v.session
	if a, b, ok := v.Pair(); ok && v.wholeInstance() == nil {
		v.buildContact(a, b)
	}
	v.buildInstance()
	kind, mixedKind := s.Common(v.ids()).Kind()
	if v.wholeInstance() == nil || v.Prefab.Edit == nil {
		v.buildPlace(kind, mixedKind)
	}
	if mixedKind || kind != level.Point {
		v.buildRadius(kind)
	}
	if mixedKind || kind == level.Polygon || kind == level.Box {
		words(v, "Rounding", editor.Common.Rounding, editor.Shapes.SetRounding, level.Inset, level.Outset)
	}
	if !mixedKind && kind == level.Chain {
		v.buildChain()
	}
	words(v, "Role", editor.Common.Role, editor.Shapes.SetRole, level.Solid, level.Trigger, level.OneWay)
	if role, mixed := s.Common(v.ids()).Role(); !mixed && role == level.OneWay && len(v.ids()) == 1 {
		v.row("Solid side", v.number("°", func() (float64, bool) {
			d := s.Document().Collider(v.ids()[0]).OneWay
			return math.Atan2(d.X, -d.Y) * 180 / math.Pi, false
		}, func(a float64) {
			sin, cos := math.Sincos(a * math.Pi / 180)
			v.fail(s.Shapes(v.ids()).SetOneWay(level.Vec{X: sin, Y: -cos}))
		}))
	}
	words(v, "Body", editor.Common.Body, editor.Shapes.SetBody, level.Static, level.Dynamic, level.Kinematic)
	v.buildNamedMaterial()
	v.buildCategories()
	v.listRow("Tags", "none", func() ([]string, bool) { return s.Common(v.ids()).Tags() }, func(tags []string) { v.fail(s.Shapes(v.ids()).SetTags(tags)) })
	if v.section("Material") {
		v.buildMaterial()
	}
	if v.section("Properties") {
		v.buildProperties()
	}
	if len(v.ids()) == 1 && !mixedKind && (kind == level.Polygon || kind == level.Chain || kind == level.Capsule) && v.section("Vertices") {
		v.buildVertices()
	}
	if len(v.ids()) == 1 {
		if src := s.Document().Collider(v.ids()[0]).Source; src != nil {
			from := strings.Trim(strings.Join([]string{src.File, src.Level, src.Layer, src.ID}, " / "), " /")
			v.row("Imported from", kit.NewTippedText(v.Look, kit.Text(from, v.Look.Colors().Text, kit.TextSize)))
		}
	}
}

// buildPlace adds the name of what is selected, and where and how large it is.
func (v *Panel) buildPlace(kind level.Kind, mixedKind bool) {
	s := v.session
	v.nameRow(func() (string, bool) { return s.Common(v.ids()).Name() }, func(name string) { v.fail(s.Rename(v.ids(), name)) })
	v.pair("Position", v.common(editor.Common.X, editor.Shapes.SetX), v.common(editor.Common.Y, editor.Shapes.SetY), "X", "Y")
	if mixedKind || kind != level.Point && kind != level.Circle {
		v.pair("Size", v.common(editor.Common.Width, editor.Shapes.SetWidth), v.common(editor.Common.Height, editor.Shapes.SetHeight), "W", "H")
		v.row("Angle", v.number("°", func() (float64, bool) { a, m := s.Common(v.ids()).Angle(); return float64(a), m },
			func(a float64) { v.fail(s.Shapes(v.ids()).SetAngle(level.Degrees(a))) }))
	}
}

// buildChain adds what only chains have: whether they are closed, and their solid sides.
func (v *Panel) buildChain() {
	s := v.session
	noYes := []bool{false, true}
	choose(v, "Ends", []string{"open", "closed"}, noYes, editor.Common.Closed, editor.Shapes.SetClosed)
	choose(v, "Solid on", []string{"both sides", "one side"}, noYes, editor.Common.OneSided, editor.Shapes.SetOneSided)
	if oneSided, mixed := s.Common(v.ids()).OneSided(); oneSided || mixed {
		v.row("", kit.NewTextButton(v.Look, "Swap the solid side", false, func() {
			v.Look.Focus()
			v.fail(s.Shapes(v.ids()).ReverseChains())
		}))
	}
}

// MaxRadius is the largest radius that all that is selected takes; 0 while that is being worked out, off the window's thread.
func (v *Panel) MaxRadius() float64 {
	work := v.session.Common(v.ids()).MaxRadiusWork()
	if work == nil {
		return v.session.Common(v.ids()).MaxRadius()
	}
	if !v.Measuring {
		v.Measuring = true
		v.spawn(func() {
			work()
			v.Look.Post(func() {
				v.Measuring = false
				v.Refresh()
			})
		})
	}
	return 0
}

// buildRadius adds the corner radius: slider and number. A drag of the slider is one undo step.
func (v *Panel) buildRadius(kind level.Kind) {
	s := v.session
	label := "Corner radius"
	switch kind {
	case level.Circle, level.Capsule:
		label = "Radius"
	case level.Chain:
		label = "Half thickness"
	}
	set := func(r float64) {
		_, err := s.Shapes(v.ids()).SetRadius(max(r, 0))
		v.fail(err)
	}
	f := v.number("", func() (float64, bool) { return s.Common(v.ids()).Radius() }, set)
	var gesture *editor.Gesture
	var slide *kit.Slider
	slide = kit.NewSlider(v.Look, func(r float64) {
		if gesture == nil {
			gesture = s.Begin(s.Label("Round", v.ids()))
			v.TakeBack = func() {
				gesture.Rollback()
				gesture, v.TakeBack = nil, nil
				slide.Release()
			}
		}
		set(r)
	}, func() {
		if gesture != nil {
			gesture.Commit()
			gesture, v.TakeBack = nil, nil
		}
	})
	v.updates = append(v.updates, func() {
		r, _ := s.Common(v.ids()).Radius()
		most := v.MaxRadius()
		if math.IsInf(most, 1) || most <= 0 {
			most = 128
		}
		if gesture == nil {
			slide.SetValue(r, max(most, r), most/400)
		}
	})
	v.row(label, container.New(kit.Row{Gap: kit.Gap, Grow: 0}, container.New(kit.Exact{W: 60, H: kit.FieldHeight}, slide), container.New(kit.Exact{W: 62, H: kit.FieldHeight}, f)))
}

// ownMaterial stands in the list of materials for numbers of the collider's own.
const ownMaterial = "own numbers"

// materials are those that can be chosen, and their names as the list has them; nil where there is nothing to choose.
func (v *Panel) materials() (all []project.Material, words []string) {
	if v.Materials != nil {
		all = v.Materials()
	}
	name, mixed := v.session.Common(v.ids()).Material()
	if len(all) == 0 && name == "" && !mixed {
		return nil, nil
	}
	words = []string{ownMaterial}
	for _, m := range all {
		words = append(words, m.Name)
	}
	return all, words
}

// buildNamedMaterial is the choice of a material of the project. Its numbers stand in the section of the material.
func (v *Panel) buildNamedMaterial() {
	s := v.session
	all, words := v.materials()
	if words == nil {
		return
	}
	box := kit.NewSelectBox(v.Look, words, func(word string) {
		now, mixed := s.Common(v.ids()).Material()
		if !mixed && (word == now || word == ownMaterial && now == "") {
			return
		}
		none := ""
		m := editor.Material{Name: &none}
		if i := slices.IndexFunc(all, func(m project.Material) bool { return m.Name == word }); i >= 0 && word != ownMaterial {
			of := all[i]
			m = editor.Material{Name: &of.Name, Friction: &of.Friction, Restitution: &of.Restitution, Density: &of.Density}
		}
		v.fail(s.Shapes(v.ids()).SetMaterial(m))
	})
	v.updates = append(v.updates, func() {
		name, mixed := s.Common(v.ids()).Material()
		before := box.PlaceHolder
		box.PlaceHolder = "mixed"
		switch {
		case mixed:
			name = ""
		case name == "":
			name = ownMaterial
		case !slices.Contains(words, name):
			box.PlaceHolder, name = quote.Excerpt(name)+" (not in the project)", ""
		}
		if box.Selected != name || box.PlaceHolder != before {
			box.Selected = name
			box.Refresh()
		}
	})
	v.row("Material", box)
}

func (v *Panel) buildMaterial() {
	s := v.session
	for _, m := range []struct {
		label string
		get   func(editor.Common) (float64, bool)
		set   func(*float64) editor.Material
	}{
		{"Friction", editor.Common.Friction, func(x *float64) editor.Material { return editor.Material{Friction: x} }},
		{"Restitution", editor.Common.Restitution, func(x *float64) editor.Material { return editor.Material{Restitution: x} }},
		{"Density", editor.Common.Density, func(x *float64) editor.Material { return editor.Material{Density: x} }},
	} {
		v.row(m.label, v.number("", func() (float64, bool) { return m.get(s.Common(v.ids())) }, func(x float64) { v.fail(s.Shapes(v.ids()).SetMaterial(m.set(&x))) }))
	}
}

// buildProperties lists the designer's own values, each as text that reads as a number or a bool where it looks so, and
// an empty line for a new one. Of very many it lists some, and a field says which.
func (v *Panel) buildProperties() {
	s := v.session
	names := s.Common(v.ids()).PropertyNames()
	if len(names) > MostProperties {
		f := kit.NewField(v.Look, func(text string) {
			v.WantedProperty = strings.TrimSpace(text)
			v.Refresh()
		})
		f.PlaceHolder = "a part of a name"
		v.updates = append(v.updates, func() { f.Display(v.WantedProperty) })
		v.row("Find", f)
		names = slices.DeleteFunc(names, func(name string) bool { return !strings.Contains(name, v.WantedProperty) })
	}
	for _, name := range names[:min(len(names), MostProperties)] {
		f := kit.NewField(v.Look, func(text string) {
			if text == "" {
				v.fail(s.Shapes(v.ids()).SetProperty(name, nil))
				return
			}
			v.fail(s.Shapes(v.ids()).SetProperty(name, parseProperty(text)))
		})
		v.updates = append(v.updates, func() {
			value, mixed := s.Common(v.ids()).Property(name)
			hint := ""
			if mixed {
				hint, value = "mixed", ""
			}
			f.SetHint(hint)
			if value == nil {
				value = ""
			}
			f.Display(fmt.Sprint(value))
		})
		v.row(name, f)
	}
	if n := len(names) - MostProperties; n > 0 {
		v.Body.Add(kit.Text(fmt.Sprintf("and %d more", n), v.Look.Colors().Quiet, kit.SmallText))
	}
	add := kit.NewField(v.Look, nil)
	add.PlaceHolder = "name = value"
	add.OnCommit = func(text string) {
		name, value, _ := strings.Cut(text, "=")
		add.Shown = ""
		add.SetText("")
		if name = strings.TrimSpace(name); name != "" {
			v.fail(s.Shapes(v.ids()).SetProperty(name, parseProperty(strings.TrimSpace(value))))
		}
	}
	v.row("New", add)
}

func parseProperty(s string) any {
	switch s {
	case "true":
		return true
	case "false":
		return false
	}
	if x, err := kit.Calculate(s); err == nil && !strings.ContainsAny(s, "pxP°") {
		return x
	}
	return s
}

// MostProperties is how many properties are listed at once; of more, those are whose names hold what is looked for.
const MostProperties = 64

// mostVertices is how many vertices the table lists; more are edited on the canvas.
const mostVertices = 64

func (v *Panel) buildVertices() {
	s := v.session
	points := s.Document().Collider(v.ids()[0]).Shape.Points
	for i := range points[:min(len(points), mostVertices)] {
		point := func() level.Vec {
			if p := s.Document().Collider(v.ids()[0]).Shape.Points; i < len(p) {
				return p[i]
			}
			return level.Vec{}
		}
		v.pair(fmt.Sprint(i),
			v.number("", func() (float64, bool) { return point().X, false }, func(x float64) {
				v.fail(s.Outline(v.ids()[0], 0).SetPoint(i, level.Vec{X: x, Y: point().Y}))
			}),
			v.number("", func() (float64, bool) { return point().Y, false }, func(y float64) {
				v.fail(s.Outline(v.ids()[0], 0).SetPoint(i, level.Vec{X: point().X, Y: y}))
			}), "X", "Y")
	}
	if n := len(points) - mostVertices; n > 0 {
		v.Body.Add(kit.Text(fmt.Sprintf("and %d more: edit them with the Nodes tool", n), v.Look.Colors().Quiet, kit.SmallText))
	}
}

// buildCategories shows a chip for each category of the level; the lit ones are the collider's.
func (v *Panel) buildCategories() {
	s := v.session
	all := s.Document().Settings().Categories
	chips := make([]fyne.CanvasObject, len(all))
	for i, name := range all {
		chip := kit.NewTextButton(v.Look, name, false, func() {
			have, _ := s.Common(v.ids()).Categories()
			if len(have) == 0 && len(all) > 0 {
				have = all[:1]
			}
			next := slices.Clone(have)
			if at := slices.Index(next, name); at >= 0 {
				next = slices.Delete(next, at, at+1)
			} else {
				next = append(next, name)
			}
			v.Look.Focus()
			v.fail(s.Shapes(v.ids()).SetCategories(next))
		})
		chip.Small = true
		v.updates = append(v.updates, func() {
			have, mixed := s.Common(v.ids()).Categories()
			lit := !mixed && (slices.Contains(have, name) || len(have) == 0 && i == 0)
			if chip.Lit != lit {
				chip.Lit = lit
				chip.Refresh()
			}
		})
		chips[i] = chip
	}
	v.row("Category", kit.Pad(0, 2, 0, 2, container.New(&kit.Flow{Gap: 5, Width: kit.SideWidth - 2*kit.Edge - labelWidth, Resize: v.Body.Refresh}, chips...)))
	v.listRow("Collides with", "everything", func() ([]string, bool) { return s.Common(v.ids()).CollidesWith() }, func(names []string) {
		v.fail(s.Shapes(v.ids()).SetCollidesWith(names))
	})
}

func (v *Panel) nameRow(get func() (string, bool), set func(string)) {
	f := kit.NewField(v.Look, set)
	v.updates = append(v.updates, func() {
		s, mixed := get()
		hint := ""
		if mixed {
			s, hint = "", "mixed"
		}
		f.SetHint(hint)
		f.Display(s)
	})
	v.row("Name", f)
}

// listRow is a field for words between commas; an empty one is nil.
func (v *Panel) listRow(label, none string, get func() ([]string, bool), set func([]string)) {
	f := kit.NewField(v.Look, func(s string) {
		set(kit.Words(s))
	})
	v.updates = append(v.updates, func() {
		list, mixed := get()
		hint := none
		if mixed {
			hint, list = "mixed", nil
		} else if list != nil && len(list) == 0 && none == "everything" {
			hint = "nothing"
		}
		f.SetHint(hint)
		f.Display(strings.Join(list, ", "))
	})
	v.row(label, f)
}

// buildLevel shows the level's settings.
func (v *Panel) buildLevel() {
	s := v.session
	get := func(f func(*level.Settings) float64) func() (float64, bool) {
		return func() (float64, bool) { return f(s.Document().Settings()), false }
	}
	set := func(label string, f func(*level.Settings, float64)) func(float64) {
		return func(x float64) { v.fail(s.EditSettings(label, func(st *level.Settings) { f(st, x) })) }
	}
	v.nameRow(func() (string, bool) { return s.Document().Settings().Name, false }, func(name string) {
		v.fail(s.EditSettings("Rename the level", func(st *level.Settings) { st.Name = name }))
	})
	for _, f := range []struct {
		label, step, x, y string
		of                func(*level.Settings) *level.Vec
	}{
		{"Origin", "Move the level's frame", "X", "Y", func(st *level.Settings) *level.Vec { return &st.Origin }},
		{"Size", "Resize the level", "W", "H", func(st *level.Settings) *level.Vec { return &st.Size }},
		{"Grid", "Change the grid", "W", "H", func(st *level.Settings) *level.Vec { return &st.Grid.Size }},
		{"Grid offset", "Change the grid", "X", "Y", func(st *level.Settings) *level.Vec { return &st.Grid.Offset }},
	} {
		v.pair(f.label,
			v.number("", get(func(st *level.Settings) float64 { return f.of(st).X }), set(f.step, func(st *level.Settings, x float64) { f.of(st).X = x })),
			v.number("", get(func(st *level.Settings) float64 { return f.of(st).Y }), set(f.step, func(st *level.Settings, y float64) { f.of(st).Y = y })), f.x, f.y)
	}
	v.row("Subdivisions", v.number("", get(func(st *level.Settings) float64 { return float64(st.Grid.Subdivisions) }),
		set("Change the grid", func(st *level.Settings, n float64) { st.Grid.Subdivisions = int(min(max(math.Round(n), 0), 1000)) })))
	v.row("Pixels/metre", v.number("", get(func(st *level.Settings) float64 { return st.PixelsPerMetre }),
		set("Change the scale", func(st *level.Settings, x float64) { st.PixelsPerMetre = x })))
	v.listRow("Categories", "none", func() ([]string, bool) { return s.Document().Settings().Categories, false }, func(names []string) {
		v.fail(s.EditSettings("Change the categories", func(st *level.Settings) { st.Categories = names }))
	})
	v.buildSaid()
	p := v.Look.Colors()
	for _, line := range []string{"", "Pick a tool on the left and draw: P polygon,", "R box, C circle, K capsule, T trigger.", "V selects and moves, N edits nodes."} {
		v.Body.Add(kit.Text(line, p.Quiet, kit.SmallText+1))
	}
}

// fileSection is the heading of what imported files say of their levels.
const fileSection = "Properties of imported levels"

// buildSaid lists what imported files say of their levels, each under the level's name. It is changed there.
func (v *Panel) buildSaid() {
	list := v.session.Document().Settings().LevelProperties()
	if len(list) == 0 || !v.section(fileSection) {
		return
	}
	p := v.Look.Colors()
	names := slices.Sorted(maps.Keys(list))
	for _, name := range names[:min(len(names), MostProperties)] {
		v.row(name, kit.Pad(0, 3, 0, 3, kit.NewTippedText(v.Look, kit.Text(fmt.Sprint(list[name]), p.Text, kit.TextSize))))
	}
	if n := len(names) - MostProperties; n > 0 {
		v.Body.Add(kit.Text(fmt.Sprintf("and %d more", n), p.Quiet, kit.SmallText))
	}
}

// tapArea makes any object tappable.
type tapArea struct {
	kit.Tile
	kit.Pressable
	content fyne.CanvasObject
}

func newTapArea(l *kit.Look, o fyne.CanvasObject, onTap func()) *tapArea {
	t := &tapArea{content: o}
	t.Pressable = kit.Pressable{Keys: l, Self: t, Press: onTap, Says: func() string { return RowLabel(t) }, Redraw: func() { t.Outline(t.Plate) }}
	t.Init(t, l, kit.FieldRadius, fyne.Size{}, o, onTap)
	return t
}
