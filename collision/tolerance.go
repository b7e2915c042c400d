package collision

// MaxCoordinate is the greatest magnitude of a coordinate or of a radius that constructors accept and that a [World]
// places. Products of two such numbers keep a relative precision of 1e-16, and a coordinate at the limit still resolves
// 1e-7, far below a pixel.
const MaxCoordinate = 1e9

// hullTolerance is the distance, as a fraction of the point set's extent, within which NewShape treats a point as lying
// on the hull's edge, or two points as equal. It is four decimal digits above rounding, so the normal of an edge this
// short is accurate to 1e-4.
const hullTolerance = 1e-12

// minExtent is the distance, in units of length, within which two points are equal at any scale: a smaller shape
// would vanish in rounding anywhere but at the origin.
const minExtent = 1e-13

// CoordinateRounding bounds the rounding error of one coordinate as a fraction
// of the largest magnitude: a few units in the last place.
const CoordinateRounding = 4e-16

// rotationTolerance is the greatest difference of |rotation|² from 1 that one Newton step corrects to full precision.
// Transforms stored as float32 are off by at most 1e-7.
const rotationTolerance = 1e-6

// emptyArea is the greatest area that counts as empty. The reciprocal of a larger area, which places the centroid, is
// finite even when multiplied by coordinates.
const emptyArea = 0x1p-960

// ParallelTolerance is the sine below which two lines are parallel, so that their intersection is noise.
const ParallelTolerance = 1e-12

// farthest bounds the coordinates that queries compute with: the square of a greater one could overflow. Constructors
// allow far less; this bound is for unchecked transforms and points.
const farthest = 1e100

// DefaultSlop is the separation up to which a new [World] reports a pair as touching. Editors snap to whole or half
// pixels, and an angle converted to degrees and back is off by about 1e-12. A fiftieth of a quarter pixel covers both
// and stays invisible.
const DefaultSlop = 0.005

// DefaultSkin is how far an obstacle may stick into the way of a [Mover] without stopping it. Tiles placed by other
// programs are misaligned by up to a twentieth of a pixel; a ledge of a tenth is a step.
const DefaultSkin = 0.051

// SeamMiss and SeamCosine decide which surfaces the playtest treats as one: surfaces that miss each other by at most
// SeamMiss pixels, along them and across, and whose normals are at most half a degree apart. SeamCosine is the cosine
// of that angle.
const (
	SeamMiss   = 0.05
	SeamCosine = 0.99996
)

// sideBias is how much greater, as a fraction of both shapes' size, the separation on B's axes must be for B's edge to
// become the reference. Boxes stacked face to face tie exactly; without a bias, rounding noise would choose the side.
// It is a hundred times the rounding error, and a hundredth of the 1e-9 guaranteed for the depth.
const sideBias = 1e-11

// featureTolerance is the distance, as a fraction of both shapes' size, below which two vertices coincide. The
// direction between them is then noise, so the edge's normal is used instead.
const featureTolerance = 1e-12

// seamTolerance is the distance, as a fraction of a compound body's extent, within which edges or vertices of two of
// its pieces coincide. Pieces come from one outline and share its coordinates up to rounding and the intersections of
// an inset, so 1e-9 is generous, and nobody can draw a real gap that small.
const seamTolerance = 1e-9

// coneTolerance is the sine of the angle by which a direction may be outside the directions allowed at a vertex on a
// seam. It admits the edge's own normal after rounding and rotation.
const coneTolerance = 1e-7
