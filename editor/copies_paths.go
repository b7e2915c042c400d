package editor

import "fillet/editor/level"

// follow makes copied colliders follow the copies of their chains. If the chain was not copied, a single copied part
// keeps its path as points; with alone set, so do all other colliders.
func (to copies) follow(doc *level.Document, d *level.Diff, alone bool) {
	var of map[level.ID]level.ID
	for i := range d.Colliders {
		c := d.Colliders[i].After
		if d.Colliders[i].Before != nil || c == nil || c.Path == nil || c.Path.Chain == 0 {
			continue
		}
		if of == nil {
			of = make(map[level.ID]level.ID, len(to.colliders))
			for from, id := range to.colliders {
				of[id] = from
			}
		}
		from := doc.Collider(of[c.ID])
		if from == nil {
			continue
		}
		after := *c
		chain := from.FollowedChain()
		if id, ok := to.colliders[chain]; ok {
			path := *c.Path
			path.Chain = id
			after.Path = &path
		} else if line := doc.Collider(chain); from.Part != nil || alone && line != nil {
			after.Path = from.WithPoints(line)
		}
		d.Colliders[i].After = &after
	}
}
