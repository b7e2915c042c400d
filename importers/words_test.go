package importers

import (
	"testing"

	"fillet/editor/level"
)

func TestWordsOfNames(t *testing.T) {
	t.Parallel()
	solid, object, none := verdict{role: level.Solid}, verdict{role: level.Solid, isObject: true}, verdict{isNone: true}
	trigger := func(tag string) verdict { return verdict{role: level.Trigger, tag: tag} }
	for name, want := range map[string]verdict{
		"":                   {},
		"Collision":          solid,
		"collisions":         solid,
		"Collision Layer":    solid,
		"SolidColliders":     solid,
		"blockedLayer":       solid,
		"bg_collision":       solid,
		"solid_water":        solid,
		"impassables":        solid,
		"walls":              object,
		"Red_Wall":           object,
		"PlatformLayer":      object,
		"obstacles2":         object,
		"Wallpaper":          {},
		"blockade":           {},
		"Underwater":         {},
		"ground":             {},
		"World":              {},
		"OneWayPlatforms":    {role: level.OneWay},
		"oneway":             {role: level.OneWay},
		"Water":              trigger("water"),
		"ladders":            trigger("ladder"),
		"SPIKES":             trigger("spike"),
		"spike block":        trigger("spike"),
		"BG Wall":            none,
		"Wall_shadows":       none,
		"background water":   none,
		"Placeable_Decals":   none,
		"no_collision":       none,
		"NonSolid":           none,
		"walls, not blocked": none,
	} {
		if got := wordVocabulary.judge(name); got != want {
			t.Errorf("%q gives %+v, want %+v", name, got, want)
		}
	}
	if got := wordVocabulary.judgeEntity("Ground"); got != object {
		t.Errorf("entity called Ground = %+v, want %+v", got, object)
	}
	if got := wordVocabulary.judge("Platform", "one way"); got.role != level.OneWay {
		t.Errorf("two names together give %+v, want one-way", got)
	}
}

func TestWordsOfFields(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		fields level.Properties
		want   verdict
	}{
		{nil, verdict{}},
		{level.Properties{"collides": true}, verdict{role: level.Solid, by: "collides"}},
		{level.Properties{"Is_Solid": 1.0}, verdict{role: level.Solid, by: "Is_Solid"}},
		{
			level.Properties{"physics.solid": true, "route.type": "wall"},
			verdict{role: level.Solid, by: "physics.solid"},
		},
		{level.Properties{"route.type": "wall"}, verdict{}},
		{level.Properties{"blocked": ""}, verdict{role: level.Solid, by: "blocked"}},
		{level.Properties{"solid": "true", "water": true}, verdict{role: level.Solid, by: "solid"}},
		{level.Properties{"solid": false}, verdict{isNone: true}},
		{level.Properties{"solid": false, "wall": true}, verdict{isNone: true}},
		{level.Properties{"solid": false, "isLava": true}, verdict{role: level.Trigger, tag: "lava", by: "isLava"}},
		{level.Properties{"type": "spikes"}, verdict{role: level.Trigger, tag: "spike", by: "type"}},
		{level.Properties{"oneWay": true}, verdict{role: level.OneWay, by: "oneWay"}},
		{level.Properties{"ladder": true}, verdict{role: level.Trigger, tag: "ladder", by: "ladder"}},
		{level.Properties{"ladder": false}, verdict{}},
		{level.Properties{"collision": 7.0}, verdict{}}, // a mask
		{level.Properties{"wallJump": true, "waterDepth": 1.0, "name": "wall"}, verdict{}},
	} {
		if got := wordVocabulary.judgeFields(tt.fields); got != tt.want {
			t.Errorf("%v give %+v, want %+v", tt.fields, got, tt.want)
		}
	}
}

