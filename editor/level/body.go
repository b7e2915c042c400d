package level

import (
	"runtime"
	"strings"

	"fillet/collision"
)

// BodyOf makes a collider's body for a collision world: its baked pieces at its place, with the level's filter bits. Its
// one-way direction is in level space, as a body's is: a body that is moved by a turn needs it put in anew. It is
// false for a collider that can collide with nothing: a point, or one of a level that leaves no bit to say so.
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

// WorldFilter turns a level's filter into a world's, where a Mask of 0 accepts everything: what collides with nothing
// gets a bit that none of the level's categories has. It is false when they have all 64 of them.
func WorldFilter(f collision.Filter, categories int) (collision.Filter, bool) {
	if f.Mask != 0 {
		return f, true
	}
	f.Mask = 1 << (MaxCategories - 1)
	return f, categories < MaxCategories
}

// NewWorld is a collision world of every collider of the snapshot that has pieces. The key of a body is the place of its
// collider in the list, which is in drawing order and begins with a nil. Its contacts are known after the first Update, which uses all cores.
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

// BodyLabel is what people call the body of several shapes that a collider is a part of: the name of its group or instance; "" where it is a
// body by itself.
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
