package level

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"

	"gopkg.in/yaml.v3"
)

// A YAML tree takes some forty times the memory of its text. Of a large level file that Fillet did not write as it is, the
// tree therefore has only what is small: large lists and mappings are cut out of the text before it is read, and what they
// hold is read, some entries at once, when the decoder comes to it, and let go of.

// piecesFrom is the size in bytes from which on a file is read in pieces.
const piecesFrom = 1 << 20

// pieceSize is how many bytes of a collection are read at once, or some more. Tests lower it.
var pieceSize = 32 << 10

// cut is a collection that is not in the tree.
type cut struct {
	span
	at textPlace // of its beginning
}

// level reads a level, in pieces where it is large.
func (d *decoder) level(data []byte) (*Document, error) {
	d.data = data
	if len(data) < piecesFrom {
		return d.tree(data)
	}
	return d.inPieces(data)
}

// inPieces reads a level of which the tree never has more than a piece.
func (d *decoder) inPieces(data []byte) (*Document, error) {
	root, end, ok := rootSpan(data)
	if !ok {
		return d.tree(data)
	}
	d.data, d.cuts = data, map[*yaml.Node]cut{}
	n, err := d.piece(piece{to: end, at: textPlace{1, 1}, cuts: []span{root}})
	if err != nil {
		return nil, err
	}
	return d.document(n)
}

// rootSpan finds the collection that a whole text is, and where to stop reading what stands behind it.
func rootSpan(data []byte) (root span, end int, ok bool) {
	s := &scanner{data: data}
	if bytes.HasPrefix(data, []byte("\ufeff")) {
		s.at, s.line = 3, 3
	}
	if bytes.HasPrefix(data[s.at:], []byte("%")) {
		return span{}, 0, false // a tag in a piece may depend on it
	}
	if s.marker(); !s.toToken() {
		return span{}, 0, false
	}
	if c := data[s.at]; c == '[' || c == '{' {
		root, ok = s.flow(nil)
	} else {
		root, ok = s.block(nil)
	}
	if !ok || root.kind == 0 {
		return span{}, 0, false
	}
	// Whatever else follows is an error, and says so in its first lines.
	rest := &scanner{data: data, at: root.to, line: root.to}
	rest.marker()
	rest.toToken()
	const enough = 1 << 10
	return root, min(rest.at+enough, len(data)), true
}

// marker skips the lines up to the first one that separates documents, and that, where nothing else stands before or behind it.
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

// each gives what a collection holds, in one or more parts. Of a mapping each part has keys and values by turns.
func (d *decoder) each(n *yaml.Node, do func(content []*yaml.Node) error) error {
	c, ok := d.cuts[n]
	if !ok {
		return do(n.Content)
	}
	s := &scanner{data: d.data[:c.to], at: c.from, line: c.from - c.indent}
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
		if left < pieceSize && !s.deep {
			return true
		}
		n := len(s.cuts)
		for n > 0 && s.cuts[n-1].from >= to { // a key, which it will not be
			n--
		}
		p.to, p.cuts = to, s.cuts[:n:n]
		if err = d.part(*p, do); err != nil {
			return false
		}
		from := to
		if c.flow {
			from++ // the comma
		}
		p.at = p.at.after(d.data[p.from:from])
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
		return &ReadError{File: d.name, Line: p.at.line, Err: errors.New("did not find expected node content")}
	case s.deep:
		return &ReadError{File: d.name, Line: p.at.line, Err: fmt.Errorf("exceeded max depth of %d", mostDepth)}
	}
	p.to, p.cuts, p.last = c.to, s.cuts, true
	return d.part(*p, do)
}

// part gives the entries of a piece. What was cut out of the items of a list is let go of behind them; a mapping's values may
// be read once its last key is known.
func (d *decoder) part(p piece, do func([]*yaml.Node) error) error {
	before := len(d.cutOut)
	n, err := d.piece(p)
	switch {
	case err != nil:
		return err
	case n.Kind != p.kind || len(n.Content) == 0 && !p.last:
		return &ReadError{File: d.name, Line: p.at.line, Column: p.at.column, Err: errors.New("did not find expected node content")}
	}
	err = do(n.Content)
	if p.kind == yaml.SequenceNode {
		for _, n := range d.cutOut[before:] {
			delete(d.cuts, n)
		}
		d.cutOut = d.cutOut[:before]
	}
	return err
}

// check reads what was cut out of a tree that nobody else reads.
func (d *decoder) check(n *yaml.Node) error {
	if n == nil || len(d.cuts) == 0 {
		return nil
	}
	return d.each(n, func(content []*yaml.Node) error {
		for _, c := range content {
			if err := d.check(c); err != nil {
				return err
			}
		}
		return nil
	})
}

