package level

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// Field is a value of a record of type T that is compared, merged and resolved on its own, or a key of the record in a
// level file. Its text is the value in the file, as YAML on one line, or "" if the record has none.
type Field[T any] struct {
	Key   string             // as in the level file; a nested key has a dot, as in properties.speed
	Title string             // its name for users, or "" if no control shows the key alone
	Unit  string             // the unit of a number: px, px/s, °, s, …; "" for none or level pixels
	Same  func(a, b *T) bool // nil, like Copy, if the key is not compared on its own
	Copy  func(to, from *T)  // shares slices; changes a map of properties in place

	has  func(*T) bool // nil if every record has the value
	text func(*encoder, *T)
	read func(*decoder, *yaml.Node, *T) error

	// for keys in the level file
	isUsual  func(*T) bool                        // the file leaves the value out; nil: it never does
	lines    func(*encoder, int, *T)              // writes the lines of the value; nil writes the key and the text
	readLine func(*decoder, *yaml.Node, *T) error // reads the lines of the value; nil reads the text
	check    func(*T) error                       // validates the value; nil accepts every value
	since    int                                  // the version of the level file with the key; 0 is the first
	kinds    []Kind                               // the kinds of shape that have the key; nil if all colliders do

	// for the documentation
	doc       string // what the value is, with its unit and limits, in Markdown
	unset     string // what a missing key means, in Markdown; empty for the default value
	json      string // its type: members of a JSON Schema object
	limits    string // further members of the JSON Schema object
	min, max  float64
	isBetween bool // the value is between min and max
	required  bool // a file without the key is rejected
}

// titled returns the field with its name for users and its unit.
func (f Field[T]) titled(title, unit string) Field[T] {
	f.Title, f.Unit = title, unit
	return f
}

// description returns the documentation of the field with its unit.
func (f Field[T]) description() string {
	if f.Unit == "" {
		return f.doc
	}
	return f.doc + ". Unit: " + f.Unit
}

// means returns the field with its documentation, without the unit if [Field.Unit] has it.
func (f Field[T]) means(doc string) Field[T] {
	f.doc = doc
	return f
}

// limited returns the field with further members of its JSON Schema besides the type.
func (f Field[T]) limited(members string) Field[T] {
	f.limits = members
	return f
}

// between returns the field of a number within limits.
func (f Field[T]) between(low, high float64) Field[T] {
	f.min, f.max, f.isBetween = low, high, true
	return f
}

// otherwise returns the field with the documentation of what a missing key means.
func (f Field[T]) otherwise(unset string) Field[T] {
	f.unset = unset
	return f
}

// of returns the field of a key that only some kinds of shape have.
func (f Field[T]) of(kinds ...Kind) Field[T] {
	f.kinds = kinds
	return f
}

// needed returns the field with its key required.
func (f Field[T]) needed() Field[T] {
	f.required = true
	return f
}

// Text returns the record's value as text.
func (f Field[T]) Text(r *T) string {
	if r == nil || f.has != nil && !f.has(r) {
		return ""
	}
	return textOf(func(e *encoder) { f.text(e, r) })
}

// Set parses a string and stores the value in the record. Nothing else may refer to the record's fields.
func (f Field[T]) Set(r *T, text string) error {
	var from T
	if text == "" {
		if f.has == nil {
			return fmt.Errorf("%s has no value", f.Key)
		}
		f.Copy(r, &from)
		return nil
	}
	n, err := nodeOf(text)
	if err != nil {
		return err
	}
	if err := f.read(newDecoder(f.Key), n, &from); err != nil {
		return plainError(err)
	}
	f.Copy(r, &from)
	return nil
}

// Check validates the record's value.
func (f *Field[T]) Check(r *T) error {
	if f.check == nil {
		return nil
	}
	return f.check(r)
}

