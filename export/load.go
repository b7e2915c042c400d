package export

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fillet/collision"
	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// MaxFileSize is the largest collider file that is read, in bytes.
const MaxFileSize = 256 << 20

// Error is what is wrong with a collider file, and where. Line and Column count from 1, 0 is unknown; Path names the
// value in the file, such as "colliders[3].pieces[0]".
type Error struct {
	File         string
	Line, Column int
	Path         string
	Err          error
}

func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File + ":")
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

// LoadFile reads a collider file. The errors are those of [Load], with the file's name.
func LoadFile(path string) (*File, error) {
	r, err := disk.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }() // nothing was written
	f, err := Load(r)
	var e *Error
	switch {
	case errors.As(err, &e):
		e.File = path
	case err != nil:
		return nil, fmt.Errorf("reading %s: %w", quote.ShortPath(path), err)
	}
	return f, err
}

// Load reads a collider file, YAML or JSON: what begins with a brace is JSON. It is strict. A key that is unknown,
// missing or twice there, a value of the wrong form, a number that is not finite, an id that is used twice and a piece
// that is not convex are each an [*Error] with line and column.
func Load(r io.Reader) (*File, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxFileSize+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxFileSize {
		return nil, &Error{Err: fmt.Errorf("the file is larger than the limit of %d MB", MaxFileSize>>20)}
	}
	f, err := load(data)
	if err == nil {
		return f, nil
	}
	if line := strictyaml.ConflictLine(data); line > 0 {
		err = &Error{Line: line, Err: strictyaml.ErrConflict}
	}
	return nil, err
}

func load(data []byte) (*File, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	var root *yaml.Node
	var err error
	switch head := bytes.TrimLeft(data, " \t\r\n"); {
	case len(head) == 0:
		return nil, &Error{Err: errors.New("the file is empty")}
	case head[0] == '{':
		root, err = parseJSON(data)
	default:
		root, err = parseYAML(data)
	}
	if err != nil {
		return nil, err
	}
	d := &decoder{ids: map[string]int{}}
	if err := d.file(root); err != nil {
		return nil, err
	}
	return &d.out, nil
}

var formatKey = regexp.MustCompile(`^(?:---[^\n]*\n|#[^\n]*\n|\s)*\{?\s*"?format"?\s*:\s*["']?` + Format)

// Sniff reports whether a file that begins so is a collider file: its first key is "format", with the format's name.
func Sniff(head []byte) bool {
	return formatKey.Match(bytes.TrimPrefix(head, []byte("\ufeff")))
}

var yamlLine = regexp.MustCompile(`^yaml: line (\d+): `)

func parseYAML(data []byte) (root *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil { // a fault of the YAML package
			root, err = nil, &Error{Err: fmt.Errorf("the YAML cannot be read: %s", quote.Excerpt(fmt.Sprint(p)))}
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc yaml.Node
	if err := dec.Decode(&doc); err != nil {
		e := &Error{}
		msg := err.Error()
		if m := yamlLine.FindStringSubmatch(msg); m != nil {
			e.Line, _ = strconv.Atoi(m[1]) // digits only; a number too large leaves 0, unknown
			msg = msg[len(m[0]):]
		}
		if errors.Is(err, io.EOF) {
			msg = "the file is empty"
		}
		e.Err = errors.New(quote.Excerpt(strings.TrimPrefix(msg, "yaml: "))) // it may name an anchor
		return nil, e
	}
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, &Error{Err: errors.New("a collider file is one YAML document, this one goes on after it")}
	}
	if len(doc.Content) != 1 {
		return nil, &Error{Err: errors.New("the file is empty")}
	}
	return doc.Content[0], nil
}

// decoder reads the tree by hand, so that each error has its place.
type decoder struct {
	out File
	ids map[string]int // the line of each id
}

func errorAt(n *yaml.Node, format string, args ...any) error {
	return &Error{Line: n.Line, Column: n.Column, Err: fmt.Errorf(format, quote.Excerpts(args)...)}
}

