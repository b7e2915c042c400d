package dialog

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"fillet/editor/quote"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

// RecoveryFolder is the folder of autosaved work; empty where the system has no place for it.
func RecoveryFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "fillet", "recovery")
}

// Rescue keeps unsaved work from being lost: it puts it aside every few seconds and when the program fails, and offers what an
// editor left behind.
type Rescue struct {
	*Front
	docs      *Documents
	OnCrash   func()          // leaves what may go on running
	StopWatch func()          // stops what comes back every few seconds
	beaten    time.Time       // when other editors were last shown that this one lives
	Crashes   map[string]bool // that have been told of
}

// NewRescue makes a Rescue of the window's levels; see [Rescue.KeepWatch].
func NewRescue(d *Documents) *Rescue { return &Rescue{Front: d.Front, docs: d, OnCrash: func() {}} }

// KeepWatch autosaves and looks after the level's file, every few seconds until the window closes.
func (r *Rescue) KeepWatch() {
	const looks = 4 // of the time in which work may be lost; it is autosaved when it is due
	interval := autosaveInterval(r.App.Preferences())
	r.StopWatch = r.Look.Later(interval/looks, func() {
		select {
		case <-r.Closed:
			return
		default:
		}
		for _, l := range r.docs.Levels.All() {
			if l.Recovery != nil && l.Recovery.Due(time.Now(), interval) {
				r.autosave(l)
			}
		}
		if now := time.Now(); now.Sub(r.beaten) > workspace.RecoveryInterval/2 {
			r.beaten = now
			for _, l := range r.docs.Levels.All() {
				l.Files.Beat()
			}
		}
		r.docs.shownFile().OfferReload()
		for _, l := range r.docs.Levels.All() {
			if !r.docs.tabs.HasTab(l) && l != r.OpenLevel {
				r.docs.tabs.FileOf(l).OfferReload()
			} else if l != r.OpenLevel {
				r.docs.tabs.FileOf(l).LookAside()
			}
		}
		r.KeepWatch()
	})
}

// IntervalChanged takes over another interval.
func (r *Rescue) IntervalChanged() {
	r.StopWatch()
	r.KeepWatch()
}

// Autosave keeps copies of unsaved work, written off the window's thread, as it stands: in the middle of a drag with what
// was done before it.
func (r *Rescue) Autosave() {
	for _, l := range r.docs.Levels.All() {
		r.autosave(l)
	}
}

func (r *Rescue) autosave(l *workspace.OpenLevel) {
	if l.Recovery == nil {
		return
	}
	write := l.Recovery.Keep()
	if write == nil {
		return
	}
	r.Spawn(func() {
		if err := write(); err != nil {
			r.Look.Post(func() { r.Fail(fmt.Errorf("unsaved work cannot be autosaved: %w", err)) })
		}
	})
}

// Rescue puts unsaved work aside at once, and reports whether it is there. It is for a program that is about to die.
func (r *Rescue) Rescue() bool {
	if r.Recovery == nil {
		return false
	}
	if err := r.docs.Levels.KeepNow(); err != nil {
		fmt.Fprintln(os.Stderr, "fillet: unsaved work cannot be autosaved:", quote.Escaped(err.Error()))
		return false
	}
	return true
}

// End puts unsaved work aside and lets go of the levels, for a program that was told to end: it is offered at the next start.
func (r *Rescue) End() {
	select {
	case <-r.Closed: // the user has closed it, and said what to do with the work
		return
	default:
	}
	r.Rescue()
	r.docs.Levels.Release()
}

// OfferRecovery asks what to do with the work that an editor left behind when it died.
func (r *Rescue) OfferRecovery() {
	// A level that is still being opened would take the place of what is recovered, and one question comes after the other.
	if r.Waiting > 0 || r.IsModal() || r.asksSystem {
		r.Look.Later(idlePause, r.OfferRecovery)
		return
	}
	dir := RecoveryFolder()
	if dir == "" {
		return
	}
	r.Spawn(func() {
		lost, err := workspace.LostWork(dir)
		r.Look.Post(func() {
			r.Fail(err)
			if len(lost) > 0 {
				r.OfferLost(lost)
			}
		})
	})
}

