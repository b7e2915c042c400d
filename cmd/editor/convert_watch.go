//go:build !js

package main

import (
	"context"
	"path/filepath"
	"slices"

	"fillet/editor/disk"
)

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
