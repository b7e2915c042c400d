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
	// Level is the level's file, for ToFile, ToPlace and Sourced: absolute names of the files that colliders were imported from
	// become relative to the folder of its project, or else to its own. So they are the same wherever the output lies.
	// Without it they stay.
	Level string
	// Package is, for formats that are Go source, the name of a package that several levels share: see [IsGo] and [GoName].
	// Empty is a package of the level's own, in one file.
	Package string
	// Tolerance is how far, in pixels, vertices may stand from the arc that they stand for, in formats that have no
	// radius; 0 is the format's own choice. The native format has radii.
	Tolerance float64
	// Progress, where it is not nil, hears now and then how many of the level's colliders are done. It is called on the
	// goroutine of Export.
	Progress func(done, total int)
}

// Report is the result of an export besides the file itself.
type Report struct {
	Losses []Loss
	Files  []Attachment // further files that belong beside the main one
}

// Attachment is a further file of an export. Name has no folder.
type Attachment struct {
	Name string
	Data []byte
}

// ToFile exports to a file, and further files beside it. Each is whole at every moment: it is written beside its place
// and then takes it, so an export that fails leaves the old file as it was. The main file comes last.
func ToFile(ctx context.Context, e Exporter, snap level.Snapshot, opts Options, path string) (*Report, error) {
	return toFile(ctx, e, snap, opts, path, disk.WriteFileFrom, nil)
}

// ToPlace is ToFile for a file that the user has not named.
func ToPlace(ctx context.Context, e Exporter, snap level.Snapshot, opts Options, path string, in *Place) (*Report, error) {
	return toFile(ctx, e, snap, opts, path, in.Write, in.Beside)
}

// writer puts a file that write writes into its place in one step.
type writer func(path string, write func(io.Writer) error) error

func toFile(ctx context.Context, e Exporter, snap level.Snapshot, opts Options, path string, put writer, beside sync.Locker) (*Report, error) {
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
	var report *Report
	var failed error // in the export itself, rather than in writing the file
	err := put(path, func(w io.Writer) error {
		out := &sink{w: w}
		if report, failed = e.Export(ctx, snap, opts, out); failed == nil {
			failed = report.writeBeside(path, put, beside)
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
	if err != nil {
		return nil, err
	}
	return report, nil
}

// sink keeps the error with which a file could not be written.
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

// Sourced is the level with its sources as an output names them. What it knows of its imports no output has.
func (o Options) Sourced(snap level.Snapshot) level.Snapshot {
	if o.Level == "" {
		return snap
	}
	return snap.WithoutImports().MapSources(level.ExportedSources(o.Level))
}

// writeBeside writes the further files beside the main one.
func (r *Report) writeBeside(path string, put writer, beside sync.Locker) error {
	if beside != nil && len(r.Files) > 0 {
		beside.Lock()
		defer beside.Unlock()
	}
	for _, f := range r.Files {
		if f.Name != filepath.Base(f.Name) {
			return fmt.Errorf("%q is not a name for a file beside it", quote.Excerpt(f.Name))
		}
		if f.Name == filepath.Base(path) {
			return fmt.Errorf("%s is the name of a file that belongs beside it: choose another one", f.Name)
		}
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
