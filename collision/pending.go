package collision

// PendingPairs estimates the work of the next Update: the pieces of the bodies that were put, moved or removed since
// the last one, and the pairs of nearby pieces with at least one of them. It samples several hundred bodies, and as
// many pieces of each, so it costs little compared to the Update itself. It stops counting soon after limit pairs. The
// result is exact for a few bodies with few pieces, and is the same for the same changes in the same order.
//
// Pieces of one body do not collide with each other, so a body on its own has no pairs. When a first neighbour comes
// near, though, the Update must find where the body's pieces meet. For that, sixteen of the body's own pairs count as
// one pair.
//
// Call it before an Update that must not block: many bodies in one place have
// as many pairs as the square of their number.
func (w *World) PendingPairs(limit int) (pieces, pairs int) {
	const sample = 512
	w.sync()
	w.hire(1)
	k := &w.workers[0]
	k.newSeams = k.newSeams[:0]
	step := max(1, len(w.changed)/sample)
	halves := 0 // a pair of two changed bodies is found from both sides
	for at := 0; at < len(w.changed) && halves <= 2*limit; at += step {
		i := w.changed[at]
		x := w.bodies[i]
		pieces += len(x.pieces)
		every := max(1, len(x.pieces)/sample)
		met := false
		for own := 0; own < len(x.pieces); own += every {
			p := &x.pieces[own]
			k.items = w.tree.appendOthers(k.items[:0], p.box.Grow(w.Slop), i)
			for _, item := range k.items {
				q := w.piece(item)
				switch {
				case q.body == i || !w.mayTouch(p, q):
					continue
				case w.bodies[q.body].changed:
					halves += every
				default:
					halves += 2 * every
				}
				met = true
				k.noteSeams(w, q.body, false)
			}
		}
		if met || every > 1 && x.lacksSeams() && w.hasNeighbour(i) {
			k.noteSeams(w, i, true)
		}
	}
	for _, i := range k.newSeams {
		x := w.bodies[i]
		seams := k.ownPairs(w, x) / 16
		if x.rare.noted == wouldAskOther {
			seams /= step // the body was not sampled
		}
		halves += 2 * seams
		x.rare.noted = 0
	}
	return pieces * step, halves * step / 2
}

// seamsNoted marks a body whose seams are unknown and that the current PendingPairs has noted.
type seamsNoted uint8

const (
	wouldAskOther seamsNoted = iota + 1 // the body is next to a changed body
	wouldAsk                            // the body itself changed
)

// lacksSeams reports whether an Update that needs the body's seams has to find them first.
func (x *body) lacksSeams() bool {
	return len(x.pieces) > 1 && !x.oneSided() && x.rare.seams.Load() == nil
}

// noteSeams records that the next Update may need the seams of body i.
func (k *worker) noteSeams(w *World, i int32, changed bool) {
	x := w.bodies[i]
	if !x.lacksSeams() {
		return
	}
	if x.rare.noted == 0 {
		k.newSeams = append(k.newSeams, i)
		x.rare.noted = wouldAskOther
	}
	if changed {
		x.rare.noted = wouldAsk
	}
}

// ownPairs estimates the number of pairs of a body's own pieces that are near each other.
func (k *worker) ownPairs(w *World, x *body) int {
	const sample = 128
	every := max(1, len(x.pieces)/sample)
	met := 0
	for own := 0; own < len(x.pieces); own += every {
		p := &x.pieces[own]
		k.items = w.tree.appendNear(k.items[:0], p.box.Grow(w.Slop))
		for _, item := range k.items {
			if q := w.piece(item); q.body == p.body && q != p {
				met += every
			}
		}
	}
	return met / 2
}

// hasNeighbour reports whether a piece of another body may touch a piece of body i, which may have thousands.
func (w *World) hasNeighbour(i int32) bool {
	visits := 0
	return !w.tree.QueryOthers(w.bodies[i].bounds().Grow(w.Slop), i, func(item int32) bool {
		const enough = 4096 // with this many pieces around it, assume that one is near
		q := w.piece(item)
		visits++
		return visits < enough && w.tree.Query(q.box.Grow(w.Slop), func(item int32) bool {
			p := w.piece(item)
			return p.body != i || !w.mayTouch(p, q)
		})
	})
}
