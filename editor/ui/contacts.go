package ui

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
	"fillet/editor/ui/kit"
)

// contactFilter is which pairs the panel lists.
type contactFilter int

const (
	allContacts contactFilter = iota
	overlapContacts
	triggerContacts
	selectedContacts
)

var contactFilters = []string{"all", "overlaps", "triggers", "selection"}

// contactColumn is what the list is sorted by.
type contactColumn int

const (
	urgencyColumn contactColumn = iota // overlaps before triggers before what touches, the deepest first
	pairColumn
	depthColumn
	pointsColumn
)

// contactOrder is how the list is sorted; the zero value is by urgency.
type contactOrder struct {
	column   contactColumn
	reversed bool
}

// contactsPanel lists the pairs that touch, the most urgent first unless a column was chosen.
type contactsPanel struct {
	content  *fyne.Container
	head     *panelHead
	look     *kit.Look
	session  *editor.Session
	drawn    func() []contacts.Pair // what the shape under construction touches
	onPick   func(contacts.Pair)    // frame the pair
	filter   contactFilter
	order    contactOrder
	expected bool // pairs that are as expected are listed as well
	pairs    []contacts.Pair
	chosen   [2]level.ID // the pair that was clicked last
	list     *kit.KeyList
	heads    []*columnHead
	hush     *hushLine // says how many pairs are as expected
	sub      *canvas.Text
	empty    *canvas.Text
	crowd    *fyne.Container // says why the contacts are paused
	crowdSub *canvas.Text
	filters  *kit.Segmented
	separate *kit.TextButton
	next     *kit.TextButton
	fail     func(error)
}

func newContactsPanel(l *kit.Look, s *editor.Session, drawn func() []contacts.Pair, problems func(), onPick func(contacts.Pair), fail func(error)) *contactsPanel {
	c := &contactsPanel{look: l, session: s, drawn: drawn, onPick: onPick, fail: fail}
	p := l.Colors()
	c.sub = kit.Text("", p.Quiet, kit.SmallText)
	c.empty = kit.Text("Nothing touches.", p.Quiet, kit.TextSize)
	c.crowdSub = kit.Text("", p.Quiet, kit.TextSize)
	c.crowd = container.New(kit.Tight{}, kit.Bold("Contacts paused: too many overlaps", p.Text, kit.TextSize), c.crowdSub,
		kit.Text("Move shapes apart, or delete some.", p.Quiet, kit.TextSize), kit.Text("Problems finds duplicates.", p.Quiet, kit.TextSize))
	for _, o := range c.crowd.Objects {
		o.(*canvas.Text).Alignment = fyne.TextAlignCenter
	}
	c.crowd.Hide()
	c.list = kit.NewKeyList(l, func() int { return len(c.pairs) }, func() fyne.CanvasObject { return newContactRow(c) }, c.updateRow, func(i int) {
		if p := c.pairs[i]; p.A != 0 {
			c.pick(p)
		}
	})
	c.heads = []*columnHead{
		newColumnHead(c, "pair", pairColumn, false), newColumnHead(c, "depth", depthColumn, true), newColumnHead(c, "points", pointsColumn, true),
	}
	c.hush = newHushLine(l, func() {
		c.expected = !c.expected
		c.refresh()
	})
	c.filters = kit.NewSegmented(l, contactFilters, func(i int) {
		c.show(contactFilter(i))
	})
	c.filters.Choose(0)
	c.separate = kit.NewTextButton(l, "Separate", true, c.separateChosen)
	c.next = kit.NewTextButton(l, "Next overlap  F8", false, c.nextProblem)
	toProblems := kit.NewIconButton(l, "warning", "Check the level", "", problems)
	toProblems.Side = 22
	c.head = newPanelHead(l, contactPanel, c.sub, toProblems)
	head := container.NewVBox(c.head.content, kit.Pad(kit.Edge, 4, kit.Edge, 2, c.filters),
		kit.Pad(kit.Edge+20, 0, kit.Edge, 0, container.New(kit.Row{Gap: kit.Gap, Grow: 0}, c.heads[0], container.New(kit.Exact{W: 52, H: columnHeadHeight}, c.heads[1]), container.New(kit.Exact{W: 48, H: columnHeadHeight}, c.heads[2]))))
	foot := container.NewVBox(c.hush, kit.Pad(kit.Edge, 4, kit.Edge, 10, container.New(kit.Equal{Gap: kit.Gap}, c.separate, c.next)))
	c.content = container.NewBorder(head, foot, nil, nil, container.NewStack(c.list, container.NewCenter(c.empty), container.NewCenter(c.crowd)))
	c.refresh()
	return c
}

