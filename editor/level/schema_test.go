package level

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// The schema with which editors complete level files has every key that is read, and no other.
func TestSchemaHasEveryKey(t *testing.T) {
	data, err := os.ReadFile("../../assets/schema/fillet-level-2.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	type object struct {
		Properties map[string]object
		Items      *object
	}
	var s struct {
		object
		Defs map[string]object `json:"$defs"`
	}
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	imports := s.Properties["imports"].Items
	places := imports.Properties["places"].Items
	for name, tt := range map[string]struct {
		of   object
		keys []string
	}{
		"a level": {s.object, settingsSchema.keys}, "grid": {s.Properties["grid"], gridSchema.keys},
		"a path": {s.Defs["path"], pathSchema.keys}, "a layer": {s.Defs["layer"], layerKeys},
		"a collider": {s.Defs["collider"], colliderKeys},
		"imported":   {s.Defs["imported"], importedKeys}, "source": {
			s.Defs["collider"].Properties["source"],
			sourceSchema.keys,
		}, "an export": {s.Defs["export"], presetSchema.keys},
		"an instance": {*s.Properties["instances"].Items, instanceSchema.keys},
		"a group":     {*s.Properties["groups"].Items, groupSchema.keys},
		"ignored":     {*s.Properties["ignored"].Items, ignoredSchema.keys},
		"a conflict":  {*s.Properties["conflicts"].Items, conflictKeys},
		"an import":   {*imports, importSchema.keys}, "a place": {*places, placeSchema.keys},
		"a picture":       {*s.Properties["pictures"].Items, pictureSchema.keys},
		"a layer's place": {*places.Properties["layers"].Items, layerPlaceSchema.keys},
		"a tileset":       {*imports.Properties["tilesets"].Items, tilesetSchema.keys},
	} {
		var have []string
		for key := range tt.of.Properties {
			have = append(have, key)
		}
		slices.Sort(have)
		if want := slices.Sorted(slices.Values(tt.keys)); !slices.Equal(have, want) {
			t.Errorf("%s has the keys %v in assets/schema/fillet-level-2.schema.json; %v are read", name, have, want)
		}
	}
}
