package editor

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/quote"
)

// nearlySame is the largest distance that counts as zero, in level pixels. It covers rounding errors.
const nearlySame = 1e-9

// Unit holds colliders that move together: a single one, or the contents of a group or an instance.
type Unit struct {
	Colliders []level.ID
	Bare      []level.InstanceID // instances without parts
	Box       collision.AABB     // drawn bounds
}

// Edge is a side or a centre line of a box.
type Edge uint8

// The edges that units are aligned at.
const (
	AlignLeft Edge = iota
	AlignCentre
	AlignRight
	AlignTop
	AlignMiddle
	AlignBottom
)

// IsVertical reports whether alignment at the edge moves units vertically.
func (e Edge) IsVertical() bool { return e >= AlignTop }

// Of returns the x or the y of the edge on a box.
func (e Edge) Of(b collision.AABB) float64 {
	switch e {
	case AlignLeft:
		return b.Min.X
	case AlignCentre:
		return b.Center().X
	case AlignRight:
		return b.Max.X
	case AlignTop:
		return b.Min.Y
	case AlignMiddle:
		return b.Center().Y
	default:
		return b.Max.Y
	}
}

// onGrid returns the grid line nearest to a position of the edge.
func (e Edge) onGrid(at float64, g level.Grid) float64 {
	n := float64(max(g.Subdivisions, 1))
	step, offset := g.Size.X/n, g.Offset.X
	if e.IsVertical() {
		step, offset = g.Size.Y/n, g.Offset.Y
	}
	if !(step > 0) {
		return at
	}
	return offset + float64(math.Round((at-offset)/step)*step)
}

// along returns a move by a distance along one of the axes, or zero if the distance is negligible.
func along(vertical bool, by float64) level.Vec {
	switch {
	case math.Abs(by) < nearlySame:
		return level.Vec{}
	case vertical:
		return level.Vec{Y: by}
	}
	return level.Vec{X: by}
}

// span returns the start and the end of a unit on an axis.
func (u *Unit) span(vertical bool) (lo, hi float64) {
	if vertical {
		return u.Box.Min.Y, u.Box.Max.Y
	}
	return u.Box.Min.X, u.Box.Max.X
}

// inOrder returns the indices of the units, sorted by their centres along an axis.
func inOrder(units []Unit, vertical bool) []int {
	order := make([]int, len(units))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		la, ha := units[a].span(vertical)
		lb, hb := units[b].span(vertical)
		return cmp.Compare(la+ha, lb+hb)
	})
	return order
}

// equalGaps returns the moves that make the gaps between units along an axis equal. The first and the last unit stay.
func equalGaps(units []Unit, vertical bool) []level.Vec {
	order := inOrder(units, vertical)
	first, _ := units[order[0]].span(vertical)
	_, last := units[order[len(order)-1]].span(vertical)
	gap := last - first
	for i := range units {
		lo, hi := units[i].span(vertical)
		gap -= hi - lo
	}
	return spread(units, order[:len(order)-1], vertical, gap/float64(len(units)-1))
}

// spread returns the moves that give all gaps between ordered units along an axis the same size. The first unit stays.
func spread(units []Unit, order []int, vertical bool, gap float64) []level.Vec {
	out := make([]level.Vec, len(units))
	at := 0.0
	for k, i := range order {
		lo, hi := units[i].span(vertical)
		if k == 0 {
			at = lo
		}
		out[i] = along(vertical, at-lo)
		at += hi - lo + gap
	}
	return out
}

// equalCentres returns the moves that space the centres evenly along an axis. The first and the last unit stay.
func equalCentres(units []Unit, vertical bool) []level.Vec {
	out := make([]level.Vec, len(units))
	order := inOrder(units, vertical)
	middle := func(i int) float64 {
		lo, hi := units[i].span(vertical)
		return lo + float64((hi-lo)/2)
	}
	n := len(order) - 1
	first, last := middle(order[0]), middle(order[n])
	for k := 1; k < n; k++ {
		at := first + float64((last-first)*float64(k)/float64(n))
		out[order[k]] = along(vertical, at-middle(order[k]))
	}
	return out
}

