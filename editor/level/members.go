package level

import (
	"iter"
	"slices"
	"strings"
)

// Lists in the settings name colliders by their ids, and parts of instances, which have no id in the file, by their
// names: i3/c1. In memory both have ids, with the names of the parts in a second list.

// ParsePart parses the form of [Part.String]: the instance, and the part's path in the prefab.
func ParsePart(name string) (of InstanceID, path string, err error) {
	first, path, _ := strings.Cut(name, "/")
	if err := checkPartPath(name); err != nil {
		return 0, "", err
	}
	of, err = ParseInstanceID(first)
	return of, path, err
}

// WithParts returns the ids, including the ids of the parts, and the names of the parts, both sorted without
// duplicates.
func WithParts(ids []ID, parts []string) ([]ID, []string) {
	ids, parts = slices.Clone(ids), slices.Clone(parts)
	for _, name := range parts {
		if of, path, err := ParsePart(name); err == nil {
			ids = append(ids, PartID(of, path))
		}
	}
	slices.Sort(ids)
	slices.Sort(parts)
	if len(parts) == 0 {
		parts = nil
	}
	return slices.Compact(ids), slices.Compact(parts)
}

// areMembers reports whether ids and names have the form of [WithParts], and each part among the ids is named.
func areMembers(ids []ID, parts []string) bool {
	for i, id := range ids {
		if !isID(uint64(id)) && !isPartID(id) || i > 0 && ids[i-1] >= id {
			return false
		}
	}
	named := map[ID]bool{}
	for i, name := range parts {
		of, path, err := ParsePart(name)
		if err != nil || i > 0 && parts[i-1] >= name {
			return false
		}
		id := PartID(of, path)
		if _, in := slices.BinarySearch(ids, id); !in {
			return false
		}
		named[id] = true
	}
	first, _ := slices.BinarySearch(ids, ID(partIDAt))
	return len(named) == len(ids)-first
}

// Members yields ids, with the name for a part. Parts come last, in the order of their names.
func Members(ids []ID, parts []string) iter.Seq2[ID, string] {
	return func(yield func(ID, string) bool) {
		for _, id := range ids {
			if !isPartID(id) && !yield(id, "") {
				return
			}
		}
		for _, name := range parts {
			of, path, _ := ParsePart(name)
			if !yield(PartID(of, path), name) {
				return
			}
		}
	}
}

// Renamed returns the entry with other ids in it.
func (e Ignored) Renamed(idOf func(ID) ID, instanceOf func(InstanceID) InstanceID) Ignored {
	e.IDs, e.Parts = renamedMembers(e.IDs, e.Parts, idOf, instanceOf)
	return e
}

func renamedMembers(
	ids []ID, parts []string, idOf func(ID) ID, instanceOf func(InstanceID) InstanceID,
) ([]ID, []string) {
	var own []ID
	var names []string
	for id, name := range Members(ids, parts) {
		if name == "" {
			own = append(own, idOf(id))
			continue
		}
		of, path, _ := ParsePart(name)
		names = append(names, instanceOf(of).String()+"/"+path)
	}
	return WithParts(own, names)
}
