package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/tool"
)

// TestRayMatchesTheWindow casts the same rays with the command and with the window's tool, through levels that have
// been edited. The window's collision world has followed the document; the command builds its own from the file.
func TestRayMatchesTheWindow(t *testing.T) {
	t.Setenv(cacheVariable, t.TempDir())
	rapid.Check(t, func(rt *rapid.T) {
		doc, err := level.NewDocument(level.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		s := editor.NewSession(doc)
		s.SetSnapping(editor.SnapSettings{})
		drawInt := func(name string, from, to int) float64 { return float64(rapid.IntRange(from, to).Draw(rt, name)) }
		for i := range rapid.IntRange(1, 12).Draw(rt, "colliders") {
			shape := level.Shape{
				Kind: level.Box, Rounding: level.Inset,
				Size: level.Vec{X: drawInt("w", 1, 6) * 10, Y: drawInt("h", 1, 6) * 10},
			}
			if rapid.Bool().Draw(rt, "is polygon") {
				shape = level.Shape{
					Kind: level.Polygon, Rounding: level.Inset,
					Points: []level.Vec{{}, {X: 60}, {X: 60, Y: 20}, {X: 20, Y: 20}, {X: 20, Y: 60}, {Y: 60}},
				}
			}
			c := level.NewCollider(0, 0, fmt.Sprintf("n%d", i), shape,
				level.Vec{X: drawInt("x", -12, 12) * 10, Y: drawInt("y", -12, 12) * 10})
			c.Role = rapid.SampledFrom([]level.Role{level.Solid, level.Solid, level.Trigger, level.OneWay}).Draw(rt,
				"role")
			if c.Role == level.OneWay {
				c.OneWay = level.Up
			}
			if _, err := s.Add(*c); err != nil {
				t.Fatal(err)
			}
		}
		if rapid.Bool().Draw(rt, "something is deleted and moved") {
			_ = s.DeleteSelection() // the last step
			s.Selection().All()
			_ = s.Nudge(10, 0)
			_ = s.Arrange().ToFront()
			s.Undo()
		}
		radius := rapid.SampledFrom([]float64{0, 0, 16}).Draw(rt, "radius")
		all := rapid.Bool().Draw(rt, "all")
		from := level.Vec{X: drawInt("from x", -25, 25) * 10, Y: drawInt("from y", -25, 25) * 10}
		to := level.Vec{X: drawInt("to x", -25, 25) * 10, Y: drawInt("to y", -25, 25) * 10}
		if from.Dist(to) < 5 {
			return
		}

		c := tool.NewController(s)
		c.Switch(tool.Rays)
		if radius > 0 {
			c.Key("Y", tool.Mods{})
		}
		if all {
			c.Key("A", tool.Mods{})
		}
		for _, e := range []tool.Event{
			{Kind: tool.Down, Pos: from},
			{Kind: tool.Move, Pos: to},
			{Kind: tool.Up, Pos: to},
		} {
			c.Pointer(e)
		}
		hits, err := c.RayHits()
		if err != nil {
			rt.Fatal(err)
		}

		file, err := level.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		args := []string{
			"fillet", "ray", "-", "-f", "json", fmt.Sprintf("--from=%g,%g", from.X, from.Y),
			fmt.Sprintf("--to=%g,%g", to.X, to.Y), fmt.Sprintf("--radius=%g", radius),
		}
		if all {
			args = append(args, "--all")
		}
		var out, errs bytes.Buffer
		if code := run(t.Context(), args, bytes.NewReader(file), &out, &errs); code != 0 {
			rt.Fatalf("%v: code %d: %s", args, code, errs.String())
		}
		var answer struct {
			Hits []struct {
				ID                 string
				Piece              int
				Fraction, Distance float64
				Point, Normal      [2]float64
			}
		}
		if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
			rt.Fatal(err)
		}
		if len(answer.Hits) != len(hits) {
			rt.Fatalf("the window has %d hits, the command %d:\n%s", len(hits), len(answer.Hits), out.String())
		}
		for i, h := range hits {
			a := answer.Hits[i]
			if a.ID != h.Collider.ID.String() || a.Piece != h.Piece || a.Fraction != h.Fraction ||
				a.Distance != h.Distance ||
				a.Point != [2]float64{h.Point.X, h.Point.Y} || a.Normal != [2]float64{h.Normal.X, h.Normal.Y} {
				rt.Fatalf("hit %d is %v %+v in the window, %+v in the command", i, h.Collider.ID, h, a)
			}
		}
	})
}
