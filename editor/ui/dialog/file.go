package dialog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/workspace"
	"fillet/importers"
)

// File saves one of the window's levels, and asks about unsaved work and about changes by other programs.
type File struct {
	*Parent
	docs    *Documents
	imports *Imports
	exports *Exports
	notes   *Notes

	OnOpen, OnSave func() // called after the level was opened or saved
	OnOther        func() // called after Outdated changes

	Saving   bool   // the level is being written
	saveNext func() // the save to start after the current one; nil: none
	looking  bool   // a check for changes on disk is running
	Outdated bool   // another program changed the file while the level was hidden; ask once it is shown
	Asked    bool   // the user was already asked about the file's current version
}

// NewFile returns the File of a level. Its hooks do nothing until set.
func NewFile(p *Parent, d *Documents, im *Imports, ex *Exports, n *Notes) *File {
	nothing := func() {}
	im.docs = d
	return &File{
		Parent: p, docs: d, imports: im, exports: ex, notes: n, OnOpen: nothing, OnSave: nothing,
		OnOther: nothing,
	}
}

// Load replaces the level with the level in a file.
func (d *File) Load(path string) { d.LoadOr(path, func() {}) }

// LoadOr works like Load but calls failed if the file cannot be read.
func (d *File) LoadOr(path string, failed func()) {
	d.read(path, "This file cannot be opened", func(r *importers.Result, foreign bool) {
		d.opened(path, r, foreign, func() { d.Load(path) })
	}, failed)
}

// LoadAside reads a file for a level without a tab, and calls then, or failed if it cannot be read.
func (d *File) LoadAside(path string, then, failed func()) {
	d.read(path, "This prefab cannot be opened", func(r *importers.Result, _ bool) {
		d.Files.Opened(path, r, false)
		d.imports.opened()
		d.OnOpen()
		then()
	}, failed)
}

// read reads a file off the UI thread, and calls done, or failed if it cannot be read.
func (d *File) read(path, failure string, done func(r *importers.Result, foreign bool), failed func()) {
	files, isRead := d.Files, false
	d.run("Opening "+filepath.Base(path), true, func(ctx context.Context, _ Progress) (func(), error) {
		r, foreign, err := ReadLevel(ctx, files, path)
		return func() { isRead = true; done(r, foreign) }, err
	}, failure, func() {
		if !isRead {
			failed()
		}
	})
}

// opened shows the level read from a file. again reads a foreign file once more, after the user has allowed it to refer
// to files in other folders.
func (d *File) opened(path string, r *importers.Result, foreign bool, again func()) {
	isSame := !foreign && path == d.Files.Path() // reloading
	d.Tools.Cancel()
	d.Files.Opened(path, r, foreign)
	if foreign {
		d.imports.allow(path)
	}
	d.imports.opened()
	d.imports.offerConflicts()
	d.Asked = false
	d.setOutdated(false)
	d.Canvas.WantFit = d.Canvas.WantFit || !isSame // keep the view when reloading
	d.Canvas.Redraw()
	d.docs.Remember(path)
	d.OnOpen()
	if !foreign {
		d.showOpened(filepath.Base(path), r.Issues)
		return
	}
	d.tellImported(path, r.Document)
	if !d.imports.askForFiles(path, r, again) {
		d.showIssues(filepath.Base(path), r.Issues)
	}
}

// Save writes the level to its file, or asks for one if it has none. It calls then after success.
func (d *File) Save(then func()) {
	if d.Saving { // until the save finishes, the file looks changed by another program
		d.saveNext = func() { d.Save(then) }
		return
	}
	if d.Files.Path() == "" {
		d.SaveAs(then)
		return
	}
	d.SaveTo(d.Files.Path(), false, then)
}

// AskToOverwrite asks what to do about a file that another program changed or removed.
func (d *File) AskToOverwrite(isGone bool, then func()) {
	over := func() { d.SaveTo(d.Files.Path(), true, then) }
	elsewhere := Choice{"Save as…", func() { d.SaveAs(then) }}
	if isGone {
		d.Ask("Recreate the file?", d.Files.Path()+
			" no longer exists: it was deleted or renamed, or its folder cannot be reached. Your work is not lost.",
			Choice{"Recreate", over}, elsewhere)
		return
	}
	d.askToLose("Overwrite the changes on disk?", d.Files.Path()+
		" has been changed by another program since it was opened.",
		Choice{"Overwrite", over}, elsewhere)
}

// SaveTo writes the level to a file. It overwrites changes made by another program only if over is set.
func (d *File) SaveTo(path string, over bool, then func()) {
	d.Tools.Cancel()
	write, done := d.Files.Saving(path, over)
	d.Saving = true
	d.RunInBackground("Saving "+filepath.Base(path), func(context.Context, Progress) (func(), error) {
		err := write()
		if errors.Is(err, workspace.ErrChangedOnDisk) { // changed just before the write
			_, gone := os.Stat(path)
			return func() { d.AskToOverwrite(gone != nil, then) }, nil
		}
		if err != nil {
			return func() { d.notSaved(err, then) }, nil //nolint:nilerr // notSaved reports it
		}
		return func() {
			done(nil)
			d.Asked = false
			d.setOutdated(false)
			d.docs.Remember(path)
			d.OnSave()
			d.exports.exportOnSave(then)
		}, nil
	}, "The level was not saved", func() {
		next := d.saveNext
		d.Saving, d.saveNext = false, nil
		if next != nil {
			next()
		}
	})
}

