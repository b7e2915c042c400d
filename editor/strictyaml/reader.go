// Package strictyaml reads YAML and JSON strictly. The caller says which keys exist and which type each value has; everything
// else is an [*Error] with its line and column. A large text is read in pieces, so that memory is in proportion to the result,
// not to the text's tree.
package strictyaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fillet/editor/quote"

	"gopkg.in/yaml.v3"
)

// Position is a place in a text. Both count from 1, columns in characters; 0 is unknown.
type Position struct{ Line, Column int }

// PositionOf returns the position of a node.
func PositionOf(n *yaml.Node) Position { return Position{n.Line, n.Column} }

// Error says what is wrong with a text, and where. Line and Column count from 1; 0 is unknown. Path names the value, such as
// "colliders[3].pieces[0]", where the [Reader] keeps paths.
type Error struct {
	File         string
	Line, Column int
	Path         string
	Err          error
}

func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(quote.ShortPath(e.File) + ":")
	}
	if e.Line > 0 {
		fmt.Fprintf(&b, "%d:", e.Line)
		if e.Column > 0 {
			fmt.Fprintf(&b, "%d:", e.Column)
		}
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	if e.Path != "" {
		b.WriteString(e.Path + ": ")
	}
	b.WriteString(e.Err.Error())
	return b.String()
}

func (e *Error) Unwrap() error { return e.Err }

// ErrEmpty is the error of a text that holds nothing.
var ErrEmpty = errors.New("the file is empty")

// ErrConflict is the error of a file that git could not merge.
var ErrConflict = errors.New("the file has unresolved merge conflicts from git")

// ConflictLine returns the first line with one of git's conflict markers, counted from 1, or 0. Any of the four counts: a conflict
// that was settled by hand may have left one behind. Callers ask when a file cannot be read otherwise.
func ConflictLine(data []byte) int {
	line := 0
	for text := range bytes.Lines(data) {
		line++
		if len(text) < 7 || strings.IndexByte("<|=>", text[0]) < 0 {
			continue
		}
		switch mark := string(bytes.TrimRight(text, "\r\n")); {
		case mark == "=======", strings.HasPrefix(mark, "<<<<<<< "), strings.HasPrefix(mark, "||||||| "), strings.HasPrefix(mark, ">>>>>>> "):
			return line
		}
	}
	return 0
}

// CheckText returns the error of the first byte of a file that is not UTF-8, with its place; nil for a text.
func CheckText(data []byte, name string) error {
	if utf8.Valid(data) {
		return nil
	}
	line, start := 1, 0
	for i := 0; i < len(data); {
		c, size := utf8.DecodeRune(data[i:])
		if c == utf8.RuneError && size == 1 {
			return &Error{File: name, Line: line, Column: utf8.RuneCount(data[start:i]) + 1, Err: fmt.Errorf("byte %#x is not UTF-8 text", data[i])}
		}
		if c == '\n' {
			line, start = line+1, i+1
		}
		i += size
	}
	return nil
}

// Reader reads one text.
type Reader struct {
	File  string // its name, for errors
	What  string // what it is, as messages say it: "a level file"
	Paths bool   // errors say under which keys and items they stand

	PiecesFrom int // texts of at least so many bytes are read in pieces; 0 means 1 MB, less than 0 never
	PieceSize  int // about how many bytes of a collection are read at a time; 0 means 32 KB

	data   []byte
	text   string             // the same, where it is JSON
	cuts   map[*yaml.Node]cut // collections that are not in the tree
	cutOut []*yaml.Node       // those nodes, in the order in which they were read
	words  words
}

// Read reads a YAML text that is one document. The methods of the reader take the node and those in it.
func (r *Reader) Read(data []byte) (*yaml.Node, error) {
	data = PlainLines(data)
	r.data, r.cuts, r.cutOut = data, nil, nil
	if r.inPieces(len(data)) {
		if cuts, end, ok := r.rootSpan(); ok {
			r.cuts = map[*yaml.Node]cut{}
			return r.piece(piece{to: end, at: textPlace{1, 1}, cuts: cuts})
		}
	}
	if n := r.regular(data, textPlace{1, 1}); n != nil {
		return n, nil
	}
	return r.parse(data)
}

