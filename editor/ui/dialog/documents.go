package dialog

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/assets"
	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
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
	OnOther     func(path string) (taken bool) // opens a file of a different kind and reports whether it did; nil: none

	openFolder func(dir string)

	ahead *ahead // the file being read while the window is built; nil: none
}

// NewDocuments returns the commands of the File menu. Their hooks do nothing until set.
func NewDocuments(front *Front, levels *workspace.OpenLevels, tabs Tabs) *Documents {
	nothing := func() {}
	d := &Documents{
		Front: front, Levels: levels, tabs: tabs, OnLevel: nothing, OnEmpty: nothing, OnRecent: nothing,
		AfterSample: func(string) {}, openFolder: func(string) {},
	}
	d.loadMoved()
	return d
}

// OpenFile opens a level or foreign file and shows any error. A file that is already open is shown.
func (d *Documents) OpenFile(path string) { d.open(path, false, func() {}) }

// OpenFiles opens files in order and shows the first. The others are read once shown.
func (d *Documents) OpenFiles(paths []string) {
	if len(paths) == 0 {
		return
	}
	d.open(paths[0], false, func() {
		levels := d.tabs.AddLater(paths[1:])
		if before := d.shownFile(); len(levels) > 0 && before.Files.Pristine() { // the first failed to open
			d.tabs.Show(levels[0])
			d.tabs.Close(before)
		}
	})
}

