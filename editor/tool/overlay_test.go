package tool_test

import (
	"fillet/editor/level"
	"fillet/editor/render"
	"fillet/editor/tool"
)

// handles are the places of all handles that are shown.
func handles(c *tool.Controller) []level.Vec {
	var out []level.Vec
	for _, o := range c.Overlays() {
		if h, ok := o.(render.Handle); ok {
			out = append(out, h.At)
		}
	}
	return out
}
