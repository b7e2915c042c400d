package workspace

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"fillet/editor/disk"
)

// CrashLog is a file that receives the runtime's fatal errors. Its first line names the program.
type CrashLog struct{ file *os.File }

// NewCrashLog creates the file in a folder, which is created if needed.
func NewCrashLog(dir, program string) (*CrashLog, error) {
	const ownOnly = 0o700
	if err := os.MkdirAll(dir, ownOnly); err != nil {
		return nil, err
	}
	name := filepath.Join(dir, fmt.Sprintf("%d-%d.txt", os.Getpid(), time.Now().UnixNano()))
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockSoon(f); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return nil, errors.Join(err, f.Close(), os.Remove(name))
	}
	if _, err := fmt.Fprintf(f, "%s\n", program); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(name))
	}
	return &CrashLog{f}, nil
}

// File returns the file for the runtime to write to.
func (l *CrashLog) File() *os.File { return l.file }

// Close removes the file when the editor ends normally.
func (l *CrashLog) Close() error { return errors.Join(l.file.Close(), os.Remove(l.file.Name())) }

// TakeCrashLogs returns the logs of crashed editors and removes them from the folder. It returns no logs of editors
// that were killed, which are empty.
func TakeCrashLogs(dir string) ([]string, error) {
	entries, err := entriesIn(dir)
	if err != nil {
		return nil, err
	}
	var out []string
	var failed error
	for _, e := range entries {
		number, _, ok := strings.Cut(e.Name(), "-")
		pid, err := strconv.Atoi(number)
		if !ok || err != nil {
			continue
		}
		path := filepath.Join(dir, e.Name())
		text, isDead, err := takeCrashLog(path, pid)
		if !isDead {
			continue
		}
		if err != nil {
			failed = err
			continue
		}
		if first, rest, _ := strings.Cut(text, "\n"); strings.TrimSpace(rest) != "" {
			out = append(out, first+"\n"+rest)
		}
	}
	return out, failed
}

// takeCrashLog reads and removes a crash log if its program has ended. A running program holds the file's lock. On
// systems without file locks, the process number decides, although it can be reused.
func takeCrashLog(path string, pid int) (text string, isDead bool, err error) {
	f, err := disk.OpenToLock(path)
	if err != nil {
		return "", false, nil //nolint:nilerr // it is gone already, or not one of ours
	}
	const long = 30 * 24 * time.Hour
	locking := lockSoon(f)
	info, err := f.Stat()
	if err == nil && locking != nil {
		_, isThere, _ := processStart(pid)
		isDead = !errors.Is(locking, disk.ErrLocked) && (!isThere || time.Since(info.ModTime()) > long)
	} else {
		isDead = err == nil
	}
	if !isDead {
		return "", false, f.Close()
	}
	const limit = 64 << 10 // enough for the first of a thousand goroutines
	data, err := io.ReadAll(io.LimitReader(f, limit))
	return string(data), true, errors.Join(err, disk.RemoveOpen(f))
}
