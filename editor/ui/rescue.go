package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"fillet/editor/quote"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

// recoveryFolder is where unsaved work is put aside; empty where the system has no place for it.
func recoveryFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "fillet", "recovery")
}

// keepWatch puts unsaved work aside and looks after the level's file, every few seconds until the window closes.
func (w *Window) keepWatch() {
	const looks = 4 // of the time in which work may be lost; it is put aside when it is due
	interval := asideInterval(w.app.Preferences())
	w.stopWatch = w.look.Later(interval/looks, func() {
		select {
		case <-w.closed:
			return
		default:
		}
		if w.recovery == nil || w.recovery.Due(time.Now(), interval) {
			w.putAside()
		}
		if now := time.Now(); now.Sub(w.beaten) > workspace.RecoveryInterval/2 {
			w.beaten = now
			w.files.Beat()
		}
		w.offerReload()
		w.keepWatch()
	})
}

// asideChanged takes over another interval.
func (w *Window) asideChanged() {
	w.stopWatch()
	w.keepWatch()
}

// putAside keeps a copy of unsaved work, written off the window's thread, as it stands: in the middle of a drag with what
// was done before it.
func (w *Window) putAside() {
	if w.recovery == nil {
		return
	}
	write := w.recovery.Keep()
	if write == nil {
		return
	}
	w.spawn(func() {
		if err := write(); err != nil {
			w.look.Post(func() { w.fail(fmt.Errorf("unsaved work cannot be put aside: %w", err)) })
		}
	})
}

// Rescue puts unsaved work aside at once, and reports whether it is there. It is for a program that is about to die.
func (w *Window) Rescue() bool {
	if w.recovery == nil {
		return false
	}
	if err := w.recovery.KeepNow(); err != nil {
		fmt.Fprintln(os.Stderr, "fillet: unsaved work cannot be put aside:", quote.Escaped(err.Error()))
		return false
	}
	return true
}

// End puts unsaved work aside and lets go of the level, for a program that was told to end: it is offered at the next start.
func (w *Window) End() {
	select {
	case <-w.closed: // the user has closed it, and said what to do with the work
		return
	default:
	}
	w.Rescue()
	w.files.Close()
}

// OfferRecovery asks what to do with the work that an editor left behind when it died.
func (w *Window) OfferRecovery() {
	// A level that is still being opened would take the place of what is recovered, and one question comes after the other.
	if w.waiting > 0 || w.isModal() || w.asksSystem {
		w.look.Later(moment, w.OfferRecovery)
		return
	}
	dir := recoveryFolder()
	if dir == "" {
		return
	}
	w.spawn(func() {
		lost, err := workspace.LostWork(dir)
		w.look.Post(func() {
			w.fail(err)
			if len(lost) > 0 {
				w.offerLost(lost)
			}
		})
	})
}

func (w *Window) offerLost(lost []workspace.Lost) {
	p := w.look.Colors()
	rows := container.NewVBox()
	var d dialog.Dialog
	for _, l := range lost {
		recoverIt := kit.NewTextButton(w.look, "Recover", true, func() {
			d.Hide()
			w.guarded(func() { w.recoverWork(l) })
		})
		where := l.Path
		if where == "" {
			where = "never saved"
		}
		if l.Older {
			where = "older than its file · " + where
		}
		names := container.NewVBox(kit.CutLine(w.look, l.Name, p.Text, kit.TextSize), kit.CutLine(w.look, l.Time.Format("2 January 15:04:05")+" · "+where, p.Quiet, kit.SmallText))
		rows.Add(container.New(kit.Row{Gap: kit.Gap, Grow: 0}, names, recoverIt))
	}
	later := kit.NewTextButton(w.look, "Later", false, func() { d.Hide() })
	discard := kit.NewTextButton(w.look, "Discard all", false, func() { w.askToDiscard(lost, func() { d.Hide() }) })
	foot := kit.Pad(0, 12, 0, 0, container.New(kit.Row{Gap: kit.Gap, Grow: 0}, kit.NewSpace(), discard, later))
	head := kit.Text("The editor ended without saving. This work was put aside:", p.Quiet, kit.TextSize)
	d = w.dialog("Recover unsaved work", container.NewBorder(kit.Pad(0, 0, 0, 8, head), foot, nil, nil, container.NewVScroll(rows)), fyne.NewSize(560, 280))
	w.openLasting(d, nil)
}

// askToDiscard asks before lost work is removed for good.
func (w *Window) askToDiscard(lost []workspace.Lost, discarded func()) {
	what := "It"
	if len(lost) > 1 {
		what = fmt.Sprintf("All %d of them", len(lost))
	}
	w.askToLose("Discard the unsaved work?", what+" will be gone for good.", choice{"Discard", func() {
		discarded()
		for _, l := range lost {
			w.fail(l.Remove())
		}
	}})
}

// recoverWork brings lost work back. Its copy goes once this window's own holds the work.
func (w *Window) recoverWork(l workspace.Lost) {
	w.tools.Cancel()
	if err := w.files.Recover(l); err != nil {
		w.failDialog("This work cannot be recovered", err)
		return
	}
	w.canvas.WantFit = true
	w.canvas.Redraw()
	if w.Rescue() { // else the copy stays
		w.fail(l.Remove())
	}
	w.tell("Recovered %s: save it to keep it", l.Name)
}

// TellOthers leaves a note beside the levels that the window opens, for other editors. It comes before the first is opened.
func (w *Window) TellOthers() {
	w.files.TellOthersAside(w.spawn, func() { w.look.Post(func() { w.imports.whenIdle(w.tellOfOther) }) }) // never over another question
}

// tellOfOther says that another editor has the file open as well.
func (w *Window) tellOfOther() {
	other, ok := w.files.OtherEditor()
	if !ok {
		return
	}
	name := filepath.Base(w.files.Path())
	w.ask(name+" is open in another editor",
		"It was opened by "+other.String()+". You can work on it here too: whoever saves second is asked before the other's work is overwritten. A copy keeps the two apart.",
		choice{"Save a copy as…", func() { w.saveAs(nil) }}, choice{"Work on it here", func() {}})
}

// offerReload asks, once for each change, what to do when another program has written the level's file, and never over another
// question. The disk is looked at off the window's thread, one look at a time.
func (w *Window) offerReload() {
	path := w.files.Path()
	if path == "" || w.saving || w.asked || w.looking || w.isModal() || w.session.History().InTransaction() {
		return
	}
	look, holds := w.files.Looking()
	w.looking = true
	w.spawn(func() {
		changed, isGone := look()
		w.look.Post(func() {
			w.looking = false
			if changed && holds() && !w.saving && !w.asked && !w.isModal() && !w.session.History().InTransaction() {
				w.askToReload(path, isGone)
			}
		})
	})
}

func (w *Window) askToReload(path string, isGone bool) {
	w.asked = true
	if isGone {
		w.fail(fmt.Errorf("%s is gone from the disk; save it to write it anew", filepath.Base(path)))
		return
	}
	message := path + " has been changed by another program."
	reload := choice{"Reload", func() { w.OpenFile(path) }}
	if w.files.Unsaved() {
		w.askToLose("Reload the level?", message+" Reloading it loses the changes made here that are not saved.", reload)
		return
	}
	w.ask("Reload the level?", message, reload)
}

// newRecovery starts to watch over the session's unsaved work.
func newRecovery(f *workspace.Files) *workspace.Recovery {
	dir := recoveryFolder()
	if dir == "" {
		return nil
	}
	return workspace.NewRecovery(f, dir)
}
