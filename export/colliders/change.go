package colliders

import (
	"fmt"
	"reflect"
	"slices"

	"fillet/collision"
	"fillet/editor/quote"

	"gopkg.in/yaml.v3"
)

// Change is a difference between two states of a file. The comments name its keys when it is sent to a running game;
// each is left out when there is nothing. Records are identified by their ids. Their order does not count, except that
// the first collider of a body gives the body's frame: if the order in a body changes, its colliders are in Removed and
// Added.
type Change struct {
	Level          *Level       // "level": the level's settings, if one of them changed
	Categories     []string     // "categories": all of them, if one changed
	Added, Changed []Collider   // "added" and "changed": whole colliders
	Removed        []string     // "removed": ids of colliders; always present in JSON
	Joints         *JointChange // "joints"
}

// JointChange is the difference between the joints of two states of a file, with the same keys as in [Change].
type JointChange struct {
	Added, Changed []Joint
	Removed        []string
}

// IsEmpty reports whether nothing changed.
func (c *Change) IsEmpty() bool {
	return c.Level == nil && c.Categories == nil && len(c.Added)+len(c.Changed)+len(c.Removed) == 0 && c.Joints == nil
}

// Diff returns what changed from a to b.
func Diff(a, b *File) *Change {
	c := &Change{}
	if !reflect.DeepEqual(a.Level, b.Level) {
		l := b.Level
		c.Level = &l
	}
	if !slices.Equal(a.Categories, b.Categories) {
		c.Categories = append([]string{}, b.Categories...)
	}
	c.Added, c.Changed, c.Removed = diffRecords(a.Colliders, b.Colliders, colliderID)
	c.reorder(a, b)
	j := &JointChange{}
	if j.Added, j.Changed, j.Removed = diffRecords(a.Joints, b.Joints, jointID); !j.isEmpty() {
		c.Joints = j
	}
	return c
}

// reorder adds the colliders of bodies that would otherwise get another order than in b.
func (c *Change) reorder(a, b *File) {
	had := make(map[string]bool, len(a.Colliders))
	before, now := map[string][]string{}, map[string][]string{} // the ids of each body
	for i := range a.Colliders {
		x := &a.Colliders[i]
		if had[x.ID] = true; x.OneBody != "" {
			before[x.OneBody] = append(before[x.OneBody], x.ID)
		}
	}
	for i := range b.Colliders {
		if x := &b.Colliders[i]; x.OneBody != "" {
			now[x.OneBody] = append(now[x.OneBody], x.ID)
		}
	}
	isMoved := func(body string) bool {
		rest := now[body]
		for _, id := range before[body] {
			if len(rest) > 0 && rest[0] == id {
				rest = rest[1:]
			}
		}
		return slices.ContainsFunc(rest, func(id string) bool { return had[id] })
	}
	moved := map[string]bool{}
	for body := range now {
		if isMoved(body) {
			moved[body] = true
		}
	}
	if len(moved) == 0 {
		return
	}
	isIn := func(x Collider) bool { return moved[x.OneBody] }
	c.Added, c.Changed = slices.DeleteFunc(c.Added, isIn), slices.DeleteFunc(c.Changed, isIn)
	for i := range b.Colliders {
		if x := &b.Colliders[i]; moved[x.OneBody] {
			if had[x.ID] {
				c.Removed = append(c.Removed, x.ID)
			}
			c.Added = append(c.Added, *x)
		}
	}
}

func (j *JointChange) isEmpty() bool { return len(j.Added)+len(j.Changed)+len(j.Removed) == 0 }

func colliderID(c *Collider) string { return c.ID }
func jointID(j *Joint) string       { return j.ID }

