package bulk_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor/bulk"
	"fillet/editor/level"
)

func column(t testing.TB, columns []bulk.Column, title string) bulk.Column {
	t.Helper()
	i := slices.IndexFunc(columns, func(c bulk.Column) bool { return c.Title == title })
	if i < 0 {
		t.Fatalf("there is no column %s", title)
	}
	return columns[i]
}

func calculate(s string) (float64, error) {
	if a, b, ok := strings.Cut(s, "*"); ok { // as sums in fields
		x, _ := strconv.ParseFloat(a, 64)
		y, err := strconv.ParseFloat(b, 64)
		return x * y, err
	}
	return strconv.ParseFloat(s, 64)
}

// Cells are read and written, an empty one is what the file leaves out, and what is wrong is named by row and column.
func TestCells(t *testing.T) {
	for _, tt := range []struct{ column, text, want, wrong string }{
		{"name", "x y", "x y", ""},
		{"name", "", "", ""},
		{"x", "3*4", "12", ""},
		{"x", "", "", "row 1, x: a number is missing"},
		{"y", "a", "", "row 1, y: "},
		{"angle", "30", "30", ""},
		{"angle", "", "0", ""},
		{"width", "20", "20", ""},
		{"height", "2.5", "2.5", ""},
		{"width", "-3", "", "row 1, width: -3 is no size"},
		{"radius", "2", "2", ""},
		{"role", "Trigger", "trigger", ""},
		{"role", "one-way", "one-way", ""},
		{"role", "", "solid", ""},
		{"role", "wall", "", `row 1, role: "wall" is none of solid, trigger, one-way`},
		{"body", "dynamic", "dynamic", ""},
		{"categories", "default", "default", ""},
		{"categories", "rock", "", `row 1, categories: "rock" is no category`},
		{"collides with", "nothing", "nothing", ""},
		{"collides with", "", "everything", ""},
		{"collides with", "default", "default", ""},
		{"tags", "a, b ,a,, c", "a, b, c", ""},
		{"friction", "0.25", "0.25", ""},
		{"friction", "", "0.6", ""},
		{"density", "2", "2", ""},
		{"locked", "x", "yes", ""},
		{"hidden", "no", "", ""},
		{"hidden", "perhaps", "", `row 1, hidden: "perhaps" is neither yes nor no`},
		{"kind", "circle", "", "row 1, kind: a box like this one is no circle exactly"},
		{"id", "c9", "", "row 1, id: "},
		{"hp", "12", "12", ""},
		{"hp", "true", "true", ""},
		{"hp", "a b", "a b", ""},
		{"hp", "", "", ""},
	} {
		s := open(t, "1,2 a old")
		if err := s.Shapes([]level.ID{1}).SetProperty("hp", 5.0); err != nil {
			t.Fatal(err)
		}
		before := textOf(t, s)
		table := bulk.Table{Doc: s.Document(), Calculate: calculate}
		c := column(t, bulk.Columns(s.Document(), []level.ID{1}), tt.column)
		d, err := table.Plan([]level.ID{1}, []bulk.Edit{{Row: 0, Column: c, Text: tt.text}})
		if tt.wrong != "" {
			if err == nil || !strings.HasPrefix(err.Error(), tt.wrong) {
				t.Errorf("%s %q: the error is %v, want %s", tt.column, tt.text, err, tt.wrong)
			}
			continue
		}
		if err == nil {
			err = s.Do("Edit", d)
		}
		if err != nil {
			t.Errorf("%s %q: %v", tt.column, tt.text, err)
			continue
		}
		if got := c.Text(s.Document(), s.Document().Collider(1)); got != tt.want {
			t.Errorf("%s %q: the cell is %q, want %q", tt.column, tt.text, got, tt.want)
		}
		if d.IsEmpty() {
			continue
		}
		if s.Undo(); textOf(t, s) != before {
			t.Errorf("%s %q: after undo the file is\n%s", tt.column, tt.text, textOf(t, s))
		}
	}
}

