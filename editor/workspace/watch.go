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

// WatchDelay is how long a watched file must be unchanged before a change is reported: editors write in several
// steps, and many rename a new file over the old one.
const WatchDelay = 300 * time.Millisecond

// Watch reports changes of files. It watches their folders, so that it notices files that are replaced or come back.
// Its methods may be called on any goroutine.
type Watch struct {
	watcher *fsnotify.Watcher
	notify  func(name string)
	delay   time.Duration
	done    chan struct{}

	mu      sync.Mutex
	names   map[string][]string // names to report, by path
	folders map[string]bool
	timers  map[string]*time.Timer
	closed  bool
}

// NewWatch returns a watch without files. notify is called with a file's name, on a goroutine of its own, once the
// file has been unchanged for the delay after a change.
func NewWatch(delay time.Duration, notify func(name string)) (*Watch, error) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("cannot watch files: %w", err)
	}
	w := &Watch{
		watcher: watcher, notify: notify, delay: delay, done: make(chan struct{}), folders: map[string]bool{},
		timers: map[string]*time.Timer{},
	}
	go w.run()
	return w, nil
}

// Set replaces the watched files: by name, all paths that belong to it. Folders that do not exist cannot be watched,
// and are skipped.
func (w *Watch) Set(files map[string][]string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	w.names = map[string][]string{}
	folders := map[string]bool{}
	for name, paths := range files {
		for _, p := range paths {
			abs, err := filepath.Abs(p)
			if err != nil {
				continue
			}
			w.names[abs] = append(w.names[abs], name)
			folders[filepath.Dir(abs)] = true
		}
	}
	for dir := range folders {
		folders[dir] = w.folders[dir] || w.watcher.Add(dir) == nil
	}
	for dir, isWatched := range w.folders {
		if isWatched && !folders[dir] {
			_ = w.watcher.Remove(dir) // it may be gone
		}
	}
	w.folders = folders
}

// Close ends the watch. notify is not called any more.
func (w *Watch) Close() error {
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return nil
	}
	w.closed = true
	for _, t := range w.timers {
		t.Stop()
	}
	w.mu.Unlock()
	err := w.watcher.Close()
	<-w.done
	return err
}

func (w *Watch) run() {
	defer close(w.done)
	for {
		select {
		case e, ok := <-w.watcher.Events:
			if !ok {
				return
			}
			if e.Op != fsnotify.Chmod {
				w.changed(filepath.Clean(e.Name))
			}
		case _, ok := <-w.watcher.Errors: // events were lost; the next change is noticed again
			if !ok {
				return
			}
		}
	}
}

func (w *Watch) changed(path string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, name := range w.names[path] {
		if t := w.timers[name]; t != nil {
			t.Stop()
		}
		w.timers[name] = time.AfterFunc(w.delay, func() { w.settled(name) })
	}
}

func (w *Watch) settled(name string) {
	w.mu.Lock()
	isWatched := !w.closed && slices.ContainsFunc(slices.Collect(maps.Values(w.names)), func(list []string) bool {
		return slices.Contains(list, name)
	})
	w.mu.Unlock()
	if isWatched {
		w.notify(name)
	}
}

// ImportPaths returns the foreign file of an import and the others that it read.
func ImportPaths(m *level.Import) []string {
	file := filepath.FromSlash(m.File)
	out := []string{file}
	for _, r := range m.Reads {
		out = append(out, filepath.Join(filepath.Dir(file), filepath.FromSlash(r)))
	}
	return out
}

// HasChanged reports whether the files of an import have changed since. Any goroutine can call it.
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
