package dialog

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/collision"
	"fillet/editor/overlay"
	"fillet/editor/tool"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
	"fillet/importers"
)

// tracePreview is a widget that shows a picture with the outlines over it. A drag pans.
type tracePreview struct {
	canvas.Zoomed
	look     *kit.Look
	result   *importers.Traced
	dragging bool
	cursors  canvas.CursorSet
}

func newTracePreview(l *kit.Look, m image.Image) *tracePreview {
	v := &tracePreview{look: l}
	v.Init(v, l, m, true, v.outlines)
	return v
}

func (v *tracePreview) MinSize() fyne.Size { return fyne.NewSize(240, 180) }

func (v *tracePreview) show(r *importers.Traced) {
	v.result = r
	v.Raster.Refresh()
}

// outlines returns the outlines as lines, with their vertices unless there are too many.
func (v *tracePreview) outlines() []overlay.Item {
	if v.result == nil {
		return nil
	}
	const manyVertices = 1500
	var out []overlay.Item
	vertices := v.result.Vertices() <= manyVertices
	for _, o := range v.result.Outlines {
		for i, loop := range append([][]collision.Vec{o.Points}, o.Holes...) {
			out = append(out,
				overlay.Line{Points: loop, Closed: true, Ink: overlay.Shadow, Width: 3.5},
				overlay.Line{Points: loop, Closed: true, Ink: overlay.Accent, Width: 1.5, Fill: i == 0})
		}
	}
	if !vertices {
		return out
	}
	half := 2.2 * v.Scale / v.Camera.Zoom
	for _, o := range v.result.Outlines {
		for _, loop := range append([][]collision.Vec{o.Points}, o.Holes...) {
			for _, p := range loop {
				box := collision.AABB{Min: p, Max: p}.Grow(half)
				out = append(out, overlay.Box{Bounds: box, Ink: overlay.Bright, Width: 1, Fill: true})
			}
		}
	}
	return out
}

func (v *tracePreview) Dragged(e *fyne.DragEvent) {
	defer v.look.Catch()
	v.dragging = true
	v.Pan(e.Dragged.DX, e.Dragged.DY)
}

func (v *tracePreview) DragEnd() {
	defer v.look.Catch()
	v.dragging = false
}

func (v *tracePreview) Cursor() desktop.Cursor {
	if v.dragging {
		return v.cursors.Of(tool.CursorGrabbing, v.Scale)
	}
	return v.cursors.Of(tool.CursorGrab, v.Scale)
}
