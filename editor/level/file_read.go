package level

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fillet/collision"
	"fillet/editor/disk"
	"fillet/editor/quote"

	"gopkg.in/yaml.v3"
)

// MaxFileSize is the largest level file that is read, in bytes: about half a million colliders.
const MaxFileSize = 256 << 20

// ReadError is what is wrong with a level file, and where. Line and Column count from 1; 0 is unknown.
type ReadError struct {
	File         string
	Line, Column int
	Err          error
}

func (e *ReadError) Error() string {
	switch {
	case e.Line == 0:
		return fmt.Sprintf("%s: %v", quote.ShortPath(e.File), e.Err)
	case e.Column == 0:
		return fmt.Sprintf("%s:%d: %v", quote.ShortPath(e.File), e.Line, e.Err)
	}
	return fmt.Sprintf("%s:%d:%d: %v", quote.ShortPath(e.File), e.Line, e.Column, e.Err)
}

func (e *ReadError) Unwrap() error { return e.Err }

// Open reads a level file.
func Open(path string) (*Document, error) {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	return Read(f, path)
}

// Sniff reports whether a file that begins so is a level file: it has the key "fillet". Saved by Fillet that is the first;
// a formatter may have sorted the keys.
func Sniff(head []byte) bool {
	const far = 64 << 10
	head = bytes.TrimPrefix(head[:min(len(head), far)], []byte("\ufeff"))
	return bytes.HasPrefix(head, []byte("{fillet:")) || bytes.HasPrefix(head, []byte("fillet:")) || bytes.Contains(head, []byte("\nfillet:"))
}

// Read reads a level file. It is strict: an unknown or repeated key, a value of the wrong form, and a record that is
// not valid are each a [*ReadError] with line and column, under the given name for the file.
func Read(r io.Reader, name string) (*Document, error) {
	data, err := readAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", quote.ShortPath(name), err)
	}
	return Parse(data, name)
}

// Parse is Read of a text that is in memory. It keeps nothing of data.
func Parse(data []byte, name string) (*Document, error) {
	doc, _, err := parse(data, name, false)
	return doc, err
}

// ErrConflict is the error of a file that git could not merge.
var ErrConflict = errors.New("the file has unresolved merge conflicts from git")

// ConflictLine is the first line that git marks a conflict with, counted from 1; 0 where there is none. Whoever reads a file
// asks when it cannot be read otherwise.
func ConflictLine(data []byte) int {
	line := 0
	for text := range bytes.Lines(data) {
		line++
		if bytes.HasPrefix(text, []byte("<<<<<<< ")) {
			return line
		}
	}
	return 0
}

// FilePosition is a place in a file. Both count from 1, columns in characters; 0 is unknown.
type FilePosition struct{ Line, Column int }

// ParsePlaced is Parse that also says where each collider stands in the text.
func ParsePlaced(data []byte, name string) (*Document, map[ID]FilePosition, error) {
	return parse(data, name, true)
}

func parse(data []byte, name string, placed bool) (*Document, map[ID]FilePosition, error) {
	d := &decoder{name: name}
	if len(data) > MaxFileSize {
		return nil, nil, &ReadError{File: name, Err: fmt.Errorf("the file is larger than the limit of %d MB", MaxFileSize>>20)}
	}
	if n := bytes.Count(data, []byte("\r\n")); n > 0 && n == bytes.Count(data, []byte("\r")) {
		data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")) // YAML knows no difference
	}
	if doc, places, ok := readQuickly(data, placed); ok {
		return doc, places, nil
	}
	var doc *Document
	err := d.text(data)
	if err == nil {
		doc, err = d.level(data)
	}
	if err != nil {
		if line := ConflictLine(data); line > 0 {
			err = &ReadError{File: name, Line: line, Err: ErrConflict}
		}
		return nil, nil, err
	}
	if !placed {
		return doc, nil, nil
	}
	return doc, d.positions(), nil
}

// positions is where the colliders that were read stand.
func (d *decoder) positions() map[ID]FilePosition {
	return d.places
}

