package canvas

import "fyne.io/fyne/v2"

// PrefView is the prefix of the preference keys for what the canvas shows.
const PrefView = "view."

// Switch is a view option of the canvas.
type Switch struct {
	Key, Label string
	On         *bool
}

// Switches lists the view options in the order of the View menu.
func (c *View) Switches() []Switch {
	return []Switch{
		{"points", "Contact points", &c.Shows.ContactPoints},
		{"normals", "Normals", &c.Shows.Normals},
		{"depths", "Depths", &c.Shows.Depths},
		{"features", "Contact features", &c.Shows.Features},
		{"bounds", "Bounding boxes", &c.Shows.Bounds},
		{"tree", "Broad-phase tree", &c.ShowTree},
		{"inner", "Inner polygons and corner circles", &c.Shows.Inner},
		{"pieces", "Convex pieces", &c.Shows.Pieces},
		{"centroids", "Centres of mass", &c.Shows.Centroids},
		{"names", "Names", &c.Shows.Labels},
		{"dim", "Dim other layers", &c.dimOthers},
	}
}

// LoadSwitches restores options from the last session.
func LoadSwitches(p fyne.Preferences, list []Switch) {
	for _, s := range list {
		*s.On = p.BoolWithFallback(PrefView+s.Key, *s.On)
	}
}
