// Package strictyaml reads YAML and JSON strictly. The caller says which keys exist and which type each value has;
// everything else is an [*Error] with its line and column. Large texts are read in pieces, so memory grows with the
// result, not with the syntax tree.
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

// Position is a place in a text. Line and Column count from 1, columns in characters; 0 is unknown.
type Position struct{ Line, Column int }

// PositionOf returns the position of a node.
func PositionOf(n *yaml.Node) Position { return Position{n.Line, n.Column} }

// Error is a fault in a text, with its place. Line and Column count from 1; 0 is unknown. Path names the value, such as
// "colliders[3].pieces[0]", if the [Reader] keeps paths.
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

// ErrEmpty reports a text without content.
var ErrEmpty = errors.New("the file is empty")

// ErrConflict reports a file with git's conflict markers.
var ErrConflict = errors.New("the file has unresolved merge conflicts from git")

// ConflictLine returns the first line with one of git's conflict markers, counted from 1, or 0. Any of the four counts:
// resolving a conflict by hand may have left one behind. Use it on files that cannot be read otherwise.
func ConflictLine(data []byte) int {
	line := 0
	for text := range bytes.Lines(data) {
		line++
		if len(text) < 7 || strings.IndexByte("<|=>", text[0]) < 0 {
			continue
		}
		switch mark := string(bytes.TrimRight(text, "\r\n")); {
		case mark == "=======", strings.HasPrefix(mark, "<<<<<<< "), strings.HasPrefix(mark, "||||||| "),
			strings.HasPrefix(mark, ">>>>>>> "):
			return line
		}
	}
	return 0
}

