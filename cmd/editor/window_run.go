//go:build cgo || js

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"

	"fillet/editor/ui"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
)

// hasWindow reports whether the binary can open a window.
const hasWindow = true

// toolkitGrace limits how long the toolkit may take to shut down after the last window is closed.
const toolkitGrace = 3 * time.Second

// endAfter calls exit if the toolkit is still running some time after all windows were closed. Fyne 2.8.1 can hang: its
// loop empties the queue of functions while another goroutine is still adding one, which then never runs. All work is
// saved by then.
func endAfter(closed []<-chan struct{}, ended <-chan struct{}, grace time.Duration, exit func()) {
	for _, c := range closed {
		select {
		case <-c:
		case <-ended:
			return
		}
	}
	select {
	case <-ended:
	case <-time.After(grace):
		exit()
	}
}

// runWindow opens a window with a tab per file, or with the levels of the last session, and returns when the last
// window is closed.
func runWindow(opts windowOptions) (err error) {
	started := false
	var windows []*ui.Window
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return errors.New("no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set; the commands " +
			"work without one: --help lists them")
	}
	if runtime.GOOS == "js" { // the browser's console shows crashes
	} else if closeLog, err := dialog.CrashLog(); err != nil {
		tell(plainText{os.Stderr}, "fillet: crashes will be reported on the terminal only: %v", err)
	} else {
		defer func() {
			if r := recover(); r != nil {
				panic(r) // the next start offers the crash report
			}
			closeLog()
		}()
	}
	keepTextures()
	a := fyneapp.NewWithID(appID)
	if err := kit.UseEnglish(); err != nil {
		tell(plainText{os.Stderr}, "fillet: some menus may not be in English: %v", err)
	}
	defer func() {
		// The driver panics when the display cannot be reached. No level is open at that point, so nothing is lost.
		if r := recover(); r != nil && !started {
			err = fmt.Errorf("the window cannot be opened: %v", r)
		} else if r != nil {
			for _, w := range windows {
				w.Rescue()
			}
			panic(r)
		}
	}()
	first := ""
	if len(opts.Files) > 0 {
		first = opts.Files[0]
	}
	w, err := ui.New(a, opts.Importers, opts.Exporters, first)
	if err != nil {
		return err
	}
	w.OnFrame(opts.Frame)
	servePage(w)
	prepareWindows() // the toolkit has already initialized GLFW
	windows = append(windows, w)
	w.ContainMistakes()
	useFonts(w)
	w.TellOthers()
	w.OpenWindow = openWindow
	w.Images = pictures()
	w.Look.Gamepads.Read = readGamepads
	switch {
	case len(opts.Files) > 0:
		w.OpenFiles(opts.Files)
	case opts.Empty && givesLevel(): // the page's level replaces the start page
	case opts.Empty:
		w.ShowStart()
	default:
		w.Restore()
	}
	w.Show()
	fitScreen(w.Win)
	windows[0].OfferRecovery()
	windows[0].OfferReport()
	started = true
	hasWindows.Store(true)
	end := sync.OnceFunc(func() { // if the toolkit's loop has ended on its own, two goroutines may call it
		for _, w := range windows {
			w.End()
		}
	})
	// The context ends when, for example, the desktop session ends. The next start offers unsaved work.
	unwatch := context.AfterFunc(opts.Context, func() {
		fyne.Do(func() {
			end()
			a.Quit()
		})
	})
	defer unwatch()
	closed := make([]<-chan struct{}, len(windows))
	for i, w := range windows {
		closed[i] = w.Closed
	}
	ended := make(chan struct{})
	defer close(ended)
	go endAfter(closed, ended, toolkitGrace, func() { os.Exit(exitOK) })
	a.Run()
	if opts.Context.Err() != nil { // the toolkit also handles some signals, and may have ended its loop first
		end()
	}
	return nil
}
