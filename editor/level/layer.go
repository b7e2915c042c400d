package level

// Layer groups colliders, in the list and in drawing order. It is a record: see the package's comment.
type Layer struct {
	ID     LayerID
	Name   string
	Order  float64 // its place among the layers; a lower one is drawn earlier, ties go by ID. Not in the file: the order there says it
	Color  string  // the dot in the layer list, #rrggbb; empty for the theme's
	Locked bool
	Hidden bool
}
