package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"text/tabwriter"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/strictyaml"
)

// Contacts returns the contacts of a level in the order of ContactsByID.
func Contacts(ctx context.Context, snap level.Snapshot) iter.Seq[Contact] {
	if w, colliders, err := contacts.MetWorld(snap); err == nil {
		return ContactsByID(w, colliders, snap.IgnoredIndex())
	}
	return contactsInTurn(ctx, snap)
}

// contactsInTurn works like Contacts, for a level with too many contacts to hold in memory. It yields them collider by
// collider, and each is valid until the next. A collider leaves the world before it is probed: its pairs with earlier
// ones are known, and its own pieces would only slow down the query.
func contactsInTurn(ctx context.Context, snap level.Snapshot) iter.Seq[Contact] {
	w, colliders := level.NewWorld(snap)
	ignored := snap.IgnoredIndex()
	type turn struct {
		level.ColliderSnapshot
		key collision.Key
	}
	turns := make([]turn, 0, len(colliders))
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			turns = append(turns, turn{c, collision.Key(len(turns) + 1)})
		}
	}
	slices.SortFunc(turns, func(a, b turn) int { return cmp.Compare(a.ID, b.ID) })
	return func(yield func(Contact) bool) {
		var met []collision.Contact
		for _, a := range turns {
			body, ok := level.BodyOf(a.Collider, a.Baked, snap.Settings)
			if !ok {
				continue
			}
			w.Remove(a.key)
			met = w.AppendProbe(met[:0], body)
			slices.SortFunc(met, func(x, y collision.Contact) int {
				return cmp.Compare(colliders[x.B].ID, colliders[y.B].ID)
			})
			for _, c := range met {
				b := colliders[c.B]
				if ctx.Err() != nil || !yield(Contact{
					contacts.PairOf(c, a.Collider, b, w.Slop, ignored), a.Collider, b,
					false,
				}) {
					return
				}
			}
		}
	}
}

// Contact is a contact of two colliders; A has the lower id.
type Contact struct {
	contacts.Pair
	A, B    *level.Collider
	flipped bool // the normals of the manifolds point from B to A
}

// Normal returns the normal of a manifold, from A to B.
func (c *Contact) Normal(m *collision.Manifold) collision.Vec {
	if c.flipped {
		return m.Normal.Neg()
	}
	return m.Normal
}

// ContactsByID returns the contacts of a world sorted by the ids of both colliders, the lower one first: c2 comes
// before c10, and both before random ids, which are in alphabetical order.
func ContactsByID(w *collision.World, colliders []*level.Collider, ignored *level.IgnoredIndex) iter.Seq[Contact] {
	byID := func(a, b *level.Collider) int { return cmp.Compare(a.ID, b.ID) }
	if len(colliders) == 0 || slices.IsSortedFunc(colliders[1:], byID) {
		return func(yield func(Contact) bool) { // the world yields them in that order, and there may be very many
			for p := range contacts.All(w, colliders, ignored) {
				if !yield(Contact{p, colliders[p.Contact.A], colliders[p.Contact.B], false}) {
					return
				}
			}
		}
	}
	var all []Contact
	for p := range contacts.All(w, colliders, ignored) {
		a, b := colliders[p.Contact.A], colliders[p.Contact.B]
		if byID(a, b) < 0 {
			all = append(all, Contact{p, a, b, false})
		} else {
			all = append(all, Contact{p, b, a, true})
		}
	}
	slices.SortFunc(all, func(x, y Contact) int { return cmp.Or(byID(x.A, y.A), byID(x.B, y.B)) })
	return slices.Values(all)
}

// chunk is the approximate number of bytes per write.
const chunk = 64 << 10

// ContactsJSON writes one line per contact.
func ContactsJSON(w io.Writer, all iter.Seq[Contact]) error {
	b := []byte(`{"contacts": [`)
	first := true
	for c := range all {
		if len(b) > chunk {
			if _, err := w.Write(b); err != nil {
				return err
			}
			b = b[:0]
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = fmt.Appendf(b, "\n  {\"a\": %q, \"b\": %q, \"kind\": %q, \"state\": %q, \"manifolds\": [", c.A.IDText(),
			c.B.IDText(), c.Kind, c.State)
		for i := range c.Contact.Manifolds {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendManifold(b, &c.Contact.Manifolds[i], c.Normal(&c.Contact.Manifolds[i]))
		}
		b = append(b, "]}"...)
	}
	if !first {
		b = append(b, '\n')
	}
	_, err := w.Write(append(b, "]}\n"...))
	return err
}

func appendManifold(b []byte, m *collision.Manifold, normal collision.Vec) []byte {
	b = append(b, `{"normal": `...)
	b = appendVec(b, normal)
	b = append(b, `, "points": [`...)
	for i := range m.Count {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(b, `{"point": `...)
		b = appendVec(b, m.Points[i].Point)
		b = append(b, `, "separation": `...)
		b = strictyaml.AppendNumber(b, m.Points[i].Separation)
		b = append(b, '}')
	}
	return append(b, "]}"...)
}

// ContactsText writes a table for people, with rounded numbers. The columns of a very long table are aligned in parts.
func ContactsText(w io.Writer, all iter.Seq[Contact]) error {
	const together = 10_000 // lines
	b := bufio.NewWriter(w)
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	var count [contacts.Overlapping + 1]int // per state
	n := 0
	for c := range all {
		if n > 0 && n%together == 0 {
			if err := t.Flush(); err != nil {
				return err
			}
		}
		if n == 0 {
			fmt.Fprintln(t, "A\tB\tKIND\tSTATE\tDEPTH\tNORMAL\tPOINTS")
		}
		n++
		count[c.State]++
		for i := range c.Contact.Manifolds {
			m, normal := &c.Contact.Manifolds[i], c.Normal(&c.Contact.Manifolds[i])
			points := ""
			for j := range m.Count {
				points += " (" + short(m.Points[j].Point.X) + ", " + short(m.Points[j].Point.Y) + ")"
			}
			who := named(c.A) + "\t" + named(c.B) + "\t" + c.Kind.String() + "\t" + c.State.String() + "\t" +
				short(c.Depth)
			if i > 0 {
				who = "\t\t\t\t"
			}
			fmt.Fprintf(t, "%s\t(%s, %s)\t%s\n", who, short(normal.X), short(normal.Y), points[min(1, len(points)):])
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(b, "%d overlapping, %d touching, %d triggered, %d expected\n",
		count[contacts.Overlapping], count[contacts.Touching], count[contacts.Triggered], count[contacts.Expected])
	return b.Flush()
}
