package ui

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/render"
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

// contactsPanel lists the pairs that touch, the deepest first.
type contactsPanel struct {
	content  *fyne.Container
	look     *look
	session  *editor.Session
	drawn    func() []render.Contact // what the shape under construction touches
	onPick   func(editor.Pair)       // frame the pair
	filter   contactFilter
	pairs    []editor.Pair
	chosen   [2]level.ID // the pair that was clicked last
	list     *widget.List
	sub      *canvas.Text
	empty    *canvas.Text
	filters  *segmented
	separate *textButton
	next     *textButton
	fail     func(error)
}

func newContactsPanel(l *look, s *editor.Session, drawn func() []render.Contact, problems func(), onPick func(editor.Pair), fail func(error)) *contactsPanel {
	c := &contactsPanel{look: l, session: s, drawn: drawn, onPick: onPick, fail: fail}
	p := l.p()
	c.sub = text("", p.quiet, smallText)
	c.empty = text("Nothing touches.", p.quiet, textSize)
	c.list = widget.NewList(func() int { return len(c.pairs) }, func() fyne.CanvasObject { return newContactRow(c) }, c.updateRow)
	c.list.HideSeparators = true
	c.filters = newSegmented(l, contactFilters, func(i int) {
		c.filter = contactFilter(i)
		c.filters.choose(i)
		c.refresh()
	})
	c.filters.choose(0)
	c.separate = newTextButton(l, "Separate", true, c.separateChosen)
	c.next = newTextButton(l, "Next overlap  F8", false, c.nextProblem)
	toProblems := newIconButton(l, "warning", "Check the level", "", problems)
	toProblems.size = 22
	head := container.NewVBox(header(l, bold("Contacts", p.text, textSize), c.sub, toProblems), pad(edge, 4, edge, 2, c.filters))
	foot := pad(edge, 8, edge, 10, container.New(equal{gap}, c.separate, c.next))
	c.content = container.NewBorder(head, foot, nil, nil, container.NewStack(c.list, container.NewCenter(c.empty)))
	c.refresh()
	return c
}

// refresh takes over the session's pairs. Pairs with neighbours of an imported layer are left out: they are meant to touch.
func (c *contactsPanel) refresh() {
	selection := c.session.Selection()
	c.pairs = c.pairs[:0]
	for _, d := range c.drawn() {
		p := editor.Pair{A: d.A, B: d.B, State: d.State, Kind: editor.KindSolid, Depth: d.Depth}
		for _, m := range d.Manifolds {
			p.Points += m.Count
		}
		c.pairs = append(c.pairs, p)
	}
	all := c.session.Live().Contacts()
	found := urgent{of: all, most: mostRows}
	for i := range all {
		p := &all[i]
		keep := p.State != render.Quiet
		switch c.filter {
		case overlapContacts:
			keep = p.State == render.Overlapping
		case triggerContacts:
			keep = p.State == render.Triggered
		case selectedContacts:
			keep = selection.Has(p.A) || selection.Has(p.B)
		}
		if keep {
			found.add(i)
		}
	}
	slices.Sort(found.rows)
	for _, i := range found.rows {
		c.pairs = append(c.pairs, all[i])
	}
	slices.SortStableFunc(c.pairs, byUrgency)
	n := c.session.Live().Counts()
	c.sub.Text = fmt.Sprintf("%s · %d touching · %s", count(n.Overlaps, "overlap"), n.Touching, count(n.Triggers, "trigger"))
	if left := found.seen - len(found.rows); left > 0 { // never silently
		c.sub.Text = fmt.Sprintf("the %d deepest of %d", len(found.rows), found.seen)
	}
	c.sub.Refresh()
	c.empty.Hidden = len(c.pairs) > 0
	c.empty.Refresh()
	c.separate.setDisabled(c.separable() == nil)
	c.next.setDisabled(n.Overlaps == 0)
	c.list.Refresh()
}

// mostRows is how many pairs the panel lists: more than anybody scrolls through.
const mostRows = 2000

// byUrgency is the order of the list: the most urgent first, then the deepest.
func byUrgency(a, b editor.Pair) int {
	return cmp.Or(-cmp.Compare(a.State, b.State), -cmp.Compare(a.Depth, b.Depth))
}

