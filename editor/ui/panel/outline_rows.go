package panel

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
)

// OutlineRows is the control that displays all rows of an outline, at their total height. It creates objects only for
// the visible rows.
type OutlineRows struct {
	widget.BaseWidget
	kit.Tracker
	v      *Outline
	scroll *container.Scroll
	lines  []*outlineLine // ring: row i is shown by line i%len(lines)
	line   *fynecanvas.Rectangle
	Field  *kit.SearchField // field of a name being edited; nil: none
	named  editor.TreeRow   // the row of Field
	height float32          // as last reported to the scroll view

	cursor  int // row with the keyboard focus
	at      editor.TreeRow
	anchor  editor.TreeRow // start of a range selection
	hasKeys bool
	over    int // row under the pointer; -1: none
	tip     outlineZone

	pressed   int // row where the button was pressed; -1: none
	pressedIn outlineZone
	single    bool // on release, select only that row
	naming    bool // on release, edit the row's name
	lastDown  time.Time
	lastRow   editor.TreeRow
	drag      *outlineDrag

	typed   string // letters of type-ahead
	typedAt time.Time
	types   bool // letters are type-ahead, not tool shortcuts
}

func newOutlineRows(v *Outline) *OutlineRows {
	r := &OutlineRows{v: v, over: -1, pressed: -1, line: kit.Filled(v.look.Colors().Accent)}
	r.line.Hide()
	r.Tracker = kit.Tracker{Look: v.look, Moved: func(e *desktop.MouseEvent) { r.point(e.Position) }}
	r.ExtendBaseWidget(r)
	return r
}

// forget drops the state of the previous level.
func (r *OutlineRows) forget() {
	r.stopNaming(false)
	r.drag, r.cursor, r.at, r.anchor, r.over, r.pressed, r.typed = nil, 0, editor.TreeRow{}, editor.TreeRow{}, -1, -1,
		""
	r.line.Hide()
}

func (r *OutlineRows) CreateRenderer() fyne.WidgetRenderer { return &outlineRenderer{r} }

type outlineRenderer struct{ r *OutlineRows }

func (o *outlineRenderer) Layout(fyne.Size)   { o.r.lay() }
func (o *outlineRenderer) MinSize() fyne.Size { return o.r.MinSize() }
func (o *outlineRenderer) Refresh()           { o.r.lay() }
func (o *outlineRenderer) Destroy()           {}

func (o *outlineRenderer) Objects() []fyne.CanvasObject {
	objects := make([]fyne.CanvasObject, 0, len(o.r.lines)+2)
	for _, l := range o.r.lines {
		objects = append(objects, l.box)
	}
	objects = append(objects, o.r.line)
	if o.r.Field != nil {
		objects = append(objects, o.r.Field)
	}
	return objects
}

func (r *OutlineRows) MinSize() fyne.Size {
	return fyne.NewSize(100, float32(r.v.Tree().Len())*outlineRow)
}

func (r *OutlineRows) width() float32 { return max(r.Size().Width, 60) }

func (r *OutlineRows) update() {
	t := r.v.Tree()
	if i := t.Row(r.at); i >= 0 {
		r.cursor = i
	}
	r.cursor = min(max(r.cursor, 0), max(t.Len()-1, 0))
	if h := r.MinSize().Height; h != r.height && r.scroll != nil {
		r.height = h
		r.scroll.Refresh()
		r.keepScroll(r.scroll.Offset.Y)
	}
	r.lay()
}

// keepScroll scrolls to a height, clamped to the rows.
func (r *OutlineRows) keepScroll(y float32) {
	view := r.scroll.Size().Height
	if view <= 0 {
		return // not laid out yet
	}
	y = max(min(y, r.MinSize().Height-view), 0)
	r.v.Tree().Scroll = y
	if r.scroll.Offset.Y != y {
		r.scroll.Offset.Y = y
		r.scroll.Refresh()
	}
}

