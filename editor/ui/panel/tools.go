package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor/tool"
	"fillet/editor/ui/kit"
)

// Tools is the column of tool buttons. Less common tools are in flyouts.
type Tools struct {
	Content fyne.CanvasObject
	tools   *tool.Controller
	buttons map[tool.ID]*kit.IconButton
	flyouts []flyout
	keyOf   func(tool.Info) string
}

// flyout is a button that opens a menu of tools. It shows the icon of the one in use.
type flyout struct {
	tool.Group
	icon string // while none of its tools is in use
	name string
	*kit.IconButton
}

// NewTools returns the column of tool buttons. keyOf returns the current shortcut of a tool, and open opens the menu of
// a flyout at a window position.
func NewTools(l *kit.Look, tools *tool.Controller, keyOf func(tool.Info) string,
	open func(group tool.Group, at fyne.Position),
) *Tools {
	p := &Tools{tools: tools, buttons: map[tool.ID]*kit.IconButton{}, keyOf: keyOf}
	column := container.New(kit.Squeezed{Gap: 4})
	add := func(icon, tip string, onTap func()) *kit.IconButton {
		b := kit.NewIconButton(l, icon, tip, "", onTap)
		b.Side = 34
		column.Add(b)
		return b
	}
	for _, info := range tools.Tools() {
		if info.Group == tool.Palette {
			p.buttons[info.ID] = add(string(info.ID), info.Name, func() { tools.Switch(info.ID) })
		}
	}
	column.Add(kit.Pad(4, 3, 4, 3, kit.Rule(l)))
	p.flyouts = []flyout{
		{Group: tool.More, icon: "shape", name: "More"},
		{Group: tool.Inspect, icon: "measure", name: "Inspect"},
		{Group: tool.Motion, icon: "path", name: "Motion"},
	}
	for i := range p.flyouts {
		f := &p.flyouts[i]
		f.IconButton = add(f.icon, f.name, func() {
			l.Focus()
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(f.IconButton)
			open(f.Group, at.AddXY(f.Size().Width, 0))
		})
		f.Opens = true
	}
	p.Content = kit.Pad(6, 6, 6, 6, column)
	p.Refresh()
	return p
}

func (p *Tools) Refresh() {
	active := map[tool.Group]tool.Info{}
	for _, info := range p.tools.Tools() {
		isActive := info.ID == p.tools.Active()
		if isActive {
			active[info.Group] = info
		}
		if b := p.buttons[info.ID]; b != nil {
			b.SetOn(isActive)
			b.SetKey(p.keyOf(info))
		}
	}
	for _, f := range p.flyouts {
		info, isOn := active[f.Group]
		icon, tip := f.icon, f.name
		if isOn {
			icon, tip = string(info.ID), f.name+": "+info.Name
		}
		f.SetIcon(icon)
		f.SetTip(tip)
		f.SetOn(isOn)
	}
}
