package panel

import (
	"image/color"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/render"
	"fillet/editor/ui/kit"
)

// Positions within a row, in units.
const (
	outlineRow    = 24 // height of a row
	outlineEdge   = 15 // from the left to the centre of a layer's fold mark
	outlineIndent = 16
	outlineIcon   = 15 // from the centre of the fold mark to the centre of the icon
	outlineName   = 11 // from the centre of the icon to the name
	outlineLock   = 15 // from the right to the centre of the lock
	outlineEye    = 34
	outlineMarks  = 48 // from the right to the end of the marks and the count
	outlineMark   = 17 // from one mark to the next
)

// outlineZone is a clickable part of a row.
type outlineZone int

const (
	nameZone outlineZone = iota
	foldZone
	iconZone
	eyeZone
	lockZone
)

// zoneAt returns the part of a row at a distance from its left side, in units.
func zoneAt(depth int, x, width float32) outlineZone {
	fold := float32(outlineEdge + outlineIndent*depth)
	switch {
	case x > width-outlineLock-9:
		return lockZone
	case x > width-outlineEye-9:
		return eyeZone
	case x < fold+8 && x > fold-10:
		return foldZone
	case x >= fold+8 && x < fold+outlineIcon+9:
		return iconZone
	}
	return nameZone
}

type outlineShown struct {
	row                  editor.TreeRow
	label, note, count   string
	icon                 string // "": the dot of a layer
	ink, labelInk        color.NRGBA
	fold                 string // icon of the fold mark; "": none
	overlaps, finding    bool
	eye, lock            string
	lockInk              color.NRGBA
	chosen, over, active bool
	marked               bool // has the focus
	width                float32
	isTarget, bad        bool
}

type outlineLine struct {
	box   *fyne.Container
	shown outlineShown
	index int

	plate      *kit.Plate
	bar        *fynecanvas.Rectangle // marks the active layer
	fold, icon *fynecanvas.Image
	dot        *fynecanvas.Circle
	name       *fynecanvas.Text
	note       *fynecanvas.Text // after the name
	count      *fynecanvas.Text
	overlap    *fynecanvas.Image
	finding    *fynecanvas.Image
	eye, lock  *fynecanvas.Image
}

func newOutlineLine(l *kit.Look) *outlineLine {
	p := l.Colors()
	image := func(name string, c color.NRGBA) *fynecanvas.Image {
		img := l.Icons.Image(name, c)
		img.Hide()
		return img
	}
	r := &outlineLine{
		index: -1, plate: kit.NewPlate(l, 0), bar: kit.Filled(p.Accent), fold: image("fold-open", p.Quiet),
		icon: image("box", p.Quiet), dot: fynecanvas.NewCircle(p.Quiet),
		name: kit.Text("", p.Text, kit.TextSize), note: kit.Text("", p.Quiet, kit.TextSize),
		count: kit.Text("", p.Quiet, kit.SmallText+1), overlap: image("overlap", p.Danger),
		finding: image("warning", p.Warn),
		eye:     image("eye", p.Quiet), lock: image("lock", p.Quiet),
	}
	r.bar.Hide()
	r.dot.Hide()
	r.count.Alignment = fyne.TextAlignTrailing
	r.box = container.New(kit.Free{}, r.plate.Picture, r.bar, r.fold, r.icon, r.dot, r.name, r.note, r.count, r.overlap,
		r.finding, r.eye, r.lock)
	return r
}

func put(o fyne.CanvasObject, x, size float32) {
	kit.Put(o, x-size/2, (outlineRow-size)/2, size, size)
}

