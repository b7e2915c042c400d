package main

import (
	"errors"
	"slices"
	"syscall/js"

	"fyne.io/fyne/v2"

	"fillet/assets"
	"fillet/editor/disk"
	"fillet/editor/ui"
)

// servePage connects the window to its page: it reports the first frame, opens dropped files, and lets the page ask
// before it closes with unsaved work.
func servePage(w *ui.Window) {
	script := disk.Script()
	give := func(path string) { go fyne.Do(w.Look.Guard(func() { w.OpenGiven(path) })) }
	go fyne.Do(w.Look.Guard(func() { // once Fyne's event loop runs
		script.Call("started")
		if !script.Get("keeps").Truthy() {
			w.FailDialog("Browser storage is unavailable",
				errors.New("Preferences and autosaved work are lost when you close this page, as in a private window. "+
					"Save your work to files."))
		}
		if problem := script.Get("problem"); problem.Type() == js.TypeString {
			w.FailDialog("The level was not opened", errors.New(problem.String()))
		}
		if path := script.Get("givenLevel"); path.Type() == js.TypeString {
			w.OpenGiven(path.String())
		}
	}))
	script.Set("give", js.FuncOf(func(_ js.Value, args []js.Value) any { // called when the URL has changed
		give(args[0].String())
		return nil
	}))
	script.Set("say", js.FuncOf(func(_ js.Value, args []js.Value) any {
		title, text := args[0].String(), args[1].String()
		go fyne.Do(w.Look.Guard(func() { w.FailDialog(title, errors.New(text)) }))
		return nil
	}))
	script.Set("dropped", js.FuncOf(func(_ js.Value, args []js.Value) any {
		x, y := float32(args[0].Float()), float32(args[1].Float())
		paths := make([]string, args[2].Length())
		for i := range paths {
			paths[i] = args[2].Index(i).String()
		}
		go fyne.Do(w.Look.Guard(func() { w.Drop(fyne.NewPos(x, y), paths) }))
		return nil
	}))
	script.Set("finger", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(w.Finger(fyne.NewPos(float32(args[0].Float()), float32(args[1].Float()))))
	}))
	script.Set("types", js.FuncOf(func(js.Value, []js.Value) any { return w.Types() }))
	script.Set("unsaved", js.FuncOf(func(js.Value, []js.Value) any { return w.Unsaved() }))
}

// givesLevel reports whether the page's URL names a level, which servePage opens once the event loop runs.
func givesLevel() bool { return disk.Script().Get("givenLevel").Type() == js.TypeString }

// useFonts adds the fonts served with the page, if any, for characters that the program's own fonts lack.
func useFonts(w *ui.Window) {
	if !slices.Contains(disk.Assets(), assets.FontListName) {
		return
	}
	set := assets.NewFontSet(disk.Languages())
	set.List = func() ([]byte, error) { return disk.Asset(assets.FontListName) }
	set.Load = disk.PageFile
	w.UseFonts(set)
}

// openWindow is nil, because a browser opens another tab instead.
var openWindow func() error

// fitScreen does nothing: the browser's window has a size.
func fitScreen(fyne.Window) {}
