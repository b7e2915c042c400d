package ui

import (
	"bytes"
	"io/fs"
	"path"
	"strings"

	"fyne.io/fyne/v2"

	"fillet/assets"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/importers"
)

// samplesItem is the submenu of the levels that ship inside the program.
func (w *Window) samplesItem() *fyne.MenuItem {
	m := item("Open a sample", "", 0, nil)
	m.ChildMenu = fyne.NewMenu("")
	entries, err := fs.ReadDir(assets.Samples(), ".")
	if err != nil {
		w.fail(err)
	}
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, editor.Extension) {
			m.ChildMenu.Items = append(m.ChildMenu.Items, fyne.NewMenuItem(strings.TrimSuffix(name, editor.Extension), func() {
				w.guarded(func() { w.OpenSample(name) })
			}))
		}
	}
	m.Disabled = len(m.ChildMenu.Items) == 0
	return m
}

// OpenSample opens a sample level as a new one that has no file yet.
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
	w.files.OpenedCopy(path.Base(name), &importers.Result{Document: doc})
	w.canvas.wantFit = true
	w.canvas.redraw()
}
