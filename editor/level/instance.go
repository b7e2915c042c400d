package level

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fillet/editor/quote"
)

// InstanceID identifies an instance of a prefab, as an [ID] does a collider: ik3fw7m2a, or i1, i2, ….
type InstanceID uint64

// Instance is a prefab placed in the level: another level file, whose colliders appear here as parts. It is a record:
// see the package comment. Its parts are derived from it and from the prefab; they are colliders of the document with
// [Collider.Part], and are not in the file.
type Instance struct {
	ID       InstanceID
	Prefab   string // the file, slash-separated, relative to the level file
	Name     string
	Layer    LayerID
	Order    float64 // position in its layer, as [Collider.Order]
	GroupOf  GroupID
	Position Vec     // where the prefab's origin is
	Angle    Degrees // turns it about that
	Flip     bool    // mirrors it left to right, before the turn
	Locked   bool
	Hidden   bool
	OneBody  bool         // its dynamic solid parts are one rigid body; see [Snapshot.Bodies]
	Changes  []PartChange // how parts differ from the prefab; sorted by part and key, without duplicates
}

// PartChange is a key of a part whose value differs from the prefab. It stays when the prefab changes, even if the part
// is gone from it.
type PartChange struct {
	Part  string // its path in the prefab: c1, or i2/c1 for a part of an instance there
	Key   string // as [Field].Key of colliders, or [RemovedKey]
	Value string // the text of the value, in the prefab's frame; see [Field.Text]
}

// RemovedKey is the key of a change that leaves a part out. Its value is true.
const RemovedKey = "removed"

// Part identifies a collider as a part of an instance.
type Part struct {
	Instance InstanceID
	Path     string // in the prefab; see [PartChange]
	Prefab   string // of the instance
	// the body of several shapes that it is a part of in the prefab: a group (g3) or an instance (i2, i2/g3); empty for
	// none
	Body string
}

// String returns the name of a part in messages and exports: i3/c1.
func (p *Part) String() string { return p.Instance.String() + "/" + p.Path }

// PartID returns the id of a part. It follows from the instance and the path, and no other record has it. It is not in
// files.
func PartID(of InstanceID, path string) ID {
	var text [24]byte
	return ID(partIDAt | hashOf(string(appendID(text[:0], InstanceLetter, uint64(of))), path)>>1)
}

// partIDAt is a bit that no id in a file has.
const partIDAt = 1 << 63

func isPartID(id ID) bool { return id&partIDAt != 0 }

// IDText returns the collider's id in messages and exports. For a part, it is its instance's id and its path.
func (c *Collider) IDText() string {
	if c.Part != nil {
		return c.Part.String()
	}
	return c.ID.String()
}

// Label returns the instance's name, or else the name of the prefab's file.
func (i *Instance) Label() string {
	if i.Name != "" {
		return i.Name
	}
	name := i.Prefab[strings.LastIndexByte(i.Prefab, '/')+1:]
	name, _, _ = strings.Cut(name, ".")
	return cmp.Or(name, i.ID.String())
}

// Equal reports whether two records have equal values, whatever their pointers.
func (i *Instance) Equal(o *Instance) bool {
	if i == nil || o == nil || i == o {
		return i == o
	}
	return i.ID == o.ID && i.Order == o.Order && instanceSchema.same(i, o) && slices.Equal(i.Changes, o.Changes)
}

// Change returns the text of a part's changed value for a key.
func (i *Instance) Change(part, key string) (value string, ok bool) {
	at, ok := i.findChange(part, key)
	if !ok {
		return "", false
	}
	return i.Changes[at].Value, true
}

func (i *Instance) findChange(part, key string) (int, bool) {
	return slices.BinarySearchFunc(i.Changes, PartChange{Part: part, Key: key}, PartChange.Compare)
}

// Compare orders changes by part, then by key.
func (c PartChange) Compare(o PartChange) int {
	return cmp.Or(cmp.Compare(c.Part, o.Part), cmp.Compare(c.Key, o.Key))
}

// WithChange returns the instance with another value for a part's key.
func (i *Instance) WithChange(c PartChange) *Instance {
	out := *i
	at, found := i.findChange(c.Part, c.Key)
	out.Changes = slices.Clone(i.Changes)
	if found {
		out.Changes[at] = c
	} else {
		out.Changes = slices.Insert(out.Changes, at, c)
	}
	return &out
}

// WithoutChange returns the instance with a part's key as in the prefab, or all of the part's keys if key is "".
func (i *Instance) WithoutChange(part, key string) *Instance {
	out := *i
	out.Changes = slices.DeleteFunc(slices.Clone(i.Changes), func(c PartChange) bool {
		return c.Part == part && (key == "" || c.Key == key)
	})
	if len(out.Changes) == 0 {
		out.Changes = nil
	}
	return &out
}

// InstanceError is an error in one instance.
type InstanceError struct {
	ID  InstanceID
	Err error
}

func (e *InstanceError) Error() string { return fmt.Sprintf("instance %v: %v", e.ID, e.Err) }

func (e *InstanceError) Unwrap() error { return e.Err }

// Check validates the record, except for the keys and values of its changes, which checkInstance does.
func (i *Instance) Check() error {
	switch {
	case !isID(uint64(i.ID)):
		return errors.New("it has no valid id")
	case !isFinite(i.Order):
		return errors.New("its order is not a number")
	}
	for k, c := range i.Changes {
		if k > 0 && i.Changes[k-1].Compare(c) >= 0 {
			return fmt.Errorf("its changes are out of order, or %q of %q appears twice", quote.Excerpt(c.Key),
				quote.Excerpt(c.Part))
		}
	}
	return instanceSchema.check(i)
}

func (i *Instance) checkPrefab() error {
	if i.Prefab == "" || !isText(i.Prefab) {
		return errors.New("it names no prefab")
	}
	return nil
}

// checkPartPath returns an error if path is not the path of a part.
func checkPartPath(path string) error {
	ids := strings.Split(path, "/")
	for k, id := range ids {
		letter := byte(InstanceLetter)
		if k == len(ids)-1 {
			letter = ColliderLetter
		}
		if _, err := parseID(letter, id); err != nil {
			return fmt.Errorf("%q is not a part such as c12 or i3/c12", quote.Excerpt(path))
		}
	}
	return nil
}

// UnusedChange is a change of a part that has no effect, or not its full effect.
type UnusedChange struct {
	PartChange
	Why string
}
