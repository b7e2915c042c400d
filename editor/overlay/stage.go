package overlay

import "fillet/collision"

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
