//go:build !js

package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"fillet/editor/disk"
	"fillet/editor/project"
	"fillet/editor/quote"
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

// mark identifies the state of a file, or of a folder's list of files.
type mark struct {
	there, isFolder bool
	size, time      int64
	names           uint64 // a hash of a folder's file names
}

// markOf returns the mark of a file or folder. In a folder only files that an importer may read count, without the
// outputs of this watch.
func (w *convertWatch) markOf(path string) mark {
	info, err := os.Stat(path)
	if err != nil {
		return mark{}
	}
	if !info.IsDir() {
		return mark{there: true, size: info.Size(), time: info.ModTime().UnixNano()}
	}
	m := mark{there: true, isFolder: true}
	entries, _ := os.ReadDir(path) // a folder that cannot be read counts as empty
	keys, h := Keys{}, fnv.New64a()
	for _, e := range entries {
		if e.Type()&fs.ModeType == 0 && !disk.IsHidden(e.Name()) && IsForeignName(w.app.importers, e.Name()) &&
			!w.outs[keys.Of(filepath.Join(path, e.Name()))] {
			_, _ = fmt.Fprintf(h, "%q", e.Name()) // hashing never fails
		}
	}
	m.names = h.Sum64()
	return m
}

// keptConversions holds the stamps of the last conversions in a project.
type keptConversions struct {
	project *project.Project
	before  map[string]*Stamp
}

// keptOf returns the stamps for the folders in args, or nil if the conversion cannot be incremental: if args are not
// all folders of one project, if levels share outputs, or for --force or -f level.
func (a converting) keptOf(args []string, call conversion) *keptConversions {
	if call.target.force || call.target.format == levelFormat {
		return nil
	}
	if !call.target.hasPresets() {
		if e, err := a.target(call.target, ""); err != nil || export.IsGo(e) {
			return nil
		}
	}
	top := ""
	for _, arg := range args {
		if !IsMany(arg) {
			return nil
		}
		in := arg
		if IsFolder(arg) {
			in = filepath.Join(arg, "x")
		}
		dir, ok := project.Find(in)
		if !ok || top != "" && dir != top {
			return nil
		}
		top = dir
	}
	p, err := project.Open(top)
	if err != nil {
		return nil // reading its levels reports it
	}
	return &keptConversions{p, Read(p, ConvertFile)}
}

// runKept works like runJobs, but skips unchanged jobs: if a job's inputs and outputs match its stamp, only its
// messages are repeated.
func (a converting) runKept(ctx context.Context, jobs []job, call conversion, k *keptConversions) []outcome {
	p, sums := k.project, NewSums()
	names, keys, now := make([]string, len(jobs)), make([]string, len(jobs)), make([]*Stamp, len(jobs))
	isFresh := make([]bool, len(jobs))
	clashes := make([]error, len(jobs))
	if call.target.allPresets { // of two levels that would write one file, the later one always fails
		levels := make([]project.Entry, len(jobs))
		shown := make(map[string]string, len(jobs))
		for i, j := range jobs {
			levels[i] = project.Entry{Path: disk.RealPath(j.in)}
			shown[levels[i].Path] = j.in
		}
		clashes = call.taken.Exports(p, levels, func(e project.Entry) string { return shown[e.Path] })
	}
	template := ""
	if call.target.template != "" {
		template = sums.Of(call.target.template)
	}
	inParallel(len(jobs), call.jobs, func(i int) {
		j := jobs[i]
		in, out := disk.RealPath(j.in), ""
		if j.out != "" {
			out = disk.RealPath(j.out)
		}
		names[i] = Name(p.Rel(in)) + " > " + Name(p.Rel(out))
		h := sha256.New()
		// Hashing never fails.
		_, _ = fmt.Fprintf(h, "%s %#v %#v %#v %q %s", version(), call.target, p.ExportsOf(in, nil), p.Materials, out,
			template)
		keys[i] = hex.EncodeToString(h.Sum(nil))
		was := k.before[names[i]]
		isFresh[i] = clashes[i] == nil && was != nil && (was.Code == exitOK || was.Code == exitLoss) &&
			was.IsFresh(p, keys[i], sums)
	})
	left := 0
	for i, j := range jobs {
		if isFresh[i] { // no other level may write its outputs
			left++
			for _, f := range k.before[names[i]].Outputs {
				call.taken.Hold(f.Path(p), j.in)
			}
		}
	}
	outcomes := a.sideBySide(ctx, len(jobs), call.jobs, "converting", func(own *app, i int) error {
		if isFresh[i] {
			now[i] = k.before[names[i]]
			return own.repeat(now[i])
		}
		if clashes[i] != nil {
			return &codeError{exitUsage, clashes[i]}
		}
		return own.stamped(p, jobs[i].in, keys[i], &now[i], func() error {
			err := converting{own}.convertFile(ctx, jobs[i], call)
			if jobs[i].out != "" {
				own.wrote(jobs[i].out)
			}
			return err
		})
	}, nil)
	all := maps.Clone(k.before)
	if all == nil {
		all = map[string]*Stamp{}
	}
	for name, s := range all {
		for _, f := range s.Inputs {
			if _, err := os.Stat(f.Path(p)); err != nil {
				delete(all, name) // an input is gone
			}
		}
	}
	for i, s := range now {
		if s != nil {
			if !isFresh[i] {
				s.Code, s.Said, s.Losses = outcomes[i].code, string(outcomes[i].said), outcomes[i].losses
			}
			all[names[i]] = s
		}
	}
	a.tellOutcomes(outcomes)
	if err := Write(p, ConvertFile, all, k.before); err != nil {
		a.note("%v", err)
	}
	if left > 0 {
		a.note("%s: %d of %s unchanged and not written again", projectName(p), left, quote.Count(len(jobs), "level"))
	}
	return outcomes
}

