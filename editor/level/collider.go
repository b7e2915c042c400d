package level

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"unsafe"

	"fillet/collision"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// Role is a way in which a collider affects the bodies that touch it. The zero value is no role.
type Role int8

// The roles.
const (
	Solid   Role = iota + 1
	Trigger      // reports what enters and leaves, but stops nothing
	OneWay       // solid from one side only; see Collider.OneWay
)

// BodyType is a way in which a collider moves in the game. The zero value is no type.
type BodyType int8

// The body types.
const (
	Static BodyType = iota + 1
	Dynamic
	Kinematic
)

// Collider is one shape of the level with everything that the game needs to know about it. It is a record: see the
// package comment.
type Collider struct {
	ID    ID
	Name  string
	Layer LayerID
	// Order is the position in the layer: lower is drawn earlier, ties go by ID. The file does not store it, but lists
	// the colliders in order.
	Order float64

	GroupOf GroupID // the group that contains it, or 0. Unrelated to Group

	Shape    Shape
	Position Vec
	Angle    Degrees

	Role   Role
	Body   BodyType
	Locked bool
	Hidden bool
	// Group is the collision group, as in collision.Filter: equal positive groups always collide, equal negative ones
	// never.
	Group int32
	// OneWay is the unit direction in which the solid side of a OneWay collider faces, in the collider's own frame; up
	// is (0, -1).
	OneWay Vec

	Categories   []string // names from Settings.Categories; none means the first category
	CollidesWith []string // names from Settings.Categories; nil means everything, empty but not nil means nothing

	Tags       []string
	Properties Properties

	Path *Path // how a kinematic collider moves; nil if it stays, or if its properties describe the motion: see OldPath

	Material    string // the project material that sets the numbers below; empty if the collider has its own
	Friction    float64
	Restitution float64
	Density     float64
	Motion      *Motion // sets a dynamic collider in motion; nil for none. Never changed in place

	Source *Source // where it was imported from; nil if it was drawn here
	Part   *Part   // the instance that it is a part of; nil if it is in the file itself
}

// Source identifies the record of a foreign file that a collider came from.
type Source struct {
	File  string // slash-separated, relative to the level file if possible
	Level string
	Layer string
	Value int    // the IntGrid value, grid cell or tile id; 0 for an entity
	ID    string // the record's id in the foreign file, if it has one
}

// Properties holds a designer's own values: each a string, a float64 or a bool.
type Properties map[string]any

// Material defaults of a new collider.
const (
	DefaultFriction = 0.6
	DefaultDensity  = 1
)

// NewCollider returns a static solid collider with the default material.
func NewCollider(id ID, layer LayerID, name string, s Shape, position Vec) *Collider {
	return &Collider{
		ID: id, Name: name, Layer: layer, Shape: s, Position: position,
		Role: Solid, Body: Static, Friction: DefaultFriction, Density: DefaultDensity,
	}
}

// Up is the default direction in which the solid side of a one-way platform faces.
var Up = Vec{X: 0, Y: -1}

// Transform returns the transform from the collider's own frame to level space.
func (c *Collider) Transform() collision.Transform {
	if c.Angle == 0 {
		return collision.Transform{P: c.Position, Q: collision.Rot{C: 1}}
	}
	return collision.NewTransform(c.Position, c.Angle.Radians())
}

