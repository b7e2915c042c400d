// Package overlay holds the items that are drawn over a level while it is edited or played: guides, handles,
// measurements, labels, the shape under construction and the character. They are plain values that tools create and
// package render draws, so neither depends on the other. The package also finds guides for boxes that are aligned or
// evenly spaced. Everything is in level space, in pixels; widths and offsets are in screen units.
package overlay

import (
	"math"

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

// Measure is a distance between two points: a line with a tick at each end and text in the middle.
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

// Label holds short text on a plate next to a point.
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

// Joint is a joint between two points: a hinge is drawn as a ring around its pin, a spring as a zigzag, and a slack
// rope as a sagging line.
type Joint struct {
	At, To Vec
	Form   JointForm
	Length float64 // rest length of a spring, or maximum length of a rope
	Ink    Ink
	Thin   bool // drawn thin, because there are many
}

// ManyJoints is the number of joints above which all are drawn thin, so that a soft body stays visible.
const ManyJoints = 24

// JointForm is the way a joint is drawn.
type JointForm uint8

// The forms of joints.
const (
	HingeForm JointForm = iota
	SpringForm
	RodForm
	RopeForm
)

// JointOf returns the drawing of a level's joint between two points.
func JointOf(j *level.Joint, at, to Vec, ink Ink) Joint {
	form := HingeForm
	switch {
	case j.Kind == level.Hinge:
	case j.PullsOnly:
		form = RopeForm
	case j.Frequency == 0:
		form = RodForm
	default:
		form = SpringForm
	}
	return Joint{At: at, To: to, Form: form, Length: j.Length, Ink: ink}
}

// RopeParts is the number of straight segments that a rope is drawn with.
const RopeParts = 12

// Along returns the point at t on the drawn joint, from 0 at one end to 1 at the other. A rope longer than the distance
// between its ends sags as a parabola of about its length.
func (j Joint) Along(t float64) Vec {
	d := j.To.Sub(j.At)
	sag := 0.0
	if l := d.Len(); j.Form == RopeForm && j.Length > l {
		sag = math.Sqrt(float64(3 * (j.Length - l) * (j.Length + l) / 16))
	}
	return j.At.MulAdd(d, t).Add(Vec{Y: float64(4 * sag * t * (1 - t))})
}

func (Joint) isItem() {}

// Stage holds everything that a playtest draws over the level: the character and the state of its run. A pointer to it
// is an [Item], so that a frame allocates nothing.
type Stage struct {
	Figure []collision.Shape // the character's shapes, relative to At; empty without a character
	At     Vec
	Look   FigureLook
	Down   Vec     // unit direction of gravity
	Flame  bool    // the jetpack is burning
	Fuel   float64 // jetpack fuel, 0 to 1; negative without a jetpack

	Path    []Vec    // where the character has been
	Reach   [][]Vec  // possible jumps
	Touches []Spot   // the character's contacts
	Impacts []Impact // contacts between bodies
	Forces  []Force  // forces on bodies
	Joints  []Joint  // joints of bodies
	Unit    float64  // arrow length of one median weight, in level pixels
	Held    bool     // the pointer holds a body
	Grip    Vec      // where the pointer holds it
	Pull    Vec      // where the pointer pulls it
}

// FigureLook is the appearance of a figure.
type FigureLook uint8

// The looks.
const (
	Alive     FigureLook = iota
	Ghost                // a preview of the character
	Misplaced            // the character does not fit
)

// Spot is a point on a surface.
type Spot struct{ At, Normal Vec }

// Impact is a contact point with its impulse.
type Impact struct {
	At, Normal Vec     // the normal points in the direction of the push on the second body
	Load       float64 // the impulse, in weights of the lighter body
	Velocity   Vec     // relative velocity, in level pixels per second
	Faint      bool    // close, but not touching
}

// Force is a force on a body.
type Force struct {
	At  Vec // point of application
	By  Vec // in median weights: 1 is the median weight of the bodies
	Ink Ink
}

// Sample is a mark with its meaning, for a legend. Its items are around the origin, in screen units.
type Sample struct {
	Text  string
	Items []Item
	Area  Area // below the items
}

// Area is a kind of area below the shapes of a level.
type Area uint8

// The kinds.
const (
	NoArea          Area = iota
	BlockedArea          // the character does not fit
	UnreachableArea      // the character cannot get there
)

// LineSample returns a sample of a line.
func LineSample(text string, line Line) Sample {
	const half = 13
	line.Points = []Vec{{X: -half}, {X: half}}
	return Sample{Text: text, Items: []Item{line}}
}
