package codec

import (
	"slices"
	"strings"

	"fillet/editor/level/record"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// entries are how a list of the settings stands in a file: one line an entry, so that two branches which add one each merge.
type entries[T any] struct {
	record.Entries[T]
	twice string // what is said of an entry whose key stands in the list already
	isNot string // what is said between the key of a value and the one that is wanted
	write func(*encoder, T)
	read  func(*decoder, *yaml.Node) (T, error)
}

var (
	pictureKeys = []string{"name", "file", "position", "size", "angle", "flip", "tile", "opacity", "order", "locked", "hidden"}
	ignoredKeys = []string{"rule", "ids", "reason"}
)

var pictureEntries = entries[record.Picture]{
	Entries: record.PictureEntries, twice: "stands twice", isNot: "is",
	write: func(e *encoder, p record.Picture) {
		e.text("{name: ")
		e.flow(p.Name)
		e.text(", file: ")
		e.flow(p.File)
		e.text(", position: ")
		e.vec(p.Position)
		e.text(", size: ")
		e.vec(p.Size)
		if p.Angle != 0 {
			e.text(", angle: ")
			e.value(float64(p.Angle))
		}
		if p.Flip {
			e.text(", flip: true")
		}
		if p.Tiles() {
			e.text(", tile: ")
			e.vec(p.Tile)
		}
		if p.Opacity != 1 {
			e.text(", opacity: ")
			e.value(p.Opacity)
		}
		if p.Order != 0 {
			e.text(", order: ")
			e.value(p.Order)
		}
		if p.Locked {
			e.text(", locked: true")
		}
		if p.Hidden {
			e.text(", hidden: true")
		}
		e.text("}")
	},
	read: func(d *decoder, n *yaml.Node) (record.Picture, error) {
		p := record.Picture{Opacity: 1}
		angle := 0.0
		err := d.values(n, pictureKeys, nil, &p.Name, &p.File, &p.Position, &p.Size, &angle, &p.Flip, &p.Tile, &p.Opacity, &p.Order, &p.Locked, &p.Hidden)
		p.Angle = record.Degrees(angle)
		return p, err
	},
}

// rule is a rule whose findings can be ignored, as one of a few words.
type rule string

func (r rule) String() string { return string(r) }

var rules = func() (out []rule) {
	for _, name := range record.IgnorableRules() {
		out = append(out, rule(name))
	}
	return out
}()

var ignoredEntries = entries[record.Ignored]{
	Entries: record.IgnoredEntries, twice: "is ignored already", isNot: "ignores",
	write: func(e *encoder, entry record.Ignored) {
		e.text("{rule: ")
		e.text(entry.Rule)
		e.text(", ids: ")
		e.ids(entry.IDs, entry.Parts)
		if entry.Reason != "" {
			e.text(", reason: ")
			e.flow(entry.Reason)
		}
		e.text("}")
	},
	read: func(d *decoder, n *yaml.Node) (record.Ignored, error) {
		var e record.Ignored
		err := d.Mapping(n, ignoredKeys, func(key string, v *yaml.Node) error {
			switch key {
			case "rule":
				return strictyaml.OneOf(d.Reader, v, (*rule)(&e.Rule), rules...)
			case "ids":
				return d.ids(v, &e.IDs, &e.Parts)
			default:
				return d.Text(v, &e.Reason)
			}
		})
		if err == nil && e.Rule == "" {
			err = d.Errorf(n, `this ignored finding has no "rule"`)
		}
		return e, err
	},
}

// readInto reads all entries, and returns where they stand. Where they have an order of their own, that of the file does not matter.
func (k entries[T]) readInto(d *decoder, n *yaml.Node, s *record.Settings) (at []FilePosition, err error) {
	seen := map[string]bool{}
	list := k.List(s)
	err = d.Sequence(n, func(_ int, item *yaml.Node) error {
		e, err := k.entry(d, item)
		if err != nil {
			return err
		}
		key := k.Key(e)
		if seen[key] {
			return d.Errorf(item, "%.100q %s", key, k.twice)
		}
		seen[key] = true
		*list = append(*list, e)
		at = append(at, strictyaml.PositionOf(item))
		return nil
	})
	if k.Compare != nil {
		slices.SortFunc(*list, k.Compare)
	}
	return at, err
}

func (k entries[T]) entry(d *decoder, n *yaml.Node) (T, error) {
	e, err := k.read(d, n)
	if err == nil {
		if err = k.Check(e); err != nil {
			err = d.Wrap(n, err)
		}
	}
	return e, err
}

// text writes one line an entry.
func (k entries[T]) text(e *encoder, s *record.Settings) {
	list := *k.List(s)
	if len(list) == 0 {
		return
	}
	e.text(k.Name)
	e.text(":\n")
	for _, entry := range list {
		e.text("  - ")
		k.write(e, entry)
		e.text("\n")
	}
}

// field is the field of the entry of that key.
func (k entries[T]) field(key string) Field[record.Settings] {
	return Field[record.Settings]{
		Key: k.Name + "." + key,
		Same: func(a, b *record.Settings) bool {
			x, inA := k.Of(a, key)
			y, inB := k.Of(b, key)
			return inA == inB && (!inA || k.Same(x, y))
		},
		Copy: func(to, from *record.Settings) {
			list := k.List(to)
			if e, ok := k.Of(from, key); ok {
				*list = k.With(*list, e)
			} else {
				*list = k.Without(*list, key)
			}
		},
		has: func(s *record.Settings) bool { _, ok := k.Of(s, key); return ok },
		text: func(e *encoder, s *record.Settings) {
			entry, _ := k.Of(s, key)
			k.write(e, entry)
		},
		read: func(d *decoder, n *yaml.Node, s *record.Settings) error {
			e, err := k.entry(d, n)
			if err == nil && k.Key(e) != key {
				return d.Errorf(n, "this %s %.100q, not %.100q", k.isNot, k.Key(e), key)
			}
			*k.List(s) = []T{e}
			return err
		},
	}
}

// fields lists the fields of all entries of some settings.
func (k entries[T]) fields(of []*record.Settings) []Field[record.Settings] {
	var out []Field[record.Settings]
	seen := map[string]bool{}
	for _, s := range of {
		if s == nil {
			continue
		}
		for _, e := range *k.List(s) {
			if key := k.Key(e); !seen[key] {
				seen[key] = true
				out = append(out, k.field(key))
			}
		}
	}
	return out
}

// of is the field of a key that begins as those of the list do.
func (k entries[T]) of(key string) (Field[record.Settings], bool) {
	if own, ok := strings.CutPrefix(key, k.Name+"."); ok && own != "" {
		return k.field(own), true
	}
	return Field[record.Settings]{}, false
}

// IgnoredField is the field of the entry of that key in what a level ignores.
func IgnoredField(key string) Field[record.Settings] { return ignoredEntries.field(key) }

// ids writes the ids of colliders, and the names of parts, in brackets.
func (e *encoder) ids(ids []record.ID, parts []string) {
	separator := "["
	for id, part := range record.Members(ids, parts) {
		e.text(separator)
		separator = ", "
		if part != "" {
			e.text(part)
			continue
		}
		e.scratch = record.AppendID(e.scratch[:0], record.ColliderLetter, uint64(id))
		e.bytes(e.scratch)
	}
	if separator == "[" {
		e.text("[")
	}
	e.text("]")
}

// ids reads the ids of colliders and the names of parts, in order and once each.
func (d *decoder) ids(n *yaml.Node, to *[]record.ID, parts *[]string) error {
	var ids []record.ID
	var names []string
	err := d.Sequence(n, func(_ int, item *yaml.Node) error {
		if strings.HasPrefix(item.Value, string(record.InstanceLetter)) {
			names = append(names, item.Value)
			if _, _, err := record.ParsePart(item.Value); err != nil {
				return d.Wrap(item, err)
			}
			return nil
		}
		var id record.ID
		err := readColliderID(d, item, &id)
		ids = append(ids, id)
		return err
	})
	*to, *parts = record.WithParts(ids, names)
	return err
}
