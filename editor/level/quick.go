package level

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// Reading through nodes takes four times as long as the code here, and through the YAML library ten times as long
// again. But nearly every level file is just as [Write] wrote it, so layers and colliders in that form are read here
// without a tree. Anything that differs, and every error, is left to the tree: it alone decides what a level file may
// look like and what is wrong with one.

// readQuickly reads a file whose layers have the form that Write gives them, and, if placed is set, the places of its
// colliders. It returns false for any other file, and for one with invalid records.
func readQuickly(data []byte, placed bool) (*Document, Places, bool) {
	const mark = "\nlayers:"
	at := bytes.Index(data, []byte(mark))
	if at < 0 || !utf8.Valid(data) {
		return nil, Places{}, false
	}
	q := &quickReader{data: data, at: at + len(mark), words: map[string]string{}, head: newDecoder("")}
	if placed {
		q.starts = make([]int, 0, (len(data)-at)/usualCollider+1)
	}
	var d Diff
	if !q.layers(&d) || q.at != len(q.data) || !areDistinct(d.Layers) {
		return nil, Places{}, false
	}
	head, ok := readHead(data[:at+1], placed)
	if !ok || head.deletesOneOf(d.Colliders) || len(head.warnings) > 0 {
		return nil, Places{}, false
	}
	head.found = q.head.found
	q.head = head
	head.attach(d.Colliders)
	d.Groups, d.Instances = head.groups, head.orderInstances(d.Colliders)
	doc, err := newDocumentOf(head.settings, d)
	if err != nil {
		return nil, Places{}, false
	}
	if !placed {
		return doc, Places{}, true
	}
	return doc, Places{
		Colliders: q.positions(&d, at+1), Groups: head.at.Groups, Instances: head.at.Instances,
		Changes: head.at.Changes, Ignored: head.at.Ignored,
	}, true
}

// positions returns the places of the colliders; the key of the layers is at data[from]. After it, lines end only with
// line feeds.
func (q *quickReader) positions(d *Diff, from int) map[ID]FilePosition {
	const column = len("      - ") + 1
	out := make(map[ID]FilePosition, len(d.Colliders))
	line := q.head.start
	for i, c := range d.Colliders {
		line += bytes.Count(q.data[from:q.starts[i]], []byte{'\n'})
		from = q.starts[i]
		out[c.After.ID] = FilePosition{Line: line, Column: column}
	}
	return out
}

// readHead reads what is before the layers, through the tree.
func readHead(head []byte, placed bool) (*decoder, bool) {
	d := newDecoder("")
	d.isHead, d.placed = true, placed
	text := append(slices.Clip(head), "layers: []\n"...)
	if d.text(text) != nil {
		return nil, false
	}
	return d, d.level(text) == nil
}

func areDistinct(layers []Change[Layer]) bool {
	seen := make(map[LayerID]bool, len(layers))
	for _, l := range layers {
		if seen[l.After.ID] {
			return false
		}
		seen[l.After.ID] = true
	}
	return true
}

// quickReader reads data[at:]. Its methods return false if the text does not have the expected form; their results are
// then of no use.
type quickReader struct {
	data  []byte
	at    int
	words map[string]string // text that is likely to repeat, once each
	text  []byte
	vecs  []Vec
	from  sourceNode // the source of the collider being read

	starts []int    // offsets of the colliders' ids, in order; nil if nobody asks
	head   *decoder // of what is before the layers; until it is read, another one collects what was imported
}

// take skips the given text, if it comes next.
func (q *quickReader) take(s string) bool {
	if len(q.data)-q.at >= len(s) && string(q.data[q.at:q.at+len(s)]) == s {
		q.at += len(s)
		return true
	}
	return false
}

