package level

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/natefinch/atomic"
)

// WriteFile puts a file in its place in one step: a temporary one beside it is written, flushed to the disk and
// renamed, so that a reader finds the old file or the new one, never half of it. A link keeps being one, to the new
// file. A device or a pipe is written to as it is.
func WriteFile(path string, data []byte) error {
	return WriteFileFrom(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// WriteFileFrom is WriteFile for data that need not be in memory as a whole: what write writes is the file. The file
// takes its place only if write returns no error, which is then the error's cause.
func WriteFileFrom(path string, write func(io.Writer) error) error {
	return writeFileIf(path, func() error { return nil }, write)
}

// writeFileIf is WriteFileFrom for a file that takes its place only if, once it is written, may returns no error, which is
// then the error.
func writeFileIf(path string, may func() error, write func(io.Writer) error) error {
	target, mode := path, os.FileMode(0)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	switch info, err := os.Stat(target); {
	case err == nil && info.IsDir():
		return fmt.Errorf("writing %s: it is a folder", path)
	case err == nil && !info.Mode().IsRegular():
		if err := writeThrough(target, write); err != nil {
			return fmt.Errorf("writing %s: %w", path, cause(err))
		}
		return nil
	case err == nil:
		mode = info.Mode().Perm()
		// A file that says it must not be written is not replaced either.
		f, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return fmt.Errorf("writing %s: %w", path, cause(err))
		}
		if err := f.Close(); err != nil {
			return fmt.Errorf("writing %s: %w", path, cause(err))
		}
	}
	temporary, err := writeBeside(target, write, mode)
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, cause(err))
	}
	if err := may(); err != nil {
		_ = os.Remove(temporary) // likewise
		return err
	}
	if err := atomic.ReplaceFile(temporary, target); err != nil {
		_ = os.Remove(temporary) // the error that counts is the first
		return fmt.Errorf("writing %s: %w", path, cause(err))
	}
	return nil
}

// writeBeside writes a temporary file in the target's folder and flushes it to the disk. A mode of 0 is that of a new
// file.
func writeBeside(target string, write func(io.Writer) error, mode os.FileMode) (string, error) {
	f, err := createBeside(target)
	if err != nil {
		return "", err
	}
	err = buffered(f, write)
	if err == nil {
		err = f.Sync()
	}
	if err == nil && mode != 0 {
		err = f.Chmod(mode)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(f.Name()) // the error that counts is the first
		return "", err
	}
	return f.Name(), nil
}

// createBeside creates a file with the mode that any new file gets, which os.CreateTemp does not give.
func createBeside(target string) (*os.File, error) {
	removeStale(target)
	for i := 0; ; i++ {
		name := filepath.Join(filepath.Dir(target), fmt.Sprintf(".%s.%d-%d.tmp", filepath.Base(target), os.Getpid(), i))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil || !errors.Is(err, os.ErrExist) || i == 1000 {
			return f, err
		}
	}
}

// removeStale removes what writers that were killed have left beside a file.
func removeStale(target string) {
	const age = 10 * time.Minute // nobody writes that long
	left, err := filepath.Glob(filepath.Join(escaped(filepath.Dir(target)), "."+escaped(filepath.Base(target))+".*.tmp"))
	if err != nil {
		return // of the pattern
	}
	for _, path := range left {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > age {
			_ = os.Remove(path) // it does no harm
		}
	}
}

// escaped is a name as a pattern that only it matches; where that cannot be written, one that matches nothing of ours.
func escaped(name string) string {
	if runtime.GOOS == "windows" {
		return strings.ReplaceAll(name, "[", "?")
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}

func writeThrough(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(buffered(f, write), f.Close())
}

func buffered(f *os.File, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(f, 1<<16)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

// cause is the error without the path, which is that of a temporary file, and with words for what a person can do about it.
func cause(err error) error {
	err = bare(err)
	for _, t := range []struct {
		is    error
		words string
	}{
		{syscall.ENOSPC, "there is no room left on the disk; make room, or save elsewhere"},
		{syscall.EDQUOT, "there is no room left for you on the disk; make room, or save elsewhere"},
		{syscall.EFBIG, "there is no room for a file of this size; save elsewhere"},
		{fs.ErrNotExist, "the folder is gone or cannot be reached; save elsewhere"},
		{syscall.ENOTDIR, "what should be its folder is not a folder; save elsewhere"},
		{syscall.EROFS, "the disk must not be written; save elsewhere"},
		{fs.ErrPermission, "the folder or the file must not be written by you; save elsewhere"},
	} {
		if errors.Is(err, t.is) {
			return fmt.Errorf("%w: %s", err, t.words)
		}
	}
	return err
}

func bare(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	var le *os.LinkError
	if errors.As(err, &le) {
		return le.Err
	}
	return err
}
