package dialog

import (
	"context"
	"os"
	"time"

	"fillet/importers"
)

// ahead is a level file that is read while the window for it is being made.
type ahead struct {
	path   string
	small  bool              // it is read by the time that the window is made, or a moment later
	result *importers.Result // nil: it has to be read as any other, which tells what is wrong with it or asks what it needs
	done   chan struct{}     // closed when result is known
	stop   context.CancelFunc
}

// smallFile is the size of a level of some 20,000 colliders, in bytes.
const smallFile = 4 << 20

// ReadAhead begins to read a level file that [Documents.OpenFile] will be asked for.
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
		defer func() { _ = recover() }() // it comes again when the file is read anew, and is told of then
		if r, foreign, err := ReadLevel(ctx, files, path); err == nil && !foreign {
			a.result = r
		}
	})
}

// takeAhead returns the read that is under way for a file; nil when there is none or it is of another file.
func (d *Documents) takeAhead(path string) *ahead {
	a := d.ahead
	d.ahead = nil
	if a != nil && a.path != path {
		a.stop()
		return nil
	}
	return a
}

// soon is what was read of a small file without a remark, for which the window can wait: its first picture is then that of
// the level. nil is that there is no such thing.
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

// wait waits for the read and returns its result; nil when the file has to be read like any other.
func (a *ahead) wait(ctx context.Context) *importers.Result {
	if a == nil {
		return nil
	}
	defer context.AfterFunc(ctx, a.stop)()
	<-a.done
	return a.result
}
