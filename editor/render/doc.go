// Package render draws a level, a camera and overlays into pixels, in plain Go. The window's canvas, the command line
// and the tests share it.
//
// A [Scene] is in level space (pixels of the level, y down); a [Camera] maps it to picture pixels. Lengths of handles,
// strokes and labels are in units of the screen, multiplied by [Scene.Scale], so that they look the same at every zoom
// and stay sharp on high-density displays.
//
// # From a scene to a picture
//
// A [Renderer] culls the items and turns the rest into display lists of edges, one run of items per core; then it
// blends the lists into the picture on all cores, one band of rows at a time. The picture does not depend on the number
// of cores or bands. Coverage is exact to 1/256 of a pixel; areas are filled by the non-zero rule. [WriteSVG] paints
// the same scene through the same code into a file.
//
// Items smaller than 3 units of the screen are drawn as dots, smaller than 6 as boxes. If a scene has 1000 contacts
// without overlap or more, each is drawn as a small square.
//
// # In a window
//
// The window keeps one Renderer and one tightly packed picture of its size in pixels, sets the camera's Width and
// Height to that size and Scale to pixels per unit, and calls [Renderer.Draw] when anything changed. It draws thousands
// of items in a few milliseconds, fast enough for most gestures. For the others, [Renderer.DrawBase] and
// [Renderer.DrawTop] cache the part that does not move; see [Renderer].
//
// A scene only needs the items in view: a caller with an index, such as a collision world's QueryBox, can save culling
// the others, about 35 ns each.
package render
