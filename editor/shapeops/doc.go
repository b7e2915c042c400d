// Package shapeops makes shapes out of shapes: union, difference, intersection, cuts along a line, grown and shrunk outlines, fewer or
// smoother points, joined chains, the outline of a stroke, and other kinds of shape.
//
//	made, err := shapeops.Subtract(floor, []shapeops.Placed{pit})
//
// # Frames and units
//
// What is given is placed in the level (Placed), in pixels. Results stand in the frame of the shape that is worked on, the first one
// where there are several, so a turned box stays in its own frame and its corners where they were, to the last bit. Each result has its
// own middle as its origin; Made says where that is.
//
// # Rounded shapes
//
// A shape takes part as what it looks like: round corners, circles and thick chains as arcs, which become chords that stay within
// Tolerance of them. Where an outline of the result is what one of the shapes was, it is that shape, of its kind. Where it can be had
// by rounding an outline by a radius that one of the shapes has, it is that outline with that radius. In the others stretches of arcs
// and curves of the shapes are edges bent in that way (curves.go); only what comes of thick chains, and of cubics that grow, has chords.
//
// # Errors
//
// A shape without an area, as a chain without thickness, is a *NoAreaError. ErrNothingLeft says that a result is empty. What is too
// intricate is an error of package region. Nothing panics, whatever the shapes.
package shapeops