// convertWatch converts again as files change, appear and disappear.
type convertWatch struct {
	app  converting
	args []string
	call conversion
	w    *Watcher
	jobs []job
	told map[string]bool // messages that were shown

	reads map[string]map[string]mark // per input, the marks of the input itself and the files it references
	known map[string]bool            // the keys of all of these
	outs  map[string]bool            // the keys of the outputs
	other map[string]bool            // the keys of other files that changed in the last turn

	changed map[string]bool // the keys of changes since the last turn
}

// convertWatching converts, and repeats on changes until the context ends.
func (a converting) convertWatching(ctx context.Context, args []string, call conversion) error {
	files, err := New()
	if err != nil {
		return unreadable(err)
	}
	defer func() { _ = files.Close() }() // nothing was written
	w := &convertWatch{
		app: a, args: args, call: call, w: files, told: map[string]bool{},
		reads: map[string]map[string]mark{}, changed: map[string]bool{},
	}
	if t := call.target.template; t != "" {
		if _, err := w.follow([]string{filepath.Dir(t), filepath.Dir(disk.RealPath(t))}); err != nil {
			return err
		}
	}
	jobs, err := w.look() // it watches before the first run, so that no change is missed
	if err != nil {
		return err
	}
	w.plan(jobs)
	if err := makeOut(call.dir); err != nil {
		return err
	}
	w.convert(ctx, jobs)
	w.catchUp(ctx)
	a.note("watching for changes")
	return unreadable(files.Run(ctx, w.hear, func(lost bool) { w.turn(ctx, lost) }))
}

// look finds the current inputs and watches their folders: new files may appear there, and an editor that saves by
// renaming replaces the file itself.
func (w *convertWatch) look() ([]job, error) {
	var in *Found
	for range MaxDepth + 1 { // folders with files may have been created since
		var err error
		if in, err = w.app.inputs(w.args, w.call); err != nil {
			return nil, err
		}
		more, err := w.follow(in.Folders)
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
	}
	for _, n := range in.Notes {
		w.tellOnce(n, func() { w.app.note("%s", n) })
	}
	for _, err := range in.Problems {
		w.tellOnce(err.Error(), func() { w.say(err) })
	}
	return w.app.jobs(in.Files, w.call)
}

// plan makes jobs the current jobs.
func (w *convertWatch) plan(jobs []job) {
	w.jobs, w.outs = jobs, map[string]bool{}
	keys := Keys{}
	for _, j := range jobs {
		if j.out != "" {
			w.outs[keys.Of(j.out)] = true
		}
	}
}

func (w *convertWatch) tellOnce(text string, tell func()) {
	if !w.told[text] {
		w.told[text] = true
		tell()
	}
}

func (w *convertWatch) say(err error) { tell(w.app.stderr, "%s: %v", w.app.name, err) }

