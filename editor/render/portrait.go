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

// PictureStrength is the opacity of an imported level's pictures below its colliders.
const PictureStrength = 0.6

// Portrait describes a picture of a level without playtest, hidden parts and editing state.
type Portrait struct {
	Theme    *Theme
	Pictures *Pictures // pictures of the imported files, drawn at [PictureStrength]; nil: none
	Own      *Pictures // the level's own; nil: none
	Contacts bool      // show contact points, normals, depths, and the ways out of overlaps
	Bare     bool      // without the grid
}

// Scene returns the scene of a level for a camera. It returns an error if the level's contacts cannot be computed. It
// only uses the snapshot, so any goroutine can call it.
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

// MaxPicture is the largest width and height of an exported picture, in pixels.
const MaxPicture = 16384

// CameraFor returns a camera that shows the whole box in a picture of the given width. Width 0 means one pixel per
// level pixel, within limits.
func CameraFor(box collision.AABB, width int) (Camera, error) {
	const limit = 4096 // the largest default size
	size := box.Size()
	w, h := math.Max(size.X, 1), math.Max(size.Y, 1)
	if width == 0 {
		width = int(math.Min(math.Max(math.Ceil(w), 64), math.Min(limit, math.Max(1, limit*w/h))))
	}
	height := math.Max(1, math.Ceil(h*float64(width)/w))
	if height > MaxPicture {
		return Camera{}, fmt.Errorf("a picture of %d × %.0f pixels is too tall; the limit is %d", width, height,
			MaxPicture)
	}
	return Camera{Center: box.Center(), Zoom: float64(width) / w, Width: width, Height: int(height)}, nil
}