// show displays a row's content if it has changed.
func (r *outlineLine) show(l *kit.Look, s outlineShown) {
	was := r.shown
	if was == s {
		return
	}
	r.shown = s
	p := l.Colors()
	ground := p.Row(s.chosen, s.over)
	if s.isTarget {
		ground = kit.Mix(p.Accent, p.Panel, 0.35)
	}
	r.plate.FillColor, r.plate.StrokeWidth, r.plate.StrokeColor = ground, 0, kit.NoColor
	switch {
	case s.isTarget && s.bad:
		r.plate.FillColor, r.plate.StrokeColor, r.plate.StrokeWidth = kit.NoColor, p.Danger, 1
	case s.marked:
		r.plate.StrokeColor, r.plate.StrokeWidth = p.Accent, 1
	}
	if was.width != s.width {
		r.plate.Picture.Resize(fyne.NewSize(s.width, outlineRow))
		kit.Put(r.bar, 0, 3, 3, outlineRow-6)
	}
	r.plate.Refresh()
	kit.SetVisible(r.bar, s.active)
	x := float32(outlineEdge + outlineIndent*s.row.Depth)
	picture := func(img *fynecanvas.Image, name string, ink color.NRGBA, x, size float32) {
		if name != "" {
			l.Icons.Show(img, name, ink)
			put(img, x, size)
		}
		kit.SetVisible(img, name != "")
	}
	picture(r.fold, s.fold, p.Quiet, x, 14)
	x += outlineIcon
	picture(r.icon, s.icon, s.ink, x, 15)
	if s.icon == "" {
		if r.dot.FillColor != s.ink {
			r.dot.FillColor = s.ink
			r.dot.Refresh()
		}
		put(r.dot, x, 10)
	}
	kit.SetVisible(r.dot, s.icon == "")
	x += outlineName
	picture(r.eye, s.eye, p.Quiet, s.width-outlineEye, 16)
	picture(r.lock, s.lock, s.lockInk, s.width-outlineLock, 16)
	end := s.width - outlineMarks
	kit.SetText(r.count, s.count)
	kit.SetVisible(r.count, s.count != "")
	if s.count != "" {
		m := r.count.MinSize()
		kit.Put(r.count, end-m.Width, (outlineRow-m.Height)/2, m.Width, m.Height)
		end -= m.Width + 6
	}
	mark := func(img *fynecanvas.Image, on bool) {
		if on {
			put(img, end-6, 13)
			end -= outlineMark
		}
		kit.SetVisible(img, on)
	}
	mark(r.overlap, s.overlaps)
	mark(r.finding, s.finding)
	r.showName(s, was, x, end)
}

// showName displays the name in the remaining width.
func (r *outlineLine) showName(s, was outlineShown, x, end float32) {
	if was.label != s.label || was.note != s.note || was.active != s.active || was.width != s.width ||
		was.row.Depth != s.row.Depth || was.count != s.count ||
		was.overlaps != s.overlaps || was.finding != s.finding {
		style := fyne.TextStyle{Bold: s.active}
		text := kit.CutMiddle(kit.Beginning(s.label), max(end-x, 1), kit.TextSize, style)
		r.name.TextStyle = style
		r.name.Text = kit.Visual(text)
		m := r.name.MinSize()
		kit.Put(r.name, x, (outlineRow-m.Height)/2, m.Width, m.Height)
		r.note.Text = ""
		if s.note != "" && text == s.label {
			r.note.Text = kit.Visual(kit.Cut(" · "+s.note, max(end-x-m.Width, 1)))
			n := r.note.MinSize()
			kit.Put(r.note, x+m.Width, (outlineRow-n.Height)/2, n.Width, n.Height)
		}
		r.note.Refresh()
	}
	r.name.Color = s.labelInk
	r.name.Refresh()
}

func nameEdge(depth int) float32 {
	return float32(outlineEdge + outlineIndent*depth + outlineIcon + outlineName)
}

