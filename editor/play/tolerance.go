package play

import "fillet/collision"

// Tolerances. Lengths are in pixels.
const (
	// Slop is how deep a resting body may sink in, so that resting contacts persist and keep their impulses. A
	// twentieth of a pixel is invisible. After a step no body is deeper than twice this in a static collider, unless it
	// is wedged, and the character overlaps nothing.
	Slop = 0.05

	// reach is the distance within which slow contacts are gathered; it covers what a body is turned or pushed within a
	// step.
	reach = 1.0

	// skinWidth is how much the character is shrunk when it is cast, so that it does not trip over the seam of two
	// nearly level floors. The resulting overlap is resolved at once, exactly.
	skinWidth = collision.DefaultSkin

	// bodySkin is the same for bodies, which rest as deep as Slop.
	bodySkin = 4 * Slop

	// touchSlop is the distance up to which the character touches something: rounding on slopes at large coordinates.
	touchSlop = 0.01

	// roundingSlop bounds the rounding error of a distance.
	roundingSlop = 1e-7

	// leastFall is the fall speed of a character that must not fall: a Mover takes 0 for no limit.
	leastFall = 1e-9

	// probeHeight is the distance from a surface point at which the seam test looks.
	probeHeight = 0.05

	// probeSlop is how much nearer another collider must be there to hide the surface: rounding. A corner that is
	// hidden by less tilts a contact by two ten-thousandths.
	probeSlop = 1e-9
)
