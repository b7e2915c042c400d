package collision

// seam says which directions a piece of a compound body may push in at one of
// its vertices and along the edge that starts there.
type seam struct{}

// findSeams finds where pieces of the body touch each other.
func (x *body) findSeams() {}

// seamManifolds is manifolds for pieces with seams.
func (w *World) seamManifolds(a, b *body, near []neighbour, swap bool, out []Manifold) []Manifold {
	return out
}
