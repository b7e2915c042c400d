package strictyaml

import (
	"strconv"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// Most YAML that programs write is regular: keys on lines of their own, blanks for indents, brackets that close on
// their line, words and numbers, and everything else in double quotes. That form is parsed here, about ten times as
// fast as by the library. Any other form, and any error, is left to the library.

// regular parses a text that begins at a place, at or before its first token. It returns nil if the text is not
// regular.
func (r *Reader) regular(data []byte, at textPlace) *yaml.Node {
	if len(data) == 0 {
		return nil
	}
	p := &regularParser{data: data, text: string(data), line: at.line, start: 1 - at.column, words: &r.words}
	for p.is(' ') {
		p.at++
	}
	var n *yaml.Node
	var ok bool
	if p.is('[') || p.is('{') {
		n, ok = p.flow(0)
		ok = ok && p.endLine()
	} else {
		n, ok = p.block(p.at-p.start, 0)
	}
	if !ok || p.at != len(p.text) {
		return nil
	}
	return n
}

// regularParser parses text[at:]. Its methods return false if the text is not regular.
type regularParser struct {
	data  []byte
	text  string // the same; numbers are substrings of it
	at    int
	line  int
	start int // offset of the beginning of the line; negative if the text begins within the line
	wide  int // how many more bytes than characters the line has so far
	words *words
	pool
	quoted []byte
}

// Limits of the regular form; the library's are higher.
const (
	regularDepth = 64
	regularKey   = 128 // bytes
)

func (p *regularParser) new(kind yaml.Kind, tag string) *yaml.Node {
	n := p.node(kind, textPlace{p.line, p.at - p.start - p.wide + 1})
	n.Tag = tag
	return n
}

// is reports whether c is next.
func (p *regularParser) is(c byte) bool { return p.at < len(p.text) && p.text[p.at] == c }

// dash reports whether a list item begins here.
func (p *regularParser) dash() bool {
	return p.at+1 < len(p.text) && p.text[p.at] == '-' && p.text[p.at+1] == ' '
}

// endLine moves to the beginning of the next line, or to the end of the text. It returns false if the line goes on.
func (p *regularParser) endLine() bool {
	if p.at == len(p.text) {
		return true
	}
	if p.text[p.at] != '\n' {
		return false
	}
	p.at++
	p.line++
	p.start, p.wide = p.at, 0
	return true
}

// indent returns the number of blanks that the line begins with, or -1 at the end of the text.
func (p *regularParser) indent() int {
	i := p.at
	for i < len(p.text) && p.text[i] == ' ' {
		i++
	}
	if i == len(p.text) {
		return -1
	}
	return i - p.at
}

// block parses the mapping or list whose first token is here, at column indent, up to the beginning of the line after
// it.
func (p *regularParser) block(indent, depth int) (*yaml.Node, bool) {
	if depth == regularDepth {
		return nil, false
	}
	if p.dash() {
		return p.sequence(indent, depth)
	}
	return p.mapping(indent, depth)
}

func (p *regularParser) mapping(indent, depth int) (*yaml.Node, bool) {
	n, from := p.new(yaml.MappingNode, "!!map"), len(p.pending)
	for {
		key, ok := p.scalar(false)
		if !ok || !p.is(':') || len(key.Value) > regularKey {
			return nil, false
		}
		key.Value = p.words.part(key.Value)
		p.at++
		p.pending = append(p.pending, key)
		var v *yaml.Node
		if p.is(' ') {
			p.at++
			v, ok = p.inline(depth)
			ok = ok && p.endLine()
		} else if ok = p.is('\n') && p.endLine(); ok {
			inner := p.indent()
			if inner < indent {
				return nil, false
			}
			p.at += inner
			if inner > indent || p.dash() {
				v, ok = p.block(inner, depth+1)
			} else {
				ok = false
			}
		}
		if !ok {
			return nil, false
		}
		p.pending = append(p.pending, v)
		switch next := p.indent(); {
		case next > indent:
			return nil, false
		case next < indent:
			n.Content = p.content(from)
			return n, true
		}
		p.at += indent
	}
}

func (p *regularParser) sequence(indent, depth int) (*yaml.Node, bool) {
	n, from := p.new(yaml.SequenceNode, "!!seq"), len(p.pending)
	for {
		p.at++
		for p.is(' ') {
			p.at++
		}
		item, ok := p.item(depth)
		if !ok {
			return nil, false
		}
		p.pending = append(p.pending, item)
		next := p.indent()
		if next > indent {
			return nil, false
		}
		if next == indent {
			p.at += indent
			if p.dash() {
				continue
			}
			p.at -= indent // a key of the mapping that contains the list
		}
		n.Content = p.content(from)
		return n, true
	}
}

// item parses a list item after its dash.
func (p *regularParser) item(depth int) (*yaml.Node, bool) {
	if p.is('[') || p.is('{') {
		n, ok := p.flow(depth + 1)
		return n, ok && p.endLine()
	}
	column := p.at - p.start // the line has no wide character so far
	if p.dash() {
		return p.block(column, depth+1)
	}
	before := *p
	n, ok := p.scalar(false)
	if !ok {
		return nil, false
	}
	if !p.is(':') {
		return n, p.endLine()
	}
	p.at, p.wide = before.at, before.wide // it is a key
	return p.block(column, depth+1)
}

// inline parses a value on the line of its key.
func (p *regularParser) inline(depth int) (*yaml.Node, bool) {
	if p.is('[') || p.is('{') {
		return p.flow(depth + 1)
	}
	return p.scalar(false)
}

// flow parses a collection in brackets.
func (p *regularParser) flow(depth int) (*yaml.Node, bool) {
	if depth == regularDepth {
		return nil, false
	}
	isMap := p.is('{')
	n, end := p.new(yaml.SequenceNode, "!!seq"), byte(']')
	if isMap {
		n.Kind, n.Tag, end = yaml.MappingNode, "!!map", '}'
	}
	n.Style = yaml.FlowStyle
	from := len(p.pending)
	p.at++
	if p.is(end) {
		p.at++
		return n, true
	}
	for {
		if isMap {
			key, ok := p.scalar(true)
			if !ok || !p.is(':') || len(key.Value) > regularKey {
				return nil, false
			}
			if p.at++; !p.is(' ') {
				return nil, false
			}
			p.at++
			key.Value = p.words.part(key.Value)
			p.pending = append(p.pending, key)
		}
		var v *yaml.Node
		var ok bool
		if p.is('[') || p.is('{') {
			v, ok = p.flow(depth + 1)
		} else {
			v, ok = p.scalar(true)
		}
		if !ok {
			return nil, false
		}
		p.pending = append(p.pending, v)
		switch {
		case p.is(end):
			p.at++
			n.Content = p.content(from)
			return n, true
		case p.is(','):
			if p.at++; !p.is(' ') {
				return nil, false
			}
			p.at++
		default:
			return nil, false
		}
	}
}

// scalar parses a word, a number or a quoted text, up to the end of the line, a colon or, in brackets, a comma or a
// bracket.
func (p *regularParser) scalar(inFlow bool) (*yaml.Node, bool) {
	if p.is('"') {
		return p.quotedScalar()
	}
	size := plainSize(p.text[p.at:], inFlow)
	if size == 0 {
		return nil, false
	}
	n := p.new(yaml.ScalarNode, "")
	n.Value = p.text[p.at : p.at+size]
	p.at += size
	if n.Tag = plainTag(n.Value); n.Tag == "!!str" {
		n.Value = p.words.part(n.Value)
	}
	return n, true
}

// plainSize returns the number of bytes of the unquoted scalar that a text begins with, or 0 if it is not regular.
func plainSize(s string, inFlow bool) int {
	if s == "" || !isLetter(s[0]) && !isDigit(s[0]) && (s[0] != '-' || len(s) == 1 || !isDigit(s[1])) {
		return 0
	}
	within := func(c byte) bool { return isDigit(c) || isLetter(c) || c == '-' || c == '/' }
	i := 1
	for ; i < len(s); i++ {
		c := s[i]
		if !within(c) && c != '.' && c != '+' && (c != ' ' || i+1 == len(s) || !within(s[i+1])) {
			break
		}
	}
	if i == len(s) {
		return i
	}
	switch s[i] {
	case '\n':
		return i
	case ':':
		if i+1 < len(s) && (s[i+1] == ' ' || s[i+1] == '\n') {
			return i
		}
	case ',', ']', '}':
		if inFlow {
			return i
		}
	}
	return 0
}

// plainTag returns the tag of an unquoted scalar.
func plainTag(s string) string {
	if isLetter(s[0]) {
		if c := s[0] | 0x20; len(s) != 4 && len(s) != 5 || c != 't' && c != 'f' && c != 'n' {
			return "!!str"
		}
	} else if tag := numberTag(s); tag != "" {
		return tag
	}
	n := yaml.Node{Kind: yaml.ScalarNode, Value: s}
	return n.ShortTag()
}

// numberTag returns the tag of plain digits that may have a sign and a point, and "" for anything else.
func numberTag(s string) string {
	const most = 18 // characters, so that no number is too large for its type
	digits := s
	if s[0] == '-' {
		digits = s[1:]
	}
	if len(digits) > most || len(digits) > 1 && digits[0] == '0' && digits[1] != '.' {
		return ""
	}
	tag := "!!int"
	for i := range len(digits) {
		if digits[i] == '.' && tag == "!!int" && i > 0 && i < len(digits)-1 {
			tag = "!!float"
		} else if !isDigit(digits[i]) {
			return ""
		}
	}
	return tag
}

// quotedScalar parses a text in double quotes on one line.
func (p *regularParser) quotedScalar() (*yaml.Node, bool) {
	n := p.new(yaml.ScalarNode, "!!str")
	n.Style = yaml.DoubleQuotedStyle
	var size, wide int
	p.quoted, size, wide = Unquote(p.quoted[:0], p.data[p.at:])
	p.at += size
	p.wide += wide
	n.Value = p.words.of(p.quoted)
	return n, size > 0
}

// Unquote appends the double-quoted text that data begins with, in the form that AppendQuoted writes. Size is the
// number of bytes that it takes in data, and wide how many of them exceed one per character. Size is 0 for any other
// form.
func Unquote(b, data []byte) (text []byte, size, wide int) {
	for i := 1; i < len(data); {
		switch c := data[i]; {
		case c == '"':
			return b, i + 1, wide
		case c == '\\':
			n := 0
			if b, n = unescape(b, data[i+1:]); n == 0 {
				return b, 0, 0
			}
			i += n + 1
		case c < 0x20 || c == 0x7f:
			return b, 0, 0
		case c < utf8.RuneSelf:
			b = append(b, c)
			i++
		default:
			r, n := utf8.DecodeRune(data[i:])
			if !unicode.IsPrint(r) || r == utf8.RuneError && n == 1 {
				return b, 0, 0
			}
			b = append(b, data[i:i+n]...)
			wide += n - 1
			i += n
		}
	}
	return b, 0, 0
}

// unescape appends the character of the escape that data begins with, after its backslash, and returns the escape's
// length, or 0 if it is not a common one.
func unescape(b, data []byte) ([]byte, int) {
	if len(data) == 0 {
		return b, 0
	}
	size := 4
	switch data[0] {
	case '"', '\\':
		return append(b, data[0]), 1
	case 'n':
		return append(b, '\n'), 1
	case 't':
		return append(b, '\t'), 1
	case 'u':
	case 'U':
		size = 8
	default:
		return b, 0
	}
	if 1+size > len(data) {
		return b, 0
	}
	v, err := strconv.ParseUint(string(data[1:1+size]), 16, 32)
	if err != nil || v > utf8.MaxRune || !utf8.ValidRune(rune(v)) {
		return b, 0
	}
	return utf8.AppendRune(b, rune(v)), 1 + size
}

// pool allocates the nodes of a tree in slabs.
type pool struct {
	slab    int // the size of the last slab
	nodes   []yaml.Node
	lists   []*yaml.Node
	pending []*yaml.Node // the nodes read so far of the open collections
}

// minSlab and maxSlab limit the nodes allocated at a time: most texts are small blocks of a level.
const minSlab, maxSlab = 16, 1024

func (p *pool) node(kind yaml.Kind, at textPlace) *yaml.Node {
	if len(p.nodes) == 0 {
		p.slab = min(max(minSlab, 2*p.slab), maxSlab)
		p.nodes = make([]yaml.Node, p.slab)
	}
	n := &p.nodes[0]
	p.nodes = p.nodes[1:]
	n.Kind, n.Line, n.Column = kind, at.line, at.column
	return n
}

// content removes the pending nodes from an index on and returns them.
func (p *pool) content(from int) []*yaml.Node {
	list := p.pending[from:]
	p.pending = p.pending[:from]
	if len(p.lists) < len(list) {
		p.lists = make([]*yaml.Node, max(p.slab, len(list)))
	}
	out := p.lists[:len(list):len(list)]
	p.lists = p.lists[len(list):]
	copy(out, list)
	return out
}
