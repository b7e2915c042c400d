package export

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"
	"fillet/export/colliders"
)

// native is the exporter of the native format in one of its syntaxes.
type native struct {
	name, title, extension string
	syntax                 syntax
}

// JSON returns the native format as JSON.
func JSON() Exporter {
	return native{"json", "Fillet colliders as JSON, with convex pieces", ".colliders.json", jsonSyntax}
}

// YAML returns the native format as YAML.
func YAML() Exporter {
	return native{"yaml", "Fillet colliders as YAML, with convex pieces", ".colliders.yaml", yamlSyntax}
}

func (n native) Name() string      { return n.name }
func (n native) Title() string     { return n.title }
func (n native) Extension() string { return n.extension }

// Export writes the level without losing anything that matters to a game. Besides the snapshot, it holds one collider
// at a time in memory, or all of a compact file or of the regions.
func (n native) Export(ctx context.Context, snap level.Snapshot, o Options, w io.Writer) (*Report, error) {
	if err := CheckForm(n, o.Form); err != nil {
		return nil, err
	}
	form := newFormer(snap, o)
	f := newHead(snap)
	f.Joints = newJoints(snap, form)
	form.head(f)
	total := snap.Len()
	var out levelWriter
	if o.Form.Chunks == (Vec{}) {
		out = n.newWriter(f, w, total)
	} else {
		out = newChunked(n, f, form, cmp.Or(o.Base, f.Level.Name), w)
	}
	losses, i := changeLosses{}, 0
	err := eachCollider(ctx, snap, func(c *colliders.Collider, drawn level.ColliderSnapshot) error {
		if o.Progress != nil && i%stride == 0 {
			o.Progress(i, total)
		}
		i++
		bounds := c.Bounds
		form.collider(c, drawn)
		changes, err := out.add(c, bounds)
		losses.add(changes, c, drawn.ID)
		return err
	})
	if err != nil {
		return nil, err
	}
	changes, files, err := out.finish(f.Joints)
	if err != nil {
		return nil, err
	}
	return &Report{Losses: append(lostLoose(snap, f.Joints), losses.list(changes)...), Files: files}, nil
}

// levelWriter writes a level collider by collider, as one file or as several, and returns what it had to change. bounds
// are in pixels with y down. finish returns the files beside the main file.
type levelWriter interface {
	add(c *colliders.Collider, bounds collision.AABB) ([]colliders.CompactLoss, error)
	finish(joints []colliders.Joint) ([]colliders.CompactLoss, []Attachment, error)
}

// newWriter returns a writer of a file with n colliders; it ignores f.Colliders.
func (n native) newWriter(f *colliders.File, w io.Writer, count int) levelWriter {
	if n.syntax == binarySyntax {
		return &compactFile{colliders.NewCompactWriter(f), w}
	}
	return newTextFile(f, w, n.syntax, count)
}

// Output is deterministic: keys have a fixed order, and numbers have the shortest form that reads back unchanged. YAML
// has the same keys as JSON, in the same order.

type syntax int

const (
	jsonSyntax syntax = iota
	yamlSyntax
	binarySyntax
)

// encoder writes both syntaxes by hand, because a general encoder is many times slower and cannot keep an outline on
// one line. buf holds one collider at a time.
type encoder struct {
	w    *bufio.Writer
	buf  []byte
	yaml bool
	flat bool // JSON on a single line
	err  error
}

// textFile is a levelWriter of JSON or YAML.
type textFile struct {
	*encoder
	count   int
	isFirst bool
}

func newTextFile(f *colliders.File, w io.Writer, s syntax, count int) *textFile {
	e := newEncoder(w, s)
	e.head(colliders.Format, f.Version, &f.Level, f.Categories)
	e.listField(0, "colliders", count)
	return &textFile{e, count, true}
}

func newEncoder(w io.Writer, s syntax) *encoder {
	e := &encoder{w: bufio.NewWriter(w), yaml: s == yamlSyntax}
	if !e.yaml {
		e.raw("{")
	}
	return e
}

// head writes the keys that files and indexes begin with.
func (e *encoder) head(format string, version int, l *colliders.Level, categories []string) {
	e.field(0, true, "format")
	e.str(format)
	e.field(0, false, "version")
	e.int(int64(version))
	e.field(0, false, "level")
	e.level(l)
	e.field(0, false, "categories")
	writeList(e, categories, e.str)
}

func (t *textFile) add(c *colliders.Collider, _ collision.AABB) ([]colliders.CompactLoss, error) {
	t.collider(t.isFirst, c)
	t.isFirst = false
	if t.err != nil {
		return nil, fmt.Errorf("collider %s: %w", c.ID, t.err)
	}
	return nil, t.drain()
}

