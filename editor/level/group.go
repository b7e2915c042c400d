package level

import (
	"fmt"

	"fillet/editor/quote"
)

// GroupID names a group, as an [ID] names a collider: gk3fw7m2a, or g1, g2, ….
type GroupID uint64

// MaxGroupDepth is how deep groups nest.
const MaxGroupDepth = 64

// Group holds colliders and groups of one layer that are edited together. It is a record: see the package's comment.
// Its members name it in [Collider.GroupOf] and [Group.Parent], and are drawn in their own order.
type Group struct {
	ID      GroupID
	Name    string
	Layer   LayerID // all that it holds is in this one
	Parent  GroupID // the group that it is in; 0 where it is in none
	Locked  bool
	Hidden  bool
	OneBody bool // its dynamic solid colliders are one rigid body; see [Snapshot.Bodies]
}

// Label returns the group's name for lists: its own, or its id if it has none.
func (g *Group) Label() string {
	if g.Name != "" {
		return g.Name
	}
	return g.ID.String()
}

// Check reports what is wrong with the record.
func (g *Group) Check() error {
	switch {
	case !isID(uint64(g.ID)):
		return fmt.Errorf("group %q has no valid id", quote.Excerpt(g.Name))
	case !isText(g.Name):
		return fmt.Errorf("group %v: the name is not valid text of at most 1 MB", g.ID)
	}
	return nil
}

// GroupError says what is wrong with one group.
type GroupError struct {
	ID  GroupID
	Err error
}

func (e *GroupError) Error() string { return fmt.Sprintf("group %v: %v", e.ID, e.Err) }

func (e *GroupError) Unwrap() error { return e.Err }
