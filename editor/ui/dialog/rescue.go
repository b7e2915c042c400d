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

	"fillet/editor/quote"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

// RecoveryFolder returns the folder for autosaved work, or an empty path if the system has no cache folder.
func RecoveryFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "fillet", "recovery")
}

// Rescue protects unsaved work: it autosaves every few seconds and after a crash, and offers work left behind by other
// editors.
type Rescue struct {
	*Front
	docs      *Documents
	OnCrash   func()          // stops activities that might continue after a crash
	StopWatch func()          // stops the periodic autosave
	beaten    time.Time       // when this editor last signalled to other editors that it is running
	Crashes   map[string]bool // messages of the crashes already reported
}

// NewRescue returns a Rescue for the window's levels; see [Rescue.KeepWatch].
func NewRescue(d *Documents) *Rescue {
	return &Rescue{Front: d.Front, docs: d, OnCrash: func() {}, StopWatch: func() {}}
}

// KeepWatch autosaves and checks the levels' files at intervals until the window closes.
func (r *Rescue) KeepWatch() {
	const looks = 4 // checks per autosave interval
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

func (r *Rescue) IntervalChanged() {
	r.StopWatch()
	r.KeepWatch()
}

// Autosave saves copies of unsaved work off the UI thread. During a drag, it saves the state before the drag.
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

// Rescue autosaves the unsaved work at once, and reports whether that succeeded. Call it when the program is about to
// crash.
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

// End autosaves the unsaved work and releases the levels when the system ends the program. The next start offers to
// recover it.
func (r *Rescue) End() {
	select {
	case <-r.Closed: // the user closed the window and was asked about unsaved work
		return
	default:
	}
	r.Rescue()
	r.docs.Levels.Release()
}

// OfferRecovery asks what to do with work left behind by an editor that crashed.
func (r *Rescue) OfferRecovery() {
	// A level that is still being opened would replace the recovered one. Questions must not overlap.
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

func (r *Rescue) OfferLost(lost []workspace.Lost) {
	p := r.Look.Colors()
	rows := container.NewVBox()
	f := r.NewFrame(0)
	f.Gap = 12
	for _, l := range lost {
		take := func() {
			f.Close()
			if r.recoverWork(l); len(lost) > 1 { // ask about the rest
				r.OfferLost(slices.DeleteFunc(slices.Clone(lost), func(o workspace.Lost) bool {
					return o.File == l.File
				}))
			}
		}
		f.Accept = take // used if there is only one
		recoverIt := kit.NewTextButton(r.Look, "Recover", len(lost) == 1, take)
		where := cmp.Or(r.Page.shown(l.Path), "never saved")
		if l.Older {
			where = "older than its file · " + where
		}
		names := container.NewVBox(kit.CutLine(r.Look, l.Name, p.Text, kit.TextSize),
			kit.CutLine(r.Look, l.Time.Format("2 January 15:04:05")+" · "+where, p.Quiet, kit.SmallText))
		rows.Add(container.New(kit.RowOf(0), names, recoverIt))
	}
	f.Button("Discard all", func() { r.AskToDiscard(lost, f.Close) })
	f.Cancel("Later")
	if len(lost) > 1 {
		f.Primary("Recover all", func() {
			f.Close()
			for _, l := range lost {
				r.recoverWork(l)
			}
		})
	}
	text := "Fillet ended without saving. This work was autosaved:"
	if r.Page != nil {
		text = "The page was closed or reloaded without saving. This work was autosaved:"
	}
	f.Head = kit.Pad(0, 0, 0, 8, kit.Text(text, p.Quiet, kit.TextSize))
	f.OpenLasting("Recover unsaved work", fyne.NewSize(560, 280), container.NewVScroll(rows))
}

func (r *Rescue) AskToDiscard(lost []workspace.Lost, discarded func()) {
	what := "It"
	if len(lost) > 1 {
		what = fmt.Sprintf("All %d of them", len(lost))
	}
	r.askToLose("Discard the unsaved work?", what+" will be deleted permanently.", Choice{"Discard", func() {
		discarded()
		for _, l := range lost {
			r.Fail(l.Remove())
		}
	}})
}

// placeOf returns the File to recover lost work into: its own level's if that is open without unsaved work, otherwise
// the place of a newly opened level. If its own level is open with unsaved work, the lost work loses its path and opens
// separately.
func (r *Rescue) placeOf(l *workspace.Lost) (*File, error) {
	if open := r.docs.tabs.Find(l.Path); open != nil && l.Path != "" {
		if !open.Files.Unsaved() {
			return r.docs.tabs.FileOf(open), nil
		}
		l.Path = ""
	}
	return r.docs.place()
}

// recoverWork restores lost work. It deletes the lost copy once this window has autosaved the work itself.
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
	f.OnOpen() // shows its project and informs the checks
	f.Canvas.WantFit = true
	f.Canvas.Redraw()
	if r.Rescue() { // otherwise keep the copy
		r.Fail(l.Remove())
	}
	r.Tell("Recovered %s: save it to keep it", l.Name)
}
