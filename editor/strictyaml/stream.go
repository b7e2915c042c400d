package strictyaml

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"gopkg.in/yaml.v3"
)

// Most YAML that programs write is regular: each key on its own line, indentation with spaces, brackets that close on
// the same line, plain words and numbers, literal blocks, and all other strings in double quotes. This file reads the
// regular form without a tree of nodes, or makes a tree about ten times as fast as the library. The library handles all
// other forms, and all errors.

// errIrregular reports text that only the library can read.
var errIrregular = errors.New("the text is not regular")

// Stream reads regular text without a tree. It calls read with the root. Each node that the reader's methods pass to a
// function is valid until that function returns; see [Keep]. After any error, call [Reader.Read] on the text, which
// reads every form and whose errors have positions.
func (r *Reader) Stream(data []byte, read func(root *yaml.Node) error) error {
	w := r.walker(data, textPlace{1, 1})
	root := w.root()
	if root == nil {
		return errIrregular
	}
	r.live = w
	defer func() { r.live = nil }()
	if err := w.pass(nil, root, func(_, root *yaml.Node) error { return read(root) }); err != nil {
		return err
	}
	if w.at != len(w.text) {
		return errIrregular
	}
	return nil
}

// Keep returns a node, or a copy of it, that stays valid as long as the text is being read.
func Keep(n *yaml.Node) *yaml.Node {
	if !isLive(n) {
		return n
	}
	kept := *n
	return &kept
}

// IsStreaming reports whether the reader is streaming, so that nodes are valid only while they are read.
func (r *Reader) IsStreaming() bool { return r.live != nil }

// live marks the nodes of text that is being streamed. The Value of a live collection is the text from its start on.
const live yaml.Style = 1 << 16

func isLive(n *yaml.Node) bool { return n.Style&live != 0 }

// regular parses text that starts at the given position of the whole. It returns nil if the text is not regular.
func (r *Reader) regular(data []byte, at textPlace) *yaml.Node {
	w := r.walker(data, at)
	root := w.root()
	if root == nil || w.tree(&pool{}, root) != nil || w.at != len(w.text) {
		return nil
	}
	return root
}

// walker walks through regular text. Its current position is text[at:].
type walker struct {
	data []byte
	text string // data as a string; numbers and words are substrings of it
	mark
	words  *words
	quoted []byte
	slots  []*yaml.Node // reused nodes, two for each open collection
	depth  int          // number of open collections
	keys   []string     // keys of the open mappings that accept any key
	done   int          // start of the collection that ends at the current position; -1 for none
}

// mark is a position in the text.
type mark struct {
	at    int
	line  int
	start int // columns count from here: the start of the line, plus the bytes beyond one per character
}

// Limits of the regular form. The library's limits are higher.
const (
	regularDepth = 64
	regularKey   = 128 // in bytes
)

func (r *Reader) walker(data []byte, at textPlace) *walker {
	text := unsafe.String(unsafe.SliceData(data), len(data)) // data does not change while it is being read
	return &walker{data: data, text: text, mark: mark{line: at.line, start: 1 - at.column}, words: &r.words}
}

// root returns the text's outermost collection, or nil.
func (w *walker) root() *yaml.Node {
	if w.start == 0 && !w.blankLines() { // a piece may begin within a line
		return nil
	}
	for w.atByte(' ') {
		w.at++
	}
	if w.at == len(w.text) {
		return nil
	}
	n := &yaml.Node{}
	w.collection(n)
	return n
}

// tree reads all content of a collection and makes the collection a plain node.
func (w *walker) tree(p *pool, n *yaml.Node) error {
	from := len(p.pending)
	keep := func(n *yaml.Node) *yaml.Node {
		own := p.node(n.Kind, textPlace{n.Line, n.Column})
		own.Tag, own.Style, own.Value = n.Tag, n.Style, n.Value
		return own
	}
	err := w.entries(n, func(key, value *yaml.Node) error {
		if n.Kind == yaml.MappingNode {
			key = keep(key)
			key.Style &^= live
			key.Value = w.words.part(key.Value)
			p.pending = append(p.pending, key)
		}
		value = keep(value)
		p.pending = append(p.pending, value)
		if value.Kind != yaml.ScalarNode {
			return w.tree(p, value)
		}
		value.Style &^= live
		if value.Tag == "!!str" {
			value.Value = w.words.part(value.Value)
		}
		return nil
	})
	if len(p.pending) > from {
		n.Content = p.content(from)
	}
	n.Style &^= live
	n.Value = ""
	return err
}