// show lists the contacts that a filter lets through.
func (c *contactsPanel) show(f contactFilter) {
	c.filter = f
	c.filters.Choose(int(f))
	c.refresh()
}

// like takes over what was chosen in the panel that this one replaces.
func (c *contactsPanel) like(old *contactsPanel) {
	if old == nil {
		return
	}
	c.filter, c.order, c.expected, c.chosen = old.filter, old.order, old.expected, old.chosen
	c.filters.Choose(int(c.filter))
	c.refresh()
}

// refresh takes over the session's pairs. Those that are as expected are left out unless they are asked for.
func (c *contactsPanel) refresh() {
	selection, expected := c.session.Selection(), 0
	c.pairs = c.pairs[:0]
	c.pairs = append(c.pairs, c.drawn()...)
	all := c.session.Live().Contacts()
	found := urgent{of: all, most: mostRows}
	for i := range all {
		p := &all[i]
		keep := true
		switch c.filter {
		case overlapContacts:
			keep = p.State == contacts.Overlapping || p.State == contacts.Expected && p.Depth > collision.DefaultSlop
		case triggerContacts:
			keep = p.Kind == contacts.Trigger
		case selectedContacts:
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
	slices.Sort(found.rows)
	for _, i := range found.rows {
		c.pairs = append(c.pairs, all[i])
	}
	c.sort()
	n := c.session.Live().Counts()
	c.hush.show(expected, c.expected)
	for _, h := range c.heads {
		h.update()
	}
	sub := fmt.Sprintf("%s · %d touching · %s", kit.Count(n.Overlaps, "overlap"), n.Touching, kit.Count(n.Triggers, "trigger"))
	if left := found.seen - len(found.rows); left > 0 { // never silently
		sub = fmt.Sprintf("the %d deepest of %d", len(found.rows), found.seen)
	}
	crowd := c.session.Live().TooManyPairs()
	if kit.SetVisible(c.crowd, crowd > 0); crowd > 0 {
		kit.SetText(c.crowdSub, fmt.Sprintf("over %s pairs lie on one another.", rounded(crowd)))
		sub = "too many to list"
	}
	kit.SetText(c.sub, sub)
	kit.SetText(c.empty, nothing[c.filter])
	if hidden := len(c.pairs) > 0 || crowd > 0; c.empty.Hidden != hidden {
		c.empty.Hidden = hidden
		c.empty.Refresh()
	}
	c.separate.SetOff(c.separable() == nil)
	c.next.SetOff(n.Overlaps == 0)
	c.list.Update()
}

// nothing is what an empty list says.
var nothing = [...]string{
	allContacts: "Nothing touches.", overlapContacts: "Nothing overlaps.", triggerContacts: "Nothing is in a trigger.",
	selectedContacts: "The selection touches nothing.",
}

// rounded is a large number in a few words.
func rounded(n int) string {
	const thousand, million = 1_000, 1_000_000
	if n >= million {
		return fmt.Sprintf("%.1f million", float64(n/(million/10))/10)
	}
	return fmt.Sprintf("%d,000", n/thousand)
}

// mostRows is how many pairs the panel lists: more than anybody scrolls through.
const mostRows = 2000

// byUrgency is the order of the list: the most urgent first, then the deepest.
func byUrgency(a, b contacts.Pair) int {
	return cmp.Or(-cmp.Compare(a.State, b.State), -cmp.Compare(a.Depth, b.Depth))
}

// urgent collects the most urgent of very many pairs: rows is a heap of their places, the least urgent first.
type urgent struct {
	of   []contacts.Pair
	rows []int
	most int
	seen int
}

// later reports whether a pair stands below another one in the list.
func (u *urgent) later(i, j int) bool {
	a, b := &u.of[i], &u.of[j]
	return cmp.Or(cmp.Compare(a.State, b.State), cmp.Compare(a.Depth, b.Depth), -cmp.Compare(i, j)) < 0
}

func (u *urgent) add(i int) {
	u.seen++
	if len(u.rows) < u.most {
		u.rows = append(u.rows, i)
		for k := len(u.rows) - 1; k > 0 && u.later(u.rows[k], u.rows[(k-1)/2]); k = (k - 1) / 2 {
			u.rows[k], u.rows[(k-1)/2] = u.rows[(k-1)/2], u.rows[k]
		}
		return
	}
	if !u.later(u.rows[0], i) {
		return
	}
	u.rows[0] = i
	for k := 0; ; {
		least := k
		for _, child := range [2]int{2*k + 1, 2*k + 2} {
			if child < len(u.rows) && u.later(u.rows[child], u.rows[least]) {
				least = child
			}
		}
		if least == k {
			return
		}
		u.rows[k], u.rows[least] = u.rows[least], u.rows[k]
		k = least
	}
}

// sort puts the pairs into the order that was chosen.
func (c *contactsPanel) sort() {
	var by func(a, b contacts.Pair) int
	switch c.order.column {
	case urgencyColumn:
		by = byUrgency
	case pairColumn:
		names := make(map[[2]level.ID]string, len(c.pairs))
		for _, p := range c.pairs {
			names[[2]level.ID{p.A, p.B}] = strings.ToLower(c.names(p))
		}
		by = func(a, b contacts.Pair) int {
			return strings.Compare(names[[2]level.ID{a.A, a.B}], names[[2]level.ID{b.A, b.B}])
		}
	case depthColumn:
		by = func(a, b contacts.Pair) int { return -cmp.Compare(a.Depth, b.Depth) }
	case pointsColumn:
		by = func(a, b contacts.Pair) int { return -cmp.Compare(a.Points, b.Points) }
	}
	slices.SortStableFunc(c.pairs, func(a, b contacts.Pair) int {
		first := by(a, b)
		if c.order.reversed {
			first = -first
		}
		return cmp.Or(first, byUrgency(a, b))
	})
}

// names is what a pair is called.
func (c *contactsPanel) names(p contacts.Pair) string {
	label := func(id level.ID) string {
		if o := c.session.Document().Collider(id); o != nil {
			return o.Label()
		}
		return "new shape"
	}
	return label(p.A) + " × " + label(p.B)
}

// separable is the pair that the button would separate: the one chosen, else the deepest overlap of the selection.
func (c *contactsPanel) separable() *contacts.Pair {
	selection := c.session.Selection()
	var first *contacts.Pair
	for i := range c.pairs {
		p := &c.pairs[i]
		if p.State != contacts.Overlapping || p.A == 0 {
			continue
		}
		if [2]level.ID{p.A, p.B} == c.chosen {
			return p
		}
		if first == nil && (selection.Has(p.A) || selection.Has(p.B)) {
			first = p
		}
	}
	return first
}

func (c *contactsPanel) separateChosen() {
	p := c.separable()
	if p == nil {
		return
	}
	if err := c.session.Separate(p.A, p.B); err != nil {
		c.fail(err)
	}
}

// nextProblem goes to the overlap after the one chosen last.
func (c *contactsPanel) nextProblem() {
	all := c.session.Live().Contacts()
	at := 1 + slices.IndexFunc(all, func(p contacts.Pair) bool { return [2]level.ID{p.A, p.B} == c.chosen })
	for k := range all {
		if p := all[(at+k)%len(all)]; p.State == contacts.Overlapping {
			c.pick(p)
			return
		}
	}
}

func (c *contactsPanel) pick(p contacts.Pair) {
	c.chosen = [2]level.ID{p.A, p.B}
	c.session.Batch(func() {
		c.session.Selection().Set(p.A, p.B)
		c.onPick(p)
	})
	c.refresh()
}

func (c *contactsPanel) updateRow(i widget.ListItemID, o fyne.CanvasObject) {
	if i < len(c.pairs) {
		o.(*contactRow).show(c.pairs[i])
	}
}

// sign is the icon and the colour that stand for a state wherever it is named.
func sign(p *kit.Colors, s contacts.State, kind contacts.Kind) (icon string, ink color.NRGBA) {
	switch {
	case s == contacts.Overlapping:
		return "overlap", p.Danger
	case s == contacts.Triggered:
		return "in-trigger", p.Trigger
	case kind == contacts.OneWay:
		return "one-way", p.OK
	case s == contacts.Expected:
		return "touching", p.Quiet
	}
	return "touching", p.Warn
}

// contactRow is one pair in the list.
type contactRow struct {
	widget.BaseWidget
	panel   *contactsPanel
	pair    contacts.Pair
	hovered bool
	plate   *kit.Plate
	icon    *canvas.Image
	names   *kit.CutText
	depth   *canvas.Text
	points  *canvas.Text
}

func newContactRow(c *contactsPanel) *contactRow {
	p := c.look.Colors()
	r := &contactRow{panel: c, plate: kit.NewPlate(c.look, 0), icon: c.look.Icons.Image("touching", p.Warn)}
	r.icon.SetMinSize(fyne.NewSize(14, 14))
	r.names = kit.NewCutText(p.Text)
	r.depth, r.points = kit.Text("", p.Text, kit.TextSize), kit.Text("", p.Quiet, kit.TextSize)
	r.depth.Alignment, r.points.Alignment = fyne.TextAlignTrailing, fyne.TextAlignTrailing
	r.ExtendBaseWidget(r)
	return r
}

func (r *contactRow) CreateRenderer() fyne.WidgetRenderer {
	line := container.New(kit.Row{Gap: kit.Gap, Grow: 1}, r.icon, container.New(kit.Exact{W: 40, H: 26}, r.names),
		container.New(kit.Exact{W: 52, H: kit.RowHeight - 2}, r.depth), container.New(kit.Exact{W: 32, H: kit.RowHeight - 2}, r.points))
	return widget.NewSimpleRenderer(container.NewStack(r.plate.Picture, kit.Pad(kit.Edge, 0, kit.Edge, 0, line)))
}

func (r *contactRow) MinSize() fyne.Size { return fyne.NewSize(120, kit.RowHeight-2) }

func (r *contactRow) show(p contacts.Pair) {
	names := r.panel.names(p)
	same := r.names.Full == names && r.pair.State == p.State && r.pair.Kind == p.Kind && r.pair.Depth == p.Depth && r.pair.Points == p.Points
	r.pair = p
	if same {
		r.update()
		return
	}
	icon, ink := sign(r.panel.look.Colors(), p.State, p.Kind)
	if image := r.panel.look.Icons.Resource(icon, ink); r.icon.Resource != image {
		r.icon.Resource = image
		r.icon.Refresh()
	}
	r.names.Set(names)
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
	chosen := [2]level.ID{r.pair.A, r.pair.B} == r.panel.chosen
	plate := p.Row(chosen, r.hovered)
	if chosen && r.pair.State == contacts.Overlapping {
		ink := p.Danger
		ink.A = 0x38
		plate = ink
	}
	r.plate.Fill(plate)
}

// Tapped selects and frames the pair.
func (r *contactRow) Tapped(*fyne.PointEvent) {
	defer r.panel.look.Catch()
	r.panel.look.Focus()
	if r.pair.A != 0 { // the shape under construction is no collider yet
		r.panel.pick(r.pair)
	}
}

func (r *contactRow) MouseIn(*desktop.MouseEvent) {
	defer r.panel.look.Catch()
	r.hovered = true
	r.update()
	if r.names.IsCut() {
		r.panel.look.Tips.Await(r.panel.look, r, r.names.Full, "")
	}
}
func (r *contactRow) MouseMoved(*desktop.MouseEvent) {}
func (r *contactRow) MouseOut() {
	defer r.panel.look.Catch()
	r.hovered = false
	r.panel.look.Tips.Hide(r)
	r.update()
}

const columnHeadHeight = 20

// columnHead heads a column of the contacts; a click sorts by it, a second one the other way round, a third one as it was.
type columnHead struct {
	widget.BaseWidget
	kit.Pressable
	panel   *contactsPanel
	name    string
	column  contactColumn
	hovered bool
	plate   *kit.Plate
	label   *canvas.Text
}

func newColumnHead(c *contactsPanel, name string, column contactColumn, right bool) *columnHead {
	h := &columnHead{panel: c, name: name, column: column, plate: kit.NewPlate(c.look, 3), label: kit.Text(name, c.look.Colors().Quiet, kit.SmallText)}
	if right {
		h.label.Alignment = fyne.TextAlignTrailing
	}
	h.Pressable = kit.Pressable{Keys: c.look, Self: h, Press: func() { h.Tapped(nil) }, Redraw: h.update, Says: func() string { return "Sort by " + h.name }}
	h.ExtendBaseWidget(h)
	return h
}

func (h *columnHead) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(h.plate.Picture, h.label))
}

