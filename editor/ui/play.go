package ui

import (
	"fmt"
	"math"
	"time"

	"fyne.io/fyne/v2"

	"fillet/editor/level"
	"fillet/editor/playtest"
	"fillet/editor/render"
	"fillet/editor/ui/canvas"
)

// playMode is the playtest of the window's level: the run, what surrounds the canvas meanwhile, and what both show.
type playMode struct {
	*parent
	run      *player // nil while the level is edited
	panel    *playPanel
	show     playShow
	frames   func(tick func(time.Time)) (stop func()) // calls before every frame
	onChange func()                                   // a playtest has begun or ended, or shows something else
	otherKey func(e *fyne.KeyEvent)                   // does what a key does that the playtest has no use for
}

func newPlayMode(p *parent) *playMode {
	m := &playMode{parent: p, frames: p.look.EveryFrame, onChange: func() {}, otherKey: func(*fyne.KeyEvent) {}}
	m.loadPlayShow()
	return m
}

// isOn reports whether the level is being played.
func (m *playMode) isOn() bool { return m.run != nil }

// levelChanged follows a document that was changed under the run, or replaced.
func (m *playMode) levelChanged() {
	if m.run != nil {
		m.run.levelChanged()
	}
}

// letGo lets go of the keys that are held: nobody tells of keys that are let go elsewhere.
func (m *playMode) letGo() {
	if m.run != nil {
		m.run.held = heldKeys{}
	}
}

// player runs the level in the window. It works on a snapshot: nothing that happens in a run reaches the document.
type player struct {
	w     *playMode
	doc   *level.Document
	snap  level.Snapshot
	run   *playtest.Run
	view  *render.PlayView
	fresh bool // the picture of what stands still has to be drawn anew

	place *level.Vec // where somebody has put the character; nil: the level's spawn
	held  heldKeys
	turn  bool // gravity is to be turned around with the next step
	grab  level.ID

	tape  *tape // what is replayed; nil while somebody plays
	stop  func()
	last  time.Time
	shown time.Time     // when the panel was last brought up to date
	cost  time.Duration // of a step
	note  string        // under the banner's title, until the next start
}

// playShow is what a playtest shows, kept from one to the next.
type playShow struct{ follow, path, reach, contacts bool }

// playSwitches are what a playtest can show, with their keys in the preferences.
func (m *playMode) playSwitches() []canvas.Switch {
	s := &m.show
	return []canvas.Switch{
		{Key: "play.follow", Label: "Follow the character", On: &s.follow},
		{Key: "play.path", Label: "Path taken", On: &s.path},
		{Key: "play.reach", Label: "Reach of a jump", On: &s.reach},
		{Key: "play.contacts", Label: "Contact points of the run", On: &s.contacts},
	}
}

// loadPlayShow shows what was shown when the window was closed last.
func (m *playMode) loadPlayShow() {
	m.show = playShow{follow: true, path: true}
	for _, s := range m.playSwitches() {
		*s.On = m.app.Preferences().BoolWithFallback(canvas.PrefView+s.Key, *s.On)
	}
}

// heldKeys is which of the character's keys are down.
type heldKeys struct{ left, right, up, down, jump bool }

// tape feeds a recording to a run.
type tape struct {
	rec      playtest.Recording
	at, used int    // the stretch that is running, and how many of its steps have
	hash     uint64 // of the run that was recorded, where it is known
	known    bool
}

// next is the input of the next step; false at the end.
func (t *tape) next() (playtest.Input, bool) {
	for t.at < len(t.rec.Held) && t.used == t.rec.Held[t.at].Steps {
		t.at, t.used = t.at+1, 0
	}
	if t.at == len(t.rec.Held) {
		return playtest.Input{}, false
	}
	t.used++
	return t.rec.Held[t.at].Input, true
}

// startPlay runs the level: from its spawn, or from the cursor where it has none. During a run it starts anew.
func (m *playMode) startPlay() {
	var place *level.Vec
	if snap := m.session.Document().Snapshot(); playtest.SpawnOf(snap) == nil {
		at := m.canvas.PointerInLevel()
		place = &at
		if m.run != nil {
			place = m.run.place
		}
	}
	m.playFrom(place)
}

// startPlayHere runs the level from the cursor.
func (m *playMode) startPlayHere() {
	at := m.canvas.PointerInLevel()
	m.playFrom(&at)
}

func (m *playMode) playFrom(place *level.Vec) {
	if p := m.run; p != nil {
		p.place = place
		p.renew()
		return
	}
	m.tools.Cancel()
	m.look.Focus()
	p := &player{w: m, doc: m.session.Document(), place: place}
	if !p.load() {
		return
	}
	m.run = p
	m.canvas.ShowRun(p)
	p.last = time.Now()
	p.look(true)
	m.panel.show(true)
	p.stop = m.frames(p.tick)
	m.onChange()
}

