package level

import "fillet/collision"

// In a pile, very many colliders in one place, each of n is in n pairs, which nobody can keep up with. A level may be as large as
// it likes: there a collider has few neighbours.
const (
	mostPairs      = 150_000 // pairs of pieces in one update: about a tenth of a second
	ofChangedPiece = 64      // pairs of a piece that changes
)

// TooManyPairs is about how many pairs of pieces the next Update of a world would look at, where those are too many to wait for,
// given how many it has already; 0 where they are not. most is how many pairs a world may have in all.
func TooManyPairs(w *collision.World, have, most int) int {
	pieces, pairs := w.PendingPairs(mostPairs)
	if pairs < ofChangedPiece*pieces || pairs < mostPairs && have+pairs < most {
		return 0
	}
	return pairs
}
