package editor

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
)

// Errors of commands that need a selection.
var (
	ErrNothingSelected = errors.New("nothing is selected")
	ErrLocked          = errors.New("the selection is locked")
)

// Label returns the name of an undo step: "Move crate", "Move 3 shapes".
func (s *Session) Label(verb string, ids []level.ID) string {
	if len(ids) == 1 {
		if c := s.doc.Collider(ids[0]); c != nil {
			return verb + " " + c.Label()
		}
	}
	if i := s.Instances().Of(ids); i != nil {
		return verb + " " + i.Label()
	}
	return verb + " " + s.doc.TallyOf(ids).String()
}

// changeable returns the existing colliders that are not locked, directly or through their layer or group. If none is
// left, it returns ErrNothingSelected or ErrLocked.
func (s *Session) changeable(ids []level.ID) ([]level.ID, error) {
	s.settle()
	out := make([]level.ID, 0, len(ids))
	known := false
	for c := range CollidersOf(s.doc, ids) {
		known = true
		if !s.doc.Locked(c) {
			out = append(out, c.ID)
		}
	}
	switch {
	case len(out) > 0:
		return out, nil
	case known:
		return nil, ErrLocked
	default:
		return nil, ErrNothingSelected
	}
}

// edit applies f to every collider that is not locked, as one step. f gets a copy that it may change, but must not
// change slices and maps in place.
func (s *Session) edit(verb string, ids []level.ID, f func(c *level.Collider)) error {
	ids, err := s.changeable(ids)
	if err != nil {
		return err
	}
	return s.editAny(verb, ids, f)
}

// editAny works like edit but includes locked colliders.
func (s *Session) editAny(verb string, ids []level.ID, f func(c *level.Collider)) error {
	s.settle()
	return s.replace(verb, ids, func(c *level.Collider) level.Carried {
		out := *c
		f(&out)
		return level.Carried{To: &out}
	})
}

// changeOf returns the change that f makes to a copy of a record.
func changeOf[T any](before *T, f func(after *T)) level.Change[T] {
	after := *before
	f(&after)
	return level.Changed(before, &after)
}

// addChange appends the change to a record to a list, unless both versions are equal, and reports whether it did.
func addChange[R interface {
	*T
	Equal(other R) bool
}, T any](list *[]level.Change[T], before, after R) bool {
	if after.Equal(before) {
		return false
	}
	*list = append(*list, level.Change[T]{Before: before, After: after})
	return true
}

// changeSettings applies f to the settings in a diff, or else to a copy of the level's settings. f must not change
// slices in place.
func changeSettings(doc *level.Document, d *level.Diff, f func(*level.Settings)) {
	before := doc.Settings()
	after := *before
	if d.Settings.After != nil {
		after = *d.Settings.After
	}
	if f(&after); !after.Equal(before) {
		d.Settings = level.Changed(before, &after)
	}
}

// replace replaces colliders and carries along the anchors of their joints.
func (s *Session) replace(verb string, ids []level.ID, f func(c *level.Collider) level.Carried) error {
	var d level.Diff
	var changed []level.ID
	made := map[level.ID]level.Carried{}
	for c := range CollidersOf(s.doc, ids) {
		out := f(c)
		if addChange(&d.Colliders, c, out.To) {
			changed = append(changed, c.ID)
		}
		if out.Point != nil {
			out.From = c
			made[c.ID] = out
		}
	}
	return s.doCarrying(s.Label(verb, changed), d, made)
}

// DeleteSelection removes the selected joints, or else the selected colliders and instances without parts.
func (s *Session) DeleteSelection() error {
	s.settle()
	if joints := s.selection.Joints(); len(joints) > 0 {
		label := "Delete " + joints[0].Label()
		if len(joints) > 1 {
			label = fmt.Sprintf("Delete %d joints", len(joints))
		}
		return s.Joints().remove(label, func(o level.Joint) bool { return s.selection.HasJoint(o.ID) })
	}
	n := s.Instances()
	return n.withBare("Delete", removal(s.doc, nil, n.free()), func(*level.Collider) *level.Collider { return nil })
}

// removal returns the diff that removes colliders and instances.
func removal(doc *level.Document, ids []level.ID, instances []level.InstanceID) (d level.Diff) {
	for _, id := range instances {
		d.Instances = append(d.Instances, level.Removed(doc.Instance(id)))
	}
	for _, id := range ids {
		d.Colliders = append(d.Colliders, level.Removed(doc.Collider(id)))
	}
	return d
}

// Nudge moves the selected colliders and instances without parts by an offset in level pixels.
func (s *Session) Nudge(dx, dy float64) error {
	by := level.Vec{X: dx, Y: dy}
	var d level.Diff
	for _, i := range s.Instances().Free() {
		d.Instances = append(d.Instances, changeOf(i, func(i *level.Instance) { i.Position = i.Position.Add(by) }))
	}
	return s.Instances().withBare("Nudge", d, func(c *level.Collider) *level.Collider {
		out := *c
		out.Position = c.Position.Add(by)
		return &out
	})
}

