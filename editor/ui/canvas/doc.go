// Package canvas shows the level: the view that turns pointer input into tool events, the rulers and the minimap around
// it, and the level previews in dialogs.
//
// # Drawing
//
// Package render draws the level into one picture. stage.go keeps an item for each collider and renews those whose
// record or state changed. base.go keeps the base: the picture of all that the current gesture does not change.
// Between frames the base is kept, repaired where something changed, shifted by whole pixels, or drawn again; random
// tests compare each way with a picture drawn from scratch. Places on whole pixels are rounded halves upward, so that
// grid and frames move together.
//
// Imported pictures come from importers ([overlay.Pictures]), the level's own from its settings. A character that the
// fonts of the program lack is looked up among the system's fonts in the background (glyphs.go).
package canvas
