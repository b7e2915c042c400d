package dialog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"fillet/assets"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
	"fillet/importers"
)

// Documents opens, saves and closes the window's level, and asks what to do with unsaved work and with files that others have
// changed.
type Documents struct {
	*Parent
	imports *Imports
	exports *Exports
	notes   *Notes

	OnOpen, OnSave func() // a level was opened, or saved
	OnLevel        func() // there is a level to be shown
	OnEmpty        func() // there is none
	OnRecent       func() // other files were opened lately

	ahead    *ahead // what is being read while the window is made
	Saving   bool   // the level is being written
	saveNext func() // what is to be saved once it is; nil: nothing
	looking  bool   // whether another program has written the level's file is being looked at
	Asked    bool   // whether to reload the file as it stands on the disk
}

// NewDocuments makes the commands of the File menu. Their hooks do nothing until they are set.
func NewDocuments(p *Parent, im *Imports, ex *Exports, n *Notes) *Documents {
	nothing := func() {}
	return &Documents{Parent: p, imports: im, exports: ex, notes: n, OnOpen: nothing, OnSave: nothing, OnLevel: nothing, OnEmpty: nothing, OnRecent: nothing}
}

// OpenFile opens a level or foreign file; the window shows what is wrong with it.
func (d *Documents) OpenFile(path string) {
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
		r, foreign, err := d.Read(ctx, path)
		if err != nil {
			return nil, err
		}
		return func() { opened = true; d.opened(path, r, foreign) }, nil
	}, "This file cannot be opened", func() {
		if !opened && d.Files.Pristine() { // there is nothing to go back to
			d.OnEmpty()
		}
	})
}

