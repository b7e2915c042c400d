package importers

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"fillet/collision/dynamics"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// characterNames are names of the player character or of its start, most significant first: the first one in a file
// becomes the spawn. Words of placeWords may come before and after it, and one of prefixWords first of all.
var characterNames = spelled(
	"player", "playercharacter", "jugador", "jugadora", "joueur", "joueuse", "jogador", "jogadora", "spieler",
	"spielfigur", "giocatore", "speler", "gracz", "hráč", "hrac", "oyuncu", "oyunçu", "spelare", "spiller",
	"pelaaja", "leikmaður", "játékos", "jatekos", "jucător", "jucator", "jucătorul", "jucatorul", "igrač", "igrac",
	"igralec", "mängija", "mangija", "žaidėjas", "zaidejas", "spēlētājs", "speletajs", "xogador", "jokalari",
	"lojtar", "ludanto", "pemain", "manlalaro", "mchezaji", "người chơi", "nguoi choi", "игрок", "гравець", "играч",
	"играчот", "гулец", "ойыншы", "παίκτης", "παίκτησ",
	"παικτης", "παικτησ", "խաղացող", "მოთამაშე", "שחקן", "השחקן", "لاعب",
	"اللاعب", "بازیکن", "کھلاڑی", "खिलाड़ी", "खेळाडू", "খেলোয়াড়", "ผู้เล่น", "プレイヤー", "プレーヤー", "玩家", "플레이어",
	"プレイヤ", "自機", "plr", "plyr",
	// Forms that languages use in phrases such as "start of the player".
	"bohatera", "hrdiny", "spielers", "spilleren", "spillerens", "spelaren", "spelarens", "pelaajan", "gracza",
	"hráče", "hrace", "игрока", "гравця", "играча",
	"hero", "heroine", "héroe", "heroe", "héros", "heros", "herói", "heroi", //nolint:misspell // Spanish, French, Portuguese
	"eroe", "erou", "eroul", "held", "heldin", "helt", "hjälte", "hjalte", "sankari", "bohater", "hrdina", "junak",
	"heroj", "kahraman", "pahlawan", "anh hùng", "герой", "героя", "херој", "ήρωας", "ηρωας", "ηρωασ", "גיבור",
	"הגיבור", "بطل", "البطل", "नायक", "ฮีโร่", "ヒーロー", "主人公", "主角", "勇者", "英雄", "주인공", "영웅", "용사",
	"character", "maincharacter", "protagonist", "protagonista", "protagoniste", "hauptfigur", "avatar",
	"personaje", "personnage",
	"personagem", "personaggio", "postać", "postac", "postava", "karakter", "персонаж", "персонажа", "キャラクター", "角色",
	"캐릭터", firstStart, "start", "starting point", "starting position", "initial position",
	"inicio", "início", "début", "debut", "départ", "depart", "inizio", "partenza", "beginn",
	"anfang", "początek", "poczatek", "začátek", "zacatek", "kezdet", "kezdőpont", "kezdopont", "alku", "başlangıç",
	"başlangiç",
	"baslangic", "mulai", "bắt đầu", "punto de inicio", "ponto de início", "point de départ", "punto di partenza",
	"старт", "спавн", "спаун", "начало", "точка старта", "точка появления", "точка спавна", "εκκίνηση", "αρχή",
	"התחלה", "بداية", "शुरुआत", "จุดเริ่มต้น", "จุดเกิด", "スタート", "スポーン", "開始", "出現", "开始", "起点", "起點", "出生", "시작",
	"스폰",
	"punto de partida", "posición inicial", "posicion inicial", "punto de aparición", "punto de aparicion",
	"position de départ", "position de depart", "point d'apparition", "posição inicial", "posicao inicial",
	"punto di inizio", "startplatz", "startfeld", "startpunt", "startplats", "startsted", "aloituspiste",
	"lähtöpaikka", "lahtopaikka", "punkt startowy", "startovní pozice", "startovni pozice", "başlangıç noktası",
	"başlangiç noktasi", "baslangic noktasi", "tempat mulai", "стартовая точка", "точка входа", "точка возрождения",
	"初期位置", "リスポーン", "نقطة البداية", "مكان البداية",
	"position initiale", "point initial", "apparition", "posizione iniziale", "punto iniziale",
	"posizione di partenza", "punto inicial", "ponto inicial", "ponto de partida", "comienzo", "startpositie",
	"beginpunt", "beginpositie", "startläge", "startlage", "lähtöpiste", "lahtopiste", "aloituspaikka",
	"pozycja startowa", "pozycja początkowa", "pozycja poczatkowa", "punkt początkowy", "punkt poczatkowy",
	"startovní bod", "startovni bod", "počáteční pozice", "pocatecni pozice", "výchozí bod", "vychozi bod",
	"kezdő pozíció", "kezdo pozicio", "başlangıcı", "baslangici", "doğma noktası", "dogma noktasi", "начальная позиция",
	"начальная точка", "стартовая позиция", "место появления", "точка появи", "місце появи", "εκκίνησης",
	"αρχική θέση", "awal", "khởi đầu", "xuất phát", "起始", "初始位置", "初始点", "重生", "复活",
)

