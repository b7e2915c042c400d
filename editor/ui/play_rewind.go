package ui

import (
	"time"

	"fillet/editor/play"
)

// rewinding is a run's way back: the states it has been in, and the step that it is being put to.
type rewinding struct {
	history play.History
	to      int  // the step to come to, where it is under way
	is      bool // it is under way
}

// turnTime is how long the window works on a run at once. What steps take longer makes the run slower, and does not hold up the
// window.
const turnTime = 40 * time.Millisecond

// Length is how many steps the run has that can be gone to: those of the recording that is replayed, or those played.
func (p *player) Length() int {
	if p.Tape != nil {
		return max(p.Tape.rec.Len(), p.Run.Steps())
	}
	return p.Run.Steps()
}

// noteStep keeps what the run can be put back to.
func (p *player) noteStep() {
	p.back.history.Note(p.Run)
}

// StepBack puts the run one step back, and stops it there.
func (p *player) StepBack() {
	at := p.Run.Steps()
	if p.back.is {
		at = p.back.to
	}
	p.Seek(at - 1)
}

// Seek stops the run and puts it to a step of what was played or is replayed. What came after it stays, to be stepped through and
// replayed, until somebody plays on from there. A way of many steps takes some frames.
func (p *player) Seek(to int) {
	to = min(max(to, 0), p.Length())
	p.Run.Paused = true
	if to == p.Run.Steps() && !p.back.is {
		p.refresh()
		return
	}
	if p.Tape == nil {
		p.Tape = &playTape{rec: p.Run.Recording(), own: true}
		p.Tape.seek(p.Run.Steps())
	}
	if !p.back.history.Back(p.Run, to) {
		p.tell("The way back is not kept")
		return
	}
	p.Tape.seek(p.Run.Steps())
	p.note, p.grab, p.turn = "", 0, false
	p.back.to, p.back.is = to, true
	p.catchUp()
	p.Look(false)
	p.refresh()
}

// catchUp steps towards where the run is to be put, for as long as the window may wait.
func (p *player) catchUp() {
	began := p.w.Now()
	for p.Run.Steps() < p.back.to && p.w.Now().Sub(began) < turnTime {
		in, more := p.Tape.next()
		if !more {
			break
		}
		p.Run.Step(in)
		p.noteStep()
	}
	if p.Run.Steps() >= p.back.to || p.Tape.isOver() || p.Run.Finished() {
		p.back.is = false
		p.atEnd()
	}
}

// atEnd has somebody play again where what was played has been stepped through to its end.
func (p *player) atEnd() {
	if p.Tape != nil && p.Tape.own && (p.Tape.isOver() || p.Run.Finished()) {
		p.Tape = nil
		p.Run.Paused = !p.Run.Finished()
	}
}

// takeOver has somebody play on from where a replay is. What followed in the recording is no longer this run's.
func (p *player) takeOver() {
	if p.Tape == nil || p.Run.Paused || p.back.is {
		return
	}
	p.Tape = nil
	p.back.history.Cut(p.Run)
	p.note = ""
	p.w.Panel.refresh()
}
