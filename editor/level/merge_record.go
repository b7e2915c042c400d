package level

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"fillet/editor/quote"
)

// recordID is the id of a type of record.
type recordID interface {
	~uint64
	fmt.Stringer
}

// recordKind defines how records of one type are merged.
type recordKind[T any] struct {
	name   string
	id     func(*T) string // as used in conflicts
	label  func(*T) string // for lists of differences
	fields func(...*T) []Field[T]
	record Field[T] // the field of conflicts about a deletion
	same   func(a, b *T) bool
	detach func(*T) // gives a copy its own maps; nil if it has none
	// combine merges changes by both sides to the field of a key, where possible; to is a copy of ours.
	combine map[string]func(to, base, ours, theirs *T)
	// complete finishes a record whose fields were merged one by one, and returns the updated conflicts.
	complete func(merged, base, ours, theirs *T, open openKeys, taken []Field[T],
		conflicts []Conflict) []Conflict
}

func colliderKind() recordKind[Collider] {
	record, _ := ColliderField(ColliderKey)
	return recordKind[Collider]{
		id:     func(c *Collider) string { return c.ID.String() },
		label:  (*Collider).Label,
		fields: ColliderFields,
		record: record,
		same:   sameCollider,
		detach: func(c *Collider) { c.Properties = maps.Clone(c.Properties) },
		combine: map[string]func(to, base, ours, theirs *Collider){
			"tags": func(to, base, ours, theirs *Collider) { to.Tags = MergeTags(base.Tags, ours.Tags, theirs.Tags) },
		},
		complete: completeCollider,
	}
}

// sameCollider reports whether two colliders are equal apart from their drawing order.
func sameCollider(a, b *Collider) bool {
	if a == b || a.Order == b.Order {
		return a.Equal(b)
	}
	c := *b
	c.Order = a.Order
	return a.Equal(&c)
}

func layerKind() recordKind[Layer] {
	record, _ := LayerField(LayerKey)
	return recordKind[Layer]{
		name:   "layer",
		id:     func(l *Layer) string { return l.ID.String() },
		label:  func(l *Layer) string { return l.Name },
		fields: func(...*Layer) []Field[Layer] { return LayerFields() },
		record: record,
		same: func(a, b *Layer) bool {
			c := *b
			c.Order = a.Order
			return *a == c
		},
	}
}

// MergeTags returns our tags with the additions and removals of theirs.
func MergeTags(base, ours, theirs []string) []string {
	inBase, inOurs, inTheirs := setOf(base), setOf(ours), setOf(theirs)
	out := kept(ours, func(t string) bool { return inTheirs[t] || !inBase[t] })
	for _, t := range theirs {
		if !inBase[t] && !inOurs[t] {
			inOurs[t] = true
			out = append(out, t)
		}
	}
	return out
}

func setOf[K comparable](list []K) map[K]bool {
	out := make(map[K]bool, len(list))
	for _, k := range list {
		out[k] = true
	}
	return out
}

// openKeys holds the keys of a record that the base leaves open and both sides have resolved, so that the base has no
// value for them. Git creates such a base from the two bases of branches that merged each other.
type openKeys map[string]bool

// has reports whether the base has no value for a key, for a part of it or for a key that it is a part of.
func (o openKeys) has(key string) bool {
	for k := range o {
		if k == key || k == ShapeKey && IsShapeKey(key) || strings.HasPrefix(key, k+".") ||
			strings.HasPrefix(k, key+".") {
			return true
		}
	}
	return false
}

// undecided records whether ours and theirs have open conflicts about a record, or new references to it.
type undecided struct{ ours, theirs bool }

// mergeRecord merges three versions of a record, each of which may be nil, and returns the result and its conflicts. A
// deletion conflicts with a version that has open conflicts about the record or new references to it.
func mergeRecord[T any](k recordKind[T], base, ours, theirs *T, open openKeys, stays undecided) (*T, []Conflict) {
	switch {
	case ours == nil && theirs == nil:
		return nil, nil
	case base == nil && ours == nil:
		return theirs, nil
	case base == nil && theirs == nil:
		return ours, nil
	case ours == nil:
		if k.same(base, theirs) && len(open) == 0 && !stays.theirs {
			return nil, nil
		}
		return nil, []Conflict{wholeConflict(k, base, ours, theirs)}
	case theirs == nil:
		if k.same(base, ours) && len(open) == 0 && !stays.ours {
			return nil, nil
		}
		return ours, []Conflict{wholeConflict(k, base, ours, theirs)}
	case k.same(ours, theirs) || base != nil && len(open) == 0 && k.same(base, theirs):
		return ours, nil
	case base != nil && len(open) == 0 && k.same(base, ours):
		return theirs, nil
	}
	return mergeFields(k, base, ours, theirs, open)
}

