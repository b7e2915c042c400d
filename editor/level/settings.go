package level

import "slices"

// MaxCategories limits the categories of a level: one bit each in a collision filter.
const MaxCategories = 64

// Settings holds the level's own values. It is a record: see the package comment.
type Settings struct {
	Name           string
	Origin         Vec // the level's top left corner in level space
	Size           Vec // its width and height
	PixelsPerMetre float64
	Grid           Grid
	Categories     []string // the collision categories by bit, at most MaxCategories
	Playtest       Playtest // the character that the level is tried out with
	Exports        []ExportPreset
	Imports        []*Import
	Ignored        []Ignored  // findings of checks that are intended
	Conflicts      []Conflict // what a merge left undecided
	Pictures       []Picture  // in drawing order
	Joints         []Joint    // by id
}

// Grid is the drawing grid.
type Grid struct {
	Size         Vec // of one cell
	Offset       Vec
	Subdivisions int // lines between two grid lines, for finer snapping: 1 is none
}

// DefaultSettings returns the settings of a new level.
func DefaultSettings() *Settings {
	return &Settings{
		Name: "Untitled", Size: Vec{X: 1024, Y: 576}, PixelsPerMetre: 32,
		Grid:       Grid{Size: Vec{X: 16, Y: 16}, Subdivisions: 1},
		Categories: []string{"default"},
		Playtest:   DefaultPlaytest(),
	}
}

// CategoryBits returns the set of the named categories. No names mean the first category.
func (s *Settings) CategoryBits(names []string) uint64 {
	if len(names) == 0 {
		return 1
	}
	return s.bits(names)
}

// MaskBits returns the set of categories that a collider with this CollidesWith collides with.
func (s *Settings) MaskBits(collidesWith []string) uint64 {
	if collidesWith != nil {
		return s.bits(collidesWith)
	}
	n := max(len(s.Categories), 1)
	return ^uint64(0) >> (MaxCategories - n)
}

func (s *Settings) bits(names []string) uint64 {
	var b uint64
	for _, name := range names {
		if i := slices.Index(s.Categories, name); i >= 0 {
			b |= 1 << i
		}
	}
	return b
}

// Equal reports whether two levels have the same settings.
func (s *Settings) Equal(o *Settings) bool { return settingsSchema.same(s, o) }
