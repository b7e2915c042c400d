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

// buildWatch is a build that goes on as files change, come and go. Each turn is a build, which does what has changed.
type buildWatch struct {
	app  *app
	dir  string
	call buildCall
	w    *fsnotify.Watcher
	last string          // the error of the last turn
	gone map[string]bool // levels of which it was said that they have gone
}

// buildWatching builds, and goes on until the context ends.
func (a *app) buildWatching(ctx context.Context, dir string, call buildCall) error {
	files, err := fsnotify.NewWatcher()
	if err != nil {
		return unreadable(err)
	}
	defer func() { _ = files.Close() }() // nothing was written
	w := &buildWatch{app: a, dir: folder.RealPath(dir), call: call, w: files, gone: map[string]bool{}}
	if err := w.follow([]string{w.dir}); err != nil {
		return unreadable(err)
	}
	w.turn(ctx, true)
	a.note("watching for changes")
	timer := time.NewTimer(time.Hour)
	timer.Stop()
	var due pace
	for {
		select {
		case <-ctx.Done():
			return nil
		case err, ok := <-files.Errors:
			switch {
			case !ok:
				return nil
			case !errors.Is(err, fsnotify.ErrEventOverflow):
				return unreadable(fmt.Errorf("watching: %w", err))
			}
			timer.Reset(due.after(time.Now(), true))
		case e, ok := <-files.Events:
			if !ok {
				return nil
			}
			name := filepath.Base(e.Name)
			if e.Op == fsnotify.Chmod || folder.IsHidden(name) {
				break
			}
			timer.Reset(due.after(time.Now(), true))
		case <-timer.C:
			due = pace{}
			w.turn(ctx, false)
		}
	}
}

// turn builds what has changed, and watches what it was made of. Folders that have come meanwhile may hold levels, so it looks again
// until there are none.
func (w *buildWatch) turn(ctx context.Context, first bool) {
	for range 10 {
		b, err := w.app.build(ctx, w.dir, w.call)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			if w.last != err.Error() {
				tell(w.app.stderr, "%s: %v", w.app.name, err)
			}
			w.last = err.Error()
			return
		}
		w.last = ""
		w.tell(b, first)
		first = false
		before := len(w.w.WatchList())
		for _, path := range b.inputs {
			b.listing.Folders = append(b.listing.Folders, foldersOf(path)...)
		}
		if err := w.follow(b.listing.Folders); err != nil {
			tell(w.app.stderr, "%s: %v", w.app.name, err)
		}
		if len(w.w.WatchList()) == before {
			return
		}
	}
}

// tell says what was built; of what is as it was only the first turn says something.
func (w *buildWatch) tell(b *built, first bool) {
	var news []outcome
	some := false
	for i, o := range b.outcomes {
		if first || i < len(b.done) && b.done[i] {
			news = append(news, o)
			some = true
		}
	}
	if some {
		w.app.tellOutcomes(news)
	}
	if some || first {
		w.app.note("%s", b.summary())
	}
	for _, name := range b.gone {
		if !w.gone[name] {
			w.gone[name] = true
			w.app.note("%s has gone; what was made of it stays", name)
		}
	}
	for name := range w.gone {
		if !slices.Contains(b.gone, name) {
			delete(w.gone, name)
		}
	}
}

// follow watches folders.
func (w *buildWatch) follow(folders []string) error {
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
		if err := w.w.Add(f); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("watching %s: %w", f, err)
		}
	}
	return nil
}