// readAll reads what there is, up to one byte more than a level file may have. Of a reader that knows its length it
// makes no second copy.
func readAll(r io.Reader) ([]byte, error) {
	var b bytes.Buffer
	switch r := r.(type) {
	case *os.File:
		if info, err := r.Stat(); err == nil && info.Mode().IsRegular() {
			b.Grow(int(min(info.Size(), MaxFileSize)) + bytes.MinRead)
		}
	case *bytes.Reader:
		b.Grow(min(r.Len(), MaxFileSize) + bytes.MinRead)
	}
	_, err := b.ReadFrom(io.LimitReader(r, MaxFileSize+1))
	return b.Bytes(), err
}

// tree reads a level through the YAML library.
func (d *decoder) tree(data []byte) (*Document, error) {
	root, err := d.parse(data)
	if err != nil {
		return nil, err
	}
	if len(root.Content) != 1 {
		return nil, &ReadError{File: d.name, Line: 1, Err: errors.New("the file is empty")}
	}
	return d.document(root.Content[0])
}

func (d *decoder) parse(data []byte) (root *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil { // a fault of the YAML package
			root, err = nil, &ReadError{File: d.name, Err: fmt.Errorf("the YAML cannot be read: %s", quote.Excerpt(fmt.Sprint(p)))}
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(data))
	root = new(yaml.Node)
	if err := dec.Decode(root); err != nil {
		return nil, d.syntax(err)
	}
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, &ReadError{File: d.name, Err: errors.New("a level file holds one YAML document, this one goes on after it")}
	}
	return root, nil
}

// text reports what makes data no text of a level at all.
func (d *decoder) text(data []byte) error {
	if bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff}) {
		return &ReadError{File: d.name, Line: 1, Err: errors.New("the text is UTF-16; save it as UTF-8")}
	}
	if !Sniff(data) {
		return &ReadError{File: d.name, Line: 1, Err: errors.New(`this is not a Fillet level: its first line would be "fillet: 1"`)}
	}
	if utf8.Valid(data) {
		return nil
	}
	line, start := 1, 0
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return &ReadError{File: d.name, Line: line, Column: i - start + 1, Err: fmt.Errorf("byte %#x is not UTF-8 text", data[i])}
		}
		if r == '\n' {
			line, start = line+1, i+1
		}
		i += size
	}
	return nil
}

// decoder reads the YAML tree by hand, so that each error has its place.
type decoder struct {
	name    string
	version int // that the file says it is
	layers  []Change[Layer]
	cs      []Change[Collider]
	places  map[ID]FilePosition // of the colliders
	start   int                 // the line of the layers' key or value

	layerIDs map[LayerID]bool // of the layers

	free       FreeIDs[ID] // for what stands twice
	freeLayers FreeIDs[LayerID]
	warnings   []*ReadError // what was wrong and could be put right

	words map[string]string // that are likely to come again, once each

	imports []*Import
	deleted []FilePosition // where each import stands
	found   []found

	data   []byte             // the text, where it is a level's
	cuts   map[*yaml.Node]cut // what is not in the tree
	cutOut []*yaml.Node       // those nodes, in the order in which they were read
	sought sought

	digester digester // of what was imported
}

// sought is a collider whose points are looked for in the file, and the vertex of which the place is wanted.
type sought struct {
	id     ID // 0: none is
	vertex int
	at     FilePosition // of that vertex of the points that were read last
	record *record      // of the collider, once it was read
}

func positionOf(n *yaml.Node) FilePosition { return FilePosition{n.Line, n.Column} }

var yamlLine = regexp.MustCompile(`^yaml: line (\d+): `)

func (d *decoder) syntax(err error) error {
	msg := err.Error()
	e := &ReadError{File: d.name}
	if m := yamlLine.FindStringSubmatch(msg); m != nil {
		e.Line, _ = strconv.Atoi(m[1]) // the expression matches digits only; a number too large leaves 0, unknown
		msg = msg[len(m[0]):]
	}
	e.Err = errors.New(quote.Excerpt(strings.TrimPrefix(msg, "yaml: "))) // it may name an anchor
	return e
}

func (d *decoder) errorf(n *yaml.Node, format string, args ...any) error {
	return d.wrap(n, fmt.Errorf(format, quote.Excerpts(args)...))
}

