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

// rescue keeps unsaved work from being lost: it puts it aside every few seconds and when the program fails, and offers what an
// editor left behind.
type rescue struct {
	*parent
	docs      *documents
	onCrash   func()              // leaves what may go on running
	recovery  *workspace.Recovery // nil where there is no place for it
	stopWatch func()              // stops what comes back every few seconds
	beaten    time.Time           // when other editors were last shown that this one lives
	crashes   map[string]bool     // that have been told of
}

func newRescue(p *parent, d *documents) *rescue {
	return &rescue{parent: p, docs: d, onCrash: func() {}, recovery: newRecovery(p.files)}
}

// keepWatch puts unsaved work aside and looks after the level's file, every few seconds until the window closes.
func (r *rescue) keepWatch() {
	const looks = 4 // of the time in which work may be lost; it is put aside when it is due
	interval := asideInterval(r.app.Preferences())
	r.stopWatch = r.look.Later(interval/looks, func() {
		select {
		case <-r.closed:
			return
		default:
		}
		if r.recovery == nil || r.recovery.Due(time.Now(), interval) {
			r.putAside()
		}
		if now := time.Now(); now.Sub(r.beaten) > workspace.RecoveryInterval/2 {
			r.beaten = now
			r.files.Beat()
		}
		r.docs.offerReload()
		r.keepWatch()
	})
}

// intervalChanged takes over another interval.
func (r *rescue) intervalChanged() {
	r.stopWatch()
	r.keepWatch()
}

// putAside keeps a copy of unsaved work, written off the window's thread, as it stands: in the middle of a drag with what
// was done before it.
func (r *rescue) putAside() {
	if r.recovery == nil {
		return
	}
	write := r.recovery.Keep()
	if write == nil {
		return
	}
	r.spawn(func() {
		if err := write(); err != nil {
			r.look.Post(func() { r.fail(fmt.Errorf("unsaved work cannot be put aside: %w", err)) })
		}
	})
}

// Rescue puts unsaved work aside at once, and reports whether it is there. It is for a program that is about to die.
func (r *rescue) Rescue() bool {
	if r.recovery == nil {
		return false
	}
	if err := r.recovery.KeepNow(); err != nil {
		fmt.Fprintln(os.Stderr, "fillet: unsaved work cannot be put aside:", quote.Escaped(err.Error()))
		return false
	}
	return true
}

// End puts unsaved work aside and lets go of the level, for a program that was told to end: it is offered at the next start.
func (r *rescue) End() {
	select {
	case <-r.closed: // the user has closed it, and said what to do with the work
		return
	default:
	}
	r.Rescue()
	r.files.Close()
}

// OfferRecovery asks what to do with the work that an editor left behind when it died.
func (r *rescue) OfferRecovery() {
	// A level that is still being opened would take the place of what is recovered, and one question comes after the other.
	if r.waiting > 0 || r.isModal() || r.asksSystem {
		r.look.Later(moment, r.OfferRecovery)
		return
	}
	dir := recoveryFolder()
	if dir == "" {
		return
	}
	r.spawn(func() {
		lost, err := workspace.LostWork(dir)
		r.look.Post(func() {
			r.fail(err)
			if len(lost) > 0 {
				r.offerLost(lost)
			}
		})
	})
}

func (r *rescue) offerLost(lost []workspace.Lost) {
	p := r.look.Colors()
	rows := container.NewVBox()
	var d dialog.Dialog
	for _, l := range lost {
		recoverIt := kit.NewTextButton(r.look, "Recover", true, func() {
			d.Hide()
			r.docs.guarded(func() { r.recoverWork(l) })
		})
		where := l.Path
		if where == "" {
			where = "never saved"
		}
		if l.Older {
			where = "older than its file · " + where
		}
		names := container.NewVBox(kit.CutLine(r.look, l.Name, p.Text, kit.TextSize), kit.CutLine(r.look, l.Time.Format("2 January 15:04:05")+" · "+where, p.Quiet, kit.SmallText))
		rows.Add(container.New(kit.Row{Gap: kit.Gap, Grow: 0}, names, recoverIt))
	}
	later := kit.NewTextButton(r.look, "Later", false, func() { d.Hide() })
	discard := kit.NewTextButton(r.look, "Discard all", false, func() { r.askToDiscard(lost, func() { d.Hide() }) })
	foot := kit.Pad(0, 12, 0, 0, container.New(kit.Row{Gap: kit.Gap, Grow: 0}, kit.NewSpace(), discard, later))
	head := kit.Text("The editor ended without saving. This work was put aside:", p.Quiet, kit.TextSize)
	d = r.dialog("Recover unsaved work", container.NewBorder(kit.Pad(0, 0, 0, 8, head), foot, nil, nil, container.NewVScroll(rows)), fyne.NewSize(560, 280))
	r.openLasting(d, nil)
}

// askToDiscard asks before lost work is removed for good.
func (r *rescue) askToDiscard(lost []workspace.Lost, discarded func()) {
	what := "It"
	if len(lost) > 1 {
		what = fmt.Sprintf("All %d of them", len(lost))
	}
	r.askToLose("Discard the unsaved work?", what+" will be gone for good.", choice{"Discard", func() {
		discarded()
		for _, l := range lost {
			r.fail(l.Remove())
		}
	}})
}

// recoverWork brings lost work back. Its copy goes once this window's own holds the work.
func (r *rescue) recoverWork(l workspace.Lost) {
	r.tools.Cancel()
	if err := r.files.Recover(l); err != nil {
		r.failDialog("This work cannot be recovered", err)
		return
	}
	r.canvas.WantFit = true
	r.canvas.Redraw()
	if r.Rescue() { // else the copy stays
		r.fail(l.Remove())
	}
	r.tell("Recovered %s: save it to keep it", l.Name)
}

// newRecovery starts to watch over the session's unsaved work.
func newRecovery(f *workspace.Files) *workspace.Recovery {
	dir := recoveryFolder()
	if dir == "" {
		return nil
	}
	return workspace.NewRecovery(f, dir)
}