// seek moves to the start of a collection.
func (w *walker) seek(n *yaml.Node) {
	w.at = len(w.text) - len(n.Value)
	w.line, w.start = n.Line, w.at-n.Column+1
}

// slot returns the i-th reused node of the innermost open collection.
func (w *walker) slot(i int) *yaml.Node {
	for i += 2 * w.depth; i >= len(w.slots); {
		w.slots = append(w.slots, new(yaml.Node))
	}
	return w.slots[i]
}

// entries calls do for each entry of a collection, up to its end. The key is meaningful only for a mapping.
func (w *walker) entries(n *yaml.Node, do func(key, value *yaml.Node) error) error {
	w.seek(n)
	from := w.at
	key, value := w.slot(0), w.slot(1)
	if w.depth++; w.depth > regularDepth {
		return errIrregular
	}
	var err error
	if n.Style&yaml.FlowStyle != 0 {
		err = w.flow(n.Kind == yaml.MappingNode, key, value, do)
	} else {
		err = w.block(n.Kind == yaml.MappingNode, key, value, do)
	}
	w.depth--
	w.done = from
	return err
}

// skip moves past a collection without reading its contents.
func (w *walker) skip(n *yaml.Node) error {
	return w.entries(n, func(*yaml.Node, *yaml.Node) error { return nil })
}

// pass calls do for a scalar that ends here or a collection that begins here, and moves to the end of the value.
func (w *walker) pass(key, value *yaml.Node, do func(key, value *yaml.Node) error) error {
	if value.Kind == yaml.ScalarNode {
		end := w.mark
		err := do(key, value)
		w.mark = end
		return err
	}
	begin := len(w.text) - len(value.Value)
	w.done = -1
	err := do(key, value)
	if err == nil && w.done != begin {
		err = w.skip(value)
	}
	return err
}

// block walks through a collection in block style, up to the start of the line after it.
func (w *walker) block(isMap bool, key, value *yaml.Node, do func(key, value *yaml.Node) error) error {
	indent := w.at - w.start
	for {
		var inLine, ok bool
		if isMap {
			inLine, ok = w.entry(key, value, indent)
		} else {
			inLine, ok = w.item(value)
		}
		if !ok {
			return errIrregular
		}
		if err := w.pass(key, value, do); err != nil {
			return err
		}
		if inLine && !w.endLine() {
			return errIrregular
		}
		switch next := w.indent(); {
		case next > indent:
			return errIrregular
		case next < indent:
			return nil
		}
		w.at += indent
		if !isMap && !w.dash() { // this is a key of the mapping that contains the list
			w.at -= indent
			return nil
		}
	}
}

// entry reads a key and its scalar, or finds the collection that is its value. inLine reports whether the line
// continues after the value.
func (w *walker) entry(key, value *yaml.Node, indent int) (inLine, ok bool) {
	switch {
	case !w.key(key, false):
		return false, false
	case w.atByte('\n'):
		if !w.endLine() {
			return false, false
		}
		inner := w.indent()
		w.at += max(inner, 0)
		ok = inner > indent || inner == indent && w.dash()
		w.collection(value)
		return false, ok
	case !w.take(" "):
		return false, false
	case w.atByte('|'):
		return false, w.literal(value, indent)
	}
	return true, w.value(value, false)
}

// item works like entry for a list item, after its dash.
func (w *walker) item(value *yaml.Node) (inLine, ok bool) {
	for w.at++; w.atByte(' '); {
		w.at++
	}
	if w.beginsBlock() {
		w.collection(value)
		return false, true
	}
	return true, w.value(value, false)
}

// flow walks through a collection in brackets, up to the closing bracket.
func (w *walker) flow(isMap bool, key, value *yaml.Node, do func(key, value *yaml.Node) error) error {
	end := byte(']')
	if isMap {
		end = '}'
	}
	w.at++
	if w.atByte(end) {
		w.at++
		return nil
	}
	for {
		if isMap {
			if !w.key(key, true) || !w.take(" ") {
				return errIrregular
			}
		}
		if !w.value(value, true) {
			return errIrregular
		}
		if err := w.pass(key, value, do); err != nil {
			return err
		}
		if w.atByte(end) {
			w.at++
			return nil
		}
		if !w.take(", ") {
			return errIrregular
		}
	}
}

