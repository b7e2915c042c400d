package export

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// Exporter writes a level in one format.
type Exporter interface {
	Name() string      // its name on the command line and in dialogs, such as "json"
	Title() string     // its display name
	Extension() string // the usual file name extension, with the dot

	// Export writes the level to w. The report lists what the format cannot represent; it is nil only if there is an
	// error. If ctx is cancelled, Export returns the context's error.
	Export(ctx context.Context, snap level.Snapshot, opts Options, w io.Writer) (*Report, error)
}

// Options holds the settings of an export. The zero value works for every format.
type Options struct {
	// Base is the main file's name without folder and extension. Formats use it for names in the file and as the start
	// of the names of further files. If it is empty, formats use the level's name.
	Base string
	// Level is the path of the level's file. ToFile, ToPlace and Sourced make absolute paths of imported files relative
	// to the folder of its project, or to its own folder if it has none, so that they do not depend on where the output
	// is. If Level is empty, paths are unchanged.
	Level string
	// Package is the name of a Go package that several levels share, for formats that are Go source; see [IsGo] and
	// [GoName]. If it is empty, the level is a package with a single file.
	Package string
	// Tolerance limits the distance, in pixels, between an arc and the vertices that replace it; 0 is the format's
	// default. In the native format, it applies to outlines and polygons.
	Tolerance float64
	// Form is the form of files in the native format.
	Form Form
	// Progress is called from time to time with the number of colliders written. It runs on the goroutine of Export and
	// may be nil.
	Progress func(done, total int)
}

// tolerance returns the tolerance to use.
func (o Options) tolerance() float64 {
	if !(o.Tolerance > 0) {
		return DefaultTolerance
	}
	return max(o.Tolerance, MinTolerance)
}

// Report is the result of an export apart from the main file.
type Report struct {
	Losses []Loss
	Files  []Attachment // further files, written beside the main file
}

// Attachment is a further file of an export. Name has no folder.
type Attachment struct {
	Name string
	Data []byte
}

// ToFile exports to a file, with further files beside it. Each file is first written to a temporary file, which then
// replaces the old one, so a failed export leaves the old file unchanged. The main file is written last.
func ToFile(ctx context.Context, e Exporter, snap level.Snapshot, opts Options, path string) (*Report, error) {
	return toFile(ctx, e, snap, opts, path, &Place{}, disk.WriteFileFrom)
}

// ToPlace works like ToFile, for a file that the user did not name.
func ToPlace(
	ctx context.Context, e Exporter, snap level.Snapshot, opts Options, path string, in *Place,
) (*Report, error) {
	return toFile(ctx, e, snap, opts, path, in, in.Write)
}

// writer writes a file in one step with the contents from write.
type writer func(path string, write func(io.Writer) error) error

func toFile(
	ctx context.Context, e Exporter, snap level.Snapshot, opts Options, path string, in *Place, put writer,
) (*Report, error) {
	if end := FCOL().Extension(); opts.Form.Chunks != (Vec{}) && strings.EqualFold(filepath.Ext(path), end) {
		stem := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		return nil, fmt.Errorf("%s would be an index of regions, in JSON: name it %s%s", quote.ShortPath(path), stem,
			IndexEnd)
	}
	if opts.Base == "" {
		base := filepath.Base(path)
		opts.Base = strings.TrimSuffix(base, filepath.Ext(base))
		for _, end := range extensions(e) {
			if stem, ok := strings.CutSuffix(base, end); ok {
				opts.Base = stem
				break
			}
		}
	}
	snap = opts.Sourced(snap)
	clean := in.cleaner(path, opts.Base)
	var report *Report
	var failed error // error of the export itself, not of writing the file
	err := put(path, func(w io.Writer) error {
		out := &sink{w: w}
		if report, failed = e.Export(ctx, snap, opts, out); failed == nil {
			failed = report.writeBeside(path, opts.Level, put, in.FileLock)
		}
		if failed == nil {
			failed = ctx.Err()
		}
		if out.err != nil {
			failed = nil
			return out.err
		}
		return failed
	})
	if failed != nil {
		return nil, fmt.Errorf("exporting to %s: %w", quote.ShortPath(path), failed)
	}
	if err == nil {
		err = clean(report.Files)
	}
	if err != nil {
		return nil, err
	}
	return report, nil
}

// sink remembers the error of writing a file.
type sink struct {
	w   io.Writer
	err error
}

func (s *sink) Write(p []byte) (n int, err error) {
	n, err = s.w.Write(p)
	if err != nil {
		s.err = err
	}
	return n, err
}

// Sourced returns the level with the paths of imported files in the form for output, and without its import records.
func (o Options) Sourced(snap level.Snapshot) level.Snapshot {
	if o.Level == "" {
		return snap
	}
	return snap.WithoutImports().MapSources(level.ExportedSources(o.Level))
}

// writeBeside writes the further files beside the main file. levelPath is the level's file, or "".
func (r *Report) writeBeside(path, levelPath string, put writer, lock sync.Locker) error {
	for _, f := range r.Files {
		switch {
		case f.Name != filepath.Base(f.Name):
			return fmt.Errorf("%q is not a valid name for an additional file", quote.Excerpt(f.Name))
		case strings.EqualFold(f.Name, filepath.Base(path)):
			return fmt.Errorf("%s is the name of an additional file of the export: choose another name", f.Name)
		case levelPath != "" && samePath(filepath.Join(filepath.Dir(path), f.Name), levelPath):
			return fmt.Errorf("the additional file %s would overwrite the level", quote.Printable(f.Name))
		}
	}
	if lock != nil && len(r.Files) > 0 {
		lock.Lock()
		defer lock.Unlock()
	}
	for _, f := range r.Files {
		err := put(filepath.Join(filepath.Dir(path), f.Name), func(w io.Writer) error {
			_, err := w.Write(f.Data)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
