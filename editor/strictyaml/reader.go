// Package strictyaml reads YAML and JSON strictly. The caller defines which keys exist and which type each value has;
// everything else is an [*Error] with its line and column. It reads large files in pieces, so that memory grows with
// the result, not with the syntax tree.
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

// Position is a place in the text. Line and Column count from 1, columns in characters; 0 means unknown.
type Position struct{ Line, Column int }

// PositionOf returns the position of a node.
func PositionOf(n *yaml.Node) Position { return Position{n.Line, n.Column} }

// Error is a fault in the text, with its position. Line and Column count from 1; 0 means unknown. Path names the value,
// such as "colliders[3].pieces[0]", if the [Reader] keeps paths.
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

// ErrEmpty reports text without content.
var ErrEmpty = errors.New("the file is empty")

// ErrConflict reports a file with git's conflict markers.
var ErrConflict = errors.New("the file has unresolved merge conflicts from git")

// ConflictLine returns the first line with any of git's four conflict markers, counted from 1, or 0. A single marker
// counts, since resolving a conflict by hand may leave one behind. Use it only for files that cannot be read.
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

// CheckText returns an error with the position of the first byte that is not UTF-8, or nil.
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

// Reader reads one file.
type Reader struct {
	File  string // name of the file, for errors
	What  string // kind of the file, for messages: "a level file"
	Paths bool   // errors carry the path of their value

	PiecesFrom int // size, in bytes, from which text is read in pieces; 0 means 1 MB, negative means never
	PieceSize  int // approximate size of a piece, in bytes; 0 means 32 KB

	data   []byte
	text   string             // data as a string, for JSON
	cuts   map[*yaml.Node]cut // collections that were cut out of the tree
	cutOut []*yaml.Node       // keys of cuts, in reading order
	words  words
	live   *walker // walks through a streamed text; nil if none is being streamed
}

// Read reads a YAML text with a single document and returns its root. The reader's methods accept this node and the
// nodes below it.
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

// PlainLines converts CR LF to LF if the text has no other carriage returns. YAML treats both the same way, but the
// fast parser of regular text accepts only LF.
func PlainLines(data []byte) []byte {
	if n := bytes.Count(data, []byte("\r\n")); n > 0 && n == bytes.Count(data, []byte("\r")) {
		return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	}
	return data
}

// inPieces reports whether text of size bytes is read in pieces.
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

