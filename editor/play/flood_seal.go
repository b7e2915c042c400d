package play

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
)

// Seal is the proof that no way leads from one place to another: what is between them.
type Seal struct {
	// Kind is the way in which the target is cut off.
	Kind SealKind
	// Box bounds the closed space, which the character's centre cannot leave or enter. For Buried it bounds the target.
	Box collision.AABB
	// By holds the colliders around that space, or over the target, in drawing order.
	By []*level.Collider
}

// SealKind is the way in which a seal cuts off its target.
type SealKind uint8

// The kinds of seals.
const (
	// the target is inside something solid: wherever the character fits, it does not touch it
	SealBuried   SealKind = iota
	SealVault             // the target is in a closed space
	SealDungeon           // the character is in a closed space
	SealNoAccess          // both are in unbounded spaces without a connection
)

// Seal finds what separates a part of the free space from the character's positions at a target, which the part does
// not meet.
func (f *Flood) Seal(from FloodPart, target []collision.Shape, snap level.Snapshot, settings Settings) Seal {
	s := Seal{Box: collision.EmptyAABB()}
	far := FloodPart(f.part[0])
	in := NoPart
	f.eachMeeting(target, func(c int32, _, _ interval) bool {
		if p := FloodPart(f.part[c]); in == NoPart || p != far {
			in = p
		}
		return in == far
	})
	switch {
	case in == NoPart:
		s.Kind = SealBuried
		for i := range target {
			s.Box = s.Box.Union(target[i].Bounds(collision.Identity()))
		}
	case in != far:
		s.Kind = SealVault
		s.Box, _ = f.Bounds(in)
	case from != far:
		s.Kind = SealDungeon
		s.Box, _ = f.Bounds(from)
	default:
		s.Kind = SealNoAccess
		return s
	}
	near := s.Box.Grow(1)
	reach := near
	for _, form := range settings.Forms() {
		for i := range form {
			b := form[i].Bounds(collision.Identity())
			reach = reach.Union(near.Grow(max(-b.Min.X, -b.Min.Y, b.Max.X, b.Max.Y) + 1))
		}
	}
	for _, l := range firmOf(snap).Layers {
		for _, c := range l.Colliders {
			if !level.DrawnBounds(c.Collider).Overlaps(reach) { // cheaper than growing it
				continue
			}
			if slices.ContainsFunc(grownBy([]level.ColliderSnapshot{c}, settings, snap.Settings),
				func(p collision.Shape) bool {
					return p.Bounds(collision.Identity()).Overlaps(near) && f.borders(&p, s.Kind, in, from, near)
				}) {
				s.By = append(s.By, c.Collider)
			}
		}
	}
	return s
}

// borders reports whether a grown piece is next to the closed part.
func (f *Flood) borders(p *collision.Shape, kind SealKind, in, from FloodPart, box collision.AABB) bool {
	if kind == SealBuried {
		return true
	}
	if kind == SealDungeon {
		in = from
	}
	// The piece, grown by slightly more than it was shrunk, intersects the part.
	more, err := collision.NewShape(p.Vertices(), p.Radius()+2*slack)
	return err != nil || f.Meets([]FloodPart{in}, []collision.Shape{more}) &&
		more.Bounds(collision.Identity()).Overlaps(box)
}

// String describes the seal, as a sentence without its full stop.
func (s Seal) String() string {
	switch s.Kind {
	case SealBuried:
		return "it is inside something solid: wherever the character fits, it does not touch it"
	case SealVault:
		return "the space around it is closed, even for flight: the character's centre would be between " +
			boxText(s.Box)
	case SealDungeon:
		return "the character is shut in, even in flight: its centre stays between " + boxText(s.Box)
	}
	return "no way leads there, even in flight"
}

// Reason returns the description with the colliders.
func (s Seal) Reason() string {
	if len(s.By) == 0 {
		return s.String()
	}
	return s.String() + "; enclosed by " + s.Names()
}

// Names lists the sealing colliders, or the first few if there are many.
func (s Seal) Names() string {
	const most = 4
	var names []string
	for _, c := range s.By[:min(len(s.By), most)] {
		names = append(names, c.Label())
	}
	if n := len(s.By) - most; n > 0 {
		names = append(names, fmt.Sprintf("%d more", n))
	}
	return strings.Join(names, ", ")
}

func boxText(b collision.AABB) string {
	return fmt.Sprintf("(%.0f, %.0f) and (%.0f, %.0f)", math.Round(b.Min.X), math.Round(b.Min.Y), math.Round(b.Max.X),
		math.Round(b.Max.Y))
}
