//go:build !js

package main

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"fillet/editor/disk"
)

// exportWatch exports again as files change, appear and disappear. Each turn is a run that exports the changes.
type exportWatch struct {
	*exporting
	args     []string
	files    *Watcher
	folders  map[string]bool // the arguments that are folders
	gone     []string        // arguments that do not exist now
	last     []job           // jobs of the last turn, with existing inputs
	reported map[string]bool // messages about lasting problems, which are not repeated

	// Keys of paths, which decide whether a change matters: known holds inputs, outputs and arguments; searched holds
	// folders in which inputs may appear; unknown holds other paths that changed in the last turn; changed holds all
	// paths that have changed since then.
	known, searched, unknown, changed map[string]bool
}

// watch exports, and exports again after changes until the context ends.
func (x *exporting) watch(ctx context.Context) error {
	files, err := New()
	if err != nil {
		return unreadable(err)
	}
	defer func() { _ = files.Close() }() // nothing was written
	w := &exportWatch{
		exporting: x, args: x.call.args, files: files, folders: map[string]bool{}, changed: map[string]bool{},
	}
	if err := w.turn(ctx); err != nil {
		return err
	}
	w.note("watching for changes")
	return unreadable(files.Run(ctx, w.hear, func(lost bool) {
		if lost { // anything may have changed
			w.history.sums = NewSums()
		}
		_ = w.turn(ctx) // only the first turn can fail
	}))
}

// hear records a change that may affect the export.
func (w *exportWatch) hear(path string) Meaning {
	key := Keys{}.Of(path)
	if !w.known[key] && (disk.IsHidden(filepath.Base(path)) || !w.searched[filepath.Dir(key)]) {
		return Nothing
	}
	w.changed[key] = true
	if w.known[key] || !w.unknown[key] {
		return watchedInput
	}
	return Other
}

// turn exports the changes, and watches the files that were read. It repeats until there is nothing new to watch, to
// find changes made before the watch began. Only the first turn can fail, if the arguments are wrong.
func (w *exportWatch) turn(ctx context.Context) error {
	changed := w.changed
	w.changed = map[string]bool{}
	for range MaxDepth {
		w.history.sums.Forget(changed)
		folders, err := w.export(ctx)
		if err != nil || ctx.Err() != nil {
			return err
		}
		more, err := w.files.Follow(folders, true)
		if err != nil {
			tell(w.stderr, "%s: %v", w.name, err)
		}
		if !more {
			break
		}
	}
	w.unknown = map[string]bool{}
	for key := range changed {
		w.unknown[key] = !w.known[key]
	}
	return nil
}

// export runs the current jobs and returns the folders to watch.
func (w *exportWatch) export(ctx context.Context) ([]string, error) {
	isFirst := !w.history.ran
	before := w.reported
	w.reported = map[string]bool{}
	once := func(text string, tell func()) {
		if !w.reported[text] && !before[text] {
			tell()
		}
		w.reported[text] = true
	}
	say := func(err error) { once(err.Error(), func() { tell(w.stderr, "%s: %v", w.name, err) }) }

	w.findFolders(once)
	p, err := w.plan()
	var marked *codeError
	switch {
	case err == nil:
		for _, n := range p.Notes {
			once(n, func() { w.note("%s", n) })
		}
		for _, err := range p.Problems {
			say(err)
		}
	case isFirst && (!errors.As(err, &marked) || marked.code != exitUnreadable): // wrong arguments
		return nil, err
	default:
		say(err)
		p = &plan{Found: &Found{}, jobs: w.last}
		if w.call.inProject {
			p.jobs = nil
		}
	}
	isThere := func(j job) bool { return exists(j.in) }
	jobs := p.jobs
	if !isFirst {
		jobs = slices.DeleteFunc(slices.Clone(jobs), func(j job) bool { return !isThere(j) })
	}
	if err == nil {
		for _, j := range w.last {
			if !slices.Contains(jobs, j) && !slices.ContainsFunc(w.gone, func(dir string) bool {
				return isBelow(j.in, dir)
			}) {
				w.note("%s was removed; its exports are kept", j.in)
			}
		}
		w.last = slices.DeleteFunc(slices.Clone(jobs), func(j job) bool { return !isThere(j) })
	}
	r := w.run(ctx, jobs)
	if ctx.Err() != nil { // nothing is watched afterwards
		return nil, nil //nolint:nilerr // a problem was reported
	}
	w.report(r, isFirst, before)
	if err := w.history.save(); err != nil {
		say(err)
	}
	w.history.ran = true
	return w.follow(p, r), nil
}

