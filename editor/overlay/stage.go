package overlay

import "fillet/collision"

// Stage holds what a playtest shows over the level: its character, and what is known of its run. A pointer to it is an [Item], so
// that a frame allocates nothing.
type Stage struct {
	Figure []collision.Shape // the character's shapes about At; none: no character
	At     Vec
	Look   FigureLook
	Down   Vec     // unit: where gravity pulls
	Flame  bool    // its jetpack burns
	Fuel   float64 // what its tank holds, 0 to 1; negative: it has none

	Path    []Vec    // where it has been
	Reach   [][]Vec  // where a jump could take it
	Touches []Spot   // where it touches something
	Impacts []Impact // where bodies press on each other
	Forces  []Force  // on the bodies
	Joints  []Joint  // of the bodies
	Unit    float64  // how long the arrow of a middle weight is, in level pixels
	Held    bool     // the pointer holds a body,
	Grip    Vec      // by this point of it,
	Pull    Vec      // and pulls it here
}

// FigureLook says what a figure stands for.
type FigureLook uint8

// The looks.
const (
	Alive     FigureLook = iota
	Ghost                // where the character would be
	Misplaced            // where it does not fit
)

// Spot is a point of a surface.
type Spot struct{ At, Normal Vec }

// Impact is a point at which a contact applies its impulse.
type Impact struct {
	At, Normal Vec     // the normal is that of the push on the second body
	Load       float64 // the impulse in weights of the lighter body
	Velocity   Vec     // relative, in level pixels a second
	Faint      bool    // only near, not touching
}

// Force is a force on a body.
type Force struct {
	At  Vec // where it acts
	By  Vec // in middle weights: 1 is what the middle one of the bodies weighs
	Ink Ink
}
