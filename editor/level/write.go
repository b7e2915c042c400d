package level

import (
	"bufio"
	"bytes"
	"io"
	"maps"
	"slices"
	"strconv"
	"unicode"

	"fillet/editor/strictyaml"
)

// Marshal returns the level file of a document.
func Marshal(d *Document) ([]byte, error) {
	s := d.Snapshot()
	var b bytes.Buffer
	b.Grow(sizeInFile(s))
	err := Write(&b, s)
	return b.Bytes(), err
}

// sizeInFile estimates how many bytes the level takes in a file, erring on the high side.
func sizeInFile(s Snapshot) int {
	const head, collider, group, point, source, property = 4 << 10, 130, 60, 20, 80, 20
	n := head + group*len(s.Groups)
	for _, l := range s.Layers {
		for _, c := range l.Colliders {
			n += collider + len(c.Name) + point*len(c.Shape.Points) + property*(len(c.Properties)+len(c.Tags))
			for _, h := range c.Shape.Holes {
				n += point * (len(h) + 1)
			}
			if d := c.Shape.Detail; d != nil {
				n += point * (len(d.Radii) + len(d.Chamfers) + 4*len(d.Curves))
			}
			if c.Path != nil {
				n += property*len(pathSchema.keys) + point*len(c.Path.Points)
			}
			if c.Source != nil {
				n += source + len(c.Source.File) + len(c.Source.Level) + len(c.Source.Layer) + len(c.Source.ID)
			}
		}
	}
	return n
}

// Write writes the level file: YAML with its keys in a fixed order, without default values, and with the points of a
// collider on one line.
func Write(w io.Writer, s Snapshot) error {
	e := &encoder{w: bufio.NewWriterSize(w, 1<<16), origins: originsOf(s.Settings), level: s}
	e.line(0, "fillet", versionOf(s))
	writeRows(e, 0, s.Settings, settingsSchema.rows)
	return e.w.Flush()
}

// encoder writes YAML without a library: the library's encoder is many times slower, and cannot keep a collider's
// points on one line. Errors stay in the bufio.Writer until Flush.
type encoder struct {
	w       *bufio.Writer
	scratch []byte
	origins map[ID]origin // of imported colliders
	level   Snapshot
	there   map[ID]bool // ids of the level's colliders
	now     sourceNode  // source of the collider being written
	after   string      // predecessor of the instance being written, in the drawing order
	// hashed is set if the text is not for a file, but for a hash that files store. Numbers then keep their first
	// format.
	hashed bool

	digester *digester // for imported values
	inLine   bool      // the value being written ends its line
}

func (e *encoder) layers(layers []LayerSnapshot) {
	if len(layers) == 0 {
		e.text("layers: []\n")
		return
	}
	e.text("layers:\n")
	for _, l := range layers {
		layerSchema.item(e, 4, l.Layer)
		headed := false
		for _, c := range l.Colliders {
			if isPartID(c.ID) {
				continue // derived from its instance
			}
			if !headed {
				e.text("    colliders:\n")
				headed = true
			}
			e.collider(c.Collider)
		}
		if !headed {
			e.text("    colliders: []\n")
		}
	}
}

// writtenRows holds the rows that are written in the same way for all colliders.
var writtenRows = rowsOf("name", "hidden")

func (e *encoder) collider(c *Collider) {
	const in = 8
	e.text("      - id: ")
	colliderIDs.write(e, c.ID)
	e.text("\n")
	writeRows(e, in, c, writtenRows)
	o, ok := e.origins[c.ID]
	if !ok || c.Source == nil {
		e.source(in, c.Source, 0, "")
		return
	}
	digest := o.base.Lost
	if digest == "" {
		if e.digester == nil {
			e.digester = new(digester)
		}
		digest = e.digester.of(o.base.Collider)
	}
	e.source(in, c.Source, o.number, digest)
	base := c
	if o.base.Lost == "" {
		base = o.base.Collider
		e.parts(in, "imported", c, base)
	}
	switch {
	case o.base.Gone, o.base.Kept:
		e.indent(in)
		e.text("offered:\n")
		if o.base.Kept {
			e.line(in+2, "gone", goneButKept)
		} else {
			e.line(in+2, "gone", true)
		}
	case o.base.Offered != nil:
		e.parts(in, "offered", base, o.base.Offered)
	}
}

