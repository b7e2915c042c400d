package panel

import (
	"fmt"

	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// WhatIsLeft counts the overlaps that remain after separating a level, and explains the first few.
func WhatIsLeft(doc *level.Document, left []contacts.Left) (note string, lines []string) {
	const limit = 4
	switch len(left) {
	case 0:
		return "", nil
	case 1:
		note = "1 overlap remains"
	default:
		note = quote.Count(len(left), "overlap") + " remain"
	}
	for i, l := range left {
		if i == limit && len(left) > limit+1 {
			return note, append(lines, fmt.Sprintf("and %d more", len(left)-limit))
		}
		lines = append(lines, PairTitle(doc, l.A, l.B)+": "+l.Why.String())
	}
	return note, lines
}

// PairTitle returns short names of two colliders.
func PairTitle(doc *level.Document, a, b level.ID) string {
	title := func(id level.ID) string {
		c := doc.Collider(id)
		if c == nil {
			return "a deleted shape"
		}
		return kit.Shorten(doc.Title(c), 24)
	}
	return title(a) + " × " + title(b)
}