// meanGap returns the mean gap between units along an axis, as the initial value for [Arrange.Gap].
func meanGap(units []Unit, vertical bool) float64 {
	order := inOrder(units, vertical)
	sum := 0.0
	for k := 1; k < len(order); k++ {
		_, hi := units[order[k-1]].span(vertical)
		lo, _ := units[order[k]].span(vertical)
		sum += lo - hi
	}
	return sum / float64(len(order)-1)
}

// MoveToLayer moves colliders to the top of a layer. Groups that move as a whole stay groups; other groups lose the
// colliders.
func (s Shapes) MoveToLayer(layer level.LayerID) error {
	ids, err := s.s.changeable(s.ids)
	if err != nil {
		return err
	}
	ids = slices.DeleteFunc(ids, func(id level.ID) bool { return s.s.doc.Collider(id).Layer == layer })
	if len(ids) == 0 {
		return nil
	}
	g := s.s.Groups()
	return g.Move(Place{Layer: layer}, g.outermost(g.coveredBy(ids)), ids)
}

// Arrange holds the commands that order and align the selection.
type Arrange struct{ s *Session }

// Arrange returns the commands for ordering and aligning the selection. Each is one undo step.
func (s *Session) Arrange() Arrange { return Arrange{s} }

// BringForward moves the selection in front of the next unselected shape or instance of its layer.
func (a Arrange) BringForward() error {
	return a.reorder("Bring forward", func(in []unit) {
		for i := len(in) - 2; i >= 0; i-- {
			if a.isSelected(&in[i]) && !a.isSelected(&in[i+1]) {
				in[i], in[i+1] = in[i+1], in[i]
			}
		}
	})
}

// SendBackward moves the selection behind the next unselected shape or instance of its layer.
func (a Arrange) SendBackward() error {
	return a.reorder("Send backward", func(in []unit) {
		for i := 1; i < len(in); i++ {
			if a.isSelected(&in[i]) && !a.isSelected(&in[i-1]) {
				in[i], in[i-1] = in[i-1], in[i]
			}
		}
	})
}

// ToFront moves the selection to the front of its layer.
func (a Arrange) ToFront() error {
	return a.reorder("Bring to front", func(in []unit) { a.partition(in, false) })
}

// ToBack moves the selection to the back of its layer.
func (a Arrange) ToBack() error {
	return a.reorder("Send to back", func(in []unit) { a.partition(in, true) })
}