// lay places the visible rows and updates those that changed.
func (r *OutlineRows) lay() {
	if r.scroll == nil {
		return
	}
	n := r.v.Tree().Len()
	view := r.scroll.Size().Height
	first := max(int(r.scroll.Offset.Y/outlineRow), 0)
	need := int(math.Ceil(float64(view/outlineRow))) + 1
	more := len(r.lines) < need
	for len(r.lines) < need {
		r.lines = append(r.lines, newOutlineLine(r.v.look))
	}
	for _, l := range r.lines {
		l.index = -1
	}
	for i := first; i < min(first+need, n); i++ {
		l := r.lines[i%len(r.lines)]
		l.index = i
		l.box.Move(fyne.NewPos(0, float32(i)*outlineRow))
		l.box.Resize(fyne.NewSize(r.width(), outlineRow))
		l.show(r.v.look, r.v.describe(i))
	}
	for _, l := range r.lines {
		kit.SetVisible(l.box, l.index >= 0)
	}
	r.placeField()
	if more {
		fynecanvas.Refresh(r)
	}
}

// rowAt returns the row at a height, or -1 below the last.
func (r *OutlineRows) rowAt(y float32) int {
	if i := int(y / outlineRow); y >= 0 && i < r.v.Tree().Len() {
		return i
	}
	return -1
}

func (r *OutlineRows) bring(i int) {
	top, view := float32(i)*outlineRow, r.scroll.Size().Height
	y := r.scroll.Offset.Y
	switch {
	case view <= 0:
		return
	case top < y:
		y = top
	case top+outlineRow > y+view:
		y = top + outlineRow - view
	default:
		return
	}
	r.ScrollTo(y)
}

// ScrollTo scrolls to a height, clamped to the rows.
func (r *OutlineRows) ScrollTo(y float32) {
	r.update()
	r.keepScroll(y)
	r.lay()
}

func (r *OutlineRows) setCursor(i int) {
	r.moveCursor(i)
	r.anchor = r.at
}

func (r *OutlineRows) moveCursor(i int) {
	r.cursor = i
	r.at = r.v.Tree().At(i)
}

func (r *OutlineRows) takeKeys() {
	r.types = true
	kit.FocusIn(r, r)
}

// LeaveToTools turns off type-ahead, so that letters are tool shortcuts again, when the pointer is on the canvas.
func (r *OutlineRows) LeaveToTools() { r.types = false }

func (r *OutlineRows) FocusGained() {
	defer r.v.look.Catch()
	r.hasKeys, r.types = true, true
	if r.at == (editor.TreeRow{}) && r.v.Tree().Len() > 0 {
		r.setCursor(r.cursor)
	}
	r.v.look.Reveal(r)
	r.lay()
}

func (r *OutlineRows) FocusLost() {
	defer r.v.look.Catch()
	r.hasKeys = false
	r.lay()
}

// Disabled implements fyne.Disableable. Tab skips an empty list.
func (r *OutlineRows) Disabled() bool { return r.v.Tree().Len() == 0 }

func (r *OutlineRows) Enable()  {}
func (r *OutlineRows) Disable() {}

// AccessibilityLabel implements fyne.Accessible. It describes the row at the cursor.
func (r *OutlineRows) AccessibilityLabel() string {
	t := r.v.Tree()
	if r.cursor >= t.Len() {
		return "Outline, empty"
	}
	row := t.At(r.cursor)
	words := []string{"Outline", t.Label(row)}
	switch row.Kind {
	case editor.LayerRow:
		words = append(words, "layer")
	case editor.GroupRow:
		words = append(words, "group")
	case editor.InstanceRow, editor.NestedRow:
		words = append(words, "instance")
		if note := t.Note(row); note != "" {
			words = append(words, note)
		}
	case editor.JointRow:
		words = append(words, "joint", t.Note(row))
	case editor.ColliderRow:
		if c := r.v.session.Document().Collider(row.Collider); c != nil {
			words = append(words, c.Role.String()+" "+c.Shape.Kind.String())
		}
	}
	if t.CanFold(row) {
		words = append(words, map[bool]string{true: "folded", false: "open"}[t.IsFolded(row)])
	}
	hidden, locked := r.v.flags(row)
	for _, state := range []struct {
		on   bool
		word string
	}{
		{row.Kind == editor.LayerRow && r.v.session.ActiveLayer() == row.Layer, "active"},
		{r.v.isChosen(row), "selected"},
		{r.v.overlapsIn(row) > 0, "overlaps"},
		{hidden, "hidden"},
		{locked, "locked"},
	} {
		if state.on {
			words = append(words, state.word)
		}
	}
	return strings.Join(words, ", ")
}

