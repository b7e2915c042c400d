package main

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"testing"

	"fillet/editor"
	"fillet/editor/check"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// The window and the commands contacts, render and check agree on each pair. Pictures do not mark overlaps within one
// imported layer, but check reports them as notes, as it does for shapes drawn in the editor.
func TestContactsAgree(t *testing.T) {
	from := func(file, lvl, layer string) func(*level.Collider) {
		return func(c *level.Collider) { c.Source = &level.Source{File: file, Level: lvl, Layer: layer} }
	}
	dynamic := func(c *level.Collider) { c.Body = level.Dynamic }
	trigger := func(c *level.Collider) { c.Role = level.Trigger }
	oneWay := func(direction level.Vec) func(*level.Collider) {
		return func(c *level.Collider) { c.Role, c.OneWay = level.OneWay, direction }
	}
	both := func(f, g func(*level.Collider)) func(*level.Collider) {
		return func(c *level.Collider) { f(c); g(c) }
	}
	up, down := oneWay(level.Up), oneWay(level.Up.Neg())
	plain := func(*level.Collider) {}
	ignored := func(f func(*level.Collider)) func(*level.Collider) {
		return both(f, func(c *level.Collider) { c.Tags = append(c.Tags, ignoredTag) })
	}
	joined := func(f func(*level.Collider), collide bool) func(*level.Collider) {
		return both(f, func(c *level.Collider) {
			c.Tags = append(c.Tags, map[bool]string{true: collideTag, false: joinedTag}[collide])
		})
	}
	const notedOnly = "imported neighbours that overlap"
	walls := from("w.ldtk", "L", "Walls")
	for _, c := range []struct {
		name string
		a, b func(*level.Collider) // a is above b
		deep float64
		want contacts.State
	}{
		{"solids that overlap", plain, plain, 2, contacts.Overlapping},
		{"solids that touch", plain, plain, 0, contacts.Touching},
		{"solids that are apart", plain, plain, -2, contacts.Clear},
		{"a moving solid in a static one", dynamic, plain, 2, contacts.Overlapping},
		{"a trigger that is overlapped", trigger, plain, 2, contacts.Triggered},
		{"a trigger that is only touched", trigger, plain, 0, contacts.Expected},
		{"two triggers", trigger, trigger, 2, contacts.Triggered},
		{"a trigger of the same imported layer", both(walls, trigger), walls, 2, contacts.Triggered},
		{notedOnly, walls, walls, 2, contacts.Expected},
		{"imported neighbours that touch", walls, walls, 0, contacts.Expected},
		{"neighbours, one of which moves", both(walls, dynamic), walls, 2, contacts.Overlapping},
		{"two layers of one imported level that overlap", walls, from("w.ldtk", "L", "Props"), 2, contacts.Overlapping},
		{"two layers of one imported level that touch", walls, from("w.ldtk", "L", "Props"), 0, contacts.Expected},
		{"two levels of the same file that overlap", walls, from("w.ldtk", "M", "Walls"), 2, contacts.Expected},
		{"two files", walls, from("v.ldtk", "L", "Walls"), 0, contacts.Touching},
		{"an imported and a drawn solid", walls, plain, 2, contacts.Overlapping},
		{"sunk into a one-way platform", dynamic, up, 2, contacts.Overlapping},
		{"standing on a one-way platform", dynamic, up, 0, contacts.Touching},
		{"coming through a one-way platform", dynamic, down, 2, contacts.Expected},
		{"against the back of a one-way platform", dynamic, down, 0, contacts.Expected},
		{"against the side of a one-way platform", dynamic, oneWay(level.Vec{X: 1}), 2, contacts.Expected},
		{"a one-way platform on a static solid", up, plain, 2, contacts.Expected},
		{"one-way neighbours of an import", both(walls, up), both(walls, up), 2, contacts.Expected},
		{"a trigger in a one-way platform", trigger, up, 2, contacts.Triggered},
		{"ignored solids that overlap", ignored(plain), plain, 2, contacts.Expected},
		{"ignored solids that only touch", ignored(plain), plain, 0, contacts.Touching},
		{"an ignored moving solid in a static one", ignored(dynamic), plain, 2, contacts.Expected},
		{"ignored, sunk into a one-way platform", ignored(dynamic), up, 2, contacts.Expected},
		{"joined solids that overlap", joined(dynamic, false), plain, 2, contacts.Expected},
		{"joined solids that touch", joined(dynamic, false), plain, 0, contacts.Expected},
		{"joined solids that still collide", joined(dynamic, true), plain, 2, contacts.Overlapping},
		{"an ignored trigger that is overlapped", ignored(trigger), plain, 2, contacts.Triggered},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := pairLevel(t, c.a, c.b, c.deep)
			if got := windowState(doc); got != c.want {
				t.Errorf("window: state %v, want %v", got, c.want)
			}
			if got := commandState(t, doc); got != c.want {
				t.Errorf("command contacts: state %v, want %v", got, c.want)
			}
			if got := pictureState(t, doc); got != c.want {
				t.Errorf("picture: state %v, want %v", got, c.want)
			}
			all, err := check.Find(context.Background(), doc.Snapshot(), check.Options{})
			found := all.List
			if err != nil {
				t.Fatal(err)
			}
			has := slices.ContainsFunc(found, func(f check.Finding) bool { return f.Rule == check.RuleOverlap })
			if has != (c.want == contacts.Overlapping || c.name == notedOnly) {
				t.Errorf("check finds an overlap: %v; the other commands report %v", has, c.want)
			}
		})
	}
}

