// Package render turns a level, a camera and overlays into pixels, in plain Go: the window's canvas, the command line
// and the tests share it.
//
// A [Scene] is in level space (pixels of the level, y down); a [Camera] maps it to picture pixels. Lengths of handles,
// strokes and labels are in picture units times [Scene.Scale], so that they look alike at every zoom and stay sharp
// on displays with more pixels to the unit.
package render
