package export

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"fillet/collision"
	"fillet/editor/level"
)

// TiledWorld returns the format of Tiled worlds: a world file, and a map of object layers for each imported level.
func TiledWorld() Exporter {
	return &format{
		name: "tiled-world", title: "Tiled world with a map for each imported level (JSON)",
		extension: ".world", saysLevel: true, write: writeTiledWorld,
	}
}

type worldMap struct {
	FileName string  `json:"fileName"`
	X        float64 `json:"x"`
	Y        float64 `json:"y"`
	Width    float64 `json:"width"`
	Height   float64 `json:"height"`
}

// worldBase is the world property that holds the common prefix of its maps' file names.
const worldBase = "fillet.base"

func writeTiledWorld(ctx context.Context, t *target) ([]byte, error) {
	base := fileWord(t.base)
	maps := []worldMap{}
	taken, done := map[string]bool{}, 0
	for _, part := range worldParts(t.snap) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		name := fileWord(part.name)
		for n := 2; taken[strings.ToLower(name)]; n++ {
			name = fmt.Sprintf("%s_%d", fileWord(part.name), n)
		}
		taken[strings.ToLower(name)] = true
		sub, err := newTarget(ctx, part.snap, Options{Base: name, Tolerance: t.tolerance})
		if err != nil {
			return nil, err
		}
		sub.Level.Properties = part.properties
		if before := done; t.progress != nil {
			sub.progress = func(n, _ int) { t.progress(before+n, len(t.Colliders)) }
		}
		done += len(sub.Colliders)
		data, err := writeTiled(ctx, sub)
		if err != nil {
			return nil, err
		}
		t.loseAll(sub)
		file := base + "." + name + ".tmj"
		t.files = append(t.files, Attachment{file, data})
		at, size := sub.Level.Origin, sub.Level.Size
		maps = append(maps, worldMap{file, at.X, at.Y, size.X, size.Y})
	}
	var out jsonLines
	out.raw(`{"generator_info": "Fillet", "type": "world", "maps": [`)
	for i, m := range maps {
		out.item(1, i == 0)
		out.value(m)
	}
	out.raw("\n" + `], "onlyShowAdjacentMaps": false, "properties": [`)
	out.value(tmjProperty{worldBase, "string", base})
	out.raw("]}\n")
	return out.b, out.err
}

// loseAll adds the losses of a part of the level.
func (t *target) loseAll(part *target) {
	for _, g := range part.losses {
		own := t.lossGroup(g.lossKey)
		own.of = append(own.of, g.of...)
	}
}

// worldPart holds the colliders of one imported level.
type worldPart struct {
	name       string
	snap       level.Snapshot
	properties level.Properties
	box        collision.AABB
}

// worldParts returns the imported levels at their positions, and a part for the colliders outside of them.
func worldParts(snap level.Snapshot) []*worldPart {
	var parts []*worldPart
	byLevel := map[string]*worldPart{}
	for _, m := range snap.Settings.Imports {
		for _, p := range m.Places {
			if byLevel[p.Level] != nil {
				continue
			}
			part := newWorldPart(snap, p.Level, collision.AABB{Min: p.At, Max: p.At.Add(p.Size)})
			part.properties = p.Properties
			byLevel[p.Level] = part
			parts = append(parts, part)
		}
	}
	var rest *worldPart
	outside := func() *worldPart {
		if rest == nil {
			s := snap.Settings
			rest = newWorldPart(snap, s.Name, collision.AABB{Min: s.Origin, Max: s.Origin.Add(s.Size)})
		}
		return rest
	}
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			var part *worldPart
			if c.Source != nil {
				part = byLevel[c.Source.Level]
			}
			if i := slices.IndexFunc(parts, func(p *worldPart) bool {
				return p.box.Contains(c.Position)
			}); part == nil && i >= 0 {
				part = parts[i]
			}
			if part == nil {
				part = outside()
			}
			part.add(l.Layer, c)
		}
	}
	if len(parts) == 0 {
		outside()
	}
	if rest != nil {
		parts = append(parts, rest)
	}
	return parts
}

// newWorldPart returns a part without colliders. Tiled's maps are at whole pixels.
func newWorldPart(snap level.Snapshot, name string, box collision.AABB) *worldPart {
	lo := level.Vec{X: math.Floor(box.Min.X), Y: math.Floor(box.Min.Y)}
	hi := level.Vec{X: math.Ceil(box.Max.X), Y: math.Ceil(box.Max.Y)}
	settings := *snap.Settings
	settings.Name, settings.Origin, settings.Size, settings.Imports = name, lo, hi.Sub(lo), nil
	return &worldPart{name: name, snap: level.Snapshot{Settings: &settings}, box: box}
}

func (p *worldPart) add(l *level.Layer, c level.ColliderSnapshot) {
	n := len(p.snap.Layers)
	if n == 0 || p.snap.Layers[n-1].Layer.ID != l.ID {
		own := *l
		if rest, ok := strings.CutPrefix(l.Name, p.name+"/"); ok && rest != "" {
			own.Name = rest // importing the world adds the map's name again
		}
		p.snap.Layers = append(p.snap.Layers, level.LayerSnapshot{Layer: &own})
		n++
	}
	p.snap.Layers[n-1].Colliders = append(p.snap.Layers[n-1].Colliders, c)
}

// fileWord converts a name to a part of a file name.
func fileWord(name string) string {
	const most = 80 // letters
	out := strings.Trim(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_ ", r) {
			return r
		}
		return '_'
	}, name), " ")
	if letters := []rune(out); len(letters) > most {
		out = string(letters[:most])
	}
	if out == "" {
		return "level"
	}
	return out
}
