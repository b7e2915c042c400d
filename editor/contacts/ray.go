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

// Ray asks what is met on the way from one point to another: by a ray, by a circle, or by a shape that does not turn. The window
// and the command ray ask alike, and get what a game gets from its world: triggers and the open sides of one-way colliders let
// through. The unit is the level's pixel.
type Ray struct {
	From, To level.Vec
	Radius   float64         // above 0: a circle of that radius moves
	Moving   *Placed         // not nil: this shape moves, from where it stands, as far as To is from From; Radius does not count
	All      bool            // all that would be met if nothing stopped it; else the first
	Query    collision.Query // about which bodies; see [FilterOf]
}

// RayHit is where a ray meets a collider first.
type RayHit struct {
	Collider *level.Collider
	Piece    int     // which of its convex pieces
	Fraction float64 // of the whole way: 0 is From, 1 is To
	Distance float64
	Point    level.Vec // of the collider's surface
	Normal   level.Vec // outward, unit
	Starts   Start     // where Fraction is 0
}

// Start says how a ray stands to what it meets without having moved.
type Start uint8

// The starts.
const (
	Apart    Start = iota // it has moved
	StartsOn              // it touches it
	StartsIn              // it is in it
)

// deepStart is how deep, in level pixels, counts as in it.
const deepStart = 1e-6

// ErrNoDirection is the error of a ray that ends where it starts.
var ErrNoDirection = errors.New("a ray needs a direction")

// Cast returns what the ray meets, in the order in which it does; what is met at once by id. w holds the level's colliders, and
// at is the one of a key.
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
		slices.SortStableFunc(met, func(a, b collision.BodyHit) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.T, b.T)) })
		met = slices.CompactFunc(met, func(a, b collision.BodyHit) bool { return a.Key == b.Key })
	}
	hits := make([]RayHit, 0, len(met))
	for _, h := range met {
		hit := RayHit{
			Collider: at(h.Key), Piece: h.Shape, Fraction: h.T, Distance: float64(h.T * length), Point: h.Point, Normal: h.Normal,
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

// start says whether the ray starts in a body or on it.
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

// FilterOf returns the filter of something in one of the level's categories, which collides with all; "" is in all of them. It is
// false where the level has no such category.
func FilterOf(category string, s *level.Settings) (collision.Filter, bool) {
	if category == "" {
		return collision.Filter{}, true
	}
	return collision.Filter{Category: s.CategoryBits([]string{category})}, slices.Contains(s.Categories, category)
}

// DescribeHits says what a ray of some length meets first in a level, and how much more.
func DescribeHits(doc *level.Document, hits []RayHit, length float64) string {
	if len(hits) == 0 {
		return "Meets nothing over " + overlay.Fine(length) + " px"
	}
	h := &hits[0]
	name := doc.Title(h.Collider)
	text := fmt.Sprintf("Meets %s after %s px, at %s, normal %s", name, overlay.Fine(h.Distance), fineVec(h.Point), fineVec(h.Normal))
	switch h.Starts {
	case StartsIn:
		text = fmt.Sprintf("It starts in %s; the nearest way out is along %s", name, fineVec(h.Normal))
	case StartsOn:
		text = fmt.Sprintf("It starts on %s, where the normal is %s", name, fineVec(h.Normal))
	}
	if more := len(hits) - 1; more > 0 {
		text += fmt.Sprintf("; %d more on the way", more)
	}
	return text
}

func fineVec(v level.Vec) string { return overlay.Fine(v.X) + ", " + overlay.Fine(v.Y) }
