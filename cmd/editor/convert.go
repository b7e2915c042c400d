package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"fillet/editor/level"
	"fillet/export"
	"fillet/importers"

	"github.com/fsnotify/fsnotify"
	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
)

// levelFormat is the format name that convert has for level files.
const levelFormat = "level"

// conversion is how the convert command was called.
type conversion struct {
	target targetFlags
	dir    string
	jobs   int
	watch  bool
	taken  *claims // of the files that presets write
}

func (a *app) convertCommand() *cobra.Command {
	var call conversion
	cmd := &cobra.Command{
		Use:   "convert FILE… (-f FORMAT [--out FOLDER] | --preset NAME | --all-presets)",
		Short: "Convert many files at once",
		Long: `Convert many files: levels, files of other editors and collider files, to one format, several at a time. The format
"level" makes Fillet levels of them. Each output has its input's name with the format's extension, beside the input or in
the folder that --out names, which is made if need be.

With --preset or --all-presets each level's own export presets say what is written, and where.

No file is replaced that Fillet did not write, a level that was edited after it was converted among them, unless
--overwrite is said; and no link leads out of the folder of --out, or of the input's project, or of --root. Presets write
there only: "fillet export --help" says more.

What is lost is listed on standard error, in the order of the files. A file that cannot be read does not stop the others.
--watch goes on until it is interrupted, and converts again what changes; a change of the template converts everything.

Exit codes: 0 done; 1 done with losses; 2 wrong call; 3 a file could not be read or written, the others are done.`,
		Example: `  fillet convert levels/*.ldtk -f json --out build/colliders
  fillet convert levels/*.level.yaml -f godot -j 4
  fillet convert maps/*.ldtk -f level --out levels
  fillet convert levels/*.level.yaml --template colliders.lua.tmpl --out game/levels --watch
  fillet convert levels/*.level.yaml --all-presets`,
		Args:              atLeastOne("FILE"),
		ValidArgsFunction: completeFiles(0),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.convert(cmd.Context(), args, call) },
	}
	a.addTargetFlags(cmd, &call.target, levelFormat)
	f := cmd.Flags()
	f.StringVarP(&call.dir, "out", "o", "", "the `folder` to write to; beside each input without it")
	f.IntVarP(&call.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "how many files at a time")
	f.BoolVar(&call.watch, "watch", false, "go on, and convert again what changes")
	for _, flag := range []string{"out", "format", "template", "tolerance", "tree"} {
		cmd.MarkFlagsMutuallyExclusive("preset", flag)
		cmd.MarkFlagsMutuallyExclusive("all-presets", flag)
	}
	if err := cmd.MarkFlagDirname("out"); err != nil {
		panic(err) // a command without the flag is a mistake in this program
	}
	return cmd
}

// job is one file to convert.
type job struct{ in, out string }

// outcome is what came of a job: what it has to say, and its exit code.
type outcome struct {
	wrote, said []byte // on standard output and standard error
	code        int
}

func (a *app) convert(ctx context.Context, files []string, call conversion) error {
	if call.jobs < 1 {
		return fmt.Errorf("-j is a number of files, at least 1, not %d", call.jobs)
	}
	call.taken = newClaims()
	a.importers.Root = call.target.root
	jobs, err := a.jobs(files, call)
	if err != nil {
		return err
	}
	if call.dir != "" {
		if err := os.MkdirAll(call.dir, 0o777); err != nil {
			return unreadable(err)
		}
	}
	if !call.watch {
		return worst(a.runJobs(ctx, jobs, call))
	}
	w, err := newFileWatch(files, call.target.template) // before the first run, so that no change is missed
	if err != nil {
		return unreadable(err)
	}
	defer func() { _ = w.Close() }() // nothing was written
	a.runJobs(ctx, jobs, call)
	a.note("watching for changes")
	return a.watchJobs(ctx, w, jobs, call)
}

// jobs plans the outputs, and refuses to write one twice, or over an input.
func (a *app) jobs(files []string, call conversion) ([]job, error) {
	extension := ".level.yaml"
	if call.target.hasPresets() {
		return presetJobs(files)
	}
	if call.target.format != levelFormat {
		e, err := a.target(call.target, "")
		if err != nil {
			return nil, err
		}
		if call.target.tree && !export.HasTree(e) {
			return nil, fmt.Errorf("the format %s has no place for a broad-phase tree", e.Name())
		}
		extension = e.Extension()
	} else if call.target.tree {
		return nil, errors.New("a level file has no place for a broad-phase tree")
	}
	from := map[string]string{}
	jobs := make([]job, len(files))
	for i, in := range files {
		if in == "-" {
			return nil, errors.New("convert works on files; for standard input there is export")
		}
		dir := call.dir
		if dir == "" {
			dir = filepath.Dir(in)
		}
		out := filepath.Join(dir, a.stem(in)+extension)
		if slices.ContainsFunc(files, func(f string) bool { return filepath.Clean(f) == out }) {
			return nil, fmt.Errorf("%s would be written over the input %s", in, out)
		}
		if other, ok := from[out]; ok {
			return nil, fmt.Errorf("%s and %s would both become %s", other, in, out)
		}
		from[out] = in
		jobs[i] = job{in, out}
	}
	return jobs, nil
}

// presetJobs are jobs whose levels say what is written.
func presetJobs(files []string) ([]job, error) {
	jobs := make([]job, len(files))
	for i, in := range files {
		if in == "-" {
			return nil, errors.New("convert works on files, and standard input has no folder for presets")
		}
		jobs[i] = job{in: in}
	}
	return jobs, nil
}