// atByte reports whether the next byte is c.
func (w *walker) atByte(c byte) bool { return w.at < len(w.text) && w.text[w.at] == c }

// take skips s if it comes next, and reports whether it did.
func (w *walker) take(s string) bool {
	if strings.HasPrefix(w.text[w.at:], s) {
		w.at += len(s)
		return true
	}
	return false
}

// dash reports whether a list item begins here.
func (w *walker) dash() bool {
	return w.at+1 < len(w.text) && w.text[w.at] == '-' && w.text[w.at+1] == ' '
}

// endLine moves to the start of the next line that is neither empty nor a comment, or to the end of the text. It
// returns false if the current line continues.
func (w *walker) endLine() bool {
	if w.at == len(w.text) {
		return true
	}
	if w.text[w.at] != '\n' {
		return false
	}
	w.at++
	w.line++
	w.start = w.at
	return w.blankLines()
}

// blankLines skips empty lines and comments. It returns false for an irregular line.
func (w *walker) blankLines() bool {
	for {
		i := w.at
		for i < len(w.text) && w.text[i] == ' ' {
			i++
		}
		if i == len(w.text) || w.text[i] != '\n' && w.text[i] != '#' {
			return true
		}
		n := strings.IndexByte(w.text[i:], '\n')
		if n < 0 || !isPrintable(w.text[i:i+n]) {
			return false
		}
		w.at = i + n + 1
		w.line++
		w.start = w.at
	}
}

// indent returns the number of leading spaces of the line, or -1 at the end of the text.
func (w *walker) indent() int {
	i := w.at
	for i < len(w.text) && w.text[i] == ' ' {
		i++
	}
	if i == len(w.text) {
		return -1
	}
	return i - w.at
}

// place sets the position and the kind of a node that begins here.
func (w *walker) place(n *yaml.Node, kind yaml.Kind, tag string, style yaml.Style) {
	n.Kind, n.Tag, n.Style = kind, tag, style|live
	n.Line, n.Column = w.line, w.at-w.start+1
}

// collection sets a node to the collection that begins here.
func (w *walker) collection(n *yaml.Node) {
	switch {
	case w.atByte('['):
		w.place(n, yaml.SequenceNode, "!!seq", yaml.FlowStyle)
	case w.atByte('{'):
		w.place(n, yaml.MappingNode, "!!map", yaml.FlowStyle)
	case w.dash():
		w.place(n, yaml.SequenceNode, "!!seq", 0)
	default:
		w.place(n, yaml.MappingNode, "!!map", 0)
	}
	n.Value = w.text[w.at:]
}

// beginsBlock reports whether a block begins here as a list item: a list, or a mapping with its first key.
func (w *walker) beginsBlock() bool {
	if w.atByte('[') || w.atByte('{') {
		return false
	}
	if w.dash() || w.plainKey() > 0 {
		return true
	}
	size := 0
	if w.atByte('"') {
		w.quoted, size, _ = Unquote(w.quoted[:0], w.data[w.at:])
	} else {
		size, _ = plainSize(w.text[w.at:], false)
	}
	return size > 0 && strings.HasPrefix(w.text[w.at+size:], ":")
}

// key reads a key and its colon.
func (w *walker) key(n *yaml.Node, inFlow bool) bool {
	if size := w.plainKey(); size > 0 {
		word := w.text[w.at : w.at+size]
		w.place(n, yaml.ScalarNode, plainTag(word), 0)
		n.Value = word
		w.at += size + 1
		return true
	}
	if !w.scalar(n, inFlow) || !w.atByte(':') || len(n.Value) > regularKey {
		return false
	}
	w.at++
	return true
}

// plainKey returns the size of the key that begins here if it consists of lower-case letters, like nearly all keys, or
// else 0.
func (w *walker) plainKey() int {
	s := w.text[w.at:]
	size := 0
	for size < len(s) && (s[size] >= 'a' && s[size] <= 'z' || s[size] == '_') {
		size++
	}
	if size > regularKey || size+1 >= len(s) || s[size] != ':' || s[size+1] != ' ' && s[size+1] != '\n' {
		return 0
	}
	return size
}

