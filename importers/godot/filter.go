package godot

import (
	"fmt"
	"math/bits"

	"fillet/editor/level"
)

// layerBits is how many physics layers Godot has, and allBits the set of them.
const (
	layerBits = 32
	allBits   = 1<<layerBits - 1
)

// noLayer is the bit of what is in no layer at all. Nothing finds it, but it may find others.
const noLayer = uint64(1) << layerBits

// filter is what a collider is and what it collides with, as sets of Godot's physics layers.
type filter struct {
	layer, mask uint64
	still       bool // Godot does not look at its mask: it stands still, or is moved without giving way
	isOwn       bool // Fillet wrote it
	// The names that Fillet's export wrote where Godot has no layers for them.
	categories, collidesWith []string
}

func (im *sceneImport) filterOf(n *node, t thing) filter {
	f := filter{layer: t.bits("collision_layer"), mask: t.bits("collision_mask")}
	f.still = n.class == "StaticBody2D" || n.class == "AnimatableBody2D"
	f.isOwn = im.ownRecord(n, t) != nil
	if f.layer == 0 && !f.isOwn {
		f.layer = noLayer
	}
	return f
}

// filters turns Godot's layers and masks into categories. In Godot one of two suffices to let them meet: whoever has the other's layer in
// its mask. In a level both must want it. So each also collides with the categories of those that want it, and what stands still collides
// with whatever wants it.
type filters struct {
	names   []string // of the categories, by bit
	wanting [layerBits + 1]uint64
	ours    bool // the categories are those of a level that Fillet exported
}

// newFilters finds the categories for all of these.
func (im *sceneImport) newFilters(all func(yield func(*filter))) *filters {
	out := &filters{}
	used := uint64(0)
	all(func(f *filter) {
		used |= f.layer
		if f.mask != allBits {
			used |= f.mask
		}
		for m := f.mask; m != 0 && !f.isOwn; m &= m - 1 {
			out.wanting[bits.TrailingZeros64(m)] |= f.layer
		}
	})
	if len(im.own.categories) > 0 {
		out.names, out.ours = im.own.categories, true
		return out
	}
	most := max(bits.Len64(used&allBits), 1)
	taken := map[string]bool{}
	for n := 1; n <= most; n++ {
		name := im.world.layers[n]
		if name == "" || taken[name] {
			name = fmt.Sprintf("layer %d", n)
		}
		taken[name] = true
		out.names = append(out.names, name)
	}
	if most <= 1 && im.world.layers[1] == "" {
		out.names = level.DefaultSettings().Categories
	}
	if used&noLayer != 0 {
		name := "no layer"
		for taken[name] {
			name += " "
		}
		out.names = append(out.names, name)
	}
	return out
}

// bit is the bit of Godot's layer in the level's categories.
func (fs *filters) of(set uint64) []string {
	var out []string
	for i, name := range fs.names {
		has := set&(1<<i) != 0
		if !fs.ours && set&noLayer != 0 && i == len(fs.names)-1 {
			has = true
		}
		if has {
			out = append(out, name)
		}
	}
	return out
}

// set gives a collider its categories.
func (fs *filters) set(c *level.Collider, f filter) {
	if f.categories != nil {
		c.Categories, c.CollidesWith = f.categories, f.collidesWith
		return
	}
	mask := f.mask
	if !f.isOwn {
		for l := f.layer; l != 0; l &= l - 1 {
			mask |= fs.wanting[bits.TrailingZeros64(l)]
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
