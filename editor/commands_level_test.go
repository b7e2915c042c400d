package editor_test

import (
	"bytes"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/testkit"

	"pgregory.net/rapid"
)

// scaleLevel scales a session's level by percent.
func scaleLevel(t *testing.T, s *editor.Session, percent float64, measures bool) {
	t.Helper()
	must(t, editor.ScaleLevel(s))
	if measures {
		s.Proposal().Choose(1)
	}
	must(t, s.Proposal().Numbers[0].Set(percent))
	must(t, s.Accept())
}

// Scaling a level includes its frame, views, groups and instances. Scaling by 2 and then by a half restores every byte.
func TestScaleLevel(t *testing.T) {
	s := open(t, box("a", 16, 16, 32, 32), circle("b", 100, 40, 8), polygon("c", 200, 100, 0, 0, 40, 0, 40, 40, 0, 40))
	s.Selection().Set(3)
	err := s.Shapes([]level.ID{3}).SetRadius(20)
	must(t, err)
	s.Selection().Set(1, 2)
	_, err = s.Groups().Group()
	must(t, err)
	must(t, s.EditSettings("View", func(set *level.Settings) {
		set.Pictures = []level.Picture{{
			Name: "sky", File: "sky.png", Position: level.Vec{X: 10, Y: 20},
			Size: level.Vec{X: 30, Y: 40}, Angle: 30, Opacity: 1,
		}}
	}))
	before := marshalled(t, s)
	scaleLevel(t, s, 300, false)
	if got, want := shapes(s), "a box 0..96 0..96 *; b circle 276..324 96..144 *; c polygon 600..720 300..420"; got !=
		want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	set := s.Document().Settings()
	if want := (level.Vec{X: 3072, Y: 1728}); set.Size != want || set.Grid.Size.X != 16 {
		t.Errorf("frame %v, grid %v", set.Size, set.Grid)
	}
	if p := set.Pictures[0]; p.Position != (level.Vec{X: 30, Y: 60}) || p.Size != (level.Vec{X: 90, Y: 120}) ||
		p.Angle != 30 {
		t.Errorf("picture = %+v", p)
	}
	if r := s.Document().Collider(3).Shape.Radius; r != 60 {
		t.Errorf("the radius of 20 is %v", r)
	}
	s.Undo()
	if !bytes.Equal(before, marshalled(t, s)) {
		t.Error("undo does not restore the level")
	}
	for _, measures := range []bool{false, true} {
		scaleLevel(t, s, 200, measures)
		if grid := s.Document().Settings().Grid.Size.X; measures != (grid == 32) {
			t.Errorf("with measures %v the grid is %v", measures, grid)
		}
		scaleLevel(t, s, 50, measures)
		if after := marshalled(t, s); !bytes.Equal(before, after) {
			t.Errorf("scaling by 2 and by a half changes the level to\n%s", after)
		}
	}
	for _, horizontal := range []bool{true, false} {
		for range 2 {
			_, err := editor.FlipLevel(s, horizontal)
			must(t, err)
		}
		if after := marshalled(t, s); !bytes.Equal(before, after) {
			t.Errorf("flipping twice changes the level to\n%s", after)
		}
	}
	_, err = editor.FlipLevel(s, false)
	must(t, err)
	if p := s.Document().Settings().Pictures[0]; p.Position != (level.Vec{X: 10, Y: 556}) || !p.Flip || p.Angle != 150 {
		t.Errorf("after a vertical flip the picture is %+v", p)
	}
	s.Undo()
	must(t, editor.ScaleLevel(s))
	if s.Proposal().Numbers[0].Set(0) == nil || s.Proposal().Numbers[0].Set(-5) == nil ||
		s.Proposal().Numbers[0].Set(1e9) == nil {
		t.Error("an invalid factor is accepted")
	}
}