func (d *decoder) file(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return errorAt(n, "this is not a collider file: it holds %s", describe(n))
	}
	if f := child(n, "format"); f == nil || f.Value != Format {
		return errorAt(n, `this is not a collider file: it would say "format: %s"`, Format)
	}
	if v := child(n, "version"); v != nil { // before the rest, which a newer version may have changed
		if err := d.version(v); err != nil {
			return under("version", err)
		}
	}
	return mapping(n, fileKeys, fileRequired, func(key string, v *yaml.Node) error {
		switch key {
		case "level":
			return d.level(v)
		case "categories":
			return d.categories(v)
		case "colliders":
			d.out.Colliders = make([]Collider, 0, len(v.Content))
			return sequence(v, func(_ int, item *yaml.Node) error {
				d.out.Colliders = append(d.out.Colliders, Collider{})
				return d.collider(&d.out.Colliders[len(d.out.Colliders)-1], item)
			})
		case treeKey:
			d.out.Ignored = append(d.out.Ignored, key)
		}
		return nil // format and version were read before
	})
}

func (d *decoder) version(n *yaml.Node) error {
	v, err := strconv.Atoi(n.Value)
	switch {
	case n.Kind != yaml.ScalarNode || isQuoted(n) || err != nil || v < 1:
		return errorAt(n, "expected a version here, a whole number from 1, not %s", describe(n))
	case v > Version:
		return errorAt(n, "this file was written by a newer Fillet (version %d; this one reads up to %d)", v, Version)
	}
	d.out.Version = v
	return nil
}

func (d *decoder) level(n *yaml.Node) error {
	l := &d.out.Level
	return mapping(n, levelKeys, levelRequired, func(key string, v *yaml.Node) error {
		switch key {
		case "name":
			return text(v, &l.Name)
		case "size":
			if err := vec(v, &l.Size); err != nil {
				return err
			}
			if l.Size.X < 0 || l.Size.Y < 0 {
				return errorAt(v, "a size of %g by %g is negative", l.Size.X, l.Size.Y)
			}
			return nil
		case "pixels_per_metre":
			if err := number(v, &l.PixelsPerMetre); err != nil {
				return err
			}
			if l.PixelsPerMetre <= 0 {
				return errorAt(v, "pixels per metre are %g; they must be more than 0", l.PixelsPerMetre)
			}
			return nil
		case "y":
			if v.Kind != yaml.ScalarNode || v.Value != "down" {
				return errorAt(v, "expected down here, not %s", describe(v))
			}
			return nil
		default: // origin
			return vec(v, &l.Origin)
		}
	})
}

func (d *decoder) categories(n *yaml.Node) error {
	if n.Kind == yaml.SequenceNode && len(n.Content) > level.MaxCategories {
		return errorAt(n, "%d categories; a collision filter has room for %d", len(n.Content), level.MaxCategories)
	}
	d.out.Categories = []string{}
	return sequence(n, func(_ int, item *yaml.Node) error {
		var name string
		if err := text(item, &name); err != nil {
			return err
		}
		if name == "" || slices.Contains(d.out.Categories, name) {
			return errorAt(item, "category %q has no name or stands twice", name)
		}
		d.out.Categories = append(d.out.Categories, name)
		return nil
	})
}