// OfferLost asks what to do with work that was lost.
func (r *Rescue) OfferLost(lost []workspace.Lost) {
	p := r.Look.Colors()
	rows := container.NewVBox()
	var d dialog.Dialog
	var accept func()
	for _, l := range lost {
		take := func() {
			d.Hide()
			if r.recoverWork(l); len(lost) > 1 { // the others are still to be decided on
				r.OfferLost(slices.DeleteFunc(slices.Clone(lost), func(o workspace.Lost) bool { return o.File == l.File }))
			}
		}
		accept = take // of the only one
		recoverIt := kit.NewTextButton(r.Look, "Recover", len(lost) == 1, take)
		where := cmp.Or(r.Page.shown(l.Path), "never saved")
		if l.Older {
			where = "older than its file · " + where
		}
		names := container.NewVBox(kit.CutLine(r.Look, l.Name, p.Text, kit.TextSize), kit.CutLine(r.Look, l.Time.Format("2 January 15:04:05")+" · "+where, p.Quiet, kit.SmallText))
		rows.Add(container.New(kit.Row{Gap: kit.Gap, Grow: 0}, names, recoverIt))
	}
	later := kit.NewTextButton(r.Look, "Later", false, func() { d.Hide() })
	discard := kit.NewTextButton(r.Look, "Discard all", false, func() { r.AskToDiscard(lost, func() { d.Hide() }) })
	buttons := []fyne.CanvasObject{kit.NewSpace(), discard, later}
	if len(lost) > 1 {
		accept = func() {
			d.Hide()
			for _, l := range lost {
				r.recoverWork(l)
			}
		}
		buttons = append(buttons, kit.NewTextButton(r.Look, "Recover all", true, accept))
	}
	foot := kit.Pad(0, 12, 0, 0, container.New(kit.Row{Gap: kit.Gap, Grow: 0}, buttons...))
	said := "The editor ended without saving. This work was autosaved:"
	if r.Page != nil {
		said = "The page was closed or reloaded without saving. This work was autosaved:"
	}
	head := kit.Text(said, p.Quiet, kit.TextSize)
	d = r.Dialog("Recover unsaved work", container.NewBorder(kit.Pad(0, 0, 0, 8, head), foot, nil, nil, container.NewVScroll(rows)), fyne.NewSize(560, 280))
	r.openLasting(d, accept)
}

// AskToDiscard asks before lost work is removed for good.
func (r *Rescue) AskToDiscard(lost []workspace.Lost, discarded func()) {
	what := "It"
	if len(lost) > 1 {
		what = fmt.Sprintf("All %d of them", len(lost))
	}
	r.askToLose("Discard the unsaved work?", what+" will be gone for good.", Choice{"Discard", func() {
		discarded()
		for _, l := range lost {
			r.Fail(l.Remove())
		}
	}})
}

// placeOf is where lost work goes: to its level, if that is open, else where any level goes that is opened. Where the level that is
// open has unsaved work of its own, what was lost comes beside it, without a file.
func (r *Rescue) placeOf(l *workspace.Lost) (*File, error) {
	if open := r.docs.tabs.Find(l.Path); open != nil && l.Path != "" {
		if !open.Files.Unsaved() {
			return r.docs.tabs.FileOf(open), nil
		}
		l.Path = ""
	}
	return r.docs.place()
}

// recoverWork brings lost work back. Its copy goes once this window's own holds the work.
func (r *Rescue) recoverWork(l workspace.Lost) {
	f, err := r.placeOf(&l)
	if err != nil {
		r.Fail(err)
		return
	}
	f.Tools.Cancel()
	if err := f.Files.Recover(l); err != nil {
		r.FailDialog("This work cannot be recovered", err)
		return
	}
	r.docs.tabs.Show(f.OpenLevel)
	f.OnOpen() // its project is shown, and known to the checks
	f.Canvas.WantFit = true
	f.Canvas.Redraw()
	if r.Rescue() { // else the copy stays
		r.Fail(l.Remove())
	}
	r.Tell("Recovered %s: save it to keep it", l.Name)
}
