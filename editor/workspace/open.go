package workspace

import (
	"cmp"
	"os"
	"slices"
	"sync"

	"fillet/editor"
	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/export"
	"fillet/importers"
)

// OpenLevel is a level that is open for editing: its document with history and selection, its file, and the recovery
// copy of unsaved work. A window shows it in a tab, or keeps it open without a tab because parts of it are edited in
// another level.
type OpenLevel struct {
	Session  *editor.Session
	Files    *Files
	Recovery *Recovery // nil if there is no folder for copies

	following following
}

// OpenLevels holds the open levels of a window, in the order of opening. Permissions for the foreign files of a folder
// apply to all of them.
type OpenLevels struct {
	importers *importers.Registry
	exporters *export.Registry
	folder    string
	roots     sync.Map // see Files.roots
	moved     sync.Map // see Files.moved
	readings  sync.Map
	list      []*OpenLevel
	spreading bool // instances of changed prefabs are being updated
}

// NewOpenLevels returns a window without levels. Unsaved work is copied to the folder, unless it is "".
func NewOpenLevels(im *importers.Registry, ex *export.Registry, folder string) *OpenLevels {
	return &OpenLevels{importers: im, exporters: ex, folder: folder}
}

// New opens an empty level with one layer and no file.
func (o *OpenLevels) New(s *level.Settings) (*OpenLevel, error) {
	doc, err := editor.NewLevel(s)
	if err != nil {
		return nil, err
	}
	l := &OpenLevel{Session: editor.NewSession(doc)}
	l.Files = NewFiles(l.Session, o.importers, o.exporters)
	l.Files.roots, l.Files.moved, l.Files.readings = &o.roots, &o.moved, &o.readings
	if o.folder != "" {
		l.Recovery = NewRecovery(l.Files, o.folder)
	}
	o.list = append(o.list, l)
	l.Session.Subscribe(func(c editor.Change) { o.follow(l, c) })
	return l, nil
}

// Move lets foreign files read another folder in place of a missing one. Both are absolute.
func (o *OpenLevels) Move(missing, found string) { o.moved.Store(missing, disk.RealPath(found)) }

// All lists the open levels.
func (o *OpenLevels) All() []*OpenLevel { return slices.Clone(o.list) }

// Unsaved lists the levels with work that is not in their files.
func (o *OpenLevels) Unsaved() []*OpenLevel {
	return slices.DeleteFunc(o.All(), func(l *OpenLevel) bool { return !l.Files.Unsaved() })
}

// Find returns the open level of a file, or nil. It compares names; [OpenLevels.Looking] looks at the disk as well.
func (o *OpenLevels) Find(path string) *OpenLevel {
	path = absolute(path)
	for _, l := range o.list {
		if path != "" && l.Files.path == path {
			return l
		}
	}
	return nil
}

// Looking prepares to check whether a file is open under another name, such as a link. find can run on any goroutine.
func (o *OpenLevels) Looking(path string) (find func() *OpenLevel) {
	list := o.All()
	paths := make([]string, len(list))
	for i, l := range list {
		paths[i] = l.Files.path
	}
	return func() *OpenLevel {
		info, err := os.Stat(path)
		if err != nil {
			return nil
		}
		for i, p := range paths {
			if p == "" {
				continue
			}
			if opened, err := os.Stat(p); err == nil && os.SameFile(info, opened) {
				return list[i]
			}
		}
		return nil
	}
}

// Close releases a level and its file, and drops the copy of unsaved work. It does not wait for the disk.
func (o *OpenLevels) Close(l *OpenLevel) {
	i := slices.Index(o.list, l)
	if i < 0 {
		return
	}
	o.list = slices.Delete(o.list, i, i+1)
	o.unlink(l)
	if l.Recovery != nil {
		l.Recovery.Drop()
	}
	l.Files.hold("")
}

// CloseAll releases all levels for good, as [OpenLevels.Close] does, and waits until their files are released.
func (o *OpenLevels) CloseAll() {
	for _, l := range o.list {
		if l.Recovery != nil {
			l.Recovery.Drop()
		}
	}
	o.Release()
	o.list = nil
}

// Release releases the files of all levels. The levels stay open, and the copies of unsaved work remain.
func (o *OpenLevels) Release() {
	for _, l := range o.list {
		l.Files.hold("")
	}
	for _, l := range o.list {
		l.Files.wait()
	}
}

// KeepNow copies all unsaved work before it returns, for a program that is about to end. It returns the last error.
func (o *OpenLevels) KeepNow() (err error) {
	for _, l := range o.list {
		if l.Recovery != nil {
			err = cmp.Or(l.Recovery.KeepNow(), err)
		}
	}
	return err
}
