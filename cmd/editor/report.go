package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// appendAll appends strings verbatim, numbers in their shortest form, and vectors as lists of two numbers.
func appendAll(b []byte, parts ...any) []byte {
	for _, part := range parts {
		switch v := part.(type) {
		case string:
			b = append(b, v...)
		case float64:
			b = strictyaml.AppendNumber(b, v)
		case collision.Vec:
			b = appendVec(b, v)
		}
	}
	return b
}

func appendVec(b []byte, v collision.Vec) []byte {
	b = strictyaml.AppendNumber(append(b, '['), v.X)
	b = strictyaml.AppendNumber(append(b, ", "...), v.Y)
	return append(b, ']')
}

// named formats a collider's id and name for display.
func named(c *level.Collider) string {
	if c.Name == "" {
		return c.IDText()
	}
	return c.IDText() + " " + strconv.QuoteToGraphic(quote.Excerpt(c.Name))
}

// short formats a number with at most three decimals.
func short(x float64) string {
	s := strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(x, 'f', 3, 64), "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// sideNames holds the sides in the order of their bits.
var sideNames = [...]string{"left", "right", "top", "bottom"}

func sideWords(s play.Side) []string {
	var words []string
	for i, name := range sideNames {
		if s>>i&1 == 1 {
			words = append(words, name)
		}
	}
	return words
}

// RunJSON reports the current state of a run: one line per body and event.
func RunJSON(run *play.Run, doc *level.Document) []byte {
	c := run.Character()
	name, _ := json.Marshal(doc.Settings().Name) // strings can always be encoded
	b := fmt.Appendf(nil, "{\"level\": %s, \"steps\": %d, \"seconds\": ", name, run.Steps())
	b = appendAll(b, run.Time())
	b = fmt.Appendf(b, ", \"goal\": %t, \"hash\": \"%016x\",\n \"character\": {\"position\": ", run.Finished(),
		run.Hash())
	b = appendAll(b, c.Position, `, "velocity": `, c.Velocity, `, "ground": `)
	if c.Grounded {
		b = fmt.Appendf(b, "%q", idText(doc, c.Ground))
	} else {
		b = append(b, "null"...)
	}
	b = append(b, `, "sides": [`...)
	for i, w := range sideWords(c.Sides) {
		b = strconv.AppendQuote(appendComma(b, i), w)
	}
	b = append(b, `], "touches": [`...)
	for i, t := range c.Touches {
		b = fmt.Appendf(appendComma(b, i), "{\"id\": %q, \"side\": %q}", idText(doc, t.ID), sideWords(t.Side)[0])
	}
	b = appendAll(b, `], "fuel": `, c.Fuel, "},\n \"bodies\": [")
	for i, x := range run.Bodies() {
		b = fmt.Appendf(appendLine(b, i), "{\"id\": %q, \"position\": ", idText(doc, x.ID))
		b = appendAll(b, x.Transform.P, `, "angle": `, float64(level.DegreesOf(x.Transform.Q.Angle())))
		b = fmt.Appendf(b, ", \"asleep\": %t}", x.Asleep)
	}
	b = append(b, "],\n \"log\": ["...)
	for i, e := range run.Log() {
		visitor := "character"
		if e.Other != 0 {
			visitor = idText(doc, e.Other)
		}
		b = fmt.Appendf(appendLine(b, i), "{\"step\": %d, \"event\": %q, \"trigger\": %q, \"other\": %q, \"steps\": %d",
			e.Step, e.Kind, idText(doc, e.Trigger), visitor, e.Steps)
		if e.Kind == play.Begin || e.Kind == play.End {
			b = appendAll(b, `, "impulse": `, e.Impulse)
		}
		b = append(b, '}')
	}
	return append(b, "]}\n"...)
}

func appendComma(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ", "...)
	}
	return b
}

func appendLine(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return append(b, "\n  "...)
}

// idText returns a collider's id or, for a part of an instance, its name within the instance.
func idText(doc *level.Document, id level.ID) string {
	if c := doc.Collider(id); c != nil {
		return c.IDText()
	}
	return id.String()
}

