package level

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/quote"

	"gopkg.in/yaml.v3"
)

// SavedSelection is colliders that somebody wants to select again, under a name. It keeps the ids of those that are deleted, as
// they may come back: by undo, by a re-import, from another branch.
type SavedSelection struct {
	Name  string   // unique in the level
	IDs   []ID     // ascending, at least one
	Parts []string // the names of those of them that are parts of instances, as [Part.String] gives them, in their order
}

// MaxSelections is how many saved selections a level keeps.
const MaxSelections = 1000

// NewSavedSelection returns the saved selection of colliders in any order. Parts of instances have to be named, as for [NewIgnored].
func NewSavedSelection(name string, ids []ID, parts ...string) SavedSelection {
	s := SavedSelection{Name: name}
	s.IDs, s.Parts = withParts(ids, parts)
	return s
}

// Label is the name as messages have it: short, and without control characters.
func (s SavedSelection) Label() string { return quote.Excerpt(s.Name) }

// Equal reports whether two saved selections say the same.
func (s SavedSelection) Equal(o SavedSelection) bool {
	return s.Name == o.Name && slices.Equal(s.IDs, o.IDs) && slices.Equal(s.Parts, o.Parts)
}

func (s SavedSelection) check() error {
	if err := checkLine("the name of a saved selection", s.Name); err != nil {
		return err
	}
	if s.Name == "" {
		return errors.New("a saved selection has no name")
	}
	if len(s.IDs) == 0 {
		return fmt.Errorf("the saved selection %s names no collider", quote.Excerpt(s.Name))
	}
	if !areMembers(s.IDs, s.Parts) {
		return fmt.Errorf("the ids of the saved selection %s are not valid, or not in order", quote.Excerpt(s.Name))
	}
	return nil
}

// checkLine reports that a text is not one line of valid text.
func checkLine(what, s string) error {
	if !isText(s) || strings.ContainsAny(s, "\n\r\x00") {
		return fmt.Errorf("%s is not valid text of one line", what)
	}
	return nil
}

// View is a place to come back to: what the window's canvas shows.
type View struct {
	Slot   int    // 1 to MaxViews, unique in the level: the digit of its key
	Name   string // may be empty
	Center Vec    // in the middle of the canvas, in level space
	Zoom   float64
}

// MaxViews is how many views a level keeps.
const MaxViews = 9

// Limits of a view's zoom: units of the screen for a level pixel.
const (
	minViewZoom = 1e-6
	maxViewZoom = 1e6
)

// Label is the view's name, or else its number.
func (v View) Label() string { return cmp.Or(v.Name, "View "+strconv.Itoa(v.Slot)) }

func (v View) check() error {
	if v.Slot < 1 || v.Slot > MaxViews {
		return fmt.Errorf("%d is not the number of a view: they are 1 to %d", v.Slot, MaxViews)
	}
	if err := checkLine("the name of a view", v.Name); err != nil {
		return err
	}
	if !isWithin(v.Center) {
		return fmt.Errorf("view %d: the centre is not a place in a level", v.Slot)
	}
	if !(v.Zoom >= minViewZoom && v.Zoom <= maxViewZoom) {
		return fmt.Errorf("view %d: a zoom of %g is not from %g to %g", v.Slot, v.Zoom, minViewZoom, maxViewZoom)
	}
	return nil
}

// SavedSelection is the saved selection of that name.
func (s *Settings) SavedSelection(name string) (SavedSelection, bool) {
	return entryOf(s, selectionEntries, name)
}

// View is the view of that number.
func (s *Settings) View(slot int) (View, bool) {
	return entryOf(s, viewEntries, strconv.Itoa(slot))
}

// WithSelection returns the saved selections with one more, in the place of the one of that name.
func (s *Settings) WithSelection(e SavedSelection) []SavedSelection {
	return selectionEntries.with(s.Selections, e)
}

// WithView returns the views with one more, in the place of the one of that number.
func (s *Settings) WithView(v View) []View { return viewEntries.with(s.Views, v) }

// entries are a list in the settings whose entries have keys of their own, in whose order they stand.
type entries[T any] struct {
	name    string // of the key in the file
	list    func(*Settings) *[]T
	key     func(T) string
	compare func(a, b T) int
	same    func(a, b T) bool
	check   func(T) error
	write   func(*encoder, T)
	read    func(*decoder, *yaml.Node) (T, error)
}

var (
	savedSelectionKeys = []string{"name", "ids"}
	viewKeys           = []string{"key", "name", "center", "zoom"}
)

var selectionEntries = entries[SavedSelection]{
	name: "selections", list: func(s *Settings) *[]SavedSelection { return &s.Selections }, key: func(e SavedSelection) string { return e.Name },
	compare: func(a, b SavedSelection) int { return strings.Compare(a.Name, b.Name) }, same: SavedSelection.Equal, check: SavedSelection.check,
	write: func(e *encoder, s SavedSelection) {
		e.text("{name: ")
		e.flow(s.Name)
		e.text(", ids: ")
		e.ids(s.IDs, s.Parts)
		e.text("}")
	},
	read: func(d *decoder, n *yaml.Node) (SavedSelection, error) {
		var s SavedSelection
		err := d.Mapping(n, savedSelectionKeys, func(key string, v *yaml.Node) error {
			if key == "name" {
				return d.Text(v, &s.Name)
			}
			return d.ids(v, &s.IDs, &s.Parts)
		})
		return s, err
	},
}

