package disk

import (
	"errors"
	"os"
	"strings"
	"time"
)

// Sweep removes the temporary files of killed writers from a folder. It keeps the files of running writers, here or on
// other machines. It does nothing if the folder cannot be read.
func Sweep(dir string) {
	folder, err := openFolder(dir)
	if err != nil {
		return
	}
	defer func() { _ = folder.Close() }() // it was only read
	sweepIn(folder)
}

func sweepIn(folder *os.Root) {
	dir, err := folder.Open(".")
	if err != nil {
		return
	}
	defer func() { _ = dir.Close() }() // it was only read
	names, _ := dir.Readdirnames(-1)   // as many as can be read
	for _, name := range names {
		if boot, ok := bootOfTemporary(name); ok {
			sweepOne(folder, name, boot)
		}
	}
}

// bootOfTemporary extracts the boot mark from the name of a temporary file.
func bootOfTemporary(name string) (boot string, ok bool) {
	middle, hasPrefix := strings.CutPrefix(name, temporaryPrefix)
	middle, hasSuffix := strings.CutSuffix(middle, temporarySuffix)
	boot, token, _ := strings.Cut(middle, "-")
	return boot, hasPrefix && hasSuffix && boot != "" && token != ""
}

// sweepOne removes a temporary file if its writer is gone. A free lock proves that if this system sees every lock: if
// locks reach other machines, or the file is from the current boot. Otherwise the file must be older than the longest
// write.
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
		_ = folder.Remove(name) // failing is harmless
	}
}