// sameValue reports whether two pointers point to equal values or are both nil.
func sameValue[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// Label returns the collider's name, or its id if it has none.
func (c *Collider) Label() string {
	if c.Name != "" {
		return c.Name
	}
	return c.IDText()
}

// Filter returns the collider's categories and its mask as bits. A Mask of 0 means nothing here and in files; see
// [WorldFilter].
func (c *Collider) Filter(s *Settings) collision.Filter {
	return collision.Filter{
		Category: s.CategoryBits(c.Categories),
		Mask:     s.MaskBits(c.CollidesWith),
		Group:    c.Group,
	}
}

// colliderRows lists the keys of a collider in the order of the level file. Reading, writing, validation, comparisons,
// merges, imports and tile shapes use this table.
var colliderRows = slices.Concat([]Field[Collider]{
	valueRow("id", func(c *Collider) *ID { return &c.ID }, colliderIDs).needed().
		means("see [Ids](#ids): `ck3fw7m2a`, or `c1`, `c2`, …"),
	row("name", func(c *Collider) *string { return &c.Name }, texts, "", checkText).means("text"),
	groupOfField(func(c *Collider) *GroupID { return &c.GroupOf }).
		means("the group that contains it; see [Groups](#groups); not the collision group `group`"),
}, within("", shapeOf, shapeSchema.rows), []Field[Collider]{
	alwaysWritten(row("position", func(c *Collider) *Vec { return &c.Position }, vectors, Vec{}, checkVec)).
		titled("Position", "").means("`[x, y]` of the origin of its frame"),
	row("angle", func(c *Collider) *Degrees { return &c.Angle }, angles, 0, checkAngle).
		titled("Angle", "°").means("rotation, clockwise on the screen"),
	{
		Key: RoleKey, Title: "Role",
		doc:  "`solid`, `trigger` or `one-way`",
		json: roles.json,
		Same: func(a, b *Collider) bool { return a.Role == b.Role && a.OneWay == b.OneWay },
		Copy: func(to, from *Collider) { to.Role, to.OneWay = from.Role, from.OneWay },
		text: func(e *encoder, c *Collider) {
			if c.Role != OneWay {
				roles.write(e, c.Role)
				return
			}
			e.text("{role: one-way, one_way: ")
			e.vec(c.OneWay)
			e.text("}")
		},
		read:    (*decoder).role,
		isUsual: func(c *Collider) bool { return c.Role == Solid },
		lines: func(e *encoder, in int, c *Collider) {
			e.line(in, RoleKey, c.Role.String())
			if c.Role == OneWay {
				e.line(in, oneWayKey, c.OneWay)
			}
		},
		readLine: func(d *decoder, n *yaml.Node, c *Collider) error { return roles.read(d, n, &c.Role) },
		check:    (*Collider).checkRole,
	},
	{
		Key:     oneWayKey,
		doc:     "one-way: unit vector in which the solid side faces",
		unset:   "up, `[0, -1]`",
		json:    vectors.json,
		isUsual: func(*Collider) bool { return true }, // written with the role
		read:    (*decoder).oneWay,
	},
	row("body", func(c *Collider) *BodyType { return &c.Body }, oneOf(Static, Dynamic, Kinematic), Static,
		func(what string, b BodyType) error {
			if b < Static || b > Kinematic {
				return fmt.Errorf("unknown body %q", b)
			}
			return nil
		}).titled("Body", "").means("`static`, `dynamic` or `kinematic`"),
	listField("categories", func(c *Collider) *[]string { return &c.Categories }).
		titled("Categories", "").means("names of its categories; without any, the level's first"),
	{
		Key:   "collides_with",
		Title: "Collides with",
		doc:   "names of the categories it collides with; `[]` for nothing",
		unset: "everything",
		json:  lists.json,
		Same: func(a, b *Collider) bool {
			return slices.Equal(a.CollidesWith, b.CollidesWith) && (a.CollidesWith == nil) == (b.CollidesWith == nil)
		},
		Copy:    func(to, from *Collider) { to.CollidesWith = from.CollidesWith },
		isUsual: func(c *Collider) bool { return c.CollidesWith == nil },
		text: func(e *encoder, c *Collider) {
			if c.CollidesWith == nil {
				e.text(maskOfAll)
				return
			}
			e.value(c.CollidesWith)
		},
		read: func(d *decoder, n *yaml.Node, c *Collider) error {
			if n.Kind == yaml.ScalarNode && n.Value == maskOfAll {
				c.CollidesWith = nil
				return nil
			}
			return d.mask(n, c)
		},
		readLine: (*decoder).mask,
	},
	row("group", func(c *Collider) *int32 { return &c.Group }, form[int32]{
		func(e *encoder, g int32) { e.value(int(g)) },
		func(d *decoder, n *yaml.Node, g *int32) error { return strictyaml.Integer(d.Reader, n, g) }, wholes.json,
	}, 0, nil).means("the collision group: equal positive groups always collide, equal negative ones never").
		between(math.MinInt32, math.MaxInt32),
	checked(listField("tags", func(c *Collider) *[]string { return &c.Tags }), func(c *Collider) error {
		for _, t := range c.Tags {
			if t == "" || !isText(t) {
				return fmt.Errorf("tag %q is not valid text of at most 1 MB", quote.Excerpt(t))
			}
		}
		return nil
	}).titled("Tags", "").means("words"),
	{
		Key: "properties",
		doc: "your own values: strings, numbers, booleans; " +
			"[gameplay objects](PLAYTEST.md#gameplay-objects) use fixed names",
		json:    `"type": "object", "additionalProperties": ` + anyText,
		isUsual: func(c *Collider) bool { return len(c.Properties) == 0 },
		lines:   func(e *encoder, in int, c *Collider) { e.properties(in, c.Properties) },
		read: func(d *decoder, n *yaml.Node, c *Collider) error {
			c.Properties = Properties{}
			return d.propertyList(n, c.Properties)
		},
		check: func(c *Collider) error {
			for name, v := range c.Properties {
				if err := CheckProperty(name, v); err != nil {
					return err
				}
			}
			return nil
		},
	},
	{
		Key:     PathKey,
		Same:    func(a, b *Collider) bool { return a.Path.Equal(b.Path) },
		Copy:    func(to, from *Collider) { to.Path = from.Path },
		has:     func(c *Collider) bool { return c.Path != nil },
		text:    func(e *encoder, c *Collider) { pathSchema.inline(e, c.Path) },
		read:    (*decoder).travel,
		isUsual: func(c *Collider) bool { return c.Path == nil },
		check:   func(c *Collider) error { return c.Path.Check() },
		since:   2,
		doc:     "the path of a kinematic collider; see [Paths](#paths)",
		json:    refers("path"),
	},
	since(2, row("material", func(c *Collider) *string { return &c.Material }, words, "", func(_, name string) error {
		if name != "" && !IsMaterialName(name) {
			return fmt.Errorf("the material name %q must be one line of at most %d bytes", quote.Excerpt(name),
				MaxMaterialName)
		}
		return nil
	})).titled("Material", "").
		means("a material of the project ([PROJECTS.md](PROJECTS.md)); the next keys repeat its numbers").
		limited(fmt.Sprintf(`"minLength": 1, "maxLength": %d`, MaxMaterialName)),
	row("friction", func(c *Collider) *float64 { return &c.Friction }, numbers, DefaultFriction, checkAtLeast0).
		titled("Friction", "").means("0 or more").limited(atLeast0),
	row("restitution", func(c *Collider) *float64 { return &c.Restitution }, numbers, 0, checkAtLeast0).
		titled("Restitution", "").means("0 or more").limited(atLeast0),
	row("density", func(c *Collider) *float64 { return &c.Density }, numbers, DefaultDensity, checkAtLeast0).
		titled("Density", "kg/m²").means("0 or more").limited(atLeast0),
	since(2, motionRow("velocity", func(m *Motion) *Vec { return &m.Velocity }, vectors, checkVec)).
		titled("Velocity", "px/s").means("dynamic: `[x, y]` velocity of the centre of mass at the start"),
	since(2, motionRow("spin", func(m *Motion) *Degrees { return &m.Spin }, angles, checkAngle)).
		titled("Spin", "°/s").means("dynamic: angular velocity at the start, clockwise on the screen"),
	since(2, motionRow("force", func(m *Motion) *Vec { return &m.Force }, vectors, checkVec)).titled("Force", "").
		means("dynamic: `[x, y]` constant force at the centre of mass, in newtons: a square metre of density 1 " +
			"weighs a kilogram, and `pixels_per_metre` converts pixels to metres"),
	row("locked", func(c *Collider) *bool { return &c.Locked }, switches, false, nil).means("it cannot be clicked"),
	row("hidden", func(c *Collider) *bool { return &c.Hidden }, switches, false, nil).
		means("not shown on the canvas; it collides and is exported all the same"),
	{
		Key: "source",
		doc: "where it was imported from: `{file, level, layer, value, id}`, with `digest` and `import`; see " +
			"[Imports](#imports)",
		json: refers("source"),
		Same: func(a, b *Collider) bool { return sameValue(a.Source, b.Source) },
		Copy: func(to, from *Collider) { to.Source = from.Source },
		has:  func(c *Collider) bool { return c.Source != nil },
		text: func(e *encoder, c *Collider) {
			sourceSchema.inline(e, &sourceNode{Source: *c.Source})
		},
		read: func(d *decoder, n *yaml.Node, c *Collider) error {
			err := sourceSchema.read(d, n, &d.now.source)
			own := d.now.source.Source
			c.Source = &own
			return err
		},
		check: func(c *Collider) error {
			if s := c.Source; s != nil && !(isText(s.File) && isText(s.Level) && isText(s.Layer) && isText(s.ID)) {
				return errors.New("its source is not valid text of at most 1 MB")
			}
			return nil
		},
	},
	{
		Key: "imported", read: func(d *decoder, n *yaml.Node, _ *Collider) error {
			d.now.imported = strictyaml.Keep(n)
			return nil
		},
		doc: "the imported values of keys that were changed since; see [Imports](#imports)", unset: "none",
		json: refers("imported"),
	},
	{
		Key: "offered", read: func(d *decoder, n *yaml.Node, _ *Collider) error {
			d.now.offered = strictyaml.Keep(n)
			return nil
		},
		doc: "the file's newer values that you have not decided about; see [Imports](#imports)", unset: "none",
		json: `"anyOf": [{"$ref": "#/$defs/imported"}, {"type": "object", ` +
			`"properties": {"gone": {"enum": [true, false, "kept"]}}, "required": ["gone"], ` +
			`"additionalProperties": false}]`,
	},
})

func motionRow[V comparable](
	key string, at func(*Motion) *V, f form[V], check func(what string, v V) error,
) Field[Collider] {
	of := func(c *Collider) (v V) {
		if c.Motion != nil {
			v = *at(c.Motion)
		}
		return v
	}
	set := func(c *Collider, v V) {
		m := c.Started()
		*at(&m) = v
		c.Start(m)
	}
	var zero V
	return Field[Collider]{
		Key:     key,
		json:    f.json,
		Same:    func(a, b *Collider) bool { return of(a) == of(b) },
		Copy:    func(to, from *Collider) { set(to, of(from)) },
		text:    func(e *encoder, c *Collider) { f.write(e, of(c)) },
		isUsual: func(c *Collider) bool { return of(c) == zero },
		check:   func(c *Collider) error { return check(key, of(c)) },
		read: func(d *decoder, n *yaml.Node, c *Collider) error {
			var v V
			err := f.read(d, n, &v)
			set(c, v)
			return err
		},
	}
}

var rowByKey = func() map[string]*Field[Collider] {
	out := map[string]*Field[Collider]{}
	for i := range colliderRows {
		out[colliderRows[i].Key] = &colliderRows[i]
	}
	return out
}()

// rowsOf returns the rows from one key to another.
func rowsOf(from, to string) []Field[Collider] {
	at := func(key string) int {
		return slices.IndexFunc(colliderRows, func(r Field[Collider]) bool { return r.Key == key })
	}
	return colliderRows[at(from) : at(to)+1]
}

var (
	colliderSchema = newSchema("collider", colliderRows...)
	importedKeys   = keysOf(colliderRows, "id", GroupOfKey, "material", "locked", "hidden", "source", "imported",
		"offered")
)

// PartKeys lists the keys of a collider that [ReadPart] reads.
var PartKeys = keysOf(colliderRows, "id", GroupOfKey, "radii", "chamfers", "curves", "body", "group", PathKey,
	"velocity", "spin", "force", "locked", "hidden", "source", "imported", "offered")

// field reads the value of a key of a collider in the file.
func (d *decoder) field(c *Collider, key string, n *yaml.Node) error {
	var r *Field[Collider]
	for i := d.nextRow; i < len(colliderRows) && r == nil; i++ { // keys are usually in this order
		if colliderRows[i].Key == key {
			r, d.nextRow = &colliderRows[i], i+1
		}
	}
	if r == nil {
		r = rowByKey[key]
	}
	if r.readLine != nil {
		return r.readLine(d, n, c)
	}
	return r.read(d, n, c)
}

// Equal reports whether two records have equal values, even if their pointers differ.
func (c *Collider) Equal(o *Collider) bool {
	if c == nil || o == nil || c == o {
		return c == o
	}
	if c.ID != o.ID || c.Layer != o.Layer || c.Order != o.Order || c.Shape.Kind != o.Shape.Kind ||
		!maps.Equal(c.Properties, o.Properties) || !sameValue(c.Part, o.Part) {
		return false
	}
	return colliderSchema.same(c, o)
}

// Check validates a record, except for its categories, which depend on the level, and whether its outline can be baked.
func (c *Collider) Check() error {
	if !isID(uint64(c.ID)) && (c.Part == nil || !isPartID(c.ID)) {
		return errors.New("it has no valid id")
	}
	if err := c.Shape.Check(); err != nil {
		return err
	}
	if !isFinite(c.Order) {
		return errors.New("its order is not a number")
	}
	return colliderSchema.check(c)
}

// checkRole validates the role and the direction of a one-way platform.
func (c *Collider) checkRole() error {
	switch {
	case c.Role != Solid && c.Role != Trigger && c.Role != OneWay:
		return fmt.Errorf("unknown role %q", c.Role)
	case c.Role != OneWay && c.OneWay != (Vec{}):
		return cmp.Or(checkVec("one-way direction", c.OneWay),
			fmt.Errorf("role %s cannot have a one-way direction", c.Role))
	case c.Role == OneWay && !(math.Abs(c.OneWay.Len()-1) <= 1e-6):
		return cmp.Or(checkVec("one-way direction", c.OneWay),
			fmt.Errorf("its one-way direction (%g, %g) does not have length 1", c.OneWay.X, c.OneWay.Y))
	}
	return nil
}

const oneWayKey = "one_way"

var roles = oneOf(Solid, Trigger, OneWay)

// role reads a role, including the direction of a one-way platform.
func (d *decoder) role(n *yaml.Node, c *Collider) (err error) {
	d.now.oneWay = false
	if n.Kind == yaml.ScalarNode {
		err = roles.read(d, n, &c.Role)
	} else {
		err = d.Mapping(n, []string{RoleKey, oneWayKey}, func(key string, v *yaml.Node) error {
			if key == RoleKey {
				return roles.read(d, v, &c.Role)
			}
			return d.oneWay(v, c)
		})
	}
	switch {
	case err != nil:
		return err
	case c.Role == 0:
		return d.Errorf(n, `this has no "role"`)
	}
	d.complete(c)
	return nil
}

// oneWay reads the direction of a one-way platform.
func (d *decoder) oneWay(n *yaml.Node, c *Collider) error {
	d.now.oneWay = true
	return d.vec(n, &c.OneWay)
}

// mask reads the categories that a collider collides with.
func (d *decoder) mask(n *yaml.Node, c *Collider) error {
	c.CollidesWith = []string{}
	return d.Words(n, &c.CollidesWith)
}

var wholeShape = Field[Collider]{
	Key:  ShapeKey,
	Same: func(a, b *Collider) bool { return a.Shape.Equal(b.Shape) },
	Copy: func(to, from *Collider) { to.Shape = from.Shape },
	text: func(e *encoder, c *Collider) {
		e.tree(written(func(e *encoder) {
			e.text("- id: c1\n")
			writeRows(e, 2, &c.Shape, shapeSchema.rows)
		}), "id")
	},
	read: func(d *decoder, n *yaml.Node, c *Collider) error {
		err := d.Mapping(n, shapeSchema.keys, func(key string, v *yaml.Node) error { return d.field(c, key, v) })
		switch {
		case err != nil:
			return err
		case c.Shape.Kind == 0:
			return d.Errorf(n, `this shape has no "kind"`)
		}
		d.complete(c)
		return nil
	},
}

var colliderLayer = plainField(LayerKey, func(c *Collider) *LayerID { return &c.Layer }, layerIDs)

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
		d.now = draft{}
		*c = *newRecord()
		err := d.Mapping(n, append([]string{LayerKey}, colliderSchema.keys...), func(key string, v *yaml.Node) error {
			if key == LayerKey {
				return colliderLayer.read(d, v, c)
			}
			return d.field(c, key, v)
		})
		switch {
		case err != nil:
			return err
		case c.ID == 0 || c.Shape.Kind == 0 || c.Layer == 0:
			return d.Errorf(n, `this collider has no "id", no "kind" or no "layer"`)
		}
		d.complete(c)
		return nil
	},
}

