package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor/tool"
	"fillet/editor/ui/kit"
)

// Tools is the column of tools at the left.
type Tools struct {
	Content fyne.CanvasObject
	tools   *tool.Controller
	buttons map[tool.ID]*kit.IconButton
}

// NewTools makes the column of tool buttons.
func NewTools(l *kit.Look, tools *tool.Controller) *Tools {
	p := &Tools{tools: tools, buttons: map[tool.ID]*kit.IconButton{}}
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

// Refresh marks the active tool's button.
func (p *Tools) Refresh() {
	for id, b := range p.buttons {
		b.SetOn(id == p.tools.Active())
	}
}
