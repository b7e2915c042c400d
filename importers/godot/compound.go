package godot

import (
	"maps"
	"math"

	"fillet/editor/level"
	"fillet/importers"
)

// ownBody is the metadata key on a body that Fillet exported for several colliders. It holds the name of their group.
const ownBody = "metadata/fillet_body"

// compoundNode holds a body of several colliders during the import.
type compoundNode struct {
	name, layer, path string
	first, end        int // range in the layer's items
}

// compound imports a body that Fillet exported for several colliders. It restores the original colliders, in a group
// that forms one body, with all later changes to the nodes.
func (im *sceneImport) compound(n *node, in within, base item, parts []part, name string) error {
	first := len(im.layer(in.layer).items)
	for from := 0; from < len(parts); {
		of, end := idOf(parts[from]), from+1
		for end < len(parts) && of != "" && idOf(parts[end]) == of {
			end++
		}
		if err := im.member(n, in, base, parts[from:end]); err != nil {
			return err
		}
		base.matter.motion.Force = level.Vec{} // only one collider gets the force, which acts on the common centre
		from = end
	}
	items := im.layer(in.layer).items[first:]
	im.weigh(items, n, im.object(n, n.path()), &ownRecord{})
	if len(name) > maxName {
		name = ""
	}
	if len(items) > 1 {
		im.compounds = append(im.compounds, compoundNode{name, in.layer, n.path(), first, first + len(items)})
	}
	return nil
}

// idOf returns the id of the collider that a shape was exported from, or "" if it is not from Fillet.
func idOf(p part) string {
	v, _ := p.node.find(ownID)
	if v == nil {
		return ""
	}
	return v.raw
}

func (im *sceneImport) member(n *node, in within, base item, parts []part) error {
	p := parts[0]
	t := im.object(p.node, p.path)
	own := im.ownRecord(p.node, t)
	base.Fields = maps.Clone(base.Fields)
	if own == nil {
		return im.apart(n, in, base, nil, parts)
	}
	base.Tags = p.node.groups
	at, _ := vecIn(own.rest, "at")
	turn, _ := numberIn(own.rest, "turn")
	angle := level.DegreesOf(turn)
	if near := level.Degrees(math.Round(float64(angle))); math.Abs(float64(near-angle)) < 1e-6 {
		angle = near
	}
	back := importers.Turn(-angle).After(importers.MoveBy(at.Neg()))
	local := make([]part, len(parts))
	for i := range parts {
		local[i] = parts[i]
		local[i].local = back.After(parts[i].local)
	}
	in.to = in.to.After(importers.MoveBy(at).After(importers.Turn(angle)))
	restored, err := im.restore(p.node, in, base, own, local)
	if restored || err != nil {
		return err
	}
	return im.apart(p.node, in, base, own, local)
}

// weld groups the colliders of each compound body into one body.
func (im *sceneImport) weld(doc *level.Document) error {
	var diff level.Diff
	taken := map[level.GroupID]bool{}
	for _, b := range im.compounds {
		var members []*level.Collider
		for i := b.first; i < b.end; i++ {
			if made := im.made[itemKey{b.layer, i}]; made != nil {
				if c := doc.Collider(made.ID); c != nil {
					members = append(members, c)
				}
			}
		}
		if len(members) < 2 { // a mapping rule dropped the other colliders
			continue
		}
		id := level.HashedGroupID(importers.Identity{Level: im.name, Layer: b.path}.Digest())
		for taken[id] || doc.Group(id) != nil {
			id++
		}
		taken[id] = true
		diff.Groups = append(diff.Groups, level.Added(&level.Group{
			ID: id, Name: b.name, Layer: members[0].Layer, OneBody: true,
		}))
		for _, c := range members {
			to := *c
			to.GroupOf = id
			diff.Colliders = append(diff.Colliders, level.Changed(c, &to))
		}
	}
	if len(diff.Groups) == 0 {
		return nil
	}
	return doc.Apply(diff)
}
