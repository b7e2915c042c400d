package workspace

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"fillet/editor/level"
	"fillet/importers"

	"github.com/fsnotify/fsnotify"
)

// WatchDelay is how long a watched file must be unchanged before a change is reported. Editors write in several steps,
// and many rename a new file over the old one.
const WatchDelay = 300 * time.Millisecond

// watcher watches folders for [Watch] and [FolderWatch].
type watcher struct {
	files *fsnotify.Watcher
	delay time.Duration
	ended chan struct{}

	mu      sync.Mutex
	folders map[string]bool // the value is whether the system watches it
	closed  bool
}

func newWatcher(delay time.Duration) (*watcher, error) {
	files, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("cannot watch files: %w", err)
	}
	return &watcher{files: files, delay: delay, ended: make(chan struct{}), folders: map[string]bool{}}, nil
}

// run calls changed for each change, and lost if the system has dropped changes, until the watcher is closed.
func (w *watcher) run(changed func(e fsnotify.Event), lost func()) {
	defer close(w.ended)
	for {
		select {
		case e, ok := <-w.files.Events:
			if !ok {
				return
			}
			if e.Name = filepath.Clean(e.Name); e.Op != fsnotify.Chmod {
				changed(e)
			}
		case _, ok := <-w.files.Errors:
			if !ok {
				return
			}
			lost()
		}
	}
}

// follow replaces the watched folders. Folders that do not exist cannot be watched, and are skipped.
func (w *watcher) follow(folders []string) {
	wanted := map[string]bool{}
	for _, dir := range folders {
		wanted[filepath.Clean(dir)] = true
	}
	for dir, isWatched := range w.folders {
		if isWatched && !wanted[dir] {
			_ = w.files.Remove(dir) // it may be gone
		}
	}
	for dir := range wanted {
		// A replaced folder must be added again; adding an unchanged one has no effect.
		wanted[dir] = w.files.Add(dir) == nil
	}
	w.folders = wanted
}

// Close ends the watch. notify is not called afterwards, except for a call that has already begun.
func (w *watcher) Close() error {
	w.mu.Lock()
	wasClosed := w.closed
	w.closed = true
	w.mu.Unlock()
	if wasClosed {
		return nil
	}
	err := w.files.Close()
	<-w.ended
	return err
}

// after calls f after the delay, on a separate goroutine, unless the watcher is closed by then.
func (w *watcher) after(f func()) *time.Timer {
	return time.AfterFunc(w.delay, func() {
		w.mu.Lock()
		isOver := w.closed
		w.mu.Unlock()
		if !isOver {
			f()
		}
	})
}

// Watch reports changes to files. It watches their folders, so that it notices files that are replaced or that
// reappear. Its methods may be called on any goroutine.
type Watch struct {
	*watcher
	notify func(name string)
	names  map[string][]string // names to report, by path
	timers map[string]*time.Timer
}

// NewWatch returns a watch without files. notify is called with a file's name, on a separate goroutine, once the file
// has been unchanged for the delay after a change.
func NewWatch(delay time.Duration, notify func(name string)) (*Watch, error) {
	on, err := newWatcher(delay)
	if err != nil {
		return nil, err
	}
	w := &Watch{watcher: on, notify: notify, timers: map[string]*time.Timer{}}
	go w.run(w.changed, func() {}) // if events were lost, the next change is noticed again
	return w, nil
}

// Set replaces the watched files. Each name has the paths that belong to it.
func (w *Watch) Set(files map[string][]string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	w.names = map[string][]string{}
	var folders []string
	for name, paths := range files {
		for _, p := range paths {
			if abs, err := filepath.Abs(p); err == nil {
				w.names[abs] = append(w.names[abs], name)
				folders = append(folders, filepath.Dir(abs))
			}
		}
	}
	w.follow(folders)
}

func (w *Watch) changed(e fsnotify.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, name := range w.names[e.Name] {
		if t := w.timers[name]; t != nil {
			t.Stop()
		}
		w.timers[name] = w.after(func() { w.settled(name) })
	}
}

func (w *Watch) settled(name string) {
	w.mu.Lock()
	isWatched := slices.ContainsFunc(slices.Collect(maps.Values(w.names)), func(list []string) bool {
		return slices.Contains(list, name)
	})
	w.mu.Unlock()
	if isWatched {
		w.notify(name)
	}
}

// FolderWatch reports changes in folders: files that were created, removed or written. Its methods may be called on
// any goroutine.
type FolderWatch struct {
	*watcher
	matters func(path string, written bool) bool
	notify  func()
	timer   *time.Timer
}

// maxFolders limits the watched folders: systems limit them for all programs of a user together.
const maxFolders = 2048

// WatchFolders returns a watch without folders. matters decides whether the change to a path is reported; written means
// that the file existed before. notify is called on a separate goroutine, once the delay has passed since the first
// unreported change.
func WatchFolders(
	delay time.Duration, matters func(path string, written bool) bool, notify func(),
) (*FolderWatch, error) {
	on, err := newWatcher(delay)
	if err != nil {
		return nil, err
	}
	w := &FolderWatch{watcher: on, matters: matters, notify: notify}
	go w.run(w.changed, w.schedule) // if events were lost, something has changed
	return w, nil
}

// Set replaces the watched folders. Subfolders are not included. Only the first maxFolders are watched.
func (w *FolderWatch) Set(folders []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.closed {
		w.follow(folders[:min(len(folders), maxFolders)])
	}
}

func (w *FolderWatch) changed(e fsnotify.Event) {
	w.mu.Lock()
	isFolder := w.folders[e.Name] // a watched folder was removed or restored
	w.mu.Unlock()
	if isFolder || w.matters(e.Name, !e.Has(fsnotify.Create) && !e.Has(fsnotify.Remove) && !e.Has(fsnotify.Rename)) {
		w.schedule()
	}
}

// schedule calls notify after the delay, unless it is already scheduled.
func (w *FolderWatch) schedule() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer == nil {
		w.timer = w.after(func() {
			w.mu.Lock()
			w.timer = nil
			w.mu.Unlock()
			w.notify()
		})
	}
}

// ImportPaths returns the foreign file of an import and the other files that it read.
func ImportPaths(m *level.Import) []string {
	file := filepath.FromSlash(m.File)
	out := []string{file}
	for _, r := range m.Reads {
		out = append(out, filepath.Join(filepath.Dir(file), filepath.FromSlash(r)))
	}
	return out
}

// HasChanged reports whether the files of an import have changed since they were imported. Any goroutine can call it.
func (f *Files) HasChanged(m *level.Import) (bool, error) {
	digest, err := f.ImportersFor(m.File).Digest(filepath.FromSlash(m.File), m.Reads)
	return digest != m.Digest, err
}

// Reread imports a foreign file again with the same options. Any goroutine can call it.
func (f *Files) Reread(ctx context.Context, m *level.Import) (*importers.Result, error) {
	opts, err := importers.OptionsOf(m)
	if err != nil {
		return nil, err
	}
	r, _, err := f.Read(ctx, filepath.FromSlash(m.File), opts)
	return r, err
}

// IsBeside reports whether the foreign file of an import is in the folder of the level's file or below it.
func (f *Files) IsBeside(m *level.Import) bool { return f.path != "" && IsBeside(f.path, m.File) }
