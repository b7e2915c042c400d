package panel

import (
	"maps"
	"slices"

	"fyne.io/fyne/v2"

	"fillet/editor/ui/kit"
)

// Name identifies a part of the window that can be hidden.
type Name string

// The panels that can be hidden.
const (
	ToolsPanel     Name = "tools"
	SidePanel      Name = "side"
	InspectorPanel Name = "inspector"
	ContactPanel   Name = "contacts"
	ProblemPanel   Name = "problems" // shares its place with the contacts
	DockPanel      Name = "dock"     // on the left; shows one of its parts
	OutlinePanel   Name = "outline"  // a part of the dock
	ProjectPanel   Name = "project"  // a part of the dock
	PrefabPanel    Name = "prefabs"  // a part of the dock
)

// Sizes holds the user's layout of the window's panels, in units. It is stored in the preferences.
type Sizes struct {
	Side, Inspector, Dock float32
	Hidden                []string        // names of panels
	Front                 Name            // which of contacts and problems is shown
	DockFront             Name            // which part of the dock is shown
	Open                  map[string]bool // open sections of the inspector
}

const (
	prefSide      = "panel.side"
	prefInspector = "panel.inspector"
	prefDock      = "panel.dock"
	prefHidden    = "panel.hidden"
	prefFront     = "panel.front"
	prefDockFront = "panel.dock.front"
	prefOpen      = "panel.open"
)

func LoadSizes(p fyne.Preferences) *Sizes {
	s := &Sizes{
		Side:      SizeWithin(p, prefSide, kit.SideWidth, 0, maxPanel),
		Inspector: SizeWithin(p, prefInspector, 0, 0, maxPanel),
		Dock:      SizeWithin(p, prefDock, kit.DockWidth, 0, maxPanel), Hidden: p.StringList(prefHidden),
		Front:     Name(p.StringWithFallback(prefFront, string(ContactPanel))),
		DockFront: Name(p.StringWithFallback(prefDockFront, string(OutlinePanel))), Open: map[string]bool{},
	}
	for _, name := range p.StringListWithFallback(prefOpen, []string{"Contact"}) {
		s.Open[name] = true
	}
	return s
}

// maxPanel exceeds the size of any panel, in units.
const maxPanel = 10_000

// SizeWithin returns a size from the preferences, or the default otherwise if the stored size is out of range, as it
// may be in a file edited by hand.
func SizeWithin(p fyne.Preferences, key string, otherwise, least, limit float64) float32 {
	x := p.FloatWithFallback(key, otherwise)
	if !(x >= least && x <= limit) {
		x = otherwise
	}
	return float32(x)
}

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

func (s *Sizes) IsHidden(p Name) bool { return slices.Contains(s.Hidden, string(p)) }

func (s *Sizes) Hide(p Name, hidden bool) {
	s.Hidden = slices.DeleteFunc(s.Hidden, func(name string) bool { return name == string(p) })
	if hidden {
		s.Hidden = append(s.Hidden, string(p))
	}
}

// NarrowBelow is the window width below which the dock collapses to a strip that opens over the canvas, in units.
const NarrowBelow = 1100

// LeastDock is the minimum width of the dock, in units.
const LeastDock = 190

// FullLower is the height below which the lower panels hide their filters and column headings.
const FullLower = 226

// Within returns the heights of the inspector and the lower panels, given the height of their column. If space is
// short, the lower panels shrink first. A size of 0 means unset: the inspector then gets the height wants, as far as
// the lower panels can spare it. A hidden panel leaves its space to the other one.
func (s *Sizes) Within(height, wants float32) (inspector, lower float32) {
	const minInspector, minLower = 50, 166 // lower: tabs, some rows, buttons
	switch {
	case s.IsHidden(InspectorPanel) && s.IsHidden(ContactPanel):
		return 0, 0
	case s.IsHidden(InspectorPanel):
		return 0, height
	case s.IsHidden(ContactPanel):
		return height, 0
	}
	// height for a shape's fields, and the limit in a tall window
	const fields, largest = 480, 680
	// if both must shrink, a shape's fields take precedence
	full := max(height-FullLower, min(wants, fields, height-minLower))
	inspector = min(max(wants, min(max(height*0.6, fields), largest)), full)
	if s.Inspector != 0 {
		inspector = min(s.Inspector, height-minLower)
	}
	inspector = max(inspector, minInspector)
	return inspector, max(height-inspector, 0)
}
