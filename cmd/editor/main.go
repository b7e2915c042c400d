// Command editor is Fillet: the window for drawing the colliders of a level, and the command line that imports,
// exports, examines and pictures levels without one.
package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"fillet/export"
	"fillet/importers"
	"fillet/importers/godot"
	"fillet/importers/ldtk"
	"fillet/importers/ogmo"
	"fillet/importers/svg"
	"fillet/importers/tiled"
)

// The exit codes.
const (
	exitOK          = 0
	exitLoss        = 1   // done, but something was lost that changes how a game plays
	exitUsage       = 2   // a wrong call
	exitUnreadable  = 3   // an input could not be read, or an output not be written
	exitNoMerge     = 129 // to git: nothing was merged, it is to stop
	exitInterrupted = 130 // ended by a signal, as shells count it
)

// How long what was interrupted may take to clean up: a command, and a window, which autosaves first.
const (
	grace       = time.Second
	windowGrace = 30 * time.Second
)

// hasWindows says that a window is open.
var hasWindows atomic.Bool

func main() {
	ctx, stop := untilTold(context.Background())
	calm := context.AfterFunc(ctx, func() {
		// A command that is waiting for a file or a pipe does not look at its context. Files are written whole or not at
		// all, so it can be ended anywhere.
		if hasWindows.Load() {
			time.Sleep(windowGrace)
		} else {
			time.Sleep(grace)
		}
		os.Exit(exitInterrupted)
	})
	code := run(ctx, os.Args, os.Stdin, toTerminal(os.Stdout), os.Stderr)
	calm() // stop cancels the context as a signal does
	stop()
	os.Exit(code)
}

// newImporters and newExporters are the formats of the program, for the commands and the window.
func newImporters() *importers.Registry {
	return importers.NewRegistry(colliderFiles{}, ldtk.New(), ogmo.New(), tiled.New(), godot.New(), svg.New())
}

func newExporters() *export.Registry {
	return export.NewRegistry(
		export.YAML(), export.JSON(), export.CP(), export.Resolv(), export.Go(), export.Tiled(), export.TiledWorld(), export.Godot(), export.Matter(), export.Rube(), export.SVG(),
	)
}

// programName is what the program was called by, without folder and ".exe", for its help and its errors: fillet, fillet-cli,
// or what a link to it is called. A name that a terminal or a shell would take for something else is not repeated.
func programName(args []string) string {
	const own = "fillet"
	if len(args) == 0 {
		return own
	}
	name := filepath.Base(args[0])
	if n := len(name) - len(".exe"); n >= 0 && strings.EqualFold(name[n:], ".exe") {
		name = name[:n]
	}
	odd := func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+", r)
	}
	if strings.IndexFunc(name, odd) >= 0 || strings.Trim(name, "-.") == "" || len(name) > 100 {
		return own
	}
	return name
}