func (r *OutlineRows) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

func (r *OutlineRows) MouseOut() {
	defer r.v.look.Catch()
	r.v.look.Tips.Hide(r)
	if r.over >= 0 {
		r.over = -1
		r.lay()
	}
}

func (r *OutlineRows) point(at fyne.Position) {
	i := r.rowAt(at.Y)
	zone := nameZone
	if i >= 0 {
		zone = zoneAt(r.v.Tree().At(i).Depth, at.X, r.width())
	}
	if i == r.over && zone == r.tip {
		return
	}
	r.v.look.Tips.Hide(r)
	if changed := i != r.over; changed {
		r.over = i
		r.lay()
	}
	r.tip = zone
	if text := r.tipAt(i, zone); text != "" {
		box := r.lineOf(i)
		r.v.look.Tips.Await(r.v.look, r, func() { r.v.look.Tips.Show(r.v.look, box, text, "") })
	}
}

// lineOf returns the object of a visible row, or else the whole control.
func (r *OutlineRows) lineOf(i int) fyne.CanvasObject {
	if len(r.lines) > 0 {
		if l := r.lines[max(i, 0)%len(r.lines)]; l.index == i {
			return l.box
		}
	}
	return r
}

func (r *OutlineRows) tipAt(i int, zone outlineZone) string {
	if i < 0 {
		return ""
	}
	t := r.v.Tree()
	row := t.At(i)
	hidden, locked := r.v.flags(row)
	if row.IsJoint() && zone != nameZone {
		return ""
	}
	switch zone {
	case eyeZone:
		return map[bool]string{true: "Show", false: "Hide"}[hidden]
	case lockZone:
		return map[bool]string{true: "Unlock", false: "Lock"}[locked]
	case nameZone:
		if m, bare := r.v.session.Document().MarkOf(row.Instance); bare && row.Kind == editor.InstanceRow {
			return m.Instance.Prefab + "\n" + m.Why
		}
		if l := r.lines[i%len(r.lines)]; l.index == i && l.name.Text != kit.Beginning(l.shown.label) {
			return l.shown.label
		}
		if r.v.overlapsIn(row) > 0 && row.Kind == editor.ColliderRow {
			return "Overlaps another shape"
		}
		if i := r.v.session.Document().Instance(row.Instance); i != nil && row.Kind == editor.InstanceRow {
			return i.Prefab
		}
		if i := r.v.session.Document().Nested(row.Instance, row.Path); i != nil && row.Kind == editor.NestedRow {
			return i.Prefab + "\nin the prefab " + r.v.session.Document().Instance(row.Instance).Prefab
		}
	}
	return ""
}

func (r *OutlineRows) MouseDown(e *desktop.MouseEvent) {
	defer r.v.look.Catch()
	r.v.look.Tips.Hide(r)
	r.stopNaming(true)
	r.takeKeys()
	r.typed = ""
	i := r.rowAt(e.Position.Y)
	r.pressed, r.single, r.naming = i, false, false
	if i < 0 {
		if e.Button == desktop.MouseButtonPrimary && e.Modifier == 0 {
			r.v.pick((*editor.Selection).Clear)
		}
		return
	}
	row := r.v.Tree().At(i)
	if e.Button == desktop.MouseButtonSecondary {
		r.pressForMenu(i, row)
		return
	}
	if e.Button != desktop.MouseButtonPrimary {
		r.pressed = -1
		return
	}
	r.pressedIn = zoneAt(row.Depth, e.Position.X, r.width())
	again := e.Modifier == 0 && r.isAgain(row)
	switch {
	case r.pressedIn == foldZone && r.v.Tree().CanFold(row):
		r.fold(i, !r.v.Tree().IsFolded(row))
		return
	case (r.pressedIn == eyeZone || r.pressedIn == lockZone) && !row.IsJoint():
		r.v.toggle(row, r.pressedIn == lockZone)
		return
	case r.pressedIn != iconZone:
		r.pressedIn = nameZone
	case again:
		r.frame(row)
		return
	}
	if again {
		r.naming = true // unless a drag follows
		return
	}
	ctrl := e.Modifier&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0
	r.click(i, row, e.Modifier&fyne.KeyModifierShift != 0, ctrl)
}

