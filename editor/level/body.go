package level

import (
	"runtime"
	"strings"

	"fillet/collision"
)

// BodyOf returns a collider's body for a collision world: its baked pieces in their place, with the level's filter
// bits. The body's one-way direction is in level space, so a body that turns must be added again. BodyOf returns false
// for a collider that can collide with nothing: a point, or one whose filter [WorldFilter] cannot convert.
func BodyOf(c *Collider, b *Baked, s *Settings) (collision.Body, bool) {
	if c == nil || b == nil || c.Shape.Kind == Point || len(b.Pieces) == 0 {
		return collision.Body{}, false
	}
	filter, ok := WorldFilter(c.Filter(s), len(s.Categories))
	if !ok {
		return collision.Body{}, false
	}
	body := collision.Body{
		Shapes:    b.Pieces,
		Transform: c.Transform(),
		Filter:    filter,
		Static:    c.Body == Static,
		Trigger:   c.Role == Trigger,
		OneSided:  c.Shape.OneSided,
	}
	if c.Role == OneWay {
		body.OneWay = body.Transform.Q.Apply(c.OneWay)
	}
	return body, true
}

// WorldFilter converts a level's filter to a world's, where a Mask of 0 accepts everything. A filter that collides with
// nothing gets a bit that no category of the level uses; if all 64 are in use, WorldFilter returns false.
func WorldFilter(f collision.Filter, categories int) (collision.Filter, bool) {
	if f.Mask != 0 {
		return f, true
	}
	f.Mask = 1 << (MaxCategories - 1)
	return f, categories < MaxCategories
}

// NewWorld returns a collision world with every collider of the snapshot that has pieces. A body's key is the index of
// its collider in the returned list, which is in drawing order after a leading nil. The contacts are known after the
// first Update, which uses all cores.
func NewWorld(snap Snapshot) (w *collision.World, colliders []*Collider) {
	w = collision.NewWorld()
	w.Workers = runtime.GOMAXPROCS(0)
	colliders = make([]*Collider, 1, snap.Len()+1)
	for _, layer := range snap.Layers {
		for _, c := range layer.Colliders {
			if body, ok := BodyOf(c.Collider, c.Baked, snap.Settings); ok {
				w.Put(collision.Key(len(colliders)), body)
			}
			colliders = append(colliders, c.Collider)
		}
	}
	return w, colliders
}

// BodyLabel returns the name of the group or instance whose body contains a collider, or "" if the collider is a body
// on its own.
func BodyLabel(doc *Document, c *Collider) string {
	bodyOf := BodyNames(doc.Groups(), doc.Instances())
	if bodyOf == nil {
		return ""
	}
	name, _, _ := strings.Cut(bodyOf(c), "/")
	if id, err := ParseGroupID(name); err == nil && doc.Group(id) != nil {
		return doc.Group(id).Label()
	}
	if id, err := ParseInstanceID(name); err == nil && doc.Instance(id) != nil {
		return doc.Instance(id).Label()
	}
	return ""
}

// In a pile of n colliders in one place, each is in n pairs, which is too slow to compute. Large levels are fine,
// because their colliders have few neighbours.
const (
	maxPairs       = 150_000 // pairs of pieces in one update, which take about a tenth of a second
	ofChangedPiece = 64      // pairs per changed piece
)

// TooManyPairs estimates how many pairs of pieces the next Update of a world would test, or returns 0 if they are few
// enough to wait for. have is the number of existing pairs, and limit the largest number that a world may have in
// total.
func TooManyPairs(w *collision.World, have, limit int) int {
	pieces, pairs := w.PendingPairs(maxPairs)
	if pairs < ofChangedPiece*pieces || pairs < maxPairs && have+pairs < limit {
		return 0
	}
	return pairs
}
