package canvas

import (
	"math"

	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/render"
	"fillet/editor/tool"
)

// Run is a playtest that a canvas shows instead of its document.
type Run interface {
	Document() *level.Document
	// Gone lists the solid colliders of the level that are currently removed.
	Gone() []level.ID
	// Scene adds the run to a scene of its level, and reports whether any static item has changed since the last
	// picture.
	Scene(s *render.Scene) (changed bool)
	// Pointer receives pointer events instead of the tools.
	Pointer(kind tool.EventKind, button tool.Button)
	// Panned is called when the user moves the view.
	Panned()
	Cursor() tool.Cursor
}

// Over is an overlay on the document that handles clicks on its parts.
type Over interface {
	Overlays() []overlay.Item
	// Pointer receives pointer events before the tools, and reports whether it used the event.
	Pointer(e tool.Event) bool
	// IsPointed reports whether the pointer is over a clickable part.
	IsPointed() bool
}

// ShowRun shows a playtest until [View.EndRun].
func (c *View) ShowRun(r Run) {
	c.run, c.before, c.wasMoved = r, c.Camera, c.moved
	c.Redraw()
}

// EndRun shows the document again, in its previous view.
func (c *View) EndRun() {
	c.run = nil
	c.Camera.Center, c.Camera.Zoom, c.moved = c.before.Center, c.before.Zoom, c.wasMoved
	c.base = basePicture{}
	c.OnView()
	c.Redraw()
}

// DrawRun draws the playtest over its level.
func (c *View) DrawRun() {
	s := &c.runScene
	c.ground(s, c.run.Document(), c.run)
	s.Show = render.Show{Labels: true}
	if c.run.Scene(s) {
		c.base.key = baseKey{}
	}
	c.base.draw(c.Renderer, c.picture, s, nil)
}

// ofARun is the version of a playtest's pictures in the cache key. The stage's version never reaches it.
const ofARun = math.MaxUint64
