package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor/tool"
	"fillet/editor/ui/kit"
)

// toolPalette is the column of tools at the left.
type toolPalette struct {
	content fyne.CanvasObject
	tools   *tool.Controller
	buttons map[tool.ID]*kit.IconButton
}

func newToolPalette(l *kit.Look, tools *tool.Controller) *toolPalette {
	p := &toolPalette{tools: tools, buttons: map[tool.ID]*kit.IconButton{}}
	column := container.New(kit.Squeezed{Gap: 4})
	for _, info := range tools.Tools() {
		b := kit.NewIconButton(l, string(info.ID), info.Name, info.Key, func() { tools.Switch(info.ID) })
		b.Side, b.Corner = 34, info.Key
		p.buttons[info.ID] = b
		column.Add(b)
	}
	p.content = kit.Pad(6, 6, 6, 6, column)
	p.refresh()
	return p
}

func (p *toolPalette) refresh() {
	for id, b := range p.buttons {
		b.SetOn(id == p.tools.Active())
	}
}
