package workspace

import (
	"bufio"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fillet/editor"
	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/importers"
)

// RecoveryInterval limits the work that a crash can cost. As autosaving takes time itself, it runs more often.
const RecoveryInterval = 5 * time.Second

// Recovery keeps a copy of a session's unsaved work in a folder, in case the program or the machine crashes. It
// belongs to the session's goroutine.
type Recovery struct {
	files  *Files
	path   string // path of the copy
	token  string // this editor's token, in the copy and in the note next to it
	since  time.Time
	kept   uint64 // the revision in the copy, or being written to it
	of     string // the level's file, as named in the copy
	exists bool
	busy   atomic.Bool // the copy is being written
	failed atomic.Bool // the last write failed

	began time.Time    // start of the last write
	took  atomic.Int64 // duration of the last write, in nanoseconds

	mu     sync.Mutex    // guards the fields below, and the files
	note   *note         // shows others that this editor lives; nil: no copy, or the folder cannot hold notes
	wanted bool          // whether the copy should exist
	done   chan struct{} // closed when the last write that has begun is finished
}

// recoveryHeader is the content of the first line of a copy, after recoveryMark. To the level file that follows, the
// line is a comment.
type recoveryHeader struct {
	Level  string    // the level's file; empty if there was none
	Name   string    // its name in the window
	Time   time.Time // of the autosave
	Holder           // the editor that wrote it
}

const recoveryMark = "# recovery "

// noteExtension is the extension of the note next to a copy, which stays there while its editor lives.
const noteExtension = ".lock"

// NewRecovery keeps copies of the session's work in the folder, which is created if needed.
func NewRecovery(f *Files, dir string) *Recovery {
	token := rand.Text()
	return &Recovery{files: f, path: filepath.Join(dir, token+Extension), token: token, since: time.Now()}
}

// Due reports whether to autosave now, so that writing takes about a tenth of the time, but early enough that a crash
// loses at most one interval of work.
func (r *Recovery) Due(now time.Time, interval time.Duration) bool {
	took := time.Duration(r.took.Load())
	return now.Sub(r.began) >= min(9*took, interval-2*took-interval/10)
}

// Keep prepares an autosave; write can run on any goroutine and is nil if the copy is up to date. If there is no
// unsaved work, Keep removes the copy.
func (r *Recovery) Keep() (write func() error) {
	if !r.files.Unsaved() {
		r.Drop()
		return nil
	}
	if r.busy.Load() {
		return nil // the next call autosaves the change
	}
	revision := r.files.session.History().Revision()
	if r.exists && revision == r.kept && r.of == r.files.path && !r.failed.Load() {
		now := time.Now()
		_ = os.Chtimes(r.path, now, now) // a sign of life; failing is harmless
		return nil
	}
	snapshot := r.files.session.Document().Snapshot()
	if r.files.path != "" { // the level may have been saved elsewhere since it was opened
		snapshot = withPrefabs(snapshot, r.files.named, r.files.path)
	}
	header := recoveryHeader{Level: r.files.path, Name: r.files.Name(), Time: time.Now()}
	r.kept, r.of, r.exists = revision, header.Level, true
	r.busy.Store(true)
	r.began = header.Time
	done := make(chan struct{})
	r.mu.Lock()
	r.wanted, r.done = true, done
	r.mu.Unlock()
	return func() error {
		defer close(done)
		start := time.Now()
		defer func() { r.took.Store(int64(time.Since(start))) }()
		r.failed.Store(true) // until the write succeeds, which a panic prevents
		defer r.busy.Store(false)
		err := r.write(header, snapshot)
		r.failed.Store(err != nil)
		return err
	}
}

// write writes the copy, after the note that shows that its editor lives.
func (r *Recovery) write(header recoveryHeader, snapshot level.Snapshot) error {
	if err := disk.MakeFolder(filepath.Dir(r.path)); err != nil {
		return err
	}
	header.Holder = thisProcess()
	header.Token, header.Since = r.token, r.since
	r.mu.Lock()
	if r.note == nil || !r.note.isInPlace() {
		r.note, _ = leaveNote(r.notePath(), header.Holder) // without it, the copy's header identifies the editor
	}
	r.mu.Unlock()
	line, err := json.Marshal(header)
	if err != nil {
		return err
	}
	err = disk.WriteFileFrom(r.path, func(w io.Writer) error {
		if _, err := io.WriteString(w, recoveryMark+string(line)+"\n"); err != nil {
			return err
		}
		return level.Write(w, snapshot)
	})
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.wanted { // the copy was dropped meanwhile
		r.remove()
	}
	return err
}

