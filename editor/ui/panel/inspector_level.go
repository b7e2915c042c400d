package panel

import (
	"math"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

func (v *Inspector) buildLevel() {
	s := v.session
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
	edit := func(label string, change func(*level.Settings)) { v.fail(s.EditSettings(label, change)) }
	parts := v.number("", func() (float64, bool) { return float64(s.Document().Settings().Grid.Subdivisions), false },
		func(n float64) {
			edit("Change the grid", func(st *level.Settings) {
				st.Grid.Subdivisions = int(min(max(math.Round(n), 0), 1000))
			})
		})
	parts.Step = 0.1
	v.row("Subdivisions", parts)
	v.row("Pixels/metre", v.number("", func() (float64, bool) { return s.Document().Settings().PixelsPerMetre, false },
		func(x float64) { edit("Change the scale", func(st *level.Settings) { st.PixelsPerMetre = x }) }))
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