// CheckText returns an error with the place of the first byte that is not UTF-8, or nil.
func CheckText(data []byte, name string) error {
	if utf8.Valid(data) {
		return nil
	}
	line, start := 1, 0
	for i := 0; i < len(data); {
		c, size := utf8.DecodeRune(data[i:])
		if c == utf8.RuneError && size == 1 {
			return &Error{
				File: name, Line: line, Column: utf8.RuneCount(data[start:i]) + 1,
				Err: fmt.Errorf("byte %#x is not UTF-8 text", data[i]),
			}
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
	What  string // what messages call it: "a level file"
	Paths bool   // errors carry the path of their value

	PiecesFrom int // texts of at least this many bytes are read in pieces; 0 means 1 MB, negative means never
	PieceSize  int // about how many bytes of a collection are read at a time; 0 means 32 KB

	data   []byte
	text   string             // the same, for JSON
	cuts   map[*yaml.Node]cut // collections that are not in the tree
	cutOut []*yaml.Node       // their nodes, in reading order
	words  words
	live   *walker // of the text that is being streamed; nil: none
}

// Read reads a YAML text with a single document. The reader's methods take the node that it returns and the nodes in
// it.
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

// PlainLines converts CR LF to LF if the text has no other carriage returns. They are the same in YAML, but the fast
// parser of regular text knows only LF.
func PlainLines(data []byte) []byte {
	if n := bytes.Count(data, []byte("\r\n")); n > 0 && n == bytes.Count(data, []byte("\r")) {
		return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	}
	return data
}

// inPieces reports whether a text of size bytes is read in pieces.
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

// parse parses a text with the YAML library.
func (r *Reader) parse(data []byte) (root *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil { // a bug in the library
			root, err = nil, &Error{File: r.File, Err: fmt.Errorf("the YAML cannot be read: %s",
				quote.Excerpt(fmt.Sprint(p)))}
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
			at.Line = max(at.Line, 1) // the library omits the number of line 1
		} else if len(more.Content) > 0 {
			at.Line, at.Column = more.Content[0].Line, more.Content[0].Column
		}
		at.Err = fmt.Errorf("%s holds one YAML document, but this file has more", r.What)
		return nil, at
	}
	return doc.Content[0], nil
}

// Errorf returns an error at a node. Long strings among the arguments are cut.
func (r *Reader) Errorf(n *yaml.Node, format string, args ...any) error {
	return r.Wrap(n, fmt.Errorf(format, quote.Excerpts(args)...))
}

// Wrap adds the place of a node to an error.
func (r *Reader) Wrap(n *yaml.Node, err error) error { return r.WrapAt(PositionOf(n), err) }

// WrapAt adds a place to an error.
func (r *Reader) WrapAt(p Position, err error) error {
	return &Error{File: r.File, Line: p.Line, Column: p.Column, Err: err}
}

// Under prepends a key or an index to the path of an error, if the reader keeps paths.
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

// Mapping calls read for each key and value, in the order of the text. An unknown or repeated key is an error; known ==
// nil accepts every key.
func (r *Reader) Mapping(n *yaml.Node, known []string, read func(key string, value *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return r.Errorf(n, "expected keys and values here, not %s", r.Describe(n))
	}
	if isLive(n) {
		return r.liveMapping(n, known, read)
	}
	m := &mapping{known: known, read: read}
	if _, isCut := r.cuts[n]; isCut || len(n.Content) > 2*fewKeys {
		m.lines = map[string]int{}
	}
	return r.each(n, func(content []*yaml.Node) error { return r.entries(m, content) })
}

// fewKeys is the number of keys up to which a mapping's keys are compared pairwise, without a table.
const fewKeys = 32

// mapping is the state of reading a mapping.
type mapping struct {
	known []string
	read  func(key string, value *yaml.Node) error
	lines map[string]int // the line of each key; nil while there are few
}

// liveMapping reads a mapping of a text that is being streamed.
func (r *Reader) liveMapping(n *yaml.Node, known []string, read func(key string, value *yaml.Node) error) error {
	w := r.live
	from, next := len(w.keys), 0
	var seen uint64          // of the known keys
	var many map[string]bool // any keys after the first few
	err := w.entries(n, func(key, value *yaml.Node) error {
		var name string
		if known == nil {
			name = w.words.part(key.Value)
			if many[name] || slices.Contains(w.keys[from:], name) {
				return errIrregular
			}
			switch {
			case len(w.keys)-from < fewKeys:
				w.keys = append(w.keys, name)
			case many == nil:
				many = map[string]bool{name: true}
			default:
				many[name] = true
			}
		} else {
			i := indexFrom(known, key.Value, next)
			if i < 0 || i >= 64 || seen&(1<<i) != 0 {
				return errIrregular
			}
			seen |= 1 << i
			name, next = known[i], i+1
		}
		return read(name, value)
	})
	w.keys = w.keys[:from]
	return err
}

// indexFrom returns the index of a word in a list, or -1. It is fast if that is at or soon after next.
func indexFrom(list []string, word string, next int) int {
	for i := next; i < len(list); i++ {
		if list[i] == word {
			return i
		}
	}
	return slices.Index(list[:min(next, len(list))], word)
}

func (r *Reader) entries(m *mapping, content []*yaml.Node) error {
	for i := 0; i+1 < len(content); i += 2 {
		key, value := content[i], content[i+1]
		if key.Kind != yaml.ScalarNode || key.ShortTag() == "!!merge" {
			return r.Errorf(key, "a key must be a plain word")
		}
		if m.known != nil && !slices.Contains(m.known, key.Value) {
			return r.Errorf(key, "unknown key %q%s", key.Value, suggestion(key.Value, m.known))
		}
		if line := m.lineOf(content[:i], key.Value); line > 0 {
			return r.Errorf(key, "key %q was already set, in line %d", key.Value, line)
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

// lineOf returns the line of an earlier occurrence of a key, or 0.
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
	if isLive(n) {
		return r.live.entries(n, func(_, item *yaml.Node) error {
			i++
			return read(i-1, item)
		})
	}
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

// noReference rejects aliases: a strict text needs none, and they can make a small text large.
func (r *Reader) noReference(n *yaml.Node) error {
	if n.Kind == yaml.AliasNode {
		return r.Errorf(n, "references (*%s) are not allowed in %s", n.Value, r.What)
	}
	return nil
}

// Loaded returns a node whose Content is complete: a copy if the collection is large and was read in pieces. Large
// collections within it are still read on demand.
func (r *Reader) Loaded(n *yaml.Node) (*yaml.Node, error) {
	if _, ok := r.cuts[n]; !ok && !isLive(n) {
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

// First returns the nodes of a collection, or only the beginning of a large one that has more than most.
func (r *Reader) First(n *yaml.Node, limit int) []*yaml.Node {
	if _, ok := r.cuts[n]; !ok && !isLive(n) {
		return n.Content
	}
	var out []*yaml.Node
	_ = r.each(n, func(content []*yaml.Node) error { // it has enough, or the error comes again later
		if out = append(out, content...); len(out) > limit {
			return errEnough
		}
		return nil
	})
	return out
}

var errEnough = errors.New("that is enough")

// Len counts the nodes of a collection. A mapping's keys and values count separately.
func (r *Reader) Len(n *yaml.Node) int {
	count := 0
	_ = r.each(n, func(content []*yaml.Node) error { // counts what comes before an error
		count += len(content)
		return nil
	})
	return count
}

// Check returns the first error in the YAML of a node that is not read otherwise: large ones have not been parsed yet.
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

// Description is a wording of a text's content for messages. It quotes little of it.
type Description string

// Describe returns a wording of a node's content for messages.
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
