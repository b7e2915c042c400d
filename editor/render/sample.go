package render

import (
	"image"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/overlay"
)

// Sample is a mark of the canvas with its meaning, for a legend.
type Sample struct {
	Text  string
	Scene Scene // the mark, around the origin, within SampleWidth and SampleHeight
}

// Size of a sample's picture, in units of the screen.
const (
	SampleWidth  = 34
	SampleHeight = 22
)

// Picture draws the mark on a picture of w by h pixels.
func (s *Sample) Picture(theme *Theme, w, h int) image.Image {
	scene := s.Scene
	scene.Theme, scene.Scale = theme, float64(w)/SampleWidth
	scene.Camera = Camera{Zoom: scene.Scale, Width: w, Height: h}
	return Picture(&scene)
}

// OverlaySample returns a sample of items that are drawn over the level.
func OverlaySample(s overlay.Sample) Sample {
	const x, y = 14, 8
	out := Sample{s.Text, Scene{Overlays: s.Items}}
	corners := [4]Vec{{X: -x, Y: -y}, {X: x, Y: -y}, {X: x, Y: y}, {X: -x, Y: y}}
	switch s.Area {
	case overlay.BlockedArea:
		out.Scene.Region = &Region{}
		if piece, err := collision.Box(x, y, 0); err == nil {
			out.Scene.Region.Pieces = []collision.Shape{piece}
		}
		for i, from := range corners {
			out.Scene.Region.Boundary = append(out.Scene.Region.Boundary,
				collision.Segment{From: from, To: corners[(i+1)%len(corners)]})
		}
	case overlay.UnreachableArea:
		out.Scene.Region = &Region{Closed: []collision.AABB{{Min: corners[0], Max: corners[2]}}}
	}
	return out
}

// ContactSamples returns the marks of contacts.
func ContactSamples() []Sample {
	overlap := func(half Vec) Contact {
		box := collision.AABB{Min: half.Neg(), Max: half}
		part := []Vec{box.Min, {X: half.X, Y: -half.Y}, box.Max, {X: -half.X, Y: half.Y}}
		return Contact{
			State: contacts.Overlapping, span: float64(2 * half.X), exit: -1,
			area: &overlapArea{parts: [][]Vec{part}, bounds: box, width: float64(2 * half.Y)},
		}
	}
	meeting := func(state contacts.State, points ...Vec) Contact {
		m := collision.Manifold{Normal: Vec{Y: -1}, Count: len(points)}
		for i, p := range points {
			m.Points[i].Point = p
		}
		return Contact{State: state, Manifolds: []collision.Manifold{m}, exit: -1}
	}
	show := Show{ContactPoints: true, Normals: true}
	return []Sample{
		{"Overlap", Scene{Contacts: []Contact{overlap(Vec{X: 13, Y: 7})}}},
		{"Touching", Scene{
			Contacts: []Contact{meeting(contacts.Touching, Vec{X: -13}, Vec{X: 13})}, Show: show,
		}},
		{"Tiny overlap", Scene{Contacts: []Contact{overlap(Vec{X: 1, Y: 1})}}},
		{"In a trigger", Scene{Contacts: []Contact{meeting(contacts.Triggered, Vec{})}, Show: show}},
		{"Several overlaps", Scene{Clusters: []Cluster{{Foot: Vec{Y: 17}, Pairs: 12}}}},
		{"Way out", Scene{
			Exits: []Exit{{From: Vec{X: -11}, Way: Vec{X: 22}, span: wholeSpan, cluster: -1}}, Show: show,
		}},
	}
}
