package canvas

import (
	"math"

	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/render"
	"fillet/editor/tool"
)

// Run is a playtest that a canvas shows in the place of its document.
type Run interface {
	Document() *level.Document
	// Gone lists the solid colliders of the level that are not there just now.
	Gone() []level.ID
	// Scene adds the run to a scene of its level, and reports whether something that stands still has changed since the last
	// picture.
	Scene(s *render.Scene) (changed bool)
	// Pointer hears of the pointer's buttons and motion in the place of the tools.
	Pointer(kind tool.EventKind, button tool.Button)
	// Panned hears that somebody has moved the view.
	Panned()
	Cursor() tool.Cursor
}

// Over is something that lies over the document and has what is clicked of it.
type Over interface {
	Overlays() []overlay.Item
	// Pointer hears of the pointer before the tools do, and reports whether they are not to hear of it.
	Pointer(e tool.Event) bool
	// IsPointed reports whether a click would be its own.
	IsPointed() bool
}

// ShowRun shows a playtest until [View.EndRun].
func (c *View) ShowRun(r Run) {
	c.run, c.before, c.wasMoved = r, c.Camera, c.moved
	c.Redraw()
}

// EndRun shows the document again, in the view that it had.
func (c *View) EndRun() {
	c.run = nil
	c.Camera.Center, c.Camera.Zoom, c.moved = c.before.Center, c.before.Zoom, c.wasMoved
	c.base = basePicture{}
	if c.OnView != nil {
		c.OnView()
	}
	c.Redraw()
}

// DrawRun draws the playtest over its level.
func (c *View) DrawRun() {
	s := &c.runScene
	c.ground(s, c.run.Document(), &c.runGrid, c.run)
	s.Show = render.Show{Labels: true}
	if c.run.Scene(s) {
		c.base.key = baseKey{}
	}
	c.base.draw(c.Renderer, c.picture, s, nil)
}

// ofARun stands for a version in the key of a playtest's pictures; the stage never counts so far.
const ofARun = math.MaxUint64