// Several cells of one shape come to one change of it, and one that is wrong keeps all from being done.
func TestPlanIsAllOrNothing(t *testing.T) {
	s := open(t, "1,2 a", "3,4 b", "5,6 c!")
	table := bulk.Table{Doc: s.Document(), Calculate: calculate}
	rows := []level.ID{2, 1, 3}
	columns := bulk.Columns(s.Document(), rows)
	x, name, radius, width := column(t, columns, "x"), column(t, columns, "name"), column(t, columns, "radius"), column(t, columns, "width")
	d, err := table.Plan(rows, []bulk.Edit{{0, x, "30"}, {0, name, "B"}, {1, name, "a"}, {0, x, "31"}})
	if err != nil || len(d.Colliders) != 1 || d.Colliders[0].After.Name != "B" || d.Colliders[0].After.Position.X != 31 {
		t.Errorf("the plan is %+v, %v", d, err)
	}
	for want, edits := range map[string][]bulk.Edit{
		"row 2, x: ":                       {{0, x, "30"}, {1, x, "?"}},
		"row 3, name: the shape is locked": {{0, x, "30"}, {2, name, "q"}},
		"row 4: there is no such row":      {{3, x, "30"}},
	} {
		d, err := table.Plan(rows, edits)
		var ce *bulk.CellError
		if err == nil || !strings.HasPrefix(err.Error(), want) || !d.IsEmpty() || !errors.As(err, &ce) {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
	// The document refuses a radius that does not fit: the row is known.
	d, err = table.Plan(rows, []bulk.Edit{{0, x, "7"}, {1, width, "4"}, {1, radius, "3"}})
	if err != nil {
		t.Fatal(err)
	}
	before := textOf(t, s)
	if err := table.Blame(rows, s.Do("Edit", d)); err == nil || !strings.HasPrefix(err.Error(), "row 2: ") || textOf(t, s) != before {
		t.Errorf("the error is %v", err)
	}
}

func TestParseCells(t *testing.T) {
	for _, tt := range []struct {
		text string
		want [][]string
	}{
		{"", [][]string{{""}}},
		{"a", [][]string{{"a"}}},
		{"a\n", [][]string{{"a"}}},
		{"a\tb\r\nc\td\r\n", [][]string{{"a", "b"}, {"c", "d"}}},
		{"a\n\nb", [][]string{{"a"}, {""}, {"b"}}},
		{"\t\n\t", [][]string{{"", ""}, {"", ""}}},
		{"\"a\tb\"\tc", [][]string{{"a\tb", "c"}}},
		{"\"say \"\"hi\"\"\nx\"", [][]string{{"say \"hi\"\nx"}}},
		{"\"open\tb", [][]string{{"\"open", "b"}}},
		{"\"a\"b\tc", [][]string{{"\"a\"b", "c"}}},
		{"5\"\t6", [][]string{{"5\"", "6"}}},
	} {
		got, err := bulk.ParseCells(tt.text)
		if err != nil || !slices.EqualFunc(got, tt.want, slices.Equal[[]string]) {
			t.Errorf("%q is %q, want %q (%v)", tt.text, got, tt.want, err)
		}
	}
}

// What is copied is what is pasted, whatever it is.
func TestCellsRoundTrip(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cell := rapid.OneOf(rapid.SampledFrom([]string{"", "a", "\"", "a\tb", "x\ny", "\"q\"", "ä"}), rapid.StringMatching(`[a-z"\t\n ]{0,6}`))
		width := rapid.IntRange(1, 4).Draw(rt, "columns")
		rows := rapid.SliceOfN(rapid.SliceOfN(cell, width, width), 1, 5).Draw(rt, "rows")
		got, err := bulk.ParseCells(bulk.FormatCells(rows))
		if err != nil || !slices.EqualFunc(got, rows, slices.Equal[[]string]) {
			rt.Fatalf("%q comes back as %q (%v)", rows, got, err)
		}
	})
}

// FuzzParseCells looks for panics, and for cells that do not come back.
func FuzzParseCells(f *testing.F) {
	f.Add("a\tb\n\"c\"\"\td\"")
	f.Fuzz(func(t *testing.T, text string) {
		rows, err := bulk.ParseCells(text)
		if err != nil || len(rows) == 0 {
			t.Fatalf("%q: %v", rows, err)
		}
		again, err := bulk.ParseCells(bulk.FormatCells(rows))
		if err != nil || !slices.EqualFunc(again, rows, slices.Equal[[]string]) {
			t.Fatalf("%q comes back as %q", rows, again)
		}
	})
}

