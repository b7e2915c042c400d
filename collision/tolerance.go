package collision

// MaxCoordinate is the greatest magnitude of a coordinate or of a radius that
// constructors accept and that a [World] places. Products of two such numbers
// keep a relative precision of 1e-16, and a coordinate at the limit still
// resolves 1e-7, far below a pixel.
const MaxCoordinate = 1e9

// DefaultSlop is the separation up to which a new [World] reports a pair as
// touching. Editors snap to whole or half pixels, and a pose that has gone
// through degrees and back is off by about 1e-12; two hundredths of what a
// 0.25-pixel error would be covers both and stays invisible.
const DefaultSlop = 0.005

// hullTolerance is the distance, as a fraction of the point set's extent, at
// which NewShape takes a point for lying on the hull's edge, or two points for one.
// Four decimal digits above rounding: a normal from an edge this short is still
// meaningful to 1e-4.
const hullTolerance = 1e-12

// leastExtent is the distance, in units of length, at which two points are one
// whatever the scale: a smaller shape would vanish in the rounding of any place
// but the origin.
const leastExtent = 1e-13

// coordinateRounding bounds the rounding error of one coordinate as a fraction
// of the largest magnitude: a few units in the last place.
const coordinateRounding = 4e-16

// sideBias is how much greater, as a fraction of both shapes' size, the
// separation on B's axes must be before B's edge becomes the reference. Boxes
// stacked face to face tie exactly; without a bias rounding noise would choose
// the side. Hundred times above rounding, hundred times below the 1e-9 promised
// for the depth.
const sideBias = 1e-11

// featureTolerance is the distance, as a fraction of both shapes' size, below
// which two vertices coincide, so that the direction between them is noise and
// the face's normal is used instead.
const featureTolerance = 1e-12

// rotationTolerance is the departure of |rotation|² from 1 up to which one
// Newton step renormalises it to full precision: poses that were stored as
// float32 are off by 1e-7 at most.
const rotationTolerance = 1e-6

// seamTolerance is the distance, as a fraction of a compound body's extent,
// within which edges or vertices of two of its pieces coincide. Pieces come
// from one outline and share its coordinates up to rounding and an inset's
// intersections, so 1e-9 is generous, and a real gap that small cannot be drawn.
const seamTolerance = 1e-9

// coneTolerance is the sine of the angle by which a direction may leave the
// directions allowed at a vertex on a seam. It admits the face's own normal
// after rounding and rotation.
const coneTolerance = 1e-7

// outlineTolerance is the distance, as a fraction of an outline's extent, below
// which vertices repeat and the middle one of three is collinear.
const outlineTolerance = 1e-12

// insetTolerance is how close, as a fraction of the radius, a radius must be to
// the collapse of an outline to be taken for the collapse itself: 16/2 after a
// few roundings must still give the segment in the middle of a 16-high box.
const insetTolerance = 1e-9

// collapseMargin is the fraction by which the radius is reduced where a concave
// outline would collapse to a path: its inner polygon then keeps a width that
// the decomposition can work with, and the rounded outline changes by about a
// millionth of the radius at its corners and nowhere else.
const collapseMargin = 1e-6

// leastArea is the area up to which a region counts as having none: its
// reciprocal, which places the centroid, is still a finite number with room
// for coordinates to be multiplied in.
const leastArea = 0x1p-960

// oppositeTolerance is how near to -1 the cosine between two edges' normals must
// be for the edges to count as opposite, so that they have no common corner: an
// angle of a millionth, whose mitre would reach a million radii.
const oppositeTolerance = 1e-12

// parallelTolerance is the sine below which two lines are parallel, so that
// their crossing is noise.
const parallelTolerance = 1e-12

// doubleBack is how near to -1 the cosine of a turn must be for a path to count
// as turning back on itself, where its sign cannot tell convex from concave.
const doubleBack = 1e-9

// nodeTolerance is how many times an outline's own tolerance two crossings of
// moved edges and arcs may be apart and still be one: a crossing at a flat angle
// multiplies rounding.
const nodeTolerance = 64

// farthest bounds the coordinates that queries compute with: the square of a
// greater one could overflow. Constructors allow far less; this is for poses and
// points that no constructor has seen.
const farthest = 1e100