// PlainLines replaces carriage return and line feed at line ends by line feeds alone. To YAML they are the same; the quick
// reader of regular text knows only line feeds.
func PlainLines(data []byte) []byte {
	if n := bytes.Count(data, []byte("\r\n")); n > 0 && n == bytes.Count(data, []byte("\r")) {
		return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	}
	return data
}

// inPieces reports whether a text of so many bytes is read in pieces.
func (r *Reader) inPieces(size int) bool {
	if r.PiecesFrom == 0 {
		return size >= 1<<20
	}
	return r.PiecesFrom > 0 && size >= r.PiecesFrom
}

func (r *Reader) pieceSize() int {
	if r.PieceSize == 0 {
		return 32 << 10
	}
	return r.PieceSize
}

// parse reads a text through the YAML library.
func (r *Reader) parse(data []byte) (root *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil { // a bug of the library
			root, err = nil, &Error{File: r.File, Err: fmt.Errorf("the YAML cannot be read: %s", quote.Excerpt(fmt.Sprint(p)))}
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc yaml.Node
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) || err == nil && len(doc.Content) != 1 {
		return nil, &Error{File: r.File, Line: 1, Err: ErrEmpty}
	} else if err != nil {
		e := &Error{File: r.File}
		line, message := place(data, err)
		e.Line, e.Err = line, errors.New(quote.Excerpt(message)) // it may name an anchor
		return nil, e
	}
	var more yaml.Node
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		at := &Error{File: r.File, Line: more.Line, Column: more.Column}
		if err != nil {
			at.Column = 0
			at.Line, _ = fault(err)
			at.Line = max(at.Line, 1) // it has no number for the first one
		} else if len(more.Content) > 0 {
			at.Line, at.Column = more.Content[0].Line, more.Content[0].Column
		}
		at.Err = fmt.Errorf("%s holds one YAML document, this one goes on after it", r.What)
		return nil, at
	}
	return doc.Content[0], nil
}

// Errorf makes an error at a node. Long texts among the arguments are cut.
func (r *Reader) Errorf(n *yaml.Node, format string, args ...any) error {
	return r.Wrap(n, fmt.Errorf(format, quote.Excerpts(args)...))
}

// Wrap gives an error the place of a node.
func (r *Reader) Wrap(n *yaml.Node, err error) error { return r.WrapAt(PositionOf(n), err) }

// WrapAt gives an error a place.
func (r *Reader) WrapAt(p Position, err error) error {
	return &Error{File: r.File, Line: p.Line, Column: p.Column, Err: err}
}

// Under prepends a key or an index to the path of an error, where the reader keeps paths.
func (r *Reader) Under(step string, err error) error {
	var e *Error
	if !r.Paths || !errors.As(err, &e) {
		return err
	}
	if e.Path != "" && e.Path[0] != '[' {
		step += "."
	}
	e.Path = quote.Printable(step) + e.Path // a step may be a name that a user chose
	return err
}

// Mapping calls read for each key and value, in the order of the text. An unknown or repeated key is an error; known == nil
// accepts every key.
func (r *Reader) Mapping(n *yaml.Node, known []string, read func(key string, value *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return r.Errorf(n, "expected keys and values here, not %s", r.Describe(n))
	}
	m := &mapping{known: known, read: read}
	if _, isCut := r.cuts[n]; isCut || len(n.Content) > 2*fewKeys {
		m.lines = map[string]int{}
	}
	return r.each(n, func(content []*yaml.Node) error { return r.entries(m, content) })
}

// fewKeys is how many keys of a mapping are compared with each other, without a table.
const fewKeys = 32

// mapping is a mapping while it is read.
type mapping struct {
	known []string
	read  func(key string, value *yaml.Node) error
	lines map[string]int // where each key stands; nil where there are few
}