// Add adds a new collider on top of the active layer, creating a layer if none is suitable, and selects it. It sets the
// id, the layer and the order. A collider without a name gets one from its kind and a number.
func (s *Session) Add(c level.Collider) (level.ID, error) {
	s.settle()
	d, id := s.adding(&c)
	return id, s.doThen("Draw "+c.Name, d, func() { s.selection.Set(id) })
}

// adding returns the diff of [Session.Add] and completes the collider.
func (s *Session) adding(c *level.Collider) (level.Diff, level.ID) {
	var d level.Diff
	c.Layer = s.layerForNew(&d)
	c.ID, c.Order = s.doc.NewID(), s.doc.TopOrder(c.Layer)
	if c.Name == "" {
		base := c.Shape.Kind.String()
		if c.Role == level.Trigger {
			base = level.Trigger.String()
		}
		c.Name = FreeName(s.doc, base)
	}
	d.Colliders = append(d.Colliders, level.Added(c))
	return d, c.ID
}

// Rename gives all of the colliders the same name.
func (s *Session) Rename(ids []level.ID, name string) error {
	return s.editAny("Rename", ids, func(c *level.Collider) { c.Name = name })
}

// EditSettings applies f to a copy of the level's settings, as one step. f must not change slices in place.
func (s *Session) EditSettings(label string, f func(*level.Settings)) error {
	s.settle()
	var d level.Diff
	changeSettings(s.doc, &d, f)
	return s.Do(label, d)
}

// inDrawingOrder sorts colliders into drawing order.
func inDrawingOrder(doc *level.Document, ids []level.ID) []level.ID {
	out := slices.Clone(ids)
	slices.SortFunc(out, func(a, b level.ID) int { return compareOrder(doc, doc.Collider(a), doc.Collider(b)) })
	return out
}

// compareOrder returns a negative number if a is drawn before b.
func compareOrder(doc *level.Document, a, b *level.Collider) int {
	if a.Layer != b.Layer {
		la, lb := doc.Layer(a.Layer), doc.Layer(b.Layer)
		return cmp.Or(cmp.Compare(la.Order, lb.Order), cmp.Compare(la.ID, lb.ID))
	}
	return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.ID, b.ID))
}

// nameSet holds the names in use, to find free ones.
type nameSet map[string]int // the largest number of each base name

// namesIn returns the names of a level's colliders.
func namesIn(doc *level.Document) nameSet {
	n := nameSet{}
	for c := range doc.Colliders() {
		n.take(c.Name)
	}
	return n
}

// FreeName returns a name that no collider of a level has, made of a word and a number.
func FreeName(doc *level.Document, word string) string { return namesIn(doc).next(word + " 0") }

func (n nameSet) take(name string) {
	base, number := splitNumber(name)
	n[base] = max(n[base], number)
}

// next returns a free name that differs from the given one only in its number. An empty name stays empty.
func (n nameSet) next(name string) string {
	if name == "" {
		return ""
	}
	base, _ := splitNumber(name)
	n[base]++
	return base + " " + strconv.Itoa(n[base])
}

// firstFree returns the first free name made of a word and a number, counting from n.
func firstFree(word string, n int, isTaken func(name string) bool) string {
	for ; ; n++ {
		if name := word + " " + strconv.Itoa(n); !isTaken(name) {
			return name
		}
	}
}

// splitNumber splits "box 12" into its base and its number. A name without a number has number 1.
func splitNumber(name string) (base string, number int) {
	i := strings.LastIndexByte(name, ' ')
	if i > 0 {
		if k, err := strconv.Atoi(name[i+1:]); err == nil && k >= 0 && k < math.MaxInt32 {
			return name[:i], k
		}
	}
	return name, 1
}

// boundsOf returns the drawn bounds of colliders and of instances without parts.
func boundsOf(doc *level.Document, ids []level.ID, bare ...level.InstanceID) collision.AABB {
	b := collision.EmptyAABB()
	for _, id := range ids {
		b = b.Union(level.DrawnBounds(doc.Collider(id)))
	}
	for _, id := range bare {
		if m, ok := doc.MarkOf(id); ok {
			b = b.Union(m.Bounds)
		}
	}
	return b
}

// CollidersOf yields the colliders with these ids that exist.
func CollidersOf(doc *level.Document, ids []level.ID) iter.Seq[*level.Collider] {
	return func(yield func(*level.Collider) bool) {
		for _, id := range ids {
			if c := doc.Collider(id); c != nil && !yield(c) {
				return
			}
		}
	}
}

// idsOf returns the ids of colliders.
func idsOf(list []*level.Collider) []level.ID {
	out := make([]level.ID, len(list))
	for i, c := range list {
		out[i] = c.ID
	}
	return out
}

