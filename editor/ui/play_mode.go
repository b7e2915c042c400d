package ui

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"fyne.io/fyne/v2"

	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/editor/render"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/panel"
)

// playMode is the playtest of one tab: the run, the widgets around the canvas, and their settings.
type playMode struct {
	*dialog.Parent
	Run      *player // nil while editing
	Panel    *playPanel
	Shows    playSwitches
	Frames   func(tick func(time.Time)) (stop func()) // calls tick before every frame
	Now      func() time.Time                         // the clock that limits the work of a frame
	OnChange func()                                   // called when a playtest begins, ends or changes what it shows
	Pair     func() [2]level.ID                       // returns the pair chosen in the contacts, or zero; may be nil
	OtherKey func(name fyne.KeyName, shift bool)      // handles a key that the playtest does not use

	Ways      waysView                    // reachable ground, while editing
	extraKeys [movementCount]fyne.KeyName // the character's additional keys
}

// newPlayMode makes the playtest mode of a tab, initially off.
func newPlayMode(p *dialog.Parent) *playMode {
	m := &playMode{
		Parent: p, Frames: p.Look.EveryFrame, Now: time.Now, OnChange: func() {},
		OtherKey: func(fyne.KeyName, bool) {},
	}
	m.Ways = waysView{Steps: waysSteps, mode: m}
	m.LoadPlayShow()
	m.readMovementKeys()
	return m
}

func (m *playMode) IsOn() bool { return m.Run != nil }

// LevelChanged handles a document that was edited or replaced.
func (m *playMode) LevelChanged() {
	m.Ways.changed()
	switch p := m.Run; {
	case p == nil:
	case m.Session.Document() != p.doc:
		m.Leave()
	default:
		p.renew()
	}
}

// LetGo releases all held keys, because key releases in other windows are not reported.
func (m *playMode) LetGo() {
	if m.Run != nil {
		m.Run.Held = heldKeys{}
	}
}

// player plays the level in the window. It works on a snapshot, so a run never changes the document.
type player struct {
	w     *playMode
	doc   *level.Document
	Snap  level.Snapshot
	Run   *play.Run
	View  *render.PlayView
	fresh bool // the static picture must be redrawn

	place *level.Vec // start position chosen by the user; nil: the level's spawn
	Held  heldKeys
	pad   padInput
	back  rewinding

	hasGoal bool // the level has a goal
	turn    bool // gravity flips with the next step
	grab    level.ID
	gone    []level.ID // see Gone

	Tape  *playTape // the recording being replayed; nil while the user plays
	stop  func()
	Last  time.Time
	shown time.Time     // when the panel was last updated
	Cost  time.Duration // time per step
	note  string        // shown below the banner's title until the next start
}

// playSwitches holds the display options of a playtest, which the next playtest keeps.
type playSwitches struct{ Follow, Path, Reach, Contacts, Forces bool }

// Switches returns the display options with their preference keys.
func (m *playMode) Switches() []canvas.Switch {
	s := &m.Shows
	return []canvas.Switch{
		{Key: "play.follow", Label: "Follow character", On: &s.Follow},
		{Key: "play.path", Label: "Show trail", On: &s.Path, Debug: true},
		{Key: "play.reach", Label: "Show jump reach", On: &s.Reach, Debug: true},
		{Key: "play.contacts", Label: "Show contact loads", On: &s.Contacts, Debug: true},
		{Key: "play.forces", Label: "Show forces", On: &s.Forces, Debug: true},
	}
}

// LoadPlayShow restores the display options of the last playtest.
func (m *playMode) LoadPlayShow() {
	m.Shows = playSwitches{Follow: true, Path: true}
	canvas.LoadSwitches(m.App.Preferences(), m.Switches())
}

// playTape feeds a recording to a run.
type playTape struct {
	rec      play.Recording
	at, used int    // current run of equal inputs, and how many of its steps were played
	hash     uint64 // of the recorded run, if known
	known    bool
	own      bool // the run's own recording, after seeking backwards
}

func (t *playTape) isOver() bool {
	return t.at == len(t.rec.Held) || t.at == len(t.rec.Held)-1 && t.used == t.rec.Held[t.at].Steps
}

