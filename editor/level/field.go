package level

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// Field is one value of a record of type T that is compared, merged and resolved on its own. Its text is the value in a
// level file, as YAML on one line, or "" if the record has none.
type Field[T any] struct {
	Key  string // as in the level file; a key within another one has a dot, as in properties.speed
	Same func(a, b *T) bool
	Copy func(to, from *T) // shares slices; a map of properties is changed in place

	has  func(*T) bool // nil: every record has it
	text func(*encoder, *T)
	read func(*decoder, *yaml.Node, *T) error
}

// Text returns the record's value as text.
func (f Field[T]) Text(r *T) string {
	if r == nil || f.has != nil && !f.has(r) {
		return ""
	}
	return textOf(func(e *encoder) { f.text(e, r) })
}

// Set gives the record the value of a text. Nothing else may refer to the record's fields.
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

// textOf returns what write writes.
func textOf(write func(*encoder)) string {
	var b bytes.Buffer
	e := &encoder{w: bufio.NewWriterSize(&b, 256)}
	write(e)
	_ = e.w.Flush() // a buffer takes everything
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

// plainError strips an error of reading of its place, which is within a value.
func plainError(err error) error {
	var re *ReadError
	if errors.As(err, &re) {
		return re.Err
	}
	return err
}

// inline writes a value in the form that it has within brackets.
func (e *encoder) inline(v any) {
	switch v := v.(type) {
	case string:
		e.flow(v)
	case [][]Vec:
		e.text("[")
		for i, points := range v {
			if i > 0 {
				e.text(", ")
			}
			e.value(points)
		}
		e.text("]")
	default:
		e.value(v)
	}
}

// tree writes a YAML tree on one line, without some keys of its outermost mapping.
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
		e.text("[")
		for i, item := range n.Content {
			if i > 0 {
				e.text(", ")
			}
			e.tree(item)
		}
		e.text("]")
	default:
		if n.ShortTag() == "!!str" {
			e.flow(n.Value)
		} else {
			e.text(n.Value)
		}
	}
}

// written returns the tree of what write writes over several lines: of the first record if that is a list.
func written(write func(*encoder)) *yaml.Node {
	n, err := nodeOf(textOf(write))
	if err == nil && n.Kind == yaml.MappingNode && len(n.Content) == 2 {
		n = n.Content[1] // without the list's own key
	}
	if err == nil && n.Kind == yaml.SequenceNode && len(n.Content) > 0 {
		n = n.Content[0]
	}
	if err != nil || n.Kind != yaml.MappingNode {
		panic(fmt.Sprintf("the level file's writer wrote unreadable text: %v", err))
	}
	return n
}

// plainField returns a field whose value is in one place of the record and is compared with ==.
func plainField[T any, V comparable](
	key string, at func(*T) *V, show func(V) any, read func(*decoder, *yaml.Node, *V) error,
) Field[T] {
	return Field[T]{
		Key:  key,
		Same: func(a, b *T) bool { return *at(a) == *at(b) },
		Copy: func(to, from *T) { *at(to) = *at(from) },
		text: func(e *encoder, r *T) { e.inline(show(*at(r))) },
		read: func(d *decoder, n *yaml.Node, r *T) error { return read(d, n, at(r)) },
	}
}

func asIs[V any](v V) any            { return v }
func asWord[V fmt.Stringer](v V) any { return v.String() }

// colliderField returns a plain field of colliders that is read as in a file.
func colliderField[V comparable](key string, at func(*Collider) *V, show func(V) any) Field[Collider] {
	f := plainField(key, at, show, func(*decoder, *yaml.Node, *V) error { return nil })
	f.read = readColliderKey(key)
	return f
}

func readColliderKey(key string) func(*decoder, *yaml.Node, *Collider) error {
	return func(d *decoder, n *yaml.Node, c *Collider) error { return d.field(&draft{Collider: c}, key, n) }
}

// Prefixes of the keys of fields that are entries of a list.
const (
	propertyKey = "properties."
	presetKey   = "exports."
	importKey   = "imports."
)

