package editor

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// NumberingOrder is the order in which shapes are numbered.
type NumberingOrder int

// The numbering orders.
const (
	AsDrawn NumberingOrder = iota // in drawing order
	LeftToRight
	TopToBottom
	AsSelected
)

// NumberingOrders holds the names of the numbering orders.
var NumberingOrders = []string{"as drawn", "left to right", "top to bottom", "as selected"}

// Numbering names shapes by a pattern. Each run of # becomes the shape's number, padded with zeros to the length of the
// run: "plat ##" gives plat 01, plat 02, and so on.
type Numbering struct {
	Pattern     string
	Start, Step int
	Order       NumberingOrder
}

// Name returns the name of shape i, counting from 0.
func (n Numbering) Name(i int) string {
	number := n.Start + i*n.Step
	return numberSigns.ReplaceAllStringFunc(n.Pattern, func(run string) string {
		digits := len(run)
		if number < 0 {
			digits++ // for the sign
		}
		return fmt.Sprintf("%0*d", digits, number)
	})
}

var numberSigns = regexp.MustCompile("#+")

// Renaming is the planned name of a shape or an instance.
type Renaming struct {
	Collider *level.Collider // the current record; nil for an instance
	Instance *level.Instance // the current record of an instance
	Name     string          // the new name
	Clashes  bool            // another shape or instance has this name too
}

// Label returns the current label.
func (r Renaming) Label() string {
	if r.Instance != nil {
		return r.Instance.Label()
	}
	return r.Collider.Label()
}

// numberedItem is a numbered shape or whole instance.
type numberedItem struct {
	Renaming
	middle level.Vec
	drawn  int // index in the drawing order
}

// Limits of a numbering.
const (
	maxPadding = 1000
	maxNumber  = 1_000_000_000_000
)

// Plan returns the new names of shapes and of whole instances, in numbering order. Parts of whole instances keep their
// names. Locked shapes keep their names and get no number.
func (n Numbering) Plan(doc *level.Document, ids []level.ID, complete ...level.InstanceID) ([]Renaming, error) {
	switch {
	case strings.TrimSpace(n.Pattern) == "":
		return nil, errors.New("the pattern is empty")
	case strings.Count(n.Pattern, "#") > maxPadding:
		return nil, fmt.Errorf("the pattern has more than %d #", maxPadding)
	case max(n.Start, -n.Start) > maxNumber || max(n.Step, -n.Step) > maxNumber/1_000_000:
		return nil, errors.New("the numbers are too large")
	}
	of, err := numberedItems(doc, ids, complete)
	if err != nil {
		return nil, err
	}
	n.Order.sort(of)
	out := make([]Renaming, len(of))
	type use struct {
		name       string
		isInstance bool
	}
	uses := map[use]int{}
	renamed, renumbered := make(map[level.ID]bool, len(of)), map[level.InstanceID]bool{}
	for i, it := range of {
		it.Name = n.Name(i)
		out[i] = it.Renaming
		uses[use{it.Name, it.Instance != nil}]++
		if it.Instance != nil {
			renumbered[it.Instance.ID] = true
		} else {
			renamed[it.Collider.ID] = true
		}
	}
	for c := range doc.Colliders() {
		if !renamed[c.ID] {
			uses[use{c.Name, false}]++
		}
	}
	for _, i := range doc.Instances() {
		if !renumbered[i.ID] {
			uses[use{i.Name, true}]++
		}
	}
	for i, r := range out {
		out[i].Clashes = uses[use{r.Name, r.Instance != nil}] > 1
	}
	return out, nil
}

// numberedItems returns the items to number, in selection order. An instance takes the place of its first part.
func numberedItems(doc *level.Document, ids []level.ID, complete []level.InstanceID) ([]numberedItem, error) {
	drawn := make(map[level.ID]int, len(ids))
	for _, id := range ids {
		drawn[id] = 0
	}
	i := 0
	for c := range doc.Colliders() {
		if _, ok := drawn[c.ID]; ok {
			drawn[c.ID] = i
			i++
		}
	}
	isWhole, seen := SetOf(complete), map[level.InstanceID]bool{}
	var out []numberedItem
	isThere := false
	add := func(of *level.Instance) {
		if of == nil || seen[of.ID] {
			return
		}
		seen[of.ID], isThere = true, true
		if doc.Locked(&level.Collider{Layer: of.Layer, GroupOf: of.GroupOf, Locked: of.Locked}) {
			return
		}
		it := numberedItem{Renaming: Renaming{Instance: of}, middle: of.Position, drawn: len(drawn)}
		parts := doc.Parts(of.ID)
		for _, c := range parts {
			if at, ok := drawn[c.ID]; ok {
				it.drawn = min(it.drawn, at)
			}
		}
		if len(parts) > 0 {
			it.middle = boundsOf(doc, idsOf(parts)).Center()
		}
		out = append(out, it)
	}
	for c := range CollidersOf(doc, ids) {
		if c.Part != nil && isWhole[c.Part.Instance] {
			add(doc.Instance(c.Part.Instance))
			continue
		}
		isThere = true
		if !doc.Locked(c) {
			out = append(out, numberedItem{Renaming{Collider: c}, level.DrawnBounds(c).Center(), drawn[c.ID]})
		}
	}
	for _, id := range complete { // instances without parts
		add(doc.Instance(id))
	}
	switch {
	case len(out) > 0:
		return out, nil
	case isThere:
		return nil, ErrLocked
	}
	return nil, ErrNothingSelected
}

// sort sorts items, which must be in selection order.
func (o NumberingOrder) sort(of []numberedItem) {
	if o == AsSelected {
		return
	}
	slices.SortStableFunc(of, func(a, b numberedItem) int {
		p, q := a.middle, b.middle
		by := 0
		switch o {
		case LeftToRight:
			by = cmp.Or(cmp.Compare(p.X, q.X), cmp.Compare(p.Y, q.Y))
		case TopToBottom:
			by = cmp.Or(cmp.Compare(p.Y, q.Y), cmp.Compare(p.X, q.X))
		}
		return cmp.Or(by, cmp.Compare(a.drawn, b.drawn))
	})
}

// RenamingDiff returns the diff that applies a plan.
func RenamingDiff(plan []Renaming) level.Diff {
	var d level.Diff
	for _, r := range plan {
		switch {
		case r.Instance != nil && r.Name != r.Instance.Name:
			d.Instances = append(d.Instances, changeOf(r.Instance, func(i *level.Instance) { i.Name = r.Name }))
		case r.Instance == nil && r.Name != r.Collider.Name:
			d.Colliders = append(d.Colliders, changeOf(r.Collider, func(c *level.Collider) { c.Name = r.Name }))
		}
	}
	return d
}

// NameClashes returns the number of names in a plan that are not unique, and a quoted example.
func NameClashes(plan []Renaming) (n int, example string) {
	for _, r := range plan {
		if r.Clashes {
			if n++; n == 1 {
				example = quote.Excerpt(r.Name)
			}
		}
	}
	return n, example
}