func (d *decoder) wrap(n *yaml.Node, err error) error { return d.wrapAt(positionOf(n), err) }

func (d *decoder) wrapAt(p FilePosition, err error) error {
	return &ReadError{File: d.name, Line: p.Line, Column: p.Column, Err: err}
}

func (d *decoder) document(n *yaml.Node) (*Document, error) {
	s := DefaultSettings()
	s.Name = ""
	d.places, d.layerIDs = map[ID]FilePosition{}, map[LayerID]bool{}
	keys := map[string]*yaml.Node{}
	err := d.mapping(n, settingsKeys, func(key string, v *yaml.Node) error {
		keys[key] = v
		switch key {
		case "fillet":
			return d.readVersion(v)
		case "name":
			return d.string(v, &s.Name)
		case "origin":
			return d.vec(v, &s.Origin)
		case "size":
			return d.vec(v, &s.Size)
		case "pixels_per_metre":
			return d.number(v, &s.PixelsPerMetre)
		case "grid":
			return d.grid(v, &s.Grid)
		case "categories":
			return d.categories(v, &s.Categories)
		case "playtest":
			return d.playtest(v, &s.Playtest)
		case "exports":
			return d.exports(v, &s.Exports)
		case "imports":
			return d.sequence(v, d.importRecord)
		case "conflicts":
			return d.conflicts(v, &s.Conflicts)
		default: // layers
			d.start = v.Line
			return d.sequence(v, d.layer)
		}
	})
	if err != nil {
		return nil, err
	}
	for _, key := range []string{"fillet", "layers"} {
		if keys[key] == nil {
			return nil, d.errorf(n, "this level has no %q: the file may have been cut short", key)
		}
	}
	if n := keys["conflicts"]; n != nil && d.version < 2 {
		return nil, d.errorf(n, `"conflicts" are of version 2 of the level file, and this one says that it is version %d`, d.version)
	}
	if d.sought.id != 0 {
		return nil, errEnough
	}
	d.takeImports(s)
	doc, err := NewDocument(s)
	if err != nil {
		var se *SettingError
		if errors.As(err, &se) && keys[se.Key] != nil {
			n = keys[se.Key]
		}
		return nil, d.wrap(n, err)
	}
	if err := doc.Apply(Diff{Layers: d.layers, Colliders: d.cs}); err != nil {
		return nil, d.locate(n, err)
	}
	doc.warnings = d.warnings
	return doc, nil
}

// locate gives the error of a record the place where the record, or the point at fault, stands in the file.
func (d *decoder) locate(root *yaml.Node, err error) error {
	var ce *ColliderError
	if !errors.As(err, &ce) {
		return d.wrap(root, err)
	}
	at, ok := d.places[ce.ID]
	if !ok {
		return d.wrap(root, err)
	}
	var oe *collision.OutlineError
	if errors.As(err, &oe) {
		again := &decoder{name: d.name, sought: sought{id: ce.ID, vertex: -1}}
		if oe.Loop == 0 && len(oe.Vertices) > 0 {
			again.sought.vertex = oe.Vertices[0]
		}
		_, _ = again.level(d.data) // that the collider was found is an error
		if r := again.sought.record; r != nil && r.vertex.Line > 0 {
			at = r.vertex
		} else if r != nil && r.points.Line > 0 {
			at = r.points
		}
	}
	return d.wrapAt(at, err)
}

func (d *decoder) readVersion(n *yaml.Node) error {
	v, err := strconv.Atoi(n.Value)
	switch {
	case err != nil || v < 1 || n.ShortTag() != "!!int":
		return d.errorf(n, "%q is not a version of the level file", n.Value)
	case v > Version:
		return d.errorf(n, "this level was written by a newer Fillet (level file %d; this one reads up to %d)", v, Version)
	}
	d.version = v
	return nil
}

