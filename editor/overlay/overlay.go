// Package overlay holds the items that are drawn over a level while it is edited or played: guides, handles,
// measurements, labels, the shape under construction and the character. They are plain values that tools create and
// package render draws, so neither depends on the other. The package also finds guides for boxes that are aligned or
// evenly spaced. Everything is in level space, in pixels; widths and offsets are in screen units.
package overlay

import (
	"fillet/collision"
	"fillet/editor/level"
)

// Vec is a point or a vector.
type Vec = level.Vec

// Item is an item drawn over a level, in level space: a [Line], a [Box], an [Outline], a [Ring], a [Handle], an
// [Arrow], a [Measure], a [Dot], a [Label], a [Sign], a [Joint] or a [*Stage].
type Item interface{ isItem() }

// Ink names a colour by its meaning; the theme defines the colour.
type Ink uint8

// The inks.
const (
	Accent Ink = iota
	Muted
	Warn   // touching (amber), and the rotation handle
	Danger // overlap (red), and invalid input
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
	Width  float64 // in screen units; 0 means 1.5
	Dashed bool
	Faint  bool // barely visible
	Fill   bool // fill a closed line faintly
}

// Box is an axis-aligned rectangle, such as a selection rectangle.
type Box struct {
	Bounds collision.AABB
	Ink    Ink
	Width  float64
	Dashed bool
	Fill   bool
}

// Outline is a shape's boundary with arcs, such as a drop preview.
type Outline struct {
	Boundary []collision.Contour
	At       collision.Transform
	Ink      Ink
	Width    float64
	Dashed   bool
	Fill     bool
	Hatched  bool
}

// Ring is a circle outline with a radius in level pixels.
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
	DotHandle                       // corner radius; filled
	DiamondHandle                   // insertable vertex
	CrossHandle                     // pivot; point
)

// Handle is a drag handle of constant size on screen.
type Handle struct {
	At    Vec
	Form  HandleForm
	Ink   Ink
	Hot   bool // hovered or selected
	Angle float64
}

// Arrow is an arrow from From to To, with its head at To.
type Arrow struct {
	From, To Vec
	Ink      Ink
	Width    float64
}

// Measure is a distance between two points: a line with a tick at each end and a text in the middle.
type Measure struct {
	From, To Vec
	Text     string
	Ink      Ink
}

// Dot is a highlighted point of constant size on screen.
type Dot struct {
	At  Vec
	Ink Ink
}

// Label is a short text on a plate next to a point.
type Label struct {
	At     Vec
	Offset Vec // in screen units
	Text   string
	Ink    Ink
}

// Sign is the small diamond that marks a prefab instance, of constant size on screen.
type Sign struct {
	At     Vec
	Offset Vec // in screen units
	Ink    Ink
}

// Marked returns the placeholder for an instance without parts: a dashed box with a cross and the name of the missing
// file.
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