// key returns the word before a colon and a space, or before a colon at the end of a line, whose line break it leaves.
func (q *quickReader) key() []byte {
	start := q.at
	for i := start; i < len(q.data); i++ {
		c := q.data[i]
		if c >= 'a' && c <= 'z' || c == '_' {
			continue
		}
		if c != ':' || i == start {
			return nil
		}
		q.at = i + 1
		if q.take(" ") || q.at < len(q.data) && q.data[q.at] == '\n' {
			return q.data[start:i]
		}
		return nil
	}
	return nil
}

// seen is the set of a record's keys that have been read.
type seen uint64

// first reports whether the i-th key is new in the record, and marks it as read.
func (s *seen) first(i uint) bool {
	bit := seen(1) << i
	if *s&bit != 0 {
		return false
	}
	*s |= bit
	return true
}

func (q *quickReader) layers(d *Diff) bool {
	if q.take(" []\n") {
		return true
	}
	if !q.take("\n") {
		return false
	}
	for i := 1; q.take("  - id: l"); i++ {
		l := &Layer{Order: float64(i)}
		var id uint64
		if !q.id(&id) || !q.take("\n") {
			return false
		}
		l.ID = LayerID(id)
		var had seen
		for q.take("    ") {
			ok := false
			switch string(q.key()) {
			case "name":
				ok = had.first(0) && q.string(&l.Name, false)
			case "color":
				ok = had.first(1) && q.string(&l.Color, false)
			case "locked":
				ok = had.first(2) && q.bool(&l.Locked)
			case "hidden":
				ok = had.first(3) && q.bool(&l.Hidden)
			case "opacity":
				ok = had.first(5) && q.opacity(l)
			case "colliders":
				ok = had.first(4) && q.colliders(l.ID, d)
			}
			if !ok || !q.take("\n") {
				return false
			}
		}
		if l.Check() != nil {
			return false
		}
		d.Layers = append(d.Layers, Added(l))
	}
	return len(d.Layers) > 0
}

func (q *quickReader) opacity(l *Layer) bool {
	var alpha float64
	return q.number(&alpha) && l.SetAlpha(alpha) == nil
}

// usualCollider is a guess of how many bytes a collider takes in a file.
const usualCollider = 180

// colliders reads a layer's colliders, up to the line break after the last one.
func (q *quickReader) colliders(layer LayerID, d *Diff) bool {
	if q.take("[]") {
		return true
	}
	if d.Colliders == nil {
		d.Colliders = make([]Change[Collider], 0, (len(q.data)-q.at)/usualCollider+1)
	}
	before := len(d.Colliders)
	for i := 1; q.take("\n      - id: c"); i++ {
		if q.starts != nil {
			q.starts = append(q.starts, q.at)
		}
		c := &Collider{
			Layer: layer, Order: float64(i), Role: Solid, Body: Static, Friction: DefaultFriction,
			Density: DefaultDensity,
		}
		if !q.collider(c) {
			return false
		}
		d.Colliders = append(d.Colliders, Added(c))
	}
	return len(d.Colliders) > before
}

func (q *quickReader) collider(c *Collider) bool {
	var id uint64
	if !q.id(&id) {
		return false
	}
	c.ID = ID(id)
	var had seen
	oneWay := false
	var from *sourceNode
	var imported, offered *yaml.Node
	for q.take("\n        ") {
		key, ok := q.key(), false
		switch string(key) {
		case "name":
			ok = had.first(0) && q.string(&c.Name, false)
		case GroupOfKey:
			var group uint64
			ok = had.first(27) && q.take("g") && q.id(&group)
			c.GroupOf = GroupID(group)
		case "position":
			ok = had.first(8) && q.vec(&c.Position)
		case "angle":
			ok = had.first(9) && q.number((*float64)(&c.Angle))
		case "role":
			ok = had.first(10) && quickWord(q, &c.Role, Solid, Trigger, OneWay)
		case "one_way":
			oneWay = true
			ok = had.first(11) && q.vec(&c.OneWay)
		case "body":
			ok = had.first(12) && quickWord(q, &c.Body, Static, Dynamic, Kinematic)
		case "source":
			from = &q.from
			*from = sourceNode{}
			ok = had.first(23) && q.source(from)
			own := from.Source
			c.Source = &own
		case "imported":
			imported, ok = q.block()
			ok = ok && had.first(25)
		case "offered":
			offered, ok = q.block()
			ok = ok && had.first(26)
		default:
			ok = q.shape(key, &c.Shape, &had) || q.traits(key, c, &had)
		}
		if !ok {
			return false
		}
	}
	if c.Role == OneWay && !oneWay {
		c.OneWay = Up
	}
	return completeShape(&c.Shape) && (from == nil ||
		q.head.imported(&draft{Collider: c, source: *from, imported: imported, offered: offered}) == nil)
}

