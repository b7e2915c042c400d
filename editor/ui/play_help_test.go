package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/widget"

	"fillet/editor/level"
)

// The help lists every key of a playtest, and exactly the gameplay objects in the level.
func TestHelpListsKeysAndObjects(t *testing.T) {
	m := modeForTest(t)
	listed := map[string]bool{}
	for _, line := range m.keyLines() {
		if line.what == "" || line.does == "" {
			t.Errorf("invalid line %+v", line)
		}
		for _, key := range strings.Split(line.what, ", ") {
			if listed[key] {
				t.Errorf("%s is listed twice", key)
			}
			listed[key] = true
		}
	}
	for _, a := range m.actions() {
		if key := strings.Replace(string(a.key), "Escape", "Esc", 1); a.do != nil && !listed[key] {
			t.Errorf("%s is not listed: %s", key, a.tip)
		}
	}
	for _, k := range m.MovementKeys() {
		if !listed[k.Fixed] || k.Extra != "" && !listed[k.Extra] {
			t.Errorf("%s and %s of %q are not listed", k.Fixed, k.Extra, k.Label)
		}
	}

	for key := '0'; key <= 'Z'; key++ {
		isKey := key <= '9' || key >= 'A'
		if used := m.MovementKeyUsed(string(key)); isKey && used != "" && !listed[string(key)] {
			t.Errorf("%c is not listed: %s", key, used)
		}
	}

	for i, o := range level.Objects() {
		if o.Tag == "" {
			continue
		}
		c := level.NewCollider(0, 0, "shape", level.Shape{
			Kind: level.Box, Size: level.Vec{X: 20, Y: 20},
			Rounding: level.Inset,
		}, level.Vec{X: 40 * float64(i)})
		c.Tags, c.Role = []string{o.Tag}, o.Roles[0]
		if c.Role == level.OneWay {
			c.OneWay = level.Up
		}
		before := objectLines(m.Session.Document().Snapshot())
		if _, err := m.Session.Add(*c); err != nil {
			t.Fatal(err)
		}
		if after := objectLines(m.Session.Document().Snapshot()); len(after) != len(before)+1 {
			t.Errorf("with a %s the listed objects are %v", o.Title, after)
		}
	}

	content, show := newPlayHelp()
	objects := objectLines(m.Session.Document().Snapshot())
	show(m.keyLines(), objects)
	show(m.keyLines(), objects)
	text := content.Content.(*widget.RichText).String()
	for _, line := range append(m.keyLines(), objects...) {
		if !strings.Contains(text, line.does) || strings.Count(text, line.does) > 2 {
			t.Errorf("%q is not shown exactly once:\n%s", line.does, text)
		}
	}
}
