package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"fillet/editor/disk"

	"github.com/fsnotify/fsnotify"
)

// Watcher watches folders. It must be used by one goroutine only.
type Watcher struct {
	files *fsnotify.Watcher
	known map[string]fs.FileInfo // the state of each folder when its watch began
}

// New returns a watcher without folders.
func New() (*Watcher, error) {
	files, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return &Watcher{files: files, known: map[string]fs.FileInfo{}}, nil
}

// Close stops the watcher.
func (w *Watcher) Close() error { return w.files.Close() }

// Follow adds folders to the watch. more reports whether any of them is new, or was replaced by another folder of the
// same name. A missing folder is an error unless mayBeMissing is set, which skips it.
func (w *Watcher) Follow(folders []string, mayBeMissing bool) (more bool, err error) {
	watched := map[string]bool{}
	for _, f := range w.files.WatchList() {
		watched[f] = true
	}
	seen := map[string]bool{}
	for _, f := range folders {
		f = filepath.Clean(f)
		if seen[f] {
			continue
		}
		seen[f] = true
		info, _ := os.Stat(f) // watching it reports the error
		if watched[f] {
			if os.SameFile(info, w.known[f]) {
				continue
			}
			_ = w.files.Remove(f) // it may already be gone
		}
		err := w.files.Add(f)
		switch {
		case err == nil:
			w.known[f], more = info, true
		case !mayBeMissing || !errors.Is(err, fs.ErrNotExist):
			return more, fmt.Errorf("watching %s: %w", f, err)
		}
	}
	return more, nil
}

// Meaning classifies a change.
type Meaning int8

// The meanings of a change, for the next turn.
const (
	Nothing      Meaning = iota // ignored
	Other                       // not a known input: causes a turn, but does not postpone it
	watchedInput                // a known input: the turn waits until changes settle
)

// Run calls turn after changes until the context ends. hear classifies each change and records what turn needs to know.
// lost reports that the system has dropped some changes because there were too many. Run fails if it cannot continue
// watching.
func (w *Watcher) Run(ctx context.Context, hear func(path string) Meaning, turn func(lost bool)) error {
	lost := false
	var due pace
	timer := time.NewTimer(time.Hour)
	timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err, ok := <-w.files.Errors:
			switch {
			case !ok:
				return nil
			case !errors.Is(err, fsnotify.ErrEventOverflow):
				return fmt.Errorf("watching: %w", err)
			}
			lost = true
			timer.Reset(due.after(time.Now(), true))
		case e, ok := <-w.files.Events:
			if !ok {
				return nil
			}
			if e.Op == fsnotify.Chmod {
				break
			}
			if m := hear(e.Name); m != Nothing {
				timer.Reset(due.after(time.Now(), m == watchedInput))
			}
		case <-timer.C:
			due = pace{}
			turn(lost)
			lost = false
		}
	}
}

// pace decides when to handle changes: once none has come for a moment, because saving a file causes several changes,
// but no later than a limit if they keep coming.
type pace struct{ first, due time.Time }

const (
	quiet   = 100 * time.Millisecond
	longest = time.Second
)

// after records a change and returns how long to wait from now. A change that does not count does not extend the wait.
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

// FoldersOf returns the folders to watch for changes to a file or in a folder: the folders that contain the file's name
// and its link target, or their nearest existing parents.
func FoldersOf(path string) []string {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return []string{path}
	}
	out := []string{filepath.Dir(path)}
	if real := filepath.Dir(disk.RealPath(path)); real != disk.RealPath(out[0]) {
		out = append(out, real)
	}
	for i, dir := range out {
		for filepath.Dir(dir) != dir {
			if info, err := os.Stat(dir); err == nil && info.IsDir() {
				break
			}
			dir = filepath.Dir(dir)
		}
		out[i] = dir
	}
	return out
}
