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

// ErrForeign is the error of an export that would replace a file which Fillet did not write.
var ErrForeign = errors.New("the file is there already, and Fillet did not write it")

// Place is where files may be written that nobody has named: a level has, or their inputs' names have.
type Place struct {
	Root      disk.Root // nothing outside of it is written
	IsNamed   bool      // a file names the files: they may not lie below names that begin with a dot
	Overwrite bool      // also files that Fillet did not write
	Record    *Record

	// Beside, where it is not nil, is held while further files are written: exports at the same time may share them.
	Beside sync.Locker
}

// Write puts a file into its place in one step, as [disk.Root.WriteFile] does.
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

func (p *Place) rel(path string) (string, error) {
	if p.IsNamed {
		return p.Root.Named(path)
	}
	return p.Root.Rel(path)
}

// mayReplace reports why a file may not be replaced by one of that sum; nil stands for no file.
func (p *Place) mayReplace(at string, old *os.File, by [sha256.Size]byte) error {
	if p.Overwrite || old == nil {
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

// outside is the place of a file that does not lie in the level's root: the nearest folder above it that there is. On the
// way from the level's folder no name may begin with a dot.
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
