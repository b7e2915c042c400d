package panel

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"fillet/editor/ui/kit"
)

// buildProperties lists the user's own properties, and an empty row for a new one. Text that looks like a number or a
// bool is stored as such. It lists at most MaxProperties; if there are more, it adds a filter field.
func (v *Inspector) buildProperties() {
	s := v.session
	names := s.Common(v.ids()).PropertyNames()
	if len(names) > MaxProperties {
		f := kit.NewField(v.Look, func(text string) {
			v.WantedProperty = strings.TrimSpace(text)
			v.Refresh()
		})
		f.PlaceHolder = "part of a name"
		v.updates = append(v.updates, func() { f.Display(v.WantedProperty) })
		v.row("Filter", f)
		names = slices.DeleteFunc(names, func(name string) bool { return !strings.Contains(name, v.WantedProperty) })
	}
	for _, name := range names[:min(len(names), MaxProperties)] {
		v.text(name, "", func() (string, bool) {
			value, mixed := s.Common(v.ids()).Property(name)
			if value == nil {
				value = ""
			}
			return fmt.Sprint(value), mixed
		}, func(text string) {
			if text == "" {
				v.fail(s.Shapes(v.ids()).SetProperty(name, nil))
				return
			}
			v.fail(s.Shapes(v.ids()).SetProperty(name, parseProperty(text)))
		})
	}
	if n := len(names) - MaxProperties; n > 0 {
		v.Body.Add(kit.Text(fmt.Sprintf("and %d more", n), v.Look.Colors().Quiet, kit.SmallText))
	}
	add := kit.NewField(v.Look, nil)
	add.PlaceHolder = "name = value"
	add.OnCommit = func(text string) {
		name, value, _ := strings.Cut(text, "=")
		add.Shown = ""
		add.SetText("")
		if name = strings.TrimSpace(name); name != "" {
			v.fail(s.Shapes(v.ids()).SetProperty(name, parseProperty(strings.TrimSpace(value))))
		}
	}
	v.row("New", add)
	v.newProperty = add
}

func parseProperty(s string) any {
	switch s {
	case "true":
		return true
	case "false":
		return false
	}
	if x, err := kit.Calculate(s); err == nil && !strings.ContainsAny(s, "pxP°") {
		return x
	}
	return s
}

// MaxProperties limits the listed properties. A filter finds the others.
const MaxProperties = 64

// fileSection is the heading of the level properties from imported files.
const fileSection = "Properties of imported levels"

// buildSaid lists the level properties of imported files, read-only, by level.
func (v *Inspector) buildSaid() {
	list := v.session.Document().Settings().LevelProperties()
	if len(list) == 0 || !v.section(fileSection, func() string { return fmt.Sprint(len(list)) }, nil) {
		return
	}
	p := v.Look.Colors()
	names := slices.Sorted(maps.Keys(list))
	for _, name := range names[:min(len(names), MaxProperties)] {
		v.row(name, kit.Pad(0, 3, 0, 3, kit.NewTippedText(v.Look, kit.Text(fmt.Sprint(list[name]), p.Text,
			kit.TextSize))))
	}
	if n := len(names) - MaxProperties; n > 0 {
		v.Body.Add(kit.Text(fmt.Sprintf("and %d more", n), p.Quiet, kit.SmallText))
	}
}

// addProperty opens the section and focuses the row for a new property.
func (v *Inspector) addProperty() {
	if !v.Open[PropertySection] {
		v.Open[PropertySection] = true
		v.OnFold()
	}
	v.Refresh()
	if v.newProperty != nil {
		kit.FocusIn(v.Body, v.newProperty)
	}
}
