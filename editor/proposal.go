package editor

import (
	"iter"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Proposal is a change that is shown before it is made: the canvas has a ghost of each collider that it changes, and a bar to
// apply it or to cancel. Whatever else changes the document drops it.
type Proposal struct {
	Title string   // what it does, with how many: "Fix 3 overlaps"
	Note  string   // what else there is to know, such as what is left as it is; may be empty
	Left  []string // what is left as it is and why, one a line; may be empty
	Step  string   // the name of the undo step
	Diff  level.Diff

	Chapter string // of the guide, that says more; empty: the one of contacts

	// What can be proposed in its place, by name, of which it is the one at At; none where there is nothing to choose.
	Options []string
	At      int
	Choose  func(i int)

	Numbers []ProposalNumber // that it depends on
	Made    []level.ID       // what is selected once it is made; the selection stays where there are none

	Parts []Ghost // of instances that it adds, or changes
	Plain bool    // no ghosts are shown of so many

	ghosts []Ghost
}

// ProposalNumber is a number that a proposal depends on. Set proposes it anew with another one.
type ProposalNumber struct {
	Name  string
	Unit  string
	Value float64
	Whole bool // it is a whole number
	Set   func(v float64) error
}

// Ghost is a collider as a proposal would make it.
type Ghost struct {
	Before, After *level.Collider // nil before: it is added; nil after: it is removed
	Baked         *level.Baked    // of After, or of what is removed
	Moved         level.Vec       // from where it is, in level pixels
}

// Bounds is the box around a ghost, in level space.
func (g *Ghost) Bounds() collision.AABB {
	if g.After != nil {
		return level.DrawnBounds(g.After)
	}
	return level.DrawnBounds(g.Before)
}

// Ghosts yields what the proposal makes of each collider that it changes.
func (p *Proposal) Ghosts() iter.Seq[Ghost] { return slices.Values(p.ghosts) }

// Len is how many colliders the proposal changes.
func (p *Proposal) Len() int { return len(p.ghosts) }

// OnlyMoves reports whether the proposal does nothing but move colliders.
func (p *Proposal) OnlyMoves() bool {
	return p.Diff.Settings.After == nil && !slices.ContainsFunc(p.ghosts, func(g Ghost) bool {
		return g.Before == nil || g.After == nil || g.Moved == level.Vec{} || !g.Before.Shape.Equal(g.After.Shape)
	})
}

// OnlyAdds reports whether the proposal does nothing but add colliders.
func (p *Proposal) OnlyAdds() bool {
	return !slices.ContainsFunc(p.ghosts, func(g Ghost) bool { return g.Before != nil })
}

// Propose shows a change. The error says why it cannot be made; nothing is shown then. An empty change is no proposal, unless it depends
// on a number.
func (s *Session) Propose(p Proposal) error {
	s.settle()
	if p.Diff.IsEmpty() && len(p.Numbers) == 0 {
		s.Withdraw()
		return nil
	}
	p.ghosts = make([]Ghost, 0, len(p.Diff.Colliders))
	for _, c := range p.Diff.Colliders {
		if p.Plain {
			break
		}
		g := Ghost{Before: c.Before, After: c.After}
		if c.Before != nil {
			if s.doc.Collider(c.Before.ID) != c.Before {
				return level.ErrStale
			}
			g.Baked = s.doc.Baked(c.Before.ID)
		}
		if c.After != nil && (c.Before == nil || !c.Before.Shape.Equal(c.After.Shape)) {
			baked, err := c.After.Shape.Bake()
			if err != nil {
				return err
			}
			g.Baked = baked
		}
		if c.Before != nil && c.After != nil {
			g.Moved = level.DrawnBounds(c.After).Center().Sub(level.DrawnBounds(c.Before).Center())
		}
		p.ghosts = append(p.ghosts, g)
	}
	p.ghosts = append(p.ghosts, p.Parts...)
	s.proposal = &p
	s.Touch(OverlayChanged)
	return nil
}

// Proposal is the change that is shown, or nil.
func (s *Session) Proposal() *Proposal { return s.proposal }

// Accept makes the change that is shown, as one undo step.
func (s *Session) Accept() error {
	p := s.proposal
	if p == nil {
		return nil
	}
	var err error
	s.Batch(func() {
		if err = s.Do(p.Step, p.Diff); err == nil && len(p.Made) > 0 {
			s.selection.Set(p.Made...)
		}
		s.Withdraw()
	})
	return err
}

// Withdraw shows no change any more.
func (s *Session) Withdraw() {
	if s.proposal != nil {
		s.proposal = nil
		s.Touch(OverlayChanged)
	}
}
