package colliders

import (
	"fmt"
	"os"
)

// Watcher follows a collider file that is exported again while the game runs, as by fillet export --watch.
type Watcher struct {
	File *File // the colliders; the game applies the changes to it

	path    string
	seen    os.FileInfo // the file that was read last, or nil if it was missing
	reading chan reading
}

// reading is the result of reading a file.
type reading struct {
	file *File
	err  error
}

// Watch reads a collider file and returns a watcher of it.
func Watch(path string) (*Watcher, error) {
	seen, _ := os.Stat(path) // before reading, so that later changes are noticed; LoadFile reports the error
	f, err := LoadFile(path)
	if err != nil {
		return nil, err
	}
	return &Watcher{File: f, path: path, seen: seen}, nil
}

// Poll returns what has changed between File and the file on disk, or nil if nothing has. A game calls it in each
// frame, at a moment when colliders may change, and applies the change with [File.Apply]. It never waits: a new file is
// read in the background. If the file is missing or damaged, Poll returns the error once, and File stays as it is.
func (w *Watcher) Poll() (*Change, error) {
	if w.reading == nil {
		w.begin()
		return nil, nil
	}
	select {
	case r := <-w.reading:
		w.reading = nil
		if r.err == nil && r.file.Version != w.File.Version {
			r.err = fmt.Errorf("%s is version %d now, but was version %d when the game began; export it as before",
				w.path, r.file.Version, w.File.Version)
		}
		if r.err != nil {
			return nil, r.err
		}
		if c := Diff(w.File, r.file); !c.IsEmpty() {
			return c, nil
		}
	default:
	}
	return nil, nil
}

// begin starts reading the file if it is not the one that was read last.
func (w *Watcher) begin() {
	info, err := os.Stat(w.path)
	if err != nil {
		info = nil
	}
	isSame := info == nil && w.seen == nil || info != nil && w.seen != nil && os.SameFile(info, w.seen) &&
		info.Size() == w.seen.Size() && info.ModTime().Equal(w.seen.ModTime())
	if isSame {
		return
	}
	w.seen = info
	read := make(chan reading, 1)
	w.reading = read
	go func() {
		f, err := LoadFile(w.path)
		read <- reading{f, err}
	}()
}
