package panel

import (
	"slices"
	"strings"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// buildGameplay adds the gameplay object that the selection represents, and its fields.
func (v *Inspector) buildGameplay() {
	s := v.session
	pick := v.picker(v.objectChoices)
	v.updates = append(v.updates, func() {
		kind, mixed := s.Common(v.ids()).Object()
		words := "none"
		if o := level.ObjectOf(kind); o != nil {
			words = o.Title
		}
		if mixed {
			words = "mixed"
		}
		pick.Display(words, nil, 0)
	})
	v.row("Gameplay", pick)
	kind, mixed := s.Common(v.ids()).Object()
	o := level.ObjectOf(kind)
	if mixed || o == nil {
		return
	}
	for i := range o.Fields {
		v.buildObjectField(o.Kind, &o.Fields[i])
	}
}

func (v *Inspector) objectChoices() []*kit.Command {
	s := v.session
	now, mixed := s.Common(v.ids()).Object()
	choose := func(k level.ObjectKind, title, note string) *kit.Command {
		item := kit.Item(title, func() { v.fail(s.Shapes(v.ids()).SetObject(k)) })
		item.Note = note
		return item.Checked(func() bool { return !mixed && now == k })
	}
	out := []*kit.Command{choose(level.NoObject, "None", ""), kit.MenuSeparator()}
	for _, o := range level.Objects() {
		out = append(out, choose(o.Kind, o.Title, o.Tag))
	}
	return out
}

func (v *Inspector) buildObjectField(k level.ObjectKind, f *level.ObjectField) {
	put := func(shapes editor.Shapes, value any) error {
		if err := f.Check(value); err != nil {
			return err
		}
		return shapes.SetProperty(f.Key, value)
	}
	switch f.Type {
	case level.NumberField:
		v.row(f.Title, v.common(f.Unit, property(func(c *level.Collider) float64 {
			return level.PropertyNumber(k, f.Key, c.Properties)
		}), func(shapes editor.Shapes, x float64) error { return put(shapes, x) }))
	case level.BoolField:
		choose(v, f.Title, []string{"no", "yes"}, []bool{false, true}, property(func(c *level.Collider) bool {
			return level.PropertyIsSet(f.Key, c.Properties)
		}), func(shapes editor.Shapes, on bool) error { return put(shapes, on) })
	case level.ChoiceField:
		choose(v, f.Title, f.Words, f.Words, property(func(c *level.Collider) string {
			return level.PropertyWord(k, f.Key, c.Properties)
		}), func(shapes editor.Shapes, word string) error { return put(shapes, word) })
	case level.TextField:
		v.buildObjectNames(f, put)
	}
}

// buildObjectNames adds a field for names of other objects, and a menu of existing ones.
func (v *Inspector) buildObjectNames(f *level.ObjectField, put func(editor.Shapes, any) error) {
	s := v.session
	set := func(text string) {
		if text == "" {
			v.fail(s.Shapes(v.ids()).SetProperty(f.Key, nil))
			return
		}
		v.fail(put(s.Shapes(v.ids()), text))
	}
	of := func() (string, bool) {
		value, mixed := s.Common(v.ids()).Property(f.Key)
		text, _ := value.(string)
		return text, mixed
	}
	v.text(f.Title, "names or tags", of, set)
	what := "platform"
	if o := level.ObjectOf(f.Names); o != nil {
		what = strings.ToLower(o.Title)
	}
	pick := v.picker(func() (items []*kit.Command) {
		text, _ := of()
		now := kit.Words(text)
		for _, name := range editor.NamesOf(s, f.Names) {
			isListed := slices.Contains(now, name)
			items = append(items, kit.Item(name, func() {
				if isListed {
					now = slices.DeleteFunc(now, func(n string) bool { return n == name })
				} else {
					now = append(now, name)
				}
				set(strings.Join(now, ", "))
			}).Checked(func() bool { return isListed }))
		}
		if len(items) == 0 {
			items = append(items, kit.Item("No "+what+" in the level", func() {}))
		}
		return items
	})
	pick.Display("Choose a "+what+"…", nil, 0)
	v.row("", pick)
}