func (t *textFile) finish(joints []colliders.Joint) ([]colliders.CompactLoss, []Attachment, error) {
	t.endList(0, t.count)
	if len(joints) > 0 {
		t.listField(0, "joints", len(joints))
		for i := range joints {
			t.item(1, i == 0)
			t.values(joints[i].Values)
		}
		t.endList(0, len(joints))
	}
	return nil, nil, t.end()
}

// end writes the end of a file.
func (e *encoder) end() error {
	if !e.yaml {
		e.raw("\n}")
	}
	e.raw("\n")
	if e.err != nil {
		return e.err
	}
	if err := e.drain(); err != nil {
		return err
	}
	return e.w.Flush()
}

func (e *encoder) drain() error {
	_, err := e.w.Write(e.buf)
	e.buf = e.buf[:0]
	return err
}

func (e *encoder) level(l *colliders.Level) { e.values(l.Values) }

// values writes an object on a single line.
func (e *encoder) values(each func(yield func(key string, value any) bool)) {
	e.open()
	first := true
	for key, v := range each {
		e.key(first, key)
		e.value(v)
		first = false
	}
	e.close()
}

// collider writes an item of a list of colliders. It fails for one that no reader accepts, because it is too far out in
// metres.
func (e *encoder) collider(isFirst bool, c *colliders.Collider) {
	isFar := c.Bounds.MaxAbs() > collision.MaxCoordinate
	if c.Path != nil && len(c.Path.Points) > 0 {
		_, err := c.Moving()
		isFar = isFar || err != nil
	}
	if isFar {
		e.err = errors.New("too far out: use more pixels per metre, or the unit px")
	}
	const in = 2
	e.item(in-1, isFirst)
	if !e.yaml {
		e.raw("{")
	}
	first := true
	for key, v := range c.Values {
		if pieces, ok := v.(*[]colliders.Piece); ok {
			e.pieces(in, key, *pieces)
			continue
		}
		e.field(in, first, key)
		e.value(v)
		first = false
	}
	if !e.yaml {
		e.newline(in - 1)
		e.raw("}")
	}
}

// value writes a value of an object, given a pointer to it.
func (e *encoder) value(v any) {
	switch v := v.(type) {
	case *string:
		e.str(*v)
	case *float64:
		e.num(*v)
	case *Vec:
		e.vec(*v)
	case **Vec:
		if *v == nil {
			e.raw("null")
		} else {
			e.vec(**v)
		}
	case *int32:
		e.int(int64(*v))
	case *uint64:
		e.buf = strconv.AppendUint(e.buf, *v, 10)
	case *int:
		e.int(int64(*v))
	case *bool:
		e.buf = strconv.AppendBool(e.buf, *v)
	case *[]float64:
		e.numbers(*v...)
	case *[]Vec:
		e.points(*v)
	case *[][]Vec:
		writeList(e, *v, e.points)
	case colliders.Corners:
		e.corners(v)
	case *[]colliders.Curve:
		writeList(e, *v, e.curve)
	case *[]colliders.PathArc:
		writeList(e, *v, func(a colliders.PathArc) { e.values(a.Values) })
	case *[]colliders.PathKey:
		writeList(e, *v, func(k colliders.PathKey) { e.numbers(k.Time, k.Position.X, k.Position.Y, k.Angle) })
	case *[]int:
		writeList(e, *v, func(i int) { e.int(int64(i)) })
	case *[]string:
		writeList(e, *v, e.str)
	case *map[string]any:
		e.properties(*v)
	case **colliders.Path:
		e.values((*v).Values)
	case *colliders.Shape:
		e.values(v.Values)
	case *[]colliders.RegionCollider:
		writeList(e, *v, func(c colliders.RegionCollider) {
			e.values(c.Values)
		})
	case *collision.AABB:
		e.numbers(v.Min.X, v.Min.Y, v.Max.X, v.Max.Y)
	case **colliders.Source:
		if *v == nil {
			e.raw("null")
		} else {
			e.values((*v).Values)
		}
	case fmt.Stringer: // a kind, a role and so on
		e.str(v.String())
	default:
		e.err = fmt.Errorf("no values are of type %T", v)
	}
}

func (e *encoder) corners(c colliders.Corners) {
	writeList(e, c.List, func(x float64) {
		if x == c.None {
			e.raw("null")
		} else {
			e.num(x)
		}
	})
}

func (e *encoder) curve(c colliders.Curve) {
	e.open()
	e.key(true, "edge")
	e.int(int64(c.Edge))
	if c.Arc != 0 {
		e.key(false, "arc")
		e.num(c.Arc)
	} else {
		e.key(false, "cubic")
		e.points(c.Cubic[:])
	}
	e.close()
}

func (e *encoder) pieces(in int, key string, pieces []colliders.Piece) {
	e.listField(in, key, len(pieces))
	for i, p := range pieces {
		e.item(in+1, i == 0)
		e.values(p.Values)
	}
	e.endList(in, len(pieces))
}