// RunText reports the current state of a run as text, with rounded numbers.
func RunText(run *play.Run, doc *level.Document) []byte {
	var b bytes.Buffer
	c := run.Character()
	end := "the goal is not reached"
	if run.Finished() {
		end = "the goal is reached"
	}
	fmt.Fprintf(&b, "%s, %s s: %s\n", quote.Count(run.Steps(), "step"), short(run.Time()), end)
	fmt.Fprintf(&b, "character at (%s, %s)", short(c.Position.X), short(c.Position.Y))
	if c.Grounded {
		fmt.Fprintf(&b, " on %s", named(doc.Collider(c.Ground)))
	} else {
		fmt.Fprintf(&b, " in the air, at (%s, %s) a second", short(c.Velocity.X), short(c.Velocity.Y))
	}
	b.WriteByte('\n')
	awake, bodies := 0, 0
	for _, x := range run.Bodies() {
		if x.Dynamic && x.Of == x.ID {
			bodies++
			if !x.Asleep {
				awake++
			}
		}
	}
	if bodies > 0 {
		fmt.Fprintf(&b, "%s, %d at rest\n", quote.Count(bodies, "body"), bodies-awake)
	}
	impulses := ""
	if slices.ContainsFunc(run.Log(), func(e play.Event) bool { return e.Kind == play.Begin || e.Kind == play.End }) {
		impulses = "\tIMPULSE"
	}
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for i, e := range run.Log() {
		if i == 0 {
			fmt.Fprintln(t, "STEP\tEVENT\tTRIGGER\tOTHER\tSTEPS"+impulses)
		}
		visitor := "character"
		if e.Other != 0 {
			visitor = named(doc.Collider(e.Other))
		}
		fmt.Fprintf(t, "%d\t%v\t%s\t%s\t%d", e.Step, e.Kind, named(doc.Collider(e.Trigger)), visitor, e.Steps)
		if e.Kind == play.Begin || e.Kind == play.End {
			fmt.Fprintf(t, "\t%.0f", e.Impulse)
		}
		fmt.Fprintln(t)
	}
	_ = t.Flush() // it writes to memory
	fmt.Fprintf(&b, "hash %016x\n", run.Hash())
	return b.Bytes()
}

// Contacts returns the contacts of a level in the order of ContactsByID.
func Contacts(ctx context.Context, snap level.Snapshot) iter.Seq[Contact] {
	if w, colliders, err := contacts.MetWorld(snap); err == nil {
		return ContactsByID(w, colliders, snap.IgnoredIndex())
	}
	return contactsInTurn(ctx, snap)
}

// contactsInTurn works like Contacts, for a level with too many contacts to hold in memory. It yields the contacts of
// one collider after the other; each is valid until the next. A collider leaves the world before it is probed: its
// pairs with earlier ones are already known, and its own pieces would slow down the query.
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

// ContactsByID returns the contacts of a world sorted by the ids of both colliders, the lower one first. c2 comes
// before c10, and both come before random ids, which are in alphabetical order.
func ContactsByID(w *collision.World, colliders []*level.Collider, ignored *level.IgnoredIndex) iter.Seq[Contact] {
	byID := func(a, b *level.Collider) int { return cmp.Compare(a.ID, b.ID) }
	if len(colliders) == 0 || slices.IsSortedFunc(colliders[1:], byID) {
		return func(yield func(Contact) bool) { // the world yields them in that order; there may be too many to sort
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
			m := &c.Contact.Manifolds[i]
			b = appendManifold(appendComma(b, i), m, c.Normal(m))
		}
		b = append(b, "]}"...)
	}
	if !first {
		b = append(b, '\n')
	}
	_, err := w.Write(append(b, "]}\n"...))
	return err
}

// appendManifold appends a manifold without appendAll, which allocates.
func appendManifold(b []byte, m *collision.Manifold, normal collision.Vec) []byte {
	b = append(appendVec(append(b, `{"normal": `...), normal), `, "points": [`...)
	for i := range m.Count {
		b = appendVec(append(appendComma(b, i), `{"point": `...), m.Points[i].Point)
		b = append(strictyaml.AppendNumber(append(b, `, "separation": `...), m.Points[i].Separation), '}')
	}
	return append(b, "]}"...)
}

// ContactsText writes a table with rounded numbers. In a very long table, the columns are aligned in sections.
func ContactsText(w io.Writer, all iter.Seq[Contact]) error {
	const together = 10_000 // lines that are aligned together
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

// RayJSON writes one line per hit.
func RayJSON(w io.Writer, hits []contacts.RayHit) error {
	b := []byte(`{"hits": [`)
	for i, h := range hits {
		b = fmt.Appendf(appendLine(b, i), "{\"id\": %q, \"piece\": %d", h.Collider.IDText(), h.Piece)
		b = appendAll(b, `, "fraction": `, h.Fraction, `, "distance": `, h.Distance, `, "point": `, h.Point,
			`, "normal": `, h.Normal, "}")
	}
	if len(hits) > 0 {
		b = append(b, '\n')
	}
	_, err := w.Write(append(b, "]}\n"...))
	return err
}

// RayText writes a table with rounded numbers.
func RayText(w io.Writer, hits []contacts.RayHit) error {
	if len(hits) == 0 {
		_, err := fmt.Fprintln(w, "no hits")
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "COLLIDER\tPIECE\tFRACTION\tDISTANCE\tPOINT\tNORMAL")
	for _, h := range hits {
		where := ""
		switch h.Starts {
		case contacts.StartsIn:
			where = "\tthe ray starts in it"
		case contacts.StartsOn:
			where = "\tthe ray starts on it"
		}
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t(%s, %s)\t(%s, %s)%s\n", named(h.Collider), h.Piece, short(h.Fraction),
			short(h.Distance),
			short(h.Point.X), short(h.Point.Y), short(h.Normal.X), short(h.Normal.Y), where)
	}
	return t.Flush()
}