// leavePlay ends the playtest. The level is as it was; so is the view.
func (m *playMode) leavePlay() {
	p := m.run
	if p == nil {
		return
	}
	p.stop()
	m.run = nil
	m.canvas.EndRun()
	m.panel.show(false)
	m.onChange()
}

// load makes a run of the level as it stands now. The error of a spawn that asks for nonsense is shown.
func (p *player) load() bool {
	p.snap = p.doc.Snapshot()
	settings, start, err := playtest.SettingsOf(p.snap)
	if err != nil {
		p.w.failDialog("The playtest cannot start", err)
		return false
	}
	if p.place != nil {
		start = *p.place
	}
	speed, paused := 1.0, false
	if p.run != nil {
		speed, paused = p.run.Speed, p.run.Paused
	}
	run := playtest.NewRun(p.snap, settings, start)
	if n := run.TooManyPairs(); n > 0 {
		p.w.failDialog("The playtest cannot start", fmt.Errorf("over %s pairs of what moves lie on one another, too many to play; Problems says where", rounded(n)))
		return false
	}
	p.run = run
	p.run.Speed, p.run.Paused = speed, paused
	p.view = render.NewPlayView(p.snap, p.run)
	p.tape, p.note, p.grab, p.turn, p.fresh = nil, "", 0, false, true
	if p.run.Stuck() {
		p.note = "The character does not fit here"
	}
	p.apply()
	return true
}

// renew starts again with the level as it is now, such as after its settings have changed. A level that cannot be played any
// more ends the playtest: what would run on is no longer there.
func (p *player) renew() {
	if !p.load() {
		p.w.leavePlay()
		return
	}
	p.look(true)
	p.refresh()
}

// apply shows what the switches say.
func (p *player) apply() {
	show := &p.w.show
	p.view.Path, p.view.Reach, p.view.Contacts = show.path, show.reach, show.contacts
	p.w.panel.refreshSwitches()
	p.w.canvas.Redraw()
}

// levelChanged follows a document that was changed under the run, or replaced.
func (p *player) levelChanged() {
	if p.w.session.Document() != p.doc {
		p.w.leavePlay()
		return
	}
	p.renew()
}

// tick runs the steps that are due and asks for a picture.
func (p *player) tick(now time.Time) {
	dt := now.Sub(p.last).Seconds()
	p.last = now
	if p.w.isModal() {
		p.held = heldKeys{}
		return
	}
	const turn = 40 * time.Millisecond // what steps take longer makes the run slower, and does not hold up the window
	if n := min(p.run.Due(dt), max(1, int(turn/max(p.cost, 1)))); n > 0 {
		began := time.Now()
		done := 0
		for done < n && !p.run.Paused { // a replay that is over pauses the run
			p.step()
			done++
		}
		p.cost = time.Since(began) / time.Duration(done)
		p.look(false)
		p.w.canvas.Redraw()
	}
	const often = 100 * time.Millisecond
	if now.Sub(p.shown) >= often {
		p.shown = now
		p.w.panel.refresh()
	}
}

// step runs one step.
func (p *player) step() {
	if p.run.Finished() {
		return
	}
	in := p.input()
	if p.tape != nil {
		var more bool
		if in, more = p.tape.next(); !more {
			p.endReplay()
			return
		}
	}
	p.run.Step(in)
	if p.run.Finished() {
		p.endReplay()
		p.w.panel.refresh()
	}
}

// endReplay stops where the recording does, and says whether the run was the same.
func (p *player) endReplay() {
	t := p.tape
	if t == nil {
		return
	}
	p.tape = nil
	p.run.Paused = !p.run.Finished()
	p.note = "The recording ends here"
	if t.known {
		p.note = "The replay was another run"
		if p.run.Hash() == t.hash {
			p.note = "The replay was the same run, bit for bit"
		}
	}
	p.w.panel.refresh()
}

// input is what is held now.
func (p *player) input() playtest.Input {
	axis := func(low, high bool) float64 {
		switch {
		case low && !high:
			return -1
		case high && !low:
			return 1
		}
		return 0
	}
	in := playtest.Input{X: axis(p.held.left, p.held.right), Y: axis(p.held.up, p.held.down), Jump: p.held.jump, Reverse: p.turn}
	p.turn = false
	if p.grab != 0 {
		in.Grab, in.Target = p.grab, p.w.canvas.ToLevel(p.w.canvas.Pointer)
	}
	return in
}