// isAgain reports whether a press is the second of a double click on a row.
func (r *OutlineRows) isAgain(row editor.TreeRow) bool {
	now := time.Now()
	again := now.Sub(r.lastDown) < canvas.DoubleClick && r.lastRow.Same(row)
	r.lastDown, r.lastRow = now, row
	if again {
		r.lastDown = time.Time{} // a third click starts over
	}
	return again
}

// click selects a row's object, according to the modifier keys.
func (r *OutlineRows) click(i int, row editor.TreeRow, shift, ctrl bool) {
	t := r.v.Tree()
	if row.Kind == editor.JointRow {
		r.clickJoint(i, row, shift, ctrl)
		return
	}
	if shift {
		r.extend(i, ctrl)
		return
	}
	r.setCursor(i)
	if row.Kind == editor.JointsRow {
		r.update()
		return
	}
	if row.Kind == editor.LayerRow && !ctrl {
		r.v.session.SetActiveLayer(row.Layer)
		r.update()
		return
	}
	ids := t.Colliders(row)
	switch {
	case ctrl && len(ids) == 0 && row.Kind == editor.InstanceRow:
		r.v.pick(func(s *editor.Selection) { s.ToggleBare(row.Instance) })
	case ctrl:
		r.v.pick(func(s *editor.Selection) { toggleAll(s, ids) })
	case r.v.isChosen(row) && r.v.session.Selection().Len() > len(ids):
		r.single = true // unless a drag follows
	default:
		r.v.pickRow(row)
	}
}

// clickJoint selects a joint; Shift selects a range, Ctrl toggles it.
func (r *OutlineRows) clickJoint(i int, row editor.TreeRow, shift, ctrl bool) {
	from := r.v.Tree().Row(r.anchor)
	switch {
	case shift && from >= 0 && r.v.Tree().At(from).Kind == editor.JointRow:
		r.extend(i, ctrl)
	case ctrl:
		r.setCursor(i)
		r.v.pick(func(s *editor.Selection) { s.ToggleJoints(row.Joint) })
	default:
		r.setCursor(i)
		r.v.pickRow(row)
	}
}

// toggleAll selects colliders, or deselects them if all of them are selected.
func toggleAll(s *editor.Selection, ids []level.ID) {
	if len(ids) > 0 && !slices.ContainsFunc(ids, func(id level.ID) bool { return !s.Has(id) }) {
		s.Remove(ids...)
		return
	}
	s.Add(ids...)
}

// extend selects the rows from the start of the range to a row; add keeps the current selection.
func (r *OutlineRows) extend(i int, add bool) {
	t := r.v.Tree()
	from := t.Row(r.anchor)
	if from < 0 {
		from = r.cursor
	}
	r.moveCursor(i)
	if t.At(from).Kind == editor.JointRow && t.At(i).Kind == editor.JointRow {
		var ids []level.JointID
		for k := min(from, i); k <= max(from, i); k++ {
			ids = append(ids, t.At(k).Joint)
		}
		r.v.pick(func(s *editor.Selection) { s.SetJoints(ids...) })
		return
	}
	ids, bare := t.Between(from, i), t.BareBetween(from, i)
	r.v.pick(func(s *editor.Selection) {
		if add {
			s.Add(ids...)
		} else {
			s.Set(ids...)
		}
		s.AddBare(bare...)
	})
}

func (r *OutlineRows) fold(i int, folded bool) {
	t := r.v.Tree()
	t.Fold(t.At(i), folded)
	r.v.chosen = nil
	r.update()
	r.v.showFoot()
}

// frame brings a row's object into view on the canvas.
func (r *OutlineRows) frame(row editor.TreeRow) {
	ids := r.v.Tree().Colliders(row)
	if row.Kind == editor.JointRow {
		r.v.pickRow(row)
		if j, ok := r.v.session.Selection().Joint(); ok {
			r.v.Frame(cmp.Or(j.B, j.A))
		}
		return
	}
	if len(ids) == 0 {
		return
	}
	if row.Kind != editor.ColliderRow || !r.v.isChosen(row) {
		r.v.pickRow(row)
	}
	r.v.Frame(ids[0])
}