var (
	settingsKeys = []string{"fillet", "name", "origin", "size", "pixels_per_metre", "grid", "categories", "playtest", "exports", "imports", "conflicts", "layers"}
	gridKeys     = []string{"size", "offset", "subdivisions"}
	layerKeys    = []string{"id", "name", "color", "locked", "hidden", "colliders"}
	colliderKeys = []string{
		"id", "name", "kind", "points", "holes", "size", "closed", "one_sided", "radius", "rounding", "position", "angle", "role", "one_way", "body",
		"categories", "collides_with", "group", "tags", "properties", "friction", "restitution", "density", "locked", "hidden", "source", "imported", "offered",
	}
	importedKeys = slices.DeleteFunc(slices.Clone(colliderKeys), func(key string) bool {
		return key == "id" || key == "locked" || key == "hidden" || key == "source" || key == "imported" || key == "offered"
	})
	sourceKeys = []string{"file", "level", "layer", "value", "id", "import", "digest"}
)

func (d *decoder) grid(n *yaml.Node, g *Grid) error {
	return d.mapping(n, gridKeys, func(key string, v *yaml.Node) error {
		switch key {
		case "size":
			return d.vec(v, &g.Size)
		case "offset":
			return d.vec(v, &g.Offset)
		default:
			return d.int(v, &g.Subdivisions)
		}
	})
}

func (d *decoder) layer(i int, n *yaml.Node) error {
	l := &Layer{Order: float64(i + 1)}
	var colliders *yaml.Node
	err := d.mapping(n, layerKeys, func(key string, v *yaml.Node) (err error) {
		switch key {
		case "id":
			if l.ID, err = ParseLayerID(v.Value); err != nil {
				return d.wrap(v, err)
			}
			return nil
		case "name":
			return d.string(v, &l.Name)
		case "color":
			return d.string(v, &l.Color)
		case "locked":
			return d.bool(v, &l.Locked)
		case "hidden":
			return d.bool(v, &l.Hidden)
		default:
			colliders = v
			return nil
		}
	})
	if err != nil {
		return err
	}
	if l.ID == 0 {
		return d.errorf(n, `this layer has no "id"`)
	}
	if err := l.validate(); err != nil {
		return d.wrap(n, err)
	}
	if d.layerIDs[l.ID] {
		old := l.ID
		l.ID = d.freeLayers.Find(HashedLayerID(hashOf(old.String(), l.Name, l.Color)), func(id LayerID) bool { return d.layerIDs[id] })
		d.warn(positionOf(n), "layer %v stands in the file already: this one is %v now", old, l.ID)
	}
	d.layerIDs[l.ID] = true
	d.layers = append(d.layers, Added(l))
	if colliders == nil {
		return nil
	}
	return d.sequence(colliders, func(i int, n *yaml.Node) error { return d.collider(l.ID, i, n) })
}

// record is a collider that is being read.
type record struct {
	*Collider
	points   FilePosition
	vertex   FilePosition // of the vertex that is sought
	oneWay   bool         // it says in which direction
	source   sourceNode
	imported *yaml.Node // what it was when it was imported
	offered  *yaml.Node // what the file says instead, where that is to be decided
}

func (d *decoder) collider(layer LayerID, i int, n *yaml.Node) error {
	r, err := d.record(n)
	if err != nil {
		return err
	}
	c := r.Collider
	c.Layer, c.Order = layer, float64(i+1)
	if first, ok := d.places[c.ID]; ok {
		d.renew(r, n, first)
		return nil
	}
	d.add(r, n)
	return d.imported(r)
}

// add adds a collider that has its id.
func (d *decoder) add(r *record, n *yaml.Node) {
	d.places[r.ID] = positionOf(n)
	d.cs = append(d.cs, Added(r.Collider))
	if r.ID == d.sought.id {
		d.sought.record = r
	}
}

// renew gives a collider whose id stands in the file already another one, which depends on what the collider says alone:
// two machines that open the file agree. What an import knows by the id is the first one.
func (d *decoder) renew(r *record, n *yaml.Node, first FilePosition) {
	c, old := r.Collider, r.ID
	var text bytes.Buffer
	e := &encoder{w: bufio.NewWriter(&text), hashed: true}
	e.collider(c)
	_ = e.w.Flush() // a buffer takes everything
	c.ID = d.free.Find(HashedID(hashOf(text.String())), func(id ID) bool { _, ok := d.places[id]; return ok })
	d.add(r, n)
	d.warn(positionOf(n), "collider %v stands in the file already, in line %d: this one is %v now", old, first.Line, c.ID)
}

