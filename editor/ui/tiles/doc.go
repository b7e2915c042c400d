// Package tiles is the window's view of tile shapes: a tileset as a grid of tiles, the chosen tile large with the tools of the level, presets,
// and what the shapes make of the open level.
package tiles
