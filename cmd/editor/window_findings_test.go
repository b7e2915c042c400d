package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"fillet/editor/level"
)

const muddy = `fillet: 1
name: Muddy
size: [512, 256]
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, name: floor, kind: box, size: [512, 40], position: [256, 236]}
      - {id: c2, name: crate, kind: box, size: [40, 40], position: [200, 208], body: dynamic}
      - {id: c3, name: plank 1, kind: box, size: [48.25, 12], position: [320, 100]}
      - {id: c4, name: plank 2, kind: box, size: [48.25, 12], position: [368, 100]}
`

// In the real window, keys alone ignore an overlap with a reason. It then has no red outline, and fillet check reads
// the same list. Then a preview leads to fixing all problems of a kind.
func TestWindowIgnores(t *testing.T) {
	nightly(t)
	t.Parallel()
	desk := newDeskOf(t, "muddy.level.yaml", muddy, 1440, 900)
	desk.calibrate()
	deep := desk.pixel(level.Vec{X: 200, Y: 222})
	red := func() int { return countNear(desk.shot(), deep, 30, overlapRed) }
	desk.waitFor("red where the crate is in the floor", func() bool { return red() >= 40 })

	at := desk.pixel(level.Vec{X: 200, Y: 200})
	desk.click(at.X, at.Y)
	desk.key("shift+F10", "i", "Return")
	desk.typeText("half sunk")
	desk.key("Return")
	desk.waitFor("the red to disappear", func() bool { return red() == 0 })
	doc := desk.save()
	if list := doc.Settings().Ignored; len(list) != 1 ||
		!list[0].Equal(level.NewIgnored(level.RuleOverlap, []level.ID{1, 2}, "half sunk")) {
		t.Fatalf("the saved level ignores %v", list)
	}
	checked := func() string {
		var out, errs bytes.Buffer
		if code := run(context.Background(), []string{"fillet", "check", desk.path, "--show-ignored"},
			strings.NewReader(""), &out, &errs); code > exitLoss {
			t.Fatalf("exit code %d: %s", code, errs.String())
		}
		return out.String()
	}
	if got := checked(); !strings.Contains(got, "; 1 ignored") || !strings.Contains(got, "[overlap]: half sunk") ||
		strings.Contains(got, "error: ") {
		t.Errorf("fillet check prints\n%s", got)
	}

	desk.key("ctrl+z", "Escape") // nothing selected or pointed at has a red outline
	desk.moveTo(at.X, at.Y-200)
	desk.waitFor("red again after undo", func() bool { return red() >= 40 })
	desk.key("ctrl+y")

	desk.command("check level")
	var row level.Vec
	desk.waitFor("the planks among the problems", func() (there bool) {
		row, there = findNear(desk.shot(), level.Vec{X: 1155, Y: 590}, 8, quietGrey) // its icon
		return there
	})
	desk.moveTo(row.X+80, row.Y)
	desk.do("click", "3")
	desk.key("f", "Return") // Fix all of this kind…
	desk.key("Return")      // once the ghosts are shown
	fixed := desk.expect("planks that are separated", func(doc *level.Document) string {
		if doc.Collider(3).Shape.Size.X+doc.Collider(4).Shape.Size.X < 96.4 {
			return ""
		}
		return "the planks are as wide as before"
	})
	if fixed.Collider(2).Position != (level.Vec{X: 200, Y: 208}) {
		t.Errorf("the ignored crate was moved to %v", fixed.Collider(2).Position)
	}
	if got := checked(); strings.Contains(strings.ReplaceAll(got, "ignored: ", ""), "overlap by 0.25") {
		t.Errorf("after the fix fillet check says\n%s", got)
	}
	desk.quit()
}