// open implements OpenFile. If asks is set, a foreign file opens the import dialog. It calls ended at the end, also
// after an error.
func (d *Documents) open(path string, asks bool, ended func()) {
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
		if asks && isForeign(files, path) {
			return func() { isOpen = true; d.shownFile().imports.openImportDialog(path, nil) }, nil
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

// isForeign reports whether a file can be read and is not a level.
func isForeign(files *workspace.Files, path string) bool {
	_, im, closer, err := files.ImportersFor(path).Open(path)
	if err != nil {
		return false
	}
	_ = closer.Close() // only read
	return im != nil
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

func (d *Documents) opened(path string, r *importers.Result, foreign bool) {
	f, err := d.place()
	if err != nil {
		d.Fail(err)
		return
	}
	f.opened(path, r, foreign, func() { f.Load(path) })
}

// ReadLevel reads a file off the UI thread. It also computes the boundaries of outlines with thousands of
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
	d.AskToSave(list, func() { d.tabs.Close(list...) })
}

func (d *Documents) shownFile() *File { return d.tabs.FileOf(d.OpenLevel) }

func (d *Documents) ChooseLevel() {
	d.ChooseOpen("Open a level", append([]string{workspace.Extension}, d.foreignExtensions()...), func(path string) {
		d.open(path, true, func() {})
	})
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
	path = absolute(path)
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

// ahead is a level file that is read while the window is being built.
type ahead struct {
	path   string
	small  bool              // small enough for the first frame to wait for it
	result *importers.Result // nil: read the file the usual way, which reports errors and asks questions
	done   chan struct{}     // closed when result is known
	stop   context.CancelFunc
}

// smallFile limits the files that the first frame waits for, in bytes: about 20,000 colliders.
const smallFile = 4 << 20

// ReadAhead starts reading a level file that [Documents.OpenFile] will open.
func (d *Documents) ReadAhead(path string) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	a := &ahead{path: path, small: info.Size() <= smallFile, done: make(chan struct{}), stop: stop}
	d.ahead = a
	files := d.Files
	d.Spawn(func() {
		defer close(a.done)
		defer func() { _ = recover() }() // the usual read panics again and reports it
		if r, foreign, err := ReadLevel(ctx, files, path); err == nil && !foreign {
			a.result = r
		}
	})
}

// takeAhead returns the read in progress for a file, or nil if there is none. It stops the read of a different file.
func (d *Documents) takeAhead(path string) *ahead {
	a := d.ahead
	d.ahead = nil
	if a != nil && a.path != path {
		a.stop()
		return nil
	}
	return a
}

// soon returns the level of a small file, or nil if reading it takes too long or causes issues. It waits briefly so
// that the first frame can show the level.
func (a *ahead) soon() *importers.Result {
	const moment = 100 * time.Millisecond
	if a == nil || !a.small {
		return nil
	}
	select {
	case <-a.done:
	case <-time.After(moment):
		return nil
	}
	if a.result == nil || len(a.result.Issues) > 0 {
		return nil
	}
	return a.result
}

// wait waits for the read and returns its result, or nil if the file must be read the usual way.
func (a *ahead) wait(ctx context.Context) *importers.Result {
	if a == nil {
		return nil
	}
	defer context.AfterFunc(ctx, a.stop)()
	<-a.done
	return a.result
}

// AskToSaveAll asks what to do with the unsaved work of all levels, then calls then unless cancelled.
func (d *Documents) AskToSaveAll(then func()) { d.AskToSave(d.unsaved(), then) }

func (d *Documents) unsaved() (files []*File) {
	for _, l := range d.Levels.Unsaved() {
		files = append(files, d.tabs.FileOf(l))
	}
	return files
}

// AskToSave asks what to do with the unsaved work of levels, with a choice for each if there are several, then calls
// then unless cancelled.
func (d *Documents) AskToSave(files []*File, then func()) {
	files = slices.DeleteFunc(slices.Clone(files), func(f *File) bool { return !f.Files.Unsaved() })
	switch len(files) {
	case 0:
		then()
		return
	case 1:
		if d.tabs.HasTab(files[0].OpenLevel) {
			d.tabs.Show(files[0].OpenLevel)
		}
		files[0].AskToSave(then)
		return
	}
	p := d.Look.Colors()
	saves := make([]bool, len(files))
	rows := container.NewVBox()
	box := d.NewFrame(0)
	box.Gap = 12
	for i, f := range files {
		saves[i] = true
		choice := box.Words([]string{"Save", "Don't save"}, kit.Of([]bool{true, false}, kit.At(&saves[i])))
		choice.SetName(f.Files.Name())
		where := cmp.Or(quote.Escaped(f.Files.Path()), "not saved yet")
		if !d.tabs.HasTab(f.OpenLevel) {
			where = "a prefab, edited in a level · " + where
		}
		names := container.NewVBox(kit.CutLine(d.Look, quote.Excerpt(f.Files.Name()), p.Text, kit.TextSize),
			kit.CutLine(d.Look, where, p.Quiet, kit.SmallText))
		rows.Add(kit.Pad(0, 4, 0, 4, container.New(kit.RowOf(0), names,
			container.New(kit.Exact{W: 190, H: kit.FieldHeight}, choice))))
	}
	answer := func(saves []bool) {
		box.Close()
		d.saveThese(files, saves, then)
	}
	box.Cancel("Cancel")
	box.Button("Discard all", func() { answer(make([]bool, len(files))) })
	save := box.Primary("", func() { answer(saves) })
	box.buttons[1] = container.New(kit.Fixed{W: 108}, save)
	box.OnChange = func() {
		n := 0
		for _, isChosen := range saves {
			n += kit.BoolInt(isChosen)
		}
		switch n {
		case len(files):
			save.Label = "Save all"
		case 0:
			save.Label = "Save none"
		default:
			save.Label = fmt.Sprintf("Save %d of %d", n, len(files))
		}
		save.Refresh()
	}
	box.OnChange()
	box.Head = kit.Pad(0, 0, 0, 8, kit.Text(strconv.Itoa(len(files))+" files have unsaved changes.", p.Quiet,
		kit.TextSize))
	const rowHeight, maxRows = 50, 6
	scroll := container.NewVScroll(kit.Pad(0, 0, 12, 0, rows))
	size := fyne.NewSize(580, 150+rowHeight*float32(min(len(files), maxRows)))
	box.OpenLasting("Save the changes?", size, scroll)
}

// saveThese saves the chosen levels one after another, then calls then. It stops if one cannot be written or the user
// chooses no file for it.
func (d *Documents) saveThese(files []*File, saves []bool, then func()) {
	for i, f := range files {
		if !saves[i] {
			continue
		}
		if f.Files.Path() == "" { // saving will ask for a file
			d.tabs.Show(f.OpenLevel)
		}
		f.Save(func() { d.saveThese(files[i+1:], saves[i+1:], then) })
		return
	}
	then()
}

// SaveAll saves all levels with unsaved work, one after another.
func (d *Documents) SaveAll() {
	files := d.unsaved()
	d.saveThese(files, slices.Repeat([]bool{true}, len(files)), func() {
		d.Tell("%s saved", quote.Count(len(files), "file"))
	})
}
