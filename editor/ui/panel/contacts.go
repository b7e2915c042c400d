package panel

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/render"
	"fillet/editor/ui/kit"
)

// ContactFilter selects the pairs that the panel lists.
type ContactFilter int

const (
	AllContacts ContactFilter = iota
	OverlapContacts
	triggerContacts
	SelectedContacts
)

// ContactFilters holds the filters' labels, indexed by filter.
var ContactFilters = []string{"all", "overlaps", "triggers", "selection"}

// contactColumn is a sort key of the list.
type contactColumn int

const (
	urgencyColumn contactColumn = iota // overlaps, then triggers, then touching pairs; deepest first
	PairColumn                         // by the names of the pair
	depthColumn
	pointsColumn
)

// ContactOrder holds the sort order of the list. The zero value sorts by urgency.
type ContactOrder struct {
	Column   contactColumn
	reversed bool
}

// ContactChoice holds the user's choices in the panel. It outlives the panel, which is rebuilt when the theme changes.
type ContactChoice struct {
	Filter   ContactFilter
	Order    ContactOrder
	Chosen   [2]level.ID // the pair clicked last
	expected bool        // also list expected pairs
	legend   bool        // show the legend
}

// Contacts is the panel of the pairs in contact, most urgent first unless the user chooses another order.
type Contacts struct {
	Content *fyne.Container
	Head    *Head
	look    *kit.Look
	session *editor.Session
	drawn   func() []contacts.Pair // contacts of the shape being drawn
	onPick  func(contacts.Pair)    // frames the pair
	*ContactChoice
	Pairs        []contacts.Pair
	List         *kit.KeyList
	Heads        []*columnHead
	ExpectedLine *toggleLine // counts expected pairs
	Sub          *kit.TippedText
	Empty        *canvas.Text
	Paused       *fyne.Container // explains why contacts are paused
	PausedSub    *canvas.Text
	Filters      *kit.Segmented
	separate     *kit.TextButton
	next         *kit.TextButton
	LegendButton *kit.IconButton
	Legend       *fyne.Container
	fail         func(error)

	Moving  func() []level.ID      // returns the colliders that the current gesture moves
	OnMenu  func(at fyne.Position) // opens the menu of the selected pair
	OnPoint func(pair [2]level.ID) // called when the pointer moves to another row, zero for none
	pointed [2]level.ID            // the pair under the pointer
	held    map[[2]level.ID]int    // each pair's position at the start of the gesture; nil without a gesture
}

// NewContacts returns the panel. drawn returns the contacts of a shape being drawn, onPick receives the pair of a
// clicked row, fail reports a non-nil error, and choice holds the user's choices.
func NewContacts(
	l *kit.Look, s *editor.Session, drawn func() []contacts.Pair, onPick func(contacts.Pair), fail func(error),
	choice *ContactChoice,
) *Contacts {
	c := &Contacts{
		ContactChoice: choice, look: l, session: s, drawn: drawn, onPick: onPick, fail: fail,
		Moving: func() []level.ID { return nil }, OnPoint: func([2]level.ID) {},
	}
	p := l.Colors()
	c.Empty = kit.Text("No contacts.", p.Quiet, kit.TextSize)
	c.PausedSub = kit.Text("", p.Quiet, kit.TextSize)
	c.Paused = container.New(kit.Lines(0), kit.Bold("Contacts paused: too many overlaps", p.Text, kit.TextSize),
		c.PausedSub,
		kit.Text("Move shapes apart, or delete some.", p.Quiet, kit.TextSize),
		kit.Text("Problems finds duplicates.", p.Quiet, kit.TextSize))
	for _, o := range c.Paused.Objects {
		o.(*canvas.Text).Alignment = fyne.TextAlignCenter
	}
	c.Paused.Hide()
	c.List = kit.NewKeyList(l, func() int { return len(c.Pairs) }, func() *contactRow { return newContactRow(c) },
		func(r *contactRow, i int) { r.show(c.Pairs[i]) }, func(i int) {
			if p := c.Pairs[i]; p.A != 0 { // the shape under construction is not a collider yet
				c.pick(p)
			}
		})
	c.List.OnMenu = func(i int, at fyne.Position) { c.menu(c.Pairs[i], at) }
	c.Heads = []*columnHead{
		newColumnHead(c, "pair", PairColumn, false), newColumnHead(c, "depth", depthColumn, true),
		newColumnHead(c, "points", pointsColumn, true),
	}
	const expected = "Ignored overlaps, static neighbours from the same imported layer or file, and empty triggers"
	c.ExpectedLine = newToggleLine(l, expected, func() {
		c.expected = !c.expected
		c.Refresh()
	})
	c.Filters = kit.NewSegmented(l, ContactFilters, func(i int) { c.ShowOnly(ContactFilter(i)) })
	c.Filters.Choose(int(c.Filter))
	c.separate = kit.NewTextButton(l, "Separate", true, c.SeparateChosen)
	c.next = kit.NewTextButton(l, "Next overlap  F8", false, c.NextProblem)
	c.Head, c.Sub = NewCountedHead(l, LowerPanels, ContactPanel)
	filters, columns := kit.Pad(kit.Edge, 4, kit.Edge, 2, c.Filters),
		kit.Pad(kit.Edge+20, 0, kit.Edge, 0, container.New(kit.RowOf(0), c.Heads[0],
			container.New(kit.Exact{W: 52, H: columnHeadHeight}, c.Heads[1]),
			container.New(kit.Exact{W: 48, H: columnHeadHeight}, c.Heads[2])))
	head := container.NewVBox(c.Head.Content, filters, columns)
	c.LegendButton = kit.NewIconButton(l, "help", "Legend of the canvas", "", func() { c.showLegend(!c.legend) })
	c.Legend = kit.Pad(kit.Edge, 6, kit.Edge, 2, NewLegend(l, 2, render.ContactSamples()))
	foot := container.NewVBox(c.ExpectedLine, c.Legend, kit.Pad(kit.Edge, 4, kit.Edge, 10,
		container.New(kit.RowOf(0), container.New(kit.Equal{Gap: kit.Gap}, c.separate, c.next), c.LegendButton)))
	c.showLegend(c.legend)
	body := container.NewBorder(head, foot, nil, nil, container.NewStack(c.List, container.NewCenter(c.Empty),
		container.NewCenter(c.Paused)))
	canHide := func() bool { return c.Filter == AllContacts }
	c.Content = container.New(lowPanel{body, canHide, filters, columns, c.Legend}, body)
	c.Refresh()
	return c
}

