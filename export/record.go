package export

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"fillet/editor/disk"
)

// Record remembers what was exported to which file, so that a later export knows its predecessor again where the format
// does not tell, as with templates. It keeps sums of the contents, in a small file for each exported one; where that is not
// possible it remembers for as long as the program runs. Any goroutine can use it; nil remembers nothing.
type Record struct {
	dir string

	mu    sync.Mutex
	notes int                          // how many there are in the folder, once it was looked; about as many as that
	sums  map[string][sha256.Size]byte // by the exported file's name
}

// maxRecorded is how many files are remembered. The oldest make room.
const maxRecorded = 4096

// NewRecord is the record in a folder, which is made when there is something to keep. An empty folder keeps nothing beyond
// the end of the program.
func NewRecord(dir string) *Record {
	return &Record{dir: dir, sums: map[string][sha256.Size]byte{}}
}

// UserRecord is the user's own record, in the folder that the system has for what programs keep; without one it is kept
// until the program ends.
func UserRecord() *Record {
	dir, err := os.UserCacheDir()
	if err != nil {
		return NewRecord("")
	}
	return NewRecord(filepath.Join(dir, "fillet", "exported"))
}

// wrote remembers what was written to a file, by its absolute name.
func (r *Record) wrote(path string, sum [sha256.Size]byte) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if known, ok := r.sums[path]; ok && known == sum {
		return
	}
	r.sums[path] = sum
	if r.dir == "" || os.MkdirAll(r.dir, 0o700) != nil {
		return
	}
	if r.notes++; r.notes == 1 || r.notes > maxRecorded {
		r.makeRoom()
	}
	_ = os.WriteFile(r.note(path), []byte(hex.EncodeToString(sum[:])), 0o600) // without it, it is asked once more
}

// last is what was written to a file last.
func (r *Record) last(path string) (sum [sha256.Size]byte, ok bool) {
	if r == nil {
		return sum, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if sum, ok = r.sums[path]; ok || r.dir == "" {
		return sum, ok
	}
	text, err := os.ReadFile(r.note(path))
	if err != nil || hex.DecodedLen(len(text)) != len(sum) {
		return sum, false
	}
	_, err = hex.Decode(sum[:], text)
	return sum, err == nil
}

// IsOwn reports whether a file is an export of Fillet's, by what it says or by what was remembered of it.
func (r *Record) IsOwn(path string) bool {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }() // nothing was written
	own, err := (&Place{Record: r}).isOwn(filepath.Join(disk.RealPath(filepath.Dir(path)), filepath.Base(path)), f)
	return err == nil && own
}

// note is the file that keeps the sum of an exported one.
func (r *Record) note(path string) string {
	name := sha256.Sum256([]byte(path))
	return filepath.Join(r.dir, hex.EncodeToString(name[:16]))
}

// makeRoom removes the oldest notes where there are too many.
func (r *Record) makeRoom() {
	entries, err := os.ReadDir(r.dir)
	if err != nil {
		return
	}
	r.notes = len(entries) + 1
	if r.notes <= maxRecorded {
		return
	}
	age := func(e os.DirEntry) int64 {
		if info, err := e.Info(); err == nil {
			return info.ModTime().UnixNano()
		}
		return 0
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return cmp.Compare(age(a), age(b)) })
	old := len(entries) - maxRecorded*3/4
	for _, e := range entries[:old] {
		_ = os.Remove(filepath.Join(r.dir, e.Name())) // without it, it is asked once more
	}
	r.notes -= old
}
