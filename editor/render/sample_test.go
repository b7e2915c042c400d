package render

import (
	"bytes"
	"image"
	"testing"

	"fillet/editor/overlay"
)

// Every sample shows a mark that differs from the others, in both themes and at any scale.
func TestSamples(t *testing.T) {
	t.Parallel()
	for _, theme := range []*Theme{Dark(), Light()} {
		for _, scale := range []int{1, 2} {
			w, h := SampleWidth*scale, SampleHeight*scale
			draw := func(s Sample) []byte { return s.Picture(theme, w, h).(*image.RGBA).Pix }
			seen := [][]byte{draw(Sample{})}
			samples := append(ContactSamples(), OverlaySample(overlay.Sample{Area: overlay.BlockedArea}),
				OverlaySample(overlay.Sample{Area: overlay.UnreachableArea}),
				OverlaySample(overlay.LineSample("Ground", overlay.Line{Ink: overlay.Danger})))
			for _, s := range samples {
				pix := draw(s)
				for _, other := range seen {
					if bytes.Equal(pix, other) {
						t.Errorf("the mark of %q is not different", s.Text)
					}
				}
				seen = append(seen, pix)
			}
		}
	}
}