// newRecord returns a collider with the values that files leave out.
func newRecord() *Collider {
	return &Collider{Role: Solid, Body: Static, Friction: DefaultFriction, Density: DefaultDensity}
}

// Motion sets a dynamic collider in motion when the game begins, and applies a constant force to it. It is in level
// space, as in physics engines, so turning the collider does not turn its motion.
type Motion struct {
	Velocity Vec     // of the centre of mass, in pixels per second
	Spin     Degrees // per second; positive turns +x toward +y
	Force    Vec     // on the centre of mass, in newtons: a square metre of density 1 has a mass of one kilogram
}

// Started returns the collider's motion, or the zero value if it has none.
func (c *Collider) Started() Motion {
	if c.Motion == nil {
		return Motion{}
	}
	return *c.Motion
}

// Start sets the motion of a copied record.
func (c *Collider) Start(m Motion) {
	if c.Motion = nil; m != (Motion{}) {
		c.Motion = &m
	}
}

// Through returns the motion with its vectors mapped by of, and its spin multiplied by a factor: -1 for a mirror.
func (m Motion) Through(of func(Vec) Vec, spin float64) Motion {
	zero := func(v Vec) Vec { return Vec{X: v.X + 0, Y: v.Y + 0} } // turns -0 into 0
	return Motion{zero(of(m.Velocity)), Degrees(float64(float64(m.Spin)*spin) + 0), zero(of(m.Force))}
}

