package render

import (
	"fmt"
	"image/png"
	"io"
	"math"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// PictureStrength is how much an imported level's pictures show under its colliders.
const PictureStrength = 0.6

// Portrait is how a level is pictured as it stands, without what is hidden and without anything of its editing.
type Portrait struct {
	Theme    *Theme
	Pictures *Pictures // of the imported files, as strong as [PictureStrength]; nil: none
	Own      *Pictures // the level's own; nil: none
	Contacts bool      // with contact points, normals, depths, and the ways out of overlaps
	Bare     bool      // without the grid
}

// Scene is the picture of a level that a camera sees. The error says why its contacts cannot be worked out. It works on the snapshot
// alone, so any goroutine can call it.
func (p Portrait) Scene(snap level.Snapshot, cam Camera) (*Scene, error) {
	s := LevelScene(snap, cam, p.Theme)
	s.Show.Labels = true
	s.Pictures, s.PictureAlpha, s.Own = p.Pictures, PictureStrength, p.Own
	if p.Bare {
		s.Grid = nil
	}
	if !p.Contacts {
		return s, nil
	}
	w, colliders, err := contacts.MetWorld(snap)
	if err != nil {
		return nil, err
	}
	shown := make(map[level.ID]bool, len(s.Items))
	for i := range s.Items {
		shown[s.Items[i].Collider.ID] = true
	}
	s.Meet(func(yield func(contacts.Pair) bool) {
		for p := range contacts.All(w, colliders, snap.IgnoredIndex()) {
			if shown[p.A] && shown[p.B] && !yield(p) {
				return
			}
		}
	}, contacts.ExitsIn(snap, w))
	s.Show.ContactPoints, s.Show.Normals, s.Show.Depths = true, true, true
	return s, nil
}

// Encode draws a scene as PNG or SVG.
func (s *Scene) Encode(to io.Writer, svg bool) error {
	if svg {
		return WriteSVG(to, s)
	}
	return png.Encode(to, Picture(s))
}

// MaxPicture is the largest width and height of a picture that is kept, in pixels.
const MaxPicture = 16384

// CameraFor shows the whole box in a picture of that width; 0: one pixel a level pixel, within reason.
func CameraFor(box collision.AABB, width int) (Camera, error) {
	const most = 4096 // of a picture whose width nobody asked for
	size := box.Size()
	w, h := math.Max(size.X, 1), math.Max(size.Y, 1)
	if width == 0 {
		width = int(math.Min(math.Max(math.Ceil(w), 64), math.Min(most, math.Max(1, most*w/h))))
	}
	height := math.Max(1, math.Ceil(h*float64(width)/w))
	if height > MaxPicture {
		return Camera{}, fmt.Errorf("a picture of %d by %.0f pixels is too high; up to %d can be drawn", width, height, MaxPicture)
	}
	return Camera{Center: box.Center(), Zoom: float64(width) / w, Width: width, Height: int(height)}, nil
}
