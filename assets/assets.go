// Package assets holds what the program ships inside itself: icons, sample levels, and the JSON Schemas of its files. A page in a
// browser, where there are no system fonts to ask, loads fonts of other scripts with a [FontSet].
package assets

import (
	"embed"
	"io/fs"
)

//go:embed icons/*.svg
var icons embed.FS

//go:embed samples
var samples embed.FS

//go:embed cards
var cards embed.FS

//go:embed starter
var starter embed.FS

// Icon is the SVG of that name, drawn with the colour "currentColor" on a field of 18 by 18, or nil where there is none.
func Icon(name string) []byte {
	b, err := icons.ReadFile("icons/" + name + ".svg")
	if err != nil {
		return nil
	}
	return b
}

// Starter is a small project, with which a new one begins.
func Starter() fs.FS {
	sub, err := fs.Sub(starter, "starter")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}

// SampleProject is a project that shows what one can have.
func SampleProject() fs.FS {
	sub, err := fs.Sub(samples, "samples/depths")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}

// Card is a level that looks like a sample that is a folder of files, for a picture of it; nil where there is none.
func Card(name string) []byte {
	b, err := cards.ReadFile("cards/" + name + ".level.yaml")
	if err != nil {
		return nil
	}
	return b
}

// Samples is the folder of sample levels.
func Samples() fs.FS {
	sub, err := fs.Sub(samples, "samples")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}
