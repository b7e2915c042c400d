package main

import (
	"errors"
	"syscall/js"

	"fyne.io/fyne/v2"

	"fillet/editor/browser"
	"fillet/editor/ui"
)

// servePage connects the window with the page that it is in: its first picture, what is dropped onto it, and whether leaving it is to ask.
func servePage(w *ui.Window) {
	script := browser.Script()
	go fyne.Do(w.Look.Guard(func() { // when the toolkit's loop runs
		script.Call("started")
		if !script.Get("keeps").Truthy() {
			w.FailDialog("This browser keeps nothing", errors.New("It gives the page no storage, as in a private window: preferences, and work that is autosaved, end with the page. Save to files."))
		}
		if problem := script.Get("problem"); problem.Type() == js.TypeString {
			w.FailDialog("The level was not opened", errors.New(problem.String()))
		}
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
	script.Set("unsaved", js.FuncOf(func(js.Value, []js.Value) any { return w.Unsaved() }))
}