// canonical returns the text of a value in a file; null gives "".
func (f Field[T]) canonical(d *decoder, n *yaml.Node) (string, error) {
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" {
		return "", nil
	}
	var r T
	if err := f.read(d, n, &r); err != nil {
		return "", err
	}
	return f.Text(&r), nil
}

// textOf returns the text that write writes.
func textOf(write func(*encoder)) string {
	var b bytes.Buffer
	e := &encoder{w: bufio.NewWriterSize(&b, 256)}
	write(e)
	_ = e.w.Flush() // writing to a buffer cannot fail
	return b.String()
}

// nodeOf parses the text of a value.
func nodeOf(text string) (*yaml.Node, error) {
	n, err := newDecoder("value").Read([]byte(text))
	if errors.Is(err, strictyaml.ErrEmpty) {
		return nil, errors.New("there is no value")
	}
	return n, plainError(err)
}

// plainError removes the position from a reading error, because it is relative to the value.
func plainError(err error) error {
	var re *ReadError
	if errors.As(err, &re) {
		return re.Err
	}
	return err
}

// inline writes a value in the form used within brackets.
func (e *encoder) inline(v any) {
	switch v := v.(type) {
	case string:
		e.flow(v)
	case [][]Vec:
		e.items("[]", len(v), func(i int) { e.value(v[i]) })
	default:
		e.value(v)
	}
}

// tree writes a YAML tree on one line, without some keys of its root mapping.
func (e *encoder) tree(n *yaml.Node, leftOut ...string) {
	switch n.Kind {
	case yaml.MappingNode:
		e.text("{")
		first := true
		for i := 0; i+1 < len(n.Content); i += 2 {
			if slices.Contains(leftOut, n.Content[i].Value) {
				continue
			}
			if !first {
				e.text(", ")
			}
			first = false
			e.flow(n.Content[i].Value)
			e.text(": ")
			e.tree(n.Content[i+1])
		}
		e.text("}")
	case yaml.SequenceNode:
		e.items("[]", len(n.Content), func(i int) { e.tree(n.Content[i]) })
	default:
		if n.ShortTag() == "!!str" {
			e.flow(n.Value)
		} else {
			e.text(n.Value)
		}
	}
}

// written returns the YAML tree of the lines that write writes, or of their first record if they are a list.
func written(write func(*encoder)) *yaml.Node {
	n, err := nodeOf(textOf(write))
	if err == nil && n.Kind == yaml.MappingNode && len(n.Content) == 2 {
		n = n.Content[1] // removes the list's own key
	}
	if err == nil && n.Kind == yaml.SequenceNode && len(n.Content) > 0 {
		n = n.Content[0]
	}
	if err != nil || n.Kind != yaml.MappingNode {
		panic(fmt.Sprintf("the level file's writer wrote unreadable text: %v", err))
	}
	return n
}

// form writes and reads values of a type. json is the type in a JSON Schema: members of an object.
type form[V any] struct {
	write func(*encoder, V)
	read  func(*decoder, *yaml.Node, *V) error
	json  string
}

// The forms of values.
var (
	texts    = form[string]{(*encoder).string, (*decoder).Text, refers("text")}
	words    = form[string]{(*encoder).string, (*decoder).Word, refers("text")} // stored once each
	switches = form[bool]{func(e *encoder, on bool) { e.value(on) }, (*decoder).Bool, `"type": "boolean"`}
	wholes   = form[int]{func(e *encoder, n int) { e.value(n) }, (*decoder).Int, `"type": "integer"`}
	numbers  = form[float64]{func(e *encoder, x float64) { e.value(x) }, (*decoder).Number, `"type": "number"`}
	vectors  = form[Vec]{(*encoder).vec, (*decoder).vec, refers("vec")}
	angles   = form[Degrees]{
		func(e *encoder, a Degrees) { e.value(float64(a)) },
		func(d *decoder, n *yaml.Node, a *Degrees) error { return d.Number(n, (*float64)(a)) }, `"type": "number"`,
	}
	lists = form[[]string]{
		func(e *encoder, list []string) { e.value(list) },
		func(d *decoder, n *yaml.Node, list *[]string) error { return d.Words(n, list) }, listOf("text"),
	}
	colliderIDs = idForm(ColliderLetter, ParseID)
	layerIDs    = idForm(LayerLetter, ParseLayerID)
	groupIDs    = idForm(GroupLetter, ParseGroupID)
)

