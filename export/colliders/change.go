package colliders

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"fillet/collision"

	"gopkg.in/yaml.v3"
)

// Change is a difference between two states of a file. The comments name its keys when it is sent to a running game;
// each is left out when there is nothing. The order of colliders does not count, except that the first collider of a
// body gives the body's frame: if the order in a body changes, its colliders are in Removed and Added.
type Change struct {
	Level      *Level   // "level": the level's settings, if one of them changed
	Categories []string // "categories": all of them, if one changed
	Records[Collider]
	Joints Records[Joint] // "joints"
}

// IsEmpty reports whether nothing changed.
func (c *Change) IsEmpty() bool {
	return c.Level == nil && c.Categories == nil && c.Records.IsEmpty() && c.Joints.IsEmpty()
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
	c.Records = Compare(a.Colliders, b.Colliders, func(c *Collider) (id, body string) { return c.ID, c.OneBody },
		func(x, y *Collider) bool { return reflect.DeepEqual(x, y) })
	c.Joints = Compare(a.Joints, b.Joints, func(j *Joint) (id, body string) { return j.ID, "" },
		func(x, y *Joint) bool { return reflect.DeepEqual(x, y) })
	return c
}

// Then returns the change that has the effect of this one and then the next.
func (c *Change) Then(next *Change) *Change {
	out := &Change{
		Level: cmp.Or(next.Level, c.Level), Categories: c.Categories,
		Records: c.then(&next.Records, colliderID), Joints: c.Joints.then(&next.Joints, jointID),
	}
	if next.Categories != nil {
		out.Categories = next.Categories
	}
	return out
}

func colliderID(c *Collider) string { return c.ID }
func jointID(j *Joint) string       { return j.ID }

// Apply applies a change to the file and, unless it is nil, to the world that [File.World] returned for it. Changed
// colliders keep their keys, and get the places in the file. Pointers to colliders from before keep the old values. If
// the change does not fit the file, Apply returns an error and changes nothing.
func (f *File) Apply(c *Change, w *collision.World) error {
	next := *f
	if c.Level != nil {
		next.Level = *c.Level
	}
	if c.Categories != nil {
		next.Categories = c.Categories
	}
	var err error
	if next.Joints, _, err = c.Joints.applied(f.Joints, jointID); err != nil {
		return fmt.Errorf("joint %w", err)
	}
	var from []int
	if next.Colliders, from, err = c.applied(f.Colliders, colliderID); err != nil {
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

// ids returns the ids of the colliders that a change from one file to another touches.
func (c *Change) ids(from, to *File) map[string]bool {
	ids := map[string]bool{}
	for _, list := range [][]Collider{c.Added, c.Changed} {
		for i := range list {
			ids[list[i].ID] = true
		}
	}
	for _, id := range c.Removed {
		ids[id] = true
	}
	for i := range from.Colliders {
		if x := &from.Colliders[i]; from.hasBody(x) != to.hasBody(x) { // unchanged, but with other categories
			ids[x.ID] = true
		}
	}
	return ids
}

// touched returns a function that reports whether a change from one file to another touches the body of a collider.
func (c *Change) touched(from, to *File) func(x *Collider) bool {
	ids, bodies := c.ids(from, to), map[string]bool{}
	for _, f := range []*File{from, to} {
		for i := range f.Colliders {
			if x := &f.Colliders[i]; ids[x.ID] && x.isPart() {
				bodies[x.OneBody] = true
			}
		}
	}
	return func(x *Collider) bool { return ids[x.ID] || x.isPart() && bodies[x.OneBody] }
}

// follow updates a world of the file before a change, old, to the file after it.
func (f *File) follow(w *collision.World, old *File, c *Change) error {
	ids := c.ids(old, f)
	bodies := map[collision.Key]collision.Body{} // without shapes where nothing collides
	for i := range f.Colliders {
		if x := &f.Colliders[i]; ids[x.ID] {
			body, _, err := f.Body(x)
			if err != nil {
				return err
			}
			bodies[f.keyAt(i)] = body
		}
	}
	for i := range old.Colliders {
		if k := old.keyAt(i); ids[old.Colliders[i].ID] && bodies[k].Shapes == nil {
			w.Remove(k)
		}
	}
	for i := range f.Colliders {
		if k := f.keyAt(i); bodies[k].Shapes != nil {
			w.Put(k, bodies[k])
		}
	}
	return nil
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
