package level

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// A YAML tree takes some forty times the memory of its text. A large level file that another program wrote is therefore
// taken apart by its lines, where its layers and colliders are lists in block style, and goes through the tree in pieces of
// some colliders each, which are let go of. What is of another style, and every error, is left to the tree of the whole.

// piecesFrom is the size in bytes from which on a file is read in pieces.
const piecesFrom = 1 << 20

// pieceSize is how many bytes of colliders are read at once, or some more. Tests lower it.
var pieceSize = 32 << 10

// readInPieces reads a level whose layers and colliders are lists in block style. It reports false for any other, and for
// what is not valid or needs a warning.
func readInPieces(data []byte, name string) (*decoder, *Document, bool) {
	const key = "layers:"
	if !utf8.Valid(data) || bytes.ContainsAny(data, "\r\u0085\u2028\u2029") { // which end lines as well
		return nil, nil, false
	}
	d := &decoder{name: name, places: map[ID]place{}, layerIDs: map[LayerID]bool{}}
	b := blockLines{data: data}
	for !b.done() && !(b.indent() == 0 && string(b.text()) == key) {
		if bytes.HasPrefix(b.text(), []byte("---")) || bytes.HasPrefix(b.text(), []byte("...")) {
			return nil, nil, false // of several documents
		}
		b.next()
	}
	if b.done() {
		return nil, nil, false
	}
	at, line := b.at, b.line
	b.next()
	first, ok := b.listIndent(0)
	if !ok {
		return nil, nil, false
	}
	for i := 0; b.isItem(first); i++ {
		from := b
		b.skipItem(first)
		if !d.layerInPieces(i, blockLines{data: data[:b.at], at: from.at, line: from.line}, first) {
			return nil, nil, false
		}
	}
	if !b.done() && b.indent() > 0 || bytes.HasPrefix(data[b.at:], []byte("---")) {
		return nil, nil, false
	}
	rest := append(append(bytes.Clone(data[:at]), key+" []\n"...), data[b.at:]...)
	if d.text(rest) != nil {
		return nil, nil, false
	}
	doc, err := d.tree(rest)
	return d, doc, err == nil && len(d.warnings) == 0 && d.start == line+1
}

// layerInPieces reads the i-th layer, an item of a list at the given indent.
func (d *decoder) layerInPieces(i int, b blockLines, indent int) bool {
	start, base := b.at, b.line
	item := b.text()
	keys := indent + 1 + len(item[1:]) - len(bytes.TrimLeft(item[1:], " ")) // where the item's keys stand
	dash := true
	for ; !b.done(); b.next() {
		text := b.text()
		if dash {
			text = b.data[b.at+keys : b.at+b.indent()+len(text)]
		}
		if (dash || b.indent() == keys) && string(text) == "colliders:" {
			break
		}
		dash = false
	}
	if b.done() { // no list of colliders in block style
		n, ok := list(b.data[start:], 0)
		if !ok || len(n) != 1 {
			return false
		}
		shift(n[0], base)
		return d.layer(i, n[0]) == nil && d.forget()
	}
	head := append(bytes.Clone(b.data[start:b.at+keys]), "colliders: []\n"...)
	if !dash {
		head = append(bytes.Clone(b.data[start:b.at]), bytes.Repeat([]byte(" "), keys)...)
		head = append(head, "colliders: []\n"...)
	}
	b.next()
	colliders := b
	inner, ok := b.listIndent(keys)
	if !ok {
		return false
	}
	for b.isItem(inner) {
		b.skipItem(inner)
	}
	n, ok := list(append(head, b.data[b.at:]...), base)
	if !ok || len(n) != 1 || d.layer(i, n[0]) != nil {
		return false
	}
	layer := d.layers[len(d.layers)-1].After.ID
	end := b.at
	for b, i := colliders, 0; b.at < end; {
		from := b
		for b.at < end && b.at-from.at < pieceSize {
			b.skipItem(inner)
		}
		items, ok := list(b.data[from.at:b.at], from.line)
		if !ok {
			return false
		}
		for _, n := range items {
			if d.collider(layer, i, n) != nil {
				return false
			}
			i++
		}
		if !d.forget() {
			return false
		}
	}
	return true
}

// forget lets go of the nodes of what was read, but for where it stands, unless there is something to say about it.
func (d *decoder) forget() bool {
	for i := len(d.cs) - 1; i >= 0; i-- {
		at := d.places[d.cs[i].After.ID]
		if at.points == nil && len(at.record.Content) == 0 {
			break // as are all before
		}
		d.places[d.cs[i].After.ID] = place{record: &yaml.Node{Line: at.record.Line, Column: at.record.Column}}
	}
	return len(d.warnings) == 0
}

// list is the items of a list that a text is, of which line lines stand before it.
func list(text []byte, line int) ([]*yaml.Node, bool) {
	root, ok := wholeTree(text)
	if !ok || root.Kind != yaml.SequenceNode {
		return nil, false
	}
	for _, n := range root.Content {
		n.Line += line
	}
	return root.Content, true
}

// shift has a node and what is in it stand so many lines further down.
func shift(n *yaml.Node, lines int) {
	n.Line += lines
	for _, c := range n.Content {
		shift(c, lines)
	}
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

// blockLines goes through the lines of a text.
type blockLines struct {
	data []byte
	at   int // where the line begins
	line int // how many stand before it
}

func (b *blockLines) done() bool { return b.at >= len(b.data) }

// end is where the line's feed stands.
func (b *blockLines) end() int {
	if n := bytes.IndexByte(b.data[b.at:], '\n'); n >= 0 {
		return b.at + n
	}
	return len(b.data)
}

func (b *blockLines) next() {
	b.at = min(b.end()+1, len(b.data))
	b.line++
}

// indent is how many spaces the line begins with.
func (b *blockLines) indent() int {
	n := 0
	for b.at+n < len(b.data) && b.data[b.at+n] == ' ' {
		n++
	}
	return n
}

// text is the line without the spaces around it.
func (b *blockLines) text() []byte { return bytes.Trim(b.data[b.at:b.end()], " ") }

// isNothing reports whether the line is empty or a comment.
func (b *blockLines) isNothing() bool {
	text := b.text()
	return len(text) == 0 || text[0] == '#'
}

// listIndent skips to the first item of a list that stands no further left than least, and says where it stands.
func (b *blockLines) listIndent(least int) (int, bool) {
	for !b.done() && b.isNothing() {
		b.next()
	}
	if b.done() {
		return 0, false
	}
	n := b.indent()
	return n, n >= least && b.isItem(n)
}

// isItem reports whether the line begins an item of a list at the indent, with something behind the dash.
func (b *blockLines) isItem(indent int) bool {
	return !b.done() && b.indent() == indent && bytes.HasPrefix(b.text(), []byte("- "))
}

// skipItem skips an item with all that belongs to it: what stands further right, and what is nothing.
func (b *blockLines) skipItem(indent int) {
	for b.next(); !b.done() && (b.isNothing() || b.indent() > indent); b.next() {
	}
}