// oneOf returns the form of one of several words.
func oneOf[V fmt.Stringer](of ...V) form[V] {
	return form[V]{
		func(e *encoder, v V) { e.text(v.String()) },
		func(d *decoder, n *yaml.Node, v *V) error { return strictyaml.OneOf(d.Reader, n, v, of...) },
		enumOf(of...),
	}
}

func idForm[V ~uint64](letter byte, parse func(string) (V, error)) form[V] {
	return form[V]{
		func(e *encoder, id V) {
			e.scratch = appendID(e.scratch[:0], letter, uint64(id))
			e.bytes(e.scratch)
		},
		func(d *decoder, n *yaml.Node, id *V) (err error) {
			*id, err = parse(n.Value)
			return d.Wrap(n, err)
		},
		refers(string(letter) + "-id"),
	}
}

// plainField returns a field whose value is in one place of the record and is compared with ==.
func plainField[T any, V comparable](key string, at func(*T) *V, f form[V]) Field[T] {
	return Field[T]{
		Key:  key,
		Same: func(a, b *T) bool { return *at(a) == *at(b) },
		Copy: func(to, from *T) { *at(to) = *at(from) },
		text: func(e *encoder, r *T) { f.write(e, *at(r)) },
		read: func(d *decoder, n *yaml.Node, r *T) error { return f.read(d, n, at(r)) },
		json: f.json,
	}
}

// listField returns a field whose value is a list in one place of the record.
func listField[T any](key string, at func(*T) *[]string) Field[T] {
	return Field[T]{
		Key:     key,
		Same:    func(a, b *T) bool { return slices.Equal(*at(a), *at(b)) },
		Copy:    func(to, from *T) { *at(to) = *at(from) },
		text:    func(e *encoder, r *T) { lists.write(e, *at(r)) },
		read:    func(d *decoder, n *yaml.Node, r *T) error { return lists.read(d, n, at(r)) },
		isUsual: func(r *T) bool { return len(*at(r)) == 0 },
		json:    lists.json,
	}
}

// row returns the row of a value in one place of the record. The file leaves out the default value, usual. Errors of
// check begin with the key; a nil check accepts every value.
func row[T any, V comparable](
	key string, at func(*T) *V, f form[V], usual V, check func(what string, v V) error,
) Field[T] {
	r := plainField(key, at, f)
	r.isUsual = func(r *T) bool { return *at(r) == usual }
	if check != nil {
		r.check = func(r *T) error { return check(key, *at(r)) }
	}
	return r
}

// valueRow returns the row of a value that is not compared and merged on its own.
func valueRow[T any, V comparable](key string, at func(*T) *V, f form[V]) Field[T] {
	r := plainField(key, at, f)
	r.Same, r.Copy = nil, nil
	return r
}

func leftOutIf[T any](r Field[T], isUsual func(*T) bool) Field[T] {
	r.isUsual = isUsual
	return r
}

func alwaysWritten[T any](r Field[T]) Field[T] { return leftOutIf(r, nil) }

func checked[T any](r Field[T], check func(*T) error) Field[T] {
	r.check = check
	return r
}

func since[T any](version int, r Field[T]) Field[T] {
	r.since = version
	return r
}

