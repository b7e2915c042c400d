package bulk

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

// Order is in which order shapes are numbered.
type Order int

// The orders.
const (
	AsDrawn Order = iota // what is drawn first has the first number
	LeftToRight
	TopToBottom
	AsSelected
)

// Orders names the orders, by their numbers.
var Orders = []string{"as drawn", "left to right", "top to bottom", "as selected"}

// Numbering names shapes after a pattern. Each run of # in it stands for the shape's number, with zeros in front of it until it is
// as long as the run: "plat ##" is plat 01, plat 02, and so on.
type Numbering struct {
	Pattern     string
	Start, Step int
	Order       Order
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

// Renaming is what becomes of one shape's name.
type Renaming struct {
	Collider *level.Collider // as it is
	Name     string          // as it will be
	Clashes  bool            // another shape of the level will have that name as well
}

// Limits of a numbering.
const (
	mostPadding = 1000
	mostNumber  = 1_000_000_000_000
)

// Plan is the new names of shapes, in the order of their numbers. Shapes that are locked keep theirs, and have no number.
func (n Numbering) Plan(doc *level.Document, ids []level.ID) ([]Renaming, error) {
	switch {
	case strings.TrimSpace(n.Pattern) == "":
		return nil, errors.New("the pattern is empty")
	case strings.Count(n.Pattern, "#") > mostPadding:
		return nil, fmt.Errorf("the pattern has more than %d #", mostPadding)
	case max(n.Start, -n.Start) > mostNumber || max(n.Step, -n.Step) > mostNumber/1_000_000:
		return nil, errors.New("the numbers are too large")
	}
	of, err := free(doc, ids)
	if err != nil {
		return nil, err
	}
	n.Order.sort(doc, of)
	out := make([]Renaming, len(of))
	count := make(map[string]int, len(of))
	renamed := make(map[level.ID]bool, len(of))
	for i, c := range of {
		out[i] = Renaming{Collider: c, Name: n.Name(i)}
		count[out[i].Name]++
		renamed[c.ID] = true
	}
	for c := range doc.Colliders() {
		if _, is := count[c.Name]; is && !renamed[c.ID] {
			count[c.Name]++
		}
	}
	for i := range out {
		out[i].Clashes = count[out[i].Name] > 1
	}
	return out, nil
}

// sort puts shapes, which are in the order in which they were selected, in another one.
func (o Order) sort(doc *level.Document, of []*level.Collider) {
	if o == AsSelected {
		return
	}
	drawn := make(map[level.ID]int, len(of))
	for _, c := range of {
		drawn[c.ID] = 0
	}
	i := 0
	for c := range doc.Colliders() {
		if _, is := drawn[c.ID]; is {
			drawn[c.ID] = i
			i++
		}
	}
	middles := make(map[level.ID]level.Vec, len(of))
	for _, c := range of {
		middles[c.ID] = level.DrawnBounds(c).Center()
	}
	slices.SortFunc(of, func(a, b *level.Collider) int {
		p, q := middles[a.ID], middles[b.ID]
		by := 0
		switch o {
		case LeftToRight:
			by = cmp.Or(cmp.Compare(p.X, q.X), cmp.Compare(p.Y, q.Y))
		case TopToBottom:
			by = cmp.Or(cmp.Compare(p.Y, q.Y), cmp.Compare(p.X, q.X))
		}
		return cmp.Or(by, cmp.Compare(drawn[a.ID], drawn[b.ID]))
	})
}

// The errors of plans that find nothing to do.
var (
	ErrNothing = errors.New("nothing is selected")
	ErrLocked  = errors.New("what is selected is locked")
)

// free is those of the colliders that the document has and that are not locked.
func free(doc *level.Document, ids []level.ID) ([]*level.Collider, error) {
	out := make([]*level.Collider, 0, len(ids))
	isThere := false
	for _, id := range ids {
		c := doc.Collider(id)
		if c == nil {
			continue
		}
		isThere = true
		if !doc.Locked(c) {
			out = append(out, c)
		}
	}
	switch {
	case len(out) > 0:
		return out, nil
	case isThere:
		return nil, ErrLocked
	default:
		return nil, ErrNothing
	}
}

// Rename is the diff that gives shapes the names of a plan.
func Rename(plan []Renaming) level.Diff {
	var d level.Diff
	for _, r := range plan {
		if r.Name != r.Collider.Name {
			out := *r.Collider
			out.Name = r.Name
			d.Colliders = append(d.Colliders, level.Changed(r.Collider, &out))
		}
	}
	return d
}

// Clashes is how many of a plan's names other shapes have as well, and one of them as messages quote it.
func Clashes(plan []Renaming) (n int, example string) {
	for _, r := range plan {
		if r.Clashes {
			if n++; n == 1 {
				example = quote.Excerpt(r.Name)
			}
		}
	}
	return n, example
}
