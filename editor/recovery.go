package editor

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/importers"
)

// RecoveryInterval is how much work a crash can cost at most. Putting it aside takes its time, so it is done more often.
const RecoveryInterval = 5 * time.Second

// Recovery keeps a copy of a session's unsaved work in a folder, for the case that the program or the machine dies. It
// belongs to the session's goroutine.
type Recovery struct {
	files  *Files
	path   string // of the copy
	kept   uint64 // the revision that the copy holds, or is being written to it
	exists bool
	busy   atomic.Bool // it is being written
	failed atomic.Bool // the last time it could not be

	began time.Time    // the last writing
	took  atomic.Int64 // and how long it took, in nanoseconds
}

// recoveryHeader is the first line of a copy, behind recoveryMark: a comment to the level file that follows.
type recoveryHeader struct {
	Level string    // the level's file; empty where it had none
	Name  string    // what the window called it
	PID   int       // of the editor that wrote it
	Time  time.Time // when
}

const recoveryMark = "# recovery "

// NewRecovery keeps copies of the session's work in the folder, which is made when it is needed.
func NewRecovery(f *Files, dir string) *Recovery {
	name := fmt.Sprintf("%d-%d%s", os.Getpid(), time.Now().UnixNano(), Extension)
	return &Recovery{files: f, path: filepath.Join(dir, name)}
}

// Due reports whether it is time to put work aside, so that a crash costs no more than the interval: sooner the longer the
// writing takes, but where it can be helped not for more than a tenth of the time.
func (r *Recovery) Due(now time.Time, interval time.Duration) bool {
	took := time.Duration(r.took.Load())
	return now.Sub(r.began) >= min(9*took, interval-2*took-interval/10)
}

// Keep prepares to put unsaved work aside: write can run on any goroutine. It is nil when the copy is up to date. When
// there is no unsaved work left, Keep removes the copy.
func (r *Recovery) Keep() (write func() error) {
	if !r.files.Unsaved() {
		r.Drop()
		return nil
	}
	if r.busy.Load() {
		return nil // the next time will do
	}
	revision := r.files.session.history.Revision()
	if r.exists && revision == r.kept && !r.failed.Load() {
		now := time.Now()
		_ = os.Chtimes(r.path, now, now) // a sign of life; its loss costs nothing
		return nil
	}
	snapshot := r.files.session.doc.Snapshot()
	header := recoveryHeader{Level: r.files.path, Name: r.files.Name(), PID: os.Getpid(), Time: time.Now()}
	r.kept, r.exists = revision, true
	r.busy.Store(true)
	r.began = header.Time
	return func() error {
		start := time.Now()
		defer func() { r.took.Store(int64(time.Since(start))) }()
		r.failed.Store(true) // until it has gone well: with a mistake of the program on the way it does not
		defer r.busy.Store(false)
		line, err := json.Marshal(header)
		if err != nil {
			return err
		}
		if err := disk.MakeFolder(filepath.Dir(r.path)); err != nil {
			return err
		}
		err = disk.WriteFileFrom(r.path, func(w io.Writer) error {
			if _, err := io.WriteString(w, recoveryMark+string(line)+"\n"); err != nil {
				return err
			}
			return level.Write(w, snapshot)
		})
		r.failed.Store(err != nil)
		return err
	}
}

// Drop removes the copy: the work is saved, or not wanted.
func (r *Recovery) Drop() {
	if r.exists {
		r.exists = false
		_ = os.Remove(r.path) // a copy too many does no harm
	}
}

// Lost is unsaved work that an editor left behind when it died.
type Lost struct {
	File string    // the copy
	Path string    // the level's file; empty where it had none
	Name string    // what the window called it
	Time time.Time // when it was put aside

	// Older reports whether the level's file has been written since.
	Older bool
}

// heartbeat is how long an editor that lives may leave its copy untouched.
const heartbeat = 12 * RecoveryInterval

// entriesIn lists a folder of the program's own, which may not be there yet.
func entriesIn(dir string) ([]os.DirEntry, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return entries, err
}

// LostWork lists the work that dead editors have left in the folder, the latest first. Copies of editors that are
// running are not among it.
func LostWork(dir string) ([]Lost, error) {
	entries, err := entriesIn(dir)
	if err != nil {
		return nil, err
	}
	var lost []Lost
	for i := len(entries) - 1; i >= 0; i-- {
		path := filepath.Join(dir, entries[i].Name())
		if !strings.HasSuffix(path, Extension) {
			continue
		}
		header, touched, err := readRecoveryHeader(path)
		if err != nil {
			continue // not one of ours
		}
		if isRunning(header.PID) && time.Since(touched) < heartbeat {
			continue
		}
		saved := stampOf(header.Level)
		lost = append(lost, Lost{File: path, Path: header.Level, Name: header.Name, Time: header.Time, Older: saved.isAfter(header.Time)})
	}
	return lost, nil
}

func readRecoveryHeader(path string) (h recoveryHeader, touched time.Time, err error) {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return h, touched, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	info, err := f.Stat()
	if err != nil {
		return h, touched, err
	}
	h, err = parseRecoveryHeader(f)
	return h, info.ModTime(), err
}

func parseRecoveryHeader(r io.Reader) (h recoveryHeader, err error) {
	const most = 64 << 10 // bytes of its line
	line, err := bufio.NewReader(io.LimitReader(r, most)).ReadString('\n')
	if err != nil {
		return h, err
	}
	text, ok := strings.CutPrefix(line, recoveryMark)
	if !ok {
		return h, errors.New("not a recovery file")
	}
	return h, json.Unmarshal([]byte(text), &h)
}

// isRunning reports whether a process of that id is there, as far as this system tells.
func isRunning(pid int) bool {
	if pid == os.Getpid() {
		return true
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer func() { _ = p.Release() }() // it is only looked at
	return p.Signal(aliveSignal) == nil
}

// Recover makes lost work the session's document, unsaved, under the name it had, and removes the copy once this
// session's own recovery holds it. The file of the level is left as it is until it is saved.
func (f *Files) Recover(l Lost) error {
	doc, err := level.Open(l.File)
	if err != nil {
		return err
	}
	f.Opened(l.Path, &importers.Result{Document: doc}, false)
	if l.Path == "" {
		f.hint = l.Name
	}
	f.fresh = true
	f.session.Touch(HistoryChanged)
	return nil
}
