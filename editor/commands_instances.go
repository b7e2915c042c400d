package editor

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// Instances changes the document's prefab instances. Each of its commands is one undo step.
type Instances struct{ s *Session }

// Instances returns the commands for the document's prefab instances.
func (s *Session) Instances() Instances { return Instances{s} }

// ErrNoInstance reports a command without a selected instance.
var ErrNoInstance = errors.New("no prefab instance is selected")

// Place adds an instance of a prefab on top of the active layer, with its origin at a point, and selects it. prefab is
// the path as in the level file. Place fails if the prefab cannot be expanded.
func (n Instances) Place(prefab string, at level.Vec) (level.InstanceID, error) {
	n.s.settle()
	i := level.Instance{Prefab: prefab, Position: at}
	d, err := n.Placing(&i)
	if err != nil {
		return 0, err
	}
	return i.ID, n.s.doThen("Place "+quote.Printable(i.Label()), d, func() { n.Select(i.ID) })
}

// Placing returns the diff of [Instances.Place] for an instance with a prefab and a position. It sets the instance's
// layer, its order and, if the id is 0, its id.
func (n Instances) Placing(i *level.Instance) (level.Diff, error) {
	var d level.Diff
	layer := n.s.layerForNew(&d)
	if l := n.s.doc.Layer(layer); l != nil && l.Locked {
		return d, fmt.Errorf("the layer %s is locked", quote.Printable(l.Name))
	}
	if i.ID == 0 {
		i.ID = n.s.doc.NewInstanceID()
	}
	i.Layer, i.Order = layer, n.s.doc.TopOrder(layer)
	if err := n.check(i); err != nil {
		return d, err
	}
	d.Instances = append(d.Instances, level.Added(i))
	return d, nil
}

// check returns the reason why an instance would have no parts, or nil.
func (n Instances) check(i *level.Instance) error {
	e := n.s.doc.Prefabs()
	if e == nil {
		return errUnsaved
	}
	switch parts, err := e.Expand(i, n.s.doc.Settings()); {
	case err != nil:
		return fmt.Errorf("%s: %w", quote.Printable(i.Prefab), err)
	case len(parts) == 0 && len(i.Changes) == 0:
		return fmt.Errorf("%s has no shapes", quote.Printable(i.Prefab))
	}
	return nil
}

// Select selects all parts of the instances and nothing else. It selects instances without parts directly; see
// [Selection.Bare].
func (n Instances) Select(ids ...level.InstanceID) {
	var all []level.ID
	var bare []level.InstanceID
	for _, id := range ids {
		parts := n.s.doc.Parts(id)
		if all = append(all, idsOf(parts)...); len(parts) == 0 {
			bare = append(bare, id)
		}
	}
	n.s.selection.setWithBare(all, bare)
}

// SelectAll selects all instances of a prefab.
func (n Instances) SelectAll(prefab string) {
	var ids []level.InstanceID
	for _, i := range n.s.doc.Instances() {
		if i.Prefab == prefab {
			ids = append(ids, i.ID)
		}
	}
	n.Select(ids...)
}

// Selected returns the instances with a selected part, sorted by id.
func (n Instances) Selected() []level.InstanceID {
	if len(n.s.doc.Instances()) == 0 {
		return nil
	}
	of := SetOf(n.s.selection.Bare())
	for c := range CollidersOf(n.s.doc, n.s.selection.ids) {
		if c.Part != nil {
			of[c.Part.Instance] = true
		}
	}
	return slices.Sorted(maps.Keys(of))
}

// coveredBy returns the instances whose parts are all in ids.
func (n Instances) coveredBy(ids []level.ID) map[level.InstanceID]bool {
	if len(n.s.doc.Instances()) == 0 {
		return nil
	}
	count := map[level.InstanceID]int{}
	for c := range CollidersOf(n.s.doc, ids) {
		if c.Part != nil {
			count[c.Part.Instance]++
		}
	}
	complete := map[level.InstanceID]bool{}
	for id, k := range count {
		if k == len(n.s.doc.Parts(id)) {
			complete[id] = true
		}
	}
	return complete
}

