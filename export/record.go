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

// Record remembers the hashes of exported files, so that a later export recognizes an earlier one even if the format
// does not show it, as with templates. It keeps each hash in a small file or, if that fails, until the program ends. It
// is safe for concurrent use; a nil Record remembers nothing.
type Record struct {
	dir string

	mu    sync.Mutex
	notes int                          // approximate number of files in the folder, once counted
	sums  map[string][sha256.Size]byte // by the exported file's name
}

// maxRecorded limits the number of hashes. The oldest are removed.
const maxRecorded = 4096

// NewRecord returns the record in a folder, which is created on demand. With an empty folder name, it lasts until the
// program ends.
func NewRecord(dir string) *Record {
	return &Record{dir: dir, sums: map[string][sha256.Size]byte{}}
}

// UserRecord returns the user's record, in the system's cache folder. Without such a folder, it lasts until the program
// ends.
func UserRecord() *Record {
	dir, err := os.UserCacheDir()
	if err != nil {
		return NewRecord("")
	}
	return NewRecord(filepath.Join(dir, "fillet", "exported"))
}

// wrote records the hash of a file's new contents, by the file's absolute path.
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
	_ = os.WriteFile(r.note(path), []byte(hex.EncodeToString(sum[:])), 0o600) // without it, the user is asked again
}

// last returns the hash of the contents last written to a file.
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

// IsOwn reports whether Fillet exported a file, by its text or its recorded hash.
func (r *Record) IsOwn(path string) bool {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }() // nothing was written
	own, err := (&Place{Record: r}).isOwn(filepath.Join(disk.RealPath(filepath.Dir(path)), filepath.Base(path)), f)
	return err == nil && own
}

// note returns the path of the file that keeps the hash of an exported file.
func (r *Record) note(path string) string {
	name := sha256.Sum256([]byte(path))
	return filepath.Join(r.dir, hex.EncodeToString(name[:16]))
}

// makeRoom removes the oldest notes if there are too many.
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
		_ = os.Remove(filepath.Join(r.dir, e.Name())) // without it, the user is asked again
	}
	r.notes -= old
}
