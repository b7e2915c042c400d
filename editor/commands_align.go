package editor

import (
	"errors"
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// AlignTo is the reference that units are aligned to.
type AlignTo uint8

// The alignment references.
const (
	ToSelection AlignTo = iota // the bounds of the selection
	ToLevel                    // the level's frame
	ToLast                     // the last selected unit, which stays in place
	ToGrid                     // the nearest grid line for each unit
)

// The errors of arranging too few units.
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
		u := of(selected{a.s.selection.GroupAt(id), a.s.selection.InstanceAt(id)})
		u.Colliders = append(u.Colliders, id)
		u.Box = u.Box.Union(level.DrawnBounds(a.s.doc.Collider(id)))
	}
	for _, id := range bare {
		key := selected{instance: id}
		if i := a.s.doc.Instance(id); i.GroupOf != 0 {
			key = selected{group: a.s.selection.groupStandingFor(i.GroupOf)}
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
		if key := (selected{sel.GroupAt(id), sel.InstanceAt(id)}); key == (selected{}) {
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
			c := a.s.doc.Collider(id)
			to := *c
			to.Position = c.Position.Add(by[i])
			d.Colliders = append(d.Colliders, level.Changed(c, &to))
			ids = append(ids, id)
		}
		for _, id := range u.Bare {
			n := a.s.doc.Instance(id)
			to := *n
			to.Position = n.Position.Add(by[i])
			d.Instances = append(d.Instances, level.Changed(n, &to))
			bare = append(bare, id)
		}
	}
	return d, ids, bare
}

// Align aligns an edge of each selected unit with that edge of the selection's bounds.
func (a Arrange) Align(edge Edge) error { return a.AlignTo(edge, ToSelection) }

// AlignTo aligns an edge of each selected unit with a reference. Groups and instances move as one.
func (a Arrange) AlignTo(edge Edge, what AlignTo) error {
	units, err := a.Units()
	if err != nil {
		return err
	}
	var to alignTarget
	set := a.s.doc.Settings()
	switch what {
	case ToLevel:
		to = boxTarget(collision.AABB{Min: set.Origin, Max: set.Origin.Add(set.Size)})
	case ToGrid:
		to = gridTarget(set.Grid)
	case ToLast:
		to = boxTarget(units[len(units)-1].Box)
	default:
		all, _ := a.s.selection.Bounds() // including locked colliders
		to = boxTarget(all)
	}
	if len(units) == 1 && (what == ToSelection || what == ToLast) {
		if all, _ := a.s.selection.Bounds(); what == ToLast || all == units[0].Box {
			return ErrOneToAlign
		}
	}
	return a.move("Align", units, alignUnits(units, edge, to))
}

// Axis is an axis of the level.
type Axis uint8

// The axes.
const (
	AxisX Axis = iota
	AxisY
)

// Distribute makes the gaps between the selected units equal along an axis. The first and the last stay. It needs three
// units.
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

// Gap proposes a gap between the selected units along an axis, in level pixels. The first one stays.
func (a Arrange) Gap(axis Axis) error {
	units, err := a.Units()
	switch {
	case err != nil:
		return err
	case len(units) < 2:
		return ErrTwoToSpace
	}
	n := &arrayed{title: "Set the gap", numbers: []ProposalNumber{length("gap",
		math.Round(meanGap(units, axis == AxisY)))}}
	var show func() error
	show = func() error {
		d, _, _ := a.moved(units, spreadBy(units, axis == AxisY, n.numbers[0].Value))
		return a.s.Propose(Proposal{
			Title: n.title, Step: n.title, Chapter: "placing",
			Numbers: n.settable(func() error {
				return show()
			}), Diff: d,
		})
	}
	return show()
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
	return a.move("Swap", units, swapUnits(units))
}
