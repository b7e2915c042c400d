// Package ui is Fillet's window. It wires widgets to an [editor.Session] and a [tool.Controller], and holds no level
// state itself. The playtest (play_*.go) turns keys and frames into a run's inputs and steps. Tile shapes (tile_*.go)
// are edited on the tileset's grid with the level's tools.
package ui
