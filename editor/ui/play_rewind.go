package ui

import (
	"time"

	"fillet/editor/play"
)

// rewinding holds the earlier states of a run, and the step to which it is seeking.
type rewinding struct {
	history   play.History
	to        int // the step to reach, while seeking
	isSeeking bool
}

// turnTime limits the time that the window spends on a run per frame. Slow steps slow down the run instead of blocking
// the window.
const turnTime = 40 * time.Millisecond

// Length returns the number of steps that Seek can reach: the steps played so far, or the length of a replayed
// recording that is longer.
func (p *player) Length() int {
	if p.Tape != nil {
		return max(p.Tape.rec.Len(), p.Run.Steps())
	}
	return p.Run.Steps()
}

func (p *player) noteStep() { p.back.history.Note(p.Run) }

// StepBack goes back one step and pauses.
func (p *player) StepBack() {
	at := p.Run.Steps()
	if p.back.isSeeking {
		at = p.back.to
	}
	p.Seek(at - 1)
}

// Seek pauses the run and moves it to a step of the run or replay. The steps after it are kept for stepping and
// replaying until the user plays on from there. Seeking far takes several frames.
func (p *player) Seek(to int) {
	to = min(max(to, 0), p.Length())
	p.Run.Paused = true
	if to == p.Run.Steps() && !p.back.isSeeking {
		p.refresh()
		return
	}
	if p.Tape == nil {
		p.Tape = &playTape{rec: p.Run.Recording(), own: true}
		p.Tape.seek(p.Run.Steps())
	}
	if !p.back.history.Back(p.Run, to) {
		p.tell("That step is no longer kept")
		return
	}
	p.Tape.seek(p.Run.Steps())
	p.note, p.grab, p.turn = "", 0, false
	p.back.to, p.back.isSeeking = to, true
	p.catchUp()
	p.FollowCharacter(false)
	p.refresh()
}

// catchUp advances toward the step sought, within the frame's time limit.
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
		p.back.isSeeking = false
		p.atEnd()
	}
}

// atEnd returns control to the user once stepping has reached the end of the user's own run.
func (p *player) atEnd() {
	if p.Tape != nil && p.Tape.own && (p.Tape.isOver() || p.Run.Finished()) {
		p.Tape = nil
		p.Run.Paused = !p.Run.Finished()
	}
}

// takeOver returns control to the user in the middle of a replay, and drops the rest of the recording.
func (p *player) takeOver() {
	if p.Tape == nil || p.Run.Paused || p.back.isSeeking {
		return
	}
	p.Tape = nil
	p.back.history.Cut(p.Run)
	p.note = ""
	p.w.Panel.refresh()
}
