package dialog

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"fillet/assets"
	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/workspace"
	"fillet/importers"
)

// Tabs are the levels that are open in a window, of which it shows one.
type Tabs interface {
	// Add opens a new empty level, which is shown from then on.
	Add() (*File, error)
	// AddLater opens files that are read once they are shown. It returns their levels, and those of files that are open already.
	AddLater(paths []string) []*workspace.OpenLevel
	// Find is the open level of a file; nil where there is none. It compares names.
	Find(path string) *workspace.OpenLevel
	// Show shows an open level.
	Show(l *workspace.OpenLevel)
	// FileOf is the file of an open level.
	FileOf(l *workspace.OpenLevel) *File
	// HasTab reports whether an open level has a tab. One that has none is open since a prefab is edited in another level.
	HasTab(l *workspace.OpenLevel) bool
	// Along lists the levels without a tab that nobody needs any more once others are closed.
	Along(list []*File) []*File
	// Close closes levels, whose work is saved or not wanted. After the last one comes a new one that is covered by the start page.
	Close(list ...*File)
}

// Documents opens and closes the window's levels.
type Documents struct {
	*Front
	Levels *workspace.OpenLevels
	tabs   Tabs

	OnLevel     func()                         // there is a level to be shown
	OnEmpty     func()                         // there is none
	OnRecent    func()                         // other files were opened lately
	AfterSample func(path string)              // a sample that is a folder of files is shown
	OnOther     func(path string) (taken bool) // a file is opened that may be no level; nil takes none

	openFolder func(dir string) // opens a project

	ahead *ahead // what is being read while the window is made
}

// NewDocuments makes the commands of the File menu. Their hooks do nothing until they are set.
func NewDocuments(front *Front, levels *workspace.OpenLevels, tabs Tabs) *Documents {
	nothing := func() {}
	return &Documents{Front: front, Levels: levels, tabs: tabs, OnLevel: nothing, OnEmpty: nothing, OnRecent: nothing, AfterSample: func(string) {}, openFolder: func(string) {}}
}

// OpenFile opens a level or foreign file; the window shows what is wrong with it. A file that is open already is shown.
func (d *Documents) OpenFile(path string) { d.open(path, func() {}) }

// OpenFiles opens files in their order and shows the first. The others are read once they are shown.
func (d *Documents) OpenFiles(paths []string) {
	if len(paths) == 0 {
		return
	}
	d.open(paths[0], func() {
		levels := d.tabs.AddLater(paths[1:])
		if before := d.shownFile(); len(levels) > 0 && before.Files.Pristine() { // the first could not be opened
			d.tabs.Show(levels[0])
			d.tabs.Close(before)
		}
	})
}

// open is OpenFile, with what is done when all is over, however it ended.
func (d *Documents) open(path string, ended func()) {
	if d.OnOther != nil && d.OnOther(path) {
		ended()
		return
	}
	if l := d.tabs.Find(path); l != nil {
		d.show(l)
		ended()
		return
	}
	begun := d.takeAhead(path)
	if r := begun.soon(); r != nil {
		d.opened(path, r, false)
		ended()
		return
	}
	isOpen := false
	files, look := d.Files, d.Levels.Looking(path)
	d.run("Opening "+filepath.Base(path), true, func(ctx context.Context, _ func(done, total int)) (func(), error) {
		if dir, ok := projectFolder(path); ok {
			return func() { isOpen = true; d.openFolder(dir) }, nil
		}
		if l := look(); l != nil {
			return func() { isOpen = true; d.show(l) }, nil
		}
		if r := begun.wait(ctx); r != nil {
			return func() { isOpen = true; d.opened(path, r, false) }, nil
		}
		r, foreign, err := ReadLevel(ctx, files, path)
		if err != nil {
			return nil, err
		}
		return func() {
			isOpen = true
			d.opened(path, r, foreign)
			d.tellOfSize(filepath.Base(path), r)
		}, nil
	}, "This file cannot be opened", func() {
		if !isOpen && len(d.Levels.All()) == 1 && d.Files.Pristine() { // there is nothing to go back to
			d.OnEmpty()
		}
		ended()
	})
}

// projectFolder is the folder that a path stands for: itself, or that of a project's file.
func projectFolder(path string) (dir string, ok bool) {
	if filepath.Base(path) == disk.ProjectFile {
		return filepath.Dir(path), true
	}
	info, err := os.Stat(path)
	return path, err == nil && info.IsDir()
}

