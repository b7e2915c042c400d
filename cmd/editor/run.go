//go:build !js

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/export"
	"fillet/importers"
)

// app holds the state that the commands share.
type app struct {
	name           string // the name by which the program was called
	quiet          bool   // print no notes
	stdin          io.Reader
	stdout, stderr io.Writer
	importers      *importers.Registry
	exporters      *export.Registry
	record         *export.Record // which files were exported to where
	asked          func(string)   // called for each template that a preset names; may be nil
	wrote          func(string)   // called for each file that an export writes
	projects       *projects
	losses         *lossList // nil if losses are reported as text
	strict         bool      // notes count as losses
}

// newApp returns an app for one command line, whose first argument is the program's name.
func newApp(args []string, stdin io.Reader, stdout, stderr io.Writer) *app {
	a := &app{
		name: programName(args), stdin: stdin, stdout: stdout, stderr: stderr,
		projects:  &projects{known: map[string]knownProject{}, reported: map[string]bool{}},
		importers: newImporters(), exporters: newExporters(), record: export.UserRecord(),
	}
	a.importers.Stdin = stdin
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
	// Cobra ignores write errors of its own output, such as help.
	if out.err != nil && (err == nil || errors.Is(err, out.err)) {
		err = unreadable(out.err)
	}
	if err == nil {
		return exitOK
	}
	code := exitUsage // errors without a code come from parsing the command line
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

// note reports something minor, unless --quiet is set.
func (a *app) note(format string, args ...any) {
	if a.quiet {
		return
	}
	tell(a.stderr, format, args...)
	if m, ok := a.stderr.(*messages); ok {
		(*m)[len(*m)-1].IsNote = true
	}
}

// codeError is an error with its own exit code.
type codeError struct {
	code int
	err  error
}

func (e *codeError) Error() string { return e.err.Error() }
func (e *codeError) Unwrap() error { return e.err }

// errReported marks the failure of a command that has already reported its errors.
var errReported = errors.New("see above")

// unreadable marks an error of reading an input or writing an output. It returns nil for nil.
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

// read reads a level, or imports a foreign file by the rules of its project, and reports the issues of the import.
// losses is the number of losses.
func (a *app) read(ctx context.Context, path string, pictures bool) (res *importers.Result, losses int, err error) {
	p, lacks := a.inProject(path)
	opts, err := a.importRules(p, path, "")
	if err != nil {
		return nil, 0, err
	}
	opts.Pictures = pictures
	res, _, err = a.importers.Load(ctx, path, opts)
	if err != nil {
		return nil, 0, unreadable(rooted(err))
	}
	a.report(pointed(path, res))
	if p != nil {
		if err := res.Document.Apply(p.Resolve(res.Document.Snapshot())); err != nil {
			return nil, 0, unreadable(fmt.Errorf("%s: %w", path, err))
		}
	}
	return res, res.Losses() + lacks, nil
}

// report reports the issues of an import, except notes.
func (a *app) report(issues []importers.Issue) {
	for _, i := range issues {
		switch {
		case i.Severity == importers.Loss && a.losses != nil:
			a.losses.addImport(i)
		case i.Severity != importers.Note:
			tell(a.stderr, "%v", i)
		}
	}
}

// write writes an output: a file in one step, or standard output if path is "-".
func (a *app) write(path string, data []byte) error {
	if path == "-" {
		_, err := a.stdout.Write(data)
		return unreadable(err)
	}
	return unreadable(disk.WriteFile(path, data))
}

// writeReport writes a report or picture. It never replaces a level.
func (a *app) writeReport(path string, data []byte) error {
	if err := checkNotLevel(path); err != nil {
		return err
	}
	return a.write(path, data)
}

// streamReport works like writeReport, for output that is not held in memory. It returns the context's error once that
// has ended.
func (a *app) streamReport(ctx context.Context, path string, write func(io.Writer) error) error {
	err := checkNotLevel(path)
	switch {
	case err != nil:
	case path == "-":
		err = write(a.stdout)
	default:
		err = disk.WriteFileFrom(path, write)
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return unreadable(err)
}

// checkNotLevel returns an error if path is a level.
func checkNotLevel(path string) error {
	if path != "-" && isLevel(path) {
		return &codeError{exitUsage, fmt.Errorf("%s is a level: a report must not overwrite it", path)}
	}
	return nil
}

// isLevel reports whether a file can be read and begins like a level file.
func isLevel(path string) bool {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }() // nothing was written
	head, err := io.ReadAll(io.LimitReader(f, 64<<10))
	return err == nil && level.Sniff(head)
}

// writeLevel writes a level file, which the user may not have named; a nil place means that the user named it.
func (a *app) writeLevel(in *export.Place, path string, doc *level.Document) error {
	data, err := level.Marshal(doc)
	if err != nil {
		return unreadable(fmt.Errorf("%s: %w", path, err))
	}
	if in == nil {
		return a.write(path, data)
	}
	return unreadable(hinted(in.Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})))
}