// completeShape sets what a file may leave out of a shape. It returns false for a shape without a kind.
func completeShape(s *Shape) bool {
	if s.HasCorners() && s.Rounding == 0 {
		s.Rounding = Inset
	}
	return s.Kind != 0
}

// shape reads a key of a collider's shape. It returns false for another key, or an unusual form.
func (q *quickReader) shape(key []byte, s *Shape, had *seen) bool {
	switch string(key) {
	case "kind":
		return had.first(1) && quickWord(q, &s.Kind, Kinds...)
	case "points":
		return had.first(2) && q.points(&s.Points)
	case "holes":
		return had.first(3) && q.holes(&s.Holes)
	case "size":
		return had.first(4) && q.vec(&s.Size)
	case "closed":
		return had.first(5) && q.bool(&s.Closed)
	case "one_sided":
		return had.first(24) && q.bool(&s.OneSided)
	case "radius":
		return had.first(6) && q.number(&s.Radius)
	case "rounding":
		return had.first(7) && quickWord(q, &s.Rounding, Inset, Outset)
	}
	return q.detail(key, s, had)
}

// traits reads a key outside a collider's shape. It returns false for another key, or an unusual form.
func (q *quickReader) traits(key []byte, c *Collider, had *seen) bool {
	switch string(key) {
	case "categories":
		return had.first(13) && q.strings(&c.Categories)
	case "collides_with":
		return had.first(14) && q.strings(&c.CollidesWith)
	case "group":
		var group int
		ok := had.first(15) && q.int(&group) && group >= math.MinInt32 && group <= math.MaxInt32
		c.Group = int32(group)
		return ok
	case "tags":
		return had.first(16) && q.strings(&c.Tags)
	case "properties":
		return had.first(17) && q.properties(c)
	case PathKey:
		return had.first(35) && q.travel(c)
	case "locked":
		return had.first(21) && q.bool(&c.Locked)
	case "hidden":
		return had.first(22) && q.bool(&c.Hidden)
	}
	return q.material(key, c, had)
}

// material reads a key of a collider's material. It returns false for another key, or an unusual form.
func (q *quickReader) material(key []byte, c *Collider, had *seen) bool {
	switch string(key) {
	case "material":
		return had.first(28) && q.word(&c.Material, false)
	case "friction":
		return had.first(18) && q.number(&c.Friction)
	case "restitution":
		return had.first(19) && q.number(&c.Restitution)
	case "density":
		return had.first(20) && q.number(&c.Density)
	}
	return q.motion(key, c, had)
}

// motion reads a key of a collider's motion. It returns false for another key, or an unusual form.
func (q *quickReader) motion(key []byte, c *Collider, had *seen) bool {
	m, ok := c.Started(), false
	switch string(key) {
	case "velocity":
		ok = had.first(32) && q.vec(&m.Velocity)
	case "spin":
		ok = had.first(33) && q.number((*float64)(&m.Spin))
	case "force":
		ok = had.first(34) && q.vec(&m.Force)
	}
	c.Start(m)
	return ok
}