func (r *Reader) entries(m *mapping, content []*yaml.Node) error {
	for i := 0; i+1 < len(content); i += 2 {
		key, value := content[i], content[i+1]
		if key.Kind != yaml.ScalarNode || key.ShortTag() == "!!merge" {
			return r.Errorf(key, "a key has to be a plain word")
		}
		if m.known != nil && !slices.Contains(m.known, key.Value) {
			return r.Errorf(key, "unknown key %q%s", key.Value, suggestion(key.Value, m.known))
		}
		if line := m.lineOf(content[:i], key.Value); line > 0 {
			return r.Errorf(key, "key %q stands here already, in line %d", key.Value, line)
		}
		if m.lines != nil {
			m.lines[key.Value] = key.Line
		}
		if err := r.noReference(value); err != nil {
			return r.Under(key.Value, err)
		}
		if err := m.read(key.Value, value); err != nil {
			return r.Under(key.Value, err)
		}
	}
	return nil
}

// lineOf is the line in which a key stood before, or 0.
func (m *mapping) lineOf(before []*yaml.Node, key string) int {
	if m.lines != nil {
		return m.lines[key]
	}
	for j := 0; j < len(before); j += 2 {
		if before[j].Value == key {
			return before[j].Line
		}
	}
	return 0
}

// Sequence calls read for each item of a list.
func (r *Reader) Sequence(n *yaml.Node, read func(i int, item *yaml.Node) error) error {
	if n.Kind != yaml.SequenceNode {
		return r.Errorf(n, "expected a list here, not %s", r.Describe(n))
	}
	i := 0
	return r.each(n, func(content []*yaml.Node) error {
		for _, item := range content {
			err := r.noReference(item)
			if err == nil {
				err = read(i, item)
			}
			if err != nil {
				return r.Under("["+strconv.Itoa(i)+"]", err)
			}
			i++
		}
		return nil
	})
}

// noReference refuses aliases: a strict text needs none, and they can make a small text large.
func (r *Reader) noReference(n *yaml.Node) error {
	if n.Kind == yaml.AliasNode {
		return r.Errorf(n, "references (*%s) are not read in %s", n.Value, r.What)
	}
	return nil
}

// Loaded returns a node whose Content has all its entries: a copy where the collection is large and was read in pieces. Large
// collections within it are still read when they are needed.
func (r *Reader) Loaded(n *yaml.Node) (*yaml.Node, error) {
	if _, ok := r.cuts[n]; !ok {
		return n, nil
	}
	out := *n
	out.Content = nil
	err := r.each(n, func(content []*yaml.Node) error {
		out.Content = append(out.Content, content...)
		return nil
	})
	return &out, err
}

// First returns the first nodes of a collection, at most so many.
func (r *Reader) First(n *yaml.Node, most int) []*yaml.Node {
	if _, ok := r.cuts[n]; !ok {
		return n.Content
	}
	var out []*yaml.Node
	_ = r.each(n, func(content []*yaml.Node) error { // the error is that there is enough, or comes again
		if out = append(out, content...); len(out) > most {
			return errEnough
		}
		return nil
	})
	return out
}

var errEnough = errors.New("that is enough")

// Len counts the nodes of a collection: keys and values of a mapping.
func (r *Reader) Len(n *yaml.Node) int {
	count := 0
	_ = r.each(n, func(content []*yaml.Node) error { // what comes before an error
		count += len(content)
		return nil
	})
	return count
}

// Check reports what is wrong with the YAML of a node that is not read otherwise: a large one has not been parsed yet.
func (r *Reader) Check(n *yaml.Node) error {
	if n == nil || len(r.cuts) == 0 {
		return nil
	}
	return r.each(n, func(content []*yaml.Node) error {
		for _, c := range content {
			if err := r.Check(c); err != nil {
				return err
			}
		}
		return nil
	})
}

// Description says in words what a text contains. It quotes little of it.
type Description string

// Describe says in words what a node is, for messages.
func (r *Reader) Describe(n *yaml.Node) Description {
	switch n.Kind {
	case yaml.MappingNode:
		return "keys and values"
	case yaml.SequenceNode:
		return Description(fmt.Sprintf("a list of %d", r.Len(n)))
	case yaml.AliasNode:
		return "a reference"
	}
	if IsNull(n) {
		return "nothing"
	}
	return Description(strconv.Quote(quote.Excerpt(n.Value)))
}