// writeJSON writes a value to standard output.
func (a *app) writeJSON(v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return a.write("-", append(data, '\n'))
}

// parallel works like sideBySide and also reports the outcomes.
func (a *app) parallel(ctx context.Context, n, workers int, doing string, do func(own *app, i int) error) []outcome {
	outcomes := a.sideBySide(ctx, n, workers, doing, do)
	a.tellOutcomes(outcomes)
	return outcomes
}

// sideBySide runs n tasks on several workers. Each task has its own app, which buffers its output; a failed task does
// not stop the others. A terminal shows doing with the progress.
func (a *app) sideBySide(ctx context.Context, n, workers int, doing string, do func(own *app, i int) error) []outcome {
	outcomes := make([]outcome, n)
	shown := a.progress(n, doing)
	var done atomic.Int64
	inParallel(n, workers, func(i int) {
		outcomes[i] = a.alone(ctx, func(own *app) error { return do(own, i) })
		shown.set(int(done.Add(1)))
	})
	shown.finish()
	return outcomes
}

// progress shows on a terminal how much of a task is done.
type progress struct {
	out   io.Writer // nil: nothing is shown
	doing string
	n     int

	mutex sync.Mutex
	done  int
	shown time.Time
}

// progress returns the progress of n steps. It is shown if standard error is a terminal, unless the user wants no
// notes.
func (a *app) progress(n int, doing string) *progress {
	p := &progress{doing: doing, n: n}
	if stderr, ok := a.stderr.(plainText); ok && n > 1 && !a.quiet {
		if f, ok := stderr.Writer.(*os.File); ok && isTerminal(f) {
			p.out = f // moves the cursor
		}
	}
	return p
}

// set shows that done steps are finished, unless more were shown before.
func (p *progress) set(done int) {
	const often = 50 * time.Millisecond
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.done = max(p.done, done); p.out == nil || time.Since(p.shown) < often {
		return
	}
	p.shown = time.Now()
	_, _ = fmt.Fprintf(p.out, "\r%s %d/%d\x1b[K", p.doing, p.done, p.n) // failing to show progress stops no work
}

// finish erases the progress.
func (p *progress) finish() {
	if !p.shown.IsZero() {
		_, _ = io.WriteString(p.out, "\r\x1b[K")
	}
}

// inParallel calls do for 0 to n-1 on several workers.
func inParallel(n, workers int, do func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(workers, n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	group.Wait()
}

// outcome holds the messages and the exit code of a task.
type outcome struct {
	stdout   []byte
	messages messages // to standard error
	losses   []export.LossRecord
	code     int
}

// message is a line on standard error.
type message struct {
	Text   string `json:"text"`
	IsNote bool   `json:"note,omitempty"`
}

// messages collects what a task writes to standard error. Each write is one message.
type messages []message

func (m *messages) Write(p []byte) (int, error) {
	*m = append(*m, message{Text: string(p)})
	return len(p), nil
}

func (m messages) String() string {
	var b strings.Builder
	for _, one := range m {
		b.WriteString(one.Text)
	}
	return b.String()
}

// tellMessages writes the messages of a task, without its notes if --quiet is set.
func (a *app) tellMessages(list messages) {
	for _, m := range list {
		if m.IsNote {
			a.note("%s", strings.TrimSuffix(m.Text, "\n"))
		} else {
			_, _ = io.WriteString(a.stderr, m.Text) // there is nobody left to report a failure to
		}
	}
}

// failed reports whether the task failed.
func (o outcome) failed() bool { return o.code != exitOK && o.code != exitLoss }

// tellOutcomes writes the messages in the order of the outcomes.
func (a *app) tellOutcomes(outcomes []outcome) {
	for _, o := range outcomes {
		_, _ = a.stdout.Write(o.stdout) // there is nobody left to report a failure to
		a.tellMessages(o.messages)
		if a.losses != nil {
			a.losses.records = append(a.losses.records, o.losses...)
		}
	}
	if a.losses != nil {
		_ = a.writeLosses()
	}
}

// alone runs one of many tasks and buffers its output.
func (a *app) alone(ctx context.Context, do func(own *app) error) outcome {
	if ctx.Err() != nil {
		return outcome{code: exitInterrupted}
	}
	var wrote bytes.Buffer
	stderr := &messages{}
	own := *a
	own.quiet = false
	own.stdout, own.stderr = &wrote, stderr
	if a.losses != nil {
		own.losses = &lossList{}
	}
	err := do(&own)
	if ctx.Err() != nil && err != nil {
		return outcome{code: exitInterrupted} // one line reports it for all tasks
	}
	code := exitOK
	var marked *codeError
	switch {
	case errors.As(err, &marked):
		code = marked.code
	case err != nil:
		code = exitUnreadable
	}
	if err != nil && !errors.Is(err, errReported) {
		tell(stderr, "%s: %v", a.name, err)
	}
	o := outcome{stdout: wrote.Bytes(), messages: *stderr, code: code}
	if own.losses != nil {
		o.losses = own.losses.records
	}
	return o
}