func (a Arrange) partition(in []unit, selectedFirst bool) {
	side := func(u *unit) int {
		if a.isSelected(u) == selectedFirst {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(in, func(x, y unit) int { return cmp.Compare(side(&x), side(&y)) })
}

func (a Arrange) isSelected(u *unit) bool { return u.has(a.s.selection.Has) }

// reorder applies f to the drawing order of each layer that contains part of the selection.
func (a Arrange) reorder(verb string, f func([]unit)) error {
	ids, err := a.s.changeable(a.s.selection.IDs())
	if err != nil {
		return err
	}
	var d level.Diff
	done := map[level.LayerID]bool{}
	for _, id := range ids {
		layer := a.s.doc.Collider(id).Layer
		if done[layer] {
			continue
		}
		done[layer] = true
		now := unitsOf(a.s.doc, layer)
		next := slices.Clone(now)
		if f(next); slices.EqualFunc(next, now, unit.isSame) {
			continue
		}
		of := arranged(next, layer, a.isSelected)
		d.Colliders, d.Instances = append(d.Colliders, of.Colliders...), append(d.Instances, of.Instances...)
	}
	return a.s.Do(a.s.Label(verb, ids), d)
}

// AlignTo is the reference that units are aligned to.
type AlignTo uint8

// The alignment references.
const (
	ToSelection AlignTo = iota // the bounds of the selection
	ToLevel                    // the level's frame
	ToLast                     // the last selected unit, which stays in place
	ToGrid                     // each unit's nearest grid line
)

// Errors of commands that need more units.
var (
	ErrOneToAlign = errors.New("only one item is selected: align it to the level or to the grid")
	ErrTooFew     = errors.New("select at least three items to distribute")
	ErrTwoToSpace = errors.New("select at least two items to set a gap")
	ErrTwoToSwap  = errors.New("select two items to swap")
)

// Units returns the selected, unlocked units: shapes, and groups and instances with their contents, in selection order.
func (a Arrange) Units() ([]Unit, error) {
	ids, bare, err := a.s.Instances().changeable()
	if err != nil {
		return nil, err
	}
	var units []Unit
	at := map[selected]int{}
	of := func(key selected) *Unit {
		i, known := at[key]
		if !known || key == (selected{}) {
			i = len(units)
			at[key] = i
			units = append(units, Unit{Box: collision.EmptyAABB()})
		}
		return &units[i]
	}
	for _, id := range ids {
		u := of(a.s.selection.unitAt(id))
		u.Colliders = append(u.Colliders, id)
		u.Box = u.Box.Union(level.DrawnBounds(a.s.doc.Collider(id)))
	}
	for _, id := range bare {
		key := selected{instance: id}
		if i := a.s.doc.Instance(id); i.GroupOf != 0 {
			key = selected{group: a.s.selection.groupFor(i.GroupOf)}
			if key.group == 0 {
				key.instance = id
			}
		}
		m, _ := a.s.doc.MarkOf(id)
		u := of(key)
		u.Bare = append(u.Bare, id)
		u.Box = u.Box.Union(m.Bounds)
	}
	return units, nil
}

// AtLeast reports whether at least n units are selected, locked or not.
func (a Arrange) AtLeast(n int) bool {
	sel := a.s.selection
	seen := map[selected]bool{}
	for _, id := range sel.ids {
		if key := sel.unitAt(id); key == (selected{}) {
			n--
		} else if !seen[key] {
			seen[key] = true
			n--
		}
		if n <= 0 {
			return true
		}
	}
	return n <= len(sel.Bare())
}

// move moves each unit by its own offset.
func (a Arrange) move(verb string, units []Unit, by []level.Vec) error {
	d, ids, bare := a.moved(units, by)
	return a.s.Do(a.s.Instances().labelOf(verb, ids, bare), d)
}

func (a Arrange) moved(units []Unit, by []level.Vec) (d level.Diff, ids []level.ID, bare []level.InstanceID) {
	for i, u := range units {
		if by[i] == (level.Vec{}) {
			continue
		}
		for _, id := range u.Colliders {
			d.Colliders = append(d.Colliders, changeOf(a.s.doc.Collider(id), func(c *level.Collider) {
				c.Position = c.Position.Add(by[i])
			}))
		}
		for _, id := range u.Bare {
			d.Instances = append(d.Instances, changeOf(a.s.doc.Instance(id), func(n *level.Instance) {
				n.Position = n.Position.Add(by[i])
			}))
		}
		ids, bare = append(ids, u.Colliders...), append(bare, u.Bare...)
	}
	return d, ids, bare
}

// AlignTo aligns an edge of each selected unit with a reference. Groups and instances move as one.
func (a Arrange) AlignTo(edge Edge, what AlignTo) error {
	units, err := a.Units()
	if err != nil {
		return err
	}
	set := a.s.doc.Settings()
	to, _ := a.s.selection.Bounds() // including locked colliders
	switch {
	case len(units) == 1 && (what == ToLast || what == ToSelection && to == units[0].Box):
		return ErrOneToAlign
	case what == ToLevel:
		to = collision.AABB{Min: set.Origin, Max: set.Origin.Add(set.Size)}
	case what == ToLast:
		to = units[len(units)-1].Box
	}
	by := make([]level.Vec, len(units))
	for i, u := range units {
		at := edge.Of(u.Box)
		target := edge.Of(to)
		if what == ToGrid {
			target = edge.onGrid(at, set.Grid)
		}
		by[i] = along(edge.IsVertical(), target-at)
	}
	return a.move("Align", units, by)
}

// Axis is an axis of the level.
type Axis uint8

// The axes.
const (
	AxisX Axis = iota
	AxisY
)

// Distribute makes the gaps between the selected units equal along an axis. The first and the last unit stay. It needs
// at least three units.
func (a Arrange) Distribute(axis Axis) error {
	return a.distribute(func(units []Unit) []level.Vec { return equalGaps(units, axis == AxisY) })
}

// DistributeCentres spaces the centres of the selected units evenly along an axis.
func (a Arrange) DistributeCentres(axis Axis) error {
	return a.distribute(func(units []Unit) []level.Vec { return equalCentres(units, axis == AxisY) })
}

func (a Arrange) distribute(f func([]Unit) []level.Vec) error {
	units, err := a.Units()
	switch {
	case err != nil:
		return err
	case len(units) < 3:
		return ErrTooFew
	}
	return a.move("Distribute", units, f(units))
}

// Gap proposes an adjustable gap between the selected units along an axis, in level pixels. The first unit stays.
func (a Arrange) Gap(axis Axis) error {
	units, err := a.Units()
	switch {
	case err != nil:
		return err
	case len(units) < 2:
		return ErrTwoToSpace
	}
	gap := length("gap", math.Round(meanGap(units, axis == AxisY)))
	n := &parametric{title: "Set the gap", numbers: []ProposalNumber{gap}}
	return n.show(a.s, func(p *Proposal) error {
		p.Chapter = "placing"
		p.Diff, _, _ = a.moved(units, spread(units, inOrder(units, axis == AxisY), axis == AxisY, n.numbers[0].Value))
		return nil
	})
}

// Swap exchanges the centres of two units.
func (a Arrange) Swap() error {
	units, err := a.Units()
	switch {
	case err != nil:
		return err
	case len(units) != 2:
		return ErrTwoToSwap
	}
	by := units[1].Box.Center().Sub(units[0].Box.Center())
	return a.move("Swap positions of", units, []level.Vec{by, by.Neg()})
}

// alignment returns the alignment lines of the visible colliders. It collects them on first use and keeps them for the
// gesture, because the moving colliders are excluded.
func (n *Snapper) alignment() *overlay.AlignTargets {
	if n.lines != nil {
		return n.lines
	}
	n.lines = &overlay.AlignTargets{}
	doc := n.session.doc
	for c := range doc.Colliders() {
		if !n.exclude[c.ID] && doc.Visible(c) {
			n.lines.Add(level.DrawnBounds(c))
		}
	}
	if around := n.session.surroundings; around != nil {
		for c := range around.doc.Colliders() {
			n.lines.Add(level.DrawnBounds(c))
		}
	}
	n.lines.Sort()
	return n.lines
}

// Errors of separating colliders.
var (
	ErrApart   = errors.New("they do not overlap")
	ErrStuck   = errors.New("it cannot be moved out")
	ErrTooMany = errors.New("too many overlaps: move some shapes apart first")
)

// Separating holds the commands that separate overlapping colliders.
type Separating struct{ s *Session }

// SeparatingIn returns the commands for separating overlaps in a session's level. Each is one undo step.
func SeparatingIn(s *Session) Separating { return Separating{s} }

// Pair separates two overlapping colliders, as one step. The collider that yields (see [contacts.Side.Yields]) moves by
// its [contacts.Live.Exit]: out of everything that it overlaps and yields to, until they only touch. The error is
// ErrApart, ErrLocked, or ErrStuck with the reason.
func (p Separating) Pair(a, b level.ID) error {
	s := p.s
	doc := s.Document()
	ca, cb := doc.Collider(a), doc.Collider(b)
	if ca == nil || cb == nil || a == b {
		return ErrNothingSelected
	}
	s.settle()
	if c, ok := s.Live().Contact(a, b); !ok || c.State != contacts.Overlapping {
		return fmt.Errorf("%s and %s: %w", quote.Printable(ca.Label()), quote.Printable(cb.Label()), ErrApart)
	}
	sa, sb := s.Selection().Side(a), s.Selection().Side(b)
	mover := cb
	if sa.Yields(&sb) {
		mover = ca
	}
	e, _ := s.Live().Exit(mover.ID)
	switch e.Why {
	case contacts.None:
		return s.editAny("Separate", []level.ID{mover.ID}, func(c *level.Collider) { c.Position = e.To })
	case contacts.Locked:
		return ErrLocked
	}
	return fmt.Errorf("%s: %w, %s", quote.Printable(mover.Label()), ErrStuck, e.Why)
}

// Selected returns a search for the overlaps of the selected colliders. The selected colliders move instead of the
// others, unless they are locked. For an inspected pair, only its two colliders are searched.
func (p Separating) Selected() contacts.Separating {
	if _, _, ok := p.s.Selection().Pair(); ok {
		return contacts.Separating{Among: p.s.Selection().IsPair}
	}
	held := SetOf(p.s.Selection().IDs())
	return contacts.Separating{
		Held:  func(id level.ID) bool { return held[id] },
		Among: func(a, b level.ID) bool { return held[a] || held[b] },
	}
}