// hashOf is the same for the same texts on every machine.
func hashOf(texts ...string) uint64 {
	h := fnv.New64a()
	for _, s := range texts {
		_, _ = io.WriteString(h, s+"\x00") // a hash takes everything
	}
	return h.Sum64()
}

// warn notes what is wrong at a place and was put right.
func (d *decoder) warn(p FilePosition, format string, args ...any) {
	d.warnings = append(d.warnings, &ReadError{File: d.name, Line: p.Line, Column: p.Column, Err: fmt.Errorf(format, args...)})
}

// record reads a collider by itself.
func (d *decoder) record(n *yaml.Node) (*record, error) {
	c := &Collider{Role: Solid, Body: Static, Friction: DefaultFriction, Density: DefaultDensity}
	r := &record{Collider: c}
	if err := d.mapping(n, colliderKeys, func(key string, v *yaml.Node) error { return d.field(r, key, v) }); err != nil {
		return nil, err
	}
	switch {
	case c.ID == 0:
		return nil, d.errorf(n, `this collider has no "id"`)
	case c.Shape.Kind == 0:
		return nil, d.errorf(n, `collider %v has no "kind"`, c.ID)
	}
	r.complete()
	return r, nil
}

// complete sets what a file leaves out because the kind or the role says it.
func (r *record) complete() {
	if r.Shape.HasCorners() && r.Shape.Rounding == 0 {
		r.Shape.Rounding = Inset
	}
	if r.Role == OneWay && !r.oneWay {
		r.OneWay = Up
	}
}

func (d *decoder) field(r *record, key string, v *yaml.Node) (err error) {
	c := r.Collider
	switch key {
	case "id":
		if c.ID, err = ParseID(v.Value); err != nil {
			return d.wrap(v, err)
		}
		return nil
	case "name":
		return d.string(v, &c.Name)
	case "kind":
		return word(d, v, &c.Shape.Kind, Kinds...)
	case "points":
		d.sought.at = FilePosition{}
		err := d.points(v, &c.Shape.Points)
		r.points, r.vertex = positionOf(v), d.sought.at
		return err
	case "holes":
		return d.sequence(v, func(_ int, h *yaml.Node) error {
			var hole []Vec
			if err := d.points(h, &hole); err != nil {
				return err
			}
			c.Shape.Holes = append(c.Shape.Holes, hole)
			return nil
		})
	case "size":
		return d.vec(v, &c.Shape.Size)
	case "closed":
		return d.bool(v, &c.Shape.Closed)
	case "one_sided":
		return d.bool(v, &c.Shape.OneSided)
	case "radius":
		return d.number(v, &c.Shape.Radius)
	case "rounding":
		return word(d, v, &c.Shape.Rounding, Inset, Outset)
	case "position":
		return d.vec(v, &c.Position)
	case "angle":
		return d.number(v, (*float64)(&c.Angle))
	case "role":
		return word(d, v, &c.Role, Solid, Trigger, OneWay)
	case "one_way":
		r.oneWay = true
		return d.vec(v, &c.OneWay)
	case "body":
		return word(d, v, &c.Body, Static, Dynamic, Kinematic)
	case "source":
		err := d.source(v, &r.source)
		own := r.source.Source // a pointer into the record would keep its nodes
		c.Source = &own
		return err
	case "imported":
		r.imported = v
		return nil
	case "offered":
		r.offered = v
		return nil
	default:
		return d.colliderDetail(c, key, v)
	}
}

// colliderDetail reads the keys that say what a collider is to the game.
func (d *decoder) colliderDetail(c *Collider, key string, v *yaml.Node) error {
	switch key {
	case "categories":
		return d.strings(v, &c.Categories)
	case "collides_with":
		c.CollidesWith = []string{}
		return d.strings(v, &c.CollidesWith)
	case "group":
		var group int
		if err := d.int(v, &group); err != nil {
			return err
		}
		if group < math.MinInt32 || group > math.MaxInt32 {
			return d.errorf(v, "group %d does not fit in 32 bits", group)
		}
		c.Group = int32(group)
		return nil
	case "tags":
		return d.strings(v, &c.Tags)
	case "properties":
		return d.properties(v, c)
	case "friction":
		return d.number(v, &c.Friction)
	case "restitution":
		return d.number(v, &c.Restitution)
	case "density":
		return d.number(v, &c.Density)
	case "locked":
		return d.bool(v, &c.Locked)
	case "hidden":
		return d.bool(v, &c.Hidden)
	default:
		return d.errorf(v, "unknown key %q", key)
	}
}

