// Package tiles reads and writes tile shapes: files named *.tiles.yaml that give the tiles of one tileset picture their collision shapes.
//
// A shape is one of a level file, or one of the [Presets] by name. Its frame is its tile's: the tile's upper left corner is the origin, x
// points right and y down, and a pixel of the picture is 1 by 1. It may reach over the tile's edges.
//
//	fillet_tiles: 1
//	image: terrain.png
//	tile: [16, 16]
//	margin: 0
//	spacing: 0
//	shapes:
//	  0: [full]
//	  1: [slope-45-right]
//	  2:
//	    - preset: platform
//	      tags: [wood]
//	  3:
//	    - kind: circle
//	      radius: 4
//	      position: [8, 8]
//	      role: trigger
//	  4: []
//
// A tile's number counts from 0, row by row from the upper left corner of the picture. A tile with an empty list has no shape, whatever else
// says that it has one.
package tiles