func (c *Contacts) showLegend(on bool) {
	c.legend, c.LegendButton.IsOn = on, on
	c.LegendButton.Refresh()
	kit.SetVisible(c.Legend, on)
}

func (c *Contacts) ShowOnly(f ContactFilter) {
	c.Filter = f
	c.Filters.Choose(int(f))
	c.Refresh()
}

// Refresh lists the session's current pairs. It omits expected ones unless the user asked for them.
func (c *Contacts) Refresh() {
	selection, expected := c.session.Selection(), 0
	c.Pairs = c.Pairs[:0]
	c.Pairs = append(c.Pairs, c.drawn()...)
	all := c.session.Live().Contacts()
	found := urgent{of: all, limit: MaxRows}
	for i := range all {
		p := &all[i]
		keep := true
		switch c.Filter {
		case OverlapContacts:
			keep = p.State == contacts.Overlapping || p.State == contacts.Expected && p.Depth > collision.DefaultSlop
		case triggerContacts:
			keep = p.Kind == contacts.Trigger
		case SelectedContacts:
			keep = selection.Has(p.A) || selection.Has(p.B)
		}
		if !keep {
			continue
		}
		if p.State == contacts.Expected {
			expected++
			if !c.expected {
				continue
			}
		}
		found.add(i)
	}
	found.cut()
	for _, i := range found.rows {
		c.Pairs = append(c.Pairs, all[i])
	}
	c.sort()
	c.hold()
	n := c.session.Live().Counts()
	c.ExpectedLine.show(expected, "expected", c.expected)
	for _, h := range c.Heads {
		h.update()
	}
	sub := counted(n)
	if left := found.seen - len(found.rows); left > 0 { // never truncate silently
		sub = fmt.Sprintf("the %d deepest of %d", len(found.rows), found.seen)
	}
	pairs := c.session.Live().TooManyPairs()
	if kit.SetVisible(c.Paused, pairs > 0); pairs > 0 {
		kit.SetText(c.PausedSub, fmt.Sprintf("More than %s overlapping pairs.", Rounded(pairs)))
		sub = "too many to list"
	}
	c.Sub.Set(sub)
	empty := nothing[c.Filter]
	if expected > 0 {
		empty = "Only expected contacts."
	}
	kit.SetText(c.Empty, empty)
	if hidden := len(c.Pairs) > 0 || pairs > 0; c.Empty.Hidden != hidden {
		c.Empty.Hidden = hidden
		c.Empty.Refresh()
	}
	c.separate.SetOff(c.Separable() == nil)
	c.next.SetOff(n.Overlaps == 0)
	c.List.Update()
}