// FullySelected returns the instances that are selected as a whole, sorted by id. An entered instance is not, since the
// pointer selects its parts.
func (n Instances) FullySelected() []level.InstanceID {
	complete := n.coveredBy(n.s.selection.ids)
	delete(complete, n.s.selection.Inside())
	for _, id := range n.s.selection.Bare() {
		complete[id] = true
	}
	return slices.Sorted(maps.Keys(complete))
}

// Detach turns the parts of instances into separate shapes and selects them.
func (n Instances) Detach(ids ...level.InstanceID) error {
	n.s.settle()
	var d level.Diff
	var made []level.ID
	to := newCopies(0)
	bodyOf, bodies := level.BodyNames(n.s.doc.Groups(), n.s.doc.Instances()), map[string]level.GroupID{}
	for _, id := range ids {
		i := n.s.doc.Instance(id)
		if i == nil {
			return fmt.Errorf("there is no instance %v", id)
		}
		if n.s.doc.PartCount(id) == 0 {
			return fmt.Errorf("%s has no parts to detach", quote.Printable(i.Label()))
		}
		d.Instances = append(d.Instances, level.Removed(i))
		for _, c := range n.s.doc.Parts(id) {
			own := *c
			own.ID, own.Part = n.s.doc.NewID(), nil
			// A body that the instance or its prefab defines becomes a group.
			name := bodyOf(c)
			if first, _, _ := strings.Cut(name, "/"); first == id.String() {
				if bodies[name] == 0 {
					bodies[name] = n.s.doc.NewGroupID()
					d.Groups = append(d.Groups, level.Added(&level.Group{
						ID: bodies[name], Name: i.Label(), Layer: own.Layer, Parent: own.GroupOf, OneBody: true,
					}))
				}
				own.GroupOf = bodies[name]
			}
			d.Colliders = append(d.Colliders, level.Added(&own))
			made = append(made, own.ID)
			to.colliders[c.ID] = own.ID
		}
	}
	to.follow(n.s.doc, &d, false)
	d.Settings = to.followed(n.s.doc)
	if len(d.Instances) == 0 {
		return ErrNoInstance
	}
	to.detachJoints(n.s.doc, &d)
	return n.s.doThen(n.label("Detach", ids)+" from prefab", d, func() { n.s.selection.Set(made...) })
}

// Replace changes the prefab of instances and selects them. Parts with the same ids keep their overrides.
func (n Instances) Replace(prefab string, ids ...level.InstanceID) error {
	var err error
	n.s.Batch(func() {
		err = n.edit("Replace", ids, func(i *level.Instance) error {
			i.Prefab = prefab
			return n.check(i)
		})
		if err == nil {
			n.Select(ids...)
		}
	})
	return err
}

// Rename names an instance.
func (n Instances) Rename(id level.InstanceID, name string) error {
	return n.edit("Rename", []level.InstanceID{id}, func(i *level.Instance) error { i.Name = name; return nil })
}

// Reset removes overrides of a part: for one key, or for all keys if key is empty. An empty part means all parts.
func (n Instances) Reset(id level.InstanceID, part, key string) error {
	return n.edit("Reset", []level.InstanceID{id}, func(i *level.Instance) error {
		if part == "" {
			i.Changes = nil
		} else {
			*i = *i.WithoutChange(part, key)
		}
		return nil
	})
}

// ResetAll removes all overrides from instances, as one step.
func (n Instances) ResetAll(ids ...level.InstanceID) error {
	return n.editAs(n.label("Reset", ids)+" to prefab", ids, func(i *level.Instance) error {
		i.Changes = nil
		return nil
	})
}

// Put sets the position, the angle and the flip of an instance.
func (n Instances) Put(id level.InstanceID, at level.Vec, angle level.Degrees, flip bool) error {
	return n.edit("Move", []level.InstanceID{id}, func(i *level.Instance) error {
		i.Position, i.Angle, i.Flip = at, angle.Normalized(), flip
		return nil
	})
}

// SetHidden hides or shows instances.
func (n Instances) SetHidden(hidden bool, ids ...level.InstanceID) error {
	return n.edit(Either(hidden, "Hide", "Show"), ids, func(i *level.Instance) error { i.Hidden = hidden; return nil })
}

