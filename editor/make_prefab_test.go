package editor_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor"
	"fillet/editor/level"
)

// looks returns everything visible or colliding in a level, but not ids, layers and groups: making a prefab must not
// change it. Numbers are rounded, since moving to another origin and back loses digits.
func looks(s *editor.Session) []string {
	var out []string
	for c := range s.Document().Colliders() {
		p := c.Position
		out = append(out, fmt.Sprintf("%s %v %.6f,%.6f %g %v %v %v %v %g", c.Name, c.Shape, p.X+0, p.Y+0,
			float64(c.Angle), c.Role, c.Tags, c.Categories, c.Body, c.Friction))
	}
	slices.Sort(out)
	return out
}

// Making a prefab of shapes on several layers, groups, instances and parts, with any origin, changes nothing visible,
// and undo restores everything.
func TestMakePrefabChangesNothingVisible(t *testing.T) {
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		s, path := withPrefabs(t)
		doc := s.Document()
		settings := *doc.Settings()
		settings.Categories = []string{"terrain", "props"}
		if err := s.Do("settings", level.Diff{Settings: level.Changed(doc.Settings(), &settings)}); err != nil {
			rt.Fatal(err)
		}
		quarters := func(x float64, label string) float64 {
			return float64(rapid.IntRange(0, int(x)).Draw(rt, label)) / 4
		}
		for k := range rapid.IntRange(1, 8).Draw(rt, "steps") {
			var err error
			switch rapid.SampledFrom([]string{
				"shape", "shape", "layer", "instance", "group", "change",
				"flip",
			}).Draw(rt, "what") {
			case "shape":
				c := *level.NewCollider(0, 0, fmt.Sprintf("shape %d", k),
					level.Shape{
						Kind: level.Box, Size: level.Vec{X: 8 + quarters(64, "w"), Y: 8}, Rounding: level.Inset,
					},
					level.Vec{X: quarters(1600, "x"), Y: quarters(800, "y")})
				c.Tags = []string{fmt.Sprint("tag", k)}
				c.Categories = rapid.SampledFrom([][]string{nil, {"props"}, {"terrain", "props"}}).Draw(rt,
					"categories")
				_, err = s.Add(c)
			case "layer":
				_, err = s.Layers().Add(fmt.Sprintf("layer %d", k))
			case "instance":
				_, err = s.Instances().Place("crate.level.yaml",
					level.Vec{X: quarters(1600, "x"), Y: quarters(800, "y")})
			case "group":
				_, err = s.Groups().Group()
			case "change":
				var ids []level.ID
				for c := range doc.Colliders() {
					ids = append(ids, c.ID)
				}
				s.Selection().Set(rapid.SampledFrom(ids).Draw(rt, "one"))
				err = s.Nudge(quarters(40, "dx"), 1)
			case "flip":
				err = s.Flip(true)
			}
			_ = err // grouping across two layers fails and changes nothing, which is fine here
		}
		var ids []level.ID
		for c := range doc.Colliders() {
			ids = append(ids, c.ID)
		}
		picked := rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 1, len(ids), rapid.ID[level.ID]).Draw(rt, "picked")
		s.Selection().Set(picked...)
		before, exact := looks(s), shown(s)
		origin := level.Vec{
			X: rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(rt, "origin x"),
			Y: rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(rt, "origin y"),
		}
		made, at, err := s.Instances().Prefab("made", origin)
		if err != nil {
			rt.Fatal(err)
		}
		n++
		name := fmt.Sprintf("made%d.level.yaml", n)
		b, err := level.Marshal(made)
		if err := errors.Join(err, os.WriteFile(filepath.Join(filepath.Dir(path), name), b, 0o644)); err != nil {
			rt.Fatal(err)
		}
		if _, err := s.Instances().ReplaceSelection(name, at); err != nil {
			rt.Fatalf("%v\n%s", err, b)
		}
		if err := doc.Validate(); err != nil {
			rt.Fatal(err)
		}
		if got := looks(s); !slices.Equal(got, before) {
			rt.Fatalf("got\n%s\nwant\n%s\nthe prefab is\n%s", strings.Join(got, "\n"),
				strings.Join(before, "\n"), b)
		}
		if s.Undo(); shown(s) != exact {
			rt.Fatalf("after undo: %s, want %s", shown(s), exact)
		}
	})
}
