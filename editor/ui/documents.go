package ui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"fillet/assets"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
	"fillet/importers"
)

// documents opens, saves and closes the window's level, and asks what to do with unsaved work and with files that others have
// changed.
type documents struct {
	*parent
	imports *imports
	exports *exports
	notes   *notes

	onOpen, onSave func() // a level was opened, or saved
	onLevel        func() // there is a level to be shown
	onEmpty        func() // there is none
	onRecent       func() // other files were opened lately

	ahead    *ahead // what is being read while the window is made
	saving   bool   // the level is being written
	saveNext func() // what is to be saved once it is; nil: nothing
	looking  bool   // whether another program has written the level's file is being looked at
	asked    bool   // whether to reload the file as it stands on the disk
}

func newDocuments(p *parent, im *imports, ex *exports, n *notes) *documents {
	nothing := func() {}
	return &documents{parent: p, imports: im, exports: ex, notes: n, onOpen: nothing, onSave: nothing, onLevel: nothing, onEmpty: nothing, onRecent: nothing}
}

// OpenFile opens a level or foreign file; the window shows what is wrong with it.
func (d *documents) OpenFile(path string) {
	begun := d.takeAhead(path)
	if r := begun.soon(); r != nil {
		d.opened(path, r, false)
		return
	}
	opened := false
	d.run("Opening "+filepath.Base(path), true, func(ctx context.Context, _ func(done, total int)) (func(), error) {
		if r := begun.wait(ctx); r != nil {
			return func() { opened = true; d.opened(path, r, false) }, nil
		}
		r, foreign, err := d.read(ctx, path)
		if err != nil {
			return nil, err
		}
		return func() { opened = true; d.opened(path, r, foreign) }, nil
	}, "This file cannot be opened", func() {
		if !opened && d.files.Pristine() { // there is nothing to go back to
			d.onEmpty()
		}
	})
}

