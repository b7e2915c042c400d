package importers

import (
	"slices"
	"strings"

	"fillet/editor/level"
)

// TilePreset is a named shape, drawn in proportion to its tile.
type TilePreset struct {
	Name string
	// Outline is clockwise on the screen, in twelfths of the tile's width and height, from its upper left corner.
	Outline [][2]int
	OneWay  bool // solid from above only
}

// TilePresets lists all presets, in the order of the guide and of the window. Angles are for square tiles: 45 rises by
// 1 in 1, 22 by 1 in 2 over two tiles side by side, 18 by 1 in 3 over three, and 63 by 2 in 1 over two tiles above each
// other. Left or right is the side to which a floor rises or a ceiling hangs down.
var TilePresets = presets()

// byName holds the index of each preset in the list.
var byName = func() map[string]int {
	out := map[string]int{}
	for i, p := range TilePresets {
		out[p.Name] = i
	}
	return out
}()

// TilePresetNamed returns the preset with a name.
func TilePresetNamed(name string) (TilePreset, bool) {
	i, ok := byName[name]
	if !ok {
		return TilePreset{}, false
	}
	return TilePresets[i], true
}

func presets() []TilePreset {
	rect := func(name string, x0, y0, x1, y1 int) TilePreset {
		return TilePreset{Name: name, Outline: [][2]int{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}}
	}
	platform := rect("platform", 0, 0, 12, 3)
	platform.OneWay = true
	out := []TilePreset{
		rect("full", 0, 0, 12, 12),
		rect("half-bottom", 0, 6, 12, 12), rect("half-top", 0, 0, 12, 6), rect("half-left", 0, 0, 6, 12),
		rect("half-right", 6, 0, 12, 12),
		rect("quarter-bottom-left", 0, 6, 6, 12), rect("quarter-bottom-right", 6, 6, 12, 12),
		rect("quarter-top-left", 0, 0, 6, 6), rect("quarter-top-right", 6, 0, 12, 6),
		platform,
	}
	// Floors that rise to the right. The others are their mirror images.
	for _, slope := range []TilePreset{
		{Name: "slope-45-right", Outline: [][2]int{{12, 0}, {12, 12}, {0, 12}}},
		{Name: "slope-22-low-right", Outline: [][2]int{{12, 6}, {12, 12}, {0, 12}}},
		{Name: "slope-22-high-right", Outline: [][2]int{{0, 6}, {12, 0}, {12, 12}, {0, 12}}},
		{Name: "slope-18-low-right", Outline: [][2]int{{12, 8}, {12, 12}, {0, 12}}},
		{Name: "slope-18-middle-right", Outline: [][2]int{{0, 8}, {12, 4}, {12, 12}, {0, 12}}},
		{Name: "slope-18-high-right", Outline: [][2]int{{0, 4}, {12, 0}, {12, 12}, {0, 12}}},
		{Name: "slope-63-low-right", Outline: [][2]int{{6, 0}, {12, 0}, {12, 12}, {0, 12}}},
		{Name: "slope-63-high-right", Outline: [][2]int{{12, 0}, {12, 12}, {6, 12}}},
	} {
		left := slope.mirrored(strings.TrimSuffix(slope.Name, "right")+"left", true, false)
		ceiling := strings.Replace(slope.Name, "slope", "ceiling", 1)
		out = append(out, slope, left, slope.mirrored(ceiling, false, true),
			left.mirrored(strings.TrimSuffix(ceiling, "right")+"left", false, true))
	}
	return out
}

// mirrored returns the preset's mirror image under another name.
func (p TilePreset) mirrored(name string, x, y bool) TilePreset {
	out := TilePreset{Name: name}
	for _, q := range p.Outline {
		if x {
			q[0] = 12 - q[0]
		}
		if y {
			q[1] = 12 - q[1]
		}
		out.Outline = append(out.Outline, q)
	}
	if x != y {
		slices.Reverse(out.Outline)
	}
	return out
}

// In returns the preset's shape in a tile, and its position from the tile's upper left corner.
func (p TilePreset) In(tile level.Vec) (s level.Shape, at level.Vec) {
	points := make([]level.Vec, len(p.Outline))
	for i, q := range p.Outline {
		points[i] = level.Vec{X: float64(tile.X*float64(q[0])) / 12, Y: float64(tile.Y*float64(q[1])) / 12}
	}
	if o := p.Outline; len(o) == 4 && o[0][1] == o[1][1] && o[1][0] == o[2][0] && o[2][1] == o[3][1] &&
		o[3][0] == o[0][0] {
		size := points[2].Sub(points[0])
		s = level.Shape{Kind: level.Box, Size: size, Rounding: level.Inset}
		return s, level.Vec{X: points[0].X + float64(size.X/2), Y: points[0].Y + float64(size.Y/2)}
	}
	return level.Shape{Kind: level.Polygon, Points: points, Rounding: level.Inset}, level.Vec{}
}
