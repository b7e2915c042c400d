package ui

import (
	"context"
	"errors"
	"time"

	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/play"
	"fillet/editor/tool"
	"fillet/editor/ui/dialog"
)

const (
	waysSteps = 1_500_000   // limit of a survey: a few seconds of work
	waysRest  = time.Second // idle time before a changed level is surveyed again
	waysReach = 7           // how near the pointer must be to pick, in units
)

// waysView shows the ground that the character can reach and the ways between its stretches. It implements
// [canvas.Over].
type waysView struct {
	Steps int // limit of a survey
	mode  *playMode
	doc   *level.Document // the surveyed document; nil: hidden
	chart *play.Chart     // nil until the first survey ends
	stale bool            // the level has changed since the survey
	busy  bool            // a survey is running
	stop  func()          // cancels the running or pending survey

	hover, picked play.Pick
	took          bool // the view handled the current press
}

// IsOn reports whether the view is shown, or about to be.
func (v *waysView) IsOn() bool { return v.doc != nil }

// Toggle shows or hides the reachable ground.
func (v *waysView) Toggle() {
	if v.IsOn() {
		v.Hide()
		return
	}
	m := v.mode
	snap := m.Session.Document().Snapshot()
	settings, _, err := play.SettingsOf(snap)
	switch {
	case err != nil:
	case play.SpawnOf(snap) == nil:
		err = errors.New("the level has no spawn. Play › Set spawn here adds one")
	case settings.Mode == play.TopDown:
		err = errors.New("a top-down level has no ground")
	}
	if err != nil {
		m.FailDialog("Reachable ground cannot be shown", err)
		return
	}
	m.Leave()
	v.doc = m.Session.Document()
	m.Canvas.Over = v
	v.survey()
	v.refresh()
}

func (v *waysView) Hide() {
	if v.stop != nil {
		v.stop()
	}
	*v = waysView{Steps: v.Steps, mode: v.mode}
	v.mode.Canvas.Over = nil
	v.refresh()
}

// refresh updates the canvas and the strip.
func (v *waysView) refresh() {
	v.mode.Canvas.Redraw()
	v.mode.OnChange()
}

// changed handles a document that was edited or replaced.
func (v *waysView) changed() {
	if !v.IsOn() {
		return
	}
	if v.mode.Session.Document() != v.doc {
		v.Hide()
		return
	}
	if v.stop != nil {
		v.stop()
	}
	v.stale, v.busy = true, false
	v.stop = v.mode.Look.Later(waysRest, v.survey)
	v.mode.Canvas.Redraw()
}

// survey finds the ways in the background. The previous result stays visible meanwhile.
func (v *waysView) survey() {
	m, doc := v.mode, v.doc
	snap := doc.Snapshot()
	settings, start, err := play.SettingsOf(snap)
	if err != nil || play.SpawnOf(snap) == nil {
		v.chart, v.hover, v.picked, v.stop = nil, play.Pick{}, play.Pick{}, nil
		v.refresh()
		return
	}
	own, cancel := context.WithCancel(context.Background())
	v.stop, v.busy = cancel, true
	steps := play.AffordableSteps(snap, v.Steps)
	search := func(ctx context.Context, progress dialog.Progress) (func(), error) {
		ctx, end := context.WithCancel(ctx)
		defer end()
		defer context.AfterFunc(own, end)()
		var chart *play.Chart
		defer func() {
			m.Look.Post(func() {
				if own.Err() == nil {
					cancel()
					v.found(chart)
				}
			})
		}()
		seen, err := play.NewSurvey(ctx, snap, settings, start, play.SolveOptions{
			Steps: steps, Workers: 2,
			Progress: func(done int) { progress(done, steps) },
		})
		switch {
		case own.Err() != nil: // cancelled
			return nil, nil
		case err != nil:
			return nil, err
		}
		chart = play.NewChart(seen, snap, settings)
		return nil, nil
	}
	m.RunInBackground("Searching for reachable ground", search, "Reachable ground was not found", nil)
}

// found shows a new chart. If chart is nil, it keeps the previous chart, or hides the view if there is none.
func (v *waysView) found(chart *play.Chart) {
	v.busy, v.stop = false, nil
	if chart == nil && v.chart == nil {
		v.Hide()
		return
	}
	if chart != nil {
		v.chart, v.stale, v.hover, v.picked = chart, false, play.Pick{}, play.Pick{}
	}
	v.refresh()
}

// Overlays implements [canvas.Over].
func (v *waysView) Overlays() []overlay.Item {
	if v.chart == nil {
		return nil
	}
	c := v.mode.Canvas
	return v.chart.Overlays(v.seen(), c.Scale/c.Camera.Zoom, v.stale)
}