// shapeFields holds the fields of shapes by key.
var shapeFields = map[string]Field[Collider]{
	"points": {
		Key:  "points",
		Same: func(a, b *Collider) bool { return slices.Equal(a.Shape.Points, b.Shape.Points) },
		Copy: func(to, from *Collider) { to.Shape.Points = from.Shape.Points },
		text: func(e *encoder, c *Collider) { e.inline(c.Shape.Points) },
		read: readColliderKey("points"),
	},
	"holes": {
		Key: "holes",
		Same: func(a, b *Collider) bool {
			return slices.EqualFunc(a.Shape.Holes, b.Shape.Holes, slices.Equal[[]Vec])
		},
		Copy: func(to, from *Collider) { to.Shape.Holes = from.Shape.Holes },
		text: func(e *encoder, c *Collider) { e.inline(c.Shape.Holes) },
		read: readColliderKey("holes"),
	},
	"size":      colliderField("size", func(c *Collider) *Vec { return &c.Shape.Size }, asIs[Vec]),
	"closed":    colliderField("closed", func(c *Collider) *bool { return &c.Shape.Closed }, asIs[bool]),
	"one_sided": colliderField("one_sided", func(c *Collider) *bool { return &c.Shape.OneSided }, asIs[bool]),
	"radius":    colliderField("radius", func(c *Collider) *float64 { return &c.Shape.Radius }, asIs[float64]),
	"rounding":  colliderField("rounding", func(c *Collider) *Rounding { return &c.Shape.Rounding }, asWord[Rounding]),
	"radii":     detailFields["radii"],
	"chamfers":  detailFields["chamfers"],
	"curves":    detailFields["curves"],
	ShapeKey: {
		Key:  ShapeKey,
		Same: func(a, b *Collider) bool { return a.Shape.Equal(b.Shape) },
		Copy: func(to, from *Collider) { to.Shape = from.Shape },
		text: func(e *encoder, c *Collider) {
			e.tree(written(func(e *encoder) {
				e.text("- id: c1\n")
				e.shape(2, c.Shape)
			}), "id")
		},
		read: readWholeShape,
	},
}

// shapeKeys lists the fields that a kind of shape has, in the order of the file.
var shapeKeys = map[Kind][]string{
	Polygon: {"points", "holes", "radius", "rounding", "radii", "chamfers", "curves"},
	Box:     {"size", "radius", "rounding", "radii", "chamfers"},
	Circle:  {"radius"},
	Capsule: {"points", "radius"},
	Chain:   {"points", "closed", "one_sided", "radius", "radii", "chamfers", "curves"},
	Point:   {},
	anyKind: {ShapeKey},
}

// shapeFileKeys lists the keys of a shape in a file.
var shapeFileKeys = []string{
	"kind", "points", "holes", "size", "closed", "one_sided", "radius", "rounding", "radii",
	"chamfers", "curves",
}

// IsShapeKey reports whether the field with a key is a part of a collider's shape, so that changing it alone may make
// the shape invalid.
func IsShapeKey(key string) bool {
	return key == ShapeKey || slices.Contains(shapeFileKeys, key)
}

func readWholeShape(d *decoder, n *yaml.Node, c *Collider) error {
	r := &draft{Collider: c}
	if err := d.Mapping(n, shapeFileKeys, func(key string, v *yaml.Node) error {
		return d.field(r, key, v)
	}); err != nil {
		return err
	}
	if c.Shape.Kind == 0 {
		return d.Errorf(n, `this shape has no "kind"`)
	}
	r.complete()
	return nil
}

var colliderGroup = groupOfField(func(c *Collider) *GroupID { return &c.GroupOf })

var colliderName = colliderField("name", func(c *Collider) *string { return &c.Name }, asIs[string])

// colliderLayer is the field of a collider's layer.
var colliderLayer = plainField(LayerKey, func(c *Collider) *LayerID { return &c.Layer }, asWord[LayerID], readLayerID)

// Readers of ids.
var (
	readColliderID = idReader(ParseID)
	readLayerID    = idReader(ParseLayerID)
	readGroupID    = idReader(ParseGroupID)
	readInstanceID = idReader(ParseInstanceID)
)

func idReader[T any](parse func(string) (T, error)) func(*decoder, *yaml.Node, *T) error {
	return func(d *decoder, n *yaml.Node, id *T) (err error) {
		if *id, err = parse(n.Value); err != nil {
			return d.Wrap(n, err)
		}
		return nil
	}
}

