package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// Each word of a Segmented has room, if necessary taken from wider cells. A tap on a word chooses it.
func TestSegmentedWordsHaveRoom(t *testing.T) {
	testLook(t)
	for _, words := range [][]string{
		{"static", "dynamic", "kinematic"},
		{"inset", "outset"},
		{"opaque pixels", "not background"},
		{"a", "much longer than that"},
	} {
		picked := -1
		s := NewSegmented(NewLook(ModeDark), words, func(i int) { picked = i })
		win := test.NewWindow(s)
		win.Resize(fyne.NewSize(250, 60))
		s.Resize(fyne.NewSize(185, FieldHeight))
		spare := s.Size().Width - 2*segmentEdge - segmentGap*float32(len(words)-1)
		for _, text := range s.texts {
			spare -= text.MinSize().Width
		}
		for i, cell := range s.cells {
			room := cell.Size().Width - s.texts[i].MinSize().Width
			if even := spare / float32(len(words)); room < min(even, 12)-0.01 {
				t.Errorf("padding of %q = %v units, want %v", words[i], room, even)
			}
			for _, part := range []float32{0.05, 0.5, 0.95} {
				s.Tapped(&fyne.PointEvent{Position: fyne.NewPos(segmentEdge+cell.Position().X+part*cell.Size().Width,
					10)})
				if picked != i {
					t.Errorf("a tap on %q chose %q", words[i], words[picked])
				}
			}
		}
		win.Close()
	}
}
