package export_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/export"
)

// Arcs within the tolerance are a note; a change of gameplay is a loss. Each names all colliders that it concerns.
func TestLossesHaveASeverity(t *testing.T) {
	t.Parallel()
	doc, err := level.Read(strings.NewReader(`fillet: 1
name: Yard
size: [320, 200]
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, name: ball, kind: circle, radius: 8, position: [60, 100], body: dynamic}
      - {id: c2, name: floor, kind: box, size: [320, 40], radius: 4, position: [160, 180]}
      - {id: c3, name: pad, kind: box, size: [32, 8], radius: 2, position: [160, 80]}
      - {id: c4, name: ledge, kind: box, size: [64, 8], position: [160, 60], role: one-way}
`), "yard.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, report := exportedTo(t, export.Matter(), doc, export.Options{})
	if len(report.Losses) != 4 || report.Losses[2].Kind != export.LossWorld {
		t.Fatalf("the losses are %v, want arcs, a one-way side, and two notes about the world", report.Losses)
	}
	arcs, side := report.Losses[0], report.Losses[1]
	if arcs.Kind != export.LossArcs || arcs.Severity() != export.SeverityNote ||
		!slices.Equal(arcs.Colliders, []level.ID{ids(t, "c2"), ids(t, "c3")}) || arcs.Collider != 0 {
		t.Errorf("%v is a %s of kind %s for %v, want a note about arcs for c2 and c3", arcs, arcs.Severity(),
			arcs.Kind, arcs.Colliders)
	}
	if side.Kind != export.LossOneWay || side.Severity() != export.SeverityLoss || side.Collider != ids(t, "c4") ||
		side.Label != "ledge" {
		t.Errorf("%v is a %s of kind %s for %v, want a loss of the one-way side for c4", side, side.Severity(),
			side.Kind, side.Collider)
	}
	if notes, losses := report.Count(export.SeverityNote), report.Count(export.SeverityLoss); notes != 3 ||
		losses != 1 {
		t.Errorf("%d notes and %d losses are counted, want 3 and 1", notes, losses)
	}
}

// The documentation lists every kind of loss with its severity.
func TestLossKindsAreDocumented(t *testing.T) {
	t.Parallel()
	const page, begin, end = "../docs/EXPORT.md", "<!-- losses -->\n", "<!-- end of losses -->\n"
	doc, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(doc), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no place for the table of losses", page)
	}
	text := before + begin + export.LossTable() + end + after
	switch {
	case *update:
		if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	case text != string(doc):
		t.Errorf("the table of losses in %s differs from the program's: make golden", page)
	}
}

func ids(t *testing.T, s string) level.ID {
	t.Helper()
	id, err := level.ParseID(s)
	if err != nil {
		t.Fatal(err)
	}
	return id
}
