package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor/tool"
	"fillet/editor/ui/kit"
)

// Tools is the column of tool buttons on the left.
type Tools struct {
	Content fyne.CanvasObject
	tools   *tool.Controller
	buttons map[tool.ID]*kit.IconButton
	keyOf   func(tool.Info) string
}

// NewTools returns the column of tool buttons. keyOf returns the current shortcut of a tool.
func NewTools(l *kit.Look, tools *tool.Controller, keyOf func(tool.Info) string) *Tools {
	p := &Tools{tools: tools, buttons: map[tool.ID]*kit.IconButton{}, keyOf: keyOf}
	column := container.New(kit.Squeezed{Gap: 4})
	for _, info := range tools.Tools() {
		b := kit.NewIconButton(l, string(info.ID), info.Name, info.Key, func() { tools.Switch(info.ID) })
		b.Side, b.Corner = 34, info.Key
		p.buttons[info.ID] = b
		column.Add(b)
	}
	p.Content = kit.Pad(6, 6, 6, 6, column)
	p.Refresh()
	return p
}

// Refresh marks the active tool and updates the shortcuts.
func (p *Tools) Refresh() {
	for _, info := range p.tools.Tools() {
		b := p.buttons[info.ID]
		b.SetOn(info.ID == p.tools.Active())
		b.SetKey(p.keyOf(info))
	}
}
