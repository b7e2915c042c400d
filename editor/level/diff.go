package level

import (
	"cmp"
	"slices"
)

// Change is a record before and after a change. A new record has no Before, a removed one no After.
type Change[T any] struct{ Before, After *T }

// Diff is a set of changes that happen together. The zero value changes nothing. A record appears in it at most once.
type Diff struct {
	Settings  Change[Settings] // both nil if unchanged
	Layers    []Change[Layer]
	Groups    []Change[Group]
	Instances []Change[Instance]
	Colliders []Change[Collider]
}

// Invert returns the diff that undoes d.
func (d Diff) Invert() Diff {
	inv := Diff{Settings: Change[Settings]{d.Settings.After, d.Settings.Before}}
	inv.Layers = inverted(d.Layers)
	inv.Groups = inverted(d.Groups)
	inv.Instances = inverted(d.Instances)
	inv.Colliders = inverted(d.Colliders)
	return inv
}

func inverted[T any](changes []Change[T]) []Change[T] {
	if changes == nil {
		return nil
	}
	out := make([]Change[T], len(changes))
	for i, c := range changes {
		out[i] = Change[T]{c.After, c.Before}
	}
	return out
}

// IsEmpty reports whether d changes nothing.
func (d Diff) IsEmpty() bool {
	return d.Settings.Before == d.Settings.After && len(d.Layers) == 0 && len(d.Groups) == 0 && len(d.Instances) == 0 &&
		len(d.Colliders) == 0
}

// Then returns a single diff that applies d and then next. It leaves out records that end as they began.
func (d Diff) Then(next Diff) Diff {
	out := d
	if next.Settings.After != nil {
		if out.Settings.Before == nil {
			out.Settings.Before = next.Settings.Before
		}
		out.Settings.After = next.Settings.After
		if out.Settings.Before == out.Settings.After {
			out.Settings = Change[Settings]{}
		}
	}
	out.Layers = squash(d.Layers, next.Layers, func(l *Layer) LayerID { return l.ID })
	out.Groups = squash(d.Groups, next.Groups, func(g *Group) GroupID { return g.ID })
	out.Instances = squash(d.Instances, next.Instances, func(i *Instance) InstanceID { return i.ID })
	out.Instances = slices.DeleteFunc(out.Instances, func(c Change[Instance]) bool { return c.Before.Equal(c.After) })
	out.Colliders = squash(d.Colliders, next.Colliders, func(c *Collider) ID { return c.ID })
	return out
}

func squash[T any, K comparable](first, next []Change[T], key func(*T) K) []Change[T] {
	if len(next) == 0 {
		return first
	}
	keyOf := func(c Change[T]) K { return key(cmp.Or(c.Before, c.After)) }
	at := make(map[K]int, len(first)+len(next))
	out := make([]Change[T], 0, len(first)+len(next))
	for _, c := range first {
		at[keyOf(c)] = len(out)
		out = append(out, c)
	}
	for _, c := range next {
		if i, ok := at[keyOf(c)]; ok {
			out[i].After = c.After
			continue
		}
		at[keyOf(c)] = len(out)
		out = append(out, c)
	}
	return slices.DeleteFunc(out, func(c Change[T]) bool { return c.Before == c.After })
}

// Added returns a change that adds a record, Removed a change that removes it, and Changed a change that replaces it.
func Added[T any](after *T) Change[T]           { return Change[T]{After: after} }
func Removed[T any](before *T) Change[T]        { return Change[T]{Before: before} } //nolint:revive // see Added
func Changed[T any](before, after *T) Change[T] { return Change[T]{Before: before, After: after} }
