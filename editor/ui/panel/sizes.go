package panel

import (
	"cmp"
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
	LayerPanel     Name = "layers"
	ContactPanel   Name = "contacts"
	ProblemPanel   Name = "problems" // in the place of the contacts
)

// Sizes are what the user has made of the window's panels, in units; they persist.
type Sizes struct {
	Side, Inspector, Layers float32
	Hidden                  []string // names of panels
	Front                   Name     // of layers and contacts, where they share one place
}

// The names of the preferences that keep the sizes.
const (
	prefSide      = "panel.side"
	prefInspector = "panel.inspector"
	prefLayers    = "panel.layers"
	prefHidden    = "panel.hidden"
	prefFront     = "panel.front"
)

// LoadSizes reads the sizes from the preferences.
func LoadSizes(p fyne.Preferences) *Sizes {
	return &Sizes{
		Side: SizeWithin(p, prefSide, kit.SideWidth, 0, mostPanel), Inspector: SizeWithin(p, prefInspector, 0, 0, mostPanel),
		Layers: SizeWithin(p, prefLayers, 0, 0, mostPanel), Hidden: p.StringList(prefHidden),
		Front: Name(p.StringWithFallback(prefFront, string(ContactPanel))),
	}
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
	p.SetFloat(prefLayers, float64(s.Layers))
	p.SetStringList(prefHidden, s.Hidden)
	p.SetString(prefFront, string(s.Front))
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

// tabbedBelow is the height below which layers and contacts share one place, in units: each would show a row or two.
const tabbedBelow = 700

// Tabbed reports whether layers and contacts share one place in a window of this height.
func (s *Sizes) Tabbed(height float32) bool {
	return height < tabbedBelow && !s.IsHidden(LayerPanel) && !s.IsHidden(ContactPanel)
}

// WithTabs is the height of the inspector and of the place that layers and contacts share.
func (s *Sizes) WithTabs(height float32) (inspector, lower float32) {
	const leastInspector, leastLower = 50, 226
	if s.IsHidden(InspectorPanel) {
		return 0, height
	}
	inspector = max(min(cmp.Or(s.Inspector, height/2), height-leastLower), leastInspector)
	return inspector, max(height-inspector, 0)
}

// Within keeps the sizes so that every panel that is shown can be used in a window of this height. A size of 0 was never
// chosen: the inspector takes what its fields need, layers a third of the rest. A panel that is hidden leaves its room to
// the one below it, the lowest to the one above.
func (s *Sizes) Within(height float32) (inspector, layers, contacts float32) {
	const leastInspector, leastLayers, leastContacts = 80, 62, 186 // contacts: header, filters, columns, two rows, buttons
	noInspector, noLayers, noContacts := s.IsHidden(InspectorPanel), s.IsHidden(LayerPanel), s.IsHidden(ContactPanel)
	var below float32 // what the panels below the one at hand need at least
	if !noLayers {
		below += leastLayers
	}
	if !noContacts {
		below += leastContacts
	}
	rest := height
	if !noInspector {
		inspector = cmp.Or(s.Inspector, min(max(height*0.46, 300), 560))
		if noLayers && noContacts {
			inspector = height
		}
		inspector = max(min(inspector, height-below), leastInspector)
		rest -= inspector
	}
	if !noLayers {
		layers = cmp.Or(s.Layers, min(max(rest*0.34, 96), 300))
		if noContacts {
			layers = rest
		} else {
			layers = max(min(layers, rest-leastContacts), leastLayers)
		}
		rest -= layers
	}
	if !noContacts {
		contacts = max(rest, 0)
	}
	return inspector, layers, contacts
}
