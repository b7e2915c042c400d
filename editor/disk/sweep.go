package disk

import (
	"errors"
	"os"
	"strings"
	"time"
)

// Sweep removes from a folder the temporary files of writers that were killed, and no others: those of a writer that lives,
// here or on another machine, stay. It does nothing where the folder cannot be read.
func Sweep(dir string) {
	folder, err := openFolder(dir)
	if err != nil {
		return
	}
	defer func() { _ = folder.Close() }() // it was only looked into
	sweepIn(folder)
}

func sweepIn(folder *os.Root) {
	dir, err := folder.Open(".")
	if err != nil {
		return
	}
	defer func() { _ = dir.Close() }() // it was only read
	names, _ := dir.Readdirnames(-1)   // those that there are
	for _, name := range names {
		if boot, ok := bootOfTemporary(name); ok {
			sweepOne(folder, name, boot)
		}
	}
}

// bootOfTemporary is the mark of the boot under which a temporary file was made, out of its name.
func bootOfTemporary(name string) (boot string, ok bool) {
	middle, ok := strings.CutPrefix(name, temporaryPrefix)
	if !ok {
		return "", false
	}
	if middle, ok = strings.CutSuffix(middle, temporarySuffix); !ok {
		return "", false
	}
	boot, token, ok := strings.Cut(middle, "-")
	return boot, ok && boot != "" && token != ""
}

// sweepOne removes a temporary file if its writer is gone. That is certain where this machine's system, since it was started,
// knows of everybody who could hold the file's lock; else nobody writes that long.
func sweepOne(folder *os.Root, name, boot string) {
	const long = 10 * time.Minute
	info, err := folder.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	f, err := folder.OpenFile(name, os.O_RDWR|withoutWaiting, 0)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }() // nothing was written
	opened, err := f.Stat()
	if err != nil || !os.SameFile(info, opened) {
		return
	}
	err = TryLock(f)
	isCertain := err == nil && (locksReachOthers || boot == bootMark() && boot != unknownBoot)
	if isCertain || !errors.Is(err, ErrLocked) && time.Since(opened.ModTime()) > long {
		_ = folder.Remove(name) // it does no harm
	}
}
