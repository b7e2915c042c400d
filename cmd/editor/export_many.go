//go:build !js

package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"fillet/editor/disk"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/export"
)

// levelFormat is the format name for level files.
const levelFormat = "level"

// defaultPackage is the Go package that the exported levels share unless --package names one.
const defaultPackage = "levels"

// job is one file to export.
type job struct {
	in, out string
	named   bool // the user named the input directly: it is exported even if nothing has changed
	exact   bool // the user named the output directly: it may be anywhere and replaces any file
}

// exporting exports many levels. A watch plans and runs it repeatedly.
type exporting struct {
	*app
	call       exportCall
	history    *history
	shares     bool       // levels may share outputs, or users edit the outputs: no stamps are stored
	taken      *Claims    // files that presets write in this run
	extraFiles sync.Mutex // guards additional output files, which several levels may share
}

func (a *app) exportMany(ctx context.Context, call exportCall) error {
	x := &exporting{app: a, call: call, history: &history{
		stamps: map[string]map[string]*Stamp{}, changed: map[string]bool{}, sums: NewSums(),
	}}
	if call.watch {
		return x.watch(ctx)
	}
	p, err := x.plan()
	if err != nil {
		return err
	}
	for _, n := range p.Notes {
		a.note("%s", n)
	}
	r := x.run(ctx, p.jobs)
	a.tellOutcomes(r.outcomes)
	if s := r.summary(); s != "" && ctx.Err() == nil {
		a.note("%s", s)
	}
	if err := x.history.save(); err != nil {
		a.note("%v", err)
	}
	return worst(ctx, a.addProblems(r.outcomes, p.Problems))
}

// plan holds the jobs of a run.
type plan struct {
	*Found
	jobs []job
}

// plan finds the inputs and names their outputs.
func (x *exporting) plan() (*plan, error) {
	x.projects = &projects{known: map[string]knownProject{}, reported: map[string]bool{}}
	x.taken = NewClaims()
	s := Search{What: "exported", Levels: x.call.hasPresets(), Foreign: x.call.format == levelFormat}
	dir := x.call.out
	if x.call.isFile {
		dir = ""
	}
	if dir != "" {
		s.Skip = disk.RealPath(dir)
	}
	if x.call.inProject { // if a project cannot be read, its exports are unknown
		for _, arg := range x.call.args {
			if _, err := x.projectOf(filepath.Join(folderOf(arg), disk.ProjectFile)); err != nil {
				return nil, unreadable(err)
			}
		}
	}
	found, err := x.find(x.call.args, s)
	if err != nil {
		return nil, err
	}
	for _, file := range found.Projects {
		x.taken.Keep(file)
	}
	p := &plan{Found: found}
	if p.jobs, err = x.jobs(found.Files); err != nil {
		return nil, err
	}
	if len(p.jobs) == 0 && len(p.Problems) == 0 && !x.call.inProject && !x.call.watch {
		return nil, fmt.Errorf("nothing to export: %s", strings.Join(p.Notes, "; "))
	}
	if dir != "" {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, unreadable(err)
		}
	}
	return p, nil
}

// folderOf returns the folder that an argument refers to: the argument itself, or the folder of a project file.
func folderOf(arg string) string {
	if IsProjectFile(arg) {
		return filepath.Dir(arg)
	}
	return arg
}

// naming chooses the output names of a call.
type naming struct {
	file func(stem string) string
	isGo bool
	end  string // end of the file names if isGo
}

func (x *exporting) naming() (naming, error) {
	none := naming{}
	if err := x.call.checkTolerance(); err != nil {
		return none, err
	}
	switch {
	case x.call.format != levelFormat:
		e, err := x.target(x.call.targetFlags, "")
		if err != nil {
			return none, err
		}
		if x.call.form.Chunks != (export.Vec{}) && e.Name() == export.FCOL().Name() {
			return naming{file: func(stem string) string { return stem + export.IndexEnd }}, nil
		}
		return naming{func(stem string) string { return export.FileName(e, stem) }, export.IsGo(e), e.Extension()}, nil
	case x.call.pkg != "":
		return none, errors.New("a level file has no packages: --package is for Go source")
	}
	return naming{file: func(stem string) string { return stem + ".level.yaml" }}, nil
}

