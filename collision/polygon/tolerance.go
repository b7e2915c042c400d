package polygon

// outlineTolerance is the distance, as a fraction of an outline's extent, below
// which two vertices coincide and the middle one of three is collinear.
const outlineTolerance = 1e-12

// collapseMargin is the fraction by which the radius is reduced where a concave
// outline would collapse to a path: its inner polygon then keeps a width that
// the decomposition can work with, and the rounded outline changes by about a
// millionth of the radius at its corners and nowhere else.
const collapseMargin = 1e-6

// doubleBack is how near to -1 the cosine of a turn must be for a path to count
// as turning back on itself, where the turn's sign cannot tell convex from
// concave.
const doubleBack = 1e-9

// nodeTolerance is the distance, as a multiple of an outline's own tolerance,
// within which two intersections of moved edges and arcs are one: an
// intersection at a flat angle multiplies rounding.
const nodeTolerance = 64