// tally is a number with its text.
type tally struct {
	n    int
	text string
}

// joinCounts joins the texts of the numbers that are not zero.
func joinCounts(of ...tally) string {
	var parts []string
	for _, t := range of {
		if t.n > 0 {
			parts = append(parts, t.text)
		}
	}
	return strings.Join(parts, " · ")
}

// counted summarizes the counts of overlapping, touching and trigger pairs.
func counted(n contacts.Counts) string {
	return joinCounts(tally{n.Overlaps, quote.Count(n.Overlaps, "overlap")},
		tally{n.Touching, fmt.Sprintf("%d touching", n.Touching)},
		tally{n.Triggers, quote.Count(n.Triggers, "trigger contact")})
}

// nothing holds the text for an empty list, by filter.
var nothing = [...]string{
	AllContacts: "No contacts.", OverlapContacts: "No overlaps.", triggerContacts: "Nothing is in a trigger.",
	SelectedContacts: "The selection has no contacts.",
}

// Rounded formats a large number in short form, such as 12,000 or 1.5 million.
func Rounded(n int) string {
	const thousand, million = 1_000, 1_000_000
	if n >= million {
		return fmt.Sprintf("%.1f million", float64(n/(million/10))/10)
	}
	return fmt.Sprintf("%d,000", n/thousand)
}

// MaxRows limits the listed pairs. Nobody scrolls through more.
const MaxRows = 2000

func byUrgency(a, b contacts.Pair) int {
	return cmp.Or(-cmp.Compare(a.State, b.State), -cmp.Compare(a.Depth, b.Depth))
}

// urgent collects the most urgent of too many pairs to list.
type urgent struct {
	of    []contacts.Pair
	rows  []int // indices: the most urgent ones first, then fewer than limit of the pairs added since the last cut
	limit int
	seen  int
	isCut bool
}

func (u *urgent) compare(i, j int) int { return cmp.Or(byUrgency(u.of[i], u.of[j]), cmp.Compare(i, j)) }

// add adds a row unless enough rows are more urgent.
func (u *urgent) add(i int) {
	u.seen++
	if u.isCut && u.compare(u.rows[u.limit-1], i) < 0 {
		return
	}
	if u.rows = append(u.rows, i); len(u.rows) == 2*u.limit {
		u.cut()
		u.isCut = true
	}
}

// cut sorts the rows and drops all but the most urgent ones.
func (u *urgent) cut() {
	slices.SortFunc(u.rows, u.compare)
	u.rows = u.rows[:min(u.limit, len(u.rows))]
}

func (c *Contacts) sort() {
	var by func(a, b contacts.Pair) int
	switch c.Order.Column {
	case urgencyColumn:
		by = byUrgency
	case PairColumn:
		names := make(map[[2]level.ID]string, len(c.Pairs))
		for _, p := range c.Pairs {
			names[[2]level.ID{p.A, p.B}] = strings.ToLower(c.Names(p))
		}
		by = func(a, b contacts.Pair) int {
			return strings.Compare(names[[2]level.ID{a.A, a.B}], names[[2]level.ID{b.A, b.B}])
		}
	case depthColumn:
		by = func(a, b contacts.Pair) int { return -cmp.Compare(a.Depth, b.Depth) }
	case pointsColumn:
		by = func(a, b contacts.Pair) int { return -cmp.Compare(a.Points, b.Points) }
	}
	slices.SortStableFunc(c.Pairs, func(a, b contacts.Pair) int {
		first := by(a, b)
		if c.Order.reversed {
			first = -first
		}
		return cmp.Or(first, byUrgency(a, b))
	})
}

// hold keeps the rows in their order at the start of the current gesture, with the pairs of the moving shapes on top,
// so that rows do not jump around while the user drags. New pairs go to the end.
func (c *Contacts) hold() {
	moving := c.Moving()
	if len(moving) == 0 {
		c.held = nil
		return
	}
	moves := editor.SetOf(moving)
	moved := func(p contacts.Pair) bool { return p.A == 0 || moves[p.A] || moves[p.B] }
	if c.held == nil {
		c.held = map[[2]level.ID]int{}
	}
	for _, p := range c.Pairs {
		if key := [2]level.ID{p.A, p.B}; c.held[key] == 0 {
			c.held[key] = len(c.held) + 1
		}
	}
	slices.SortStableFunc(c.Pairs, func(a, b contacts.Pair) int {
		return cmp.Or(kit.BoolInt(moved(b))-kit.BoolInt(moved(a)),
			cmp.Compare(c.held[[2]level.ID{a.A, a.B}], c.held[[2]level.ID{b.A, b.B}]))
	})
}