func (e *encoder) properties(in int, p Properties) {
	if len(p) == 0 {
		return
	}
	e.indent(in)
	e.text("properties:\n")
	for _, name := range slices.Sorted(maps.Keys(p)) {
		e.indent(in + 2)
		e.value(name)
		e.text(": ")
		e.value(p[name])
		e.text("\n")
	}
}

// source writes the source of a collider, with the number of the import among the imports of its file, from 1, and the
// digest of the imported values.
func (e *encoder) source(in int, s *Source, number int, digest string) {
	if s == nil {
		return
	}
	e.now = sourceNode{*s, number, digest}
	e.indent(in)
	e.text("source: ")
	sourceSchema.inline(e, &e.now)
	e.text("\n")
}

func (e *encoder) line(indent int, key string, v any) {
	e.indent(indent)
	e.text(key)
	e.text(": ")
	e.value(v)
	e.text("\n")
}

// string writes a string, on its own line or within brackets.
func (e *encoder) string(s string) { e.text(quoted(s, !e.inLine)) }

func (e *encoder) value(v any) {
	switch v := v.(type) {
	case string:
		e.text(quoted(v, false))
	case bool:
		e.scratch = strconv.AppendBool(e.scratch[:0], v)
		e.bytes(e.scratch)
	case int:
		e.scratch = strconv.AppendInt(e.scratch[:0], int64(v), 10)
		e.bytes(e.scratch)
	case float64:
		e.scratch = e.number(e.scratch[:0], v)
		e.bytes(e.scratch)
	case Vec:
		e.vec(v)
	case []Vec:
		e.items("[]", len(v), func(i int) { e.vec(v[i]) })
	case []string:
		e.items("[]", len(v), func(i int) { e.flow(v[i]) })
	}
}

// items writes n items in a pair of brackets.
func (e *encoder) items(brackets string, n int, item func(i int)) {
	e.text(brackets[:1])
	for i := range n {
		if i > 0 {
			e.text(", ")
		}
		item(i)
	}
	e.text(brackets[1:])
}

func (e *encoder) vec(v Vec) {
	b := append(e.scratch[:0], '[')
	b = e.number(b, v.X)
	b = append(b, ", "...)
	b = e.number(b, v.Y)
	e.scratch = append(b, ']')
	e.bytes(e.scratch)
}

func (e *encoder) number(b []byte, x float64) []byte {
	if e.hashed {
		return strictyaml.AppendNumber(b, x)
	}
	return strictyaml.AppendYAMLNumber(b, x)
}

func (e *encoder) flow(s string)  { e.text(quoted(s, true)) }
func (e *encoder) text(s string)  { _, _ = e.w.WriteString(s) } // Flush reports the error
func (e *encoder) bytes(b []byte) { _, _ = e.w.Write(b) }       // Flush reports the error

func (e *encoder) indent(n int) { e.text("                "[:n]) }

// quoted returns a string as a YAML scalar: plain if every reader reads it as that string, otherwise in double quotes.
func quoted(s string, inFlow bool) string {
	if isPlain(s, inFlow) {
		return s
	}
	return string(strictyaml.AppendQuoted(nil, s))
}

func isPlain(s string, inFlow bool) bool {
	if s == "" || strictyaml.IsReserved(s) {
		return false
	}
	for i, r := range s {
		switch {
		case r == '_', 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', r > 0x7f && unicode.IsLetter(r):
		case i > 0 && ('0' <= r && r <= '9' || r == '-' || r == '.' || r == '/'):
		case i > 0 && i < len(s)-1 && r == ' ' && !inFlow:
		default:
			return false
		}
	}
	return true
}