// within returns the fields of a record that is part of another record. Their keys have a prefix.
func within[T, V any](prefix string, at func(*T) *V, fields []Field[V]) []Field[T] {
	var out []Field[T]
	for _, f := range fields {
		to := Field[T]{
			Key:   prefix + f.Key,
			Title: f.Title, Unit: f.Unit,
			text:  func(e *encoder, r *T) { f.text(e, at(r)) },
			read:  func(d *decoder, n *yaml.Node, r *T) error { return f.read(d, n, at(r)) },
			since: f.since, kinds: f.kinds,
			doc: f.doc, unset: f.unset, json: f.json, limits: f.limits,
			min: f.min, max: f.max, isBetween: f.isBetween, required: f.required,
		}
		if f.has != nil {
			to.has = func(r *T) bool { return f.has(at(r)) }
		}
		if f.readLine != nil {
			to.readLine = func(d *decoder, n *yaml.Node, r *T) error { return f.readLine(d, n, at(r)) }
		}
		if f.Same != nil {
			to.Same = func(a, b *T) bool { return f.Same(at(a), at(b)) }
			to.Copy = func(to, from *T) { f.Copy(at(to), at(from)) }
		}
		if f.isUsual != nil {
			to.isUsual = func(r *T) bool { return f.isUsual(at(r)) }
		}
		if f.lines != nil {
			to.lines = func(e *encoder, in int, r *T) { f.lines(e, in, at(r)) }
		}
		if f.check != nil {
			to.check = func(r *T) error { return f.check(at(r)) }
		}
		out = append(out, to)
	}
	return out
}

// recordList returns the row of a list of records, each on one line.
func recordList[T, V any](key string, at func(*T) *[]V, of *schema[V]) Field[T] {
	return Field[T]{
		Key:     key,
		json:    listOf(of.name),
		isUsual: func(r *T) bool { return len(*at(r)) == 0 },
		lines:   func(e *encoder, in int, r *T) { of.lines(e, in, key, *at(r)) },
		text: func(e *encoder, r *T) {
			list := *at(r)
			e.items("[]", len(list), func(i int) { of.inline(e, &list[i]) })
		},
		read: func(d *decoder, n *yaml.Node, r *T) error {
			return d.Sequence(n, func(_ int, item *yaml.Node) error {
				var v V
				err := of.read(d, item, &v)
				*at(r) = append(*at(r), v)
				return err
			})
		},
	}
}

// schema holds the keys of a type of record, in the order of the level file. Reading, writing, validation, comparisons
// and merges use it.
type schema[T any] struct {
	name string // the name in the JSON Schema
	rows []Field[T]
	keys []string
}

func newSchema[T any](name string, rows ...Field[T]) *schema[T] {
	return &schema[T]{name, rows, keysOf(rows)}
}

// keysOf lists the keys of rows, without the keys in leftOut.
func keysOf[T any](rows []Field[T], leftOut ...string) []string {
	var out []string
	for _, r := range rows {
		if !slices.Contains(leftOut, r.Key) {
			out = append(out, r.Key)
		}
	}
	return out
}

// fields returns the rows that are compared and merged.
func (s *schema[T]) fields() []Field[T] {
	return slices.DeleteFunc(slices.Clone(s.rows), func(f Field[T]) bool { return f.Same == nil })
}

// same reports whether two records are equal in all fields.
func (s *schema[T]) same(a, b *T) bool {
	for i := range s.rows {
		if same := s.rows[i].Same; same != nil && !same(a, b) {
			return false
		}
	}
	return true
}

// check returns the first error in the values of a record.
func (s *schema[T]) check(r *T) error {
	for i := range s.rows {
		if err := s.rows[i].Check(r); err != nil {
			return err
		}
	}
	return nil
}

func (s *schema[T]) read(d *decoder, n *yaml.Node, r *T) error {
	return d.Mapping(n, s.keys, func(key string, v *yaml.Node) error { return s.readKey(d, key, v, r) })
}

