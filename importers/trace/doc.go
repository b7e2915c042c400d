// Package trace turns pictures into outlines: what is solid in a picture, by its alpha or by how much it differs from a
// background, becomes polygons with holes.
//
// [Contours] walks the border of the solid part by marching squares over the pixels' middles, with the crossing points put
// where the picture's own soft edge has them (Lorensen and Cline, "Marching Cubes", 1987, in the plane). Where both pixels
// are fully solid and fully empty the border is the pixels' own, corner for corner, so a hard-edged sprite comes out
// exactly. [Contour.Outlines] then leaves out vertices as long as no point of the border comes to lie further from the
// outline than a tolerance (Douglas and Peucker, 1973, and once more from vertex to vertex).
//
// The frame is the picture's: the top left corner of its first pixel is the origin, x points right and y down, and a pixel
// is 1 by 1. Outlines run clockwise on the screen, holes the other way. They neither cross nor touch, themselves or one
// another.
package trace