// parse parses text with the YAML library.
func (r *Reader) parse(data []byte) (root *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil { // caused by a bug in the library
			root, err = nil, &Error{File: r.File, Err: fmt.Errorf("the YAML cannot be read: %s",
				quote.Excerpt(fmt.Sprint(p)))}
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc yaml.Node
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) || err == nil && len(doc.Content) != 1 {
		return nil, &Error{File: r.File, Line: 1, Err: ErrEmpty}
	} else if err != nil {
		line, message := place(data, err)
		return nil, r.WrapAt(Position{Line: line}, errors.New(quote.Excerpt(message))) // it may quote a long anchor
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

// Errorf returns an error at a node. It shortens long strings among the arguments.
func (r *Reader) Errorf(n *yaml.Node, format string, args ...any) error {
	return r.Wrap(n, fmt.Errorf(format, quote.Excerpts(args)...))
}

// Wrap adds the position of a node to an error. It returns nil for nil.
func (r *Reader) Wrap(n *yaml.Node, err error) error { return r.WrapAt(PositionOf(n), err) }

// WrapAt adds a position to an error. It returns nil for nil.
func (r *Reader) WrapAt(p Position, err error) error {
	if err == nil {
		return nil
	}
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
	e.Path = quote.Printable(step) + e.Path // a step may be a name from the file
	return err
}

// Mapping calls read for each key and value, in the order of the text. Unknown and repeated keys are errors. If known
// is nil, it accepts every key.
func (r *Reader) Mapping(n *yaml.Node, known []string, read func(key string, value *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return r.Errorf(n, "expected keys and values here, not %s", r.Describe(n))
	}
	if isLive(n) {
		return r.liveMapping(n, known, read)
	}
	var lines map[string]int // of each key; nil up to fewKeys keys
	if _, isCut := r.cuts[n]; isCut || len(n.Content) > 2*fewKeys {
		lines = map[string]int{}
	}
	return r.each(n, func(content []*yaml.Node) error {
		for i := 0; i+1 < len(content); i += 2 {
			key, value := content[i], content[i+1]
			line := lines[key.Value]
			for j := 0; j < i && lines == nil && line == 0; j += 2 {
				if content[j].Value == key.Value {
					line = content[j].Line
				}
			}
			if lines != nil {
				lines[key.Value] = key.Line
			}
			if err := r.entry(key, value, known, line, read); err != nil {
				return err
			}
		}
		return nil
	})
}

// fewKeys is the largest number of a mapping's keys at which they are compared pairwise, without a table.
const fewKeys = 32

// liveMapping works like [Reader.Mapping] for text that is being streamed.
func (r *Reader) liveMapping(n *yaml.Node, known []string, read func(key string, value *yaml.Node) error) error {
	w := r.live
	from, next := len(w.keys), 0
	var seen uint64          // bits of the known keys that were read
	var many map[string]bool // the other keys, after the first few
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

// indexFrom returns the index of a word in a list, or -1. It is fast if the word is at next or soon after.
func indexFrom(list []string, word string, next int) int {
	for i := next; i < len(list); i++ {
		if list[i] == word {
			return i
		}
	}
	return slices.Index(list[:min(next, len(list))], word)
}

// entry reads an entry of a mapping. line is the line of an earlier occurrence of the key, or 0.
func (r *Reader) entry(
	key, value *yaml.Node, known []string, line int, read func(key string, value *yaml.Node) error,
) error {
	switch {
	case key.Kind != yaml.ScalarNode || key.ShortTag() == "!!merge":
		return r.Errorf(key, "a key must be a plain word")
	case known != nil && !slices.Contains(known, key.Value):
		return r.Errorf(key, "unknown key %q%s", key.Value, Suggest(key.Value, known))
	case line > 0:
		return r.Errorf(key, "key %q was already set, in line %d", key.Value, line)
	}
	err := r.noReference(value)
	if err == nil {
		err = read(key.Value, value)
	}
	return r.Under(key.Value, err)
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

// noReference rejects aliases, because strict YAML needs none and they can expand a small file to a huge tree.
func (r *Reader) noReference(n *yaml.Node) error {
	if n.Kind == yaml.AliasNode {
		return r.Errorf(n, "references (*%s) are not allowed in %s", n.Value, r.What)
	}
	return nil
}

// Loaded returns a node with complete Content. If the collection was cut out, the node is a copy. Large collections
// within it are still read on demand.
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

// First returns the nodes of a collection, or only the first ones of a large collection with more than limit nodes.
func (r *Reader) First(n *yaml.Node, limit int) []*yaml.Node {
	if _, ok := r.cuts[n]; !ok && !isLive(n) {
		return n.Content
	}
	var out []*yaml.Node
	_ = r.each(n, func(content []*yaml.Node) error { // stops early, or fails again later
		if out = append(out, content...); len(out) > limit {
			return errEnough
		}
		return nil
	})
	return out
}

var errEnough = errors.New("that is enough")

// Len returns the number of nodes in a collection. A mapping's keys and values count separately.
func (r *Reader) Len(n *yaml.Node) int {
	count := 0
	_ = r.each(n, func(content []*yaml.Node) error { // counts the nodes before an error
		count += len(content)
		return nil
	})
	return count
}

// Check returns the first YAML error in a node. Call it for nodes that are not read in any other way, since large
// collections have not been parsed yet.
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

// Description is a short description of a part of the text, for messages.
type Description string

// Describe returns a description of a node's content for messages.
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