// firstStart is the first of characterNames that names a start rather than a character.
const firstStart = "spawn"

var (
	placeWords = append(spelled(
		"starting", "spawner", "point", "position", "pos", "place", "location", "marker", "here", "entity", "object",
		"obj", "controller", "level", "game", "de", "del", "do", "da", "du", "di", "of", "the", "for", "platz", "punkt",
		"punto", "ponto", "posición", "posicion", "posição", "posicao", "posizione", "pozice", "pozycja", "konum",
		"точка", "позиция", "место", "місце", "位置", "地点", "地點", "点", "點", "위치", "지점", "점", "포인트", "ポイント",
		"の", "的", "pt", "default", "initial", "entry", "entrance", "instance", "node", "one", "des", "konumu",
		"noktası", "noktasi", "titik", "posisi", "điểm", "vị trí", "نقطة", "موقع", "مكان", "נקודת", "σημείο",
		// Adjectives of the main character.
		"principal", "principale", "главный", "главного", "utama", "ana", "główny", "hlavní",
	), characterNames[slices.Index(characterNames, firstStart):]...)
	prefixWords = []string{
		"obj", "o", "ent", "entity", "object", "the", "main", "my", "local", "bp", "e", "en", "pl", "p", "info",
	}
)

// spelled joins the words of each name as [words] returns them, in lower case and with letters only.
func spelled(names ...string) []string {
	for i, name := range names {
		names[i] = strings.Join(words(name), "")
	}
	return names
}

// characterRank returns the rank of a name: twice its index in characterNames, plus one if the name has a number above
// 1, as for a second player. ok is false if the name is not the character's.
func characterRank(name string) (rank int, ok bool) {
	list := words(name)
	if len(list) > 1 && slices.Contains(prefixWords, list[0]) {
		list = list[1:]
	}
	joined := strings.Join(list, "")
	for place, one := range characterNames {
		before, after, ok := strings.Cut(joined, one)
		if ok && consistsOfPlaces(before) && consistsOfPlaces(after) {
			rank = 2 * place
			digits := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsDigit(r) })
			if n := len(digits); n > 0 && !slices.Contains([]string{"", "1"}, strings.TrimLeft(digits[n-1], "0")) {
				rank++
			}
			return rank, true
		}
	}
	return 0, false
}

// consistsOfPlaces reports whether a string can be split into words of placeWords.
func consistsOfPlaces(text string) bool {
	const longest = 60
	if len(text) > longest {
		return false
	}
	var isEnd [longest + 1]bool // whether the text before it can be split
	isEnd[0] = true
	for i := range text {
		if !isEnd[i] {
			continue
		}
		for _, w := range placeWords {
			if strings.HasPrefix(text[i:], w) {
				isEnd[i+len(w)] = true
			}
		}
	}
	return isEnd[len(text)]
}

// spawnCandidate is the entity that may become the spawn.
type spawnCandidate struct {
	rank int
	name string            // the name of its body
	list []*level.Collider // all shapes of the body
}

