package level

import "fillet/collision"

// In a pile of n colliders in one place, each is in n pairs, which is too much for anyone. A level may be of any size:
// its colliders have few neighbours.
const (
	maxPairs       = 150_000 // pairs of pieces in one update: about a tenth of a second
	ofChangedPiece = 64      // pairs per changed piece
)

// TooManyPairs returns about how many pairs of pieces the next Update of a world would test if they are too many to
// wait for, or 0. have is how many pairs there are already, and most how many a world may have in all.
func TooManyPairs(w *collision.World, have, most int) int {
	pieces, pairs := w.PendingPairs(maxPairs)
	if pairs < ofChangedPiece*pieces || pairs < maxPairs && have+pairs < most {
		return 0
	}
	return pairs
}
