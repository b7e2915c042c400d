package importers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/importers"
)

// spawnsOf imports entities with these names and kinds, and lists the entities that became the spawn.
func spawnsOf(t *testing.T, opts importers.Options, list ...importers.Entity) (names []string, res *importers.Result) {
	t.Helper()
	res = build(t, opts, func(b *importers.Builder) {
		if err := b.Layer("Things", "", level.LayerPlace{Layer: "Things"}); err != nil {
			t.Fatal(err)
		}
		for i, e := range list {
			if e.Shape.Kind == 0 {
				e.Shape = level.Shape{Kind: level.Box, Size: level.Vec{X: 12, Y: 20}, Rounding: level.Inset}
			}
			e.At, e.Source.ID = level.Vec{X: float64(100 * i)}, fmt.Sprint(i+1)
			if _, err := b.Entity(e); err != nil {
				t.Fatal(err)
			}
		}
	})
	for c := range res.Document.Colliders() {
		if slices.Contains(c.Tags, level.SpawnTag) {
			names = append(names, c.Name)
		}
	}
	slices.Sort(names)
	return names, res
}

func TestCharacterIsTheSpawn(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"Player", "PLAYER", "player_start", "PlayerStart", "playerspawnpoint", "Player 1", "obj_player", "Hero",
		"Start", "start position", "Spawn", "SpawnPoint", "MainCharacter",
		"Spieler", "jugador", "Joueur", "Início", "Départ", "Игрок", "プレイヤー", "玩家",
		"Spiller", "Játékos", "Jucător", "Pemain", "Người chơi", "Παίκτης", "ΠΑΊΚΤΗΣ", "BAŞLANGIÇ", "لاعب", "שחקן", "खिलाड़ी", "ผู้เล่น",
		"играч", "Held", "Hrdina", "Ήρωας", "ฮีโร่", "主人公", "주인공", "出生点", "玩家出生点", "プレイヤー開始位置", "스폰 지점",
		"Player2", "Spawn 3", "Spawn Player", "start_player", "LevelStart", "Starting Point", "StartingPosition",
		"InitialPosition", "PlayerController", "LocalPlayer", "BP_Player", "e_player", "Player Obj", "Punto de partida",
		"Inicio del jugador", "jugador_inicio", "Départ du joueur", "Position de départ", "Posição inicial",
		"Startplatz", "Startpunt", "Стартовая точка", "Punkt startowy", "Başlangıç noktası", "玩家起点", "初期位置",
		"نقطة البداية", "Tempat mulai", "P1 Start", "info_player_start", "PlayerEntry", "spawn_pt", "DefaultSpawn",
		"Старт игрока", "Точка появления игрока", "Спавн героя", "Главный герой", "Начальная позиция",
		"Місце появи гравця",
		"start gracza", "Pozycja startowa", "pozice hráče", "Startpunkt des Spielers", "Position initiale",
		"Personnage principal", "Posizione iniziale", "Punto inicial", "Ponto de partida", "Personaje principal",
		"Spilleren", "Spelarens start", "Pelaajan aloituspaikka", "Startpositie", "Oyuncu başlangıcı", "Ana karakter",
		"Kezdő pozíció", "プレイヤーの開始位置", "スポーンポイント", "自機", "玩家起始点", "玩家的出生点", "玩家初始位置", "플레이어 시작점",
		"스폰 포인트", "Điểm xuất phát", "posisi awal", "posisi pemain", "Karakter utama", "نقطة بداية اللاعب", "נקודת התחלה",
		"σημείο εκκίνησης",
	} {
		if got, _ := spawnsOf(t, importers.Options{}, importers.Entity{Name: "crate"},
			importers.Entity{Name: name}); len(got) != 1 || got[0] != name {
			t.Errorf("with an entity called %s, the spawns are %v", name, got)
		}
	}
	for _, name := range []string{
		"Players", "PlayerDetector", "EnemySpawn", "StartButton", "restart", "Heroic",
		"Startled", "kickstart", "Enemy", "", "LevelStartButton", "EnemyStart", "GameStartTrigger", "PlayerDeath",
		"Salida", "Entrance", "Principal", "Node", "PlayerArea", "SpawnZone", "Default", "Спавн врага", "spawn wroga",
		"敵の出現", "敌人出生点", "적 스폰", "Départ ennemi", "p",
		"level", "Point", "Position", "start" + strings.Repeat("start", 10_000),
	} {
		if got, _ := spawnsOf(t, importers.Options{}, importers.Entity{Name: name}); len(got) != 0 {
			t.Errorf("with an entity called %q, the spawns are %v", name, got)
		}
	}
	e := func(name string, kinds ...string) importers.Entity { return importers.Entity{Name: name, Kinds: kinds} }
	for _, tt := range []struct {
		name string
		list []importers.Entity
		want []string
	}{
		{
			"the first in the list's order",
			[]importers.Entity{e("Start"), e("Hero"), e("PlayerStart"), e("Player")},
			[]string{"PlayerStart"},
		},
		{"a start of the player", []importers.Entity{e("Start"), e("Hero"), e("Spawn Player")}, []string{"Spawn Player"}},
		{"the first in the file", []importers.Entity{e("player"), e("Player")}, []string{"player"}},
		{"the first player", []importers.Entity{e("Player2"), e("Player 3"), e("Player1")}, []string{"Player1"}},
		{"the one without a number", []importers.Entity{e("Player2"), e("Player")}, []string{"Player"}},
		{"of class and number", []importers.Entity{e("Ada", "Player_2"), e("Ben", "Player_1")}, []string{"Ben"}},
		{"by its class", []importers.Entity{e("Ada", "Player")}, []string{"Ada"}},
		{
			"all shapes of a body",
			[]importers.Entity{e("Crate/A"), e("Player/Feet"), e("Player/Head"), e("Hero/A")},
			[]string{"Player/Feet", "Player/Head"},
		},
		{"what Fillet exported", []importers.Entity{{Name: "Player", IsOwn: true}}, nil},
		{
			"what is tagged already",
			[]importers.Entity{e("Player"), {Name: "Door", Tags: []string{"spawn"}}},
			[]string{"Door"},
		},
		{"a line is none", []importers.Entity{{Name: "Start", Shape: level.Shape{
			Kind:   level.Chain,
			Points: []level.Vec{{}, {X: 9}},
		}}}, nil},
		{"a property of another meaning", []importers.Entity{{
			Name:   "Player",
			Fields: level.Properties{"speed": "fast"},
		}}, nil},
		{"properties that a playtest takes", []importers.Entity{{
			Name:   "Player",
			Fields: level.Properties{"speed": 120.0, "lives": 3.0},
		}}, []string{"Player"}},
	} {
		got, res := spawnsOf(t, importers.Options{}, tt.list...)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: spawns = %v, want %v", tt.name, got, tt.want)
		}
		if len(tt.want) > 0 {
			s, _, err := play.SettingsOf(res.Document.Snapshot())
			if err != nil || len(s.Body) != len(tt.want) {
				t.Errorf("%s: the character has %d shapes, want %d: %v", tt.name, len(s.Body), len(tt.want), err)
			}
		}
	}
	if got, _ := spawnsOf(t, importers.Options{Defaults: importers.CurveDefaults}, e("Player")); len(got) != 0 {
		t.Errorf("with older defaults, the spawns are %v", got)
	}
}
