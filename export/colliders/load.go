package colliders

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"

	"fillet/collision"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// maxCategories is the number of bits of a collision filter.
const maxCategories = 64

// MaxFileSize limits the size of a collider file, in bytes.
const MaxFileSize = 256 << 20

// Error is an error in a collider file with its position. Line and Column count from 1; 0 means unknown. Path names the
// value in the file, such as "colliders[3].pieces[0]".
type Error struct {
	File         string
	Line, Column int
	Path         string
	Err          error
}

func (e *Error) Error() string { return (*strictyaml.Error)(e).Error() }

func (e *Error) Unwrap() error { return e.Err }

// LoadFile reads a collider file. It returns the errors of [Load], with the file's name.
func LoadFile(path string) (*File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait for a writer
		return nil, &Error{File: path, Err: errors.New("not a regular file")}
	}
	r, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }() // nothing was written
	return load(r, path, info.Size())
}

// Load reads a collider file in YAML, JSON or the compact binary form; text that begins with a brace is JSON, and FCOL
// begins a binary file. It is strict: an unknown, missing or duplicate key, a value of the wrong type, a number that is
// not finite, a duplicate id or a piece that is not convex gives an [*Error] with line and column, or the record of a
// binary file.
func Load(r io.Reader) (*File, error) {
	if sized, ok := r.(interface{ Len() int }); ok {
		return load(r, "", int64(sized.Len()))
	}
	return load(r, "", 0)
}