func (c *Contacts) point(pair [2]level.ID, over bool) {
	switch {
	case over:
	case c.pointed == pair:
		pair = [2]level.ID{}
	default:
		return
	}
	if c.pointed != pair {
		c.pointed = pair
		c.OnPoint(pair)
	}
}

// Names returns the names of a pair's colliders as one text.
func (c *Contacts) Names(p contacts.Pair) string {
	label := func(id level.ID) string {
		if o := c.session.Document().Collider(id); o != nil {
			return c.session.Document().Title(o)
		}
		return "new shape"
	}
	return label(p.A) + " × " + label(p.B)
}

// Separable returns the pair that the button would separate: the selected or last clicked pair, otherwise the deepest
// overlap of the selection, or nil.
func (c *Contacts) Separable() *contacts.Pair {
	selection := c.session.Selection()
	_, _, looked := selection.Pair()
	var first *contacts.Pair
	for i := range c.Pairs {
		p := &c.Pairs[i]
		if p.State != contacts.Overlapping || p.A == 0 || looked && !selection.IsPair(p.A, p.B) {
			continue
		}
		if [2]level.ID{p.A, p.B} == c.Chosen {
			return p
		}
		if first == nil && (selection.Has(p.A) || selection.Has(p.B)) {
			first = p
		}
	}
	return first
}

// IsOneOfSeveral reports whether selected colliders overlap in more than one pair.
func (c *Contacts) IsOneOfSeveral() bool {
	selection, n := c.session.Selection(), 0
	for i := range c.Pairs {
		p := &c.Pairs[i]
		if p.State == contacts.Overlapping && p.A != 0 && (selection.Has(p.A) || selection.Has(p.B)) {
			n++
		}
	}
	return n > 1
}

func (c *Contacts) SeparateChosen() {
	if p := c.Separable(); p != nil {
		c.fail(editor.SeparatingIn(c.session).Pair(p.A, p.B))
	}
}

// NextProblem selects the overlap after the one chosen last.
func (c *Contacts) NextProblem() {
	all := c.session.Live().Contacts()
	at := 1 + slices.IndexFunc(all, func(p contacts.Pair) bool { return [2]level.ID{p.A, p.B} == c.Chosen })
	for k := range all {
		if p := all[(at+k)%len(all)]; p.State == contacts.Overlapping {
			c.pick(p)
			return
		}
	}
}

func (c *Contacts) pick(p contacts.Pair) {
	c.Chosen = [2]level.ID{p.A, p.B}
	c.session.Batch(func() {
		c.session.Selection().SetPair(p.A, p.B)
		c.onPick(p)
	})
	c.Refresh()
}

// menu selects a pair and opens its menu without moving the view.
func (c *Contacts) menu(p contacts.Pair, at fyne.Position) {
	if p.A == 0 { // the shape under construction is not a collider yet
		return
	}
	c.Chosen = [2]level.ID{p.A, p.B}
	c.session.Selection().SetPair(p.A, p.B)
	c.Refresh()
	c.OnMenu(at)
}

// sign returns the icon and colour of a pair. A harmless overlap looks like a note among the problems.
func sign(p *kit.Colors, of *contacts.Pair) (icon string, ink color.NRGBA) {
	switch {
	case of.Harmless:
		return "note", p.Quiet
	case of.State == contacts.Overlapping:
		return "overlap", p.Danger
	case of.State == contacts.Triggered:
		return "in-trigger", p.Trigger
	case of.Kind == contacts.OneWay:
		return "one-way", p.OK
	case of.State == contacts.Expected:
		return "touching", p.Quiet
	}
	return "touching", p.Warn
}

type contactRow struct {
	kit.ListRow
	panel  *Contacts
	pair   contacts.Pair
	icon   *canvas.Image
	names  *kit.CutText
	depth  *canvas.Text
	points *canvas.Text
}

func newContactRow(c *Contacts) *contactRow {
	p := c.look.Colors()
	r := &contactRow{panel: c, icon: c.look.Icons.Image("touching", p.Warn), names: kit.NewCutText(p.Text)}
	r.icon.SetMinSize(fyne.NewSize(14, 14))
	r.depth, r.points = kit.Text("", p.Text, kit.TextSize), kit.Text("", p.Quiet, kit.TextSize)
	r.depth.Alignment, r.points.Alignment = fyne.TextAlignTrailing, fyne.TextAlignTrailing
	line := container.New(kit.RowOf(1), r.icon, container.New(kit.Exact{W: 40, H: 26}, r.names),
		container.New(kit.Exact{W: 52, H: kit.RowHeight - 2}, r.depth),
		container.New(kit.Exact{W: 32, H: kit.RowHeight - 2}, r.points))
	r.InitRow(r, c.List, kit.RowHeight-2, kit.Pad(kit.Edge, 0, kit.Edge, 0, line), r.update, r.names.Tip)
	return r
}