func (h *columnHead) MinSize() fyne.Size { return fyne.NewSize(40, columnHeadHeight) }

func (h *columnHead) update() {
	p := h.panel.look.Colors()
	label, ink := h.name, p.Quiet
	if h.panel.order.column == h.column {
		mark := " ↓"
		if h.panel.order.reversed {
			mark = " ↑"
		}
		label, ink = h.name+mark, p.Text
	}
	if h.hovered {
		ink = p.Accent
	}
	kit.SetInk(h.label, label, ink)
	h.Outline(h.plate)
}

// Tapped implements fyne.Tappable.
func (h *columnHead) Tapped(*fyne.PointEvent) {
	defer h.Keys.Catch()
	switch o := &h.panel.order; {
	case o.column != h.column:
		*o = contactOrder{column: h.column}
	case !o.reversed:
		o.reversed = true
	default:
		*o = contactOrder{}
	}
	h.panel.refresh()
}

// MouseIn implements desktop.Hoverable.
func (h *columnHead) MouseIn(*desktop.MouseEvent) {
	defer h.Keys.Catch()
	h.hovered = true
	h.update()
	h.panel.look.Tips.Await(h.panel.look, h, "Sort by "+h.name, "")
}

// MouseMoved implements desktop.Hoverable.
func (h *columnHead) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (h *columnHead) MouseOut() {
	defer h.Keys.Catch()
	h.hovered = false
	h.panel.look.Tips.Hide(h)
	h.update()
}

