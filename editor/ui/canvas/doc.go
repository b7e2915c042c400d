// Package canvas shows the level: the view that turns pointer input into tool events, the rulers and the minimap around
// it, and the level previews in dialogs.
package canvas
