package record

import (
	"fmt"
	"slices"

	"fillet/editor/quote"
)

// Entries are a list in the settings whose entries have keys of their own: two branches that add one each merge, and each entry is
// compared and settled by itself.
type Entries[T any] struct {
	Name    string // of the list's key in the file
	List    func(*Settings) *[]T
	Key     func(T) string
	Compare func(a, b T) int // the order in which they stand; nil: that in which they were added
	Same    func(a, b T) bool
	Check   func(T) error
	Most    int // of them in a level
}

func (k Entries[T]) find(list []T, key string) int {
	return slices.IndexFunc(list, func(e T) bool { return k.Key(e) == key })
}

// Of is the settings' entry of a key.
func (k Entries[T]) Of(s *Settings, key string) (e T, ok bool) {
	list := *k.List(s)
	if i := k.find(list, key); i >= 0 {
		return list[i], true
	}
	return e, false
}

// With returns a list with an entry more, in the place of the one of its key.
func (k Entries[T]) With(list []T, e T) []T {
	i := k.find(list, k.Key(e))
	list = slices.Clone(list)
	switch {
	case i >= 0 && (k.Compare == nil || k.Compare(list[i], e) == 0):
		list[i] = e
		return list
	case i >= 0: // it stands elsewhere now
		list = slices.Delete(list, i, i+1)
	case k.Compare == nil:
		return append(list, e)
	}
	i, _ = slices.BinarySearchFunc(list, e, k.Compare)
	return slices.Insert(list, i, e)
}

// Without returns a list without the entry of a key.
func (k Entries[T]) Without(list []T, key string) []T {
	return slices.DeleteFunc(slices.Clone(list), func(e T) bool { return k.Key(e) == key })
}

// check reports an entry that is not valid, stands twice, or not in order.
func (k Entries[T]) check(s *Settings) error {
	list := *k.List(s)
	if len(list) > k.Most {
		return fmt.Errorf("%s: there are %d; a level keeps up to %d", k.Name, len(list), k.Most)
	}
	seen := make(map[string]bool, len(list))
	for i, e := range list {
		if err := k.Check(e); err != nil {
			return err
		}
		key := k.Key(e)
		if seen[key] || i > 0 && k.Compare(list[i-1], e) >= 0 {
			return fmt.Errorf("%s: %s stands twice, or not in order", k.Name, quote.Excerpt(key))
		}
		seen[key] = true
	}
	return nil
}