// value reads a scalar, or finds a collection in brackets.
func (w *walker) value(n *yaml.Node, inFlow bool) bool {
	if w.atByte('[') || w.atByte('{') {
		w.collection(n)
		return true
	}
	return w.scalar(n, inFlow)
}

// scalar reads a word, a number or a quoted string, up to the end of the line, a colon or, within brackets, a comma or
// a bracket.
func (w *walker) scalar(n *yaml.Node, inFlow bool) bool {
	if w.atByte('"') {
		w.place(n, yaml.ScalarNode, "!!str", yaml.DoubleQuotedStyle)
		var size, wide int
		w.quoted, size, wide = Unquote(w.quoted[:0], w.data[w.at:])
		w.at += size
		w.start += wide
		n.Value = w.words.of(w.quoted)
		return size > 0
	}
	size, wide := plainSize(w.text[w.at:], inFlow)
	if size == 0 {
		return false
	}
	w.place(n, yaml.ScalarNode, "", 0)
	n.Value = w.text[w.at : w.at+size]
	n.Tag = plainTag(n.Value)
	w.at += size
	w.start += wide
	return true
}

// literal reads a literal block, after its bar, up to the start of the line after it. The block is indented by more
// than indent and ends with one line break.
func (w *walker) literal(n *yaml.Node, indent int) bool {
	w.place(n, yaml.ScalarNode, "!!str", yaml.LiteralStyle)
	if !w.take("|\n") {
		return false
	}
	w.line++
	w.start = w.at
	in := w.indent()
	if in <= indent {
		return false
	}
	w.quoted = w.quoted[:0]
	for w.at < len(w.text) {
		line, rest, ok := strings.Cut(w.text[w.at:], "\n")
		if !ok {
			return false
		}
		if line != "" {
			if next := w.indent(); next <= indent {
				break
			} else if next < in {
				return false
			}
			line = line[in:]
		}
		w.quoted = append(append(w.quoted, line...), '\n')
		w.at = len(w.text) - len(rest)
		w.line++
		w.start = w.at
	}
	n.Value = string(w.quoted)
	if n.Value[0] == '\n' || strings.HasSuffix(n.Value, "\n\n") || !isPrintable(n.Value) {
		return false
	}
	return w.blankLines()
}

// isPrintable reports whether text has only printable characters and line feeds.
func isPrintable(s string) bool {
	return utf8.ValidString(s) &&
		!strings.ContainsFunc(s, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) })
}

// numbers reads a list of numbers in brackets that begins here. It returns false for anything else.
func (w *walker) numbers(to ...*float64) bool {
	s := w.text[w.at:]
	if s == "" || s[0] != '[' {
		return false
	}
	at := 1
	for i, x := range to {
		if i > 0 {
			if at+1 >= len(s) || s[at] != ',' || s[at+1] != ' ' {
				return false
			}
			at += 2
		}
		var size int
		if *x, size = number(s[at:]); size == 0 {
			return false
		}
		at += size
	}
	if at >= len(s) || s[at] != ']' {
		return false
	}
	w.at += at + 1
	return true
}

// liveNumbers reads a list with exactly one number per target.
func (r *Reader) liveNumbers(n *yaml.Node, to []*float64) error {
	w := r.live
	if w.seek(n); w.numbers(to...) {
		w.done = len(w.text) - len(n.Value)
		return nil
	}
	err := w.entries(n, func(_, item *yaml.Node) error {
		if len(to) == 0 {
			return errIrregular
		}
		x := to[0]
		to = to[1:]
		return r.Number(item, x)
	})
	if err == nil && len(to) > 0 {
		return errIrregular
	}
	return err
}

// pairs reads a list of pairs of numbers in brackets.
func (w *walker) pairs(n *yaml.Node, add func(x, y float64)) error {
	w.seek(n)
	from := w.at
	for before := "["; ; before = ", " {
		var x, y float64
		if before == "[" && w.take("[]") || before == ", " && w.take("]") {
			w.done = from
			return nil
		}
		if !w.take(before) || !w.numbers(&x, &y) {
			return errIrregular
		}
		add(x, y)
	}
}