// block reads the lines of a key's value, which are indented more than a collider's keys. The tree reports their
// errors.
func (q *quickReader) block() (*yaml.Node, bool) {
	const indent = "\n          "
	end := q.at
	for bytes.HasPrefix(q.data[end:], []byte(indent)) {
		n := bytes.IndexByte(q.data[end+1:], '\n')
		if n < 0 {
			return nil, false
		}
		end += 1 + n
	}
	n, ok := q.head.Block(q.data, q.at, end, len(indent)-1)
	q.at = end
	return n, ok
}

func (q *quickReader) holes(holes *[][]Vec) bool {
	for q.take("\n          - ") {
		var hole []Vec
		if !q.points(&hole) {
			return false
		}
		*holes = append(*holes, hole)
	}
	return *holes != nil
}

func (q *quickReader) properties(c *Collider) bool {
	c.Properties = Properties{}
	for q.take("\n          ") {
		var name string
		if !q.word(&name, false) || !q.take(": ") {
			return false
		}
		if _, twice := c.Properties[name]; twice {
			return false
		}
		var number float64
		var text string
		switch {
		case q.take("true\n"):
			q.at--
			c.Properties[name] = true
		case q.take("false\n"):
			q.at--
			c.Properties[name] = false
		case q.number(&number):
			c.Properties[name] = number
		case q.word(&text, false):
			c.Properties[name] = text
		default:
			return false
		}
	}
	return len(c.Properties) > 0
}

func (q *quickReader) source(s *sourceNode) bool {
	if !q.take("{file: ") || !q.word(&s.File, true) {
		return false
	}
	return (!q.take(", level: ") || q.word(&s.Level, true)) &&
		(!q.take(", layer: ") || q.word(&s.Layer, true)) &&
		(!q.take(", value: ") || q.int(&s.Value)) &&
		(!q.take(", id: ") || q.string(&s.ID, true)) &&
		(!q.take(", import: ") || q.int(&s.number)) &&
		(!q.take(", digest: ") || q.string(&s.digest, true)) && q.take("}")
}

func (q *quickReader) strings(list *[]string) bool {
	*list = []string{}
	if !q.take("[") {
		return false
	}
	for first := true; !q.take("]"); first = false {
		if !first && !q.take(", ") {
			return false
		}
		var s string
		if !q.word(&s, true) {
			return false
		}
		*list = append(*list, s)
	}
	return true
}

func (q *quickReader) points(to *[]Vec) bool {
	if !q.take("[[") {
		return false
	}
	q.vecs = q.vecs[:0]
	for {
		var v Vec
		if !q.number(&v.X) || !q.take(", ") || !q.number(&v.Y) || !q.take("]") {
			return false
		}
		q.vecs = append(q.vecs, v)
		if q.take("]") {
			*to = append(make([]Vec, 0, len(q.vecs)), q.vecs...)
			return true
		}
		if !q.take(", [") {
			return false
		}
	}
}

func (q *quickReader) vec(v *Vec) bool {
	return q.take("[") && q.number(&v.X) && q.take(", ") && q.number(&v.Y) && q.take("]")
}

// id reads an id after its letter, up to the end of the line.
func (q *quickReader) id(id *uint64) bool {
	n := bytes.IndexByte(q.data[q.at:], '\n')
	if n < 0 {
		return false
	}
	var ok bool
	*id, ok = readID(q.data[q.at : q.at+n])
	q.at += n
	return ok
}

// ends reports whether a value ends here.
func (q *quickReader) ends() bool {
	if q.at == len(q.data) {
		return false
	}
	c := q.data[q.at]
	return c == '\n' || c == ',' || c == ']' || c == '}'
}

func (q *quickReader) int(i *int) bool {
	start := q.at
	if q.at < len(q.data) && q.data[q.at] == '-' {
		q.at++
	}
	for q.at < len(q.data) && isDigit(q.data[q.at]) {
		q.at++
	}
	v, err := strconv.Atoi(string(q.data[start:q.at]))
	*i = v
	return err == nil && q.ends()
}