// jobs plans the outputs. It returns an error if a file would be written twice or an input overwritten. Files found in
// a named folder keep their subfolders; files named directly have none. Presets name their own outputs.
func (x *exporting) jobs(files []Input) ([]job, error) {
	jobs := make([]job, len(files))
	for i, in := range files {
		jobs[i] = job{in: in.Path, named: in.Sub == ""}
	}
	switch {
	case x.call.hasPresets():
		return jobs, nil
	case x.call.isFile:
		for i := range jobs {
			jobs[i].out, jobs[i].exact = x.call.out, true
		}
		return jobs, nil
	}
	names, err := x.naming()
	if err != nil {
		return nil, err
	}
	x.shares = names.isGo || x.call.format == levelFormat
	isInput := make(map[string]bool, len(files))
	keys := Keys{}
	for _, in := range files {
		isInput[keys.Of(in.Path)] = true
	}
	from := map[string]string{}
	for i, in := range files {
		dir := filepath.Dir(in.Path)
		if x.call.out != "" {
			dir = filepath.Join(x.call.out, in.Sub)
		}
		out := filepath.Join(dir, names.file(Stem(x.importers, in.Path)))
		key := keys.Of(out)
		if isInput[key] {
			return nil, fmt.Errorf("%s would overwrite the input %s", in.Path, out)
		}
		if earlier, ok := from[key]; ok {
			advice := "rename one of them"
			if filepath.Dir(earlier) != filepath.Dir(in.Path) {
				advice = "name their common folder instead, so that they keep their subfolders"
			}
			return nil, fmt.Errorf("%s and %s would both become %s: %s", earlier, in.Path, out, advice)
		}
		from[key] = in.Path
		if names.isGo {
			called := export.GoName(strings.TrimSuffix(filepath.Base(out), names.end))
			key := filepath.Join(filepath.Dir(key), called)
			if earlier, ok := from[key]; ok {
				return nil, fmt.Errorf("%s and %s would both be %s in Go: rename one of them", earlier, in.Path,
					called)
			}
			from[key] = in.Path
		}
		jobs[i].out = out
	}
	return jobs, nil
}

// result holds the outcomes of the jobs of a run.
type result struct {
	tasks    []task
	outcomes []outcome
}

// run exports what has changed since the last export, in parallel.
func (x *exporting) run(ctx context.Context, jobs []job) *result {
	tasks := make([]task, len(jobs))
	projects := map[string]*project.Project{} // by folder
	for i, j := range jobs {
		dir := filepath.Dir(j.in)
		p, ok := projects[dir]
		if !ok {
			p, _ = x.projectOf(j.in) // exporting the level reports the error
			projects[dir] = p
		}
		tasks[i] = x.task(j, p)
	}
	clashes := make([]error, len(tasks))
	if x.call.allPresets {
		clashes = x.taken.exports(tasks)
	}
	inParallel(len(tasks), x.call.jobs, func(i int) {
		t := &tasks[i]
		t.key = x.keyOf(t)
		t.isFresh = clashes[i] == nil && t.stamp != nil && t.stamp.fits(t) &&
			t.stamp.IsFresh(t.dir(), t.key, x.history.sums)
	})
	for i := range tasks {
		if t := &tasks[i]; t.isFresh { // no other level may write its outputs
			for _, f := range t.stamp.Outputs {
				x.taken.Hold(f.Path(t.dir()), t.in)
			}
		}
	}
	r := &result{tasks: tasks}
	r.outcomes = x.sideBySide(ctx, len(tasks), x.call.jobs, "exporting", func(own *app, i int) error {
		t := &tasks[i]
		switch {
		case t.isFresh:
			return own.repeat(t.stamp)
		case clashes[i] != nil:
			return &codeError{exitUsage, clashes[i]}
		}
		now, err := own.stamped(t, func() error { return x.exportFile(ctx, own, t.job) })
		t.isDone, t.stamp = true, now
		return err
	})
	for i := range tasks {
		t, o := &tasks[i], r.outcomes[i]
		t.isDone = t.isDone && o.code != exitInterrupted && o.code != exitUsage // otherwise the next try may succeed
		if t.isDone {
			t.stamp.As, t.stamp.Code, t.stamp.Messages, t.stamp.Losses = t.in, o.code, o.messages, o.losses
			x.history.put(t)
		}
	}
	return r
}

// task is a job with the stamp of its last export.
type task struct {
	job
	path    string           // path of the input, with links resolved
	project *project.Project // project of the input, or nil
	stored  bool             // the stamp is stored in the project's folder
	name    string           // name of the stamp
	key     string
	stamp   *Stamp // stamp of the last export, or nil
	isFresh bool   // nothing has changed since the last export: only its messages are repeated
	isDone  bool   // it was exported or failed, and need not run again until something changes
}

// dir returns the folder of the project that stores the stamp, or "".
func (t *task) dir() string {
	if t.stored {
		return t.project.Dir
	}
	return ""
}

func (x *exporting) task(j job, p *project.Project) task {
	t := task{job: j, path: disk.RealPath(j.in), project: p}
	t.stored = p != nil && !j.named && !x.shares
	t.name = Name(relative(t.dir(), t.path)) + " > "
	if j.out != "" {
		t.name += Name(relative(t.dir(), disk.RealPath(j.out)))
	}
	if (t.stored || x.call.watch) && (!x.call.force || x.history.ran) {
		t.stamp = x.history.of(&t)
	}
	return t
}

