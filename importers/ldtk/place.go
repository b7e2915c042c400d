package ldtk

import (
	"math"

	"fillet/editor/level"
	"fillet/importers"
	"fillet/importers/jsonfile"
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
		lo, hi := w.bounds()
		if placed == 0 {
			right, top = hi.X, lo.Y
		} else {
			dx, dy := right+WorldGap-lo.X, top-lo.Y
			for _, l := range w.levels {
				l.x += dx
				l.y += dy
			}
			right = hi.X + dx
		}
		placed++
	}
	if placed > 1 {
		p.issues.Add(p.file.Issue(importers.Note, "worlds", "%d worlds were placed side by side, %d pixels apart",
			placed, WorldGap))
	}
	for _, l := range p.levels {
		if !importers.InReach(l.x, l.x+l.width) {
			return p.file.Fail(jsonfile.Join(l.path, "worldX"), l.object["worldX"],
				"the level extends from x = %g to %g, beyond the limit of %g", l.x, l.x+l.width,
				float64(level.MaxCoordinate))
		}
		if !importers.InReach(l.y, l.y+l.height) {
			return p.file.Fail(jsonfile.Join(l.path, "worldY"), l.object["worldY"],
				"the level extends from y = %g to %g, beyond the limit of %g", l.y, l.y+l.height,
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
			l.x, l.y = 0, at
			at += l.height
		} else {
			l.x, l.y = at, 0
			at += l.width
		}
	}
}

func (w *worldRecord) bounds() (lo, hi level.Vec) {
	lo = level.Vec{X: math.Inf(1), Y: math.Inf(1)}
	hi = level.Vec{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, l := range w.levels {
		lo.X, lo.Y = min(lo.X, l.x), min(lo.Y, l.y)
		hi.X, hi.Y = max(hi.X, l.x+l.width), max(hi.Y, l.y+l.height)
	}
	return lo, hi
}
