package tool_test

import (
	"fmt"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/tool"
)

// withPictures returns a rig with two pictures of 40 by 20 image pixels side by side, one scaled by 2, and a shape over
// both.
func withPictures(t testing.TB) *rig {
	t.Helper()
	r := newRig(t, box("crate", 0, 0, 200, 10))
	r.c.Pictures().Use(func(file string) (level.Vec, bool) {
		return level.Vec{X: 40, Y: 20}, file != "/gone.png"
	}, func(tool.PictureRequest, string) {})
	for _, p := range []struct {
		file    string
		x, w, h float64
	}{{"/left.png", -100, 40, 20}, {"/right.png", 100, 80, 40}} {
		if _, err := r.s.Pictures().Add(p.file, level.Vec{X: p.w, Y: p.h}, level.Vec{X: p.x}); err != nil {
			t.Fatal(err)
		}
	}
	r.run("tool pictures")
	return r
}

// placed describes the positions of the pictures.
func placed(r *rig) string {
	var out []string
	for _, p := range r.s.Pictures().List() {
		text := fmt.Sprintf("%s %g,%g %gx%g", p.Name, p.Position.X, p.Position.Y, p.Size.X, p.Size.Y)
		if p.Angle != 0 {
			text += fmt.Sprintf(" turned %g", float64(p.Angle))
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

func TestPictures(t *testing.T) {
	t.Parallel()
	const left, right = "left -100,0 40x20", "right 100,0 80x40"
	for _, tt := range []struct{ name, script, want string }{
		{"moved without the shape over it", "drag -100,0 -90,30", "left -90,30 40x20; " + right},
		{"a click only", "click -100,0", left + "; " + right},
		{"a click beside the pictures", "drag 0,50 20,70", left + "; " + right},
		{"along one axis", "drag -100,0 -60,9 shift", "left -60,0 40x20; " + right},
		{"the corner snaps", "snap grid; drag -100,0 -95,3", "left -92,10 40x20; " + right},
		{"a corner keeps the ratio", "click -100,0; drag -80,10 -60,20", "left -90,5 60x30; " + right},
		{"not with Shift", "click -100,0; drag -80,10 -60,12 shift", "left -90,1 60x22; " + right},
		{"a side stretches the picture", "click 100,0; drag 140,0 160,7", left + "; right 110,0 100x40"},
		{"rotated by a quarter turn", "click 100,0; drag 100,-46 146,0", left + "; right 100,0 80x40 turned 90"},
		{
			"a side of a rotated picture", "click 100,0; drag 100,-46 146,0; drag 80,0 60,5",
			left + "; right 90,0 80x60 turned 90",
		},
		{"cancelled with Escape", "down -100,0; move -50,0; key Escape; up -50,0", left + "; " + right},
		{"undone", "drag -100,0 -90,30; undo", left + "; " + right},
		{"in one step", "drag -100,0 -90,30; drag -90,30 -80,30; undo", "left -90,30 40x20; " + right},
		{"nudged", "click -100,0; key Left; key Up shift", "left -101,-16 40x20; " + right},
		{"removed", "click -100,0; key Delete", right},
		{
			"flipped in place", "click -100,0; key H; snap grid; drag -100,0 -95,3; drag -112,0 -112,0",
			"left -92,10 40x20; " + right,
		},
		{"nothing is selected", "click 0,60; key Delete", left + "; " + right},
		{"Escape deselects", "click -100,0; key Escape; key Delete", left + "; " + right},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := withPictures(t)
			r.run(tt.script)
			if got := placed(r); got != tt.want {
				t.Errorf("%s\n gives %s\n want  %s", tt.script, got, tt.want)
			}
			if c := r.s.Document().Collider(1); c == nil || c.Position != (level.Vec{}) {
				t.Error("the shape has moved")
			}
		})
	}
}

// picturesChoice returns a choice of the strip by its name.
func picturesChoice(t *testing.T, r *rig, name string) *tool.StripChoice {
	t.Helper()
	s := r.c.Strip()
	for i := range s.Choices {
		if s.Choices[i].Name == name || name == "" && s.Choices[i].Listed ||
			name == "tiled" && len(s.Choices[i].Words) == 2 && s.Choices[i].Words[1] == name {
			return &s.Choices[i]
		}
	}
	t.Fatalf("the strip has no choice %q", name)
	return nil
}

func TestStripOfPictures(t *testing.T) {
	t.Parallel()
	r := withPictures(t)
	one := func() level.Picture {
		t.Helper()
		p, ok := r.c.Pictures().Chosen()
		if !ok {
			t.Fatal("no picture is selected")
		}
		return p
	}
	picturesChoice(t, r, "").Pick(1) // the topmost picture
	if one().Name != "right" {
		t.Errorf("%s is selected", one().Name)
	}
	if v := picturesChoice(t, r, "Scale").Value; v != 200 {
		t.Errorf("the scale is %g %%", v)
	}
	picturesChoice(t, r, "Scale").Set(50)
	picturesChoice(t, r, "X").Set(10)
	picturesChoice(t, r, "Y").Set(20)
	picturesChoice(t, r, "Opacity").Set(25)
	picturesChoice(t, r, "Angle").Set(-30)
	if p := one(); p.Size != (level.Vec{X: 20, Y: 10}) || p.Position != (level.Vec{X: 20, Y: 25}) ||
		p.Opacity != 0.25 || p.Angle != -30 {
		t.Errorf("picture = %+v", p)
	}
	picturesChoice(t, r, "tiled").Pick(1)
	picturesChoice(t, r, "Scale").Set(100)
	if p := one(); p.Tile != (level.Vec{X: 40, Y: 20}) || p.Size != (level.Vec{X: 20, Y: 10}) {
		t.Errorf("tiled picture = %+v", p)
	}
	picturesChoice(t, r, "Opacity").Set(0)
	if one().Opacity != 0.25 || r.c.Problem() == "" {
		t.Errorf("an opacity of 0 is accepted: %q", r.c.Problem())
	}
	for _, a := range r.c.Actions() {
		if a.Label == "Lower picture" {
			a.Do()
		}
	}
	if got := r.s.Pictures().List()[0].Name; got != "right" {
		t.Errorf("lowest picture = %s", got)
	}
	picturesChoice(t, r, "Lock").Do()
	before := placed(r)
	r.run("drag 20,25 60,60; key Left")
	if placed(r) != before {
		t.Errorf("a locked picture moved: %s", placed(r))
	}
	picturesChoice(t, r, "").Pick(1)
	picturesChoice(t, r, "Hide").Do()
	r.run("drag -100,0 0,0")
	if placed(r) != before {
		t.Errorf("a hidden picture moved: %s", placed(r))
	}
}

// A picture with a missing file keeps its place, says that the file is missing, and can be located.
func TestMissingPicture(t *testing.T) {
	t.Parallel()
	r := withPictures(t)
	var asked tool.PictureRequest
	r.c.Pictures().Use(func(string) (level.Vec, bool) {
		return level.Vec{}, false
	}, func(do tool.PictureRequest, name string) {
		asked = do
		if name != "left" {
			t.Errorf("the request is to locate %q", name)
		}
	})
	r.run("click -100,0")
	if s := r.c.Strip(); len(s.Lines) != 1 || !s.Lines[0].Bad {
		t.Errorf("strip = %+v", s.Lines)
	}
	picturesChoice(t, r, "Locate…").Do()
	if asked != tool.LocatePicture {
		t.Errorf("request = %d", asked)
	}
}