// diffRecords returns the records of b that a lacks, those that differ, and the ids that b lacks, in order.
func diffRecords[T any](a, b []T, id func(*T) string) (added, changed []T, removed []string) {
	before := make(map[string]*T, len(a))
	for i := range a {
		before[id(&a[i])] = &a[i]
	}
	for i := range b {
		old, ok := before[id(&b[i])]
		delete(before, id(&b[i]))
		if !ok {
			added = append(added, b[i])
		} else if !reflect.DeepEqual(old, &b[i]) {
			changed = append(changed, b[i])
		}
	}
	for i := range a {
		if _, ok := before[id(&a[i])]; ok {
			removed = append(removed, id(&a[i]))
		}
	}
	return added, changed, removed
}

// Apply applies a change to the file and, unless it is nil, to the world that [File.World] returned for it. Changed
// colliders keep their keys, and get the places in the file. Pointers to colliders from before keep the old values. If
// the change does not fit the file, Apply returns an error and changes nothing.
func (f *File) Apply(c *Change, w *collision.World) error {
	var joints JointChange
	if c.Joints != nil {
		joints = *c.Joints
	}
	next := *f
	if c.Level != nil {
		next.Level = *c.Level
	}
	if c.Categories != nil {
		next.Categories = c.Categories
	}
	var err error
	if next.Joints, _, err = applied(f.Joints, joints.Added, joints.Changed, joints.Removed, jointID); err != nil {
		return fmt.Errorf("joint %w", err)
	}
	var from []int
	next.Colliders, from, err = applied(f.Colliders, c.Added, c.Changed, c.Removed, colliderID)
	if err != nil {
		return fmt.Errorf("collider %w", err)
	}
	next.keys, next.newKey = make([]collision.Key, len(from)), f.firstNewKey()
	for i, at := range from {
		if at >= 0 {
			next.keys[i] = f.keyAt(at)
		} else {
			next.keys[i] = next.newKey
			next.newKey++
		}
	}
	if w != nil {
		if err := next.follow(w, f, c); err != nil {
			return err
		}
	}
	*f = next
	return nil
}

// touched returns a function that reports whether a change from one file to another touches the body of a collider.
func (c *Change) touched(from, to *File) func(x *Collider) bool {
	ids, bodies := map[string]bool{}, map[string]bool{}
	add := func(x *Collider) {
		if ids[x.ID] = true; x.isPart() {
			bodies[x.OneBody] = true
		}
	}
	for _, list := range [][]Collider{c.Added, c.Changed} {
		for i := range list {
			add(&list[i])
		}
	}
	for _, id := range c.Removed {
		ids[id] = true
	}
	for i := range from.Colliders {
		if x := &from.Colliders[i]; ids[x.ID] || x.bodyDiffers(from, to) {
			add(x)
		}
	}
	return func(x *Collider) bool { return ids[x.ID] || x.isPart() && bodies[x.OneBody] }
}

// bodyDiffers reports whether an unchanged collider has a body in only one of two files.
func (c *Collider) bodyDiffers(a, b *File) bool { return a.hasBody(c) != b.hasBody(c) }

// follow updates a world of the file before a change, old, to the file after it.
func (f *File) follow(w *collision.World, old *File, c *Change) error {
	isTouched := map[string]bool{}
	for _, list := range [][]Collider{c.Added, c.Changed} {
		for i := range list {
			isTouched[list[i].ID] = true
		}
	}
	for i := range f.Colliders {
		if x := &f.Colliders[i]; x.bodyDiffers(old, f) {
			isTouched[x.ID] = true
		}
	}
	isRemoved := map[string]bool{}
	for _, id := range c.Removed {
		isRemoved[id] = true
	}
	bodies := make([]collision.Body, len(f.Colliders)) // without shapes where nothing collides
	for i := range f.Colliders {
		if isTouched[f.Colliders[i].ID] {
			var err error
			if bodies[i], _, err = f.Body(&f.Colliders[i]); err != nil {
				return err
			}
		}
	}
	for i := range old.Colliders {
		if isRemoved[old.Colliders[i].ID] {
			w.Remove(old.keyAt(i))
		}
	}
	for i := range f.Colliders {
		if !isTouched[f.Colliders[i].ID] {
			continue
		}
		if k := f.keyAt(i); bodies[i].Shapes != nil {
			w.Put(k, bodies[i])
		} else {
			w.Remove(k)
		}
	}
	return nil
}

