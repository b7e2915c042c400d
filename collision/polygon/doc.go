// Package polygon handles outlines with holes. It validates them ([Validate]), splits them into convex parts
// ([DecomposeRegion]), moves them inward ([InsetRegion]), rounds them ([RoundRegion]), and computes their boundaries as
// edges and arcs, with the exact mass. A [Path] moves a body along such edges and arcs. Loops are lists of points: the
// first is the outer outline, the others are holes. Either winding is accepted; in results the outer loop has positive
// area and holes have negative area.
//
// It also has exact operations on areas: union, intersection, difference, symmetric difference, and offset (grow and
// shrink). A [Region] is a set of outlines with holes. Edges of operands may touch, coincide or cross. The rest of this
// page is about these operations.
//
//	common, err := polygon.Intersect(a, b)
//
// The functions return results that the caller owns. For work in every frame, a [Clipper] does the same in memory that
// it reuses.
//
// # Frames and units
//
// Lengths have the unit of package collision: pixels in the editor. All regions of one operation are in one frame.
// Nothing depends on which way y points.
//
// # Results
//
// Each outline of a result has the form that [Validate] expects: the first loop is the outer one and has positive area,
// the others are its holes and have negative area. Every loop is a simple polygon that begins at its leftmost point (of
// several, the one with the smallest y), does not repeat the first point at its end, and has no point in the middle of
// a straight edge, unless [Clipper.KeepStraight] is set. Outlines are in the order of their first points, and so are
// the holes of an outline. So equal areas give equal results, regardless of the order of the operands.
//
// Parts of a region that meet only at a point become separate outlines. A hole that meets its outer loop, or another
// hole, at a point stays a hole: the loops touch there. No two loops share more than single points. [Validate] accepts
// every outline whose loops do not touch; [Detach] cuts the others so that none do.
//
// # Precision
//
// Points are computed on a grid of 2^-24 units (6e-8), in which whole numbers, halves and other multiples of a power of
// two are exact. Points closer to each other than four steps (2.4e-7) become one, and an edge that passes a point
// within that distance goes through it. So shapes that touch up to rounding leave no slivers and no cracks. Input
// points come out exactly as they went in, on the grid or not. Only intersections are new points; they are within one
// step of both edges. Loops of a result either touch or are at least a step apart. If there is too much detail within a
// few steps to resolve, such as a scribble of a hundred lines, the merging distance grows.
//
// Coordinates may be up to [MaxRegionCoordinate].
//
// The same input gives the same bytes on every processor.
//
// # Which points are inside
//
// An operation fills the points with a nonzero winding number, after each outer loop was given positive area and each
// hole negative area. So the outlines of one region may overlap. [Fill], with a [FillRule], builds a region from loops
// that cross themselves, or that are not sorted into outlines and holes.
//
// # Cost
//
// An operation on n edges takes time proportional to n log n and to the number of places where edges meet. With
// millions of such places it fails with [ErrTooIntricate]. For edges outside the other region's box, Intersect only
// checks on which side they are, so the cost of a small shape and a large terrain depends on the edges near both. For
// convex polygons there is [Clipper.Convex].
//
// # Method
//
// All edges are cut where they meet, until they meet only at their ends. This is iterated snap rounding (D. Halperin
// and E. Packer, "Iterated snap rounding", 2002), with the tolerance above in place of half a pixel. Since a cut
// replaces an edge by a path with the same ends, closed loops stay closed. So each face has a well-defined winding
// number, found by going around the points of each connected part. An edge is kept if one of its sides is inside and
// the other is not.
//
// # Errors
//
// A coordinate that is not finite, or is too large, gives a [*PointError] that identifies it. Nothing panics.
package polygon