func (s *schema[T]) readKey(d *decoder, key string, n *yaml.Node, r *T) error {
	f := &s.rows[slices.Index(s.keys, key)]
	if f.readLine != nil {
		return f.readLine(d, n, r)
	}
	return f.read(d, n, r)
}

// inline writes a record on one line.
func (s *schema[T]) inline(e *encoder, r *T) {
	endsLine, separator := e.inLine, ""
	e.inLine = false
	e.text("{")
	for i := range s.rows {
		if f := &s.rows[i]; f.isUsual == nil || !f.isUsual(r) {
			e.text(separator)
			e.text(f.Key)
			e.text(": ")
			f.text(e, r)
			separator = ", "
		}
	}
	e.text("}")
	e.inLine = endsLine
}

// lines writes a key and a list of records, each on one line.
func (s *schema[T]) lines(e *encoder, in int, key string, list []T) {
	e.indent(in)
	e.text(key + ":\n")
	for i := range list {
		e.indent(in + 2)
		e.text("- ")
		s.inline(e, &list[i])
		e.text("\n")
	}
}

// item writes a record as an item of a list, with its keys indented.
func (s *schema[T]) item(e *encoder, in int, r *T) {
	e.indent(in - 2)
	e.text("- ")
	writeLine(e, &s.rows[0], r)
	writeRows(e, in, r, s.rows[1:])
}

// writeRows writes the rows whose values differ from the default.
func writeRows[T any](e *encoder, in int, r *T, rows []Field[T]) {
	for i := range rows {
		if f := &rows[i]; f.isUsual == nil || !f.isUsual(r) {
			writeRow(e, in, f, r)
		}
	}
}

func writeRow[T any](e *encoder, in int, f *Field[T], r *T) {
	if f.lines != nil {
		f.lines(e, in, r)
		return
	}
	e.indent(in)
	writeLine(e, f, r)
}

// writeLine writes a key and its value up to the end of the line.
func writeLine[T any](e *encoder, f *Field[T], r *T) {
	e.text(f.Key)
	e.text(": ")
	e.inLine = true
	f.text(e, r)
	e.inLine = false
	e.text("\n")
}

// Prefixes of the keys of fields that are entries of a list.
const (
	propertyKey = "properties."
	importKey   = "imports."
)

// IsShapeKey reports whether a key is a part of a collider's shape, so that changing it alone may make the shape
// invalid.
func IsShapeKey(key string) bool {
	return key == ShapeKey || slices.Contains(shapeSchema.keys, key)
}

func propertyField(name string) Field[Collider] {
	return Field[Collider]{
		Key: propertyKey + name,
		Same: func(a, b *Collider) bool {
			x, inA := a.Properties[name]
			y, inB := b.Properties[name]
			return inA == inB && x == y
		},
		Copy: func(to, from *Collider) {
			v, ok := from.Properties[name]
			switch {
			case !ok:
				delete(to.Properties, name)
			case to.Properties == nil:
				to.Properties = Properties{name: v}
			default:
				to.Properties[name] = v
			}
		},
		has:  func(c *Collider) bool { _, ok := c.Properties[name]; return ok },
		text: func(e *encoder, c *Collider) { e.inline(c.Properties[name]) },
		read: func(d *decoder, n *yaml.Node, c *Collider) error {
			v, err := d.Plain(n)
			c.Properties = Properties{name: v}
			return err
		},
	}
}

// ColliderFields returns the fields in which colliders can differ, except for the drawing order. If all colliders are
// of one kind, the shape has several fields, otherwise one.
func ColliderFields(of ...*Collider) []Field[Collider] {
	kind, names := Kind(0), map[string]bool(nil)
	for _, c := range of {
		switch {
		case c == nil:
			continue
		case kind == 0:
			kind = c.Shape.Kind
		case kind != c.Shape.Kind:
			kind = anyKind
		}
		for name := range c.Properties {
			if names == nil {
				names = map[string]bool{}
			}
			names[name] = true
		}
	}
	out := slices.Clip(fieldsByKind[kind])
	for _, name := range slices.Sorted(maps.Keys(names)) {
		out = append(out, propertyField(name))
	}
	return out
}

