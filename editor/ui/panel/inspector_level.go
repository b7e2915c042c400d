package panel

import (
	"math"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

func (v *Inspector) buildLevel() {
	s := v.session
	get := func(f func(*level.Settings) float64) func() (float64, bool) {
		return func() (float64, bool) { return f(s.Document().Settings()), false }
	}
	set := func(label string, f func(*level.Settings, float64)) func(float64) {
		return func(x float64) { v.fail(s.EditSettings(label, func(st *level.Settings) { f(st, x) })) }
	}
	v.text("Name", "", func() (string, bool) { return s.Document().Settings().Name, false }, func(name string) {
		v.fail(s.EditSettings("Rename the level", func(st *level.Settings) { st.Name = name }))
	})
	for _, f := range []struct {
		label, step, x, y string
		of                func(*level.Settings) *level.Vec
	}{
		{"Origin", "Move the level's frame", "X", "Y", func(st *level.Settings) *level.Vec { return &st.Origin }},
		{"Size", "Resize frame", "W", "H", func(st *level.Settings) *level.Vec { return &st.Size }},
		{"Grid", "Change the grid", "W", "H", func(st *level.Settings) *level.Vec { return &st.Grid.Size }},
		{"Grid offset", "Change the grid", "X", "Y", func(st *level.Settings) *level.Vec { return &st.Grid.Offset }},
	} {
		x, y := v.vector(func() level.Vec { return *f.of(s.Document().Settings()) }, func(change func(*level.Vec)) {
			v.fail(s.EditSettings(f.step, func(st *level.Settings) { change(f.of(st)) }))
		})
		v.pair(f.label, x, y, f.x, f.y)
	}
	parts := v.number("", get(func(st *level.Settings) float64 { return float64(st.Grid.Subdivisions) }),
		set("Change the grid", func(st *level.Settings, n float64) {
			st.Grid.Subdivisions = int(min(max(math.Round(n), 0), 1000))
		}))
	parts.Step = 0.1
	v.row("Subdivisions", parts)
	v.row("Pixels/metre", v.number("", get(func(st *level.Settings) float64 { return st.PixelsPerMetre }),
		set("Change the scale", func(st *level.Settings, x float64) { st.PixelsPerMetre = x })))
	v.buildLevelCategories()
	v.buildSaid()
	p := v.Look.Colors()
	for _, line := range []string{
		"", "Pick a tool on the left and draw: P polygon,",
		"R box, C circle, K capsule, T trigger.", "V selects and moves, N edits nodes.",
	} {
		v.Body.Add(kit.Text(line, p.Quiet, kit.SmallText+1))
	}
}
