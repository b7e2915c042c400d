package kit

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"
)

// A truncated text keeps as much of its beginning as fits: one more letter would not.
func TestCutTextFits(t *testing.T) {
	test.NewTempApp(t)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOfN(rapid.RuneFrom([]rune("iWm × ä漢字.")), 0, 60, -1).Draw(t, "text")
		room := float32(rapid.IntRange(20, 300).Draw(t, "room"))
		got := Cut(s, room)
		if TextWidth(s) <= room {
			if got != s {
				t.Fatalf("%q fits but is shown as %q", s, got)
			}
			return
		}
		kept, ok := strings.CutSuffix(got, "…")
		if !ok || !strings.HasPrefix(s, kept) {
			t.Fatalf("%q is shown as %q", s, got)
		}
		if kept != "" && TextWidth(got) > room {
			t.Fatalf("%q is %v wide, limit %v", got, TextWidth(got), room)
		}
		n := len([]rune(kept))
		if more := string([]rune(s)[:n+1]) + "…"; n+1 < len([]rune(s)) && TextWidth(more) <= room {
			t.Fatalf("%q is shown as %q, but %q would fit", s, got, more)
		}
	})
}

func TestCutTextFollowsItsRoom(t *testing.T) {
	test.NewTempApp(t)
	c := NewCutText(NoColor)
	c.Set("a long name\nof two lines")
	c.Resize(fyne.NewSize(400, 20))
	if c.Shown.Text != "a long name of two lines" || c.isCut() {
		t.Errorf("a wide text shows %q", c.Shown.Text)
	}
	c.Resize(fyne.NewSize(60, 20))
	if !c.isCut() || !strings.HasSuffix(c.Shown.Text, "…") || TextWidth(c.Shown.Text) > 60 {
		t.Errorf("text 60 units wide shows %q", c.Shown.Text)
	}
	c.Resize(fyne.NewSize(400, 20))
	if c.isCut() {
		t.Errorf("text widened again shows %q", c.Shown.Text)
	}
	c.Set(strings.Repeat("W", 1_000_000)) // must be fast
	if len(c.Shown.Text) > 100 {
		t.Errorf("%d of a million letters are shown", len(c.Shown.Text))
	}
}

// A path that is truncated on the left keeps its end.
func TestCutLeft(t *testing.T) {
	test.NewTempApp(t)
	for _, s := range []string{"", "a", "/home/me/levels/cavern.yaml", strings.Repeat("漢W", 1000)} {
		for _, room := range []float32{1, 30, 80, 200, 10000} {
			got := cutLeftTo(s, room, TextWidth)
			kept, isCut := strings.CutPrefix(got, "…")
			switch {
			case !strings.HasSuffix(s, kept), !isCut && got != s, isCut && kept != "" && TextWidth(got) > room:
				t.Errorf("%.30q cut to width %v is %.40q", s, room, got)
			case isCut && room > 20 && TextWidth("…"+string([]rune(s)[max(len([]rune(s))-len([]rune(kept))-1, 0):])) <=
				room && len([]rune(kept)) < MaxShown-2:
				t.Errorf("%.30q cut to width %v is %.40q, but more would fit", s, room, got)
			}
		}
	}
}

// TestCutMiddle keeps what tells similar names apart.
func TestCutMiddle(t *testing.T) {
	whole := func(s string) float32 { return fyne.MeasureText(s, TextSize, fyne.TextStyle{}).Width }
	for _, tt := range []struct{ text, like, want string }{
		{"Entrance/Collisions", "Entrance/Collisions", "Entrance/Collisions"},
		{"Entrance of the cave/Collisions", "Entr…/Collisions", "Entr…/Collisions"},
		{"a very long name of a crate 12", "a very l… 12", "a very l… 12"},
		{"anextremelylongnamewithoutwords", "anextre…twords", "anextre…twords"},
		{"Entrance of the cave/Collisions", "Ent…", "Ent…"}, // too narrow for the last part
		{"ab", "a", "…"},
	} {
		if got := CutMiddle(tt.text, whole(tt.like)+0.5, TextSize, fyne.TextStyle{}); got != tt.want {
			t.Errorf("%q in the room of %q is %q, want %q", tt.text, tt.like, got, tt.want)
		}
	}
}