// look keeps the character in the middle part of the view. A jump of the view is for a start.
func (p *player) look(start bool) {
	c := p.w.canvas
	if !p.w.show.follow && !start || c.Camera.Width < 2 {
		return
	}
	const free = 0.36 // of half the view, in which the character moves without the view
	at := p.run.Character().Position
	visible := c.Camera.Visible()
	half := visible.Size().Mul(0.5)
	bounds := c.LevelBounds()
	follow := func(center, at, half, low, high float64) float64 {
		want := center
		switch far := math.Abs(at-center) > half; {
		case start && far:
			want = at
		case !start && (far || low < center-half || high > center+half): // unless all of the level is in view
			want = min(max(center, at-free*half), at+free*half)
		}
		if high-low > 2*half && want != center { // no more beyond the level's end than the view had already
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
	// On whole pixels of the screen, so that what stands still stays sharp.
	c.Camera.Center = level.Vec{X: math.Round(to.X*c.Camera.Zoom) / c.Camera.Zoom, Y: math.Round(to.Y*c.Camera.Zoom) / c.Camera.Zoom}
	c.ViewChanged()
}

// Document implements Run.
func (p *player) Document() *level.Document { return p.doc }

// Scene implements Run.
func (p *player) Scene(s *render.Scene) (changed bool) {
	changed = p.view.Scene(p.run, s) || p.fresh
	p.fresh = false
	return changed
}

// Panned implements Run: who moves the view by hand does not want it to follow the character.
func (p *player) Panned() {
	if follow := &p.w.show.follow; *follow {
		p.toggle(follow)
	}
}

// pause stops the run, or lets it go on.
func (p *player) pause() {
	p.run.Paused = !p.run.Paused
	p.refresh()
}

// stepOnce runs one step, and stops before the next.
func (p *player) stepOnce() {
	p.run.Paused = true
	p.step()
	p.look(false)
	p.refresh()
}

// restart goes back to the start. Somebody plays again.
func (p *player) restart() {
	p.tape, p.note, p.turn = nil, "", false
	p.run.Paused = false
	p.run.Restart()
	p.fresh = true
	p.look(true)
	p.refresh()
}

// reverse turns gravity around with the next step.
func (p *player) reverse() {
	p.turn = true
	if p.run.Paused {
		p.tell("Gravity turns with the next step")
	}
}

// slow switches slow motion.
func (p *player) slow() {
	const slowly = 0.25
	if p.run.Speed < 1 {
		p.run.Speed = 1
	} else {
		p.run.Speed = slowly
	}
	p.refresh()
}

// replay runs a recording from its beginning.
func (p *player) replay(t *tape) {
	if t.rec.HasStart {
		start := t.rec.Start
		p.place = &start
	}
	if !p.load() {
		return
	}
	p.tape = t
	p.run.Paused = false
	p.look(true)
	p.refresh()
}

// replayRun runs again what was done so far.
func (p *player) replayRun() {
	rec := p.run.Recording()
	if p.tape != nil { // of a replay that is not over, all of it
		rec = p.tape.rec
	}
	if rec.Len() == 0 {
		p.tell("Nothing has been played yet")
		return
	}
	t := &tape{rec: rec}
	if p.tape == nil {
		t.hash, t.known = p.run.Hash(), true
	}
	p.replay(t)
}

func (p *player) tell(s string) { p.w.tell("%s", s) }

// refresh brings the panel and the picture up to date at once.
func (p *player) refresh() {
	p.w.panel.refresh()
	p.w.canvas.Redraw()
}

// toggleFits shows or hides where the character fits.
func (m *playMode) toggleFits() {
	m.canvas.ToggleFits()
	m.panel.refreshSwitches()
	m.onChange()
}

// toggle switches something that a playtest shows.
func (p *player) toggle(on *bool) {
	*on = !*on
	p.w.keepPlayShow()
	p.apply()
	p.look(false)
	p.w.panel.refresh()
}

// keepPlayShow writes down what a playtest shows, and marks it in the menu.
func (m *playMode) keepPlayShow() {
	for _, s := range m.playSwitches() {
		m.app.Preferences().SetBool(canvas.PrefView+s.Key, *s.On)
	}
	m.onChange()
}

// isLost reports whether the character is so far out of the level that it will not come back by itself.
func (p *player) isLost() bool {
	bounds := p.w.canvas.LevelBounds()
	return !bounds.Grow(bounds.Size().Len() / 2).Contains(p.run.Character().Position)
}

// clock is seconds as 0:03.2.
func clock(seconds float64, decimals int) string {
	minutes := math.Floor(seconds / 60)
	return fmt.Sprintf("%.0f:%0*.*f", minutes, decimals+3, decimals, seconds-60*minutes)
}
