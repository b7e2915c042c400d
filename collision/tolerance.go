package collision

// MaxCoordinate is the greatest magnitude of a coordinate or of a radius that
// constructors accept and that a [World] places. Products of two such numbers
// keep a relative precision of 1e-16, and a coordinate at the limit still
// resolves 1e-7, far below a pixel.
const MaxCoordinate = 1e9

// hullTolerance is the distance, as a fraction of the point set's extent,
// within which NewShape treats a point as on the hull's edge, or two points as
// one. It is four decimal digits above rounding: a normal from an edge this
// short is still meaningful to 1e-4.
const hullTolerance = 1e-12

// leastExtent is the distance, in units of length, within which two points are
// one at any scale: a smaller shape would vanish in rounding anywhere but at
// the origin.
const leastExtent = 1e-13

// CoordinateRounding bounds the rounding error of one coordinate as a fraction
// of the largest magnitude: a few units in the last place.
const CoordinateRounding = 4e-16

// rotationTolerance is the departure of |rotation|² from 1 up to which one
// Newton step renormalizes it to full precision: transforms stored as float32
// are off by at most 1e-7.
const rotationTolerance = 1e-6

// leastArea is the area up to which a region counts as empty: its reciprocal,
// which places the centroid, is still finite and leaves room for a product with
// coordinates.
const leastArea = 0x1p-960

// ParallelTolerance is the sine below which two lines are parallel, so that
// their intersection is noise.
const ParallelTolerance = 1e-12

// farthest bounds the coordinates that queries compute with: the square of a
// greater one could overflow. Constructors allow far less; this is for
// transforms and points that no constructor has checked.
const farthest = 1e100

// DefaultSlop is the separation up to which a new [World] reports a pair as
// touching. Editors snap to whole or half pixels, and an angle converted to
// degrees and back is off by about 1e-12. A fiftieth of a 0.25-pixel error
// covers both and stays invisible.
const DefaultSlop = 0.005

// DefaultSkin is how far an obstacle may stick into the way of a [Mover]
// without stopping it. Tiles placed by other programs miss each other by up to
// a twentieth of a pixel; a ledge of a tenth is a step.
const DefaultSkin = 0.051

// The playtest treats two surfaces as one if they miss each other by at most
// SeamMiss pixels, along them and across, and their normals are at most half a
// degree apart, of which SeamCosine is the cosine.
const (
	SeamMiss   = 0.05
	SeamCosine = 0.99996
)

// sideBias is how much greater, as a fraction of both shapes' size, the
// separation on B's axes must be for B's edge to become the reference. Boxes
// stacked face to face tie exactly; without a bias, rounding noise would choose
// the side. It is a hundred times rounding, and a hundredth of the 1e-9
// promised for the depth.
const sideBias = 1e-11

// featureTolerance is the distance, as a fraction of both shapes' size, below
// which two vertices coincide: the direction between them is then noise, and
// the edge's normal is used instead.
const featureTolerance = 1e-12

// seamTolerance is the distance, as a fraction of a compound body's extent,
// within which edges or vertices of two of its pieces coincide. Pieces come
// from one outline and share its coordinates up to rounding and the
// intersections of an inset, so 1e-9 is generous, and no real gap that small
// can be drawn.
const seamTolerance = 1e-9

// coneTolerance is the sine of the angle by which a direction may leave the
// directions allowed at a vertex on a seam. It admits the edge's own normal
// after rounding and rotation.
const coneTolerance = 1e-7
