package dialog

import (
	"context"
	"os"
	"time"

	"fillet/importers"
)

// ahead is a level file that is read while the window is being built.
type ahead struct {
	path   string
	small  bool              // small enough for the first frame to wait for it
	result *importers.Result // nil: read the file the usual way, which reports errors and asks questions
	done   chan struct{}     // closed when result is known
	stop   context.CancelFunc
}

// smallFile limits the files that the first frame waits for, in bytes: about 20,000 colliders.
const smallFile = 4 << 20

// ReadAhead starts reading a level file that [Documents.OpenFile] will open.
func (d *Documents) ReadAhead(path string) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	a := &ahead{path: path, small: info.Size() <= smallFile, done: make(chan struct{}), stop: stop}
	d.ahead = a
	files := d.Files
	d.Spawn(func() {
		defer close(a.done)
		defer func() { _ = recover() }() // the usual read panics again and reports it
		if r, foreign, err := ReadLevel(ctx, files, path); err == nil && !foreign {
			a.result = r
		}
	})
}

// takeAhead returns the read in progress for a file, or nil if there is none. It stops the read of a different file.
func (d *Documents) takeAhead(path string) *ahead {
	a := d.ahead
	d.ahead = nil
	if a != nil && a.path != path {
		a.stop()
		return nil
	}
	return a
}

// soon returns the level of a small file, or nil if reading it takes too long or causes issues. It waits briefly so
// that the first frame can show the level.
func (a *ahead) soon() *importers.Result {
	const moment = 100 * time.Millisecond
	if a == nil || !a.small {
		return nil
	}
	select {
	case <-a.done:
	case <-time.After(moment):
		return nil
	}
	if a.result == nil || len(a.result.Issues) > 0 {
		return nil
	}
	return a.result
}

// wait waits for the read and returns its result, or nil if the file must be read the usual way.
func (a *ahead) wait(ctx context.Context) *importers.Result {
	if a == nil {
		return nil
	}
	defer context.AfterFunc(ctx, a.stop)()
	<-a.done
	return a.result
}