// powers holds the powers of ten that a double represents exactly.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// number reads a decimal number, which may have a point and an exponent. On failure it does not move.
func (q *quickReader) number(x *float64) bool {
	start := q.at
	i, data := start, q.data
	if i < len(data) && data[i] == '-' {
		i++
	}
	digits, point := i, -1
	var mantissa uint64
	for ; i < len(data); i++ {
		c := data[i]
		if c == '.' && point < 0 && i > digits {
			point = i
			continue
		}
		if !isDigit(c) {
			break
		}
		mantissa = mantissa*10 + uint64(c-'0') // used only if there are few digits
	}
	n, fraction := i-digits, 0
	if point >= 0 {
		n--
		fraction = i - point - 1
		if fraction == 0 {
			return false
		}
	}
	if n == 0 {
		return false
	}
	const exact = 15 // digits
	if n <= exact && (i == len(data) || data[i] != 'e') {
		*x = float64(mantissa) / powers[fraction] // both exact, so the quotient is the nearest double
		if data[start] == '-' && mantissa != 0 {
			*x = -*x
		}
		q.at = i
		if q.ends() {
			return true
		}
		q.at = start
		return false
	}
	if i < len(data) && data[i] == 'e' {
		for i++; i < len(data) && (isDigit(data[i]) || data[i] == '-' || data[i] == '+'); i++ {
		}
	}
	v, err := strconv.ParseFloat(string(data[start:i]), 64)
	q.at = i
	if err != nil || !isFinite(v) || !q.ends() {
		q.at = start
		return false
	}
	*x = v + 0 // no -0
	return true
}

func (q *quickReader) bool(b *bool) bool {
	*b = true
	return q.take("true")
}

// word reads a string that is likely to repeat, and keeps one copy of it.
func (q *quickReader) word(s *string, inFlow bool) bool {
	b, ok := q.scalar(inFlow)
	if !ok {
		return false
	}
	known, ok := q.words[string(b)]
	if !ok {
		known = string(b)
		q.words[known] = known
	}
	*s = known
	return true
}

func (q *quickReader) string(s *string, inFlow bool) bool {
	b, ok := q.scalar(inFlow)
	*s = string(b)
	return ok
}

// quickWord reads one of a few words.
func quickWord[T fmt.Stringer](q *quickReader, to *T, words ...T) bool {
	for _, w := range words {
		if q.take(w.String()) {
			*to = w
			return q.at < len(q.data) && q.data[q.at] == '\n'
		}
	}
	return false
}

// scalar reads a string in the form of quoted. The result is valid until the next call.
func (q *quickReader) scalar(inFlow bool) ([]byte, bool) {
	if q.at == len(q.data) {
		return nil, false
	}
	if q.data[q.at] == '"' {
		var n int
		q.text, n, _ = strictyaml.Unquote(q.text[:0], q.data[q.at:])
		q.at += n
		return q.text, n > 0
	}
	start := q.at
	for q.at < len(q.data) {
		c := q.data[q.at]
		if c == '\n' || c == ':' || inFlow && (c == ',' || c == ']' || c == '}') {
			break
		}
		q.at++
	}
	b := q.data[start:q.at]
	return b, isPlainBytes(b, inFlow)
}

// isPlainBytes returns the same as isPlain, but is fast for the usual letters.
func isPlainBytes(b []byte, inFlow bool) bool {
	if len(b) > 5 && isLetter(b[0]) { // longer than every reserved word
		plain := true
		for i, c := range b {
			if !(isLetter(c) || isDigit(c) || c == '-' || c == '.' || c == '/' || c == ' ' && !inFlow && i < len(b)-1) {
				plain = false
				break
			}
		}
		if plain {
			return true
		}
	}
	return isPlain(string(b), inFlow)
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }
