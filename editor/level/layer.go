package level

import "fmt"

// Layer groups colliders, in lists and in drawing order. It is a record: see the package comment.
type Layer struct {
	ID   LayerID
	Name string
	// position among the layers: lower is drawn earlier, ties go by ID. Not in the file, where the order of the list
	// says it
	Order   float64
	Color   string  // of its colliders on the canvas and in lists, #rrggbb; empty for the theme's
	Opacity float64 // on the canvas, MinOpacity to 1; 0 means 1. See Alpha
	Locked  bool
	Hidden  bool
}

// MinOpacity is the smallest opacity of a layer. An invisible layer is hidden instead.
const MinOpacity = 0.05

// Alpha returns the layer's opacity on the canvas, up to 1.
func (l *Layer) Alpha() float64 {
	if l.Opacity == 0 {
		return 1
	}
	return l.Opacity
}

// SetAlpha sets the layer's opacity, from [MinOpacity] to 1.
func (l *Layer) SetAlpha(alpha float64) error {
	if !(alpha >= MinOpacity && alpha <= 1) {
		return fmt.Errorf("opacity %g must be from %g to 1; use hidden: true to hide a layer", alpha, MinOpacity)
	}
	if l.Opacity = alpha; alpha == 1 {
		l.Opacity = 0
	}
	return nil
}
