package level

import (
	"fmt"

	"fillet/editor/quote"
)

// GroupID identifies a group, as an [ID] does a collider: gk3fw7m2a, or g1, g2, ….
type GroupID uint64

// MaxGroupDepth limits the nesting of groups.
const MaxGroupDepth = 64

// Group holds colliders and groups of one layer that are edited together. It is a record: see the package comment. Its
// members name it in [Collider.GroupOf] and [Group.Parent], and are drawn in their own order.
type Group struct {
	ID      GroupID
	Name    string
	Layer   LayerID // everything in the group is on this layer
	Parent  GroupID // the group that contains it, or 0
	Locked  bool
	Hidden  bool
	OneBody bool // its dynamic solid colliders are one rigid body; see [Snapshot.Bodies]
}

// Label returns the group's name, or its id if it has none.
func (g *Group) Label() string {
	if g.Name != "" {
		return g.Name
	}
	return g.ID.String()
}

// Check validates the record.
func (g *Group) Check() error {
	if !isID(uint64(g.ID)) {
		return fmt.Errorf("group %q has no valid id", quote.Excerpt(g.Name))
	}
	if err := groupSchema.check(g); err != nil {
		return fmt.Errorf("group %v: %w", g.ID, err)
	}
	return nil
}

// GroupError is an error in one group.
type GroupError struct {
	ID  GroupID
	Err error
}

func (e *GroupError) Error() string { return fmt.Sprintf("group %v: %v", e.ID, e.Err) }

func (e *GroupError) Unwrap() error { return e.Err }