// few is what a collection holds, or the first of it where that is more than most.
func (d *decoder) few(n *yaml.Node, most int) []*yaml.Node {
	if _, ok := d.cuts[n]; !ok {
		return n.Content
	}
	var out []*yaml.Node
	_ = d.each(n, func(content []*yaml.Node) error { // the error is that there is enough, or comes again
		if out = append(out, content...); len(out) > most {
			return errEnough
		}
		return nil
	})
	return out
}

var errEnough = errors.New("that is enough")

// count is how many nodes a collection holds.
func (d *decoder) count(n *yaml.Node) int {
	count := 0
	_ = d.each(n, func(content []*yaml.Node) error { // what comes before an error
		count += len(content)
		return nil
	})
	return count
}

// piece is a part of a text: some entries of a collection, or the whole text where the kind is none.
type piece struct {
	span
	from, to int
	at       textPlace // of from
	cuts     []span    // what is to be cut out of it
	last     bool      // it ends where the collection does
}

// piece reads a piece. Its nodes stand where they do in the whole text.
func (d *decoder) piece(p piece) (*yaml.Node, error) {
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
		t.add(d.data[p.from:c.from], at)
		at = at.after(d.data[p.from:c.from])
		cuts[i] = cut{c, at}
		t.stand(c, at)
		at = at.after(d.data[c.from:c.to])
		p.from = c.to
	}
	t.add(d.data[p.from:p.to], at)
	switch { // what comes behind the comma is taken away again
	case !p.flow || p.last:
	case p.kind == yaml.MappingNode:
		t.add([]byte(", 0}"), at)
	default:
		t.add([]byte(", 0]"), at)
	}
	root, err := d.parse(t.text)
	if err != nil {
		var re *ReadError
		if errors.As(err, &re) {
			re.Line = t.place(max(re.Line, 1), math.MaxInt).line
		}
		return nil, err
	}
	if len(root.Content) != 1 || !t.settle(d, root.Content[0], &cuts) || len(cuts) > 0 {
		return nil, &ReadError{File: d.name, Line: p.at.line, Err: errors.New("did not find expected node content")}
	}
	n := root.Content[0]
	if p.flow && !p.last {
		last := 1
		if n.Kind == yaml.MappingNode {
			last = 2
		}
		n.Content = n.Content[:max(len(n.Content)-last, 0)]
	}
	return n, nil
}

// pieceText is the text of a piece as the YAML library reads it.
type pieceText struct {
	text  []byte
	end   textPlace
	parts []textPart
	inner []textPlace // of what stands where something was cut out
}

// textPart says where the text that begins at here stands in the whole.
type textPart struct{ here, there textPlace }

func (t *pieceText) add(text []byte, there textPlace) {
	t.parts = append(t.parts, textPart{t.end, there})
	t.text = append(t.text, text...)
	t.end = t.end.after(text)
}

// stand adds a small collection, which stands for one that was cut out. A list whose dashes stand below their key is such
// that could be a key there in brackets, but for a blank.
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

// place is where in the whole stands what stands in the text there.
func (t *pieceText) place(line, column int) textPlace {
	here := textPlace{line, column}
	i := sort.Search(len(t.parts), func(i int) bool { return !t.parts[i].here.notAfter(here) })
	p := t.parts[max(i-1, 0)]
	if line > p.here.line {
		return textPlace{p.there.line + line - p.here.line, column}
	}
	return textPlace{p.there.line, p.there.column + column - p.here.column}
}

// settle has the nodes stand where they do in the whole, and notes which of them were cut out.
func (t *pieceText) settle(d *decoder, n *yaml.Node, cuts *[]cut) bool {
	if len(*cuts) > 0 && len(n.Content) > 0 {
		inner := t.inner[len(t.inner)-len(*cuts)]
		if c := n.Content[0]; c.Line == inner.line && c.Column == inner.column {
			if n.Kind != (*cuts)[0].kind {
				return false
			}
			d.cuts[n] = (*cuts)[0]
			d.cutOut = append(d.cutOut, n)
			*cuts = (*cuts)[1:]
			n.Content = nil
		}
	}
	p := t.place(n.Line, n.Column)
	n.Line, n.Column = p.line, p.column
	for _, c := range n.Content {
		if !t.settle(d, c, cuts) {
			return false
		}
	}
	return true
}

// wholeTree is the tree of a text that is one YAML document and nothing else.
func wholeTree(text []byte) (*yaml.Node, bool) {
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var root yaml.Node
	if dec.Decode(&root) != nil || len(root.Content) != 1 || !errors.Is(dec.Decode(new(yaml.Node)), io.EOF) {
		return nil, false
	}
	return root.Content[0], true
}
