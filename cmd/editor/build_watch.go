//go:build !js

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fillet/editor/disk"
)

// buildWatch is a build that goes on as files change, come and go. Each turn is a build, which does what has changed.
type buildWatch struct {
	app     *app
	dir     string // without links
	shown   string // as people would write it
	call    buildCall
	w       *Watcher
	inputs  map[string]bool   // the folders of the files that the levels are made of
	last    string            // the error of the last turn
	gone    map[string]bool   // levels of which it was said that they have gone
	failing map[string]string // why levels failed the last time
}

// buildWatching builds, and goes on until the context ends.
func (a *app) buildWatching(ctx context.Context, dir string, call buildCall) error {
	files, err := New()
	if err != nil {
		return unreadable(err)
	}
	defer func() { _ = files.Close() }() // nothing was written
	w := &buildWatch{app: a, dir: disk.RealPath(dir), shown: dir, call: call, w: files, gone: map[string]bool{}, failing: map[string]string{}}
	// The folder that it lies in tells when it goes and comes again.
	if _, err := files.Follow([]string{filepath.Dir(w.dir), w.dir}, false); err != nil {
		return unreadable(err)
	}
	w.turn(ctx, true)
	a.note("watching for changes")
	return unreadable(files.Run(ctx, w.hear, func(bool) { w.turn(ctx, false) }))
}

// hear says whether a change may be one of what is built. What is not the project's in the folders that it lies in, is none.
func (w *buildWatch) hear(path string) Meaning {
	isAbove := isBelow(w.dir, path) // or itself
	isInside := isBelow(path, w.dir) || w.inputs[path] || w.inputs[filepath.Dir(path)]
	if isAbove || isInside && !disk.IsHidden(filepath.Base(path)) {
		return watchedInput
	}
	return Nothing
}

// isBelow reports whether a path is a folder or leads below it.
func isBelow(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}

// turn builds what has changed, and watches what it was made of. Folders that have come meanwhile may hold levels, so it looks again
// until there are none.
func (w *buildWatch) turn(ctx context.Context, first bool) {
	for range 10 {
		b, err := w.app.build(ctx, w.dir, w.call)
		if ctx.Err() != nil {
			return
		}
		var folders []string
		if err != nil {
			w.complain(err)
			folders = append([]string{w.dir}, FoldersOf(w.dir)...)
		} else {
			w.last = ""
			w.tell(b, first)
			first = false
			w.inputs = map[string]bool{}
			for _, path := range b.inputs {
				for _, f := range FoldersOf(path) {
					w.inputs[f] = true
					folders = append(folders, f)
				}
			}
			folders = append(append(folders, filepath.Dir(w.dir)), b.listing.Folders...)
		}
		more, err := w.w.Follow(folders, true)
		if err != nil {
			tell(w.app.stderr, "%s: %v", w.app.name, err)
		}
		if !more {
			return
		}
	}
}

// complain tells once why there is nothing to build.
func (w *buildWatch) complain(err error) {
	if _, gone := os.Stat(w.dir); errors.Is(gone, fs.ErrNotExist) {
		err = fmt.Errorf("%s has gone: it is built when it is there again", w.shown)
		w.failing = nil
	}
	if w.last != err.Error() {
		tell(w.app.stderr, "%s: %v", w.app.name, err)
	}
	w.last = err.Error()
}

// tell says what was built; of what is as it was only the first turn says something.
func (w *buildWatch) tell(b *built, first bool) {
	var news []outcome
	failing := map[string]string{}
	for i, o := range b.outcomes {
		isNew := first
		if i < len(b.done) && b.done[i] {
			name, why := b.levels[i].Rel, ""
			if o.failed() {
				why = b.why(i)
				failing[name] = why
			}
			isNew = first || why == "" || w.failing[name] != why
		}
		if isNew {
			news = append(news, o)
		}
	}
	w.failing = failing
	if len(news) > 0 {
		w.app.tellOutcomes(news)
	}
	if len(news) > 0 || first {
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