func (d *decoder) source(n *yaml.Node, s *sourceNode) error {
	return d.mapping(n, sourceKeys, func(key string, v *yaml.Node) error {
		switch key {
		case "file":
			return d.word(v, &s.File)
		case "level":
			return d.word(v, &s.Level)
		case "layer":
			return d.word(v, &s.Layer)
		case "value":
			return d.int(v, &s.Value)
		case "import":
			return d.int(v, &s.number)
		case "digest":
			return d.string(v, &s.digest)
		default:
			return d.string(v, &s.ID)
		}
	})
}

func (d *decoder) properties(n *yaml.Node, c *Collider) error {
	c.Properties = Properties{}
	return d.mapping(n, nil, func(key string, v *yaml.Node) (err error) {
		c.Properties[key], err = d.property(key, v)
		return err
	})
}

// property reads the value of a property: a string, a number or a bool.
func (d *decoder) property(name string, v *yaml.Node) (any, error) {
	if v.Kind == yaml.ScalarNode {
		switch v.ShortTag() {
		case "!!bool":
			return v.Value == "true" || v.Value == "True" || v.Value == "TRUE", nil
		case "!!int", "!!float":
			var x float64
			err := d.number(v, &x)
			return x, err
		case "!!str", "!!timestamp":
			return v.Value, nil
		}
	}
	return nil, d.errorf(v, "property %q is not a string, a number or a bool", name)
}

// mapping calls read for each key and value, in the order of the file. A key that is not known or stands twice is an
// error; known == nil takes every key.
func (d *decoder) mapping(n *yaml.Node, known []string, read func(key string, value *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return d.errorf(n, "expected keys and values here, not %s", d.describe(n))
	}
	lines := make(map[string]int, len(n.Content)/2) // where each key stands
	return d.each(n, func(content []*yaml.Node) error { return d.entries(content, known, lines, read) })
}

func (d *decoder) entries(content []*yaml.Node, known []string, lines map[string]int, read func(key string, value *yaml.Node) error) error {
	for i := 0; i+1 < len(content); i += 2 {
		key, value := content[i], content[i+1]
		if key.Kind != yaml.ScalarNode || key.ShortTag() == "!!merge" {
			return d.errorf(key, "a key has to be a plain word")
		}
		if known != nil && !slices.Contains(known, key.Value) {
			return d.errorf(key, "unknown key %q%s", key.Value, suggestion(key.Value, known))
		}
		if line, ok := lines[key.Value]; ok {
			return d.errorf(key, "key %q stands here already, in line %d", key.Value, line)
		}
		lines[key.Value] = key.Line
		if value.Kind == yaml.AliasNode {
			return d.errorf(value, "references (*%s) are not read in a level", value.Value)
		}
		if err := read(key.Value, value); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) sequence(n *yaml.Node, read func(i int, item *yaml.Node) error) error {
	if n.Kind != yaml.SequenceNode {
		return d.errorf(n, "expected a list here, not %s", d.describe(n))
	}
	i := 0
	return d.each(n, func(content []*yaml.Node) error {
		for _, item := range content {
			if item.Kind == yaml.AliasNode {
				return d.errorf(item, "references (*%s) are not read in a level", item.Value)
			}
			if err := read(i, item); err != nil {
				return err
			}
			i++
		}
		return nil
	})
}

func (d *decoder) string(n *yaml.Node, s *string) error {
	if n.Kind != yaml.ScalarNode || n.ShortTag() == "!!null" || n.ShortTag() == "!!binary" {
		return d.errorf(n, "expected text here, not %s", d.describe(n))
	}
	*s = n.Value
	return nil
}

// word is a string that is likely to come again: it is kept once.
func (d *decoder) word(n *yaml.Node, s *string) error {
	if err := d.string(n, s); err != nil {
		return err
	}
	known, ok := d.words[*s]
	if !ok {
		if d.words == nil {
			d.words = map[string]string{}
		}
		known = *s
		d.words[known] = known
	}
	*s = known
	return nil
}

func (d *decoder) strings(n *yaml.Node, list *[]string) error {
	*list = (*list)[:0:0]
	return d.sequence(n, func(_ int, item *yaml.Node) error {
		var s string
		if err := d.word(item, &s); err != nil {
			return err
		}
		*list = append(*list, s)
		return nil
	})
}

func (d *decoder) categories(n *yaml.Node, list *[]string) error {
	*list = (*list)[:0:0]
	return d.sequence(n, func(i int, item *yaml.Node) error {
		if i == MaxCategories {
			return d.errorf(item, "more than %d categories, for which a collision filter has room", MaxCategories)
		}
		var s string
		err := d.word(item, &s)
		*list = append(*list, s)
		return err
	})
}

func (d *decoder) bool(n *yaml.Node, b *bool) error {
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!bool" {
		return d.errorf(n, "expected true or false here, not %s", d.describe(n))
	}
	*b = strings.EqualFold(n.Value, "true")
	return nil
}

