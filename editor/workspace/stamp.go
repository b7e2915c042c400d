package workspace

import (
	"hash/maphash"
	"io"
	"os"
	"sync/atomic"
	"time"

	"fillet/editor/disk"
)

// stamp is the state of a file when it was last read, to detect whether another program has written it since. A nil
// stamp means that there is no file.
type stamp struct {
	info    os.FileInfo
	sum     uint64                    // hash of its contents
	settled atomic.Pointer[settledAs] // a later state with the same contents
}

// settledAs holds the state of a file, and the time when it was seen.
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

func stampOf(path string) *stamp {
	if path == "" {
		return nil
	}
	f, err := disk.OpenRegular(path)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }() // nothing was written
	at := time.Now()
	info, err := f.Stat()
	if err != nil {
		return nil
	}
	h := newContentHash()
	if _, err := io.Copy(h, f); err != nil {
		return nil
	}
	return newStamp(info, h.Sum64(), at)
}

func newStamp(info os.FileInfo, sum uint64, at time.Time) *stamp {
	s := &stamp{info: info, sum: sum}
	s.settled.Store(&settledAs{info, at})
	return s
}

// isOutdated reports whether a file differs from its stamp, or is gone. If the file's metadata leaves a doubt, the
// contents decide: the modification time may have been set, and two changes in quick succession can have the same time.
// On systems without a reliable change time, only a thorough check always reads the file.
func (s *stamp) isOutdated(path string, thorough bool) bool {
	info, err := os.Stat(path)
	switch {
	case s == nil || err != nil:
		return s != nil || err == nil
	case !info.Mode().IsRegular(), info.Size() != s.info.Size():
		return true
	}
	last := s.settled.Load()
	changed, isKnown := changeTime(info)
	if sameInfo(info, last.info) && (isKnown || !thorough) {
		if !isKnown {
			changed = info.ModTime()
		}
		const coarsest = 3 * time.Second // longer than the time step of any file system
		if last.at.Sub(changed) > coarsest {
			return false
		}
	}
	now := stampOf(path)
	if now == nil || now.sum != s.sum {
		return true
	}
	s.settled.Store(now.settled.Load())
	return false
}

// sameInfo reports whether a file's metadata is the same at two times.
func sameInfo(a, b os.FileInfo) bool {
	changedA, isKnown := changeTime(a)
	changedB, _ := changeTime(b)
	return a.ModTime().Equal(b.ModTime()) && a.Size() == b.Size() && os.SameFile(a, b) &&
		(!isKnown || changedA.Equal(changedB))
}
