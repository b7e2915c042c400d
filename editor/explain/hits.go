package explain

import (
	"fmt"

	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Hits says what a ray of some length meets first in a level, and how much more.
func Hits(doc *level.Document, hits []contacts.RayHit, length float64) string {
	if len(hits) == 0 {
		return "Meets nothing over " + overlay.Fine(length) + " px"
	}
	h := &hits[0]
	name := doc.Title(h.Collider)
	text := fmt.Sprintf("Meets %s after %s px, at %s, normal %s", name, overlay.Fine(h.Distance), fineVec(h.Point), fineVec(h.Normal))
	switch h.Starts {
	case contacts.StartsIn:
		text = fmt.Sprintf("It starts in %s; the nearest way out is along %s", name, fineVec(h.Normal))
	case contacts.StartsOn:
		text = fmt.Sprintf("It starts on %s, where the normal is %s", name, fineVec(h.Normal))
	}
	if more := len(hits) - 1; more > 0 {
		text += fmt.Sprintf("; %d more on the way", more)
	}
	return text
}

func fineVec(v level.Vec) string { return overlay.Fine(v.X) + ", " + overlay.Fine(v.Y) }
