package main

// entry is a map to compare.
type entry struct {
	repository string  // GitHub repository, as owner/name
	file       string  // path in the repository
	limit      float64 // share of pixels that may differ, in percent; 0 uses the default
	note       string  // description of what the map shows
}

// entries lists maps of all kinds. Of Tiled's own examples, forest.tmx is left out because its tiles are parts of one
// picture, which Tiled 1.8's tmxrasterizer does not support. Infinite isometric maps are left out because it draws the
// wrong part of them.
var entries = []entry{
	{"mapeditor/tiled", "examples/desert.tmx", 0, "orthogonal"},
	{"mapeditor/tiled", "examples/sewers.tmx", 0, "a translucent layer"},
	{"mapeditor/tiled", "examples/orthogonal-outside.tmx", 0, "tile objects"},
	{"mapeditor/tiled", "examples/perspective_walls.tmx", 0, "tiles higher than their cells"},
	{"mapeditor/tiled", "examples/rpg/island.tmx", 0, "animated tiles"},
	{"mapeditor/tiled", "examples/isometric_grass_and_water.tmx", 0, "isometric"},
	{"mapeditor/tiled", "examples/isometric_staggered_grass_and_water.tmx", 0, "staggered, infinite"},
	{"mapeditor/tiled", "examples/hexagonal-mini.tmx", 0, "hexagonal"},
	{"mapeditor/tiled", "examples/test_hexagonal_tile_60x60x30.tmx", 0, "hexagonal"},
	{
		"mapeditor/tiled", "examples/sticker-knight/map/sandbox.tmx", 0,
		"turned and scaled tile objects, background colour",
	},
	{"mapeditor/tiled", "examples/sticker-knight/map/sandbox2.tmx", 0, "the same"},
	{
		"mapeditor/tiled", "util/java/libtiled-java/src/test/resources/flipped/flipped.tmx", 0,
		"flipped and turned tiles",
	},
	{"adrien-bon/bevy_ecs_tiled", "assets/demo_platformer/demo.tmx", 0, "collections of pictures"},
	{"adrien-bon/bevy_ecs_tiled", "assets/maps/orthogonal/group_layers.tmx", 0, "groups"},
	{"adrien-bon/bevy_ecs_tiled", "assets/maps/orthogonal/infinite.tmx", 0, "infinite"},
	{"adrien-bon/bevy_ecs_tiled", "assets/maps/orthogonal/finite_parallax.tmx", 0, "parallax, offsets"},
	{"adrien-bon/bevy_ecs_tiled", "assets/maps/isometric/finite_diamond.tmx", 0, "isometric, an image layer"},
	{"adrien-bon/bevy_ecs_tiled", "assets/maps/hexagonal/infinite_pointy_top_odd.tmx", 0, "hexagonal, infinite"},
	{"adrien-bon/bevy_ecs_tiled", "assets/maps/hexagonal/finite_flat_top_odd.tmx", 0, "hexagonal, columns moved"},
	{"albierygs/astro-jumper", "assets/maps/level1.tmx", 0, "repeated image layers, offsets"},
	{"albierygs/astro-jumper", "assets/maps/level3.tmx", 0, "repeated image layers"},
	{"AdamWentworth/PokemonCipher", "assets/maps/route_1/route_1_map.tmx", 0, "many tilesets"},
	{"Dantsz/Yorcvs", "assets/map.tmx", 0, "infinite"},
	{"DeadZombie14/plataformeroPPI", "assets/map.tmx", 0, "background colour"},
	{"EthanPlant/LD51", "assets/maps/testmap.tmx", 0, "background colour"},
	{"deepnight/ldtk", "tests/levelBgs.ldtk", 0, "backgrounds that cover, auto tiles"},
	{"excaliburjs/excalibur-ldtk", "sample/top-down.ldtk", 0, "tiles in stacks, mirrored"},
	{"tristanbatchler/ajishio", "demo_projects/multiplayer/shared/room_data/level.ldtk", 0, "auto tiles"},
	{"xlambein/ldjam57", "assets/world.ldtk", 0, "auto tiles"},
}