// load reads a file. name is used in errors, and size is an estimate in bytes.
func load(r io.Reader, name string, size int64) (out *File, err error) {
	err = decode(r, name, size, func(d *decoder, data []byte) error {
		if len(data) <= MaxFileSize && bytes.HasPrefix(data, []byte(compactMagic)) {
			out, err = readCompact(data, name)
			return err
		}
		root, err := d.root(data)
		if err == nil {
			err = d.file(root)
		}
		file := d.out // a pointer into the decoder would keep the file's text
		out = &file
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// decode reads a file with a decoder. It returns an [*Error] for every mistake in it.
func decode(r io.Reader, name string, size int64, read func(d *decoder, data []byte) error) error {
	var b bytes.Buffer
	b.Grow(int(min(size, MaxFileSize)) + bytes.MinRead)
	if _, err := b.ReadFrom(io.LimitReader(r, MaxFileSize+1)); err != nil {
		return err
	}
	d := newDecoder(name, "a collider file")
	err := read(d, b.Bytes())
	if err == nil {
		return nil
	}
	if bytes.HasPrefix(b.Bytes(), []byte(compactMagic)) {
		return err
	}
	if line := strictyaml.ConflictLine(b.Bytes()); line > 0 {
		return &Error{File: name, Line: line, Err: strictyaml.ErrConflict}
	}
	return publicError(err)
}

func newDecoder(file, what string) *decoder {
	return &decoder{
		Reader: strictyaml.Reader{File: file, What: what, Paths: true},
		ids:    map[string]int{}, joints: map[string]int{}, files: map[string]bool{},
	}
}

// publicError returns an error of the reader as an [*Error].
func publicError(err error) error {
	var e *strictyaml.Error
	if errors.As(err, &e) {
		return (*Error)(e)
	}
	return err
}

// root parses a file.
func (d *decoder) root(data []byte) (*yaml.Node, error) {
	if len(data) > MaxFileSize {
		return nil, &strictyaml.Error{File: d.File, Err: fmt.Errorf("the file is larger than the limit of %d MB",
			MaxFileSize>>20)}
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	read := d.Read
	if bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{")) {
		read = d.ReadJSON
	}
	return read(data)
}

var formatKey = regexp.MustCompile(`^(?:---[^\n]*\n|#[^\n]*\n|\s)*\{?\s*"?format"?\s*:\s*["']?` + Format)

// Sniff reports whether a file that begins with head is a collider file: its first key is "format" with the format's
// name, or it is binary.
func Sniff(head []byte) bool {
	return bytes.HasPrefix(head, []byte(compactMagic)) || formatKey.Match(bytes.TrimPrefix(head, []byte("\ufeff")))
}

// decoder reads YAML nodes by hand, so that each error has a position.
type decoder struct {
	strictyaml.Reader
	out    File
	ids    map[string]int  // the line of each collider's id
	joints map[string]int  // the line of each joint's id
	files  map[string]bool // of regions, in lower case
	oneWay *yaml.Node      // the direction of the collider that is read
}

// object reads an object. Besides the errors of [strictyaml.Reader.Mapping], it reports missing keys.
func (d *decoder) object(n *yaml.Node, k keys, read func(key string, v *yaml.Node) error) error {
	var had uint64
	err := d.Mapping(n, k.all, func(key string, v *yaml.Node) error {
		had |= 1 << slices.Index(k.all, key)
		return read(key, v)
	})
	if err != nil {
		return err
	}
	for i, key := range k.required {
		if had&(1<<i) == 0 {
			return d.Errorf(n, "the key %q is missing", key)
		}
	}
	return nil
}

// readList appends the items of a list, each read by read.
func readList[T any](d *decoder, n *yaml.Node, to *[]T, read func(n *yaml.Node, to *T) error) error {
	return d.Sequence(n, func(_ int, item *yaml.Node) error {
		var x T
		err := read(item, &x)
		*to = append(*to, x)
		return err
	})
}

// child returns the value of a key of an object, or nil. The object must be fully loaded.
func child(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// begin checks the format and the version of a file, and returns its root.
func (d *decoder) begin(n *yaml.Node, format, what string, newest int) (*yaml.Node, error) {
	if n.Kind != yaml.MappingNode {
		return nil, d.Errorf(n, "this is not %s: it holds %s", what, d.Describe(n))
	}
	n, err := d.Loaded(n)
	if err != nil {
		return nil, err
	}
	f := child(n, "format")
	if f != nil && f.Value == IndexFormat && format == Format {
		return nil, d.Errorf(n, "this is an index of regions: load the files that it lists")
	}
	if f == nil || f.Value != format {
		return nil, d.Errorf(n, `this is not %s: it lacks "format: %s"`, what, format)
	}
	if v := child(n, "version"); v != nil { // first, because a newer version may differ in the rest
		if err := d.version(v, newest); err != nil {
			return nil, d.Under("version", err)
		}
	}
	return n, nil
}

func (d *decoder) file(n *yaml.Node) error {
	n, err := d.begin(n, Format, "a collider file", Version)
	if err != nil {
		return err
	}
	return d.object(n, fileKeys, func(key string, v *yaml.Node) error {
		switch key {
		case "level":
			return d.level(v)
		case "categories":
			return d.categories(v)
		case "colliders":
			d.out.Colliders = make([]Collider, 0, len(v.Content))
			return d.colliders(v, &d.out.Colliders)
		case "joints":
			return readList(d, v, &d.out.Joints, d.joint)
		case treeKey:
			d.out.Ignored = append(d.out.Ignored, key)
			return d.Check(v)
		}
		return nil // format and version were read above
	})
}

func (d *decoder) colliders(n *yaml.Node, to *[]Collider) error {
	return d.Sequence(n, func(_ int, item *yaml.Node) error {
		*to = append(*to, Collider{})
		return d.collider(&(*to)[len(*to)-1], item)
	})
}

func (d *decoder) version(n *yaml.Node, newest int) error {
	var v int
	if d.Int(n, &v) != nil || v < 1 {
		return d.Errorf(n, "expected a version here, a whole number from 1, not %s", d.Describe(n))
	}
	if v > newest {
		return d.Errorf(n, "this file was written by a newer Fillet (version %d; this one reads up to %d)", v, newest)
	}
	d.out.Version = v
	return nil
}

func (d *decoder) categories(n *yaml.Node) error {
	if count := d.Len(n); n.Kind == yaml.SequenceNode && count > maxCategories {
		return d.Errorf(n, "%d categories; a collision filter has room for %d", count, maxCategories)
	}
	d.out.Categories = []string{}
	return d.Sequence(n, func(_ int, item *yaml.Node) error {
		var name string
		if err := d.Text(item, &name); err != nil {
			return err
		}
		if name == "" || slices.Contains(d.out.Categories, name) {
			return d.Errorf(item, "category %q is empty or repeated", name)
		}
		d.out.Categories = append(d.out.Categories, name)
		return nil
	})
}

func (d *decoder) pieces(n *yaml.Node, to *[]Piece) error {
	if n.Kind == yaml.SequenceNode && len(n.Content) > 0 {
		*to = make([]Piece, 0, len(n.Content))
	}
	return d.Sequence(n, func(_ int, item *yaml.Node) error {
		*to = append(*to, Piece{})
		return d.piece(&(*to)[len(*to)-1], item)
	})
}

func (d *decoder) id(n *yaml.Node, id *string) error {
	if err := d.Text(n, id); err != nil {
		return err
	}
	if *id == "" {
		return d.Errorf(n, "the id is empty")
	}
	return d.unique(n, *id, d.ids)
}

// unique returns an error if an id is used already.
func (d *decoder) unique(n *yaml.Node, id string, lines map[string]int) error {
	if line, ok := lines[id]; ok {
		return d.Errorf(n, "id %q is already used in line %d", id, line)
	}
	lines[id] = n.Line
	return nil
}

func (d *decoder) piece(p *Piece, n *yaml.Node) error {
	if err := readRows(d, n, pieceKeys, pieceRows, p); err != nil {
		return err
	}
	return d.Wrap(n, p.check())
}

// check returns an error if a piece is not convex or its vertices are not in order.
func (p *Piece) check() error {
	s, err := p.Shape()
	if err != nil {
		return err
	}
	n := len(p.Vertices)
	if s.Len() == n && n < 3 {
		return nil
	}
	box := collision.BoundsOf(p.Vertices)
	size := max(box.Max.X-box.Min.X, box.Max.Y-box.Min.Y)
	// Far from the origin, rounding may move a vertex slightly inside the hull, which then leaves it out.
	slack := float64(1e-9*size) + float64(1e-15*max(math.Abs(box.Min.X), math.Abs(box.Min.Y), math.Abs(box.Max.X),
		math.Abs(box.Max.Y)))
	hull := s.Vertices()
	inner, err := collision.NewShape(hull, 0)
	if err != nil {
		return err
	}
	for i, v := range p.Vertices {
		if _, d := inner.Closest(collision.Identity(), v); math.Abs(d) > slack {
			return fmt.Errorf("the piece is not convex: vertex %d, (%g, %g), is inside the hull by %.3g", i, v.X, v.Y,
				-d)
		}
	}
	if math.Abs(math.Abs(area(p.Vertices))-area(hull)) > 4*slack*(size+slack) {
		return errors.New("the piece is not convex: its vertices are not in order around it")
	}
	return nil
}

// area returns the signed area of an outline, which is positive if it turns +x toward +y.
func area(outline []Vec) float64 {
	var a float64
	for i := range outline {
		p, q := outline[i].Sub(outline[0]), outline[(i+1)%len(outline)].Sub(outline[0])
		a += float64(p.Cross(q) / 2)
	}
	return a
}

func (d *decoder) direction(n *yaml.Node, to **Vec) error {
	if strictyaml.IsNull(n) {
		return nil
	}
	var v Vec
	if err := d.vec(n, &v); err != nil {
		return err
	}
	if math.Abs(v.Len()-1) > 1e-6 {
		return d.Errorf(n, "the direction (%g, %g) does not have length 1", v.X, v.Y)
	}
	*to = &v
	return nil
}

func (d *decoder) tags(n *yaml.Node, to *[]string) error {
	return readList(d, n, to, func(item *yaml.Node, s *string) error {
		err := d.Word(item, s)
		if err == nil && *s == "" {
			err = d.Errorf(item, "a tag is empty")
		}
		return err
	})
}

func (d *decoder) properties(n *yaml.Node, to *map[string]any) error {
	return d.Mapping(n, nil, func(key string, v *yaml.Node) error {
		if key == "" {
			return d.Errorf(v, "a property has no name")
		}
		if *to == nil {
			*to = map[string]any{}
		}
		var err error
		(*to)[key], err = d.Plain(v)
		return err
	})
}

func (d *decoder) vec(n *yaml.Node, to *Vec) error { return d.Numbers(n, "[x, y]", &to.X, &to.Y) }

func (d *decoder) points(n *yaml.Node, to *[]Vec) error {
	if n.Kind == yaml.SequenceNode {
		*to = make([]Vec, 0, len(n.Content))
	}
	return d.Sequence(n, func(_ int, item *yaml.Node) error {
		var v Vec
		if err := d.vec(item, &v); err != nil {
			return err
		}
		*to = append(*to, v)
		return nil
	})
}

func (d *decoder) box(n *yaml.Node, to *collision.AABB) error {
	if err := d.Numbers(n, "[left, top, right, bottom]", &to.Min.X, &to.Min.Y, &to.Max.X, &to.Max.Y); err != nil {
		return err
	}
	if to.IsEmpty() {
		return d.Errorf(n, "the right or bottom edge comes before the left or top one")
	}
	return nil
}
