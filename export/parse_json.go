package export

import (
	"fmt"
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// maxDepth is how deep lists and objects may stand in each other. A collider file needs 8.
const maxDepth = 64

// parseJSON reads JSON into the same kind of tree that YAML is read into, with the line and column of every value,
// which encoding/json does not tell. It takes what RFC 8259 takes and nothing else.
func parseJSON(data []byte) (*yaml.Node, error) {
	p := &jsonParser{data: data, text: string(data), line: 1}
	p.space()
	n, err := p.value(0)
	if err != nil {
		return nil, err
	}
	p.space()
	if p.at < len(data) {
		return nil, p.errorf("the file goes on after its end")
	}
	return n, nil
}

type jsonParser struct {
	data      []byte
	text      string // the same; plain values are parts of it
	at        int
	line      int
	lineStart int // where the line begins

	nodes   []yaml.Node  // room for nodes to come: a file has millions
	lists   []*yaml.Node // room for their contents
	pending []*yaml.Node // what has been read of the containers that are open
}

// slab is how many nodes there is room for at a time.
const slab = 1024

func (p *jsonParser) errorf(format string, args ...any) error {
	return &Error{Line: p.line, Column: p.at - p.lineStart + 1, Err: fmt.Errorf(format, args...)}
}

func (p *jsonParser) ended() error { return p.errorf("the file ends in the middle: it is truncated") }

func (p *jsonParser) space() {
	for p.at < len(p.data) {
		switch p.data[p.at] {
		case '\n':
			p.line++
			p.lineStart = p.at + 1
		case ' ', '\t', '\r':
		default:
			return
		}
		p.at++
	}
}

func (p *jsonParser) node(kind yaml.Kind) *yaml.Node {
	if len(p.nodes) == 0 {
		p.nodes = make([]yaml.Node, slab)
	}
	n := &p.nodes[0]
	p.nodes = p.nodes[1:]
	n.Kind, n.Line, n.Column = kind, p.line, p.at-p.lineStart+1
	return n
}

// content is what is pending from a place on, which then is pending no more.
func (p *jsonParser) content(from int) []*yaml.Node {
	list := p.pending[from:]
	p.pending = p.pending[:from]
	if len(list) > slab/4 {
		return slices.Clone(list)
	}
	if len(p.lists) < len(list) {
		p.lists = make([]*yaml.Node, slab)
	}
	out := p.lists[:len(list):len(list)]
	p.lists = p.lists[len(list):]
	copy(out, list)
	return out
}

func (p *jsonParser) value(depth int) (*yaml.Node, error) {
	if p.at >= len(p.data) {
		return nil, p.ended()
	}
	switch c := p.data[p.at]; {
	case c == '{' || c == '[':
		if depth == maxDepth {
			return nil, p.errorf("lists and objects stand more than %d deep in each other", maxDepth)
		}
		return p.container(depth, c)
	case c == '"':
		return p.string()
	case c == '-' || '0' <= c && c <= '9':
		return p.number()
	}
	for _, w := range []struct{ text, tag string }{{"true", "!!bool"}, {"false", "!!bool"}, {"null", "!!null"}} {
		rest := p.data[p.at:]
		if len(rest) >= len(w.text) && string(rest[:len(w.text)]) == w.text {
			n := p.node(yaml.ScalarNode)
			n.Tag, n.Value = w.tag, w.text
			p.at += len(w.text)
			return n, nil
		}
		if len(rest) < len(w.text) && string(rest) == w.text[:len(rest)] {
			return nil, p.ended()
		}
	}
	return nil, p.unexpected("a value")
}

func (p *jsonParser) unexpected(want string) error {
	if p.at >= len(p.data) {
		return p.ended()
	}
	r, _ := utf8.DecodeRune(p.data[p.at:])
	return p.errorf("expected %s here, not %q", want, r)
}

// container reads an object or a list. An object's keys and values alternate in Content, as in YAML.
func (p *jsonParser) container(depth int, open byte) (*yaml.Node, error) {
	n, end := p.node(yaml.SequenceNode), byte(']')
	n.Tag = "!!seq"
	if open == '{' {
		n.Kind, n.Tag, end = yaml.MappingNode, "!!map", '}'
	}
	from := len(p.pending)
	p.at++
	p.space()
	if p.at < len(p.data) && p.data[p.at] == end {
		p.at++
		return n, nil
	}
	for {
		p.space()
		if open == '{' {
			if p.at >= len(p.data) || p.data[p.at] != '"' {
				return nil, p.unexpected("a key in quotes")
			}
			key, err := p.string()
			if err != nil {
				return nil, err
			}
			p.pending = append(p.pending, key)
			p.space()
			if p.at >= len(p.data) || p.data[p.at] != ':' {
				return nil, p.unexpected("a colon")
			}
			p.at++
			p.space()
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		p.pending = append(p.pending, v)
		p.space()
		switch {
		case p.at < len(p.data) && p.data[p.at] == ',':
			p.at++
		case p.at < len(p.data) && p.data[p.at] == end:
			p.at++
			n.Content = p.content(from)
			return n, nil
		default:
			return nil, p.unexpected(fmt.Sprintf("a comma or %q", end))
		}
	}
}

func (p *jsonParser) number() (*yaml.Node, error) {
	n := p.node(yaml.ScalarNode)
	start := p.at
	digits := func() bool {
		from := p.at
		for p.at < len(p.data) && '0' <= p.data[p.at] && p.data[p.at] <= '9' {
			p.at++
		}
		return p.at > from
	}
	skip := func(chars string) bool {
		for i := range len(chars) {
			if p.at < len(p.data) && p.data[p.at] == chars[i] {
				p.at++
				return true
			}
		}
		return false
	}
	skip("-")
	if !skip("0") && !digits() {
		return nil, p.unexpected("a digit")
	}
	n.Tag = "!!int"
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
	n := p.node(yaml.ScalarNode)
	n.Tag, n.Style = "!!str", yaml.DoubleQuotedStyle
	p.at++
	start := p.at
	for p.at < len(p.data) && p.data[p.at] != '"' && p.data[p.at] != '\\' && p.data[p.at] >= ' ' {
		p.at++
	}
	if p.at < len(p.data) && p.data[p.at] == '"' {
		if n.Value = p.text[start:p.at]; !utf8.ValidString(n.Value) {
			return nil, p.errorf("this text is not valid UTF-8")
		}
		p.at++
		return n, nil
	}
	text := append([]byte(nil), p.data[start:p.at]...)
	for {
		if p.at >= len(p.data) {
			return nil, p.ended()
		}
		switch c := p.data[p.at]; {
		case c == '"':
			if !utf8.Valid(text) {
				return nil, p.errorf("this text is not valid UTF-8")
			}
			p.at++
			n.Value = string(text)
			return n, nil
		case c < ' ':
			return nil, p.errorf("a line or a control character inside of a text")
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
	if p.at >= len(p.data) {
		return 0, p.ended()
	}
	c := p.data[p.at]
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
		if p.at+1 < len(p.data) && p.data[p.at] == '\\' && p.data[p.at+1] == 'u' {
			p.at += 2
			low, err := p.hex()
			if err != nil {
				return 0, err
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				return r, nil
			}
		}
		return 0, p.errorf(`half of a \u pair stands alone`)
	}
	p.at--
	return 0, p.unexpected("an escape")
}

func (p *jsonParser) hex() (rune, error) {
	var r rune
	for range 4 {
		if p.at >= len(p.data) {
			return 0, p.ended()
		}
		c := p.data[p.at]
		switch {
		case '0' <= c && c <= '9':
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
