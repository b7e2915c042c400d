package ui

import (
	"slices"

	"fyne.io/fyne/v2"

	"fillet/editor/tool"
	"fillet/editor/ui/kit"
)

// mode holds the state of a part of the window that stays open beside the level until Escape closes it.
type mode struct {
	isOpen func() bool
	close  func()
}

// modes remembers in which order the modes of a tab were opened. Dialogs and menus are not among them: they take all
// keys while they are open.
type modes struct {
	all   []mode
	order []int // indices of the open modes, last opened last
}

// note records which modes were opened or closed since the last call.
func (m *modes) note() {
	m.order = slices.DeleteFunc(m.order, func(i int) bool { return !m.all[i].isOpen() })
	for i, o := range m.all {
		if o.isOpen() && !slices.Contains(m.order, i) {
			m.order = append(m.order, i)
		}
	}
}

// closeLast closes the mode opened last, and reports whether one was open.
func (m *modes) closeLast() bool {
	if m.note(); len(m.order) == 0 {
		return false
	}
	m.all[m.order[len(m.order)-1]].close()
	m.note()
	return true
}

// newModes returns the modes of a tab. Of those found open at the same time, the last counts as opened last.
func newModes(w *tab) *modes {
	focused := func() fyne.CanvasObject {
		o, _ := w.Win.Canvas().Focused().(fyne.CanvasObject)
		return o
	}
	dockIsOver := func() bool { return w.side.dock.isNarrow && w.side.dock.isSeen() }
	historyIsOver := func() bool { return w.history != nil && !w.history.Content.Hidden }
	return &modes{all: []mode{
		{w.play.Ways.IsOn, w.play.Ways.Hide},
		{
			func() bool { return w.Tools.Active() != tool.Select || w.Tools.Busy() },
			func() { w.Tools.Key(string(fyne.KeyEscape), tool.Mods{}) },
		},
		{func() bool { return w.Session.Proposal() != nil }, w.Session.Withdraw},
		{dockIsOver, func() {
			w.Look.Focus()
			w.side.dock.toggle()
		}},
		{historyIsOver, w.toggleHistory},
		{func() bool { // a focused panel, unless it closes with its mode
			o := focused()
			return o != nil && !(dockIsOver() && kit.Holds(w.side.dock.content, o)) &&
				!(historyIsOver() && o == fyne.CanvasObject(w.history.List))
		}, func() { w.Look.Focus() }},
	}}
}
