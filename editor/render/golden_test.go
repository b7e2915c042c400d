package render

import (
	"flag"
	"image"
	"testing"

	"fillet/editor/testkit"
)

var update = flag.Bool("update", false, "rewrite the pictures in testdata")

func TestGolden(t *testing.T) {
	t.Parallel()
	parts := cavern(t, 1440, 900, 1)
	parts.Show = Show{
		Bounds: true, Inner: true, Pieces: true, Centroids: true, ContactPoints: true, Features: true,
		Depths: true, Normals: true,
	}
	parts.Overlays = nil
	far := cavern(t, 1440, 900, 1)
	far.Camera.Zoom = 0.2
	near := cavern(t, 1440, 900, 1)
	near.Camera.Zoom = 14
	near.Camera.Center = Vec{X: 330, Y: 312}
	light := cavern(t, 1440, 900, 1)
	light.Theme = Light()
	for name, s := range map[string]*Scene{
		"cavern": cavern(t, 1440, 900, 1), "cavern@2": cavern(t, 720, 450, 2), "light": light, "parts": parts,
		"far": far, "near": near,
		"sampler": sampler(t, Dark(), 1), "sampler_light": sampler(t, Light(), 1), "sampler@2": sampler(t, Dark(), 2),
	} {
		t.Run(name, func(t *testing.T) { checkGolden(t, name, Picture(s)) })
	}
}

func checkGolden(t *testing.T, name string, got *image.RGBA) {
	t.Helper()
	testkit.GoldenPicture(t, name, got, *update)
}

func abs(x int) int { return max(x, -x) }