// seek moves the tape to the input after the given number of steps.
func (t *playTape) seek(step int) {
	for t.at, t.used = 0, step; t.at < len(t.rec.Held) && t.used >= t.rec.Held[t.at].Steps; t.at++ {
		t.used -= t.rec.Held[t.at].Steps
	}
	if t.at == len(t.rec.Held) {
		t.used = 0
	}
}

// next returns the input of the next step, or false at the end.
func (t *playTape) next() (play.Input, bool) {
	for t.at < len(t.rec.Held) && t.used == t.rec.Held[t.at].Steps {
		t.at, t.used = t.at+1, 0
	}
	if t.at == len(t.rec.Held) {
		return play.Input{}, false
	}
	t.used++
	return t.rec.Held[t.at].Input, true
}

// Start plays the level from its spawn, or from the cursor if it has none. A current run starts again.
func (m *playMode) Start() {
	var place *level.Vec
	if snap := m.Session.Document().Snapshot(); play.SpawnOf(snap) == nil {
		at := m.Canvas.PointerInLevel()
		place = &at
		if m.Run != nil {
			place = m.Run.place
		}
	}
	m.PlayFrom(place)
}

func (m *playMode) StartHere() {
	at := m.Canvas.PointerInLevel()
	m.PlayFrom(&at)
}

// PlayFrom starts a playtest with the character at place, or at the level's spawn if place is nil. A current run
// restarts from there.
func (m *playMode) PlayFrom(place *level.Vec) {
	if p := m.Run; p != nil {
		p.place = place
		p.renew()
		return
	}
	m.Tools.Cancel()
	m.Look.Focus()
	p := &player{w: m, doc: m.Session.Document(), place: place}
	if !p.load() {
		return
	}
	m.Run = p
	m.Canvas.ShowRun(p)
	p.Last = m.Now()
	p.FollowCharacter(true)
	m.Panel.show(true)
	p.stop = m.Frames(p.tick)
	m.OnChange()
}

// Leave ends the playtest and restores the view. The level is unchanged.
func (m *playMode) Leave() {
	p := m.Run
	if p == nil {
		return
	}
	m.Sleep()
	m.Run = nil
	m.Canvas.EndRun()
	m.Panel.show(false)
	m.OnChange()
}

// Sleep suspends a playtest while another level is shown.
func (m *playMode) Sleep() {
	if p := m.Run; p != nil && p.stop != nil {
		p.stop()
		p.stop, p.Held = nil, heldKeys{}
	}
}

// Wake resumes a suspended playtest.
func (m *playMode) Wake() {
	if p := m.Run; p != nil && p.stop == nil {
		p.Last = m.Now()
		p.stop = m.Frames(p.tick)
	}
}

// load makes a run of the current level, and shows an error if the spawn's settings are invalid.
func (p *player) load() bool {
	p.Snap = p.doc.Snapshot()
	settings, start, err := play.SettingsOf(p.Snap)
	if err != nil {
		p.w.FailDialog("The playtest cannot start", err)
		return false
	}
	if p.place != nil {
		start = *p.place
	}
	speed, paused := 1.0, false
	if p.Run != nil {
		speed, paused = p.Run.Speed, p.Run.Paused
	}
	run := play.NewRun(p.Snap, settings, start)
	if n := run.TooManyPairs(); n > 0 {
		p.w.FailDialog("The playtest cannot start",
			fmt.Errorf("more than %s overlapping pairs of moving shapes, too many to play; see the problems",
				panel.Rounded(n)))
		return false
	}
	p.Run = run
	p.Run.Speed, p.Run.Paused = speed, paused
	p.View = render.NewPlayView(p.Snap, p.Run)
	p.Tape, p.note, p.grab, p.turn, p.fresh = nil, "", 0, false, true
	p.back = rewinding{}
	p.hasGoal = play.HasGoal(p.Snap)
	p.noteStep()
	if p.Run.Stuck() {
		p.note = "The character does not fit here"
	}
	p.Apply()
	return true
}

// renew restarts with the current level, for example after its settings changed. If the level can no longer be played,
// the playtest ends.
func (p *player) renew() {
	if !p.load() {
		p.w.Leave()
		return
	}
	p.FollowCharacter(true)
	p.refresh()
}