// seen returns the highlighted ground or way: the hovered one or, without one, the picked one.
func (v *waysView) seen() play.Pick {
	if v.hover.Kind != play.PickNothing && (v.picked.Kind == play.PickNothing || v.hover.Kind == play.PickWay) {
		return v.hover
	}
	return v.picked
}

// Pointer implements [canvas.Over]. A click on ground picks it, a click on a way plays it, and a click elsewhere clears
// the pick.
func (v *waysView) Pointer(e tool.Event) bool {
	if v.chart == nil || v.stale {
		return false
	}
	c := v.mode.Canvas
	at := play.Pick{}
	if e.Kind != tool.Leave {
		at = v.chart.At(e.Pos, waysReach*c.Scale/c.Camera.Zoom, v.picked)
	}
	if at != v.hover {
		v.hover = at
		v.refresh()
	}
	switch {
	case e.Button != tool.Primary:
	case e.Kind == tool.Up && v.took:
		v.took = false
		return true
	case e.Kind != tool.Down:
	case at.Kind == play.PickWay:
		v.took = true
		v.picked = at
		v.Play()
		return true
	case at.Kind == play.PickGround:
		v.took = true
		v.Pick(at)
		return true
	case v.picked.Kind != play.PickNothing:
		v.Pick(play.Pick{})
	}
	return false
}

// IsPointed implements [canvas.Over].
func (v *waysView) IsPointed() bool { return v.hover.Kind != play.PickNothing }

// Pick highlights a stretch of ground or a way.
func (v *waysView) Pick(p play.Pick) {
	v.picked = p
	v.refresh()
}

// CanPlay reports whether a playable way is picked.
func (v *waysView) CanPlay() bool {
	return v.chart != nil && !v.stale && v.picked.Kind == play.PickWay
}

// Play plays the inputs of the picked way in a playtest.
func (v *waysView) Play() {
	if !v.CanPlay() {
		return
	}
	v.hover, v.took = play.Pick{}, false
	if v.mode.replayFromSpawn(v.chart.Way(v.picked.Index).Inputs) {
		v.mode.Tell("%s. Esc returns to the ways", v.chart.Describe(v.picked))
	}
}

// Strip returns the strip at the lower edge of the canvas, or nil while the view is off.
func (v *waysView) Strip() *tool.Strip {
	if !v.IsOn() {
		return nil
	}
	s := &tool.Strip{Title: "Reachable ground", Chapter: "playing", Close: v.Hide}
	end := tool.StripChoice{Name: "Hide", Key: "Esc", End: true, Do: v.Hide}
	if v.chart == nil {
		text := "Searching for reachable ground"
		if !v.busy {
			text = "The level no longer has a spawn"
		}
		s.Lines, s.Choices = []tool.StripLine{{Text: text}}, []tool.StripChoice{end}
		return s
	}
	summary, detail := v.chart.Summary()
	if text := v.chart.Describe(v.seen()); text != "" {
		detail = text
	}
	if v.stale {
		detail = "The level has changed. Searching again"
	}
	s.Lines, s.Legend = []tool.StripLine{{Text: summary}, {Text: detail}}, play.ChartLegend()
	none := v.chart.Ways() == 0 || v.stale
	next := func(by int) func() { return func() { v.Pick(v.chart.Next(v.picked, by)) } }
	s.Choices = []tool.StripChoice{
		{Name: "Previous way", Off: none, Do: next(-1)},
		{Name: "Next way", Off: none, Do: next(1)},
		{Name: "Play", Key: "Enter", On: v.CanPlay(), Off: !v.CanPlay(), Do: v.Play},
		end,
	}
	return s
}

// solveSteps limits the steps that the window tries: about a minute of work.
const solveSteps = 20_000_000

// Solve searches for inputs that reach the goal and plays them. It works in the background, so the level can be edited
// meanwhile.
func (m *playMode) Solve() {
	snap, doc := m.Session.Document().Snapshot(), m.Session.Document()
	settings, start, err := play.SettingsOf(snap)
	if err != nil {
		m.FailDialog("The level cannot be solved", err)
		return
	}
	search := func(ctx context.Context, progress dialog.Progress) (func(), error) {
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
	}
	m.RunInBackground("Searching for a way to the goal", search, "The search failed", nil)
}

// showSolved plays the solution, or explains why none was found.
func (m *playMode) showSolved(res *play.Solution) {
	switch res.Verdict {
	case play.Found:
		if m.replayFromSpawn(res.Inputs) {
			m.Tell("Goal reached after %s. Play › Save run… saves the inputs",
				clockText(float64(res.Inputs.Len())/play.Rate, 1))
		}
	case play.Sealed:
		m.FailDialog("The goal cannot be reached", errors.New(res.Missing()))
	default:
		m.FailDialog("No way to the goal was found", errors.New(res.Missing()))
	}
}
