package editor

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// NumberingOrder is in which order shapes are numbered.
type NumberingOrder int

// The orders.
const (
	AsDrawn NumberingOrder = iota // what is drawn first has the first number
	LeftToRight
	TopToBottom
	AsSelected
)

// NumberingOrders names the orders, by their numbers.
var NumberingOrders = []string{"as drawn", "left to right", "top to bottom", "as selected"}

// Numbering names shapes after a pattern. Each run of # in it stands for the shape's number, with zeros in front of it until it is
// as long as the run: "plat ##" is plat 01, plat 02, and so on.
type Numbering struct {
	Pattern     string
	Start, Step int
	Order       NumberingOrder
}

// Name is the name of the i-th shape, the first being 0.
func (n Numbering) Name(i int) string {
	var b strings.Builder
	number := n.Start + i*n.Step
	for rest := n.Pattern; rest != ""; {
		at := strings.IndexByte(rest, '#')
		if at < 0 {
			b.WriteString(rest)
			break
		}
		b.WriteString(rest[:at])
		run := len(rest[at:]) - len(strings.TrimLeft(rest[at:], "#"))
		b.WriteString(padded(number, run))
		rest = rest[at+run:]
	}
	return b.String()
}

// padded is a number of at least so many digits.
func padded(number, digits int) string {
	sign := ""
	if number < 0 {
		sign, number = "-", -number
	}
	s := strconv.Itoa(number)
	return sign + strings.Repeat("0", max(digits-len(s), 0)) + s
}

// Renaming is what becomes of the name of a shape, or of an instance.
type Renaming struct {
	Collider *level.Collider // as it is; nil for an instance
	Instance *level.Instance // as it is, if it is one
	Name     string          // as it will be
	Clashes  bool            // another shape, or another instance, of the level will have that name as well
}

// Label is what a list shows of it as it is.
func (r Renaming) Label() string {
	if r.Instance != nil {
		return r.Instance.Label()
	}
	return r.Collider.Label()
}

// numberedItem is one thing that is numbered: a shape, or an instance as a whole.
type numberedItem struct {
	collider *level.Collider
	instance *level.Instance
	middle   level.Vec
	drawn    int // its place in the drawing order
}

// Limits of a numbering.
const (
	mostPadding = 1000
	mostNumber  = 1_000_000_000_000
)

// Plan is the new names of shapes, in the order of their numbers, and of the instances that are given as wholes: those have one name
// each, and their parts among the shapes keep theirs. What is locked keeps its name, and has no number.
func (n Numbering) Plan(doc *level.Document, ids []level.ID, whole ...level.InstanceID) ([]Renaming, error) {
	switch {
	case strings.TrimSpace(n.Pattern) == "":
		return nil, errors.New("the pattern is empty")
	case strings.Count(n.Pattern, "#") > mostPadding:
		return nil, fmt.Errorf("the pattern has more than %d #", mostPadding)
	case max(n.Start, -n.Start) > mostNumber || max(n.Step, -n.Step) > mostNumber/1_000_000:
		return nil, errors.New("the numbers are too large")
	}
	of, err := numberedItems(doc, ids, whole)
	if err != nil {
		return nil, err
	}
	n.Order.sort(of)
	out := make([]Renaming, len(of))
	shapes, instances := map[string]int{}, map[string]int{} // how many have a name
	renamed, renumbered := make(map[level.ID]bool, len(of)), map[level.InstanceID]bool{}
	for i, it := range of {
		out[i] = Renaming{Collider: it.collider, Instance: it.instance, Name: n.Name(i)}
		if it.instance != nil {
			instances[out[i].Name]++
			renumbered[it.instance.ID] = true
		} else {
			shapes[out[i].Name]++
			renamed[it.collider.ID] = true
		}
	}
	for c := range doc.Colliders() {
		if _, is := shapes[c.Name]; is && !renamed[c.ID] {
			shapes[c.Name]++
		}
	}
	for _, i := range doc.Instances() {
		if _, is := instances[i.Name]; is && !renumbered[i.ID] {
			instances[i.Name]++
		}
	}
	for i := range out {
		count := shapes
		if out[i].Instance != nil {
			count = instances
		}
		out[i].Clashes = count[out[i].Name] > 1
	}
	return out, nil
}

// numberedItems lists what a selection numbers, in the order of selection. An instance takes the place of its first
// part.
func numberedItems(doc *level.Document, ids []level.ID, whole []level.InstanceID) ([]numberedItem, error) {
	drawn := make(map[level.ID]int, len(ids))
	for _, id := range ids {
		drawn[id] = 0
	}
	i := 0
	for c := range doc.Colliders() {
		if _, is := drawn[c.ID]; is {
			drawn[c.ID] = i
			i++
		}
	}
	isWhole, seen := make(map[level.InstanceID]bool, len(whole)), map[level.InstanceID]bool{}
	for _, id := range whole {
		isWhole[id] = true
	}
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
		it := numberedItem{instance: of, middle: of.Position, drawn: len(drawn)}
		parts := doc.Parts(of.ID)
		for _, c := range parts {
			if at, is := drawn[c.ID]; is {
				it.drawn = min(it.drawn, at)
			}
		}
		if len(parts) > 0 {
			box := level.DrawnBounds(parts[0])
			for _, c := range parts[1:] {
				box = box.Union(level.DrawnBounds(c))
			}
			it.middle = box.Center()
		}
		out = append(out, it)
	}
	for _, id := range ids {
		c := doc.Collider(id)
		if c == nil {
			continue
		}
		if c.Part != nil && isWhole[c.Part.Instance] {
			add(doc.Instance(c.Part.Instance))
			continue
		}
		isThere = true
		if !doc.Locked(c) {
			out = append(out, numberedItem{collider: c, middle: level.DrawnBounds(c).Center(), drawn: drawn[id]})
		}
	}
	for _, id := range whole { // those without parts
		add(doc.Instance(id))
	}
	return out, nothingOf(len(out) > 0, isThere)
}

// sort puts what is numbered, which is in the order in which it was selected, in another one.
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

// nothingOf is why a plan has nothing to do, if it has nothing.
func nothingOf(something, isThere bool) error {
	switch {
	case something:
		return nil
	case isThere:
		return ErrLocked
	default:
		return ErrNothingSelected
	}
}

// RenamingDiff is the diff that gives what is in a plan its names.
func RenamingDiff(plan []Renaming) level.Diff {
	var d level.Diff
	for _, r := range plan {
		switch {
		case r.Instance != nil && r.Name != r.Instance.Name:
			out := *r.Instance
			out.Name = r.Name
			d.Instances = append(d.Instances, level.Changed(r.Instance, &out))
		case r.Instance == nil && r.Name != r.Collider.Name:
			out := *r.Collider
			out.Name = r.Name
			d.Colliders = append(d.Colliders, level.Changed(r.Collider, &out))
		}
	}
	return d
}

// NameClashes is how many of a plan's names others have as well, and one of them as messages quote it.
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
