package tool_test

import (
	"math"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// shapesToExplain returns overlapping and separate boxes, circles, round corners, and an L of two pieces.
func shapesToExplain() []*level.Collider {
	ell := polygon("ell", -200, 0, 0, 0, 100, 0, 100, 20, 20, 20, 20, 100, 0, 100)
	crate := box("crate", 30, -37, 40, 40)
	crate.Body = level.Dynamic
	ball := circle("ball", 200, 0, 30)
	ball.Body = level.Dynamic
	return []*level.Collider{
		box("floor", 0, 0, 200, 40), crate, box("far", 20, 140, 40, 40), circle("disc", 240, 30, 30), ball, ell,
		box("in the ell", -165, 35, 30, 30), rounded(box("stone", 300, 300, 80, 60), 20),
		circle("pebble", 345, 335, 16),
	}
}

func strip(r *rig) (title string, lines []string) {
	s := r.c.Strip()
	if s == nil {
		return "", nil
	}
	for _, l := range s.Lines {
		lines = append(lines, l.Text)
	}
	return s.Title, lines
}

func TestWhy(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, script, want string }{
		{"off", "select 1 2", ""},
		{"nothing is selected", "key W", "Select two shapes, one"},
		{
			"two boxes", "select 1 2; key W",
			"Of 8 axes this one overlaps least: 3 px. None separates crate and floor.| normal of an edge of crate. " +
				"The dashed planes at its ends cut an edge of floor|two contact points|Blue is crate",
		},
		{
			"one shape and its deepest contact", "select 2; key W",
			"Of 8 axes this one overlaps least: 3 px. None separates crate and floor.",
		},
		{"the explanation follows a drag", "select 2; key W; drag 30,-40 35,-42", "overlaps least: 1 px"},
		{
			"dragged apart", "select 2; key W; drag 30,-40 30,-60",
			"Of 8 axes this one separates crate and floor most: by 17 px. One is enough: they do not touch.",
		},
		{"boxes apart", "select 1 3; key W", "separates far and floor most: by 100 px"},
		{
			"circles", "select 4 5; key W",
			"Two circles have one axis, from centre to centre: they overlap by 10 px.|one centre to the other|The " +
				"inner polygons are 50 px apart; the radii add up to 60 px",
		},
		{"a round corner", "select 8 9; key W", "Of 5 axes this one overlaps least|corner"},
		{"pieces of a compound", "select 6 7; key W", "they only touch|Piece 1 of 1 with piece 1 of 2; pair 1 of 2"},
		{"next pieces", "select 6 7; key W; key Next", "they only touch|Piece 1 of 1 with piece 2 of 2; pair 2 of 2"},
		{"stepping wraps around", "select 6 7; key W; key Next; key PageDown", "pair 1 of 2"},
		{"stepping back", "select 6 7; key W; key Prior", "pair 2 of 2"},
		{"W again ends the view", "select 1 2; key W; key W", ""},
		{"Escape ends the view", "select 1 2; key W; key Escape", ""},
		{"the tool's own strip goes first", "select 1 2; key W; tool ray", "Drag through the level"},
		{"one of the pair is deleted", "select 1 2; key W; select 2; key Delete; select", "Select two shapes, one"},
		{"locked shapes too", "select 1 2; key W", "crate and floor"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t, shapesToExplain()...)
			r.run(tt.script)
			_, lines := strip(r)
			got := strings.Join(lines, "\n")
			for want := range strings.SplitSeq(tt.want, "|") {
				if !strings.Contains(got, want) {
					t.Errorf("the strip says\n%s\nwithout %q", got, want)
				}
			}
			if tt.want == "" && got != "" {
				t.Errorf("strip = %q", got)
			}
		})
	}
}

// The explanation shows the edges, the planes and the projections on the canvas.
func TestWhyOverlays(t *testing.T) {
	t.Parallel()
	r := newRig(t, shapesToExplain()...)
	r.run("select 1 2; key W; move -100,-200")
	line := func(ink overlay.Ink, from, to level.Vec) bool {
		for _, o := range r.c.Overlays() {
			l, ok := o.(overlay.Line)
			if ok && l.Ink == ink && len(l.Points) == 2 && (l.Points[0].Dist(from) < 1e-9 &&
				l.Points[1].Dist(to) < 1e-9 || l.Points[0].Dist(to) < 1e-9 && l.Points[1].Dist(from) < 1e-9) {
				return true
			}
		}
		return false
	}
	if !line(overlay.Bright, level.Vec{X: 10, Y: -17}, level.Vec{X: 50, Y: -17}) {
		t.Error("the reference edge is not shown")
	}
	if !line(overlay.Warn, level.Vec{X: -100, Y: -20}, level.Vec{X: 100, Y: -20}) {
		t.Error("the incident edge is not shown")
	}
	if !line(overlay.Warn, level.Vec{X: 10, Y: -20}, level.Vec{X: 50, Y: -20}) {
		t.Error("the clipped edge is not shown")
	}
	planes, common, outlines := 0, 0.0, 0
	for _, o := range r.c.Overlays() {
		switch o := o.(type) {
		case overlay.Line:
			if o.Ink == overlay.Bright && o.Dashed {
				planes++
			}
			if o.Ink == overlay.Danger {
				common += o.Points[0].Dist(o.Points[1])
			}
		case overlay.Outline:
			outlines++
		case overlay.Handle:
			t.Error("handles cover the picture")
		}
	}
	if planes != 2 || math.Abs(common-3) > 1e-9 || outlines != 2 {
		t.Errorf("%d planes, projections overlap by %v px, %d pieces; want 2, 3, 2", planes, common, outlines)
	}
	few := len(r.c.Overlays())
	if r.run("key W shift"); len(r.c.Overlays()) < few+7*3 {
		t.Errorf("with the losing axes there are %d overlays, without them %d", len(r.c.Overlays()), few)
	}
}

// The explanation of a box at a wall of two pieces, near the edge between them, says that this edge does not push. The
// pieces alone would push the box along the wall.
func TestWhyAtSeam(t *testing.T) {
	t.Parallel()
	r := newRig(t, polygon("ell", 0, 0, 0, 0, 200, 0, 200, 40, 100, 40, 100, 140, 0, 140), box("crate", -5, 32, 20, 20))
	r.run("select 1 2; key W")
	counts := map[bool]int{}
	for range 4 {
		_, lines := strip(r)
		counts[strings.Contains(lines[2], "The level pushes in a different direction")]++
		p, _ := r.s.Live().Contact(1, 2)
		for _, m := range p.Contact.Manifolds {
			if math.Abs(m.Normal.Y) > 1e-9 {
				t.Fatalf("the level pushes along %v", m.Normal)
			}
		}
		r.run("key Next")
	}
	doc := r.s.Document()
	downward := 0
	for _, p := range doc.Baked(1).Pieces {
		if m, hit := collision.Collide(p, doc.Collider(1).Transform(), doc.Baked(2).Pieces[0],
			doc.Collider(2).Transform(), 0); hit && math.Abs(m.Normal.Y) > 0.5 {
			downward++
		}
	}
	if downward == 0 || counts[true] == 0 || counts[false] == 0 {
		t.Errorf("%d steps say that the level has another contact, %d do not; %d pieces push down", counts[true],
			counts[false], downward)
	}
}
