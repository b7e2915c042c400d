package collision

import (
	"iter"

	"fillet/collision/geom"
	"fillet/collision/outline"
	"fillet/collision/paths"
)

// Vectors, poses and boxes are those of package geom.
type (
	Vec       = geom.Vec       // a point or a vector
	Rot       = geom.Rot       // a rotation, as its cosine and sine
	Transform = geom.Transform // a rotation, then a translation
	AABB      = geom.AABB      // an axis-aligned box
)

// Outlines with holes, their boundaries and what can be wrong with them are
// those of package outline.
type (
	OutlineError     = outline.Error     // what is wrong with an outline, and where
	OutlineErrorKind = outline.ErrorKind // what is wrong with it
	Rounding         = outline.Rounding  // which way corners become round
	Contour          = outline.Contour   // a closed path of edges and arcs
	Segment          = outline.Segment   // an edge or an arc of a contour
	Mass             = outline.Mass      // area, centroid and moment of inertia
)

// Paths of bodies that are moved are those of package paths.
type (
	Path        = paths.Path    // a way, and how a body goes along it
	PathPiece   = paths.Piece   // a line or an arc of a way
	PathOptions = paths.Options // how a way is gone
	PathState   = paths.State   // where the body is, how it is turned, how fast it is
	PathEase    = paths.Ease    // how it starts and stops
	PathLoop    = paths.Loop    // what follows the end of the way
)

// The eases and loops of paths.
const (
	LinearEase   = paths.Linear       // at one speed from stop to stop
	SmoothEase   = paths.Smooth       // (1 - cos πf) / 2 of the way after the fraction f of the time
	BackAndForth = paths.BackAndForth // the same way back, and so on
	AroundAgain  = paths.Around       // it begins again
	OnceOnly     = paths.Once         // it stays at the end
)

// What can be wrong with an outline, or with a radius for it.
const (
	TooFewPoints   = outline.TooFewPoints   // fewer than three points
	NotFinite      = outline.NotFinite      // a coordinate or the radius is NaN or infinite
	TooLarge       = outline.TooLarge       // a coordinate lies beyond MaxCoordinate
	Duplicate      = outline.Duplicate      // two neighbouring points coincide
	Degenerate     = outline.Degenerate     // all points lie on one line
	SelfCrossing   = outline.SelfCrossing   // two edges cross
	SelfTouching   = outline.SelfTouching   // an edge touches another away from their common end
	HoleOutside    = outline.HoleOutside    // a hole is not inside the outer outline, or is inside another hole
	RadiusTooLarge = outline.RadiusTooLarge // the outline is too narrow for the radius
	NegativeRadius = outline.NegativeRadius // the radius is below 0
)

// The roundings.
const (
	RoundInset  = outline.RoundInset  // the region keeps its size, and its convex corners are cut
	RoundOutset = outline.RoundOutset // the region grows by the radius on every side
)

// MaxCoordinate is the greatest magnitude of a coordinate or of a radius that
// constructors accept and that a [World] places.
const MaxCoordinate = geom.MaxCoordinate

// SegmentDistance returns p's distance from the segment a b.
func SegmentDistance(p, a, b Vec) float64 { return geom.SegmentDistance(p, a, b) }

// NewPath makes a path for a body that stands at from when it is at the start of the way, which is in the same space.
// [Path.At] says where it is after some seconds: a pure function, the same on every processor. Without pieces the body stays
// in its place and turns.
func NewPath(from Transform, way []PathPiece, o PathOptions) (*Path, error) {
	return paths.New(from, way, o)
}

// NewRot returns the rotation by an angle in radians. An angle that is not
// finite gives no rotation.
func NewRot(radians float64) Rot { return geom.NewRot(radians) }

// Identity returns the transform that changes nothing.
func Identity() Transform { return geom.Identity() }

// NewTransform returns the transform that turns by an angle in radians and then
// moves by p.
func NewTransform(p Vec, radians float64) Transform { return geom.NewTransform(p, radians) }

// EmptyAABB returns the box that contains nothing and that Union ignores.
func EmptyAABB() AABB { return geom.EmptyAABB() }

// BoundsOf returns the smallest box around the points, empty for no points.
func BoundsOf(points []Vec) AABB { return geom.BoundsOf(points) }

// Sincos returns the sine and cosine of an angle in radians, NaN for one that
// is not finite.
func Sincos(radians float64) (sin, cos float64) { return geom.Sincos(radians) }

// Cos returns the cosine of an angle in radians, as [Sincos] does.
func Cos(radians float64) float64 { return geom.Cos(radians) }

// Atan2 returns the angle of the vector (x, y) in radians, in [-π, π]: its
// cases, of zeros and what is not finite too, are those of [math.Atan2].
func Atan2(y, x float64) float64 { return geom.Atan2(y, x) }

// ValidateOutline checks a region: loops[0] is its outer outline, the rest are
// holes, each with any winding. Every loop must be a simple polygon, and loops
// must not meet. Points in the middle of a straight edge are allowed. The error
// is an [*OutlineError].
func ValidateOutline(loops [][]Vec) error { return outline.Validate(loops) }

// Decompose splits a simple polygon into convex parts, each with positive area
// and without flat vertices. A convex outline comes back as one part. Points in
// the middle of a straight edge are allowed and dropped. The error is an
// [*OutlineError].
func Decompose(points []Vec) ([][]Vec, error) { return outline.Decompose(points) }

// DecomposeRegion is Decompose for an outline with holes: loops[0] is the outer
// outline, the rest are holes. Any winding is accepted.
//
// Outlines whose edges are all parallel to the axes become rectangles, unless
// very many of them stand beside each other at heights of their own.
// Otherwise the region is triangulated, the triangles are improved until they
// are Delaunay, and edges between parts are removed wherever the union stays
// convex (Hertel and Mehlhorn 1983), which gives at most four times the least
// number of parts, and seldom more than half as many again.
func DecomposeRegion(loops [][]Vec) ([][]Vec, error) { return outline.DecomposeRegion(loops) }

// Inset returns the outline moved inward by r, with mitred corners: a parallel
// of every edge at distance r, as long as the edge lasts. Edges that shrink to
// nothing on the way are dropped. Where a convex outline has shrunk to a
// segment or a point the result has two points or one; [NewShape] makes a capsule or
// a circle of them. The result has positive area otherwise.
//
// The error is an [*OutlineError]; of kind [RadiusTooLarge] it carries the
// largest radius that fits, which is where the outline collapses or where two
// of its edges would meet and split it.
func Inset(points []Vec, r float64) ([]Vec, error) { return outline.Inset(points, r) }

// InsetRegion is Inset for an outline with holes, which grow. loops[0] is the
// outer outline. On output it has positive area and holes negative area.
func InsetRegion(loops [][]Vec, r float64) ([][]Vec, error) { return outline.InsetRegion(loops, r) }

// MaxInset returns the largest radius that Inset and [RoundRegion] accept for a
// region, and 0 for one that is not valid.
func MaxInset(loops [][]Vec) float64 { return outline.MaxInset(loops) }

// RegionMass returns the exact mass properties of the region inside contours,
// by Green's theorem along them. Outer contours have positive area and holes
// negative, as RoundRegion returns them, so rims that pieces share count once.
func RegionMass(boundary []Contour, density float64) Mass {
	return outline.RegionMass(boundary, density)
}

// BoundaryMass is [RegionMass] of segments that come one by one, in any order,
// and need not be kept. The order shows in the last bits only.
func BoundaryMass(boundary iter.Seq[Segment], density float64) Mass {
	return outline.BoundaryMass(boundary, density)
}
