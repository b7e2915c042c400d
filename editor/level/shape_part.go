package level

import (
	"fmt"
	"slices"

	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// ReadPart reads a shape from a file that holds no level, with the keys and defaults of a collider in a level file;
// [PartKeys] lists them. The shape has no id, layer or body. own reads the file's own keys. Use [CheckPart] to validate
// the shape.
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

// CheckPart validates a shape that belongs to no level: everything but its id, its layer, and whether the level has its
// categories.
func CheckPart(c *Collider) error {
	part := *c
	part.ID = 1
	s := &Settings{Categories: slices.Concat(c.Categories, c.CollidesWith)}
	if err := part.CheckIn(s); err != nil {
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

// AppendPart appends a shape's keys as in a level file, each on a line of its own, indented by at most 8 spaces. A
// position at the origin and default values are left out. Without withShape, so are the shape and its placement.
func AppendPart(b []byte, indent int, c *Collider, withShape bool) []byte {
	return append(b, textOf(func(e *encoder) {
		writeRows(e, indent, c, rowsOf("name", "name"))
		if withShape {
			writeRows(e, indent, c, shapeRows)
			if c.Position != (Vec{}) {
				e.line(indent, "position", c.Position)
			}
			writeRows(e, indent, c, rowsOf("angle", "angle"))
		}
		writeRows(e, indent, c, rowsOf("role", "force"))
	})...)
}

// AppendText appends a text as in a level file: plain if every reader takes it for the same text, otherwise in double
// quotes.
func AppendText(b []byte, s string) []byte { return append(b, quoted(s, false)...) }
