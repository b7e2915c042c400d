package dialog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
	"fillet/importers"
)

// File saves one of the window's levels, and asks what to do with unsaved work and with a file that others have changed.
type File struct {
	*Parent
	docs    *Documents
	imports *Imports
	exports *Exports
	notes   *Notes

	OnOpen, OnSave func() // a level was opened, or saved
	OnOther        func() // Outdated is another now

	Saving   bool   // the level is being written
	saveNext func() // what is to be saved once it is; nil: nothing
	looking  bool   // whether another program has written the level's file is being looked at
	Outdated bool   // another program has written the file of a level that is not shown: it is asked about once that is
	Asked    bool   // whether to reload the file as it stands on the disk
}

// NewFile makes what a level's file needs. Its hooks do nothing until they are set.
func NewFile(p *Parent, d *Documents, im *Imports, ex *Exports, n *Notes) *File {
	nothing := func() {}
	return &File{Parent: p, docs: d, imports: im, exports: ex, notes: n, OnOpen: nothing, OnSave: nothing, OnOther: nothing}
}

// Load reads a file and puts it in the place of the level.
func (d *File) Load(path string) { d.LoadOr(path, func() {}) }

// LoadOr is Load, with what is to be done where the file cannot be read.
func (d *File) LoadOr(path string, failed func()) {
	files, isRead := d.Files, false
	d.run("Opening "+filepath.Base(path), true, func(ctx context.Context, _ func(done, total int)) (func(), error) {
		r, foreign, err := ReadLevel(ctx, files, path)
		return func() { isRead = true; d.opened(path, r, foreign) }, err
	}, "This file cannot be opened", func() {
		if !isRead {
			failed()
		}
	})
}

// LoadAside reads a file for a level that has no tab, and then calls then unless it could not be read.
func (d *File) LoadAside(path string, then, failed func()) {
	files, isRead := d.Files, false
	d.run("Opening "+filepath.Base(path), true, func(ctx context.Context, _ func(done, total int)) (func(), error) {
		r, _, err := ReadLevel(ctx, files, path)
		return func() {
			isRead = true
			d.Files.Opened(path, r, false)
			d.imports.opened()
			d.OnOpen()
			then()
		}, err
	}, "This prefab cannot be opened", func() {
		if !isRead {
			failed()
		}
	})
}

func (d *File) opened(path string, r *importers.Result, foreign bool) {
	isSame := !foreign && path == d.Files.Path() // it is reloaded
	d.Tools.Cancel()
	d.Files.Opened(path, r, foreign)
	if foreign {
		d.imports.allow(path)
	}
	d.imports.opened()
	d.imports.offerConflicts()
	d.Asked = false
	d.setOutdated(false)
	d.Canvas.WantFit = d.Canvas.WantFit || !isSame // who looks at a part of it goes on looking there
	d.Canvas.Redraw()
	d.docs.Remember(path)
	d.OnOpen()
	if foreign {
		d.Tell("Imported %s: %s in %s", filepath.Base(path), kit.Count(r.Document.Len(), "collider"), kit.Count(len(r.Document.Layers()), "layer"))
	}
	if !foreign {
		d.showOpened(filepath.Base(path), r.Issues)
	} else if !d.imports.askBeyond(path, r, func() { d.Load(path) }) {
		d.showIssues(filepath.Base(path), r.Issues)
	}
}

