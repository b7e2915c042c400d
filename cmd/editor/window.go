package main

import (
	"context"
	"errors"
	"time"

	"fillet/export"
	"fillet/importers"
)

// emptyFlag has the window begin with its start page, and leave alone which levels the next start opens.
const emptyFlag = "empty"

// windowOptions holds the options of the window.
type windowOptions struct {
	Context   context.Context // done when the program is told to end
	Files     []string        // to open or import
	Empty     bool            // the levels of the last time are not opened
	Importers *importers.Registry
	Exporters *export.Registry
	Frame     func(took time.Duration) // is told of each picture of a canvas; nil is nobody
}

// errNoWindow is the error of a binary that was built without the window.
var errNoWindow = errors.New(`this editor was built without its window: build it with cgo (CGO_ENABLED=1 go build -o fillet ./cmd/editor, with a C compiler
and the X11 and OpenGL headers; "make run" installs them and opens it). The commands work as they are: --help lists them`)
