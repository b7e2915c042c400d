//go:build !js

package main

import (
	"context"
	"errors"
	"io"

	"fillet/export"
	"fillet/importers"
)

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
		importers: newImporters(),
		exporters: newExporters(),
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
	if marked == nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		tell(stderr, "%s: interrupted", a.name)
		return exitInterrupted
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
