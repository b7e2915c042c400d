package editor

import (
	"errors"
	"fmt"

	"fillet/collision/polygon"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/quote"
)

// Paths changes the paths of kinematic colliders.
type Paths struct{ s *Session }

// Paths returns the commands for the paths of kinematic colliders.
func (s *Session) Paths() Paths { return Paths{s} }

// Reasons why a path cannot be made or changed.
var (
	ErrPathless  = errors.New("none of the selected shapes has a path")
	ErrNoOldPath = errors.New("none of the selected shapes uses the properties move_x, move_y, move_time or turn")
	ErrNoChain   = errors.New("select one chain and the shapes to follow it")
	ErrOtherPart = errors.New("a part of an instance can only follow a chain of its own prefab")
)

// Edit applies f to copies of unlocked colliders, as one step. f returns false to leave a collider unchanged.
func (p Paths) Edit(verb string, ids []level.ID, f func(*level.Collider) (bool, error)) error {
	var d level.Diff
	var changed []level.ID
	doc := p.s.Document()
	for c := range CollidersOf(doc, ids) {
		if doc.Locked(c) {
			continue
		}
		after := *c
		ok, err := f(&after)
		if err != nil {
			return err
		}
		if ok && addChange(&d.Colliders, c, &after) {
			changed = append(changed, c.ID)
		}
	}
	return p.s.Do(p.s.Label(verb, changed), d)
}

// Change applies f to copies of the colliders' paths, as one step. Colliders without a path stay unchanged.
func (p Paths) Change(verb string, ids []level.ID, f func(*level.Path)) error {
	return p.Edit(verb, ids, func(c *level.Collider) (bool, error) {
		if c.Path == nil {
			return false, nil
		}
		path := *c.Path
		f(&path)
		if err := path.Check(); err != nil {
			return false, fmt.Errorf("%s: %w", quote.Printable(c.Label()), err)
		}
		c.Path = &path
		return true, nil
	})
}

// Draw makes a collider kinematic and gives it a path along points of the level.
func (p Paths) Draw(id level.ID, points []level.Vec) error {
	return p.Edit("Draw path for", []level.ID{id}, func(c *level.Collider) (bool, error) {
		xf := c.Transform()
		own := make([]level.Vec, len(points))
		for i, at := range points {
			own[i] = overlay.Tidy(xf.ApplyInv(at))
		}
		path := level.Path{}
		if c.Path != nil {
			path = *c.Path
		}
		path.Points, path.Chain = own, 0
		c.Path, c.Body = &path, level.Kinematic
		return true, path.Check()
	})
}

// Follow makes colliders kinematic, moves them to the start of a chain and makes them follow it.
func (p Paths) Follow(ids []level.ID, chain level.ID) error {
	doc := p.s.Document()
	line := doc.Collider(chain)
	if line == nil || line.Shape.Kind != level.Chain {
		return ErrNoChain
	}
	return p.Edit("Follow "+quote.Printable(line.Label())+" with", ids, func(c *level.Collider) (bool, error) {
		path := level.Path{}
		if c.Path != nil {
			path = *c.Path
		}
		path.Points, path.Chain = nil, chain
		switch {
		case c.ID == chain:
			return false, nil
		case line.Part != nil:
			own, err := level.ParseID(line.Part.Path)
			if c.Part == nil || c.Part.Instance != line.Part.Instance || err != nil {
				return false, ErrOtherPart
			}
			path.Chain = own
		case c.Part != nil:
			return false, ErrOtherPart
		}
		c.Path, c.Body = &path, level.Kinematic
		way, _, err := c.Way(line)
		if err == nil && len(way) > 0 {
			c.Position = way[0].From
		}
		return true, path.Check()
	})
}

// FollowSelected makes the selected shapes follow the only chain in the selection.
func (p Paths) FollowSelected() error {
	chain, rest := level.ID(0), []level.ID(nil)
	for _, id := range p.s.Selection().IDs() {
		switch {
		case p.s.Document().Collider(id).Shape.Kind != level.Chain:
			rest = append(rest, id)
		case chain != 0:
			return ErrNoChain
		default:
			chain = id
		}
	}
	if chain == 0 || rest == nil {
		return ErrNoChain
	}
	return p.Follow(rest, chain)
}

// FromProperties converts the legacy motion properties of colliders into equivalent paths.
func (p Paths) FromProperties(ids []level.ID) error {
	found := false
	err := p.Edit("Convert to path", ids, func(c *level.Collider) (bool, error) {
		path, rest := c.OldPath()
		if path == nil || c.Path != nil || c.Body != level.Kinematic {
			return false, nil
		}
		found, c.Path, c.Properties = true, path, rest
		return true, nil
	})
	if err == nil && !found {
		return ErrNoOldPath
	}
	return err
}

// Remove removes the paths of colliders.
func (p Paths) Remove(ids []level.ID) error {
	found := false
	err := p.Edit("Remove path of", ids, func(c *level.Collider) (bool, error) {
		found, c.Path = found || c.Path != nil, nil
		return true, nil
	})
	if err == nil && !found {
		return ErrPathless
	}
	return err
}

// CommonPath returns a value that the colliders' paths share. mixed reports whether the values differ, any whether any
// collider has a path.
func CommonPath[T comparable](p Paths, ids []level.ID, of func(*level.Path) T) (v T, mixed, any bool) {
	for c := range CollidersOf(p.s.doc, ids) {
		if c.Path == nil {
			continue
		}
		w := of(c.Path)
		if any && w != v {
			return v, true, true
		}
		v, any = w, true
	}
	return v, false, any
}

// Motion returns the motion of a kinematic collider, defined by its path or by the legacy properties, or nil if it does
// not move.
func (p Paths) Motion(c *level.Collider) *polygon.Path {
	if c.Body != level.Kinematic {
		return nil
	}
	if c.Path == nil {
		old, _ := c.OldPath()
		if old == nil {
			return nil
		}
		with := *c
		with.Path = old
		c = &with
	}
	if m := level.PathOf(p.s.Document(), c); m != nil && m.Moves() {
		return m
	}
	return nil
}

// Moves reports whether anything in the level moves along a path.
func (p Paths) Moves() bool {
	for c := range p.s.Document().Colliders() {
		if p.Motion(c) != nil {
			return true
		}
	}
	return false
}