func (d *decoder) int(n *yaml.Node, i *int) error {
	v, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil {
		return d.errorf(n, "expected a whole number here, not %s", d.describe(n))
	}
	*i = v
	return nil
}

func (d *decoder) number(n *yaml.Node, x *float64) error {
	if n.Kind != yaml.ScalarNode || n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		return d.errorf(n, "expected a number here, not %s", d.describe(n))
	}
	v, err := strconv.ParseFloat(n.Value, 64)
	if err != nil {
		return d.errorf(n, "expected a number here, not %s", d.describe(n))
	}
	if !isFinite(v) {
		return d.errorf(n, "%s is not a finite number", n.Value)
	}
	*x = v + 0 // no -0
	return nil
}

func (d *decoder) vec(n *yaml.Node, v *Vec) error {
	content := d.few(n, 2)
	if n.Kind != yaml.SequenceNode || len(content) != 2 {
		return d.errorf(n, "expected [x, y] here, not %s", d.describe(n))
	}
	if err := d.number(content[0], &v.X); err != nil {
		return err
	}
	return d.number(content[1], &v.Y)
}

func (d *decoder) points(n *yaml.Node, points *[]Vec) error {
	*points = nil
	return d.sequence(n, func(i int, item *yaml.Node) error {
		if i == d.sought.vertex {
			d.sought.at = positionOf(item)
		}
		var v Vec
		if err := d.vec(item, &v); err != nil {
			return err
		}
		*points = append(*points, v)
		return nil
	})
}

// word reads one of a few words.
func word[T fmt.Stringer](d *decoder, n *yaml.Node, to *T, words ...T) error {
	for _, w := range words {
		if n.Kind == yaml.ScalarNode && n.Value == w.String() {
			*to = w
			return nil
		}
	}
	names := make([]string, len(words))
	for i, w := range words {
		names[i] = w.String()
	}
	return d.errorf(n, "expected one of %s here, not %s%s", strings.Join(names, ", "), d.describe(n), suggestion(n.Value, names))
}

// description is what stands in a file, in words. It quotes little of it.
type description string

func (d *decoder) describe(n *yaml.Node) description {
	switch n.Kind {
	case yaml.MappingNode:
		return "keys and values"
	case yaml.SequenceNode:
		return description(fmt.Sprintf("a list of %d", d.count(n)))
	case yaml.AliasNode:
		return "a reference"
	}
	if n.ShortTag() == "!!null" {
		return "nothing"
	}
	return description(strconv.Quote(quote.Excerpt(n.Value)))
}

// suggestion is a hint at the known word that was probably meant, or nothing.
func suggestion(got string, known []string) string {
	const most = 2 // changed letters
	best, distance := "", most+1
	if len(got) > 30 {
		return ""
	}
	for _, k := range known {
		if n := editDistance(got, k); n < distance && n < len(k) {
			best, distance = k, n
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", best)
}

// editDistance is Levenshtein's: how many letters to add, drop or change.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
