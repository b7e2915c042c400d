package canvas

import (
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/render"
	"fillet/editor/tool"
)

// pointedCluster returns the index of the cluster whose pin is under the pointer, or -1. Only the select tool uses
// pins.
func (c *View) pointedCluster(scene *render.Scene) int {
	isReady := c.Inside && !c.Apart && c.run == nil && !c.tools.Busy() && c.tools.Active() == tool.Select
	if !isReady || len(scene.Clusters) == 0 {
		return -1
	}
	return scene.ClusterAt(c.pixel(c.Pointer))
}

// sendToPin passes a pointer event to the pin under the pointer, in place of the shapes below it. It reports whether
// the pin used the event.
func (c *View) sendToPin(e tool.Event) bool {
	if e.Kind == tool.Up || e.Kind == tool.Down && e.Button == tool.Primary && c.pinPressed && e.Clicks > 1 {
		return c.pinPressed // also the second press of a double click, after the first has moved the view
	}
	at := c.pointedCluster(&c.last)
	if e.Kind != tool.Move {
		c.pinPressed = at >= 0
	}
	switch {
	case at < 0 || e.Kind == tool.Leave:
		return false
	case e.Kind == tool.Down && e.Button == tool.Secondary:
		c.selectCluster(at, e.Mods)
	case e.Kind == tool.Down:
		c.pressPin(at, e.Mods)
	}
	e.Kind = tool.Leave // the tools highlight nothing below the pin
	c.tools.Pointer(e)
	return true
}

// pressPin frames a cluster or, with Shift or Ctrl or if it already fills the view, selects its shapes.
func (c *View) pressPin(cluster int, mods tool.Mods) {
	if mods.Shift || mods.Ctrl || !c.zoomsToCluster(cluster) {
		c.selectCluster(cluster, mods)
		return
	}
	c.ShowBox(c.last.Clusters[cluster].Box, maxPinZoom)
}

// maxPinZoom limits the zoom to a cluster, in screen units per level pixel.
const maxPinZoom = 8

// zoomsToCluster reports whether framing a cluster makes it much larger.
func (c *View) zoomsToCluster(cluster int) bool {
	const much = 1.5
	to := c.Camera.Framing(c.last.Clusters[cluster].Box, fitMargin*c.Scale)
	return min(to.Zoom, maxPinZoom*c.Scale) > much*c.aim().Zoom
}

// selectCluster selects the shapes that move out of a cluster's overlaps, each with its group.
func (c *View) selectCluster(cluster int, mods tool.Mods) {
	sel := c.Session.Selection()
	var ids []level.ID
	for _, id := range c.last.ClusterMembers(cluster) {
		if c.Session.Document().Collider(id) != nil {
			ids = append(ids, sel.Expand(id)...)
		}
	}
	if mods.Shift || mods.Ctrl {
		sel.Add(ids...)
	} else {
		sel.Set(ids...)
	}
}

// Hint returns the effect of a click at the pointer.
func (c *View) Hint() string {
	at := c.pointedCluster(&c.last)
	if at < 0 {
		return c.tools.Hint()
	}
	overlaps := quote.Count(c.last.Clusters[at].Pairs, "overlap")
	if c.zoomsToCluster(at) {
		return "Click to zoom to " + overlaps + ", Shift+click to select their shapes"
	}
	return "Click to select the shapes of " + overlaps
}