func (r *contactRow) show(p contacts.Pair) {
	r.pair = p
	icon, ink := sign(r.panel.look.Colors(), &p)
	r.panel.look.Icons.Show(r.icon, icon, ink)
	r.names.Set(r.panel.Names(p))
	depth := "—"
	if p.State != contacts.Triggered {
		depth = strconv.FormatFloat(p.Depth, 'f', 1, 64)
	}
	kit.SetText(r.depth, depth)
	kit.SetText(r.points, strconv.Itoa(p.Points))
	r.update()
}

func (r *contactRow) update() {
	p := r.panel.look.Colors()
	r.panel.point([2]level.ID{r.pair.A, r.pair.B}, r.Over)
	chosen := [2]level.ID{r.pair.A, r.pair.B} == r.panel.Chosen
	plate := p.Row(chosen, r.Over)
	if chosen && r.pair.State == contacts.Overlapping && !r.pair.Harmless {
		ink := p.Danger
		ink.A = 0x38
		plate = ink
	}
	r.Plate.Fill(plate)
}

const columnHeadHeight = 20

// columnHead is the heading of a column. The first click sorts by the column, the second reverses the order, and the
// third restores the order by urgency.
type columnHead struct {
	kit.PressTile
	panel  *Contacts
	name   string
	column contactColumn
	label  *canvas.Text
}

func newColumnHead(c *Contacts, name string, column contactColumn, right bool) *columnHead {
	h := &columnHead{panel: c, name: name, column: column, label: kit.Text(name, c.look.Colors().Quiet, kit.SmallText)}
	if right {
		h.label.Alignment = fyne.TextAlignTrailing
	}
	label := "Sort by " + name
	h.InitPress(h, c.look, 3, fyne.NewSize(40, columnHeadHeight), h.label, h.sort, h.update,
		func() string { return label }, kit.Tip(label))
	return h
}

func (h *columnHead) update() {
	p := h.panel.look.Colors()
	label, ink := h.name, p.Quiet
	if h.panel.Order.Column == h.column {
		mark := " ↓"
		if h.panel.Order.reversed {
			mark = " ↑"
		}
		label, ink = h.name+mark, p.Text
	}
	if h.Over {
		ink = p.Accent
	}
	kit.SetInk(h.label, label, ink)
	h.Outline(h.Plate)
}

func (h *columnHead) sort() {
	switch o := &h.panel.Order; {
	case o.Column != h.column:
		*o = ContactOrder{Column: h.column}
	case !o.reversed:
		o.reversed = true
	default:
		*o = ContactOrder{}
	}
	h.panel.Refresh()
}

// toggleLine counts the expected pairs. Clicking it lists or hides them.
type toggleLine struct {
	kit.PressTile
	Label *canvas.Text
}

func newToggleLine(l *kit.Look, tip string, onTap func()) *toggleLine {
	h := &toggleLine{Label: kit.Text("", l.Colors().Quiet, kit.SmallText)}
	h.InitPress(h, l, 3, fyne.NewSize(100, columnHeadHeight), kit.Pad(kit.Edge, 0, kit.Edge, 0, h.Label), onTap,
		h.update, func() string { return h.Label.Text }, kit.Tip(tip))
	h.Hide()
	return h
}

func (h *toggleLine) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(kit.Pad(kit.Edge-4, 0, kit.Edge-4, 0, h.Plate.Picture),
		kit.Pad(kit.Edge, 0, kit.Edge, 0, h.Label)))
}

func (h *toggleLine) update() {
	ink := h.Keys.Colors().Quiet
	if h.Over {
		ink = h.Keys.Colors().Accent
	}
	kit.SetInk(h.Label, h.Label.Text, ink)
	h.Outline(h.Plate)
}

// show shows the number of entries of a kind, such as "expected", and whether they are listed.
func (h *toggleLine) show(n int, what string, listed bool) {
	verb := "Show"
	if listed {
		verb = "Hide"
	}
	h.Hidden = n == 0
	kit.SetText(h.Label, fmt.Sprintf("%d %s · %s", n, what, verb))
}

func (h *toggleLine) Cursor() desktop.Cursor { return desktop.PointerCursor }
