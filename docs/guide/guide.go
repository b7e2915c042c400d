// Package guide holds the user guide, which the window's Help also shows.
package guide

import "embed"

//go:embed *.md
var chapters embed.FS

// Chapter returns the Markdown of a chapter, such as "drawing", or nil if there is none.
func Chapter(name string) []byte { return read(chapters, name+".md") }

func read(files embed.FS, name string) []byte {
	b, err := files.ReadFile(name)
	if err != nil {
		return nil
	}
	return b
}

// Chapters returns the names of the chapters in reading order.
func Chapters() []string {
	return []string{
		"first-minutes", "drawing", "placing", "inspector", "rounding", "many-at-once", "contacts",
		"why-they-touch", "playing", "importing", "tile-shapes", "changed-file", "exporting", "branches", "projects",
		"prefabs", "outline", "open-levels", "browser", "panels-and-keys",
	}
}
