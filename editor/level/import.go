package level

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Import is a foreign file that was imported into the level, how, and what was found in it: what a later import of the
// file is compared with. It is a record: see the package's comment.
type Import struct {
	File    string   // slash-separated, relative to the level file where it can be, as in Source
	Levels  []string // the levels of it that were imported; none is all of them
	Mode    string   // what cells become where no rule says otherwise; empty is the importer's default
	Mapping string   // the rules for values and entities, as the text of a mapping file
	// Defaults is the version of what values and entities become where no rule says so; 0 is the first.
	Defaults int
	// Category is the category of colliders that name none, where that is not the level's first one.
	Category string
	Reads    []string // the other files that the import read, relative to the file
	Digest   string   // of the contents of the file and of those that it reads
	Frame    Frame    // the level's measures as they were imported
	Pictures bool     // the file has tiles or other pictures to show under the level; they stay in it
	// Places are the levels of the file and their layers as they lay when it was imported, and Tilesets how its tiles were
	// numbered. An import of an older Fillet has neither.
	Places   []Place
	Tilesets []Tileset
	// Base is every collider as it was last imported, with the id that it has here. Where the document has no collider of
	// that id, it was deleted since.
	Base []Imported
	// Missing is the ids of what else was imported and is not in the document: somebody has deleted its text.
	Missing []ID
	// Listed reports that the level file said what was imported, so that Missing is all.
	Listed bool
	// Fresh is what only an import that has just been made knows: a level file does not keep it.
	Fresh *Fresh
}

// Place is a level of an imported file, and where it lay.
type Place struct {
	Level  string // as Source.Level
	ID     string // what stays when the level is renamed: LDtk's iid, the path of OGMO's file
	At     Vec    // its top left corner
	Size   Vec
	Layers []LayerPlace
	// Properties are what the file says of the level itself: LDtk's fields, OGMO's values, the properties of a map.
	Properties Properties
}

// LayerPlace is a layer of a [Place].
type LayerPlace struct {
	Layer  string // as Source.Layer
	ID     string // what stays when the layer is renamed
	Offset Vec    // from the level's corner
	// Values is what the file calls the values whose numbers in Source.Value the import made up.
	Values map[int]string
}

// Equal reports whether two places are the same.
func (p Place) Equal(o Place) bool {
	return p.Level == o.Level && p.ID == o.ID && p.At == o.At && p.Size == o.Size && maps.Equal(p.Properties, o.Properties) && slices.EqualFunc(p.Layers, o.Layers, func(a, b LayerPlace) bool {
		return a.Layer == b.Layer && a.ID == b.ID && a.Offset == b.Offset && maps.Equal(a.Values, b.Values)
	})
}

// LevelProperties are what the imported files say of their levels themselves, each under the level's name, as in Cave.music.
func (s *Settings) LevelProperties() Properties {
	out := Properties{}
	for _, m := range s.Imports {
		for i := range m.Places {
			p := &m.Places[i]
			for name, v := range p.Properties {
				out[p.Level+"."+name] = v
			}
		}
	}
	return out
}

// Tileset is a tileset of an imported file that numbers the tiles of all tilesets in one row.
type Tileset struct {
	Name  string // of the tileset
	First int    // the number of its first tile, as in Source.Value
}

// Fresh is what an import that has just been made knows beside what it brings.
type Fresh struct {
	Levels    []string // the ids and the names of all levels that the file has, imported or not
	UniqueIDs bool     // Source.ID names one record of the whole file, whichever level it lies in
	NamedIDs  bool     // Source.ID is a name that whoever edits the file gave: another one may be the same record, renamed
}

// Frame is the measures that a foreign file gives a level.
type Frame struct{ Origin, Size, Grid Vec }

// Imported is a collider as it was imported, under the id that it has here. Its layer and order say nothing.
type Imported struct {
	*Collider
	// Lost is the digest of what was imported, where that itself is not known any more: the level file was changed with
	// another program, and the collider is what that program made of it. It may be UnsureDigest.
	Lost string
	// Offered is what the file said when it was last imported, where the designer had changed the same and nobody has
	// decided yet: nil for all others. The collider is then what both were made of.
	Offered *Collider
	Gone    bool // the file had it no more, and nobody has decided whether it stays
	// Kept says that the file had it no more, and that it was decided whether it stays: it does, or it was deleted here too.
	Kept bool
}

