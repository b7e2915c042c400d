package strictyaml

import (
	"bytes"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// scanner finds the starts and ends of the collections in a YAML text, and of their entries. It does not validate the
// text; the YAML library does this when it parses the parts.
type scanner struct {
	data []byte
	at   int
	line int    // offset of the start of the line; within brackets or quotes, of the line in which they begin
	cuts []span // outermost large collections passed so far, in order
	deep bool   // the text is nested deeper than the library allows
	size int    // size, in bytes, from which a collection is large
}

// span is a collection in the text: data[from:to].
type span struct {
	from, to int
	kind     yaml.Kind
	flow     bool // the collection is in brackets
	indent   int  // column of a block's entries, from 0
}

// maxDepth is the deepest nesting that the YAML library allows.
const maxDepth = 10_000

// openSpan is a collection whose end has not been reached yet.
type openSpan struct {
	span
	cuts int // number of cuts before the collection
}

// close ends a collection. If it is large, close cuts it out, which replaces the cuts within it.
func (s *scanner) close(o openSpan, to int) {
	o.to = to
	if to-o.from >= s.size {
		s.cuts = append(s.cuts[:o.cuts], o.span)
	}
}

// blankAt reports whether a space, a tab, a line break or the end of the text is at i.
func (s *scanner) blankAt(i int) bool {
	return i >= len(s.data) || s.data[i] == ' ' || s.data[i] == '\t' || breakAt(s.data, i) > 0
}

// breakAt returns the number of bytes of the line break at i, or 0.
func breakAt(data []byte, i int) int {
	switch data[i] {
	case '\n':
		return 1
	case '\r':
		if i+1 < len(data) && data[i+1] == '\n' {
			return 2
		}
		return 1
	case 0xc2:
		if bytes.HasPrefix(data[i:], []byte("\u0085")) {
			return 2
		}
	case 0xe2:
		if bytes.HasPrefix(data[i:], []byte("\u2028")) || bytes.HasPrefix(data[i:], []byte("\u2029")) {
			return 3
		}
	}
	return 0
}

// atIndicator reports whether the indicator c is here, followed by white space or the end of the text.
func (s *scanner) atIndicator(c byte) bool {
	return s.at < len(s.data) && s.data[s.at] == c && s.blankAt(s.at+1)
}

// ended reports whether the rest of the line is empty or a comment.
func (s *scanner) ended() bool {
	return s.at >= len(s.data) || s.data[s.at] == '#' || breakAt(s.data, s.at) > 0
}

func (s *scanner) blanks() {
	for s.at < len(s.data) && (s.data[s.at] == ' ' || s.data[s.at] == '\t') {
		s.at++
	}
}

// toEnd moves to the end of the line.
func (s *scanner) toEnd() {
	for s.at < len(s.data) && breakAt(s.data, s.at) == 0 {
		s.at++
	}
}

func (s *scanner) nextLine() {
	s.toEnd()
	if s.at < len(s.data) {
		s.at += breakAt(s.data, s.at)
	}
	s.line = s.at
}

// quoted skips a quoted scalar.
func (s *scanner) quoted() {
	quote := s.data[s.at]
	for s.at++; s.at < len(s.data); s.at++ {
		switch c := s.data[s.at]; {
		case c == '\\' && quote == '"':
			s.at++
		case c != quote:
		case quote == '\'' && s.at+1 < len(s.data) && s.data[s.at+1] == quote:
			s.at++
		default:
			s.at++
			return
		}
	}
	s.at = len(s.data)
}

// property skips an anchor, a reference or a tag.
func (s *scanner) property() {
	more := "-_"
	if s.data[s.at] == '!' {
		more = "-_;/?:@&=+$,.!~*'()[]%<>"
	}
	for s.at++; s.at < len(s.data) && (isLetter(s.data[s.at]) || isDigit(s.data[s.at]) ||
		bytes.IndexByte([]byte(more), s.data[s.at]) >= 0); s.at++ {
	}
}

// flow skips the collection in brackets that begins here. If between is not nil, flow calls it with the offset of each
// comma between the collection's own entries, and stops if it returns false.
func (s *scanner) flow(between func(comma int) bool) (span, bool) {
	var open []openSpan
	for s.at < len(s.data) {
		switch c := s.data[s.at]; c {
		case '[', '{':
			kind := yaml.SequenceNode
			if c == '{' {
				kind = yaml.MappingNode
			}
			if len(open) == maxDepth {
				s.deep = true
				s.at = len(s.data)
				continue
			}
			open = append(open, openSpan{span{from: s.at, kind: kind, flow: true}, len(s.cuts)})
			s.at++
		case ']', '}': // the library checks whether the brackets match
			s.at++
			last := open[len(open)-1]
			if open = open[:len(open)-1]; len(open) == 0 {
				last.to = s.at
				return last.span, true
			}
			s.close(last, s.at)
		case ',':
			s.at++
			if between != nil && len(open) == 1 && !between(s.at-1) {
				return span{}, false
			}
		case ' ', '\t', '\n', '\r', ':', '?', '|', '>', '%', '@', '`':
			s.at++
		case '"', '\'':
			s.quoted()
		case '#':
			s.toEnd()
		case '&', '*', '!':
			s.property()
		default:
			if n := breakAt(s.data, s.at); n > 0 {
				s.at += n
				continue
			}
			if s.atIndicator('-') {
				s.at++
				continue
			}
			s.plainInFlow()
		}
	}
	for i := len(open) - 1; i > 0; i-- {
		s.close(open[i], len(s.data))
	}
	open[0].to = len(s.data)
	return open[0].span, true
}

// plainInFlow skips a plain scalar within brackets.
func (s *scanner) plainInFlow() {
	for ; s.at < len(s.data); s.at++ {
		switch s.data[s.at] {
		case ',', '[', ']', '{', '}', '?':
			return
		case ':':
			if s.blankAt(s.at + 1) {
				return
			}
		case '#':
			if s.blankAt(s.at-1) || s.endsLine(s.at) {
				return
			}
		}
	}
}

// endsLine reports whether a line break of several bytes ends directly before i.
func (s *scanner) endsLine(i int) bool {
	return i >= 3 && breakAt(s.data, i-3) == 3 || i >= 2 && breakAt(s.data, i-2) == 2
}

// block scans the block-style collection whose first entry begins here. If entry is not nil, block calls it with the
// offset of each of the collection's entries, and stops if it returns false. The span is empty if there is no
// collection.
func (s *scanner) block(entry func(at int) bool) (span, bool) {
	b := blockScanner{scanner: s, entry: entry}
	for s.toToken() {
		if !b.closeBefore() {
			return b.base, true
		}
		if !b.tokens() {
			return span{}, false
		}
		s.nextLine()
	}
	for len(b.open) > 0 {
		b.closeLast(s.line)
	}
	return b.base, true
}

// toToken moves to the first token of the next line that has one. It returns false at the end of the document.
func (s *scanner) toToken() bool {
	for s.at < len(s.data) && !s.deep {
		if s.at == s.line && s.isMarker() {
			return false
		}
		for s.at < len(s.data) && s.data[s.at] == ' ' {
			s.at++
		}
		if !s.ended() {
			return true
		}
		s.nextLine()
	}
	return false
}

// isMarker reports whether the line is a document separator.
func (s *scanner) isMarker() bool {
	rest := s.data[s.at:]
	return (bytes.HasPrefix(rest, []byte("---")) || bytes.HasPrefix(rest, []byte("..."))) && s.blankAt(s.at+3)
}

// blockScanner scans collections in block style.
type blockScanner struct {
	*scanner
	open  []openSpan
	base  span // the outermost collection, set when it ends
	entry func(at int) bool
}

// indent returns the column of the innermost open collection, or -1.
func (b *blockScanner) indent() int {
	if len(b.open) == 0 {
		return -1
	}
	return b.open[len(b.open)-1].indent
}

// closeBefore ends the collections that do not continue at the line's first token. It returns false if this ends the
// outermost collection.
func (b *blockScanner) closeBefore() bool {
	for column, dash := b.at-b.line, b.atIndicator('-'); len(b.open) > 0; {
		last := b.open[len(b.open)-1]
		if last.indent < column || last.indent == column && (dash || last.kind == yaml.MappingNode) {
			return true
		}
		b.closeLast(b.line)
	}
	return b.base.kind == 0
}

func (b *blockScanner) closeLast(to int) {
	last := b.open[len(b.open)-1]
	if b.open = b.open[:len(b.open)-1]; len(b.open) > 0 {
		b.close(last, to)
		return
	}
	last.to = to
	b.base = last.span
}

// begin starts an entry, and its collection if this is the first entry. cuts is the number of cuts before the
// collection. It returns false to stop.
func (b *blockScanner) begin(kind yaml.Kind, at, column, cuts int, isEntry bool) bool {
	if n := len(b.open); n == 0 || b.open[n-1].indent != column || b.open[n-1].kind != kind {
		if n == maxDepth {
			b.deep = true
			return true
		}
		b.open = append(b.open, openSpan{span{from: at, kind: kind, indent: column}, cuts})
	}
	return !isEntry || b.entry == nil || len(b.open) > 1 || b.entry(at)
}

// tokens scans the tokens of a line, including tokens that continue on later lines.
func (b *blockScanner) tokens() bool {
	for nested := true; !b.ended() && !b.deep; b.blanks() {
		at, column, cuts := b.at, b.at-b.line, len(b.cuts)
		if nested && (b.atIndicator('-') || b.atIndicator('?') || b.atIndicator(':')) {
			kind := yaml.MappingNode
			if b.data[at] == '-' {
				kind = yaml.SequenceNode
			}
			if !b.begin(kind, at, column, cuts, b.data[at] != ':') {
				return false
			}
			b.at++
			continue
		}
		for b.at < len(b.data) && (b.data[b.at] == '&' || b.data[b.at] == '!') {
			b.property()
			b.blanks()
		}
		if b.ended() {
			return true
		}
		if c := b.data[b.at]; c == '|' || c == '>' {
			b.literal()
			return true
		}
		b.scalarOrFlow()
		b.blanks()
		if !nested || !b.atIndicator(':') {
			return true
		}
		nested = false
		if !b.begin(yaml.MappingNode, at, column, cuts, true) {
			return false
		}
		b.at++
	}
	return true
}

func (b *blockScanner) scalarOrFlow() {
	switch b.data[b.at] {
	case '[', '{':
		from, cuts := b.at, len(b.cuts)
		if s, ok := b.flow(nil); ok {
			b.close(openSpan{s, cuts}, b.at)
		} else {
			b.at = max(b.at, from+1)
		}
	case '"', '\'':
		b.quoted()
	case '*':
		b.property()
	default:
		b.plain()
	}
}

// plain skips a plain scalar, which may continue on lines that are indented deeper than the collection.
func (b *blockScanner) plain() {
	for {
		for ; b.at < len(b.data) && breakAt(b.data, b.at) == 0; b.at++ {
			if b.data[b.at] == ':' && b.blankAt(b.at+1) || b.data[b.at] == '#' && b.at > b.line &&
				(b.data[b.at-1] == ' ' || b.data[b.at-1] == '\t') {
				return
			}
		}
		next := *b.scanner
		for next.at < len(next.data) && breakAt(next.data, next.at) > 0 {
			next.nextLine()
			next.blanks()
		}
		if next.at >= len(next.data) || next.at-next.line <= b.indent() || next.data[next.at] == '#' ||
			next.at == next.line && next.isMarker() {
			return
		}
		b.at, b.line = next.at, next.line
	}
}

// literal skips a block scalar (| or >), up to the end of its last line.
func (b *blockScanner) literal() {
	b.toEnd()
	for indent := b.indent(); b.at < len(b.data); {
		next := *b.scanner
		next.nextLine()
		for next.at < len(next.data) && next.data[next.at] == ' ' {
			next.at++
		}
		if next.at >= len(next.data) || breakAt(next.data, next.at) == 0 && next.at-next.line <= indent {
			return
		}
		next.toEnd()
		b.at, b.line = next.at, next.line
	}
}

// textPlace is a position in the text: line and column, counted from 1, the column in characters.
type textPlace struct{ line, column int }

// after returns the position after text that begins at p.
func (p textPlace) after(text []byte) textPlace {
	for len(text) > 0 {
		if n := breakAt(text, 0); n > 0 {
			p = textPlace{p.line + 1, 1}
			text = text[n:]
			continue
		}
		_, size := utf8.DecodeRune(text)
		text = text[size:]
		p.column++
	}
	return p
}

// notAfter reports whether p is at or before q.
func (p textPlace) notAfter(q textPlace) bool {
	return p.line < q.line || p.line == q.line && p.column <= q.column
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }
