package strictyaml

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"gopkg.in/yaml.v3"
)

// A YAML tree takes about forty times the memory of its text. The reader therefore cuts large lists and mappings out of
// large text before parsing it. It parses their entries a few at a time, when the caller reaches them, and then drops
// them.

// cut is a collection that was cut out of the tree.
type cut struct {
	span
	at   textPlace // start of the collection
	json bool
}

// rootSpan finds the collections to cut out of a whole text, and the end of the part that needs parsing. It returns
// false if the text must be parsed in one piece.
func (r *Reader) rootSpan() (cuts []span, end int, ok bool) {
	data := r.data
	s := r.scanner(0)
	var root span
	if bytes.HasPrefix(data, []byte("\ufeff")) {
		s.at, s.line = 3, 3
	}
	if bytes.HasPrefix(data[s.at:], []byte("%")) {
		return nil, 0, false // a directive: tags in a piece may depend on it
	}
	if s.marker(); !s.toToken() {
		return nil, 0, false
	}
	if c := data[s.at]; c == '[' || c == '{' {
		root, ok = s.flow(nil)
	} else {
		root, ok = s.block(nil)
	}
	if !ok || root.kind == 0 {
		return nil, 0, false
	}
	// Any text after the root is an error, which its first bytes are enough to detect.
	rest := r.scanner(root.to)
	rest.marker()
	rest.toToken()
	const enough = 1 << 10
	end = min(rest.at+enough, len(data))
	left := root.to - root.from
	for _, c := range s.cuts {
		left -= c.to - c.from
	}
	if s.deep || left > r.pieceSize() {
		return []span{root}, end, true
	}
	return s.cuts, end, true // the text without the cuts is small enough for one piece
}

// scanner returns a scanner at an offset, which must be the start of a line.
func (r *Reader) scanner(at int) *scanner {
	return &scanner{data: r.data, at: at, line: at, size: r.pieceSize()}
}

// marker skips the lines up to and including the first document separator, if the lines before it are empty or
// comments.
func (s *scanner) marker() {
	from := *s
	if s.toToken(); s.at == s.line && s.at < len(s.data) && s.isMarker() {
		s.at += 3
		if s.blanks(); s.ended() {
			s.nextLine()
			return
		}
	}
	*s = from
}

// each passes the entries of a collection to do, in one or more parts. The parts of a mapping alternate keys and
// values.
func (r *Reader) each(n *yaml.Node, do func(content []*yaml.Node) error) error {
	if isLive(n) && n.Kind != yaml.ScalarNode {
		tree := *n
		if err := r.live.tree(&pool{}, &tree); err != nil {
			return err
		}
		return do(tree.Content)
	}
	c, ok := r.cuts[n]
	if !ok {
		return do(n.Content)
	}
	if c.json {
		return r.eachJSON(c, do)
	}
	s := r.scanner(c.from)
	s.data, s.line = r.data[:c.to], c.from-c.indent
	p := &piece{span: c.span, from: c.from, at: c.at}
	if c.flow {
		p.from++
		p.at.column++
	}
	var err error
	next := func(to int) bool {
		left := to - p.from
		for _, x := range s.cuts {
			left -= x.to - x.from
		}
		if left < r.pieceSize() && !s.deep {
			return true
		}
		n := len(s.cuts)
		for n > 0 && s.cuts[n-1].from >= to { // these belong to the next entry's key
			n--
		}
		p.to, p.cuts = to, s.cuts[:n:n]
		if err = r.part(*p, do); err != nil {
			return false
		}
		from := to
		if c.flow {
			from++ // skip the comma
		}
		p.at = p.at.after(r.data[p.from:from])
		p.from, s.cuts = from, slices.Clone(s.cuts[n:])
		return true
	}
	found := c.span
	if c.flow {
		_, ok = s.flow(next)
	} else {
		found, ok = s.block(func(int) bool { return s.line <= p.from || next(s.line) })
	}
	switch {
	case !ok:
		return err
	case found.to != c.to:
		return &Error{File: r.File, Line: p.at.line, Err: errNoContent}
	case s.deep:
		return &Error{File: r.File, Line: p.at.line, Err: fmt.Errorf("exceeded max depth of %d", maxDepth)}
	}
	p.to, p.cuts, p.last = c.to, s.cuts, true
	return r.part(*p, do)
}

// part passes the entries of a piece to do. It forgets the collections that were cut out of a list's items once do has
// read the items. It keeps the nodes of a mapping, whose values may be read after its last key.
func (r *Reader) part(p piece, do func([]*yaml.Node) error) error {
	before := len(r.cutOut)
	n, err := r.piece(p)
	switch {
	case err != nil:
		return err
	case n.Kind != p.kind || len(n.Content) == 0 && !p.last:
		return &Error{File: r.File, Line: p.at.line, Column: p.at.column, Err: errNoContent}
	}
	err = do(n.Content)
	if p.kind == yaml.SequenceNode {
		for _, n := range r.cutOut[before:] {
			delete(r.cuts, n)
		}
		r.cutOut = r.cutOut[:before]
	}
	return err
}

