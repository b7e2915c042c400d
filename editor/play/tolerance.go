package play

import "fillet/collision"

// Lengths are pixels.
const (
	// Slop is how deep a resting body may sink: a contact that neither opens nor closes keeps its impulses. A
	// twentieth of a pixel cannot be seen. Once a step is over no body is deeper than twice this in what is static,
	// unless it is wedged; the character is in nothing.
	Slop = 0.05

	// reach is from how far away a slow contact is gathered: what a body turns or is pushed within a step.
	reach = 1.0

	// skinWidth is how much smaller than itself the character is cast, so that it does not trip over the seam of two
	// floors that are level but for a little. What it sinks in by that is resolved at once, exactly.
	skinWidth = collision.DefaultSkin

	// bodySkin is the same for bodies that are cast, which rest a slop deep.
	bodySkin = 4 * Slop

	// touchSlop is the distance up to which the character touches: rounding on slopes, seen from a large coordinate.
	touchSlop = 0.01

	// roundingSlop is what a distance is off by rounding at most.
	roundingSlop = 1e-7

	// leastFall is the speed of a character that must not fall at all: a Mover takes 0 for no limit.
	leastFall = 1e-9

	// probeHeight is how far from a surface point the seam test looks.
	probeHeight = 0.05

	// probeSlop is how much nearer another collider must be there to hide the surface: rounding. A corner that is
	// hidden but for less tilts a contact by two ten-thousandths.
	probeSlop = 1e-9
)
