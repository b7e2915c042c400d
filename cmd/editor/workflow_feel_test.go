package main

import (
	"strings"
	"testing"

	"fillet/editor/level"
)

// One collider of a pile is isolated and moved, and another is chosen from the list of colliders below the pointer. A
// command gets another key, and its default key back.
func TestWindowFeel(t *testing.T) {
	nightly(t)
	t.Parallel()
	pile := strings.NewReplacer("position: [220, 160]", "position: [120, 110]", "position: [400, 240]",
		"position: [100, 115]").Replace(threeCrates)
	d := newDeskOf(t, "pile.level.yaml", pile, 1280, 800)
	d.calibrate()
	at := func(what string, id level.ID, p level.Vec) {
		t.Helper()
		d.expect(what, func(doc *level.Document) string {
			return want(what+": the place", doc.Collider(id).Position, p)
		})
	}
	pointer := d.pixel(v(106, 112))
	d.moveTo(pointer.X, pointer.Y)
	d.key("ctrl+alt+b", "Down", "Down", "Return", "Right") // the lowest of three
	at("chosen from the list", 1, v(111, 110))
	d.key("q", "Escape") // isolated, with nothing selected
	d.click(pointer.X, pointer.Y)
	d.key("Right")
	at("clicked through the dimmed crates", 1, v(112, 110))
	d.key("Escape", "Escape")
	d.click(pointer.X, pointer.Y)
	d.key("Down")
	at("everything can be clicked again", 3, v(100, 116))

	d.command("change shortcuts")
	d.typeText("edit duplicate")
	d.key("Return", "j", "Return", "Escape")
	d.key("j")
	d.expect("duplicated by another key", func(doc *level.Document) string { return want("crates", doc.Len(), 4) })
	d.key("ctrl+d")
	d.expect("not by the default key", func(doc *level.Document) string { return want("crates", doc.Len(), 4) })
	d.command("change shortcuts")
	d.typeText("reset all")
	d.key("Return", "Escape", "ctrl+d")
	d.expect("by the default key again", func(doc *level.Document) string { return want("crates", doc.Len(), 5) })
}