var errNoContent = errors.New("did not find expected node content")

// piece is a part of the text: some entries of a collection, or the whole text if kind is 0.
type piece struct {
	span
	from, to int
	at       textPlace // line and column of from
	cuts     []span    // collections to cut out of the piece
	last     bool      // the piece includes the end of the collection
}

// piece parses a piece. The nodes have their positions in the whole text.
func (r *Reader) piece(p piece) (*yaml.Node, error) {
	if p.kind != 0 && !p.flow && len(p.cuts) == 0 {
		if n := r.regular(r.data[p.from:p.to], p.at); n != nil {
			return n, nil
		}
	}
	t := pieceText{end: textPlace{1, 1}}
	switch {
	case p.flow && p.kind == yaml.MappingNode:
		t.add([]byte("{"), p.at)
	case p.flow:
		t.add([]byte("["), p.at)
	case p.kind != 0:
		t.add(bytes.Repeat([]byte(" "), p.at.column-1), textPlace{p.at.line, 1})
	}
	cuts := make([]cut, len(p.cuts))
	at := p.at
	for i, c := range p.cuts {
		t.add(r.data[p.from:c.from], at)
		at = at.after(r.data[p.from:c.from])
		cuts[i] = cut{span: c, at: at}
		t.stand(c, at)
		at = at.after(r.data[c.from:c.to])
		p.from = c.to
	}
	t.add(r.data[p.from:p.to], at)
	switch { // the node after the comma is removed below
	case !p.flow || p.last:
	case p.kind == yaml.MappingNode:
		t.add([]byte(", 0}"), at)
	default:
		t.add([]byte(", 0]"), at)
	}
	n, err := r.parse(t.text)
	if err != nil {
		var e *Error
		if errors.As(err, &e) {
			e.Line = t.place(max(e.Line, 1), math.MaxInt).line
			if errors.Is(err, ErrEmpty) {
				e.Err = errNoContent
			}
		}
		return nil, err
	}
	if !t.settle(r, n, &cuts) || len(cuts) > 0 {
		return nil, &Error{File: r.File, Line: p.at.line, Err: errNoContent}
	}
	if p.flow && !p.last {
		last := 1
		if n.Kind == yaml.MappingNode {
			last = 2
		}
		n.Content = n.Content[:max(len(n.Content)-last, 0)]
	}
	return n, nil
}

// pieceText is the text of a piece for the YAML library.
type pieceText struct {
	text  []byte
	end   textPlace
	parts []textPart
	inner []textPlace // positions of the collections that the placeholders replace
}

// textPart maps the start of a part of a piece's text to its position in the whole text.
type textPart struct{ here, there textPlace }

func (t *pieceText) add(text []byte, there textPlace) {
	t.parts = append(t.parts, textPart{t.end, there})
	t.text = append(t.text, text...)
	t.end = t.end.after(text)
}

// stand adds a small placeholder for a collection that was cut out. The leading space prevents the placeholder from
// being read as a key if it replaces a list whose dashes are directly below their key.
func (t *pieceText) stand(c span, at textPlace) {
	if !c.flow {
		t.add([]byte(" "), at)
	}
	t.inner = append(t.inner, textPlace{t.end.line, t.end.column + 1})
	text := "[0]"
	if c.kind == yaml.MappingNode {
		text = "{0}"
	}
	if !c.flow {
		text += "\n"
	}
	t.add([]byte(text), at)
}

// place converts a position in the piece's text to a position in the whole text.
func (t *pieceText) place(line, column int) textPlace {
	here := textPlace{line, column}
	i := sort.Search(len(t.parts), func(i int) bool { return !t.parts[i].here.notAfter(here) })
	p := t.parts[max(i-1, 0)]
	if line > p.here.line {
		return textPlace{p.there.line + line - p.here.line, column}
	}
	return textPlace{p.there.line, p.there.column + column - p.here.column}
}

// settle gives the nodes their positions in the whole text and records the placeholders among them. It returns false if
// the library read a placeholder as something else.
func (t *pieceText) settle(r *Reader, n *yaml.Node, cuts *[]cut) bool {
	if len(*cuts) > 0 && len(n.Content) > 0 {
		inner := t.inner[len(t.inner)-len(*cuts)]
		if c := n.Content[0]; c.Line == inner.line && c.Column == inner.column {
			if n.Kind != (*cuts)[0].kind {
				return false
			}
			r.cuts[n] = (*cuts)[0]
			r.cutOut = append(r.cutOut, n)
			*cuts = (*cuts)[1:]
			n.Content = nil
		}
	}
	p := t.place(n.Line, n.Column)
	n.Line, n.Column = p.line, p.column
	for _, c := range n.Content {
		if !t.settle(r, c, cuts) {
			return false
		}
	}
	return true
}
