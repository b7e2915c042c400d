package colliders

import (
	"fmt"
	"slices"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// Collider is a collider with all the data that a game needs, in the units of the file.
type Collider struct {
	ID    string // "id": unique in the file
	Name  string // "name": may be empty, and need not be unique
	Layer string // "layer": the name of its layer; left out when empty
	// "instance" and "prefab": for a part of a prefab instance, the instance's id, such as i7, and the prefab's file as
	// the level names it. All parts of an instance share them, so that a game can build one object from them. Left out
	// otherwise.
	Instance string
	Prefab   string
	// "one_body": for a part of a rigid body, the body's name; all colliders with the same name form one body. Left out
	// otherwise.
	OneBody string

	Role Role     // "role": solid, trigger (reports overlaps but stops nothing) or one-way
	Body BodyType // "body": static, dynamic or kinematic

	// "one_way": for a one-way collider, the unit direction that its solid side faces, in level space; otherwise null.
	// Up is [0, -1].
	OneWay *Vec

	Category uint64 // "category": the bits of its categories, at least one
	Mask     uint64 // "mask": the bits of the categories that it collides with
	// "group": colliders with the same positive group always collide, and with the same negative group never,
	// regardless of their categories; left out when 0.
	Group int32

	Tags       []string       // "tags"
	Properties map[string]any // "properties": custom values, each a string, a float64 or a bool

	Friction    float64 // "friction": a coefficient, at least 0; left out when 0.6
	Restitution float64 // "restitution": 0 keeps no speed in a collision, 1 all of it; left out when 0
	Density     float64 // "density": mass per square metre; left out when 1

	// The initial motion of a dynamic collider, in level space. Each key is left out when 0. "velocity" applies to the
	// centre of mass at the start, in pixels per second; "spin" is in degrees per second, positive turning +x toward
	// +y; "force" acts constantly at the centre of mass, in newtons, with masses in kilograms.
	Velocity Vec
	Spin     float64
	Force    Vec

	Path *Path // "path": how a kinematic collider moves; left out if there is none

	Shape    Shape   // "shape": as drawn, in the collider's own frame
	Position Vec     // "position": the origin of the collider's own frame, in level space
	Angle    float64 // "angle": the rotation of the collider's own frame, in degrees

	Pieces   []Piece        // "pieces": convex parts in level space, whose union is the collider; none for a point
	Bounds   collision.AABB // "bounds": [left, top, right, bottom] of the union, in level space
	Area     float64        // "area": of the union, in square pixels
	Centroid Vec            // "centroid": of the union, in level space

	// What an engine needs to make the body of the collider; new in version 2, and each left out if there is nothing.
	// "mass", in kilograms, "inertia" about the centre of mass, in kilograms times square metres, and "center", the
	// centre of mass in the body's frame, describe a whole dynamic body; its first collider has them. A body's frame is
	// the own frame of its first collider.
	Mass, Inertia float64
	Center        *Vec
	// "outline": closed loops around the union, with arcs and curves as vertices within a tolerance; outer loops turn
	// +x toward +y and holes the other way. A thick chain has a loop for each edge, and lines have none.
	Outline [][]Vec
	// "polygons": convex polygons whose union is the collider, within the same tolerance, turning +x toward +y. "radii"
	// has a radius for each if the file keeps radii: then a polygon can have one or two vertices.
	Polygons [][]Vec
	Radii    []float64

	Source *Source // "source": the record of the file that it was imported from; null if it was drawn by hand
}

// Role determines how a collider acts on objects that touch it.
type Role string

// The roles.
const (
	Solid   Role = "solid"
	Trigger Role = "trigger" // reports overlaps but stops nothing
	OneWay  Role = "one-way" // solid from one side only; see [Collider.OneWay]
)

// BodyType determines how a collider moves in the game.
type BodyType string

// The body types.
const (
	Static    BodyType = "static"
	Dynamic   BodyType = "dynamic"
	Kinematic BodyType = "kinematic"
)

func (r Role) String() string     { return string(r) }
func (b BodyType) String() string { return string(b) }

// Values of keys that are left out.
const (
	DefaultFriction = 0.6
	DefaultDensity  = 1
)

// row describes a key of an object in the file.
type row[T any] struct {
	key string
	doc string // description of the value, with its unit and frame, in Markdown

	kinds   []Kind                               // kinds of shape that have the key; nil means all
	json    string                               // JSON Schema type, as members of an object
	at      func(*T) any                         // returns a pointer to the value, whose type defines its syntax
	leftOut func(*T) bool                        // whether the file lacks the key; nil means never
	read    func(*decoder, *yaml.Node, *T) error // reads the value; nil reads by the type of the value
}

// colliderRows lists the keys of a collider in the order of the file. Reading, writing and the schema use it.
var colliderRows = []row[Collider]{
	{
		key: "id", doc: "unique in the file", json: `"type": "string", "minLength": 1`,
		at:   func(c *Collider) any { return &c.ID },
		read: func(d *decoder, n *yaml.Node, c *Collider) error { return d.id(n, &c.ID) },
	},
	textRow("name", func(c *Collider) *string { return &c.Name },
		"the designer's name for it; it may be empty, and need not be unique"),
	optionalRow("layer", text, func(c *Collider) *string { return &c.Layer },
		"the name of its layer; left out if empty"),
	optionalRow("instance", text, func(c *Collider) *string { return &c.Instance },
		"of a part of a prefab: its instance, as `i7`; the `id` combines the instance and the part, `i7/c2`. All "+
			"parts of an instance have the same `instance`, so a game can make one object of them. Left out elsewhere"),
	{
		key: "prefab", json: text,
		doc:     "of a part of a prefab: the prefab's file as the level names it. Left out elsewhere",
		at:      func(c *Collider) any { return &c.Prefab },
		leftOut: func(c *Collider) bool { return c.Instance == "" },
	},
	optionalRow("one_body", `"type": "string", "minLength": 1`, func(c *Collider) *string { return &c.OneBody },
		"of a part of a body of several shapes: the body's name. All colliders with the same name are one rigid "+
			"body. Left out elsewhere"),
	{
		key: "role", json: `"enum": ["solid", "trigger", "one-way"]`,
		doc: "`solid`, `trigger` (reports what enters and leaves it, stops nothing) or `one-way` (solid from one side)",
		at:  func(c *Collider) any { return &c.Role },
	},
	{
		key: "one_way", json: `"oneOf": [{"type": "null"}, {"$ref": "#/$defs/vec"}]`,
		doc: "`null`, or the unit direction in level space in which the solid side of a one-way collider faces; up is " +
			"`[0, -1]`",
		at: func(c *Collider) any { return &c.OneWay },
		read: func(d *decoder, n *yaml.Node, c *Collider) error {
			d.oneWay = n
			return d.direction(n, &c.OneWay)
		},
	},
	{
		key: "body", doc: "`static`, `dynamic` or `kinematic`", json: `"enum": ["static", "dynamic", "kinematic"]`,
		at: func(c *Collider) any { return &c.Body },
	},
	{
		key: "category", json: `"allOf": [{"$ref": "#/$defs/bits"}], "minimum": 1`,
		doc: "the bits of its categories, at least one. Up to 64 bits: a reader whose numbers are doubles is exact " +
			"up to 53",
		at: func(c *Collider) any { return &c.Category },
		read: func(d *decoder, n *yaml.Node, c *Collider) error {
			if err := d.Bits(n, &c.Category); err != nil {
				return err
			}
			if c.Category == 0 {
				return d.Errorf(n, "a collider needs at least one category")
			}
			return nil
		},
	},
	{
		key: "mask", json: `"$ref": "#/$defs/bits"`,
		doc: "the bits of the categories that it collides with; two collide if each one's mask has a bit of the " +
			"other's category",
		at: func(c *Collider) any { return &c.Mask },
	},
	optionalRow("group", `"type": "integer", "minimum": -2147483648, "maximum": 2147483647, "default": 0`,
		func(c *Collider) *int32 { return &c.Group },
		"an equal group other than 0 overrides category and mask: positive always collide, negative never. Left "+
			"out at 0"),
	{
		key: "tags", json: `"type": "array", "items": {"type": "string", "minLength": 1}`,
		doc: "a list of words. The playtest reports the contacts of solids with the tag `events`; a game in Go " +
			"compares their `World.ContactsOf` from step to step",
		at: func(c *Collider) any { return &c.Tags },
	},
	{
		key: "properties", doc: "the designer's own values: a map of strings, numbers and bools",
		json: `"type": "object", "propertyNames": {"minLength": 1}, ` +
			`"additionalProperties": {"type": ["string", "number", "boolean"]}`,
		at: func(c *Collider) any { return &c.Properties },
	},
	numberRow("friction", func(c *Collider) *float64 { return &c.Friction }, DefaultFriction,
		"a coefficient, 0 or more"),
	numberRow("restitution", func(c *Collider) *float64 { return &c.Restitution }, 0,
		"0 keeps no speed in a collision, 1 all of it"),
	numberRow("density", func(c *Collider) *float64 { return &c.Density }, DefaultDensity,
		"kilograms per square metre"),
	optionalRow("velocity", vec, func(c *Collider) *Vec { return &c.Velocity },
		"of a dynamic collider: `[x, y]`, the initial velocity of its centre of mass, in pixels a second in level "+
			"space. Left out at 0"),
	optionalRow("spin", `"type": "number", "default": 0`, func(c *Collider) *float64 { return &c.Spin },
		"of a dynamic collider: the initial spin in degrees a second; positive turns +x toward +y. Left out at 0"),
	optionalRow("force", vec, func(c *Collider) *Vec { return &c.Force },
		"of a dynamic collider: `[x, y]` in newtons, a constant force at its centre of mass. Left out at 0"),
	optionalRow("path", `"$ref": "#/$defs/path"`, func(c *Collider) **Path { return &c.Path },
		"how a kinematic collider moves; left out if it does not. `Collider.Moving` of the loader returns its position at "+
			"a time"),
	{
		key: "shape", json: `"$ref": "#/$defs/shape"`,
		doc: "as drawn, in its own frame",
		at:  func(c *Collider) any { return &c.Shape },
	},
	{
		key: "position", doc: "of the origin of its own frame, in level space", json: vec,
		at: func(c *Collider) any { return &c.Position },
	},
	{
		key: "angle", doc: "of its own frame in degrees; positive angles turn +x toward +y", json: `"type": "number"`,
		at: func(c *Collider) any { return &c.Angle },
	},
	{
		key: "pieces", json: `"type": "array", "items": {"$ref": "#/$defs/piece"}`,
		doc: "`vertices` in level space and `radius`: convex parts, each summed with a disc, whose union is the " +
			"collider. A game needs nothing else. A marker has none",
		at: func(c *Collider) any { return &c.Pieces },
	},
	{
		key: "bounds", doc: "`[left, top, right, bottom]` of the union, in level space",
		json: `"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4`,
		at:   func(c *Collider) any { return &c.Bounds },
	},
	sizeRow("area", func(c *Collider) *float64 { return &c.Area }, "of the union, in square pixels"),
	{key: "centroid", doc: "of the union, in level space", json: vec, at: func(c *Collider) any { return &c.Centroid }},
	optionalRow("mass", `"type": "number", "minimum": 0`, func(c *Collider) *float64 { return &c.Mass },
		"in kilograms, of a whole dynamic body, exact; on its first collider"),
	optionalRow("inertia", `"type": "number", "minimum": 0`, func(c *Collider) *float64 { return &c.Inertia },
		"of the same body about its centre of mass, in kilograms times square metres"),
	optionalRow("center", vec, func(c *Collider) **Vec { return &c.Center },
		"of mass of the same body, in its frame: the own frame of its first collider"),
	listRow("outline", loops, func(c *Collider) *[][]Vec { return &c.Outline },
		"closed loops around the union in the body's frame or `level.frame`, arcs and curves as vertices: outer "+
			"loops turn +x toward +y, holes the other way. A thick chain has a loop for each edge. Left out for "+
			"lines and points"),
	listRow("polygons", loops, func(c *Collider) *[][]Vec { return &c.Polygons },
		"convex polygons of few vertices in the body's frame or `level.frame`, whose union is the collider, turning "+
			"+x toward +y. Left out for lines and points"),
	listRow("radii", `"type": "array", "items": {"type": "number", "minimum": 0}`,
		func(c *Collider) *[]float64 { return &c.Radii },
		"with `--keep-radius`: the radius of the disc that each of the `polygons` is summed with; then these may have one "+
			"or two vertices"),
	{
		key: "source", json: `"oneOf": [{"type": "null"}, {"$ref": "#/$defs/source"}]`,
		doc: "`null` if it was drawn, or `file`, `level`, `layer`, `value`, `id` of its imported record. `file` is the " +
			"path from the folder of the level's project (`fillet.project.yaml` or `.git`), or else from the level's " +
			"own folder, with slashes; it does not depend on the export's folder",
		at: func(c *Collider) any { return &c.Source },
	},
}

var colliderKeys = keysOfRows(colliderRows)

// keysOfRows returns the keys of rows.
func keysOfRows[T any](rows []row[T]) keys {
	var required, optional []string
	for _, r := range rows {
		if r.leftOut == nil {
			required = append(required, r.key)
		} else {
			optional = append(optional, r.key)
		}
	}
	return keysOf(required, optional...)
}

// Types of the JSON Schema.
const (
	text = `"type": "string"`
	vec  = `"$ref": "#/$defs/vec"`

	loops = `"type": "array", "items": {"$ref": "#/$defs/points"}`
)

// numberRow returns the row of a number that is at least 0 and is left out at its default.
func numberRow[R any](key string, at func(*R) *float64, usual float64, doc string) row[R] {
	return row[R]{
		key: key, doc: fmt.Sprintf("%s. Left out at %g", doc, usual),
		json:    fmt.Sprintf(`"type": "number", "minimum": 0, "default": %g`, usual),
		at:      func(r *R) any { return at(r) },
		leftOut: func(r *R) bool { return *at(r) == usual },
		read:    func(d *decoder, n *yaml.Node, r *R) error { return d.AtLeast0(n, at(r)) },
	}
}

// sizeRow returns the row of a number that is at least 0 and never left out.
func sizeRow[R any](key string, at func(*R) *float64, doc string) row[R] {
	r := numberRow(key, at, 0, "")
	r.doc, r.json, r.leftOut = doc, `"type": "number", "minimum": 0`, nil
	return r
}

// optionalRow returns the row of a value that is left out if it is zero.
func optionalRow[R any, T comparable](key, json string, at func(*R) *T, doc string) row[R] {
	var zero T
	return row[R]{
		key: key, doc: doc, json: json,
		at:      func(r *R) any { return at(r) },
		leftOut: func(r *R) bool { return *at(r) == zero },
	}
}

// listRow returns the row of a list that is left out if it is empty.
func listRow[R, T any](key, json string, at func(*R) *[]T, doc string) row[R] {
	return row[R]{
		key: key, doc: doc, json: json,
		at:      func(r *R) any { return at(r) },
		leftOut: func(r *R) bool { return len(*at(r)) == 0 },
	}
}

// alwaysRow returns the row of a value that is never left out.
func alwaysRow[R, T any](key, json string, at func(*R) *T, doc string) row[R] {
	return row[R]{key: key, doc: doc, json: json, at: func(r *R) any { return at(r) }}
}

// textRow returns the row of a text that seldom repeats.
func textRow[R any](key string, at func(*R) *string, doc string) row[R] {
	return row[R]{
		key: key, doc: doc, json: text,
		at:   func(r *R) any { return at(r) },
		read: func(d *decoder, n *yaml.Node, r *R) error { return d.Text(n, at(r)) },
	}
}

// Values calls yield with each key of the collider and a pointer to its value, in the order of the file, until yield
// returns false.
func (c *Collider) Values(yield func(key string, value any) bool) { valuesOf(colliderRows, c, yield) }

func valuesOf[T any](rows []row[T], x *T, yield func(key string, value any) bool) {
	for i := range rows {
		if r := &rows[i]; (r.leftOut == nil || !r.leftOut(x)) && !yield(r.key, r.at(x)) {
			return
		}
	}
}

// readRows reads an object by its rows.
func readRows[T any](d *decoder, n *yaml.Node, k keys, rows []row[T], to *T) error {
	next := 0
	return d.object(n, k, func(key string, v *yaml.Node) error {
		if next == len(rows) || rows[next].key != key { // keys are usually in the order of the rows
			next = slices.IndexFunc(rows, func(r row[T]) bool { return r.key == key })
		}
		r := &rows[next]
		next++
		if r.read != nil {
			return r.read(d, v, to)
		}
		return d.value(v, r.at(to))
	})
}

func (d *decoder) collider(c *Collider, n *yaml.Node) error {
	*c = Collider{Friction: DefaultFriction, Density: DefaultDensity}
	err := readRows(d, n, colliderKeys, colliderRows, c)
	if err != nil {
		return err
	}
	switch {
	case c.Role == OneWay && c.OneWay == nil:
		return d.Under("one_way", d.Errorf(d.oneWay, "a one-way collider needs a direction, such as [0, -1]"))
	case c.Role != OneWay && c.OneWay != nil:
		return d.Under("one_way", d.Errorf(d.oneWay, "a %s collider has no direction", c.Role))
	case c.Shape.Kind == Point && len(c.Pieces) > 0:
		return d.Errorf(n, "a point has no pieces")
	case c.Shape.Kind != Point && len(c.Pieces) == 0:
		return d.Errorf(n, "a %s needs at least one piece", c.Shape.Kind)
	case c.Radii != nil && len(c.Radii) != len(c.Polygons):
		return d.Errorf(n, "%d radii for %d polygons", len(c.Radii), len(c.Polygons))
	}
	// Pieces in the frame of a moving collider can be out of range although they are not in level space.
	if c.Body != Static {
		if _, _, err := new(File).Body(c); err != nil {
			return d.Errorf(n, "%v", err)
		}
	}
	if c.Path == nil || c.Path.hasOnlyKeys() {
		return nil
	}
	if _, err := c.Moving(); err != nil {
		return d.Errorf(n, "%v", err)
	}
	return nil
}

// value reads a value according to the type of the pointer.
func (d *decoder) value(n *yaml.Node, to any) error {
	switch to := to.(type) {
	case *string:
		return d.Word(n, to)
	case *float64:
		return d.Number(n, to)
	case *int:
		return d.Int(n, to)
	case *Vec:
		return d.vec(n, to)
	case **Vec:
		*to = &Vec{}
		return d.vec(n, *to)
	case *int32:
		return strictyaml.Integer(&d.Reader, n, to)
	case *uint64:
		return d.Bits(n, to)
	case *Axis:
		return strictyaml.OneOf(&d.Reader, n, to, Down, Up)
	case *Units:
		return strictyaml.OneOf(&d.Reader, n, to, Metres)
	case *Frame:
		return strictyaml.OneOf(&d.Reader, n, to, LevelFrame)
	case *dynamics.Mix:
		return strictyaml.OneOf(&d.Reader, n, to, dynamics.Mixes()...)
	case *Role:
		return strictyaml.OneOf(&d.Reader, n, to, Solid, Trigger, OneWay)
	case *BodyType:
		return strictyaml.OneOf(&d.Reader, n, to, Static, Dynamic, Kinematic)
	case *Rounding:
		return strictyaml.OneOf(&d.Reader, n, to, Inset, Outset)
	case *JointKind:
		return strictyaml.OneOf(&d.Reader, n, to, Hinge, Spring)
	case *Ease:
		return strictyaml.OneOf(&d.Reader, n, to, Linear, Smooth)
	case *Loop:
		return strictyaml.OneOf(&d.Reader, n, to, BackAndForth, Around, Once)
	case *bool:
		return d.Bool(n, to)
	case *[]string:
		return d.tags(n, to)
	case *map[string]any:
		return d.properties(n, to)
	}
	return d.compound(n, to)
}

// compound reads an object or a list according to the type of the pointer.
func (d *decoder) compound(n *yaml.Node, to any) error {
	switch to := to.(type) {
	case **Path:
		*to = &Path{}
		return readRows(d, n, pathKeys, pathRows, *to)
	case *[]PathArc:
		return readList(d, n, to, func(n *yaml.Node, a *PathArc) error { return readRows(d, n, arcKeys, arcRows, a) })
	case *[]PathKey:
		return readList(d, n, to, func(n *yaml.Node, k *PathKey) error {
			return d.Numbers(n, "[seconds, x, y, degrees]", &k.Time, &k.Position.X, &k.Position.Y, &k.Angle)
		})
	case *[]int:
		return readList(d, n, to, d.Int)
	case *[]float64:
		return readList(d, n, to, d.AtLeast0)
	case *[][]Vec:
		return readList(d, n, to, d.points)
	case *[]RegionCollider:
		return readList(d, n, to, func(n *yaml.Node, c *RegionCollider) error {
			return readRows(d, n, entryKeys, entryRows, c)
		})
	case *[]Curve:
		return readList(d, n, to, d.curve)
	case *Shape:
		return d.shape(n, to)
	case *[]Vec:
		return d.points(n, to)
	case *[]Piece:
		return d.pieces(n, to)
	case *collision.AABB:
		return d.box(n, to)
	case **Source:
		if strictyaml.IsNull(n) {
			return nil
		}
		*to = &Source{}
		return readRows(d, n, sourceKeys, sourceRows, *to)
	}
	panic(fmt.Sprintf("no values are of type %T", to))
}
