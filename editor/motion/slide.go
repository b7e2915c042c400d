package motion

// slideTurns is how often a way changes its direction.
const slideTurns = 64

// Slide moves the group from one displacement toward another and returns where it comes: it stops at nothing as long as it can get
// nearer by sliding along what is in the way, and it goes through nothing, however thin. What it overlaps where it starts it may
// leave, and never comes deeper into: for that to hold over many calls, they must be calls of one Group.
func (g *Group) Slide(from, to Vec) (at Vec, met bool) {
	defer clear(g.inside)
	at = g.settle(from)
	var walls []Vec
	way := to.Sub(at)
	for range slideTurns {
		if way.Len() <= float64(g.slack/4) {
			break
		}
		g.enter(at)
		hit, stopped := g.cast(at, way)
		gone := way.Mul(hit.T)
		at = at.Add(gone)
		rest := to.Sub(at)
		switch {
		case stopped:
			met = true
			if gone.Len() > g.slack {
				walls = walls[:0]
			}
			walls = append(walls, hit.Normal)
		case len(walls) == 0:
			return to, met
		default:
			walls = walls[:0] // past what was in the way, or round its corner
		}
		way = along(rest, walls)
	}
	return at, met
}

// along returns what of a way is left beside walls of the given normals: the part that leads into none of them.
func along(way Vec, walls []Vec) Vec {
	free := func(d Vec) bool {
		for _, n := range walls {
			if d.Dot(n) < -1e-12*d.Len() {
				return false
			}
		}
		return true
	}
	if free(way) {
		return way
	}
	best := Vec{}
	for _, n := range walls {
		t := n.Perp()
		if d := t.Mul(way.Dot(t)); free(d) && d.LenSq() > best.LenSq() {
			best = d
		}
	}
	return best
}