// Read reads a file, off the window's thread, with what the first picture would have it wait for: the boundaries of outlines
// of very many vertices.
func (d *Documents) Read(ctx context.Context, path string) (r *importers.Result, foreign bool, err error) {
	if r, foreign, err = d.Files.Read(ctx, path, importers.Options{}); err != nil {
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

func (d *Documents) opened(path string, r *importers.Result, foreign bool) {
	d.Tools.Cancel()
	d.Files.Opened(path, r, foreign)
	if foreign {
		d.imports.allow(path)
	}
	d.imports.opened()
	d.imports.offerConflicts()
	d.Asked = false
	d.Canvas.WantFit = true
	d.Canvas.Redraw()
	d.Remember(path)
	d.OnOpen()
	if foreign {
		d.Tell("Imported %s: %s in %s", filepath.Base(path), kit.Count(r.Document.Len(), "collider"), kit.Count(len(r.Document.Layers()), "layer"))
	}
	if !foreign || !d.imports.askBeyond(path, r, func() { d.OpenFile(path) }) {
		d.showIssues(filepath.Base(path), r.Issues)
	}
}

// Save writes the level to its file, or asks for one where it has none yet. then runs after it went well.
func (d *Documents) Save(then func()) {
	if d.Saving { // until it is done the file looks like another program's
		d.saveNext = func() { d.Save(then) }
		return
	}
	if d.Files.Path() == "" {
		d.SaveAs(then)
		return
	}
	d.SaveTo(d.Files.Path(), false, then)
}

// AskToOverwrite asks what to do about a file that another program has written or removed.
func (d *Documents) AskToOverwrite(isGone bool, then func()) {
	over := func() { d.SaveTo(d.Files.Path(), true, then) }
	elsewhere := Choice{"Save as…", func() { d.SaveAs(then) }}
	if isGone {
		d.Ask("Write the file anew?", d.Files.Path()+" is no longer there: it was deleted or renamed, or its folder cannot be reached. Your work is not lost.",
			Choice{"Write it anew", over}, elsewhere)
		return
	}
	d.askToLose("Overwrite the changes on disk?", d.Files.Path()+" has been changed by another program since it was opened.",
		Choice{"Overwrite", over}, elsewhere)
}

// SaveTo writes the level to a file; over what another program has written there meanwhile only if it is said so.
func (d *Documents) SaveTo(path string, over bool, then func()) {
	d.Tools.Cancel()
	write, done := d.Files.Saving(path, over)
	d.Saving = true
	d.workingBeside("Saving "+filepath.Base(path), func(context.Context, func(done, total int)) (func(), error) {
		err := write()
		if errors.Is(err, workspace.ErrChangedOnDisk) { // at the last moment
			_, gone := os.Stat(path)
			return func() { d.AskToOverwrite(gone != nil, then) }, nil
		}
		return func() {
			done(nil)
			d.Asked = false
			d.Remember(path)
			d.OnSave()
			d.exports.exportOnSave(then)
		}, err
	}, "The level was not saved", d.saved)
}

// saved goes on with a save that was asked for while another was under way.
func (d *Documents) saved() {
	next := d.saveNext
	d.Saving, d.saveNext = false, nil
	if next != nil {
		next()
	}
}

// SaveAs asks for a file, saves the level in it, and then calls then, which may be nil.
func (d *Documents) SaveAs(then func()) {
	d.ChooseSave("Save the level", d.Files.Suggestion(), []string{workspace.Extension}, func(path string) {
		d.SaveTo(path, true, then)
	})
}

// AskToSave asks what to do with unsaved work, and then goes on.
func (d *Documents) AskToSave(then func()) {
	if !d.Files.Unsaved() {
		then()
		return
	}
	d.Ask("Save the changes?", d.Files.Name()+" has changes that are not saved.",
		Choice{"Save", func() { d.Save(then) }}, Choice{"Don't save", then})
}

// NewLevel begins an empty level, after asking about unsaved work.
func (d *Documents) NewLevel() {
	d.emptied(func() {
		d.OnLevel()
		d.Canvas.Redraw()
	})
}

// CloseLevel closes the level and goes back to the start page.
func (d *Documents) CloseLevel() { d.emptied(d.OnEmpty) }

// emptied puts a new level in the place of the open one, unless that is kept for its unsaved work, and then goes on.
func (d *Documents) emptied(then func()) {
	d.AskToSave(func() {
		d.Tools.Cancel()
		if err := d.Files.New(); err != nil {
			d.Fail(err)
			return
		}
		d.Canvas.WantFit = true
		then()
	})
}

// OpenLevel asks for a file and opens it, after asking about unsaved work.
func (d *Documents) OpenLevel() {
	d.AskToSave(func() {
		d.ChooseOpen("Open a level", append([]string{workspace.Extension}, d.foreignExtensions()...), d.OpenFile)
	})
}

// TellOthers leaves a note beside the levels that the window opens, for other editors. It comes before the first is opened.
func (d *Documents) TellOthers() {
	d.Files.TellOthersAside(d.Spawn, func() { d.Look.Post(func() { d.whenIdle(d.tellOfOther) }) }) // never over another question
}

// tellOfOther says that another editor has the file open as well.
func (d *Documents) tellOfOther() {
	other, ok := d.Files.OtherEditor()
	if !ok {
		return
	}
	name := filepath.Base(d.Files.Path())
	d.Ask(name+" is open in another editor",
		"It was opened by "+other.String()+". You can work on it here too: whoever saves second is asked before the other's work is overwritten. A copy keeps the two apart.",
		Choice{"Save a copy as…", func() { d.SaveAs(nil) }}, Choice{"Work on it here", func() {}})
}

// OfferReload asks, once for each change, what to do when another program has written the level's file, and never over another
// question. The disk is looked at off the window's thread, one look at a time.
func (d *Documents) OfferReload() {
	path := d.Files.Path()
	if path == "" || d.Saving || d.Asked || d.looking || d.IsModal() || d.Session.History().InTransaction() {
		return
	}
	look, holds := d.Files.Looking()
	d.looking = true
	d.Spawn(func() {
		changed, isGone := look()
		d.Look.Post(func() {
			d.looking = false
			if changed && holds() && !d.Saving && !d.Asked && !d.IsModal() && !d.Session.History().InTransaction() {
				d.AskToReload(path, isGone)
			}
		})
	})
}

// AskToReload asks what to do about a level file that another program has changed or deleted.
func (d *Documents) AskToReload(path string, isGone bool) {
	d.Asked = true
	if isGone {
		d.Fail(fmt.Errorf("%s is gone from the disk; save it to write it anew", filepath.Base(path)))
		return
	}
	message := path + " has been changed by another program."
	reload := Choice{"Reload", func() { d.OpenFile(path) }}
	if d.Files.Unsaved() {
		d.askToLose("Reload the level?", message+" Reloading it loses the changes made here that are not saved.", reload)
		return
	}
	d.Ask("Reload the level?", message, reload)
}

// OpenSample opens a sample level as a new one that has no file yet, with notes on what there is to try in it.
func (d *Documents) OpenSample(name string) {
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
	d.Tools.Cancel()
	d.Files.OpenedCopy(name, &importers.Result{Document: doc})
	d.OnLevel()
	for _, l := range Lessons() {
		if l.File == name {
			d.notes.Show(&l, doc)
		}
	}
	d.Canvas.WantFit = true
	d.Canvas.Redraw()
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
