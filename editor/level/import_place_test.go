package level_test

import (
	"bytes"
	"maps"
	"strings"
	"testing"

	"fillet/editor/level"
)

// Properties of an imported file's levels are written to the level file and read back.
func TestPropertiesOfImportedLevels(t *testing.T) {
	properties := level.Properties{
		"music": "drips, slowly", "a: key": true, "depth": -1.5, "empty": "",
		"list": `[1,{"a":"b"}]`,
	}
	set := level.DefaultSettings()
	set.Imports = []*level.Import{{File: "world.ldtk", Places: []level.Place{
		{
			Level: "Cave", ID: "iid", Size: level.Vec{X: 10, Y: 20}, Properties: properties,
			Layers: []level.LayerPlace{{Layer: "Walls"}},
		}, {Level: "Sky"},
	}}}
	doc, err := level.NewDocument(set)
	if err != nil {
		t.Fatal(err)
	}
	text, err := level.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	back, err := level.Read(bytes.NewReader(text), "a.level.yaml")
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	got := back.Settings().Imports[0].Places
	if !got[0].Equal(set.Imports[0].Places[0]) || !got[1].Equal(set.Imports[0].Places[1]) {
		t.Errorf("the places are read back as %+v from\n%s", got, text)
	}
	if p := back.Settings().LevelProperties(); len(p) != len(properties) || p["Cave.music"] != properties["music"] {
		t.Errorf("the properties are %v", p)
	}
	again, err := level.Marshal(back)
	if err != nil || !bytes.Equal(again, text) {
		t.Errorf("written again it is\n%s, %v", again, err)
	}

	other := set.Imports[0].Places[0]
	other.Properties = maps.Clone(properties)
	other.Properties["depth"] = 2.0
	if other.Equal(set.Imports[0].Places[0]) {
		t.Error("places with other properties are equal")
	}
	for name, v := range map[string]any{"": 1.0, "list": []int{1}, "text": "a\xff"} {
		bad := *set
		bad.Imports = []*level.Import{{
			File:   "world.ldtk",
			Places: []level.Place{{Level: "Cave", Properties: level.Properties{name: v}}},
		}}
		if _, err := level.NewDocument(&bad); err == nil || !strings.Contains(err.Error(), "property") {
			t.Errorf("%q: %v gave %v", name, v, err)
		}
	}
}
