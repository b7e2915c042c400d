package level_test

import (
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"

	"pgregory.net/rapid"
)

// Copying an export preset from other settings copies only that preset, or its absence, and keeps the order of the
// others.
func TestPresetsAreCopiedOneByOne(t *testing.T) {
	presets := func(t *rapid.T, name string) level.Settings {
		s := *level.DefaultSettings()
		for _, n := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 3,
			rapid.ID[string]).Draw(t, name) {
			s.Exports = append(s.Exports, level.ExportPreset{
				Name: n, Format: "json",
				File: rapid.SampledFrom([]string{"x", "y"}).Draw(t, name+" "+n),
			})
		}
		return s
	}
	rapid.Check(t, func(t *rapid.T) {
		to, from := presets(t, "to"), presets(t, "from")
		before, given := slices.Clone(to.Exports), slices.Clone(from.Exports)
		name := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "name")
		var field level.Field[level.Settings]
		for _, f := range level.SettingsFields(&to, &from) {
			if strings.HasSuffix(f.Key, "."+name) {
				field = f
			}
		}
		if field.Copy == nil {
			if _, ok := to.Preset(name); ok {
				t.Fatalf("preset %s has no field", name)
			}
			return // both lack it
		}
		var want []level.ExportPreset
		p, ok := from.Preset(name)
		for _, q := range before {
			if q.Name != name {
				want = append(want, q)
			} else if ok {
				want = append(want, p)
			}
		}
		if ok && !slices.ContainsFunc(want, func(q level.ExportPreset) bool { return q.Name == name }) {
			want = append(want, p)
		}
		field.Copy(&to, &from)
		if !slices.Equal(to.Exports, want) || !slices.Equal(from.Exports, given) || !field.Same(&to, &from) {
			t.Fatalf("%s copied from %v to %v gives %v, want %v", name, given, before, to.Exports, want)
		}
	})
}

// The text of a field, as conflicts and instances store it, restores the field's value.
func TestTextsOfFieldsAreReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		for c := range drawDocument(t).Colliders() {
			for _, f := range level.ColliderFields(c) {
				text := f.Text(c)
				var to level.Collider
				if shape, ok := level.ColliderField(level.ShapeKey); ok && level.IsShapeKey(f.Key) {
					shape.Copy(&to, c) // a part of a shape is read into that shape
				}
				if err := f.Set(&to, text); text != "" && err != nil {
					t.Fatalf("%s: %q cannot be read: %v", f.Key, text, err)
				}
				if text != "" && !f.Same(&to, c) {
					t.Fatalf("%s: %q is read as %q", f.Key, text, f.Text(&to))
				}
			}
		}
	})
}
