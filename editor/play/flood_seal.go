package play

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
)

// Seal is the proof that no way leads from one place to another: what lies between them.
type Seal struct {
	// Kind says what is sealed.
	Kind SealKind
	// Box bounds the space that is closed; it is the character's middle that cannot leave it, or cannot come into it. For Buried it is
	// the target's.
	Box collision.AABB
	// By are the colliders around that space, or over the target, in drawing order.
	By []*level.Collider
}

// SealKind is what is sealed.
type SealKind uint8

// The kinds of seals.
const (
	SealBuried   SealKind = iota // the target is in something solid: wherever the character fits, it does not touch it
	SealVault                    // the target is in a closed space
	SealDungeon                  // the character is
	SealNoAccess                 // the way ends in between: both are in spaces that go on for ever
)

// Seal finds what lies between a part of the free space and where the character would be at a target, which the part does not meet.
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
			if !level.DrawnBounds(c.Collider).Overlaps(reach) { // growing it costs more
				continue
			}
			if slices.ContainsFunc(grownBy([]level.ColliderSnapshot{c}, settings, snap.Settings), func(p collision.Shape) bool {
				return p.Bounds(collision.Identity()).Overlaps(near) && f.borders(&p, s.Kind, in, from, near)
			}) {
				s.By = append(s.By, c.Collider)
			}
		}
	}
	return s
}

// borders reports whether a grown piece lies at the part that is closed.
func (f *Flood) borders(p *collision.Shape, kind SealKind, in, from FloodPart, box collision.AABB) bool {
	if kind == SealBuried {
		return true
	}
	if kind == SealDungeon {
		in = from
	}
	// The piece, grown by a little more than it was made smaller, shares places with the part.
	more, err := collision.NewShape(p.Vertices(), p.Radius()+2*slack)
	return err != nil || f.Meets([]FloodPart{in}, []collision.Shape{more}) && more.Bounds(collision.Identity()).Overlaps(box)
}

// String says it in a sentence, without its end.
func (s Seal) String() string {
	switch s.Kind {
	case SealBuried:
		return "wherever the character fits it does not touch it: it is inside something solid"
	case SealVault:
		return "the space around it is closed, even for flight: the character's middle would be within " + boxText(s.Box)
	case SealDungeon:
		return "the character is shut in, even in flight: its middle stays within " + boxText(s.Box)
	}
	return "no way leads there, even in flight"
}

// Reason is the sentence with the colliders.
func (s Seal) Reason() string {
	if len(s.By) == 0 {
		return s.String()
	}
	return s.String() + "; by " + s.Names()
}

// Names lists the colliders that seal, some of them where they are many.
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
	return fmt.Sprintf("(%.0f, %.0f) and (%.0f, %.0f)", math.Round(b.Min.X), math.Round(b.Min.Y), math.Round(b.Max.X), math.Round(b.Max.Y))
}