// UnsureDigest stands in [Imported.Lost] where it is not sure that the file still means the same record.
const UnsureDigest = "unsure"

func (s *Settings) checkImports() error {
	for i, m := range s.Imports {
		switch {
		case m == nil || m.File == "" || !isText(m.File):
			return fmt.Errorf("import %d names no file", i+1)
		case !isText(m.Mapping) || !isText(m.Mode) || !isText(m.Category) || !isText(m.Digest):
			return fmt.Errorf("import %d holds what is not valid text of at most 1 MB", i+1)
		case slices.ContainsFunc(slices.Concat(m.Levels, m.Reads), func(s string) bool { return !isText(s) }):
			return fmt.Errorf("import %d: a name is not valid text of at most 1 MB", i+1)
		}
		if err := cmp.Or(checkVec("origin", m.Frame.Origin), checkVec("size", m.Frame.Size), checkVec("grid", m.Frame.Grid), m.checkPlaces()); err != nil {
			return fmt.Errorf("import %d: %w", i+1, err)
		}
	}
	return nil
}

// renamed is the record with its file renamed, or the record itself where that changes nothing.
func (m *Import) renamed(rename func(file string) string) *Import {
	file := rename(m.File)
	if file == m.File {
		return m
	}
	after := *m
	after.File = file
	return &after
}

// RenamedImports is the settings with the files of their imports and pictures renamed, or the same settings.
func (s *Settings) RenamedImports(rename func(file string) string) *Settings {
	var list []*Import
	for i, m := range s.Imports {
		if after := m.renamed(rename); after != m {
			if list == nil {
				list = slices.Clone(s.Imports)
			}
			list[i] = after
		}
	}
	pictures, moved := s.renamedPictures(rename)
	if list == nil && !moved {
		return s
	}
	out := *s
	if list != nil {
		out.Imports = list
	}
	out.Pictures = pictures
	return &out
}

// checkPlaces reports what cannot be among an import's places and tilesets.
func (m *Import) checkPlaces() error {
	text := func(list ...string) error {
		for _, s := range list {
			if !isText(s) {
				return errors.New("a name of its places is not valid text of at most 1 MB")
			}
		}
		return nil
	}
	for i := range m.Places {
		p := &m.Places[i]
		if err := cmp.Or(text(p.Level, p.ID), checkVec("place", p.At), checkVec("size", p.Size)); err != nil {
			return err
		}
		for name, v := range p.Properties {
			if err := CheckProperty(name, v); err != nil {
				return err
			}
		}
		for _, l := range p.Layers {
			if err := cmp.Or(text(l.Layer, l.ID), checkVec("offset", l.Offset)); err != nil {
				return err
			}
			for v, s := range l.Values {
				if !isText(s) {
					return fmt.Errorf("the name of value %d is not valid text of at most 1 MB", v)
				}
			}
		}
	}
	for _, t := range m.Tilesets {
		if err := text(t.Name); err != nil {
			return err
		}
	}
	return nil
}

// ImportName says which import of a level is meant: the n-th of a file, from 1.
type ImportName struct {
	File   string
	Number int
}

// String is the file, and the number where that is not 1.
func (n ImportName) String() string {
	if n.Number == 1 {
		return n.File
	}
	return fmt.Sprintf("%s#%d", n.File, n.Number)
}

func parseImportName(s string) ImportName {
	if i := strings.LastIndexByte(s, '#'); i > 0 {
		const most = 1000 // a greater number belongs to the file's name
		if n, err := strconv.Atoi(s[i+1:]); err == nil && n > 1 && n <= most {
			return ImportName{s[:i], n}
		}
	}
	return ImportName{s, 1}
}

// ImportNames lists the names of the imports, in their order.
func (s *Settings) ImportNames() []ImportName {
	out := make([]ImportName, len(s.Imports))
	seen := map[string]int{}
	for i, m := range s.Imports {
		seen[m.File]++
		out[i] = ImportName{m.File, seen[m.File]}
	}
	return out
}

// Import is the import of that name, or nil.
func (s *Settings) Import(name ImportName) *Import {
	if i := slices.Index(s.ImportNames(), name); i >= 0 {
		return s.Imports[i]
	}
	return nil
}
