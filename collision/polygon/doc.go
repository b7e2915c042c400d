// Package polygon is about outlines with holes. It checks them ([Validate]),
// splits them into convex parts ([DecomposeRegion]), moves them inward
// ([InsetRegion]), rounds them ([RoundRegion]), and returns boundaries of edges
// and arcs with their exact mass. A [Path] moves a body along such edges and arcs.
// Loops are lists of points: the first is the outer outline, the others are
// holes. Any winding is accepted; results have positive area outside and holes
// negative area.
//
// It also has the exact operations on areas: union, intersection, difference,
// symmetric difference, and offset (grow and shrink). A [Region] is a set of
// outlines with holes; edges that touch, coincide or cross are all allowed in
// what is given. The rest of this page is about these.
//
//	common, err := polygon.Intersect(a, b)
//
// The functions return results of their own. A [Clipper] does the same in
// memory that it keeps, for what is done in every frame.
//
// # Frames and units
//
// Lengths have the unit of package collision: pixels in the editor. All regions
// of one operation are in one frame. Nothing depends on which way y points.
//
// # What comes out
//
// Each outline of a result is as [Validate] takes it: the first loop is
// the outer one and has positive area, the others are its holes and have
// negative area. Every loop is a simple polygon that begins at its leftmost
// point (of several, the one with the least y), does not repeat the first point
// at its end, and has no point in the middle of a straight edge, unless
// [Clipper.KeepStraight] is set. Outlines stand in the order of their first
// points, and so do the holes of an outline. So equal areas give equal results,
// whatever the order of the operands.
//
// Parts of a region that meet at a point only become outlines of their own. A
// hole that meets its outer loop, or another hole, at a point stays a hole: the
// loops touch there. No two loops have more than single points in common.
// [Validate] accepts every outline whose loops do not touch; [Detach] cuts
// the others so that none do.
//
// # Precision
//
// Points are computed on a grid of 2^-24 units (6e-8), in which whole numbers,
// halves and other multiples of a power of two are exact. What is nearer than
// four steps of it (2.4e-7) is one: points become one point, and an edge that
// passes a point so closely goes through it. So shapes that touch but for
// rounding leave no slivers and no cracks. Points of the input come out exactly
// as they went in, on the grid or not, and only crossings are new points; they
// lie on both edges to within one step. Loops of a result are at least a step
// apart where they do not touch. Where there is more detail within a few steps
// than can be told apart, such as a scribble of a hundred lines, nearness counts
// from farther away until there is not.
//
// Coordinates may be up to [MaxRegionCoordinate].
//
// The same input gives the same bytes on every processor.
//
// # Which points are inside
//
// An operation fills the points around which the loops of a region turn a number
// of times that is not zero, after each outer loop was given positive area and
// each hole negative. So outlines of one region may overlap each other. Loops
// that cross themselves, or come without knowing which are holes, become a
// region by [Fill] with a [FillRule].
//
// # Cost
//
// An operation on n edges takes time in proportion to n log n and to the number
// of places where edges meet. Where there are millions of those it is refused
// with [ErrTooIntricate]. Of edges outside of the other region's box Intersect
// does nothing but look on which side they are, so a small shape and a large
// terrain cost what is near both. For convex polygons there is [Clipper.Convex].
//
// # Method
//
// All edges are cut where they meet, until none meet but at their ends. That is
// iterated snap rounding (D. Halperin and E. Packer, "Iterated snap rounding",
// 2002), with the tolerance above in place of half a pixel. Since a cut replaces
// an edge by a path with the same ends, closed loops stay closed, so the number
// of turns around each face is well defined, and is found by going around the
// points of each connected part. An edge is kept where one of its sides is
// inside and the other is not.
//
// # Errors
//
// A coordinate that is not finite, or too large, is a [*PointError] that says
// which. Nothing panics.
package polygon