// SaveAs asks for a file, saves the level to it, and then calls then, which may be nil.
func (d *File) SaveAs(then func()) {
	d.ChooseSave("Save the level", d.Files.Suggestion(), []string{workspace.Extension}, func(path string) {
		d.SaveTo(path, true, then)
	})
}

// AskToSave asks what to do with unsaved work, then calls then unless cancelled.
func (d *File) AskToSave(then func()) {
	if !d.Files.Unsaved() {
		then()
		return
	}
	d.Ask("Save the changes?", d.Files.Name()+" has unsaved changes.",
		Choice{"Save", func() { d.Save(then) }}, Choice{"Don't save", then})
}

// TellOthers leaves a note next to each file that is opened from now on, which warns other editors.
func (d *File) TellOthers() {
	// never on top of another question
	d.Files.TellOthersAside(d.Spawn, func() { d.Look.Post(func() { d.whenIdle(d.tellOfOther) }) })
}

// tellOfOther warns that another editor has the file open too.
func (d *File) tellOfOther() {
	holder, ok := d.Files.OtherEditor()
	if !ok {
		return
	}
	name := filepath.Base(d.Files.Path())
	where, by := otherEditor(holder, d.Page != nil)
	d.Ask(name+" is open in "+where,
		"It was opened by "+by+". You can edit it here too: whoever saves second is asked before overwriting the "+
			"other's work. Save a copy to keep the two apart.",
		Choice{"Save a copy as…", func() { d.SaveAs(nil) }}, Choice{"Edit here", func() {}})
}

// otherEditor describes where else a level is open, and by whom. In a browser it is open in another tab, whose process
// is unknown.
func otherEditor(h workspace.Holder, inPage bool) (where, by string) {
	switch {
	case !inPage:
		return "another editor", h.String()
	case h.Since.IsZero():
		return "another tab", "another tab in this browser"
	}
	return "another tab", "another tab in this browser, since " + h.Since.Format("2 January 15:04")
}

// OfferReload asks what to do if another program has changed the level's file. It asks once per change, and never on
// top of another question. It checks the disk off the UI thread, one check at a time.
func (d *File) OfferReload() {
	if d.Asked || d.IsModal() || d.Session.History().InTransaction() {
		return
	}
	path, lookAtPrefabs := d.Files.Path(), d.Files.LookingAtPrefabs()
	var take func() []string
	d.look(func() { take = lookAtPrefabs() }, func(changed, isGone bool) {
		if d.Session.History().InTransaction() {
			return
		}
		d.tellOfPrefabs(take())
		if changed && !d.Saving && !d.Asked && !d.IsModal() {
			d.AskToReload(path, isGone)
		}
	})
}

// LookAside works like OfferReload for a hidden level: it marks the tab if the file has changed. The question follows
// when the level is shown.
func (d *File) LookAside() { d.look(func() {}, func(bool, bool) {}) }

// look checks off the UI thread whether the file has changed, and calls work there. It marks the tab and calls
// then.
func (d *File) look(work func(), then func(changed, isGone bool)) {
	if d.Files.Path() == "" || d.Saving || d.looking {
		return
	}
	checkFile, holds := d.Files.Looking()
	d.looking = true
	d.Spawn(func() {
		changed, isGone := checkFile()
		work()
		d.Look.Post(func() {
			d.looking = false
			changed = changed && holds()
			d.setOutdated(changed)
			then(changed, isGone)
		})
	})
}

func (d *File) setOutdated(outdated bool) {
	if d.Outdated != outdated {
		d.Outdated = outdated
		d.OnOther()
	}
}

// tellOfPrefabs reports prefabs that were reloaded because another program changed them.
func (d *File) tellOfPrefabs(paths []string) {
	switch len(paths) {
	case 0:
		return
	case 1:
		d.Tell("%s changed on disk; its instances were updated", filepath.Base(paths[0]))
	default:
		d.Tell("%s changed on disk; their instances were updated", quote.Count(len(paths), "prefab"))
	}
	for _, i := range d.Session.Document().Instances() {
		if err := d.Session.Document().InstanceProblem(i.ID); err != nil {
			d.Fail(fmt.Errorf("instance %v: %w", i.ID, err))
			return
		}
	}
}

// AskToReload asks what to do about a level file that another program changed or deleted.
func (d *File) AskToReload(path string, isGone bool) {
	d.Asked = true
	if isGone {
		d.Fail(fmt.Errorf("%s was deleted from disk; save to recreate it", filepath.Base(path)))
		return
	}
	message := path + " has been changed by another program."
	reload := Choice{"Reload", func() { d.Load(path) }}
	if d.Files.Unsaved() {
		d.askToLose("Reload the level?", message+" Reloading discards your unsaved changes.", reload)
		return
	}
	d.Ask("Reload the level?", message, reload)
}

// openSample replaces the level with a sample as a new level without a file, and shows the sample's notes.
func (d *File) openSample(name string, doc *level.Document) {
	d.Tools.Cancel()
	d.Files.OpenedCopy(name, &importers.Result{Document: doc})
	d.docs.OnLevel()
	for _, l := range Lessons() {
		if l.File == name {
			d.notes.Show(&l, doc)
		}
	}
	d.Canvas.WantFit = true
	d.Canvas.Redraw()
}
