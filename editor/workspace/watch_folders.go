package workspace

import (
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// FolderWatch reports changes in folders: files that were created, removed or written. Its methods may be called on
// any goroutine.
type FolderWatch struct {
	watcher *fsnotify.Watcher
	matters func(path string, written bool) bool
	notify  func()
	delay   time.Duration
	done    chan struct{}

	mu      sync.Mutex
	folders map[string]bool // the value is whether the system watches it
	timer   *time.Timer
	closed  bool
}

// mostFolders limits the watched folders: systems limit them for all programs of a user together.
const mostFolders = 2048

// WatchFolders returns a watch without folders. matters decides whether the change of a path is reported; written
// means that the file existed before. notify is called on a goroutine of its own, once the delay has passed since the
// first unreported change.
func WatchFolders(
	delay time.Duration, matters func(path string, written bool) bool, notify func(),
) (*FolderWatch, error) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("cannot watch folders: %w", err)
	}
	w := &FolderWatch{
		watcher: watcher, matters: matters, notify: notify, delay: delay, done: make(chan struct{}),
		folders: map[string]bool{},
	}
	go w.run()
	return w, nil
}

// Set replaces the watched folders. Subfolders are not included. Only the first mostFolders are watched.
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
		// A replaced folder must be added again; for the same folder that changes nothing.
		wanted[dir] = w.watcher.Add(dir) == nil
	}
	w.folders = wanted
}

// Close ends the watch. notify is not called any more, except for a call that has begun.
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
			if e.Op != fsnotify.Chmod && (w.isWatched(path) ||
				w.matters(path, !e.Has(fsnotify.Create) && !e.Has(fsnotify.Remove) && !e.Has(fsnotify.Rename))) {
				w.changed()
			}
		case _, ok := <-w.watcher.Errors: // events were lost: something has changed
			if !ok {
				return
			}
			w.changed()
		}
	}
}

// isWatched reports whether a path is a watched folder itself, which has been removed or restored.
func (w *FolderWatch) isWatched(path string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.folders[path]
}

// changed schedules notify after the delay, unless it is already scheduled.
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