func TestMoreWords(t *testing.T) {
	t.Parallel()
	solid, object := verdict{role: level.Solid}, verdict{role: level.Solid, isObject: true}
	for name, want := range map[string]verdict{
		"Collision": solid, "Colisiones": solid, "blockers": solid, "unwalkable": solid, "Plataformas": object,
		"murs": object, "level_border": object, "fence2": object,
		"no blockers": {isNone: true}, "water": {role: level.Trigger, tag: "water"}, "floor": {}, "coin": {},
		"empty": {},
	} {
		if got := moreVocabulary.judge(name); got != want {
			t.Errorf("%q gives %+v, want %+v", name, got, want)
		}
	}
	for _, name := range []string{"floor_2", "Terrain", "pipes", "Bricks", "lift", "Suelo"} {
		if got := moreVocabulary.judgeEntity(name); got != object {
			t.Errorf("entity called %q = %+v, want %+v", name, got, object)
		}
		if got := wordVocabulary.judgeEntity(name); got.says() {
			t.Errorf("with the words of earlier defaults, an entity called %q is %+v", name, got)
		}
	}
	for _, tt := range []struct {
		fields level.Properties
		want   verdict
	}{
		{level.Properties{"walkable": false}, verdict{role: level.Solid, by: "walkable"}},
		{level.Properties{"canWalk": true}, verdict{isNone: true}},
		{level.Properties{"passable": 0.0, "solid": true}, verdict{role: level.Solid, by: "solid"}},
		{level.Properties{"collider": ""}, verdict{role: level.Solid, by: "collider"}},
		{level.Properties{"walkable": "maybe"}, verdict{}},
	} {
		if got := moreVocabulary.judgeFields(tt.fields); got != tt.want {
			t.Errorf("%v give %+v, want %+v", tt.fields, got, tt.want)
		}
	}
}

// The default for a value may depend on the other values of its layer.
func TestValuesBesideOthers(t *testing.T) {
	t.Parallel()
	none, trigger := verdict{isNone: true}, func(tag string) verdict { return verdict{role: level.Trigger, tag: tag} }
	for _, tt := range []struct {
		layer valueLayer
		name  string
		want  verdict
	}{
		{valueLayer{}, "stone", verdict{}},
		{valueLayer{}, "Empty", none},
		{valueLayer{}, "air", none},
		{valueLayer{}, "empty_wall", verdict{role: level.Solid, isObject: true}},
		{valueLayer{}, "Floor", verdict{}},
		{valueLayer{hasWalls: true}, "Floor", none},
		{valueLayer{hasWalls: true}, "grass", verdict{}},
		{valueLayer{isAbove: true}, "grass", none},
		{valueLayer{isAbove: true}, "Road", none},
		{valueLayer{}, "pit", trigger("pit")},
		{valueLayer{}, "Switch_on", trigger("switch")},
		{valueLayer{}, "checkpoints", trigger("checkpoint")},
	} {
		if got := moreVocabulary.judgeValue(tt.name, &tt.layer); got != tt.want {
			t.Errorf("%q in %+v is %+v, want %+v", tt.name, tt.layer, got, tt.want)
		}
		if got := wordVocabulary.judgeValue(tt.name, &tt.layer); tt.want.says() &&
			got != wordVocabulary.judge(tt.name) {
			t.Errorf("with the words of earlier defaults, %q is %+v", tt.name, got)
		}
	}
}

// Walls merge under the layer's own name; platforms among them form a separate group.
func TestTilesOfALayerMerge(t *testing.T) {
	t.Parallel()
	b, err := NewBuilder(NewSource("f.x", nil, nil), *level.DefaultSettings(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ layer, tile, want string }{
		{"world/walls", "", "walls"},
		{"world/walls", "wall", "walls"},
		{"world/walls", "one way", "one-way"},
		{"world/one way", "one way", "one way"},
		{"world/one way", "", "one way"},
		{"world/walls", "spikes", "spike"},
	} {
		r, ok := b.TileRule(&TileLayer{Name: tt.layer}, 1, tt.tile, nil)
		if !ok || r.Merge != tt.want {
			t.Errorf("a tile called %q in %q merges as %q (%v), want %q", tt.tile, tt.layer, r.Merge, ok, tt.want)
		}
	}
}
