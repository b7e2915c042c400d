package tool

import (
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Aliases of the types for a frame with handles in package overlay.
type (
	frame = overlay.Frame
	grip  = overlay.Grip
)

// selectionFrame returns the frame around the selection. It returns false if nothing selected can be changed, if only
// points are selected, or if the frame would cover an explained pair.
func (c *Controller) selectionFrame() (frame, bool) {
	if c.why.isOn {
		return frame{}, false
	}
	box, at, ok := c.session.Selection().Frame()
	if !ok {
		return frame{}, false
	}
	if _, err := changeable(c.session); err != nil {
		return frame{}, false
	}
	if size := box.Size(); size.X == 0 && size.Y == 0 {
		return frame{}, false
	}
	return overlay.NewFrame(box, at, c.unit), true
}

// changeable returns the selected colliders that may be changed, without cancelling the gesture in progress.
func changeable(s *editor.Session) ([]level.ID, error) {
	var ids []level.ID
	doc := s.Document()
	for _, id := range s.Selection().IDs() {
		if c := doc.Collider(id); !c.Locked && !doc.Layer(c.Layer).Locked {
			ids = append(ids, id)
		}
	}
	switch {
	case len(ids) > 0:
		return ids, nil
	case s.Selection().Len() > 0:
		return nil, editor.ErrLocked
	}
	return nil, editor.ErrNothingSelected
}