// SetLocked locks or unlocks instances.
func (n Instances) SetLocked(locked bool, ids ...level.InstanceID) error {
	return n.edit(Either(locked, "Lock", "Unlock"), ids, func(i *level.Instance) error {
		i.Locked = locked
		return nil
	})
}

func (n Instances) edit(verb string, ids []level.InstanceID, f func(*level.Instance) error) error {
	return n.editAs(n.label(verb, ids), ids, f)
}

// editAs changes instances as an undo step with the given label.
func (n Instances) editAs(label string, ids []level.InstanceID, f func(*level.Instance) error) error {
	n.s.settle()
	var d level.Diff
	for _, id := range ids {
		i := n.s.doc.Instance(id)
		if i == nil {
			return fmt.Errorf("there is no instance %v", id)
		}
		after := *i
		if err := f(&after); err != nil {
			return err
		}
		addChange(&d.Instances, i, &after)
	}
	if len(ids) == 0 {
		return ErrNoInstance
	}
	return n.s.Do(label, d)
}

func (n Instances) label(verb string, ids []level.InstanceID) string {
	if len(ids) == 1 {
		if i := n.s.doc.Instance(ids[0]); i != nil {
			return verb + " " + quote.Printable(i.Label())
		}
	}
	return fmt.Sprintf("%s %d instances", verb, len(ids))
}

// Prefab returns the selection as a level for use as a prefab, with its own groups and instances, in one layer. origin
// is relative to the selection's bounds: (0, 0) is the upper left corner, (1, 1) the lower right one. The second result
// is the origin's position in this level. Paths of prefabs stay unchanged.
func (n Instances) Prefab(name string, origin level.Vec) (*level.Document, level.Vec, error) {
	ids, err := n.s.changeable(n.s.selection.IDs())
	if err != nil {
		return nil, level.Vec{}, err
	}
	ids = inDrawingOrder(n.s.doc, ids)
	box := boundsOf(n.s.doc, ids)
	size := box.Size()
	at := box.Min.Add(level.Vec{X: float64(size.X * origin.X), Y: float64(size.Y * origin.Y)})
	settings := *n.s.doc.Settings()
	settings.Name, settings.Origin, settings.Size = name, level.Vec{}, size
	if (origin != level.Vec{}) {
		settings.Size = level.Vec{} // a frame would have to start at the origin
	}
	settings.Exports, settings.Imports, settings.Ignored, settings.Conflicts = nil, nil, nil, nil
	settings.Pictures = nil
	settings.Joints = n.jointsWithin(ids, at)
	doc, err := level.NewDocument(&settings)
	if err != nil {
		return nil, level.Vec{}, err
	}
	layer := &level.Layer{ID: doc.NewLayerID(), Name: name, Order: 1}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(layer)}}
	groups, copied := n.s.Groups().copies(ids)
	for _, of := range groups {
		g := *of
		g.Parent, g.Layer = copiedGroup(g.Parent, copied), layer.ID
		d.Groups = append(d.Groups, level.Added(&g))
	}
	groupOf := func(id level.GroupID) level.GroupID { return copiedGroup(id, copied) }
	complete := n.coveredBy(ids)
	placed := map[level.InstanceID]bool{}
	for k, id := range ids {
		c := *n.s.doc.Collider(id)
		order := float64(k + 1)
		if c.Part != nil && complete[c.Part.Instance] {
			if of := c.Part.Instance; !placed[of] {
				placed[of] = true
				i := *n.s.doc.Instance(of)
				i.Layer, i.Order, i.GroupOf, i.Position = layer.ID, order, groupOf(i.GroupOf), i.Position.Sub(at)
				d.Instances = append(d.Instances, level.Added(&i))
			}
			continue
		}
		if c.Part != nil {
			c.ID, c.Part = doc.NewID(), nil
		}
		c.Layer, c.Order, c.GroupOf, c.Position, c.Source = layer.ID, order, groupOf(c.GroupOf), c.Position.Sub(at), nil
		d.Colliders = append(d.Colliders, level.Added(&c))
	}
	for k, id := range n.free() {
		i := *n.s.doc.Instance(id)
		i.Layer, i.Order, i.GroupOf, i.Position = layer.ID, float64(len(ids)+k+1), groupOf(i.GroupOf),
			i.Position.Sub(at)
		d.Instances = append(d.Instances, level.Added(&i))
	}
	return doc, at, doc.Apply(d)
}

