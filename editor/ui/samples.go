package ui

import (
	"bytes"
	"io/fs"

	"fyne.io/fyne/v2"

	"fillet/assets"
	"fillet/editor/level"
	"fillet/importers"
)

// samplesItem is the submenu of the levels that ship inside the program.
func (w *Window) samplesItem() *fyne.MenuItem {
	m := item("Open a sample", "", 0, nil)
	m.ChildMenu = fyne.NewMenu("")
	for _, l := range lessons() {
		m.ChildMenu.Items = append(m.ChildMenu.Items, fyne.NewMenuItem(l.title, func() {
			w.guarded(func() { w.OpenSample(l.file) })
		}))
	}
	m.Disabled = len(m.ChildMenu.Items) == 0
	return m
}

// OpenSample opens a sample level as a new one that has no file yet, with notes on what there is to try in it.
func (w *Window) OpenSample(name string) {
	data, err := fs.ReadFile(assets.Samples(), name)
	if err != nil {
		w.failDialog("There is no such sample", err)
		return
	}
	doc, err := level.Read(bytes.NewReader(data), name)
	if err != nil {
		w.failDialog("The sample cannot be opened", err)
		return
	}
	w.tools.Cancel()
	w.files.OpenedCopy(name, &importers.Result{Document: doc})
	w.setStart(false)
	for _, l := range lessons() {
		if l.file == name {
			w.notes.show(&l, doc)
		}
	}
	w.canvas.wantFit = true
	w.canvas.redraw()
}