// urgent collects the most urgent of very many pairs: rows is a heap of their places, the least urgent first.
type urgent struct {
	of   []editor.Pair
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

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// separable is the pair that the button would separate: the one chosen, else the deepest overlap of the selection.
func (c *contactsPanel) separable() *editor.Pair {
	selection := c.session.Selection()
	var first *editor.Pair
	for i := range c.pairs {
		p := &c.pairs[i]
		if p.State != render.Overlapping || p.A == 0 {
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
	at, _ := slices.BinarySearchFunc(all, c.chosen, func(p editor.Pair, key [2]level.ID) int {
		return cmp.Or(cmp.Compare(p.A, key[0]), cmp.Compare(p.B, key[1]))
	})
	if at < len(all) && [2]level.ID{all[at].A, all[at].B} == c.chosen {
		at++
	}
	for k := range all {
		if p := all[(at+k)%len(all)]; p.State == render.Overlapping {
			c.pick(p)
			return
		}
	}
}

func (c *contactsPanel) pick(p editor.Pair) {
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
func sign(p *palette, s render.State, kind string) (icon string, ink color.NRGBA) {
	switch {
	case s == render.Overlapping:
		return "overlap", p.danger
	case s == render.Triggered:
		return "in-trigger", p.trigger
	case kind == editor.KindOneWay:
		return "one-way", p.ok
	case s == render.Quiet:
		return "touching", p.quiet
	}
	return "touching", p.warn
}

// contactRow is one pair in the list.
type contactRow struct {
	widget.BaseWidget
	panel   *contactsPanel
	pair    editor.Pair
	hovered bool
	plate   *canvas.Rectangle
	icon    *canvas.Image
	names   *widget.Label
	depth   *canvas.Text
	points  *canvas.Text
}

func newContactRow(c *contactsPanel) *contactRow {
	p := c.look.p()
	r := &contactRow{panel: c, plate: filled(noColor), icon: c.look.icons.image("touching", p.warn)}
	r.icon.SetMinSize(fyne.NewSize(14, 14))
	r.names = widget.NewLabel("")
	r.names.Truncation = fyne.TextTruncateEllipsis
	r.depth, r.points = text("", p.text, textSize), text("", p.quiet, textSize)
	r.depth.Alignment, r.points.Alignment = fyne.TextAlignTrailing, fyne.TextAlignTrailing
	r.ExtendBaseWidget(r)
	return r
}

func (r *contactRow) CreateRenderer() fyne.WidgetRenderer {
	line := container.New(row{gap: gap, grow: 1}, r.icon, container.New(exact{40, 26}, r.names),
		container.New(exact{52, rowHeight - 2}, r.depth), container.New(exact{22, rowHeight - 2}, r.points))
	return widget.NewSimpleRenderer(container.NewStack(r.plate, pad(edge, 0, edge, 0, line)))
}

func (r *contactRow) MinSize() fyne.Size { return fyne.NewSize(120, rowHeight-2) }

func (r *contactRow) show(p editor.Pair) {
	r.pair = p
	doc, colors := r.panel.session.Document(), r.panel.look.p()
	icon, ink := sign(colors, p.State, p.Kind)
	r.icon.Resource = r.panel.look.icons.resource(icon, ink)
	r.icon.Refresh()
	label := func(id level.ID) string {
		if c := doc.Collider(id); c != nil {
			return c.Label()
		}
		return "new shape"
	}
	r.names.SetText(label(p.A) + " × " + label(p.B))
	r.depth.Text = "—"
	if p.State != render.Triggered {
		r.depth.Text = strconv.FormatFloat(p.Depth, 'f', 1, 64)
	}
	r.points.Text = strconv.Itoa(p.Points)
	r.update()
	r.depth.Refresh()
	r.points.Refresh()
}

func (r *contactRow) update() {
	p := r.panel.look.p()
	r.plate.FillColor = noColor
	switch {
	case [2]level.ID{r.pair.A, r.pair.B} == r.panel.chosen:
		r.plate.FillColor = p.chosen
		if r.pair.State == render.Overlapping {
			c := p.danger
			c.A = 0x38
			r.plate.FillColor = c
		}
	case r.hovered:
		r.plate.FillColor = p.hover
	}
	r.plate.Refresh()
}

// Tapped selects and frames the pair.
func (r *contactRow) Tapped(*fyne.PointEvent) {
	r.panel.look.focus()
	if r.pair.A != 0 { // the shape under construction is no collider yet
		r.panel.pick(r.pair)
	}
}
func (r *contactRow) MouseIn(*desktop.MouseEvent)    { r.hovered = true; r.update() }
func (r *contactRow) MouseMoved(*desktop.MouseEvent) {}
func (r *contactRow) MouseOut()                      { r.hovered = false; r.update() }