// read reads a file, off the window's thread, with what the first picture would have it wait for: the boundaries of outlines
// of very many vertices.
func (d *documents) read(ctx context.Context, path string) (r *importers.Result, foreign bool, err error) {
	if r, foreign, err = d.files.Read(ctx, path, importers.Options{}); err != nil {
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

func (d *documents) opened(path string, r *importers.Result, foreign bool) {
	d.tools.Cancel()
	d.files.Opened(path, r, foreign)
	if foreign {
		d.imports.allow(path)
	}
	d.imports.opened()
	d.imports.offerConflicts()
	d.asked = false
	d.canvas.WantFit = true
	d.canvas.Redraw()
	d.remember(path)
	d.onOpen()
	if foreign {
		d.tell("Imported %s: %s in %s", filepath.Base(path), kit.Count(r.Document.Len(), "collider"), kit.Count(len(r.Document.Layers()), "layer"))
	}
	if !foreign || !d.imports.askBeyond(path, r, func() { d.OpenFile(path) }) {
		d.showIssues(filepath.Base(path), r.Issues)
	}
}

// save writes the level to its file, or asks for one where it has none yet. then runs after it went well.
func (d *documents) save(then func()) {
	if d.saving { // until it is done the file looks like another program's
		d.saveNext = func() { d.save(then) }
		return
	}
	if d.files.Path() == "" {
		d.saveAs(then)
		return
	}
	d.saveTo(d.files.Path(), false, then)
}

// askToOverwrite asks what to do about a file that another program has written or removed.
func (d *documents) askToOverwrite(isGone bool, then func()) {
	over := func() { d.saveTo(d.files.Path(), true, then) }
	elsewhere := choice{"Save as…", func() { d.saveAs(then) }}
	if isGone {
		d.ask("Write the file anew?", d.files.Path()+" is no longer there: it was deleted or renamed, or its folder cannot be reached. Your work is not lost.",
			choice{"Write it anew", over}, elsewhere)
		return
	}
	d.askToLose("Overwrite the changes on disk?", d.files.Path()+" has been changed by another program since it was opened.",
		choice{"Overwrite", over}, elsewhere)
}

// saveTo writes the level to a file; over what another program has written there meanwhile only if it is said so.
func (d *documents) saveTo(path string, over bool, then func()) {
	d.tools.Cancel()
	write, done := d.files.Saving(path, over)
	d.saving = true
	d.workingBeside("Saving "+filepath.Base(path), func(context.Context, func(done, total int)) (func(), error) {
		err := write()
		if errors.Is(err, workspace.ErrChangedOnDisk) { // at the last moment
			_, gone := os.Stat(path)
			return func() { d.askToOverwrite(gone != nil, then) }, nil
		}
		return func() {
			done(nil)
			d.asked = false
			d.remember(path)
			d.onSave()
			d.exports.exportOnSave(then)
		}, err
	}, "The level was not saved", d.saved)
}

// saved goes on with a save that was asked for while another was under way.
func (d *documents) saved() {
	next := d.saveNext
	d.saving, d.saveNext = false, nil
	if next != nil {
		next()
	}
}

func (d *documents) saveAs(then func()) {
	d.chooseSave("Save the level", d.files.Suggestion(), []string{workspace.Extension}, func(path string) {
		d.saveTo(path, true, then)
	})
}

// guarded asks what to do with unsaved work, and then goes on.
func (d *documents) guarded(then func()) {
	if !d.files.Unsaved() {
		then()
		return
	}
	d.ask("Save the changes?", d.files.Name()+" has changes that are not saved.",
		choice{"Save", func() { d.save(then) }}, choice{"Don't save", then})
}

func (d *documents) newLevel() {
	d.emptied(func() {
		d.onLevel()
		d.canvas.Redraw()
	})
}

// closeLevel closes the level and goes back to the start page.
func (d *documents) closeLevel() { d.emptied(d.onEmpty) }

// emptied puts a new level in the place of the open one, unless that is kept for its unsaved work, and then goes on.
func (d *documents) emptied(then func()) {
	d.guarded(func() {
		d.tools.Cancel()
		if err := d.files.New(); err != nil {
			d.fail(err)
			return
		}
		d.canvas.WantFit = true
		then()
	})
}

func (d *documents) openLevel() {
	d.guarded(func() {
		d.chooseOpen("Open a level", append([]string{workspace.Extension}, d.foreignExtensions()...), d.OpenFile)
	})
}

// TellOthers leaves a note beside the levels that the window opens, for other editors. It comes before the first is opened.
func (d *documents) TellOthers() {
	d.files.TellOthersAside(d.spawn, func() { d.look.Post(func() { d.whenIdle(d.tellOfOther) }) }) // never over another question
}

// tellOfOther says that another editor has the file open as well.
func (d *documents) tellOfOther() {
	other, ok := d.files.OtherEditor()
	if !ok {
		return
	}
	name := filepath.Base(d.files.Path())
	d.ask(name+" is open in another editor",
		"It was opened by "+other.String()+". You can work on it here too: whoever saves second is asked before the other's work is overwritten. A copy keeps the two apart.",
		choice{"Save a copy as…", func() { d.saveAs(nil) }}, choice{"Work on it here", func() {}})
}

// offerReload asks, once for each change, what to do when another program has written the level's file, and never over another
// question. The disk is looked at off the window's thread, one look at a time.
func (d *documents) offerReload() {
	path := d.files.Path()
	if path == "" || d.saving || d.asked || d.looking || d.isModal() || d.session.History().InTransaction() {
		return
	}
	look, holds := d.files.Looking()
	d.looking = true
	d.spawn(func() {
		changed, isGone := look()
		d.look.Post(func() {
			d.looking = false
			if changed && holds() && !d.saving && !d.asked && !d.isModal() && !d.session.History().InTransaction() {
				d.askToReload(path, isGone)
			}
		})
	})
}

func (d *documents) askToReload(path string, isGone bool) {
	d.asked = true
	if isGone {
		d.fail(fmt.Errorf("%s is gone from the disk; save it to write it anew", filepath.Base(path)))
		return
	}
	message := path + " has been changed by another program."
	reload := choice{"Reload", func() { d.OpenFile(path) }}
	if d.files.Unsaved() {
		d.askToLose("Reload the level?", message+" Reloading it loses the changes made here that are not saved.", reload)
		return
	}
	d.ask("Reload the level?", message, reload)
}

// OpenSample opens a sample level as a new one that has no file yet, with notes on what there is to try in it.
func (d *documents) OpenSample(name string) {
	data, err := fs.ReadFile(assets.Samples(), name)
	if err != nil {
		d.failDialog("There is no such sample", err)
		return
	}
	doc, err := level.Read(bytes.NewReader(data), name)
	if err != nil {
		d.failDialog("The sample cannot be opened", err)
		return
	}
	d.tools.Cancel()
	d.files.OpenedCopy(name, &importers.Result{Document: doc})
	d.onLevel()
	for _, l := range lessons() {
		if l.file == name {
			d.notes.show(&l, doc)
		}
	}
	d.canvas.WantFit = true
	d.canvas.Redraw()
}

// remember puts a file first in the list of recent ones.
func (d *documents) remember(path string) {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	d.app.Preferences().SetString(prefFolder, filepath.Dir(path))
	recent := []recentFile{{path, time.Now()}}
	for _, f := range recentFiles(d.app.Preferences()) {
		if f.Path != path && len(recent) < mostRecent {
			recent = append(recent, f)
		}
	}
	storeRecent(d.app.Preferences(), recent)
	d.onRecent()
}

// forget takes a file out of the list.
func (d *documents) forget(path string) {
	var recent []recentFile
	for _, f := range recentFiles(d.app.Preferences()) {
		if f.Path != path {
			recent = append(recent, f)
		}
	}
	storeRecent(d.app.Preferences(), recent)
	d.onRecent()
}