// applied returns a list with a change applied, and for each item its index in the old list, or -1 for a new one.
func applied[T any](old, added, changed []T, removed []string, id func(*T) string) (list []T, from []int, err error) {
	index := make(map[string]int, len(old))
	for i := range old {
		index[id(&old[i])] = i
	}
	list = slices.Clone(old)
	named := map[string]bool{} // ids in the change
	find := func(id string) (int, error) {
		i, ok := index[id]
		switch {
		case !ok:
			return 0, fmt.Errorf("%q does not exist, so it cannot change", quote.Excerpt(id))
		case named[id]:
			return 0, fmt.Errorf("%q changes twice", quote.Excerpt(id))
		}
		named[id] = true
		return i, nil
	}
	for i := range changed {
		at, err := find(id(&changed[i]))
		if err != nil {
			return nil, nil, err
		}
		list[at] = changed[i]
	}
	for _, id := range removed {
		if _, err := find(id); err != nil {
			return nil, nil, err
		}
		index[id] = -1
	}
	kept := list[:0]
	for i := range list {
		if index[id(&list[i])] >= 0 {
			kept, from = append(kept, list[i]), append(from, i)
		}
	}
	for i := range added {
		if at, ok := index[id(&added[i])]; ok && at >= 0 {
			return nil, nil, fmt.Errorf("%q exists already, so it cannot be added", quote.Excerpt(id(&added[i])))
		}
		index[id(&added[i])] = len(kept)
		kept, from = append(kept, added[i]), append(from, -1)
	}
	return kept, from, nil
}

// keyAt returns the key of a collider in the file's world.
func (f *File) keyAt(i int) collision.Key {
	if f.keys == nil {
		return collision.Key(i + 1)
	}
	return f.keys[i]
}

// firstNewKey returns the key of the next collider that is added.
func (f *File) firstNewKey() collision.Key {
	if f.keys == nil {
		return collision.Key(len(f.Colliders) + 1)
	}
	return f.newKey
}

var (
	changeKeys      = keysOf(nil, "level", "categories", "added", "changed", "removed", "joints")
	jointChangeKeys = keysOf(nil, "added", "changed", "removed")
)

// ReadChange reads a change, as the running editor sends it, in JSON. It is as strict as [Load].
func ReadChange(data []byte) (*Change, error) {
	d := newDecoder("", "a change")
	c := &Change{}
	root, err := d.ReadJSON(data)
	if err == nil {
		err = d.change(root, c)
	}
	if err != nil {
		return nil, publicError(err)
	}
	return c, nil
}

func (d *decoder) change(n *yaml.Node, c *Change) error {
	n, err := d.Loaded(n)
	if err != nil {
		return err
	}
	return d.object(n, changeKeys, func(key string, v *yaml.Node) error {
		switch key {
		case "level":
			err := d.level(v)
			c.Level = &d.out.Level
			return err
		case "categories":
			err := d.categories(v)
			c.Categories = d.out.Categories
			return err
		case "added":
			return d.colliders(v, &c.Added)
		case "changed":
			return d.colliders(v, &c.Changed)
		case "removed":
			ids := d.ids
			d.ids = map[string]int{} // an id may be added again, but not removed twice
			err := readList(d, v, &c.Removed, d.id)
			d.ids = ids
			return err
		}
		c.Joints = &JointChange{}
		return d.object(v, jointChangeKeys, func(key string, v *yaml.Node) error {
			switch key {
			case "added":
				return readList(d, v, &c.Joints.Added, d.joint)
			case "changed":
				return readList(d, v, &c.Joints.Changed, d.joint)
			}
			return readList(d, v, &c.Joints.Removed, d.Text)
		})
	})
}
