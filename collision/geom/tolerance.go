package geom

// MaxCoordinate is the greatest magnitude of a coordinate or of a radius that
// constructors accept and that a [World] places. Products of two such numbers
// keep a relative precision of 1e-16, and a coordinate at the limit still
// resolves 1e-7, far below a pixel.
const MaxCoordinate = 1e9

// HullTolerance is the distance, as a fraction of the point set's extent, at
// which NewShape takes a point for lying on the hull's edge, or two points for one.
// Four decimal digits above rounding: a normal from an edge this short is still
// meaningful to 1e-4.
const HullTolerance = 1e-12

// LeastExtent is the distance, in units of length, at which two points are one
// whatever the scale: a smaller shape would vanish in the rounding of any place
// but the origin.
const LeastExtent = 1e-13

// CoordinateRounding bounds the rounding error of one coordinate as a fraction
// of the largest magnitude: a few units in the last place.
const CoordinateRounding = 4e-16

// RotationTolerance is the departure of |rotation|² from 1 up to which one
// Newton step renormalises it to full precision: poses that were stored as
// float32 are off by 1e-7 at most.
const RotationTolerance = 1e-6

// LeastArea is the area up to which a region counts as having none: its
// reciprocal, which places the centroid, is still a finite number with room
// for coordinates to be multiplied in.
const LeastArea = 0x1p-960

// ParallelTolerance is the sine below which two lines are parallel, so that
// their crossing is noise.
const ParallelTolerance = 1e-12

// Farthest bounds the coordinates that queries compute with: the square of a
// greater one could overflow. Constructors allow far less; this is for poses and
// points that no constructor has seen.
const Farthest = 1e100
