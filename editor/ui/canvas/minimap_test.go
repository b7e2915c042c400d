package canvas

import (
	"bytes"
	"image"
	"slices"
	"testing"
	"time"

	"fillet/editor/level"
)

// The map of a large level is redrawn when the level stops changing, the map of a small level at once.
func TestLargeMapWaits(t *testing.T) {
	for _, n := range []int{100, LargeLevel} {
		w := boxesForTest(t, n, func(i int) level.Vec {
			return level.Vec{X: float64(i%100) * 20, Y: float64(i/100) * 20}
		})
		rest := func() {}
		w.look.Later = func(_ time.Duration, f func()) func() {
			rest = f
			return func() {}
		}
		m := NewMinimap(w.look, w.session, w.canvas)
		pixels := func() []byte { return slices.Clone(m.Draw(132, 80).(*image.RGBA).Pix) }
		before := pixels()
		w.session.Selection().All()
		if err := w.session.Nudge(0, 400); err != nil {
			t.Fatal(err)
		}
		m.Update()
		if follows := !bytes.Equal(pixels(), before); follows != (n < LargeLevel) {
			t.Errorf("the map of %d shapes changes at once: %v", n, follows)
		}
		rest()
		if bytes.Equal(pixels(), before) {
			t.Errorf("the map of %d shapes does not change when the level stops changing", n)
		}
	}
}
