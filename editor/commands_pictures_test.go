package editor_test

import (
	"bytes"
	"slices"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/testkit"
)

func names(s *editor.Session) (out []string) {
	for _, p := range s.Pictures().List() {
		out = append(out, p.Name)
	}
	return out
}

func TestPicturesOfALevel(t *testing.T) {
	t.Parallel()
	s := editor.NewSession(testkit.EmptyLevel(t))
	before, err := level.Marshal(s.Document())
	if err != nil {
		t.Fatal(err)
	}
	add := func(file string, at level.Vec) string {
		t.Helper()
		name, err := s.Pictures().Add(file, level.Vec{X: 40, Y: 20}, at)
		if err != nil {
			t.Fatal(err)
		}
		return name
	}
	rock, sky, again := add("/art/rock.png", level.Vec{X: 100, Y: 50}), add("/art/sky.png", level.Vec{X: 110, Y: 50}),
		add("/art/rock.png", level.Vec{})
	if want := []string{"rock", "sky", "rock 2"}; rock != want[0] || sky != want[1] || again != want[2] ||
		!slices.Equal(names(s), want) {
		t.Fatalf("pictures = %q", names(s))
	}
	at := func(want string, x, y float64) {
		t.Helper()
		if p, ok := s.Pictures().At(level.Vec{X: x, Y: y}); p.Name != want || ok != (want != "") {
			t.Errorf("at %g, %g is %q, not %q", x, y, p.Name, want)
		}
	}
	at("sky", 110, 50)
	at("rock", 85, 50)
	at("", 85, 61)
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	do(s.Pictures().Raise("rock", true))
	at("rock", 110, 50)
	do(s.Pictures().Edit("Turn", "rock", func(p *level.Picture) { p.Angle = 90 }))
	at("rock", 100, 69) // the picture is now 40 pixels high
	at("sky", 125, 50)
	do(s.Pictures().Edit("Lock", "rock", func(p *level.Picture) { p.Locked = true }))
	at("", 100, 69)
	do(s.Pictures().Edit("Hide", "sky", func(p *level.Picture) { p.Hidden = true }))
	at("", 125, 50)
	copied, err := s.Pictures().Duplicate("rock 2")
	if err != nil || copied != "rock 3" {
		t.Errorf("the copy is %q (%v)", copied, err)
	}
	do(s.Pictures().Delete("sky"))
	if want := []string{"rock", "rock 2", "rock 3"}; !slices.Equal(names(s), want) {
		t.Errorf("pictures = %q, want %q", names(s), want)
	}
	for _, bad := range []func(*level.Picture){
		func(p *level.Picture) {
			p.Size.X = 0
		}, func(p *level.Picture) { p.Opacity = 0 }, func(p *level.Picture) { p.File = "" },
		func(p *level.Picture) { p.Tile = level.Vec{X: 1e-3, Y: 1} }, func(p *level.Picture) { p.Position.X = 1e30 },
	} {
		if err := s.Pictures().Edit("Break", "rock", bad); err == nil {
			t.Error("an invalid picture is accepted")
		}
	}
	original, _ := s.Document().Settings().Picture("rock")
	do(s.Do("Scale", editor.Scaled(s.Document(), 2, false)))
	do(s.Do("Flip", editor.Mirrored(s.Document(), true)))
	do(s.Do("Flip", editor.Mirrored(s.Document(), false)))
	if p, _ := s.Document().Settings().Picture("rock"); p.Size != original.Size.Mul(2) || p.Flip ||
		p.Angle != (original.Angle+180).Normalized() ||
		p.Position != (level.Vec{X: 2 * (1024 - original.Position.X), Y: 2 * (576 - original.Position.Y)}) {
		t.Errorf("after scaling by 2 and half a turn it is %+v, was %+v", p, original)
	}
	for {
		if _, ok := s.Undo(); !ok {
			break
		}
	}
	if after, err := level.Marshal(s.Document()); err != nil || !bytes.Equal(before, after) {
		t.Errorf("undo leaves (%v):\n%s", err, after)
	}
}
