package main

import "fillet/editor/level"

// relateSources makes the files that colliders were imported from relative to the folder of the output. In an imported
// document they are the path of the input itself, in a level that was read they are relative to the input's folder. All
// stay as they are when either side is a standard stream, which has no folder.
func relateSources(doc *level.Document, in, out string) error {
	if in == "-" || out == "-" {
		return nil
	}
	return doc.MapSources(func(file string) string { return level.RelativeSource(level.AbsoluteSource(file, in), out) })
}
