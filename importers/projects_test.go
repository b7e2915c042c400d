package importers_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/testkit"
	"fillet/importers"
	"fillet/importers/ldtk"
	"fillet/importers/ogmo"
	"fillet/importers/tiled"
)

// projectsVariable names a folder with checkouts of public projects, each called owner+name.
const projectsVariable = "FILLET_PROJECTS"

// project is a file of a real project with the result that its designer wants, judged by the game's code or a picture
// of the level and written down before the first import. Counts are in cells of the file, or in cells that the
// collision shapes of tiles cover.
type project struct {
	dir, file string
	cells     map[string]roles  // by layer; all other layers should give no cells
	entities  map[string]string // the role of all entities of a layer
	side      float64           // of a cell in pixels; 0 means the level's grid
	misses    string            // what names and fields do not show; empty if the default import is right
}

// roles holds the number of cells with each role.
type roles struct{ solid, trigger int }

func (r roles) String() string { return fmt.Sprintf("%d solid, %d trigger", r.solid, r.trigger) }

// The files of the first folders are in the corpus next to the repository, the others in checkouts. The projects up to
// the next comment were known when the first words were chosen.
var projects = []project{
	{dir: "ldtk", file: "Typical_2D_platformer_example.ldtk", cells: map[string]roles{"Collisions": {2056, 42}}},
	{dir: "ldtk", file: "Typical_TopDown_example.ldtk", cells: map[string]roles{"Collisions": {363, 0}}},
	{dir: "ldtk", file: "WorldMap_GridVania_layout.ldtk", cells: map[string]roles{"Collisions": {15030, 1046}}},
	{dir: "ldtk", file: "Entities.ldtk", cells: map[string]roles{"Collisions": {1069, 0}}},
	{dir: "ldtk", file: "AutoLayers_1_basic.ldtk", cells: map[string]roles{"IntGrid_layer": {484, 0}}},
	{dir: "ldtk", file: "2.5D.ldtk", cells: map[string]roles{"MainCollisions": {27, 0}}},
	{
		dir: "ogmo", file: "Simre1+platformer/levels/ogmo.json",
		entities: map[string]string{"entities": "solid or trigger"},
	},
	{
		dir: "ogmo", file: "HaxeFlixel+flixel-demos/Tutorials/TurnBasedRPG/assets/data/room-001.json",
		cells: map[string]roles{"walls": {100, 0}}, misses: "the layer walls has floors as well",
	},
	{
		dir: "tiled", file: "adrien-bon+bevy_ecs_tiled/assets/maps/orthogonal/finite.tmx",
		cells: map[string]roles{"Tile Layer 1": {40, 0}}, entities: map[string]string{
			"Collisions":   "solid",
			"Tile Layer 1": "solid",
		},
	},
	{
		dir: "tiled", file: "adrien-bon+bevy_ecs_tiled/assets/demo_platformer/demo.tmx",
		cells: map[string]roles{"Terrain": {99, 0}}, entities: map[string]string{
			"Objects": "trigger",
			"Terrain": "solid",
		},
	},

	{
		dir: "Chocobois+JoinedTogether", file: "src/assets/tilemaps/level1.json",
		cells: map[string]roles{"Foreground": {11692, 0}},
	},
	{
		dir: "StackAbuse+creating-a-platformer-with-phaser-3", file: "assets/tilemaps/level1.json",
		cells: map[string]roles{"Platforms": {47, 0}}, entities: map[string]string{"Spikes": "trigger"},
	},
	{
		dir: "SuperHydroman+Platformer-Game", file: "assets/maps/mapdesigns/level1.tmx",
		entities: map[string]string{"Platforms": "solid", "Spawn": "trigger", "Flag": "trigger", "Enemies": "trigger"},
	},
	{
		dir: "PythonixCoders+PyWeek30", file: "assets/maps/level1.tmx",
		entities: map[string]string{"impassables": "solid", "spawns": "trigger", "doors": "trigger"},
	},
	{
		dir: "MarkSampirisi+SideScrollerGame", file: "assets/tilemaps/level1.tmx",
		cells: map[string]roles{"blockedLayer": {112, 0}}, entities: map[string]string{"objectsLayer": "trigger"},
	},
	{
		dir: "Exjoy23+EasyPlatformerGame", file: "src/assets/tilemaps/map.json",
		cells: map[string]roles{"Platforms": {1059, 0}}, entities: map[string]string{
			"Spikes":  "trigger",
			"Objects": "trigger",
		},
	},
	{dir: "EthanPlant+LD51", file: "assets/maps/level1.tmx", entities: map[string]string{
		"collision":    "solid",
		"player_spawn": "trigger", "checkpoints": "trigger", "kill": "trigger",
	}},
	{
		dir: "albierygs+astro-jumper", file: "assets/maps/level1.tmx",
		entities: map[string]string{
			"ground": "solid", "collision": "solid", "damage": "trigger", "rays": "trigger",
			"final": "trigger", "meteor-spawns": "trigger", "begin": "trigger", "enemies": "trigger",
		},
	},
	{
		dir: "AdamWentworth+PokemonCipher", file: "assets/maps/pallet_town/pallet_town_map.tmx",
		entities: map[string]string{
			"Collision Layer": "solid", "Player Spawn Points": "trigger",
			"Warp Layer": "trigger",
		},
	},
	{dir: "acheo+runnerp2", file: "assets/raul/48x27.json", cells: map[string]roles{"platform": {102, 0}}},
	{
		dir: "ArkhamKnightXD+smb-clone", file: "assets/maps/level1.tmx",
		entities: map[string]string{
			"Ground": "solid", "Pipes": "solid", "Bricks": "solid", "Coins": "trigger",
			"Goombas": "trigger", "Turtles": "trigger",
		}, misses: "tiles of a picture say blocked as well",
	},
	{dir: "Inez-y+LastCarriage", file: "assets/map.tmx", entities: map[string]string{
		"Spawn Layer":       "trigger",
		"Enemy Spawn Layer": "trigger", "Item Layer": "trigger", "Collision Layer": "solid",
	}},
	{
		dir: "Galdormin+chroma", file: "assets/world.ldtk", cells: map[string]roles{"Colortile": {1603, 0}},
		entities: map[string]string{"Entities": "trigger"},
	},
	{
		dir: "codescapade+ld51_every_10_seconds", file: "assets/world.ldtk",
		cells: map[string]roles{"Collision": {4011, 0}}, entities: map[string]string{"Entities": "trigger"},
	},
	{
		dir: "michaeljosephpurdy+2024-summer-game-jam", file: "assets/world.ldtk",
		cells: map[string]roles{"SolidColliders": {990, 0}}, entities: map[string]string{"Entities": "trigger"},
	},
	{dir: "Krol22+super-ruler-boy", file: "assets/world.ldtk", cells: map[string]roles{"Tiles": {8167, 0}}, side: 24},
	{
		dir: "Sigmoidle+bouncy_king", file: "assets/world.ldtk", cells: map[string]roles{"Collide": {3149, 352}},
		entities: map[string]string{"Entities": "trigger"},
	},
	{
		dir: "xlambein+ldjam57", file: "assets/world.ldtk", cells: map[string]roles{"collision": {86, 0}},
		entities: map[string]string{"entities": "trigger"},
		misses:   "the layer position has values that only its code reads",
	},
	{
		dir: "Vladeeg+ludum47", file: "assets/data/levels.ogmo", cells: map[string]roles{"walls": {368, 0}},
		entities: map[string]string{"entities": "trigger"}, misses: "the layer walls has floors as well",
	},
	{
		dir: "SlickFromMars+rooms-2022", file: "assets/levels.ogmo", cells: map[string]roles{"walls": {4031, 0}},
		entities: map[string]string{"utils": "trigger", "decor": "trigger"}, side: 16,
	},
	{
		dir: "oscarcederberg+supersubin", file: "assets/data/project.ogmo", cells: map[string]roles{"tiles": {132, 0}},
		entities: map[string]string{"entities": "trigger"}, misses: "a layer that is called tiles",
	},
	{
		dir: "bitDecayGames+LowRezJam2023", file: "assets/lowrez2023.ogmo", cells: map[string]roles{"collisions": {18, 0}},
		entities: map[string]string{"entities": "trigger"},
	},

	// These projects were checked after the words had been chosen.
	{
		dir: "bewuwy+astro_bevy", file: "assets/world.ldtk", cells: map[string]roles{"Collision": {178, 0}},
		entities: map[string]string{"Entities": "trigger"},
	},
	{
		dir: "jacobtread+dbd", file: "assets/world.ldtk", cells: map[string]roles{"Collision": {432, 0}},
		entities: map[string]string{"Entities": "trigger"},
	},
	{dir: "KarvinJ+sneaky", file: "assets/maps/level0.tmx", entities: map[string]string{
		"Collisions":       "solid",
		"Light-Collisions": "solid", "Enemy-Stopper": "trigger", "Finish": "trigger", "Enemies": "trigger",
		"Lights": "trigger",
	}},
	{
		dir: "Eyerward+Projet_Tiled", file: "assets/tilemaps/levelTry.json",
		cells: map[string]roles{"Platforms": {114, 0}}, entities: map[string]string{
			"Sol": "solid", "Ladder": "trigger",
			"Enemy": "trigger", "Power": "trigger",
		},
	},
	{
		dir: "FabrizioRizzi+super-cool-dungeon-game-phaser", file: "public/maps/level01map.json",
		cells: map[string]roles{"world": {172, 0}}, misses: "all tiles collide, and only the code says in which layer",
	},
	{dir: "JMPJNS+mogus", file: "assets/world.ldtk", cells: map[string]roles{"Collisions": {51, 1}}},
	{
		dir: "NicolasWiedel+MarioBros", file: "assets/maps/level1.tmx",
		entities: map[string]string{"Ground": "solid", "Pipes": "solid", "Bricks": "solid", "Coins": "trigger"},
		misses:   "tiles of a picture say blocked as well",
	},
	{
		dir: "dinoplane+final-game", file: "assets/tilemaps/level0.json", cells: map[string]roles{"Ground": {30, 0}},
		misses: "a layer of tiles that is called Ground",
	},
	{
		dir: "vikkasSWE+blitz", file: "assets/world.ldtk", cells: map[string]roles{"Tiles": {543, 0}},
		misses: "a layer that is called Tiles",
	},

	// The wanted results of these projects were written down before the words of MoreDefaults were chosen.
	{
		dir: "Arthur-LeSayec+LeSayecArthur_Platformer_ETPA", file: "assets/tilemaps/map.tmx",
		cells:    map[string]roles{"platform": {10803, 0}, "spike": {0, 273}},
		entities: map[string]string{"collectible": "trigger"},
	},
	{
		dir: "MiniBobbo+LD48", file: "assets/levels.ldtk", cells: map[string]roles{"Collision": {14516, 262}},
		entities: map[string]string{"Entities": "trigger"},
	},
	{
		dir: "Nick577314+Platform_Game", file: "assets/maps/level_1.tmx",
		entities: map[string]string{"platforms": "solid", "entities": "trigger", "Items": "trigger"},
	},
	{dir: "NightsWatchGames+celeste", file: "assets/levels.ldtk", cells: map[string]roles{"Terrain": {159, 0}}},
	{
		dir: "Vad1mvs+Game_2D", file: "res/maps/level1.tmx", cells: map[string]roles{
			"red": {17, 0}, "black": {19, 0},
			"blue": {19, 0}, "yellow": {12, 0},
		}, entities: map[string]string{"Coin": "trigger"},
		misses: "layers that are called after colours",
	},
	{
		dir: "Zak0749+warp", file: "assets/levels.ldtk", cells: map[string]roles{"Collision": {686, 0}},
		misses: "the layer PlacmentGrid has walls as well, which are only drawn",
	},
	{dir: "aksrvl+GeometryDash", file: "assets/maps/level1.tmx", entities: map[string]string{
		"spikes":  "trigger",
		"objects": "solid",
	}, misses: "polygons without a name in a layer called objects"},
	{dir: "amethyst+space-menace", file: "assets/tilemaps/map.tmx", entities: map[string]string{
		"collision": "solid",
		"platform":  "trigger",
	}, misses: "objects of the class platform are the picture of the layer collision"},
	{dir: "bobi-petrov+spiky", file: "assets/tilemaps/map.tmx", entities: map[string]string{
		"collision": "solid",
		"platform":  "trigger",
	}},
	{
		dir: "felipepucinelli+phaser-platform", file: "assets/tilemaps/map.tmx",
		cells: map[string]roles{"blockedLayer": {75, 0}},
	},
	{
		dir: "jcornaz+play-jam-4", file: "assets/levels.ldtk", cells: map[string]roles{"foreground": {326, 21}},
		entities: map[string]string{"lifts": "solid", "player": "trigger"},
	},
	{dir: "kevinfiol+tbone", file: "assets/maps/map1.tmx", entities: map[string]string{"collidables": "solid"}},
	{
		dir: "kit020304+Platformer-C-SDL", file: "assets/maps/map1.tmx",
		cells: map[string]roles{"floor": {1262, 0}, "roof": {353, 0}}, misses: "layers that are called floor and roof",
	},
	{
		dir: "lmanata+CommanderGDX", file: "res/maps/level1.tmx", cells: map[string]roles{
			"red": {46, 0}, "green": {11, 0},
			"blue": {166, 0},
		}, entities: map[string]string{"crystals": "trigger", "Ground": "solid"},
		misses: "the property ground of layers",
	},
	{dir: "meepleek+gmtk_24", file: "assets/levels.ldtk", cells: map[string]roles{"Ground": {217, 0}}},
	{dir: "minhnt33+block-bunny", file: "res/maps/level1.tmx", cells: map[string]roles{
		"red": {46, 0}, "green": {11, 0},
		"blue": {9, 0},
	}, entities: map[string]string{"crystals": "trigger"}},
	{dir: "seurimas+LudumDare57", file: "assets/levels.ldtk", cells: map[string]roles{"IntGrid_layer": {2085, 0}}},
	{
		dir: "vernellparker+DoorJam", file: "assets/levels.ldtk", cells: map[string]roles{"IntGrid": {69, 0}},
		entities: map[string]string{"Entities": "trigger"},
	},
	{
		dir: "DarynaFrolova+PlatformerGame", file: "assets/maps/map2.tmx",
		entities: map[string]string{"Land": "solid", "Coins": "trigger", "Hero Layer": "trigger"},
	},
}

