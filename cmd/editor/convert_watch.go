package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"fillet/editor/folder"

	"github.com/fsnotify/fsnotify"
)

// watch is a conversion that goes on as files change, come and go.
type watch struct {
	app  *app
	args []string
	call conversion
	w    *fsnotify.Watcher
	jobs []job
	told map[string]bool // what has been said already

	reads map[string]map[string]mark // what each input was made of, by the input's name: itself and the files that it names
	known map[string]bool            // the keys of all these
	outs  map[string]bool            // the keys of what is written
	other map[string]bool            // the keys of what else changed last
}

// convertWatching converts, and goes on until the context ends.
func (a *app) convertWatching(ctx context.Context, args []string, call conversion) error {
	files, err := fsnotify.NewWatcher()
	if err != nil {
		return unreadable(err)
	}
	defer func() { _ = files.Close() }() // nothing was written
	w := &watch{app: a, args: args, call: call, w: files, told: map[string]bool{}, reads: map[string]map[string]mark{}}
	if t := call.target.template; t != "" {
		if _, err := w.follow([]string{filepath.Dir(t), filepath.Dir(folder.RealPath(t))}); err != nil {
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
	return w.run(ctx)
}

// look sees what there is to convert now, and watches the folders that more may come in: an editor that saves by renaming
// replaces the file itself.
func (w *watch) look() ([]job, error) {
	var in *inputs
	for range maxDepth + 1 { // folders may have come since, with files in them
		var err error
		if in, err = w.app.inputs(w.args, w.call); err != nil {
			return nil, err
		}
		more, err := w.follow(in.folders)
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
	}
	for _, n := range in.notes {
		w.tellOnce(n, func() { w.app.note("%s", n) })
	}
	for _, err := range in.problems {
		w.tellOnce(err.Error(), func() { w.say(err) })
	}
	return w.app.jobs(in.files, w.call)
}

// plan takes over what there is to convert.
func (w *watch) plan(jobs []job) {
	w.jobs, w.outs = jobs, map[string]bool{}
	keys := keyer{}
	for _, j := range jobs {
		if j.out != "" {
			w.outs[keys.of(j.out)] = true
		}
	}
}

func (w *watch) tellOnce(text string, tell func()) {
	if !w.told[text] {
		w.told[text] = true
		tell()
	}
}

func (w *watch) say(err error) { tell(w.app.stderr, "%s: %v", w.app.name, err) }

// follow watches folders. more says that it did not watch one of them before.
func (w *watch) follow(folders []string) (more bool, err error) {
	watched := map[string]bool{}
	for _, f := range w.w.WatchList() {
		watched[f] = true
	}
	for _, f := range folders {
		f = filepath.Clean(f)
		if watched[f] {
			continue
		}
		watched[f] = true
		err := w.w.Add(f)
		switch {
		case err == nil:
			more = true
		case w.jobs == nil || !errors.Is(err, fs.ErrNotExist):
			return more, unreadable(fmt.Errorf("watching %s: %w", f, err))
		}
	}
	return more, nil
}

// followReads watches the folders of what the inputs were made of.
func (w *watch) followReads() (more bool) {
	seen, folders := map[string]bool{}, []string(nil)
	for _, reads := range w.reads {
		for path := range reads {
			if !seen[path] {
				seen[path] = true
				folders = append(folders, foldersOf(path)...)
			}
		}
	}
	more, err := w.follow(folders)
	if err != nil {
		w.tellOnce(err.Error(), func() { w.say(err) })
	}
	return more
}

// run converts what changes and what comes. Nothing that is wrong with the files ends it.
func (w *watch) run(ctx context.Context) error {
	changed, all := map[string]bool{}, false
	var due pace
	timer := time.NewTimer(time.Hour)
	timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err, ok := <-w.w.Errors:
			switch {
			case !ok:
				return nil
			case !errors.Is(err, fsnotify.ErrEventOverflow):
				return unreadable(fmt.Errorf("watching: %w", err))
			}
			all = true // so much has changed that the system has lost count
			timer.Reset(due.after(time.Now(), true))
		case e, ok := <-w.w.Events:
			if !ok {
				return nil
			}
			key := keyer{}.of(e.Name)
			if e.Op == fsnotify.Chmod || w.outs[key] {
				break
			}
			changed[key] = true
			timer.Reset(due.after(time.Now(), w.known[key] || !w.other[key] && !folder.IsHidden(filepath.Base(key))))
		case <-timer.C:
			due = pace{}
			w.turn(ctx, changed, all)
			clear(changed)
			all = false
		}
	}
}

// pace says when to look at what has changed: once no change has come for a moment, for saving a file makes several, but
// after a while also where they go on.
type pace struct{ first, due time.Time }

const (
	quiet   = 100 * time.Millisecond
	longest = time.Second
)

// after takes note of a change, and says how long to wait from then on. What does not count, because it is no input as far as
// anybody knows, puts off nothing.
func (p *pace) after(now time.Time, counts bool) time.Duration {
	if p.first.IsZero() {
		p.first, p.due = now, now.Add(longest)
	}
	if last := p.first.Add(longest); counts {
		if p.due = now.Add(quiet); p.due.After(last) {
			p.due = last
		}
	}
	return p.due.Sub(now)
}

// turn converts what has changed, by its key, and what is new.
func (w *watch) turn(ctx context.Context, changed map[string]bool, all bool) {
	if t := w.call.target.template; t != "" {
		for _, key := range (keyer{}).both(t) {
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
			w.app.note("%s has gone; what was made of it stays", j.in)
			delete(w.reads, j.in)
		}
	}
	w.plan(jobs)
	w.followReads() // folders that were missing may have come
	w.tellConverted(w.convert(ctx, w.stale(changed, all)))
	w.catchUp(ctx)
	w.other = map[string]bool{}
	for key := range changed {
		w.other[key] = !w.known[key]
	}
}

// catchUp watches what the last conversion was the first to read, and converts again what changed before it was watched.
func (w *watch) catchUp(ctx context.Context) {
	for w.followReads() && ctx.Err() == nil {
		w.tellConverted(w.convert(ctx, w.stale(nil, false)))
	}
	w.known = map[string]bool{}
	keys := keyer{}
	for _, reads := range w.reads {
		for path := range reads {
			for _, key := range keys.both(path) {
				w.known[key] = true
			}
		}
	}
}

// stale is the jobs whose input, or what that names, has changed by its key, or is not as it was when it was read.
func (w *watch) stale(changed map[string]bool, all bool) []job {
	keys := keyer{}
	type state struct {
		mark    mark
		touched bool
	}
	now := map[string]state{}
	isOld := func(path string, was mark) bool {
		is, ok := now[path]
		if !ok {
			is.mark = w.markOf(path)
			for _, key := range keys.both(path) {
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

// converted holds the results of some jobs.
type converted struct {
	jobs     []job
	outcomes []outcome
}

// convert runs jobs, and remembers what each of them has read.
func (w *watch) convert(ctx context.Context, jobs []job) converted {
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

func (w *watch) tellConverted(c converted) {
	for i, o := range c.outcomes {
		if j := c.jobs[i]; o.code != exitUnreadable && j.out != "" {
			w.app.note("%s -> %s", j.in, j.out)
		}
	}
}