func (v *Outline) describe(i int) outlineShown {
	t, p, doc, rows := v.Tree(), v.look.Colors(), v.session.Document(), v.Rows
	row := t.At(i)
	s := outlineShown{
		row: row, label: t.Label(row), ink: p.Quiet, labelInk: p.Text, chosen: v.isChosen(row),
		over: rows.over == i && rows.drag == nil, lockInk: p.Quiet, width: rows.width(),
	}
	hidden, locked := v.flags(row)
	shows := true
	switch row.Kind {
	case editor.LayerRow:
		if l := doc.Layer(row.Layer); l != nil {
			s.ink, shows = LayerColor(l, p), !l.Hidden
		}
		s.active = v.session.ActiveLayer() == row.Layer
	case editor.JointsRow:
		s.icon = "folder"
	case editor.JointRow:
		s.icon, s.note = "joint", t.Note(row)
	case editor.GroupRow:
		s.icon, shows = "folder", !v.isInHidden(row.Layer, row.Group)
	case editor.ColliderRow:
		if c := doc.Collider(row.Collider); c != nil {
			s.icon, s.ink = kindIcon(c, p)
			s.note = t.Note(row)
			shows = doc.Visible(c)
			s.overlaps = shows && v.overlapsIn(row) > 0
			s.finding = !s.overlaps && v.Facts.HasFinding(c.ID) // an overlap is a finding too
		}
	}
	switch row.Kind {
	case editor.InstanceRow:
		shows = v.describeInstance(&s, hidden)
	case editor.NestedRow:
		s.icon, s.note = "diamond", t.Note(row)
		shows = !hidden && !v.isInHidden(row.Layer, row.Group)
		s.overlaps = shows && v.overlapsIn(row) > 0
	}
	if row.Kind != editor.ColliderRow && row.Kind != editor.JointRow {
		v.describeMembers(&s, shows)
	}
	if !shows {
		s.labelInk, s.ink = p.Disabled, kit.Mix(s.ink, p.Panel, 0.5)
	}
	if s.over && !row.IsJoint() {
		s.eye, s.lock = "eye", "unlock"
	}
	if hidden {
		s.eye = "eye-off"
	}
	if locked {
		s.lock, s.lockInk = "lock", p.Warn
	}
	s.marked = rows.hasKeys && rows.cursor == i
	if d := rows.drag; d != nil && d.place.Into && d.place.Row == i {
		s.isTarget, s.bad = true, d.rejected != nil
	}
	return s
}

// describeInstance adds the content of an instance's row, and reports whether the instance is visible on the canvas.
func (v *Outline) describeInstance(s *outlineShown, hidden bool) (shows bool) {
	p := v.look.Colors()
	s.icon, s.ink, s.note = "diamond", p.Accent, v.Tree().Note(s.row)
	shows = !hidden && !v.isInHidden(s.row.Layer, s.row.Group)
	if v.session.Document().PartCount(s.row.Instance) == 0 {
		s.ink = p.Warn
	}
	s.overlaps = shows && v.overlapsIn(s.row) > 0
	s.finding = !s.overlaps && v.hasFinding(s.row.Instance)
	return shows
}

// describeMembers adds a row's information about its children.
func (v *Outline) describeMembers(s *outlineShown, shows bool) {
	t := v.Tree()
	isInstance := s.row.Kind == editor.InstanceRow || s.row.Kind == editor.NestedRow
	all, shown := t.Members(s.row)
	switch {
	case !isInstance:
		s.count = strconv.Itoa(t.MatchCountIn(s.row))
	case t.IsFiltered() && shown < all:
		s.count = strconv.Itoa(shown)
	}
	if !t.CanFold(s.row) {
		return
	}
	s.fold = "fold-open"
	if t.IsFolded(s.row) {
		s.fold = "fold-closed"
		s.overlaps = s.overlaps || v.overlapsIn(s.row) > 0 && shows
	}
}

// hasFinding reports whether the last check found a problem in an instance.
func (v *Outline) hasFinding(id level.InstanceID) bool {
	const limit = 1000 // searching more parts on every redraw would be too slow
	doc := v.session.Document()
	if doc.PartCount(id) == 0 {
		return true
	}
	if doc.PartCount(id) > limit {
		return false
	}
	return slices.ContainsFunc(doc.Parts(id), func(c *level.Collider) bool { return v.Facts.HasFinding(c.ID) })
}

// isInHidden reports whether a group, its layer, or any group containing it is hidden.
func (v *Outline) isInHidden(layer level.LayerID, group level.GroupID) bool {
	doc := v.session.Document()
	if l := doc.Layer(layer); l != nil && l.Hidden {
		return true
	}
	for g := doc.Group(group); g != nil; g = doc.Group(g.Parent) {
		if g.Hidden {
			return true
		}
	}
	return false
}

// kindIcon returns the icon of a collider's shape, in the colour of its role.
func kindIcon(c *level.Collider, p *kit.Colors) (icon string, ink color.NRGBA) {
	icon, ink = c.Shape.Kind.String(), p.Quiet
	switch c.Role {
	case level.Trigger:
		ink = p.Trigger
		if c.Shape.Kind == level.Box {
			icon = "trigger"
		}
	case level.OneWay:
		ink = p.OK
	}
	return icon, ink
}

func LayerColor(l *level.Layer, p *kit.Colors) color.NRGBA {
	if c := render.LayerTint(l); c.A != 0 {
		return c
	}
	return p.Quiet
}
