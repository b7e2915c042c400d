package ui

import (
	"testing"

	"fillet/editor/check"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/ui/panel"
)

// An overlap that no solver acts on is a note among the problems, harmless among the contacts, and grey in the status
// bar. With a dynamic body it is an error everywhere.
func TestOverlapHasOneSeverity(t *testing.T) {
	for name, body := range map[string]level.BodyType{"static": level.Static, "dynamic": level.Dynamic} {
		t.Run(name, func(t *testing.T) {
			w := newWindow(t)
			ink, severity := w.Look.Colors().Quiet, check.Note
			if body == level.Dynamic {
				ink, severity = w.Look.Colors().Danger, check.Error
			}
			shape := level.Shape{Kind: level.Box, Size: level.Vec{X: 40, Y: 40}, Rounding: level.Inset}
			a, b := level.NewCollider(0, 0, "a", shape, level.Vec{}), level.NewCollider(0, 0, "b", shape, level.Vec{X: 20})
			if err := w.Session.AddAll("Add", []level.Collider{*a, *b}); err != nil {
				t.Fatal(err)
			}
			if err := w.Session.Shapes(w.Session.Selection().IDs()[1:]).SetBody(body); err != nil {
				t.Fatal(err)
			}
			drawForTest(w.Win.Canvas())
			found, err := check.Find(t.Context(), w.Session.Document().Snapshot(), check.Options{})
			if err != nil {
				t.Fatal(err)
			}
			overlaps := 0
			for _, f := range found.List {
				if f.Rule == check.RuleOverlap {
					overlaps++
					if f.Severity != severity {
						t.Errorf("the problem is %v, want %v", f.Severity, severity)
					}
				}
			}
			pairs := w.side.contacts.Pairs
			if overlaps != 1 || len(pairs) != 1 || pairs[0].State != contacts.Overlapping ||
				pairs[0].Harmless != (severity == check.Note) {
				t.Errorf("%d problems, and the contacts are %+v", overlaps, pairs)
			}
			if got := w.status.Overlaps.Label.Color; got != ink {
				t.Errorf("the status bar's overlaps are %v, want %v", got, ink)
			}
			got := w.status.Triggers.Label
			if got.Color != w.Look.Colors().Quiet || got.Text != "0 trigger contacts" {
				t.Errorf("without triggers the status bar shows %q in %v", got.Text, got.Color)
			}
		})
	}
}

// An empty list does not deny the expected contacts that are counted below it.
func TestEmptyContactsNameExpectedOnes(t *testing.T) {
	w := newWindow(t)
	shape := level.Shape{Kind: level.Box, Size: level.Vec{X: 40, Y: 40}, Rounding: level.Inset}
	tile := level.NewCollider(0, 0, "tile", shape, level.Vec{})
	tile.Source = &level.Source{File: "w.ldtk", Level: "L", Layer: "Walls"}
	next := level.NewCollider(0, 0, "next", shape, level.Vec{X: 40})
	next.Source = tile.Source
	if err := w.Session.AddAll("Add", []level.Collider{*tile, *next}); err != nil {
		t.Fatal(err)
	}
	c := w.side.contacts
	c.ShowOnly(panel.AllContacts)
	if !c.ExpectedLine.Visible() || !c.Empty.Visible() || c.Empty.Text != "Only expected contacts." {
		t.Errorf("%q stands above %q", c.Empty.Text, c.ExpectedLine.Label.Text)
	}
	c.ShowOnly(panel.OverlapContacts)
	if c.ExpectedLine.Visible() || c.Empty.Text != "No overlaps." {
		t.Errorf("without overlaps %q stands above %q", c.Empty.Text, c.ExpectedLine.Label.Text)
	}
}
