// Package geom is the plane: vectors, rotations, poses and boxes, a curve
// that fills a box, and a sine, cosine and arctangent whose results are the same
// on every processor.
//
// Lengths have no unit. Angles are radians, and a positive angle turns +x toward
// +y. Package collision gives its types and functions under the same names, so
// games need not import this package.
package geom