// twenty holds the first projects, in lists of repositories with files such as assets/maps/map1.tmx and
// assets/levels.ldtk, whose file marks its solid parts in some way. The wanted results were written down before any
// import. The words of MoreDefaults at that time gave fourteen of them; the word border, grass seen from above, and
// unnamed layers beside the layer of walls were added later.
var twenty = []project{
	{dir: "Ap73MKa+pygameBobby", file: "game/assets/maps/map1.tmx", cells: map[string]roles{"border": {53, 0}}},
	{dir: "Kyrilios+marioLike-Phaser", file: "assets/maps/map.tmx", cells: map[string]roles{"World": {216, 0}}},
	{
		dir: "PinguinoTimothy+TwilightHeroes", file: "assets/maps/map1.tmx",
		entities: map[string]string{
			"ground": "solid", "door": "trigger", "enemies": "trigger", "exit": "trigger",
			"environmentHazard": "trigger", "room": "trigger", "spawn": "trigger", "interactiveObject": "trigger",
		},
	},
	{dir: "danreeves+ludum-dare-35", file: "assets/maps/map1.tmx", cells: map[string]roles{"Walls": {96, 0}}},
	{
		dir: "Wiebe-Martin+Boulder_Dash", file: "assets/maps/level1.tmx", cells: map[string]roles{"collision": {180, 0}},
		entities: map[string]string{"entities": "trigger"},
	},
	{
		dir: "allana0-dev+TreasureHuntGame", file: "assets/maps/map1.tmx",
		cells: map[string]roles{
			"corn/rocks": {32, 0}, "Objects/landmarks": {43, 0}, "Trees": {114, 0},
			"Fruits": {11, 0},
		}, entities: map[string]string{"Collision": "solid"},
	},
	{dir: "falled10+Nightmare", file: "res/maps/Level1/level1.tmx", entities: map[string]string{"ground_obj": "solid"}},
	{
		dir: "MaximSkochinsky+Phaser", file: "assets/tilemaps/map.tmx", cells: map[string]roles{"walls": {120, 0}},
		entities: map[string]string{"navmesh": "trigger"},
		misses:   "ten tiles of its walls say that they do not collide, and the code does not look",
	},
	{
		dir: "BetterNameLater+MeMeMe", file: "assets/levels.ldtk", cells: map[string]roles{"background": {277, 0}},
		entities: map[string]string{"items": "trigger", "start_end": "trigger"},
	},
	{
		dir: "Jokler+escape-the-basement", file: "assets/levels.ldtk",
		cells:    map[string]roles{"WallLayer": {1230, 0}, "Extras": {151, 0}},
		entities: map[string]string{"Entities": "trigger"},
	},
	{
		dir: "MiniBobbo+sshift", file: "assets/levels.ldtk", cells: map[string]roles{"Collide": {3432, 0}},
		entities: map[string]string{"Entities": "trigger"},
	},
	{
		dir: "cark+roboswarm", file: "assets/levels.ldtk", cells: map[string]roles{"Walls": {1482, 0}},
		entities: map[string]string{"Entities": "trigger"},
	},
	{
		dir: "gulbanana+shoveit", file: "assets/levels.ldtk", cells: map[string]roles{"tiles": {767, 51}},
		entities: map[string]string{"entities": "trigger"},
	},
	{
		dir: "nebocco+bevy_rrrrrrrrespawn", file: "assets/levels.ldtk", cells: map[string]roles{"Collider": {1505, 0}},
		entities: map[string]string{"Entities": "trigger"},
	},
	{
		dir: "shanesatterfield+obscure-resurrection", file: "assets/levels.ldtk",
		entities: map[string]string{"Entities": "solid or trigger"},
	},
	{
		dir: "SpecificProtagonist+the_girl_who_climbed_the_tower", file: "assets/levels.ldtk",
		cells: map[string]roles{"Tiles": {64, 1126}}, entities: map[string]string{"Entities": "trigger"},
	},
	{
		dir: "yarml+mini-farmer", file: "assets/levels.ldtk", cells: map[string]roles{"worldmap": {13, 4820}},
		entities: map[string]string{"entities": "trigger"},
	},
	{
		dir: "afarinetti+survivors-rs", file: "assets/levels.ldtk", cells: map[string]roles{"collisions": {3844, 0}},
		entities: map[string]string{"entities": "trigger"},
	},
	{dir: "PatricioYu+StickSouls", file: "assets/maps/map1.tmx", cells: map[string]roles{
		"Wall":        {120, 0},
		"Decorations": {14, 0},
	}, misses: "a tile of the layer EnemySpawn has a collision shape"},
	{
		dir: "stuartlynn+cycle_game", file: "assets/tile-based-game.ldtk", cells: map[string]roles{"Walls": {110, 0}},
		entities: map[string]string{"Entities": "trigger"},
	},
}

