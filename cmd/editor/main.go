// Command editor is Fillet: the window for drawing the colliders of a level, and the command line that imports,
// exports, examines and pictures levels without one.
package main

import (
	"context"
	"errors"
	"io"
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

// app holds what the commands share.
type app struct {
	name           string // what the program was called by
	quiet          bool   // notes are not said
	stdin          io.Reader
	stdout, stderr io.Writer
	importers      *importers.Registry
	exporters      *export.Registry
	record         *export.Record // of what was exported to where
	asked          func(string)   // hears which templates presets name; nil hears nothing
	wrote          func(string)   // hears which files presets have written; nil hears nothing
	projects       *projects
	losses         *lossList // nil where they are told as text
	strict         bool      // notes count as losses do
}

// newApp makes ready for one command line, which begins with what the program was called by.
func newApp(args []string, stdin io.Reader, stdout, stderr io.Writer) *app {
	a := &app{
		name:  programName(args),
		stdin: stdin, stdout: stdout, stderr: stderr,
		projects:  &projects{known: map[string]knownProject{}, told: map[string]bool{}},
		importers: importers.NewRegistry(colliderFiles{}, ldtk.New(), ogmo.New(), tiled.New(), godot.New(), svg.New()),
		exporters: export.NewRegistry(
			export.YAML(), export.JSON(), export.CP(), export.Resolv(), export.Go(), export.Tiled(), export.TiledWorld(), export.Godot(), export.Matter(), export.Rube(), export.SVG(),
		),
	}
	a.importers.Stdin = stdin
	a.record = export.UserRecord()
	return a
}

// run runs one command line, which begins with what the program was called by, and returns the exit code. What is said on
// stderr is plain text.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	stderr = plainText{stderr}
	out := &output{to: stdout}
	stdout = out
	a := newApp(args, stdin, stdout, stderr)
	root := a.rootCommand()
	root.SetArgs(args[min(1, len(args)):])
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	if out.err != nil && (err == nil || errors.Is(err, out.err)) { // what cobra writes by itself, such as help, is looked at by nobody else
		err = unreadable(out.err)
	}
	if err == nil {
		return exitOK
	}
	code := exitUsage // what no command has marked comes from reading the command line
	var marked *codeError
	if errors.As(err, &marked) {
		code = marked.code
	}
	if !errors.Is(err, errReported) {
		tell(stderr, "%s: %v", a.name, err)
	}
	if code == exitUsage && marked == nil {
		tell(stderr, "Run '%s --help' for how to call it.", cmd.CommandPath())
	}
	return code
}

// output is standard output, and the first error of writing to it.
type output struct {
	to  io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
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

// note says something that nothing depends on, unless notes are unwanted.
func (a *app) note(format string, args ...any) {
	if !a.quiet {
		tell(a.stderr, format, args...)
	}
}

// codeError is an error with an exit code of its own.
type codeError struct {
	code int
	err  error
}

func (e *codeError) Error() string { return e.err.Error() }
func (e *codeError) Unwrap() error { return e.err }

// errReported is the error of a command that has said what is wrong itself.
var errReported = errors.New("see above")

// unreadable marks an error of reading an input or writing an output; nil stays nil.
func unreadable(err error) error {
	if err == nil {
		return nil
	}
	var marked *codeError
	if errors.As(err, &marked) {
		return err // it has a code of its own
	}
	return &codeError{exitUnreadable, err}
}

// lost is the error of a command that has reported n losses, nil for none.
func lost(n int) error {
	if n == 0 {
		return nil
	}
	return &codeError{exitLoss, errReported}
}
