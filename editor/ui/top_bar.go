package ui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor/ui/kit"
)

// topBar is the row of buttons beside the tabs. Each button performs a command of the menus.
type topBar struct {
	menus   *kit.Menus
	content fyne.CanvasObject
	buttons []*kit.IconButton // as in topActions
}

// topActions lists the buttons. A button performs the first of its commands that is available. The commands before the
// last one end what the last one starts, so the button is lit while one of them is available.
var topActions = []struct {
	icon   string
	labels []string
}{
	{"undo", []string{"Undo"}},
	{"redo", []string{"Redo"}},
	{"play", []string{"Stop playtest", "Playtest"}},
	{"export", []string{"Export…"}},
}

// newTopBar makes the buttons, and updates them with the menus.
func newTopBar(l *kit.Look, menus *kit.Menus) *topBar {
	v := &topBar{menus: menus}
	row := container.New(kit.Row{Gap: 2, Grow: -1})
	for i, a := range topActions {
		b := kit.NewIconButton(l, a.icon, "", "", func() {
			c, _ := v.command(i)
			l.Focus() // otherwise a button that becomes unavailable would keep the focus
			menus.Perform(c)
		})
		v.buttons = append(v.buttons, b)
		row.Add(b)
	}
	v.content = kit.Pad(6, 2, 6, 2, row)
	menus.Show = v.refresh
	return v
}

// command returns the command of a button, and whether that ends something.
func (v *topBar) command(i int) (c *kit.Command, isEnd bool) {
	labels := topActions[i].labels
	last := len(labels) - 1
	for _, label := range labels[:last] {
		c := v.menus.Command(label)
		if ok, _ := c.Enabled(); ok {
			return c, true
		}
	}
	return v.menus.Command(labels[last]), false
}

func (v *topBar) refresh() {
	for i, b := range v.buttons {
		c, isEnd := v.command(i)
		ok, _ := c.Enabled()
		b.SetTip(strings.TrimSuffix(c.Name(), "…"))
		b.SetKey(kit.KeyLabel(c.Key))
		b.SetOn(isEnd)
		b.SetOff(!ok)
	}
}
