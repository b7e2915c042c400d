package play

// A step examines every pair of pieces near each other. A body usually has a few of them, but if many bodies are in one
// place, each has as many as there are others.
const (
	mostPairs = 200_000    // pairs of pieces per step: about half a second
	mostLooks = 20_000_000 // pairs of bodies that overlap horizontally, as found by the sweep
)

// TooManyPairs returns the number of pairs of pieces in the run's first step if there are too many to play, else 0.
// Counting stops soon after the limit.
func (r *Run) TooManyPairs() int {
	pairs, looks := 0, 0
	for k, i := range r.sweep {
		box := r.bodies[i].box
		for _, j := range r.sweep[k+1:] {
			if r.bodies[j].box.Min.X > box.Max.X {
				break
			}
			a, b := &r.bodies[min(i, j)], &r.bodies[max(i, j)]
			if looks++; a.box.Overlaps(b.box) && a.meets(b) {
				pairs += len(a.shapes) * len(b.shapes)
			}
		}
		if a := &r.bodies[i]; a.role == dynamic && a.moves() {
			r.found = r.groundIndex.Append(r.found[:0], box)
			for _, f := range r.found {
				if a.filter.Accepts(r.statics[r.ground[f].owner].filter) {
					pairs += len(a.shapes)
				}
			}
		}
		if most := 10 * mostPairs; pairs > most || looks > mostLooks {
			return max(pairs, mostPairs)
		}
	}
	if pairs <= mostPairs {
		return 0
	}
	return pairs
}
