package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/ui/canvas"
)

// A pile of very many overlaps is cut to what a picture and a list can take, and both say so.
func TestPileOfOverlapsIsCutAndSaysSo(t *testing.T) {
	const n = 300
	w := benchWindow(t, n, func(int) level.Vec { return level.Vec{X: 320, Y: 180} })
	w.win.Canvas().Capture()
	total := w.session.Live().Counts().Overlaps
	if total != n*(n-1)/2 {
		t.Fatalf("%d overlaps", total)
	}
	scene := w.canvas.Scene()
	if len(scene.Contacts) != canvas.MostContacts {
		t.Errorf("%d contacts are drawn", len(scene.Contacts))
	}
	said := slices.ContainsFunc(scene.Overlays, func(o overlay.Item) bool {
		l, ok := o.(overlay.Label)
		return ok && strings.Contains(l.Text, fmt.Sprintf("%d of the level's %d", canvas.MostContacts, total))
	})
	if !said {
		t.Error("the picture does not say that it is cut")
	}
	if len(w.side.contacts.pairs) != mostRows || w.side.contacts.sub.Text != fmt.Sprintf("the %d deepest of %d", mostRows, total) {
		t.Errorf("the panel lists %d, and says %q", len(w.side.contacts.pairs), w.side.contacts.sub.Text)
	}
	w.side.contacts.nextProblem()
	first := w.side.contacts.chosen
	w.side.contacts.nextProblem()
	if second := w.side.contacts.chosen; first != [2]level.ID{1, 2} || second != [2]level.ID{1, 3} {
		t.Errorf("the overlaps come as %v, %v", first, second)
	}
	// What lies out of view is left out first: one pair far away is all there is to see there.
	w.canvas.Frame(collision.AABB{Min: level.Vec{X: 4000}, Max: level.Vec{X: 4640, Y: 360}})
	if got := len(w.canvas.Scene().Contacts); got != 0 {
		t.Errorf("%d contacts are drawn where there are none", got)
	}
}

// The list holds the same pairs as a sort of all of them, cut.
func TestMostUrgentPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pairs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) contacts.Pair {
			return contacts.Pair{
				State: rapid.SampledFrom([]contacts.State{contacts.Touching, contacts.Triggered, contacts.Overlapping}).Draw(t, "state"),
				Depth: float64(rapid.IntRange(0, 5).Draw(t, "depth")),
			}
		}), 0, 60).Draw(t, "pairs")
		most := rapid.IntRange(1, 20).Draw(t, "most")
		got := urgent{of: pairs, most: most}
		all := make([]int, len(pairs))
		for i := range pairs {
			all[i] = i
			got.add(i)
		}
		slices.SortStableFunc(all, func(i, j int) int { return byUrgency(pairs[i], pairs[j]) })
		want := all[:min(most, len(all))]
		slices.Sort(want)
		slices.Sort(got.rows)
		if !slices.Equal(got.rows, want) || got.seen != len(pairs) {
			t.Fatalf("%v of %d, want %v of %d", got.rows, got.seen, want, len(pairs))
		}
	})
}

// The contacts of a pile are paused: the panel and the status bar say so, and deleting the others wakes them.
func TestPausedContactsSaySo(t *testing.T) {
	const n = 800
	w := benchWindow(t, n, func(int) level.Vec { return level.Vec{X: 320, Y: 180} })
	w.win.Canvas().Capture()
	if w.session.Live().TooManyPairs() == 0 {
		t.Fatal("the contacts do not rest")
	}
	if !w.side.contacts.crowd.Visible() || w.side.contacts.empty.Visible() || !strings.Contains(w.side.contacts.crowdSub.Text, "pairs") {
		t.Errorf("the panel says %q, shown: %v", w.side.contacts.crowdSub.Text, w.side.contacts.crowd.Visible())
	}
	if s := w.status.overlaps.label.Text; !strings.Contains(s, "paused") {
		t.Errorf("the status bar says %q", s)
	}
	w.session.Selection().Set(1)
	w.session.SelectInvert()
	w.commands.deleteSelection()
	w.refresh(editor.Everything)
	if got := w.session.Document().Len(); got != 1 || w.session.Live().TooManyPairs() != 0 || w.side.contacts.crowd.Visible() {
		t.Errorf("without the others there are %d colliders, %d pairs", got, w.session.Live().TooManyPairs())
	}
}