// plainSize returns the size, in bytes, of the unquoted scalar at the start of the text, or 0 if it is not regular.
// wide is the number of bytes beyond one per character.
func plainSize(s string, inFlow bool) (size, wide int) {
	switch {
	case s == "":
		return 0, 0
	case s[0] == '~':
		if len(s) == 1 || endsPlain(s[1:], inFlow) {
			return 1, 0
		}
		return 0, 0
	case s[0] == '-':
		if len(s) == 1 || !isDigit(s[1]) {
			return 0, 0
		}
	}
	blanks := 0
	for size < len(s) {
		c := s[size]
		switch {
		case isLetter(c) || isDigit(c) || c == '-':
		case size > 0 && (c == '/' || c == '.' || c == '+'):
		case size > 0 && c == ' ':
			blanks++
			size++
			continue
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(s[size:])
			if !unicode.IsLetter(r) {
				return 0, 0
			}
			wide += n - 1
			size += n - 1
		case size == 0 || blanks > 0 || !endsPlain(s[size:], inFlow):
			return 0, 0
		default:
			return size, wide
		}
		blanks = 0
		size++
	}
	if blanks > 0 {
		return 0, 0
	}
	return size, wide
}

// endsPlain reports whether an unquoted scalar ends before the text s.
func endsPlain(s string, inFlow bool) bool {
	switch s[0] {
	case '\n':
		return true
	case ':':
		return len(s) > 1 && (s[1] == ' ' || s[1] == '\n')
	}
	return inFlow && (s[0] == ',' || s[0] == ']' || s[0] == '}')
}

// powers holds powers of ten that a float64 represents exactly.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// number reads the decimal number at the start of the text, which may have a point and an exponent. size is its length,
// or 0 if there is no number or it is not finite.
func number(s string) (x float64, size int) {
	i, point := 0, -1
	if s != "" && s[0] == '-' {
		i++
	}
	digits := i
	var mantissa uint64
	for ; i < len(s); i++ {
		c := s[i]
		if c == '.' && point < 0 && i > digits {
			point = i
			continue
		}
		if !isDigit(c) {
			break
		}
		mantissa = mantissa*10 + uint64(c-'0') // only used if there are few digits
	}
	n, fraction := i-digits, 0
	if point >= 0 {
		n--
		if fraction = i - point - 1; fraction == 0 {
			return 0, 0
		}
	}
	const exact = 15 // number of digits
	switch {
	case n == 0:
		return 0, 0
	case n <= exact && (i == len(s) || s[i] != 'e'):
		x = float64(mantissa) / powers[fraction] // both are exact, so the quotient is correctly rounded
		if s[0] == '-' && mantissa != 0 {
			x = -x
		}
		return x, i
	case i < len(s) && s[i] == 'e':
		for i++; i < len(s) && (isDigit(s[i]) || s[i] == '-' || s[i] == '+'); {
			i++
		}
	}
	x, err := strconv.ParseFloat(s[:i], 64)
	if err != nil {
		return 0, 0
	}
	return x + 0, i // avoids -0
}

// plainTag returns the tag of an unquoted scalar.
func plainTag(s string) string {
	if isLetter(s[0]) || s[0] >= utf8.RuneSelf {
		switch s {
		case "true", "True", "TRUE", "false", "False", "FALSE":
			return "!!bool"
		case "null", "Null", "NULL":
			return "!!null"
		}
		return "!!str"
	}
	if tag := numberTag(s); tag != "" {
		return tag
	}
	n := yaml.Node{Kind: yaml.ScalarNode, Value: s}
	return n.ShortTag()
}

// numberTag returns the tag of digits with an optional sign and point, or "" for anything else.
func numberTag(s string) string {
	const limit = 18 // in characters, so that no number is too large for its type
	digits := s
	if s[0] == '-' {
		digits = s[1:]
	}
	if len(digits) > limit || len(digits) > 1 && digits[0] == '0' && digits[1] != '.' {
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

// Unquote appends the double-quoted text at the start of data, in the form that [AppendQuoted] writes. size is its size
// in data, in bytes, and wide the number of bytes beyond one per character. size is 0 for any other form.
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

// unescape appends the character of the escape at the start of data, after its backslash. It returns the escape's
// length, or 0 if the escape is uncommon.
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
	slab    int // size of the last slab
	nodes   []yaml.Node
	lists   []*yaml.Node
	pending []*yaml.Node // nodes of the open collections so far
}

// minSlab and maxSlab limit the number of nodes allocated at once. Most inputs are small blocks of a level.
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

// content removes and returns the pending nodes from an index on.
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
