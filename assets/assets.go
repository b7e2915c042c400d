// Package assets embeds the program's icons, its sample levels and the JSON Schemas of its files. In a browser, which
// has no system fonts to query, a [FontSet] loads fonts for other scripts.
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

// Icon returns the SVG icon with the name, or nil if there is none. It is drawn in "currentColor" on an 18 by 18 grid.
func Icon(name string) []byte {
	b, _ := icons.ReadFile("icons/" + name + ".svg") // nil if there is an error
	return b
}

// Starter returns the small project that is copied to create a new one.
func Starter() fs.FS { return folder(starter, "starter") }

// SampleProject returns a project that demonstrates the features.
func SampleProject() fs.FS { return folder(samples, "samples/depths") }

// folder returns a folder of embedded files.
func folder(files embed.FS, name string) fs.FS {
	sub, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // the folder is embedded
	}
	return sub
}

// Card returns a level that serves as the preview of a sample folder, or nil if there is none.
func Card(name string) []byte {
	b, _ := cards.ReadFile("cards/" + name + ".level.yaml") // nil if there is an error
	return b
}

// Samples returns the folder of sample levels.
func Samples() fs.FS { return folder(samples, "samples") }