// follow watches folders. Before the first conversion each of them must exist.
func (w *convertWatch) follow(folders []string) (more bool, err error) {
	more, err = w.w.Follow(folders, w.jobs != nil)
	return more, unreadable(err)
}

// followReads watches the folders of everything the inputs were read from.
func (w *convertWatch) followReads() (more bool) {
	seen, folders := map[string]bool{}, []string(nil)
	for _, reads := range w.reads {
		for path := range reads {
			if !seen[path] {
				seen[path] = true
				folders = append(folders, FoldersOf(path)...)
			}
		}
	}
	more, err := w.follow(folders)
	if err != nil {
		w.tellOnce(err.Error(), func() { w.say(err) })
	}
	return more
}

// hear records a change.
func (w *convertWatch) hear(path string) Meaning {
	key := Keys{}.Of(path)
	if w.outs[key] {
		return Nothing
	}
	w.changed[key] = true
	if w.known[key] || !w.other[key] && !disk.IsHidden(filepath.Base(key)) {
		return watchedInput
	}
	return Other
}

// turn converts what is new or has changed, or everything. Problems with files never end the watch.
func (w *convertWatch) turn(ctx context.Context, all bool) {
	changed := w.changed
	w.changed = map[string]bool{}
	if t := w.call.target.template; t != "" {
		for _, key := range (Keys{}).Both(t) {
			all = all || changed[key]
		}
	}
	jobs, err := w.look()
	if err != nil {
		w.say(err)
		jobs = w.jobs
	}
	there := map[string]bool{}
	for _, j := range jobs {
		there[j.in] = true
	}
	for _, j := range w.jobs {
		if !there[j.in] {
			w.app.note("%s was removed; its exports stay", j.in)
			delete(w.reads, j.in)
		}
	}
	w.plan(jobs)
	w.followReads() // missing folders may have been created
	w.tellConverted(w.convert(ctx, w.stale(changed, all)))
	w.catchUp(ctx)
	w.other = map[string]bool{}
	for key := range changed {
		w.other[key] = !w.known[key]
	}
}

// catchUp watches files that the last conversion read for the first time, and converts again what changed before that.
func (w *convertWatch) catchUp(ctx context.Context) {
	for w.followReads() && ctx.Err() == nil {
		w.tellConverted(w.convert(ctx, w.stale(nil, false)))
	}
	w.known = map[string]bool{}
	keys := Keys{}
	for _, reads := range w.reads {
		for path := range reads {
			for _, key := range keys.Both(path) {
				w.known[key] = true
			}
		}
	}
}

// stale returns the jobs whose input, or a file it references, is among the changes or no longer matches its mark.
func (w *convertWatch) stale(changed map[string]bool, all bool) []job {
	keys := Keys{}
	type state struct {
		mark    mark
		touched bool
	}
	now := map[string]state{}
	isOld := func(path string, was mark) bool {
		is, ok := now[path]
		if !ok {
			is.mark = w.markOf(path)
			for _, key := range keys.Both(path) {
				is.touched = is.touched || changed[key] && !is.mark.isFolder
			}
			now[path] = is
		}
		return is.touched || is.mark != was
	}
	return slices.DeleteFunc(slices.Clone(w.jobs), func(j job) bool {
		reads, ok := w.reads[j.in]
		if !w.markOf(j.in).there {
			return true
		}
		if all || !ok {
			return false
		}
		for path, was := range reads {
			if isOld(path, was) {
				return false
			}
		}
		return true
	})
}

// converted holds jobs and their outcomes.
type converted struct {
	jobs     []job
	outcomes []outcome
}

// convert runs jobs and remembers what each of them has read.
func (w *convertWatch) convert(ctx context.Context, jobs []job) converted {
	if len(jobs) == 0 {
		return converted{}
	}
	for _, j := range jobs {
		w.reads[j.in] = map[string]mark{j.in: w.markOf(j.in)}
	}
	call := w.call
	call.asked = func(j job, path string) {
		if _, ok := w.reads[j.in][path]; !ok {
			w.reads[j.in][path] = w.markOf(path)
		}
	}
	return converted{jobs, w.app.runJobs(ctx, jobs, call)}
}

func (w *convertWatch) tellConverted(c converted) {
	for i, o := range c.outcomes {
		if j := c.jobs[i]; o.code != exitUnreadable && j.out != "" {
			w.app.note("%s -> %s", j.in, j.out)
		}
	}
}
