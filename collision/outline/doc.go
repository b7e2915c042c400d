// Package outline is about outlines with holes: it checks them, splits them into
// convex parts, moves them inward, rounds them, and returns boundaries of edges
// and arcs with their exact mass. It knows no shapes and no contacts.
//
// A region is a list of loops: the first is its outer outline, the others are
// holes. Any winding is accepted; results have positive area outside and holes
// negative area. Package collision gives the types and functions that games use
// under names of its own.
package outline
