package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"fillet/editor/level"

	"github.com/natefinch/atomic"
)

// Exporter writes a level in one format.
type Exporter interface {
	Name() string      // what the command line and the dialogs know it by, such as "json"
	Title() string     // one line for people
	Extension() string // the usual end of its files' names, with the dot

	// Export writes the level to w. The report lists what the format cannot carry; it is never nil without an error.
	// An export that is cancelled through ctx returns its error.
	Export(ctx context.Context, snap level.Snapshot, opts Options, w io.Writer) (*Report, error)
}

// Options are what an export can be told. The zero value is good for every format.
type Options struct {
	// Base is the main file's name without folder and extension: what a format calls things in the file by, and what
	// the names of further files begin with. Empty is the level's name.
	Base string
	// Tolerance is how far, in pixels, vertices may stand from the arc that they stand for, in formats that have no
	// radius; 0 is the format's own choice. The native format has radii.
	Tolerance float64
}

// Report is what came of an export besides the file itself.
type Report struct {
	Losses []Loss
	Files  []Attachment // further files that belong beside the main one
}

// Loss is one thing that the format could not carry.
type Loss struct {
	Collider level.ID // 0 when it is not about one
	Label    string   // what people call the collider
	Message  string
}

func (l Loss) String() string {
	switch {
	case l.Collider == 0:
		return l.Message
	case l.Label == "" || l.Label == l.Collider.String():
		return fmt.Sprintf("collider %v: %s", l.Collider, l.Message)
	}
	return fmt.Sprintf("collider %v (%s): %s", l.Collider, l.Label, l.Message)
}

// Attachment is a further file of an export. Name has no folder.
type Attachment struct {
	Name string
	Data []byte
}

// ToFile exports to a file, and further files beside it. Each is whole at every moment: it is written beside its place
// and then takes it, so an export that fails leaves the old file as it was. The main file comes last.
func ToFile(ctx context.Context, e Exporter, snap level.Snapshot, opts Options, path string) (*Report, error) {
	if opts.Base == "" {
		base := filepath.Base(path)
		if opts.Base = strings.TrimSuffix(base, e.Extension()); opts.Base == base {
			opts.Base = strings.TrimSuffix(base, filepath.Ext(base))
		}
	}
	var main bytes.Buffer
	report, err := e.Export(ctx, snap, opts, &main)
	if err != nil {
		return nil, fmt.Errorf("exporting to %s: %w", path, err)
	}
	for _, f := range report.Files {
		if f.Name != filepath.Base(f.Name) {
			return nil, fmt.Errorf("exporting to %s: %q is not a name for a file beside it", path, f.Name)
		}
		if err := WriteFile(filepath.Join(filepath.Dir(path), f.Name), f.Data); err != nil {
			return nil, err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("exporting to %s: %w", path, err)
	}
	return report, WriteFile(path, main.Bytes())
}

// WriteFile puts a file in its place in one step: a temporary one beside it is written, flushed to the disk and
// renamed, so that a reader finds the old file or the new one, never half of it. A link keeps being one, to the new
// file. A device or a pipe is written to as it is.
func WriteFile(path string, data []byte) (err error) {
	target, mode := path, os.FileMode(0)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	switch info, err := os.Stat(target); {
	case err == nil && info.IsDir():
		return fmt.Errorf("writing %s: it is a folder", path)
	case err == nil && !info.Mode().IsRegular():
		return writeThrough(target, data)
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
	temporary, err := writeBeside(target, data, mode)
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, cause(err))
	}
	if err := atomic.ReplaceFile(temporary, target); err != nil {
		_ = os.Remove(temporary) // the error that counts is the first
		return fmt.Errorf("writing %s: %w", path, cause(err))
	}
	return nil
}

// writeBeside writes a temporary file in the target's folder and flushes it to the disk. A mode of 0 is that of a new
// file.
func writeBeside(target string, data []byte, mode os.FileMode) (string, error) {
	f, err := createBeside(target)
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
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
	for i := 0; ; i++ {
		name := filepath.Join(filepath.Dir(target), fmt.Sprintf(".%s.%d-%d.tmp", filepath.Base(target), os.Getpid(), i))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil || !errors.Is(err, os.ErrExist) || i == 1000 {
			return f, err
		}
	}
}

func writeThrough(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// cause is the error without the path, which is that of a temporary file.
func cause(err error) error {
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
