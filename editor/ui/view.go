package ui

import "fyne.io/fyne/v2"

// prefView begins the names of the preferences of what the canvas shows.
const prefView = "view."

// viewSwitch is one of the things that the canvas can show.
type viewSwitch struct {
	key, label string
	on         *bool
}

func (c *levelCanvas) viewSwitches() []viewSwitch {
	return []viewSwitch{
		{"points", "Contact points", &c.show.ContactPoints},
		{"normals", "Normals", &c.show.Normals},
		{"depths", "Depths", &c.show.Depths},
		{"features", "Contact features", &c.show.Features},
		{"bounds", "Bounding boxes", &c.show.Bounds},
		{"tree", "Broad-phase tree", &c.showTree},
		{"inner", "Inner polygons and corner circles", &c.show.Inner},
		{"pieces", "Convex pieces", &c.show.Pieces},
		{"centroids", "Centres of mass", &c.show.Centroids},
		{"names", "Names", &c.show.Labels},
		{"dim", "Dim the other layers", &c.dimOthers},
	}
}

// loadView shows what was shown when the window was closed last.
func (c *levelCanvas) loadView(p fyne.Preferences) {
	for _, s := range c.viewSwitches() {
		*s.on = p.BoolWithFallback(prefView+s.key, *s.on)
	}
}
