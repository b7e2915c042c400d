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
	name           string // the name that the program was called by
	quiet          bool   // print no notes
	stdin          io.Reader
	stdout, stderr io.Writer
	importers      *importers.Registry
	exporters      *export.Registry
	record         *export.Record // which files were exported where
	asked          func(string)   // called for each template that a preset names; may be nil
	wrote          func(string)   // called for each file that a preset writes; may be nil
	projects       *projects
	losses         *lossList // nil if losses are reported as text
	strict         bool      // notes count as losses
}

// newApp returns an app for one command line, whose first argument is the program's name.
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

// run runs one command line, whose first argument is the program's name, and returns the exit code. Messages on stderr
// are plain text.
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
	// Cobra ignores errors of writing its own output, such as help.
	if out.err != nil && (err == nil || errors.Is(err, out.err)) {
		err = unreadable(out.err)
	}
	if err == nil {
		return exitOK
	}
	code := exitUsage // errors that no command has marked come from parsing the command line
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
		tell(stderr, "Run '%s --help' for usage.", cmd.CommandPath())
	}
	return code
}

// output writes to standard output and keeps the first error.
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

// note reports something of no consequence, unless --quiet is set.
func (a *app) note(format string, args ...any) {
	if !a.quiet {
		tell(a.stderr, format, args...)
	}
}

// codeError is an error with its own exit code.
type codeError struct {
	code int
	err  error
}

func (e *codeError) Error() string { return e.err.Error() }
func (e *codeError) Unwrap() error { return e.err }

// errReported marks the failure of a command that has reported its errors already.
var errReported = errors.New("see above")

// unreadable marks an error of reading an input or writing an output. Nil stays nil.
func unreadable(err error) error {
	if err == nil {
		return nil
	}
	var marked *codeError
	if errors.As(err, &marked) {
		return err // it has its own code
	}
	return &codeError{exitUnreadable, err}
}

// lost returns the error of a command that has reported n losses, or nil for none.
func lost(n int) error {
	if n == 0 {
		return nil
	}
	return &codeError{exitLoss, errReported}
}
