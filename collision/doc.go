// Package collision implements exact 2D collision detection for rounded convex shapes.
//
// Every shape is the Minkowski sum of a convex polygon and a disc: one vertex makes a circle (or a point), two make a
// capsule (or a segment), three or more make a polygon with round corners. Since all shapes belong to one family, one
// algorithm handles every pair. A concave outline becomes a [Body] of several shapes; package polygon decomposes it.
//
// # Frames and units
//
// Lengths have no unit here; the editor uses pixels. Angles are in radians, and a positive angle turns +x toward +y,
// which is clockwise on a screen whose y axis points down. Nothing depends on which way y points. A shape's vertices
// are in its own frame; a [Transform] places it in the world. Every point and vector that a query returns is in world
// space.
//
// # Winding
//
// Polygons are stored with positive signed area: the vertices turn +x toward +y, and the outward unit normal of the
// edge from vertex i to vertex i+1 is the edge's direction rotated by a quarter turn from +y toward +x. Input may have
// either winding. On output, a region's outer contour has positive area and its holes have negative area, so that both
// the non-zero and the even-odd rule fill it.
//
// # Signs
//
// A manifold's normal points from A to B. Separations are negative if two shapes overlap, and the depth of an overlap
// is the length of the shortest translation that ends it. Contact points are midway between the surfaces along the
// normal, as in Box2D, so points of a deep overlap can be outside one or both shapes. Shapes that touch count as
// overlapping: every test is closed.
//
// # Sources
//
// The separating axis test runs on the inner polygons, whose boundary is the shape's boundary moved in by the radius.
// The axis with the greatest separation carries the closest features, because it is the face of the Minkowski
// difference nearest to the origin (Gino van den Bergen, "Collision Detection in Interactive 3D Environments", 2003;
// Dirk Gregorius, "The Separating Axis Test between Convex Polyhedra", 2013). Contact points come from clipping the
// incident edge to the reference edge (Erin Catto, "Box2D"). Convex parts follow Hertel and Mehlhorn ("Fast
// Triangulation of Simple Polygons", 1983).
//
// [Explain] shows these steps for a pair: the axes, the edges, and the clipping.
//
// # Motions
//
// A position along a motion is a fraction of that motion: 0 is the start and 1 the end. This applies to a [Cast] and
// its motion, and to a [Ray] and its Dir, where the fraction may exceed 1. A [Motion] rotates a shape as well;
// [CastMotion] follows it.
//
// # World queries
//
// A [World] answers queries about points, boxes, shapes, rays and casts. A [Query] selects the bodies: the zero Query
// selects every solid one. Methods whose names begin with Append append their results to the caller's buffer, and
// allocate nothing once it is large enough. Equal input gives equal output, to the last bit, regardless of earlier
// calls.
//
// # Moving a character
//
// A [Mover] collides and slides: it walks over slopes and steps, stands on ground and one-way platforms, rides on
// moving bodies, gives way to bodies that push it, and reports what it hit. [Mover.Step] keeps its velocity;
// [Mover.Move] leaves that to the game.
//
// # Seams
//
// The convex pieces of one body share internal edges, seams, which the union does not have. No contact pushes across a
// seam, so a box that sinks into a floor of many pieces is pushed up and nowhere else. Seams depend on the shapes only.
// A world computes them when something first comes near the body, so most compounds of a large level never need them.
//
// # Errors
//
// Constructors validate their input and report what is wrong with it: see [ShapeError]. Queries cannot fail: finite
// input gives finite output, and a query with a NaN finds nothing. Nothing in the package panics, even if numbers are
// NaN, infinite or huge, or keys and settings are unknown. The zero World and the zero Shape are ready to use. A panic
// in a caller's callback propagates to the caller. The package has no global state and does no input or output.
package collision
