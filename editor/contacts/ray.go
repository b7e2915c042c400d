package contacts

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Ray is a query for the colliders that a ray, a circle or a non-rotating shape hits on its way from one point to
// another. The window and the ray command share it. It gives the same result as a game's world: triggers and the open
// sides of one-way colliders do not block. Lengths are in level pixels.
type Ray struct {
	From, To level.Vec
	Radius   float64         // if above 0, cast a circle of this radius
	Moving   *Placed         // if set, cast this shape from its position by To - From; Radius is ignored
	All      bool            // return all hits as if nothing stopped the ray, not only the first
	Query    collision.Query // the bodies to consider; see [FilterOf]
}

// RayHit is the first point where a ray hits a collider.
type RayHit struct {
	Collider *level.Collider
	Piece    int     // index of the convex piece
	Fraction float64 // fraction of the way: 0 is From, 1 is To
	Distance float64
	Point    level.Vec // on the collider's surface
	Normal   level.Vec // outward, unit
	Starts   Start     // set if Fraction is 0
}

// Start is the relation of a ray to a collider at the ray's start.
type Start uint8

// The relations at the start.
const (
	Apart    Start = iota // not in contact
	StartsOn              // touching it
	StartsIn              // inside it
)

// deepStart is the depth, in level pixels, beyond which a ray starts inside a collider.
const deepStart = 1e-6

// ErrNoDirection reports a ray that ends where it starts.
var ErrNoDirection = errors.New("a ray needs a direction")

// Cast returns what the ray hits, sorted by distance, then by id. w holds the level's colliders, and at returns the
// collider of a key.
func (r *Ray) Cast(w *collision.World, at func(collision.Key) *level.Collider) ([]RayHit, error) {
	motion := r.To.Sub(r.From)
	if motion == (level.Vec{}) {
		return nil, ErrNoDirection
	}
	length := motion.Len()
	var met []collision.BodyHit
	if r.Moving == nil {
		met = w.RaycastAll(collision.Ray{Origin: r.From, Dir: motion, Max: 1, Radius: r.Radius}, r.Query)
	} else {
		for _, piece := range r.Moving.Baked.Pieces {
			met = w.AppendCast(met, piece, r.Moving.At, motion, r.Query)
		}
		slices.SortStableFunc(met, func(a, b collision.BodyHit) int {
			return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.T, b.T))
		})
		met = slices.CompactFunc(met, func(a, b collision.BodyHit) bool { return a.Key == b.Key })
	}
	hits := make([]RayHit, 0, len(met))
	for _, h := range met {
		hit := RayHit{
			Collider: at(h.Key), Piece: h.Shape, Fraction: h.T, Distance: float64(h.T * length), Point: h.Point,
			Normal: h.Normal,
		}
		if h.T == 0 {
			hit.Starts = r.start(w, h.Key)
		}
		hits = append(hits, hit)
	}
	slices.SortFunc(hits, func(a, b RayHit) int {
		return cmp.Or(cmp.Compare(a.Fraction, b.Fraction), cmp.Compare(a.Collider.ID, b.Collider.ID))
	})
	if !r.All && len(hits) > 1 {
		hits = hits[:1]
	}
	return hits, nil
}

// start returns StartsIn or StartsOn for a body that the ray touches at its start.
func (r *Ray) start(w *collision.World, k collision.Key) Start {
	own, reach := PointAt(r.From), r.Radius
	if r.Moving != nil {
		own, reach = *r.Moving, 0
	}
	b, _ := w.Body(k)
	if s, _ := nearest(own, Placed{&level.Baked{Pieces: b.Shapes}, b.Transform}); s.Distance-reach < -deepStart {
		return StartsIn
	}
	return StartsOn
}

// FilterOf returns the filter of an object in one of the level's categories that collides with everything; "" is in all
// categories. It returns false if the level has no such category.
func FilterOf(category string, s *level.Settings) (collision.Filter, bool) {
	if category == "" {
		return collision.Filter{}, true
	}
	return collision.Filter{Category: s.CategoryBits([]string{category})}, slices.Contains(s.Categories, category)
}

// DescribeHits returns a sentence about the first hit of a ray of the given length, with the number of further hits.
func DescribeHits(doc *level.Document, hits []RayHit, length float64) string {
	if len(hits) == 0 {
		return "Hits nothing within " + overlay.Fine(length) + " px"
	}
	h := &hits[0]
	name := doc.Title(h.Collider)
	text := fmt.Sprintf("Hits %s after %s px, at %s, normal %s", name, overlay.Fine(h.Distance), fineVec(h.Point),
		fineVec(h.Normal))
	switch h.Starts {
	case StartsIn:
		text = fmt.Sprintf("Starts inside %s; the nearest way out is along %s", name, fineVec(h.Normal))
	case StartsOn:
		text = fmt.Sprintf("Starts on %s, where the normal is %s", name, fineVec(h.Normal))
	}
	if more := len(hits) - 1; more > 0 {
		text += fmt.Sprintf("; %d more hit", more)
	}
	return text
}

func fineVec(v level.Vec) string { return overlay.Fine(v.X) + ", " + overlay.Fine(v.Y) }
