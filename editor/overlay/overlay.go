// Package overlay has the things that are drawn over a level while somebody works on it or plays it: guides, handles, measures,
// labels, the shape under construction, the character. They are plain values, which tools make and package render paints, so
// that neither needs the other. It also finds the guides, with which boxes are in line or evenly spaced. Everything is in level
// space, in pixels; widths and offsets are in units of the screen.
package overlay

import (
	"fillet/collision"
	"fillet/editor/level"
)

// Vec is a point or a vector.
type Vec = level.Vec

// Item is one thing drawn over a level, in level space: a [Line], a [Box], an [Outline], a [Ring], a [Handle], an [Arrow], a
// [Measure], a [Dot], a [Label], a [Sign], a [Joint] or a [*Stage].
type Item interface{ isItem() }

// Ink names a colour by its meaning; the theme has the colour itself.
type Ink uint8

// The inks.
const (
	Accent Ink = iota
	Muted
	Warn   // touching amber; also the round handle
	Danger // overlap red; also what cannot be committed
	Trigger
	OneWay
	Bright
	Shadow
	Guide // alignment guides and distances
)

// Line is a polyline.
type Line struct {
	Points []Vec
	Closed bool
	Ink    Ink
	Width  float64 // in screen units; 0 is 1.5
	Dashed bool
	Faint  bool // it hardly shows
	Fill   bool // fill a closed one faintly
}

// Box is a rectangle along the axes, such as a selection rectangle.
type Box struct {
	Bounds collision.AABB
	Ink    Ink
	Width  float64
	Dashed bool
	Fill   bool
}

// Outline is a shape's boundary with arcs, such as the ghost of where it would go.
type Outline struct {
	Boundary []collision.Contour
	At       collision.Transform
	Ink      Ink
	Width    float64
	Dashed   bool
	Fill     bool
	Hatched  bool
}

// Ring is a circle outline of a radius in level pixels.
type Ring struct {
	Center Vec
	Radius float64
	Ink    Ink
	Dashed bool
}

// HandleForm is the form of a handle.
type HandleForm uint8

// The forms of handles.
const (
	SquareHandle  HandleForm = iota // scale; vertex
	RoundHandle                     // rotate; capsule end
	DotHandle                       // filled: corner radius
	DiamondHandle                   // a vertex that could be inserted
	CrossHandle                     // the pivot; a point
)

// Handle is something to drag. Its size does not change with the zoom.
type Handle struct {
	At    Vec
	Form  HandleForm
	Ink   Ink
	Hot   bool // under the pointer, or selected
	Angle float64
}

// Arrow points from From to To, with a head.
type Arrow struct {
	From, To Vec
	Ink      Ink
	Width    float64
}

// Measure is the distance between two points: a line with a tick at either end, and a text in its middle.
type Measure struct {
	From, To Vec
	Text     string
	Ink      Ink
}

// Dot is a point that stands out. Its size does not change with the zoom.
type Dot struct {
	At  Vec
	Ink Ink
}

// Label is a short text beside a point, on a plate.
type Label struct {
	At     Vec
	Offset Vec // in screen units
	Text   string
	Ink    Ink
}

// Sign is the small diamond that marks an instance of a prefab. Its size does not change with the zoom.
type Sign struct {
	At     Vec
	Offset Vec // in screen units
	Ink    Ink
}

// Marked is what shows an instance that has no parts: a dashed box with a cross, and the file that it should be of.
func Marked(m level.Mark) []Item {
	b := m.Bounds
	line := func(from, to Vec) Line { return Line{Points: []Vec{from, to}, Ink: Muted, Width: 1, Dashed: true} }
	return []Item{
		Box{Bounds: b, Ink: Bright, Width: 1.5, Dashed: true, Fill: true},
		line(b.Min, b.Max), line(Vec{X: b.Min.X, Y: b.Max.Y}, Vec{X: b.Max.X, Y: b.Min.Y}),
		Label{At: Vec{X: b.Min.X, Y: b.Max.Y}, Offset: Vec{Y: 11}, Text: m.Label(), Ink: Bright},
	}
}

func (Line) isItem()    {}
func (Box) isItem()     {}
func (Outline) isItem() {}
func (Ring) isItem()    {}
func (Handle) isItem()  {}
func (Arrow) isItem()   {}
func (Measure) isItem() {}
func (Dot) isItem()     {}
func (Label) isItem()   {}
func (Sign) isItem()    {}
func (*Stage) isItem()  {}