// ReplaceSelection replaces the selection with an instance of a prefab, usually one that [Instances.Prefab] made from
// it.
func (n Instances) ReplaceSelection(prefab string, at level.Vec) (level.InstanceID, error) {
	ids, err := n.s.changeable(n.s.selection.IDs())
	if err != nil {
		return 0, err
	}
	top := n.s.doc.Collider(inDrawingOrder(n.s.doc, ids)[len(ids)-1])
	i := &level.Instance{ID: n.s.doc.NewInstanceID(), Prefab: prefab, Layer: top.Layer, Order: top.Order, Position: at}
	if g := n.s.Groups(); len(n.s.doc.Groups()) > 0 {
		if in := g.common(ids, g.coveredBy(ids)); in != 0 && n.s.doc.Group(in).Layer == i.Layer {
			i.GroupOf = in
		}
	}
	if err := n.check(i); err != nil {
		return 0, err
	}
	d := removal(n.s.doc, ids, n.free())
	d.Instances = append(d.Instances, level.Added(i))
	return i.ID, n.s.doThen("Make prefab "+quote.Printable(i.Label()), d, func() { n.Select(i.ID) })
}

// Push returns two changes that move overrides of an instance to its prefab: there sets them in the prefab's document,
// here removes them from this level. which selects the overrides. An override of a nested part becomes an override of
// the nested instance in the prefab. Overrides without effect stay.
func (n Instances) Push(
	prefab *level.Document, id level.InstanceID, which func(level.PartChange) bool,
) (there, here level.Diff, err error) {
	i := n.s.doc.Instance(id)
	if i == nil {
		return there, here, fmt.Errorf("there is no instance %v", id)
	}
	left := i
	after := map[string]*level.Collider{} // the changed parts, by path; nil if removed
	var parts []string
	unused := n.s.doc.UnusedChanges(id)
	for _, change := range i.Changes {
		if !which(change) || slices.ContainsFunc(unused, func(u level.UnusedChange) bool {
			return u.PartChange == change
		}) {
			continue
		}
		to, begun := after[change.Part]
		if !begun {
			c, err := partOf(prefab, change.Part)
			if err != nil {
				return there, here, err
			}
			own := *c
			if own.Properties = maps.Clone(c.Properties); own.Properties == nil {
				own.Properties = level.Properties{}
			}
			parts, to = append(parts, change.Part), &own
		}
		if change.Key == level.RemovedKey {
			to = nil
		} else if f, ok := level.ColliderField(change.Key); ok && to != nil {
			if err := f.Set(to, change.Value); err != nil {
				return there, here, fmt.Errorf("%s of part %s: %w", quote.Printable(change.Key),
					quote.Printable(change.Part), err)
			}
		}
		after[change.Part] = to
		left = left.WithoutChange(change.Part, change.Key)
	}
	if len(parts) == 0 {
		return there, here, errors.New("the instance has no overrides to push to the prefab")
	}
	for _, path := range parts {
		c, _ := partOf(prefab, path) // succeeded above
		to := after[path]
		if to != nil && len(to.Properties) == 0 {
			to.Properties = nil
		}
		addChange(&there.Colliders, c, to)
	}
	here.Instances = []level.Change[level.Instance]{level.Changed(i, left)}
	return there, here, nil
}

// partOf returns the collider at the given path in a prefab.
func partOf(prefab *level.Document, path string) (*level.Collider, error) {
	for c := range prefab.Colliders() {
		if c.IDText() == path {
			return c, nil
		}
	}
	return nil, fmt.Errorf("the prefab no longer has part %s", quote.Printable(path))
}

