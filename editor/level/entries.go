package level

import (
	"fmt"
	"slices"
	"strings"

	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// entries describes a list in the settings whose entries have keys. Each entry is on its own line in the file, so that
// two branches can each add one, and is compared, merged and resolved on its own.
type entries[T any] struct {
	name     string // of the list's key in the file
	list     func(*Settings) *[]T
	key      func(T) string
	compare  func(a, b T) int // the order in the file; nil keeps the order in which they were added
	same     func(a, b T) bool
	validate func(T) error
	most     int    // limit per level
	twice    string // the message for a repeated key
	isNot    string // the verb of the message for a wrong key
	of       *schema[T]
	at       func(*Places) *[]FilePosition // where the positions go; nil: nowhere
	start    T                             // an entry without keys
	complete func(T) error                 // reports a missing key; nil: validate does
}

func (k entries[T]) find(list []T, key string) int {
	return slices.IndexFunc(list, func(e T) bool { return k.key(e) == key })
}

// get returns the entry with a key.
func (k entries[T]) get(s *Settings, key string) (e T, ok bool) {
	list := *k.list(s)
	if i := k.find(list, key); i >= 0 {
		return list[i], true
	}
	return e, false
}

// with returns the list with an entry added, or replaced if its key exists.
func (k entries[T]) with(list []T, e T) []T {
	i := k.find(list, k.key(e))
	list = slices.Clone(list)
	switch {
	case i >= 0 && (k.compare == nil || k.compare(list[i], e) == 0):
		list[i] = e
		return list
	case i >= 0: // its place in the order changed
		list = slices.Delete(list, i, i+1)
	case k.compare == nil:
		return append(list, e)
	}
	i, _ = slices.BinarySearchFunc(list, e, k.compare)
	return slices.Insert(list, i, e)
}

// without returns the list without the entry with a key.
func (k entries[T]) without(list []T, key string) []T {
	return slices.DeleteFunc(slices.Clone(list), func(e T) bool { return k.key(e) == key })
}

// check reports an entry that is invalid, repeated or out of order.
func (k entries[T]) check(s *Settings) error {
	list := *k.list(s)
	if len(list) > k.most {
		return fmt.Errorf("%s: there are %d; a level can have up to %d", k.name, len(list), k.most)
	}
	seen := make(map[string]bool, len(list))
	for i, e := range list {
		if err := k.validate(e); err != nil {
			return err
		}
		key := k.key(e)
		if seen[key] || i > 0 && k.compare(list[i-1], e) >= 0 {
			return fmt.Errorf("%s: %s is a duplicate or out of order", k.name, quote.Excerpt(key))
		}
		seen[key] = true
	}
	return nil
}

// row returns the row of the whole list.
func (k entries[T]) row(version int, check func(*Settings) error) Field[Settings] {
	return Field[Settings]{
		Key:     k.name,
		Same:    func(a, b *Settings) bool { return slices.EqualFunc(*k.list(a), *k.list(b), k.same) },
		isUsual: func(s *Settings) bool { return len(*k.list(s)) == 0 },
		lines:   func(e *encoder, _ int, s *Settings) { k.text(e, s) },
		read:    k.readInto,
		check:   check,
		since:   version,
	}
}

// readInto reads all entries. The order in the file does not matter if the entries have their own.
func (k entries[T]) readInto(d *decoder, n *yaml.Node, s *Settings) error {
	seen := map[string]bool{}
	list := k.list(s)
	err := d.Sequence(n, func(_ int, item *yaml.Node) error {
		e, err := k.entry(d, item)
		if err != nil {
			return err
		}
		key := k.key(e)
		if seen[key] {
			return d.Errorf(item, "%.100q %s", key, k.twice)
		}
		seen[key] = true
		*list = append(*list, e)
		if k.at != nil {
			*k.at(&d.at) = append(*k.at(&d.at), strictyaml.PositionOf(item))
		}
		return nil
	})
	if k.compare != nil {
		slices.SortFunc(*list, k.compare)
	}
	return err
}

func (k entries[T]) entry(d *decoder, n *yaml.Node) (T, error) {
	e := k.start
	if err := k.of.read(d, n, &e); err != nil {
		return e, err
	}
	if k.complete != nil {
		if err := k.complete(e); err != nil {
			return e, d.Wrap(n, err)
		}
	}
	if err := k.validate(e); err != nil {
		return e, d.Wrap(n, err)
	}
	return e, nil
}

// text writes one line per entry.
func (k entries[T]) text(e *encoder, s *Settings) {
	list := *k.list(s)
	if len(list) == 0 {
		return
	}
	e.text(k.name)
	e.text(":\n")
	for i := range list {
		e.text("  - ")
		k.of.inline(e, &list[i])
		e.text("\n")
	}
}

// field returns the field for the entry with a key.
func (k entries[T]) field(key string) Field[Settings] {
	return Field[Settings]{
		Key: k.name + "." + key,
		Same: func(a, b *Settings) bool {
			x, inA := k.get(a, key)
			y, inB := k.get(b, key)
			return inA == inB && (!inA || k.same(x, y))
		},
		Copy: func(to, from *Settings) {
			list := k.list(to)
			if e, ok := k.get(from, key); ok {
				*list = k.with(*list, e)
			} else {
				*list = k.without(*list, key)
			}
		},
		has: func(s *Settings) bool { _, ok := k.get(s, key); return ok },
		text: func(e *encoder, s *Settings) {
			entry, _ := k.get(s, key)
			k.of.inline(e, &entry)
		},
		read: func(d *decoder, n *yaml.Node, s *Settings) error {
			e, err := k.entry(d, n)
			if err == nil && k.key(e) != key {
				return d.Errorf(n, "this %s %.100q, not %.100q", k.isNot, k.key(e), key)
			}
			*k.list(s) = []T{e}
			return err
		},
	}
}

// fields lists the fields for all entries in some settings.
func (k entries[T]) fields(of []*Settings) []Field[Settings] {
	var out []Field[Settings]
	seen := map[string]bool{}
	for _, s := range of {
		if s == nil {
			continue
		}
		for _, e := range *k.list(s) {
			if key := k.key(e); !seen[key] {
				seen[key] = true
				out = append(out, k.field(key))
			}
		}
	}
	return out
}

// fieldOf returns the field for a key that has the list's prefix.
func (k entries[T]) fieldOf(key string) (Field[Settings], bool) {
	if own, ok := strings.CutPrefix(key, k.name+"."); ok && own != "" {
		return k.field(own), true
	}
	return Field[Settings]{}, false
}