// hushLine says how many pairs are left out because they are meant to touch; a click lists them or leaves them out.
type hushLine struct {
	widget.BaseWidget
	kit.Pressable
	onTap   func()
	hovered bool
	plate   *kit.Plate
	label   *canvas.Text
}

func newHushLine(l *kit.Look, onTap func()) *hushLine {
	h := &hushLine{onTap: onTap, plate: kit.NewPlate(l, 3), label: kit.Text("", l.Colors().Quiet, kit.SmallText)}
	h.Pressable = kit.Pressable{Keys: l, Self: h, Press: onTap, Redraw: h.update, Says: func() string { return h.label.Text }}
	h.ExtendBaseWidget(h)
	h.Hide()
	return h
}

func (h *hushLine) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(kit.Pad(kit.Edge-4, 0, kit.Edge-4, 0, h.plate.Picture), kit.Pad(kit.Edge, 0, kit.Edge, 0, h.label)))
}

func (h *hushLine) MinSize() fyne.Size { return fyne.NewSize(100, columnHeadHeight) }

func (h *hushLine) update() {
	ink := h.Keys.Colors().Quiet
	if h.hovered {
		ink = h.Keys.Colors().Accent
	}
	kit.SetInk(h.label, h.label.Text, ink)
	h.Outline(h.plate)
}

func (h *hushLine) show(n int, listed bool) {
	words := fmt.Sprintf("%d expected · show them", n)
	if listed {
		words = fmt.Sprintf("with %d expected · leave them out", n)
	}
	h.Hidden = n == 0
	if h.label.Text != words {
		h.label.Text = words
		h.label.Refresh()
	}
}

// Tapped implements fyne.Tappable.
func (h *hushLine) Tapped(*fyne.PointEvent) {
	defer h.Keys.Catch()
	h.onTap()
}

// Cursor implements desktop.Cursorable.
func (h *hushLine) Cursor() desktop.Cursor { return desktop.PointerCursor }

// MouseIn implements desktop.Hoverable.
func (h *hushLine) MouseIn(*desktop.MouseEvent) {
	defer h.Keys.Catch()
	h.hovered = true
	h.update()
	h.Keys.Tips.Await(h.Keys, h, "Static neighbours of one imported layer or file, and triggers with nothing inside", "")
}

// MouseMoved implements desktop.Hoverable.
func (h *hushLine) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (h *hushLine) MouseOut() {
	defer h.Keys.Catch()
	h.hovered = false
	h.Keys.Tips.Hide(h)
	h.update()
}
