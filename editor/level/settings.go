package level

import (
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

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
	Playtest       Playtest // the playtest's character
	Exports        []ExportPreset
	Imports        []*Import
	Ignored        []Ignored  // findings of checks marked as intended
	Conflicts      []Conflict // undecided conflicts of merges
	Pictures       []Picture  // in drawing order
	Joints         []Joint    // sorted by id
}

// Grid is the drawing grid.
type Grid struct {
	Size         Vec // size of one cell
	Offset       Vec
	Subdivisions int // parts of each cell side for finer snapping; 1 is none
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

var gridSchema = newSchema("grid",
	plainField("size", func(g *Grid) *Vec { return &g.Size }, vectors).means("`[width, height]` of a cell"),
	row("offset", func(g *Grid) *Vec { return &g.Offset }, vectors, Vec{}, nil).means("`[x, y]` of a cell's corner"),
	row("subdivisions", func(g *Grid) *int { return &g.Subdivisions }, wholes, 1, nil).
		means("parts of a cell's side, 1 to 64").between(1, 64),
)

func gridOf(s *Settings) *Grid { return &s.Grid }

func playtestOf(s *Settings) *Playtest { return &s.Playtest }

// The rows of settings that are also fields.
var (
	settingsHead = []Field[Settings]{
		alwaysWritten(row("name", func(s *Settings) *string { return &s.Name }, texts, "", checkText)).means("text"),
		row("origin", func(s *Settings) *Vec { return &s.Origin }, vectors, Vec{}, checkVec).
			means("`[x, y]` of the level's top-left corner"),
		checked(plainField("size", func(s *Settings) *Vec { return &s.Size }, vectors), (*Settings).checkSize).
			means("`[width, height]` of the frame, from the origin; `[0, 0]` for a level without a frame, such as a " +
				"prefab with its origin in the middle").limited(`"items": {"minimum": 0}`),
		checked(plainField("pixels_per_metre", func(s *Settings) *float64 { return &s.PixelsPerMetre }, numbers),
			(*Settings).checkScale).
			means("more than 0; exports in metres divide by it. 32 without the key").limited(`"exclusiveMinimum": 0`),
	}
	categoriesRow = func() Field[Settings] {
		f := checked(alwaysWritten(listField("categories", func(s *Settings) *[]string { return &s.Categories })),
			(*Settings).CheckCategories)
		f.readLine = func(d *decoder, n *yaml.Node, s *Settings) error { return d.categories(n, &s.Categories) }
		return f.means("names of the collision categories, at most 64; the first is bit 0").
			limited(`"maxItems": 64, "uniqueItems": true`)
	}()
)

// settingsFields holds the fields that all settings have.
var settingsFields = slices.Concat(settingsHead, within("grid.", gridOf, gridSchema.rows),
	[]Field[Settings]{categoriesRow},
	within("playtest.", playtestOf, slices.Concat(playHead, playMixRows, playSwitchRows, playNumberRows)))

// settingsSchema holds the keys of a level. The decoder reads the records, and the encoder writes them from its
// snapshot.
var settingsSchema = newSchema("level", slices.Concat([]Field[Settings]{{
	Key:      "fillet",
	isUsual:  neverWritten, // [Write] does
	read:     func(d *decoder, n *yaml.Node, _ *Settings) error { return d.Version(n, "level", Version, &d.version) },
	required: true,
	doc: "the version of the format: 1, or 2 if the level has random ids or a key of version 2. It is the first " +
		"key",
	json: `"enum": [1, 2]`,
}}, settingsHead, []Field[Settings]{
	checked(plainField("grid", gridOf, form[Grid]{
		func(e *encoder, g Grid) { gridSchema.inline(e, &g) }, gridSchema.read, refers("grid"),
	}), func(s *Settings) error { return s.Grid.Check() }).
		means("the drawing grid, `{size: [w, h], offset: [x, y], subdivisions: n}`: a cell's size, one cell's corner " +
			"(`[0, 0]` without the key), and into how many parts a side is divided, 1 to 64 (1 without the key)"),
	categoriesRow,
	{
		Key:   "playtest",
		Same:  func(a, b *Settings) bool { return a.Playtest == b.Playtest },
		lines: func(e *encoder, _ int, s *Settings) { e.playtest(s.Playtest) },
		read:  func(d *decoder, n *yaml.Node, s *Settings) error { return d.playtest(n, &s.Playtest) },
		check: func(s *Settings) error { return s.Playtest.Validate() },
		doc:   "the character of the playtest; see [The playtest](#the-playtest)",
		unset: "a capsule of 14 by 24",
		json:  refers("playtest"),
	},
	presetsRow.means("export presets; see [An export preset](#an-export-preset)").limited(`"maxItems": 64`),
	{
		Key:   "imports",
		Same:  func(a, b *Settings) bool { return slices.Equal(a.Imports, b.Imports) },
		lines: func(e *encoder, _ int, s *Settings) { e.imports(s) },
		read:  func(d *decoder, n *yaml.Node, _ *Settings) error { return d.Sequence(n, d.importRecord) },
		check: (*Settings).checkImports,
		doc:   "the foreign files that were imported; see [Imports](#imports)",
		json:  listOf("import"),
	},
	ignoredEntries.row(2, func(s *Settings) error { return checkIgnored(s.Ignored) }).
		means("findings of checks to ignore; see [Ignored findings](#ignored-findings)"),
	{
		Key:     "conflicts",
		Same:    func(a, b *Settings) bool { return slices.Equal(a.Conflicts, b.Conflicts) },
		isUsual: func(s *Settings) bool { return len(s.Conflicts) == 0 },
		lines:   func(e *encoder, _ int, s *Settings) { e.conflicts(s.Conflicts) },
		read:    func(d *decoder, n *yaml.Node, s *Settings) error { return d.conflicts(n, &s.Conflicts) },
		since:   2,
		doc:     "undecided conflicts of a merge; see [Conflicts](#conflicts)",
		json:    listOf("conflict"),
	},
	pictureEntries.row(2, pictureEntries.check).
		means("images under the shapes, which collide with nothing and are not exported; see [Pictures](#pictures)").
		limited(fmt.Sprintf(`"maxItems": %d`, MaxPictures)),
	jointEntries.row(2, jointEntries.check).
		means("hinges and springs between colliders, or between one and the level; see [Joints](#joints)").
		limited(fmt.Sprintf(`"maxItems": %d`, MaxJoints)),
	{
		Key:   "groups",
		lines: func(e *encoder, _ int, _ *Settings) { e.groups(e.level.Groups) },
		read:  func(d *decoder, n *yaml.Node, _ *Settings) error { return d.Sequence(n, d.group) },
		since: 2,
		doc:   "the groups; see [Groups](#groups)",
		json:  listOf("group"),
	},
	{
		Key:   "instances",
		lines: func(e *encoder, _ int, _ *Settings) { e.instances(e.level) },
		read:  func(d *decoder, n *yaml.Node, _ *Settings) error { return d.Sequence(n, d.instance) },
		since: 2,
		doc:   "prefabs: other level files placed in this one; see [Instances of prefabs](#instances-of-prefabs)",
		json:  listOf("instance"),
	},
	{
		Key:   "layers",
		lines: func(e *encoder, _ int, _ *Settings) { e.layers(e.level.Layers) },
		read:  func(d *decoder, n *yaml.Node, _ *Settings) error { return d.Sequence(n, d.layer) },

		required: true,
		doc:      "the layers, from back to front",
		json:     listOf("layer"),
	},
	droppedRow(droppedKeys[0]),
	droppedRow(droppedKeys[1]),
})...)

// droppedRow returns the row of an obsolete key.
func droppedRow(key string) Field[Settings] {
	return Field[Settings]{
		Key: key, isUsual: neverWritten,
		read: func(*decoder, *yaml.Node, *Settings) error { return nil },
		doc:  "of earlier releases: ignored, and dropped when the level is saved", json: `"deprecated": true`,
	}
}

func neverWritten(*Settings) bool { return true }

// SettingsFields returns the fields in which settings can differ. It omits conflicts, imports ([ImportField]), ignored
// entries ([IgnoredField]), and the order of the presets.
func SettingsFields(of ...*Settings) []Field[Settings] {
	return slices.Concat(settingsFields, presetEntries.fields(of), pictureEntries.fields(of), jointEntries.fields(of))
}

// SettingsField returns the settings field with the given key.
func SettingsField(key string) (Field[Settings], bool) {
	for _, list := range []interface {
		fieldOf(key string) (Field[Settings], bool)
	}{presetEntries, ignoredEntries, pictureEntries, jointEntries} {
		if f, ok := list.fieldOf(key); ok {
			return f, true
		}
	}
	if name, ok := strings.CutPrefix(key, importKey); ok && name != "" {
		return ImportField(parseImportName(name)), true
	}
	return fieldOf(settingsFields, key)
}

// ImportField returns the field of an import without the imported records, which copying the field does not change.
func ImportField(name ImportName) Field[Settings] {
	return Field[Settings]{
		Key: importKey + name.String(),
		Same: func(a, b *Settings) bool {
			x, y := a.Import(name), b.Import(name)
			return x == y || x != nil && y != nil && SameHead(x, y)
		},
		Copy: func(to, from *Settings) {
			m := from.Import(name)
			i := slices.Index(to.ImportNames(), name)
			to.Imports = slices.Clone(to.Imports)
			switch {
			case m != nil && i >= 0:
				head := *m
				head.Base, head.Missing = to.Imports[i].Base, to.Imports[i].Missing
				to.Imports[i] = &head
			case m != nil:
				to.Imports = append(to.Imports, m)
			case i >= 0:
				to.Imports = slices.Delete(to.Imports, i, i+1)
			}
		},
		has:  func(s *Settings) bool { return s.Import(name) != nil },
		text: func(e *encoder, s *Settings) { e.text(headOf(s.Import(name))) },
		read: func(d *decoder, n *yaml.Node, s *Settings) error {
			own := &decoder{Reader: d.Reader}
			if err := own.importRecord(0, n); err != nil {
				return err
			}
			m := own.imports[0]
			if m.File != name.File || len(m.Base) > 0 {
				return d.Errorf(n, "this does not describe the import of %.100q", name.File)
			}
			s.Imports = make([]*Import, name.Number)
			for i := range s.Imports {
				s.Imports[i] = m
			}
			return nil
		},
	}
}

// SameHead reports whether two imports are equal, apart from the imported records.
func SameHead(a, b *Import) bool { return a == b || headOf(a) == headOf(b) }

// headOf returns the text of an import as in a file, without the imported records.
func headOf(m *Import) string {
	head := *m
	head.Base, head.Missing = nil, nil
	return textOf(func(e *encoder) {
		e.tree(written(func(e *encoder) { e.imports(&Settings{Imports: []*Import{&head}}) }))
	})
}

// Layer groups colliders, in lists and in drawing order. It is a record: see the package comment.
type Layer struct {
	ID   LayerID
	Name string
	// Order is the position among the layers: lower is drawn earlier, ties go by ID. The file does not store it, but
	// lists the layers in order.
	Order   float64
	Color   string  // of the layer's colliders on the canvas and in lists, #rrggbb; empty for the theme's colour
	Opacity float64 // on the canvas, MinOpacity to 1; 0 means 1. See Alpha
	Locked  bool
	Hidden  bool
}

// MinOpacity is the smallest opacity of a layer. An invisible layer is hidden instead.
const MinOpacity = 0.05

// Alpha returns the layer's opacity on the canvas, up to 1.
func (l *Layer) Alpha() float64 {
	if l.Opacity == 0 {
		return 1
	}
	return l.Opacity
}

// SetAlpha sets the layer's opacity, from [MinOpacity] to 1.
func (l *Layer) SetAlpha(alpha float64) error {
	if !(alpha >= MinOpacity && alpha <= 1) {
		return fmt.Errorf("opacity %g must be from %g to 1; use hidden: true to hide a layer", alpha, MinOpacity)
	}
	if l.Opacity = alpha; alpha == 1 {
		l.Opacity = 0
	}
	return nil
}