// gameFields holds the fields outside the shape, without the properties.
var gameFields = []Field[Collider]{
	colliderField("position", func(c *Collider) *Vec { return &c.Position }, asIs[Vec]),
	colliderField("angle", func(c *Collider) *Degrees { return &c.Angle }, func(a Degrees) any { return float64(a) }),
	{
		Key:  RoleKey,
		Same: func(a, b *Collider) bool { return a.Role == b.Role && a.OneWay == b.OneWay },
		Copy: func(to, from *Collider) { to.Role, to.OneWay = from.Role, from.OneWay },
		text: textOfRole, read: readRole,
	},
	colliderField("body", func(c *Collider) *BodyType { return &c.Body }, asWord[BodyType]),
	{
		Key:  "categories",
		Same: func(a, b *Collider) bool { return slices.Equal(a.Categories, b.Categories) },
		Copy: func(to, from *Collider) { to.Categories = from.Categories },
		text: func(e *encoder, c *Collider) { e.inline(c.Categories) },
		read: readColliderKey("categories"),
	},
	{
		Key: "collides_with",
		Same: func(a, b *Collider) bool {
			return slices.Equal(a.CollidesWith, b.CollidesWith) && (a.CollidesWith == nil) == (b.CollidesWith == nil)
		},
		Copy: func(to, from *Collider) { to.CollidesWith = from.CollidesWith },
		text: func(e *encoder, c *Collider) {
			if c.CollidesWith == nil {
				e.text(allOfThem)
				return
			}
			e.inline(c.CollidesWith)
		},
		read: func(d *decoder, n *yaml.Node, c *Collider) error {
			if n.Kind == yaml.ScalarNode && n.Value == allOfThem {
				c.CollidesWith = nil
				return nil
			}
			return d.field(&draft{Collider: c}, "collides_with", n)
		},
	},
	colliderField("group", func(c *Collider) *int32 { return &c.Group }, func(g int32) any { return int(g) }),
	{
		Key:  "tags",
		Same: func(a, b *Collider) bool { return slices.Equal(a.Tags, b.Tags) },
		Copy: func(to, from *Collider) { to.Tags = from.Tags },
		text: func(e *encoder, c *Collider) { e.inline(c.Tags) },
		read: readColliderKey("tags"),
	},
	pathField,
	colliderField("material", func(c *Collider) *string { return &c.Material }, asIs[string]),
	colliderField("friction", func(c *Collider) *float64 { return &c.Friction }, asIs[float64]),
	colliderField("restitution", func(c *Collider) *float64 { return &c.Restitution }, asIs[float64]),
	colliderField("density", func(c *Collider) *float64 { return &c.Density }, asIs[float64]),
	motionField("velocity", func(m *Motion) *Vec { return &m.Velocity }, asIs[Vec]),
	motionField("spin", func(m *Motion) *Degrees { return &m.Spin }, func(a Degrees) any { return float64(a) }),
	motionField("force", func(m *Motion) *Vec { return &m.Force }, asIs[Vec]),
	colliderField("locked", func(c *Collider) *bool { return &c.Locked }, asIs[bool]),
	colliderField("hidden", func(c *Collider) *bool { return &c.Hidden }, asIs[bool]),
	{
		Key: "source",
		Same: func(a, b *Collider) bool {
			return a.Source == b.Source || a.Source != nil && b.Source != nil && *a.Source == *b.Source
		},
		Copy: func(to, from *Collider) { to.Source = from.Source },
		has:  func(c *Collider) bool { return c.Source != nil },
		text: func(e *encoder, c *Collider) {
			e.tree(written(func(e *encoder) { e.source(0, c.Source, 0, "") }))
		},
		read: readColliderKey("source"),
	},
}

// motionField returns a field of colliders' motion.
func motionField[V comparable](key string, at func(*Motion) *V, show func(V) any) Field[Collider] {
	of := func(c *Collider) V {
		m := c.Started()
		return *at(&m)
	}
	return Field[Collider]{
		Key:  key,
		Same: func(a, b *Collider) bool { return of(a) == of(b) },
		Copy: func(to, from *Collider) {
			m := to.Started()
			*at(&m) = of(from)
			to.Start(m)
		},
		text: func(e *encoder, c *Collider) { e.inline(show(of(c))) },
		read: readColliderKey(key),
	}
}

func textOfRole(e *encoder, c *Collider) {
	if c.Role != OneWay {
		e.text(c.Role.String())
		return
	}
	e.text("{role: one-way, one_way: ")
	e.vec(c.OneWay)
	e.text("}")
}

func readRole(d *decoder, n *yaml.Node, c *Collider) error {
	r := &draft{Collider: c}
	if n.Kind == yaml.ScalarNode {
		if err := d.field(r, "role", n); err != nil {
			return err
		}
	} else if err := d.Mapping(n, []string{"role", "one_way"}, func(key string, v *yaml.Node) error {
		return d.field(r, key, v)
	}); err != nil {
		return err
	}
	if c.Role == 0 {
		return d.Errorf(n, `this has no "role"`)
	}
	r.complete()
	return nil
}

// propertyField returns the field of one property.
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

// ColliderFields returns the fields in which colliders can differ, except for the drawing order. The shape has several
// fields if they are of one kind, otherwise one.
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