func (e *encoder) properties(p map[string]any) {
	e.open()
	for i, name := range slices.Sorted(maps.Keys(p)) {
		e.comma(i)
		e.str(name)
		e.raw(": ")
		switch v := p[name].(type) {
		case string:
			e.str(v)
		case bool:
			e.buf = strconv.AppendBool(e.buf, v)
		case float64:
			e.num(v)
		default:
			e.err = fmt.Errorf("property %q is a %T; only strings, numbers and bools can be written",
				quote.Excerpt(name), v)
		}
	}
	e.close()
}

// field starts a new line with a key of an object at the given depth. In YAML, the first key of a list item follows the
// item's dash.
func (e *encoder) field(depth int, first bool, name string) {
	if !e.yaml {
		if !first {
			e.raw(",")
		}
		e.newline(depth)
	} else if !first {
		e.newline(depth)
	}
	e.name(name)
	e.raw(": ")
}

// listField starts a list of n items with one line per item.
func (e *encoder) listField(depth int, name string, n int) {
	e.field(depth, false, name)
	switch {
	case n == 0:
		e.raw("[]")
	case e.yaml:
		e.buf = e.buf[:len(e.buf)-1] // no space at the end of the line
	default:
		e.raw("[")
	}
}

func (e *encoder) item(depth int, first bool) {
	if !first && !e.yaml {
		e.raw(",")
	}
	e.newline(depth)
	if e.yaml {
		e.raw("- ")
	}
}

func (e *encoder) endList(depth, n int) {
	if n > 0 && !e.yaml {
		e.newline(depth)
		e.raw("]")
	}
}

// newline starts a line. JSON is indented one level deeper, because of the outer braces.
func (e *encoder) newline(depth int) {
	const spaces = "\n                "
	if e.flat {
		return
	}
	if !e.yaml {
		depth++
	}
	e.raw(spaces[:1+2*depth])
}

func (e *encoder) open()  { e.raw("{") }
func (e *encoder) close() { e.raw("}") }

// key writes a key of an object on a single line.
func (e *encoder) key(first bool, name string) {
	if !first {
		e.raw(", ")
	}
	e.name(name)
	e.raw(": ")
}

// name writes a key of the format. Keys need no quotes, except for "y", which some YAML readers treat as yes.
func (e *encoder) name(s string) {
	if e.yaml && s != "y" {
		e.raw(s)
		return
	}
	e.raw(`"`)
	e.raw(s)
	e.raw(`"`)
}

func (e *encoder) comma(i int) {
	if i > 0 {
		e.raw(", ")
	}
}

func (e *encoder) raw(s string)  { e.buf = append(e.buf, s...) }
func (e *encoder) int(i int64)   { e.buf = strconv.AppendInt(e.buf, i, 10) }
func (e *encoder) vec(v Vec)     { e.numbers(v.X, v.Y) }
func (e *encoder) str(s string)  { e.buf = appendString(e.buf, s, e.yaml) }
func (e *encoder) num(x float64) { e.buf = e.appendNumber(e.buf, x) }

func (e *encoder) appendNumber(b []byte, x float64) []byte {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		e.err = fmt.Errorf("%g cannot be written: it is not a finite number", x)
	}
	if e.yaml {
		return strictyaml.AppendYAMLNumber(b, x)
	}
	return strictyaml.AppendNumber(b, x)
}

func (e *encoder) numbers(xs ...float64) {
	e.raw("[")
	for i, x := range xs {
		e.comma(i)
		e.num(x)
	}
	e.raw("]")
}

func (e *encoder) points(points []Vec) {
	e.raw("[")
	for i, p := range points {
		e.comma(i)
		e.vec(p)
	}
	e.raw("]")
}

// writeList writes a list on a single line.
func writeList[T any](e *encoder, items []T, write func(T)) {
	e.raw("[")
	for i, x := range items {
		e.comma(i)
		write(x)
	}
	e.raw("]")
}

// appendString appends a string: in YAML without quotes if every reader reads back the same string, else in double
// quotes.
func appendString(b []byte, s string, yaml bool) []byte {
	switch {
	case !yaml:
		return strictyaml.AppendQuotedJSON(b, s)
	case isPlain(s):
		return append(b, s...)
	}
	return strictyaml.AppendQuoted(b, s)
}

// isPlain reports whether a string needs no quotes in YAML's flow style: a word of letters, digits, '_', '-', '.' and
// '/' that begins with a letter or '_' and that no reader treats as another type.
func isPlain(s string) bool {
	if s == "" {
		return false
	}
	for i := range len(s) {
		c := s[i]
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || !('0' <= c && c <= '9' || c == '-' || c == '.' || c == '/')) {
			return false
		}
	}
	return !strictyaml.IsReserved(s)
}
