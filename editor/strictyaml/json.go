package strictyaml

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// maxJSONDepth limits the nesting of lists and objects.
const maxJSONDepth = 64

// ReadJSON reads JSON into the same kind of nodes as [Reader.Read]. Each node has its line and column, which
// encoding/json does not report. ReadJSON accepts exactly RFC 8259.
func (r *Reader) ReadJSON(data []byte) (*yaml.Node, error) {
	r.data, r.text, r.cuts, r.cutOut = data, string(data), map[*yaml.Node]cut{}, nil
	p := &jsonParser{r: r, text: r.text, line: 1, large: len(data) + 1}
	if r.inPieces(len(data)) {
		p.large = r.pieceSize()
	}
	p.space()
	n, err := p.value(0)
	if err != nil {
		return nil, err
	}
	p.space()
	if p.at < len(p.text) {
		return nil, p.errorf("unexpected text after the end of the JSON")
	}
	return n, nil
}

// eachJSON passes the entries of a large object or list to do, in parts. It forgets the collections that were cut out
// of a list's items once do has read the items.
func (r *Reader) eachJSON(c cut, do func(content []*yaml.Node) error) error {
	p := &jsonParser{
		r: r, text: r.text, at: c.from, line: c.at.line, start: c.from - c.at.column + 1,
		large: r.pieceSize(), give: do,
	}
	_, err := p.container(0, p.text[c.from])
	return err
}

type jsonParser struct {
	r     *Reader
	text  string
	at    int
	line  int
	start int // offset of the start of the line; columns count bytes
	pool

	large int       // size, in bytes, at which a collection is cut out
	dry   bool      // parse without making nodes
	blank yaml.Node // the node that represents every value if dry is set

	give func(content []*yaml.Node) error // receives the contents of the outermost collection in parts
}

func (p *jsonParser) errorf(format string, args ...any) error {
	return p.r.WrapAt(Position{p.line, p.at - p.start + 1}, fmt.Errorf(format, args...))
}

func (p *jsonParser) ended() error { return p.errorf("unexpected end of the file: it is truncated") }

func (p *jsonParser) space() {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case '\n':
			p.line++
			p.start = p.at + 1
		case ' ', '\t', '\r':
		default:
			return
		}
		p.at++
	}
}

func (p *jsonParser) new(kind yaml.Kind, tag string) *yaml.Node {
	if p.dry {
		return &p.blank
	}
	n := p.node(kind, textPlace{p.line, p.at - p.start + 1})
	n.Tag = tag
	return n
}

func (p *jsonParser) value(depth int) (*yaml.Node, error) {
	if p.at >= len(p.text) {
		return nil, p.ended()
	}
	switch c := p.text[p.at]; {
	case c == '{' || c == '[':
		if depth == maxJSONDepth {
			return nil, p.errorf("lists and objects are nested more than %d deep", maxJSONDepth)
		}
		return p.container(depth, c)
	case c == '"':
		return p.string()
	case c == '-' || isDigit(c):
		return p.number()
	}
	for _, w := range []struct{ text, tag string }{{"true", "!!bool"}, {"false", "!!bool"}, {"null", "!!null"}} {
		rest := p.text[p.at:]
		if strings.HasPrefix(rest, w.text) {
			n := p.new(yaml.ScalarNode, w.tag)
			n.Value = w.text
			p.at += len(w.text)
			return n, nil
		}
		if strings.HasPrefix(w.text, rest) {
			return nil, p.ended()
		}
	}
	return nil, p.unexpected("a value")
}

func (p *jsonParser) unexpected(want string) error {
	if p.at >= len(p.text) {
		return p.ended()
	}
	r, _ := utf8.DecodeRuneInString(p.text[p.at:])
	return p.errorf("expected %s here, not %q", want, r)
}

