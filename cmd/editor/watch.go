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

// Watcher watches folders. It is used by one goroutine.
type Watcher struct {
	files *fsnotify.Watcher
	known map[string]fs.FileInfo // the folders as they were when their watch began
}

// New watches nothing yet.
func New() (*Watcher, error) {
	files, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return &Watcher{files: files, known: map[string]fs.FileInfo{}}, nil
}

// Close ends the watch.
func (w *Watcher) Close() error { return w.files.Close() }

// Follow watches folders besides the others. more says whether one was not watched before, or is another one than it was under its name.
// A folder that is not there is left out if it may be missing, else it is an error.
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
		info, _ := os.Stat(f) // watching it says what is wrong with it
		if watched[f] {
			if os.SameFile(info, w.known[f]) {
				continue
			}
			_ = w.files.Remove(f) // it may be gone already
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

// Meaning is what a change means.
type Meaning int8

// The meanings.
const (
	Nothing      Meaning = iota // nobody need look
	Other                       // what is no input as far as anybody knows: it is looked at, and puts off nothing
	watchedInput                // it is looked at once it has come to rest
)

// Run calls turn after changes, until the context ends. hear is told of each change and says what it means; it keeps what turn has to know.
// lost says that so much has changed that the system has lost count. The error is that the watch cannot go on.
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

// pace says when to look at what has changed: once no change has come for a moment, for saving a file makes several, but
// after a while also where they go on.
type pace struct{ first, due time.Time }

const (
	quiet   = 100 * time.Millisecond
	longest = time.Second
)

// after takes note of a change, and says how long to wait from then on. What does not count puts off nothing.
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

// FoldersOf is the folders to follow for changes of a file or in a folder: those of its name and of what that leads to, or
// those above where there is none yet.
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