// DifferenceText formats a difference as text: one line per record, followed by one line per changed key.
func DifferenceText(d *level.Difference, old, after string) []byte {
	var b bytes.Buffer
	if d.IsEmpty() {
		return nil
	}
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", quote.Escaped(old), quote.Escaped(after))
	keys := func(list []level.KeyChange) {
		for _, k := range list {
			fmt.Fprintf(&b, "    %s: %s -> %s\n", level.KeyText(k.Key), level.ValueText(k.Before),
				level.ValueText(k.After))
		}
	}
	if len(d.Settings) > 0 {
		b.WriteString("level\n")
		keys(d.Settings)
	}
	records := func(list []level.RecordChange, kind string) {
		for i := range list {
			r := &list[i]
			var words []string
			for _, c := range r.Changes {
				words = append(words, string(c))
			}
			sign := "~"
			switch {
			case r.Has(level.AddedChange):
				sign = "+"
			case r.Has(level.RemovedChange):
				sign = "-"
			}
			fmt.Fprintf(&b, "%s %s%s", sign, kind, r.ID)
			if r.Label != "" && r.Label != r.ID {
				fmt.Fprintf(&b, " %q", quote.Excerpt(r.Label))
			}
			fmt.Fprintf(&b, " %s", strings.Join(words, ", "))
			if c := r.After; c != nil && sign == "+" {
				fmt.Fprintf(&b, ": a %s at [%g, %g]", c.Shape.Kind, c.Position.X, c.Position.Y)
			}
			b.WriteByte('\n')
			keys(r.Keys)
		}
	}
	records(d.Layers, "layer ")
	records(d.Groups, "group ")
	records(d.Instances, "instance ")
	records(d.Colliders, "")
	b.WriteString(summary(d) + "\n")
	return b.Bytes()
}

// summary counts the changes in one line.
func summary(d *level.Difference) string {
	count := func(list []level.RecordChange, what string) string {
		var parts []string
		for _, c := range level.ChangeKinds() {
			n := 0
			for i := range list {
				if list[i].Has(c) {
					n++
				}
			}
			if n > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", n, c))
			}
		}
		if len(parts) == 0 {
			return ""
		}
		return what + ": " + strings.Join(parts, ", ")
	}
	parts := []string{
		count(d.Colliders, "shapes"), count(d.Layers, "layers"), count(d.Groups, "groups"),
		count(d.Instances, "instances"), "",
	}
	if n := len(d.Settings); n > 0 {
		parts[4] = fmt.Sprintf("level: %d changed", n)
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "; ")
}

// The JSON form of a difference. Values are written as in the level file; null means that the key is absent.
type (
	diffFile struct {
		Format    string       `json:"format"`
		Version   int          `json:"version"`
		A         string       `json:"a"`
		B         string       `json:"b"`
		Same      bool         `json:"same"`
		Level     []diffKey    `json:"level"`
		Layers    []diffRecord `json:"layers"`
		Groups    []diffRecord `json:"groups"`
		Instances []diffRecord `json:"instances"`
		Colliders []diffRecord `json:"colliders"`
	}
	diffRecord struct {
		ID      string             `json:"id"`
		Name    string             `json:"name"`
		Changes []level.ChangeKind `json:"changes"`
		Keys    []diffKey          `json:"keys"`
	}
	diffKey struct {
		Key    string `json:"key"`
		Before any    `json:"before"`
		After  any    `json:"after"`
	}
)

// DifferenceJSON encodes a difference as JSON.
func DifferenceJSON(d *level.Difference, old, after string) ([]byte, error) {
	keys := func(list []level.KeyChange) []diffKey {
		out := []diffKey{}
		for _, k := range list {
			out = append(out, diffKey{k.Key, jsonValue(k.Before), jsonValue(k.After)})
		}
		return out
	}
	records := func(list []level.RecordChange) []diffRecord {
		out := []diffRecord{}
		for _, r := range list {
			name := r.Label
			if name == r.ID {
				name = ""
			}
			out = append(out, diffRecord{r.ID, name, r.Changes, keys(r.Keys)})
		}
		return out
	}
	b, err := json.MarshalIndent(diffFile{
		Format: "fillet-diff", Version: 1, A: old, B: after, Same: d.IsEmpty(),
		Level: keys(d.Settings), Layers: records(d.Layers), Groups: records(d.Groups), Instances: records(d.Instances),
		Colliders: records(d.Colliders),
	}, "", "  ")
	return append(b, '\n'), err
}

// jsonValue converts a value of a level file to JSON.
func jsonValue(text string) any {
	if text == "" {
		return nil
	}
	var v any
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
		return text // a description, not a value
	}
	return v
}
