//go:build !js

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"fillet/editor/disk"
	"fillet/export"
	"fillet/importers"

	"github.com/spf13/cobra"
)

// levelFormat is convert's format name for level files.
const levelFormat = "level"

// defaultPackage is the Go package that convert writes unless --package names one.
const defaultPackage = "levels"

// conversion holds the flags of the convert command.
type conversion struct {
	target targetFlags
	dir    string
	jobs   int
	watch  bool
	taken  *Claims     // files that presets write
	beside *sync.Mutex // guards further output files, which several levels may share

	// Called on the job's goroutine for each file that a job reads besides its input; may be nil.
	asked func(j job, path string)
}

func (a *app) convertCommand() *cobra.Command {
	var call conversion
	cmd := &cobra.Command{
		Use:   "convert FILE|FOLDER… (-f FORMAT [--out FOLDER] | --preset NAME | --all-presets)",
		Short: "Convert many files at once",
		Long: `Convert many files at once to one format: levels, files of other editors and collider files. The format
"level" writes Fillet levels. Each output has its input's name with the format's extension. It is written beside the
input, or to the folder of --out, which is created if needed.

For a folder, the levels in it and below are converted, without files that Fillet exported, hidden files, links and the
folder of --out. In the folder of --out they keep their subfolders; files that are named directly have none. If a level
is beside the foreign file that it was imported from, the level is converted. Two inputs with the same output are an
error, before anything is written. A file that is named twice, also through a link or another spelling, is converted
once. * and ? are expanded if the shell has not done so; a file of exactly that name comes first.

With --preset or --all-presets each level's own export presets set what is written, and where.

Files that Fillet did not write, including levels that were edited after their conversion, are not replaced without
--overwrite. No link leads out of the folder of --out, the input's project, or --root. Presets write only there: see
"fillet export --help".

Go source (cp, resolv, go) is one package for all levels of a folder, named by --package (default "levels"): each file
holds one *Level, named after the file, and a file that begins with fillet_levels holds what they share. A folder can
hold only one format.

Losses are listed on standard error, or with --losses json on standard output, in file order; "fillet export --help"
explains losses and notes. With --watch there is one list per turn. A file that cannot be read does not stop the
others.

--watch keeps running until it is interrupted, and converts again whatever changes: an input or a file that it
references (a tileset, a template, a level, a project), and new files in the given folders and patterns (in quotes, so
that the shell leaves them alone). It does not stop if files are removed. A change of --template converts everything, a
change of a preset's template the levels that use it.

Exit codes: 0 done; 1 done with losses that change how a game plays; 2 usage error; 3 a file could not be read or
written, the others are done.`,
		Example: `  fillet convert levels/*.ldtk -f json --out build/colliders
  fillet convert levels -f json --out build/colliders --watch
  fillet convert levels/*.level.yaml -f godot -j 4
  fillet convert levels/*.level.yaml -f cp --package levels --out game/levels
  fillet convert maps/*.ldtk -f level --out levels
  fillet convert levels/*.level.yaml --template colliders.lua.tmpl --out game/levels --watch
  fillet convert levels/*.level.yaml --all-presets`,
		Args:              atLeastOne("FILE"),
		ValidArgsFunction: completeFiles(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			a.tellLosses(call.target.losses)
			return converting{a}.convert(cmd.Context(), args, call)
		},
	}
	a.addTargetFlags(cmd, &call.target, levelFormat)
	f := cmd.Flags()
	f.StringVarP(&call.dir, "out", "o", "", "the `folder` to write to (default: beside each input)")
	f.IntVarP(&call.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "number of files at a time")
	f.BoolVar(&call.watch, "watch", false, "keep running and convert what changes")
	for _, flag := range []string{"out", "format", "template", "tolerance", "package"} {
		cmd.MarkFlagsMutuallyExclusive("preset", flag)
		cmd.MarkFlagsMutuallyExclusive("all-presets", flag)
	}
	must(cmd.MarkFlagDirname("out"))
	return cmd
}

// job is one file to convert.
type job struct{ in, out string }

// outcome holds the messages and the exit code of a job.
type outcome struct {
	wrote, said []byte // to standard output and standard error
	losses      []export.LossRecord
	code        int
}

// converting runs the convert command.
type converting struct{ *app }

func (a converting) convert(ctx context.Context, args []string, call conversion) error {
	if err := atLeastOneJob(call.jobs); err != nil {
		return err
	}
	call.taken, call.beside = NewClaims(), &sync.Mutex{}
	a.importers.Root = call.target.root
	if call.watch {
		return a.convertWatching(ctx, args, call)
	}
	in, err := a.inputs(args, call)
	if err != nil {
		return err
	}
	jobs, err := a.jobs(in.Files, call)
	if err != nil {
		return err
	}
	if len(jobs) == 0 && len(in.Problems) == 0 {
		return fmt.Errorf("nothing to convert: %s", strings.Join(in.Notes, "; "))
	}
	for _, n := range in.Notes {
		a.note("%s", n)
	}
	if err := makeOut(call.dir); err != nil {
		return err
	}
	if k := a.keptOf(args, call); k != nil {
		return worst(a.told(a.runKept(ctx, jobs, call, k), in.Problems))
	}
	return worst(a.told(a.runJobs(ctx, jobs, call), in.Problems))
}

