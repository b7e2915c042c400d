package bulk

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// Column is one field of a table whose rows are shapes.
type Column struct {
	Key      string // as in the level file; what has no key of its own there has its title's
	Title    string
	Numeric  bool // it sorts by value, and stands at the right
	ReadOnly bool
	Text     func(doc *level.Document, c *level.Collider) string // of a cell; empty where the shape has nothing of the kind
	number   func(c *level.Collider) float64
	choices  func(doc *level.Document, c *level.Collider) []string
	set      func(t *Table, c *level.Collider, text string) error // changes a copy; slices and maps in it are shared
}

// Choices lists what a cell can be, where that is one of a few words; nil where anything can be typed.
func (c Column) Choices(doc *level.Document, of *level.Collider) []string {
	if c.choices == nil || c.ReadOnly {
		return nil
	}
	return c.choices(doc, of)
}

// Table reads and writes shapes as rows of texts.
type Table struct {
	Doc       *level.Document
	Calculate func(string) (float64, error) // the value of what is typed for a number
}

// CellError says what is wrong with what was typed or pasted into a cell.
type CellError struct {
	Row    int // from 0, of the rows that the table was given
	Column string
	Err    error
}

func (e *CellError) Error() string {
	if e.Column == "" {
		return fmt.Sprintf("row %d: %v", e.Row+1, e.Err)
	}
	return fmt.Sprintf("row %d, %s: %v", e.Row+1, e.Column, e.Err)
}

func (e *CellError) Unwrap() error { return e.Err }

// Edit is a new text for a cell.
type Edit struct {
	Row    int
	Column Column
	Text   string
}

// Plan is the diff that edits of cells of these shapes come to: all of them, or an error that names the first cell at fault. What a
// document refuses for another reason, such as a radius that does not fit, is found by [Table.Blame] from its error.
func (t *Table) Plan(rows []level.ID, edits []Edit) (level.Diff, error) {
	var d level.Diff
	at := map[int]int{} // of a row, among the changes
	for _, e := range edits {
		if e.Row < 0 || e.Row >= len(rows) {
			return level.Diff{}, &CellError{e.Row, "", errors.New("there is no such row")}
		}
		c := t.Doc.Collider(rows[e.Row])
		if c == nil {
			return level.Diff{}, &CellError{e.Row, "", errors.New("the shape is gone")}
		}
		i, known := at[e.Row]
		var next level.Collider
		if known {
			next = *d.Colliders[i].After
		} else {
			next = *c
		}
		if e.Text == e.Column.Text(t.Doc, &next) {
			continue
		}
		if err := t.set(c, &next, e); err != nil {
			return level.Diff{}, &CellError{e.Row, e.Column.Title, err}
		}
		if known {
			d.Colliders[i].After = &next
		} else {
			at[e.Row] = len(d.Colliders)
			d.Colliders = append(d.Colliders, level.Changed(c, &next))
		}
	}
	onTop(t.Doc, d.Colliders)
	d.Colliders = slices.DeleteFunc(d.Colliders, func(c level.Change[level.Collider]) bool { return c.Before.Equal(c.After) })
	return d, nil
}

func (t *Table) set(was, next *level.Collider, e Edit) error {
	switch {
	case e.Column.ReadOnly:
		return errors.New("this cannot be changed here")
	case t.Doc.Locked(was) && e.Column.Key != "locked":
		return errors.New("the shape is locked")
	}
	return e.Column.set(t, next, e.Text)
}

// Blame gives an error of the document the row of the shape that it is about.
func (t *Table) Blame(rows []level.ID, err error) error {
	var ce *level.ColliderError
	if !errors.As(err, &ce) {
		return err
	}
	if i := slices.Index(rows, ce.ID); i >= 0 {
		return &CellError{Row: i, Err: ce.Err}
	}
	return err
}