// findFolders finds out which of the named folders exist.
func (w *exportWatch) findFolders(once func(text string, tell func())) {
	w.gone, w.call.args = nil, nil
	for _, arg := range w.args {
		switch {
		case IsMany(arg):
			w.folders[arg] = true
		case w.folders[arg] && !exists(arg):
			w.gone = append(w.gone, arg)
			once(arg, func() { tell(w.stderr, "%s was removed; the export resumes when it is back", arg) })
			continue
		}
		w.call.args = append(w.call.args, arg)
	}
}

// report reports what was exported. Unchanged levels are reported in the first turn only.
func (w *exportWatch) report(r *result, isFirst bool, before map[string]bool) {
	var news []outcome
	var written []job
	for i, o := range r.outcomes {
		t := &r.tasks[i]
		lasts := !t.isFresh && !t.isDone // a failed level that is tried in every turn
		if lasts {
			w.reported[o.messages.String()] = true
		}
		if !isFirst && (t.isFresh || lasts && before[o.messages.String()]) {
			continue
		}
		news = append(news, o)
		if !isFirst && !o.failed() && t.out != "" {
			written = append(written, t.job)
		}
	}
	if len(news) == 0 && !isFirst {
		return
	}
	w.tellOutcomes(news)
	for _, j := range written {
		w.note("%s -> %s", j.in, j.out)
	}
	if s := r.summary(); s != "" {
		w.note("%s", s)
	}
}

// follow records which changes matter from now on, and returns the folders to watch for them.
func (w *exportWatch) follow(p *plan, r *result) []string {
	w.known, w.searched = map[string]bool{}, map[string]bool{}
	folders, seen, keys := map[string]bool{}, map[string]bool{}, Keys{}
	know := func(path string) {
		if path == "" || seen[path] {
			return
		}
		seen[path] = true
		for _, dir := range FoldersOf(path) {
			folders[disk.RealPath(dir)] = true
		}
		for at := path; ; at = filepath.Dir(at) { // include the missing folders above it
			for _, key := range keys.Both(at) {
				w.known[key] = true
			}
			if dir := filepath.Dir(at); dir == at || exists(dir) {
				return
			}
		}
	}
	for _, arg := range w.args {
		know(arg)
		know(filepath.Join(folderOf(arg), disk.ProjectFile))
		folders[disk.RealPath(filepath.Dir(filepath.Clean(arg)))] = true // the argument may disappear and come back
	}
	know(w.call.template)
	for _, dir := range p.Folders {
		w.searched[filepath.Dir(keys.Of(filepath.Join(dir, "x")))] = true
		folders[disk.RealPath(dir)] = true
	}
	for i := range r.tasks {
		t := &r.tasks[i]
		know(t.in)
		if t.project != nil {
			know(filepath.Join(t.project.Dir, disk.ProjectFile))
		}
		if t.stamp != nil {
			for _, f := range slices.Concat(t.stamp.Inputs, t.stamp.Outputs) {
				know(f.Path(t.dir()))
			}
		}
	}
	return slices.Collect(maps.Keys(folders))
}

// isBelow reports whether path is dir or below it.
func isBelow(path, dir string) bool {
	path, dir = filepath.Clean(path), filepath.Clean(dir)
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator))+
		string(filepath.Separator))
}