// Apply applies the switches to the view.
func (p *player) Apply() {
	show := &p.w.Shows
	p.View.Path, p.View.Reach, p.View.Contacts, p.View.Forces = show.Path, show.Reach, show.Contacts, show.Forces
	p.w.Panel.refreshSwitches()
	p.w.Canvas.Redraw()
}

// tick runs the due steps and requests a frame.
func (p *player) tick(now time.Time) {
	dt := now.Sub(p.Last).Seconds()
	p.Last = now
	if p.w.IsModal() {
		p.Held = heldKeys{}
		return
	}
	p.readPad()
	if p.back.isSeeking {
		p.catchUp()
		p.FollowCharacter(false)
		p.w.Canvas.Redraw()
	} else if n := min(p.Run.Due(dt), max(1, int(turnTime/max(p.Cost, 1)))); n > 0 {
		began := p.w.Now()
		done := 0
		for done < n && !p.Run.Paused { // the end of a replay pauses the run
			p.Step()
			done++
		}
		p.Cost = p.w.Now().Sub(began) / time.Duration(done)
		p.FollowCharacter(false)
		p.w.Canvas.Redraw()
	}
	const often = 100 * time.Millisecond
	if now.Sub(p.shown) >= often {
		p.shown = now
		p.w.Panel.refresh()
	}
}

func (p *player) Step() {
	if p.Run.Finished() {
		return
	}
	in := p.input()
	if p.Tape != nil {
		var more bool
		if in, more = p.Tape.next(); !more {
			p.endReplay()
			return
		}
	}
	p.Run.Step(in)
	p.noteStep()
	p.atEnd()
	if p.Run.Finished() {
		p.endReplay()
		p.w.Panel.refresh()
	}
}

// endReplay stops at the end of the recording, and shows whether the run matched it.
func (p *player) endReplay() {
	t := p.Tape
	if t == nil {
		return
	}
	p.Tape = nil
	p.Run.Paused = !p.Run.Finished()
	p.note = "The recording ends here"
	if t.known {
		p.note = "The replay differed from the recorded run"
		if p.Run.Hash() == t.hash {
			p.note = "The replay matched the recorded run bit for bit"
		}
	}
	p.w.Panel.refresh()
}

func (p *player) input() play.Input {
	in := play.Input{
		X:    cmp.Or(keyAxis(p.Held.has(toLeft), p.Held.has(toRight)), p.pad.x),
		Y:    cmp.Or(keyAxis(p.Held.has(toUp), p.Held.has(toDown)), p.pad.y),
		Jump: p.Held.has(toJump) || p.pad.jump, Reverse: p.turn,
	}
	p.turn = false
	if p.grab != 0 {
		in.Grab, in.Target = p.grab, p.w.Canvas.ToLevel(p.w.Canvas.Pointer)
	}
	return in
}

// FollowCharacter keeps the character in the middle part of the view. The view may jump only at the start.
func (p *player) FollowCharacter(start bool) {
	c := p.w.Canvas
	if !p.w.Shows.Follow && !start || c.Camera.Width < 2 {
		return
	}
	const free = 0.36 // fraction of half the view in which the character moves without scrolling
	at := p.Run.Character().Position
	visible := c.Camera.Visible()
	half := visible.Size().Mul(0.5)
	bounds := c.LevelBounds()
	follow := func(center, at, half, low, high float64) float64 {
		want := center
		switch far := math.Abs(at-center) > half; {
		case start && far:
			want = at
		case !start && (far || low < center-half || high > center+half): // not while the whole level is in view
			want = min(max(center, at-free*half), at+free*half)
		}
		if high-low > 2*half && want != center { // do not move further beyond the level's edge
			want = min(max(want, min(low+half, center)), max(high-half, center))
		}
		return want
	}
	to := level.Vec{
		X: follow(c.Camera.Center.X, at.X, half.X, bounds.Min.X, bounds.Max.X),
		Y: follow(c.Camera.Center.Y, at.Y, half.Y, bounds.Min.Y, bounds.Max.Y),
	}
	if to == c.Camera.Center {
		return
	}
	// Aligned to whole screen pixels, so that static shapes stay sharp.
	c.Camera.Center = level.Vec{
		X: math.Round(to.X*c.Camera.Zoom) / c.Camera.Zoom,
		Y: math.Round(to.Y*c.Camera.Zoom) / c.Camera.Zoom,
	}
	c.ViewChanged()
}

