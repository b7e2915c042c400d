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

// Tabs holds the open levels of a window, which shows one of them.
type Tabs interface {
	// Add opens and shows a new empty level.
	Add() (*File, error)
	// AddLater opens files that are read once shown. It returns their levels, including those already open.
	AddLater(paths []string) []*workspace.OpenLevel
	// Find returns the open level of a file, or nil. It compares paths.
	Find(path string) *workspace.OpenLevel
	// Show shows an open level.
	Show(l *workspace.OpenLevel)
	// FileOf returns the file of an open level.
	FileOf(l *workspace.OpenLevel) *File
	// HasTab reports whether an open level has a tab. A level without a tab is a prefab that another level edits.
	HasTab(l *workspace.OpenLevel) bool
	// Along returns the levels without a tab that are no longer needed once the given ones close.
	Along(list []*File) []*File
	// Close closes levels without asking about unsaved work. After the last one, a new level opens behind the start
	// page.
	Close(list ...*File)
}

// Documents opens and closes the window's levels.
type Documents struct {
	*Front
	Levels *workspace.OpenLevels
	tabs   Tabs

	OnLevel     func()                         // a level is shown
	OnEmpty     func()                         // no level is left
	OnRecent    func()                         // the list of recent files changed
	AfterSample func(path string)              // a sample consisting of a folder of files is shown
	OnOther     func(path string) (taken bool) // opens a file of another kind and reports whether it did; nil: none

	openFolder func(dir string)

	ahead *ahead // the file being read while the window is built; nil: none
}

// NewDocuments returns the commands of the File menu. Their hooks do nothing until set.
func NewDocuments(front *Front, levels *workspace.OpenLevels, tabs Tabs) *Documents {
	nothing := func() {}
	return &Documents{
		Front: front, Levels: levels, tabs: tabs, OnLevel: nothing, OnEmpty: nothing, OnRecent: nothing,
		AfterSample: func(string) {}, openFolder: func(string) {},
	}
}

// OpenFile opens a level or foreign file and shows any error. A file that is already open is shown.
func (d *Documents) OpenFile(path string) { d.open(path, func() {}) }

// OpenFiles opens files in order and shows the first. The others are read once shown.
func (d *Documents) OpenFiles(paths []string) {
	if len(paths) == 0 {
		return
	}
	d.open(paths[0], func() {
		levels := d.tabs.AddLater(paths[1:])
		if before := d.shownFile(); len(levels) > 0 && before.Files.Pristine() { // the first failed to open
			d.tabs.Show(levels[0])
			d.tabs.Close(before)
		}
	})
}

// open implements OpenFile. It calls ended at the end, also after an error.
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
	files, findOpen := d.Files, d.Levels.Looking(path)
	d.run("Opening "+filepath.Base(path), true, func(ctx context.Context, _ Progress) (func(), error) {
		if dir, ok := projectFolder(path); ok {
			return func() { isOpen = true; d.openFolder(dir) }, nil
		}
		if l := findOpen(); l != nil {
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
		if !isOpen && len(d.Levels.All()) == 1 && d.Files.Pristine() { // no level to return to
			d.OnEmpty()
		}
		ended()
	})
}

// projectFolder returns the project folder that a path names: the path itself, or the folder of a project file.
func projectFolder(path string) (dir string, ok bool) {
	if filepath.Base(path) == disk.ProjectFile {
		return filepath.Dir(path), true
	}
	info, err := os.Stat(path)
	return path, err == nil && info.IsDir()
}

func (d *Documents) show(l *workspace.OpenLevel) {
	d.tabs.Show(l)
	if path := l.Files.Path(); path != "" {
		d.Remember(path)
	}
}

// opened shows a level that was read.
func (d *Documents) opened(path string, r *importers.Result, foreign bool) {
	f, err := d.place()
	if err != nil {
		d.Fail(err)
		return
	}
	f.opened(path, r, foreign)
}

// ReadLevel reads a file off the window's thread. It also computes the boundaries of outlines with thousands of
// vertices, which would delay the first frame.
func ReadLevel(
	ctx context.Context, files *workspace.Files, path string,
) (r *importers.Result, foreign bool, err error) {
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
	if before.Files.Pristine() { // one untouched level is enough
		d.tabs.Close(before)
	}
	d.OnLevel()
	d.Canvas.Redraw()
}

// place returns the File for a level to open: the shown one if it is new and untouched, otherwise a new tab's.
func (d *Documents) place() (*File, error) {
	if f := d.shownFile(); f.Files.Pristine() {
		return f, nil
	}
	return d.tabs.Add()
}

// CloseLevel closes the shown level after asking about unsaved work.
func (d *Documents) CloseLevel() { d.Close(d.shownFile()) }

// Close closes levels after asking about unsaved work.
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

func (d *Documents) shownFile() *File { return d.tabs.FileOf(d.OpenLevel) }

// ChooseLevel asks for a file and opens it.
func (d *Documents) ChooseLevel() {
	d.ChooseOpen("Open a level", append([]string{workspace.Extension}, d.foreignExtensions()...), d.OpenFile)
}

// OpenSample opens a sample as a new level without a file, with notes on what to try. A sample consisting of a folder
// of files is copied first.
func (d *Documents) OpenSample(name string) {
	if i := slices.IndexFunc(Lessons(), func(l Lesson) bool { return l.File == name && l.Opens != "" }); i >= 0 {
		d.openSampleFolder(Lessons()[i])
		return
	}
	data, err := fs.ReadFile(assets.Samples(), name)
	if err != nil {
		d.FailDialog("Sample not found", err)
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

// Remember moves a file to the top of the recent files.
func (d *Documents) Remember(path string) {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	d.App.Preferences().SetString(prefFolder, filepath.Dir(path))
	recent := append([]RecentFile{{path, time.Now()}}, d.recentBut(path)...)
	d.setRecent(recent[:min(len(recent), maxRecent)])
}

func (d *Documents) forget(path string) { d.setRecent(d.recentBut(path)) }

func (d *Documents) recentBut(path string) []RecentFile {
	return slices.DeleteFunc(RecentFiles(d.App.Preferences()), func(f RecentFile) bool { return f.Path == path })
}

func (d *Documents) setRecent(list []RecentFile) {
	lines := make([]string, len(list))
	for i, f := range list {
		lines[i] = f.Opened.Format(time.RFC3339) + " " + f.Path
	}
	d.App.Preferences().SetStringList(prefRecent, lines)
	d.OnRecent()
}