// container reads an object or a list. Content alternates an object's keys and values, as in YAML.
func (p *jsonParser) container(depth int, open byte) (*yaml.Node, error) {
	n, end := p.new(yaml.SequenceNode, "!!seq"), byte(']')
	if open == '{' {
		n.Kind, n.Tag, end = yaml.MappingNode, "!!map", '}'
	}
	b := batch{
		node: n, dry: p.dry, from: p.at, since: p.at, pending: len(p.pending), cutOut: len(p.r.cutOut),
		outermost: p.give != nil && depth == 0,
	}
	p.at++
	p.space()
	if p.at < len(p.text) && p.text[p.at] == end {
		p.at++
		return n, p.end(&b)
	}
	for {
		p.space()
		if open == '{' {
			if err := p.key(); err != nil {
				return nil, err
			}
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		if p.dry {
			b.since = p.at
		} else {
			p.pending = append(p.pending, v)
		}
		if p.at-b.since >= p.large {
			if err := p.flush(&b); err != nil {
				return nil, err
			}
		}
		p.space()
		switch {
		case p.at < len(p.text) && p.text[p.at] == ',':
			p.at++
		case p.at < len(p.text) && p.text[p.at] == end:
			p.at++
			return n, p.end(&b)
		default:
			return nil, p.unexpected(fmt.Sprintf("a comma or %q", end))
		}
	}
}

// key reads a key and its colon.
func (p *jsonParser) key() error {
	if p.at >= len(p.text) || p.text[p.at] != '"' {
		return p.unexpected("a key in quotes")
	}
	key, err := p.string()
	if err != nil {
		return err
	}
	if !p.dry {
		p.pending = append(p.pending, key)
	}
	p.space()
	if p.at >= len(p.text) || p.text[p.at] != ':' {
		return p.unexpected("a colon")
	}
	p.at++
	p.space()
	return nil
}

// batch is the part of a collection that was read since the last flush.
type batch struct {
	node      *yaml.Node
	from      int  // offset of the start of the collection
	since     int  // offset of the start of the batch
	pending   int  // index of its first pending node
	cutOut    int  // index of its first cut-out node
	dry       bool // the batch is inside a dropped collection
	outermost bool
	isCut     bool
}

// flush passes on a batch of the outermost collection. It drops batches of large collections inside, which are read
// again when they are needed.
func (p *jsonParser) flush(b *batch) error {
	var err error
	content := p.pending[b.pending:]
	if b.outermost {
		err = p.give(content)
	}
	b.isCut, p.dry = true, !b.outermost
	clear(content)
	p.pending = p.pending[:b.pending]
	p.nodes, p.lists = nil, nil // a shared slab would keep earlier nodes in memory
	if !b.outermost || b.node.Kind == yaml.SequenceNode {
		for _, n := range p.r.cutOut[b.cutOut:] {
			delete(p.r.cuts, n)
		}
		p.r.cutOut = p.r.cutOut[:b.cutOut]
	}
	b.since = p.at
	return err
}

// end completes the node of a collection, or cuts the collection out if it is large.
func (p *jsonParser) end(b *batch) error {
	switch {
	case b.dry:
		return nil
	case b.outermost:
		return p.flush(b)
	case !b.isCut:
		b.node.Content = p.content(b.pending)
		return nil
	}
	p.dry = false
	p.r.cuts[b.node] = cut{
		span: span{from: b.from, to: p.at, kind: b.node.Kind},
		at:   textPlace{b.node.Line, b.node.Column}, json: true,
	}
	p.r.cutOut = append(p.r.cutOut, b.node)
	return nil
}

func (p *jsonParser) number() (*yaml.Node, error) {
	n := p.new(yaml.ScalarNode, "!!int")
	start := p.at
	digits := func() bool {
		from := p.at
		for p.at < len(p.text) && isDigit(p.text[p.at]) {
			p.at++
		}
		return p.at > from
	}
	skip := func(chars string) bool {
		found := p.at < len(p.text) && strings.IndexByte(chars, p.text[p.at]) >= 0
		if found {
			p.at++
		}
		return found
	}
	skip("-")
	if !skip("0") && !digits() {
		return nil, p.unexpected("a digit")
	}
	if skip(".") {
		n.Tag = "!!float"
		if !digits() {
			return nil, p.unexpected("a digit")
		}
	}
	if skip("eE") {
		n.Tag = "!!float"
		skip("+-")
		if !digits() {
			return nil, p.unexpected("a digit")
		}
	}
	n.Value = p.text[start:p.at]
	return n, nil
}

func (p *jsonParser) string() (*yaml.Node, error) {
	n := p.new(yaml.ScalarNode, "!!str")
	n.Style = yaml.DoubleQuotedStyle
	p.at++
	start := p.at
	for p.at < len(p.text) && p.text[p.at] != '"' && p.text[p.at] != '\\' && p.text[p.at] >= ' ' {
		p.at++
	}
	if p.at < len(p.text) && p.text[p.at] == '"' {
		text := p.text[start:p.at]
		if !utf8.ValidString(text) {
			return nil, p.errorf("this text is not valid UTF-8")
		}
		p.at++
		if !p.dry {
			n.Value = p.r.words.part(text)
		}
		return n, nil
	}
	text := []byte(p.text[start:p.at])
	for {
		if p.at >= len(p.text) {
			return nil, p.ended()
		}
		switch c := p.text[p.at]; {
		case c == '"':
			if !utf8.Valid(text) {
				return nil, p.errorf("this text is not valid UTF-8")
			}
			p.at++
			n.Value = p.r.words.of(text)
			return n, nil
		case c < ' ':
			return nil, p.errorf("line break or control character in a string")
		case c == '\\':
			r, err := p.escape()
			if err != nil {
				return nil, err
			}
			text = utf8.AppendRune(text, r)
		default:
			text = append(text, c)
			p.at++
		}
	}
}

func (p *jsonParser) escape() (rune, error) {
	p.at++
	if p.at >= len(p.text) {
		return 0, p.ended()
	}
	c := p.text[p.at]
	p.at++
	switch c {
	case '"', '\\', '/':
		return rune(c), nil
	case 'b':
		return '\b', nil
	case 'f':
		return '\f', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 't':
		return '\t', nil
	case 'u':
		r, err := p.hex()
		if err != nil || !utf16.IsSurrogate(r) {
			return r, err
		}
		if p.at+1 < len(p.text) && p.text[p.at] == '\\' && p.text[p.at+1] == 'u' {
			p.at += 2
			low, err := p.hex()
			if err != nil {
				return 0, err
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				return r, nil
			}
		}
		return 0, p.errorf(`unpaired half of a \u surrogate pair`)
	}
	p.at--
	return 0, p.unexpected("an escape")
}

func (p *jsonParser) hex() (rune, error) {
	var r rune
	for range 4 {
		if p.at >= len(p.text) {
			return 0, p.ended()
		}
		c := p.text[p.at]
		switch {
		case isDigit(c):
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, p.unexpected("a hexadecimal digit")
		}
		r = r<<4 | rune(c)
		p.at++
	}
	return r, nil
}