var viewEntries = entries[View]{
	name: "views", list: func(s *Settings) *[]View { return &s.Views }, key: func(v View) string { return strconv.Itoa(v.Slot) },
	compare: func(a, b View) int { return cmp.Compare(a.Slot, b.Slot) }, same: func(a, b View) bool { return a == b }, check: View.check,
	write: func(e *encoder, v View) {
		e.text("{key: ")
		e.value(v.Slot)
		if v.Name != "" {
			e.text(", name: ")
			e.flow(v.Name)
		}
		e.text(", center: ")
		e.vec(v.Center)
		e.text(", zoom: ")
		e.value(v.Zoom)
		e.text("}")
	},
	read: func(d *decoder, n *yaml.Node) (View, error) {
		v := View{Zoom: 1}
		err := d.Mapping(n, viewKeys, func(key string, at *yaml.Node) error {
			switch key {
			case "key":
				return d.Int(at, &v.Slot)
			case "name":
				return d.Text(at, &v.Name)
			case "center":
				return d.vec(at, &v.Center)
			default:
				return d.Number(at, &v.Zoom)
			}
		})
		return v, err
	},
}

// readInto reads all entries. The order in which they stand in the file does not matter.
func (k entries[T]) readInto(d *decoder, n *yaml.Node, s *Settings) error {
	seen := map[string]bool{}
	list := k.list(s)
	err := d.Sequence(n, func(_ int, item *yaml.Node) error {
		e, err := k.entry(d, item)
		if err != nil {
			return err
		}
		if key := k.key(e); seen[key] {
			return d.Errorf(item, "%.100q stands twice", key)
		}
		seen[k.key(e)] = true
		*list = append(*list, e)
		return nil
	})
	slices.SortFunc(*list, k.compare)
	return err
}

func (k entries[T]) entry(d *decoder, n *yaml.Node) (T, error) {
	e, err := k.read(d, n)
	if err == nil {
		if err = k.check(e); err != nil {
			err = d.Wrap(n, err)
		}
	}
	return e, err
}

// text writes one line an entry, so that two branches which add one each merge.
func (k entries[T]) text(e *encoder, s *Settings) {
	list := *k.list(s)
	if len(list) == 0 {
		return
	}
	e.text(k.name)
	e.text(":\n")
	for _, entry := range list {
		e.text("  - ")
		k.write(e, entry)
		e.text("\n")
	}
}

// checkAll reports an entry that is not valid, stands twice, or not in order.
func (k entries[T]) checkAll(s *Settings) error {
	list := *k.list(s)
	if len(list) > MaxSelections {
		return fmt.Errorf("%s: there are %d; a level keeps up to %d", k.name, len(list), MaxSelections)
	}
	for i, e := range list {
		if err := k.check(e); err != nil {
			return err
		}
		if i > 0 && k.compare(list[i-1], e) >= 0 {
			return fmt.Errorf("%s: %s stands twice, or not in order", k.name, quote.Excerpt(k.key(e)))
		}
	}
	return nil
}

func (k entries[T]) find(list []T, key string) int {
	return slices.IndexFunc(list, func(e T) bool { return k.key(e) == key })
}

// with returns a list with an entry more, in the place of the one of its key.
func (k entries[T]) with(list []T, e T) []T {
	out := slices.DeleteFunc(slices.Clone(list), func(o T) bool { return k.compare(o, e) == 0 })
	i, _ := slices.BinarySearchFunc(out, e, k.compare)
	return slices.Insert(out, i, e)
}

func entryOf[T any](s *Settings, k entries[T], key string) (e T, ok bool) {
	list := *k.list(s)
	if i := k.find(list, key); i >= 0 {
		return list[i], true
	}
	return e, false
}

// field is the field of the entry of that key.
func (k entries[T]) field(key string) Field[Settings] {
	return Field[Settings]{
		Key: k.name + "." + key,
		Same: func(a, b *Settings) bool {
			x, inA := entryOf(a, k, key)
			y, inB := entryOf(b, k, key)
			return inA == inB && (!inA || k.same(x, y))
		},
		Copy: func(to, from *Settings) {
			list := k.list(to)
			if e, ok := entryOf(from, k, key); ok {
				*list = k.with(*list, e)
			} else if i := k.find(*list, key); i >= 0 {
				*list = slices.Delete(slices.Clone(*list), i, i+1)
			}
		},
		has: func(s *Settings) bool { _, ok := entryOf(s, k, key); return ok },
		text: func(e *encoder, s *Settings) {
			entry, _ := entryOf(s, k, key)
			k.write(e, entry)
		},
		read: func(d *decoder, n *yaml.Node, s *Settings) error {
			e, err := k.entry(d, n)
			if err == nil && k.key(e) != key {
				return d.Errorf(n, "this is %.100q, not %.100q", k.key(e), key)
			}
			*k.list(s) = []T{e}
			return err
		},
	}
}

// fields lists the fields of all entries of some settings.
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

// of is the field of a key that begins as those of the list do.
func (k entries[T]) of(key string) (Field[Settings], bool) {
	if own, ok := strings.CutPrefix(key, k.name+"."); ok && own != "" {
		return k.field(own), true
	}
	return Field[Settings]{}, false
}
