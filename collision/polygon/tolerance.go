package polygon

// outlineTolerance is the distance, as a fraction of an outline's extent, below which two vertices coincide, and below
// which the middle one of three vertices is collinear.
const outlineTolerance = 1e-12

// collapseMargin is the fraction by which the radius is reduced where a concave outline would collapse to a path: its
// inner polygon then stays wide enough to decompose, and the rounded outline changes by about a millionth of the
// radius, only at its corners.
const collapseMargin = 1e-6

// doubleBack is how near to -1 the cosine of a turn must be for a path to count as turning back on itself, where the
// turn's sign cannot tell convex from concave.
const doubleBack = 1e-9

// nodeTolerance is the distance, as a multiple of an outline's own tolerance, within which two intersections of moved
// edges and arcs coincide: an intersection at a flat angle amplifies rounding errors.
const nodeTolerance = 64
