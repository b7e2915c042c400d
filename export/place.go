package export

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"fillet/editor/disk"
	"fillet/editor/quote"
)

// ErrForeign reports that an export would replace a file that Fillet did not write.
var ErrForeign = errors.New("the file already exists and was not written by Fillet")

// Place limits where files may be written if their names come from a level or an input file instead of the user.
type Place struct {
	Root      disk.Root // nothing is written outside this folder
	IsNamed   bool      // the names come from a file, so hidden folders are not allowed
	Overwrite bool      // replaces files that Fillet did not write
	Record    *Record

	replaces string // a file that may be replaced although Fillet did not write it; empty for none

	// FileLock is locked while further files are written, because parallel exports may share them. It may be nil.
	FileLock sync.Locker
}

// Write writes a file in one step with [disk.Root.WriteFile].
func (p *Place) Write(path string, write func(io.Writer) error) error {
	rel, err := p.rel(path)
	if err != nil {
		return err
	}
	at := filepath.Join(p.Root.Dir(), rel)
	var sum [sha256.Size]byte
	h, head := sha256.New(), &beginning{}
	err = p.Root.WriteFile(rel, func(old *os.File) error {
		h.Sum(sum[:0])
		return p.mayReplace(at, old, sum)
	}, func(w io.Writer) error { return write(io.MultiWriter(w, h, head)) })
	if err != nil {
		return fmt.Errorf("writing %s: %w", quote.ShortPath(path), err)
	}
	if !hasOwnHead(head.text) {
		p.Record.wrote(at, sum)
	}
	return nil
}

// cleaner returns a function that removes the regions of an earlier export to a path that the new one does not have.
// Their names begin with base. It must be called before the export.
func (p *Place) cleaner(path, base string) func(written []Attachment) error {
	top, rel := filepath.Dir(path), filepath.Base(path)
	if p.Root != (disk.Root{}) {
		var err error
		if rel, err = p.rel(path); err != nil {
			return func([]Attachment) error { return nil } // writing it reports the problem
		}
		top = p.Root.Dir()
	}
	stale := regionsOf(top, rel, base)
	return func(written []Attachment) error { return removeStale(top, filepath.Dir(rel), stale, written) }
}

func (p *Place) rel(path string) (string, error) {
	if p.IsNamed {
		return p.Root.Named(path)
	}
	return p.Root.Rel(path)
}

// mayReplace returns an error if an existing file may not be replaced by contents with the given hash. old is nil if
// there is no file.
func (p *Place) mayReplace(at string, old *os.File, by [sha256.Size]byte) error {
	if p.Overwrite || old == nil || at == p.replaces {
		return nil
	}
	own, err := p.isOwn(at, old, by)
	if err == nil && !own {
		err = ErrForeign
	}
	return err
}

func (p *Place) isOwn(at string, old io.Reader, sums ...[sha256.Size]byte) (bool, error) {
	if last, ok := p.Record.last(at); ok {
		sums = append(sums, last)
	}
	return isOwn(old, sums...)
}

// outside returns the nearest existing folder above a file outside the level's root, and the file's path in it. No
// folder on the path from the level's folder to the file may be hidden.
func outside(path, levelFolder string) (root disk.Root, rel string, err error) {
	path = filepath.Join(disk.RealPath(filepath.Dir(path)), filepath.Base(path))
	if disk.IsHiddenFrom(levelFolder, path) {
		return disk.Root{}, "", fmt.Errorf("%s: %w", quote.ShortPath(path), disk.ErrHidden)
	}
	dir := filepath.Dir(path)
	for filepath.Dir(dir) != dir {
		if _, err := os.Stat(dir); err == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	if root, err = disk.OpenRoot(dir); err == nil {
		rel, err = root.Named(path)
	}
	return root, rel, err
}
