package level

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// Vec is a point or a direction in the plane.
type Vec = collision.Vec

// Degrees is an angle in degrees. A positive one turns +x toward +y, clockwise on the screen.
type Degrees float64

// Radians converts to the unit that the collision package uses.
func (d Degrees) Radians() float64 { return float64(float64(d) * (math.Pi / 180)) }

// DegreesOf converts from radians.
func DegreesOf(radians float64) Degrees { return Degrees(radians * (180 / math.Pi)) }

// Normalized returns the same direction in (-180, 180].
func (d Degrees) Normalized() Degrees {
	r := math.Remainder(float64(d), 360)
	if r <= -180 {
		r = 180
	}
	return Degrees(r + 0) // + 0 turns -0 into 0
}

// Kind is the kind of shape that a collider was drawn as. The zero value is no kind.
type Kind int8

// The kinds of shape.
const (
	Polygon Kind = iota + 1 // uses Points, Holes, Radius, Rounding
	Box                     // uses Size, Radius, Rounding; centred on the origin of its frame
	Circle                  // uses Radius; centred on the origin of its frame
	Capsule                 // uses Points (its two ends), Radius
	Chain                   // uses Points, Closed, OneSided, Radius (half its thickness)
	Point                   // a marker: it has a position but no extent, and collides with nothing
)

// Kinds lists every kind, in the order of the tool palette.
var Kinds = []Kind{Polygon, Box, Circle, Capsule, Chain, Point}

// Rounding is a way in which a corner radius rounds an outline. The zero value is for shapes without corners.
type Rounding int8

// The two ways to round.
const (
	Inset  Rounding = iota + 1 // the outline keeps its size, and its convex corners are cut
	Outset                     // the shape grows by the radius on every side
)

// core converts the rounding to the type of package polygon.
func (r Rounding) core() polygon.Rounding {
	if r == Outset {
		return polygon.RoundOutset
	}
	return polygon.RoundInset
}

// Shape is a collider's geometry in its own frame, as drawn. Kind determines which fields are used; the others are
// zero.
type Shape struct {
	Kind     Kind
	Rounding Rounding
	Closed   bool    // chain: the last vertex joins the first
	OneSided bool    // chain: solid only on the left of its direction, as seen on the screen
	Points   []Vec   // polygon: the outline; chain: its vertices in order; capsule: both ends of its segment
	Holes    [][]Vec // polygon: outlines cut out of the shape
	Size     Vec     // box: width and height, before any outset
	Radius   float64 // circle, capsule: its radius; polygon, box: the corner radius; chain: half its thickness
	Detail   *Detail // polygon, box, chain: the details of single corners and edges, or nil
}

// shapeSchema holds the keys of a shape, with the kinds that have each key.
var shapeSchema = newSchema("shape",
	valueRow("kind", func(s *Shape) *Kind { return &s.Kind }, oneOf(Kinds...)).needed().
		means("`polygon`, `box`, `circle`, `capsule`, `chain` or `point`"),
	Field[Shape]{
		Key: "points",
		doc: "polygon: the outline, either winding, convex or not; chain: the vertices; capsule: both ends. In the " +
			"collider's frame",
		json:    listOf("vec"),
		kinds:   []Kind{Polygon, Capsule, Chain},
		Same:    func(a, b *Shape) bool { return slices.Equal(a.Points, b.Points) },
		Copy:    func(to, from *Shape) { to.Points = from.Points },
		text:    func(e *encoder, s *Shape) { e.value(s.Points) },
		isUsual: func(s *Shape) bool { return s.Points == nil },
		read: func(d *decoder, n *yaml.Node, s *Shape) error {
			d.sought.at = FilePosition{}
			err := d.points(n, &s.Points)
			d.now.points, d.now.vertex = strictyaml.PositionOf(n), d.sought.at
			return err
		},
	},
	Field[Shape]{
		Key:   "holes",
		doc:   "polygon: outlines of its holes",
		kinds: []Kind{Polygon},
		json:  `"type": "array", "items": {"type": "array", "items": {"$ref": "#/$defs/vec"}}`,
		Same: func(a, b *Shape) bool {
			return slices.EqualFunc(a.Holes, b.Holes, slices.Equal[[]Vec])
		},
		Copy:    func(to, from *Shape) { to.Holes = from.Holes },
		text:    func(e *encoder, s *Shape) { e.inline(s.Holes) },
		isUsual: func(s *Shape) bool { return len(s.Holes) == 0 },
		lines: func(e *encoder, in int, s *Shape) {
			e.indent(in)
			e.text("holes:\n")
			for _, h := range s.Holes {
				e.indent(in + 2)
				e.text("- ")
				e.value(h)
				e.text("\n")
			}
		},
		read: func(d *decoder, n *yaml.Node, s *Shape) error {
			return d.Sequence(n, func(_ int, h *yaml.Node) error {
				var hole []Vec
				err := d.points(h, &hole)
				s.Holes = append(s.Holes, hole)
				return err
			})
		},
	},
	leftOutIf(row("size", func(s *Shape) *Vec { return &s.Size }, vectors, Vec{}, nil),
		func(s *Shape) bool { return s.Kind != Box && s.Size == Vec{} }).of(Box).otherwise("none").
		titled("Size", "").means("box: `[width, height]`, centred at the position"),
	row("closed", func(s *Shape) *bool { return &s.Closed }, switches, false, nil).of(Chain).
		titled("Ends", "").means("chain: the last vertex joins the first"),
	row("one_sided", func(s *Shape) *bool { return &s.OneSided }, switches, false, nil).of(Chain).
		otherwise("false: both sides").titled("Solid on", "").
		means("chain: solid only on the left of its direction, seen on the screen; a chain from left to right is "+
			"ground, a clockwise one around a rock is solid outside"),
	row("radius", func(s *Shape) *float64 { return &s.Radius }, numbers, 0, nil).
		of(Polygon, Box, Circle, Capsule, Chain).
		means("circle, capsule: the radius; polygon, box: the corner radius; chain: half the thickness; pixels").
		limited(atLeast0),
	leftOutIf(row("rounding", func(s *Shape) *Rounding { return &s.Rounding }, oneOf(Inset, Outset), Inset, nil),
		func(s *Shape) bool { return s.Rounding != Outset }).of(Polygon, Box).titled("Rounding", "").
		means("`inset` (the outline keeps its size) or `outset` (the shape grows)"),
	since(2, cornersRow("radii", func(d *Detail) *[]float64 { return &d.Radii }, AsShape)).
		of(Polygon, Box, Chain).otherwise("the shape's").
		means("polygon, box, chain: the radius of each corner, first the outline's, then the holes'; see "+
			"[Corners and curves](#corners-and-curves)"),
	since(2, cornersRow("chamfers", func(d *Detail) *[]float64 { return &d.Chamfers }, 0)).of(Polygon, Box, Chain).
		means("polygon, box, chain: the chamfer of each corner"),
	since(2, detailRow("curves", func(d *Detail) *[]Curve { return &d.Curves }, (*encoder).curves, (*decoder).curves)).
		of(Polygon, Chain).otherwise("straight").means("polygon, chain: the curved edges").limited(listOf("curve")),
)