// keyOf returns a hash of everything except inputs that affects a job's output.
func (x *exporting) keyOf(t *task) string {
	target := x.call.targetFlags
	target.force, target.overwrite = false, false
	h := sha256.New()
	// Hashing never fails.
	_, _ = fmt.Fprintf(h, "%s %#v", version(), target)
	if p := t.project; p != nil {
		_, _ = fmt.Fprintf(h, " %#v %#v %#v", p.ExportsOf(t.path, nil), p.Materials, p.Import)
	}
	if target.template != "" {
		_, _ = fmt.Fprintf(h, " %s", x.history.sums.Of(target.template))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// repeat reports the messages and losses of a level's last export again.
func (a *app) repeat(s *Stamp) error {
	a.tellMessages(s.Messages)
	if a.losses != nil {
		a.losses.records = append(a.losses.records, s.Losses...)
	}
	if s.Code != exitOK {
		return &codeError{s.Code, errReported}
	}
	return nil
}

// stamped runs do for one job and returns a stamp with its inputs and outputs.
func (a *app) stamped(t *task, do func() error) (*Stamp, error) {
	start := time.Now()
	var mu sync.Mutex
	note := func(list *[]string) func(string) {
		return func(path string) {
			mu.Lock()
			defer mu.Unlock()
			*list = append(*list, disk.RealPath(path))
		}
	}
	inputs, outputs := []string{t.path}, []string(nil)
	// Inputs are hashed before they are read, so that the next run notices a change in between.
	before := NewSums()
	before.Of(t.path)
	asked := note(&inputs)
	a.asked = func(path string) {
		asked(path)
		before.Of(path)
	}
	a.importers = a.importers.Telling(a.asked)
	a.wrote = note(&outputs)
	err := do()
	slices.Sort(inputs)
	slices.Sort(outputs)
	before.Doubt(start)
	return &Stamp{
		Key: t.key, Inputs: SumsOf(t.dir(), slices.Compact(inputs), before),
		Outputs: SumsOf(t.dir(), slices.Compact(outputs), NewSums()),
	}, err
}

// exportFile runs a job.
func (x *exporting) exportFile(ctx context.Context, own *app, j job) error {
	call := x.call
	if call.hasPresets() {
		err := own.exportPresets(ctx, j.in, call.targetFlags, x.taken)
		if errors.Is(err, errNoPresets) {
			return nil
		}
		return err
	}
	in, err := x.placeOf(j)
	if err != nil {
		return unreadable(err)
	}
	if call.format == levelFormat { // designers continue editing the level
		p, lacks := own.inProject(j.in)
		opts, err := own.importRules(p, j.in, "")
		if err == nil {
			err = own.importLevel(ctx, j.in, j.out, opts, in)
		}
		return cmp.Or(err, lost(lacks))
	}
	defer own.wrote(j.out)
	e, err := own.target(call.targetFlags, j.out)
	if err != nil {
		return err
	}
	opts := call.options()
	if opts.Package == "" && export.IsGo(e) && !j.exact {
		opts.Package = defaultPackage
	}
	return own.exportLevel(ctx, j.in, e, opts, j.out, in)
}

// placeOf returns where an output may be written: in the folder that the user named, else in the input's project or
// folder. It is nil for a file that the user named.
func (x *exporting) placeOf(j job) (*export.Place, error) {
	if j.exact {
		return nil, nil //nolint:nilnil // it may be anywhere
	}
	dir := cmp.Or(x.call.out, x.call.root)
	if dir == "" {
		var ok bool
		if dir, ok = disk.FindProject(j.in); !ok {
			dir = filepath.Dir(j.in)
		}
	}
	root, err := disk.OpenRoot(dir)
	return &export.Place{Root: root, Overwrite: x.call.overwrite, Record: x.record, FileLock: &x.extraFiles}, err
}

// summary returns a one-line summary of an export of projects, and "" for other files.
func (r *result) summary() string {
	var projects []*project.Project
	for _, t := range r.tasks {
		if t.stored && !slices.Contains(projects, t.project) {
			projects = append(projects, t.project)
		}
	}
	name := ""
	switch len(projects) {
	case 0:
		return ""
	case 1:
		name = projectName(projects[0]) + ": "
	}
	done, failed := 0, 0
	for i, o := range r.outcomes {
		switch {
		case r.tasks[i].isFresh:
		case o.failed():
			failed++
		default:
			done++
		}
	}
	levels := quote.Count(len(r.tasks), "level")
	switch {
	case failed > 0:
		return fmt.Sprintf("%s%d of %s exported, %d failed", name, done, levels, failed)
	case done == 0:
		return fmt.Sprintf("%s%s up to date", name, levels)
	}
	return fmt.Sprintf("%s%d of %s exported", name, done, levels)
}

// projectName returns the project's name, or its folder's name.
func projectName(p *project.Project) string { return cmp.Or(p.Name, filepath.Base(p.Dir)) }

// worst returns the error for the worst outcome: a failed file outranks losses, and an interruption outranks
// everything.
func worst(ctx context.Context, outcomes []outcome) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	code := exitOK
	for _, o := range outcomes {
		code = max(code, o.code)
	}
	if code == exitOK {
		return nil
	}
	return &codeError{code, errReported}
}
