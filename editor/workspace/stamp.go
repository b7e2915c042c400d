package workspace

import (
	"hash/maphash"
	"io"
	"os"
	"sync/atomic"
	"time"

	"fillet/editor/disk"
)

// stamp tells whether another program has written a file since. The zero stamp is that of no file.
type stamp struct{ seen *sighting }

// sighting is the state of a file when it was last looked at.
type sighting struct {
	info    os.FileInfo
	sum     uint64                    // of its contents
	settled atomic.Pointer[settledAs] // what it was like later, with the same contents; nil: nobody has looked
}

// settledAs is the state of a file, and when that was seen.
type settledAs struct {
	info os.FileInfo
	at   time.Time
}

var contentSeed = maphash.MakeSeed()

func newContentHash() *maphash.Hash {
	h := &maphash.Hash{}
	h.SetSeed(contentSeed)
	return h
}

// stampOf is the stamp of a file as it stands.
func stampOf(path string) stamp {
	if path == "" {
		return stamp{}
	}
	f, err := disk.OpenRegular(path)
	if err != nil {
		return stamp{}
	}
	defer func() { _ = f.Close() }() // nothing was written
	at := time.Now()
	info, err := f.Stat()
	if err != nil {
		return stamp{}
	}
	sum, err := contentSum(f)
	if err != nil {
		return stamp{}
	}
	return newStamp(info, sum, at)
}

// stampWith is the stamp of a file that has just been written with contents of that sum.
func stampWith(path string, sum uint64) stamp {
	at := time.Now()
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return newStamp(info, sum, at)
}

func newStamp(info os.FileInfo, sum uint64, at time.Time) stamp {
	s := &sighting{info: info, sum: sum}
	s.settled.Store(&settledAs{info, at})
	return stamp{s}
}

// contentSum reads a file to its end.
func contentSum(r io.Reader) (uint64, error) {
	h := newContentHash()
	_, err := io.Copy(h, r)
	return h.Sum64(), err
}

// isOutdated reports whether a file differs from the one that the stamp is of, or is gone. The contents decide, wherever what the
// system says of the file leaves a doubt: its time may have been set, and two changes in quick succession have the same one.
// Where the system does not say when a file was really changed, only a thorough look reads it each time.
func (s stamp) isOutdated(path string, thorough bool) bool {
	at := time.Now()
	info, err := os.Stat(path)
	switch {
	case s.seen == nil || err != nil:
		return s.seen != nil || err == nil
	case !info.Mode().IsRegular(), info.Size() != s.seen.info.Size():
		return true
	}
	last := s.seen.settled.Load()
	changed, isKnown := changeTime(info)
	if isAlike(info, last.info) && (isKnown || !thorough) {
		if !isKnown {
			changed = info.ModTime()
		}
		const coarsest = 3 * time.Second // times of a file system, and more than one of them
		if last.at.Sub(changed) > coarsest {
			return false
		}
	}
	f, err := disk.OpenRegular(path)
	if err != nil {
		return true
	}
	defer func() { _ = f.Close() }() // nothing was written
	if info, err = f.Stat(); err != nil {
		return true
	}
	sum, err := contentSum(f)
	if err != nil || sum != s.seen.sum {
		return true
	}
	s.seen.settled.Store(&settledAs{info, at})
	return false
}

// isAlike reports whether the system says the same of a file at two times.
func isAlike(a, b os.FileInfo) bool {
	changedA, isKnown := changeTime(a)
	changedB, _ := changeTime(b)
	return a.ModTime().Equal(b.ModTime()) && a.Size() == b.Size() && os.SameFile(a, b) && (!isKnown || changedA.Equal(changedB))
}
