package editor

import (
	"iter"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Proposal is a change that the canvas previews, with a ghost of each changed collider and a bar with Apply and Cancel.
// Any other change to the document drops the proposal.
type Proposal struct {
	Title string   // the action and its extent: "Fix 3 overlaps"
	Note  string   // additional information; may be empty
	Left  []string // items that stay unchanged, with the reason, one per line; may be empty
	Step  string   // name of the undo step
	Diff  level.Diff

	Chapter string // the guide chapter to link to; empty for the one about contacts

	// Options names the alternative proposals; At is the index of this one. Without alternatives it is empty.
	Options []string
	At      int
	Choose  func(i int)

	Numbers []ProposalNumber // adjustable parameters
	Made    []level.ID       // the selection after applying; empty keeps the selection

	Parts []Ghost // previews of added or changed parts of instances
	Plain bool    // too large for ghosts

	ghosts []Ghost
}

// ProposalNumber is an adjustable parameter of a proposal. Set updates the proposal.
type ProposalNumber struct {
	Name      string
	Unit      string
	Value     float64
	IsInteger bool // integers only
	Set       func(v float64) error
}

// Ghost is a preview of a changed collider.
type Ghost struct {
	Before, After *level.Collider // Before is nil for an added collider, After for a removed one
	Baked         *level.Baked    // shape of After, or of a removed collider
	Moved         level.Vec       // displacement, in level pixels
}

// Bounds returns the bounds of a ghost, in level space.
func (g *Ghost) Bounds() collision.AABB {
	if g.After != nil {
		return level.DrawnBounds(g.After)
	}
	return level.DrawnBounds(g.Before)
}

// Ghosts yields the ghosts of the changed colliders.
func (p *Proposal) Ghosts() iter.Seq[Ghost] { return slices.Values(p.ghosts) }

// Len returns the number of changed colliders.
func (p *Proposal) Len() int { return len(p.ghosts) }

// OnlyMoves reports whether the proposal only moves colliders.
func (p *Proposal) OnlyMoves() bool {
	return p.Diff.Settings.After == nil && !slices.ContainsFunc(p.ghosts, func(g Ghost) bool {
		return g.Before == nil || g.After == nil || g.Moved == level.Vec{} || !g.Before.Shape.Equal(g.After.Shape)
	})
}

// OnlyAdds reports whether the proposal only adds colliders.
func (p *Proposal) OnlyAdds() bool {
	return !slices.ContainsFunc(p.ghosts, func(g Ghost) bool { return g.Before != nil })
}

// Propose shows a change as a proposal. If the change is invalid, it returns the reason and shows nothing. An empty
// change is a proposal only if it has numbers.
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

// Proposal returns the current proposal, or nil.
func (s *Session) Proposal() *Proposal { return s.proposal }

// Accept applies the proposal as one undo step.
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

// Withdraw drops the proposal.
func (s *Session) Withdraw() {
	if s.proposal != nil {
		s.proposal = nil
		s.Touch(OverlayChanged)
	}
}