func (d *decoder) collider(c *Collider, n *yaml.Node) error {
	*c = Collider{Friction: level.DefaultFriction, Density: level.DefaultDensity}
	var oneWay *yaml.Node
	err := mapping(n, colliderKeys, colliderRequired, func(key string, v *yaml.Node) error {
		switch key {
		case "id":
			return d.id(v, &c.ID)
		case "name":
			return text(v, &c.Name)
		case "layer":
			return text(v, &c.Layer)
		case "role":
			return word(v, &c.Role, level.Solid, level.Trigger, level.OneWay)
		case "one_way":
			oneWay = v
			return direction(v, &c.OneWay)
		case "body":
			return word(v, &c.Body, level.Static, level.Dynamic, level.Kinematic)
		case "category":
			if err := bits(v, &c.Category); err != nil {
				return err
			}
			if c.Category == 0 {
				return errorAt(v, "a collider belongs to one category at least")
			}
			return nil
		case "mask":
			return bits(v, &c.Mask)
		case "group":
			return whole(v, &c.Group)
		case "tags":
			return tags(v, &c.Tags)
		case "properties":
			return properties(v, &c.Properties)
		case "shape":
			return shape(v, &c.Shape)
		default:
			return c.decode(key, v)
		}
	})
	if err != nil {
		return err
	}
	switch {
	case c.Role == level.OneWay && c.OneWay == nil:
		return under("one_way", errorAt(oneWay, "a one-way collider needs a direction, such as [0, -1]"))
	case c.Role != level.OneWay && c.OneWay != nil:
		return under("one_way", errorAt(oneWay, "a %s collider has no direction", c.Role))
	case c.Shape.Kind == level.Point && len(c.Pieces) > 0:
		return errorAt(n, "a point has no pieces")
	case c.Shape.Kind != level.Point && len(c.Pieces) == 0:
		return errorAt(n, "a %s has one piece at least", c.Shape.Kind)
	}
	return nil
}

// decode reads the keys that hold numbers.
func (c *Collider) decode(key string, v *yaml.Node) error {
	switch key {
	case "friction":
		return atLeast0(v, &c.Friction)
	case "restitution":
		return atLeast0(v, &c.Restitution)
	case "density":
		return atLeast0(v, &c.Density)
	case "position":
		return vec(v, &c.Position)
	case "angle":
		return number(v, (*float64)(&c.Angle))
	case "pieces":
		if v.Kind == yaml.SequenceNode && len(v.Content) > 0 {
			c.Pieces = make([]Piece, 0, len(v.Content))
		}
		return sequence(v, func(_ int, item *yaml.Node) error {
			c.Pieces = append(c.Pieces, Piece{})
			return c.Pieces[len(c.Pieces)-1].decode(item)
		})
	case "bounds":
		return box(v, &c.Bounds)
	case "area":
		return atLeast0(v, &c.Area)
	case "centroid":
		return vec(v, &c.Centroid)
	default: // source
		return source(v, &c.Source)
	}
}

func (d *decoder) id(n *yaml.Node, id *string) error {
	if err := text(n, id); err != nil {
		return err
	}
	if *id == "" {
		return errorAt(n, "an id is empty")
	}
	if line, ok := d.ids[*id]; ok {
		return errorAt(n, "id %q stands in the file already, in line %d", *id, line)
	}
	d.ids[*id] = n.Line
	return nil
}

func (p *Piece) decode(n *yaml.Node) error {
	err := mapping(n, pieceKeys, pieceKeys, func(key string, v *yaml.Node) error {
		if key == "vertices" {
			return points(v, &p.Vertices)
		}
		return atLeast0(v, &p.Radius)
	})
	if err != nil {
		return err
	}
	if err := p.check(); err != nil {
		return &Error{Line: n.Line, Column: n.Column, Err: err}
	}
	return nil
}

// check reports a piece that is not convex, or whose vertices are not in order around it.
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
	// A vertex that the hull leaves out may stand inside of an edge by what rounding to 64 bits does far from the origin.
	slack := float64(1e-9*size) + float64(1e-15*max(math.Abs(box.Min.X), math.Abs(box.Min.Y), math.Abs(box.Max.X), math.Abs(box.Max.Y)))
	hull := s.Vertices()
	inner, err := collision.NewShape(hull, 0)
	if err != nil {
		return err
	}
	for i, v := range p.Vertices {
		if _, d := inner.Closest(collision.Identity(), v); math.Abs(d) > slack {
			return fmt.Errorf("the piece is not convex: vertex %d, (%g, %g), stands inside of the hull by %.3g", i, v.X, v.Y, -d)
		}
	}
	if math.Abs(math.Abs(area(p.Vertices))-area(hull)) > 4*slack*(size+slack) {
		return errors.New("the piece is not convex: its vertices are not in order around it")
	}
	return nil
}

