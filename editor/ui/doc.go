// Package ui is Fillet's window: the only package that imports Fyne. It wires widgets to an [editor.Session] and a
// [tool.Controller], and keeps no state of the level of its own. The playtest (play_*.go) turns keys and frames into a run's
// inputs and steps. Tile shapes (tile_*.go) are edited on the tileset's grid, with the tools of the level.
package ui