func shapeOf(c *Collider) *Shape { return &c.Shape }

// Corners returns the outline that the corner radius rounds: a polygon's points, or a box's four corners, clockwise on
// the screen from the top left. It is nil for the other kinds. The caller must not change it.
func (s Shape) Corners() []Vec {
	switch s.Kind {
	case Polygon:
		return s.Points
	case Box:
		w, h := float64(s.Size.X/2), float64(s.Size.Y/2)
		return []Vec{{X: -w, Y: -h}, {X: w, Y: -h}, {X: w, Y: h}, {X: -w, Y: h}}
	}
	return nil
}

// Loops returns the outline followed by the holes, for polygons and boxes.
func (s Shape) Loops() [][]Vec {
	corners := s.Corners()
	if corners == nil {
		return nil
	}
	return append([][]Vec{corners}, s.Holes...)
}

// HasCorners reports whether a corner radius applies to the shape.
func (s Shape) HasCorners() bool { return s.Kind == Polygon || s.Kind == Box }

// MaxRadius returns the largest corner radius that fits with inset rounding, or +Inf for kinds and roundings without a
// limit.
func (s Shape) MaxRadius() float64 {
	if !s.HasCorners() || s.Rounding == Outset {
		return math.Inf(1)
	}
	if s.Detail != nil {
		return s.maxDetailed()
	}
	if s.Kind == Box {
		return float64(min(s.Size.X, s.Size.Y) / 2)
	}
	return polygon.MaxInset(s.Loops())
}

// Clamped returns the shape with its corner radius reduced to the largest that fits. If radii or chamfers of single
// corners do not fit, all of them shrink by the same factor.
func (s Shape) Clamped() Shape {
	if s.Detail != nil {
		return s.clampedDetail()
	}
	if m := s.MaxRadius(); s.Radius > m {
		s.Radius = m
	}
	return s
}

// Map returns the shape with f applied to each of its points. Its size and radii do not change.
func (s Shape) Map(f func(Vec) Vec) Shape {
	s.Detail = s.mappedDetail(f)
	s.Points = mapped(s.Points, f)
	if s.Holes != nil {
		holes := make([][]Vec, len(s.Holes))
		for i, h := range s.Holes {
			holes[i] = mapped(h, f)
		}
		s.Holes = holes
	}
	return s
}

func mapped(points []Vec, f func(Vec) Vec) []Vec {
	if points == nil {
		return nil
	}
	out := make([]Vec, len(points))
	for i, p := range points {
		out[i] = f(p)
	}
	return out
}

// Equal reports whether two shapes are exactly equal.
func (s Shape) Equal(o Shape) bool {
	return s.Kind == o.Kind && s.Size == o.Size && s.Closed == o.Closed && s.OneSided == o.OneSided &&
		s.Radius == o.Radius &&
		s.Rounding == o.Rounding && slices.Equal(s.Points, o.Points) && s.Detail.equal(o.Detail) &&
		slices.EqualFunc(s.Holes, o.Holes, slices.Equal[[]Vec])
}