// anyKind is used for colliders of different kinds.
const anyKind Kind = -1

// fieldsByKind holds the fields of colliders of each kind, without the properties.
var fieldsByKind = func() map[Kind][]Field[Collider] {
	out := map[Kind][]Field[Collider]{}
	for _, kind := range append(slices.Clone(Kinds), anyKind) {
		list := []Field[Collider]{fieldsByKey["name"], colliderLayer, fieldsByKey[GroupOfKey]}
		if kind == anyKind {
			list = append(list, fieldsByKey[ShapeKey])
		}
		for _, row := range rowsOf("points", "source") {
			if f, ok := fieldsByKey[row.Key]; ok && (row.kinds == nil || slices.Contains(row.kinds, kind)) {
				list = append(list, f)
			}
		}
		out[kind] = list
	}
	return out
}()

// fieldsByKey holds all fields of colliders except the properties, and the fields of the whole shape and the whole
// collider.
var fieldsByKey = func() map[string]Field[Collider] {
	out := map[string]Field[Collider]{}
	for _, f := range append(slices.Clone(colliderRows), colliderLayer, wholeShape, wholeCollider) {
		if f.Same != nil {
			out[f.Key] = f
		}
	}
	return out
}()

// ColliderField returns the collider field with the given key.
func ColliderField(key string) (Field[Collider], bool) {
	if name, ok := strings.CutPrefix(key, propertyKey); ok && name != "" {
		return propertyField(name), true
	}
	f, ok := fieldsByKey[key]
	return f, ok
}

func fieldOf[T any](fields []Field[T], key string) (Field[T], bool) {
	if i := slices.IndexFunc(fields, func(f Field[T]) bool { return f.Key == key }); i >= 0 {
		return fields[i], true
	}
	return Field[T]{}, false
}

// layerSchema holds the keys of layers, except for their colliders.
var layerSchema = newSchema("layer",
	valueRow("id", func(l *Layer) *LayerID { return &l.ID }, layerIDs).needed().
		means("see [Ids](#ids): `lk3fw7m2a`, or `l1`, `l2`, …"),
	alwaysWritten(row("name", func(l *Layer) *string { return &l.Name }, texts, "", checkText)).means("text"),
	row("color", func(l *Layer) *string { return &l.Color }, form[string]{texts.write, texts.read, `"type": "string"`},
		"", checkColor).otherwise("the theme's").
		means("`\"#rrggbb\"`: colour of its shapes on the canvas and in lists. Red and amber are reserved for "+
			"overlaps and contacts, so such layers are drawn pink or yellow").
		limited(`"pattern": "^(#[0-9a-fA-F]{6})?$"`),
	Field[Layer]{
		Key:     "opacity",
		Same:    func(a, b *Layer) bool { return a.Alpha() == b.Alpha() },
		Copy:    func(to, from *Layer) { to.Opacity = from.Opacity },
		text:    func(e *encoder, l *Layer) { e.value(l.Alpha()) },
		read:    (*decoder).opacity,
		isUsual: func(l *Layer) bool { return l.Alpha() == 1 },
		check:   (*Layer).checkOpacity,
		since:   2,
		doc:     "0.05 to 1: opacity of its shapes on the canvas; overlaps are always opaque",
		json:    `"type": "number", "minimum": 0.05, "maximum": 1`,
	},
	row("locked", func(l *Layer) *bool { return &l.Locked }, switches, false, nil).
		means("its colliders cannot be clicked"),
	row("hidden", func(l *Layer) *bool { return &l.Hidden }, switches, false, nil).means("not shown on the canvas"),
)

// LayerFields returns the fields in which layers can differ, except for the drawing order.
func LayerFields() []Field[Layer] { return layerSchema.fields() }

