package godot

import (
	"fmt"
	"math/bits"

	"fillet/editor/level"
)

// layerBits is the number of Godot's physics layers, and allBits the set of all of them.
const (
	layerBits = 32
	allBits   = 1<<layerBits - 1
)

// noLayer is the bit of objects without a layer. Nothing detects them, but they may detect others.
const noLayer = uint64(1) << layerBits

// filter holds a collider's layer and mask as sets of Godot's physics layers.
type filter struct {
	layer, mask uint64
	still       bool // its mask has no effect: it does not move, or moves without reacting
	isArea      bool // it detects by its own mask; the masks of bodies do not matter
	isOwn       bool // written by Fillet
	// Names that Fillet's export wrote because Godot had no layers for them.
	categories, collidesWith []string
}

func (im *sceneImport) filterOf(n *node, t object) filter {
	usual := uint64(1)
	if n.class == "PhysicalBone2D" && !t.bool("simulate_physics", false) {
		usual = 0 // on no layer until it simulates
	}
	f := filter{layer: t.bits("collision_layer", usual), mask: t.bits("collision_mask", usual)}
	f.still = n.class == "StaticBody2D" || n.class == "AnimatableBody2D"
	f.isArea = n.class == "Area2D"
	f.isOwn = im.ownRecord(n, t) != nil
	if f.layer == 0 && !f.isOwn {
		f.layer = noLayer
	}
	return f
}

// filters converts Godot's layers and masks to categories. In Godot, two bodies meet if a moving one has the other's
// layer in its mask, and an area meets every object that has a layer in the area's mask; in a level, both masks must
// match. So each collider also collides with the categories whose masks include it, and colliders that do not move
// collide with everything whose mask includes them.
type filters struct {
	names    []string              // category names, by bit
	noLayer  int                   // index of the name for objects without a layer, or -1
	byBodies [layerBits + 1]uint64 // by layer: the layers of the moving bodies whose masks include it
	byAreas  [layerBits + 1]uint64 // the same for areas
}

// newFilters derives the categories from all filters.
func (im *sceneImport) newFilters() *filters {
	out := &filters{noLayer: -1}
	used := uint64(0)
	im.allFilters(func(f *filter) {
		used |= f.layer
		if f.still && !f.isOwn {
			return
		}
		if f.mask != allBits {
			used |= f.mask
		}
		looking := &out.byBodies
		if f.isArea {
			looking = &out.byAreas
		}
		for m := f.mask; m != 0 && !f.isOwn; m &= m - 1 {
			looking[bits.TrailingZeros64(m)] |= f.layer
		}
	})
	if len(im.own.categories) > 0 {
		out.names = im.own.categories
		return out
	}
	limit := max(bits.Len64(used&allBits), 1)
	taken := map[string]bool{}
	add := func(name string) {
		name = unique(name, func(name string) bool { return taken[name] })
		taken[name] = true
		out.names = append(out.names, name)
	}
	for n := 1; n <= limit; n++ {
		name := im.world.layers[n]
		if name == "" {
			name = fmt.Sprintf("layer %d", n)
		}
		add(name)
	}
	if limit <= 1 && im.world.layers[1] == "" {
		out.names = level.DefaultSettings().Categories
	}
	if used&noLayer != 0 {
		out.noLayer = len(out.names)
		add("no layer")
	}
	return out
}

// unique returns a name, with a number from 2 up if others are taken.
func unique(base string, taken func(name string) bool) string {
	name := base
	for k := 2; taken(name); k++ {
		name = fmt.Sprintf("%s (%d)", base, k)
	}
	return name
}

// of returns the names of the categories in a set of layers.
func (fs *filters) of(set uint64) []string {
	var out []string
	for i, name := range fs.names {
		bit := uint64(1) << i
		if i == fs.noLayer {
			bit = noLayer
		}
		if set&bit != 0 {
			out = append(out, name)
		}
	}
	return out
}

func (fs *filters) set(c *level.Collider, f filter) {
	if f.categories != nil {
		c.Categories, c.CollidesWith = f.categories, f.collidesWith
		return
	}
	mask := f.mask
	if !f.isOwn {
		for l := f.layer; l != 0; l &= l - 1 {
			mask |= fs.byAreas[bits.TrailingZeros64(l)]
			if !f.isArea {
				mask |= fs.byBodies[bits.TrailingZeros64(l)]
			}
		}
	}
	if c.Categories = fs.of(f.layer); len(c.Categories) == 1 && c.Categories[0] == fs.names[0] {
		c.Categories = nil
	}
	c.CollidesWith = fs.of(mask)
	switch {
	case f.still && !f.isOwn, len(c.CollidesWith) == len(fs.names):
		c.CollidesWith = nil
	case c.CollidesWith == nil:
		c.CollidesWith = []string{}
	}
}
