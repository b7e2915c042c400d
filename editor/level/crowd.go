package level

import "fillet/collision"

// The pairs of a crowd, very many colliders in one place, cannot be kept up with: each of n is in n pairs. A level may be as
// large as it likes: there a collider has few neighbours.
const (
	crowdPairs  = 150_000 // pairs of pieces in one update: about a tenth of a second
	crowdDegree = 64      // pairs of a piece that changes
)

// Crowd is about how many pairs of pieces the next Update of a world would look at, where those are too many to wait for,
// given how many it has already; 0 where they are not. most is how many pairs a world may have in all.
func Crowd(w *collision.World, have, most int) int {
	pieces, pairs := w.PendingPairs(crowdPairs)
	if pairs < crowdDegree*pieces || pairs < crowdPairs && have+pairs < most {
		return 0
	}
	return pairs
}