// Rotation returns the rotation by an angle, exact at the quarter turns.
func (d Degrees) Rotation() collision.Rot {
	switch d.Normalized() {
	case 0:
		return collision.Rot{C: 1}
	case 90:
		return collision.Rot{S: 1}
	case 180:
		return collision.Rot{C: -1}
	case -90:
		return collision.Rot{S: -1}
	}
	return collision.NewRot(d.Radians())
}

// ReadPart reads a shape from a file that holds no level, with the keys and defaults of a collider in a level file;
// [PartKeys] lists them. The shape has no id, layer or body. own reads the keys that belong to the file. Use
// [CheckPart] to validate the shape.
func ReadPart(
	r *strictyaml.Reader, n *yaml.Node, ownKeys []string, own func(key string, v *yaml.Node) error,
) (*Collider, error) {
	d := &decoder{Reader: r}
	c := newRecord()
	err := d.Mapping(n, slices.Concat(ownKeys, PartKeys), func(key string, v *yaml.Node) error {
		if slices.Contains(ownKeys, key) {
			return own(key, v)
		}
		return d.field(c, key, v)
	})
	if err != nil {
		return nil, err
	}
	d.complete(c)
	return c, nil
}

// CheckPart validates a shape that belongs to no level: everything but its id, its layer, and whether its categories
// exist.
func CheckPart(c *Collider) error {
	part := *c
	part.ID = 1
	s := &Settings{Categories: slices.Concat(c.Categories, c.CollidesWith)}
	if err := cmp.Or(part.Check(), part.checkCategories(s)); err != nil {
		return err
	}
	for _, name := range s.Categories {
		if name == "" || !isText(name) {
			return fmt.Errorf("category %q is not valid text of at most 1 MB", name)
		}
	}
	_, err := part.Shape.Bake()
	return err
}

// AppendPart appends a shape's keys as in a level file, each on its own line, indented by at most 8 spaces. It leaves
// out a position at the origin and default values. If withShape is false, it also leaves out the shape and its
// placement.
func AppendPart(b []byte, indent int, c *Collider, withShape bool) []byte {
	return append(b, textOf(func(e *encoder) {
		writeRows(e, indent, c, rowsOf("name", "name"))
		if withShape {
			writeRows(e, indent, &c.Shape, shapeSchema.rows)
			if c.Position != (Vec{}) {
				e.line(indent, "position", c.Position)
			}
			writeRows(e, indent, c, rowsOf("angle", "angle"))
		}
		writeRows(e, indent, c, rowsOf("role", "force"))
	})...)
}

// AppendText appends a string as in a level file: plain if every reader reads it as that text, otherwise in double
// quotes.
func AppendText(b []byte, s string) []byte { return append(b, quoted(s, false)...) }

// The words of choices, as in files. Because a level may have hundreds of thousands of colliders, a choice is stored as
// a number. An invalid zero value has an empty word.
var (
	kindWords     = []string{"", "polygon", "box", "circle", "capsule", "chain", "point"}
	roundingWords = []string{"", "inset", "outset"}
	roleWords     = []string{"", "solid", "trigger", "one-way"}
	bodyWords     = []string{"", "static", "dynamic", "kinematic"}
	easeWords     = []string{"linear", "smooth"}
	loopWords     = []string{"", "back-and-forth", "loop", "once"}
	stopsWords    = []string{"ends", "points"}
	jointWords    = []string{"", "hinge", "spring"}
)

func (k Kind) String() string      { return wordOf(kindWords, k) }
func (r Rounding) String() string  { return wordOf(roundingWords, r) }
func (r Role) String() string      { return wordOf(roleWords, r) }
func (b BodyType) String() string  { return wordOf(bodyWords, b) }
func (e Ease) String() string      { return wordOf(easeWords, e) }
func (l Loop) String() string      { return wordOf(loopWords, l) }
func (s Stops) String() string     { return wordOf(stopsWords, s) }
func (k JointKind) String() string { return wordOf(jointWords, k) }
func (m PlayMode) String() string  { return string(m) }
func (f PlayForm) String() string  { return string(f) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (k *Kind) UnmarshalText(text []byte) error { return readWord(kindWords, "kind", text, k) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *Rounding) UnmarshalText(text []byte) error {
	return readWord(roundingWords, "rounding", text, r)
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *Role) UnmarshalText(text []byte) error { return readWord(roleWords, "role", text, r) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (b *BodyType) UnmarshalText(text []byte) error { return readWord(bodyWords, "body", text, b) }

func wordOf[T ~int8](words []string, v T) string {
	if v >= 0 && int(v) < len(words) {
		return words[v]
	}
	return strconv.Itoa(int(v))
}

func readWord[T ~int8](words []string, what string, text []byte, to *T) error {
	i := slices.Index(words, string(text))
	if i < 0 {
		return fmt.Errorf("unknown %s %q", what, quote.Excerpt(string(text)))
	}
	*to = T(i)
	return nil
}