// seeSpawn records a collider's entity as the spawn candidate if its name or a kind is the character's and ranks before
// all names seen so far.
func (b *Builder) seeSpawn(e Entity, c *level.Collider) {
	_, isOwn := e.Fields["fillet.id"].(string) // as in Tiled's properties
	if _, _, isTile := TilePart(e.Source.ID); e.IsOwn || isOwn || isTile || e.Source.Value != 0 ||
		c.Shape.Kind == level.Chain || b.defaults < CharacterDefaults {
		return
	}
	name, _, isPart := strings.Cut(e.Name, "/") // for a shape of a body
	if old := &b.spawn; isPart && old.name == name && len(old.list) > 0 && old.list[0].Layer == c.Layer {
		old.list = append(old.list, c)
		return
	}
	best := spawnCandidate{rank: -1, name: name, list: []*level.Collider{c}}
	for _, name := range append([]string{name}, e.Kinds...) {
		if rank, ok := characterRank(name); ok && (best.rank < 0 || rank < best.rank) {
			best.rank = rank
		}
	}
	if best.rank >= 0 && (b.spawn.list == nil || best.rank < b.spawn.rank) {
		b.spawn = best
	}
}

// markSpawn tags the colliders of the entity that is named like the character, unless something else has the tag.
func (b *Builder) markSpawn() error {
	for other := range b.doc.Colliders() {
		if slices.Contains(other.Tags, level.SpawnTag) {
			b.spawn.list = nil
		}
	}
	var diff level.Diff
	for _, c := range b.spawn.list {
		if c = b.doc.Collider(c.ID); c == nil { // left out as invalid
			continue
		}
		if key, err := playtestError(c.Properties); err != nil {
			b.Issue(Note, c.Source.Layer, "%s was not made the spawn, as a playtest cannot use its property %s: %v",
				quote.Printable(c.Name), key, err)
			b.spawn.list = nil
			return nil
		}
		after := *c
		after.Tags = append(slices.Clone(c.Tags), level.SpawnTag)
		diff.Colliders = append(diff.Colliders, level.Changed(c, &after))
	}
	if len(diff.Colliders) == 0 {
		return nil
	}
	return b.doc.Apply(diff)
}

// groupSpawn groups the shapes of the character's body, so that they form one character.
func (b *Builder) groupSpawn() error {
	if len(b.spawn.list) < 2 {
		return nil
	}
	first := b.spawn.list[0]
	id := level.HashedGroupID(b.identity(first).Digest())
	for b.doc.Group(id) != nil {
		id++
	}
	diff := level.Diff{Groups: []level.Change[level.Group]{level.Added(&level.Group{
		ID: id, Name: b.spawn.name,
		Layer: first.Layer,
	})}}
	for _, c := range b.spawn.list {
		if c = b.doc.Collider(c.ID); c != nil && c.GroupOf == 0 {
			after := *c
			after.GroupOf = id
			diff.Colliders = append(diff.Colliders, level.Changed(c, &after))
		}
	}
	if len(diff.Colliders) < 2 {
		return nil
	}
	return b.doc.Apply(diff)
}

// playtestError returns the first property of a character that is not a valid playtest setting, and why.
func playtestError(p level.Properties) (key string, err error) {
	s := level.DefaultPlaytest()
	for _, n := range append(s.Numbers(), level.PlayNumber{Key: "width", Value: &s.Size.X},
		level.PlayNumber{Key: "height", Value: &s.Size.Y}) {
		if v, has := p[n.Key]; has {
			x, ok := v.(float64)
			if !ok {
				return n.Key, fmt.Errorf("it is not a number")
			}
			*n.Value = x
		}
		if err := s.Validate(); err != nil {
			return n.Key, err
		}
	}
	for _, x := range s.Switches() {
		if v, has := p[x.Key]; has {
			if _, ok := v.(bool); !ok {
				return x.Key, fmt.Errorf("it is neither true nor false")
			}
		}
	}
	texts := []struct {
		key string
		set func(string)
	}{
		{"mode", func(t string) { s.Mode = level.PlayMode(t) }},
		{"body", func(t string) { s.Form = level.PlayForm(t) }},
		{"friction_mix", func(t string) { s.FrictionMix = dynamics.Mix(t) }},
		{"restitution_mix", func(t string) { s.RestitutionMix = dynamics.Mix(t) }},
	}
	for _, text := range texts {
		if v, has := p[text.key]; has {
			t, ok := v.(string)
			if text.set(t); !ok {
				return text.key, fmt.Errorf("it is not text")
			}
		}
		if err := s.Validate(); err != nil {
			return text.key, err
		}
	}
	return "", nil
}
