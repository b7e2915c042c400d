// Package polygon is about outlines with holes: it checks them, splits them into
// convex parts, moves them inward, rounds them, and returns boundaries of edges
// and arcs with their exact mass. A [Path] moves a body along such edges and arcs.
//
// A region is a list of loops: the first is its outer outline, the others are
// holes. Any winding is accepted; results have positive area outside and holes
// negative area.
package polygon
