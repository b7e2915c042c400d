package importers

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// LevelGap is the gap in pixels between levels that an import puts side by side because their own places overlap.
const LevelGap = 256

// SideBySide puts levels in one row, [LevelGap] apart and the first at its own place, if any of them overlap. It
// reports whether it did.
func SideBySide(levels []LevelInfo) bool {
	if !slices.ContainsFunc(levels, func(a LevelInfo) bool { return slices.ContainsFunc(levels, a.overlaps) }) {
		return false
	}
	right, top := levels[0].X, levels[0].Y
	for i := range levels {
		l := &levels[i]
		l.X, l.Y = right, top
		right += l.Width + LevelGap
	}
	return true
}

// overlaps reports whether another level covers some of this one.
func (l LevelInfo) overlaps(o LevelInfo) bool {
	return l.ID != o.ID && l.X < o.X+o.Width && o.X < l.X+l.Width && l.Y < o.Y+o.Height && o.Y < l.Y+l.Height
}

// SelectLevels returns the indices of the levels with one of the names or ids, in their order. Without names, it
// returns all.
func SelectLevels(levels []LevelInfo, names []string) ([]int, error) {
	found := make([]bool, len(names))
	var out []int
	for i, l := range levels {
		hit := len(names) == 0
		for k, name := range names {
			if name == l.Name || name == l.ID && name != "" {
				hit, found[k] = true, true
			}
		}
		if hit {
			out = append(out, i)
		}
	}
	if i := slices.Index(found, false); i >= 0 {
		const most = 20
		var there []string
		for _, l := range levels[:min(len(levels), most)] {
			there = append(there, quote.Printable(l.Name))
		}
		if len(levels) > most {
			there = append(there, fmt.Sprintf("%d more", len(levels)-most))
		}
		return nil, fmt.Errorf("there is no level %q; there are %s", quote.Excerpt(names[i]), strings.Join(there, ", "))
	}
	return out, nil
}

// SettingsOf returns the settings of a document with these levels. The grid is the commonest cell, the smallest of
// several, or the fallback if no layer has cells.
func SettingsOf(file string, levels []LevelInfo, cells map[level.Vec]int, fallback level.Vec) level.Settings {
	s := *level.DefaultSettings()
	if file != "-" {
		s.Name = strings.ToValidUTF8(baseName(file), "\ufffd")
	}
	for i, l := range levels {
		if i == 0 {
			s.Origin, s.Size = level.Vec{X: l.X, Y: l.Y}, level.Vec{X: l.X + l.Width, Y: l.Y + l.Height}
		}
		s.Origin.X, s.Origin.Y = min(s.Origin.X, l.X), min(s.Origin.Y, l.Y)
		s.Size.X, s.Size.Y = max(s.Size.X, l.X+l.Width), max(s.Size.Y, l.Y+l.Height)
	}
	if len(levels) > 0 {
		s.Size = s.Size.Sub(s.Origin)
	}
	size := fallback
	for c, n := range cells {
		if best := cells[size]; n > best || n == best && (c.X < size.X || c.X == size.X && c.Y < size.Y) {
			size = c
		}
	}
	s.Grid.Size = size
	return s
}

// baseName returns a file's name without its folder and extension.
func baseName(file string) string {
	base := filepath.Base(file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