// Bare returns the selected instances without parts, such as instances with a missing prefab. The canvas shows each as
// a marked box.
func (s *Selection) Bare() []level.InstanceID {
	if len(s.bare) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.bare), func(id level.InstanceID) bool {
		_, ok := s.session.doc.MarkOf(id)
		return !ok
	})
}

// HasBare reports whether an instance without parts is selected.
func (s *Selection) HasBare(id level.InstanceID) bool { return slices.Contains(s.Bare(), id) }

// AddBare adds instances without parts to the selection.
func (s *Selection) AddBare(ids ...level.InstanceID) {
	next := s.Bare()
	for _, id := range ids {
		if _, ok := s.session.doc.MarkOf(id); ok && !slices.Contains(next, id) {
			next = append(next, id)
		}
	}
	if !slices.Equal(next, s.bare) {
		s.bare, s.tally = next, nil
		s.session.Touch(SelectionChanged)
	}
}

// Tally counts the selection; an instance counts as one.
func (s *Selection) Tally() level.Tally {
	if s.tally == nil {
		t := s.session.doc.TallyOf(s.ids, s.Bare()...)
		s.tally = &t
	}
	return *s.tally
}

// ToggleBare adds an instance without parts to the selection or removes it.
func (s *Selection) ToggleBare(id level.InstanceID) {
	if !s.HasBare(id) {
		s.AddBare(id)
		return
	}
	s.tally = nil
	s.bare = slices.DeleteFunc(s.Bare(), func(of level.InstanceID) bool { return of == id })
	s.session.Touch(SelectionChanged)
}

// keepBare calls change, which changes the selected colliders, and keeps the selected instances without parts.
func (s *Selection) keepBare(change func()) {
	bare := s.Bare()
	s.session.Batch(func() {
		change()
		s.AddBare(bare...)
	})
}

// Take selects colliders and everything that the pointer selects with them: the result of [Selection.Expand], and the
// instances without parts in the same groups.
func (s *Selection) Take(ids ...level.ID) {
	s.session.Batch(func() {
		s.Set(s.Expand(ids...)...)
		s.AddBare(s.bareWith(ids)...)
	})
}

// TakeToo works like [Selection.Take] but adds to the selection.
func (s *Selection) TakeToo(ids ...level.ID) {
	s.session.Batch(func() {
		s.Add(s.Expand(ids...)...)
		s.AddBare(s.bareWith(ids)...)
	})
}

// bareWith returns the instances without parts in the groups that the pointer selects for the colliders.
func (s *Selection) bareWith(ids []level.ID) []level.InstanceID {
	if len(s.session.doc.Bare()) == 0 {
		return nil
	}
	var groups []level.GroupID
	for _, id := range ids {
		if g := s.GroupAt(id); g != 0 && !slices.Contains(groups, g) {
			groups = append(groups, g)
		}
	}
	return s.session.Instances().bareWithin(groups)
}

// bareWithin returns the instances without parts in groups, at any depth.
func (n Instances) bareWithin(groups []level.GroupID) []level.InstanceID {
	var out []level.InstanceID
	for _, i := range n.s.doc.Bare() {
		if i.GroupOf != 0 && slices.ContainsFunc(groups, func(g level.GroupID) bool {
			return n.s.doc.IsInGroup(i.GroupOf, g)
		}) {
			out = append(out, i.ID)
		}
	}
	return out
}

// MarkAt returns the topmost pickable instance without parts whose box contains a point, or 0.
func (n Instances) MarkAt(p level.Vec) level.InstanceID {
	if marks := n.MarksIn(collision.AABB{Min: p, Max: p}); len(marks) > 0 {
		return marks[len(marks)-1]
	}
	return 0
}

// MarksIn returns the pickable instances without parts whose boxes overlap a box.
func (n Instances) MarksIn(b collision.AABB) []level.InstanceID {
	var out []level.InstanceID
	for _, i := range n.s.doc.Bare() {
		if m, _ := n.s.doc.MarkOf(i.ID); m.Bounds.Overlaps(b) && n.isFree(i) {
			out = append(out, i.ID)
		}
	}
	return out
}

