package testkit

import (
	"bytes"
	"strings"
)

// LevelStyle is a YAML style of other programs that write level files.
type LevelStyle struct {
	Name string
	// Text converts a level file that Fillet wrote to the style.
	Text func(text []byte) []byte
	// Refused marks a style that makes the level invalid.
	Refused bool
}

// LevelStyles returns all styles.
func LevelStyles() []LevelStyle {
	return []LevelStyle{
		{Name: "with the line ends of Windows", Text: func(text []byte) []byte {
			return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
		}},
		{Name: "in brackets", Text: func(text []byte) []byte { return rewritten(text, &brackets{}) }},
		{Name: "in blocks", Text: func(text []byte) []byte { return rewritten(text, &blocks{}) }},
		{
			Name: "with a mistake at the end", Refused: true,
			Text: func(text []byte) []byte { return append(bytes.Clone(text), "nonsense: 1\n"...) },
		},
	}
}

// writer writes a YAML text token by token.
type writer interface {
	begin(list, empty bool)
	key(name string)
	scalar(text string)
	end(list bool)
	bytes() []byte
}

func rewritten(text []byte, to writer) []byte {
	r := reader{lines: strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), to: to}
	r.block(0)
	return append(to.bytes(), '\n')
}

// reader reads YAML in the form that Fillet writes.
type reader struct {
	lines []string
	at    int
	to    writer
}

// indent returns the indentation of the next line, or -1 after the last line.
func (r *reader) indent() int {
	if r.at == len(r.lines) {
		return -1
	}
	return len(r.lines[r.at]) - len(strings.TrimLeft(r.lines[r.at], " "))
}

func (r *reader) block(indent int) {
	list := strings.HasPrefix(r.lines[r.at][indent:], "- ")
	r.to.begin(list, false)
	for r.indent() == indent {
		text := r.lines[r.at][indent:]
		if list {
			if text = text[2:]; text[0] == '[' || text[0] == '{' {
				r.at++
				r.flow(text)
				continue
			}
			r.lines[r.at] = strings.Repeat(" ", indent+2) + text
			r.block(indent + 2)
			continue
		}
		key, value, _ := strings.Cut(text, ":")
		r.at++
		r.to.key(key)
		if value != "" {
			r.flow(value[1:])
		} else {
			r.block(r.indent())
		}
	}
	r.to.end(list)
}

// flow reads a value on one line and returns the rest of the line.
func (r *reader) flow(text string) string {
	switch text[0] {
	case '[':
		text = text[1:]
		r.to.begin(true, text[0] == ']')
		for text[0] != ']' {
			text = strings.TrimPrefix(r.flow(text), ", ")
		}
		r.to.end(true)
		return text[1:]
	case '{':
		text = text[1:]
		r.to.begin(false, text[0] == '}')
		for text[0] != '}' {
			key, value, _ := strings.Cut(text, ": ")
			r.to.key(key)
			text = strings.TrimPrefix(r.flow(value), ", ")
		}
		r.to.end(false)
		return text[1:]
	}
	n := len(text)
	if i := strings.IndexAny(text, ",]}"); i >= 0 {
		n = i
	}
	r.to.scalar(text[:n])
	return text[n:]
}

// brackets writes everything on one line, like JSON without quotes.
type brackets struct {
	out  []byte
	more bool // the next item needs a comma before it
}

func (b *brackets) bytes() []byte { return b.out }

func (b *brackets) next() {
	if b.more {
		b.out = append(b.out, ", "...)
	}
	b.more = true
}

func (b *brackets) begin(list, _ bool) {
	b.next()
	b.out, b.more = append(b.out, "{["[index(list)]), false
}

func (b *brackets) key(name string) {
	b.next()
	b.out, b.more = append(append(b.out, name...), ": "...), false
}

func (b *brackets) scalar(text string) {
	b.next()
	b.out = append(b.out, text...)
}

func (b *brackets) end(list bool) { b.out, b.more = append(b.out, "}]"[index(list)]), true }

func index(list bool) int {
	if list {
		return 1
	}
	return 0
}

// blocks writes one line per scalar, and the dashes of lists below their keys, like PyYAML.
type blocks struct {
	out  []byte
	open []openBlock
}

type openBlock struct {
	list, empty bool
	indent      int
	begun       bool // the current line has begun
}

func (b *blocks) bytes() []byte { return b.out }

// next begins a line of the innermost collection, or continues the current line.
func (b *blocks) next() {
	last := &b.open[len(b.open)-1]
	if !last.begun {
		b.out = append(b.out, strings.Repeat(" ", last.indent)...)
	}
	last.begun = false
}

func (b *blocks) begin(list, empty bool) {
	o := openBlock{list: list, empty: empty}
	if n := len(b.open); n > 0 {
		switch last := b.open[n-1]; {
		case last.list:
			b.next()
			b.out = append(b.out, "- "...)
			o.indent, o.begun = last.indent+2, true
		case empty:
			b.out = append(b.out, ' ')
		default:
			b.out = append(b.out, '\n')
			o.indent = last.indent + 2*(1-index(list))
		}
	}
	if empty {
		b.out = append(b.out, "{}\n[]\n"[3*index(list):][:3]...)
	}
	b.open = append(b.open, o)
}

func (b *blocks) key(name string) {
	b.next()
	b.out = append(append(b.out, name...), ':')
}

func (b *blocks) scalar(text string) {
	if b.open[len(b.open)-1].list {
		b.next()
		b.out = append(b.out, '-')
	}
	b.out = append(append(append(b.out, ' '), text...), '\n')
}

func (b *blocks) end(bool) { b.open = b.open[:len(b.open)-1] }