// pressForMenu selects the row under the right button.
func (r *OutlineRows) pressForMenu(i int, row editor.TreeRow) {
	r.setCursor(i)
	switch {
	case row.Kind == editor.LayerRow:
		r.v.session.SetActiveLayer(row.Layer)
	case row.Kind == editor.JointsRow:
	case !r.v.isChosen(row):
		r.v.pickRow(row)
	}
	r.update()
}

func (r *OutlineRows) TappedSecondary(e *fyne.PointEvent) {
	defer r.v.look.Catch()
	if i := r.rowAt(e.Position.Y); i >= 0 && i == r.pressed {
		r.openMenu(i, e.AbsolutePosition)
	}
}

func (r *OutlineRows) openMenu(i int, at fyne.Position) {
	row := r.v.Tree().At(i)
	if row.Kind == editor.LayerRow {
		r.v.LayerMenu(row.Layer, at)
		return
	}
	if row.Kind == editor.JointsRow {
		return
	}
	r.v.Menu(at)
}

// OpenMenu opens the menu of the row at the cursor, and reports whether there is one.
func (r *OutlineRows) OpenMenu() bool {
	if r.cursor >= r.v.Tree().Len() {
		return false
	}
	r.pressForMenu(r.cursor, r.v.Tree().At(r.cursor))
	r.bring(r.cursor)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(r).AddXY(nameEdge(1), float32(r.cursor+1)*outlineRow)
	r.openMenu(r.cursor, at)
	return true
}

func (r *OutlineRows) MouseUp(*desktop.MouseEvent) {
	defer r.v.look.Catch()
	if r.single && r.drag == nil && r.pressed >= 0 && r.pressed < r.v.Tree().Len() {
		r.v.pickRow(r.v.Tree().At(r.pressed))
	}
	if r.naming && r.drag == nil && r.pressed >= 0 {
		r.startNaming(r.pressed, r.takeKeys)
	}
	r.single, r.naming = false, false
}

// startNaming opens the name field of a row. Enter and Escape close it and call done, which moves the focus.
func (r *OutlineRows) startNaming(i int, done func()) {
	t := r.v.Tree()
	if i >= t.Len() || t.At(i).Kind == editor.JointsRow {
		return
	}
	r.stopNaming(true)
	r.bring(i)
	r.setCursor(i)
	r.named = t.At(i)
	shown := r.v.ownName(r.named)
	f := kit.NewSearchField(r.v.look, func(int) {}, func() { r.stopNaming(false); done() })
	if len(shown) > kit.MaxTyped { // too long for the toolkit to edit: offer an empty field
		f.PlaceHolder, shown = kit.Cut(kit.Beginning(shown), 120), ""
	}
	f.SetText(shown)
	f.OnSubmitted = kit.Guarded(r.v.look, func(string) { r.stopNaming(true); done() })
	f.OnLeft = func() {
		if r.Field == f {
			r.stopNaming(true)
		}
	}
	r.Field = f
	r.placeField()
	fynecanvas.Refresh(r)
	kit.FocusIn(r, f)
	f.TypedShortcut(&fyne.ShortcutSelectAll{})
}

func (r *OutlineRows) placeField() {
	if r.Field == nil {
		return
	}
	i := r.v.Tree().Row(r.named)
	kit.SetVisible(r.Field, i >= 0)
	if i >= 0 {
		x := nameEdge(r.named.Depth) - 6
		kit.Put(r.Field, x, float32(i)*outlineRow, r.width()-x-4, outlineRow)
	}
}

// stopNaming removes the name field; keep applies the name.
func (r *OutlineRows) stopNaming(keep bool) {
	f := r.Field
	if f == nil {
		return
	}
	r.Field = nil
	fynecanvas.Refresh(r)
	if keep && !(f.Text == "" && f.PlaceHolder != "") {
		r.v.rename(r.named, f.Text)
	}
	r.update()
}
