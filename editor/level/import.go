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

// Import is a foreign file that was imported into the level, how it was imported, and what was found in it, which a
// later import of the file is compared with. It is a record: see the package comment.
type Import struct {
	File    string   // slash-separated, relative to the level file if possible, as in Source
	Levels  []string // its levels that were imported; none means all
	Mode    string   // what cells become if no rule matches; empty means the importer's default
	Mapping string   // rules for values and entities, as the text of a mapping file
	// Defaults is the version of the defaults for values and entities that no rule matches; 0 is the first.
	Defaults int
	// Category is the category of colliders that name none, if it is not the level's first one.
	Category string
	Reads    []string // the other files that the import read, relative to the file
	Digest   string   // of the contents of the file and of the files that it reads
	Frame    Frame    // the level's dimensions as imported
	Pictures bool     // the file has tiles or other pictures to show under the level; they stay in it
	// Places are the file's levels and their layers as placed at the import, and Tilesets says how its tiles were
	// numbered. An import by an older Fillet has neither.
	Places   []Place
	Tilesets []Tileset
	// Base holds every collider as it was last imported, with the id that it has here. If the document has no collider
	// with that id, it was deleted since.
	Base []Imported
	// Missing holds the ids of other imported colliders that are not in the document: someone has deleted their text.
	Missing []ID
	// Listed reports that the level file lists what was imported, so that Missing is complete.
	Listed bool
	// Fresh holds what only a new import knows.
	Fresh *Fresh
}

// Place is a level of an imported file, and where it was.
type Place struct {
	Level  string // as Source.Level
	ID     string // stays when the level is renamed: LDtk's iid, the path of OGMO's file
	At     Vec    // its top left corner
	Size   Vec
	Layers []LayerPlace
	// Properties holds the file's values for the level itself: LDtk's fields, OGMO's values, the properties of a map.
	Properties Properties
}

// LayerPlace is a layer of a [Place].
type LayerPlace struct {
	Layer  string // as Source.Layer
	ID     string // stays when the layer is renamed
	Offset Vec    // from the level's corner
	// Values holds the file's names for the values whose numbers in Source.Value the import made up.
	Values map[int]string
}

// Equal reports whether two places are equal.
func (p Place) Equal(o Place) bool {
	return p.Level == o.Level && p.ID == o.ID && p.At == o.At && p.Size == o.Size &&
		maps.Equal(p.Properties, o.Properties) && slices.EqualFunc(p.Layers, o.Layers, func(a, b LayerPlace) bool {
		return a.Layer == b.Layer && a.ID == b.ID && a.Offset == b.Offset && maps.Equal(a.Values, b.Values)
	})
}

// LevelProperties returns the imported files' values for their levels, under the level's name, as in Cave.music.
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

// Tileset is a tileset of an imported file that numbers the tiles of all tilesets consecutively.
type Tileset struct {
	Name  string
	First int // the number of its first tile, as in Source.Value
}

// Fresh holds what a new import knows besides the colliders.
type Fresh struct {
	Levels    []string // the ids and the names of all levels in the file, imported or not
	UniqueIDs bool     // Source.ID identifies a record in the whole file, whichever level it is in
	NamedIDs  bool     // Source.ID is a name that the file's editor gave: another name may be the same record, renamed
}

// Frame holds the dimensions that a foreign file gives a level.
type Frame struct{ Origin, Size, Grid Vec }

// Imported is a collider as it was imported, with the id that it has here. Its layer and order have no meaning.
type Imported struct {
	*Collider
	// Lost is the digest of what was imported if that itself is no longer known: another program changed the level
	// file, and the collider has the values that the program wrote. It may be UnsureDigest.
	Lost string
	// Offered holds the values that the file had at the last import if the designer had changed the same part and
	// nobody has decided yet; otherwise it is nil. If it is set, the collider is the common base of both.
	Offered *Collider
	Gone    bool // it is missing from the file, and nobody has decided whether it stays
	// Kept marks a collider that is missing from the file and was resolved by the user: it stays, or was deleted here
	// too.
	Kept bool
}

// UnsureDigest is the [Imported.Lost] of a collider that may no longer be the same record in the file.
const UnsureDigest = "unsure"

func (s *Settings) checkImports() error {
	for i, m := range s.Imports {
		switch {
		case m == nil || m.File == "" || !isText(m.File):
			return fmt.Errorf("import %d names no file", i+1)
		case !isText(m.Mapping) || !isText(m.Mode) || !isText(m.Category) || !isText(m.Digest):
			return fmt.Errorf("import %d holds invalid text, or more than 1 MB of it", i+1)
		case slices.ContainsFunc(slices.Concat(m.Levels, m.Reads), func(s string) bool { return !isText(s) }):
			return fmt.Errorf("import %d: a name is not valid text of at most 1 MB", i+1)
		}
		if err := cmp.Or(checkVec("origin", m.Frame.Origin), checkVec("size", m.Frame.Size),
			checkVec("grid", m.Frame.Grid), m.checkPlaces()); err != nil {
			return fmt.Errorf("import %d: %w", i+1, err)
		}
	}
	return nil
}

// renamed returns the record with its file renamed, or the record itself if that changes nothing.
func (m *Import) renamed(rename func(file string) string) *Import {
	file := rename(m.File)
	if file == m.File {
		return m
	}
	after := *m
	after.File = file
	return &after
}

// RenamedImports returns the settings with the files of their imports and pictures renamed, or the same settings.
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

// checkPlaces validates an import's places and tilesets.
func (m *Import) checkPlaces() error {
	text := func(list ...string) error {
		for _, s := range list {
			if !isText(s) {
				return errors.New("a name in its places is not valid text of at most 1 MB")
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

// ImportName identifies an import of a level: the n-th of a file, from 1.
type ImportName struct {
	File   string
	Number int
}

// String returns the file, and the number if it is not 1.
func (n ImportName) String() string {
	if n.Number == 1 {
		return n.File
	}
	return fmt.Sprintf("%s#%d", n.File, n.Number)
}

func parseImportName(s string) ImportName {
	if i := strings.LastIndexByte(s, '#'); i > 0 {
		const most = 1000 // a larger number belongs to the file's name
		if n, err := strconv.Atoi(s[i+1:]); err == nil && n > 1 && n <= most {
			return ImportName{s[:i], n}
		}
	}
	return ImportName{s, 1}
}

// ImportNames returns the names of the imports, in order.
func (s *Settings) ImportNames() []ImportName {
	out := make([]ImportName, len(s.Imports))
	seen := map[string]int{}
	for i, m := range s.Imports {
		seen[m.File]++
		out[i] = ImportName{m.File, seen[m.File]}
	}
	return out
}

// Import returns the import with a name, or nil.
func (s *Settings) Import(name ImportName) *Import {
	if i := slices.Index(s.ImportNames(), name); i >= 0 {
		return s.Imports[i]
	}
	return nil
}