// ignoredTag makes pairLevel ignore the overlap of the pair; the other tags add a hinge between the two.
const (
	ignoredTag = "ignored"
	joinedTag  = "joined"
	collideTag = "collide"
)

// pairLevel returns a level with a box that overlaps the top of a wider one by deep pixels.
func pairLevel(t *testing.T, a, b func(*level.Collider), deep float64) *level.Document {
	t.Helper()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "a", Order: 1})}}
	for i, edit := range []func(*level.Collider){a, b} {
		size := level.Vec{X: 40 + 100*float64(i), Y: 40}
		c := level.NewCollider(level.ID(i+1), 1, "", level.Shape{Kind: level.Box, Size: size, Rounding: level.Inset},
			level.Vec{X: 300, Y: 200 + float64(i)*(40-deep)})
		c.Order = float64(i + 1)
		edit(c)
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if slices.Contains(d.Colliders[0].After.Tags, ignoredTag) {
		after := *doc.Settings()
		after.Ignored = []level.Ignored{level.NewIgnored(level.RuleOverlap, []level.ID{2, 1}, "")}
		d.Settings = level.Changed(doc.Settings(), &after)
	}
	if tags := d.Colliders[0].After.Tags; slices.Contains(tags, joinedTag) || slices.Contains(tags, collideTag) {
		after := *doc.Settings()
		after.Joints = []level.Joint{{ID: 1, Kind: level.Hinge, A: 1, B: 2, Collide: slices.Contains(tags, collideTag)}}
		d.Settings = level.Changed(doc.Settings(), &after)
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return doc
}

func windowState(doc *level.Document) contacts.State {
	p, _ := editor.NewSession(doc).Live().Contact(1, 2)
	return p.State
}

// commandState returns the state in the JSON of the contacts command, and checks that its text has the same state.
func commandState(t *testing.T, doc *level.Document) contacts.State {
	t.Helper()
	var text, data bytes.Buffer
	all := Contacts(t.Context(), doc.Snapshot())
	if err := ContactsText(&text, all); err != nil {
		t.Fatal(err)
	}
	if err := ContactsJSON(&data, all); err != nil {
		t.Fatal(err)
	}
	var got struct{ Contacts []struct{ State string } }
	if err := json.Unmarshal(data.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Contacts) == 0 {
		return contacts.Clear
	}
	for s := contacts.Clear; s <= contacts.Overlapping; s++ {
		if s.String() == got.Contacts[0].State {
			if want := "1 " + s.String(); !bytes.Contains(text.Bytes(), []byte(want)) {
				t.Errorf("the text lacks %q:\n%s", want, text.Bytes())
			}
			return s
		}
	}
	t.Fatalf("state %q", got.Contacts[0].State)
	return 0
}

// pictureState returns the state that a picture with contacts shows. The picture does not mark expected contacts, only
// the colliders that overlap as expected.
func pictureState(t *testing.T, doc *level.Document) contacts.State {
	t.Helper()
	scene, err := picture(doc, pictureOptions{contacts: true})
	if err != nil {
		t.Fatal(err)
	}
	p, ok := editor.NewSession(doc).Live().Contact(1, 2)
	if len(scene.Contacts) > 0 {
		return scene.Contacts[0].State
	}
	if ok && !p.Shows() && scene.Items[0].State == contacts.Clear {
		return contacts.Expected
	}
	return scene.Items[0].State
}
