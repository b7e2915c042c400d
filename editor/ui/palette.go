package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor/tool"
)

// toolPalette is the column of tools at the left.
type toolPalette struct {
	content fyne.CanvasObject
	tools   *tool.Controller
	buttons map[tool.ID]*iconButton
}

func newToolPalette(l *look, tools *tool.Controller) *toolPalette {
	p := &toolPalette{tools: tools, buttons: map[tool.ID]*iconButton{}}
	column := container.New(squeezed{gap: 4})
	for _, info := range tools.Tools() {
		b := newIconButton(l, string(info.ID), info.Name, info.Key, func() { tools.Switch(info.ID) })
		b.size, b.corner = 34, info.Key
		p.buttons[info.ID] = b
		column.Add(b)
	}
	p.content = pad(6, 6, 6, 6, column)
	p.refresh()
	return p
}

func (p *toolPalette) refresh() {
	for id, b := range p.buttons {
		b.set(id == p.tools.Active())
	}
}