// number is what was typed for a number, or the default where nothing was.
func (t *Table) number(text string, of *float64, usual float64) error {
	if strings.TrimSpace(text) == "" {
		if math.IsNaN(usual) {
			return errors.New("a number is missing")
		}
		*of = usual
		return nil
	}
	v, err := t.Calculate(text)
	if err == nil {
		*of = v
	}
	return err
}

var noUsual = math.NaN()

// Columns lists the columns that tables of these shapes can have: the same for all shapes, then their properties.
func Columns(doc *level.Document, ids []level.ID) []Column {
	out := slices.Clone(columns)
	names := map[string]bool{}
	for _, id := range ids {
		if c := doc.Collider(id); c != nil {
			for name := range c.Properties {
				names[name] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		out = append(out, propertyColumn(name))
	}
	return out
}

var columns = []Column{
	{Key: "name", Title: "name", Text: func(_ *level.Document, c *level.Collider) string { return c.Name }, set: func(_ *Table, c *level.Collider, s string) error {
		c.Name = s
		return nil
	}},
	kindColumn(),
	layerColumn(),
	numberColumn("x", "x", noUsual, func(c *level.Collider) *float64 { return &c.Position.X }),
	numberColumn("y", "y", noUsual, func(c *level.Collider) *float64 { return &c.Position.Y }),
	numberColumn("angle", "angle", 0, func(c *level.Collider) *float64 { return (*float64)(&c.Angle) }),
	sizeColumn("width", func(v *level.Vec) *float64 { return &v.X }),
	sizeColumn("height", func(v *level.Vec) *float64 { return &v.Y }),
	numberColumn("radius", "radius", 0, func(c *level.Collider) *float64 {
		if c.Shape.Kind == level.Point {
			return nil
		}
		return &c.Shape.Radius
	}),
	wordColumn("role", level.Solid, func(c *level.Collider) *level.Role { return &c.Role }, func(c *level.Collider, r level.Role) {
		if c.Role = r; r == level.OneWay && c.OneWay == (level.Vec{}) {
			c.OneWay = level.Up
		} else if r != level.OneWay {
			c.OneWay = level.Vec{}
		}
	}, level.Solid, level.Trigger, level.OneWay),
	wordColumn("body", level.Static, func(c *level.Collider) *level.BodyType { return &c.Body }, func(c *level.Collider, b level.BodyType) { c.Body = b },
		level.Static, level.Dynamic, level.Kinematic),
	{Key: "categories", Title: "categories", Text: func(_ *level.Document, c *level.Collider) string { return strings.Join(c.Categories, ", ") }, set: func(t *Table, c *level.Collider, s string) error {
		names, err := t.categories(s)
		c.Categories = names
		return err
	}},
	{Key: "collides_with", Title: "collides with", Text: func(_ *level.Document, c *level.Collider) string {
		switch {
		case c.CollidesWith == nil:
			return everything
		case len(c.CollidesWith) == 0:
			return nothing
		}
		return strings.Join(c.CollidesWith, ", ")
	}, set: func(t *Table, c *level.Collider, s string) error {
		switch strings.TrimSpace(s) {
		case "", everything:
			c.CollidesWith = nil
			return nil
		case nothing:
			c.CollidesWith = []string{}
			return nil
		}
		names, err := t.categories(s)
		c.CollidesWith = names
		return err
	}},
	{Key: "tags", Title: "tags", Text: func(_ *level.Document, c *level.Collider) string { return strings.Join(c.Tags, ", ") }, set: func(_ *Table, c *level.Collider, s string) error {
		c.Tags = wordsOf(s)
		return nil
	}},
	numberColumn("friction", "friction", level.DefaultFriction, func(c *level.Collider) *float64 { return &c.Friction }),
	numberColumn("restitution", "restitution", 0, func(c *level.Collider) *float64 { return &c.Restitution }),
	numberColumn("density", "density", level.DefaultDensity, func(c *level.Collider) *float64 { return &c.Density }),
	switchColumn("locked", func(c *level.Collider) *bool { return &c.Locked }),
	switchColumn("hidden", func(c *level.Collider) *bool { return &c.Hidden }),
	{Key: "id", Title: "id", ReadOnly: true, Text: func(_ *level.Document, c *level.Collider) string { return c.ID.String() }},
}

const (
	everything = "everything"
	nothing    = "nothing"
)

// wordsOf takes "a, b, a" apart; each word is there once.
func wordsOf(s string) []string {
	var out []string
	for _, w := range strings.Split(s, ",") {
		if w = strings.TrimSpace(w); w != "" && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

func (t *Table) categories(s string) ([]string, error) {
	names := wordsOf(s)
	for _, name := range names {
		if known := t.Doc.Settings().Categories; !slices.Contains(known, name) {
			return nil, fmt.Errorf("%q is no category of the level: it has %s", short(name), strings.Join(known[:min(len(known), 8)], ", "))
		}
	}
	return names, nil
}

// short is the beginning of a long text.
func short(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// numberText is a number as a cell shows it: with so few decimals that the noise of a sum is gone.
func numberText(v float64) string {
	const most = 1e9 // beyond it a rounding would be no better
	if math.Abs(v) < most {
		v = math.Round(v*1e6)/1e6 + 0 // no -0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// numberColumn is a column of numbers; at is nil for shapes that have none. An empty cell is the usual number.
func numberColumn(key, title string, usual float64, at func(*level.Collider) *float64) Column {
	return Column{
		Key: key, Title: title, Numeric: true,
		Text: func(_ *level.Document, c *level.Collider) string {
			if v := at(c); v != nil {
				return numberText(*v)
			}
			return ""
		},
		number: func(c *level.Collider) float64 {
			if v := at(c); v != nil {
				return *v
			}
			return math.Inf(1)
		},
		set: func(t *Table, c *level.Collider, s string) error {
			v := at(c)
			if v == nil {
				return fmt.Errorf("a %v has none", c.Shape.Kind)
			}
			return t.number(s, v, usual)
		},
	}
}

// sizeColumn is the width or the height of the drawn box in the shape's own frame.
func sizeColumn(title string, of func(*level.Vec) *float64) Column {
	has := func(c *level.Collider) bool { return c.Shape.Kind != level.Point }
	size := func(c *level.Collider) float64 {
		v := level.LocalBounds(c.Shape).Size()
		return *of(&v)
	}
	return Column{
		Key: title, Title: title, Numeric: true,
		Text: func(_ *level.Document, c *level.Collider) string {
			if !has(c) {
				return ""
			}
			return numberText(size(c))
		},
		number: func(c *level.Collider) float64 {
			if !has(c) {
				return math.Inf(1)
			}
			return size(c)
		},
		set: func(t *Table, c *level.Collider, s string) error {
			if !has(c) {
				return fmt.Errorf("a %v has none", c.Shape.Kind)
			}
			var v float64
			if err := t.number(s, &v, noUsual); err != nil {
				return err
			}
			if !(v > 0 && v <= level.MaxCoordinate) {
				return fmt.Errorf("%g is no size", v)
			}
			from := level.LocalBounds(c.Shape)
			to := from.Size()
			if *of(&to) = v; c.Shape.Kind == level.Circle {
				to = level.Vec{X: v, Y: v}
			}
			half, middle, box := to.Mul(0.5), from.Center(), from
			box.Min, box.Max = middle.Sub(half), middle.Add(half)
			*c = *level.Resized(c, from, box)
			return nil
		},
	}
}

// wordColumn is a column of one of a few words. An empty cell is the usual one.
func wordColumn[T interface {
	comparable
	fmt.Stringer
}](key string, usual T, at func(*level.Collider) *T, put func(*level.Collider, T), words ...T) Column {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = w.String()
	}
	return Column{
		Key: key, Title: key,
		Text:    func(_ *level.Document, c *level.Collider) string { return (*at(c)).String() },
		choices: func(*level.Document, *level.Collider) []string { return all },
		set: func(_ *Table, c *level.Collider, s string) error {
			s = strings.ToLower(strings.TrimSpace(s))
			if s == "" {
				put(c, usual)
				return nil
			}
			for _, w := range words {
				if w.String() == s {
					put(c, w)
					return nil
				}
			}
			return fmt.Errorf("%q is none of %s", short(s), strings.Join(all, ", "))
		},
	}
}

// switchColumn is a column of yes and nothing.
func switchColumn(key string, at func(*level.Collider) *bool) Column {
	return Column{
		Key: key, Title: key,
		Text: func(_ *level.Document, c *level.Collider) string {
			if *at(c) {
				return "yes"
			}
			return ""
		},
		choices: func(*level.Document, *level.Collider) []string { return []string{"yes", "no"} },
		set: func(_ *Table, c *level.Collider, s string) error {
			switch strings.ToLower(strings.TrimSpace(s)) {
			case "yes", "true", "1", "x":
				*at(c) = true
			case "", "no", "false", "0":
				*at(c) = false
			default:
				return fmt.Errorf("%q is neither yes nor no", short(s))
			}
			return nil
		},
	}
}

// propertyColumn is one of the designer's own values. What reads as a number, or as true or false, is one.
func propertyColumn(name string) Column {
	return Column{
		Key: "properties." + name, Title: name,
		Text: func(_ *level.Document, c *level.Collider) string {
			switch v := c.Properties[name].(type) {
			case string:
				return v
			case float64:
				return strconv.FormatFloat(v, 'g', -1, 64)
			case bool:
				return strconv.FormatBool(v)
			}
			return ""
		},
		set: func(_ *Table, c *level.Collider, s string) error {
			c.Properties = maps.Clone(c.Properties)
			if s == "" {
				delete(c.Properties, name)
				return nil
			}
			if c.Properties == nil {
				c.Properties = level.Properties{}
			}
			c.Properties[name] = valueOf(s)
			return nil
		},
	}
}

func valueOf(s string) any {
	switch s {
	case "true", "false":
		return s == "true"
	}
	if v, err := strconv.ParseFloat(s, 64); err == nil && !math.IsNaN(v) && !math.IsInf(v, 0) {
		return v + 0 // no -0
	}
	return s
}

// Sorted is shapes by a column, those of equal cells in the order in which they are given.
func Sorted(doc *level.Document, ids []level.ID, by Column, descending bool) []level.ID {
	type key struct {
		id     level.ID
		number float64
		text   string
	}
	keys := make([]key, 0, len(ids))
	for _, id := range ids {
		c := doc.Collider(id)
		if c == nil {
			continue
		}
		k := key{id: id}
		if by.number != nil {
			k.number = by.number(c)
		} else {
			k.text = strings.ToLower(by.Text(doc, c))
		}
		keys = append(keys, k)
	}
	slices.SortStableFunc(keys, func(a, b key) int {
		order := cmp.Compare(a.number, b.number)
		if by.number == nil {
			order = quote.Natural(a.text, b.text)
		}
		if descending {
			return -order
		}
		return order
	})
	out := make([]level.ID, len(keys))
	for i := range keys {
		out[i] = keys[i].id
	}
	return out
}

// Filtered is those of the shapes with all words of a query in their cells of some columns.
func Filtered(doc *level.Document, ids []level.ID, columns []Column, query string) []level.ID {
	words := strings.Fields(strings.ToLower(query))
	var out []level.ID
	var b strings.Builder
	for _, id := range ids {
		c := doc.Collider(id)
		if c == nil {
			continue
		}
		if len(words) > 0 {
			b.Reset()
			for _, col := range columns {
				b.WriteString(strings.ToLower(col.Text(doc, c)))
				b.WriteByte('\n')
			}
			text := b.String()
			if slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
				continue
			}
		}
		out = append(out, id)
	}
	return out
}