// stem is a file's name without its folder and the longest extension that a known format has.
func (a *app) stem(path string) string {
	base := filepath.Base(path)
	lower := strings.ToLower(base)
	best := filepath.Ext(base)
	known := []string{".level.yaml", ".level.yml"}
	for _, i := range a.importers.All() {
		known = append(known, i.Extensions()...)
	}
	for _, e := range known {
		if strings.HasSuffix(lower, e) && len(e) > len(best) && len(e) < len(base) {
			best = base[len(base)-len(e):]
		}
	}
	return strings.TrimSuffix(base, best)
}

// runJobs converts the files, several at a time, and tells what they have to say in their order.
func (a *app) runJobs(ctx context.Context, jobs []job, call conversion) []outcome {
	outcomes := make([]outcome, len(jobs))
	bar := a.progress(len(jobs))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(call.jobs, len(jobs)) {
		workers.Go(func() {
			for i := range next {
				outcomes[i] = a.runJob(ctx, jobs[i], call)
				_ = bar.Add(1) // a bar that cannot be drawn stops no work
			}
		})
	}
	for i := range jobs {
		next <- i
	}
	close(next)
	workers.Wait()
	_ = bar.Finish()
	for _, o := range outcomes {
		_, _ = a.stdout.Write(o.wrote) // the files are written, and there is nobody else to tell
		_, _ = a.stderr.Write(o.said)
	}
	return outcomes
}

// progress is a bar on a terminal, and nothing elsewhere, for a single file, or where notes are unwanted.
func (a *app) progress(n int) *progressbar.ProgressBar {
	out := io.Discard
	if said, ok := a.stderr.(plainText); ok && n > 1 && !a.quiet {
		if f, ok := said.Writer.(*os.File); ok && isTerminal(f) {
			out = f // the bar moves the cursor itself
		}
	}
	return progressbar.NewOptions(n, progressbar.OptionSetWriter(out), progressbar.OptionSetDescription("converting"),
		progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(50*time.Millisecond))
}

func (a *app) runJob(ctx context.Context, j job, call conversion) outcome {
	var wrote, said bytes.Buffer
	own := *a
	own.stdout, own.stderr = &wrote, &said
	err := ctx.Err()
	if err == nil {
		err = own.convertFile(ctx, j, call)
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
		fmt.Fprintf(&said, "%s: %v\n", a.name, err)
	}
	return outcome{wrote.Bytes(), said.Bytes(), code}
}

func (a *app) convertFile(ctx context.Context, j job, call conversion) error {
	target := call.target
	if target.hasPresets() {
		return a.exportPresets(ctx, j.in, target, call.taken)
	}
	in, err := a.placeOf(j, call)
	if err != nil {
		return unreadable(err)
	}
	if target.format == levelFormat {
		return a.importLevel(ctx, j.in, j.out, importers.Options{}, in)
	}
	e, err := a.target(target, j.out)
	if err != nil {
		return err
	}
	return a.exportLevel(ctx, j.in, e, target.options(), j.out, in)
}

// placeOf is where an output may go: into the folder that the user has named, or that of the input's project or its own.
func (a *app) placeOf(j job, call conversion) (*export.Place, error) {
	dir := call.dir
	if dir == "" {
		dir = call.target.root
	}
	if dir == "" {
		var ok bool
		if dir, ok = level.FindProject(j.in); !ok {
			dir = filepath.Dir(j.in)
		}
	}
	root, err := level.OpenRoot(dir)
	return &export.Place{Root: root, Overwrite: call.target.overwrite, Record: a.record}, err
}

// worst is the error of the worst outcome: a file that failed counts more than losses.
func worst(outcomes []outcome) error {
	code := exitOK
	for _, o := range outcomes {
		code = max(code, o.code)
	}
	if code == exitOK {
		return nil
	}
	return &codeError{code, errReported}
}

// newFileWatch watches the folders of the files: an editor that saves by renaming replaces the file itself.
func newFileWatch(files []string, template string) (*fsnotify.Watcher, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	if template != "" {
		files = append(slices.Clone(files), template)
	}
	for _, f := range files {
		if err := w.Add(filepath.Dir(f)); err != nil {
			_ = w.Close() // the error that counts is the first
			return nil, fmt.Errorf("watching %s: %w", filepath.Dir(f), err)
		}
	}
	return w, nil
}

// watchJobs converts what changes, until the context ends. Changes are gathered until none comes for a moment, for
// saving a file makes several.
func (a *app) watchJobs(ctx context.Context, w *fsnotify.Watcher, jobs []job, call conversion) error {
	const quiet = 100 * time.Millisecond
	changed := map[string]bool{}
	settled := time.NewTimer(time.Hour)
	settled.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err, ok := <-w.Errors:
			if !ok {
				return nil
			}
			return unreadable(fmt.Errorf("watching: %w", err))
		case e, ok := <-w.Events:
			if !ok {
				return nil
			}
			if e.Op != fsnotify.Chmod {
				changed[filepath.Clean(e.Name)] = true
				settled.Reset(quiet)
			}
		case <-settled.C:
			again := slices.DeleteFunc(slices.Clone(jobs), func(j job) bool {
				_, err := os.Stat(j.in)
				all := call.target.template != "" && changed[filepath.Clean(call.target.template)]
				return err != nil || !all && !changed[filepath.Clean(j.in)]
			})
			clear(changed)
			if len(again) == 0 {
				continue
			}
			for i, o := range a.runJobs(ctx, again, call) {
				if o.code != exitUnreadable && again[i].out != "" {
					a.note("%s -> %s", again[i].in, again[i].out)
				}
			}
		}
	}
}
