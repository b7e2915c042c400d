package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"fillet/editor"
	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/export"
	"fillet/importers"
)

// Extension is the extension of level files.
const Extension = ".level.yaml"

// Files ties a session to its file: opening, importing, saving and exporting. It belongs to the session's goroutine.
type Files struct {
	session   *editor.Session
	importers *importers.Registry
	exporters *export.Registry

	path  string // path of the level file; empty if there is none yet
	hint  string // the name that saving suggests
	saved uint64 // the revision in the file
	fresh bool   // the document differs from its file without an edit: it was just imported
	stamp *stamp // state of the file when it was last read or written here

	given string // the level's name after its file; any other name except the default was set by hand

	lock        *lock   // shows other editors that the level is open; nil: no level was opened yet
	writesLocks bool    // whether locks are written
	errands     errands // work on locks
	found       func()  // called when another editor has the level open

	roots    *sync.Map // roots that foreign files may read from, where the user has widened them, by absolute folder
	moved    *sync.Map // folders that replace missing ones, for the files that foreign files refer to
	readings *sync.Map // stamps by path, taken before a file is read, so that writes during reading are noticed

	named   string           // where the document was opened; prefab names are relative to it; empty for a new level
	prefabs *project.Library // nil: the level has no file yet
}

// Allow lets foreign files in the folder of the given file refer to files anywhere below root. By default that is the
// folder of their project or git repository, or their own folder. Any goroutine can call it.
func (f *Files) Allow(file, root string) {
	if folder, err := filepath.Abs(filepath.Dir(file)); err == nil {
		f.roots.Store(folder, root)
	}
}

// ImportersFor returns the foreign formats, with the root allowed for the file's folder. Any goroutine can call it.
func (f *Files) ImportersFor(file string) *importers.Registry {
	folder, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return f.importers
	}
	root, _ := f.roots.Load(folder)
	widened, _ := root.(string) // "" by default
	return f.importers.WithRoot(widened).WithMoved(func(folder string) (string, bool) {
		to, ok := f.moved.Load(folder)
		found, _ := to.(string)
		return found, ok
	})
}

// absolute makes a path independent of the working directory. An empty path remains empty.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil && path != "" {
		return abs
	}
	return path
}

// NewFiles ties files to a session whose document has no file.
func NewFiles(s *editor.Session, im *importers.Registry, ex *export.Registry) *Files {
	return &Files{
		session: s, importers: im, exporters: ex, roots: &sync.Map{}, moved: &sync.Map{}, readings: &sync.Map{},
	}
}

// Importers returns the foreign formats that can be read.
func (f *Files) Importers() *importers.Registry { return f.importers }

// Exporters returns the formats that can be written.
func (f *Files) Exporters() *export.Registry { return f.exporters }

// Path returns the level file, or empty if the level has none yet.
func (f *Files) Path() string { return f.path }

// Suggestion returns the path that saving suggests.
func (f *Files) Suggestion() string {
	return cmp.Or(f.path, f.hint, "untitled"+Extension)
}

// Name returns the level's name in the window's title.
func (f *Files) Name() string { return filepath.Base(f.Suggestion()) }

// Unsaved reports whether there is work that is not in the file.
func (f *Files) Unsaved() bool { return f.fresh || f.session.History().Revision() != f.saved }

// IsSaved reports whether the file holds the given revision of the history.
func (f *Files) IsSaved(revision uint64) bool { return !f.fresh && revision == f.saved }

// Pristine reports whether the document is new and untouched.
func (f *Files) Pristine() bool {
	return f.path == "" && !f.Unsaved() && f.session.Document().Len() == 0
}

func (f *Files) replace(doc *level.Document, path, hint string, fresh bool) {
	path = absolute(path)
	f.hold(path)
	f.path, f.hint, f.fresh = path, hint, fresh
	read, ok := f.readings.LoadAndDelete(path)
	if !ok {
		read = stampOf(path)
	}
	f.given = level.FileStem(cmp.Or(path, hint))
	f.usePrefabs(doc, path)
	f.session.Batch(func() {
		f.session.Replace(doc)
		f.saved = f.session.History().Revision()
		f.stamp = read.(*stamp)
	})
}

// Read reads a level file or a foreign one, depending on its content. It does not touch the session, so any goroutine
// can call it.
func (f *Files) Read(ctx context.Context, path string, opts importers.Options) (*importers.Result, bool, error) {
	opts.Pictures = true
	f.readings.Store(absolute(path), stampOf(absolute(path)))
	r, foreign, err := f.ImportersFor(path).Load(ctx, path, opts)
	if err != nil {
		return nil, foreign, err
	}
	if !foreign { // if the project cannot be read, the level opens with its own values of materials
		if p, err := project.Of(path); err == nil && p != nil {
			if err := r.Document.Apply(p.Resolve(r.Document.Snapshot())); err != nil {
				return nil, foreign, err
			}
		}
	}
	return r, foreign, r.Document.MapSources(func(file string) string { return level.AbsoluteSource(file, path) })
}

// Moved records that this program has renamed the level's file.
func (f *Files) Moved(path string) {
	path = absolute(path)
	f.hold(path)
	f.path, f.stamp = path, stampOf(path)
	f.session.Touch(editor.HistoryChanged)
}

// Opened makes the result of Read the session's document.
func (f *Files) Opened(path string, r *importers.Result, foreign bool) {
	if foreign {
		f.replace(r.Document, "", levelBeside(path), true)
		return
	}
	f.replace(r.Document, path, "", false)
}

// OpenedCopy makes a result the session's document, as a new level without a file.
func (f *Files) OpenedCopy(name string, r *importers.Result) { f.replace(r.Document, "", name, false) }