// LayerField returns the layer field with the given key.
func LayerField(key string) (Field[Layer], bool) {
	return fieldOf(append(layerSchema.fields(), wholeLayer), key)
}

// wholeLayer is the field of a layer as a whole, without its colliders.
var wholeLayer = Field[Layer]{
	Key:  LayerKey,
	Same: func(a, b *Layer) bool { return *a == *b },
	Copy: func(to, from *Layer) { *to = *from },
	has:  func(l *Layer) bool { return l.ID != 0 },
	text: layerSchema.inline,
	read: func(d *decoder, n *yaml.Node, l *Layer) error {
		err := layerSchema.read(d, n, l)
		if err == nil && l.ID == 0 {
			return d.Errorf(n, `this layer has no "id"`)
		}
		return err
	},
}

// entries describes a list in the settings whose entries have keys. Each entry is on its own line in the file, so that
// two branches can each add one. Each is compared, merged and resolved on its own.
type entries[T any] struct {
	name     string // the list's key in the file
	list     func(*Settings) *[]T
	key      func(T) string
	compare  func(a, b T) int // the order in the file; nil keeps the order of insertion
	same     func(a, b T) bool
	validate func(T) error
	limit    int    // limit per level
	twice    string // the message for a repeated key
	isNot    string // the verb in the message for an invalid key
	of       *schema[T]
	at       func(*Places) *[]FilePosition // where the positions are stored; nil for nowhere
	start    T                             // initial value of an entry
	complete func(T) error                 // reports a missing key; nil if validate does
}

func (k entries[T]) find(list []T, key string) int {
	return slices.IndexFunc(list, func(e T) bool { return k.key(e) == key })
}

func (k entries[T]) get(s *Settings, key string) (e T, ok bool) {
	list := *k.list(s)
	if i := k.find(list, key); i >= 0 {
		return list[i], true
	}
	return e, false
}

// with returns the list with an entry added, or replaced if its key exists.
func (k entries[T]) with(list []T, e T) []T {
	i := k.find(list, k.key(e))
	list = slices.Clone(list)
	switch {
	case i >= 0 && (k.compare == nil || k.compare(list[i], e) == 0):
		list[i] = e
		return list
	case i >= 0: // its position in the order has changed
		list = slices.Delete(list, i, i+1)
	case k.compare == nil:
		return append(list, e)
	}
	i, _ = slices.BinarySearchFunc(list, e, k.compare)
	return slices.Insert(list, i, e)
}

func (k entries[T]) without(list []T, key string) []T {
	return slices.DeleteFunc(slices.Clone(list), func(e T) bool { return k.key(e) == key })
}

// check reports an entry that is invalid, repeated or out of order.
func (k entries[T]) check(s *Settings) error {
	list := *k.list(s)
	if len(list) > k.limit {
		return fmt.Errorf("%s: there are %d; a level can have up to %d", k.name, len(list), k.limit)
	}
	seen := make(map[string]bool, len(list))
	for i, e := range list {
		if err := k.validate(e); err != nil {
			return err
		}
		key := k.key(e)
		if seen[key] || i > 0 && k.compare(list[i-1], e) >= 0 {
			return fmt.Errorf("%s: %s is a duplicate or out of order", k.name, quote.Printable(key))
		}
		seen[key] = true
	}
	return nil
}

// row returns the row of the whole list.
func (k entries[T]) row(version int, check func(*Settings) error) Field[Settings] {
	return Field[Settings]{
		Key:     k.name,
		Same:    func(a, b *Settings) bool { return slices.EqualFunc(*k.list(a), *k.list(b), k.same) },
		isUsual: func(s *Settings) bool { return len(*k.list(s)) == 0 },
		lines:   func(e *encoder, _ int, s *Settings) { k.text(e, s) },
		read:    k.readInto,
		check:   check,
		since:   version,
		json:    listOf(k.of.name),
	}
}

