package level

import "unsafe"

// Bytes is how much memory a record takes, in bytes, about: itself, its points, its text. Text that other records have as
// well, such as categories, is not counted.
func (c *Collider) Bytes() int {
	n := int(unsafe.Sizeof(*c)) + len(c.Name) + c.Shape.Bytes()
	const entry = 64 // of a map, or of a list of text
	n += entry * (len(c.Properties) + len(c.Tags) + len(c.Categories) + len(c.CollidesWith))
	if c.Path != nil {
		n += int(unsafe.Sizeof(*c.Path)) + len(c.Path.Points)*int(unsafe.Sizeof(Vec{}))
	}
	if c.Source != nil {
		n += int(unsafe.Sizeof(*c.Source))
	}
	return n
}

// Bytes is how much memory the shape's points take, in bytes.
func (s Shape) Bytes() int {
	n := len(s.Points)
	for _, h := range s.Holes {
		n += len(h)
	}
	return n * int(unsafe.Sizeof(Vec{}))
}

// SharesPoints reports whether two shapes have the very same points in memory, as those of a collider do before and after
// it is moved.
func (s Shape) SharesPoints(o Shape) bool {
	return len(s.Points) == len(o.Points) && unsafe.SliceData(s.Points) == unsafe.SliceData(o.Points) &&
		len(s.Holes) == len(o.Holes) && unsafe.SliceData(s.Holes) == unsafe.SliceData(o.Holes)
}
