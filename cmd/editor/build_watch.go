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

// buildWatch rebuilds a project as files change, appear and disappear. Each turn is an incremental build.
type buildWatch struct {
	app     *app
	dir     string // with links resolved
	shown   string // for messages
	call    buildCall
	w       *Watcher
	inputs  map[string]bool   // the folders of the levels' inputs
	last    string            // the error of the last turn
	gone    map[string]bool   // deleted levels that were reported
	failing map[string]string // why levels failed in the last turn
}

// buildWatching builds the project and rebuilds it on changes until the context ends.
func (a *app) buildWatching(ctx context.Context, dir string, call buildCall) error {
	files, err := New()
	if err != nil {
		return unreadable(err)
	}
	defer func() { _ = files.Close() }() // nothing was written
	w := &buildWatch{
		app: a, dir: disk.RealPath(dir), shown: dir, call: call, w: files, gone: map[string]bool{},
		failing: map[string]string{},
	}
	// The parent folder reports when the project's folder disappears and comes back.
	if _, err := files.Follow([]string{filepath.Dir(w.dir), w.dir}, false); err != nil {
		return unreadable(err)
	}
	w.turn(ctx, true)
	a.note("watching for changes")
	return unreadable(files.Run(ctx, w.hear, func(bool) { w.turn(ctx, false) }))
}

// hear reports whether a change may affect the build. Unrelated changes in the parent folders do not.
func (w *buildWatch) hear(path string) Meaning {
	isAbove := isBelow(w.dir, path) // or the folder itself
	isInside := isBelow(path, w.dir) || w.inputs[path] || w.inputs[filepath.Dir(path)]
	if isAbove || isInside && !disk.IsHidden(filepath.Base(path)) {
		return watchedInput
	}
	return Nothing
}

// isBelow reports whether path is dir or below it.
func isBelow(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator))+
		string(filepath.Separator))
}

// turn builds what has changed and watches the inputs. Folders created in the meantime may hold levels, so it repeats
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

// complain reports once why nothing can be built.
func (w *buildWatch) complain(err error) {
	if _, gone := os.Stat(w.dir); errors.Is(gone, fs.ErrNotExist) {
		err = fmt.Errorf("%s was removed: the build resumes when it is back", w.shown)
		w.failing = nil
	}
	if w.last != err.Error() {
		tell(w.app.stderr, "%s: %v", w.app.name, err)
	}
	w.last = err.Error()
}

// tell reports what was built. Unchanged levels are reported in the first turn only.
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
			w.app.note("%s was removed; its exports stay", name)
		}
	}
	for name := range w.gone {
		if !slices.Contains(b.gone, name) {
			delete(w.gone, name)
		}
	}
}
