package ui

import (
	"bytes"
	"io/fs"

	"fillet/assets"
	"fillet/editor/level"
	"fillet/importers"
)

// samplesItem is the submenu of the levels that ship inside the program.
func (w *Window) samplesItem() *command {
	var items []*command
	for _, l := range lessons() {
		items = append(items, item(l.title, "", 0, func() { w.guarded(func() { w.OpenSample(l.file) }) }))
	}
	return submenu("Open a sample", these(items...))
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
	w.canvas.WantFit = true
	w.canvas.Redraw()
}
