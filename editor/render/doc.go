// Package render turns a level, a camera and overlays into pixels, in plain Go: the window's canvas, the command line
// and the tests share it.
//
// A [Scene] is in level space (pixels of the level, y down); a [Camera] maps it to picture pixels. Lengths of handles,
// strokes and labels are in picture units times [Scene.Scale], so that they look alike at every zoom and stay sharp
// on displays with more pixels to the unit.
//
// # From a scene to a picture
//
// A [Renderer] culls the items and turns what is left into a display list of edges, a run of items a core; then it blends
// the list into the picture, a band of rows at a time, on all cores. Neither the number of cores nor that of bands changes
// a bit of the picture. Coverage is exact to 1/256 of a pixel; areas are filled by the non-zero rule. [WriteSVG] paints the
// same scene through the same code into a file.
//
// Items smaller than 3 units of the screen are dots, smaller than 6 boxes. More than a few hundred contacts in view, or
// any number when zoomed far out, are dots as well, but for those with emphasis.
//
// # In a window
//
// The window keeps one Renderer and one tightly packed picture of the size that it is asked for, in pixels, sets the
// camera's Width and Height to that size and Scale to pixels a unit, and calls [Renderer.Draw] when anything changed. It
// draws thousands of items in a few milliseconds, so most gestures need no more. Where they do, see [Renderer] for how
// [Renderer.DrawBase] and [Renderer.DrawTop] keep what rests.
//
// Items in view are all that need to be in the scene: a caller with an index of its own, such as a collision world's
// QueryBox, saves the cull of the others, about 35 ns each.
package render
