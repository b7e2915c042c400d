// Command editor is Fillet: the window for drawing the colliders of a level, and the command line that imports,
// exports, checks and renders levels.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"
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
	exitLoss        = 1   // done, with losses, findings, differences or conflicts to report
	exitUsage       = 2   // invalid arguments
	exitUnreadable  = 3   // an input could not be read, or an output could not be written
	exitNoMerge     = 129 // tells git that nothing was merged and that it must stop
	exitInterrupted = 130 // ended by a signal, following the shell convention
)

// Time to clean up after an interrupt: for a command, and for a window, which autosaves first.
const (
	grace       = time.Second
	windowGrace = time.Minute // longer than the window waits for a disk that does not respond
)

// hasWindows reports whether a window is open.
var hasWindows atomic.Bool

func main() {
	ctx, stop := untilSignal(context.Background())
	disarm := context.AfterFunc(ctx, func() {
		// A command that waits for a file or a pipe does not check its context. Files are written completely or not at
		// all, so it can be ended at any point.
		if hasWindows.Load() {
			time.Sleep(windowGrace)
			fmt.Fprintln(os.Stderr, "fillet: the window did not close in time; goroutines:")
			_ = pprof.Lookup("goroutine").WriteTo(os.Stderr, 1) // the program ends anyway
		} else {
			time.Sleep(grace)
		}
		os.Exit(exitInterrupted)
	})
	code := run(ctx, os.Args, os.Stdin, toTerminal(os.Stdout), os.Stderr)
	disarm() // because stop cancels the context, as a signal does
	stop()
	os.Exit(code)
}

// newImporters returns the import formats for the commands and the window.
func newImporters() *importers.Registry {
	return importers.NewRegistry(colliderFiles{}, ldtk.New(), ogmo.New(), tiled.New(), godot.New(), svg.New())
}

// newExporters returns the export formats for the commands and the window.
func newExporters() *export.Registry {
	return export.NewRegistry(export.Formats()...)
}

// programName returns the name by which the program was called, without folder and ".exe", for its help and errors:
// fillet, fillet-cli, or the name of a link. It does not return a name with characters that are special to a terminal
// or shell.
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