// isFree reports whether an instance can be picked and changed on the canvas.
func (n Instances) isFree(i *level.Instance) bool {
	return n.s.doc.Editable(&level.Collider{Layer: i.Layer, GroupOf: i.GroupOf, Hidden: i.Hidden, Locked: i.Locked})
}

// free returns the selected, unlocked instances without parts.
func (n Instances) free() []level.InstanceID {
	return slices.DeleteFunc(n.s.selection.Bare(), func(id level.InstanceID) bool {
		i := n.s.doc.Instance(id)
		return n.s.doc.Locked(&level.Collider{Layer: i.Layer, GroupOf: i.GroupOf, Locked: i.Locked})
	})
}

// Free returns the records of the selected, unlocked instances without parts.
func (n Instances) Free() []*level.Instance {
	var out []*level.Instance
	for _, id := range n.free() {
		out = append(out, n.s.doc.Instance(id))
	}
	return out
}

// withBare combines a change to the selected instances without parts with the change that f makes to the selected
// colliders; f returns nil to remove a collider. It fails if neither are selected.
func (n Instances) withBare(verb string, bare level.Diff, f func(*level.Collider) *level.Collider) error {
	ids, err := n.s.changeable(n.s.selection.IDs())
	if err != nil && (len(bare.Instances) == 0 || errors.Is(err, ErrLocked)) {
		return err
	}
	for _, id := range ids {
		c := n.s.doc.Collider(id)
		addChange(&bare.Colliders, c, f(c))
	}
	return n.s.Do(n.labelOf(verb, ids, n.free()), bare)
}

// labelOf works like [Session.Label] but also counts instances without parts.
func (n Instances) labelOf(verb string, ids []level.ID, bare []level.InstanceID) string {
	switch {
	case len(bare) == 0:
		return n.s.Label(verb, ids)
	case len(ids) == 0:
		return n.label(verb, bare)
	}
	return verb + " " + n.s.doc.TallyOf(ids, bare...).String()
}

// changeable returns the unlocked colliders and instances without parts in the selection. If there are none, it fails
// like [Session.changeable].
func (n Instances) changeable() ([]level.ID, []level.InstanceID, error) {
	ids, err := n.s.changeable(n.s.selection.IDs())
	bare := n.free()
	switch {
	case len(bare) > 0:
		err = nil
	case len(n.s.selection.Bare()) > 0 && errors.Is(err, ErrNothingSelected):
		err = ErrLocked
	}
	return ids, bare, err
}

// Of returns the instance that consists of exactly these parts, or nil.
func (n Instances) Of(ids []level.ID) *level.Instance {
	if len(ids) == 0 || len(n.s.doc.Instances()) == 0 {
		return nil
	}
	var of *level.Instance
	for _, id := range ids {
		c := n.s.doc.Collider(id)
		if c == nil || c.Part == nil || of != nil && c.Part.Instance != of.ID {
			return nil
		}
		if of == nil {
			if of = n.s.doc.Instance(c.Part.Instance); of == nil || n.s.doc.PartCount(of.ID) != len(ids) {
				return nil
			}
		}
	}
	return of
}

// MoveTo moves an instance to a group or a layer, directly below a collider or to the top.
func (n Instances) MoveTo(to Place, id level.InstanceID) error {
	doc := n.s.doc
	if of := doc.Group(to.Group); of != nil {
		to.Layer = of.Layer
	}
	of := doc.Instance(id)
	if of == nil {
		return fmt.Errorf("there is no instance %v", id)
	}
	if parts := doc.Parts(id); len(parts) > 0 {
		return n.s.Groups().Move(to, nil, idsOf(parts))
	}
	n.s.settle()
	d := moveTo(doc, to, func(u *unit) bool { return u.instance != nil && u.instance.ID == id })
	if of.GroupOf != to.Group {
		changedInstance(&d, of).GroupOf = to.Group
	}
	return n.s.Do(n.label("Move", []level.InstanceID{id}), d)
}

// filed is a [level.Expander] that knows the level's file. Prefab paths are relative to this file.
type filed interface {
	File(name string) string          // the absolute path of a prefab's file; empty if the level has no file
	Name(file string) (string, error) // the path by which the level names a prefab's file
	Another() level.Expander          // an expander for another document at the same location
}