// FuzzCells types any text into any cell: it is refused, or undone to the same bytes.
func FuzzCells(f *testing.F) {
	f.Add("1e400", uint8(3))
	f.Add("one-way", uint8(9))
	f.Fuzz(func(t *testing.T, text string, at uint8) {
		s := open(t, "1,2 a", "3,4 b")
		before := textOf(t, s)
		rows := []level.ID{1, 2}
		columns := bulk.Columns(s.Document(), rows)
		table := bulk.Table{Doc: s.Document(), Calculate: calculate}
		d, err := table.Plan(rows, []bulk.Edit{{Row: 1, Column: columns[int(at)%len(columns)], Text: text}})
		if err != nil || s.Do("Edit", d) != nil || d.IsEmpty() {
			if textOf(t, s) != before {
				t.Fatal("something is half done")
			}
			return
		}
		if err := s.Document().Validate(); err != nil {
			t.Fatal(err)
		}
		if s.Undo(); textOf(t, s) != before {
			t.Fatal("undo leaves other bytes")
		}
	})
}

func TestSortedAndFiltered(t *testing.T) {
	s := open(t, "5,0 crate_10 wood", "1,0 Crate_9", "3,0 ball wood", "1,9 crate_09")
	doc, ids := s.Document(), []level.ID{1, 2, 3, 4}
	columns := bulk.Columns(doc, ids)
	for _, tt := range []struct {
		by   string
		down bool
		want string
	}{{"x", false, "[2 4 3 1]"}, {"x", true, "[1 3 2 4]"}, {"name", false, "[3 2 4 1]"}, {"tags", false, "[2 4 1 3]"}} {
		if got := fmt.Sprint(slices.Collect(numbers(bulk.Sorted(doc, ids, column(t, columns, tt.by), tt.down)))); got != tt.want {
			t.Errorf("by %s: %s, want %s", tt.by, got, tt.want)
		}
	}
	for query, want := range map[string]string{"": "[1 2 3 4]", "wood": "[1 3]", "CRATE wood": "[1]", "x": "[]"} {
		if got := fmt.Sprint(slices.Collect(numbers(bulk.Filtered(doc, ids, []bulk.Column{column(t, columns, "name"), column(t, columns, "tags")}, query)))); got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
}

func numbers(ids []level.ID) func(func(uint64) bool) {
	return func(yield func(uint64) bool) {
		for _, id := range ids {
			if !yield(uint64(id)) {
				return
			}
		}
	}
}

// BenchmarkTable finds, sorts and changes 100,000 rows.
func BenchmarkTable(b *testing.B) {
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		b.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "a", Order: 1})}}
	const n = 100_000
	ids := make([]level.ID, n)
	for i := range n {
		ids[i] = level.ID(i + 1)
		c := level.NewCollider(ids[i], 1, fmt.Sprint("crate ", n-i), level.Shape{Kind: level.Box, Size: level.Vec{X: 8, Y: 8}, Rounding: level.Inset}, level.Vec{X: float64(i)})
		c.Order = float64(i)
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		b.Fatal(err)
	}
	columns := bulk.Columns(doc, ids)
	b.Run("filter", func(b *testing.B) {
		for b.Loop() {
			bulk.Filtered(doc, ids, columns[:10], "crate 77")
		}
	})
	b.Run("sort", func(b *testing.B) {
		for b.Loop() {
			bulk.Sorted(doc, ids, columns[0], false)
		}
	})
	b.Run("paste", func(b *testing.B) {
		table := bulk.Table{Doc: doc, Calculate: calculate}
		edits := make([]bulk.Edit, n)
		for i := range edits {
			edits[i] = bulk.Edit{Row: i, Column: columns[0], Text: fmt.Sprint("b", i)}
		}
		for b.Loop() {
			if _, err := table.Plan(ids, edits); err != nil {
				b.Fatal(err)
			}
		}
	})
}