// OpenedGiven makes a result the session's document, as a new level that counts as unsaved because the user has no file
// of it.
func (f *Files) OpenedGiven(name string, r *importers.Result) { f.replace(r.Document, "", name, true) }

// Copying returns a function that writes the current level as saving would. It can run on any goroutine.
func (f *Files) Copying() func(io.Writer) error {
	snapshot, named, path := f.session.Document().Snapshot(), f.named, f.path
	return func(w io.Writer) error {
		if path == "" {
			return level.Write(w, snapshot)
		}
		return level.Write(w, withPrefabs(snapshot, named, path).MapSources(func(file string) string {
			return level.RelativeSource(file, path)
		}))
	}
}

// levelBeside returns the path of the level file next to a foreign file.
func levelBeside(path string) string {
	base := filepath.Base(path)
	return filepath.Join(filepath.Dir(path), strings.TrimSuffix(base, filepath.Ext(base))+Extension)
}

// Import adds the layers of a level returned by Read to the session's document, as one undo step. A pristine document
// is replaced, so that it gets the level's size and grid as well.
func (f *Files) Import(path string, r *importers.Result) error {
	if f.Pristine() {
		f.replace(r.Document, "", levelBeside(path), true)
		if len(r.Document.Instances()) > 0 {
			f.usePrefabs(r.Document, absolute(path)) // the level names its prefabs from its own file
		}
		return nil
	}
	notes, err := f.session.Merge("Import "+filepath.Base(path), r.Document)
	for _, n := range notes {
		r.Issues = append(r.Issues, importers.Issue{Severity: importers.Warning, File: path, Message: n})
	}
	return err
}

// ErrChangedOnDisk reports a save over a file that another program has written since it was opened.
var ErrChangedOnDisk = errors.New("the file has been changed by another program since it was opened")

// Saving prepares a save of the current level. write can run on any goroutine; done takes its error on the session's.
// Unless over is set, write fails with ErrChangedOnDisk if another program changes the level's file before the new one
// replaces it.
func (f *Files) Saving(path string, over bool) (write func() error, done func(error)) {
	snapshot, revision := f.session.Document().Snapshot(), f.session.History().Revision()
	name := f.nameAfter(path)
	if name != snapshot.Settings.Name {
		settings := *snapshot.Settings
		settings.Name = name
		snapshot.Settings = &settings
	}
	known, mine := f.stamp, path == f.path && !over && f.stamp != nil
	named := f.named
	var now *stamp
	write = func() error {
		unchanged := func() error {
			if mine && known.isOutdated(path, true) {
				return fmt.Errorf("%s: %w", quote.ShortPath(path), ErrChangedOnDisk)
			}
			return nil
		}
		if err := unchanged(); err != nil {
			return err
		}
		if info, err := os.Stat(path); err == nil && info.Mode()&(os.ModeNamedPipe|os.ModeSocket) != 0 {
			return fmt.Errorf("writing %s: it is a pipe or a socket, %w; save elsewhere", quote.ShortPath(path),
				disk.ErrNotRegular)
		}
		hash := newContentHash()
		err := disk.WriteFileIf(path, unchanged, func(w io.Writer) error {
			return level.Write(io.MultiWriter(w, hash), withPrefabs(snapshot, named,
				path).MapSources(func(file string) string {
				return level.RelativeSource(file, path)
			}))
		})
		at := time.Now()
		if info, err := os.Stat(path); err == nil {
			now = newStamp(info, hash.Sum64(), at) // the file on disk may already be another program's
		}
		return err
	}
	done = func(err error) {
		if err != nil {
			return
		}
		if path != f.path {
			f.hold(path)
		}
		f.path, f.hint, f.fresh, f.saved, f.stamp = path, "", false, revision, now
		if f.named == "" {
			f.usePrefabs(f.session.Document(), path)
		}
		f.rename(name)
		f.session.Touch(editor.HistoryChanged)
	}
	return write, done
}

// nameAfter returns the name of the level once it is saved to a file: the file's, unless its own was set by hand.
func (f *Files) nameAfter(path string) string {
	now, name := f.session.Document().Settings().Name, level.FileStem(path)
	if now != f.given && now != level.DefaultSettings().Name || quote.Printable(name) != name {
		return now
	}
	return name
}

// rename names the level after its file. The last step includes the new name, so that undo reverts what the user did.
// While there are steps to redo, the old name stays until the next save, because a new step would drop them.
func (f *Files) rename(name string) {
	history := f.session.History()
	label, ok := history.CanUndo()
	if _, canRedo := history.CanRedo(); canRedo || history.InTransaction() ||
		name == f.session.Document().Settings().Name {
		return
	}
	if !ok {
		label = "Rename the level"
	}
	isSaved := !f.Unsaved()
	if f.session.EditSettings(label, func(s *level.Settings) { s.Name = name }) != nil {
		return
	}
	if ok {
		f.session.MergeSteps()
	}
	f.given = name
	if isSaved {
		f.saved = history.Revision()
	}
}

// Looking prepares a check of the level's file. check can run on any goroutine; it reports whether another program has
// written or removed the file since it was opened or saved, and whether the file is gone. holds, on the session's
// goroutine, reports whether the result still applies: meanwhile the file was not saved and no other file was opened.
func (f *Files) Looking() (check func() (changed, isGone bool), holds func() bool) {
	path, known := f.path, f.stamp
	holds = func() bool { return f.path == path && f.stamp == known }
	if path == "" || known == nil {
		return func() (changed, isGone bool) { return false, false }, holds
	}
	check = func() (changed, isGone bool) {
		if !known.isOutdated(path, false) {
			return false, false
		}
		_, err := os.Stat(path)
		return true, err != nil
	}
	return check, holds
}