// Real projects give the wanted results with default settings.
func TestProjectsUntouched(t *testing.T) {
	t.Parallel()
	r := importers.NewRegistry(ldtk.New(), ogmo.New(), tiled.New())
	there, right, ofTwenty := 0, 0, 0
	for i, p := range slices.Concat(projects, twenty) {
		t.Run(p.dir+"/"+filepath.Base(p.file), func(t *testing.T) {
			root := filepath.Join(os.Getenv(projectsVariable), p.dir)
			if !strings.Contains(p.dir, "+") {
				root = filepath.Join("..", "..", "shared", "corpus", p.dir)
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(p.file))); err != nil {
				t.Skipf("the project is not here; %s names a folder of such: %v", projectsVariable, err)
			}
			res, _, err := r.WithRoot(root).Load(context.Background(), filepath.Join(root, filepath.FromSlash(p.file)),
				importers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			there++
			wrong := p.wrong(res)
			if len(wrong) == 0 {
				right++
				if i >= len(projects) {
					ofTwenty++
				}
			}
			testkit.WriteRow(t, p.dir+"/"+p.file, p.String(), found(wrong), func() {})
			if (len(wrong) == 0) != (p.misses == "") {
				t.Errorf("%q: differences are %q", p.misses, wrong)
			}
			if res.Offer != nil {
				t.Log(res.Offer)
			}
		})
	}
	t.Logf("%d of %d projects are right by default, and %d of the twenty", right, there, ofTwenty)
	if there == len(projects)+len(twenty) && ofTwenty < 18 {
		t.Errorf("only %d of the twenty projects are right by default", ofTwenty)
	}
}