func (r *Recovery) notePath() string { return strings.TrimSuffix(r.path, Extension) + noteExtension }

// KeepNow autosaves before it returns, for a program that is about to end. It waits for a copy that is being written,
// and then saves what has changed since. It returns nil only if the copy is up to date.
func (r *Recovery) KeepNow() error {
	r.mu.Lock()
	done := r.done
	r.mu.Unlock()
	const patience = 10 * time.Second // limits the wait for a disk that does not respond
	if done != nil && r.busy.Load() {
		select {
		case <-done:
		case <-time.After(patience):
			return errors.New("writing the recovery copy takes too long")
		}
	}
	if write := r.Keep(); write != nil {
		return write()
	}
	return nil
}

// Drop removes the copy because the work was saved or discarded.
func (r *Recovery) Drop() {
	if !r.exists {
		return
	}
	r.exists = false
	r.mu.Lock()
	defer r.mu.Unlock()
	r.wanted = false
	r.remove() // a copy being written is removed once it is done
}

func (r *Recovery) remove() {
	_ = os.Remove(r.path) // a leftover copy is harmless
	if r.note != nil {
		r.note.remove()
		r.note = nil
	}
}

// Lost is a copy of unsaved work that a crashed editor left behind.
type Lost struct {
	File string    // the copy
	Path string    // the level's file; empty if there was none
	Name string    // its name in the window
	Time time.Time // when it was autosaved

	// Older reports whether the level's file has been written since the copy.
	Older bool
}

// entriesIn lists one of the program's own folders, which may not exist yet.
func entriesIn(dir string) ([]os.DirEntry, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return entries, err
}

// LostWork lists the work that crashed editors have left in the folder, the latest first. It skips copies of editors
// that are running, whether here, in a container, or on another machine that shares the folder. It removes other files
// that killed editors have left.
func LostWork(dir string) ([]Lost, error) {
	disk.Sweep(dir)
	entries, err := entriesIn(dir)
	if err != nil {
		return nil, err
	}
	var lost []Lost
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if name, ok := strings.CutSuffix(path, noteExtension); ok {
			if _, err := os.Lstat(name + Extension); errors.Is(err, fs.ErrNotExist) {
				removeDeadNote(path)
			}
			continue
		}
		if !strings.HasSuffix(path, Extension) {
			continue
		}
		header, touched, err := readRecoveryHeader(path)
		if err != nil || isKept(path, header.Holder, touched) {
			continue // not a recovery copy, or of an editor that is alive
		}
		info, err := os.Stat(header.Level)
		lost = append(lost, Lost{
			File: path, Path: header.Level, Name: header.Name, Time: header.Time,
			Older: err == nil && info.ModTime().After(header.Time),
		})
	}
	slices.SortStableFunc(lost, func(a, b Lost) int { return b.Time.Compare(a.Time) })
	return lost, nil
}

// isKept reports whether the editor that wrote a copy is alive. The note next to the copy decides, or the copy's header
// if there is no note.
func isKept(path string, h Holder, touched time.Time) bool {
	n, err := findNote(strings.TrimSuffix(path, Extension) + noteExtension)
	if err == nil {
		defer n.close()
		if n.isLiving || n.isDead {
			return n.isLiving
		}
	}
	return h.isRunning(touched, time.Now())
}

func removeDeadNote(path string) {
	n, err := findNote(path)
	switch {
	case err != nil:
	case n.isDead:
		_ = n.remove() // a leftover note is harmless
	default:
		n.close()
	}
}

// Remove removes lost work and the note next to it.
func (l Lost) Remove() error {
	err := os.Remove(l.File)
	removeDeadNote(strings.TrimSuffix(l.File, Extension) + noteExtension)
	return err
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
	const limit = 64 << 10 // maximum length of the first line, in bytes
	line, err := bufio.NewReader(io.LimitReader(r, limit)).ReadString('\n')
	if err != nil {
		return h, err
	}
	text, ok := strings.CutPrefix(line, recoveryMark)
	if !ok {
		return h, errors.New("not a recovery file")
	}
	return h, json.Unmarshal([]byte(text), &h)
}

// Recover makes lost work the session's document, unsaved and under its old name. The level's file is unchanged until
// the level is saved. Remove the copy once this session's own recovery holds the work.
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
	f.session.Touch(editor.HistoryChanged)
	return nil
}