// area is the signed area of an outline: positive where it turns +x toward +y.
func area(outline []Vec) float64 {
	var a float64
	for i := range outline {
		p, q := outline[i].Sub(outline[0]), outline[(i+1)%len(outline)].Sub(outline[0])
		a += float64(p.Cross(q) / 2)
	}
	return a
}

func shape(n *yaml.Node, s *Shape) error {
	if n.Kind != yaml.MappingNode {
		return errorAt(n, "expected a shape here, not %s", describe(n))
	}
	k := child(n, "kind")
	if k == nil {
		return errorAt(n, `the key "kind" is missing`)
	}
	if err := word(k, &s.Kind, level.Kinds...); err != nil {
		return under("kind", err)
	}
	keys := shapeKeys(s.Kind)
	required := slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return slices.Contains(optionalShapeKeys, k) })
	return mapping(n, keys, required, func(key string, v *yaml.Node) error {
		switch key {
		case "points":
			return points(v, &s.Points)
		case "holes":
			return sequence(v, func(_ int, item *yaml.Node) error {
				s.Holes = append(s.Holes, nil)
				return points(item, &s.Holes[len(s.Holes)-1])
			})
		case "size":
			return vec(v, &s.Size)
		case "closed":
			return boolean(v, &s.Closed)
		case "one_sided":
			return boolean(v, &s.OneSided)
		case "radius":
			return atLeast0(v, &s.Radius)
		case "rounding":
			return word(v, &s.Rounding, level.Inset, level.Outset)
		}
		return nil // kind was read before
	})
}

func direction(n *yaml.Node, to **Vec) error {
	if isNull(n) {
		return nil
	}
	var v Vec
	if err := vec(n, &v); err != nil {
		return err
	}
	if math.Abs(v.Len()-1) > 1e-6 {
		return errorAt(n, "the direction (%g, %g) is not of length 1", v.X, v.Y)
	}
	*to = &v
	return nil
}

func source(n *yaml.Node, to **Source) error {
	if isNull(n) {
		return nil
	}
	s := &Source{}
	*to = s
	return mapping(n, sourceKeys, sourceKeys, func(key string, v *yaml.Node) error {
		switch key {
		case "file":
			return text(v, &s.File)
		case "level":
			return text(v, &s.Level)
		case "layer":
			return text(v, &s.Layer)
		case "value":
			return whole(v, &s.Value)
		default:
			return text(v, &s.ID)
		}
	})
}

func tags(n *yaml.Node, to *[]string) error {
	return sequence(n, func(_ int, item *yaml.Node) error {
		var s string
		if err := text(item, &s); err != nil {
			return err
		}
		if s == "" {
			return errorAt(item, "a tag is empty")
		}
		*to = append(*to, s)
		return nil
	})
}

func properties(n *yaml.Node, to *map[string]any) error {
	return mapping(n, nil, nil, func(key string, v *yaml.Node) error {
		if key == "" {
			return errorAt(v, "a property has no name")
		}
		if *to == nil {
			*to = map[string]any{}
		}
		key = strings.Clone(key) // not to keep the whole file's text
		tag := ""
		if v.Kind == yaml.ScalarNode {
			tag = v.ShortTag()
		}
		switch tag {
		case "!!bool":
			(*to)[key] = strings.EqualFold(v.Value, "true")
		case "!!int", "!!float":
			var x float64
			if err := number(v, &x); err != nil {
				return err
			}
			(*to)[key] = x
		case "!!str", "!!timestamp":
			var s string
			if err := text(v, &s); err != nil {
				return err
			}
			(*to)[key] = s
		default:
			return errorAt(v, "a property is a string, a number or a bool, not %s", describe(v))
		}
		return nil
	})
}
