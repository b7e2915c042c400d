package contacts

import (
	"fmt"

	"fillet/collision"
	"fillet/editor/level"
)

// MetWorld returns the level's collision world with its contacts computed, and the colliders that its keys index. It
// returns an error if the contacts of crowded colliders would exhaust the memory.
func MetWorld(snap level.Snapshot) (*collision.World, []*level.Collider, error) {
	const limit = 1_000_000
	w, colliders := level.NewWorld(snap)
	if n := level.TooManyPairs(w, 0, limit); n > 0 {
		return nil, nil, fmt.Errorf("about %d thousand pairs overlap, too many to work out: thousands of colliders "+
			"are in one place; fillet check finds them", n/1000)
	}
	w.Update()
	return w, colliders, nil
}
