// Package collision is exact 2D collision geometry for rounded convex shapes.
//
// Every shape is a convex polygon summed with a disc: one vertex is a circle
// (or a point), two are a capsule (or a segment), three or more are a polygon
// with round corners. Because there is one family there is one algorithm, and
// no matrix of shape pairs. A concave outline is a [Body] of several shapes,
// made by package polygon.
//
// # Frames and units
//
// Lengths have no unit here; the editor uses pixels. Angles are radians, and a
// positive angle turns +x toward +y, which is clockwise on a screen whose y
// axis points down. Nothing depends on which way y points. A shape's vertices
// are in its own frame; a [Transform] places it in the world. Every point and
// every vector that a query returns is in world space.
//
// # Winding
//
// Polygons are stored with positive signed area: the vertices turn +x toward
// +y, and the outward unit normal of the edge from vertex i to vertex i+1 is
// its direction turned by a quarter turn from +y toward +x. Any winding is
// accepted on input. A region's outer contour has positive area and its holes
// negative area on output, so that both the non-zero and the even-odd rule
// fill it.
//
// # Signs
//
// A manifold's normal points from A to B. Separations are negative where two
// shapes overlap, and the depth of an overlap is the length of the shortest
// translation that ends it. Contact points lie midway between the surfaces
// along the normal, as in Box2D, so that shapes deep in each other can have
// points outside of one or both of them.
// Shapes that touch count as overlapping: every test is closed.
//
// # Sources
//
// The separating axis test runs on the inner polygons, whose boundary is the
// shape's boundary moved in by the radius; the axis with the greatest
// separation carries the closest features, because it is the face of the
// Minkowski difference nearest to the origin (Gino van den Bergen, "Collision
// Detection in Interactive 3D Environments", 2003; Dirk Gregorius, "The
// Separating Axis Test between Convex Polyhedra", 2013). Contact points come
// from clipping the incident edge to the reference edge (Erin Catto, "Box2D").
// Convex parts follow Hertel and Mehlhorn ("Fast Triangulation of Simple
// Polygons", 1983).
//
// [Explain] tells all of this about a pair: the axes, the edges, and what is cut.
//
// # Motions
//
// How far something comes along a motion is a fraction of that motion: 0 is
// where it starts, 1 is all of it. That holds for a [Cast] and its motion, and
// for a [Ray] and its Dir, which may go on beyond 1. A [Motion] turns a shape as
// well; [CastMotion] follows it.
//
// # Queries of a world
//
// A [World] is asked about points, boxes, shapes, rays and casts with a [Query],
// which says what bodies it is about: the zero Query is about every solid one.
// Methods whose names begin with Append put what they find into the caller's
// buffer, and allocate nothing once it is large enough. Equal input gives equal
// output, to the last bit, whatever came before.
//
// # Moving a character
//
// A [Mover] collides and slides: it walks over slopes and steps, stands on ground
// and one-way platforms, rides on what moves, gives way to what pushes it, and says
// what it met. [Mover.Step] keeps its velocity, [Mover.Move] leaves that to the game.
//
// # Errors
//
// Constructors check their input and name what is wrong with it: see
// [ShapeError]. Queries cannot fail; finite input gives finite output, and what is asked with a NaN finds nothing. Nothing in the
// package panics, whatever the numbers, keys and settings are: NaN, infinite,
// huge, or unknown. The zero World and the zero Shape are fit for use. A
// function that a caller passes in may panic, and then that goes on to the
// caller. The package keeps no state of its own and does no input or output.
package collision