// inputs finds the files that the arguments of convert name.
func (a converting) inputs(args []string, call conversion) (*Found, error) {
	s := Search{What: "converted", Levels: call.target.hasPresets(), Foreign: call.target.format == levelFormat}
	if call.dir != "" {
		s.Skip = disk.RealPath(call.dir)
	}
	if slices.Contains(args, "-") {
		if s.Levels {
			return nil, errors.New("convert works on files, and standard input has no folder for presets")
		}
		return nil, errors.New("convert works on files; use export for standard input")
	}
	return a.find(args, s)
}

// makeOut creates the output folder, if one is named.
func makeOut(dir string) error {
	if dir == "" {
		return nil
	}
	return unreadable(os.MkdirAll(dir, 0o777))
}

// naming names the outputs of a call.
type naming struct {
	file func(stem string) string
	isGo bool
	end  string // the end of the file names, if isGo
}

func (a converting) naming(call conversion) (naming, error) {
	none := naming{}
	if err := call.target.checkTolerance(); err != nil {
		return none, err
	}
	switch {
	case call.target.format != levelFormat:
		e, err := a.target(call.target, "")
		if err != nil {
			return none, err
		}
		return naming{func(stem string) string { return export.FileName(e, stem) }, export.IsGo(e), e.Extension()}, nil
	case call.target.pkg != "":
		return none, errors.New("a level file has no packages: --package is for Go source")
	}
	return naming{file: func(stem string) string { return stem + ".level.yaml" }}, nil
}

// jobs plans the outputs, and refuses to write a file twice or to overwrite an input. Files found in a named folder
// keep their subfolders; files named directly have none.
func (a converting) jobs(files []Input, call conversion) ([]job, error) {
	if call.target.hasPresets() {
		return presetJobs(files), nil
	}
	names, err := a.naming(call)
	if err != nil {
		return nil, err
	}
	isInput := make(map[string]bool, len(files))
	keys := Keys{}
	for _, in := range files {
		isInput[keys.Of(in.Path)] = true
	}
	from := map[string]string{}
	jobs := make([]job, len(files))
	for i, in := range files {
		dir := filepath.Dir(in.Path)
		if call.dir != "" {
			dir = filepath.Join(call.dir, in.Sub)
		}
		out := filepath.Join(dir, names.file(Stem(a.importers, in.Path)))
		key := keys.Of(out)
		if isInput[key] {
			return nil, fmt.Errorf("%s would overwrite the input %s", in.Path, out)
		}
		if other, ok := from[key]; ok {
			return nil, fmt.Errorf("%s and %s would both become %s: name their common folder instead, so that they "+
				"keep their subfolders", other, in.Path, out)
		}
		from[key] = in.Path
		if names.isGo {
			called := export.GoName(strings.TrimSuffix(filepath.Base(out), names.end))
			key := filepath.Join(filepath.Dir(key), called)
			if other, ok := from[key]; ok {
				return nil, fmt.Errorf("%s and %s would both be %s in Go: rename one of them", other, in.Path, called)
			}
			from[key] = in.Path
		}
		jobs[i] = job{in.Path, out}
	}
	return jobs, nil
}

// presetJobs returns jobs whose outputs are set by the levels' presets.
func presetJobs(files []Input) []job {
	jobs := make([]job, len(files))
	for i, in := range files {
		jobs[i] = job{in: in.Path}
	}
	return jobs
}

// runJobs converts the files in parallel and reports their messages in file order.
func (a converting) runJobs(ctx context.Context, jobs []job, call conversion) []outcome {
	var asked func(i int, path string)
	if call.asked != nil {
		asked = func(i int, path string) { call.asked(jobs[i], path) }
	}
	return a.parallel(ctx, len(jobs), call.jobs, "converting", func(own *app, i int) error {
		return converting{own}.convertFile(ctx, jobs[i], call)
	}, asked)
}

func (a converting) convertFile(ctx context.Context, j job, call conversion) error {
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
	opts := target.options()
	if opts.Package == "" && export.IsGo(e) {
		opts.Package = defaultPackage
	}
	in.Beside = call.beside
	return a.exportLevel(ctx, j.in, e, opts, j.out, in)
}

// placeOf returns where an output may be written: the folder named by the user, else the input's project or folder.
func (a converting) placeOf(j job, call conversion) (*export.Place, error) {
	dir := cmp.Or(call.dir, call.target.root)
	if dir == "" {
		var ok bool
		if dir, ok = disk.FindProject(j.in); !ok {
			dir = filepath.Dir(j.in)
		}
	}
	root, err := disk.OpenRoot(dir)
	return &export.Place{Root: root, Overwrite: call.target.overwrite, Record: a.record}, err
}

// worst returns the error for the worst outcome: a failed file outranks losses.
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