// readInto reads all entries, in any order if the list has an order of its own.
func (k entries[T]) readInto(d *decoder, n *yaml.Node, s *Settings) error {
	seen := map[string]bool{}
	list := k.list(s)
	err := d.Sequence(n, func(_ int, item *yaml.Node) error {
		e, err := k.entry(d, item)
		if err != nil {
			return err
		}
		key := k.key(e)
		if seen[key] {
			return d.Errorf(item, "%.100q %s", key, k.twice)
		}
		seen[key] = true
		*list = append(*list, e)
		if k.at != nil {
			*k.at(&d.at) = append(*k.at(&d.at), strictyaml.PositionOf(item))
		}
		return nil
	})
	if k.compare != nil {
		slices.SortFunc(*list, k.compare)
	}
	return err
}

func (k entries[T]) entry(d *decoder, n *yaml.Node) (T, error) {
	e := k.start
	if err := k.of.read(d, n, &e); err != nil {
		return e, err
	}
	if k.complete != nil {
		if err := k.complete(e); err != nil {
			return e, d.Wrap(n, err)
		}
	}
	return e, d.Wrap(n, k.validate(e))
}

// text writes one line per entry.
func (k entries[T]) text(e *encoder, s *Settings) {
	if list := *k.list(s); len(list) > 0 {
		k.of.lines(e, 0, k.name, list)
	}
}

func (k entries[T]) field(key string) Field[Settings] {
	return Field[Settings]{
		Key: k.name + "." + key,
		Same: func(a, b *Settings) bool {
			x, inA := k.get(a, key)
			y, inB := k.get(b, key)
			return inA == inB && (!inA || k.same(x, y))
		},
		Copy: func(to, from *Settings) {
			list := k.list(to)
			if e, ok := k.get(from, key); ok {
				*list = k.with(*list, e)
			} else {
				*list = k.without(*list, key)
			}
		},
		has: func(s *Settings) bool { _, ok := k.get(s, key); return ok },
		text: func(e *encoder, s *Settings) {
			entry, _ := k.get(s, key)
			k.of.inline(e, &entry)
		},
		read: func(d *decoder, n *yaml.Node, s *Settings) error {
			e, err := k.entry(d, n)
			if err == nil && k.key(e) != key {
				return d.Errorf(n, "this %s %.100q, not %.100q", k.isNot, k.key(e), key)
			}
			*k.list(s) = []T{e}
			return err
		},
	}
}

// fields lists the fields for all entries of several settings.
func (k entries[T]) fields(of []*Settings) []Field[Settings] {
	var out []Field[Settings]
	seen := map[string]bool{}
	for _, s := range of {
		if s == nil {
			continue
		}
		for _, e := range *k.list(s) {
			if key := k.key(e); !seen[key] {
				seen[key] = true
				out = append(out, k.field(key))
			}
		}
	}
	return out
}

// fieldOf returns the field for a key that has the list's prefix.
func (k entries[T]) fieldOf(key string) (Field[Settings], bool) {
	if own, ok := strings.CutPrefix(key, k.name+"."); ok && own != "" {
		return k.field(own), true
	}
	return Field[Settings]{}, false
}

// Keys of fields that are whole records, or that combine several keys of a file. Conflicts and instances' changes use
// them.
const (
	ShapeKey    = "shape"    // the whole shape, for colliders of different kinds
	RoleKey     = "role"     // with the direction of a one-way collider
	PathKey     = "path"     // how a kinematic collider moves
	ColliderKey = "collider" // a whole collider
	LayerKey    = "layer"    // for a collider, a group or an instance: its layer; for a layer: the whole layer
	GroupKey    = "group"    // a whole group
	GroupOfKey  = "group_of" // the group that contains a collider, a group or an instance
	InstanceKey = "instance" // a whole instance
	OrderKey    = "order"    // what is directly below a collider or a layer: an id, or first
)
