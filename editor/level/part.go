package level

import (
	"bufio"
	"io"

	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// PartReader reads values that other files of Fillet have in the form of the level file.
type PartReader struct {
	*strictyaml.Reader
	d *decoder
}

// NewPartReader returns a reader of a named file. what is how messages call it: "a project file".
func NewPartReader(name, what string) PartReader {
	d := newDecoder(name)
	d.What = what
	return PartReader{d.Reader, d}
}

// Grid reads a level's grid. Missing keys keep their values.
func (p PartReader) Grid(n *yaml.Node, to *Grid) error {
	if err := gridSchema.read(p.d, n, to); err != nil {
		return err
	}
	if err := to.Check(); err != nil {
		return p.Wrap(n, err)
	}
	return nil
}

// Playtest reads a level's playtest. Missing keys keep their values.
func (p PartReader) Playtest(n *yaml.Node, to *Playtest) error { return p.d.playtest(n, to) }

// Categories reads the names of categories.
func (p PartReader) Categories(n *yaml.Node, to *[]string) error {
	if err := p.d.categories(n, to); err != nil {
		return err
	}
	if err := (&Settings{Categories: *to}).CheckCategories(); err != nil {
		return p.Wrap(n, err)
	}
	return nil
}

// Exports reads export presets.
func (p PartReader) Exports(n *yaml.Node, to *[]ExportPreset) error {
	*to = nil
	if err := p.d.exports(n, to); err != nil {
		return err
	}
	if err := CheckPresets(*to); err != nil {
		return p.Wrap(n, err)
	}
	return nil
}

// Path reads the name of a file.
func (p PartReader) Path(n *yaml.Node, to *string) error { return p.d.path(n, to) }

// PartWriter writes values in the form of the level file.
type PartWriter struct{ e *encoder }

// NewPartWriter returns a writer to w. Flush returns its first error.
func NewPartWriter(w io.Writer) PartWriter { return PartWriter{&encoder{w: bufio.NewWriter(w)}} }

// Flush writes what is buffered, and returns the first error of writing.
func (p PartWriter) Flush() error { return p.e.w.Flush() }

// Text writes a text as it is.
func (p PartWriter) Text(s string) { p.e.text(s) }

// Line writes a key and its value on a line: a string, bool, int, float64, Vec, []Vec or []string.
func (p PartWriter) Line(indent int, key string, v any) { p.e.line(indent, key, v) }

// Value writes a value of those types on its own.
func (p PartWriter) Value(v any) { p.e.value(v) }

// Grid writes the key grid.
func (p PartWriter) Grid(g Grid) {
	p.e.text("grid: ")
	gridSchema.inline(p.e, &g)
	p.e.text("\n")
}

// Playtest writes the key playtest with what differs from the default, or nothing.
func (p PartWriter) Playtest(t Playtest) { p.e.playtest(t) }

// Exports writes the key exports, or nothing if there are none.
func (p PartWriter) Exports(presets []ExportPreset) {
	presetEntries.text(p.e, &Settings{Exports: presets})
}
