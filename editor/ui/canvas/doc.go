// Package canvas shows the level. It has the view that turns pointer input into tool events, the rulers and the minimap
// around it, and the level previews in dialogs.
//
// # Drawing
//
// Package render draws the level into one picture. stage.go keeps an item for each collider and rebuilds the items
// whose record or state has changed. base.go keeps the base: the picture of everything that the current gesture does
// not change. From frame to frame the base is reused, patched where something changed, shifted by whole pixels, or
// redrawn. Random tests compare each case with a picture drawn from scratch. Positions are rounded to whole pixels with
// halves upward, so that grid and frames move together.
//
// Imported pictures come from importers ([overlay.Pictures]), the level's own pictures from its settings. Characters
// that the program's fonts lack are looked up in the system's fonts in the background (glyphs.go).
package canvas
