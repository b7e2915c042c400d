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
		Long: `Convert many files: levels, files of other editors and collider files, to one format, several at a time. The format
"level" makes Fillet levels of them. Each output has its input's name with the format's extension, beside the input or in
the folder that --out names, which is made if need be.

A folder stands for the levels in it and below, but not for what Fillet has exported, what begins with a dot, links and the
folder of --out. In the folder of --out they keep their folders below the one that was named; files that are named
themselves have none there. Where a level lies beside the foreign file that it was imported from, the level is converted. Two that would become one file are an error, before anything is written. A file that is named
twice, also by a link or another spelling, is converted once. * and ? are expanded where the shell has not done so; a file
of that very name comes first.

With --preset or --all-presets each level's own export presets say what is written, and where.

No file is replaced that Fillet did not write, a level that was edited after it was converted among them, unless
--overwrite is said; and no link leads out of the folder of --out, or of the input's project, or of --root. Presets write
there only: "fillet export --help" says more.

Go source (cp, resolv, go) is one package for all levels of a folder, --package or else "levels": each file holds one
*Level, named after the file, and what they share stands beside them in a file that begins with fillet_levels. One folder
holds one format.

What is lost is listed on standard error, or with --losses json on standard output, in the order of the files; "fillet
export --help" says what is a loss and what a note. With --watch that is a list for each turn. A file that cannot be read does not stop the others.
--watch goes on until it is interrupted, and converts again what changes, itself or in a file that it names (a tileset, a
template, a level, a project), and what comes in the folders and by the patterns that were named (in quotes, so that the
shell leaves them); what goes ends nothing. A change of --template converts everything, one of a preset's template what
names it.

Exit codes: 0 done; 1 done with losses that change how a game plays; 2 wrong call; 3 a file could not be read or written, the others are done.`,
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
	f.StringVarP(&call.dir, "out", "o", "", "the `folder` to write to; beside each input without it")
	f.IntVarP(&call.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "how many files at a time")
	f.BoolVar(&call.watch, "watch", false, "go on, and convert again what changes")
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
		return fmt.Errorf("there is nothing to convert: %s", strings.Join(in.Notes, "; "))
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
		return nil, errors.New("convert works on files; for standard input there is export")
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
		return none, errors.New("a level file has no packages: --package is for formats that are Go source")
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
			return nil, fmt.Errorf("%s would be written over the input %s", in.Path, out)
		}
		if other, ok := from[key]; ok {
			return nil, fmt.Errorf("%s and %s would both become %s: name the folder that they are in instead, for what is in a folder keeps its folders", other, in.Path, out)
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
	return a.parallel(ctx, len(jobs), call.jobs, "converting", func(own *app, i int) error { return converting{own}.convertFile(ctx, jobs[i], call) }, asked)
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