// Instances scale and mirror with their level.
func TestLevelTransformWithInstances(t *testing.T) {
	t.Parallel()
	s, _ := withPrefabs(t)
	before := marshalled(t, s)
	boxes := map[level.ID]level.Vec{}
	for c := range s.Document().Colliders() {
		boxes[c.ID] = level.DrawnBounds(c).Size()
	}
	scaleLevel(t, s, 200, false)
	for c := range s.Document().Colliders() {
		if got, want := level.DrawnBounds(c).Size(), boxes[c.ID].Mul(2); got.Dist(want) > 1e-6 {
			t.Errorf("%s is %v, want %v", c.IDText(), got, want)
		}
	}
	scaleLevel(t, s, 50, false)
	if after := marshalled(t, s); !bytes.Equal(before, after) {
		t.Errorf("scaling by 2 and by a half changes the level to\n%s\nwant\n%s", after, before)
	}
	about := s.Document().Settings().Size.Mul(0.5)
	was := map[level.ID]level.Vec{}
	for c := range s.Document().Colliders() {
		was[c.ID] = level.DrawnBounds(c).Center()
	}
	for _, horizontal := range []bool{true, false} {
		_, err := editor.FlipLevel(s, horizontal)
		must(t, err)
		for c := range s.Document().Colliders() {
			want := was[c.ID]
			if horizontal {
				want.X = 2*about.X - want.X
			} else {
				want.Y = 2*about.Y - want.Y
			}
			if got := level.DrawnBounds(c).Center(); got.Dist(want) > 1e-6 {
				t.Errorf("flipped (left to right: %v) %s is at %v, want %v", horizontal, c.IDText(), got, want)
			}
		}
		s.Undo()
		if !bytes.Equal(before, marshalled(t, s)) {
			t.Error("undo does not restore the level")
		}
	}
}

// For any level, scaling by 2 and then by a half restores it, flipping twice nearly restores it, and undo restores it
// exactly.
func TestLevelTransformProperties(outer *testing.T) {
	rapid.Check(outer, func(t *rapid.T) {
		drawn := drawColliders(t)
		for range rapid.IntRange(0, 3).Draw(t, "more") {
			shape := testkit.DrawShape(t)
			c := level.NewCollider(0, 0, "more", shape, level.Vec{X: rapid.Float64Range(-100, 100).Draw(t, "x")})
			if _, err := level.Magnified(c, level.Vec{}, 4).Shape.Bake(); err != nil {
				// skip a curve whose small self-crossing is within the tolerance until it is scaled up
				continue
			}
			if _, err := level.Magnified(c, level.Vec{}, 2).Shape.Bake(); err == nil {
				drawn = append(drawn, c)
			}
		}
		s := open(outer, drawn...)
		before := marshalled(outer, s)
		measures := rapid.Bool().Draw(t, "measures")
		scaleLevel(outer, s, 200, measures)
		scaleLevel(outer, s, 50, measures)
		if after := marshalled(outer, s); !bytes.Equal(before, after) {
			t.Fatalf("scaling by 2 and by a half changes the level to\n%s\nwant\n%s", after, before)
		}
		s = open(outer, drawColliders(t)...)
		before = marshalled(outer, s)
		was := map[level.ID]level.Vec{}
		for c := range s.Document().Colliders() {
			was[c.ID] = level.DrawnBounds(c).Center()
		}
		horizontal := rapid.Bool().Draw(t, "horizontal")
		for range 2 {
			if _, err := editor.FlipLevel(s, horizontal); err != nil {
				t.Fatal(err)
			}
		}
		for c := range s.Document().Colliders() {
			if got := level.DrawnBounds(c).Center(); got.Dist(was[c.ID]) > 1e-6 {
				t.Errorf("%s was at %v and is at %v", c.Name, was[c.ID], got)
			}
		}
		factor := rapid.Float64Range(1, 900).Draw(t, "percent")
		scaleLevel(outer, s, factor, measures)
		for {
			if _, ok := s.Undo(); !ok {
				break
			}
		}
		if !bytes.Equal(before, marshalled(outer, s)) {
			t.Error("undo does not restore the level")
		}
		for {
			if _, ok := s.Redo(); !ok {
				break
			}
		}
		check(outer, s)
	})
}