// Bytes returns about how much memory a record takes, in bytes: the record, its points, its text. It does not count
// text shared with other records, such as categories.
func (c *Collider) Bytes() int {
	n := int(unsafe.Sizeof(*c)) + len(c.Name) + c.Shape.Bytes()
	const entry = 64 // bytes per entry of a map or a list of text
	n += entry * (len(c.Properties) + len(c.Tags) + len(c.Categories) + len(c.CollidesWith))
	if c.Path != nil {
		n += int(unsafe.Sizeof(*c.Path)) + len(c.Path.Points)*int(unsafe.Sizeof(Vec{}))
	}
	if c.Source != nil {
		n += int(unsafe.Sizeof(*c.Source))
	}
	return n
}

// Bytes returns how much memory the shape's points take, in bytes.
func (s Shape) Bytes() int {
	n := len(s.Points)
	for _, h := range s.Holes {
		n += len(h)
	}
	return n * int(unsafe.Sizeof(Vec{}))
}

// SharesPoints reports whether two shapes have the same points in memory, like a collider's before and after a move.
func (s Shape) SharesPoints(o Shape) bool {
	return len(s.Points) == len(o.Points) && unsafe.SliceData(s.Points) == unsafe.SliceData(o.Points) &&
		len(s.Holes) == len(o.Holes) && unsafe.SliceData(s.Holes) == unsafe.SliceData(o.Holes)
}
