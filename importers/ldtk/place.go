package ldtk

import (
	"fillet/collision"
	"fillet/editor/level"
	"fillet/importers"
)

// worldRecord is a world, with its levels and their layout.
type worldRecord struct {
	name      string
	layout    string
	levels    []*levelRecord
	hasPlaces bool // whether some level has a position
}

// WorldGap is the gap, in pixels, between two worlds of a project in the document.
const WorldGap = 256

// place positions the levels. In linear layouts, levels have no positions and are placed in sequence without a gap. The
// worlds of a project are placed from left to right, [WorldGap] apart.
func (p *project) place(worlds []*worldRecord) error {
	for _, w := range worlds {
		w.lineUp()
	}
	placed := 0
	var right, top float64
	for _, w := range worlds {
		if len(w.levels) == 0 {
			continue
		}
		box := collision.EmptyAABB()
		for _, l := range w.levels {
			box = box.Union(collision.AABB{Min: l.Corner(), Max: l.Corner().Add(l.Size())})
		}
		if placed == 0 {
			right, top = box.Max.X, box.Min.Y
		} else {
			dx, dy := right+WorldGap-box.Min.X, top-box.Min.Y
			for _, l := range w.levels {
				l.X += dx
				l.Y += dy
			}
			right = box.Max.X + dx
		}
		placed++
	}
	if placed > 1 {
		p.issues.Add(p.file.Issue(importers.Note, "worlds", "%d worlds were placed side by side, %d pixels apart",
			placed, WorldGap))
	}
	for _, l := range p.levels {
		if !importers.InReach(l.X, l.X+l.Width) {
			return p.file.Fail(importers.JoinPath(l.path, "worldX"), l.object["worldX"],
				"the level extends from x = %g to %g, beyond the limit of %g", l.X, l.X+l.Width,
				float64(level.MaxCoordinate))
		}
		if !importers.InReach(l.Y, l.Y+l.Height) {
			return p.file.Fail(importers.JoinPath(l.path, "worldY"), l.object["worldY"],
				"the level extends from y = %g to %g, beyond the limit of %g", l.Y, l.Y+l.Height,
				float64(level.MaxCoordinate))
		}
	}
	return nil
}

// lineUp places levels one after the other, for a linear layout or a file from before layouts existed.
func (w *worldRecord) lineUp() {
	vertical := w.layout == "LinearVertical"
	if !vertical && w.layout != "LinearHorizontal" && (w.layout != "" || w.hasPlaces) {
		return
	}
	at := 0.0
	for _, l := range w.levels {
		if vertical {
			l.X, l.Y = 0, at
			at += l.Height
		} else {
			l.X, l.Y = at, 0
			at += l.Width
		}
	}
}
