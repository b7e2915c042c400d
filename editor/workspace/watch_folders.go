package workspace

import (
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// FolderWatch tells that something in folders has changed: files that came, went or were written. Its methods may be called on any
// goroutine.
type FolderWatch struct {
	watcher *fsnotify.Watcher
	matters func(path string, written bool) bool
	notify  func()
	delay   time.Duration
	done    chan struct{}

	mu      sync.Mutex
	folders map[string]bool // and whether the system watches it
	timer   *time.Timer
	closed  bool
}

// mostFolders is how many folders are watched: systems allow so many for all programs of a user together.
const mostFolders = 2048

// WatchFolders watches no folder yet. matters says of a path whether its change is worth telling; written is that the file was there
// before. notify is called on a goroutine of its own, once a delay has passed since the first change that it has not been told of.
func WatchFolders(delay time.Duration, matters func(path string, written bool) bool, notify func()) (*FolderWatch, error) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("folders cannot be watched: %w", err)
	}
	w := &FolderWatch{watcher: watcher, matters: matters, notify: notify, delay: delay, done: make(chan struct{}), folders: map[string]bool{}}
	go w.run()
	return w, nil
}

// Set watches these folders from now on, without those in them. Of very many only the first are watched.
func (w *FolderWatch) Set(folders []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	wanted := map[string]bool{}
	for _, dir := range folders[:min(len(folders), mostFolders)] {
		wanted[filepath.Clean(dir)] = true
	}
	for dir, isWatched := range w.folders {
		if isWatched && !wanted[dir] {
			_ = w.watcher.Remove(dir) // it may be gone
		}
	}
	for dir := range wanted {
		// A folder that was exchanged has to be watched anew; where it is the same one, nothing changes.
		wanted[dir] = w.watcher.Add(dir) == nil
	}
	w.folders = wanted
}

// Close ends the watch. notify is not called any more, but for a call that has begun.
func (w *FolderWatch) Close() error {
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return nil
	}
	w.closed = true
	if w.timer != nil {
		w.timer.Stop()
	}
	w.mu.Unlock()
	err := w.watcher.Close()
	<-w.done
	return err
}

func (w *FolderWatch) run() {
	defer close(w.done)
	for {
		select {
		case e, ok := <-w.watcher.Events:
			if !ok {
				return
			}
			path := filepath.Clean(e.Name)
			if e.Op != fsnotify.Chmod && (w.isWatched(path) || w.matters(path, !e.Has(fsnotify.Create) && !e.Has(fsnotify.Remove) && !e.Has(fsnotify.Rename))) {
				w.changed()
			}
		case _, ok := <-w.watcher.Errors: // events that were lost: something has changed
			if !ok {
				return
			}
			w.changed()
		}
	}
}

// isWatched reports whether a path is that of a folder: it has gone, or come back.
func (w *FolderWatch) isWatched(path string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.folders[path]
}

// changed has notify called a delay after the first of changes that follow each other.
func (w *FolderWatch) changed() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || w.timer != nil {
		return
	}
	w.timer = time.AfterFunc(w.delay, func() {
		w.mu.Lock()
		w.timer = nil
		isOver := w.closed
		w.mu.Unlock()
		if !isOver {
			w.notify()
		}
	})
}
