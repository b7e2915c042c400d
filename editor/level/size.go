package level

import "unsafe"

// Bytes returns about how much memory a record takes, in bytes: itself, its points, its text. Text shared with other
// records, such as categories, is not counted.
func (c *Collider) Bytes() int {
	n := int(unsafe.Sizeof(*c)) + len(c.Name) + c.Shape.Bytes()
	const entry = 64 // per entry of a map or a list of text
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

// SharesPoints reports whether two shapes have the very same points in memory, like a collider's before and after a
// move.
func (s Shape) SharesPoints(o Shape) bool {
	return len(s.Points) == len(o.Points) && unsafe.SliceData(s.Points) == unsafe.SliceData(o.Points) &&
		len(s.Holes) == len(o.Holes) && unsafe.SliceData(s.Holes) == unsafe.SliceData(o.Holes)
}
