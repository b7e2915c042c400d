package level

import "fmt"

// Layer groups colliders, in the list and in drawing order. It is a record: see the package's comment.
type Layer struct {
	ID      LayerID
	Name    string
	Order   float64 // its place among the layers; a lower one is drawn earlier, ties go by ID. Not in the file: the order there says it
	Color   string  // of what is in it, on the canvas and in lists, #rrggbb; empty for the theme's
	Opacity float64 // how much of it shows on the canvas, MinOpacity to 1; 0 stands for 1. See Alpha
	Locked  bool
	Hidden  bool
}

// MinOpacity is the least opacity of a layer: what does not show at all is hidden.
const MinOpacity = 0.05

// Alpha is how much of the layer shows on the canvas, up to 1.
func (l *Layer) Alpha() float64 {
	if l.Opacity == 0 {
		return 1
	}
	return l.Opacity
}

// SetAlpha sets how much of the layer shows, from [MinOpacity] to 1.
func (l *Layer) SetAlpha(alpha float64) error {
	if !(alpha >= MinOpacity && alpha <= 1) {
		return fmt.Errorf("opacity %g is not from %g to 1; hidden: true hides a layer", alpha, MinOpacity)
	}
	if l.Opacity = alpha; alpha == 1 {
		l.Opacity = 0
	}
	return nil
}