func (p *player) Document() *level.Document { return p.doc }

func (p *player) Gone() []level.ID {
	p.gone = play.AppendGone(p.gone[:0], p.Run)
	return p.gone
}

func (p *player) Scene(s *render.Scene) (changed bool) {
	changed = p.View.Scene(p.Run, s) || p.fresh
	p.fresh = false
	return changed
}

// Panned implements Run: panning by hand stops following the character.
func (p *player) Panned() {
	if follow := &p.w.Shows.Follow; *follow {
		p.toggle(follow)
	}
}

func (p *player) Pause() {
	p.back.isSeeking = false
	p.Run.Paused = !p.Run.Paused
	if p.Held != (heldKeys{}) {
		p.takeOver()
	}
	p.refresh()
}

// StepOnce runs one step, then pauses.
func (p *player) StepOnce() {
	if p.back.isSeeking {
		p.Seek(p.back.to + 1)
		return
	}
	p.Run.Paused = true
	p.Step()
	p.FollowCharacter(false)
	p.refresh()
}

// Restart goes back to the start, with the user in control.
func (p *player) Restart() {
	p.Tape, p.note, p.turn = nil, "", false
	p.Run.Paused = false
	p.Run.Restart()
	p.back.isSeeking = false
	p.back.history.Clear()
	p.noteStep()
	p.fresh = true
	p.FollowCharacter(true)
	p.refresh()
}

// Reverse flips gravity with the next step.
func (p *player) Reverse() {
	p.turn = true
	if p.Run.Paused {
		p.tell("Gravity flips with the next step")
	}
}

func (p *player) Slow() {
	const slowly = 0.25
	if p.Run.Speed < 1 {
		p.Run.Speed = 1
	} else {
		p.Run.Speed = slowly
	}
	p.refresh()
}

func (p *player) replay(t *playTape) {
	if t.rec.HasStart {
		start := t.rec.Start
		p.place = &start
	}
	if !p.load() {
		return
	}
	p.Tape, p.note = t, t.rec.Old()
	p.Run.Paused = false
	p.FollowCharacter(true)
	p.refresh()
}

// ReplayRun replays the run so far.
func (p *player) ReplayRun() {
	rec := p.Run.Recording()
	if p.Tape != nil { // an unfinished replay is replayed in full
		rec = p.Tape.rec
	}
	if rec.Len() == 0 {
		p.tell("Nothing has been played yet")
		return
	}
	t := &playTape{rec: rec}
	if p.Tape == nil {
		t.hash, t.known = p.Run.Hash(), true
	}
	p.replay(t)
}

func (p *player) tell(s string) { p.w.Tell("%s", s) }

// refresh updates the panel and the picture at once.
func (p *player) refresh() {
	p.w.Panel.refresh()
	p.w.Canvas.Redraw()
}

// ToggleFits shows or hides where the character fits.
func (m *playMode) ToggleFits() {
	m.Canvas.ToggleFits()
	m.Panel.refreshSwitches()
	m.OnChange()
}

func (p *player) toggle(on *bool) {
	*on = !*on
	p.w.KeepSwitches()
	p.Apply()
	p.FollowCharacter(false)
	p.w.Panel.refresh()
}

// KeepSwitches stores the display options and updates the menu.
func (m *playMode) KeepSwitches() {
	for _, s := range m.Switches() {
		m.App.Preferences().SetBool(canvas.PrefView+s.Key, *s.On)
	}
	m.OnChange()
}

// isLost reports whether the character is too far outside the level to come back on its own.
func (p *player) isLost() bool {
	bounds := p.w.Canvas.LevelBounds()
	return !bounds.Grow(bounds.Size().Len() / 2).Contains(p.Run.Character().Position)
}

// clockText formats seconds as 0:03.2.
func clockText(seconds float64, decimals int) string {
	minutes := math.Floor(seconds / 60)
	return fmt.Sprintf("%.0f:%0*.*f", minutes, decimals+3, decimals, seconds-60*minutes)
}
