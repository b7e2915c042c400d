package importers_test

import (
	"reflect"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/importers"

	"pgregory.net/rapid"
)

func drawMapping(t *rapid.T) *importers.Mapping {
	word := rapid.OneOf(rapid.StringN(1, 6, 20), rapid.SampledFrom([]string{
		"no", "Enemy*", "a: b", "#x", "3", "- y",
		"wall_2", "ä",
	}))
	maybe := rapid.OneOf(rapid.Just(""), word)
	words := rapid.SliceOfNDistinct(word, 0, 3, rapid.ID[string])
	role := rapid.SampledFrom([]level.Role{0, level.Solid, level.Trigger, level.OneWay})
	radius := rapid.SampledFrom([]float64{0, 2, 0.125, 1e6})
	rounding := rapid.SampledFrom([]level.Rounding{0, level.Inset, level.Outset})
	some := func(label string) []string { // an empty list is nil
		if list := words.Draw(t, label); len(list) > 0 {
			return list
		}
		return nil
	}
	facing := func(r level.Role) level.Vec {
		if r == level.OneWay {
			return rapid.SampledFrom([]level.Vec{{}, {X: 0.6, Y: -0.8}, {Y: 1}}).Draw(t, "one-way")
		}
		return level.Vec{}
	}
	with := func() []string {
		if rapid.Bool().Draw(t, "masked") {
			return append([]string{}, words.Draw(t, "with")...)
		}
		return nil
	}
	effect := func() importers.Effect {
		e := importers.Effect{
			Ignore: rapid.Bool().Draw(t, "ignore"), Role: role.Draw(t, "role"), Categories: some("categories"),
			CollidesWith: with(),
			Radius:       radius.Draw(t, "radius"), Rounding: rounding.Draw(t, "rounding"), Tags: some("tags"),
		}
		e.OneWay = facing(e.Role)
		return e
	}
	m := &importers.Mapping{}
	for range rapid.IntRange(0, 4).Draw(t, "rules") {
		r := importers.Rule{
			Layer: maybe.Draw(t, "layer"), Name: maybe.Draw(t, "name"),
			Mode:  rapid.SampledFrom(append([]importers.Mode{""}, importers.Modes...)).Draw(t, "mode"),
			Slope: rapid.SampledFrom([]string{"", "none", "45 floor right"}).Draw(t, "slope"), Effect: effect(),
		}
		if r.Field = maybe.Draw(t, "tile's field"); r.Field != "" {
			r.FieldValue = rapid.SampledFrom([]any{nil, true, 3.0, "red"}).Draw(t, "tile's value")
		}
		if rapid.Bool().Draw(t, "valued") {
			v := rapid.IntRange(-3, 1000).Draw(t, "value")
			r.Value = &v
		}
		m.Rules = append(m.Rules, r)
	}
	for range rapid.IntRange(0, 4).Draw(t, "entities") {
		r := importers.EntityRule{
			Layer: maybe.Draw(t, "layer"), Name: maybe.Draw(t, "name"), Tag: maybe.Draw(t, "tag"),
			Field:  maybe.Draw(t, "field"),
			Slope:  rapid.SampledFrom([]string{"", "none", "22 low ceiling left"}).Draw(t, "entity's slope"),
			Body:   rapid.SampledFrom([]level.BodyType{0, level.Static, level.Dynamic}).Draw(t, "body"),
			Effect: effect(),
		}
		if r.Field != "" {
			r.FieldValue = rapid.SampledFrom([]any{nil, true, 3.0, -0.5, "3", "true", "red"}).Draw(t, "is")
		}
		m.Entities = append(m.Entities, r)
	}
	return m
}

func TestMappingReadsItsOwnText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := drawMapping(t)
		if m.Check() != nil {
			return // not a valid mapping
		}
		back, err := importers.ReadMapping(strings.NewReader(m.String()), "mapping")
		if err != nil {
			t.Fatalf("%v\n%s", err, m)
		}
		if !reflect.DeepEqual(m, back) {
			t.Fatalf("%+v\nbecame %+v\nby\n%s", m, back, m)
		}
	})
}