func wholeConflict[T any](k recordKind[T], base, ours, theirs *T) Conflict {
	of := ours
	if of == nil {
		of = theirs
	}
	return conflictOf(k.id(of), k.record, base, ours, theirs)
}

func conflictOf[T any](id string, f Field[T], base, ours, theirs *T) Conflict {
	return Conflict{ID: id, Key: f.Key, Base: f.Text(base), Ours: f.Text(ours), Theirs: f.Text(theirs)}
}

// mergeFields merges ours and theirs key by key; base is nil if both sides added the record.
func mergeFields[T any](k recordKind[T], base, ours, theirs *T, open openKeys) (*T, []Conflict) {
	copied := *ours
	merged := &copied
	if k.detach != nil {
		k.detach(merged)
	}
	var conflicts []Conflict
	var taken []Field[T]
	for _, f := range k.fields(base, ours, theirs) {
		known := base != nil && !open.has(f.Key)
		switch combine := k.combine[f.Key]; {
		case f.Same(ours, theirs), known && f.Same(base, theirs):
		case known && f.Same(base, ours):
			f.Copy(merged, theirs)
			taken = append(taken, f)
		case combine != nil:
			from := base
			if from == nil {
				from = new(T)
			}
			combine(merged, from, ours, theirs)
		default:
			conflicts = append(conflicts, conflictOf(k.id(ours), f, base, ours, theirs))
		}
	}
	if k.complete != nil {
		conflicts = k.complete(merged, base, ours, theirs, open, taken, conflicts)
	}
	return merged, conflicts
}

// completeCollider keeps the outline valid, and makes keys that depend on each other conflict together.
func completeCollider(
	merged, base, ours, theirs *Collider, open openKeys, taken []Field[Collider],
	conflicts []Conflict,
) []Conflict {
	isPlaced := false
	if base != nil && !open.has("position") && !open.has("size") {
		var at, size Vec
		if at, size, isPlaced = MergePlaces(base, ours, theirs); isPlaced {
			merged.Position, merged.Shape.Size = at, size
			conflicts = slices.DeleteFunc(conflicts, func(c Conflict) bool {
				return c.Key == "position" || c.Key == "size"
			})
		}
	}
	has := func(key string) bool {
		return slices.ContainsFunc(conflicts, func(c Conflict) bool { return c.Key == key })
	}
	// together turns every differing field that pass accepts into a conflict, keeping ours.
	together := func(pass func(key string) bool) {
		for _, f := range ColliderFields(base, ours, theirs) {
			if pass(f.Key) && !has(f.Key) && !f.Same(ours, theirs) {
				f.Copy(merged, ours)
				conflicts = append(conflicts, conflictOf(ours.ID.String(), f, base, ours, theirs))
			}
		}
	}
	if slices.ContainsFunc(taken, func(f Field[Collider]) bool { return IsShapeKey(f.Key) }) &&
		!merged.Shape.Equal(ours.Shape) && !merged.Shape.Equal(theirs.Shape) {
		if _, err := merged.Shape.Bake(); err != nil {
			together(IsShapeKey)
		}
	}
	// Place and outline are decided together: an outline has no meaning without its frame.
	isForm := formKeys(ours, theirs)
	if base != nil && !isPlaced && Clash(base, ours, theirs) ||
		slices.ContainsFunc(conflicts, func(c Conflict) bool { return isForm(c.Key) }) {
		together(isForm)
	}
	return conflicts
}

// isFormKey reports whether a key is part of a shape's place or outline.
func isFormKey(key string) bool { return key == "position" || key == "angle" || IsShapeKey(key) }

// formKeys returns a filter for the keys of a shape's position and outline. The radius is not one of them if both
// shapes have corners.
func formKeys(ours, theirs *Collider) func(key string) bool {
	apart := IsRadiusApart(ours, theirs)
	return func(key string) bool {
		return isFormKey(key) && !(apart && (key == "radius" || key == "rounding"))
	}
}

// IsRadiusApart reports whether the radii of two sides are decided independently of the outlines: a corner radius means
// the same for every outline, but the radius of a circle, a capsule or a chain does not.
func IsRadiusApart(ours, theirs *Collider) bool {
	return ours.Shape.HasCorners() && theirs.Shape.HasCorners()
}

// SayConflict describes a conflict and its values for the user. label is the record's display name.
func SayConflict(c Conflict, label string) string {
	of := c.ID
	if label != "" && label != of {
		of += fmt.Sprintf(" %q", quote.Excerpt(label))
	}
	return of + ": " + c.What()
}
