package main

import (
	"context"
	"errors"
	"time"

	"fillet/export"
	"fillet/importers"
)

// appID identifies the program to the desktop and for its preferences.
const appID = "io.github.fillet.editor"

// emptyFlag makes the window open on its start page, without changing which levels the next start opens.
const emptyFlag = "empty"

// windowOptions holds the options of the window.
type windowOptions struct {
	Context   context.Context // done when the program is told to end
	Files     []string        // files to open or import
	Empty     bool            // do not open the levels of the last session
	Importers *importers.Registry
	Exporters *export.Registry
	Frame     func(took time.Duration) // called for each picture of the canvas; may be nil
}

// errNoWindow is returned by a binary that was built without the window.
var errNoWindow = errors.New("this build has no window. Build with cgo " +
	"(CGO_ENABLED=1 go build -o fillet ./cmd/editor, with a C compiler\nand the X11 and OpenGL headers; " +
	`"make run" installs them and opens it). The commands work without it: --help lists them`)