// SetOf returns the elements of a list as a set.
func SetOf[T comparable](list []T) map[T]bool {
	out := make(map[T]bool, len(list))
	for _, x := range list {
		out[x] = true
	}
	return out
}

// Toggled returns the elements of each list that the other lacks, without changing the lists.
func Toggled[T comparable](first, second []T) []T {
	inFirst, inSecond := SetOf(first), SetOf(second)
	out := slices.DeleteFunc(slices.Clone(first), func(x T) bool { return inSecond[x] })
	for _, x := range second {
		if !inFirst[x] {
			out = append(out, x)
		}
	}
	return out
}

// freed returns a name unchanged if it is free, or else the next free one.
func (n nameSet) freed(name string) string {
	base, number := splitNumber(name)
	if n[base] == 0 || number > n[base] {
		n.take(name)
		return name
	}
	return n.next(name)
}

// AddAll adds new colliders in order on top of the active layer, as one step, and selects them. Like [Session.Add], it
// sets ids, layers and orders. If there are several colliders, it appends numbers to their names. It names unnamed
// colliders after their kind.
func (s *Session) AddAll(label string, colliders []level.Collider) error {
	if len(colliders) == 0 {
		return nil
	}
	s.settle()
	names := namesIn(s.doc)
	all := make([]level.Collider, len(colliders))
	for i, c := range colliders {
		if c.Name == "" {
			c.Name = c.Shape.Kind.String()
		}
		if len(colliders) > 1 || names[c.Name] > 0 {
			c.Name = names.next(c.Name)
		}
		all[i] = c
	}
	d, id := s.adding(&all[0])
	ids := []level.ID{id}
	for i := range all[1:] {
		c := &all[i+1]
		c.ID, c.Layer, c.Order = s.doc.NewID(), all[0].Layer, all[0].Order+float64(i+1)
		ids = append(ids, c.ID)
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	return s.doThen(label, d, func() { s.selection.Set(ids...) })
}

// ErrNotIgnored reports an attempt to stop ignoring a finding that is not ignored.
var ErrNotIgnored = errors.New("the finding is not ignored")

// Ignored changes the findings that the level ignores. Each of its commands is one undo step.
type Ignored struct{ s *Session }

// Ignored returns the commands for the findings that the level ignores.
func (s *Session) Ignored() Ignored { return Ignored{s} }

// Add makes the level ignore findings of a check. Each entry has a rule and its colliders. Findings that are already
// ignored get the new reason.
func (g Ignored) Add(entries ...level.Ignored) error {
	s := g.s
	return s.EditSettings(labelOfIgnored("Ignore", entries), func(to *level.Settings) {
		to.Ignored = slices.Clone(to.Ignored)
		at := make(map[string]int, len(to.Ignored))
		for i, e := range to.Ignored {
			at[e.Key()] = i
		}
		for _, e := range entries {
			parts := slices.Concat(e.Parts, s.doc.PartNames(e.IDs))
			e = level.NewIgnored(e.Rule, e.IDs, strings.Join(strings.Fields(e.Reason), " "), parts...)
			if i, ok := at[e.Key()]; ok {
				to.Ignored[i] = e
				continue
			}
			at[e.Key()] = len(to.Ignored)
			to.Ignored = append(to.Ignored, e)
		}
	})
}

// Remove stops ignoring entries, given by their indices in the settings.
func (g Ignored) Remove(places ...int) error {
	list := g.s.doc.Settings().Ignored
	leaves := SetOf(places)
	var gone, kept []level.Ignored
	for i, e := range list {
		if leaves[i] {
			gone = append(gone, e)
		} else {
			kept = append(kept, e)
		}
	}
	if len(gone) == 0 {
		return ErrNotIgnored
	}
	return g.s.EditSettings(labelOfIgnored("Stop ignoring", gone), func(to *level.Settings) { to.Ignored = kept })
}

// Pair returns the index of the entry that ignores the overlap of two colliders, or -1.
func (g Ignored) Pair(a, b level.ID) int {
	return g.s.live.IgnoredBy(a, b)
}

// Find returns the index of the entry that ignores a check's finding about colliders, or -1. Prefer it to an index in
// the finding, which may be outdated: it refers to the level at the time of the check.
func (g Ignored) Find(rule string, ids ...level.ID) int {
	return g.s.doc.Settings().IgnoredIndex().Find(rule, ids...)
}

func labelOfIgnored(verb string, entries []level.Ignored) string {
	if len(entries) == 1 {
		return verb + " " + strings.ReplaceAll(entries[0].Rule, "-", " ")
	}
	return verb + " findings"
}

// SettleConflicts resolves merge conflicts by the given choices, as one undo step. The result lists the choices that
// failed; their conflicts remain.
func (s *Session) SettleConflicts(choices []level.ConflictChoice) (*level.Settlement, error) {
	s.settle()
	m := level.Settle(s.doc, choices)
	return m, s.Do("Resolve conflicts", m.Diff)
}