// errUnsaved reports placing a prefab in a level without a file.
var errUnsaved = errors.New("save the level before placing prefabs in it")

// prefabNames returns a function that converts another level's prefab paths to paths in this level. file returns the
// absolute path of a prefab in the other level. The function returns paths unchanged if it cannot convert them.
func (s *Session) prefabNames(file func(name string) string) func(name string) string {
	here, ok := s.doc.Prefabs().(filed)
	return func(name string) string {
		if !ok || filepath.IsAbs(filepath.FromSlash(name)) {
			return name
		}
		at := file(name)
		if at == "" {
			return name
		}
		to, err := here.Name(at)
		if err != nil {
			return name
		}
		return to
	}
}

// renamePrefabs applies a function to the prefab paths of a document.
func renamePrefabs(doc *level.Document, names func(string) string) error {
	var d level.Diff
	for _, i := range doc.Instances() {
		if to := names(i.Prefab); to != i.Prefab {
			d.Instances = append(d.Instances, changeOf(i, func(i *level.Instance) { i.Prefab = to }))
		}
	}
	return doc.Apply(d)
}

// clipboardFrom starts the last line of a clipboard text. The line holds the folder that the text's prefab paths are
// relative to.
const clipboardFrom = "# prefabs are named from "

// namedFrom returns the clipboardFrom line for this level, or an empty string if the level has no file.
func (s *Session) namedFrom() string {
	p, ok := s.doc.Prefabs().(filed)
	if !ok || p.File("") == "" {
		return ""
	}
	return clipboardFrom + strconv.Quote(filepath.ToSlash(p.File(""))) + "\n"
}

// pastedFrom returns the folder that a clipboard text's prefab paths are relative to.
func pastedFrom(text string) (folder string, ok bool) {
	at := strings.LastIndex(text, "\n"+clipboardFrom)
	if at < 0 {
		return "", false
	}
	line, _, _ := strings.Cut(text[at+1+len(clipboardFrom):], "\n")
	folder, err := strconv.Unquote(strings.TrimSpace(line))
	folder = filepath.FromSlash(folder)
	return folder, err == nil && filepath.IsAbs(folder)
}

// takePrefabs gives the document of a clipboard text access to this level's prefabs and converts the document's prefab
// paths.
func (s *Session) takePrefabs(from *level.Document, text string) error {
	if len(from.Instances()) == 0 {
		return nil
	}
	here, ok := s.doc.Prefabs().(filed)
	if !ok || here.File("") == "" {
		return errUnsaved
	}
	if folder, ok := pastedFrom(text); ok {
		names := s.prefabNames(func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) })
		if err := renamePrefabs(from, names); err != nil {
			return err
		}
	}
	from.UsePrefabs(here.Another())
	return nil
}

// mergedInstances returns the changes that add another document's instances to this level, and the new id of each.
// notes lists the instances that cannot be added; their parts become shapes.
func (s *Session) mergedInstances(
	doc *level.Document, layers map[level.LayerID]level.LayerID, groups map[level.GroupID]level.GroupID,
) (added []level.Change[level.Instance], here map[level.InstanceID]level.InstanceID, notes []string) {
	here = map[level.InstanceID]level.InstanceID{}
	there, _ := doc.Prefabs().(filed)
	names := s.prefabNames(func(name string) string {
		if there == nil {
			return ""
		}
		return there.File(name)
	})
	for _, of := range doc.Instances() {
		i := *of
		i.ID, i.Layer, i.GroupOf, i.Prefab = s.doc.NewInstanceID(), layers[of.Layer], groups[of.GroupOf],
			names(of.Prefab)
		if err := s.Instances().check(&i); err != nil && doc.InstanceProblem(of.ID) == nil {
			notes = append(notes, fmt.Sprintf("%s was added as shapes instead of an instance: %v",
				quote.Printable(of.Label()), err))
			continue
		}
		added = append(added, level.Added(&i))
		here[of.ID] = i.ID
	}
	return added, here, notes
}
