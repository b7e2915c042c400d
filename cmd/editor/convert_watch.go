package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

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
}

// convertWatching converts, and goes on until the context ends.
func (a *app) convertWatching(ctx context.Context, args []string, call conversion) error {
	files, err := fsnotify.NewWatcher()
	if err != nil {
		return unreadable(err)
	}
	defer func() { _ = files.Close() }() // nothing was written
	w := &watch{app: a, args: args, call: call, w: files, told: map[string]bool{}}
	if t := call.target.template; t != "" {
		if err := files.Add(filepath.Dir(t)); err != nil {
			return unreadable(fmt.Errorf("watching %s: %w", filepath.Dir(t), err))
		}
	}
	if w.jobs, err = w.look(); err != nil { // it watches before the first run, so that no change is missed
		return err
	}
	if err := makeOut(call.dir); err != nil {
		return err
	}
	a.runJobs(ctx, w.jobs, call)
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

func (w *watch) tellOnce(text string, tell func()) {
	if !w.told[text] {
		w.told[text] = true
		tell()
	}
}

func (w *watch) say(err error) { fmt.Fprintf(w.app.stderr, "%s: %v\n", w.app.name, err) }

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

// run converts what changes and what comes. Changes are gathered until none comes for a moment, for saving a file makes
// several. Nothing that is wrong with the files ends it.
func (w *watch) run(ctx context.Context) error {
	const quiet = 100 * time.Millisecond
	changed, all := map[string]bool{}, false
	settled := time.NewTimer(time.Hour)
	settled.Stop()
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
			settled.Reset(quiet)
		case e, ok := <-w.w.Events:
			if !ok {
				return nil
			}
			if e.Op != fsnotify.Chmod {
				changed[keyer{}.of(e.Name)] = true
				settled.Reset(quiet)
			}
		case <-settled.C:
			w.turn(ctx, changed, all)
			clear(changed)
			all = false
		}
	}
}

// turn converts what has changed, by its key, and what is new.
func (w *watch) turn(ctx context.Context, changed map[string]bool, all bool) {
	keys := keyer{}
	all = all || w.call.target.template != "" && changed[keys.of(w.call.target.template)]
	before := map[string]bool{}
	for _, j := range w.jobs {
		before[keys.of(j.in)] = true
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
		}
	}
	again := slices.DeleteFunc(slices.Clone(jobs), func(j job) bool {
		_, err := os.Stat(j.in)
		key := keys.of(j.in)
		return err != nil || !all && !changed[key] && before[key]
	})
	w.jobs = jobs
	if len(again) == 0 {
		return
	}
	for i, o := range w.app.runJobs(ctx, again, w.call) {
		if o.code != exitUnreadable && again[i].out != "" {
			w.app.note("%s -> %s", again[i].in, again[i].out)
		}
	}
}
