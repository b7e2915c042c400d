package collision

// Backlog estimates what the next Update would look at: the pieces of the bodies
// that were put, moved or removed since the last one, and the pairs of pieces
// that are near each other and of which at least one is of these. It looks at
// some hundred bodies, and at as many pieces of one, so that it costs little
// beside the Update itself, and stops counting somewhere above most pairs. It is
// exact for few bodies of few pieces, and the same for the same changes in the
// same order. Pieces of one body that are near each other touch nothing, but have
// to be passed over, so sixteen of them count as a pair.
//
// A caller that must not wait asks before it calls Update: many bodies in one
// place have as many pairs as the square of their number.
func (w *World) Backlog(most int) (pieces, pairs int) {
	const sample = 512
	w.sync()
	w.hire(1)
	k := &w.workers[0]
	step := max(1, len(w.changed)/sample)
	halves := 0 // a pair of two changed bodies is met from both
	const ownWeight = 16
	passed := 0 // pieces of the same body
	for at := 0; at < len(w.changed) && halves <= 2*most; at += step {
		i := w.changed[at]
		x := w.bodies[i]
		pieces += len(x.pieces)
		every := max(1, len(x.pieces)/sample)
		for own := 0; own < len(x.pieces); own += every {
			p := &x.pieces[own]
			k.items = w.tree.query(p.box.Grow(w.Slop), k.items[:0])
			for _, item := range k.items {
				q := w.pieces[item]
				switch {
				case q.body == i:
					passed += every
				case !w.mayTouch(p, q):
				case w.bodies[q.body].changed:
					halves += every
				default:
					halves += 2 * every
				}
			}
		}
	}
	return pieces * step, (halves + (passed-min(passed, pieces))/ownWeight) * step / 2
}
