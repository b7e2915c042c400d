package tool

import (
	"errors"
	"strings"
	"time"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Key handles a key, given by name: a single character such as "A", "1", "[" or ",", or Enter, Escape, Backspace,
// Delete, PageUp, PageDown, Up, Down, Left or Right. It reports whether it used the key.
func (c *Controller) Key(name string, m Mods) (used bool) {
	name = keyName(name)
	c.act(func() {
		c.problem, c.notes = "", notes{}
		used = c.key(name, m)
	})
	return used
}

// keyNames maps the key names of other toolkits to the names that [Controller.Key] takes.
var keyNames = map[string]string{
	"KP_Enter": "Enter", "Return": "Enter", "BackSpace": "Backspace", "LeftBracket": "[", "RightBracket": "]",
	"Esc": "Escape", "Prior": "PageUp", "Next": "PageDown",
}

func keyName(name string) string {
	if known, ok := keyNames[name]; ok {
		return known
	}
	if len(name) == 1 {
		return strings.ToUpper(name)
	}
	return name
}

func (c *Controller) key(name string, m Mods) bool {
	if c.gesture != nil {
		if name == "Escape" {
			c.Cancel()
			return true
		}
		used := false
		if g, ok := c.gesture.(stepwise); ok {
			c.gesture, used = g.key(name, m)
		}
		return used || name == "Delete" || name == "Backspace" || isArrow(name)
	}
	if m.Ctrl {
		return false
	}
	if c.paths.timeKey(name, m) || (explaining{c}).whyKey(name, m) {
		return true
	}
	if name == "Escape" && c.why.isOn {
		c.why.isOn = false
		return true
	}
	if c.tools[c.active].key(name, m) {
		return true
	}
	if name == "Escape" && c.measure != (measure{}) {
		c.measure = measure{}
		return true
	}
	if name == "Escape" {
		if !c.tools[c.active].escape() && c.active != Select {
			c.Switch(Select)
		}
		return true
	}
	return c.command(name, m)
}

func isArrow(name string) bool {
	return name == "Up" || name == "Down" || name == "Left" || name == "Right"
}

// command handles the keys that work in every tool.
func (c *Controller) command(name string, m Mods) bool {
	s := c.session
	if !m.Shift {
		for _, t := range c.infos {
			if t.Key == name {
				c.Switch(t.ID)
				return true
			}
		}
		if c.formKey(name) {
			return true
		}
	}
	switch {
	case name == ".":
		s.Selection().Next(1)
		return true
	case name == ",":
		s.Selection().Next(-1)
		return true
	case (name == "Delete" || name == "Backspace") && c.joints.hasSelected():
		c.fail(s.DeleteSelection())
	case s.Selection().Len() == 0 && len(s.Selection().Bare()) == 0:
		return false
	case name == "Delete" || name == "Backspace":
		c.fail(s.DeleteSelection())
	case isArrow(name):
		dx, dy := c.step(name, m)
		c.nudge(func() error { return s.Nudge(dx, dy) })
	default:
		return false
	}
	return true
}

// Drop drops the selection along a unit vector. Labels give the reason for shapes that stay.
func (c *Controller) Drop(dir level.Vec) { c.act(func() { c.drop(dir) }) }

func (c *Controller) drop(dir level.Vec) {
	const limit = 12 // maximum number of labels; the message has the full count
	err := c.session.Drop(dir)
	c.fail(err)
	c.notes = notes{
		doc: c.session.Document(), revision: c.session.History().Revision(),
		selected: c.session.Selection().IDs(),
	}
	var stay *editor.DropError
	if !errors.As(err, &stay) {
		return
	}
	doc := c.session.Document()
	for _, s := range stay.Stay[:min(len(stay.Stay), limit)] {
		box := level.DrawnBounds(doc.Collider(s.ID))
		c.notes.labels = append(c.notes.labels, overlay.Label{
			At:   level.Vec{X: box.Center().X, Y: box.Min.Y},
			Text: s.Name + " " + s.Why, Ink: overlay.Danger,
		})
	}
}

// nudge runs an arrow key's command. Nudges less than a second apart, such as from a key that is held down, merge into
// one step.
func (c *Controller) nudge(do func() error) {
	const moment = time.Second
	history, now := c.session.History(), c.now()
	follows := history.Revision() == c.nudged.revision && now.Sub(c.nudged.at) < moment
	if err := do(); err != nil {
		c.fail(err)
		return
	}
	if follows {
		c.session.MergeSteps()
	}
	c.nudged = nudged{now, history.Revision()}
}

// step returns the offset for an arrow key: a pixel, or a grid cell with Shift.
func (c *Controller) step(name string, m Mods) (dx, dy float64) {
	x, y := 1.0, 1.0
	if m.Shift {
		size := c.session.Document().Settings().Grid.Size
		x, y = size.X, size.Y
	}
	switch name {
	case "Left":
		return -x, 0
	case "Right":
		return x, 0
	case "Up":
		return 0, -y
	}
	return 0, y
}