// show shows a level that is asked for and open already.
func (d *Documents) show(l *workspace.OpenLevel) {
	d.tabs.Show(l)
	if path := l.Files.Path(); path != "" {
		d.Remember(path)
	}
}

// opened puts what was read in its place.
func (d *Documents) opened(path string, r *importers.Result, foreign bool) {
	f, err := d.place()
	if err != nil {
		d.Fail(err)
		return
	}
	f.opened(path, r, foreign)
}

// ReadLevel reads a file, off the window's thread, with what the first picture would have it wait for: the boundaries of outlines
// of very many vertices.
func ReadLevel(ctx context.Context, files *workspace.Files, path string) (r *importers.Result, foreign bool, err error) {
	if r, foreign, err = files.Read(ctx, path, importers.Options{}); err != nil {
		return nil, foreign, err
	}
	const many = 4096
	for _, l := range r.Document.Snapshot().Layers {
		for _, c := range l.Colliders {
			n := len(c.Shape.Points)
			for _, hole := range c.Shape.Holes {
				n += len(hole)
			}
			if n >= many && ctx.Err() == nil {
				c.Baked.Boundary()
			}
		}
	}
	return r, foreign, nil
}

// NewLevel opens an empty level.
func (d *Documents) NewLevel() {
	before := d.shownFile()
	if _, err := d.tabs.Add(); err != nil {
		d.Fail(err)
		return
	}
	if before.Files.Pristine() { // there need not be two of them
		d.tabs.Close(before)
	}
	d.OnLevel()
	d.Canvas.Redraw()
}

// place is where a level goes that is opened: to the shown one where that is a new one that nobody has touched, or else to a tab of
// its own, which is shown.
func (d *Documents) place() (*File, error) {
	if f := d.shownFile(); f.Files.Pristine() {
		return f, nil
	}
	return d.tabs.Add()
}

// CloseLevel closes the level that is shown, after asking about unsaved work.
func (d *Documents) CloseLevel() { d.Close(d.shownFile()) }

// Close closes levels, after asking about unsaved work.
func (d *Documents) Close(list ...*File) {
	list = append(slices.Clone(list), d.tabs.Along(list)...)
	var unsaved []*File
	for _, f := range list {
		if f.Files.Unsaved() {
			unsaved = append(unsaved, f)
		}
	}
	d.AskToSave(unsaved, func() { d.tabs.Close(list...) })
}

// shownFile is the file of the level that is shown.
func (d *Documents) shownFile() *File { return d.tabs.FileOf(d.OpenLevel) }

// ChooseLevel asks for a file and opens it.
func (d *Documents) ChooseLevel() {
	d.ChooseOpen("Open a level", append([]string{workspace.Extension}, d.foreignExtensions()...), d.OpenFile)
}

// OpenSample opens a sample level as a new one that has no file yet, with notes on what there is to try in it. A sample that is a folder
// of files is copied first.
func (d *Documents) OpenSample(name string) {
	if i := slices.IndexFunc(Lessons(), func(l Lesson) bool { return l.File == name && l.Opens != "" }); i >= 0 {
		d.openSampleFolder(Lessons()[i])
		return
	}
	data, err := fs.ReadFile(assets.Samples(), name)
	if err != nil {
		d.FailDialog("There is no such sample", err)
		return
	}
	doc, err := level.Read(bytes.NewReader(data), name)
	if err != nil {
		d.FailDialog("The sample cannot be opened", err)
		return
	}
	f, err := d.place()
	if err != nil {
		d.Fail(err)
		return
	}
	f.openSample(name, doc)
}

// Remember puts a file first in the list of recent ones.
func (d *Documents) Remember(path string) {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	d.App.Preferences().SetString(prefFolder, filepath.Dir(path))
	recent := append([]RecentFile{{path, time.Now()}}, d.recentBut(path)...)
	d.setRecent(recent[:min(len(recent), mostRecent)])
}

// forget takes a file out of the list.
func (d *Documents) forget(path string) { d.setRecent(d.recentBut(path)) }

func (d *Documents) recentBut(path string) []RecentFile {
	return slices.DeleteFunc(RecentFiles(d.App.Preferences()), func(f RecentFile) bool { return f.Path == path })
}

func (d *Documents) setRecent(list []RecentFile) {
	storeRecent(d.App.Preferences(), list)
	d.OnRecent()
}
