package ui

import (
	"slices"

	"fyne.io/fyne/v2"
)

// panel names a part of the window that can be hidden.
type panel string

const (
	toolsPanel     panel = "tools"
	sidePanel      panel = "side"
	inspectorPanel panel = "inspector"
	layerPanel     panel = "layers"
	contactPanel   panel = "contacts"
)

// panelSizes are what the user has made of the window's panels, in units; they persist.
type panelSizes struct {
	side, inspector, layers float32
	hidden                  []string // names of panels
}

const (
	prefSide      = "panel.side"
	prefInspector = "panel.inspector"
	prefLayers    = "panel.layers"
	prefHidden    = "panel.hidden"
)

func loadPanelSizes(p fyne.Preferences) *panelSizes {
	return &panelSizes{
		side: float32(p.FloatWithFallback(prefSide, sideWidth)), inspector: float32(p.FloatWithFallback(prefInspector, 0)),
		layers: float32(p.FloatWithFallback(prefLayers, 0)), hidden: p.StringList(prefHidden),
	}
}

func (s *panelSizes) store(p fyne.Preferences) {
	p.SetFloat(prefSide, float64(s.side))
	p.SetFloat(prefInspector, float64(s.inspector))
	p.SetFloat(prefLayers, float64(s.layers))
	p.SetStringList(prefHidden, s.hidden)
}

func (s *panelSizes) isHidden(p panel) bool { return slices.Contains(s.hidden, string(p)) }

func (s *panelSizes) hide(p panel, hidden bool) {
	s.hidden = slices.DeleteFunc(s.hidden, func(name string) bool { return name == string(p) })
	if hidden {
		s.hidden = append(s.hidden, string(p))
	}
}

// within keeps the sizes so that every panel that is shown can be used in a window of this height. A size of 0 was never
// chosen: the inspector takes what its fields need, layers a third of the rest. A panel that is hidden leaves its room to
// the one below it, the lowest to the one above.
func (s *panelSizes) within(height float32) (inspector, layers, contacts float32) {
	const leastInspector, leastLayers, leastContacts = 80, 62, 186 // contacts: header, filters, columns, two rows, buttons
	noInspector, noLayers, noContacts := s.isHidden(inspectorPanel), s.isHidden(layerPanel), s.isHidden(contactPanel)
	var below float32 // what the panels below the one at hand need at least
	if !noLayers {
		below += leastLayers
	}
	if !noContacts {
		below += leastContacts
	}
	rest := height
	if !noInspector {
		inspector = s.inspector
		if inspector == 0 {
			inspector = min(max(height*0.46, 300), 420)
		}
		if noLayers && noContacts {
			inspector = height
		}
		inspector = max(min(inspector, height-below), leastInspector)
		rest -= inspector
	}
	if !noLayers {
		layers = s.layers
		if layers == 0 {
			layers = min(max(rest*0.34, 96), 220)
		}
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

// panelsItem is the submenu that shows and hides the panels.
func (w *Window) panelsItem() *fyne.MenuItem {
	m := item("Panels", "", 0, nil)
	side := item("Side panel", fyne.KeyBackslash, ctrl, func() { w.togglePanel(sidePanel) })
	side.Checked = !w.sizes.isHidden(sidePanel)
	m.ChildMenu = fyne.NewMenu("", side, fyne.NewMenuItemSeparator())
	for _, t := range []struct {
		label string
		panel panel
	}{{"Tools", toolsPanel}, {"Inspector", inspectorPanel}, {"Layers", layerPanel}, {"Contacts", contactPanel}} {
		i := item(t.label, "", 0, func() { w.togglePanel(t.panel) })
		i.Checked = !w.sizes.isHidden(t.panel)
		m.ChildMenu.Items = append(m.ChildMenu.Items, i)
	}
	m.ChildMenu.Items = append(m.ChildMenu.Items, fyne.NewMenuItemSeparator(), item("As they were", "", 0, w.resetPanels))
	return m
}

func (w *Window) togglePanel(p panel) {
	w.sizes.hide(p, !w.sizes.isHidden(p))
	if p != sidePanel && p != toolsPanel && !w.sizes.isHidden(p) {
		w.sizes.hide(sidePanel, false) // it would not be seen
	}
	w.panelsChanged()
}

// resetPanels gives every panel the size that it has in a new window.
func (w *Window) resetPanels() {
	*w.sizes = panelSizes{side: sideWidth}
	w.panelsChanged()
}

func (w *Window) panelsChanged() {
	w.sizes.store(w.app.Preferences())
	w.showPanels()
	w.look.focus() // what had the keys may be hidden
	w.rebuildMenu()
	w.win.Content().Refresh()
}

// showPanels shows the panels that are not hidden.
func (w *Window) showPanels() {
	s := w.sizes
	all := s.isHidden(inspectorPanel) && s.isHidden(layerPanel) && s.isHidden(contactPanel)
	w.left.Hidden, w.right.Hidden = s.isHidden(toolsPanel), s.isHidden(sidePanel) || all
	for i, p := range []panel{inspectorPanel, layerPanel, contactPanel} {
		w.panels[i].Hidden = s.isHidden(p)
	}
	w.splitters[0].Hidden = s.isHidden(inspectorPanel) || s.isHidden(layerPanel) && s.isHidden(contactPanel)
	w.splitters[1].Hidden = s.isHidden(layerPanel) || s.isHidden(contactPanel)
	w.splitters[2].Hidden = w.right.Hidden
}
