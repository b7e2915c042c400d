package ui

import (
	"context"
	"errors"

	"fillet/editor/play"
)

// solveSteps limits the steps that the window tries: about a minute of work.
const solveSteps = 20_000_000

// Solve searches for inputs that reach the goal, off the window's thread, and plays them. The level can be edited
// meanwhile.
func (m *playMode) Solve() {
	snap, doc := m.Session.Document().Snapshot(), m.Session.Document()
	settings, start, err := play.SettingsOf(snap)
	if err != nil {
		m.FailDialog("The level cannot be solved", err)
		return
	}
	m.WorkTelling("Searching for a way to the goal", func(ctx context.Context, progress func(done, total int)) (func(),
		error,
	) {
		res, err := play.Solve(ctx, snap, settings, start, play.SolveOptions{
			Steps: solveSteps, Workers: 2, Progress: func(steps int) { progress(steps, solveSteps) },
		})
		if err != nil {
			return nil, err
		}
		return func() {
			if m.Session.Document() == doc {
				m.showSolved(&res)
			}
		}, nil
	}, "The level was not solved")
}

// showSolved plays the solution, or explains why none was found.
func (m *playMode) showSolved(res *play.Solution) {
	switch res.Verdict {
	case play.Found:
		rec := res.Inputs
		rec.HasStart = false // start at the spawn
		if m.Run == nil {
			m.PlayFrom(nil)
		}
		if m.Run != nil {
			m.Run.place = nil
			m.Run.replay(&playTape{rec: rec})
			m.Tell("Goal reached after %s. Play › Save run… saves the inputs",
				clockText(float64(rec.Len())/play.Rate, 1))
		}
	case play.Sealed:
		m.FailDialog("The goal cannot be reached", errors.New(res.Missing()))
	default:
		m.FailDialog("No way to the goal was found", errors.New(res.Missing()))
	}
}