// Save writes the level to its file, or asks for one where it has none yet. then runs after it went well.
func (d *File) Save(then func()) {
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
func (d *File) AskToOverwrite(isGone bool, then func()) {
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
func (d *File) SaveTo(path string, over bool, then func()) {
	d.Tools.Cancel()
	write, done := d.Files.Saving(path, over)
	d.Saving = true
	d.workingBeside("Saving "+filepath.Base(path), func(context.Context, func(done, total int)) (func(), error) {
		err := write()
		if errors.Is(err, workspace.ErrChangedOnDisk) { // at the last moment
			_, gone := os.Stat(path)
			return func() { d.AskToOverwrite(gone != nil, then) }, nil
		}
		if err != nil {
			return func() { d.notSaved(err, then) }, nil //nolint:nilerr // it says so
		}
		return func() {
			done(nil)
			d.Asked = false
			d.setOutdated(false)
			d.docs.Remember(path)
			d.OnSave()
			d.exports.exportOnSave(then)
		}, nil
	}, "The level was not saved", d.saved)
}

// saved goes on with a save that was asked for while another was under way.
func (d *File) saved() {
	next := d.saveNext
	d.Saving, d.saveNext = false, nil
	if next != nil {
		next()
	}
}

// SaveAs asks for a file, saves the level in it, and then calls then, which may be nil.
func (d *File) SaveAs(then func()) {
	d.ChooseSave("Save the level", d.Files.Suggestion(), []string{workspace.Extension}, func(path string) {
		d.SaveTo(path, true, then)
	})
}

// AskToSave asks what to do with unsaved work, and then goes on.
func (d *File) AskToSave(then func()) {
	if !d.Files.Unsaved() {
		then()
		return
	}
	d.Ask("Save the changes?", d.Files.Name()+" has changes that are not saved.",
		Choice{"Save", func() { d.Save(then) }}, Choice{"Don't save", then})
}

// TellOthers leaves a note beside the level, for other editors, from the next one on that is opened.
func (d *File) TellOthers() {
	d.Files.TellOthersAside(d.Spawn, func() { d.Look.Post(func() { d.whenIdle(d.tellOfOther) }) }) // never over another question
}

// tellOfOther says that another editor has the file open as well.
func (d *File) tellOfOther() {
	other, ok := d.Files.OtherEditor()
	if !ok {
		return
	}
	name := filepath.Base(d.Files.Path())
	where, by := otherEditor(other, d.Page != nil)
	d.Ask(name+" is open in "+where,
		"It was opened by "+by+". You can work on it here too: whoever saves second is asked before the other's work is overwritten. A copy keeps the two apart.",
		Choice{"Save a copy as…", func() { d.SaveAs(nil) }}, Choice{"Work on it here", func() {}})
}

// otherEditor is where a level is open as well, and by whom. In a browser that is another tab, whose process nobody sees.
func otherEditor(h workspace.Holder, inPage bool) (where, by string) {
	switch {
	case !inPage:
		return "another editor", h.String()
	case h.Since.IsZero():
		return "another tab", "another tab of this browser"
	}
	return "another tab", "another tab of this browser, since " + h.Since.Format("2 January 15:04")
}

// OfferReload asks, once for each change, what to do when another program has written the level's file, and never over another
// question. The disk is looked at off the window's thread, one look at a time.
func (d *File) OfferReload() {
	path := d.Files.Path()
	if path == "" || d.Saving || d.Asked || d.looking || d.IsModal() || d.Session.History().InTransaction() {
		return
	}
	look, holds := d.Files.Looking()
	lookAtPrefabs := d.Files.LookingAtPrefabs()
	d.looking = true
	d.Spawn(func() {
		changed, isGone := look()
		take := lookAtPrefabs()
		d.Look.Post(func() {
			d.looking = false
			d.setOutdated(changed && holds())
			if !d.Session.History().InTransaction() {
				d.tellOfPrefabs(take())
			}
			if changed && holds() && !d.Saving && !d.Asked && !d.IsModal() && !d.Session.History().InTransaction() {
				d.AskToReload(path, isGone)
			}
		})
	})
}

// LookAside is OfferReload for a level that is not shown: its tab has a mark from then on, and it is asked about once it is shown.
func (d *File) LookAside() {
	if d.Files.Path() == "" || d.Saving || d.looking {
		return
	}
	look, holds := d.Files.Looking()
	d.looking = true
	d.Spawn(func() {
		changed, _ := look()
		d.Look.Post(func() {
			d.looking = false
			d.setOutdated(changed && holds())
		})
	})
}

func (d *File) setOutdated(is bool) {
	if d.Outdated != is {
		d.Outdated = is
		d.OnOther()
	}
}

// tellOfPrefabs says which prefabs were taken over that another program has changed.
func (d *File) tellOfPrefabs(paths []string) {
	switch len(paths) {
	case 0:
		return
	case 1:
		d.Tell("%s has changed on disk: its instances follow", filepath.Base(paths[0]))
	default:
		d.Tell("%s have changed on disk: their instances follow", kit.Count(len(paths), "prefab"))
	}
	for _, i := range d.Session.Document().Instances() {
		if err := d.Session.Document().InstanceProblem(i.ID); err != nil {
			d.Fail(fmt.Errorf("instance %v: %w", i.ID, err))
			return
		}
	}
}

// AskToReload asks what to do about a level file that another program has changed or deleted.
func (d *File) AskToReload(path string, isGone bool) {
	d.Asked = true
	if isGone {
		d.Fail(fmt.Errorf("%s is gone from the disk; save it to write it anew", filepath.Base(path)))
		return
	}
	message := path + " has been changed by another program."
	reload := Choice{"Reload", func() { d.Load(path) }}
	if d.Files.Unsaved() {
		d.askToLose("Reload the level?", message+" Reloading it loses the changes made here that are not saved.", reload)
		return
	}
	d.Ask("Reload the level?", message, reload)
}

// openSample puts a sample level in the place of the level, as a new one that has no file yet, with notes on what there is to try
// in it.
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