func found(wrong []string) string {
	if len(wrong) == 0 {
		return "as wanted"
	}
	return strings.Join(append(wrong, "else as wanted"), "; ")
}

func (p *project) String() string {
	var out []string
	for _, layer := range slices.Sorted(maps.Keys(p.cells)) {
		out = append(out, fmt.Sprintf("%s: cells %v", layer, p.cells[layer]))
	}
	for _, layer := range slices.Sorted(maps.Keys(p.entities)) {
		out = append(out, layer+": "+p.entities[layer])
	}
	return strings.Join(out, ", ")
}

// wrong lists the differences between an import and the wanted result.
func (p *project) wrong(res *importers.Result) []string {
	cell := res.Document.Settings().Grid.Size
	if p.side > 0 {
		cell = level.Vec{X: p.side, Y: p.side}
	}
	area := map[string]map[level.Role]float64{}
	var out []string
	wrongEntities := map[string]int{}
	for c := range res.Document.Colliders() {
		s := c.Source
		if s.ID == "" {
			if area[s.Layer] == nil {
				area[s.Layer] = map[level.Role]float64{}
			}
			area[s.Layer][c.Role] += areaOf(c)
			continue
		}
		want, ok := p.entities[s.Layer]
		if ok && c.Shape.Kind != level.Point && !strings.Contains(want, c.Role.String()) {
			wrongEntities[fmt.Sprintf("%s: %s %q is %s", s.Layer, s.ID, c.Name, c.Role)]++
		}
	}
	count := func(area float64) int { return int(math.Round(area / cell.X / cell.Y)) }
	for layer, of := range area {
		got := roles{count(of[level.Solid] + of[level.OneWay]), count(of[level.Trigger])}
		if want := p.cells[layer]; got != want {
			out = append(out, fmt.Sprintf("%s: cells %v, not %v", layer, got, want))
		}
	}
	for layer, want := range p.cells {
		if area[layer] == nil {
			out = append(out, fmt.Sprintf("%s: no cells, not %v", layer, want))
		}
	}
	out = append(out, slices.Collect(maps.Keys(wrongEntities))...)
	slices.Sort(out)
	return out[:min(len(out), 6)]
}

func areaOf(c *level.Collider) float64 {
	a := float64(c.Shape.Size.X * c.Shape.Size.Y)
	for _, loop := range append([][]level.Vec{c.Shape.Points}, c.Shape.Holes...) {
		for i, p := range loop {
			a += p.Cross(loop[(i+1)%len(loop)]) / 2
		}
	}
	return a
}
