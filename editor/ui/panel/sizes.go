package panel

import (
	"maps"
	"slices"

	"fyne.io/fyne/v2"

	"fillet/editor/ui/kit"
)

// Name names a part of the window that can be hidden.
type Name string

// The panels that can be hidden.
const (
	ToolsPanel     Name = "tools"
	SidePanel      Name = "side"
	InspectorPanel Name = "inspector"
	ContactPanel   Name = "contacts"
	ProblemPanel   Name = "problems" // in the place of the contacts
	DockPanel      Name = "dock"     // at the left, with parts of which one is in front
	OutlinePanel   Name = "outline"  // a part of the dock
	ProjectPanel   Name = "project"  // a part of the dock
	PrefabPanel    Name = "prefabs"  // a part of the dock
)

// Sizes are what the user has made of the window's panels, in units; they persist.
type Sizes struct {
	Side, Inspector, Dock float32
	Hidden                []string        // names of panels
	Front                 Name            // of contacts and problems, which share one place
	DockFront             Name            // of the dock's parts
	Open                  map[string]bool // the sections of the inspector that are open
}

// The names of the preferences that keep the sizes.
const (
	prefSide      = "panel.side"
	prefInspector = "panel.inspector"
	prefDock      = "panel.dock"
	prefHidden    = "panel.hidden"
	prefFront     = "panel.front"
	prefDockFront = "panel.dock.front"
	prefOpen      = "panel.open"
)

// LoadSizes reads the sizes from the preferences.
func LoadSizes(p fyne.Preferences) *Sizes {
	s := &Sizes{
		Side: SizeWithin(p, prefSide, kit.SideWidth, 0, mostPanel), Inspector: SizeWithin(p, prefInspector, 0, 0, mostPanel),
		Dock: SizeWithin(p, prefDock, kit.DockWidth, 0, mostPanel), Hidden: p.StringList(prefHidden),
		Front: Name(p.StringWithFallback(prefFront, string(ContactPanel))), DockFront: Name(p.StringWithFallback(prefDockFront, string(OutlinePanel))), Open: map[string]bool{},
	}
	for _, name := range p.StringListWithFallback(prefOpen, []string{"Contact"}) {
		s.Open[name] = true
	}
	return s
}

// mostPanel is more than any panel has, in units.
const mostPanel = 10_000

// SizeWithin is a size of the preferences, whatever somebody has written into their file.
func SizeWithin(p fyne.Preferences, key string, otherwise, least, most float64) float32 {
	x := p.FloatWithFallback(key, otherwise)
	if !(x >= least && x <= most) {
		x = otherwise
	}
	return float32(x)
}

// Store writes the sizes to the preferences.
func (s *Sizes) Store(p fyne.Preferences) {
	p.SetFloat(prefSide, float64(s.Side))
	p.SetFloat(prefInspector, float64(s.Inspector))
	p.SetFloat(prefDock, float64(s.Dock))
	p.SetStringList(prefHidden, s.Hidden)
	p.SetString(prefFront, string(s.Front))
	p.SetString(prefDockFront, string(s.DockFront))
	var open []string
	for _, name := range slices.Sorted(maps.Keys(s.Open)) {
		if s.Open[name] {
			open = append(open, name)
		}
	}
	p.SetStringList(prefOpen, open)
}

// IsHidden reports whether the user has hidden a panel.
func (s *Sizes) IsHidden(p Name) bool { return slices.Contains(s.Hidden, string(p)) }

// Hide hides a panel or shows it again.
func (s *Sizes) Hide(p Name, hidden bool) {
	s.Hidden = slices.DeleteFunc(s.Hidden, func(name string) bool { return name == string(p) })
	if hidden {
		s.Hidden = append(s.Hidden, string(p))
	}
}

// NarrowBelow is the width below which the dock is a strip that opens over the canvas, in units.
const NarrowBelow = 1100

// LeastDock is the least width of the dock, in units.
const LeastDock = 190

// FullLower is the height of the lower panels from which they show all they have; below it their filters and heads of columns give way.
const FullLower = 226

// Within keeps the sizes so that every panel that is shown can be used in a window of this height: where it is low, the lower panels
// give way first. A size of 0 was never chosen: the inspector takes what its fields need, wants, as far as the lower panels have room to
// spare. A panel that is hidden leaves its room to the other one.
func (s *Sizes) Within(height, wants float32) (inspector, lower float32) {
	const leastInspector, leastLower = 50, 166 // lower: tabs, some rows, buttons
	switch {
	case s.IsHidden(InspectorPanel) && s.IsHidden(ContactPanel):
		return 0, 0
	case s.IsHidden(InspectorPanel):
		return 0, height
	case s.IsHidden(ContactPanel):
		return height, 0
	}
	const fields, most = 480, 680                                        // what the fields of a shape need, and what they have in a high window
	full := max(height-FullLower, min(wants, fields, height-leastLower)) // where both have to give way, the fields of a shape come first
	inspector = min(max(wants, min(max(height*0.6, fields), most)), full)
	if s.Inspector != 0 {
		inspector = min(s.Inspector, height-leastLower)
	}
	inspector = max(inspector, leastInspector)
	return inspector, max(height-inspector, 0)
}