// anyKind is the kind of colliders of different kinds.
const anyKind Kind = -1

// fieldsByKind holds the fields of colliders of a kind, without the properties.
var fieldsByKind = func() map[Kind][]Field[Collider] {
	out := map[Kind][]Field[Collider]{}
	for kind, keys := range shapeKeys {
		out[kind] = []Field[Collider]{colliderName, colliderLayer, colliderGroup}
		for _, key := range keys {
			out[kind] = append(out[kind], shapeFields[key])
		}
		out[kind] = append(out[kind], gameFields...)
	}
	return out
}()

// fieldsByKey holds all fields of colliders except the properties, and the whole collider.
var fieldsByKey = func() map[string]Field[Collider] {
	out := maps.Clone(shapeFields)
	for _, f := range append([]Field[Collider]{colliderName, colliderLayer, colliderGroup, wholeCollider},
		gameFields...) {
		out[f.Key] = f
	}
	return out
}()

// ColliderField returns the field of colliders with a key.
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

// wholeCollider is the field of a collider as a whole, with its layer.
var wholeCollider = Field[Collider]{
	Key:  ColliderKey,
	Same: func(a, b *Collider) bool { return a.Equal(b) },
	Copy: func(to, from *Collider) { *to = *from },
	has:  func(c *Collider) bool { return c.Shape.Kind != 0 },
	text: func(e *encoder, c *Collider) {
		n := written(func(e *encoder) { e.collider(c) })
		word := func(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s} }
		n.Content = slices.Insert(n.Content, 2, word(LayerKey), word(c.Layer.String()))
		e.tree(n)
	},
	read: func(d *decoder, n *yaml.Node, c *Collider) error {
		*c = Collider{Role: Solid, Body: Static, Friction: DefaultFriction, Density: DefaultDensity}
		r := &draft{Collider: c}
		err := d.Mapping(n, append([]string{LayerKey}, colliderKeys...), func(key string, v *yaml.Node) error {
			if key == LayerKey {
				return readLayerID(d, v, &c.Layer)
			}
			return d.field(r, key, v)
		})
		switch {
		case err != nil:
			return err
		case c.ID == 0 || c.Shape.Kind == 0 || c.Layer == 0:
			return d.Errorf(n, `this collider has no "id", no "kind" or no "layer"`)
		}
		r.complete()
		return nil
	},
}

var layerFields = []Field[Layer]{
	plainField("name", func(l *Layer) *string { return &l.Name }, asIs[string], (*decoder).Text),
	plainField("color", func(l *Layer) *string { return &l.Color }, asIs[string], (*decoder).Text),
	{
		Key:  "opacity",
		Same: func(a, b *Layer) bool { return a.Alpha() == b.Alpha() },
		Copy: func(to, from *Layer) { to.Opacity = from.Opacity },
		text: func(e *encoder, l *Layer) { e.inline(l.Alpha()) },
		read: (*decoder).opacity,
	},
	plainField("locked", func(l *Layer) *bool { return &l.Locked }, asIs[bool], (*decoder).Bool),
	plainField("hidden", func(l *Layer) *bool { return &l.Hidden }, asIs[bool], (*decoder).Bool),
}

// LayerFields returns the fields in which layers can differ, except for the drawing order.
func LayerFields() []Field[Layer] { return slices.Clone(layerFields) }

// LayerField returns the field of layers with a key.
func LayerField(key string) (Field[Layer], bool) {
	return fieldOf(append([]Field[Layer]{wholeLayer}, layerFields...), key)
}

// wholeLayer is the field of a layer as a whole, without its colliders.
var wholeLayer = Field[Layer]{
	Key:  LayerKey,
	Same: func(a, b *Layer) bool { return *a == *b },
	Copy: func(to, from *Layer) { *to = *from },
	has:  func(l *Layer) bool { return l.ID != 0 },
	text: func(e *encoder, l *Layer) {
		e.tree(written(func(e *encoder) { e.layers([]LayerSnapshot{{Layer: l}}) }), "colliders")
	},
	read: func(d *decoder, n *yaml.Node, l *Layer) error {
		err := d.Mapping(n, layerKeys[:len(layerKeys)-1], func(key string, v *yaml.Node) error {
			if key == "id" {
				return readLayerID(d, v, &l.ID)
			}
			f, _ := fieldOf(layerFields, key)
			return f.read(d, v, l)
		})
		if err == nil && l.ID == 0 {
			return d.Errorf(n, `this layer has no "id"`)
		}
		return err
	},
}
